"""Every call of every command that writes fails, or ends the program: `make test` tries some of them."""

from pathlib import Path

import pytest
from commands import DEEDS, place
from faults import FAULTS, INTERRUPT
from test_every_command import Loop

__all__ = ["place"]
STEP = 50
"""One in so many calls and faults; with --thorough all of them."""


@pytest.mark.parametrize("name", DEEDS)
def test_the_same_again_is_as_if_nothing_had_failed(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, thorough: bool
) -> None:
    loop = Loop(name, tmp_path, monkeypatch)
    for fault, n in list(loop.points([*FAULTS, INTERRUPT]))[:: 1 if thorough else STEP]:
        loop.fail(fault, n)
