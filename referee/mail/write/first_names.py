"""The sentences of an e-mail with people in them: first names in place of seats, and no numbers of entries."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import TypeVar

from referee.mail.read.request_words import is_to_all
from referee.mail.write.addresses import Letter
from referee.show.view import Line, Lines, Seat, View
from referee.show.view import with_people as with_names
from referee.words import Phrase, names_of, plain_letters

P = TypeVar("P", bound=Phrase)

PLANNER = "Referee"
"""The name of the player of a seat whose player resigned (`app.play.seats`)."""
NOBODY: Mapping[str, str] = MappingProxyType({})
NUMBERED = "Entry {entry}: "
"""What sentences begin with where entries are counted."""


class Unnumbered(Phrase):
    """A sentence about an entry without its number."""

    __slots__ = ()

    def __str__(self) -> str:
        says = super().__str__().partition(": ")[2]
        return says[:1].upper() + says[1:]


def first_names(seats: tuple[Seat, ...]) -> dict[str, str]:
    """Seats and full names → what people call the player: the first name where nobody else has it.

    A first name that is also a seat, or a word for all, would name somebody else: then it is the whole name.
    """
    names = names_of(each.id for each in seats)
    firsts = [first_name(each.player) for each in seats]
    is_clear = [plain_letters(each) not in names and not is_to_all(each) and firsts.count(each) == 1 for each in firsts]
    found: dict[str, str] = {}
    for each, first, clear in zip(seats, firsts, is_clear, strict=True):
        if each.player != PLANNER:  # the referee plays for a seat, and not for itself
            found[each.id] = found[each.player] = first if clear else each.player
    return found


def first_name(player: str) -> str:
    """`Anna` for Anna Berger; the whole of a name that begins otherwise than with a first name."""
    first = player.split(" ")[0]
    return first if first.isalpha() and len(first) > 1 and "," not in player else player


def with_people(words: P, names: Mapping[str, str]) -> P:
    """A sentence with people in place of seats, and without the number of an entry."""
    return with_names(words, names, sentence_kind)


def sentence_kind(words: Phrase) -> type[Phrase]:
    return Unnumbered if words.template.startswith(NUMBERED) else type(words)


def letter_with_people(letter: Letter) -> Letter:
    """A letter whose sentences name people; the welcome, tables and the board stay as they are."""
    if letter.view is None:
        return letter._replace(player=first_name(letter.player))
    names = first_names(letter.view.seats)

    def by_name(words: P) -> P:
        return with_people(words, names)

    return letter._replace(
        player=names.get(letter.seat, letter.player),
        subject=by_name(letter.subject),
        opening=tuple(map(by_name, letter.opening)),
        deadline=letter.deadline and by_name(letter.deadline),
        view=view_with_people(letter.view, names),
    )


def view_with_people(view: View, names: Mapping[str, str]) -> View:
    """The sentences of a view: what happened, whose turn it is, and what may be done."""

    def by_name(line: Line) -> Line:
        return line._replace(says=with_people(line.says, names)) if isinstance(line.says, Phrase) else line

    def every(lines: Lines) -> Lines:
        return lines._replace(lines=tuple(map(by_name, lines.lines)))

    asked = view.asked
    if asked:
        heading = asked.may.heading
        may = every(asked.may)._replace(heading=with_people(heading, names) if isinstance(heading, Phrase) else heading)
        asked = asked._replace(says=with_people(asked.says, names), may=may)
    return view._replace(
        seats=tuple([each._replace(player=names.get(each.id, each.player)) for each in view.seats]),
        headline=with_people(view.headline, names),
        story=every(view.story),
        digest=tuple(map(by_name, view.digest)),
        asked=asked,
        deadline=view.deadline and with_people(view.deadline, names),
    )
