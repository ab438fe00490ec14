"""Where the tests of archives are run."""

import shutil
from pathlib import Path

import pytest
from archived import ROOT


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder with the two short sample games."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "")
    monkeypatch.setenv("REFEREE_NOW", "2026-11-20T19:00:00Z")
    for id in ("bruttium-2", "rhombus-2"):
        shutil.copytree(ROOT / "games" / id, Path("games", id), ignore=shutil.ignore_patterns(".lock"))
    return tmp_path
