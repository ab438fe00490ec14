"""The turns of a game so far in one line each, as everybody may know them; and the film that they come from."""

from collections.abc import Iterator, Sequence

from referee.app.game_access import Game
from referee.rules.replay import Moment
from referee.show import film
from referee.show.view import Line
from referee.words import say


def film_of_game(game: Game, moments: Sequence[Moment], sights: Sequence[str], first: int) -> film.Film:
    show = game.book.show()
    if show.film:
        return show.film(game.header, moments, sights, first)
    return film.of_views(show.view, game.header, moments, sights, first)


def turn_lines(game: Game) -> Iterator[Line]:
    """Each turn that counts, and what was said beside the turns, with the number of the entry after which it was over.

    A turn of several entries is one line; what came between them is in it.
    """
    moments = game.line
    open_turn: list[Line] = []
    for moment, still in zip(moments, film_of_game(game, moments, ("",), 0).stills, strict=True):
        lines = [numbered_line(moment.number, each) for each in still.digest]
        if still.turn == "part":
            open_turn = lines
        elif still.turn or not open_turn:
            yield from lines
            open_turn = []
        else:
            open_turn += lines
    yield from open_turn


def numbered_line(number: int, line: Line) -> Line:
    return line._replace(says=say("{number}. {turn}", number=number, turn=line.says))
