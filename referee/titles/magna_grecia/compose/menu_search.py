"""What becomes possible in a turn after what."""

from collections.abc import Iterable, Iterator

from referee.records import NamedTuple
from referee.show.menu import Allowance
from referee.titles.magna_grecia.compose.menu_trials import (
    BoardTrials,
    Key,
    MenuTrial,
    city_trials,
    road_trial,
    sale_trials,
)
from referee.titles.magna_grecia.compose.plan import (
    Sums,
    as_if_before,
    combined_sums,
    is_within_allowances,
    position_with_tiles,
    spent,
)
from referee.titles.magna_grecia.rules.legal_candidates import may_take_turn
from referee.titles.magna_grecia.rules.markets import market_of, projected_points_of
from referee.titles.magna_grecia.rules.moves import SellMarket
from referee.titles.magna_grecia.rules.play import SHAPES
from referee.titles.magna_grecia.rules.roads import with_tile
from referee.titles.magna_grecia.rules.state import NOWHERE, Position
from referee.titles.magna_grecia.rules.step_trials import allows, position_after_steps

TILE: dict[str, Sums] = {"road": (1, 0, 0, 0, 0, 0, 0), "city": (0, 1, 0, 0, 1, 0, 0)}
"""The least that a tile uses."""


class Way(NamedTuple):
    """A trial that is legal after others: whether it founds a city, the ways before it, and the resulting position.

    path      the ways played before it, by their numbers
    before    the position in which it was played, and `position` the one after it
    spent     what it uses of the budgets, and `total` with all of the path
    prospect  the mover's points if the game ended after it, and `was` those before it
    """

    trial: MenuTrial
    founds: bool
    path: tuple[int, ...]
    before: Position
    position: Position
    spent: Sums
    total: Sums
    was: int
    prospect: int


Opened = tuple[Key, bool]
"""A trial, and whether it founds."""
Answer = tuple[MenuTrial, bool | None]
"""A trial, and whether it founds; None when a rule forbids it."""


class Near:
    """The trials that are not legal from the start, and foundings, by what may open or change them.

    They are looked for around a tile when it is tried; what was found at an exit or a space is kept for the next one.
    """

    def __init__(self, position: Position, legal: Iterable[Way]) -> None:
        self.start, self.board = position, BoardTrials(position)
        self.legal = {way.trial.key: way.founds for way in legal}
        self.has_roads = may_take_turn(position, [{"road": ""}])
        one, two = (may_take_turn(position, [{"city": ""}] * number) for number in (1, 2))
        self.cities: dict[int, list[MenuTrial]] = {}
        for trial in city_trials(position, one, two):
            for cell in trial.cells:
                self.cities.setdefault(cell, []).append(trial)
        self.hopes: dict[Key, bool] = {}
        self.roads: dict[int, list[MenuTrial]] = {}
        self.found_beside: dict[int, list[MenuTrial]] = {}

    def roads_at(self, exit: int) -> list[MenuTrial]:
        """The roads with this exit that are not legal from the start, and are once a road may start there."""
        if exit not in self.roads:
            self.roads[exit] = list(self.hopeful_roads(exit)) if exit != NOWHERE and self.has_roads else []
        return self.roads[exit]

    def hopeful_roads(self, exit: int) -> Iterator[MenuTrial]:
        cell, edge = divmod(exit, 6)
        for shape, edges in enumerate(SHAPES if self.start.is_empty(cell) else ()):
            if edge in edges:
                trial = road_trial(self.start, cell, shape)
                if trial.key not in self.legal and self.is_hopeful(trial):
                    yield trial

    def is_hopeful(self, trial: MenuTrial) -> bool:
        if trial.key not in self.hopes:
            self.hopes[trial.key] = self.board.may_become_legal(trial)
        return self.hopes[trial.key]

    def roads_to(self, cell: int) -> Iterator[MenuTrial]:
        """The roads with an exit towards a cell."""
        for mate in self.start.setting.mate[6 * cell : 6 * cell + 6]:
            yield from self.roads_at(mate)

    def cities_on(self, cell: int) -> list[MenuTrial]:
        return self.worth_asking(self.cities.get(cell, []))

    def cities_beside(self, cell: int) -> list[MenuTrial]:
        """Those with a tile next to a cell."""
        if cell not in self.found_beside:
            near = {trial.key: trial for there in self.start.neighbours(cell) for trial in self.cities.get(there, ())}
            self.found_beside[cell] = self.worth_asking([near[key] for key in sorted(near)])
        return self.found_beside[cell]

    def worth_asking(self, trials: list[MenuTrial]) -> list[MenuTrial]:
        """Those that may become legal, then those that found a city from the start."""
        hopeful = [each for each in trials if each.key not in self.legal and self.is_hopeful(each)]
        return hopeful + [each for each in trials if self.legal.get(each.key)]


