"""What somebody points at on a board: rings around spaces, and arrows from one to another."""

from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup

from referee.report.pictures.hex_places import centre, outline
from referee.show.view import Space

Arrow = tuple[str, str]
"""Where it begins and ends: labels or names of spaces."""
BLUE, HALO = "#0b5cd5", "#ffffff"
HEAD = 46
"""The length of the head of an arrow; a space is 120 wide."""


class Pointers(NamedTuple):
    """Places that are marked, and arrows."""

    marked: Sequence[str] = ()
    arrows: Sequence[Arrow] = ()


NOTHING = Pointers()


def overlay(spaces: Sequence[Space], marked: Sequence[str], arrows: Sequence[Arrow]) -> Markup:
    """Places that are not on the board are left out: it may have grown since."""
    spots = {name: (each.q, each.r) for each in spaces for name in (each.name, each.label) if name}
    rings = "".join([outline(*spots[each], range(6)) for each in marked if each in spots])
    shafts = "".join([arrow_path(spots[one], spots[other]) for one, other in arrows if {one, other} <= spots.keys()])
    return Markup(stroke(rings, 9) + stroke(shafts, 13))


def stroke(path: str, width: int) -> str:
    """A path in blue with a white rim; nothing for an empty one."""
    if not path:
        return ""
    look = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
    return (
        f'<g class="pointer" {look}><path d="{path}" stroke="{HALO}" stroke-width="{width + 8}"/>'
        f'<path d="{path}" stroke="{BLUE}" stroke-width="{width}"/></g>'
    )


def arrow_path(begin: tuple[int, int], end: tuple[int, int]) -> str:
    """From centre to centre, with an open head; nothing if both are one."""
    (ax, ay), (bx, by) = centre(*begin), centre(*end)
    dx, dy = bx - ax, by - ay
    long = max(1, round((dx * dx + dy * dy) ** 0.5))
    if (dx, dy) == (0, 0):
        return ""
    along, aside = (dx * HEAD // long, dy * HEAD // long), (dy * HEAD // (2 * long), -dx * HEAD // (2 * long))
    left = bx - along[0] + aside[0], by - along[1] + aside[1]
    right = bx - along[0] - aside[0], by - along[1] - aside[1]
    return f"M{ax} {ay}L{bx} {by}M{left[0]} {left[1]}L{bx} {by}L{right[0]} {right[1]}"
