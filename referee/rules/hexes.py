"""Flat-top hexes in axial coordinates `(q, r)`, their edges, and the labels of a printed grid; no pixels.

Columns of the grid are lettered (A … Z, AA, AB …), rows are numbers from 1. Odd columns (B, D, …) sit half a hex lower.
Edges are numbers 0 to 5, clockwise from the top: the position in `EDGES`.
"""

from collections.abc import Callable, Iterable
from typing import TypeVar

K = TypeVar("K")

EDGES = ("n", "ne", "se", "s", "sw", "nw")
EDGE_NUMBERS = {name: number for number, name in enumerate(EDGES)}
STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""What is added to `(q, r)` when the edge with that number is crossed."""

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
DIGITS = "0123456789"


def opposite(edge: int) -> int:
    """The edge across the hex; also the number that the neighbour gives to a shared edge."""
    return (edge + 3) % 6


def rotated_edge(edge: int, by: int) -> int:
    """The edge after `by` turns of 60 degrees clockwise (negative: the other way)."""
    return (edge + by) % 6


def step(q: int, r: int, edge: int) -> tuple[int, int]:
    """The hex on the other side of an edge."""
    dq, dr = STEPS[edge]
    return q + dq, r + dr


def places_around(place: tuple[int, int]) -> list[tuple[int, int]]:
    """The six hexes around one, in the order of its edges."""
    q, r = place
    return [(q + dq, r + dr) for dq, dr in STEPS]


def walk_end(start: tuple[int, int], walk: Iterable[int]) -> tuple[int, int]:
    """The hex at the end of a walk across these edges."""
    for edge in walk:
        start = step(*start, edge)
    return start


def shortest_walk(start: tuple[int, int], end: tuple[int, int]) -> tuple[int, ...]:
    """The edges of a shortest walk, sorted: it uses at most two neighbouring directions."""
    dq, dr = end[0] - start[0], end[1] - start[1]
    for edge, (aq, ar) in enumerate(STEPS):
        after = rotated_edge(edge, 1)
        bq, br = STEPS[after]
        # dq = x·aq + y·bq, dr = x·ar + y·br; the determinant of two neighbouring steps is 1 or -1
        size = aq * br - ar * bq
        x, y = (dq * br - dr * bq) * size, (aq * dr - ar * dq) * size
        if x >= 0 and y >= 0:
            return tuple(sorted([edge] * x + [after] * y))
    raise AssertionError("six directions reach every hex")


def distance(a: tuple[int, int], b: tuple[int, int]) -> int:
    """The number of steps from one hex to another on an endless grid."""
    dq, dr = a[0] - b[0], a[1] - b[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def letters(column: int) -> str:
    """The name of a column: 0 is `A`, 25 `Z`, 26 `AA`. ValueError when negative."""
    if column < 0:
        raise ValueError(f"no column {column}")
    more, last = divmod(column, 26)
    return (letters(more - 1) if more else "") + LETTERS[last]


def column_of(name: str) -> int:
    """The column of a name in capital letters: the inverse of `letters`. ValueError for anything else."""
    if not name or any(letter not in LETTERS for letter in name):
        raise ValueError(f"no column {name!r}")
    number = 0
    for letter in name:
        number = number * 26 + LETTERS.index(letter) + 1
    return number - 1


def axial(column: int, row: int) -> tuple[int, int]:
    """The hex in a column (from 0) and a row (from 0) of the grid."""
    return column, row - column // 2


def grid(q: int, r: int) -> tuple[int, int]:
    """Column and row, both from 0: the inverse of `axial`."""
    return q, r + q // 2


def label(q: int, r: int) -> str:
    """The printed label of a hex, such as `D7`. ValueError for a hex left of column A or above row 1."""
    column, row = grid(q, r)
    if row < 0:
        raise ValueError(f"no row {row + 1}")
    return f"{letters(column)}{row + 1}"


def hex_of_label(text: str) -> tuple[int, int]:
    """The hex of a label: the inverse of `label`; small letters and zeros in front are refused with a ValueError."""
    name = text.rstrip(DIGITS)
    number = text[len(name) :]
    if not number or number[0] == "0":
        raise ValueError(f"no label {text!r}")
    return axial(column_of(name), int(number) - 1)


def steps_from(starts: Iterable[K], near: Callable[[K], Iterable[K]]) -> dict[K, int]:
    """All that hangs together with the starts, and how many steps it is away from them; the nearest first."""
    steps = dict.fromkeys(starts, 0)
    front = list(steps)
    for here in front:  # grows while it is walked through
        fresh = [each for each in near(here) if each not in steps]
        steps |= dict.fromkeys(fresh, steps[here] + 1)
        front += fresh
    return steps
