"""How e-mails come in and go out."""

from collections.abc import Callable, Iterator

from referee.exit_codes import MAIL, Foreseen
from referee.store import disk
from referee.words import Phrase

Arrived = Iterator[bytes]
"""Mails. Whoever asks for the next has put the one before into the spool: only then it is marked as read."""


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
