"""The same by real signals: `strace` kills the command at each system call on files, descriptors and sockets.

The kernel counts the calls, so none is forgotten, whatever library makes it. Without `--thorough` some are tried.
"""

import os
import re
import signal
import subprocess
from functools import partial
from pathlib import Path

import children
import posted
import pytest
from posted import Deed
from test_letters_killed import DEEDS, begun, here, spaced

assert here, "a fixture of both modules"
TRACED = "%file,%desc,%network"
TRIED = 2
ENOUGH = 60


@pytest.mark.parametrize("name", DEEDS)
def test_a_kill_at_any_system_call_loses_and_doubles_nothing(name: str, thorough: bool) -> None:
    deed = begun(DEEDS[name])
    made = counted(deed)
    points = [(call, n) for call, times in made.items() for n in range(1, times + 1)]
    assert len(points) > ENOUGH
    print(f"{name}: {len(points)} system calls of {len(made)} kinds")
    for call, n in points if thorough else spaced(points, TRIED):
        killed(deed, call, n)
    for call in made if thorough else ():
        assert traced(deed, f"trace={call}", f"inject={call}:signal=SIGKILL:when={made[call] + 1}") == 0, call
        posted.restored()


def counted(deed: Deed) -> dict[str, int]:
    """How often an undisturbed command makes each call."""
    assert traced(deed, f"trace={TRACED}") == 0
    posted.restored()
    found: dict[str, int] = {}
    for call in re.findall(r"^\d+ +(\w+)\(", Path("../trace").read_text(errors="replace"), re.MULTILINE):
        found[call] = found.get(call, 0) + 1
    return found


def killed(deed: Deed, call: str, n: int) -> None:
    what = f"killed at {call} number {n}"
    assert traced(deed, f"trace={call}", f"inject={call}:signal=SIGKILL:when={n}") == -signal.SIGKILL, what
    posted.recovered(deed, not posted.is_kept())
    posted.check(deed, what)
    posted.restored()


def when_traced(deed: Deed) -> int:
    signal.sigwait({signal.SIGUSR1})  # a call that is not among those counted
    return deed.do().code


def traced(deed: Deed, *rules: str) -> int:
    """Do it in a child that is being traced: how the child ended."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR1})
    child = children.started(partial(when_traced, deed))
    words = ["strace", "-f", "-o", "../trace", *(each for rule in rules for each in ("-e", rule)), "-p", str(child)]
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as tracer:
        assert tracer.stderr is not None
        assert "attached" in tracer.stderr.readline()
        os.kill(child, signal.SIGUSR1)
        ended = children.ended(child)
        tracer.wait()
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGUSR1})
    return ended
