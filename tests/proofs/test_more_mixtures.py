"""More games in which anybody uses any command of repair and consent at any time."""

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).resolve().parent.parent / "repair"))

from any_mixture import SEATS, check_mixtures

COMMANDS = {"submit", "undo", "correct", "ruling", "fork", "resign", "answer", "draw"}


@pytest.mark.parametrize("title", sorted(SEATS))
def test_more_mixtures_of_commands_leave_good_logs(title: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert set(check_mixtures(title, range(1, 13), 50, tmp_path, monkeypatch)) >= COMMANDS
