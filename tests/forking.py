"""Random games on disk, and forks of them."""

import random
from pathlib import Path
from typing import Any

import hex_title
import nim_title
import pytest
import resealed
from doc_pages import ROOT

from referee.app.game_access import Game, Table, open_game
from referee.app.play import fork_game
from referee.app.verify import verify_log
from referee.reading import schemas
from referee.settings import Settings
from referee.store import private
from referee.testkit.playouts import Playout, playout

NOW = "2026-11-23T19:00:00Z"
OURS = ("magna-grecia", "attika")
TITLES = (*OURS, "nim", "hex")
EXAMPLES = {"nim": nim_title, "hex": hex_title}


def install(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make an example title known, as if its package were installed."""
    if title in EXAMPLES:
        EXAMPLES[title].install(monkeypatch)
        folder = ROOT / "examples" / f"plugin-{title}" / f"referee_{title}" / "schemas"
        monkeypatch.setitem(schemas.TITLE_FOLDERS, title, str(folder))


def table_at(folder: Path) -> Table:
    return Table(Settings(str(folder / "games"), str(folder / "private"), str(folder / "reports")), NOW)


def random_game(title: str, seed: int, folder: Path) -> tuple[Table, Playout, Game]:
    """The random game of this seed on disk, with its secret."""
    played, table = playout(title, seed), table_at(folder)
    id = played.header["game"]
    own = folder / "games" / id
    own.mkdir(parents=True)
    (own / "log.yaml").write_bytes(played.log.raw)
    private.create(table.settings.private, id, secret=played.secret)
    return table, played, open_game(table, id)


def fork(table: Table, parent: str, id: str, at: int | None = None, **more: Any) -> Game:
    fork_game.fork(table, fork_game.ForkRequest(parent, id, at, **more))
    return open_game(table, id)


def log_of(table: Table, id: str) -> bytes:
    return Path(table.folder(id), "log.yaml").read_bytes()


def verdicts(table: Table, id: str, title: str, parent: str = "") -> tuple[str, str]:
    """What each of the two verifiers finds wrong; "" for nothing."""
    found = verify_log.verdict_on_log(table, table.folder(id), None)
    ours = "" if found.good else f"entry {found.entry}: {found.says}"
    return ours, resealed.by_tool(log_of(table, id), title, log_of(table, parent) if parent else None)


def some_entry(game: Game, rng: random.Random) -> int:
    return rng.randrange(1, game.log.last + 1)
