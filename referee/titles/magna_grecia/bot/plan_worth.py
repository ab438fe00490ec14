"""What a planning seat thinks about: roads worth laying, and what a position is worth to it."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from referee.rules.hexes import distance
from referee.titles.magna_grecia.compose.plan import Work, road
from referee.titles.magna_grecia.rules.markets import ORACLE_POINTS, is_active, market_of
from referee.titles.magna_grecia.rules.roads import can_start_road, holder, is_reached_by_seat
from referee.titles.magna_grecia.rules.state import NOWHERE, Position, Purse

LONGEST = 5
"""Tiles of the longest road that is looked for."""
WIDEST = 10
"""How many roads are tried on the board."""


class Route(NamedTuple):
    """Tiles as (cell, edge, edge) that join two places; `start` may be NOWHERE for a road that begins in the open."""

    start: int
    goal: int
    tiles: tuple[tuple[int, int, int], ...]


def roads_to_try(position: Position, most: int) -> list[Work]:
    """The most promising roads, best first; of one that needs a tile more than `most` the beginning."""
    ways = [way for start, exits in origins(position) for way in ways_from(position, start, exits, longest(most))]
    rated = [(promise(position, way) // (1 if len(way.tiles) <= most else 3), way) for way in ways]
    rated.sort(key=lambda each: -each[0])
    return [tuple([road(position, *tile) for tile in way.tiles[:most]]) for value, way in rated[:WIDEST] if value > 0]


def longest(most: int) -> int:
    return min(most + 1, LONGEST)


def origins(position: Position) -> Iterator[tuple[int, list[int]]]:
    """Places from which the seat may build, each with the exits of new tiles next to it; then its own open roads."""
    mate = position.setting.board.mate
    for place in starting_places(position):
        cells = position.cities[place].cells if place in position.cities else (place,)
        yield place, [mate[6 * cell + edge] for cell in cells for edge in range(6)]
    for end, (other, owners) in position.ends.items():
        if position.seat in owners:
            there = position.setting.board.beyond[other]
            yield position.place_at(there), [mate[end]]


def starting_places(position: Position) -> list[int]:
    """Own cities, cities with an own market, and villages and oracles that own roads reach."""
    seat = position.seat
    cities = [place for place, city in position.cities.items() if city.seat == seat or market_of(position, seat, place)]
    villages = [
        place for place in position.links if place not in position.cities and is_reached_by_seat(position, seat, place)
    ]
    return cities + villages


def ways_from(position: Position, start: int, exits: list[int], most: int) -> list[Route]:
    """The shortest way to each place that is not connected to `start` yet; breadth first."""
    found: dict[int, Route] = {}
    linked = position.links.get(start, {})
    seen = {exit for exit in exits if exit != NOWHERE and is_empty(position, exit // 6)}
    paths: list[tuple[int, tuple[tuple[int, int, int], ...]]] = [(exit, ()) for exit in exits if exit in seen]
    for _ in range(most):
        longer = []
        for entry, tiles in paths:
            for leave, tile in onward(entry):
                goal, following = meets(position, leave)
                if goal != NOWHERE and goal != start and goal not in linked:
                    found.setdefault(goal, Route(start, goal, (*tiles, tile)))
                elif following != NOWHERE and following not in seen:
                    seen.add(following)
                    longer.append((following, (*tiles, tile)))
        paths = longer
    return list(found.values())


def onward(entry: int) -> Iterator[tuple[int, tuple[int, int, int]]]:
    """The three ways in which a tile entered by this exit continues: the exit where it leaves, and the tile."""
    cell, edge = divmod(entry, 6)
    for turn in (3, 2, 4):
        out = (edge + turn) % 6
        yield 6 * cell + out, (cell, edge, out)


def meets(position: Position, leave: int) -> tuple[int, int]:
    """The place that an exit reaches (perhaps by an own road), and else the exit of the next tile; or NOWHERE."""
    mate = position.setting.board.mate[leave]
    if mate == NOWHERE:
        return NOWHERE, NOWHERE
    if mate in position.ends:
        other, owners = position.ends[mate]
        mine = position.seat in owners
        return (position.place_at(position.setting.board.beyond[other]) if mine else NOWHERE), NOWHERE
    place = position.place_at(mate // 6)
    if place != NOWHERE:
        return place, NOWHERE
    return NOWHERE, NOWHERE if mate // 6 in position.roads else mate


def is_empty(position: Position, cell: int) -> bool:
    return cell not in position.roads and position.place_at(cell) == NOWHERE


def promise(position: Position, way: Route) -> int:
    """A quick guess at the worth of a new connection, so that only the best are tried."""
    both = end_promise(position, way.start, way.goal) + end_promise(position, way.goal, way.start)
    return both - 12 * len(way.tiles)


def end_promise(position: Position, place: int, other: int) -> int:
    """What one end gains from being connected to the other."""
    seat = position.seat
    there = position.markets.get(place, ())
    value = sum(100 if market.seat == seat else -40 for market in there if not market.sold)
    own = place in position.cities and position.cities[place].seat == seat
    if not own:
        return value
    if other in position.oracles:
        return value + oracle_promise(position, place, other)
    return value + 40 + 20 * sum(1 for near in position.links[place] if near in position.oracles)


def oracle_promise(position: Position, city: int, oracle: int) -> int:
    now = holder(position, oracle)
    if now == NOWHERE:
        return 400
    if position.cities[now].seat == position.seat:
        return 30
    return 300 if len(position.links[city]) + 1 > len(position.links[now]) else 60


def cuts_to_try(position: Position) -> list[Work]:
    """Single tiles in the way of the open ends of others (MG-7.5)."""
    found: list[Work] = []
    for end, (_, owners) in position.ends.items():
        cell = position.setting.board.beyond[end]
        if cell != NOWHERE and position.seat not in owners and is_empty(position, cell):
            found += [(road(position, cell, a, b),) for a, b in blocking(position, position.setting.board.mate[end])]
    return found


def blocking(position: Position, open_exit: int) -> list[tuple[int, int]]:
    """Tiles with no exit at `open_exit` that may start at their place."""
    cell, edge = divmod(open_exit, 6)
    starts = [out for out in range(6) if out != edge and can_start_road(position, position.seat, 6 * cell + out)]
    return [(start, out) for start in starts for turn in (2, 3, 4) if (out := (start + turn) % 6) != edge]


POINT = 100
NEARNESS = {1: 10, 2: 9, 3: 8, 4: 5, 5: 2}
"""Distance of a space from a village → how much one hopes for a road between them."""
SHORT_OF_POINTS = (-420, -260, -150, -80, -40, -15)
"""By points in hand, for a whole game ahead: what one cannot do for lack of points."""
ROAD_STOCK = (0, 45, 85, 120, 150, 170, 185, 195, 200)
CITY_STOCK = (0, 50, 90, 120, 140, 150, 155)

Near = tuple[tuple[tuple[int, int], ...], ...]


class GrowthTaste(NamedTuple):
    """Preferences of a player; numbers in hundredths of a point, for the rounds that remain.

    growth   most that a place may hope for, in a round
    used     what a connection that exists takes from this hope
    open     an open road, for each unit of nearness of what it may reach
    room     a city tile beyond the first
    options  a connection of an own city
    risk     an oracle held, for each connection that a rival is near to winning it
    """

    growth: int = 30
    used: int = 7
    open: int = 4
    room: int = 20
    options: int = 6
    risk: int = 10


@lru_cache(maxsize=8)  # a simulation takes 13 % longer without it
def nearness(axial: tuple[tuple[int, int], ...], ground: str) -> Near:
    """cell → the villages near it, each with its nearness."""
    villages = [(cell, axial[cell]) for cell, sign in enumerate(ground) if sign in "vV"]
    return tuple([near_one(here, villages) for here in axial])


def near_one(here: tuple[int, int], villages: list[tuple[int, tuple[int, int]]]) -> tuple[tuple[int, int], ...]:
    apart = [(village, distance(here, there)) for village, there in villages]
    return tuple([(village, NEARNESS[far]) for village, far in apart if far in NEARNESS])


class GrowthOutlook:
    """Values positions for one seat; `left` are the rounds that remain after the present one."""

    def __init__(self, position: Position, taste: GrowthTaste) -> None:
        setting = position.setting
        self.seat = position.seat
        self.taste = taste
        self.near = nearness(setting.board.axial, setting.board.ground)
        self.riches = tuple([sum([near for _, near in each]) for each in self.near])
        self.left = setting.rounds - position.clock.round
        self.rounds = setting.rounds

    def worth(self, position: Position) -> int:
        """Own worth less what the strongest rival and the mean rival have, half each."""
        values = self.values(position)
        mine = values.pop(self.seat)
        rivals = list(values.values())
        return 2 * mine - max(rivals) - sum(rivals) // len(rivals)

    def values(self, position: Position) -> dict[str, int]:
        """Each seat's worth."""
        values = {seat: self.in_hand(purse) for seat, purse in position.purses.items()}
        self.add_markets(position, values)
        self.add_oracles(position, values)
        if self.left:
            self.add_open_roads(position, values)
            self.add_cities(position, values)
        return values

    def in_hand(self, purse: Purse) -> int:
        """Points and tiles."""
        if not self.left:
            return purse.points * POINT + purse.roads + purse.cities
        hopes = stock_value(ROAD_STOCK, purse.roads) + stock_value(CITY_STOCK, purse.cities)
        if purse.points < len(SHORT_OF_POINTS):
            hopes += SHORT_OF_POINTS[purse.points]
        return purse.points * POINT + hopes * (self.left + 4) // (self.rounds + 4)

    def add_markets(self, position: Position, values: dict[str, int]) -> None:
        for place, there in position.markets.items():
            full = len(position.links.get(place, ())) * POINT + self.growth(position, place)
            for market in there:
                if not market.sold:
                    active = is_active(position, market.seat, place)
                    values[market.seat] += full if active else self.inactive_worth(full)

    def inactive_worth(self, full: int) -> int:
        """The value of a market that is not active yet."""
        return full * min(self.left, 6) // 12

    def growth(self, position: Position, place: int) -> int:
        """Hope for more connections of a place before the end."""
        cells = position.cities[place].cells if place in position.cities else (place,)
        hope = sum([self.riches[cell] for cell in cells]) - self.taste.used * len(position.links.get(place, ()))
        return max(0, min(hope, self.taste.growth)) * self.left

    def add_oracles(self, position: Position, values: dict[str, int]) -> None:
        for oracle in position.oracles:
            city = holder(position, oracle)
            if city != NOWHERE:
                values[position.cities[city].seat] += self.attention(position, oracle, city)

    def attention(self, position: Position, oracle: int, city: int) -> int:
        """An oracle's points, less when rivals are near to winning it over."""
        links = position.links
        rivals = [len(links[each]) for each in links[oracle] if each != city and each in position.cities]
        margin = len(links[city]) - max(rivals, default=-1)
        return ORACLE_POINTS * POINT - max(0, 4 - margin) * min(self.left, 5) * self.taste.risk

    def add_open_roads(self, position: Position, values: dict[str, int]) -> None:
        """An open end whose road starts at a place may reach another."""
        for end, (other, owners) in position.ends.items():
            cell = position.setting.board.beyond[end]
            if cell != NOWHERE and cell not in position.roads and position.place_at(cell) == NOWHERE:
                hope = self.ahead(position, cell, position.place_at(position.setting.board.beyond[other]))
                for seat in owners:
                    values[seat] += hope

    def ahead(self, position: Position, cell: int, start: int) -> int:
        """Hope for an open road that faces this cell and comes from that place (or from nowhere)."""
        linked = position.links.get(start, ())
        goals = [(position.place_at(village), near) for village, near in self.near[cell]]
        best = max([near for goal, near in goals if goal != start and goal not in linked], default=0)
        return best * self.taste.open * min(self.left, 3) // (3 if start != NOWHERE else 9)

    def add_cities(self, position: Position, values: dict[str, int]) -> None:
        """Places connected to the seat's own city are places for active markets; large ones have room for more."""
        for place, city in position.cities.items():
            hope = self.taste.options * len(position.links[place]) * min(self.left, 5)
            values[city.seat] += hope + self.taste.room * (len(city.cells) - 1) * self.left // self.rounds


def stock_value(table: tuple[int, ...], number: int) -> int:
    return table[min(number, len(table) - 1)]
