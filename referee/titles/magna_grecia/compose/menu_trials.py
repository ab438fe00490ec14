"""The candidates of a turn as a menu tries them: made when one is needed, known by their place among all."""

from collections.abc import Iterator

from referee.rules.rulebook import is_allowed, law_of_stages
from referee.titles.magna_grecia.rules.legal_candidates import road_tile
from referee.titles.magna_grecia.rules.moves import (
    BuildMarket,
    EndTiles,
    LayCity,
    LayRoad,
    MagnaGreciaStep,
    Resupply,
    SellMarket,
    SetOracle,
)
from referee.titles.magna_grecia.rules.play import PLAY, SHAPES
from referee.titles.magna_grecia.rules.state import Position
from referee.titles.magna_grecia.rules.step_trials import after, position_after_steps

Key = tuple[int, int, int]
"""The place of a candidate in the order of `candidates`: its kind, its space, which one of those there."""
ORDER = {"oracle": 0, "road": 1, "city": 2, "resupply": 3, "build": 4, "sell": 5}


ROAD = ORDER["road"]


class MenuTrial:
    """A candidate: its steps one by one, the cells that they name, and the exits of a road tile.

    `steps` has neither the move as a whole nor the end of the turn.
    """

    __slots__ = ("cells", "exits", "key", "kind", "steps")  # read more quickly than the fields of a record

    def __init__(
        self,
        key: Key,
        kind: str,
        steps: tuple[MagnaGreciaStep, ...],
        cells: tuple[int, ...],
        exits: tuple[int, ...] = (),
    ) -> None:
        self.key, self.kind, self.steps, self.cells, self.exits = key, kind, steps, cells, exits


def trial_of_steps(position: Position, kind: str, steps: tuple[MagnaGreciaStep, ...]) -> MenuTrial:
    """The trial of a candidate."""
    match steps:
        case (LayRoad(cell=cell, a=a, b=b),):
            return road_trial(position, cell, SHAPES.index((a, b)))
        case (LayCity(cell=cell), LayCity(cell=there), *_):
            second = position.neighbours(cell).index(there) + 1
            return MenuTrial((ORDER[kind], cell, second), kind, steps, (cell, there))
        case (LayCity(cell=cell), *_):
            return MenuTrial((ORDER[kind], cell, 0), kind, steps, (cell,))
        case (Resupply(roads=roads, cities=cities),):
            return MenuTrial((ORDER[kind], roads, cities), kind, steps, ())
        case (SetOracle(cell=cell) | BuildMarket(cell=cell) | SellMarket(cell=cell),):
            return MenuTrial((ORDER[kind], cell, 0), kind, steps, (cell,))
    raise LookupError(f"no candidate has these steps: {steps}")


def road_trial(position: Position, cell: int, shape: int) -> MenuTrial:
    """A road tile, by its number in `SHAPES`."""
    a, b = SHAPES[shape]
    step = road_tile(position, cell, shape)
    return MenuTrial((ROAD, cell, shape), "road", (step,), (cell,), (6 * cell + a, 6 * cell + b))


def city_trial(position: Position, cell: int, second: int) -> MenuTrial:
    """One city tile (0), or two, the second one on the so manieth of its neighbours."""
    cells = (cell, position.neighbours(cell)[second - 1]) if second else (cell,)
    seat, labels = position.seat, position.setting.board.labels
    ends = EndTiles(seat, tuple([(each, index) for index, each in enumerate(cells)]))
    tiles = [LayCity(seat, each, labels[each]) for each in cells]
    return MenuTrial((ORDER["city"], cell, second), "city", (*tiles, ends), cells)


def sale_trials(position: Position) -> Iterator[MenuTrial]:
    """The candidates to sell a market."""
    for cell, place in enumerate(position.places()):
        if place == cell:
            step = SellMarket(position.seat, cell, position.label(cell))
            yield MenuTrial((ORDER["sell"], cell, 0), "sell", (step,), (cell,))


FIXABLE = ("MG-6.1", "MG-6.2", "MG-6.5", "MG-7.2", "MG-8.7", "MG-12.3")
"""Rules that a tile may break as the board is, and keep after other tiles of the turn."""
LASTING_LAW = law_of_stages(
    {
        kind: tuple([tuple([each for each in stage if each.number not in FIXABLE]) for stage in rules.stages])
        for kind, rules in PLAY.law.items()
    }
)


def may_become_legal(position: Position, tile: MagnaGreciaStep) -> bool:
    """Whether a tile breaks only rules that other tiles of the turn may keep."""
    return is_allowed(LASTING_LAW, position, tile)


class BoardTrials:
    """Trials on one position; those that begin with the same city tile share the position after it."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.begun: dict[int, Position | None] = {}

    def after_first_tile(self, trial: MenuTrial) -> Position | None:
        """The position after the first tile of a city, or None when a rule forbids it."""
        cell = trial.cells[0]
        if cell not in self.begun:
            self.begun[cell] = after(self.position, trial.steps[0])
        return self.begun[cell]

    def would_found_city(self, trial: MenuTrial) -> bool | None:
        """Whether a city trial would found a city; None when a rule forbids it."""
        begun = self.after_first_tile(trial)
        found = begun and position_after_steps(begun, trial.steps[1:])
        return found.turn.founded if found else None
