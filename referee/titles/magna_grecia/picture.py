"""The board as a picture made of data: spaces with their pieces, what is new on them, and each space in words."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from referee import view
from referee.hexes import EDGES, letters
from referee.telling import made
from referee.titles.magna_grecia import events as happened
from referee.titles.magna_grecia.board import Board, grid_of
from referee.titles.magna_grecia.network import holder
from referee.titles.magna_grecia.places import called, city_tiles
from referee.titles.magna_grecia.state import NOWHERE, Position
from referee.view import Piece, Space
from referee.words import Phrase, listed, say

GROUNDS = {".": "land", "v": "village", "V": "coast"}
NOTHING = say("")

Fresh = Mapping[tuple[str, str, int], str]
"""(kind of piece, seat, cell) → `now`, or the seat whose last turn it was."""


class Scene(NamedTuple):
    """What is drawn: the position, what is new in it, and each city in words."""

    position: Position
    fresh: Fresh
    cities: Mapping[int, Phrase]


def picture(header: Mapping[str, Any], position: Position, moments: Sequence[Any]) -> view.Board:
    """The board of the view; `moments` tell what is new."""
    board = position.setting.board
    cities = {place: city_words(position, place) for place in position.cities}
    scene = Scene(position, freshness(position, moments, last_turns(moments)), cities)
    columns, rows = edges_of(board)
    return view.Board(
        name=board.name,
        provenance=whose(board, header["board"]),
        spaces=tuple([space(scene, cell) for cell in range(len(board.labels))]),
        columns=columns,
        rows=rows,
        legend=legend(position.setting.seats[0]),
    )


def bare(board: Board) -> view.Board:
    """The board before anything lies on it."""
    columns, rows = edges_of(board)
    grounds = [GROUNDS[ground] for ground in board.ground]
    words = [listed(ground_words(board, cell)) if ground != "land" else NOTHING for cell, ground in enumerate(grounds)]
    places = zip(board.axial, board.labels, grounds, board.names, words, strict=True)
    spaces = [Space(q, r, label, ground, name, (), told) for (q, r), label, ground, name, told in places]
    return view.Board(board.name, whose(board, {}), tuple(spaces), columns, rows, VILLAGES)


def whose(board: Board, field: Mapping[str, Any]) -> Phrase:
    """Whose design a board is; `field` is what a header says of it."""
    return say("Board {name}: {provenance}.", name=board.name, provenance=made(field, board.provenance))


def edges_of(board: Board) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The letters of the columns and the numbers of the rows, from the first that a label can have."""
    places = grid_of(board)
    columns, rows = 1 + max(column for column, _ in places), 1 + max(row for _, row in places)
    return tuple(letters(column) for column in range(columns)), tuple(str(row + 1) for row in range(rows))


def freshness(position: Position, moments: Sequence[Any], turns: Mapping[str, int]) -> Fresh:
    """What each seat's last turn (`last_turns`) changed, and over it what the last entry changed."""
    marks: dict[tuple[str, str, int], str] = {}
    last = len(moments) - 1
    for index in sorted({*turns.values(), last}):
        mark = "now" if index == last else moments[index].entry["seat"]
        for event in moments[index].events:
            changed = piece_changed(position, event)
            if changed:
                marks[changed] = mark
    return marks


def last_turns(moments: Sequence[Any]) -> dict[str, int]:
    """Seat → the place in `moments` of its last turn, played or missed."""
    return {each.entry["seat"]: index for index, each in enumerate(moments) if is_turn(each)}


def is_turn(moment: Any) -> bool:
    return moment.entry.get("kind") in ("move", "missed")


def piece_changed(position: Position, event: Any) -> tuple[str, str, int] | None:
    """The piece that an event put down or turned; a market by the place that it is in now."""
    match event:
        case happened.RoadLaid(seat, cell):
            return "road", seat, cell
        case happened.CityLaid(seat, cell):
            return "city", seat, cell
        case happened.MarketBuilt(seat, place) | happened.MarketSold(seat, place):
            return "market", seat, position.place_at(place)
        case happened.OracleSet(cell) | happened.OracleTurned(cell):
            return "oracle", "", cell
    return None


def city_words(position: Position, city: int) -> Phrase:
    size = city_tiles(len(position.cities[city].cells))
    return say("{city} ({size})", city=called(position, city), size=size)


