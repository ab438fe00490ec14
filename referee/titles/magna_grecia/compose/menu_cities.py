"""Which city trials become legal with the tiles of a way alone, asked once of all that look alike to the rules."""

from collections.abc import Iterator

from referee.titles.magna_grecia.compose.menu_near import Near
from referee.titles.magna_grecia.compose.menu_trials import BoardTrials, Key, MenuTrial
from referee.titles.magna_grecia.compose.menu_ways import Way
from referee.titles.magna_grecia.compose.plan import position_with_tiles
from referee.titles.magna_grecia.rules.physics import with_rest
from referee.titles.magna_grecia.rules.state import Position

Seen = tuple[object, ...]
"""What the rules see of a city trial that other tiles of the turn can help to keep."""


class CityAnswers:
    """The answers to these questions.

    waiting   village → the trials there that have to be asked about after the next road that reaches it
    extended  those next to a city; `reached`: those of each trial on each village that a road reaches
    alike     those on a village by what the rules see
    """

    def __init__(self, near: Near) -> None:
        self.near, self.start = near, near.start
        self.waiting: dict[int, list[MenuTrial]] = {}
        self.extended: dict[Seen, bool] = {}
        self.reached: dict[tuple[int, Key], bool] = {}
        self.alike: dict[Seen, bool] = {}

    def beside(self, way: Way) -> Iterator[tuple[MenuTrial, bool]]:
        """The trials next to a city that the rules allow. No village may be left next to their tiles (MG-6.5)."""
        taken, base = set(way.trial.cells), None
        around = {there for cell in taken for there in self.start.neighbours(cell)}
        for trial in self.near.beside(way.trial.cells):
            if not taken.isdisjoint(trial.cells) or not taken.issuperset(self.near.villages_beside(trial)):
                continue
            seen = self.seen_beside(trial, around)
            if seen not in self.extended:
                base = base or base_of(self.start, way)
                founds = base.would_found_city(trial)
                if founds is None:
                    continue
                self.extended[seen] = founds
            yield trial, self.extended[seen]

    def seen_beside(self, trial: MenuTrial, around: set[int]) -> Seen:
        """All trials whose first tile extends the city are alike, and others by where they are."""
        meets = tuple([cell in around for cell in trial.cells])
        return (meets, self.start.setting.village[trial.cells[0]]) if meets[0] else (meets, trial.key)

    def waiting_on(self, village: int) -> list[MenuTrial]:
        """All trials on a village at first."""
        if village not in self.waiting:
            self.waiting[village] = self.near.cities_covering(village)
        return self.waiting[village]

    def on_village(self, village: int, trial: MenuTrial, way: Way) -> bool | None:
        """Whether a trial founds on a village that a road reaches; None when a rule forbids it after this one.

        All such roads do the same there; but a trial next to the road, or of another village that it reaches, is asked
        about again.
        """
        known = village, trial.key
        if known not in self.reached:
            seen = self.seen_on(village, trial)
            founds = self.alike.get(seen)
            if founds is None:
                founds = base_of(self.start, way).would_found_city(trial)
            if founds is None:
                return None
            self.alike[seen] = self.reached[known] = founds
        return self.reached[known]

    def seen_on(self, village: int, trial: MenuTrial) -> Seen:
        """One tile there, or two that begin or end there, by the cities that they touch; of others each by itself."""
        first, here = trial.cells[0], self.start
        if first != village and here.setting.village[first]:
            return (trial.key,)
        return first == village, *[bool(here.touching(cell, here.seat)) for cell in trial.cells]


def base_of(start: Position, way: Way) -> BoardTrials:
    """The position with the tiles of a way alone, as if they had been laid before this turn and cost nothing."""
    laid = way.position if way.is_first else position_with_tiles(start, way.trial.steps)
    return BoardTrials(with_rest(laid, start.turn, laid.clock, laid.markets, laid.market_lines, start.purses))
