"""What the planning player tries in a turn: roads from place to place, and all that is no road; and what it thinks of
the position after it, in hundredths of a point.
"""

from collections.abc import Iterator
from typing import NamedTuple

from referee.rules.hexes import distance
from referee.rules.rulebook import Worth
from referee.titles.magna_grecia.rules import play
from referee.titles.magna_grecia.rules.cities import founding_villages
from referee.titles.magna_grecia.rules.markets import ORACLE_POINTS, is_active, market_of
from referee.titles.magna_grecia.rules.moves import exits_text
from referee.titles.magna_grecia.rules.roads import holder, is_reached_by_seat
from referee.titles.magna_grecia.rules.state import NOWHERE, Position, Purse
from referee.titles.magna_grecia.rules.turns import card_of

POINT = 100
NEARNESS = {1: 10, 2: 9, 3: 8, 4: 5, 5: 2}
"""Distance of a space from a village → how much one hopes for a road between them."""
SHORT_OF_POINTS = (-420, -260, -150, -80, -40, -15)
"""By points in hand, for a whole game ahead: what one cannot do for lack of points."""
ROAD_STOCK = (0, 20, 40, 55, 70, 80, 85, 90, 95)
CITY_STOCK = (0, 50, 90, 120, 140, 150, 155)
GROWTH = 30
"""Most that a place may hope for in a round, by the villages near it."""
OPEN, ROOM, OPTIONS, RISK = 4, 20, 6, 10
"""An open road, for each unit of nearness of what it may reach; a city tile beyond the first; a connection of an own
city; an oracle held, for each connection that a rival is near to winning it."""
SAME = 16
"""Positions whose worths differ by less are equally good."""


