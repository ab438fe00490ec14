"""Games with a clock, and the hours that pass in them, for the tests of time."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from cli_runs import Ran, run

from referee.app.game_access import Table, open_game
from referee.settings import Settings
from referee.store import log

GAMES = {
    "magna-grecia": ("red=Bruno", "yellow=Anna"),
    "attika": ("athens=Anna", "sparta=Bruno"),
}
Now = Callable[[str], None]
CLOCK = {"allowance": "10h", "grace": "0h", "weekends": "count", "zone": "UTC", "missed": "suggest"}


def clock_of_a_test(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Now:
    """`now("21 09:00")`: it is that time of November 2026, UTC."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")

    def set_to(text: str) -> None:
        monkeypatch.setenv("REFEREE_NOW", f"2026-11-{text.replace(' ', 'T')}:00Z")

    set_to("16 09:00")  # a Monday
    return set_to


def begin(*words: str, title: str = "magna-grecia", allowance: str = "72h") -> None:
    players = [word for player in GAMES[title] for word in ("--player", player)]
    clock = [word for each in (f"allowance={allowance}", *words) for word in ("--clock", each)]
    ran = run("new", title, "--id", "cup", *players, *clock)
    assert ran.code == 0, ran.err


def good(*words: str) -> Ran:
    ran = run(*words)
    assert ran.code == 0, (words, ran)
    return ran


def entries() -> list[str]:
    """The entries of the log after the deal, in brief."""
    return [brief(each) for each in log.read_log("games/cup").entries[1:]]


def brief(entry: Mapping[str, Any]) -> str:
    return " ".join(entry[key] for key in ("kind", "event", "by") if key in entry)


def mover() -> str:
    game = open_game(Table(Settings()), "cup")
    return str(game.book.play.to_move(game.position))


def tick_through(now: Now, first: int, last: int, *, hours: int = 1) -> None:
    """The tick at every hour of these days."""
    for hour in range(0, 24 * (last - first + 1), hours):
        now(f"{first + hour // 24} {hour % 24:02}:00")
        good("remind")


def private_part() -> str:
    return Path("private/cup.yaml").read_text()
