"""The course of a game under an edition: its moves judged as if it had been played so; and what differs between two."""

from collections.abc import Container, Sequence
from typing import NamedTuple

from referee.rules.entry_shapes import TURNS, BadEntry, own_fields
from referee.rules.replay import Moment, deal_result, first_position
from referee.rules.rulebook import AnyRulebook, Fate, NoBranch, Outcome
from referee.rules.ruling import AnyAccepted, Rejected, Violation, judge
from referee.store.chain import Log
from referee.store.chance import Untold
from referee.store.documents import Data, Entry, is_kind
from referee.words import Phrase, say


class Halt(NamedTuple):
    """Why a game cannot be played on under an edition, from this entry on (0: the header).

    is_illegal  the edition does not allow the entry; otherwise nobody can know here where it leads
    """

    entry: int
    is_illegal: bool
    says: Phrase
    violations: tuple[Violation, ...] = ()


class GameCourse(NamedTuple):
    """The moments of a game under the edition of `book`, up to its end or to what halts it there."""

    book: AnyRulebook
    moments: tuple[Moment, ...]
    halt: Halt | None = None

    @property
    def is_whole(self) -> bool:
        return self.halt is None


class IllegalUnderEdition(Exception):
    """The edition does not allow a move: all rules of which it breaks the first stage, or what is wrong with it."""

    def __init__(self, says: Phrase, violations: tuple[Violation, ...] = ()) -> None:
        super().__init__(says)
        self.says, self.violations = says, violations


FAULTS = (LookupError, TypeError, ValueError, AttributeError, RuntimeError, ArithmeticError, AssertionError)
"""What a title may raise that cannot play a move of another edition."""


def failing(book: AnyRulebook, fault: Exception) -> Phrase:
    """That a title fails, which is a fault of the title."""
    words = "Edition {edition} of {title} fails: {fault}"
    return say(words, edition=book.edition.number, title=book.name, fault=f"{type(fault).__name__}: {fault}")


def log_under(log: Log, edition: int) -> Log:
    """The log as if its header named this edition. Its hashes are those of the log as it is."""
    return log._replace(documents=({**log.header, "edition": str(edition)}, *log.entries))


def has_changed_edition(log: Log) -> bool:
    """Whether an entry moved the game to another edition: then the header names that of the first entries only."""
    return any(each["kind"] == "edition" for each in log.entries)


def course(book: AnyRulebook, log: Log, fate: Fate, ends: Container[int] = ()) -> GameCourse:
    """The course of the game of a log under the edition of `book`; `fate` answers all chance.

    `ends`: the entries with which a turn ended in the game as it was played. Where the edition would let the seat go
    on there, it does nothing more: what stands for a missed turn stands for the rest.
    """
    try:
        position = first_position(book, log_under(log, book.edition.number).header)
    except BadEntry as bad:
        return GameCourse(book, (), Halt(0, True, bad.says))
    except FAULTS as fault:
        return GameCourse(book, (), Halt(0, False, failing(book, fault)))
    reading, found = EditionReplay(book, log, fate, ends), [Moment(0, log.header, position, (), log.heads[0])]
    for number, entry in enumerate(log.entries, 1):
        after = reading.after(position, number)
        if isinstance(after, Halt):
            return GameCourse(book, tuple(found), after)
        position = after
        found.append(Moment(number, entry, position, (), log.heads[number]))
    return GameCourse(book, tuple(found))


def ended_turns(book: AnyRulebook, moments: Sequence[Moment]) -> frozenset[int]:
    """The entries with which a turn ended, in the game as it was played under the edition of `book`."""
    turns = [each for each in moments if each.entry.get("kind") in TURNS]
    return frozenset([each.number for each in turns if not is_amid(book, each.position, each.entry.get("seat"))])


def is_amid(book: AnyRulebook, position: object, seat: object) -> bool:
    """Whether a seat has played a part of its turn, and the rest is to come."""
    return book.play.to_move(position) == seat and book.play.is_turn_begun(position)


