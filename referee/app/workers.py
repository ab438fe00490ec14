"""The same work on many things, by several processes."""

import gc
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from threading import Event, Thread
from typing import TypeVar

from referee.store import log
from referee.words import Phrase, language, speak

T = TypeVar("T")
R = TypeVar("R")

FEW = 4
"""Things that are worked on in this process: to begin others takes longer."""
FIRST = 1
"""The process that takes those whose own parent has ended."""


def results(work: Callable[[T], R], things: Sequence[T], processes: int, ended: Phrase) -> Iterator[R]:
    """The results of `work` for all things, in order, by as many processes as wanted (0: one a processor).

    Raises `log.Busy`, which says `ended`, where a process was ended from outside.
    """
    number = min(processes or os.cpu_count() or 1, len(things))
    if number < 2 or len(things) < FEW:
        yield from map(work, things)
        return
    with ProcessPoolExecutor(number, initializer=ready, initargs=(language(), os.getpid())) as pool:
        try:
            yield from pool.map(work, things, chunksize=max(1, min(4, len(things) // (4 * number))))
        except BrokenProcessPool as error:
            raise log.Busy(ended) from error


def ready(spoken: str, first: int) -> None:
    """A process that works on many things: it speaks the language of the `first`.

    Switch off the search for reference cycles: nothing of a game refers to itself.
    """
    Thread(target=end_with, args=(first,), daemon=True).start()
    gc.disable()
    speak(spoken)


def end_with(first: int) -> None:
    """End this process when the `first` one is killed: nobody needs its results then, and nobody else would end it.

    Then the process that started this one is gone, and another has taken its place; the first one, if it was gone
    before it was asked for.
    """
    parent, never = os.getppid(), Event()
    while os.getppid() == parent and (parent == first or parent != FIRST):
        never.wait(1)
    os._exit(1)
