"""Repair, consent, rulings, forks and orders in any order: nothing is lost, and all that was recorded can be read.

Some games here; more of them in `make proofs` (tests/proofs/test_more_mixtures.py).
"""

from pathlib import Path

import pytest
from any_mixture import SEATS, check_mixtures


@pytest.mark.parametrize("title", sorted(SEATS))
def test_any_mixture_of_commands_leaves_good_logs(title: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert check_mixtures(title, range(1), 40, tmp_path, monkeypatch)["submit"] > 5
