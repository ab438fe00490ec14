"""Drawings of our own for the buildings: an icon for each, a band for its group, a second rim for main buildings.

An icon is one path of strokes in a square of 48, without fills: it is the same on paper, in grey and in any seat's ink.
The path is a `Symbol` of the view, so that pictures define it once and refer to it for every building on the board.
"""

from collections.abc import Mapping
from os.path import dirname, join
from typing import Any

from referee.show.data_files import json_file
from referee.show.view import Symbol
from referee.titles.attika.data.components import AttikaComponents, Building

DRAWINGS: Mapping[str, Mapping[str, Any]] = json_file(join(dirname(dirname(__file__)), "data", "drawings.json"))
OUTLINES: Mapping[str, str] = DRAWINGS["buildings"]
"""Building → its strokes, around the point (0, 0)."""
BANDS: Mapping[str, str] = DRAWINGS["bands"]
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
