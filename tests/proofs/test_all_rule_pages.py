"""Every case of a title stands with its rules; no link of their pages leads nowhere, and axe finds nothing."""

import re
from pathlib import Path

import pytest
from cli_runs import run
from doc_pages import ROOT
from playwright.sync_api import Browser
from test_site import axe_findings


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages of both titles, in English."""
    folder = tmp_path_factory.mktemp("rules")
    for title in ("magna-grecia", "attika"):
        assert run("rules", title, "--out", str(folder / title)).code == 0
    return folder


@pytest.mark.parametrize("title", ["magna-grecia", "attika"])
def test_every_case_stands_with_each_of_its_rules(pages: Path, title: str) -> None:
    for path in (ROOT / "tests" / "conformance" / title).glob("*.yaml"):
        text = path.read_text(encoding="utf-8")
        named = re.findall(r"[A-Z]{2}-\d+\.\d+", next(line for line in text.splitlines() if line.startswith("rule:")))
        if path.stem == "09-1-neither-secret-nor-open":  # an option that there is not has no position
            continue
        assert named, path.name
        for number in named:
            assert f'id="{path.stem}"' in (pages / title / f"{number}.html").read_text(encoding="utf-8")


def test_no_link_leads_nowhere(pages: Path) -> None:
    for page in pages.rglob("*.html"):
        links = re.findall(r'href="([^"#]+)"', page.read_text(encoding="utf-8"))
        assert [link for link in links if not (page.parent / link).exists()] == []


def test_a_refused_case_shows_the_board_before_and_why(pages: Path) -> None:
    page = (pages / "magna-grecia" / "MG-7.2.html").read_text(encoding="utf-8")
    found = re.search(r'<article class="case" id="04-5-order-is-not-sorted".*?</article>', page, re.DOTALL)
    assert found
    case = found[0]
    assert "The road at C2 connects to nothing" in case
    assert case.count("<figure>") == 1
    assert "Before" in case


def test_cases_share_a_printed_page(browser: Browser, pages: Path) -> None:
    page = browser.new_page()
    page.goto((pages / "magna-grecia" / "MG-7.2.html").as_uri())
    assert page.pdf(prefer_css_page_size=True).count(b"/Type /Page\n") < page.locator(".case").count() / 1.5
    page.close()


def test_axe_finds_nothing(browser: Browser, pages: Path) -> None:
    names = ("magna-grecia/index", "magna-grecia/MG-7.2", "attika/AT-5.2")
    assert axe_findings(browser, [(pages / f"{name}.html").as_uri() for name in names]) == []
