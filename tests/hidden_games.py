"""A game with hidden hands, for tests of the command line."""

import json
from pathlib import Path
from typing import cast

import pytest
from cli_runs import SECRET, run

from referee.app.game_access import Table
from referee.app.play import new_game
from referee.settings import Settings
from referee.store import log
from referee.store.documents import Entry

NOW = "2026-11-20T19:00:00Z"
PLAYERS = ["athens=Anna", "sparta=Chiara"]


def begin_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin the game in this folder, at a fixed time."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")
    monkeypatch.setenv("REFEREE_NOW", NOW)
    monkeypatch.setenv("REFEREE_TRACEBACK", "")  # a test sets it by a flag; this takes it back
    begin()


def begin(id: str = "cup") -> None:
    plan = new_game.plan("attika", id, PLAYERS, [], "")
    new_game.new(Table(Settings(), NOW), plan, secret=SECRET)


def mover() -> str:
    seat: str = json.loads(run("show", "cup", "--json").out)["asked"]["seat"]
    return seat


def other(seat: str) -> str:
    return "sparta" if seat == "athens" else "athens"


def move(*actions: str, end: bool = False) -> bytes:
    lines = ["game: cup", f"after: {log.read_log('games/cup').last}", f"seat: {mover()}"]
    lines += ["actions:", *[f"  - {each}" for each in actions]] if actions else []
    return "\n".join([*lines, *(["end: true"] if end else []), ""]).encode()


FIRST = "draw: {stack: 1, then: [{if: [road], store: road}, {else: store}]}"
SECOND = "draw: {stack: 2, then: [{else: store}]}"
ORDER = (FIRST, SECOND)


def kept() -> log.Log:
    return log.read_log("games/cup")


def actions_in(entry: Entry) -> list[dict[str, str]]:
    return cast(list[dict[str, str]], entry["actions"])
