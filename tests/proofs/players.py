"""Players with only a mail program: they read their mailbox by IMAP and answer e-mails by SMTP.

The planning player chooses their moves; their options and their addressees they know from their e-mails alone.
"""

import email
import imaplib
import smtplib
from collections.abc import Callable, Iterator
from contextlib import closing
from email.message import EmailMessage
from email.policy import default
from typing import NamedTuple

from servers import PASSWORD, Mailboxes, Mta

BEGIN, END = "-----BEGIN MOVE-----", "-----END MOVE-----"

Brain = Callable[[str], str | None]
"""A seat → the move that it wants to play (YAML), or None when it is not its turn."""


class Letter(NamedTuple):
    """The parts of an e-mail that a player needs: where an answer goes, the block to edit ("": none), and its text."""

    id: str
    reply_to: str
    block: str
    text: str


class Player:
    """One of them. `answers` are the mails that it wrote, in order."""

    def __init__(self, seat: str, mailbox: str, boxes: Mailboxes, mta: Mta, password: str = PASSWORD) -> None:
        self.seat, self.mailbox, self.boxes, self.mta, self.password = seat, mailbox, boxes, mta, password
        self.seen = 0
        self.letter: Letter | None = None
        self.read_ids: set[str] = set()
        self.answers: list[bytes] = []

    def read(self, is_lost: Callable[[], bool] = lambda: False) -> int:
        """Look into the mailbox: returns the number of new e-mails. One that gets lost is never seen."""
        new = 0
        for raw in self.fetched():
            letter = opened(raw)
            if is_lost():
                continue
            new += letter.id not in self.read_ids
            self.read_ids.add(letter.id)
            self.letter = letter
        return new

    def fetched(self) -> Iterator[bytes]:
        with closing(imaplib.IMAP4("127.0.0.1", self.boxes.imap)) as box:
            box.login(self.mailbox, self.password)
            _, (number,) = box.select(readonly=True)
            last = int(number or b"0")
            for at in range(self.seen + 1, last + 1):
                _, found = box.fetch(str(at), "(BODY.PEEK[])")
                assert isinstance(found[0], tuple)
                yield found[0][1]
            self.seen = last

    def write(self, move: str) -> bytes:
        """The answer to the last e-mail, with this move in its block."""
        assert self.letter is not None
        message = EmailMessage()
        message["From"] = f"{self.mailbox}@example.org"
        message["To"] = self.letter.reply_to
        message["In-Reply-To"] = self.letter.id
        message["Message-ID"] = f"<{self.mailbox}.{len(self.answers)}@example.org>"
        tag = self.letter.block.partition("\n")[0]
        message.set_content(f"Here is my move.\n\n{BEGIN}\n{tag}\n{move}{END}\n\n-- \n{self.mailbox}\n")
        self.answers.append(message.as_bytes())
        return self.answers[-1]

    def post(self, raw: bytes) -> None:
        to = email.message_from_bytes(raw, policy=default)["To"]
        with smtplib.SMTP("127.0.0.1", self.mta.smtp) as server:
            server.sendmail(f"{self.mailbox}@example.org", [str(to)], raw)


def opened(raw: bytes) -> Letter:
    message = email.message_from_bytes(raw, policy=default)
    body = message.get_body(("plain",))
    assert body is not None
    text = "\n".join(body.get_content().splitlines())
    block = text.partition(BEGIN + "\n")[2].partition(END)[0]
    return Letter(str(message["Message-ID"]), str(message["Reply-To"]), block, text)
