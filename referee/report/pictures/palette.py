"""Colours of seats that everybody can distinguish, with a pattern each, and the ink that is legible on them.

Seats that are called by a colour (yellow, orange, brown, red) have one of its hues in every palette, lighter or darker,
so that texts say what pictures show; other seats have theirs by their number in the title. How far apart any two are at
least (CIE76; normal sight and all three kinds of dichromats, Machado 2009, full severity):

`printed`   as the printed pieces are called: 32; other seats as in `safe`
`safe`      called by a colour: 40; others: orange, blue, white and black 55, all six 42
`contrast`  called by a colour: 37; others: 47; every letter on them has 7:1 (level AAA of WCAG 2)
`grey`      for paper: evenly spread greys, from four seats on less than 40 apart: there pattern and initial tell more
"""

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from referee.show.view import Seat


class Name(StrEnum):
    """The palettes."""

    printed = "printed"
    safe = "safe"
    contrast = "contrast"
    grey = "grey"


Palette = Mapping[str, str] | str | None
"""The name of a palette, or colours for some of the seats, the others as printed."""

NAMED = ("yellow", "orange", "brown", "red")
"""What seats may be called; the number of a name is that of its pattern."""
HUES = {
    Name.printed: ("#fdeb8f", "#f5a306", "#3f1c0c", "#d83126"),
    Name.safe: ("#fef6aa", "#ffae00", "#2c1306", "#c42009"),
    Name.contrast: ("#fdf09e", "#ed9a00", "#2d1209", "#ac2208"),
}
"""The colours of seats that are called so, in the order of `NAMED`."""
BY_ORDER = ("#e69f00", "#0072b2", "#ffffff", "#000000", "#ff3366", "#9900ff")
STRONG = ("#66ff66", "#4d1aff", "#ffffff", "#000000", "#993300", "#e680ff")
GREYS = (
    ("#ffffff", "#000000", "#909090"),
    ("#ffffff", "#000000", "#ababab", "#525252"),
    ("#ffffff", "#000000", "#919191", "#5e5e5e", "#c6c6c6", "#303030"),
)
"""For up to three seats, for four, for more: the more seats, the nearer they are."""
LETTERED = (Name.contrast, Name.grey)
"""The palettes in which pieces have the initials of their owners."""
PATTERNS = 6
"""`plain`, `stripes`, `dots`, `bars`, `rings`, `chevrons`: drawn by the template."""
DARK, LIGHT = "#1d1b18", "#ffffff"


class BadPalette(ValueError):
    """No palette, or colours that cannot be used; the message says why."""


class Paint(NamedTuple):
    """How a seat is drawn: `number` names its definitions in a picture, `pattern` its pattern and line style.

    lettered  whether its initial is on each of its pieces but lines, since its colour alone does not say enough
    """

    number: int
    fill: str
    ink: str
    pattern: int
    initial: str
    lettered: bool = False


def paints(seats: "tuple[Seat, ...]", palette: Palette = None) -> dict[str, Paint]:
    """A paint for every seat. Raises BadPalette unless `palette` is the name of one or maps seats to `#rrggbb`."""
    name = palette if isinstance(palette, str) else Name.printed
    chosen = {} if palette is None or isinstance(palette, str) else palette
    default = colours(seats, name)
    own = default | {seat: (colour, default[seat][1]) for seat, colour in checked_colours(chosen, seats).items()}
    return {
        seat.id: Paint(number, fill, ink_on(fill), pattern, seat.initial, name in LETTERED)
        for number, seat in enumerate(seats)
        for fill, pattern in [own[seat.id]]
    }


def colours(seats: "tuple[Seat, ...]", name: str) -> dict[str, tuple[str, int]]:
    """The colour and the pattern of each seat in a palette. Raises BadPalette when there is none of that name."""
    if name not in list(Name):
        raise BadPalette(f"there is no palette {name!r}; there are {', '.join(Name)}")
    # a mixture would bring colours together that were not compared
    if name in HUES and all(seat.id in NAMED for seat in seats):
        return {seat.id: (HUES[Name(name)][at], at) for seat in seats for at in [NAMED.index(seat.id)]}
    order = {Name.contrast: STRONG, Name.grey: greys(len(seats))}.get(Name(name), BY_ORDER)
    numbers = [at if seat.number is None else seat.number for at, seat in enumerate(seats)]
    places = range(len(seats)) if name == Name.grey else numbers  # greys are spread over those at the table
    found = zip(seats, places, numbers, strict=True)
    return {seat.id: (order[at % len(order)], number % PATTERNS) for seat, at, number in found}


def greys(seats: int) -> tuple[str, ...]:
    return next((each for each in GREYS if seats <= len(each)), GREYS[-1])


def checked_colours(chosen: Mapping[str, str], seats: "tuple[Seat, ...]") -> dict[str, str]:
    """The chosen colours."""
    order = [seat.id for seat in seats]
    for seat, colour in chosen.items():
        if seat not in order:
            raise BadPalette(f"no seat {seat!r} at this table; the seats are {', '.join(order)}")
        if not is_colour(colour):
            raise BadPalette(f"{colour!r} is not a colour; write it as # and six hexadecimal digits, such as #b8180a")
    return {seat: colour.lower() for seat, colour in chosen.items()}


def is_colour(text: str) -> bool:
    return len(text) == 7 and text[0] == "#" and all(digit in "0123456789abcdefABCDEF" for digit in text[1:])


def parts(colour: str) -> tuple[int, int, int]:
    """Red, green and blue, 0 to 255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def ink_on(colour: str) -> str:
    """Dark or light, whichever has more contrast.

    The luminance of WCAG 2 with squares for its curve, in ten-thousandths of 255²; the two inks are level at 0.2.
    """
    red, green, blue = parts(colour)
    return DARK if 2126 * red * red + 7152 * green * green + 722 * blue * blue > 2000 * 255 * 255 else LIGHT


def toned_drawing(drawing: str, palette: Palette) -> str:
    """A drawing in the tone of its palette: no colours on paper. Only attributes change, no text and no script."""
    return re.sub(INKED, grey_attribute, drawing) if palette == Name.grey else drawing


INKED = r'(?s)<script\b.*?</script>|\b(fill|stroke)="(#[0-9a-f]{6})"'


def grey_attribute(found: re.Match[str]) -> str:
    return f'{found[1]}="{grey(found[2])}"' if found[1] else found[0]


def grey(colour: str) -> str:
    """The grey that is as light (weights of ITU-R BT.601, in thousandths)."""
    red, green, blue = parts(colour)
    level = (299 * red + 587 * green + 114 * blue + 500) // 1000
    return f"#{level:02x}{level:02x}{level:02x}"
