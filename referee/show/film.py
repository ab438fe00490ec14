"""A whole game entry by entry, as several readers may see it: what the replay page and the archive are made from."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from referee.show.turns import is_turn
from referee.show.view import Board, Line, OpenWay, ReportTable, Seat, Space, Standing
from referee.words import Phrase, say


class Seen(NamedTuple):
    """What one reader sees of an entry next to the board: what happened, and a few tables of the present state."""

    story: tuple[Line, ...]
    tables: tuple[ReportTable, ...]


NOBODY: Mapping[str, str] = {}


class Still(NamedTuple):
    """The game after one entry.

    spaces      those of the board; a space that did not change is the same object as in the still before
    headline    where the game stands, in a sentence
    scores      for each seat, in the order of `Film.seats`, what the chart shows
    milestones  what a reader may want to jump to: `First stone taken over`; not what every title has
    seen        what each of the readers sees, in their order
    turn        `part` of a turn, its `end`, or "" for an entry beside the turns
    digest      in one line a turn what was done in the turn so far, or what an entry beside the turns says
    standing    the cards of the seats, which are the same for all readers; none where a title does not say
    mover       the seat to move, "" for none
    ways        those of the board, see `Board.ways`
    players     seat → who plays it then; not those that the referee plays
    """

    spaces: tuple[Space, ...]
    headline: Phrase
    scores: tuple[int, ...]
    milestones: tuple[Phrase, ...]
    seen: tuple[Seen, ...]
    turn: Literal["part", "end", ""] = "end"
    digest: tuple[Line, ...] = ()
    standing: tuple[Standing, ...] = ()
    mover: str = ""
    ways: tuple[OpenWay, ...] = ()
    players: Mapping[str, str] = NOBODY


class FilmedEntry(NamedTuple):
    """An entry with its place among the stills."""

    at: int
    number: int
    seat: str
    still: Still


class FilmedTurn(NamedTuple):
    """The entries of a turn; seat "" for nobody's. `telling`: those whose digests say all that was done in it.

    before  those that were entered before the turn began
    """

    seat: str
    entries: tuple[FilmedEntry, ...]
    telling: tuple[FilmedEntry, ...]
    before: tuple[FilmedEntry, ...] = ()


def filmed_turns(entries: Iterable[FilmedEntry]) -> Iterator[FilmedTurn]:
    """What is entered between two turns belongs to the second, and what follows the last turn to that one.

    The beginning of a game is a turn of nobody.
    """
    whole, turn = list[FilmedEntry](), list[FilmedEntry]()
    for entry in entries:
        if entry.still.turn and not any(each.still.turn for each in turn):
            if whole:
                yield filmed_turn(whole)
                whole = []
            elif turn:
                yield filmed_turn(turn)
                turn = []
        turn.append(entry)
        if entry.still.turn == "end":
            whole, turn = turn, []
    if whole or turn:
        yield filmed_turn([*whole, *turn])


def filmed_turn(entries: Sequence[FilmedEntry]) -> FilmedTurn:
    """The last part of a turn says all that was done in it."""
    parts = [each for each in entries if each.still.turn]
    if not parts:
        return FilmedTurn("", tuple(entries), tuple(entries))
    before = [each for each in entries if each.at < parts[0].at]
    telling = [each for each in entries if each.at >= parts[-1].at]
    return FilmedTurn(parts[-1].seat, tuple(entries), tuple(telling), tuple(before))


class Film(NamedTuple):
    """A game for some readers: seats, "" for everybody, `view.MODERATOR`.

    board   what never changes of it, without its spaces; None if there is none
    score   what the chart shows
    stills  one for each of the moments asked for, made as they are wanted
    firsts  milestones that matter when they are passed for the first time, the most important one first
    """

    seats: tuple[Seat, ...]
    board: Board | None
    provenance: tuple[Phrase, ...]
    score: Phrase
    stills: Iterator[Still]
    firsts: tuple[Phrase, ...] = ()


class FilmEnd(NamedTuple):
    """What everybody sees of the game after the last still.

    stills  all of them, as they came; none of a game whose entries nobody asked for
    firsts  those of the film
    """

    board: Board | None
    headline: Phrase
    provenance: tuple[Phrase, ...]
    stills: tuple[Still, ...] = ()
    firsts: tuple[Phrase, ...] = ()
    seats: tuple[Seat, ...] = ()


class Stills(Iterator[Still]):
    """The stills of a film; those requested so far are kept at hand."""

    def __init__(self, film: Film) -> None:
        self.film = film
        self.seen: list[Still] = []

    def __next__(self) -> Still:
        self.seen.append(next(self.film.stills))
        return self.seen[-1]

    @property
    def end(self) -> FilmEnd:
        """When all were asked for."""
        assert self.seen, "a game has at least its header"
        last, film = self.seen[-1], self.film
        board = film.board and film.board._replace(spaces=last.spaces, ways=last.ways)
        return FilmEnd(board, last.headline, film.provenance, tuple(self.seen), film.firsts, film.seats)


def of_views(
    view: Any, header: Mapping[str, Any], moments: Sequence[Any], readers: Sequence[str], first: int = 0
) -> Film:
    """The film of a title that shoots none itself, from its views (`Show.view`)."""
    shown = view(header, moments, readers[0])
    return Film(
        shown.seats,
        shown.board and shown.board._replace(spaces=()),
        shown.provenance,
        say(""),
        from_views(view, header, moments, readers, first),
    )


def from_views(
    view: Any, header: Mapping[str, Any], moments: Sequence[Any], readers: Sequence[str], first: int
) -> Iterator[Still]:
    """No view says what the chart would show, or what would be a milestone of the title. Each move is a turn."""
    for at in range(first, len(moments)):
        views = [view(header, moments[: at + 1], reader) for reader in readers]
        seen, shown = tuple([Seen(each.story.lines, tables_of(each)) for each in views]), views[0]
        yield Still(
            spaces=shown.board.spaces if shown.board else (),
            headline=shown.headline,
            scores=(),
            milestones=(),
            seen=seen,
            turn="end" if is_turn(moments[at]) else "",
            digest=shown.digest or shown.story.lines,
            standing=shown.standing,
            mover=shown.asked.seat if shown.asked else "",
            ways=shown.board.ways if shown.board else (),
            players={each.id: each.player for each in shown.seats},
        )


def tables_of(view: Any) -> tuple[ReportTable, ...]:
    return tuple([section for section in view.sections if isinstance(section, ReportTable)])
