"""How e-mails come in and go out."""

from collections.abc import Iterator

from referee.exit_codes import MAIL
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
