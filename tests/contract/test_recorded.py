"""Whatever random orders record can be read back: a small part of what `make proofs` sends."""

import random
from pathlib import Path

import pytest
from verifying import ROOT, verdict

from referee import titles
from referee.app.play import submit_move
from referee.testkit.playouts import playout
from referee.testkit.run import Stage, send_orders

SEEDS = 1
"""So many random games of each title get orders in every run."""
OLDER = 1
"""So many of those that are played under an older edition."""
STAGES, ORDERS = 3, 10
"""At so many places of a game so many orders are sent, one after the other."""
RIGHT, NOT_CHECKED = 0, 3
FOLDERS = {"magna-grecia": "magna_grecia", "attika": "attika"}


def send_to_game(title: str, seed: int, folder: Path, stages: int = STAGES, edition: int | None = None) -> list[Stage]:
    """The stages of a random game after all orders of its seed."""
    game, rng = playout(title, seed, edition), random.Random(f"{title} {seed}")
    return [send_orders(game, folder / f"{seed}-{number}", rng, ORDERS) for number in range(stages)]


def assert_verified(stage: Stage, folder: Path) -> None:
    """The verifier that shares no line with the referee finds the game right, too, once its secret is shown.

    It knows the piles of our own titles; of others it says so.
    """
    closed = submit_move.close(stage.table, stage.id, abandon=True).view
    assert closed is not None
    known = FOLDERS.get(closed.title)
    code, said, wrong = verdict(folder, stage.path, *([ROOT / "referee" / "titles" / known] if known else []))
    assert (code, wrong) == (RIGHT if known else NOT_CHECKED, ""), said


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("title", titles.ids())
def test_what_random_orders_record_can_be_read_back(title: str, seed: int, tmp_path: Path) -> None:
    stages = send_to_game(title, seed, tmp_path)
    if not seed:
        assert_verified(stages[0], tmp_path)


@pytest.mark.parametrize(
    ("title", "edition"), [(title, each.number) for title in titles.ids() for each in titles.book(title).editions[:-1]]
)
@pytest.mark.parametrize("seed", range(OLDER))
def test_what_random_orders_record_under_an_older_edition_can_be_read_back(
    title: str, edition: int, seed: int, tmp_path: Path
) -> None:
    stages = send_to_game(title, seed, tmp_path, edition=edition)
    if not seed:
        assert_verified(stages[0], tmp_path)
