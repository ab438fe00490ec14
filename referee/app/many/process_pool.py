"""Several processes of this machine. They end with the first one, however it ends."""

import gc
import os
import signal
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from threading import Event, Thread
from typing import Any, TypeVar

from referee.app.many.batches import Batch, BatchResult, batch_result
from referee.store import log
from referee.words import Phrase

R = TypeVar("R")

FIRST = 1
"""The process that takes those whose own parent has ended."""


class ProcessPool:
    """Several processes of this machine."""

    seconds = 0.25

    def __init__(self, executor: ProcessPoolExecutor, workers: int) -> None:
        self.executor, self.workers, self.ahead = executor, workers, 3 * workers

    def submit(self, batch: Batch[Any, R]) -> Future[BatchResult[R]]:
        return self.executor.submit(batch_result, batch)


@contextmanager
def pool(processes: int, ended: Phrase) -> Iterator[ProcessPool]:
    """So many processes; they end with this block. Raises `log.Busy`, which says `ended`."""
    executor = ProcessPoolExecutor(processes, initializer=ready_process, initargs=(os.getpid(),))
    try:
        yield ProcessPool(executor, processes)
    except BrokenProcessPool as error:
        raise log.Busy(ended) from error
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
