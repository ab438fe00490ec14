"""What `replay` is asked for, and a game as a moving picture in that form."""

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from referee.cli import speech
from referee.cli.arguments import bad_option
from referee.cli.speech import is_on_screen
from referee.cli.wanted import NO_PAGE, NO_TEXT, STDOUT, width
from referee.words import Phrase, say

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


class ReplayWish(NamedTuple):
    """What `replay` is asked for; `pace` and `size` are None and "" where nothing is said."""

    game: str
    seat: str
    moderator: bool
    form: ReplayForm
    pace: float | None
    size: str
    entries: str
    out: str
    json: bool


def refuse_mixed_replay(wish: ReplayWish) -> None:
    """Options that mean nothing together are mistakes. Raises BadParameter."""
    for wrong, option, why in replay_mistakes(wish):
        if wrong:
            raise bad_option(why, option)


def replay_mistakes(wish: ReplayWish) -> list[tuple[bool, str, Phrase]]:
    """Each possible mistake: whether it was made, the option, and what is wrong with it."""
    moves, seen = wish.form is not ReplayForm.html, "--seat" if wish.seat else "--moderator" if wish.moderator else ""
    printed = wish.out == STDOUT
    only = say("It only works with --format gif.")
    return [
        (
            bool(wish.seat and wish.moderator),
            "--moderator",
            say("A page is for a seat or for the moderator."),
        ),
        (wish.json and printed, "--json", say("With JSON, give the page a file name: --out")),
        (bool(seen) and moves, seen, say("A moving picture is for everybody, and shows nothing hidden.")),
        (wish.pace is not None and not moves, "--pace", only),
        (bool(wish.size) and not moves, "--size", only),
        (bool(wish.entries) and not moves, "--entries", only),
        (moves and printed and is_on_screen(), "--format", NO_TEXT),
        (not moves and printed and is_on_screen(), "--out", NO_PAGE),
    ]


def moving_picture(table: "Table", wish: ReplayWish) -> bytes:
    """The board after each turn, as a file that moves. Raises Missing for a game without a board."""
    from referee.app.look.moving_picture import turn_images  # Pillow and resvg are heavy, and few want this
    from referee.report.pictures.moving import packed_pictures

    passage = passage_of(wish.entries) if wish.entries else None
    number, images = turn_images(table, wish.game, width(wish.size or WIDTH), passage)
    drawn = list(speech.progress(images, say("Drawing"), number))
    pace = round(1000 * (wish.pace or PACE))
    return packed_pictures(drawn, pace)


def passage_of(entries: str) -> range:
    """The entries of a part of a game, `12-20`. Raises BadParameter."""
    first, _, last = entries.partition("-")
    if not (first.isdecimal() and last.isdecimal() and int(first) <= int(last)):
        raise bad_option(say("Write the first and the last entry, such as 12-20."), "--entries")
    return range(int(first), int(last) + 1)
