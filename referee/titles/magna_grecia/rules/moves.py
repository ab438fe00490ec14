"""The notation of a move, and the steps in which it is judged.

A move is a whole turn (MG-3.2): `actions`, a list of `road`, `city` and at last `resupply` (or one `oracle` while these
are placed), then `market`. Words that fit no board become NOWHERE here, so that a rule can refuse them with its number.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, TypeAlias, TypedDict

from referee.rules.hexes import EDGE_NUMBERS, EDGES
from referee.rules.rulebook import Move, Step
from referee.titles.magna_grecia.rules.events import (
    CityLaid,
    MagnaGreciaEvent,
    MarketBuilt,
    MarketSold,
    OracleSet,
    Resupplied,
    RoadLaid,
    TurnEnded,
)
from referee.titles.magna_grecia.rules.state import NOWHERE, Position


@dataclass(slots=True)
class TakeTurn:
    """The move as a whole: each action's kind, the tiles resupplied (roads, cities), each market action's kind.

    counts  MG-4.4: how many tiles of each of the three actions the whole turn places or moves
    """

    seat: str
    kinds: tuple[str, ...]
    resupply: tuple[int, int]
    markets: tuple[str, ...]
    counts: Mapping[str, int]


@dataclass(slots=True)
class LayRoad:
    """A road tile: the cell and its edges, or NOWHERE if it is not on the board, and the text that was written.

    `unknown`: the keys `from` or `to` whose spaces are not on the board, and their values.
    """

    seat: str
    cell: int
    a: int
    b: int
    at: str
    exits: str
    unknown: tuple[tuple[str, str], ...] = ()


@dataclass(slots=True)
class SpaceStep:
    """What a seat does on one space: the cell, or NOWHERE if it is not on the board, and the text that was written."""

    seat: str
    cell: int
    at: str


@dataclass(slots=True)
class LayCity(SpaceStep):
    pass


@dataclass(slots=True)
class SetOracle(SpaceStep):
    pass


@dataclass(slots=True)
class BuildMarket(SpaceStep):
    pass


@dataclass(slots=True)
class SellMarket(SpaceStep):
    pass


@dataclass(slots=True)
class Resupply:
    seat: str
    roads: int
    cities: int


@dataclass(slots=True)
class EndTiles:
    """The placements of the turn are complete (MG-6.2, MG-6.5); `cities`: its city tiles as (cell, index of action)."""

    seat: str
    cities: tuple[tuple[int, int], ...]


@dataclass(slots=True)
class EndTurn:
    seat: str


WRITTEN_EXITS = {f"{EDGES[a]}-{EDGES[b]}": (a, b) for b in range(6) for a in range(b)}
"""The canonical words of the log."""
WRITTEN_ROAD = re.compile(r"(\w+)\s+(?:(\w+)-(\w+)|from\s+(\w+)\s+to\s+(\w+))", re.ASCII)


MagnaGreciaStep: TypeAlias = (
    TakeTurn | LayRoad | LayCity | SetOracle | Resupply | EndTiles | BuildMarket | SellMarket | EndTurn
)
Action: TypeAlias = Mapping[str, Any]
"""Its kind → `D4 n-s`, or fields, as the move schema describes them."""


class MagnaGreciaMove(TypedDict, total=False):
    """A move as the move schema has it."""

    seat: str
    actions: Sequence[Action]
    market: Mapping[str, str]


def steps(position: Position, written: Move) -> Iterator[Step[MagnaGreciaStep]]:
    """The steps of a move in the order in which they are played, each with its place in the file."""
    move: MagnaGreciaMove = written  # type: ignore[assignment]  # a cast is a call
    seat = move["seat"]
    actions = move.get("actions") or []
    market = move.get("market") or {}
    kinds = tuple(chain.from_iterable(actions))  # each has one key
    resupply = resupply_amounts(actions) if "resupply" in kinds else (0, 0)
    counts = {"road": kinds.count("road"), "city": kinds.count("city"), "resupply": sum(resupply)}
    yield Step(TakeTurn(seat, kinds, resupply, tuple(market), counts), ())
    cities = []
    for index, action in enumerate(actions):
        ((kind, value),) = action.items()
        what = READ[kind](position, seat, value)
        if type(what) is LayCity:
            cities.append((what.cell, index))
        elif type(what) is Resupply and not what.roads + what.cities:
            continue  # MG-4.4: it is no action
        yield Step(what, ("actions", index, kind))
    if cities:
        yield Step(EndTiles(seat, tuple(cities)), ())
    if position.clock.round:
        for kind, label in market.items():
            yield Step(MARKET[kind](seat, *space_of(position, label)), ("market", kind))
        yield Step(EndTurn(seat), ())


def resupply_amounts(actions: Sequence[Action]) -> tuple[int, int]:
    """How many road and city tiles the move takes from the staging area in all."""
    roads = cities = 0
    for each in actions:
        if "resupply" in each:
            new_roads, new_cities = amounts(each["resupply"])
            roads += new_roads
            cities += new_cities
    return roads, cities


def amounts(value: Action) -> tuple[int, int]:
    """The road and city tiles of a `resupply:`; a log gives the numbers as text."""
    return int(value.get("road", 0)), int(value.get("city", 0))


def cell_of(position: Position, label: str) -> int:
    cells = position.setting.board.cells
    return cells[label] if label in cells else cells.get(printed_label(label), NOWHERE)


def printed_label(label: str) -> str:
    """A label as the board prints it: `d4` is D4."""
    return label.strip().upper()


def edge_towards(position: Position, cell: int, label: str) -> int:
    """The edge of a cell that faces the neighbour with this label, or NOWHERE."""
    there = cell_of(position, label)
    if NOWHERE in (cell, there):
        return NOWHERE
    around = position.setting.board.around[cell]
    return around.index(there) if there in around else NOWHERE


def read_road(position: Position, seat: str, value: str | Mapping[str, str]) -> LayRoad:
    """`D4 n-s`, `D4 from D3 to D5`, `{at: D4, exits: n-s}` or `{at: D4, from: D3, to: D5}`."""
    if isinstance(value, str):
        at, _, exits = value.partition(" ")
        cell, edges = position.setting.board.cells.get(at), WRITTEN_EXITS.get(exits)
        if cell is not None and edges:
            return LayRoad(seat, cell, *edges, at, exits)
    at, first, second, named = road_words(value)
    cell = cell_of(position, at)
    if named:
        a, b = (EDGE_NUMBERS.get(each.lower(), NOWHERE) for each in (first, second))
        return LayRoad(seat, cell, min(a, b), max(a, b), printed_label(at), f"{first}-{second}")
    a, b = (edge_towards(position, cell, each) for each in (first, second))
    ends = (("from", printed_label(first)), ("to", printed_label(second)))
    unknown = tuple([(word, label) for word, label in ends if cell_of(position, label) == NOWHERE])
    written = f"from {printed_label(first)} to {printed_label(second)}"
    return LayRoad(seat, cell, min(a, b), max(a, b), printed_label(at), written, unknown)


def road_words(value: str | Mapping[str, str]) -> tuple[str, str, str, bool]:
    """The space, the two ends, and whether these are edges (`n-s`) rather than spaces."""
    if not isinstance(value, str):
        if "exits" in value:
            first, _, second = value["exits"].partition("-")
            return value["at"], first.strip(), second.strip(), True
        return value["at"], value["from"], value["to"], False
    found = WRITTEN_ROAD.fullmatch(value.strip())
    if not found:
        return value, "", "", True
    at, edge, other, start, end = found.groups()
    return (at, edge, other, True) if edge else (at, start, end, False)


def space_of(position: Position, value: str | Mapping[str, str]) -> tuple[int, str]:
    """The cell that is written, or NOWHERE, and its label as the board prints it."""
    label, cells = value if isinstance(value, str) else value["at"], position.setting.board.cells
    return (cells[label], label) if label in cells else (cell_of(position, label), printed_label(label))


READ: dict[str, Callable[[Position, str, Any], MagnaGreciaStep]] = {
    "road": read_road,
    "city": lambda position, seat, value: LayCity(seat, *space_of(position, value)),
    "oracle": lambda position, seat, value: SetOracle(seat, *space_of(position, value)),
    "resupply": lambda position, seat, value: Resupply(seat, *amounts(value)),
}
MARKET: dict[str, Callable[[str, int, str], BuildMarket | SellMarket]] = {"build": BuildMarket, "sell": SellMarket}


def exits_text(a: int, b: int) -> str:
    return f"{EDGES[a]}-{EDGES[b]}"


def record(position: Position, written: Move, events: tuple[MagnaGreciaEvent, ...]) -> MagnaGreciaMove:
    """What happened, in the one notation of the log: `road: D4 n-s`, `city: D6`, `resupply: {road: 3, city: 2}`.

    A place is called by its first space in board order (MG-13.9); what moves no tile is no action (MG-4.4). The market
    of a founding (MG-6.9) is not written, and nothing that follows the end of the turn is a part of the move.
    """
    labels = position.setting.board.labels
    actions: list[Action] = []
    market: dict[str, str] = {}
    for event in events:  # `isinstance` would take four times as long to say no
        if type(event) is RoadLaid:
            _, cell, a, b = event
            actions.append({"road": f"{labels[cell]} {EDGES[a]}-{EDGES[b]}"})
        elif type(event) is CityLaid:
            actions.append({"city": labels[event.cell]})
        elif type(event) is TurnEnded:
            break
        elif type(event) is OracleSet:
            actions.append({"oracle": labels[event.cell]})
        elif type(event) is Resupplied:
            actions.append({"resupply": {"road": event.roads, "city": event.cities}})
        elif type(event) is MarketSold:
            market["sell"] = labels[event.place]
        elif type(event) is MarketBuilt and not event.free:
            market["build"] = labels[event.place]
    return {"actions": actions, "market": market} if market else {"actions": actions}


def action(text: str) -> MagnaGreciaMove:
    """`road D4 n-s`, `city D6`, `resupply 3 2`, `build G7`, `sell D6`, `oracle D4` → the move that is this alone."""
    kind, _, rest = text.strip().partition(" ")
    kind, rest = kind.lower(), rest.strip()
    if kind in MARKET and rest:
        return {"actions": [], "market": {kind: rest}}
    if kind == "resupply" and re.fullmatch(r"[0-9]+ +[0-9]+", rest):
        roads, cities = rest.split()
        return {"actions": [{"resupply": {"road": int(roads), "city": int(cities)}}]}
    if kind in ("city", "oracle") and re.fullmatch(r"\w+", rest, re.ASCII):
        return {"actions": [{kind: rest}]}
    if kind == "road" and WRITTEN_ROAD.fullmatch(rest):
        return {"actions": [{"road": rest}]}
    raise ValueError(text)
