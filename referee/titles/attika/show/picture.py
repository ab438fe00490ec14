"""The growing board as data: every hex with its symbol and building, the shrines, and where a tile may go."""

from collections.abc import Mapping, Sequence

from referee.rules.rulebook import Header
from referee.show.sentences import provenance_phrase
from referee.show.turns import Turns
from referee.show.view import LAND, Board, Ground, Piece, Sign, Space, Symbol
from referee.titles.attika.data.components import AttikaComponents
from referee.titles.attika.data.land import HEXES, Place, name
from referee.titles.attika.rules import events as happened
from referee.titles.attika.rules.state import AttikaPosition
from referee.titles.attika.show import names
from referee.titles.attika.show.known import Sight
from referee.titles.attika.show.standing import Link, ways
from referee.words import Phrase, abbreviations, say

SHRINE = Ground(
    "shrine",
    '<use href="#hex" class="shrine" fill="#f7e2a0" stroke="#1d1b18" stroke-width="5"/>'
    '<path d="M-30 22H30M-26 16H26M-20 16V-8M-7 16V-8M7 16V-8M20 16V-8M-28 -10L0 -28L28 -10Z" fill="none" '
    'stroke="#7a2e0e" stroke-width="5" stroke-linejoin="round"/>',
    sign="##",
)
CANDIDATE = Ground(
    "candidate",
    '<use href="#hex" transform="scale(.8)" class="candidate" fill="#e4edf7" stroke="#0b5cd5" stroke-width="3" '
    'stroke-dasharray="9 7"/>',
    sign="??",
    is_offer=True,
)
"""A centre on which the tile that is due may be placed (AT-7.1)."""


def building_piece(seat: str, short: str, fresh: str = "", symbol: Symbol | None = None) -> Piece:
    """A building with its icon, where there is one; letters of its name mark it where nothing can be drawn."""
    # so data call it since their first version
    return Piece("tile", seat, text=short, symbol=symbol, fresh=fresh, kind="city")


def board_view(
    header: Header, seen: list[Sight], turns: Turns, nearest: Mapping[str, Link], places: Sequence[Place]
) -> Board:
    """The board after the last of these moments; the buildings of the last turns are marked.

    `places`: those for the tile that is due.
    """
    position = seen[-1].position
    drawing = HexDrawing(position.setting.box)
    spaces = drawing.spaces(position, fresh(seen, turns))
    words = say("the centre of the tile can go here")
    spaces += [Space(*at, names.place_name(number), CANDIDATE, "", (), words) for number, at in enumerate(places)]
    return bare_board(header, position, drawing)._replace(
        spaces=tuple(spaces), insets=names.insets(position), ways=tuple(ways(position, nearest))
    )


def bare_board(header: Header, position: AttikaPosition, drawing: "HexDrawing") -> Board:
    """What the board has without its spaces; `drawing`: how these are drawn."""
    symbols = tuple([each for each in drawing.symbols.values() if each])
    layout, tiles = position.setting.layout, position.setting.tiles
    hows = {
        "how": provenance_phrase(header["layout"], layout.provenance),
        "made": provenance_phrase(header["tiles"], tiles.provenance),
    }
    whose = say("Layout {layout}: {how}. Tiles {tiles}: {made}.", layout=layout.name, tiles=tiles.name, **hows)
    return Board(layout.name, whose, (), legend=legend(position, drawing), symbols=symbols)


def fresh(seen: Sequence[Sight], turns: Turns) -> dict[int, str]:
    """Hex → `now` when it was built in the turn of the last entry, or the seat that built there in its last turn."""
    found: dict[int, str] = {}
    for seat, turn in turns.latest.items():
        events = [event for each in seen[turn.first : turn.last + 1] for event in each.events]
        built = [event.hex for event in events if type(event) is happened.BuildingBuilt]
        found |= dict.fromkeys(built, "now" if turn.last == len(seen) - 1 else seat)
    return found


class HexDrawing:
    """The hexes and shrines of one position after the other; what looks as before is the same object.

    drawn  hex, whose building it is, its mark → its space; or place and number of a shrine → its space
    """

    def __init__(self, box: AttikaComponents) -> None:
        self.short = abbreviations({each.id: each.name for each in box.buildings.values()})
        self.symbols = {each.id: names.building_symbol(each) for each in box.buildings.values()}
        self.drawn: dict[object, Space] = {}

    def spaces(self, position: AttikaPosition, fresh: Mapping[int, str]) -> list[Space]:
        found = list[Space]()
        for hex in range(len(position.land.place)):
            looks = hex, position.owner(hex), fresh.get(hex, "")
            if looks not in self.drawn:
                self.drawn[looks] = self.space(position, hex, fresh.get(hex, ""))
            found.append(self.drawn[looks])
        for number, place in enumerate(position.land.shrines, 1):
            shrine = Space(*place, f"s{number}", SHRINE, "", (), say("shrine"))
            found.append(self.drawn.setdefault((place, number), shrine))
        return found

    def space(self, position: AttikaPosition, hex: int, fresh: str) -> Space:
        """A hex with its building, or with its symbol."""
        q, r = position.land.place[hex]
        ground, built = names.GROUNDS[position.land.symbol[hex]], position.buildings.get(hex)
        tile = str(hex // HEXES + 1)
        if built is None:
            words = say("{ground}", ground=ground.key) if ground != LAND else say("")
            return Space(q, r, name(hex), ground, "", (), words, tile)
        facts = {"seat": built.seat, "building": position.building(built.building).name, "ground": ground.key}
        words = say("{seat}'s {building} on {ground}", **facts)
        piece = building_piece(built.seat, self.short[built.building], fresh, self.symbols[built.building])
        return Space(q, r, name(hex), ground, "", (piece,), words, tile)


def legend(position: AttikaPosition, drawing: HexDrawing) -> tuple[tuple[Sign, Phrase], ...]:
    seat = position.setting.seats[0]
    some = next(iter(position.setting.box.buildings))
    facts = {"seat": seat, "building": position.building(some).name}
    example = building_piece(seat, drawing.short[some], symbol=drawing.symbols[some])
    water, forest, hill, mountain = names.LANDSCAPE_GROUNDS
    signs: list[tuple[Sign, Phrase]] = [
        (water, say("water (W)")),
        (forest, say("forest (F)")),
        (hill, say("hill (H)")),
        (mountain, say("mountain (M)")),
        (SHRINE, say("shrine")),
        (example, say("building of {seat}, here the {building}", **facts)),
    ]
    if names.is_tile_due(position):
        signs.append((CANDIDATE, say("the centre of the tile to be placed can go here")))
    return tuple(signs)
