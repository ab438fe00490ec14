"""A game in brief: plain data that an archive keeps, so that no game is replayed for lists and statistics."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from referee.app.game_access import outcome_of
from referee.app.play.refusal import action_lines
from referee.rules import replay
from referee.rules.entry_shapes import TURNS
from referee.rules.line import counted_entries
from referee.rules.replay import Moment
from referee.rules.rulebook import AnyRulebook, Outcome
from referee.show.film import FilmEnd
from referee.show.sentences import forked_from, is_practice, players, tenures
from referee.show.turns import turns_of
from referee.show.view import ForkedFrom, title_phrase
from referee.store.chance import is_known_deal
from referee.store.documents import ABANDON, Entry, ending_of, planner_seats
from referee.store.log import Log
from referee.words import ENGLISH, Phrase, speaking

RUNNING, OVER, CLOSED, ABANDONED = "running", "over", "closed", "abandoned"
"""The state of a game: over but its secret not revealed yet, closed after its end, closed before it."""


class Sitter(NamedTuple):
    """A seat and who plays it.

    past    who had it before, one after the other
    score   what was counted at the end; None while the game continues, or where nothing is
    place   that in the order of the first turns, from 1; 0 without a turn
    first   the first action of the first turn
    planned whether the referee plays it at the end, because its player resigned: that is nobody's result
    """

    seat: str
    player: str
    score: int | None
    place: int
    first: str
    planned: bool = False
    past: tuple[str, ...] = ()

    @property
    def everybody(self) -> tuple[str, ...]:
        """Who had it, each once."""
        return tuple(dict.fromkeys([*self.past, self.player]))


class Summary(NamedTuple):
    """A game in brief; texts are in the language in which the summary was made.

    sealed  its moves cannot be judged before the secret is revealed, so there is no position to show
    winners, unit, way, headline  as its title says; empty while it continues, or where the title does not
    turns   how many were played, 0 while it is sealed; `began` and `last`: the times of the first and the last entry
    birth   the hash of the header, by which the game is known for ever; `head` that of the last entry
    manner  the `way` in English, by which filters know it in every language
    practice  anyone could know its shuffle: it does not count
    overruled how many entries the moderator let pass against rules
    known_deal  its deal was entered by hand: it does not count
    words   the game in a few words, as a heading; `notes`: how many, by whom, and a sentence or two of them
    parent  the game of which it is a fork, from its entry `parent_entry` on: it does not count
    """

    id: str
    title: str
    name: str
    board: str
    status: str
    sealed: bool
    sitters: tuple[Sitter, ...]
    winners: tuple[str, ...]
    unit: str
    way: str
    headline: str
    entries: int
    turns: int
    began: str
    last: str
    birth: str
    head: str
    chance: str
    manner: str = ""
    practice: bool = False
    overruled: int = 0
    known_deal: bool = False
    parent: str = ""
    parent_entry: int = 0
    words: str = ""
    notes: int = 0
    noted_by: str = ""
    quote: str = ""

    @property
    def full_title(self) -> Phrase | str:
        fork = ForkedFrom(self.parent, self.parent_entry) if self.parent else None
        return title_phrase(self.name, self.practice, self.known_deal, fork)

    @property
    def counts(self) -> bool:
        """Whether statistics count it: not if its chance proves nothing, or a part of it was played in another game."""
        return not (self.practice or self.known_deal or self.parent)


def summary(book: AnyRulebook, found: Log, end: FilmEnd | None, moments: Sequence[Moment], chance: str) -> Summary:
    """The summary of a log that was verified; `moments`: its line; `end` is that of the last, None if it is sealed."""
    position = moments[-1].position
    ended = outcome_of(book, found, position) if end else None
    fork = forked_from(found.header)
    return Summary(
        id=found.header["game"],
        title=book.id,
        name=book.name,
        board=end.board.name if end and end.board else "",
        status=status(book, found, position) if end else RUNNING,
        sealed=end is None,
        sitters=tuple(sitters(found, ended)),
        winners=ended.winners if ended else (),
        unit=str(ended.unit) if ended else "",
        way=str(ended.way) if ended else "",
        headline=str(end.headline) if end else "",
        entries=found.last,
        turns=turns(book, moments) if end else 0,
        began=found.entries[0]["at"] if found.entries else "",
        last=found.entries[-1]["at"] if found.entries else "",
        birth=found.heads[0],
        head=found.head,
        chance=chance,
        manner=in_english(ended.way) if ended else "",
        practice=is_practice(found.header),
        overruled=sum("overrule" in each for each in found.entries),
        known_deal=is_known_deal(found.header),
        parent=fork.game if fork else "",
        parent_entry=fork.entry if fork else 0,
    )


def in_english(way: Phrase) -> str:
    with speaking(ENGLISH):
        return str(way)


def turns(book: AnyRulebook, moments: Sequence[Moment]) -> int:
    """How many turns were played: all entries of a turn that is played in parts count as one, also before it ends.

    A seat may have two turns in a row, so the entry at which each ends distinguishes them.
    """
    return len(turns_of(moments, book.play.is_turn_begun).all)


def status(book: AnyRulebook, found: Log, position: object) -> str:
    """How far a game is whose position is known."""
    phase = replay.phase_of(found)
    ending = ending_of(found.documents)
    over = bool(ending) or (book.play.to_move(position) is None and "deal" in entry_kinds(found))
    if phase == replay.CLOSED:
        return CLOSED if over and not (ending and ending.how == ABANDON) else ABANDONED
    return OVER if over else RUNNING


def entry_kinds(found: Log) -> set[str]:
    return {each["kind"] for each in found.entries}


def sitters(found: Log, ended: Outcome | None) -> Iterator[Sitter]:
    """The seats in the order of the header, each with the player who had it last."""
    firsts = first_turns(found.header["title"], counted_entries(found.documents))
    order, planned, held = list(firsts), planner_seats(found.documents), tenures(found.header, found.entries)
    for seat, player in players(found.header, found.entries).items():
        place = order.index(seat) + 1 if seat in firsts else 0
        score = ended.counts.get(seat) if ended else None
        past = tuple(dict.fromkeys([each.player for each in held[seat] if not each.planned and each.player != player]))
        yield Sitter(seat, player, score, place, firsts.get(seat, ""), seat in planned, past)


def first_turns(title: str, entries: Sequence[Entry]) -> dict[str, str]:
    """Seat → the first action of its first turn, in the order in which the seats came; a pass is an empty text."""
    found: dict[str, str] = {}
    for entry in entries:
        if entry["kind"] in TURNS and entry["seat"] not in found:
            found[entry["seat"]] = next(iter(action_lines(title, entry)), "")
    return found


SummaryFields = Mapping[str, Any]
"""A summary as plain data, for the manifest: its fields, and those of each sitter."""


def said_fields(record: Any) -> dict[str, Any]:
    """The fields of a record, without those that have their usual values: the table of many games stays small."""
    usual = record._field_defaults
    return {name: value for name, value in record._asdict().items() if name not in usual or value != usual[name]}


def summary_fields(each: Summary) -> SummaryFields:
    """For a file; `summary_of_fields` reads it back."""
    found = {**said_fields(each), "sitters": [said_fields(sitter) for sitter in each.sitters]}
    return {**found, "winners": list(each.winners)}


def summary_of_fields(fields: SummaryFields) -> Summary:
    sitters = tuple([Sitter(**{**each, "past": tuple(each.get("past", ()))}) for each in fields["sitters"]])
    return Summary(**{**fields, "sitters": sitters, "winners": tuple(fields["winners"])})
