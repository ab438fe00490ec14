"""The content of a game's record: the game as prose, and every entry in notation."""

from typing import NamedTuple

from referee.report.pictures.hex_places import Arrow
from referee.report.replay.played_turns import GameTurn
from referee.report.wording import NOWHERE, RuleLinks
from referee.show.view import Board, Chart, Line, Seat, Word
from referee.words import Phrase


class NotedText(NamedTuple):
    """A line that was not played, and what is said of it; `depth` 0 is played instead of an entry of the game."""

    depth: int
    says: Phrase


class RecordEntry(NamedTuple):
    """An entry of the log as a record has it.

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


class FinalStanding(NamedTuple):
    """A seat at the end: its count (None: nothing is counted), and whether it has won."""

    seat: Seat
    score: int | None
    won: bool


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
