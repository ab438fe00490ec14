"""The seconds of the processor that each file of tests takes, with the programs that it starts: a plugin of pytest.

    PYTHONPATH=tools make test PYTEST='-p processor_time'

Unlike the time on the clock, they hardly depend on what else the machine does.
"""

from collections import Counter
from collections.abc import Generator
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from typing import Any

import pytest

MOST = 30
"""So many files are listed."""


def processor_seconds() -> float:
    return sum(sum(getrusage(whose)[:2]) for whose in (RUSAGE_SELF, RUSAGE_CHILDREN))


class ProcessorTime:
    """The seconds of each file; of several processes, in the end, of all."""

    def __init__(self) -> None:
        self.files = Counter[str]()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        before = processor_seconds()
        result = yield
        self.files[item.location[0]] += processor_seconds() - before  # type: ignore[assignment]
        return result

    def pytest_sessionfinish(self, session: Any) -> None:
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput["processor_time"] = dict(self.files)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        self.files.update(getattr(node, "workeroutput", {}).get("processor_time", {}))

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        terminalreporter.section(f"processor time: {sum(self.files.values()):.0f} s")
        for file, seconds in self.files.most_common(MOST):
            terminalreporter.write_line(f"{seconds:7.1f} s  {file}")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(ProcessorTime())
