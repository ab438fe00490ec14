"""Prose is wrapped at 120 columns, so that a review shows the words that changed."""

from pathlib import Path

import pytest
import wrap_prose

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("page", wrap_prose.pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_no_line_of_prose_is_longer_than_120_columns(page: Path) -> None:
    """Tables, code and a single long link may be; tools/wrap_prose.py wraps the rest."""
    assert wrap_prose.long_lines(page.read_text(encoding="utf-8")) == [], "tools/wrap_prose.py wraps it"
