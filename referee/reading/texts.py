"""Bytes by a person → a text: not too long, UTF-8, nothing invisible in it, and no private part of a game."""

import re
from collections.abc import Callable

from referee.reading.caret import BadInput, BadPrivatePart, Problem, Source, clean
from referee.reading.syntax import bad_bytes, bad_characters
from referee.words import say

MOVE = 65_536
FILE = 1_048_576
"""Bytes of a move, and of any other file, that are read."""
ORDERS = 40
"""How deep a text written by a person may be: an order for whatever may be drawn nests as far as a turn can go."""
DEPTH = 8
LETTERS = 4_096
"""How deep lists and groups are nested, and how many characters a text has, in what the referee writes."""
MOVE_BLOCK, ATTACHED = "move", "attachment"
"""What refusals call a move in an e-mail, and a file with it."""
PRIVATE = re.compile(rb"""format["']?\s*:\s*["']?referee-private/""")
"""What the private part of a game says of itself, and nothing that is read here ever does."""


Further = Callable[[Source], tuple[Problem, ...]]
"""A text that can be read → what else is wrong with it."""


def nothing_further(source: Source) -> tuple[Problem, ...]:
    """Nothing more is known of a text than that it can be read."""
    return ()


def as_it_is(raw: bytes) -> bytes:
    """A text that nothing is around."""
    return raw


def refuse_private(raw: bytes, name: str) -> None:
    """The private part of a game is read by the referee alone: nothing of it may be quoted. Raises `BadPrivatePart`."""
    if b"referee-private" in raw and PRIVATE.search(raw):
        says = say("This is the private part of a game. It contains the game's secret, so none of it is shown.")
        raise BadPrivatePart(
            name, [""], (Problem(says, 1, 1, say("Name the file you meant, and don't show this one to anybody.")),)
        )


def decoded_text(raw: bytes, name: str, limit: int) -> str:
    """The text, without byte order mark and carriage returns. Raises `BadInput` for its size or its characters."""
    text = utf8_text(raw, name, limit)
    if not clean(text):
        lines = text.split("\n")
        raise BadInput(name, lines, bad_characters(lines))
    return text


def utf8_text(raw: bytes, name: str, limit: int) -> str:
    """The same, whatever characters are in it. Raises `BadInput` where it is too long, or no text."""
    if len(raw) > limit:
        says = say("This is too long: at most {limit} bytes are read.", limit=limit)
        raise BadInput(name, [""], (Problem(says, 1, 1, say("Check that it is the right file, or make it shorter.")),))
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise bad_bytes(raw, name, error) from None
    return text.removeprefix("\ufeff").replace("\r\n", "\n")
