"""Where hexes and their sides are in a picture, and the visible part of one."""

from collections.abc import Iterable
from typing import NamedTuple

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
