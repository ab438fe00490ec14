"""Processes of tests that do one thing and end, whatever happens: none continues as a test process of its own."""

import os
import traceback
from collections.abc import Callable

RAISED = 99
"""The exit code of one that raised; its error is on stderr."""


def started(deed: Callable[[], int]) -> int:
    """The id of a process that does this, and ends with the exit code that it gives."""
    leave = os._exit  # before a test puts something else in its place
    child = os.fork()
    if child == 0:
        code = RAISED
        try:
            code = deed()
        except BaseException:
            traceback.print_exc()
        finally:
            leave(code)
    return child


def ended(child: int) -> int:
    """The exit code of a process, once it has ended; negative: the signal that killed it."""
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