class Search:
    """All ways of the tiles of a turn.

    ways    in the order in which they were found
    opens   for what is not legal from the start, the ways each of which opens it
    sales   for each trial to sell that is not legal from the start, the ways each of which makes it so by itself,
            and, where it takes several, the paths that do
    """

    def __init__(self, position: Position, legal: Iterable[MenuTrial], allowed: tuple[Allowance, ...]) -> None:
        self.start, self.allowed = position, allowed
        self.prospect = projected_points_of(position, position.seat)
        self.ways: list[Way] = []
        self.numbers: dict[Opened, int] = {}
        self.reached: dict[tuple[int, Key], bool | None] = {}
        self.rooms: dict[Sums, list[str]] = {}
        self.opens: dict[Opened, list[int]] = {}
        self.sales: dict[Key, tuple[MenuTrial, list[int], list[tuple[int, ...]]]] = {}
        first = [self.way(trial, (), position, position_with_tiles(position, trial.steps)) for trial in legal]
        self.near = Near(position, first)
        sold = sale_trials(position) if may_take_turn(position, [], "sell") else ()
        self.selling = {trial.cells[0]: trial for trial in sold if trial.key not in self.near.legal}
        self.mine = [cell for cell in self.selling if market_of(position, position.seat, cell)]
        for way in first:
            self.note_way(way)
        for number, way in enumerate(self.ways):  # it grows meanwhile
            self.follow(number, way)

    def way(self, trial: MenuTrial, path: tuple[int, ...], before: Position, after: Position) -> Way:
        """A trial played after a path."""
        last = self.ways[path[-1]] if path else None
        founds = after.turn.founded and not before.turn.founded
        uses = spent(before, after, trial.kind)
        was = last.prospect if last else self.prospect
        total = combined_sums(last.total, uses) if last else uses
        return Way(trial, founds, path, before, after, uses, total, was, prospect(was, before, after))

    def note_way(self, way: Way) -> None:
        """Note a way, if one of the allowances has room for it."""
        if is_within_allowances(self.allowed, way.total):
            self.numbers[way.trial.key, way.founds] = len(self.ways)
            self.ways.append(way)

    def follow(self, number: int, way: Way) -> None:
        """Ask what a way opens that the turn has still room for."""
        if not way.trial.lays:
            return
        self.sell(number, way)
        room = self.room_after(way)
        for near, founds in self.answers(way, room) if room else ():
            if founds is not None and self.near.legal.get(near.key) != founds:
                self.opens.setdefault((near.key, founds), []).append(number)
                if (near.key, founds) not in self.numbers:
                    self.reach(number, way, near)

    def room_after(self, way: Way) -> list[str]:
        """The kinds of tiles that the turn has still room for."""
        if way.total not in self.rooms:
            totals = {kind: combined_sums(way.total, tile) for kind, tile in TILE.items()}
            self.rooms[way.total] = [kind for kind in TILE if is_within_allowances(self.allowed, totals[kind])]
        return self.rooms[way.total]

    def answers(self, way: Way, room: list[str]) -> Iterator[Answer]:
        """The trials of these kinds near what the tiles of a way alone have changed, and what became of them."""
        return self.answers_by_city(way, room) if way.trial.kind == "city" else self.answers_by_road(way, room)

    def answers_by_city(self, way: Way, room: list[str]) -> Iterator[Answer]:
        """What meets its spaces, or is next to them."""
        base, asked = self.base(way), dict[Key, MenuTrial]()
        for cell in way.trial.cells:
            near = [*(self.near.roads_to(cell) if "road" in room else ())]
            near += self.near.cities_beside(cell) if "city" in room else ()
            asked.update({trial.key: trial for trial in near})
        for trial in asked.values():
            if trial.kind == "city":
                yield trial, base.would_found_city(trial)
            elif trial.cells[0] not in way.trial.cells:
                yield trial, False

    def answers_by_road(self, way: Way, room: list[str]) -> Iterator[Answer]:
        """What meets the ends of its chain, which are new or belong to others now, and the villages there."""
        setting, (cell,), (one, other) = self.start.setting, way.trial.cells, way.trial.exits
        ends, *tips = with_tile(self.start, self.start.seat, cell, one % 6, other % 6)
        changed = [exit for exit in tips if exit != NOWHERE and self.start.ends.get(exit) != ends[exit]]
        villages = [there for exit in changed if (there := setting.beyond[exit]) != NOWHERE and setting.village[there]]
        seen: dict[Key, None] = {}
        for exit in changed:
            for trial in self.near.roads_at(setting.mate[exit]) if "road" in room else ():
                if trial.key not in seen and trial.cells[0] != cell:
                    seen[trial.key] = None
                    yield trial, False
            if setting.beyond[exit] in villages:
                yield from self.answers_by_village(way, room, setting.beyond[exit], seen, len(villages) == 1)

    def answers_by_village(
        self, way: Way, room: list[str], village: int, seen: dict[Key, None], alone: bool
    ) -> Iterator[Answer]:
        """What a road opens that reaches a village, perhaps `alone` of all villages. All such roads do the same there.

        So nothing is asked again; but a trial next to the road, or of another village that it reaches, is.
        """
        near = [*(self.near.roads_to(village) if "road" in room else ())]
        near += self.near.cities_on(village) if "city" in room else ()
        base: BoardTrials | None = None
        for trial in near:
            if trial.key in seen:
                continue
            seen[trial.key] = None
            if (village, trial.key) in self.reached:
                yield trial, self.reached[village, trial.key]
                continue
            base = base or self.base(way)
            founds = base.would_found_city(trial)
            if founds is not None or (alone and way.trial.cells[0] not in trial.cells):
                self.reached[village, trial.key] = founds
            yield trial, founds

    def base(self, way: Way) -> BoardTrials:
        """The position with the tiles of a way alone, as if they had been laid before this turn."""
        laid = position_with_tiles(self.start, way.trial.steps) if way.path else way.position
        return BoardTrials(as_if_before(laid))

    def reach(self, number: int, way: Way, trial: MenuTrial) -> None:
        """Play the trial that a way opened, after that way."""
        after = position_after_steps(way.position, trial.steps)
        if after:
            self.note_way(self.way(trial, (*way.path, number), way.position, after))

    def sell(self, number: int, way: Way) -> None:
        """Note which markets may be sold after a way and not before it."""
        cells = way.trial.cells if way.founds else ()
        if way.position.links is not way.before.links:
            cells = (*cells, *self.mine)
        for sale in [self.selling[cell] for cell in cells if cell in self.selling]:
            (step,) = sale.steps
            assert isinstance(step, SellMarket)
            if allows(way.position, step) and not allows(way.before, step):
                _, singles, paths = self.sales.setdefault(sale.key, (sale, [], []))
                if self.suffices(way, step):
                    singles.append(number)
                else:
                    paths.append((*way.path, number))

    def suffices(self, way: Way, step: SellMarket) -> bool:
        """Whether a market may be sold after this way whatever came before: it is in the city, or the rules say so."""
        tried = way.trial
        return step.cell in tried.cells or allows(position_with_tiles(self.start, tried.steps), step)


def prospect(was: int, before: Position, after: Position) -> int:
    """The mover's points if the game ended now. A tile that changes no connection costs at most itself."""
    if after.links is before.links and after.markets is before.markets:
        return was + after.purses[before.seat].points - before.purses[before.seat].points
    return projected_points_of(after, before.seat)
