"""The terminal before which somebody sits: how large it is, questions to them, and their editor."""

import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from typing import TypeVar

import typer

from referee.app import errors
from referee.cli import speech
from referee.store import log
from referee.titles import UnknownTitle
from referee.words import Phrase, say

T = TypeVar("T")

COLUMNS, ROWS = 80, 24
"""The size of a terminal that does not say it, and of what is none."""


def size() -> tuple[int, int]:
    """The columns and rows of the terminal."""
    try:
        found = os.get_terminal_size(sys.stdout.fileno())
    except (OSError, ValueError, AttributeError):
        return COLUMNS, ROWS
    return found.columns or COLUMNS, found.lines or ROWS


def columns() -> int:
    return size()[0] if speech.is_on_screen() else COLUMNS


def rows() -> int:
    return size()[1] if speech.is_on_screen() else ROWS


def is_answered() -> bool:
    """Whether somebody sits there who can be asked: what they type is read, and what is printed they see."""
    return speech.is_on_screen() and sys.stdin is not None and sys.stdin.isatty()


def ask(question: Phrase, usual: str = "") -> str:
    """The answer to a question; the usual one for Enter alone. Raises KeyboardInterrupt where input ends."""
    try:
        answer: str = typer.prompt(str(question), default=usual, show_default=bool(usual))
    except typer.Abort:
        raise KeyboardInterrupt from None
    return answer.strip()


def ask_until(question: Phrase, usual: str, read: Callable[[str], T]) -> T:
    """What is read from an answer; where that cannot be, the reason is said and the question is asked again."""
    while True:
        try:
            return read(ask(question, usual))
        except (errors.Stop, log.Trouble, UnknownTitle) as error:
            speech.talk(speech.full_error_text(error))


def confirm(question: Phrase, usual: bool = True) -> bool:
    """Whether they say yes. Raises KeyboardInterrupt where input ends."""
    try:
        return bool(typer.confirm(str(question), default=usual))
    except typer.Abort:
        raise KeyboardInterrupt from None


def ask_if_meant(question: Phrase, *, yes: bool) -> None:
    """Ask before something that is hard to take back. Raises Exit for a no; where nobody sits there, it goes on."""
    if not yes and is_answered() and not confirm(question, usual=False):
        raise typer.Exit


def edit_file(path: str) -> None:
    """Open a file in the editor of VISUAL or EDITOR and wait until it is closed. Raises Usage where there is none."""
    command = os.environ.get("VISUAL") or os.environ.get("EDITOR") or USUAL_EDITOR[os.name == "nt"]
    words = command.split() if os.name == "nt" else shlex.split(command)
    hint = say("Name an editor, for example: export EDITOR=nano")
    try:
        code = subprocess.run([*words, path], check=False).returncode
    except OSError as error:
        raise errors.Usage(
            say("{editor} cannot be opened: {why}.", editor=command, why=error.strerror), hint
        ) from error
    if code:
        raise errors.Usage(say("{editor} ended with an error ({code}).", editor=command, code=code), hint)


USUAL_EDITOR = {False: "vi", True: "notepad"}
"""Not on Windows, and there."""
