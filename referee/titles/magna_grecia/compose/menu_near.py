"""The trials that are not legal from the start, and foundings, by where something may open or change them."""

from collections.abc import Mapping

from referee.titles.magna_grecia.compose.menu_trials import Key, MenuTrial, city_trials, may_become_legal, road_trial
from referee.titles.magna_grecia.rules.legal_candidates import may_take_turn
from referee.titles.magna_grecia.rules.play import SHAPES
from referee.titles.magna_grecia.rules.state import Position


class Near:
    """They are looked for around a tile when it is tried; what was found at an exit or a space is kept for the next.

    `legal`: whether each trial that is legal from the start founds a city.
    """

    def __init__(self, position: Position, legal: Mapping[Key, bool]) -> None:
        self.start, self.legal = position, legal
        one, two = (may_take_turn(position, [{"city": ""}] * number) for number in (1, 2))
        self.cities: dict[int, list[MenuTrial]] = {}
        for trial in city_trials(position, one, two):
            for cell in trial.cells:
                self.cities.setdefault(cell, []).append(trial)
        self.roads: dict[int, list[MenuTrial]] = {}
        self.villages: dict[Key, list[int]] = {}
        self.found_on: dict[int, list[MenuTrial]] = {}
        self.found_beside: dict[int, list[MenuTrial]] = {}

    def roads_at(self, exit: int) -> list[MenuTrial]:
        """The roads with this exit that are not legal from the start, and are once a road may start there."""
        cell, edge = divmod(exit, 6)
        return [each for each in self.roads_on(cell) if edge in SHAPES[each.key[2]]]

    def roads_on(self, cell: int) -> list[MenuTrial]:
        if cell not in self.roads:
            shapes = range(len(SHAPES)) if self.start.is_empty(cell) else ()
            self.roads[cell] = self.hopeful([road_trial(self.start, cell, shape) for shape in shapes])
        return self.roads[cell]

    def hopeful(self, trials: list[MenuTrial]) -> list[MenuTrial]:
        """Those that are not legal from the start and may become so."""
        return [each for each in trials if each.key not in self.legal and may_become_legal(self.start, each)]

    def cities_on(self, cell: int) -> list[MenuTrial]:
        """Those with a tile on a cell that may become legal, then those that found a city from the start."""
        if cell not in self.found_on:
            trials = self.cities.get(cell, [])
            self.found_on[cell] = self.hopeful(trials) + [each for each in trials if self.legal.get(each.key)]
        return self.found_on[cell]

    def cities_beside(self, cell: int) -> list[MenuTrial]:
        """The same of the cells next to one, each once."""
        if cell not in self.found_beside:
            near = {trial.key: trial for there in self.start.neighbours(cell) for trial in self.cities_on(there)}
            self.found_beside[cell] = sorted(near.values(), key=lambda trial: (trial.key in self.legal, trial.key))
        return self.found_beside[cell]

    def villages_beside(self, trial: MenuTrial) -> list[int]:
        """The villages next to the tiles of a city that these do not cover."""
        if trial.key not in self.villages:
            near = [there for cell in trial.cells for there in self.start.neighbours(cell)]
            found = [there for there in near if there not in trial.cells and self.start.is_village(there)]
            self.villages[trial.key] = found
        return self.villages[trial.key]
