"""Options of the test run."""

from collections.abc import Generator

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--no-skips", action="store_true", help="a skipped or expectedly failing test fails the run")
    parser.addoption(
        "--thorough", action="store_true", help="proofs in full size, which takes long: make proofs PYTEST=--thorough"
    )


@pytest.fixture
def thorough(request: pytest.FixtureRequest) -> bool:
    """Whether a proof runs in full size (100,000 mails, a kill at every call), or in one that suits every change."""
    return bool(request.config.getoption("thorough"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """With `--no-skips` nothing may stay unsaid: what was not run, or failed as expected, is a failure."""
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
