"""Moves of random games with one to five slips: whoever does what the hints offer gets the move that was meant.

120 moves of each title with `make proofs`; of those whose hints all offer something none is lost, changed or added.
"""

import random
from typing import Any

import pytest
from applying import applied, data, problems, untrue
from slips_of_pen import spoiled, written

from referee.testkit.playouts import playout

SEEDS, PROVED = 3, 10
"""So many random games in every run, and so many with `make proofs`."""
EACH = 12
SLIPS = 5
ROUNDS = 8


def moves(title: str, seed: int) -> list[dict[str, Any]]:
    """Moves of a random game that a person could have written."""
    known = {"seat", "actions", "market", "end"}
    found = [dict(turn.move) for turn in playout(title, seed).turns if turn.move.keys() <= known]
    return [each for each in found if each.get("actions")]


@pytest.mark.parametrize("title", ["magna-grecia", "attika"])
@pytest.mark.parametrize("seed", range(SEEDS))
def test_following_the_hints_gives_the_intended_move(title: str, seed: int) -> None:
    rng = random.Random(seed)
    some, schema = moves(title, seed % 4), f"{title}.move"
    offered = 0
    for _ in range(EACH):
        whole = written(rng.choice(some))
        text = spoiled(whole, rng, rng.randrange(1, SLIPS + 1))
        offered += follows(text, whole, schema)
    assert offered >= EACH // 3  # more would have to be asked back, too: edges that are missing, greetings


def follows(text: str, whole: str, schema: str) -> bool:
    """Whether the hints result in the intended move. Those that offer nothing end it; none may be untrue."""
    said = list[str]()
    for _ in range(ROUNDS):
        found = problems(text, schema)
        if not found:
            assert data(text, schema) == data(whole, schema), f"{whole}\n{text}"
            return True
        done = applied(text, found)
        assert untrue(done, schema) == [], f"{whole}\n{text}"
        if not done.written:
            return False
        assert text not in said, f"form a circle:\n{text}"
        said.append(text)
        text = done.text
    raise AssertionError(f"no end:\n{text}")
