"""A rich position made by hand: four seats, every kind of piece and of section. Nothing here is computed by rules."""

from referee.hexes import axial, letters, located
from referee.view import Asked, Board, Chart, Line, Lines, Piece, Row, Seat, Series, Space, Table, View
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
    "E1": "Kyme", "G2": "Capua", "C3": "Neapolis", "J3": "Hydrous", "F4": "Nola", "L4": "Brundisium", "I5": "Poseidonia",
    "A6": "Elea", "D6": "Atina", "L6": "Taras", "G7": "Laos", "O7": "Herakleia", "C8": "Pyxous", "K8": "Metapontion",
    "G9": "Kosentia", "N9": "Sybaris", "P9": "Kroton", "M10": "Petelia", "D11": "Medma", "I11": "Terina", "P11": "Thourioi",
    "G12": "Rhegion", "P12": "Kaulonia", "K13": "Lokroi",
}  # fmt: skip

PIECES = {
    "A6": [Piece("city", "red"), Piece("market", "red", fresh="red")],
    "B6": [Piece("road", "red", ("nw", "se"))],
    "C6": [Piece("road", "red", ("nw", "ne"), fresh="red")],
    "D6": [Piece("market", "yellow"), Piece("market", "orange", lying=True), Piece("market", "red"), Piece("market", "brown")],
    "E6": [Piece("road", "yellow", ("sw", "ne"))],
    "F5": [Piece("city", "yellow", fresh="yellow")],
    "F4": [Piece("city", "yellow"), Piece("market", "yellow"), Piece("market", "red", lying=True)],
    "G5": [Piece("road", "brown", ("nw", "s"))],
    "G6": [Piece("road", "brown", ("n", "s"))],
    "G7": [Piece("oracle", edges=("n",))],
    "G8": [Piece("road", "orange", ("n", "s"))],
    "G9": [Piece("city", "orange"), Piece("market", "orange"), Piece("market", "brown"), Piece("market", "red"),
           Piece("market", "yellow", lying=True)],
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
}  # fmt: skip

SEATS = (
    Seat("yellow", "Anna", "Y"),
    Seat("red", "Bruno", "R"),
    Seat("brown", "Chiara of Santa Maria di Leuca", "B"),
    Seat("orange", "Dēmētrios", "O"),
)


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
    assert {located(label) for label in (*NAMES, *PIECES)} <= {(each.q, each.r) for each in spaces}
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


def story() -> Lines:
    return Lines(
        "story",
        say("What happened"),
        (
            Line(say("{seat} built a road at {space} {exits}.", seat="orange", space="H8", exits="s-ne"), ("MG-4.1",), "orange"),
            Line(say("{seat} expanded the city at {space} by {n} tiles for {n} points.", seat="orange", space="G9", n=2), ("MG-6.3", "MG-6.8"), "orange"),
            Line(say("The oracle at {space} turns to {city}: {a} connections against {b}.", space="I5 Poseidonia", city="brown's city L6", a=4, b=3), ("MG-9.3",), "brown"),
            Line(say("{seat} says: “{text}”", seat="orange", text="Nice road, Bruno! Shall we meet at Metapontion before winter comes?"), (), "orange"),
        ),
    )  # fmt: skip


def standing() -> Table:
    rows = [("Dēmētrios (orange)", 21, 9, 4, 34), ("Bruno (red)", 18, 11, 0, 29), ("Anna (yellow)", 20, 6, 0, 26), ("Chiara of Santa Maria di Leuca (brown)", 9, 5, 8, 22)]  # fmt: skip
    seats = ("orange", "red", "yellow", "brown")
    return Table(
        "standing",
        say("Projected final standing"),
        (say("Player"), say("Points now"), say("Markets"), say("Oracles"), say("Together")),
        tuple(Row(cells, ("MG-10.2", "MG-10.3"), seat) for cells, seat in zip(rows, seats, strict=True)),
        say("If the game ended now. Ties are broken by the tiles in supply (MG-10.4)."),
    )


