"""What is looked up once in a menu: what a road would meet, what it changes, and what a turn has room for."""

from referee.show.menu import Allowance
from referee.titles.magna_grecia.compose.plan import Sums, combined_sums, is_within_allowances
from referee.titles.magna_grecia.rules.roads import joins
from referee.titles.magna_grecia.rules.state import NOWHERE, Position

ROAD_SPENT: Sums = (1, 0, 0, 0, 0, 0, 0)
CITY_TILES: dict[int, Sums] = {number: (0, number, 0, 0, number, 0, 0) for number in (1, 2)}
"""The least that one or two city tiles use."""
TILE: dict[str, Sums] = {"road": ROAD_SPENT, "city": CITY_TILES[1]}


class RoadGround:
    """The board at the beginning of a turn, as the exits of new road tiles of the seat to move meet it.

    tips   exit → the end of the chain that the tile has there: that of the road that it joins, or the exit itself
    faces  exit → the space at that end, or NOWHERE
    """

    def __init__(self, position: Position) -> None:
        self.position, self.seat, setting = position, position.seat, position.setting
        self.beyond, self.mate, self.meets = setting.beyond, setting.mate, setting.meets
        self.tips, self.faces = list(range(len(self.mate))), list(self.beyond)
        for end, (tip, _) in position.ends.items():
            exit = self.mate[end]
            if exit != NOWHERE and joins(position, self.seat, exit):
                self.tips[exit], self.faces[exit] = tip, self.beyond[tip]

    def spaces_met(self, exit: int, tip: int) -> tuple[int, ...]:
        """What an exit meets: the next space, and where a road that it joins comes from, of which `tip` is the end."""
        near, far = self.beyond[exit], self.beyond[tip]
        if tip == exit:
            return () if near == NOWHERE or near in self.position.roads else (near,)
        return (near,) if far == NOWHERE else (near, far)


class Connections:
    """The connections between places at a point of the turn.

    prospect  the mover's points if the game ended then
    more      two places → the connections after any road that connects them
    """

    def __init__(self, prospect: int) -> None:
        self.prospect = prospect
        self.more: dict[tuple[int, ...], Connections] = {}


class TurnRoom(dict[Sums, "TurnRoom"]):
    """How much of each budget is used at a point of the turn: what is used then → how much it is in all.

    is_enough  whether one of the allowances has room for that much
    kinds      those of tiles that there is room for, once this was asked
    known      how much is used in all → the room of every way that uses as much
    """

    def __init__(self, allowed: tuple[Allowance, ...], used: Sums, known: dict[Sums, "TurnRoom"] | None = None) -> None:
        self.allowed, self.used = allowed, used
        self.known = {} if known is None else known
        self.is_enough = is_within_allowances(allowed, used)
        self.kinds: tuple[str, ...] | None = None

    def __missing__(self, spent: Sums) -> "TurnRoom":
        used = combined_sums(self.used, spent)
        if used not in self.known:
            self.known[used] = TurnRoom(self.allowed, used, self.known)
        self[spent] = self.known[used]
        return self[spent]

    def tiles(self) -> tuple[str, ...]:
        """The kinds of tiles that there is room for."""
        if self.kinds is None:
            self.kinds = tuple([kind for kind, least in TILE.items() if self[least].is_enough])
        return self.kinds
