"""What becomes possible in a turn after what."""

from collections.abc import Iterable, Iterator

from referee.rules.rulebook import with_fields
from referee.show.menu import Allowance
from referee.titles.magna_grecia.compose.menu_near import Near
from referee.titles.magna_grecia.compose.menu_trials import BoardTrials, Key, MenuTrial, sale_trials
from referee.titles.magna_grecia.compose.menu_ways import ROAD_SPENT, Way, tip
from referee.titles.magna_grecia.compose.plan import (
    Sums,
    combined_sums,
    is_within_allowances,
    position_with_tiles,
)
from referee.titles.magna_grecia.rules.legal_candidates import may_take_turn
from referee.titles.magna_grecia.rules.markets import is_active, market_of, projected_points_of
from referee.titles.magna_grecia.rules.roads import can_start_road
from referee.titles.magna_grecia.rules.state import NOWHERE, Position, Setting
from referee.titles.magna_grecia.rules.step_trials import allows, position_after_steps

CITY_TILES: dict[int, Sums] = {number: (0, number, 0, 0, number, 0, 0) for number in (1, 2)}
"""The least that one or two city tiles use."""
TILE: dict[str, Sums] = {"road": ROAD_SPENT, "city": CITY_TILES[1]}

Opened = tuple[Key, bool]
"""A trial, and whether it founds."""
Answer = tuple[MenuTrial, bool | None]
"""A trial, and whether it founds; None when a rule forbids it."""


