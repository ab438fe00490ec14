"""Which choices of a menu open which, by their numbers in it."""

from collections.abc import Iterable

from referee.titles.magna_grecia.compose.menu_search import Search
from referee.titles.magna_grecia.compose.menu_ways import Way
from referee.titles.magna_grecia.rules.play import SHAPES

Numbers = tuple[int, ...]
"""Of choices, in order."""


class WayTies:
    """The ways of a search as choices: roads by space and shape, then cities in the order of the candidates.

    A founding comes before the same as an extension.

    cities   those that are cities, in their order
    numbers  the number of a way → that of its choice
    roads    space → the shapes of its roads
    openers  exit → the choices each of which lets a road start there; it may be in the list twice
    """

    def __init__(self, search: Search) -> None:
        self.search = search
        cities = sorted([(trial, not founds, number) for (trial, founds), number in search.numbers.items()])
        self.cities = [search.ways[number] for _, _, number in cities]
        self.roads: dict[int, list[int]] = {}
        order: list[int] = []
        for cell in sorted(search.roads):
            roads = sorted([number for each in search.roads[cell] for number, _ in each.others])
            self.roads[cell] = [road % len(SHAPES) for road in roads]
            order += roads
        order += [number for _, _, number in cities]
        self.numbers = dict(zip(order, range(len(order)), strict=True))
        self.openers: dict[int, Numbers] = {}
        for lead in search.leads.known:
            if lead.ways:
                found = self.choice_numbers(lead.ways)
                for exit in lead.exits:
                    self.openers[exit] = self.openers.get(exit, ()) + found

    def choice_numbers(self, ways: Iterable[int]) -> Numbers:
        """The choices of these ways."""
        return tuple(sorted(set(map(self.numbers.__getitem__, ways))))

    def after(self, way: Way) -> tuple[Numbers, ...]:
        """The choices of which one must come before it; none if it is legal from the start."""
        return () if way.is_first else (self.openers_of(way),)

    def openers_of(self, city: Way) -> Numbers:
        """The choices each of which opens a city: those of cities beside it, and of roads that reach its villages."""
        opened, cells = (city.trial.key, city.founds), city.trial.cells
        ways = [*self.search.opens.get(opened, ())]
        for lead, since in self.search.reached.get(opened, {}).values():
            ways += [each for each in lead.builders[since:] if each // len(SHAPES) not in cells]
        return self.choice_numbers(ways)

    def unless(self, way: Way) -> Numbers:
        """A founding that others would make an extension is offered as long as none of these is taken."""
        extension = self.search.numbers.get((way.trial.key, False))
        return self.openers_of(self.search.ways[extension]) if way.founds and extension is not None else ()
