"""The page on which readers ask the referee, in Chromium: what it says is what the program says on the command line."""

import os
import random
import re
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from cli_runs import run
from playwright.sync_api import Browser, BrowserContext, Page, expect
from reader_site import ASK, GAMES, ROOT, pyodide, reader_archive, served

from referee.app.browser.reader_questions import ReaderDesk
from referee.app.browser.site_files import pyodide_files, reader_files
from referee.app.notes.read_notes import notes_in_text
from referee.rules.line import closing_secrets
from referee.store import chain, private
from referee.testkit.playouts import random_playout
from referee.titles import book
from referee.words import speaking

SECONDS = 6
"""Until the first answer on a desktop; a machine that runs other tests, too, takes some times as long."""
LOADED = 5
PATIENCE = 120_000
"""Milliseconds."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return reader_archive(tmp_path_factory.mktemp("archive"))


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    with served(site) as found:
        yield found


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    found = browser.new_context(viewport={"width": 1280, "height": 900}, accept_downloads=True)
    found.set_default_timeout(PATIENCE)
    yield found
    found.close()


@pytest.fixture
def page(context: BrowserContext, address: str) -> Iterator[Page]:
    """An empty page; in the end its console must be empty, and nothing asked for but files of the site."""
    found, said, asked = context.new_page(), list[str](), list[str]()
    found.on("console", lambda message: said.append(message.text))
    found.on("pageerror", lambda error: said.append(str(error)))
    context.on("request", lambda request: asked.append(request.url))
    yield found
    assert said == []
    assert [url for url in asked if not url.startswith((address, f"blob:{address}"))] == []


def opened(page: Page, address: str, game: str) -> Page:
    """The page of a game from its link on the game's page, with everything loaded."""
    page.goto(f"{address}{game}/index.html")
    page.get_by_role("link", name="Ask the referee").click()
    expect(page.locator("#begin")).to_contain_text("16 MB")
    page.get_by_role("button", name="Load it").click()
    page.locator("#desk").wait_for()
    return page


def test_the_whole_game_is_checked_in_the_browser_soon(page: Page, address: str) -> None:
    page.goto(f"{address}referee.html#game=rhombus-2")
    begun = monotonic()
    page.get_by_role("button", name="Load it").click()
    page.locator("#desk").wait_for()
    assert monotonic() - begun < SECONDS * LOADED
    expect(page.locator("#status")).to_contain_text("Checked here: 118 entries are right.")


def test_a_position_an_action_a_line_and_notes(page: Page, address: str) -> None:
    opened(page, address, "bruttium-2")
    page.locator("#entry").select_option("12")
    expect(page.locator("#board")).to_be_visible(timeout=PATIENCE)
    page.locator("#action").fill("road A1 n-s")
    page.get_by_role("button", name="Why?").click()
    expect(page.locator("#why")).to_contain_text("There is no space A1", timeout=PATIENCE)
    page.get_by_role("button", name="List all").click()
    expect(page.locator("#why")).not_to_contain_text("A1 n-s")
    legal = (page.locator("#why").text_content() or "").split("\n")[0]
    page.locator("#move").press_sequentially(legal)
    expect(page.locator("#judged")).to_contain_text("Legal: ", timeout=PATIENCE)
    page.get_by_role("button", name="Play it").click()
    expect(page.locator("#line li")).to_have_count(1, timeout=PATIENCE)
    page.get_by_role("button", name="planner").click()
    expect(page.locator("#line li")).to_have_count(2, timeout=PATIENCE)
    page.locator("#text").fill("Worth a try.")
    page.locator("#by").fill("Eva")
    page.get_by_role("button", name="Add the note").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the notes").click()
    assert download.value.suggested_filename == "bruttium-2-notes.yaml"
    saved = notes_in_text(Path(download.value.path()).read_bytes(), "notes.yaml").notes
    assert (saved.authors, saved.notes[0].entry, saved.notes[0].by) == (("Eva",), 12, "Eva")
    assert len(saved.notes[0].lines[0].moves) == 2


def test_a_refused_move_is_not_played_and_the_words_stay(page: Page, address: str) -> None:
    opened(page, address, "bruttium-2")
    page.locator("#move").fill("nothing like a move")
    page.get_by_role("button", name="Play it").click()
    expect(page.locator("#judged")).to_have_attribute("data-good", "false", timeout=PATIENCE)
    expect(page.locator("#line li")).to_have_count(0)
    expect(page.locator("#move")).to_have_value("nothing like a move")


def test_after_the_first_visit_no_network_is_needed(context: BrowserContext, page: Page, address: str) -> None:
    opened(page, address, "bruttium-2")
    page.locator("#offline").wait_for()
    context.set_offline(True)
    page.reload()
    page.get_by_role("button", name="Load it").click()
    page.locator("#desk").wait_for()
    expect(page.locator("#status")).to_contain_text("Checked here: 18 entries are right.")


