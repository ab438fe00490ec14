"""A cluster of Dask: workers on other machines that run the same program. They are sent bytes, and no paths."""

import logging
import pickle
import zlib
from collections.abc import Iterator
from concurrent.futures import CancelledError, Executor, Future
from contextlib import contextmanager
from functools import cache
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from referee import __version__
from referee.app.many.batches import Batch, BatchResult, batch_result, program_hash
from referee.settings import Misconfigured
from referee.store import log
from referee.words import Phrase, say

if TYPE_CHECKING:
    from distributed import Client

R = TypeVar("R")

WAIT = 20
"""Seconds to wait for the scheduler, and for its first worker."""
RETRIES = 3
"""How often a batch is tried again after its worker was lost."""
ONE = Lock()
"""A worker with several threads works on one batch at a time: more would only wait for each other."""


class Packet(NamedTuple):
    """A batch as it travels: the hash of the program that wants it, and the batch, packed."""

    program: str
    packed: bytes


class Cluster:
    """The workers of a scheduler. A task costs the scheduler 13 ms, so batches are large."""

    seconds = 2.0

    def __init__(self, client: "Client", workers: int, program: str) -> None:
        self.executor: Executor = client.get_executor(pure=False, retries=RETRIES)  # type: ignore[no-untyped-call]
        self.workers, self.ahead, self.program = workers, 3 * workers, program

    def submit(self, batch: Batch[Any, R]) -> "Arriving":
        return Arriving(self.executor.submit(packet_result, Packet(self.program, pack(batch))))


class Arriving(NamedTuple):
    """The result of a batch that a worker has."""

    future: "Future[bytes]"

    def result(self) -> BatchResult[Any]:
        """Raises `log.Busy` where the workers or the scheduler are lost, Misconfigured for a worker of another kind."""
        try:
            packed = self.future.result()
        except (CancelledError, OSError) as error:
            raise log.Busy(LOST) from error
        except Exception as error:
            if type(error).__name__ == "KilledWorker":
                raise log.Busy(LOST) from error
            raise
        if not packed:
            raise Misconfigured(say("A worker runs another referee than this one. {remedy}", remedy=REMEDY))
        found: BatchResult[Any] = unpack(packed)
        return found

    def cancel(self) -> bool:
        return self.future.cancel()


def pack(thing: object) -> bytes:
    """As few bytes as are quickly made: logs shrink to two fifths."""
    return zlib.compress(pickle.dumps(thing), 1)


def unpack(packed: bytes) -> Any:
    return pickle.loads(zlib.decompress(packed))


def packet_result(packet: Packet) -> bytes:
    """On a worker: the packed result of a batch; nothing if this is another program."""
    if packet.program != own_program():
        return b""
    with ONE:
        return pack(batch_result(unpack(packet.packed)))


@cache  # asked by a worker for each batch, which takes 20 ms more without it
def own_program() -> str:
    return program_hash()


@contextmanager
def cluster(address: str) -> Iterator[Cluster]:
    """The workers of the scheduler at this address. Raises Misconfigured, `log.Busy`."""
    client = connected_client(address)
    try:
        program = own_program()
        yield Cluster(client, same_workers(client, address, program), program)
    finally:
        client.close()  # type: ignore[no-untyped-call]


def connected_client(address: str) -> "Client":
    try:
        from distributed import Client
    except ImportError as error:
        words = "--scheduler needs the extra `cluster`, which isn't installed: pip install 'referee[cluster]'"
        raise Misconfigured(say(words)) from error
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what is wrong is said below, in a sentence
    try:
        return Client(address, timeout=WAIT, set_as_default=False)  # type: ignore[no-untyped-call]
    except OSError as error:
        raise log.Busy(unreachable(address)) from error
    except (ValueError, TypeError) as error:
        words = "{address} isn't the address of a scheduler. Write one such as tcp://192.0.2.1:8786."
        raise Misconfigured(say(words, address=repr(address))) from error


def unreachable(address: str) -> Phrase:
    words = "No scheduler answers at {address}. Start one with `dask scheduler`, or leave out --scheduler."
    return say(words, address=address)


LOST = say("The workers of the scheduler were lost. Start them again and repeat the command.")
REMEDY = say(
    "Its results could differ, so nothing was sent to it. Install referee {version}, and the same titles, on every "
    "worker, and restart it.",
    version=__version__,
)


def same_workers(client: "Client", address: str, program: str) -> int:
    """How many workers there are: all of them run this program. Raises Misconfigured, `log.Busy`."""
    try:
        client.wait_for_workers(1, timeout=WAIT)
        answers = client.run(own_program, on_error="return")
    except (OSError, TimeoutError) as error:
        words = "The scheduler at {address} has no workers. Start some: dask worker {address}"
        raise log.Busy(say(words, address=address)) from error
    if strange := sorted(each for each, found in answers.items() if found != program):
        words = "The worker at {worker} runs another referee than this one. {remedy}"
        raise Misconfigured(say(words, worker=strange[0], remedy=REMEDY))
    return len(answers)
