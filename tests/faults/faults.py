"""Do something in a child process and let its n-th call to the file system go wrong; say how it ended.

The calls are counted over everything that is done, the lock's library included.
"""

import errno
import fcntl
import os
import random
import signal
from collections.abc import Callable
from functools import partial
from types import ModuleType
from typing import Any, ClassVar, NamedTuple

from children import RAISED, ended, started

from referee.store.log import Busy, NotRecorded, Unconfirmed, Unreadable

READS = ("read", "listdir", "stat", "lstat", "fstat", "close")
WRITES = ("open", "write", "fsync", "replace", "rename", "link", "unlink", "mkdir", "rmdir", "flock")
HOMES: dict[str, ModuleType] = {name: fcntl if name == "flock" else os for name in READS + WRITES}
REAL: dict[str, Callable[..., Any]] = {name: getattr(home, name) for name, home in HOMES.items()}
NO_ROOM = ("open", "write", "fsync", "replace", "rename", "link", "mkdir")
"""The calls that a full disk refuses."""

RECORDED, NOT_RECORDED, UNCONFIRMED, KILLED = "recorded", "not recorded", "unconfirmed", "killed"
ANSWERS: dict[type[BaseException], str] = {
    Unconfirmed: UNCONFIRMED,
    NotRecorded: NOT_RECORDED,
    Unreadable: NOT_RECORDED,
    Busy: NOT_RECORDED,
    KeyboardInterrupt: NOT_RECORDED,
}
"""What the caller may conclude from each exception."""


class Fault(NamedTuple):
    """`kill` before the call, or `kill after` it; `tear`: write a part, then die; `interrupt`: Ctrl-C; `ENOSPC`, `EIO`:
    that error.

    `once`, or at every call from the n-th on.
    """

    mode: str
    once: bool = True

    def strikes(self, name: str, count: int, n: int) -> bool:
        if count < n or (count > n and self.once):
            return False
        return name in {"tear": ("write",), "ENOSPC": NO_ROOM}.get(self.mode, READS + WRITES)

    def prepare(self) -> None:
        """What is to be done in the child before anything is counted."""

    def strike(self, name: str, given: tuple[Any, ...], n: int) -> None:
        if self.mode == "tear":
            fd, raw = given
            REAL["write"](fd, raw[: random.Random(n).randrange(len(raw))])
        if self.mode in ("tear", "kill", "kill after"):
            os.kill(os.getpid(), signal.SIGKILL)
        if name == "close":
            # As Linux does: it is closed, whatever close says.
            REAL["close"](*given)
        if self.mode == "interrupt":
            raise KeyboardInterrupt
        number = getattr(errno, self.mode)
        raise OSError(number, os.strerror(number))


FAILS = [Fault(mode, once) for mode in ("ENOSPC", "EIO") for once in (True, False)]
FAULTS = [Fault("kill"), Fault("kill after"), Fault("tear"), *FAILS]
INTERRUPT = Fault("interrupt")


class Ending(NamedTuple):
    """How the child ended: what it said, and how many calls it made (only known if it was not killed)."""

    answer: str
    calls: int


class Watch(Fault):
    """Notes the calls, and lets all be."""

    seen: ClassVar[list[str]] = []

    def strikes(self, name: str, count: int, n: int) -> bool:
        self.seen.append(name)
        return False


def calls_of(deed: Callable[[], Any]) -> list[str]:
    """The names of the calls that something makes when nothing fails, in order. It is done by that."""
    ended = run(deed, Watch("none"), 0, lambda do: f"{do().code} {' '.join(Watch.seen)}")
    code, *names = ended.answer.split()
    assert (code, len(names)) == ("0", ended.calls)
    return names


def answer_of(deed: Callable[[], object]) -> str:
    try:
        deed()
    except BaseException as error:
        return ANSWERS.get(type(error), f"raised {error!r}")
    return RECORDED


def run(
    deed: Callable[[], Any], fault: Fault, n: int, answer: Callable[[Callable[[], Any]], str] = answer_of
) -> Ending:
    """Do `deed` in a child whose n-th call suffers the fault; `answer` does it and says how that ended."""
    reader, writer = os.pipe()
    child = started(partial(answer_with, lambda: answer(deed), fault, n, writer))
    os.close(writer)
    said = os.read(reader, 60_000).decode()
    os.close(reader)
    assert ended(child) != RAISED
    calls, _, answered = said.partition(" ")
    return Ending(answered, int(calls)) if said else Ending(KILLED, 0)


def answer_with(answer: Callable[[], str], fault: Fault, n: int, writer: int) -> int:
    """Tell `writer` how many calls there were, and the answer."""
    write = os.write
    counted = install(fault, n)
    said = answer()
    write(writer, f"{counted[0]} {said}".encode())
    return 0


def install(fault: Fault, n: int) -> list[int]:
    """Put the fault in; the list's item counts the calls."""
    fault.prepare()
    counted = [0]

    def counting(name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*given: Any, **named: Any) -> Any:
            counted[0] += 1
            if fault.strikes(name, counted[0], n):
                if fault.mode == "kill after":
                    real(*given, **named)
                fault.strike(name, given, n)
            return real(*given, **named)

        return call

    for name, home in HOMES.items():
        setattr(home, name, counting(name, REAL[name]))
    return counted


def uninstall() -> None:
    """Take the fault out again."""
    for name, home in HOMES.items():
        setattr(home, name, REAL[name])
