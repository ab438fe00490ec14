"""Where hexes and their sides are in a picture, its visible part, and what somebody points at."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from markupsafe import Markup

from referee.show.view import Space

COLUMN, ROW = 90, 104
CORNERS = ((60, 0), (30, 52), (-30, 52), (-60, 0), (-30, -52), (30, -52))
ENDS = {"n": (0, -51), "ne": (44, -25), "se": (44, 25), "s": (0, 51), "sw": (-44, 25), "nw": (-44, -25)}
"""Where lines end: a little before the side, so that a line that continues shows its joints."""
TURNS = {"n": 0, "ne": 60, "se": 120, "s": 180, "sw": 240, "nw": 300}
"""Degrees clockwise from north."""


class Frame(NamedTuple):
    """The visible part of a picture: its left upper corner and its size."""

    x: int
    y: int
    width: int
    height: int


def centre(q: int, r: int) -> tuple[int, int]:
    return COLUMN * q, ROW * r + ROW // 2 * q


def outline(q: int, r: int, edges: Iterable[int]) -> str:
    """The sides of a hex across these edges."""
    x, y = centre(q, r)
    ends = [(CORNERS[(edge + 4) % 6], CORNERS[(edge + 5) % 6]) for edge in edges]
    return "".join(f"M{x + ax} {y + ay}L{x + bx} {y + by}" for (ax, ay), (bx, by) in ends)


def line_path(edges: tuple[str, ...]) -> str:
    """From side to side, bent towards the centre; with one side alone, from there to the centre."""
    ends = [ENDS[edge] for edge in edges[:2]]
    if len(ends) < 2:
        return "M0 0" + "".join(f"L{x} {y}" for x, y in ends)
    (ax, ay), (bx, by) = ends
    return f"M{ax} {ay}Q0 0 {bx} {by}"


def frame_of(centres: list[tuple[int, int]], margin: int) -> Frame:
    """The smallest frame around hexes, with a margin."""
    xs, ys = [x for x, _ in centres], [y for _, y in centres]
    x, y = min(xs) - 60 - margin, min(ys) - 52 - margin
    return Frame(x, y, max(xs) + 60 + margin - x, max(ys) + 52 + margin - y)


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
