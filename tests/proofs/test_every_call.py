"""The calls of the command `new` that `make test` leaves out: it continues, or recognises its game, whichever fails."""

from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest
import test_new


@pytest.fixture(autouse=True)
def the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """The even numbers: the odd ones are tried in every run."""
    test_new.make_texts_short(monkeypatch)
    monkeypatch.setattr(test_new, "itertools", SimpleNamespace(count=lambda first, each: count(first + 1, each)))


def test_the_same_command_continues_after_every_other_kill(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    test_new.test_the_same_command_continues_where_a_killed_one_stopped(tmp_path, monkeypatch)


@pytest.mark.parametrize("once", [True, False], ids=["once", "for ever"])
@pytest.mark.parametrize("mode", ["EIO", "ENOSPC"])
def test_the_same_command_recognises_a_game_after_every_other_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: str, once: bool
) -> None:
    test_new.test_the_same_command_recognises_a_game_that_the_disk_did_not_confirm(tmp_path, monkeypatch, mode, once)