class Search:
    """All ways of the tiles of a turn.

    ways    in the order in which they were found, `numbers` says where each is
    starts  for each exit of an empty space the ways each of which lets a road start there; `opened`: those whose
            roads are among the ways
    opens   for each city that is not legal from the start, or founded from others, the ways each of which opens it
    sales   for each trial to sell that is not legal from the start, the ways each of which makes it so by itself,
            and, where it takes several, the paths that do
    """

    def __init__(self, position: Position, legal: Iterable[MenuTrial], allowed: tuple[Allowance, ...]) -> None:
        self.start, self.allowed = position, allowed
        self.prospect = projected_points_of(position, position.seat)
        self.ways: list[Way] = []
        self.numbers: dict[Opened, int] = {}
        self.rooms: dict[Sums, list[str]] = {}
        self.starts: dict[int, list[int]] = {}
        self.opened: set[int] = set()
        self.opens: dict[Opened, list[int]] = {}
        self.reached: dict[tuple[int, Key], bool | None] = {}
        self.extended: dict[tuple[object, ...], bool] = {}
        self.sales: dict[Key, tuple[MenuTrial, list[int], list[tuple[int, ...]]]] = {}
        first = [Way(trial, None, position, self.prospect) for trial in legal]
        self.near = Near(position, {way.trial.key: way.founds for way in first})
        sold = sale_trials(position) if may_take_turn(position, [], "sell") else ()
        self.selling = {trial.cells[0]: trial for trial in sold if trial.key not in self.near.legal}
        self.mine = [cell for cell in self.selling if market_of(position, position.seat, cell)]
        for way in first:
            self.note_way(way)
        for number, way in enumerate(self.ways):  # it grows meanwhile
            self.follow(number, way)

    def note_way(self, way: Way) -> None:
        """Add a way if one of the allowances has room for it."""
        if is_within_allowances(self.allowed, way.total):
            self.add_way(way)

    def add_way(self, way: Way) -> None:
        self.numbers[way.trial.key, way.founds] = len(self.ways)
        self.ways.append(way)

    def follow(self, number: int, way: Way) -> None:
        """Ask what a way opens that the turn has still room for."""
        if not way.trial.lays:
            return
        self.note_sales(number, way)
        room = self.room_after(way)
        tips = self.new_tips(way.trial) if room else []
        if "road" in room:
            self.open_roads(number, way, tips)
        if "city" in room:
            self.open_cities(number, way, tips)

    def room_after(self, way: Way) -> list[str]:
        """The kinds of tiles that the turn has still room for."""
        if way.total not in self.rooms:
            totals = {kind: combined_sums(way.total, tile) for kind, tile in TILE.items()}
            self.rooms[way.total] = [kind for kind in TILE if is_within_allowances(self.allowed, totals[kind])]
        return self.rooms[way.total]

    def new_tips(self, trial: MenuTrial) -> list[int]:
        """The ends of the chain of a road tile at which no road of the seat ended before."""
        here, mate = self.start, self.start.setting.mate
        tips = [tip(here, exit) for exit in trial.exits]
        return [each for each in tips if mate[each] != NOWHERE and not can_start_road(here, here.seat, mate[each])]

    def open_roads(self, number: int, way: Way, tips: Iterable[int]) -> None:
        """Note where roads can start because of a way (MG-7.2), and those that could not start anywhere before.

        `Near` asks all other rules, and there is room for a tile: so such a road is legal but on a space of the way.
        """
        for exit in self.exits_opened(way.trial, tips):
            self.starts.setdefault(exit, []).append(number)
            if exit not in self.opened and exit // 6 not in way.cells:
                self.opened.add(exit)
                for trial in self.near.roads_at(exit):
                    if (trial.key, False) not in self.numbers:
                        self.add_way(Way(trial, way, way.position, way.prospect))

    def exits_opened(self, trial: MenuTrial, tips: Iterable[int]) -> list[int]:
        """The exits that meet the tiles of a city, an end of a road, or a village or oracle that it reaches."""
        setting = self.start.setting
        opened = [exit for cell in trial.cells for exit in exits_to(setting, cell)] if trial.kind == "city" else []
        for each in tips:
            there = setting.beyond[each]
            opened += exits_to(setting, there) if setting.village[there] else [setting.mate[each]]
        return opened

    def open_cities(self, number: int, way: Way, tips: Iterable[int]) -> None:
        """Note the city trials that become legal with the tiles of a way alone, and play those that were not so far."""
        found = self.beside_city(way) if way.trial.kind == "city" else self.in_villages(way, tips)
        for trial, founds in found:
            if founds is not None and self.near.legal.get(trial.key) != founds:
                self.opens.setdefault((trial.key, founds), []).append(number)
                if (trial.key, founds) not in self.numbers:
                    self.reach(way, trial)

    def reach(self, way: Way, trial: MenuTrial) -> None:
        """Play a city trial after a way that opened it, if there is room for its tiles."""
        least = combined_sums(way.total, CITY_TILES[len(trial.cells)])
        if is_within_allowances(self.allowed, least) and not meet(way.cells, trial.cells):
            after = position_after_steps(way.position, trial.steps)
            if after:
                self.note_way(Way(trial, way, way.position, way.prospect, after))

    def beside_city(self, way: Way) -> Iterator[Answer]:
        """The trials next to a city. One that extends a city does so next to any other one that it meets alike."""
        cells, base = way.trial.cells, None
        near = {trial.key: trial for cell in cells for trial in self.near.cities_beside(cell)}
        for trial in near.values():
            if meet(cells, trial.cells) or not all(village in cells for village in self.near.villages_beside(trial)):
                continue
            meets = (trial.key, *[meet(cells, self.start.neighbours(each)) for each in trial.cells])
            if meets not in self.extended:
                base = base or self.base(way)
                founds = base.would_found_city(trial)
                if founds is None:
                    continue
                self.extended[meets] = founds
            yield trial, self.extended[meets]

    def in_villages(self, way: Way, tips: Iterable[int]) -> Iterator[Answer]:
        """The trials on the villages that a road reaches."""
        setting = self.start.setting
        villages = [there for each in tips if setting.village[there := setting.beyond[each]]]
        for village in villages:
            yield from self.in_village(village, way, alone=len(villages) == 1)

    def in_village(self, village: int, way: Way, alone: bool) -> Iterator[Answer]:
        """Those on a village that a road reaches, perhaps `alone` of all villages. All such roads do the same there.

        So nothing is asked again; but a trial next to the road, or of another village that it reaches, is.
        """
        base: BoardTrials | None = None
        for trial in self.near.cities_on(village):
            if meet(way.trial.cells, trial.cells) or self.near.villages_beside(trial):
                continue
            if (village, trial.key) in self.reached:
                yield trial, self.reached[village, trial.key]
                continue
            base = base or self.base(way)
            founds = base.would_found_city(trial)
            if founds is not None or (alone and way.trial.cells[0] not in trial.cells):
                self.reached[village, trial.key] = founds
            yield trial, founds

    def base(self, way: Way) -> BoardTrials:
        """The position with the tiles of a way alone, as if they had been laid before this turn and cost nothing."""
        laid = position_with_tiles(self.start, way.trial.steps) if way.last else way.position
        return BoardTrials(with_fields(laid, turn=self.start.turn, purses=self.start.purses))

    def openers(self, way: Way) -> list[int]:
        """The ways each of which opens this one; none if it is legal from the start."""
        if not way.last:
            return []
        if way.trial.kind == "road":
            return [number for exit in way.trial.exits for number in self.starts.get(exit, ())]
        return self.opens[way.trial.key, way.founds]

    def note_sales(self, number: int, way: Way) -> None:
        """Note which markets may be sold after a way and not before it."""
        cells = (*(way.trial.cells if way.founds else ()), *(self.mine if way.links else ()))
        for sale in [self.selling[cell] for cell in cells if cell in self.selling]:
            if allows_sale(way.position, sale) and not (way.last and allows_sale(way.before, sale)):
                _, singles, paths = self.sales.setdefault(sale.key, (sale, [], []))
                if self.suffices(way, sale):
                    singles.append(number)
                else:
                    paths.append((*self.path(way), number))

    def path(self, way: Way) -> tuple[int, ...]:
        """The ways before this one, by their numbers."""
        last = way.last
        return (*self.path(last), self.numbers[last.trial.key, last.founds]) if last else ()

    def suffices(self, way: Way, sale: MenuTrial) -> bool:
        """Whether a market may be sold after this way whatever came before: it is in the city, or the rules say so."""
        tried = way.trial
        return sale.cells[0] in tried.cells or allows_sale(position_with_tiles(self.start, tried.steps), sale)


def allows_sale(position: Position, sale: MenuTrial) -> bool:
    """Whether a market may be sold; of one that is not active (MG-8.7) the rules are not asked."""
    place = position.place_at(sale.cells[0])
    return is_active(position, position.seat, place) and allows(position, sale.steps[0])


def meet(cells: tuple[int, ...], others: tuple[int, ...]) -> bool:
    """Whether one of these spaces is among the others."""
    return any(cell in others for cell in cells)


def exits_to(setting: Setting, cell: int) -> list[int]:
    """The exits of the spaces around a cell that meet it."""
    return [mate for mate in setting.mate[6 * cell : 6 * cell + 6] if mate != NOWHERE]
