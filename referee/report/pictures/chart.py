"""A line chart as data: lines in the paints of the seats, axes, and the initials at the ends."""

import itertools
from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup, escape

from referee.report.pictures.hex_places import Frame
from referee.report.pictures.palette import Paint
from referee.report.pictures.scene import Paints
from referee.report.wording import safe_text
from referee.show.view import Chart, Series, Word

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


class ChartDrawing(NamedTuple):
    """`across` and `up`: the marks of the axes as they are drawn."""

    frame: Frame
    strokes: tuple[Stroke, ...]
    across: Markup
    up: Markup


def drawing(chart: Chart, paints: Paints) -> ChartDrawing:
    return plotted_lines(chart.series, chart.x, paints)


def plotted_lines(
    lines: Sequence[Series], labels: Sequence[Word], paints: Paints, bottom: int = BOTTOM
) -> ChartDrawing:
    """Lines, one mark for each point of the x axis that has room, and round numbers on the y axis.

    `bottom`: how far down the x axis is.
    """
    values = [value for series in lines for value in series.values] or [0]
    low, high, every = scale(min(values), max(values))
    xs = [along(at, len(labels)) for at in range(len(labels))]
    ys = {value: height(value, low, high, bottom) for value in dict.fromkeys(values)}
    dots = [tuple(zip(xs, [ys[value] for value in series.values], strict=False)) for series in lines]
    ends = spread([line[-1][1] if line else bottom for line in dots], bottom)
    strokes = [
        Stroke("M" + "L".join([f"{x} {y}" for x, y in line]), line, paints[series.seat], end)
        for series, line, end in zip(lines, dots, ends, strict=True)
    ]
    frame = FRAME._replace(height=FRAME.height - BOTTOM + bottom)
    return ChartDrawing(frame, tuple(strokes), across(labels, bottom), up(low, high, every, bottom))


def scale(low: int, high: int) -> tuple[int, int, int]:
    """Limits of the y axis and the step between its marks: at most eight steps of 1, 2 or 5 and zeros; 0 is shown."""
    low, high = min(low, 0), max(high, 1)
    every = next(step * 10**zeros for zeros in range(12) for step in (1, 2, 5) if (high - low) <= 7 * step * 10**zeros)
    return low // every * every, -(-high // every) * every, every


def along(at: int, points: int) -> int:
    return LEFT + (RIGHT - LEFT) * at // max(1, points - 1)


def height(value: int, low: int, high: int, bottom: int) -> int:
    return bottom - (bottom - TOP) * (value - low) // (high - low)


def across(labels: Sequence[Word], bottom: int) -> Markup:
    """Every label, or every second, third … when there are many."""
    look = f'y="{bottom + 24}" text-anchor="middle" font-size="15" fill="#3c4a50"'
    shown = [(along(at, len(labels)), labels[at]) for at in range(0, len(labels), len(labels) // 14 + 1)]
    return Markup(
        "".join([f'<text class="mark" x="{x}" {look}>{escape(safe_text(label))}</text>\n' for x, label in shown])
    )


def up(low: int, high: int, every: int, bottom: int) -> Markup:
    """Numbers, and lines next to them."""
    look = 'text-anchor="end" font-size="15" fill="#3c4a50"'
    shown = [(height(value, low, high, bottom), value) for value in range(low, high + 1, every)]
    rules = [
        f'<path class="rule" d="M{LEFT} {y}H{RIGHT}" stroke="#b9b6aa"/>'
        f'<text class="mark" x="{LEFT - 10}" y="{y + 5}" {look}>{value}</text>\n'
        for y, value in shown
    ]
    return Markup("".join(rules))


def spread(ends: list[int], bottom: int = BOTTOM) -> list[int]:
    """The same heights, moved so that no two are closer than an initial is high."""
    order = sorted(range(len(ends)), key=lambda at: ends[at])
    moved = list(ends)
    for above, here in itertools.pairwise(order):
        moved[here] = max(moved[here], moved[above] + APART)
    for here, under in zip(reversed(order[:-1]), reversed(order), strict=False):
        limit = bottom + APART // 2 if under == order[-1] else moved[under]
        moved[under] = min(moved[under], limit)
        moved[here] = min(moved[here], moved[under] - APART)
    return moved
