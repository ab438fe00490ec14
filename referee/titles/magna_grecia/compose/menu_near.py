"""The trials that are not legal from the start, and foundings, by where something may open or change them."""

from collections.abc import Container, Iterable, Iterator, Mapping

from referee.titles.magna_grecia.compose.menu_trials import (
    ORDER,
    Key,
    MenuTrial,
    city_trial,
    may_become_legal,
)
from referee.titles.magna_grecia.rules.legal_candidates import may_take_turn, owner_of_end, road_tile
from referee.titles.magna_grecia.rules.moves import LayCity
from referee.titles.magna_grecia.rules.play import SHAPES
from referee.titles.magna_grecia.rules.state import Position

Road = tuple[int, int]
"""The number of a road at one of its exits, and the other exit."""
AT_EDGE = [[(shape, sum(ends) - edge) for shape, ends in enumerate(SHAPES) if edge in ends] for edge in range(6)]
"""For each edge the shapes of the roads that have it, and their other edges."""


class Near:
    """They are looked for around a tile when it is tried; what was found at a space is kept for the next.

    `legal`: whether each trial that is legal from the start founds a city, `legal_roads`: for each space the shapes of
    the roads that are so.
    """

    def __init__(self, position: Position, legal: Mapping[Key, bool], legal_roads: Mapping[int, list[int]]) -> None:
        self.start, self.legal, self.legal_roads = position, legal, legal_roads
        self.one, self.two = (may_take_turn(position, [{"city": ""}] * number) for number in (1, 2))
        self.shapes: dict[int, list[int]] = {}
        self.connecting: dict[tuple[str, str], bool] = {}
        self.free: dict[int, bool] = {}
        self.villages: dict[Key, list[int]] = {}
        self.found_on: dict[int, list[MenuTrial]] = {}
        self.covering: dict[int, list[MenuTrial]] = {}
        self.found_beside: dict[int, list[MenuTrial]] = {}

    def roads_at(self, exit: int, opened: Container[int]) -> list[Road]:
        """The roads with this exit that are not legal from the start, and are once a road may start there.

        Without those that have an exit that is `opened`.
        """
        cell, edge = divmod(exit, 6)
        if cell not in self.shapes:
            self.shapes[cell] = self.shapes_on(cell) if self.start.is_empty(cell) else []
        shapes, first, number = self.shapes[cell], exit - edge, len(SHAPES) * cell
        return [
            (number + shape, first + other)
            for shape, other in AT_EDGE[edge]
            if shape in shapes and first + other not in opened
        ]

    def shapes_on(self, cell: int) -> list[int]:
        """Those on an empty space."""
        legal, mates = self.legal_roads.get(cell, ()), self.start.setting.mate[6 * cell : 6 * cell + 6]
        shapes = [shape for shape in range(len(SHAPES)) if shape not in legal]
        if self.start.ends.keys().isdisjoint(mates):
            return shapes if self.may_connect("", "", cell, 0) else []
        owners, edges = [owner_of_end(self.start, mate) for mate in mates], [(n, *SHAPES[n]) for n in shapes]
        return [shape for shape, a, b in edges if self.may_connect(owners[a], owners[b], cell, shape)]

    def may_connect(self, one: str, other: str, cell: int, shape: int) -> bool:
        """Whether a road with these owners of what it would join breaks only rules that other tiles may keep.

        To the rest of the rules all such roads on empty spaces are alike; this one is asked about.
        """
        if (one, other) not in self.connecting:
            self.connecting[one, other] = may_become_legal(self.start, road_tile(self.start, cell, shape))
        return self.connecting[one, other]

    def cities_on(self, cell: int) -> list[MenuTrial]:
        """Those with a tile on a cell that may become legal, then those that found a city from the start."""
        if cell not in self.found_on:
            keys = list(self.city_keys(cell))
            found = [key for key in keys if key not in self.legal and self.is_hopeful(key)]
            found += [key for key in keys if self.legal.get(key)]
            self.found_on[cell] = [city_trial(self.start, place, second) for _, place, second in found]
        return self.found_on[cell]

    def cities_covering(self, village: int) -> list[MenuTrial]:
        """Those of them that leave no other village next to their tiles (MG-6.5)."""
        if village not in self.covering:
            self.covering[village] = [each for each in self.cities_on(village) if not self.villages_beside(each)]
        return self.covering[village]

    def city_keys(self, cell: int) -> Iterator[Key]:
        """One city tile on a cell, and two of which one is there and the second on a village."""
        here = self.start
        near = here.neighbours(cell) if here.is_village(cell) and self.two else ()
        for first in sorted([cell, *near]):
            if first in here.roads or first in here.city_at:
                continue
            if first == cell and self.one:
                yield ORDER["city"], cell, 0
            for second in here.villages_near(first) if self.two else ():
                if cell in (first, second):
                    yield ORDER["city"], first, here.neighbours(first).index(second) + 1

    def is_hopeful(self, key: Key) -> bool:
        """Whether the tiles of a city break only rules that other tiles of the turn may keep."""
        _, cell, second = key
        return self.may_hold_city(cell) and (not second or self.may_hold_city(self.start.neighbours(cell)[second - 1]))

    def may_hold_city(self, cell: int) -> bool:
        """The same of a tile on one space."""
        if cell not in self.free:
            here = self.start
            self.free[cell] = may_become_legal(here, LayCity(here.seat, cell, here.label(cell)))
        return self.free[cell]

    def beside(self, cells: tuple[int, ...]) -> Iterable[MenuTrial]:
        """The same next to these spaces, each once."""
        if len(cells) == 1:
            return self.cities_beside(cells[0])
        return {trial.key: trial for cell in cells for trial in self.cities_beside(cell)}.values()

    def cities_beside(self, cell: int) -> list[MenuTrial]:
        """The same of the cells next to one, each once."""
        if cell not in self.found_beside:
            near = {trial.key: trial for there in self.start.neighbours(cell) for trial in self.cities_on(there)}
            self.found_beside[cell] = sorted(near.values(), key=lambda trial: (trial.key in self.legal, trial.key))
        return self.found_beside[cell]

    def villages_beside(self, trial: MenuTrial) -> list[int]:
        """The villages next to the tiles of a city that these do not cover."""
        if trial.key not in self.villages:
            near = [there for cell in trial.cells for there in self.start.villages_near(cell)]
            self.villages[trial.key] = [there for there in near if there not in trial.cells]
        return self.villages[trial.key]
