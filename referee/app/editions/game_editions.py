"""The edition of a game, the consents to a newer one, and its course under another."""

from collections.abc import Container, Iterator, Mapping, Sequence
from typing import NamedTuple

from referee.app.errors import Refused
from referee.app.game_access import Game, Table, open_game
from referee.rules.entry_shapes import TURNS, BadEntry, consents, overruled_rules, own_fields, seats_without_consent
from referee.rules.folds import deal_result
from referee.rules.law import AnyEdition
from referee.rules.line import counted_documents
from referee.rules.replay import PLAYING, Moment, first_position
from referee.rules.rulebook import AnyRulebook, Fate, NoBranch, Outcome
from referee.rules.ruling import AnyAccepted, Rejected, Violation, judge
from referee.rules.rulings import position_under, ruled_name, subjects_of
from referee.store.chain import Log
from referee.store.chance import Untold
from referee.store.documents import Data, Documents, Entry, is_kind
from referee.words import Phrase, say, word_list


class RulingInForce(NamedTuple):
    """A policy or an option that has its value by a ruling, and the number of that."""

    name: str
    value: str
    entry: int


class EditionStanding(NamedTuple):
    """The editions of a game's title: the one that holds, those after it, and who consents to which.

    since    the number of the entry from which the edition in force holds; 0: from the beginning
    rulings  those in force
    """

    game: Game
    current: AnyEdition
    since: int
    newer: tuple[AnyEdition, ...]
    consents: Mapping[str, int]
    rulings: tuple[RulingInForce, ...]


def edition_standing(table: Table, id: str) -> EditionStanding:
    """The state of a game's editions. Raises as `open_game`."""
    return standing_of(open_game(table, id))


def standing_of(game: Game) -> EditionStanding:
    documents, current = game.log.documents, game.book.edition
    since = [number for number, each in enumerate(documents) if each.get("kind") == "edition"]
    newer = tuple([each for each in game.book.editions if each.number > current.number])
    numbers = since_entries(documents)
    rulings = tuple([RulingInForce(name, value, numbers[name]) for name, value in game.book.rulings.items()])
    return EditionStanding(game, current, max(since, default=0), newer, consents(documents), rulings)


def agreed_edition(game: Game) -> int | None:
    """The edition to which every seat consents, and which could take over; None if there is none."""
    given = consents(game.log.documents)
    named = {given.get(seat, 0) for seat in game.header["seats"]}
    return max(named) if is_played(game) and len(named) == 1 and 0 not in named else None


def is_played(game: Game) -> bool:
    """Whether the game is dealt and neither over nor closed."""
    return game.phase == PLAYING and game.mover is not None


def adoption_refusal(game: Game, edition: int, missing: Sequence[str]) -> Refused:
    """That nothing could be recorded, and what to do."""
    facts = {"game": game.id, "edition": edition}
    if not missing:
        words = "Everybody consents to edition {edition}, but a turn has begun. Run this again when it is over."
        return Refused(say(words, **facts))
    words = "{game} can't adopt edition {edition} yet: {seats} did not consent."
    return Refused(say(words, seats=word_list(missing), **facts), None, how_to_consent(game.id, edition))


def how_to_consent(game: str, edition: int) -> Phrase:
    """How the moderator comes by a consent that is missing."""
    words = (
        "To ask them by e-mail: referee dev edition {game} {edition} --ask. To enter what you "
        "already know: referee dev edition {game} {edition} --consent SEAT"
    )
    return say(words, game=game, edition=edition)


def remarks(game: Game) -> Iterator[Phrase]:
    """What the moderator should know about consents, in sentences."""
    given = consents(game.log.documents)
    if not given or not is_played(game):
        return
    if edition := agreed_edition(game):
        words = "Everybody consents to edition {edition}. To adopt it: referee dev edition {game} {edition}"
        yield say(words, game=game.id, edition=edition)
        return
    for edition in sorted(set(given.values())):
        missing = seats_without_consent(game.log.documents, edition)
        words = "Edition {edition} needs the consent of {seats}: referee dev edition {game} {edition} --ask"
        yield say(words, edition=edition, seats=word_list(missing), game=game.id)


