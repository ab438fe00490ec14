"""The road tiles of a menu, told by spaces and exits: there are hundreds, and one exit says the same of many."""

from referee.rules.hexes import EDGES
from referee.show.menu import CrossedSpace, Crossings, UnlikeCrossing
from referee.titles.magna_grecia.compose.menu_choices import shorn
from referee.titles.magna_grecia.compose.menu_facts import Sites, worth
from referee.titles.magna_grecia.compose.menu_ties import WayTies
from referee.titles.magna_grecia.compose.menu_ways import ROAD_GAINS
from referee.titles.magna_grecia.rules.play import SHAPES
from referee.titles.magna_grecia.show.picture import road_piece
from referee.words import say

ByEdge = tuple[tuple[int, ...], ...]
"""For each of some edges the sites that a road connects there."""


def crossings(ties: WayTies, places: Sites) -> Crossings | None:
    """All roads of a menu; None if it has none."""
    return RoadCrossings(ties, places).crossings() if ties.roads else None


class RoadCrossings:
    """`begun`: for each space the exits at which roads may begin, first those that the search found, in its order."""

    def __init__(self, ties: WayTies, places: Sites) -> None:
        self.ties, self.search, self.places = ties, ties.search, places
        self.ground, self.labels = self.search.begin.ground, self.search.start.setting.board.labels
        self.alone = self.places.met_alone(self.ground)
        self.begun: dict[int, list[int]] = {}
        for exit in dict.fromkeys((*self.search.free, *self.search.opened, *ties.openers)):
            self.begun.setdefault(exit // 6, []).append(exit)
        self.unlike: dict[int, list[int]] = {}
        for number in self.search.unlike:
            self.unlike.setdefault(number // len(SHAPES), []).append(number)

    def crossings(self) -> Crossings:
        seat = self.search.start.seat
        return Crossings(
            "road",
            say("Road on {at} from {one} to {other}", at="{at}", one="{one}", other="{other}"),
            "road: {at} {one}-{other}",
            (1,),
            shorn(ROAD_GAINS),
            EDGES,
            SHAPES,
            tuple([road_piece(seat, (EDGES[a], EDGES[b]), "now") for a, b in SHAPES]),
            tuple([self.space(cell, tuple(shapes)) for cell, shapes in self.ties.roads.items()]),
        )

    def space(self, cell: int, shapes: tuple[int, ...]) -> CrossedSpace:
        begun, free, opened, tips = self.begun[cell], self.search.free, self.search.opened, self.ground.tips
        met = {exit: self.sites_met(exit, tips[exit]) for exit in range(6 * cell, 6 * cell + 6)}
        exits = [*begun, *[exit for exit in met if met[exit] and exit not in begun]]
        begins = tuple([
            self.sites_met(exit, roads.tip) if exit not in free and (roads := opened.get(exit)) else met[exit]
            for exit in begun
        ])  # fmt: skip
        edges, meets = tuple([exit % 6 for exit in exits]), tuple([met[exit] for exit in exits])
        unlike = [self.unlike_of(number, edges, begins, meets) for number in self.unlike.get(cell, ())]
        after = tuple([() if exit in free else self.ties.openers[exit] for exit in begun])
        return CrossedSpace(
            self.labels[cell], shapes, edges, after, begins, meets, tuple([each for each in unlike if each])
        )

    def sites_met(self, exit: int, tip: int) -> tuple[int, ...]:
        """Which sites a road connects at an exit, if this is the end of the chain there."""
        if tip == exit:
            return self.alone[self.ground.beyond[exit]]
        return self.places.of_cells(self.ground.spaces_met(exit, tip))

    def unlike_of(self, number: int, edges: tuple[int, ...], begins: ByEdge, meets: ByEdge) -> UnlikeCrossing | None:
        """What a road joins and gains, if that is not what its exits say."""
        way, shape = self.search.unlike[number], number % len(SHAPES)
        joins = self.places.of_cells(way.meets)
        if not way.links:
            first, *second = [at for at, edge in enumerate(edges) if edge in SHAPES[shape]]
            met = {*begins[first], *[site for at in second for site in meets[at]]}
            if joins == tuple(sorted(met)):
                return None
        return UnlikeCrossing(shape, shorn(way.gains), worth("road", way.gains), joins)
