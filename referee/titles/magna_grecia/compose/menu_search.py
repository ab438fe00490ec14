"""What becomes possible in a turn after what: from the tiles that are lawful now to those that others open.

A tile opens another when the rules refuse that one as the board is, and allow it as if the first had lain there before
the turn. So each pair is asked once, and whatever was laid before the first does not matter. Only what lies near a
change is asked again. What was found is then played: a way is one that the rules let be reached by real steps.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from referee.show.menu import Allowance
from referee.titles.magna_grecia.compose.menu_limits import Sums, combined_sums, is_within_allowances, spent
from referee.titles.magna_grecia.compose.menu_trials import (
    MenuTrial,
    as_if_before,
    position_after_steps,
    position_with_tiles,
    would_found_city,
)
from referee.titles.magna_grecia.compose.plan import allows
from referee.titles.magna_grecia.rules.markets import market_of
from referee.titles.magna_grecia.rules.moves import SellMarket
from referee.titles.magna_grecia.rules.state import NOWHERE, Position

TILE: dict[str, Sums] = {"road": (1, 0, 0, 0, 0, 0, 0), "city": (0, 1, 0, 0, 1, 0, 0)}
"""What a tile uses at least."""


class Way(NamedTuple):
    """A trial as it is lawful after others: whether it founds a city, the ways before it, and where it leads.

    path    the ways played before it, by their numbers
    before  the position in which it was played, and `position` the one after it
    spent   what it uses of the budgets, and `total` with all of the path
    """

    trial: int
    founds: bool
    path: tuple[int, ...]
    before: Position
    position: Position
    spent: Sums
    total: Sums


Key = tuple[int, bool]
"""A trial, and whether it founds."""


class Near:
    """Which trials may be opened by what: by the exits that they have, by the cells on and beside which they lie."""

    def __init__(self, position: Position, trials: list[MenuTrial], asked: list[int]) -> None:
        self.start = position
        self.at_exit: dict[int, list[int]] = {}
        self.on: dict[int, list[int]] = {}
        self.beside: dict[int, list[int]] = {}
        for number in asked:
            self.note(number, trials[number])

    def note(self, number: int, trial: MenuTrial) -> None:
        for exit in trial.exits:
            self.at_exit.setdefault(exit, []).append(number)
        if trial.kind == "city":
            for cell in trial.cells:
                self.on.setdefault(cell, []).append(number)
                for there in self.start.neighbours(cell):
                    self.beside.setdefault(there, []).append(number)

    def trials_near(self, trial: MenuTrial, position: Position) -> dict[int, int]:
        """The trials near what the tiles of a trial have changed; `position` is the one with them.

        With each the village that a new road reaches, if that is why it is near, or NOWHERE.
        """
        found: dict[int, int] = {}
        for cell in trial.cells if trial.kind == "city" else ():
            found.update(dict.fromkeys([*self.onto(cell), *self.beside.get(cell, ())], NOWHERE))
        for near, village in self.by_exits(position):
            found.setdefault(near, village)
        return found

    def by_exits(self, position: Position) -> Iterator[tuple[int, int]]:
        """Those that meet the ends of chains that are new, or belong to others now, and the villages there."""
        setting, ends = self.start.setting, self.start.ends
        for exit, end in position.ends.items():
            there = setting.beyond[exit]
            if ends.get(exit) != end and there != NOWHERE:
                for near in self.at_exit.get(setting.mate[exit], ()):
                    yield near, NOWHERE
                if setting.village[there]:
                    for near in (*self.onto(there), *self.on.get(there, ())):
                        yield near, there

    def onto(self, cell: int) -> Iterator[int]:
        """The roads with an exit towards a cell."""
        for mate in self.start.setting.mate[6 * cell : 6 * cell + 6]:
            yield from self.at_exit.get(mate, ())


class Search:
    """All ways of the tiles of a turn.

    ways    in the order in which they were found
    opens   for what is not lawful from the start, the ways each of which opens it
    sales   for each trial to sell that is not lawful from the start, the ways each of which makes it so by itself,
            and, where it takes several, the paths that do
    """

    def __init__(
        self,
        position: Position,
        trials: list[MenuTrial],
        lawful: Mapping[int, Position],
        hopeful: list[int],
        allowed: tuple[Allowance, ...],
    ) -> None:
        self.start, self.trials, self.allowed = position, trials, allowed
        self.now = {number: after.turn.founded for number, after in lawful.items()}
        founding = [number for number, founds in self.now.items() if founds]
        self.near = Near(position, trials, [*hopeful, *founding])
        self.selling = {trials[number].cells[0]: number for number in hopeful if trials[number].kind == "sell"}
        self.mine = [cell for cell in self.selling if market_of(position, position.seat, cell)]
        self.ways: list[Way] = []
        self.numbers: dict[Key, int] = {}
        self.reached: dict[tuple[int, int], bool] = {}
        self.opens: dict[Key, list[int]] = {}
        self.sales: dict[int, tuple[list[int], list[tuple[int, ...]]]] = {}
        for number, after in lawful.items():
            self.note_way(number, (), position, after)
        for number, way in enumerate(self.ways):  # it grows meanwhile
            self.follow(number, way)

    def note_way(self, trial: int, path: tuple[int, ...], before: Position, after: Position) -> None:
        """Note a way, if one of the allowances has room for it."""
        founds = after.turn.founded and not before.turn.founded
        uses = spent(before, after, self.trials[trial].kind)
        total = combined_sums(self.ways[path[-1]].total, uses) if path else uses
        if is_within_allowances(self.allowed, total):
            self.numbers[trial, founds] = len(self.ways)
            self.ways.append(Way(trial, founds, path, before, after, uses, total))

    def follow(self, number: int, way: Way) -> None:
        """Ask what a way opens that the turn has still room for."""
        trial = self.trials[way.trial]
        room = (
            [kind for kind in TILE if is_within_allowances(self.allowed, combined_sums(way.total, TILE[kind]))]
            if trial.lays
            else []
        )
        if trial.lays:
            self.sell(number, way)
        if not room:
            return
        base = as_if_before(position_with_tiles(self.start, trial.steps))
        for near, village in self.near.trials_near(trial, base).items():
            if self.trials[near].kind in room:
                self.note(number, way, near, self.answer(near, village, base))

    def answer(self, trial: int, village: int, base: Position) -> bool | None:
        """`opened`; what one road to a village opens there all do, and are not asked again."""
        founds = self.reached.get((village, trial))
        if founds is None:
            founds = would_found_city(base, self.trials[trial])
            if village != NOWHERE and founds is not None:
                self.reached[village, trial] = founds
        return founds

    def note(self, number: int, way: Way, trial: int, founds: bool | None) -> None:
        """Note that a way opens a trial, if it does."""
        if founds is not None and self.now.get(trial) != founds:
            self.opens.setdefault((trial, founds), []).append(number)
            if (trial, founds) not in self.numbers:
                self.reach(number, way, trial)

    def reach(self, number: int, way: Way, trial: int) -> None:
        """Play what was opened behind the way that opened it."""
        after = position_after_steps(way.position, self.trials[trial].steps)
        if after:
            self.note_way(trial, (*way.path, number), way.position, after)

    def sell(self, number: int, way: Way) -> None:
        """Note which markets may be sold after a way and not before it."""
        cells = self.trials[way.trial].cells if way.founds else ()
        if way.position.links is not way.before.links:
            cells = (*cells, *self.mine)
        for sale in [self.selling[cell] for cell in cells if cell in self.selling]:
            (step,) = self.trials[sale].steps
            assert isinstance(step, SellMarket)
            if allows(way.position, step) and not allows(way.before, step):
                singles, paths = self.sales.setdefault(sale, ([], []))
                if self.suffices(way, step):
                    singles.append(number)
                else:
                    paths.append((*way.path, number))

    def suffices(self, way: Way, step: SellMarket) -> bool:
        """Whether a market may be sold after this way whatever came before: it is in the city, or the rules say so."""
        tried = self.trials[way.trial]
        return step.cell in tried.cells or allows(position_with_tiles(self.start, tried.steps), step)
