"""A move that somebody writes in an editor: the block of the report as a file, and what is wrong with it as comments.

The file stays until the move is recorded: a player who breaks off continues from there.
"""

import os
from collections.abc import Iterator
from typing import NamedTuple

from referee.app.errors import Flawed, Missing
from referee.app.game_access import Table, open_game
from referee.app.look import report_files
from referee.app.look.game_views import mover_of, view_for_seat
from referee.reading import Problem
from referee.store import disk
from referee.words import Phrase, say

REMARK = "#! "
"""Begins a line that the referee wrote: it is no part of the move, and goes when the file is read."""


class MoveDraft(NamedTuple):
    """The file of a move, the block with which it began, and the seat that is asked."""

    game: str
    seat: str
    path: str
    block: str

    def text(self) -> str:
        """What the file says, without remarks. Raises `disk.Unreadable`."""
        lines = disk.read_plain_file(self.path).decode("utf-8", "surrogateescape").splitlines()
        return "".join(f"{line}\n" for line in lines if not line.startswith(REMARK.rstrip()))

    def raw(self) -> bytes:
        """The same as a move that can be submitted."""
        return self.text().encode("utf-8", "surrogateescape")

    @property
    def is_untouched(self) -> bool:
        """Whether the file is as it began."""
        return self.text().split() == self.block.split()

    def note(self, error: Exception) -> None:
        """Write into the file what is wrong with it. Raises `errors.Unwritable`."""
        write_draft(self.path, "\n".join(noted_lines(self.text().split("\n"), error)))

    def forget(self) -> None:
        """The move is recorded."""
        disk.forget_file(self.path)


def open_draft(table: Table, id: str, seat: str = "") -> MoveDraft:
    """The draft of the move that is asked for now, with the block as its text unless there is one already.

    With `seat` the block has what this seat alone may see. Raises Missing where nobody is to move, Refused.
    """
    game = open_game(table, id)
    mover, view = mover_of(game), view_for_seat(game, seat)
    if view.asked is None or seat not in ("", mover):
        raise Missing(say("It isn't the turn of {seat}: {mover} moves next.", seat=seat, mover=mover))
    folder = os.path.join(table.settings.own_pages, id)
    draft = MoveDraft(id, mover, os.path.join(folder, f"{game.log.last}-{mover}-draft.yaml"), view.asked.block)
    if not os.path.lexists(draft.path):
        report_files.make_folder(folder, 0o700)
        write_draft(draft.path, draft.block)
    return draft


def write_draft(path: str, text: str) -> None:
    report_files.write_output_file(path, text.encode("utf-8", "surrogateescape"), report_files.OWN)


def noted_lines(lines: list[str], error: Exception) -> Iterator[str]:
    """The lines with remarks: each problem below its line, and what is about no line on top."""
    yield f"{REMARK}{say('Nothing was recorded yet. Lines that begin with #! go when you save.')}"
    problems = error.problems if isinstance(error, Flawed) else []
    if not problems:
        yield from (f"{REMARK}{line}" for line in str(error).splitlines())
    for number, line in enumerate(lines, 1):
        yield line
        for problem in problems:
            if problem.line == number:
                yield from (f"{REMARK}  ^ {sentence}" for sentence in problem_sentences(problem))


def problem_sentences(problem: Problem) -> list[Phrase]:
    """What is wrong, and what to do about it."""
    return [each for each in (problem.says, problem.hint) if each]
