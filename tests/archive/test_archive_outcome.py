"""How each sample game ended, in the title's words for lists and statistics."""

import pytest
from archived import ROOT

from referee.app.game_access import Table, open_game
from referee.settings import Settings

TABLE = Table(Settings(str(ROOT / "games")))
ENDINGS = {
    "mezzogiorno-4": (("yellow",), "points", "by points"),
    "bruttium-2": (("yellow",), "points", "by points"),
    "quadrilateral-4": (("sparta",), "buildings", "with all buildings built"),
    "rhombus-2": (("sparta",), "buildings", "by connecting shrines"),
}


@pytest.mark.parametrize("id", ENDINGS)
def test_a_finished_game_shows_who_won_and_why(id: str) -> None:
    game = open_game(TABLE, id)
    outcome = game.book.play.outcome(game.position)
    assert outcome is not None
    assert (outcome.winners, str(outcome.unit), str(outcome.way)) == ENDINGS[id]
    assert set(outcome.counts) == set(game.header["seats"])
    best = [seat for seat, count in outcome.counts.items() if count == max(outcome.counts.values())]
    assert set(outcome.winners) <= set(best) or id == "rhombus-2"


@pytest.mark.parametrize("id", ENDINGS)
def test_a_running_game_has_no_outcome(id: str) -> None:
    game = open_game(TABLE, id)
    last_move = next(moment for moment in reversed(game.moments) if moment.entry.get("kind") == "move")
    before = game.moments[last_move.number - 1]
    assert game.book.play.outcome(before.position) is None
