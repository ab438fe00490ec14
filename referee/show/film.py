"""A whole game entry by entry, as several readers may see it: what the replay page and the archive are made from."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from referee.show.view import Board, Line, ReportTable, Seat, Space
from referee.words import Phrase, say


class Seen(NamedTuple):
    """What one reader sees of an entry next to the board: what happened, and a few tables of the present state."""

    story: tuple[Line, ...]
    tables: tuple[ReportTable, ...]


class Still(NamedTuple):
    """The game after one entry.

    spaces      those of the board; a space that did not change is the same object as in the still before
    headline    where the game stands, in a sentence
    scores      for each seat, in the order of `Film.seats`, what the chart shows
    milestones  what a reader may want to jump to: `First stone taken over`; not what every title has
    seen        what each of the readers sees, in their order
    """

    spaces: tuple[Space, ...]
    headline: Phrase
    scores: tuple[int, ...]
    milestones: tuple[Phrase, ...]
    seen: tuple[Seen, ...]


class Film(NamedTuple):
    """A game for some readers: seats, "" for everybody, `view.MODERATOR`.

    board   what never changes of it, without its spaces; None if there is none
    score   what the chart shows
    stills  one for each of the moments asked for, made as they are wanted
    """

    seats: tuple[Seat, ...]
    board: Board | None
    provenance: tuple[Phrase, ...]
    score: Phrase
    stills: Iterator[Still]


class FilmEnd(NamedTuple):
    """What everybody sees of the game after the last still, without the events and the tables of the state.

    story  what the first of the readers was told with each still
    """

    board: Board | None
    headline: Phrase
    provenance: tuple[Phrase, ...]
    story: tuple[tuple[Line, ...], ...] = ()


class Stills(Iterator[Still]):
    """The stills of a film; the last one requested is kept at hand, and the story of all."""

    def __init__(self, film: Film) -> None:
        self.film = film
        self.last: Still | None = None
        self.story: list[tuple[Line, ...]] = []

    def __next__(self) -> Still:
        self.last = next(self.film.stills)
        self.story.append(self.last.seen[0].story)
        return self.last

    @property
    def end(self) -> FilmEnd:
        """When all were asked for."""
        assert self.last, "a game has at least its header"
        board = self.film.board and self.film.board._replace(spaces=self.last.spaces)
        return FilmEnd(board, self.last.headline, self.film.provenance, tuple(self.story))


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
    """No view says what the chart would show, or what would be a milestone of the title."""
    for at in range(first, len(moments)):
        views = [view(header, moments[: at + 1], reader) for reader in readers]
        seen = tuple([Seen(each.story.lines, tables_of(each)) for each in views])
        spaces = views[0].board.spaces if views[0].board else ()
        yield Still(spaces, views[0].headline, (), (), seen)


def tables_of(view: Any) -> tuple[ReportTable, ...]:
    return tuple([section for section in view.sections if isinstance(section, ReportTable)])
