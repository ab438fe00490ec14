"""The example title without a board in the tests' own process: nothing of it is installed."""

from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any

import pytest
from doc_pages import ROOT

from referee import titles
from referee.show.view import Board, View
from referee.words import say

EXAMPLE = ROOT / "examples" / "plugin-nim"
EMPTY = Board("table", say("a table with nothing on it"), ())
"""The board of a view without a board: none, or this one without a space."""


def install(monkeypatch: pytest.MonkeyPatch, board: Board | None = None) -> None:
    """From here on the title `nim` is there, as if its package were installed; its views have this board."""
    monkeypatch.syspath_prepend(str(EXAMPLE))
    import referee_nim
    from referee_nim import view

    def with_board(header: Mapping[str, Any], moments: Sequence[Any], seat: str = "") -> View:
        return made(header, moments, seat)._replace(board=board)

    made = view.view
    monkeypatch.setattr(view, "view", with_board)
    entry = SimpleNamespace(name="nim", value="referee_nim:RULEBOOK", load=lambda: referee_nim.RULEBOOK)
    monkeypatch.setattr(titles, "entry_points", lambda: {"nim": entry})
