"""Where work on many games is done: in this process, in several of this machine, or in a cluster."""

import gc
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from threading import Event, Thread
from typing import Any, NamedTuple, TypeVar

from referee.app.many.batches import Batch, BatchResult, Engine, Known, batch_result, map_in_order
from referee.store import log
from referee.words import Phrase, language

T = TypeVar("T")
R = TypeVar("R")

FEW = 4
"""Things that are worked on in this process: to begin others takes longer."""
FIRST = 1
"""The process that takes those whose own parent has ended."""


class EngineRequest(NamedTuple):
    """How many processes of this machine (0: one a processor), or the address of a scheduler ("": none)."""

    jobs: int = 0
    scheduler: str = ""


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
    with engine(request, number, few) as found:
        try:
            yield from map_in_order(found, work, things, number, language())
        except BrokenProcessPool as error:
            raise log.Busy(ended) from error


@contextmanager
def engine(request: EngineRequest, number: int, few: int) -> Iterator[Engine]:
    """The engine for so many things; its processes end with it."""
    processes = min(request.jobs or os.cpu_count() or 1, number)
    if request.scheduler:
        from referee.app.many.cluster import cluster  # an extra, which takes half a second to import

        with cluster(request.scheduler) as found:
            yield found
    elif processes < 2 or number < (FEW if request.jobs else few):
        yield Here()
    else:
        with pool(processes) as started:
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


class Pool:
    """Several processes of this machine."""

    seconds = 0.25

    def __init__(self, executor: ProcessPoolExecutor, workers: int) -> None:
        self.executor, self.workers, self.ahead = executor, workers, 3 * workers

    def submit(self, batch: Batch[Any, R]) -> Future[BatchResult[R]]:
        return self.executor.submit(batch_result, batch)


@contextmanager
def pool(processes: int) -> Iterator[Pool]:
    executor = ProcessPoolExecutor(processes, initializer=ready_process, initargs=(os.getpid(),))
    try:
        yield Pool(executor, processes)
    finally:
        executor.shutdown(cancel_futures=True)


def ready_process(first: int) -> None:
    """Make a process ready for work of the `first` one.

    It leaves Ctrl-C to the first one. It does not look for reference cycles: nothing of a game refers to itself.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=end_with, args=(first,), daemon=True).start()
    gc.disable()


def end_with(first: int) -> None:
    """End this process when the `first` one is killed: nobody needs its results then, and nobody else would end it.

    Then the process that started this one is gone, and another has taken its place; the first one, if it was gone
    before it was asked for.
    """
    parent, never = os.getppid(), Event()
    while os.getppid() == parent and (parent == first or parent != FIRST):
        never.wait(1)
    os._exit(1)
