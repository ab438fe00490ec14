"""How e-mails come in and go out."""

from collections.abc import Callable, Iterator
from time import sleep

from referee.exit_codes import MAIL, Foreseen
from referee.store import disk
from referee.words import Phrase

Arrived = Iterator[bytes]
"""Mails. Whoever asks for the next has put the one before into the spool: only then it is marked as read."""


IsStopped = Callable[[], bool]
LOOK = 0.2
"""Seconds between two looks at folders, and at whether the program is to stop."""


def pause(seconds: float, is_stopped: IsStopped) -> None:
    """Wait so long, unless the program is to stop."""
    for _ in range(round(seconds / LOOK)):
        if is_stopped():
            return
        sleep(LOOK)


class Unreached(disk.Trouble):
    """The place where mail arrives cannot be reached or read; nothing was lost. `later`: trying again may help."""

    code = MAIL

    def __init__(self, says: Phrase, later: bool = False) -> None:
        super().__init__(says)
        self.later = later


Send = Callable[[bytes, str], None]
"""Deliver a message to one address. Raises Undelivered."""


class Undelivered(Foreseen):
    """An e-mail that was not delivered; `later`: trying again may help, else somebody has to fix something."""

    code = MAIL

    def __init__(self, says: Phrase, later: bool = True) -> None:
        super().__init__(says)
        self.says = says
        self.later = later

    def __str__(self) -> str:
        return str(self.says)


class Unreachable(Undelivered):
    """There is no server to talk to: no other e-mail would leave either."""
