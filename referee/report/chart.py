"""A line chart as data: lines in the paints of the seats, axes, and the initials at the ends."""

import itertools
from typing import NamedTuple

from markupsafe import Markup

from referee.report.geometry import Frame
from referee.report.palette import Paint
from referee.report.scene import Mark, Paints
from referee.view import Chart, Series

FRAME = Frame(0, 0, 760, 340)
LEFT, RIGHT, TOP, BOTTOM = 56, 690, 20, 300
APART = 34
"""Between the initials at the ends of lines."""


class Stroke(NamedTuple):
    path: str
    dots: tuple[tuple[int, int], ...]
    paint: Paint
    end: int
    """y of the initial at the right"""

    @property
    def circles(self) -> Markup:
        """The dots as they are drawn."""
        rest = f'r="5" fill="{self.paint.fill}" stroke="#1d1b18" stroke-width="2"/>'
        return Markup("".join([f'<circle cx="{x}" cy="{y}" {rest}' for x, y in self.dots]))


class Drawing(NamedTuple):
    frame: Frame
    strokes: tuple[Stroke, ...]
    across: tuple[Mark, ...]
    up: tuple[Mark, ...]


def drawing(chart: Chart, paints: Paints) -> Drawing:
    """Lines, one mark for each point of the x axis that has room, and round numbers on the y axis."""
    values = [value for series in chart.series for value in series.values] or [0]
    low, high, every = scale(min(values), max(values))
    dots = [line_dots(series, len(chart.x), low, high) for series in chart.series]
    ends = spread([line[-1][1] if line else BOTTOM for line in dots])
    strokes = (
        Stroke("M" + "L".join(f"{x} {y}" for x, y in line), line, paints[series.seat], end)
        for series, line, end in zip(chart.series, dots, ends, strict=True)
    )
    up = (Mark(LEFT, height(value, low, high), str(value)) for value in range(low, high + 1, every))
    return Drawing(FRAME, tuple(strokes), tuple(across(chart.x)), tuple(up))


def scale(low: int, high: int) -> tuple[int, int, int]:
    """Limits of the y axis and the step between its marks: at most eight steps of 1, 2 or 5 and zeros; 0 is shown."""
    low, high = min(low, 0), max(high, 1)
    every = next(step * 10**zeros for zeros in range(12) for step in (1, 2, 5) if (high - low) <= 7 * step * 10**zeros)
    return low // every * every, -(-high // every) * every, every


def line_dots(series: Series, points: int, low: int, high: int) -> tuple[tuple[int, int], ...]:
    return tuple((along(at, points), height(value, low, high)) for at, value in enumerate(series.values))


def along(at: int, points: int) -> int:
    return LEFT + (RIGHT - LEFT) * at // max(1, points - 1)


def height(value: int, low: int, high: int) -> int:
    return BOTTOM - (BOTTOM - TOP) * (value - low) // (high - low)


def across(labels: tuple[str, ...]) -> list[Mark]:
    """Every label, or every second, third … when there are many."""
    every = len(labels) // 14 + 1
    return [Mark(along(at, len(labels)), BOTTOM, label) for at, label in enumerate(labels) if at % every == 0]


def spread(ends: list[int]) -> list[int]:
    """The same heights, moved so that no two are closer than an initial is high."""
    order = sorted(range(len(ends)), key=lambda at: ends[at])
    moved = list(ends)
    for above, here in itertools.pairwise(order):
        moved[here] = max(moved[here], moved[above] + APART)
    for here, under in zip(reversed(order[:-1]), reversed(order), strict=False):
        limit = BOTTOM + APART // 2 if under == order[-1] else moved[under]
        moved[under] = min(moved[under], limit)
        moved[here] = min(moved[here], moved[under] - APART)
    return moved
