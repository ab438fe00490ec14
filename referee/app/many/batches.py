"""Work on many things in batches: what a batch is, how large the next one is, and their results in order.

Results of another program than this one, to the byte, are not ours.
"""

import os
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import islice
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import referee
from referee import shipped_folder, titles
from referee.app.errors import Stop
from referee.app.game_access import TROUBLES
from referee.settings import Misconfigured
from referee.words import speaking

T = TypeVar("T")
R = TypeVar("R")
R_out = TypeVar("R_out", covariant=True)

FIRST = 1
"""Things in each of the first batches, while nobody knows how long one takes."""
MOST = 512
"""Things in a batch at most, so that memory does not grow with their number."""
KNOWN_ERRORS = (*TROUBLES, Stop, Misconfigured)
"""What may be wrong and is no bug: a batch gives what it had done before, and then the error."""

seconds_of_work = getattr(time, "thread_time", time.process_time)
"""The processor time of this thread; where a system does not tell it, as in the browser, that of the process."""


class Known(NamedTuple, Generic[R]):
    """A thing whose result is known already: nobody works on it, but the result keeps its place."""

    result: R


class Batch(NamedTuple, Generic[T, R]):
    """Things for one task, the work on each, and the language of its texts."""

    work: Callable[[T], R]
    things: Sequence[T]
    language: str


class BatchResult(NamedTuple, Generic[R]):
    """The results of a batch up to an error, if there was one, and the seconds of a processor that it took."""

    results: list[R]
    seconds: float
    error: Exception | None = None


class Pending(Protocol[R_out]):
    """A result that comes later: a future."""

    def result(self) -> R_out: ...
    def cancel(self) -> bool: ...


class Engine(Protocol):
    """What works on batches.

    workers  how many batches it works on at once
    seconds  how long a batch should take, so that sending it costs little
    ahead    how many batches are sent before the first result is awaited
    """

    workers: int
    seconds: float
    ahead: int

    def submit(self, batch: Batch[Any, R]) -> Pending[BatchResult[R]]: ...


def batch_result(batch: Batch[T, R]) -> BatchResult[R]:
    """Do the work of a batch: in this process, in one of a pool or on another machine."""
    results: list[R] = []
    begun, error = seconds_of_work(), None
    with speaking(batch.language):
        try:
            for each in batch.things:
                results.append(batch.work(each))
        except KNOWN_ERRORS as known:
            error = known
    return BatchResult(results, seconds_of_work() - begun, error)


class Pace:
    """How large the next batch should be: as long as the engine wants, and small enough to share out what is left."""

    def __init__(self, engine: Engine, number: int) -> None:
        self.engine, self.left = engine, number
        self.done, self.seconds = 0, 0.0

    def size(self) -> int:
        fair = -(-self.left // (2 * self.engine.workers))
        wanted = self.engine.seconds * self.done / self.seconds if self.seconds else FIRST
        return max(1, int(min(fair, wanted, MOST)))

    def learn(self, found: BatchResult[Any]) -> None:
        self.done += len(found.results)
        self.seconds += found.seconds


class Sent(NamedTuple, Generic[R]):
    """Places in order, some with a known result, and the task that brings the others; None: there are none."""

    places: Sequence[object]
    task: Pending[BatchResult[R]] | None


def map_in_order(
    engine: Engine, work: Callable[[T], R], things: Iterable[T | Known[R]], number: int, language: str
) -> Iterator[R]:
    """The results of `work` for all `number` things, in their order. The things are asked for as they are needed."""
    pace, left, sent = Pace(engine, number), iter(things), deque[Sent[R]]()
    try:
        while True:
            while len(sent) < engine.ahead and (places := list(islice(left, pace.size()))):
                pace.left -= len(places)
                sent.append(send(engine, work, places, language))
            if not sent:
                return
            yield from results_of(sent.popleft(), pace)
    finally:
        for each in sent:
            if each.task:
                each.task.cancel()


def send(engine: Engine, work: Callable[[Any], R], places: Sequence[object], language: str) -> Sent[R]:
    """Give an engine the things whose results nobody knows."""
    unknown = [each for each in places if not isinstance(each, Known)]
    return Sent(places, engine.submit(Batch(work, unknown, language)) if unknown else None)


def results_of(sent: Sent[R], pace: Pace) -> Iterator[R]:
    """The results at these places, in order. Raises what the work raised, after the results before it."""
    found: BatchResult[R] = sent.task.result() if sent.task else BatchResult([], 0.0)
    pace.learn(found)
    fresh = iter(found.results)
    for each in sent.places:
        if isinstance(each, Known):
            yield each.result
        else:
            try:
                yield next(fresh)
            except StopIteration:
                break
    if found.error:
        raise found.error


BESIDE = ("schemas", "templates", "locale")
"""Folders that a wheel has inside the package and a checkout beside it."""
LEFT_OUT = (*BESIDE, "games", "cases", "tools", "docs", "__pycache__")
"""What a package may hold that judges and prints nothing."""
KINDS = (".py", ".yaml", ".json", ".mo", ".html", ".css", ".js", ".xml", ".txt", ".svg", ".ttf")


def program_hash() -> str:
    """A SHA-256 of all that decides about a result: code, data files, schemas, templates, catalogues and titles."""
    found = sha256(referee.__version__.encode())
    for path, name in sorted(program_files(), key=lambda each: each[1]):
        with open(path, "rb") as file:
            found.update(f"{name} {sha256(file.read()).hexdigest()}\n".encode())
    return found.hexdigest()


def program_files() -> Iterator[tuple[str, str]]:
    """Each file with a name that is the same in a wheel and in a checkout."""
    package = os.path.dirname(os.path.abspath(referee.__file__))
    yield from files_below(package, "referee", LEFT_OUT)
    for name in BESIDE:
        yield from files_below(shipped_folder(name), name, ())
    for id in titles.ids():
        if id not in titles.OURS:
            yield from files_of_title(id)


def files_of_title(id: str) -> Iterator[tuple[str, str]]:
    """The files of another package's title; none of one that cannot be loaded."""
    try:
        folder = titles.book(id).folder
    except titles.UnknownTitle:
        return
    yield from files_below(folder, f"title {id}", ())


def files_below(folder: str, name: str, left_out: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for above, folders, files in os.walk(folder):
        folders[:] = [each for each in folders if each != "__pycache__" and (above != folder or each not in left_out)]
        within = os.path.relpath(above, folder)
        for each in files:
            if each.endswith(KINDS):
                yield os.path.join(above, each), f"{name}/{within}/{each}".replace(os.sep, "/")
