"""What tests do with a site of all games, and what they read there."""

import shutil
from pathlib import Path
from typing import Any

import pytest
from cli_runs import run

from referee.app.archive.manifest import open_manifest
from referee.store import chain

ROOT = Path(__file__).parent.parent.parent
SITE = Path("site")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder with the two short sample games."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "")
    monkeypatch.setenv("REFEREE_NOW", "2026-11-20T19:00:00Z")
    for id in ("bruttium-2", "rhombus-2"):
        shutil.copytree(ROOT / "games" / id, Path("games", id), ignore=shutil.ignore_patterns(".lock"))
    return tmp_path


def archived(*words: str, code: int = 0) -> str:
    ran = run("archive", "site", *words)
    assert ran.code == code, ran.out + ran.err
    return ran.out + ran.err


def kept(id: str) -> dict[str, Any]:
    """What the manifest of the archive says of a game."""
    found = open_manifest(str(SITE), check=True).game(id)
    assert found
    return found._asdict()


def text(name: str) -> str:
    return (SITE / name).read_text(encoding="utf-8")


def changed_log(id: str, old: bytes, new: bytes) -> None:
    path = Path("games", id, "log.yaml")
    raw = path.read_bytes()
    assert old in raw
    path.write_bytes(raw.replace(old, new, 1))


def cut(id: str, entries: int) -> None:
    """The log without what follows this entry."""
    path = Path("games", id, "log.yaml")
    path.write_bytes(b"".join(chain.raw_documents(path.read_bytes())[: entries + 1]))


def entries(id: str) -> int:
    """How many entries the log of a game has, its header not counted."""
    return len(chain.raw_documents(Path("games", id, "log.yaml").read_bytes())) - 1
