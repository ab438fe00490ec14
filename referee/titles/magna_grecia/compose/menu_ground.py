"""What is looked up once in a menu: what a road would meet, what it changes, and what a turn has room for."""

from referee.records import NamedTuple, new
from referee.show.menu import Allowance
from referee.titles.magna_grecia.compose.plan import Sums, combined_sums, is_within_allowances
from referee.titles.magna_grecia.rules.roads import joins
from referee.titles.magna_grecia.rules.state import NOWHERE, Position

ROAD_SPENT: Sums = (1, 0, 0, 0, 0, 0, 0)
CITY_TILES: dict[int, Sums] = {number: (0, number, 0, 0, number, 0, 0) for number in (1, 2)}
"""The least that one or two city tiles use."""
TILE: dict[str, Sums] = {"road": ROAD_SPENT, "city": CITY_TILES[1]}


class Meeting(NamedTuple):
    """What an exit of a new road tile meets.

    tip    the end of the chain that the tile has there: that of the road that it joins, or the exit itself
    cells  the next space, and where a road that it joins comes from
    """

    tip: int
    cells: tuple[int, ...]


class RoadGround(dict[int, Meeting]):
    """The board at the beginning of a turn: exit of a new road tile → what it meets."""

    def __init__(self, position: Position) -> None:
        self.position, self.roads, self.seat = position, position.roads, position.seat
        setting = position.setting
        self.beyond, self.mate, self.meets = setting.beyond, setting.mate, setting.meets

    def __missing__(self, exit: int) -> Meeting:
        near = self.beyond[exit]
        if near != NOWHERE and near not in self.roads:
            self[exit] = new(Meeting, (exit, (near,)))
        elif joins(self.position, self.seat, exit):
            self[exit] = self.joining(exit, self.position.ends[self.mate[exit]][0])
        else:
            self[exit] = new(Meeting, (exit, ()))
        return self[exit]

    def joining(self, exit: int, tip: int) -> Meeting:
        """An exit that joins a road whose other end is `tip`."""
        near, far = self.beyond[exit], self.beyond[tip]
        return new(Meeting, (tip, (near,) if far == NOWHERE else (near, far)))


class PlacesBeyond(dict[int, int]):
    """Exit of a road tile that meets what is on the ground → the place beyond that on a board, or NOWHERE."""

    def __init__(self, board: Position, ground: RoadGround) -> None:
        self.board, self.ground = board, ground
        self.faces, self.city_at, self.printed = ground.beyond, board.city_at, board.setting.place

    def __missing__(self, exit: int) -> int:
        self[exit] = found = self.beyond(self.ground[exit])
        return found

    def beyond(self, met: Meeting) -> int:
        """The place beyond what an exit meets, or NOWHERE."""
        tip, _ = met
        cell = self.faces[tip]
        return self.city_at.get(cell, self.printed[cell])


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
