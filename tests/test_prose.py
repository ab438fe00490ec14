"""Prose is plain English, and wrapped at 120 columns, so that a review shows the words that changed."""

from pathlib import Path

import prose
import pytest
import wrap_prose

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("page", wrap_prose.pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_no_line_of_prose_is_longer_than_120_columns(page: Path) -> None:
    """Tables, code and a single long link may be; tools/wrap_prose.py wraps the rest."""
    assert wrap_prose.long_lines(page.read_text(encoding="utf-8")) == [], "tools/wrap_prose.py wraps it"


def test_everything_that_people_read_is_plain_english() -> None:
    """Pages, `--help`, texts of the program, schemas and laws."""
    assert prose.report(prose.findings(prose.all_texts())) == []


def found(text: str, kind: str = "message") -> list[str]:
    return [each.rule for each in prose.findings([prose.Text(kind, "here", text)])]


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("The verdict is told.", "told"),
        ("A dry run tells the verdict.", "told"),
        ("How to mend it.", "mend"),
        ("What they are to read begins with a dash.", "who clause"),
        ("Nothing happens. Who passes writes no actions.", "who clause"),
        ("After the name stands a space and nothing else.", "verb first"),
        ("5:11 is line 5, letter 11.", "letter"),
        ("It lies now.", "lie"),
        ("Whether moves are lawful.", "lawful"),
        ("Take the folder of the game away.", "take away"),
        ("Take it away.", "take away"),
        ("Cards fall otherwise in your game.", "otherwise"),
        ("The game goes on.", "go on"),
        ("The road leads to K8.", "lead"),
        ("An older one is not good any more.", "any more"),
        ("A road of one's own.", "one's own"),
        ("Nobody misses his turn.", "he"),
        ("CODE is not a word here.", "word"),
        ("The seat that is meant.", "meant"),
        ("A line behind its arrow.", "behind"),
    ],
)
def test_a_listed_pattern_is_found(text: str, rule: str) -> None:
    assert rule in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "Tell the moderator if you lost it.",
        "What is wrong? Send it again.",
        "A substitute may stand in for Anna.",
        "Capital letters and small letters are the same.",
        "Somebody goes on holiday.",
        "You lay a road tile.",
    ],
)
def test_plain_english_passes(text: str) -> None:
    assert found(text) == []


def test_pages_have_short_sentences_and_headings() -> None:
    assert found("word " * 31 + ".", "page") == ["long sentence"]
    assert found("word " * 30, "page") == []
    assert found("One two three four five six seven", "heading") == ["long heading"]
    assert found("Step 3: one two three four five six", "heading") == []
    assert "clause as heading" in found("How it is made", "heading")
    assert found("How to begin", "heading") == []
    assert found("Who wrote this mail?", "heading") == []


def test_code_and_links_of_a_page_are_not_prose() -> None:
    page = "# A page\n\nSee [the list](told.md) and `told`.\n\n```text\nIt is told.\n```\n\n| told | x |\n|---|---|\n"
    texts = list(prose.page_texts(page, "page.md"))
    assert [text.text for text in texts] == ["A page", "See the list and CODE.", "told", "x"]
    assert [text.place for text in texts] == ["page.md:1", "page.md:3", "page.md:9", "page.md:9"]


def test_a_heading_may_name_what_it_is_about() -> None:
    assert found("What happened") == []
    assert found("What was played stays as it is.") == ["who clause"]


def test_all_kinds_of_texts_are_read() -> None:
    assert {text.kind for text in prose.all_texts()} == {"page", "heading", "help", "message", "schema", "law"}
