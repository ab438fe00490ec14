"""How reports call and draw seats, hexes, buildings, cards; and a tile that was turned up, in its six turns (AT-7.1).

An icon is one path of strokes in a square of 48, without fills: it is the same on paper, in grey and in any seat's ink.
The path is a `Symbol` of the view, so that pictures define it once and refer to it for every building on the board. A
band says the group of a building, and a second rim that it is a main one.
"""

import re
from collections.abc import Mapping, Sequence
from os.path import dirname, join
from typing import Any

from referee.rules.hexes import EDGES
from referee.show.data_files import json_file
from referee.show.view import LAND, Ground, Inset, ReportTable, Row, Space, Symbol
from referee.titles.attika.data.components import LANDSCAPES, SIGNS, Building
from referee.titles.attika.data.land import BLANK, OUTSIDE, PARTS, Land, Place, name, route, tile_places
from referee.titles.attika.rules.play import centres, looks, way
from referee.titles.attika.rules.state import AttikaPosition
from referee.words import SEMICOLON, Phrase, foreign_names, number_and_noun, say, word_list

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


def hexes(numbers: Sequence[int]) -> str:
    """`1, 1n, 2se`."""
    return ", ".join([name(each) for each in numbers])


def cards(number: int) -> Phrase:
    return number_and_noun(number, say("card"), say("cards"))


def amphorae(number: int) -> Phrase:
    return number_and_noun(number, say("amphora"), say("amphorae"))


def landscape(key: str, drawing: str, sign: str, ink: str) -> Ground:
    """A drawing and a letter on bare ground: colour alone carries no information."""
    land = '<use href="#hex" class="land" fill="#f6f1e2" stroke="#cfc5a9" stroke-width="2"/>'
    letter = f'<text x="21" y="43" text-anchor="middle" font-size="21" font-weight="bold" fill="{ink}">{sign}</text>'
    pip = f'<g transform="translate(0 3) scale(.25)">{drawing}</g>'
    return Ground(key, f'{land}\n<g class="symbol">{drawing}{letter}</g>', sign=sign, pip=pip)


LANDSCAPE_GROUNDS = tuple(
    [
        landscape(key, each["drawing"], sign, each["ink"])
        for sign, (key, each) in zip(SIGNS, DRAWINGS["landscapes"].items(), strict=True)
    ]
)
"""In the order of `LANDSCAPES`."""
GROUNDS = {BLANK: LAND, **dict(zip(SIGNS, LANDSCAPE_GROUNDS, strict=True))}
MIDDLE = (1, 1)
"""The centre of a tile in a small picture of its own."""


def due(position: AttikaPosition) -> list[Place]:
    """Where the tile that is due may be placed: the centres, in their order; none when no tile is due."""
    return centres(position.land) if is_tile_due(position) else []


def is_tile_due(position: AttikaPosition) -> bool:
    return bool(position.turn.tile and position.seat)


def place_name(number: int) -> str:
    """How the report calls the place with this number (from 0)."""
    return f"c{number + 1}"


def steps_text(walk: tuple[int, ...]) -> str:
    """`ne ne se`, as in a move file."""
    return " ".join([EDGES[edge] for edge in walk])


WRITABLE = re.compile("[A-Za-z -]+")
"""What a move file may write for a building: a rule decides what was meant by it."""


def names_in_moves(position: AttikaPosition) -> dict[str, str]:
    """What else players call things → what a move file calls them: `c4` of the list is the way to this place."""
    names = foreign_names([each.name for each in position.setting.box.buildings.values()])
    strange = {name: word for name, word in names.items() if not WRITABLE.fullmatch(name)}
    places = {place_name(number): way(position.land, at) for number, at in enumerate(due(position))}
    return {**strange, **foreign_names(LANDSCAPES), **foreign_names(position.setting.seats), **places}


def snuggest(land: Land, places: Sequence[Place]) -> Place:
    """The one of these places where the tile touches most; the first of those."""
    taken = {*land.place, *land.shrines}
    return max(places, key=lambda at: sum([(at[0] + q, at[1] + r) in taken for _, _, _, q, r in OUTSIDE]))


def insets(position: AttikaPosition) -> tuple[Inset, ...]:
    """The tile that is due, next to the board."""
    tile, shown = position.turn.tile, looks(position) if is_tile_due(position) else []
    return tuple([Inset(say("{tile} turn {turn}", tile=tile, turn=turn), spaces(signs)) for turn, signs in shown])


def spaces(signs: str) -> tuple[Space, ...]:
    """A tile by itself."""
    return tuple(
        [
            Space(q, r, label, GROUNDS[sign], "", (), say("{ground}", ground=GROUNDS[sign].key), tile="1")
            for (q, r), label, sign in zip(tile_places(MIDDLE), PARTS, signs, strict=True)
        ]
    )


def signs_in_words(signs: str) -> Phrase:
    """`water at its centre, hill n`, for the unturned tile."""
    named = zip(signs, (say("in the middle"), *EDGES), strict=True)
    told = [say("{ground} {at}", ground=GROUNDS[sign].key, at=at) for sign, at in named if sign != BLANK]
    return word_list(told) if told else say("no symbol")


def table(position: AttikaPosition, places: Sequence[Place]) -> ReportTable:
    """These places for the due tile, in words: by the tile from which each place is walked to."""
    by_start: dict[int, list[Phrase]] = {}
    for number, centre in enumerate(places):
        start, walk = route(position.land, centre)
        words = say("{place}: {steps}", place=place_name(number), steps=steps_text(walk))
        by_start.setdefault(start, []).append(words)
    told = [(say("from {start}", start=start), word_list(by_start[start], SEMICOLON)) for start in sorted(by_start)]
    rows = [Row(cells, ("AT-7.1",)) for cells in told]
    tile = position.turn.tile
    facts = {"tile": tile, "signs": signs_in_words(position.setting.tiles.tiles[tile])}
    note = say(
        "For c1 write `tile: {example} turn 0`. `turn` is the number of 60-degree steps "
        "clockwise (0 to 5). Unturned, {tile} has {signs}.",
        example=way(position.land, places[0]),
        **facts,
    )
    columns = (say("From"), say("Places and the way to their centres"))
    heading = say("Where you can place {tile}", tile=position.turn.tile)
    return ReportTable("places", heading, columns, tuple(rows), note)
