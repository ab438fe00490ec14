"""The contact sheet: every piece for every seat in a palette, on light and on dark pages, as one picture."""

from typing import Any, NamedTuple

from referee.report.html.templates import ENVIRONMENT, raw
from referee.report.pictures.palette import Name, Paint, Palette, paints, toned_drawing
from referee.report.pictures.scene import DrawnTile, tile
from referee.show.view import LAND, Ground, Piece, Seat, Space
from referee.titles.attika.show.names import LANDSCAPE_GROUNDS
from referee.titles.attika.show.picture import CANDIDATE, SHRINE, building_piece
from referee.titles.magna_grecia.show.picture import (
    COAST,
    MARKET,
    ORACLE,
    VILLAGE,
    city_piece,
    market_piece,
    oracle_piece,
    road_piece,
)
from referee.words import say

PRINTED = tuple(Seat(name, "", name[0].upper()) for name in ("yellow", "orange", "brown", "red"))
CITIES = tuple(
    Seat(name, "", name[0].upper()) for name in ("athens", "corinth", "sparta", "thebes", "larissa", "megara")
)
LEFT, COLUMN, ROW, TOP, GAP = 330, 140, 124, 130, 60
TABLES = {
    Name.printed: (PRINTED,),
    Name.safe: (PRINTED, CITIES),
    Name.contrast: (PRINTED, CITIES),
    Name.grey: (CITIES,),
}
"""The tables whose seats a sheet shows: where they are called by a colour they have colours of their own."""

Signs = tuple[Piece, ...]


class Placed(NamedTuple):
    x: int
    y: int
    sign: DrawnTile


def of_seat(seat: str, others: tuple[str, ...]) -> dict[str, tuple[Ground, Signs]]:
    """Every piece of a seat: its name, the ground under it and what is there."""
    city, market = city_piece(seat, links=3), market_piece(seat, worth=3)
    several = tuple(market_piece(each, worth=3) for each in others)
    return {
        "city": (VILLAGE, (city,)),
        "city with markets": (VILLAGE, (city, market, market._replace(lying=True))),
        "city of a crowd": (VILLAGE, (city, market, *several)),
        "market": (VILLAGE, (market,)),
        "market, inactive": (VILLAGE, (market_piece(seat, worth=0, idle=True),)),
        "market, sold": (VILLAGE, (market._replace(lying=True),)),
        "oracle that it has": (VILLAGE, (oracle_piece(("sw",), favours=seat),)),
        "road, straight": (LAND, (road_piece(seat, ("n", "s")),)),
        "road, wide curve": (LAND, (road_piece(seat, ("nw", "s")),)),
        "road, tight curve": (LAND, (road_piece(seat, ("ne", "se")),)),
        "building": (LAND, (building_piece(seat, "cap"),)),
        "another piece": (LAND, (Piece("token", seat, text="3"),)),
        "just laid": (LAND, (road_piece(seat, ("sw", "se"), "now"),)),
        "just built": (VILLAGE, (city._replace(fresh="now"), market._replace(fresh="now"))),
        "last turn": (LAND, (road_piece(seat, ("nw", "se"), seat),)),
        "last turns of three": (LAND, (road_piece(seat, ("n", "s"), seat), *map(last, others[:2]))),
    }


def last(seat: str) -> Piece:
    return road_piece(seat, ("n", "s"), seat)


NOBODYS: dict[str, tuple[tuple[Ground, Signs], ...]] = {
    "grounds": tuple((ground, ()) for ground in (LAND, VILLAGE, COAST, SHRINE, CANDIDATE)),
    "landscapes": tuple((ground, ()) for ground in LANDSCAPE_GROUNDS),
    "oracles": tuple((VILLAGE, (oracle_piece((edge,)),)) for edge in ("n", "ne", "se", "s", "sw", "nw")),
    "oracles at rest": ((VILLAGE, (oracle_piece(),)), (VILLAGE, (oracle_piece(fresh="now"),))),
}
"""Pieces that belong to nobody, by rows."""
MOST = 6
"""The most things in a row of these."""


def seats(name: Name) -> tuple[Seat, ...]:
    return tuple([seat for table in TABLES[name] for seat in table])


