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

    known  all leads, each once; `at_villages`, `at_cities`: those around these spaces
    """

    def __init__(self, start: RoadGround) -> None:
        self.start, self.here, self.meets = start, start.position, start.meets
        self.known: list[Lead] = []
        self.at_villages: dict[int, Lead] = {}
        self.at_cities: dict[int, Lead] = {}

    def __missing__(self, exit: int) -> Lead | None:
        start, here, found = self.start, self.here, None
        tip, there = start.tips[exit], start.faces[exit]
        mate = start.mate[tip]
        if mate != NOWHERE and (tip == exit or not can_start_road(here, start.seat, mate)):
            if here.setting.village[there]:
                found = self.lead_around(self.at_villages, there, there)
            elif there not in here.roads and there not in here.city_at:
                found = Lead((mate,))
                self.known.append(found)
        self[exit] = found
        return found

    def of_city(self, cells: tuple[int, ...]) -> tuple[Lead, ...]:
        """Those of city tiles."""
        return tuple([self.lead_around(self.at_cities, cell) for cell in cells])

    def lead_around(self, known: dict[int, Lead], cell: int, village: int = NOWHERE) -> Lead:
        """The lead of the exits around a space, perhaps a village."""
        if cell not in known:
            known[cell] = Lead(self.meets[cell], village)
            self.known.append(known[cell])
        return known[cell]