def markets() -> Table:
    return Table(
        "markets",
        say("What each market would score"),
        (say("Place"), say("Owner"), say("State"), say("Value"), say("Connected with")),
        (
            Row(("D6 Atina", "yellow", "active", 3, "A6 red's city, F4 yellow's city, I5 the oracle of Poseidonia"), ("MG-8.6",), "yellow"),
            Row(("D6 Atina", "orange", "sold", 0, "counts nothing at the end"), ("MG-8.7",), "orange"),
            Row(("D6 Atina", "brown", "inactive", 0, "no road joins it with a city of brown"), ("MG-8.5",), "brown"),
            Row(("L6 Taras", "orange", "active", 4, "I5, K8, N9, M10"), ("MG-8.6",), "orange"),
            Row(("all", "", "", 7, ""), ("MG-10.2",), strong=True),
        ),
    )  # fmt: skip


def sections() -> tuple[Table | Lines | Chart, ...]:
    return (
        standing(),
        markets(),
        Lines(
            "oracles",
            say("Oracles"),
            (
                Line(say("G7 Laos: brown's city L6 with {a} connections; next is {who} with {b}.", a=3, who="orange's city G9", b=3), ("MG-9.1", "MG-9.3"), "brown"),
                Line(say("M10 Petelia: connected with no city."), ("MG-9.1",)),
            ),
            say("Each scores 4 at the end (MG-10.3)."),
        ),
        Table(
            "cards",
            say("Cards"),
            (say("Card"), say("Order of play"), say("Roads"), say("Cities"), say("Resupply")),
            (
                Row(("now: brown-medium", "brown, red, orange, yellow", 3, 2, 5), ("MG-1.5",), "brown"),
                Row(("next: red-low", "red, yellow, orange, brown", 2, 1, 3), ("MG-1.5",), "red"),
            ),
        ),
        Chart(
            "rounds",
            say("Points after each round"),
            tuple(str(number) for number in range(13)),
            (
                Series("yellow", (15, 14, 14, 12, 11, 13, 15, 14, 16, 18, 19, 21, 26)),
                Series("red", (15, 13, 11, 11, 9, 8, 10, 13, 15, 15, 17, 18, 29)),
                Series("brown", (15, 15, 13, 10, 10, 8, 6, 5, 7, 8, 8, 9, 22)),
                Series("orange", (15, 14, 12, 12, 13, 12, 14, 16, 15, 18, 20, 21, 34)),
            ),
        ),
    )  # fmt: skip


def asked() -> Asked:
    return Asked(
        "yellow",
        say("Round {round}, card {card}: it is the turn of {seat} ({player}).", round=7, card="brown-medium", seat="yellow", player="Anna"),
        Lines(
            "may",
            say("What yellow may do"),
            (
                Line(say("Up to two of: {a} roads, {b} city tiles, {c} resupplied tiles; or one of them enhanced.", a=3, b=2, c=5), ("MG-4.4", "MG-4.8")),
                Line(say("Then build or sell one market; {points} points to spend.", points=14), ("MG-8.2", "MG-8.7")),
            ),
        ),
        "game: spring-cup\nafter: 27\nhead: 4b1f0c9d2e7a\nseat: yellow\nactions:\n  - road: {at: E7, exits: n-s}\nmarket: {build: D6}\nsay: \n",
    )  # fmt: skip


def view() -> View:
    return View(
        game="spring-cup",
        title="magna-grecia",
        title_name="Magna Grecia",
        entry=27,
        head="4b1f0c9d2e7a55aa" + "0" * 48,
        at="2026-11-20T19:00:00Z",
        seat="",
        seats=SEATS,
        headline=say("Round {round} of {of}: orange has moved, yellow is next.", round=7, of=12),
        provenance=(say("Cards: components magna-grecia/2026; two of the four orders are inferred."),),
        story=story(),
        board=board(),
        asked=asked(),
        sections=sections(),
    )
