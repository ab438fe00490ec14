"""A game in which something was undone and corrected is compared under two editions as it counts."""

from pathlib import Path

import pytest
from repaired_games import begun, move_file, repaired, table_in

from referee.app.editions.change_rules import departure
from referee.app.editions.compare_games import ComparisonRequest, Run
from referee.app.editions.game_editions import GameCourse, course, ended_turns, sort_game
from referee.app.game_access import Game, Table, committed_secret, open_game
from referee.app.many.engines import EngineRequest
from referee.app.play.submit_move import submit
from referee.app.repair.take_back import UndoRequest, take_back
from referee.rules.line import counted_moments
from referee.rules.planner import suggest_move
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


@pytest.mark.parametrize("title", ["magna-grecia", "attika"])
def test_a_game_that_was_shuffled_again_is_compared_under_two_editions(tmp_path: Path, title: str) -> None:
    """What was seen before is what was seen under the edition of the game, whatever another would have made of it."""
    table = table_in(tmp_path)
    begun(table, title, 5)
    played(table, 6)
    take_back(table, "cup", UndoRequest(3, why="a trial", reseal=True))
    game = played(table, 4)
    assert any("commitment" in each for each in game.log.entries)
    assert next(Run(table, ComparisonRequest((game.folder,), (1, 2), EngineRequest(1))).steps()).is_compared


def played(table: Table, moves: int) -> Game:
    for _ in range(moves):
        game = open_game(table, "cup")
        submit(table, move_file(game, suggest_move(game.book, game.position, 1)), "move.yaml")
    return open_game(table, "cup")
