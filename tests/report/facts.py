"""What the tests compare reports with: every word of a view, and a view full of hostile ones."""

from collections.abc import Iterator
from typing import Any

import sample
from ground import board_of

from referee.show.view import LAND, Ground, Seat, Symbol, View
from referee.words import Phrase, say

EVIL = (
    "<script>alert(1)</script>\"'><img src=http://evil.example/x onerror=a()>&amp;"
    " \x1b[31m\u202eevil\nhead: evil {{ 7*7 }} {% x %}"
)


def words_of(view: View) -> list[str]:
    """Every text and number that a complete report of the view must hold."""
    left_out = {"ground", "shape", "kind", "fresh", "edges", "id", "q", "r", "text", "title"}
    told = tuple(space for space in board_of(view).spaces if space.pieces or space.ground != LAND)
    shown = view._replace(head=view.head[:12], board=board_of(view)._replace(spaces=told))
    return list(dict.fromkeys(words(shown, left_out)))


def words(value: Any, left_out: set[str]) -> Iterator[str]:
    if isinstance(value, Ground | Symbol):
        return  # drawings
    if isinstance(value, Phrase):
        yield str(value)
    elif isinstance(value, tuple):
        names = getattr(value, "_fields", [""] * len(value))
        for name, part in zip(names, value, strict=True):
            if name not in left_out:
                yield from words(part, left_out)
    elif isinstance(value, (str, int)) and not isinstance(value, bool):
        yield str(value)


def hostile() -> View:
    """The sample with EVIL in every place that a player can write to."""
    view = sample.view()
    space = board_of(view).spaces[0]
    spaces = (space._replace(name=EVIL[:30], words=say("{x}", x=EVIL)), *board_of(view).spaces[1:])
    lines = tuple(line._replace(says=say("{x}", x=EVIL)) for line in view.story.lines)
    row = sample.standing().rows[0]._replace(cells=(EVIL, EVIL, 1, 2, 3))
    return view._replace(
        game=EVIL,
        headline=say("{x}", x=EVIL),
        seats=tuple(Seat(seat.id, EVIL, seat.initial) for seat in view.seats),
        story=view.story._replace(lines=lines),
        board=board_of(view)._replace(spaces=spaces),
        sections=(sample.standing()._replace(rows=(row,), note=say("{x}", x=EVIL)), *view.sections),
        asked=sample.asked()._replace(says=say("{x}", x=EVIL), block=f"say: {EVIL!a}\n"),
    )
