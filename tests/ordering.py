"""A game whose players order ahead, for tests: what they send, and what the referee does later."""

from pathlib import Path

import pytest
from cli_runs import NOW, SECRET, run

from referee import reading
from referee.app.game_access import Game, Table, open_game
from referee.app.play import new_game
from referee.settings import Settings
from referee.store import log

LATER = "2026-11-25T19:00:00Z"
PASS = {"actions": [{"resupply": {"road": 2, "city": 0}}]}


def table(now: str = NOW) -> Table:
    return Table(Settings(), now)


@pytest.fixture
def cup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game of two with orders; red moves second."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")
    monkeypatch.setenv("REFEREE_NOW", NOW)
    players = ["yellow=Anna", "red=Bruno"]
    plan = new_game.plan("magna-grecia", "cup", players, ["rounds=8"], "bruttium", orders=True)
    new_game.new(table(), plan, secret=SECRET)
    assert mover() == "yellow"


def cup_now(now: str = NOW) -> Game:
    return open_game(table(now), "cup")


def mover() -> str | None:
    game = cup_now()
    seat: str | None = game.book.play.to_move(game.position)
    return seat


def orders(*items: object, seat: str = "red", **fields: object) -> bytes:
    return reading.dump({"game": "cup", "seat": seat, **fields, "orders": list(items)}).encode()


def send(*items: object, seat: str = "red", **fields: object) -> str:
    """The answer of `referee player orders` to a file, which is kept."""
    ran = run("orders", "cup", "-", stdin=orders(*items, seat=seat, **fields))
    assert ran.code == 0, ran.err
    return ran.out


def move(*actions: object) -> None:
    """A move of the seat to move."""
    text = {"game": "cup", "after": cup_now().log.last, "seat": mover(), "actions": list(actions)}
    ran = run("submit", "-", stdin=reading.dump(text).encode())
    assert ran.code == 0, ran.err


def suggested() -> None:
    ran = run("submit", "-", stdin=run("suggest", "cup").out.encode())
    assert ran.code == 0, ran.err


def look(now: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """What `referee remind` does at a time."""
    monkeypatch.setenv("REFEREE_NOW", now)
    ran = run("remind")
    monkeypatch.setenv("REFEREE_NOW", NOW)
    return ran.out + ran.err


def kinds() -> list[str]:
    return [each["kind"] for each in log.read_log("games/cup").entries]


def words_to(seat: str) -> str:
    """What waits for the next e-mail of a seat."""
    return "\n".join(each.read_text() for each in sorted(Path(f"private/cup/talk/{seat}").glob("0*")))