def outlook(position: Position, seat: str) -> Worth[Position]:
    growth = SeatValues(position)

    def worth(after: Position, shown: str) -> int:
        """The worth of the seat less what the strongest rival and the mean rival have, half each."""
        values = growth.values(after)
        mine, rivals = values.pop(seat), list(values.values())
        return (2 * mine - max(rivals) - sum(rivals) // len(rivals)) // SAME

    return worth


class SeatValues:
    """What each seat has, and what it may hope for; `left` are the rounds that remain after the present one."""

    def __init__(self, position: Position) -> None:
        setting = position.setting
        board = setting.board
        villages = [(cell, board.axial[cell]) for cell, village in enumerate(board.village) if village]
        self.near = [
            [(cell, NEARNESS[far]) for cell, there in villages if (far := distance(at, there)) in NEARNESS]
            for at in board.axial
        ]
        self.growth = [min(sum([near for _, near in each]), GROWTH) for each in self.near]
        self.left, self.rounds = setting.rounds - position.clock.round, setting.rounds

    def values(self, position: Position) -> dict[str, int]:
        """Each seat's worth: its purse, its markets, its oracles, and while rounds remain its roads and cities."""
        values = {seat: self.in_hand(purse) for seat, purse in position.purses.items()}
        for place, there in position.markets.items():
            full = len(position.links.get(place, ())) * POINT + self.growth[place] * self.left
            for market in there:
                if not market.sold:
                    active = is_active(position, market.seat, place)
                    values[market.seat] += full if active else full * min(self.left, 6) // 12
        for oracle in position.oracles:
            city = holder(position, oracle)
            if city != NOWHERE:
                values[position.cities[city].seat] += self.attention(position, oracle, city)
        if self.left:
            self.add_open_roads(position, values)
            for place, each in position.cities.items():
                values[each.seat] += OPTIONS * len(position.links[place]) * min(self.left, 5)
                values[each.seat] += ROOM * (len(each.cells) - 1) * self.left // self.rounds
        return values

    def in_hand(self, purse: Purse) -> int:
        """Points and tiles."""
        if not self.left:
            return purse.points * POINT + purse.roads + purse.cities
        stock = [(ROAD_STOCK, purse.roads), (CITY_STOCK, purse.cities)]
        hopes = sum([table[min(number, len(table) - 1)] for table, number in stock])
        if purse.points < len(SHORT_OF_POINTS):
            hopes += SHORT_OF_POINTS[purse.points]
        return purse.points * POINT + hopes * (self.left + 4) // (self.rounds + 4)

    def attention(self, position: Position, oracle: int, city: int) -> int:
        """An oracle's points, less when rivals are near to winning it over."""
        links = position.links
        rivals = [len(links[each]) for each in links[oracle] if each != city and each in position.cities]
        margin = len(links[city]) - max(rivals, default=-1)
        return ORACLE_POINTS * POINT - max(0, 4 - margin) * min(self.left, 5) * RISK

    def add_open_roads(self, position: Position, values: dict[str, int]) -> None:
        """An open end whose road starts at a place may reach another."""
        board = position.setting.board
        for end, (other, owners) in position.ends.items():
            cell = board.beyond[end]
            if cell != NOWHERE and cell not in position.roads and position.place_at(cell) == NOWHERE:
                start = position.place_at(board.beyond[other])
                linked = position.links.get(start, ())
                goals = [(position.place_at(village), near) for village, near in self.near[cell]]
                best = max([near for goal, near in goals if goal != start and goal not in linked], default=0)
                for seat in owners:
                    values[seat] += best * OPEN * min(self.left, 3) // (3 if start != NOWHERE else 9)


LONGEST = 5
"""Tiles of the longest road that is looked for."""
WIDEST = 10
"""How many roads are tried on the board."""


class Route(NamedTuple):
    """Tiles as (cell, edge, edge) that join two places; `start` may be NOWHERE for a road that begins in the open."""

    start: int
    goal: int
    tiles: tuple[tuple[int, int, int], ...]


def tries(position: Position) -> Iterator[play.Candidate]:
    """The best roads and their beginnings, then what else the rules may allow; resupplies of as much as they may."""
    if not position.clock.round:
        yield from play.candidates(position)
        return
    for tiles in dict.fromkeys([way.tiles[:n] for way in routes(position) for n in range(1, len(way.tiles) + 1)]):
        roads = [{"road": f"{position.label(cell)} {exits_text(min(a, b), max(a, b))}"} for cell, a, b in tiles]
        yield "road", play.move_of_actions(position, *roads)
    yield from cities(position)
    card, purse = card_of(position), position.purses[position.seat]
    staged = purse.staged_roads + purse.staged_cities
    for kind, move in play.resupplies(position):
        taken = move["actions"][0]["resupply"]
        if taken["road"] + taken["city"] in (min(card.resupply, staged), min(card.more_resupply, staged)):
            yield kind, move
    yield from play.market_moves(position)


def cities(position: Position) -> Iterator[play.Candidate]:
    """Tiles that touch an own city, or with which a village becomes one (MG-6.2, MG-6.5)."""
    villages = founding_villages(position, position.seat)
    for kind, move in play.city_candidates(position):
        cells = [position.setting.board.cells[tile["city"]] for tile in move["actions"]]
        if cells[-1] in villages or position.touching(cells[0], position.seat):
            yield kind, move


def routes(position: Position) -> list[Route]:
    """The most promising roads, best first."""
    ways = [way for start, exits in origins(position) for way in ways_from(position, start, exits)]
    return sorted(ways, key=lambda way: (-promise(position, way), way))[:WIDEST]


def origins(position: Position) -> Iterator[tuple[int, list[int]]]:
    """Places from which the seat may build, each with the exits of new tiles next to it; then its own open roads."""
    seat, mate, beyond = position.seat, position.setting.board.mate, position.setting.board.beyond
    for place in range(len(position.setting.board.village)):
        if position.place_at(place) == place and is_start(position, place):
            cells = position.cities[place].cells if place in position.cities else (place,)
            yield place, [mate[6 * cell + edge] for cell in cells for edge in range(6)]
    for end, (other, owners) in position.ends.items():
        if seat in owners:
            yield position.place_at(beyond[other]), [mate[end]]


def is_start(position: Position, place: int) -> bool:
    """Whether the seat has the city, a market in the city of another, or a road to the village or oracle (MG-7.2)."""
    seat = position.seat
    if place in position.cities:
        return position.cities[place].seat == seat or market_of(position, seat, place) is not None
    return place in position.links and is_reached_by_seat(position, seat, place)


def ways_from(position: Position, start: int, exits: list[int]) -> list[Route]:
    """The shortest way to each place that is not connected to `start` yet; breadth first."""
    found: dict[int, Route] = {}
    linked = position.links.get(start, {})
    seen = {exit for exit in exits if exit != NOWHERE and position.is_empty(exit // 6)}
    paths: list[tuple[int, tuple[tuple[int, int, int], ...]]] = [(exit, ()) for exit in exits if exit in seen]
    for _ in range(LONGEST):
        longer = []
        for entry, tiles in paths:
            cell, edge = divmod(entry, 6)
            for turn in (3, 2, 4):
                out = (edge + turn) % 6
                goal, following = meets(position, 6 * cell + out)
                if goal not in (NOWHERE, start) and goal not in linked:
                    found.setdefault(goal, Route(start, goal, (*tiles, (cell, edge, out))))
                elif following != NOWHERE and following not in seen:
                    seen.add(following)
                    longer.append((following, (*tiles, (cell, edge, out))))
        paths = longer
    return list(found.values())


def meets(position: Position, leave: int) -> tuple[int, int]:
    """The place that an exit reaches (perhaps by an own road), and else the exit of the next tile; or NOWHERE."""
    board = position.setting.board
    mate = board.mate[leave]
    if mate == NOWHERE:
        return NOWHERE, NOWHERE
    if mate in position.ends:
        other, owners = position.ends[mate]
        return (position.place_at(board.beyond[other]) if position.seat in owners else NOWHERE), NOWHERE
    place = position.place_at(mate // 6)
    return place, mate if position.is_empty(mate // 6) else NOWHERE


def promise(position: Position, way: Route) -> int:
    """A quick guess at the worth of a connection: markets at its ends, an oracle for an own city, few tiles."""
    found = -12 * len(way.tiles)
    for place, other in ((way.start, way.goal), (way.goal, way.start)):
        there = position.markets.get(place, ())
        found += sum([100 if market.seat == position.seat else -40 for market in there if not market.sold])
        if place in position.cities and position.cities[place].seat == position.seat:
            found += 200 if other in position.oracles else 40
    return found