def paints_of(name: Name) -> dict[str, Paint]:
    """The paints of all tables, numbered one after the other: each has definitions of its own."""
    found = {seat: paint for table in TABLES[name] for seat, paint in paints(table, name.value).items()}
    return {seat: paint._replace(number=number) for number, (seat, paint) in enumerate(found.items())}


def signs(seated: tuple[Seat, ...], painted: dict[str, Paint]) -> list[Placed]:
    ids = [seat.id for seat in seated]
    columns = [of_seat(seat, tuple((ids + ids)[at + 1 : at + 4])) for at, seat in enumerate(ids)]
    rows = [*zip(*(column.values() for column in columns), strict=True), *NOBODYS.values()]
    return [
        placed(column, row, ground, stands, painted)
        for row, cells in enumerate(rows, 1)
        for column, (ground, stands) in enumerate(cells)
    ]


def placed(column: int, row: int, ground: Ground, stands: Signs, painted: dict[str, Paint]) -> Placed:
    space = Space(0, 0, "D7", ground, "", stands, say(""))
    return Placed(LEFT + COLUMN * column, TOP + ROW * row, tile(space, painted))


NAMES = ("in tables", *of_seat("", ()), *NOBODYS)
"""The content of the rows."""


def sheet(name: Name) -> str:
    """The sheet of a palette, as SVG."""
    palette: Palette = name.value
    painted = paints_of(name)
    facts: dict[str, Any] = {
        "name": name,
        "signs": signs(seats(name), painted),
        "rows": [(TOP + ROW * row, words) for row, words in enumerate(NAMES)],
        "seats": [(LEFT + COLUMN * column, seat.id) for column, seat in enumerate(seats(name))],
        "paints": list(painted.values()),
        "symbols": (("token", MARKET, None), ("marker", ORACLE, None)),
        "dark": dark(),
        "across": LEFT + COLUMN * max(len(seats(name)), MOST) + GAP,
        "high": TOP + ROW * len(NAMES),
        "top": TOP,
    }
    return toned_drawing(ENVIRONMENT.from_string(TEMPLATE).render(facts), palette) + "\n"


def dark() -> str:
    """What the pages' style sheet says of pictures in the dark, for the half of the sheet that is dark."""
    block = raw("report.css").split("@media (prefers-color-scheme: dark) {\n")[1].split("\n}\n")[0]
    return str(block).replace("svg .", ".dark .").replace(".picture .", ".dark .")


TEMPLATE = """\
{% import "pieces.svg" as pieces %}
<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="t" viewBox="0 0 {{ 2 * across }} {{ high }}" \
width="{{ 2 * across }}" height="{{ high }}" font-family="sans-serif">
<title id="t">Every piece in the palette {{ name }}, on a light page and on a dark one.</title>
<style>
{{ dark | safe }}
</style>
{{ pieces.definitions(paints, symbols) }}
{% for half in ("light", "dark") %}
<g class="{{ half }}" transform="translate({{ loop.index0 * across }})">
<rect width="{{ across }}" height="{{ high }}" class="sea" fill="#dbe7ec"/>
<text x="30" y="46" font-size="30" font-weight="bold" class="mark" fill="#1d1b18">{{ name }}, {{ half }}</text>
{% for x, seat in seats %}
{% set n = loop.index0 %}
<text x="{{ x }}" y="46" text-anchor="middle" font-size="22" class="mark" fill="#1d1b18">{{ seat }}</text>
<g transform="translate({{ x }} {{ top }}) scale(.45)">
<use href="#hex" class="rim"/><use href="#tile{{ n }}"/><use href="#plate{{ n }}" transform="scale(1.9)"/>
</g>
{% endfor %}
{% for y, words in rows %}<text x="30" y="{{ y + 8 }}" font-size="24" class="mark" fill="#1d1b18">{{ words }}</text>
{% endfor %}
{% for each in signs %}<g transform="translate({{ each.x }} {{ each.y }})">
{{ pieces.tile(each.sign) }}{{ pieces.lettering(each.sign) }}
</g>
{% endfor %}
</g>
{% endfor %}
</svg>"""
