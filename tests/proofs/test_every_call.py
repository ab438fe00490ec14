"""All calls of commands that record fail, one after the other: `make test` tries some of them."""

from pathlib import Path

import pytest
import test_new
import test_told
from faults import FAULTS, Fault

STEP = 3
"""Every third call of the other commands fails."""


@pytest.fixture(autouse=True)
def all_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(test_new, "EACH", 1)
    monkeypatch.setattr(test_new, "KILLED_EACH", 1)
    monkeypatch.setattr(test_new, "FAILED_EACH", 1)
    monkeypatch.setattr(test_told, "STEP", STEP)


@pytest.mark.parametrize("fault", FAULTS, ids=str)
def test_every_call_of_a_beginning_may_fail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: Fault) -> None:
    test_new.make_texts_short(monkeypatch)
    test_new.test_every_call_of_a_beginning_may_fail(tmp_path, fault)


def test_the_same_command_continues_after_every_kill(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    test_new.make_texts_short(monkeypatch)
    test_new.test_the_same_command_continues_where_a_killed_one_stopped(tmp_path, monkeypatch)


@pytest.mark.parametrize("once", [True, False], ids=["once", "for ever"])
@pytest.mark.parametrize("mode", ["EIO", "ENOSPC"])
def test_the_same_command_recognises_a_game_after_every_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: str, once: bool
) -> None:
    test_new.make_texts_short(monkeypatch)
    test_new.test_the_same_command_recognises_a_game_that_the_disk_did_not_confirm(tmp_path, monkeypatch, mode, once)


@pytest.mark.parametrize(("name", "fault"), test_told.TRIED, ids=str)
def test_the_messages_of_every_command_agree_with_the_disk(
    name: str, fault: Fault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    test_told.prepare_folder(tmp_path, monkeypatch)
    test_told.test_the_messages_agree_with_the_disk(name, fault, tmp_path)
