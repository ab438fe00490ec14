"""The board as a picture made of data: spaces with their pieces, what is new on them, each space in words."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from referee.rules.hexes import EDGES, grid, letters
from referee.rules.rulebook import Header
from referee.show import view
from referee.show.data_files import Fields
from referee.show.sentences import provenance_phrase
from referee.show.turns import Turns
from referee.show.view import LAND, Ground, Piece, Sign, Space, Symbol, Word
from referee.titles.magna_grecia.data.board import BoardMap
from referee.titles.magna_grecia.rules import events as happened
from referee.titles.magna_grecia.rules.events import MagnaGreciaEvent, MagnaGreciaMoment
from referee.titles.magna_grecia.rules.markets import is_active, value
from referee.titles.magna_grecia.rules.roads import holder
from referee.titles.magna_grecia.rules.state import NOWHERE, Market, Position
from referee.titles.magna_grecia.rules.turns import tiles_of_kind
from referee.words import AND, SEMICOLON, Phrase, number_and_noun, say, word_list


def space_name(position: Position, cell: int) -> str:
    """A space by its label and the name printed there: `D6 Kroton`."""
    board = position.setting.board
    name = board.names[cell]
    return f"{board.labels[cell]} {name}" if name else board.labels[cell]


def labels_by_name(position: Position) -> dict[str, str]:
    """The names printed on the board and the labels of their spaces."""
    board = position.setting.board
    return {name: label for name, label in zip(board.names, board.labels, strict=True) if name}


def full_place_name(position: Position, place: int) -> Phrase:
    """A place (MG-5.1): `red's city C5 Kroton` by its first space and its villages, `oracle D4 Laos`, `village D6`."""
    if place in position.cities:
        return say("{seat}'s city {at}", seat=position.cities[place].seat, at=city_spot(position, place))
    if place in position.oracles:
        return say("oracle {at}", at=space_name(position, place))
    return say("village {at}", at=space_name(position, place))


def short_place_name(position: Position, place: int) -> Word:
    """The same in short, for tables: `C5 Kroton (red)` is a city, `D4 Laos (oracle)`, `D6` a village."""
    if place in position.cities:
        return say("{at} ({owner})", at=city_spot(position, place), owner=position.cities[place].seat)
    if place in position.oracles:
        return say("{at} (oracle)", at=space_name(position, place))
    return space_name(position, place)


def city_spot(position: Position, city: int) -> Word:
    """A city by its first space in board order (MG-13.9) and the names of the villages in it."""
    names = position.setting.board.names
    inside = [names[cell] for cell in position.cities[city].cells if names[cell]]
    label = position.label(city)
    return say("{label} {names}", label=label, names=word_list(inside, AND)) if inside else label


def points(number: int) -> Phrase:
    return number_and_noun(number, say("point"), say("points"))


def connections(number: int) -> Phrase:
    return number_and_noun(number, say("connection"), say("connections"))


VILLAGE_HEX = '<use href="#hex" class="site" fill="#e6d6ae" stroke="#8a8064" stroke-width="2"/>'
GREEN_BORDER = (
    '<use href="#hex" transform="scale(.89)" fill="none" class="coast" stroke="#2f7d4f" stroke-width="9"/>'
    '<use href="#hex" transform="scale(.89)" fill="none" stroke="#ffffff" stroke-width="2"/>'
)
HOUSES = '<circle r="10" fill="#ffffff" stroke="#1d1b18" stroke-width="3"/>'
VILLAGE = Ground("village", VILLAGE_HEX, spot=HOUSES, brackets="()")
COAST = Ground("coast", VILLAGE_HEX + GREEN_BORDER, spot=HOUSES, brackets="{}")
GROUNDS = {".": LAND, "v": VILLAGE, "V": COAST}
MARKET = Symbol("market", "M-12 13V-4L0 -16L12 -4V13Z")
ORACLE = Symbol("oracle", "M0 -24L6 -10L20 -14L12 -2L22 9L8 9L5 23L-5 23L-8 9L-22 9L-12 -2L-20 -14L-6 -10Z", sign="*")


def city_piece(seat: str, fresh: str = "", links: int | None = None) -> Piece:
    """With the number of its connections on its first space: an oracle turns to the city that has most (MG-9.3)."""
    return Piece("tile", seat, fresh=fresh, kind="city", badge="" if links is None else str(links))


def road_piece(seat: str, edges: tuple[str, ...], fresh: str = "") -> Piece:
    return Piece("line", seat, edges, fresh=fresh, kind="road")


def market_piece(seat: str, sold: bool = False, fresh: str = "", worth: int | None = None, idle: bool = False) -> Piece:
    """With what it would score now: an idle one is inactive (MG-8.5). A sold one is laid on its side (MG-8.7)."""
    mark = "" if sold or worth is None else str(worth)
    return Piece("token", seat, text=mark, symbol=MARKET, lying=sold, fresh=fresh, kind="market", idle=idle)


def oracle_piece(edges: tuple[str, ...] = (), fresh: str = "", favours: str = "") -> Piece:
    """In the colour of the seat that it favours."""
    return Piece("marker", edges=edges, symbol=ORACLE, fresh=fresh, kind="oracle", tint=favours)


Put = tuple[str, str, int]
"""A piece that was put down or turned: its kind, its seat and its cell; a market's by the place that it had then."""
Fresh = Mapping[Put, str]
"""Piece, a market by the place that it is in now → `now`, or the seat whose last turn it was."""


