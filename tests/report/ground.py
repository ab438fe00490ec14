"""The board of the sample: a map, names, and every kind of piece on it."""

from referee.rules.hexes import axial, hex_of_label, letters
from referee.show.view import LAND, Board, Ground, Piece, Space, View
from referee.titles.magna_grecia.show.picture import (
    COAST,
    GROUNDS,
    VILLAGE,
    city_piece,
    market_piece,
    oracle_piece,
    road_piece,
)
from referee.words import say

MAP = """\
   .V.
  ....v..
 .v......V.
 ....v.....V..
  ......v......
V..v.......v..
 .....v.......V.
  V.......v.....
     .v......v.V
      ......v...
   V....v......v
    ..V........V
         .V..
"""

NAMES = {
    "E1": "Kyme",
    "G2": "Capua",
    "C3": "Neapolis",
    "J3": "Hydrous",
    "F4": "Nola",
    "L4": "Brundisium",
    "I5": "Poseidonia",
    "A6": "Elea",
    "D6": "Atina",
    "L6": "Taras",
    "G7": "Laos",
    "O7": "Herakleia",
    "C8": "Pyxous",
    "K8": "Metapontion",
    "G9": "Kosentia",
    "N9": "Sybaris",
    "P9": "Kroton",
    "M10": "Petelia",
    "D11": "Medma",
    "I11": "Terina",
    "P11": "Thourioi",
    "G12": "Rhegion",
    "P12": "Kaulonia",
    "K13": "Lokroi",
}

PIECES = {
    "A6": [city_piece("red"), market_piece("red", fresh="red")],
    "B6": [road_piece("red", ("nw", "se"))],
    "C6": [road_piece("red", ("nw", "ne"), fresh="red")],
    "D6": [
        market_piece("yellow"),
        market_piece("orange", sold=True),
        market_piece("red"),
        market_piece("brown"),
    ],
    "E6": [road_piece("yellow", ("sw", "ne"))],
    "F5": [city_piece("yellow", fresh="yellow")],
    "F4": [city_piece("yellow"), market_piece("yellow"), market_piece("red", sold=True)],
    "G5": [road_piece("brown", ("nw", "s"))],
    "G6": [road_piece("brown", ("n", "s"))],
    "G7": [oracle_piece(edges=("n",))],
    "G8": [road_piece("orange", ("n", "s"))],
    "G9": [
        city_piece("orange"),
        market_piece("orange"),
        market_piece("brown"),
        market_piece("red"),
        market_piece("yellow", sold=True),
    ],
    "H9": [city_piece("orange", fresh="now")],
    "H10": [city_piece("orange", fresh="now")],
    "H8": [road_piece("orange", ("s", "ne"), fresh="now")],
    "I8": [road_piece("orange", ("sw", "n"), fresh="now")],
    "I5": [oracle_piece(edges=("se",), fresh="now")],
    "J5": [road_piece("brown", ("nw", "se"))],
    "K6": [road_piece("brown", ("nw", "se"), fresh="brown")],
    "L6": [city_piece("brown"), market_piece("orange", fresh="now"), market_piece("brown")],
    "M7": [road_piece("yellow", ("nw", "s"))],
    "M8": [road_piece("yellow", ("n", "s"))],
    "M9": [road_piece("yellow", ("n", "s"), fresh="yellow")],
    "M10": [oracle_piece()],
    "N9": [market_piece("brown", fresh="brown")],
    "K8": [Piece("token", "red", text="3", kind="disc")],
    "O9": [road_piece("red", ("sw", "se"))],
    "P9": [city_piece("red")],
    "P10": [city_piece("red")],
    "N10": [road_piece("brown", ("n", "se"))],
}


def in_words(name: str, ground: Ground, pieces: list[Piece]) -> str:
    """The words of a title for a space."""
    kinds = {VILLAGE: "village", COAST: "village on the coast", LAND: "land"}
    parts = [f"{name}, {kinds[ground]}" if name else kinds[ground]]
    for piece in pieces:
        lying = "sold " if piece.lying else ""
        to = f" {'-'.join(piece.edges)}" if piece.edges else ""
        new = {"": "", "now": " (new)"}.get(piece.fresh, f" ({piece.fresh}'s last turn)")
        parts.append(f"{lying}{piece.kind}{to}{f' of {piece.seat}' if piece.seat else ''}{piece.text}{new}")
    return "; ".join(parts)


def space(column: int, row: int, sign: str) -> Space:
    q, r = axial(column, row)
    label = f"{letters(column)}{row + 1}"
    ground = GROUNDS[sign]
    pieces = PIECES.get(label, [])
    words = say("{words}.", words=in_words(NAMES.get(label, ""), ground, pieces))
    return Space(q, r, label, ground, NAMES.get(label, ""), tuple(pieces), words)


def board() -> Board:
    lines = MAP.splitlines()
    spaces = tuple(
        space(column, row, sign) for row, line in enumerate(lines) for column, sign in enumerate(line) if sign != " "
    )
    assert {hex_of_label(label) for label in (*NAMES, *PIECES)} <= {(each.q, each.r) for each in spaces}
    return Board(
        name="Mezzogiorno",
        provenance=say("Board Mezzogiorno: of our own design; not the printed map."),
        spaces=spaces,
        columns=tuple(letters(column) for column in range(16)),
        rows=tuple(str(row + 1) for row in range(len(lines))),
        legend=(
            (VILLAGE, say("village")),
            (COAST, say("village on the coast (green border)")),
            (city_piece("red"), say("city tile of red")),
            (road_piece("red", ("nw", "s")), say("road tile of red, its exits nw and s")),
            (market_piece("red"), say("market of red, standing")),
            (market_piece("red", sold=True), say("sold market of red, turned over")),
            (oracle_piece(edges=("ne",)), say("oracle, pointing ne to the city whose attention it has")),
        ),
    )


def board_of(view: View) -> Board:
    """The board of a report that must have one."""
    assert view.board is not None
    return view.board
