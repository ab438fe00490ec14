"""What in a document of a log cannot be, and what an entry of consent may say; in words, when something is wrong."""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from referee.reading import fit, why_unfit
from referee.reading.shape import Check, Misfits, checks_of_fields
from referee.rules.rulebook import AnyRulebook
from referee.rules.ruling import Violation
from referee.store.chance import Told
from referee.store.documents import Data, Document, Documents, Entry, Header, documents_before, entry_at, is_kind
from referee.words import Phrase, say, word_list


class BadEntry(Exception):
    """An entry that is unlawful, or does not say what happened; `before` are the good `replay.Moment`s before it."""

    def __init__(self, number: int, says: Phrase, violations: tuple[Violation, ...] = ()) -> None:
        super().__init__(says)
        self.number = number
        self.says = says
        self.violations = violations
        self.before: list[Any] = []

    def __str__(self) -> str:
        return str(self.says)


ENVELOPE = frozenset(("entry", "prev", "at", "kind", "seat", "say", "shown", "state"))
"""The fields of an entry that are not the title's own."""


def own_fields(entry: Data) -> dict[str, object]:
    return {key: value for key, value in entry.items() if key not in ENVELOPE}


TURNS = ("move", "missed")
SEALED = ("entry", "prev", "kind", "state", "by")
"""What of the entry of a turn is compared with what it must be, whatever shape it has."""
NOTED = ("at", "seat", "say", "shown")
"""What the schema of logs says of any turn."""
UNRECORDED = ("game", "after", "head")
"""What of a move file no entry has."""


def refuse_unlike_schemas(book: AnyRulebook, header: Header, number: int, entry: Entry) -> None:
    """An entry has the shape of the schemas, so that the title can read it. Raises BadEntry.

    Turns, which most entries are, are asked field by field: to hold each against two whole schemas takes twice as long.
    """
    if entry.get("kind") not in TURNS or not is_turn(book.id, entry):
        refuse_misfits(number, entry)
        refuse_unlike_moves(book, header, number, entry)


def is_turn(title: str, entry: Entry) -> bool:
    """Whether each field of the entry of a turn fits the schema of logs, or of the moves of its title."""
    checks, misfits = turn_checks(title), Misfits()
    for field, value in entry.items():
        if field in checks:
            checks[field](value, misfits)
        elif field not in SEALED:
            return False
    return not misfits and "at" in entry and "seat" in entry


@cache  # `bench speed` replays Attika 6 times as slowly without it
def turn_checks(title: str) -> dict[str, Check]:
    """Field of a turn → its check, by the schema of the title's moves or by that of logs; made once for a process."""
    own, noted = checks_of_fields(f"{title}.move"), checks_of_fields("log", "#/$defs/entry")
    recorded = {field: check for field, check in own.items() if field not in UNRECORDED}
    return recorded | {field: noted[field] for field in NOTED}


def refuse_misfits(number: int, document: Document) -> None:
    """A document has the shape of the schema of logs. Raises BadEntry."""
    value, misfits = fit(document, "log")
    if misfits:
        raise BadEntry(number, say("It has not the shape of a log: {why}", why=why_unfit(value, misfits, "log")))


def refuse_unlike_moves(book: AnyRulebook, header: Header, number: int, entry: Entry) -> None:
    """A recorded move has the shape of what its player could have written. Raises BadEntry."""
    if entry["kind"] not in TURNS or (entry["kind"] == "missed" and "by" not in entry):
        return
    own = {key: value for key, value in own_fields(entry).items() if key != "by"}
    written = {"game": header["game"], "after": str(number - 1), "seat": entry.get("seat"), **own}
    value, misfits = fit(written, f"{book.id}.move")
    if misfits:
        why = why_unfit(value, misfits, f"{book.id}.move")
        raise BadEntry(number, say("It has not the shape of a move of {title}: {why}", title=book.name, why=why))


def refuse_unlike_title(book: AnyRulebook, header: Header) -> None:
    """The seats and options of a header are those of its title. Raises BadEntry."""
    why = next(header_problems(book, header), None)
    if why:
        raise BadEntry(0, say("The header does not describe a game of {title}: {why}", title=book.name, why=why))


def header_problems(book: AnyRulebook, header: Header) -> Iterator[Phrase]:
    seats, options = header["seats"], header.get("options") or {}
    for seat in seats:
        if seat not in book.seats:
            yield say("there is no seat {seat}.", seat=seat)
    if len(seats) not in book.players:
        facts = {"few": book.players[0], "many": book.players[-1], "n": len(seats)}
        yield say("it is for {few} to {many} players, not {n}.", **facts)
    for name in options:
        if name not in [option.name for option in book.options]:
            yield say("there is no option {name}.", name=name)
    for option in book.options:
        found = options.get(option.name, option.values[0])
        if found not in option.values:
            words = "the option {name} is {values}, and here it is {found}."
            yield say(words, name=option.name, values=" or ".join(option.values), found=found)