class PositionScene(NamedTuple):
    """The parts of a drawing: the position, its news, each city in words, and the spaces of the board."""

    position: Position
    fresh: Fresh
    cities: Mapping[int, Phrase]
    blank: tuple[Space, ...]


def words_of_cities(position: Position) -> dict[int, Phrase]:
    sizes = {place: tiles_of_kind("city", len(city.cells)) for place, city in position.cities.items()}
    return {
        place: say("{city} ({size})", city=full_place_name(position, place), size=size) for place, size in sizes.items()
    }


def board_for_view(
    header: Header, position: Position, moments: Sequence[MagnaGreciaMoment], turns: Turns
) -> view.Board:
    """The board of the view; `moments` show what is new."""
    bare = blank(position.setting.board)
    scene = PositionScene(position, fresh_pieces(position, moments, turns), words_of_cities(position), bare)
    used = {*position.roads, *position.city_at, *position.oracles, *position.markets}
    spaces = tuple([space(scene, cell) if cell in used else each for cell, each in enumerate(bare)])
    return board_without_spaces(header, position)._replace(spaces=spaces)


def board_without_spaces(header: Header, position: Position) -> view.Board:
    return bare_board(position.setting.board, header["board"])._replace(legend=legend(position.setting.seats[0]))


def board_without_pieces(board: BoardMap) -> view.Board:
    return bare_board(board, {})._replace(spaces=blank(board))


def bare_board(board: BoardMap, field: Fields) -> view.Board:
    """Whose design a board is (`field` is what a header says of it), and its edges.

    These are the letters of the columns and the numbers of the rows, from the first that a label can have.
    """
    whose = say("Board {name}: {provenance}.", name=board.name, provenance=provenance_phrase(field, board.provenance))
    places = [grid(*place) for place in board.axial]
    columns = tuple([letters(column) for column in range(1 + max(column for column, _ in places))])
    rows = tuple([str(row + 1) for row in range(1 + max(row for _, row in places))])
    return view.Board(board.name, whose, (), columns, rows, VILLAGES)


def fresh_pieces(position: Position, moments: Sequence[MagnaGreciaMoment], turns: Turns) -> Fresh:
    """What each seat's last turn changed, the oldest first, and over it what the last entry changed."""
    marks: dict[Put, str] = {}
    last = [(seat, moments[turn.last]) for seat, turn in turns.latest.items()]
    for mark, moment in (*last, ("now", moments[-1])):
        for event in moment.events:
            if piece := piece_changed(event):
                kind, seat, cell = piece
                marks[kind, seat, position.place_at(cell) if kind == "market" else cell] = mark
    return marks


def piece_changed(event: MagnaGreciaEvent) -> Put | None:
    """The piece that an event put down or turned."""
    match event:
        case happened.RoadLaid(seat, cell):
            return "road", seat, cell
        case happened.CityLaid(seat, cell):
            return "city", seat, cell
        case happened.MarketBuilt(seat, place) | happened.MarketSold(seat, place):
            return "market", seat, place
        case happened.OracleSet(cell) | happened.OracleTurned(cell):
            return "oracle", "", cell
    return None


