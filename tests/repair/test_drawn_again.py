"""A correction draws exactly what the wrong move drew.

Else it would show what nobody has seen yet, or put back what was seen.
"""

from pathlib import Path

import pytest
from repaired_games import begun, move_file, table_in

from referee.app.errors import Refused
from referee.app.game_access import Game, Table, open_game
from referee.app.play.submit_move import submit
from referee.app.repair.correct_entry import judged_correction
from referee.rules.entry_shapes import TURNS
from referee.rules.line import Moment
from referee.rules.planner import suggest_move
from referee.store.documents import is_kind

MORE = 3
"""With this seed a move of Attika that built something draws a building instead."""


@pytest.mark.parametrize("title", ["magna-grecia", "attika"])
def test_a_correction_draws_what_the_wrong_move_drew(tmp_path: Path, title: str) -> None:
    table, outcomes = table_in(tmp_path), set[str]()
    begun(table, title, 5)
    for step in range(12):
        game = open_game(table, "cup")
        for seed in range(4):
            outcomes.add(outcome(game, last_turn(game), seed, table) if step else "")
        submit(table, move_file(game, suggest_move(game.book, game.position, step)), "move.yaml")
    assert "stands" in outcomes
    assert title == "magna-grecia" or "draws otherwise" in outcomes


def last_turn(game: Game) -> Moment:
    found: Moment = next(each for each in reversed(game.line) if is_kind(each.entry, *TURNS))
    return found


def outcome(game: Game, wrong: Moment, seed: int, table: Table) -> str:
    """What becomes of a correction of the last turn, by a dry run."""
    before = game.line[game.line.index(wrong) - 1]
    move = suggest_move(game.book, before.position, seed)
    if seed == MORE and "draw" not in str(wrong.entry.get("actions")):
        move = {"seat": move["seat"], "actions": [{"draw": "main"}, "store"]}
    if move["seat"] != wrong.entry.get("seat"):
        return "of another seat"
    try:
        found = judged_correction(table, game, wrong.number, move_file(game, move), "move.yaml", "a trial")
    except Refused as refused:
        return "draws otherwise" if "drew" in str(refused.says) or "draw" in str(refused.says) else "refused"
    corrected = next(each for each in found.rewrite.again if each.number == wrong.number)
    assert dict(corrected.asked) == dict(wrong.asked)
    return "stands"
