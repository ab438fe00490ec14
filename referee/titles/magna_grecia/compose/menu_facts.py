"""What the page shows of a choice: the numbers on its mark, how many tiles it takes, and what a road tile connects.

A site is a space, or all spaces of one place; it is known by the number of its first space.
"""

from collections.abc import Iterable

from referee.titles.magna_grecia.compose.menu_ground import RoadGround
from referee.titles.magna_grecia.rules.state import NOWHERE, Position

SCORE = 4
"""Which of `gauges` are the points if the game ended now."""


def worth(kind: str, gained: tuple[int, ...]) -> tuple[int, ...]:
    """What a sale brings; what a market costs, and scores; else the change of the points if the game ended now."""
    if kind == "sell":
        return (gained[0],)
    if kind == "build":
        return gained[0], gained[SCORE] - gained[0]
    return (gained[SCORE],) if gained[SCORE] else ()


class Sites:
    """The sites of a position in which no choice is taken yet."""

    def __init__(self, position: Position) -> None:
        self.position = position
        places = position.places()[:-1]
        self.first = tuple([cell if place == NOWHERE else place for cell, place in enumerate(places)])
        self.goals = self.of_cells([place for place in places if place != NOWHERE])
        """the places: villages, oracles and cities, which a road joins"""

    def of_cells(self, cells: Iterable[int]) -> tuple[int, ...]:
        """The sites of these spaces, each once."""
        return tuple(sorted(set(map(self.first.__getitem__, cells))))

    def starts(self, ground: RoadGround, free: Iterable[int]) -> tuple[int, ...]:
        """Where the roads that may be laid now can come from (MG-7.2); `free`: the exits at which they may start."""
        return self.of_cells([cell for exit in free for cell in ground.spaces_met(exit, ground.tips[exit])])

    def met_alone(self, ground: RoadGround) -> list[tuple[int, ...]]:
        """For each space its site, if a road that joins no other there meets it; the last one is that of NOWHERE."""
        roads = ground.position.roads
        return [*[() if cell in roads else (site,) for cell, site in enumerate(self.first)], ()]

    def labels(self) -> tuple[tuple[str, ...], ...]:
        """For each space the labels of what it is the first space of; nothing for the others of a place."""
        found: list[list[str]] = [[] for _ in self.first]
        for label, first in zip(self.position.setting.board.labels, self.first, strict=True):
            found[first].append(label)
        return tuple(map(tuple, found))
