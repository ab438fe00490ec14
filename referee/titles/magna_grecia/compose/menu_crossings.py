"""The road tiles of a menu, told by spaces and exits: there are hundreds, and one exit says the same of many."""

from referee.records import new
from referee.rules.hexes import EDGES
from referee.show.menu import CrossedSpace, CrossingEdge, Crossings, UnlikeCrossing
from referee.titles.magna_grecia.compose.menu_choices import shorn
from referee.titles.magna_grecia.compose.menu_facts import Sites, worth
from referee.titles.magna_grecia.compose.menu_ties import WayTies
from referee.titles.magna_grecia.compose.menu_ways import ROAD_GAINS
from referee.titles.magna_grecia.rules.play import SHAPES
from referee.titles.magna_grecia.show.picture import road_piece
from referee.words import say


def crossings(ties: WayTies, places: Sites) -> Crossings | None:
    """All roads of a menu; None if it has none."""
    return RoadCrossings(ties, places).crossings() if ties.roads else None


class RoadCrossings:
    """`begun`: for each space the exits at which roads begin, in the order in which the search found them."""

    def __init__(self, ties: WayTies, places: Sites) -> None:
        self.ties, self.search, self.places = ties, ties.search, places
        self.ground, self.labels = self.search.begin.ground, self.search.start.setting.board.labels
        self.begun: dict[int, list[int]] = {}
        for exit in (*self.search.free, *self.search.opened):
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
        edges = tuple([self.edge(exit) for exit in dict.fromkeys([*self.begun[cell], *range(6 * cell, 6 * cell + 6)])])
        unlike = tuple([each for number in self.unlike.get(cell, ()) if (each := self.unlike_of(number, edges))])
        return CrossedSpace(self.labels[cell], shapes, self.ties.bars[(cell,)], edges, unlike)

    def edge(self, exit: int) -> CrossingEdge:
        meets = begins = self.places.of_known(self.ground.spaces_met(exit, self.ground.tips[exit]))
        if exit in self.search.free:
            return new(CrossingEdge, (exit % 6, (), meets, meets))
        if roads := self.search.opened.get(exit):
            begins = self.places.of_known(self.ground.spaces_met(exit, roads.tip))
        return new(CrossingEdge, (exit % 6, self.ties.openers.get(exit), begins, meets))

    def unlike_of(self, number: int, edges: tuple[CrossingEdge, ...]) -> UnlikeCrossing | None:
        """What a road joins and gains, if that is not what its exits say."""
        way, shape = self.search.unlike[number], number % len(SHAPES)
        joins = self.places.of_cells(way.meets)
        first, second = [each for each in edges if each.edge in SHAPES[shape]]
        if not way.links and joins == tuple(sorted({*first.begins, *second.meets})):
            return None
        return UnlikeCrossing(shape, shorn(way.gains), worth("road", way.gains), joins)
