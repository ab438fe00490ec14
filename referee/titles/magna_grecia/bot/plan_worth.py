"""What a position is worth to a planning seat, in hundredths of a point: the score if the game ended now, and hopes.

The hopes (growth of places, points in hand, tiles in supply, open roads) are our own guesses, not rules; they shrink
with the rounds that remain, so that in the last round only the score counts.
"""

from functools import lru_cache
from typing import NamedTuple

from referee.rules.hexes import distance
from referee.titles.magna_grecia.rules.markets import is_active
from referee.titles.magna_grecia.rules.roads import holder
from referee.titles.magna_grecia.rules.scoring import ORACLE_POINTS
from referee.titles.magna_grecia.rules.state import NOWHERE, Position, Purse

POINT = 100
NEARNESS = {1: 10, 2: 9, 3: 8, 4: 5, 5: 2}
"""Distance of a space from a village → how much one hopes for a road between them."""
SHORT_OF_POINTS = (-420, -260, -150, -80, -40, -15)
"""By points in hand, for a whole game ahead: what one cannot do for lack of points."""
ROAD_STOCK = (0, 45, 85, 120, 150, 170, 185, 195, 200)
CITY_STOCK = (0, 50, 90, 120, 140, 150, 155)

Near = tuple[tuple[tuple[int, int], ...], ...]


class GrowthTaste(NamedTuple):
    """What a player likes; numbers in hundredths of a point, for the rounds that remain.

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


@lru_cache(maxsize=8)  # `bench balance` takes 13 % longer without it
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
            for seat, sold in there:
                if not sold:
                    values[seat] += full if is_active(position, seat, place) else self.inactive_worth(full)

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
        """An open end whose road starts at a place may lead to another."""
        for end, (other, owners) in position.ends.items():
            cell = position.setting.beyond[end]
            if cell != NOWHERE and cell not in position.roads and position.place_at(cell) == NOWHERE:
                hope = self.ahead(position, cell, position.place_at(position.setting.beyond[other]))
                for seat in owners:
                    values[seat] += hope

    def ahead(self, position: Position, cell: int, start: int) -> int:
        """Hope for an open road that faces this cell and comes from that place (or from nowhere)."""
        linked = position.links.get(start, ())
        goals = [(position.place_at(village), near) for village, near in self.near[cell]]
        best = max([near for goal, near in goals if goal != start and goal not in linked], default=0)
        return best * self.taste.open * min(self.left, 3) // (3 if start != NOWHERE else 9)

    def add_cities(self, position: Position, values: dict[str, int]) -> None:
        """Places connected to one's own city are places for active markets; large ones have room for more."""
        for place, city in position.cities.items():
            hope = self.taste.options * len(position.links[place]) * min(self.left, 5)
            values[city.seat] += hope + self.taste.room * (len(city.cells) - 1) * self.left // self.rounds


def stock_value(table: tuple[int, ...], number: int) -> int:
    return table[min(number, len(table) - 1)]
