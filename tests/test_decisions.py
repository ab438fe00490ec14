"""Decisions are pages of one form, whose numbers never change, and all in the index."""

import re
from pathlib import Path

import pytest
from sources import source_files

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "docs" / "decisions"
PAGES = sorted(FOLDER.glob("[0-9]*.md"))
NUMBERS = {int(page.name[:4]) for page in PAGES}
NAMED = re.compile(r"\bdecisions?[ /]+0*([0-9]+)\b")


def test_every_decision_is_in_the_index_under_its_title() -> None:
    index = (FOLDER / "index.md").read_text(encoding="utf-8")
    listed = re.findall(r"^- \[(.*)\]\((.*)\)$", index, re.MULTILINE)
    titles = [page.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ") for page in PAGES]
    assert listed == list(zip(titles, [page.name for page in PAGES], strict=True))


def test_no_two_decisions_have_one_number() -> None:
    assert len(NUMBERS) == len(PAGES)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_decision_has_context_decision_and_consequences(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert re.findall(r"^#+ (.*)$", text, re.MULTILINE)[1:] == ["Context", "Decision", "Consequences"]
    assert text.startswith(f"# {int(page.name[:4])}. ")


def test_a_decision_that_is_named_is_there() -> None:
    named = {
        (str(path), int(number))
        for path in source_files(".py", ".sql", ".md", ".yaml")
        for number in NAMED.findall(path.read_text(encoding="utf-8"))
    }
    assert named
    assert {(path, number) for path, number in named if number not in NUMBERS} == set()
