"""Drawings of our own for the buildings: an icon for each, a band for its group, a second rim for main buildings.

An icon is one path of strokes in a square of 48, without fills: it is the same on paper, in grey and in any seat's ink.
The path is a `Symbol` of the view, so that pictures define it once and refer to it for every building on the board.
"""

from collections.abc import Mapping

from referee.show.view import Symbol
from referee.titles.attika.data.components import AttikaComponents, Building


def ring(x: int, y: int, radius: int) -> str:
    """A circle as part of a path."""
    across = 2 * radius
    return f"M{x - radius} {y}a{radius} {radius} 0 1 0 {across} 0a{radius} {radius} 0 1 0 {-across} 0"


GRAPES = "".join(ring(x, y, 5) for x, y in ((-12, -5), (0, -5), (12, -5), (-6, 6), (6, 6), (0, 17)))
WHEAT = (
    "M0 24V-6M0 -24Q6 -16 0 -8Q-6 -16 0 -24M0 -2Q10 -4 12 -14Q2 -12 0 -2M0 -2Q-10 -4 -12 -14Q-2 -12 0 -2"
    "M0 12Q10 10 12 0Q2 2 0 12M0 12Q-10 10 -12 0Q-2 2 0 12"
)
JAR = (
    "M-8 -24H8M-5 -24V-14Q-17 -8 -14 5Q-11 17 -5 23H5Q11 17 14 5Q17 -8 5 -14V-24"
    "M-5 -19Q-19 -18 -14 -4M5 -19Q19 -18 14 -4"
)
OUTLINES: Mapping[str, str] = {
    # the city: a hall of columns, a tripod, seats in half circles, a mug, paving, a stall, weights, a track …
    "capital": "M-26 -8L0 -24L26 -8ZM-19 -8V14M-6 -8V14M6 -8V14M19 -8V14M-24 15H24M-28 22H28",
    "oracle": "M-17 -2H17L10 8H-10ZM-10 8L-16 24M10 8L16 24M0 8V24M-6 -8Q-12 -13 -6 -17T-6 -26M6 -8Q0 -13 6 -17T6 -26",
    "theatre": "M-26 -13H26M-23 -13A23 25 0 0 0 23 -13M-14 -13A14 15 0 0 0 14 -13M-5 -13A5 5 0 0 0 5 -13",
    "tavern": "M-17 -20H9V22H-17ZM9 -10H16Q23 -10 23 -2V4Q23 12 16 12H9M-8 -9V11M1 -9V11",
    "plaza": "M-15 -16H15L26 18H-26ZM-20 0H20M-5 -16L-9 18M5 -16L9 18",
    "market": "M-20 -22H20L26 -6H-26ZM-26 -6Q-20 5 -13 -6Q-6 5 0 -6Q6 5 13 -6Q20 5 26 -6M-20 2V22H20V2M-20 12H20",
    "gymnasium": "M-11 0H11M-11 -14V14M11 -14V14M-19 -9V9M19 -9V9M-19 0H-26M19 0H26",
    "stadium": "M-9 -17H9A17 17 0 0 1 9 17H-9A17 17 0 0 1 -9 -17ZM-9 -7H9A7 7 0 0 1 9 7H-9A7 7 0 0 1 -9 -7Z",
    "statue": ring(0, -18, 6) + "M-12 9V1Q-12 -8 0 -8Q12 -8 12 1V9ZM-18 9H18M-12 9V24H12V9",
    "temple": "M-24 -6L0 -24L24 -6ZM-18 -6V18M18 -6V18M-25 22H25M-7 20V4A7 7 0 0 1 7 4V20",
    # defence: hewn stones, a wall with a gate, a tower
    "quarry": "M-25 20V4H-3V20ZM3 20V4H25V20ZM-11 -2V-18H11V-2Z",
    "fortress": "M-25 20V-18H-15V-9H-5V-18H5V-9H15V-18H25V20ZM-6 20V6A6 6 0 0 1 6 6V20",
    "tower": "M-11 23V-7H-17V-24H-9V-16H-4V-24H4V-16H9V-24H17V-7H11V23ZM0 0V9",
    # supply: a well under a roof, an ear of wheat, a mill, two houses
    "well": "M-19 4H19V23H-19ZM-14 4V-10M14 4V-10M-24 -10L0 -25L24 -10ZM0 -10V-1M-19 13H19",
    "cornfield": WHEAT,
    "mill": "M-12 23L-9 0H9L12 23ZM0 -6L-21 -23M0 -6L21 -23M0 -6L-21 9M0 -6L21 9M0 23V15",
    "village": "M-26 20V3L-14 -8L-3 3V20ZM-3 20V-8L11 -21L26 -8V20ZM7 20V7H16V20",
    # shipping: an anchor, a sail
    "harbour": ring(0, -19, 5)
    + "M0 -14V23M-11 -5H11M-21 7Q-18 23 0 23Q18 23 21 7M-26 12L-21 6L-15 11M26 12L21 6L15 11",
    "ship": "M-25 9H25L17 22H-17ZM-3 9V-25L19 2H-3M-9 -12L-19 2H-9Z",
    # wine: grapes, a jar
    "vineyard": GRAPES + "M0 -10V-24M0 -17Q9 -26 19 -20",
    "vintner": JAR,
    # silver: a pick, a coin with its letter
    "silver-mine": "M-25 0Q-18 -24 6 -24Q12 -24 22 -17Q-10 -20 -25 0ZM-5 -16L17 23",
    "mint": ring(0, 0, 23) + ring(0, 0, 16) + "M0 -9L8 7H-8Z",
    "road": "M-8 -23L-21 23M8 -23L21 23M0 -20V-12M0 -4V5M0 13V22",
}
"""Building → its strokes, around the point (0, 0)."""
BANDS: Mapping[str, str] = {
    "city": "#7a5ac8",
    "defence": "#7f8790",
    "supply": "#d0a414",
    "shipping": "#2f86c9",
    "vineyard": "#8c2f63",
    "mint": "#2f9a86",
    "roads": "#57504a",
}
"""The colour of each group at the upper edge of its buildings; the icon says it without colour."""
BAND = "M-28 -48H28L35 -36H-35Z"
RIM = '<use href="#hex" transform="scale(.82)" fill="none" stroke-width="3"/>'


def building_symbol(building: Building) -> Symbol | None:
    """Icon, band and rims of a building; None for one that only an owner's own box has."""
    drawn = OUTLINES.get(building.id)
    if drawn is None:
        return None
    band = f'<path d="{BAND}" fill="{BANDS[building.group]}" stroke="#1d1b18" stroke-width="2"/>'
    return Symbol(building.id, drawn, name=building.name, frame=(RIM if building.main else "") + band)


def building_symbols(box: AttikaComponents) -> Mapping[str, Symbol | None]:
    """Building → its drawing."""
    return {each.id: building_symbol(each) for each in box.buildings.values()}