class Difference(NamedTuple):
    """A decision about which two editions differ: its rules, and what each of the editions decides."""

    policy: str
    rules: tuple[str, ...]
    before: Phrase
    after: Phrase
    why: Phrase


def policy_differences(book: AnyRulebook, older: AnyEdition, newer: AnyEdition) -> list[Difference]:
    """The decisions about which two editions of a title differ, in the order of the title.

    What a ruling decided in the game of the book stays so, and is none of them.
    """
    found = []
    for policy in [each for each in book.policies if each.name not in book.rulings]:
        before, after = (str(getattr(each.policies, policy.name)) for each in (older, newer))
        if before != after:
            sentences = policy.values[before], policy.values[after]
            found.append(Difference(policy.name, policy.rules, *sentences, policy.why))
    return found


class Halt(NamedTuple):
    """Why a game cannot be played on under an edition, from this entry on (0: the header).

    is_illegal  the edition does not allow the entry; if not, its result cannot be known here
    """

    entry: int
    is_illegal: bool
    says: Phrase
    violations: tuple[Violation, ...] = ()


class GameCourse(NamedTuple):
    """The moments of a game under the edition of `book`, up to its end or to what halts it."""

    book: AnyRulebook
    moments: tuple[Moment, ...]
    halt: Halt | None = None


class IllegalUnderEdition(Exception):
    """The edition does not allow a move: all rules that it breaks in the first stage, or what is wrong with it."""

    def __init__(self, says: Phrase, violations: tuple[Violation, ...] = ()) -> None:
        super().__init__(says)
        self.says, self.violations = says, violations


FAULTS = (LookupError, TypeError, ValueError, AttributeError, RuntimeError, ArithmeticError, AssertionError)
"""The errors that a title may raise if it cannot play a move of another edition."""


def failing(book: AnyRulebook, fault: Exception) -> Phrase:
    """That a title fails, which is a fault of the title."""
    words = "Edition {edition} of {title} fails: {fault}"
    return say(words, edition=book.edition.number, title=book.name, fault=f"{type(fault).__name__}: {fault}")


def log_under(log: Log, edition: int) -> Log:
    """The log as if its header named this edition. Its hashes are those of the original log."""
    return log._replace(documents=({**log.header, "edition": str(edition)}, *log.entries))


def has_changed_edition(log: Log) -> bool:
    """Whether an entry moved the game to another edition: then the header names that of the first entries only."""
    return any(each["kind"] == "edition" for each in log.entries)


def since_entries(documents: Documents) -> dict[str, int]:
    """Policy or option → the number of the last ruling about it, as long as that is in force or could be again."""
    entries = enumerate(documents[1:], 1)
    return {ruled_name(each): number for number, each in entries if each["kind"] == "ruling"}


def course(book: AnyRulebook, log: Log, fate: Fate, ends: Container[int] = ()) -> GameCourse:
    """The course of the game of a log under the edition of `book`; `fate` answers all chance.

    What rulings gave the book holds from the beginning; other rulings of the log hold from their entries on.

    `ends`: the entries that ended a turn in the game as it was played. If the edition would let the seat continue
    there, it does nothing more: the missed-turn move is played for the rest.
    """
    try:
        position = position_under(book, first_position(book, log_under(log, book.edition.number).header))
    except BadEntry as bad:
        return GameCourse(book, (), Halt(0, True, bad.says))
    except FAULTS as fault:
        return GameCourse(book, (), Halt(0, False, failing(book, fault)))
    log = log._replace(documents=counted_documents(log.documents))
    reading, found = EditionReplay(book, log, fate, ends), [Moment(0, log.header, position, (), log.heads[0])]
    for number, entry in enumerate(log.entries, 1):
        after = reading.after(position, number)
        if isinstance(after, Halt):
            return GameCourse(book, tuple(found), after)
        position = after
        found.append(Moment(number, entry, position, (), log.heads[number]))
    return GameCourse(book, tuple(found))


