"""Where work on many games is done: in this process, in several of this machine, or in a cluster."""

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any, NamedTuple, TypeVar

from referee.app.many.batches import Batch, BatchResult, Engine, Known, batch_result, map_in_order
from referee.words import Phrase, language

T = TypeVar("T")
R = TypeVar("R")

FEW = 4
"""Things that are worked on in this process: to begin others takes longer."""


class EngineRequest(NamedTuple):
    """How many processes of this machine (0: one a processor), or the address of a scheduler ("": none)."""

    jobs: int = 0
    scheduler: str = ""


def seconds() -> float:
    """Seconds since some moment: how long somebody has waited, and nothing that could change a result."""
    return monotonic()


def results(
    work: Callable[[T], R],
    things: Iterable[T | Known[R]],
    number: int,
    request: EngineRequest,
    ended: Phrase,
    few: int = FEW,
) -> Iterator[R]:
    """The results of `work` for all `number` things, in order, and the same on every engine.

    few  for fewer things than this no processes are begun, unless their number is requested

    Raises `log.Busy`, which says `ended`, where a process was ended from outside, and what `cluster` raises.
    """
    with engine(request, number, few, ended) as found:
        yield from map_in_order(found, work, things, number, language())


@contextmanager
def engine(request: EngineRequest, number: int, few: int, ended: Phrase) -> Iterator[Engine]:
    """The engine for so many things; its processes end with it."""
    processes = min(request.jobs or os.cpu_count() or 1, number)
    if request.scheduler:
        from referee.app.many.cluster import cluster  # an extra, which takes half a second to import

        with cluster(request.scheduler) as found:
            yield found
    elif processes < 2 or number < (FEW if request.jobs else few):
        yield Here()
    else:
        from referee.app.many.process_pool import pool  # takes a bare start of Python to import

        with pool(processes, ended) as started:
            yield started


class Ready(NamedTuple):
    """A result that is there."""

    found: BatchResult[Any]

    def result(self) -> BatchResult[Any]:
        return self.found

    def cancel(self) -> bool:
        return False


class Here:
    """This process: each thing is worked on when its result is wanted."""

    workers, seconds, ahead = 1, 0.0, 1

    def submit(self, batch: Batch[Any, R]) -> Ready:
        return Ready(batch_result(batch))
