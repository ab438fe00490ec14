"""What the page shows of a choice: the numbers on its mark, how many tiles it takes, and what a road tile connects.

A site is a space, or all spaces of one place; it is known by the number of its first space.
"""

from collections.abc import Iterable, Iterator

from referee.show.menu import Choice
from referee.titles.magna_grecia.compose.plan import MenuTrial
from referee.titles.magna_grecia.rules.moves import Resupply
from referee.titles.magna_grecia.rules.roads import can_start_road, joins
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


def amounts(trial: MenuTrial) -> tuple[int, ...]:
    """How many road tiles and city tiles a resupply takes."""
    step = trial.steps[0]
    return (step.roads, step.cities) if isinstance(step, Resupply) else ()


def cells_beyond(position: Position, exit: int) -> Iterator[int]:
    """What an exit of a new road tile meets: the space, and where a road that it joins comes from."""
    setting = position.setting
    near = setting.beyond[exit]
    if near == NOWHERE:
        return
    met = joins(position, position.seat, exit)
    if met or near not in position.roads:
        yield near
    if met:
        tip, _ = position.ends[setting.mate[exit]]
        if setting.beyond[tip] != NOWHERE:
            yield setting.beyond[tip]


def site(position: Position, cell: int) -> int:
    """The first space of the place that a space belongs to, or the space itself."""
    place = position.place_at(cell)
    return cell if place == NOWHERE else place


def starts(position: Position, lawful: Iterable[MenuTrial]) -> tuple[int, ...]:
    """Where the roads that may be laid now can come from (MG-7.2)."""
    exits = {exit for trial in lawful for exit in trial.exits if can_start_road(position, position.seat, exit)}
    return sites_of(position, [cell for exit in exits for cell in cells_beyond(position, exit)])


def goals(position: Position) -> tuple[int, ...]:
    """The places: villages, oracles and cities, which a road joins."""
    cells = range(len(position.setting.board.labels))
    return sites_of(position, [cell for cell in cells if position.place_at(cell) != NOWHERE])


def sites_of(position: Position, cells: Iterable[int]) -> tuple[int, ...]:
    """The sites of these spaces, each once."""
    return tuple(sorted({site(position, cell) for cell in cells}))


def joining_sites(position: Position, found: Iterable[Choice]) -> tuple[Choice, ...]:
    """The choices with what they join as sites of this position, in which none is taken yet."""
    return tuple([each._replace(joins=sites_of(position, each.joins)) if each.joins else each for each in found])


def sites(position: Position) -> tuple[tuple[str, ...], ...]:
    """For each space the labels of what it is the first space of; nothing for the others of a place."""
    found: list[tuple[str, ...]] = [()] * len(position.setting.board.labels)
    for cell, label in enumerate(position.setting.board.labels):
        found[site(position, cell)] += (label,)
    return tuple(found)
