"""The numbers of rules lead to the pages about them, and every link leads somewhere."""

import re
import shutil
import sqlite3
from pathlib import Path

import pytest
from cli_runs import run

ROOT = Path(__file__).parent.parent
LINK = re.compile(r'href="([^"#]*rules\.d/[^"#]*)"')
SCRIPTED = re.compile(r'<body[^>]* data-rules="([^"]*)" data-numbers="([^"]*)"')


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "")
    shutil.copytree(ROOT / "games" / "bruttium-2", "games/bruttium-2")
    return tmp_path


def linked_files(page: Path) -> set[Path]:
    """All files of rule pages to which a page leads, its script included."""
    text = page.read_text(encoding="utf-8")
    found = {(page.parent / name).resolve() for name in LINK.findall(text)}
    for folder, numbers in SCRIPTED.findall(text):
        found |= {(page.parent / folder / f"{number}.html").resolve() for number in numbers.split()}
    return found


def test_an_archive_has_the_pages_to_which_its_numbers_lead(here: Path) -> None:
    assert run("archive", "site", "--with-rules").code == 0
    pages = sorted(Path("site/bruttium-2").glob("*.html"))
    found = {page.name: linked_files(page) for page in pages}
    assert len(found["index.html"]) == 88
    assert (here / "site/rules.d/magna-grecia/MG-9.3.html") in found["record.html"]  # a note cites it
    assert [each for files in found.values() for each in files if not each.is_file()] == []
    assert '<a href="rules.d/magna-grecia/index.html">Rules: Magna Grecia</a>' in Path("site/index.html").read_text(
        "utf-8"
    )
    remembered = ("Games made: 0; unchanged: 1; faulty: 0.\n", "site matches the games exactly.\n")
    assert (run("archive", "site").out, run("archive", "site", "--check").out) == remembered
    assert run("archive", "site", "--no-with-rules", "--check").code == 65
    assert len(linked_files(pages[0])) == 88
    assert run("archive", "site", "--no-with-rules").code == 0
    assert run("archive", "site", "--check").code == 0
    assert linked_files(Path("site/index.html")) == set()
    assert not Path("site/rules.d").exists()
    assert [linked_files(page) for page in pages] == [set(), set()]


def test_a_site_of_an_earlier_version_keeps_its_pages_and_one_without_games_gets_them_later() -> None:
    shutil.move("games/bruttium-2", "bruttium-2")
    assert run("archive", "site", "--with-rules").code == 0
    shutil.move("bruttium-2", "games/bruttium-2")
    assert run("archive", "site").code == 0
    with sqlite3.connect("site/archive.sqlite") as base:
        base.execute("DELETE FROM answer WHERE question = 'site' AND subject = 'rules'")
    base.close()
    assert run("archive", "site").out == "Games made: 0; unchanged: 1; faulty: 0.\n"
    assert Path("site/rules.d/magna-grecia/MG-9.3.html").is_file()


def test_links_of_a_rule_page_lead_to_its_neighbours_and_the_rules_that_it_names(here: Path) -> None:
    assert run("rules", "attika", "--out", "rules").code == 0
    for page in Path("rules").glob("*.html"):
        for name in re.findall(r'href="([^"#][^"]*)"', page.read_text(encoding="utf-8")):
            assert (page.parent / name).is_file(), (page, name)
    assert 'href="./AT-3.4.html"' in Path("rules/AT-3.1.html").read_text(encoding="utf-8")


PAGES = "https://club.example.org/rules"
NUMBER = re.compile(r"\b(?:MG|AT)-[0-9]+(?:\.[0-9]+)+\b")


def test_a_setting_says_where_the_pages_are_for_all_others() -> None:
    Path("referee.toml").write_text(f'rule_pages = "{PAGES}"\n', encoding="utf-8")
    shown = run("show", "bruttium-2", "--at", "10", "--format", "html").out
    assert f'<span class="rule"><a href="{PAGES}/magna-grecia/MG-' in shown
    assert NUMBER.findall(re.sub("<(style|script|a)\\b.*?</\\1>|<[^>]*>", "", shown, flags=re.DOTALL)) == []
    assert SCRIPTED.search(shown)
    assert SCRIPTED.search(run("replay", "bruttium-2").out)
    assert run("archive", "site").code == 0
    assert f'<a href="{PAGES}/magna-grecia/index.html">' in Path("site/index.html").read_text(encoding="utf-8")
    assert run("book", "bruttium-2", "--out", "book.html").code == 0
    assert f'<a href="{PAGES}/magna-grecia/MG-9.3.html">MG-9.3</a>' in Path("book.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("address", ["rules", "ftp://example.org", 'https://a"b', "https://example.org/?q"])
def test_the_setting_is_a_full_address(address: str) -> None:
    Path("referee.toml").write_text(f"rule_pages = '{address}'\n", encoding="utf-8")
    assert "rule_pages can't be" in run("show", "bruttium-2").err


def test_without_it_no_number_is_a_link() -> None:
    shown = run("show", "bruttium-2", "--format", "html").out
    assert '<span class="rule">MG-' in shown
    assert "data-rules" not in shown
