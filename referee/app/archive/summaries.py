"""What lists and statistics need of a game: plain data, kept between runs, so that no game is replayed for them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from referee.app.play.notation import action_lines
from referee.rules import replay
from referee.rules.replay import Moment
from referee.rules.rulebook import AnyRulebook, Outcome
from referee.show.film import FilmEnd
from referee.show.sentences import is_practice, players
from referee.show.view import title_phrase
from referee.store.documents import Entry
from referee.store.log import Log
from referee.words import ENGLISH, Phrase, speaking

RUNNING, OVER, CLOSED, ABANDONED = "running", "over", "closed", "abandoned"
"""How far a game is: over but its secret not told yet, closed after its end, closed before it."""


class Sitter(NamedTuple):
    """A seat and who plays it.

    score   what was counted at the end; None while the game goes on, or where nothing is
    place   that in the order of the first turns, from 1; 0 without a turn
    first   the first action of the first turn
    """

    seat: str
    player: str
    score: int | None
    place: int
    first: str


class Summary(NamedTuple):
    """A game in brief; texts are in the language in which the summary was made.

    sealed  its moves cannot be judged before the secret is told, so there is no position to tell of
    winners, unit, way, headline  as its title tells them; empty while it goes on, or where the title does not
    turns   how many were played, 0 while it is sealed; `began` and `last`: the times of the first and the last entry
    birth   the hash of the header, by which the game is known for ever; `head` that of the last entry
    manner  the `way` in English, by which filters know it in every language
    practice  anyone could know its shuffle: it does not count
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

    @property
    def full_title(self) -> Phrase | str:
        return title_phrase(self.name, self.practice)


def summary(book: AnyRulebook, found: Log, end: FilmEnd | None, moments: Sequence[Moment], chance: str) -> Summary:
    """The summary of a log that was verified; `end` is that of its last moment, None if it is sealed."""
    position = moments[-1].position
    ended = book.play.outcome(position) if end else None
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
    )


def in_english(way: Phrase) -> str:
    with speaking(ENGLISH):
        return str(way)


SummaryFields = Mapping[str, Any]
"""A summary as plain data, for the manifest: its fields, and those of each sitter."""

TURNS = ("move", "missed")


def turns(book: AnyRulebook, moments: Sequence[Moment]) -> int:
    """How many turns were played: all entries of one that is played in parts are one, also while it goes on.

    A seat may have two turns one after the other, so what tells them apart is where each ends.
    """
    goes_on = [book.play.is_turn_begun(each.position) for each in moments if each.entry.get("kind") in TURNS]
    return goes_on.count(False) + goes_on[-1:].count(True)


def status(book: AnyRulebook, found: Log, position: object) -> str:
    """How far a game is whose position is known."""
    phase = replay.phase_of(found)
    over = phase != replay.WAITING and book.play.to_move(position) is None and "deal" in entry_kinds(found)
    if phase == replay.CLOSED:
        return CLOSED if over else ABANDONED
    return OVER if over else RUNNING


def entry_kinds(found: Log) -> set[str]:
    return {each["kind"] for each in found.entries}


def sitters(found: Log, ended: Outcome | None) -> Iterator[Sitter]:
    """The seats in the order of the header, each with the player who had it last."""
    firsts = first_turns(found.header["title"], found.entries)
    order = list(firsts)
    for seat, player in players(found.header, found.entries).items():
        place = order.index(seat) + 1 if seat in firsts else 0
        yield Sitter(seat, player, ended.counts.get(seat) if ended else None, place, firsts.get(seat, ""))


def first_turns(title: str, entries: Sequence[Entry]) -> dict[str, str]:
    """Seat → the first action of its first turn, in the order in which the seats came; a pass is an empty text."""
    found: dict[str, str] = {}
    for entry in entries:
        if entry["kind"] in TURNS and entry["seat"] not in found:
            found[entry["seat"]] = next(iter(action_lines(title, entry)), "")
    return found


def summary_fields(each: Summary) -> SummaryFields:
    """For a file; `revived` reads it back."""
    return {**each._asdict(), "sitters": [sitter._asdict() for sitter in each.sitters], "winners": list(each.winners)}


def summary_of_fields(fields: SummaryFields) -> Summary:
    sitters = tuple([Sitter(**each) for each in fields["sitters"]])
    return Summary(**{**fields, "sitters": sitters, "winners": tuple(fields["winners"])})
