"""What the planning player thinks of a position of Magna Grecia, in hundredths of a point."""

from referee.rules.hexes import distance
from referee.rules.rulebook import Worth
from referee.titles.magna_grecia.rules.markets import ORACLE_POINTS, is_active
from referee.titles.magna_grecia.rules.roads import holder
from referee.titles.magna_grecia.rules.state import NOWHERE, Position, Purse

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
