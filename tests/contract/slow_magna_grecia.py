"""Magna Grecia once more, slowly and obviously: connections, market values and oracle attention from the pieces alone.

Nothing here uses the engine's chains, links or places. It reads the public state (labels and words) and walks along the
roads tile by tile, so that a mistake would have to be made twice, in two different ways.
"""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from referee.testkit.playouts import PlayedTurn, Playout
from referee.titles.magna_grecia import RULEBOOK
from referee.titles.magna_grecia.data.board import BoardMap
from referee.titles.magna_grecia.rules import events as happened
from referee.titles.magna_grecia.rules.markets import is_active, projected_points, value
from referee.titles.magna_grecia.rules.physics import evolve
from referee.titles.magna_grecia.rules.roads import holder
from referee.titles.magna_grecia.rules.state import NOWHERE, Position

EDGES = ("n", "ne", "se", "s", "sw", "nw")


class Table:
    """The pieces on the board, by label."""

    def __init__(self, board: BoardMap, state: Mapping[str, Any], join: bool) -> None:
        self.board, self.join = board, join
        self.city_name: dict[str, str]
        roads, cities = ([line.split() for line in state[kind]] for kind in ("roads", "cities"))
        self.roads = {at: (seat, exits.split("-")) for seat, at, exits in roads}
        self.spaces = {spaces[0]: spaces for _, *spaces in cities}
        self.city_seat = {space: seat for seat, *spaces in cities for space in spaces}
        self.city_name = {space: name for name, spaces in self.spaces.items() for space in spaces}
        self.oracles = [line.split()[0] for line in state["oracles"]]

    def beside(self, at: str, edge: str) -> str | None:
        cell = self.board.around[self.board.cells[at]][EDGES.index(edge)]
        return None if cell < 0 else self.board.labels[cell]

    def place(self, at: str) -> str | None:
        """The place that a space belongs to: a city by its name, a village or oracle by its own label."""
        if at in self.city_name:
            return self.city_name[at]
        return at if self.board.ground[self.board.cells[at]] in "vV" else None

    def places(self) -> list[str]:
        return list(dict.fromkeys(place for at in self.board.labels if (place := self.place(at))))

    def follow(self, start: str, edge: str) -> str | None:
        """Walk out of a space over an edge, along road tiles, to the place where the road ends."""
        at, towards, owner = start, edge, None
        for _ in range(len(self.board.labels) + 1):
            there = self.beside(at, towards)
            if there is None:
                return None
            if there not in self.roads:
                return self.place(there) if owner else None
            seat, exits = self.roads[there]
            back = EDGES[(EDGES.index(towards) + 3) % 6]
            if back not in exits or (owner and owner != seat and not self.join):
                return None
            at, owner = there, seat
            towards = exits[1] if exits[0] == back else exits[0]
        return None

    def connections(self, place: str) -> list[str]:
        found = []
        for space in self.spaces.get(place, [place]):
            for edge in EDGES:
                there = self.follow(space, edge)
                if there and there != place and there not in found:
                    found.append(there)
        return found

    def active(self, seat: str, place: str) -> bool:
        return seat in [self.city_seat.get(each) for each in (place, *self.connections(place))]


def table_of(position: Position) -> Table:
    return Table(position.setting.board, RULEBOOK.public(position), position.setting.options["mixed_roads"] == "join")


def agree_on_connections(position: Position, table: Table) -> dict[str, list[str]]:
    """The fast and the slow connections, values and activity of every place are the same."""
    slow = {place: table.connections(place) for place in table.places()}
    for place, there in slow.items():
        cell = position.setting.board.cells[place]
        fast = [position.label(each) for each in position.links.get(cell, ())]
        assert sorted(fast) == sorted(there), (place, fast, there)
        assert value(position, cell) == len(there)
        for seat in position.setting.seats:
            assert is_active(position, seat, cell) == (seat in [table.city_seat.get(each) for each in (place, *there)])
    return slow


def attention(
    position: Position, table: Table, slow: Mapping[str, list[str]], pointing: dict[str, str], mover: str
) -> None:
    """MG-9 in the obvious way: re-judge every oracle, keeping in `pointing` along which edge each points."""
    order = [c for c in position.setting.components.cards[position.clock.card].order if c in position.setting.seats]
    order = order[order.index(mover) :] + order[: order.index(mover)]
    for oracle in table.oracles:
        roads = {edge: there for edge in EDGES if (there := table.follow(oracle, edge)) is not None}
        cities = [place for place in dict.fromkeys(roads.values()) if place in table.spaces]
        has = roads.get(pointing[oracle]) if pointing.get(oracle) else None
        rivals = [city for city in cities if has is None or len(slow[city]) > len(slow[has])]
        if rivals:
            most = max(len(slow[city]) for city in rivals)
            best = [city for city in rivals if len(slow[city]) == most]
            best.sort(key=lambda city: (order.index(table.city_seat[city]), position.setting.board.cells[city]))
            pointing[oracle] = next(edge for edge in EDGES if roads.get(edge) == best[0])


