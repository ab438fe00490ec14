"""Options of the test run."""

import gc
import shutil
import signal
from collections import deque
from collections.abc import Generator, Iterator
from typing import TYPE_CHECKING, Any

import answers
import hypothesis
import made_once
import pytest

from referee.app.look import report_files
from referee.app.play import record_move
from referee.report.pictures import raster
from referee.titles.magna_grecia.compose import menu
from referee.words import language

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--no-skips", action="store_true", help="a skipped or expectedly failing test fails the run")
    parser.addoption(
        "--thorough", action="store_true", help="proofs in full size, which takes long: make proofs PYTEST=--thorough"
    )


def pytest_configure() -> None:
    """Hypothesis sets no deadlines: on a machine that does other things, too, they fail tests that are right."""
    hypothesis.settings.register_profile("patient", parent=hypothesis.settings.default, deadline=None)
    hypothesis.settings.load_profile("patient")
    made_once.keep_games()
    made_once.keep_letters()
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell lets what runs behind it ignore Control and C


def pytest_collection_finish() -> None:
    """Python looks for cycles rarely, and not among the modules and tests: that took a tenth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


@pytest.fixture
def thorough(request: pytest.FixtureRequest) -> bool:
    """Whether a proof runs in full size (100,000 mails, a kill at every call), or in one that suits every change."""
    return bool(request.config.getoption("thorough"))


@pytest.fixture(scope="session", autouse=True)
def made_things_kept() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        made_once.keep_all(patch)
        yield


@pytest.fixture(scope="session", autouse=True)
def answers_looked_at() -> Iterator[None]:
    with answers.checked():
        yield


@pytest.fixture(autouse=True)
def answers_that_fit() -> Iterator[None]:
    """No test passes in which a command printed JSON that does not fit the schema of its answers."""
    answers.UNFIT.clear()
    yield
    assert answers.UNFIT == []


@pytest.fixture(scope="session")
def browser() -> Iterator["Browser"]:
    """Chromium, one for all tests of a process: while it is open, its loop of events runs in this thread."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as played:
        # the one without windows takes a quarter less
        program = shutil.which("chromium-headless-shell") or shutil.which("chromium")
        found = played.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture
def real_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """For tests that look at the board of an e-mail."""
    monkeypatch.setattr(raster, "email_pixels", made_once.REAL_EMAIL_PIXELS)


@pytest.fixture
def empty_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """For tests of what is recorded: the pages of reports take a quarter of their time, and nobody looks at them."""
    monkeypatch.setattr(report_files, "report_page", lambda *given, **named: "<html></html>")
    monkeypatch.setattr(record_move, "final_replay", lambda *given: "")


MENUS: deque[tuple[str, Any, dict[str, Any]]] = deque(maxlen=40)
"""The language, a position, and what may be done in it."""


@pytest.fixture
def menus_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Menus are computed once for equal positions of Magna Grecia: for tests of e-mails, which carry them."""
    made = menu.turn_fields

    def kept(position: Any) -> dict[str, Any]:
        for spoken, known, fields in MENUS:
            if spoken == language() and known == position:
                return fields
        MENUS.append((language(), position, made(position)))
        return MENUS[-1][-1]

    monkeypatch.setattr(menu, "turn_fields", kept)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """With `--no-skips` nothing may stay unreported: a test that was not run, or failed as expected, is a failure."""
    report = yield
    if item.config.getoption("no_skips") and (report.skipped or hasattr(report, "wasxfail")):
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid}: skipped or expected to fail, which this run forbids"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """The same for a whole module that skips itself while it is collected."""
    report = yield
    if collector.config.getoption("no_skips") and report.skipped:
        report.outcome = "failed"
        report.longrepr = f"{collector.nodeid}: skipped while collecting, which this run forbids"
    return report