def space(scene: Scene, cell: int) -> Space:
    board = scene.position.setting.board
    q, r = board.axial[cell]
    drawn = pieces(scene, cell)
    ground = GROUNDS[board.ground[cell]]
    words = in_words(scene, cell, drawn) if drawn or ground != "land" else NOTHING
    return Space(q, r, board.labels[cell], ground, board.names[cell], drawn, words)


def pieces(scene: Scene, cell: int) -> tuple[Piece, ...]:
    """What lies on a space in painting order; the markets of a city on its first space (MG-13.9)."""
    position, fresh, _ = scene
    drawn = []
    city = position.city_at.get(cell)
    if city is not None:
        seat = position.cities[city].seat
        drawn.append(Piece("city", seat, fresh=fresh.get(("city", seat, cell), "")))
    elif cell in position.roads:
        seat, a, b, _ = position.roads[cell]
        drawn.append(Piece("road", seat, (EDGES[a], EDGES[b]), fresh=fresh.get(("road", seat, cell), "")))
    elif cell in position.oracles:
        edge = position.oracles[cell]
        points = () if edge == NOWHERE else (EDGES[edge],)
        drawn.append(Piece("oracle", "", points, fresh=fresh.get(("oracle", "", cell), "")))
    for seat, sold in position.markets.get(cell, ()):
        drawn.append(Piece("market", seat, lying=sold, fresh=fresh.get(("market", seat, cell), "")))
    return tuple(drawn)


def in_words(scene: Scene, cell: int, drawn: tuple[Piece, ...]) -> Phrase:
    """A space for somebody who cannot see the picture: `village Kroton; markets: red (standing), brown (sold)`."""
    told = ground_words(scene.position.setting.board, cell)
    markets = [market_words(piece) for piece in drawn if piece.kind == "market"]
    told += [piece_words(scene, cell, piece) for piece in drawn if piece.kind != "market"]
    if markets:
        told.append(say("markets: {markets}", markets=listed(markets)))
    return listed(told, "; ")


def ground_words(board: Board, cell: int) -> list[Phrase]:
    ground, name = board.ground[cell], board.names[cell]
    if ground == ".":
        return [say("{name}", name=name)] if name else []
    if ground == "V":
        return [say("green-bordered village {name}", name=name) if name else say("green-bordered village")]
    return [say("village {name}", name=name) if name else say("village")]


def piece_words(scene: Scene, cell: int, piece: Piece) -> Phrase:
    """Whose road, city or oracle it is."""
    position = scene.position
    if piece.kind == "road":
        return road_words(piece)
    says = scene.cities[position.city_at[cell]] if piece.kind == "city" else oracle_words(position, cell)
    return with_news(says, piece)


@lru_cache(1 << 10)
def road_words(piece: Piece) -> Phrase:
    return with_news(say("{seat} road {exits}", seat=piece.seat, exits="-".join(piece.edges)), piece)


def oracle_words(position: Position, cell: int) -> Phrase:
    city = holder(position, cell)
    if city == NOWHERE:
        return say("oracle, pointing to nobody")
    return say("oracle, pointing {edge} to {city}", edge=EDGES[position.oracles[cell]], city=called(position, city))


@lru_cache(1 << 10)
def market_words(piece: Piece) -> Phrase:
    words = say("{seat} (sold)", seat=piece.seat) if piece.lying else say("{seat} (standing)", seat=piece.seat)
    return with_news(words, piece)


def with_news(says: Phrase, piece: Piece) -> Phrase:
    if piece.fresh == "now":
        return say("{piece}, new", piece=says)
    if piece.fresh:
        return say("{piece}, of {seat}'s last turn", piece=says, seat=piece.fresh)
    return says


VILLAGES: tuple[tuple[Piece | str, Phrase], ...] = (
    ("village", say("village")),
    ("coast", say("village with a green border, on the coast (MG-1.3)")),
)


def legend(seat: str) -> tuple[tuple[Piece | str, Phrase], ...]:
    """What the signs mean, with pieces of one seat as samples."""
    return (
        *VILLAGES,
        (Piece("city", seat), say("city tile of {seat}", seat=seat)),
        (Piece("road", seat, ("nw", "s")), say("road tile of {seat}, here with the exits nw and s", seat=seat)),
        (Piece("market", seat), say("market of {seat}, standing; in a city on its first space", seat=seat)),
        (Piece("market", seat, lying=True), say("market of {seat}, sold: it lies (MG-8.7)", seat=seat)),
        (Piece("oracle", edges=("ne",)), say("oracle, pointing along a road to the city it favours (MG-9.1)")),
    )