def positions_of(game: Playout) -> Sequence[Position]:
    """The position after every entry of a game of Magna Grecia."""
    return cast(Sequence[Position], game.positions)


def position_before(turn: PlayedTurn) -> Position:
    return cast(Position, turn.before)


def agree_in_every_position(game: Playout) -> None:
    """After every single tile of the game the two ways agree on connections, values and along which edge oracles point.

    Under `first then` of edition 1 they agree on the city to which it points: more than one edge may connect them.
    """
    pointing: dict[str, str] = {}
    for turn in game.turns:
        position = position_before(turn)
        for event in turn.ruling.events:
            tile = isinstance(event, happened.RoadLaid | happened.CityLaid)
            if tile:
                assert_pointing(position, pointing)
            position = evolve(position, event)
            if tile:
                table = table_of(position)
                slow = agree_on_connections(position, table)
                attention(position, table, slow, pointing, event.seat)
        assert_pointing(position, pointing)


def assert_pointing(position: Position, pointing: Mapping[str, str]) -> None:
    state: Mapping[str, Any] = RULEBOOK.public(position)
    fast: dict[str, str | None] = dict(line.split() for line in state["oracles"] if " " in line)
    slow: dict[str, str | None] = dict(sorted(pointing.items(), key=lambda each: position.setting.board.cells[each[0]]))
    if position.setting.policies.oracle_edge == "first then":
        fast, slow = led_to(position, fast), led_to(position, slow)
    assert list(fast.items()) == list(slow.items())


def led_to(position: Position, pointing: Mapping[str, str | None]) -> dict[str, str | None]:
    """Oracle → the place at the end of the road along which it points."""
    table = table_of(position)
    return {oracle: table.follow(oracle, edge) for oracle, edge in pointing.items() if edge}


def pieces_are_conserved(game: Playout) -> None:
    """MG-1.2: twenty road tiles, city tiles and markets of each seat, on the board, in supply or in staging."""
    box = positions_of(game)[0].setting.components
    for position in positions_of(game)[:-1]:
        for seat, purse in position.purses.items():
            laid = sum(road.seat == seat for road in position.roads.values())
            built = sum(len(city.cells) for city in position.cities.values() if city.seat == seat)
            markets = sum(market.seat == seat for there in position.markets.values() for market in there)
            assert laid + purse.roads + purse.staged_roads == box.roads
            assert built + purse.cities + purse.staged_cities == box.cities
            assert markets + purse.markets == box.markets
            assert min(purse) >= 0


def points_are_accounted_for(game: Playout) -> None:
    """Points kept equal start − tiles − markets + sales + final scoring, counted from the events."""
    for seat in game.header["seats"]:
        points = positions_of(game)[0].purses[seat].points
        for turn in game.turns:
            points += sum(worth(event) for event in turn.ruling.events if getattr(event, "seat", "") == seat)
            assert turn.ruling.position.purses[seat].points == points


def worth(event: Any) -> int:
    match event:
        case happened.CityLaid():
            return -1
        case happened.MarketBuilt():
            return -event.cost
        case happened.MarketSold() | happened.MarketScored() | happened.OracleScored():
            return event.value
    return 0


def final_score_is_the_board_recomputed(game: Playout) -> None:
    """MG-10: the last position before the scoring, scored slowly, gives the points and winners of the end."""
    position = position_before(game.turns[-1])
    for event in game.turns[-1].ruling.events:
        if isinstance(
            event, happened.MarketRemoved | happened.MarketScored | happened.OracleScored | happened.GameEnded
        ):
            break
        position = evolve(position, event)
    table = table_of(position)
    state: Mapping[str, Any] = RULEBOOK.public(position)
    points = {seat: numbers[0] for seat, numbers in state["seats"].items()}
    for seat, place, how in (line.split() for line in state["markets"]):
        if how == "standing" and table.active(seat, place):
            points[seat] += len(table.connections(place))
    for oracle, edge in (line.split() for line in state["oracles"] if " " in line):
        points[table.city_seat[str(table.follow(oracle, edge))]] += 4
    end = positions_of(game)[-1]
    assert (
        points
        == {seat: purse.points for seat, purse in end.purses.items()}
        == projected_points(end)
        == projected_points(position)
    )
    left = {seat: purse.roads + purse.cities for seat, purse in end.purses.items()}
    best = max((points[seat], left[seat]) for seat in points)
    ended = game.turns[-1].ruling.events[-1]
    assert ended == happened.GameEnded(tuple(seat for seat in points if (points[seat], left[seat]) == best))


def pointed_cities_exist(game: Playout) -> None:
    """MG-9.4: who has an oracle's attention is a city, never a village."""
    for position in positions_of(game):
        for oracle in position.oracles:
            assert holder(position, oracle) == NOWHERE or holder(position, oracle) in position.cities


PROMISES = (
    agree_in_every_position,
    pieces_are_conserved,
    points_are_accounted_for,
    final_score_is_the_board_recomputed,
    pointed_cities_exist,
)
