"""The game that is played by mail, begun once and copied for each test."""

import os
import shutil
from pathlib import Path

import mailing_game
import pytest


@pytest.fixture(autouse=True)
def menus(menus_made_once: None) -> None:
    """Letters carry what may be done; to find that out takes longer than all else of them."""


@pytest.fixture(scope="session")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder, before = tmp_path_factory.mktemp("begun"), os.getcwd()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("REFEREE_CONFIG", os.devnull)
        os.chdir(folder)
        mailing_game.begin()
    os.chdir(before)
    return folder


@pytest.fixture
def game(begun: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game of two in the current folder, its first letters sent."""
    shutil.copytree(begun, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", os.devnull)
    monkeypatch.setenv("REFEREE_NOW", mailing_game.NOW)
