"""The example title in the tests' own process: it has two editions, and nothing of it is installed."""

from types import SimpleNamespace

import pytest
from doc_pages import ROOT

from referee import titles

EXAMPLE = ROOT / "examples" / "plugin-hex"
FROZEN = EXAMPLE / "editions"
"""Games of its editions as on their release day."""


def install(monkeypatch: pytest.MonkeyPatch) -> None:
    """From here on the title `hex` is there, as if its package were installed."""
    monkeypatch.syspath_prepend(str(EXAMPLE))
    entry = SimpleNamespace(name="hex", value="referee_hex:RULEBOOK", load=load)
    monkeypatch.setattr(titles, "entry_points", lambda: {"hex": entry})


def load() -> object:
    import referee_hex

    return referee_hex.RULEBOOK
