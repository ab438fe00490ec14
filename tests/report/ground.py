"""The board of the sample: a map, names, and every kind of piece on it."""

from referee.rules.hexes import axial, hex_of_label, letters
from referee.show.view import Board, Piece, Space
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
    "A6": [Piece("city", "red"), Piece("market", "red", fresh="red")],
    "B6": [Piece("road", "red", ("nw", "se"))],
    "C6": [Piece("road", "red", ("nw", "ne"), fresh="red")],
    "D6": [
        Piece("market", "yellow"),
        Piece("market", "orange", lying=True),
        Piece("market", "red"),
        Piece("market", "brown"),
    ],
    "E6": [Piece("road", "yellow", ("sw", "ne"))],
    "F5": [Piece("city", "yellow", fresh="yellow")],
    "F4": [Piece("city", "yellow"), Piece("market", "yellow"), Piece("market", "red", lying=True)],
    "G5": [Piece("road", "brown", ("nw", "s"))],
    "G6": [Piece("road", "brown", ("n", "s"))],
    "G7": [Piece("oracle", edges=("n",))],
    "G8": [Piece("road", "orange", ("n", "s"))],
    "G9": [
        Piece("city", "orange"),
        Piece("market", "orange"),
        Piece("market", "brown"),
        Piece("market", "red"),
        Piece("market", "yellow", lying=True),
    ],
    "H9": [Piece("city", "orange", fresh="now")],
    "H10": [Piece("city", "orange", fresh="now")],
    "H8": [Piece("road", "orange", ("s", "ne"), fresh="now")],
    "I8": [Piece("road", "orange", ("sw", "n"), fresh="now")],
    "I5": [Piece("oracle", edges=("se",), fresh="now")],
    "J5": [Piece("road", "brown", ("nw", "se"))],
    "K6": [Piece("road", "brown", ("nw", "se"), fresh="brown")],
    "L6": [Piece("city", "brown"), Piece("market", "orange", fresh="now"), Piece("market", "brown")],
    "M7": [Piece("road", "yellow", ("nw", "s"))],
    "M8": [Piece("road", "yellow", ("n", "s"))],
    "M9": [Piece("road", "yellow", ("n", "s"), fresh="yellow")],
    "M10": [Piece("oracle")],
    "N9": [Piece("market", "brown", fresh="brown")],
    "K8": [Piece("disc", "red", text="3")],
    "O9": [Piece("road", "red", ("sw", "se"))],
    "P9": [Piece("city", "red")],
    "P10": [Piece("city", "red")],
    "N10": [Piece("road", "brown", ("n", "se"))],
}


def in_words(name: str, ground: str, pieces: list[Piece]) -> str:
    """What a title would say of a space."""
    kinds = {"village": "village", "coast": "village on the coast", "land": "land"}
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
    ground = {".": "land", "v": "village", "V": "coast"}[sign]
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
            ("village", say("village")),
            ("coast", say("village on the coast (green border)")),
            (Piece("city", "red"), say("city tile of red")),
            (Piece("road", "red", ("nw", "s")), say("road tile of red, its exits nw and s")),
            (Piece("market", "red"), say("market of red, standing")),
            (Piece("market", "red", lying=True), say("market of red, sold: it lies on its side")),
            (Piece("oracle", edges=("ne",)), say("oracle, pointing ne to the city whose attention it has")),
        ),
    )
