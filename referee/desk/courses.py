"""The course of a game under an edition of its title: the moves of a log judged as if it had been played under that.

Only what was played counts. How an entry is written, what it shows and its `state:` belong to the edition under which
it was recorded; under another one a move may have other words, be recorded in more parts, and lead elsewhere.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from referee.chain import Log
from referee.chance import Untold
from referee.misfit import TURNS, BadEntry, own_fields
from referee.replay import Moment, dealt, first_position
from referee.rulebook import Fate, NoBranch, Rulebook
from referee.ruling import Accepted, Rejected, Violation, judge
from referee.words import Phrase, say

Fields = Mapping[str, Any]


class Halt(NamedTuple):
    """Why a game cannot be played on under an edition, from this entry on (0: the header).

    is_illegal  the edition does not allow the entry; otherwise nobody can know here where it leads
    """

    entry: int
    is_illegal: bool
    says: Phrase
    violations: tuple[Violation, ...] = ()


class Course(NamedTuple):
    """The moments of a game under the edition of `book`, up to its end or to what halts it there."""

    book: Rulebook
    moments: tuple[Moment, ...]
    halt: Halt | None = None

    @property
    def is_whole(self) -> bool:
        return self.halt is None


class Illegal(Exception):
    """The edition does not allow a move: all rules of which it breaks the first stage, or what is wrong with it."""

    def __init__(self, says: Phrase, violations: tuple[Violation, ...] = ()) -> None:
        super().__init__(says)
        self.says, self.violations = says, violations


FAULTS = (LookupError, TypeError, ValueError, AttributeError, RuntimeError)
"""What a title may raise that cannot play a move of another edition."""


def log_under(log: Log, edition: int) -> Log:
    """The log as if its header named this edition. Its hashes are those of the log as it is."""
    return log._replace(documents=({**log.header, "edition": str(edition)}, *log.entries))


def course(book: Rulebook, log: Log, fate: Fate) -> Course:
    """The course of the game of a log under the edition of `book`; `fate` answers all chance."""
    try:
        position = first_position(book, log_under(log, book.edition.number).header)
    except BadEntry as bad:
        return Course(book, (), Halt(0, True, bad.says))
    found = [Moment(0, log.header, position, (), log.heads[0])]
    for number, entry in enumerate(log.entries, 1):
        after = position_after(book, position, log, number, fate)
        if isinstance(after, Halt):
            return Course(book, tuple(found), after)
        position = after
        found.append(Moment(number, entry, position, (), log.heads[number]))
    return Course(book, tuple(found))


def position_after(book: Rulebook, position: Any, log: Log, number: int, fate: Fate) -> Any:
    """The position after an entry, or the Halt at it. Kinds of entries that are no turn lead nowhere else."""
    try:
        return PLAYS.get(log.documents[number]["kind"], stay)(book, position, log, number, fate)
    except Illegal as illegal:
        return Halt(number, True, illegal.says, illegal.violations)
    except Untold as untold:
        words = "Edition {edition} asks what lies at {place}, which the log does not show before the game is closed."
        return Halt(number, False, say(words, edition=book.edition.number, place=untold.place))
    except FAULTS as fault:
        words = "Edition {edition} of {title} fails at this entry: {fault}"
        facts = {"edition": book.edition.number, "title": book.name, "fault": f"{type(fault).__name__}: {fault}"}
        return Halt(number, False, say(words, **facts))


def stay(book: Rulebook, position: Any, log: Log, number: int, fate: Fate) -> Any:
    """The position, which nonces, the closing entry and whatever stands beside the moves leave as it is."""
    return position


def deal(book: Rulebook, position: Any, log: Log, number: int, fate: Fate) -> Any:
    return dealt(book, position, fate)[0]


def play(book: Rulebook, position: Any, log: Log, number: int, fate: Fate) -> Any:
    """The position after a whole move, in as many parts as the edition needs for it. Raises Illegal."""
    own = own_fields(log.documents[number])
    own.pop("by", None)
    move: Fields | None = {"seat": log.documents[number].get("seat"), **own}
    while move is not None:
        ruling = part(book, position, move, fate)
        position, move = ruling.position, ruling.rest
    return position


def miss(book: Rulebook, position: Any, log: Log, number: int, fate: Fate) -> Any:
    """The position after what stands for a missed turn, or for a part of it, under this edition. Raises Illegal.

    A turn may be missed in parts, an entry for each: where the edition needs fewer of them, those that are left over
    do nothing, and where it needs more, all that remain belong to the last entry.
    """
    seat = log.documents[number].get("seat")
    if "by" in log.documents[number]:
        return play(book, position, log, number, fate)
    if book.to_move(position) != seat and is_missed_by(seat, turn_near(log, number, -1)):
        return position
    position = part(book, position, {"seat": seat, **book.missed(position)}, fate).position
    following = turn_near(log, number, 1)
    while following and following["seat"] != seat and book.to_move(position) == seat and book.begun(position):
        position = part(book, position, {"seat": seat, **book.missed(position)}, fate).position
    return position


def turn_near(log: Log, number: int, step: int) -> Fields | None:
    """The next entry before (step -1) or behind (1) entry `number` that is a turn or a part of one."""
    near = log.documents[number + 1 :] if step > 0 else log.documents[number - 1 : 0 : -1]
    return next((each for each in near if each["kind"] in TURNS), None)


def is_missed_by(seat: Any, entry: Fields | None) -> bool:
    return entry is not None and entry["kind"] == "missed" and entry["seat"] == seat


def part(book: Rulebook, position: Any, move: Fields, fate: Fate) -> Accepted:
    """The first part of a move, judged. Raises Illegal."""
    try:
        ruling = judge(book, position, move, fate)
    except NoBranch as error:
        raise Illegal(error.says, (Violation(error.rule, error.says, error.at, None),)) from error
    if isinstance(ruling, Rejected):
        raise Illegal(ruling.violations[0].says, ruling.violations)
    return ruling


PLAYS: dict[str, Callable[[Rulebook, Any, Log, int, Fate], Any]] = {"deal": deal, "move": play, "missed": miss}
"""The kinds of entries that lead to another position."""