def refuse_impossible(number: int, fate: Told) -> None:
    """What an entry shows, and nothing asked for, can be in the piles. Raises BadEntry."""
    for place in fate.unused_places():
        items = fate.items.of(place.rpartition("/")[0]) if fate.items else (fate.shown[place],)
        if not items:
            raise BadEntry(number, say("It shows {place}, and there is no such pile.", place=place))
        if fate.shown[place] not in items:
            raise no_such_item(number, place, fate.shown[place])


def no_such_item(number: int, place: str, item: str) -> BadEntry:
    return BadEntry(number, say("It shows {item} at {place}, and there is none.", item=item, place=place))


NONE = "none"
"""What a consent names that takes the one before back."""
MODERATOR = "moderator"
"""Who entered a consent, where its player did not."""


def naming_edition(documents: Documents) -> Header | Entry:
    """The last of a log's documents that says which edition holds: an entry of kind `edition`, or the header."""
    return next((each for each in reversed(documents) if is_kind(each, "edition")), documents[0])


def edition_in_force(documents: Documents) -> int:
    """The number of the edition that holds after these documents of a log."""
    return int(naming_edition(documents)["edition"])


def consents(documents: Documents) -> dict[str, int]:
    """Seat → the number of the edition to which it consents after these documents, for the seats that do."""
    found: dict[str, int] = {}
    for entry in documents[1:]:
        if entry["kind"] == "edition":
            found = {}
        elif entry["kind"] == "consent":
            found.pop(entry["seat"], None)
            found |= {entry["seat"]: int(entry["edition"])} if entry["edition"] != NONE else {}
    return found


def seats_without_consent(documents: Documents, edition: int) -> list[str]:
    """The seats that have not consented to this edition, in the order of the header."""
    given = consents(documents)
    return [seat for seat in documents[0]["seats"] if given.get(seat) != edition]


def refuse_wrong_consent(documents: Documents, number: int) -> None:
    """A consent names an edition after the one in force, once; or `none`, where there is one. Raises BadEntry."""
    entry, before = entry_at(documents, number), documents_before(documents, number)
    seat, named = entry["seat"], entry["edition"]
    given, current = consents(before), edition_in_force(before)
    if named == NONE:
        if seat not in given:
            raise BadEntry(number, say("{seat} has given no consent that could be taken back.", seat=seat))
    elif int(named) <= current:
        words = "{seat} consents to edition {edition}, and edition {current} holds already."
        raise BadEntry(number, say(words, seat=seat, edition=named, current=current))
    elif given.get(seat) == int(named):
        raise BadEntry(number, say("{seat} has consented to edition {edition} already.", seat=seat, edition=named))


def refuse_unagreed_edition(documents: Documents, number: int) -> None:
    """An edition takes over that is newer than the one in force, and to which every seat consents. Raises BadEntry."""
    entry, before = entry_at(documents, number), documents_before(documents, number)
    named, current = entry["edition"], edition_in_force(before)
    strangers = [each for each in own_fields(entry) if each not in ("edition", "reader")]
    strangers += [each for each in ("seat", "say", "shown") if each in entry]
    if strangers:
        raise BadEntry(number, say("It has fields that its kind does not have: {fields}.", fields=", ".join(strangers)))
    if named == NONE or int(named) <= current:
        words = "Edition {edition} does not come after edition {current}, which holds."
        raise BadEntry(number, say(words, edition=named, current=current))
    if missing := seats_without_consent(before, int(named)):
        words = "Edition {edition} cannot take over: {seats} did not consent."
        raise BadEntry(number, say(words, edition=named, seats=word_list(missing)))


def under_new_edition(book: AnyRulebook, position: object, number: int, entry: Entry) -> tuple[AnyRulebook, object]:
    """The rulebook and the position from which a game goes on after an entry of kind `edition`. Raises BadEntry."""
    if book.play.is_turn_begun(position):
        raise BadEntry(number, say("An edition takes over between two turns, and a turn has been begun here."))
    if book.play.to_move(position) is None:
        raise BadEntry(number, say("An edition takes over while the game is played, and it is over here."))
    try:
        newer = book.under(entry)
    except LookupError:
        words = "It names edition {edition} of {title}, which is not known."
        raise BadEntry(number, say(words, edition=entry["edition"], title=book.name)) from None
    return newer, newer.adopt(position, newer.edition)


REFUSALS: dict[str, Callable[[Documents, int], None]] = {
    "consent": refuse_wrong_consent,
    "edition": refuse_unagreed_edition,
}
"""Kind → what is asked of an entry of the kind and those before it."""