class EditionReplay(NamedTuple):
    """A log whose entries are judged under the edition of `book`, see `course`."""

    book: AnyRulebook
    log: Log
    fate: Fate
    ends: Container[int]

    def after(self, position: object, number: int) -> object:
        """The position after an entry, or the Halt at it."""
        try:
            return self.position_after(position, number)
        except IllegalUnderEdition as illegal:
            return Halt(number, True, illegal.says, illegal.violations)
        except Untold as untold:
            words = "Edition {edition} asks what lies at {place}, which the log of a running game does not show."
            return Halt(number, False, say(words, edition=self.book.edition.number, place=untold.place))
        except FAULTS as fault:
            return Halt(number, False, failing(self.book, fault))

    def position_after(self, position: object, number: int) -> object:
        """The position after an entry. Raises Illegal, Untold, and what a title raises.

        Nonces, the closing entry and whatever stands beside the moves lead nowhere else.
        """
        entry = self.log.entry(number)
        if entry["kind"] == "deal":
            return deal_result(self.book, position, self.fate)[0]
        if entry["kind"] == "move" or "by" in entry:
            own = own_fields(entry)
            own.pop("by", None)
            return self.end_turn(self.play(position, {"seat": entry["seat"], **own}), number)
        return self.miss_turn(position, number) if entry["kind"] == "missed" else position

    def play(self, position: object, move: Data | None) -> object:
        """The position after a whole move, in as many parts as the edition needs for it. Raises Illegal."""
        while move is not None:
            ruling = part(self.book, position, move, self.fate)
            position, move = ruling.position, ruling.rest
        return position

    def miss_turn(self, position: object, number: int) -> object:
        """The position after what stands for a missed turn, or for a part of it, under this edition. Raises Illegal.

        A turn may be missed in parts, an entry for each: where the edition needs fewer of them, those that are left
        over do nothing.
        """
        seat = self.log.entry(number)["seat"]
        if self.book.play.to_move(position) != seat and is_missed_by(seat, turn_before(self.log, number)):
            return position
        return self.end_turn(self.miss(position, seat), number)

    def end_turn(self, position: object, number: int) -> object:
        """The position in which the turn is over, if it was over with this entry as it was played. Raises Illegal."""
        seat, before = self.log.entry(number)["seat"], None
        while number in self.ends and position != before and is_amid(self.book, position, seat):
            position, before = self.miss(position, seat), position
        return position

    def miss(self, position: object, seat: str) -> object:
        """The position after one part of a missed turn. Raises Illegal."""
        return part(self.book, position, {"seat": seat, **self.book.play.missed(position)}, self.fate).position


def turn_before(log: Log, number: int) -> Entry | None:
    """The last entry before entry `number` that is a turn or a part of one."""
    return next((each for each in log.documents[number - 1 : 0 : -1] if is_kind(each, *TURNS)), None)


def is_missed_by(seat: str, entry: Entry | None) -> bool:
    return entry is not None and entry["kind"] == "missed" and entry["seat"] == seat


def part(book: AnyRulebook, position: object, move: Data, fate: Fate) -> AnyAccepted:
    """The first part of a move, judged. Raises Illegal."""
    try:
        ruling = judge(book.play, position, move, fate)
    except NoBranch as error:
        raise IllegalUnderEdition(error.says, (Violation(error.rule, error.says, error.at, None),)) from error
    if isinstance(ruling, Rejected):
        raise IllegalUnderEdition(ruling.violations[0].says, ruling.violations)
    return ruling


SAME, ILLEGAL, STATE, SCORE, UNTOLD = "same", "illegal", "state", "score", "untold"
"""The kinds of games, by what differs: nothing, whether all moves are legal, the position, the score at the end too;
and those of which nobody can tell."""


class Contrast(NamedTuple):
    """How two courses of a game differ; the first of each pair is under the first edition.

    state     the first entry after which everybody sees another position; None: there is none as far as both go
    halts     what halts the game under each edition
    outcomes  how it ends under each; None while it goes on
    """

    kind: str
    state: int | None
    halts: tuple[Halt | None, Halt | None]
    outcomes: tuple[Outcome | None, Outcome | None] = (None, None)


def sort_game(first: GameCourse, second: GameCourse) -> Contrast:
    """The kind of a game whose moves were judged under two editions."""
    state, halts = first_unlike(first, second), (first.halt, second.halt)
    if any(halts):
        is_illegal = any(halt and halt.is_illegal for halt in halts)
        return Contrast(ILLEGAL if is_illegal else UNTOLD, state, halts)
    outcomes = final_outcome(first), final_outcome(second)
    if outcome_facts(outcomes[0]) != outcome_facts(outcomes[1]):
        return Contrast(SCORE, state, halts, outcomes)
    return Contrast(SAME if state is None else STATE, state, halts, outcomes)


def first_unlike(first: GameCourse, second: GameCourse) -> int | None:
    """The first entry after which the public positions differ, in the public form of the newer edition."""
    public = newer(first, second).public
    before = None
    for one, other in zip(first.moments, second.moments, strict=False):
        now = one.position, other.position
        if before and now[0] is before[0] and now[1] is before[1]:
            continue
        if public(now[0]) != public(now[1]):
            return one.number
        before = now
    return None


def newer(first: GameCourse, second: GameCourse) -> AnyRulebook:
    """The rulebook of the newer edition."""
    return max(first.book, second.book, key=lambda each: each.edition.number)


def final_outcome(course: GameCourse) -> Outcome | None:
    return course.book.play.outcome(course.moments[-1].position)


def outcome_facts(outcome: Outcome | None) -> object:
    """What of an outcome two editions may differ in: who won, by what, and what each seat has."""
    return outcome and (outcome.winners, dict(outcome.counts), str(outcome.unit), str(outcome.way))