def test_a_changed_log_is_found_wrong(page: Page, site: Path, address: str) -> None:
    raw = (site / "bruttium-2/log/log.yaml").read_text(encoding="utf-8")
    page.goto(f"{address}referee.html#game=bruttium-2")
    changed = raw.replace("seat: red", "seat: yellow", 1)
    (answer,) = page.evaluate(ASK, [["bruttium-2", changed, []]])
    assert not answer["good"]
    assert "Checked here" not in answer["says"]


def test_from_a_disk_the_page_says_what_to_do(browser: Browser, site: Path) -> None:
    page = browser.new_page()
    page.goto((site / "referee.html").as_uri() + "#game=bruttium-2")
    expect(page.locator("#disk")).to_contain_text("python -m http.server")
    expect(page.locator("#begin")).to_be_hidden()
    page.close()


def test_nothing_bars_anybody(page: Page, address: str) -> None:
    opened(page, address, "bruttium-2")
    assert Axe().run(page).response["violations"] == []
    page.set_viewport_size({"width": 320, "height": 700})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_it_answers_in_the_language_of_the_archive(browser: Browser, site: Path, tmp_path: Path) -> None:
    with speaking("de"):
        files = reader_files(pyodide_files(pyodide()))
    for name, raw in {**files, "bruttium-2/log/log.yaml": (site / "bruttium-2/log/log.yaml").read_bytes()}.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(raw)
    page = browser.new_page()
    page.set_default_timeout(PATIENCE)
    with served(tmp_path) as address:
        page.goto(f"{address}referee.html#game=bruttium-2")
        page.locator("#start").click()
        expect(page.locator("#status")).to_contain_text("Hier geprüft: 18 Einträge sind richtig.", timeout=PATIENCE)
    page.close()


# The same bytes as on the command line


def test_random_moves_get_the_same_answers_as_on_the_command_line(
    page: Page, address: str, thorough: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = 2000 if thorough else 200
    games = [(id, log_text(id), questions(id, number // len(GAMES), 12 if thorough else 3)) for id in GAMES]
    page.goto(f"{address}referee.html")
    found = iter(page.evaluate(ASK, games))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "")
    printed = 0
    for id, text, asked in games:
        desk = ReaderDesk("en")
        assert next(found) == desk.open(id, text.encode())
        for question in asked:
            answer = next(found)
            assert answer == desk.answer(question), (id, question)
            if question["do"] == "why":
                printed += same_as_command(id, text, question, answer)
    assert next(found, None) is None
    assert printed > number // 2


def log_text(id: str) -> str:
    return (ROOT / "games" / id / "log.yaml").read_text(encoding="utf-8")


def questions(id: str, number: int, positions: int) -> list[dict[str, Any]]:
    """Actions and moves that are legal there, that are legal elsewhere, and that are mistyped."""
    rng, desk = random.Random(id), ReaderDesk("en")
    last = desk.open(id, log_text(id).encode())["last"]
    found = list[dict[str, Any]]()
    entries = sorted(rng.sample(range(2, last), positions))
    actions = {entry: desk.answer({"do": "list", "entry": entry})["says"].split("\n") for entry in entries}
    for at in range(number):
        entry = entries[at * positions // number]
        text = rng.choice(actions[rng.choice([entry, entry, *entries])])
        if rng.random() < 0.2:
            text = re.sub(r"\w+$", rng.choice(["A1", "9", "zz", "1ne"]), text)
        does = rng.choices(["why", "judge", "suggest", "show"], [75, 20, 3, 2])[0]
        found.append({"do": does, "entry": entry, "text": text, "seed": at})
    return found


def same_as_command(id: str, text: str, question: dict[str, Any], answer: dict[str, Any]) -> bool:
    """Whether `referee why` judged the action, in a game that is as far; then it must have printed the same bytes."""
    folder = Path("games", id)
    if not folder.is_dir():
        folder.mkdir(parents=True)
        revealed = closing_secrets(chain.parse(text.encode()).documents)
        private.create("private", id, secret=revealed and revealed.first)  # some positions follow from what was hidden
    documents = chain.raw_documents(text.encode())[: question["entry"]]
    (folder / "log.yaml").write_bytes(b"".join(documents))
    ran = run("why", id, question["text"])
    if "isn't an action of" in answer["says"]:  # the command adds where to find examples on the command line
        assert ran.out.startswith(answer["says"])
        return False
    assert (ran.out or ran.err) == answer["says"] + "\n", question
    return ran.code in (0, os.EX_DATAERR)


@pytest.mark.parametrize("title", ["magna-grecia", "attika"])
def test_random_games_get_the_same_verdicts(page: Page, address: str, title: str, thorough: bool) -> None:
    logs = [random_playout(book(title), seed).log for seed in range(12 if thorough else 2)]
    games = [(str(each.header["game"]), each.raw.decode(), list[Any]()) for each in logs]
    page.goto(f"{address}referee.html")
    answers = page.evaluate(ASK, games)
    for (id, text, _), answer in zip(games, answers, strict=True):
        assert answer == ReaderDesk("en").open(id, text.encode())
        assert answer["good"]
