"""The contract of every title, kept by random games.

`make proofs` plays up to 200 of each title, `python tests/contract --games 5000` any number.
"""

from collections.abc import Callable
from typing import Any

import hidden_attika
import pytest
import slow_magna_grecia

from referee import titles
from referee.contract import hidden
from referee.contract.playouts import playout
from referee.contract.promises import (
    PROMISES,
    legend_explains_what_is_drawn,
    some_candidate_is_legal,
)
from referee.show.view import View

GAMES = {"magna-grecia": 5}
OTHERS = 3
"""So many games of a title in every run; fewer of those whose games are long."""
WHOLE = 4
"""So many of them keep every promise; those after them all but the DEAR ones, which take most of the time."""
DEAR = (hidden.what_is_hidden_changes_nothing_told, some_candidate_is_legal)
OLDER = {"magna-grecia": 2, "attika": 1}
"""So many games are played under each edition that is not the newest."""
PROVED = 200
"""So many keep every promise with `make proofs`."""
OWN = {"magna-grecia": slow_magna_grecia.PROMISES, "attika": hidden_attika.PROMISES}
"""What our own titles promise besides."""


def quick(title: str) -> range:
    """The seeds of every run."""
    return range(GAMES.get(title, OTHERS))


def games(seeds: Callable[[str], range]) -> list[tuple[str, int]]:
    """Title and seed, in turns, so that long games are spread over the processes."""
    every = [(seed, title) for title in titles.ids() for seed in seeds(title)]
    return [(title, seed) for seed, title in sorted(every)]


def keep_promises(title: str, seed: int, but: tuple[Callable[..., None], ...] = (), edition: int | None = None) -> None:
    game = playout(title, seed, edition)
    for promise in (*PROMISES, *hidden.PROMISES, *OWN.get(title, ())):
        if promise not in but:
            promise(game)


@pytest.mark.parametrize(("title", "seed"), games(quick))
def test_random_game_keeps_its_promises(title: str, seed: int) -> None:
    keep_promises(title, seed, but=() if seed < WHOLE else DEAR)


@pytest.mark.parametrize("title", ["magna-grecia", "attika"])
def test_a_legend_that_does_not_explain_a_drawing_breaks_a_promise(title: str) -> None:
    game = playout(title, 0)
    legend_explains_what_is_drawn(game)

    show = game.book.show()

    def without_legend(*arguments: Any) -> View:
        view: View = show.view(*arguments)
        assert view.board
        return view._replace(board=view.board._replace(legend=()))

    with pytest.raises(AssertionError):
        legend_explains_what_is_drawn(
            game._replace(book=game.book._replace(show=lambda: show._replace(view=without_legend)))
        )


def older() -> list[tuple[str, int, int]]:
    """Title, edition and seed of random games under the editions before the newest."""
    editions = [(title, each.number) for title in titles.ids() for each in titles.book(title).editions[:-1]]
    return [(title, number, seed) for title, number in editions for seed in range(OLDER.get(title, 2))]


@pytest.mark.parametrize(("title", "edition", "seed"), older())
def test_random_game_under_an_older_edition_keeps_its_promises(title: str, edition: int, seed: int) -> None:
    keep_promises(title, seed, but=DEAR, edition=edition)
