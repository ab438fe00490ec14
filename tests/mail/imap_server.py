"""A small IMAP server on this machine that does one thing wrong."""

import re
import socket
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from threading import Event, Thread

Answer = Callable[["Line"], None]
"""What the server does in place of the right answer."""


class Line:
    """One connection, and the command that it is asked."""

    def __init__(self, server: "ImapServer", connection: socket.socket) -> None:
        self.server, self.connection = server, connection
        self.tag, self.words = b"*", b""

    def send(self, *lines: bytes) -> None:
        self.connection.sendall(b"".join(each + b"\r\n" for each in lines))

    def done(self, words: bytes = b"OK done") -> None:
        self.send(self.tag + b" " + words)


class ImapServer:
    """`mails` by their numbers, and those that were `seen`; `wrong`: a command, or GREETING, and what it does."""

    def __init__(self, mails: list[bytes], wrong: Mapping[str, Answer]) -> None:
        self.mails, self.wrong, self.seen = mails, dict(wrong), set[int]()
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.stopped, self.asked = Event(), list[str]()

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.listening.getsockname()[1]}"

    def run(self) -> None:
        while not self.stopped.is_set():
            with suppress(OSError):
                connection, _ = self.listening.accept()
                Thread(target=self.serve, args=(connection,), daemon=True).start()

    def serve(self, connection: socket.socket) -> None:
        line = Line(self, connection)
        with suppress(OSError), connection:
            self.answer(line, "GREETING")
            for raw in connection.makefile("rb"):
                if raw.rstrip() == b"DONE":  # the end of IDLE
                    line.done()
                    continue
                line.tag, _, words = raw.rstrip(b"\r\n").partition(b" ")
                line.words = words
                name = words.upper().removeprefix(b"UID ").split(b" ")[0].decode("ascii", "replace")
                self.asked.append(name)
                self.answer(line, name)
                if name == "LOGOUT":
                    return

    def answer(self, line: Line, name: str) -> None:
        right = getattr(self, name.lower(), Line.done)
        if name in self.wrong:
            self.wrong[name](line)
        else:
            right(line)

    def greeting(self, line: Line) -> None:
        line.send(b"* OK ready")

    def capability(self, line: Line) -> None:
        line.send(b"* CAPABILITY IMAP4rev1 IDLE")
        line.done()

    def select(self, line: Line) -> None:
        line.send(b"* %d EXISTS" % len(self.mails))
        line.done(b"OK [READ-WRITE] selected")

    def search(self, line: Line) -> None:
        line.send(b"* SEARCH" + b"".join(b" %d" % n for n in range(1, len(self.mails) + 1) if n not in self.seen))
        line.done()

    def fetch(self, line: Line) -> None:
        number = int(line.words.split(b" ")[2])
        raw = self.mails[number - 1]
        line.send(b"* %d FETCH (UID %d BODY[]<0> {%d}\r\n%s)" % (number, number, len(raw), raw))
        line.done()

    def store(self, line: Line) -> None:
        self.seen |= {int(each) for each in re.findall(rb"\d+", line.words.split(b" ")[2])}
        line.done()

    def idle(self, line: Line) -> None:
        line.send(b"+ idling")

    def logout(self, line: Line) -> None:
        line.send(b"* BYE")
        line.done()


@contextmanager
def serving(mails: list[bytes], wrong: Mapping[str, Answer] | None = None) -> Iterator[ImapServer]:
    server = ImapServer(mails, wrong or {})
    thread = Thread(target=server.run, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.stopped.set()
        with suppress(OSError):
            server.listening.shutdown(socket.SHUT_RDWR)
        server.listening.close()
        thread.join(5)
