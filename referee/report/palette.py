"""Colours of seats that everybody can tell apart, with a pattern each, and the ink that is legible on them.

The named colours keep to what the printed pieces are called, but their lightness is spread so that any two stay at
least 42 CIE76 apart for all three kinds of dichromats (Machado 2009, full severity) and in grey. Seats with other
names get colours by their order: orange, blue, white and black are at least 55 apart.
"""

from collections.abc import Mapping
from typing import NamedTuple

from referee.view import Seat

NAMED = {"yellow": ("#fff3b0", 0), "orange": ("#ffa600", 1), "brown": ("#1a0f0a", 2), "red": ("#b8180a", 3)}
BY_ORDER = ("#e69f00", "#0072b2", "#ffffff", "#000000", "#9c4f96", "#56b4e9")
PATTERNS = 4
"""`plain`, `stripes`, `dots`, `bars`: drawn by the template."""
DARK, LIGHT = "#1d1b18", "#ffffff"


class Paint(NamedTuple):
    """How a seat is drawn: `number` names its definitions in a picture, `pattern` its pattern and line style."""

    number: int
    fill: str
    ink: str
    pattern: int
    initial: str


def paints(seats: tuple[Seat, ...], chosen: Mapping[str, str] | None = None) -> dict[str, Paint]:
    """A paint for every seat; `chosen` replaces colours. ValueError unless it maps seats to `#rrggbb`."""
    colours = default_colours(seats) | checked(chosen or {}, seats)
    return {
        seat.id: Paint(number, colours[seat.id][0], ink_on(colours[seat.id][0]), colours[seat.id][1], seat.initial)
        for number, seat in enumerate(seats)
    }


def default_colours(seats: tuple[Seat, ...]) -> dict[str, tuple[str, int]]:
    """Named colours when all seats have one; a mixture would bring colours together that were not compared."""
    if all(seat.id in NAMED for seat in seats):
        return {seat.id: NAMED[seat.id] for seat in seats}
    return {seat.id: (BY_ORDER[at % len(BY_ORDER)], at % PATTERNS) for at, seat in enumerate(seats)}


def checked(chosen: Mapping[str, str], seats: tuple[Seat, ...]) -> dict[str, tuple[str, int]]:
    """The chosen colours; patterns follow the order of the seats."""
    order = [seat.id for seat in seats]
    for seat, colour in chosen.items():
        if seat not in order:
            raise ValueError(f"no seat {seat!r} at this table; the seats are {', '.join(order)}")
        if not is_colour(colour):
            raise ValueError(f"{colour!r} is not a colour; write it as # and six hexadecimal digits, such as #b8180a")
    defaults = default_colours(seats)
    return {seat: (colour.lower(), defaults[seat][1]) for seat, colour in chosen.items()}


def is_colour(text: str) -> bool:
    return len(text) == 7 and text[0] == "#" and all(digit in "0123456789abcdefABCDEF" for digit in text[1:])


def ink_on(colour: str) -> str:
    """Dark or light, by the luminance of the colour beneath (weights of ITU-R BT.601, in thousandths)."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return DARK if 299 * red + 587 * green + 114 * blue > 140_000 else LIGHT
