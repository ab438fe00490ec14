"""Conformance cases run by an engine: `referee conformance`."""

from collections.abc import Iterator
from typing import Protocol

from referee.app.look.library import conformance
from referee.app.many.batches import Known
from referee.app.many.engines import EngineRequest, results
from referee.words import say

FEW = 100
"""Fewer cases than this are run in one process: it takes no longer than to begin others."""
ENDED = say("A process that checked cases was stopped from outside. Run the command again, or use fewer --jobs.")


class CaseVerdict(Protocol):
    """The verdict that is needed of a `conformance.CaseResult`."""

    @property
    def path(self) -> str: ...
    @property
    def case(self) -> str: ...
    @property
    def ok(self) -> bool: ...
    @property
    def says(self) -> str: ...


def run_cases(files: list[str], engine: EngineRequest) -> Iterator[CaseVerdict]:
    """The verdict on each case file, in order. Raises Misconfigured, `log.Busy`."""
    runner = conformance()
    sent = (runner.case_file(path) for path in files)
    things = (Known(each) if isinstance(each, runner.CaseResult) else each for each in sent)
    done: Iterator[CaseVerdict] = results(runner.result_of_bytes, things, len(files), engine, ENDED, FEW)
    return done
