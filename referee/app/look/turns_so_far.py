"""The turns of a game so far in one line each, as everybody may know them; and the film that they come from."""

from collections.abc import Iterable, Iterator, Sequence

from referee.app.game_access import Game
from referee.rules.replay import Moment
from referee.show.film import Film, FilmedEntry, FilmEnd, Still, Stills, filmed_turns, of_views
from referee.show.view import Line
from referee.words import say


def film_of_game(game: Game, moments: Sequence[Moment], sights: Sequence[str], first: int) -> Film:
    show = game.book.show()
    if show.film:
        return show.film(game.header, moments, sights, first)
    return of_views(show.view, game.header, moments, sights, first)


def end_of_game(game: Game, first: int = 0) -> FilmEnd:
    """What everybody sees at the end of a game, and its stills from place `first` on."""
    stills = Stills(film_of_game(game, game.line, [""], first))
    for _ in stills:
        pass
    return stills.end


def turn_lines(game: Game) -> Iterator[Line]:
    """Each turn that counts, and what was said beside the turns, with the number of the entry after which it was over.

    A turn of several entries is one line; what came between them is in it.
    """
    film = film_of_game(game, game.line, ("",), 0)
    for turn in filmed_turns(filmed_entries(game.line, film.stills)):
        yield from [numbered_line(each.number, line) for each in turn.telling for line in each.still.digest]


def filmed_entries(moments: Iterable[Moment], stills: Iterable[Still]) -> Iterator[FilmedEntry]:
    for at, (moment, still) in enumerate(zip(moments, stills, strict=True)):
        yield FilmedEntry(at, moment.number, str(moment.entry.get("seat", "")), still)


def numbered_line(number: int, line: Line) -> Line:
    return line._replace(says=say("{number}. {turn}", number=number, turn=line.says))
