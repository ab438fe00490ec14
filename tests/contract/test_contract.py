"""The contract of every title, kept by random games.

`make proofs` plays more of each title, `referee dev contract` any number.
"""

from collections.abc import Callable, Iterable
from typing import Any

import hidden_attika
import pytest
import slow_magna_grecia

from referee import titles
from referee.show.view import View
from referee.testkit import hidden
from referee.testkit.playouts import playout
from referee.testkit.promises import (
    PROMISES,
    law_and_schemas_are_there,
    legend_explains_what_is_drawn,
    some_candidate_is_legal,
)

QUICK = 2
"""So many games of a title in every run."""
WHOLE = 1
"""So many of them keep every promise; those after them all but the DEAR ones, which take most of the time."""
DEAR = (hidden.what_is_hidden_changes_nothing_told, some_candidate_is_legal)
OWN = {"magna-grecia": slow_magna_grecia.PROMISES, "attika": hidden_attika.PROMISES}
"""What our own titles promise besides."""


def games(seeds: Iterable[int]) -> list[tuple[str, int]]:
    """Title and seed, in turns, so that long games are spread over the processes."""
    return [(title, seed) for seed in seeds for title in sorted(titles.ids())]


def keep_promises(title: str, seed: int, but: tuple[Callable[..., None], ...] = (), edition: int | None = None) -> None:
    game = playout(title, seed, edition)
    for promise in (*PROMISES, *hidden.PROMISES, *OWN.get(title, ())):
        if promise not in but:
            promise(game)


@pytest.mark.parametrize(("title", "seed"), games(range(QUICK)))
def test_random_game_keeps_its_promises(title: str, seed: int) -> None:
    keep_promises(title, seed, but=() if seed < WHOLE else DEAR)


@pytest.mark.parametrize("title", titles.OURS)
def test_law_and_schemas_are_there(title: str) -> None:
    law_and_schemas_are_there(titles.book(title))


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


@pytest.mark.parametrize(
    ("title", "edition"), [(title, each.number) for title in titles.ids() for each in titles.book(title).editions[:-1]]
)
def test_random_game_under_an_older_edition_keeps_its_promises(title: str, edition: int) -> None:
    keep_promises(title, 0, but=DEAR, edition=edition)
