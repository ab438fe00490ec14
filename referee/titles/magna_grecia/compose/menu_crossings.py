"""The road tiles of a menu, told by spaces and exits: there are hundreds, and one exit says the same of many."""

from collections.abc import Iterable, Iterator

from referee.rules.hexes import EDGES
from referee.show.menu import CrossedSpace, Crossings, UnlikeCrossing
from referee.titles.magna_grecia.compose.menu_choices import gains, shorn, worth
from referee.titles.magna_grecia.compose.menu_search import MenuWay, TurnSearch, exits_of, tip
from referee.titles.magna_grecia.rules.play import SHAPES
from referee.titles.magna_grecia.rules.roads import can_start_road, joins
from referee.titles.magna_grecia.rules.state import NOWHERE, Position
from referee.titles.magna_grecia.show.picture import road_piece
from referee.words import say

ROAD_GAINS = (0, -1, 0, 0, 0)


def spaces_met(position: Position, exit: int) -> Iterator[int]:
    """What an exit of a new road tile meets: the next space, and where a road that it joins comes from."""
    beyond = position.setting.board.beyond
    met = joins(position, position.seat, exit)
    if beyond[exit] != NOWHERE and (met or beyond[exit] not in position.roads):
        yield beyond[exit]
    if met and beyond[tip(position, exit)] != NOWHERE:
        yield beyond[tip(position, exit)]


class Sites:
    """The sites of a position in which no choice is taken yet: spaces, or all spaces of one place.

    A site is known by the number of its first space.
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        places = position.places()[:-1]
        self.first = tuple([cell if place == NOWHERE else place for cell, place in enumerate(places)])
        self.goals = self.of_cells([place for place in places if place != NOWHERE])
        """the places: villages, oracles and cities, which a road joins"""

    def of_cells(self, cells: Iterable[int]) -> tuple[int, ...]:
        """The sites of these spaces, each once."""
        return tuple(sorted(set(map(self.first.__getitem__, cells))))

    def labels(self) -> tuple[tuple[str, ...], ...]:
        """For each space the labels of what it is the first space of; nothing for the others of a place."""
        found: list[list[str]] = [[] for _ in self.first]
        for label, first in zip(self.position.setting.board.labels, self.first, strict=True):
            found[first].append(label)
        return tuple(map(tuple, found))


class RoadCrossings:
    """All road tiles of a menu.

    numbers  way → choice
    free     the exits at which roads may start before anything is chosen
    opened   those at which they may start after others, in the order of the search, and the first way to each
    """

    def __init__(self, search: TurnSearch, numbers: dict[int, int], places: Sites) -> None:
        self.search, self.numbers, self.places, self.start = search, numbers, places, search.start
        exits = range(len(self.start.setting.board.mate))
        self.free = {exit for exit in exits if can_start_road(self.start, self.start.seat, exit)}
        opens = [(at, ways[0]) for (at, _), ways in search.opens.items() if isinstance(at, int)]
        self.opened = {exit: search.ways[way] for exit, way in opens if exit not in self.free}
        self.roads: dict[int, list[MenuWay]] = {}
        for way in sorted(search.ways, key=lambda each: each.trial.key):
            if way.trial.kind == "road":
                self.roads.setdefault(way.trial.spaces[0], []).append(way)

    def crossings(self) -> Crossings | None:
        """All roads of a menu; None if it has none."""
        seat = self.start.seat
        return (
            self.roads
            and Crossings(
                "road",
                say("Road on {at} from {one} to {other}", at="{at}", one="{one}", other="{other}"),
                "road: {at} {one}-{other}",
                (1,),
                shorn(ROAD_GAINS),
                EDGES,
                SHAPES,
                tuple([road_piece(seat, (EDGES[a], EDGES[b]), "now") for a, b in SHAPES]),
                tuple([self.space(cell, ways) for cell, ways in self.roads.items()]),
            )
        ) or None

    def starts(self) -> tuple[int, ...]:
        """The sites from which roads may be laid before anything is chosen (MG-7.2)."""
        own = [exit for ways in self.roads.values() for way in ways if way.last is None for exit in exits_of(way.trial)]
        free = [exit for exit in dict.fromkeys(own) if exit in self.free]
        return self.places.of_cells([space for exit in free for space in spaces_met(self.start, exit)])

    def openers(self, exit: int) -> tuple[int, ...]:
        """The choices each of which lets a road start at an exit; none if it may start there at once."""
        found = () if exit in self.free else self.search.opens.get((exit, False), ())
        return tuple(sorted({self.numbers[each] for each in found}))

    def space(self, cell: int, ways: list[MenuWay]) -> CrossedSpace:
        exits = range(6 * cell, 6 * cell + 6)
        met = {exit: self.places.of_cells(spaces_met(self.start, exit)) for exit in exits}
        begins = {exit: met[exit] for exit in exits if exit in self.free}
        for exit in [each for each in self.opened if each in exits]:
            begins[exit] = self.places.of_cells(spaces_met(self.opened[exit].after, exit))
        ends = [*begins, *[exit for exit in exits if met[exit] and exit not in begins]]
        unlike = [self.unlike(way, ends, begins, met) for way in ways]
        return CrossedSpace(
            self.start.label(cell),
            tuple([SHAPES.index(way.trial.key[2:]) for way in ways]),
            tuple([exit % 6 for exit in ends]),
            tuple(map(self.openers, begins)),
            tuple(begins.values()),
            tuple([met[exit] for exit in ends]),
            tuple([each for each in unlike if each]),
        )

    def unlike(
        self, way: MenuWay, ends: list[int], begins: dict[int, tuple[int, ...]], met: dict[int, tuple[int, ...]]
    ) -> UnlikeCrossing | None:
        """What a road joins and gains, if that is not what its exits say."""
        cell, *edges = way.trial.key[1:]
        own = [6 * cell + edge for edge in edges]
        joined = self.places.of_cells([space for exit in own for space in spaces_met(way.before, exit)])
        first, *second = [exit for exit in ends if exit in own]
        told = {*begins[first], *[site for exit in second for site in met[exit]]}
        gained = gains(way)
        if gained == ROAD_GAINS and joined == tuple(sorted(told)):
            return None
        return UnlikeCrossing(SHAPES.index(way.trial.key[2:]), shorn(gained), worth("road", gained), joined)
