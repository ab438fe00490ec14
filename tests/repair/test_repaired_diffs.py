"""A game in which something was undone and corrected is compared under two editions as it counts."""

from pathlib import Path

import pytest
from repaired_games import repaired, table_in

from referee.app.editions.adopt_edition import departure
from referee.app.editions.game_editions import GameCourse, course, ended_turns, sort_game
from referee.app.game_access import committed_secret
from referee.rules.line import counted_moments
from referee.rules.replay import fate_of, state_of
from referee.store.documents import is_kind


@pytest.mark.parametrize(("title", "seed"), [("magna-grecia", 2), ("magna-grecia", 3), ("attika", 1), ("attika", 2)])
def test_under_its_own_edition_a_repaired_game_takes_the_same_course(tmp_path: Path, title: str, seed: int) -> None:
    table = table_in(tmp_path)
    game = list(repaired(table, title, seed))[-1]
    assert any(is_kind(each, "undo", "correct") for each in game.log.entries)
    fate = fate_of(game.book, game.log, committed_secret(table, game.header))
    again = course(game.book, game.log, fate, ended_turns(game.book, game.line))
    assert again.halt is None
    assert sort_game(GameCourse(game.book, tuple(counted_moments(game.moments))), again).state is None
    assert state_of(game.book, again.moments[-1].position) == state_of(game.book, game.position)
    assert departure(game, game.book, fate) is None
