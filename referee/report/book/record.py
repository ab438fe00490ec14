"""The record of a game: its turns and those that mattered most, the game as prose, and every entry in notation."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from referee.report.pictures.hex_places import Arrow
from referee.report.wording import NOWHERE, RuleLinks
from referee.show.film import NOBODY, FilmedEntry, FilmedTurn, filmed_turns
from referee.show.view import Board, Chart, Line, Seat, Word
from referee.words import SEMICOLON, Phrase, say, term, word_list


class GameTurn(NamedTuple):
    """A turn as the page shows it: the start of the game is one, too.

    at          the place of its last entry among the frames
    entry       the number of that entry
    seat        whose turn it is, "" for nobody's
    lines       what happened, in short
    scores      what the chart shows after it
    milestones  what was passed in it
    before      what was entered between the turn before and this one
    players     seat → who plays it then; not those that the referee plays
    """

    at: int
    entry: int
    seat: str
    lines: tuple[Line, ...]
    scores: tuple[int, ...]
    milestones: tuple[Phrase, ...]
    before: tuple[Line, ...] = ()
    players: Mapping[str, str] = NOBODY

    @property
    def player(self) -> str:
        """Who played it; "" for nobody, or the referee."""
        return self.players.get(self.seat, "")


def played_turns(entries: Iterable[FilmedEntry]) -> list[GameTurn]:
    return [game_turn(each) for each in filmed_turns(entries)]


def game_turn(turn: FilmedTurn) -> GameTurn:
    """Where nothing is said, it says how the game is."""
    last = turn.entries[-1]
    before, lines = [[line for each in told for line in each.still.digest] for told in (turn.before, turn.telling)]
    passed = tuple([phrase for each in turn.entries for phrase in each.still.milestones])
    found = GameTurn(last.at, last.number, turn.seat, tuple(lines), last.still.scores, passed)
    return found._replace(
        lines=found.lines or (Line(last.still.headline),), before=tuple(before), players=turn.telling[0].still.players
    )


class TurningPoint(NamedTuple):
    """A turn that mattered, and why."""

    turn: int
    says: Phrase


MOST_POINTS, MOST_REASONS = 8, 2
"""So many turns are worth a picture, and each of them so many reasons."""


def turning_points(
    turns: Sequence[GameTurn], seats: Sequence[Seat], firsts: Sequence[Phrase], over: bool
) -> list[TurningPoint]:
    """In the order of play; the most important ones, where there are many. `over`: whether the game has ended."""
    order = [seat.id for seat in seats]
    leads = list(lead_changes(turns, order))
    found: dict[int, list[Phrase]] = {}
    for each in (
        *([TurningPoint(last_played(turns), say("The last turn"))] if over else []),
        *biggest_gain(turns, order),
        *leads[-1:],
        *first_times(turns, firsts),
        *reversed(leads[:-1]),
    ):
        if each.turn in found or len(found) < MOST_POINTS:
            found.setdefault(each.turn, []).append(each.says)
    return [TurningPoint(at, word_list(found[at][:MOST_REASONS], SEMICOLON)) for at in sorted(found)]


def last_played(turns: Sequence[GameTurn]) -> int:
    return max((at for at, turn in enumerate(turns) if turn.seat), default=len(turns) - 1)


def biggest_gain(turns: Sequence[GameTurn], order: Sequence[str]) -> Iterator[TurningPoint]:
    """The turn that brought its player most, the first turns of all apart: everybody begins with much."""
    best, at = 0, 0
    for number in range(len(order) + 1, len(turns)):
        turn, before = turns[number], turns[number - 1]
        if turn.seat and turn.scores and before.scores:
            gain = turn.scores[order.index(turn.seat)] - before.scores[order.index(turn.seat)]
            if gain > best:
                best, at = gain, number
    if best:
        player = turns[at].player or term(turns[at].seat)
        yield TurningPoint(at, say("Biggest gain: {player} +{gain}", player=player, gain=best))


def lead_changes(turns: Sequence[GameTurn], order: Sequence[str]) -> Iterator[TurningPoint]:
    """The turns after which another player leads alone than before."""
    leader = ""
    for at, turn in enumerate(turns):
        ahead = [seat for seat, score in zip(order, turn.scores, strict=False) if score == max(turn.scores)]
        if len(ahead) == 1 and ahead[0] != leader:
            if leader:
                player = turn.players.get(ahead[0]) or term(ahead[0])
                yield TurningPoint(at, say("{player} goes ahead", player=player))
            leader = ahead[0]


def first_times(turns: Sequence[GameTurn], firsts: Sequence[Phrase]) -> Iterator[TurningPoint]:
    for phrase in firsts:
        at = next((at for at, turn in enumerate(turns) if phrase in turn.milestones), None)
        if at is not None:
            yield TurningPoint(at, phrase)


class NotedText(NamedTuple):
    """A line that was not played, and what is said of it; `depth` 0 is played instead of an entry of the game."""

    depth: int
    says: Phrase


class RecordEntry(NamedTuple):
    """An entry of the log as a record has it.

    player   who played it, of a move; else ""
    does     what was played, in notation; or what else the entry is, in words
    shown    what chance uncovered with it: the items, in the words of the log
    remark   what its player said
    gone     that it no longer counts, and by which entry; None if it counts
    told     the sentences about it in the story that everybody reads
    glyph, chapter, comments, instead, marked, arrows  what the notes have on it; places by their labels or names
    """

    number: int
    at: str
    seat: str
    player: str
    does: Word
    shown: str
    remark: str
    gone: Phrase | None = None
    told: tuple[Line, ...] = ()
    glyph: str = ""
    chapter: str = ""
    comments: tuple[str, ...] = ()
    instead: tuple[NotedText, ...] = ()
    marked: tuple[str, ...] = ()
    arrows: tuple[Arrow, ...] = ()

    @property
    def is_noted(self) -> bool:
        return any((self.glyph, self.chapter, self.comments, self.instead, self.marked, self.arrows))


class RecordTurn(NamedTuple):
    """A turn as prose: `number` is 0 for what is no turn of anybody; `entries` are those of which it is made.

    before  the scores before it, in the order of the seats
    point   why it mattered, or ""
    board   the board after it, where the record shows it
    """

    number: int
    turn: GameTurn
    entries: tuple[RecordEntry, ...]
    before: tuple[int, ...] = ()
    point: Phrase | str = ""
    board: Board | None = None


class Holder(NamedTuple):
    """Who had a seat, and since when, in words; "" from the start. `is_person`: not the referee."""

    player: Word
    since: Word = ""
    is_person: bool = True


class FinalStanding(NamedTuple):
    """A seat at the end: its count (None: nothing is counted), whether it has won, and who had it, in turn."""

    seat: Seat
    score: int | None
    won: bool
    holders: tuple[Holder, ...]


class Citation(NamedTuple):
    """How a game is cited: the sentence, its address, its head, and how anybody checks it."""

    says: Phrase
    address: str
    head: str
    command: str


class Record(NamedTuple):
    """The content of the record.

    name     the game in a few words, as a heading
    facts    pairs of what and which: the dates, the options of the game
    victory  how the game was won, in a sentence or two
    turns    the game as prose; none where its moves cannot be judged yet
    rules    where the numbers of rules lead
    """

    seats: tuple[Seat, ...]
    title: str
    game: str
    name: Word
    result: Phrase | str
    victory: tuple[Phrase, ...]
    unit: str
    about: str
    facts: tuple[tuple[Phrase, Word], ...]
    standings: tuple[FinalStanding, ...]
    entries: tuple[RecordEntry, ...]
    turns: tuple[RecordTurn, ...]
    board: Board | None
    chart: Chart | None
    provenance: tuple[Word, ...]
    proof: tuple[Word, ...]
    citation: Citation
    has_replay: bool
    rules: RuleLinks = NOWHERE
