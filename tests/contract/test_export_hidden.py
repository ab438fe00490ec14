"""The rows of a running game are the same whatever is hidden in it: everything that nobody may know is dealt again."""

import random
from typing import Any

import pytest
from hidden_attika import held_by_others

from referee.app.export import game_rows
from referee.app.export.game_rows import rows_of_game
from referee.app.export.tables import ScoreRow
from referee.app.game_access import Game
from referee.contract.playouts import Playout, playout
from referee.contract.promises import World, dealt_again, nothing_held, world
from referee.store import chain

HELD = {"magna-grecia": nothing_held, "attika": held_by_others}


def rows(game: Playout, real: World) -> object:
    """The rows of the game after the entries of this world."""
    raw = b"".join(chain.raw_documents(game.log.raw)[: len(real.moments)])
    return rows_of_game(Game(game.header["game"], "", chain.parse(raw), game.book, real.moments), is_judged=True)


def leaks(game: Playout, held: Any) -> bool:
    rng = random.Random(game.log.last)
    real = world(game, rng.choice(range(1, game.log.last)), {})
    other = world(game, len(real.moments) - 1, dealt_again(real, "", rng, held))
    return rows(game, real) != rows(game, other)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("title", HELD)
def test_what_is_hidden_changes_no_row(title: str, seed: int) -> None:
    assert not leaks(playout(title, seed), HELD[title])


def test_scores_from_every_hand_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def told(game: Game) -> list[ScoreRow]:
        return [ScoreRow(game.id, 1, "athens", str(game.moments[-1].position), 0)]

    monkeypatch.setattr(game_rows, "score_rows", told)
    assert any(leaks(playout("attika", seed), held_by_others) for seed in range(5))