def space(scene: PositionScene, cell: int) -> Space:
    """A space, described too for somebody who cannot see the picture: `village Kroton; markets: red (standing)`."""
    blank, laid, position = scene.blank[cell], lying(scene, cell), scene.position
    there = position.markets.get(cell, ())  # those of a city are on its first space (MG-13.9)
    markets = [market_lying(position, each, cell, scene.fresh.get(("market", each.seat, cell), "")) for each in there]
    if not laid and not markets:
        return blank
    pieces, told = [], list(ground_words(blank.ground, blank.name))
    if laid:
        pieces.append(laid.piece)
        told.append(laid.words)
    if markets:
        pieces += [each.piece for each in markets]
        told.append(say("markets: {markets}", markets=word_list([each.words for each in markets])))
    return Space(*blank[:5], tuple(pieces), told[0] if len(told) == 1 else word_list(told, SEMICOLON))


def blank(board: BoardMap) -> tuple[Space, ...]:
    """The spaces before anything is on them."""
    grounds = [GROUNDS[each] for each in board.ground]
    words = [ground_words(*each)[0] if each[0] != LAND else say("") for each in zip(grounds, board.names, strict=True)]
    places = zip(board.axial, board.labels, grounds, board.names, words, strict=True)
    return tuple([Space(q, r, label, ground, name, (), told) for (q, r), label, ground, name, told in places])


def ground_words(ground: Ground, name: str) -> tuple[Phrase, ...]:
    if ground == LAND:
        return (say("{name}", name=name),) if name else ()
    if ground == COAST:
        return (say("green-bordered village {name}", name=name) if name else say("green-bordered village"),)
    return (say("village {name}", name=name) if name else say("village"),)


class Lying(NamedTuple):
    """A piece on a space, and whose it is in words."""

    piece: Piece
    words: Phrase


def lying(scene: PositionScene, cell: int) -> Lying | None:
    """The city tile, the road tile or the oracle on a space."""
    position, fresh, cities, _ = scene
    if cell in position.roads:
        road = position.roads[cell]
        edges, news = (EDGES[road.a], EDGES[road.b]), fresh.get(("road", road.seat, cell), "")
        words = say("{seat}'s road {exits}", seat=road.seat, exits="-".join(edges))
        return Lying(road_piece(road.seat, edges, news), with_news(words, news))
    if cell in position.city_at:
        city = position.city_at[cell]
        seat = position.cities[city].seat
        news = fresh.get(("city", seat, cell), "")
        links = value(position, cell) if cell == city else None
        return Lying(city_piece(seat, news, links), with_news(cities[city], news))
    if cell in position.oracles:
        edge, news = position.oracles[cell], fresh.get(("oracle", "", cell), "")
        points = () if edge == NOWHERE else (EDGES[edge],)
        city = holder(position, cell)
        favours = position.cities[city].seat if city != NOWHERE else ""
        words = say("oracle, pointing to nobody")
        if city != NOWHERE:
            facts = {"edge": EDGES[edge], "city": full_place_name(position, city)}
            words = say("oracle, pointing {edge} to {city}", **facts)
        return Lying(oracle_piece(points, news, favours), with_news(words, news))
    return None


def market_lying(position: Position, market: Market, place: int, fresh: str) -> Lying:
    seat, sold = market.seat, market.sold
    words = say("{seat} (sold)", seat=seat) if sold else say("{seat} (unsold)", seat=seat)
    active = not sold and is_active(position, seat, place)
    piece = market_piece(seat, sold, fresh, value(position, place) if active else 0, idle=not active and not sold)
    return Lying(piece, with_news(words, fresh))


def with_news(says: Phrase, fresh: str) -> Phrase:
    if fresh == "now":
        return say("{piece}, new", piece=says)
    if fresh:
        return say("{piece}, from the last turn of {seat}", piece=says, seat=fresh)
    return says


VILLAGES: tuple[tuple[Sign, Phrase], ...] = (
    (VILLAGE, say("village")),
    (COAST, say("coastal village (green border)")),
)


def legend(seat: str) -> tuple[tuple[Sign, Phrase], ...]:
    """What the signs mean, with pieces of one seat as samples."""
    return (
        *VILLAGES,
        (city_piece(seat, links=3), say("city of {seat} (number: its connections)", seat=seat)),
        (road_piece(seat, ("nw", "s")), say("road tile of {seat}, exits nw and s", seat=seat)),
        (market_piece(seat, worth=3), say("market of {seat} (number: points now)", seat=seat)),
        (
            market_piece(seat, worth=0, idle=True),
            say("inactive market of {seat}: it scores nothing", seat=seat),
        ),
        (market_piece(seat, sold=True), say("sold market of {seat}, turned over", seat=seat)),
        (oracle_piece(("ne",), favours=seat), say("oracle, pointing to the city it favours")),
    )
