"""Commands that are run on a real pseudo-terminal, with somebody who answers their questions."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

PATIENCE = 60
"""Seconds without a word after which a program is taken to be stuck."""

AGAIN = 5
"""After so many seconds a person presses Control and C again."""


class Seen(NamedTuple):
    """The exit code of a command, and all that was on the screen, without colours."""

    code: int
    text: str

    @property
    def lines(self) -> list[str]:
        return self.text.splitlines()


def type_answers(
    *arguments: str, answers: Sequence[tuple[str, str]] = (), rows: int = 24, columns: int = 80, **environment: str
) -> Seen:
    """Run `referee` in the current folder: each answer is typed when its question is on the screen."""
    child, screen = pty.fork()
    if not child:
        os.environ.update(environment)
        os.execv(sys.executable, [sys.executable, "-c", WAIT + "from referee.cli import main; main()", *arguments])
    fcntl.ioctl(screen, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    os.write(screen, b"\n")
    shown, left, seen = b"", list(answers), 0
    last = b""
    while True:
        if last == b"\x03\n" and not select.select([screen], [], [], AGAIN)[0]:
            os.write(screen, last)
        if not select.select([screen], [], [], PATIENCE)[0]:
            os.kill(child, signal.SIGKILL)
            break
        try:
            said = os.read(screen, 1 << 16)
        except OSError:  # the program has ended
            break
        if not said:
            break
        shown += said
        while left and (at := shown.find(left[0][0].encode(), seen)) >= 0:
            seen = at + len(left[0][0].encode())
            last = f"{left.pop(0)[1]}\n".encode()
            os.write(screen, last)
    _, status = os.waitpid(child, 0)
    os.close(screen)
    text = re.sub("\x1b\\[[0-9;?]*[A-Za-z]", "", shown.decode().replace("\r\n", "\n")).removeprefix("\n")
    return Seen(os.waitstatus_to_exitcode(status), text)


WAIT = "input();"
"""The program begins when the terminal has its size."""


def editor(folder: Path, *edits: str) -> str:
    """A program for EDITOR that runs the next of these pieces of Python on the `text` of the file it opens."""
    for number, edit in enumerate(edits):
        (folder / f"edit{number}.py").write_text(edit, encoding="utf-8")
    script = folder / "editor.py"
    script.write_text(EDITOR.format(folder=str(folder)), encoding="utf-8")
    return f"{sys.executable} {script}"


EDITOR = """\
import pathlib, sys
folder, file = pathlib.Path({folder!r}), pathlib.Path(sys.argv[1])
edit = sorted(folder.glob("edit[0-9].py"))[0]
names = {{"text": file.read_text(encoding="utf-8")}}
exec(edit.read_text(encoding="utf-8"), names)
file.write_text(names["text"], encoding="utf-8")
edit.rename(edit.with_suffix(".done"))
"""
