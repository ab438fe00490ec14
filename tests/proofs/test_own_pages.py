"""Every page of the player to move can be made in games as people play them: by the planner, so that pieces meet."""

import pytest

from referee.app.game_access import Game
from referee.app.look import game_views
from referee.app.look.game_views import view_for_reader
from referee.app.look.report_files import report_page
from referee.settings import Settings
from referee.testkit import playouts
from referee.testkit.hidden import world
from referee.titles import book

SEEDS = range(2, 17, 3)
"""Games of four."""


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("title", ["magna-grecia", "attika"])
def test_every_own_page_can_be_made(title: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playouts, "SUGGESTED", 1)
    monkeypatch.setattr(playouts, "PARTS", 1)
    played = playouts.random_playout(book(title), seed)
    moments = world(played, played.log.last, {}).moments
    for number in range(2, len(moments)):
        game = Game(played.header["game"], "", played.log, played.book, moments[:number])
        seat = game.book.play.to_move(game.position)
        if seat:
            assert report_page(Settings(), view_for_reader(game, seat), game_views.offered_menu(game, seat))
