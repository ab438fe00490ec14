"""Orders ahead that pass, and those that ask for what everybody may know of the others."""

from pathlib import Path

import pytest
from cli_runs import NOW, SECRET, run
from ordering import LATER, cup, cup_now, look, suggested, table

from referee.app.ahead.written_orders import Asking, is_true
from referee.app.errors import Refused
from referee.app.game_access import Game, open_game
from referee.app.play import new_game
from referee.store import log

__all__ = ["cup"]
PLAYERS = {"magna-grecia": ["yellow=Anna", "red=Bruno"], "attika": ["athens=Ada", "corinth=Carl"]}


def began(title: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")
    monkeypatch.setenv("REFEREE_NOW", NOW)
    options = ["first_player=athens"] if title == "attika" else ["rounds=8"]
    plan = new_game.plan(title, "cup", PLAYERS[title], options, None, orders=True)
    new_game.new(table(), plan, secret=SECRET)
    return open_game(table(), "cup")


@pytest.mark.usefixtures("cup")
@pytest.mark.parametrize(
    "written",
    [
        *("orders: pass", "orders: Pass", "orders:\n  - pass", "orders:\n  - move: passe"),
        *("orders:\n  - if: it is round 1\n    move: pass", "orders:\n  - move: {}"),
    ],
)
def test_an_order_passes(written: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ran = run("orders", "cup", "-", stdin=f"game: cup\nseat: red\n{written}\n".encode())
    assert (ran.code, "a pass." in ran.out) == (0, True), ran.err
    suggested()
    look(LATER, monkeypatch)
    entry = log.read_log("games/cup").entry(4)
    assert (entry["kind"], entry["seat"], entry.get("actions")) == ("move", "red", [])


def test_in_attika_an_order_that_passes_takes_the_cards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    began("attika", tmp_path, monkeypatch)
    assert run("orders", "cup", "-", stdin=b"game: cup\nseat: corinth\norders: pass\n").out == "Turn 1: end.\n"
    suggested()
    while cup_now().mover == "athens":
        suggested()
    before = cup_now().position.mats["corinth"].cards
    assert "were played" in look(LATER, monkeypatch)
    assert cup_now().position.mats["corinth"].cards == before + 3


def test_what_is_no_pass_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    began("magna-grecia", tmp_path, monkeypatch)
    ran = run("orders", "cup", "-", stdin=b"game: cup\nseat: red\norders:\n  - move: city K8\n")
    assert (ran.code, "`city K8` is not `pass` or a move." in ran.err) == (65, True)


FACTS = {
    "attika": [
        *("corinth has at least 5 cards", "Carl has at least 5 cards", "anybody has at least 5 cards"),
        *("I have at least 4 cards", "athens has at least 1 card", "nobody has at least 6 cards"),
        *("the deck has at least 3 cards", "the supply has at least 1 amphora", "the supply has at least 2 tiles"),
        *("corinth has at least 0 amphorae", "anybody's storage board has the harbour"),
        *("nobody has built the tower", "corinth has at least 0 settlements"),
        "corinth has built at least 0 buildings",
    ],
    "magna-grecia": [
        *("red has at least 3 roads in the supply", "I have at least 1 road in the supply"),
        *("Bruno has at least 4 cities in the supply", "red has at least 2 markets in the supply"),
        *("red has at least 16 roads in the staging area", "red has at least 16 cities in the staging area"),
        *("the deck has at least 10 cards", "it is round 1", "it is round 1 or later"),
        *("nobody has at least 90 roads in the supply",),
    ],
}
FALSE = {
    "attika": [
        *("corinth has at least 6 cards", "I have at least 5 cards", "the deck has at least 100 cards"),
        *("nobody has at least 5 cards", "anybody has built the tower", "corinth has at least 1 amphora"),
    ],
    "magna-grecia": [
        *("red has at least 17 roads in the staging area", "the deck has at least 11 cards"),
        *("red's city is in K8", "anybody's road ends at K8", "it is round 2 or later"),
    ],
}


@pytest.mark.parametrize("title", FACTS)
def test_orders_ask_for_what_everybody_may_know(title: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = began(title, tmp_path, monkeypatch)
    asking = Asking(game, PLAYERS[title][0].partition("=")[0], 1)
    assert [each for each in FACTS[title] if not is_true(asking, each)] == []
    assert [each for each in FALSE[title] if is_true(asking, each)] == []


def test_nobody_can_ask_for_the_cards_of_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = began("attika", tmp_path, monkeypatch)
    with pytest.raises(Refused, match="I can't read the condition"):
        is_true(Asking(game, "athens", 1), "corinth has at least 1 water cards")
