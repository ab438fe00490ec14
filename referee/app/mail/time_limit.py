"""How long a mail may keep the processor busy: then its handling is cut off, and the next mail has its turn.

Counted is the time of the processor, so that a slow server or a busy machine is no mail's fault. Where the system has
no such signal (Windows), or outside the main thread, nothing is cut off; the limits of what a mail may ask for remain.
"""

import signal
from collections.abc import Iterator
from contextlib import contextmanager

SECONDS = 30.0
"""For one mail. The slowest of all that were tried took half a second."""
AGAIN = 1.0
"""Seconds after which it is cut off once more, in case something swallowed the first."""


class OutOfTime(BaseException):
    """The time is over. Not an Exception: nothing that handles those may keep it."""


@contextmanager
def limit_processor_time(seconds: float) -> Iterator[None]:
    """Raises OutOfTime somewhere inside after so many seconds of the processor.

    Whatever writes to disk is prepared for that, as for an interrupt from the keyboard.
    """
    try:
        before = signal.signal(signal.SIGPROF, cut_off)
    except (AttributeError, ValueError):  # no such signal here, or not the main thread
        yield
        return
    signal.setitimer(signal.ITIMER_PROF, seconds, AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def cut_off(number: int, frame: object) -> None:
    raise OutOfTime
