"""Where roads can start because of other tiles of a turn (MG-7.2)."""

from collections.abc import Sequence

from referee.titles.magna_grecia.compose.menu_ground import RoadGround
from referee.titles.magna_grecia.rules.roads import can_start_road
from referee.titles.magna_grecia.rules.state import NOWHERE


class Lead:
    """Exits at which roads can start after any of some ways: around a city tile or village, or at the end of a road.

    village   the village or oracle that these roads reach, or NOWHERE
    ways      the ways by their numbers, `builders`: those after which there is room for a city tile on the village
    closed    the exits whose roads are not among the ways of the search
    """

    __slots__ = ("builders", "closed", "exits", "village", "ways")

    def __init__(self, exits: Sequence[int], village: int = NOWHERE) -> None:
        self.exits, self.village = exits, village
        self.ways: list[int] = []
        self.builders: list[int] = []
        self.closed = exits


class Leads(dict[int, Lead | None]):
    """Exit of a road tile → where its chain ends, if no road of the seat ended there before.

    known  all leads, each once: all roads to a village have the same
    """

    def __init__(self, start: RoadGround) -> None:
        self.start, self.setting = start, start.position.setting
        self.seat = start.seat
        self.known: dict[tuple[str, int], Lead] = {}

    def __missing__(self, exit: int) -> Lead | None:
        here, tip = self.start.position, self.start[exit].tip
        mate, there = self.setting.mate[tip], self.setting.beyond[tip]
        if mate == NOWHERE or (tip != exit and can_start_road(here, self.seat, mate)):
            self[exit] = None
        elif self.setting.village[there]:
            self[exit] = self.lead("village", there, self.setting.meets[there], there)
        elif not here.is_empty(there):
            self[exit] = None
        else:
            self[exit] = self.lead("end", mate, (mate,))
        return self[exit]

    def of_city(self, cells: tuple[int, ...]) -> tuple[Lead, ...]:
        """Those of city tiles."""
        return tuple([self.lead("city", cell, self.setting.meets[cell]) for cell in cells])

    def lead(self, kind: str, at: int, exits: Sequence[int], village: int = NOWHERE) -> Lead:
        key = kind, at
        if key not in self.known:
            self.known[key] = Lead(exits, village)
        return self.known[key]
