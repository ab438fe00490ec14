"""What `replay` is asked for, and a game as a moving picture in that form."""

from enum import StrEnum
from typing import TYPE_CHECKING

from referee.cli import speech
from referee.cli.arguments import Mistake, bad_option
from referee.cli.speech import is_on_screen
from referee.cli.wanted import NO_PAGE, NO_TEXT, STDOUT, width
from referee.words import say

if TYPE_CHECKING:
    from referee.app.game_access import Table


class ReplayForm(StrEnum):
    """In which form `replay` shows a game."""

    html = "html"
    gif = "gif"


REPLAY_FORMS = {".html": ReplayForm.html, ".htm": ReplayForm.html, ".gif": ReplayForm.gif}
"""How the name of a file ends → what it is."""
PACE, WIDTH = 0.8, "640"
"""Seconds for each turn, and pixels, where nothing else is asked for."""


def replay_mistakes(
    form: ReplayForm, seat: str, moderator: bool, pace: float | None, size: str, entries: str, out: str, json: bool
) -> list[Mistake]:
    """Options of `replay` that mean nothing together."""
    moves, seen = form is not ReplayForm.html, "--seat" if seat else "--moderator" if moderator else ""
    printed = out == STDOUT
    only = say("It only works with --format gif.")
    return [
        (bool(seat and moderator), "--moderator", say("A page is for a seat or for the moderator.")),
        (json and printed, "--json", say("With JSON, give the page a file name: --out")),
        (bool(seen) and moves, seen, say("A moving picture is for everybody, and shows nothing hidden.")),
        (pace is not None and not moves, "--pace", only),
        (bool(size) and not moves, "--size", only),
        (bool(entries) and not moves, "--entries", only),
        (moves and printed and is_on_screen(), "--format", NO_TEXT),
        (not moves and printed and is_on_screen(), "--out", NO_PAGE),
    ]


def moving_picture(table: "Table", game: str, pace: float | None, size: str, entries: str) -> bytes:
    """The board after each turn, as a file that moves. Raises Missing for a game without a board."""
    from referee.app.look.moving_picture import turn_images  # Pillow and resvg are heavy, and few want this
    from referee.report.pictures.moving import packed_pictures

    passage = passage_of(entries) if entries else None
    number, images = turn_images(table, game, width(size or WIDTH), passage)
    drawn = list(speech.progress(images, say("Drawing"), number))
    return packed_pictures(drawn, round(1000 * (pace or PACE)))


def passage_of(entries: str) -> range:
    """The entries of a part of a game, `12-20`. Raises BadParameter."""
    first, _, last = entries.partition("-")
    if not (first.isdecimal() and last.isdecimal() and int(first) <= int(last)):
        raise bad_option(say("Write the first and the last entry, such as 12-20."), "--entries")
    return range(int(first), int(last) + 1)