def ended_turns(book: AnyRulebook, moments: Sequence[Moment]) -> frozenset[int]:
    """The entries that ended a turn in the game as it was played under the edition of `book`."""
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
            words = "Edition {edition} asks what is at {place}, but the log of a running game doesn't show that."
            return Halt(number, False, say(words, edition=self.book.edition.number, place=untold.place))
        except FAULTS as fault:
            return Halt(number, False, failing(self.book, fault))

    def position_after(self, position: object, number: int) -> object:
        """The position after an entry. Raises Illegal, Untold, and what a title raises.

        Nonces, the closing entry and other entries besides moves do not change the position.
        """
        entry = self.log.entry(number)
        if entry["kind"] == "deal":
            return deal_result(self.book, position, self.fate)[0]
        if entry["kind"] == "move" or (entry["kind"] == "missed" and "by" in entry):
            own = own_fields(entry)
            own.pop("by", None)
            return self.end_turn(self.play(position, {"seat": entry["seat"], **own}, overruled_rules(entry)), number)
        if entry["kind"] == "ruling":
            return self.rule(position, entry)
        return self.miss_turn(position, number) if entry["kind"] == "missed" else position

    def rule(self, position: object, entry: Entry) -> object:
        """The position after a ruling, unless something else holds from the beginning. Raises ValueError."""
        name, value = ruled_name(entry), str(entry["value"])
        known = name in subjects_of(self.book) and name not in self.book.rulings
        return self.book.play.decide(position, name, value) if known else position

    def play(self, position: object, move: Data | None, overrules: tuple[str, ...] = ()) -> object:
        """The position after a whole move, in as many parts as the edition needs for it. Raises Illegal.

        What the moderator let pass may pass here, too.
        """
        while move is not None:
            ruling = part(self.book, position, move, self.fate, overrules)
            position, move = ruling.position, ruling.rest
        return position

    def miss_turn(self, position: object, number: int) -> object:
        """The position after the move for a missed turn, or for a part of it, under this edition. Raises Illegal.

        A turn may be missed in parts, an entry for each: where the edition needs fewer of them, those that are left
        over do nothing.
        """
        seat = self.log.entry(number)["seat"]
        if self.book.play.to_move(position) != seat and is_missed_by(seat, turn_before(self.log, number)):
            return position
        return self.end_turn(self.miss(position, seat), number)

    def end_turn(self, position: object, number: int) -> object:
        """The position in which the turn is over, if this entry ended it in the game as it was played.

        Raises Illegal.
        """
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


def part(book: AnyRulebook, position: object, move: Data, fate: Fate, overrules: tuple[str, ...] = ()) -> AnyAccepted:
    """The first part of a move, judged. Raises Illegal."""
    try:
        ruling = judge(book.play, position, move, fate, overrules=overrules)
    except NoBranch as error:
        raise IllegalUnderEdition(error.says, (Violation(error.rule, error.says, error.at, None),)) from error
    if isinstance(ruling, Rejected):
        raise IllegalUnderEdition(ruling.violations[0].says, ruling.violations)
    return ruling


SAME, ILLEGAL, STATE, SCORE, UNTOLD = "same", "illegal", "state", "score", "untold"
"""Kinds of games by their first difference: none, legality, position, final score; and those that cannot be decided."""


class Contrast(NamedTuple):
    """How two courses of a game differ; the first of each pair is under the first edition.

    state     the first entry after which everybody sees another position; None: there is none as far as both play
    halts     what halts the game under each edition
    outcomes  how it ends under each; None while it continues
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
    """The facts of an outcome in which two editions may differ: who won, by what, and what each seat has."""
    return outcome and (outcome.winners, dict(outcome.counts), str(outcome.unit), str(outcome.way))
