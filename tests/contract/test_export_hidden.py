"""The rows of a running game are the same whatever is hidden in it: everything that nobody may know is dealt again."""

import random

import pytest
from hidden_attika import dealt_again

from referee.app.export import game_rows
from referee.app.export.game_rows import rows_of_game
from referee.app.export.tables import ScoreRow
from referee.app.game_access import Game
from referee.store import chain
from referee.testkit.hidden import World, world
from referee.testkit.playouts import Playout, playout

TITLES = ("magna-grecia", "attika")


def rows(game: Playout, real: World) -> object:
    """The rows of the game after the entries of this world."""
    raw = b"".join(chain.raw_documents(game.log.raw)[: len(real.moments)])
    return rows_of_game(Game(game.header["game"], "", chain.parse(raw), game.book, real.moments), is_judged=True)


def leaks(game: Playout) -> bool:
    rng = random.Random(game.log.last)
    real = world(game, rng.choice(range(1, game.log.last)), {})
    other = world(game, len(real.moments) - 1, dealt_again(real, "", rng))
    return rows(game, real) != rows(game, other)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("title", TITLES)
def test_what_is_hidden_changes_no_row(title: str, seed: int) -> None:
    assert not leaks(playout(title, seed))


def test_scores_from_every_hand_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def told(game: Game) -> list[ScoreRow]:
        return [ScoreRow(game.id, 1, "athens", str(game.moments[-1].position), 0)]

    monkeypatch.setattr(game_rows, "score_rows", told)
    assert any(leaks(playout("attika", seed)) for seed in range(5))
