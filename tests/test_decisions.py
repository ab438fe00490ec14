"""Decisions are short pages of one form, each with a number of its own, and all in the index."""

import re
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent.parent / "docs" / "decisions"
PAGES = sorted(FOLDER.glob("[0-9]*.md"))
LONGEST = 30


def test_every_decision_is_in_the_index_under_its_title() -> None:
    index = (FOLDER / "index.md").read_text(encoding="utf-8")
    listed = re.findall(r"^- \[(.*)\]\((.*)\)$", index, re.MULTILINE)
    titles = [page.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ") for page in PAGES]
    assert listed == list(zip(titles, [page.name for page in PAGES], strict=True))


def test_no_two_decisions_have_the_same_number() -> None:
    """A page goes with the code that it explains, so there may be gaps."""
    numbers = [int(page.name[:4]) for page in PAGES]
    assert numbers == sorted(set(numbers))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_decision_has_context_decision_and_consequences(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert re.findall(r"^#+ (.*)$", text, re.MULTILINE)[1:] == ["Context", "Decision", "Consequences"]
    assert text.startswith(f"# {int(page.name[:4])}. ")
    assert len(text.splitlines()) <= LONGEST
