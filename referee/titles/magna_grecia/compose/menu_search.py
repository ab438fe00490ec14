"""What becomes possible in a turn after what."""

from collections.abc import Iterator, Mapping
from itertools import groupby, starmap

from referee.show.menu import Allowance
from referee.titles.magna_grecia.compose.menu_cities import CityAnswers
from referee.titles.magna_grecia.compose.menu_ground import CITY_TILES
from referee.titles.magna_grecia.compose.menu_leads import Lead, Leads
from referee.titles.magna_grecia.compose.menu_near import Near, Road
from referee.titles.magna_grecia.compose.menu_trials import Key, MenuTrial, sale_trials, trial_of_steps
from referee.titles.magna_grecia.compose.menu_ways import ExtendingWay, MarketWay, Roads, RoadWay, Start, Way, city_way
from referee.titles.magna_grecia.compose.plan import position_with_tiles
from referee.titles.magna_grecia.rules.legal_candidates import (
    legal_cities,
    legal_markets,
    legal_road_shapes,
    may_take_turn,
)
from referee.titles.magna_grecia.rules.markets import is_active, market_of
from referee.titles.magna_grecia.rules.moves import MagnaGreciaStep
from referee.titles.magna_grecia.rules.play import SHAPES
from referee.titles.magna_grecia.rules.roads import starting_exits
from referee.titles.magna_grecia.rules.state import NOWHERE, Position
from referee.titles.magna_grecia.rules.step_trials import allows, position_after_steps

Opened = tuple[Key, bool]
"""A trial, and whether it founds."""


class Search:
    """All ways of the tiles of a turn, each with a number: of a road by its space and shape, of cities after these.

    roads   space → the roads there
    ways    number → way; a road has one if another needs it, or if it is `unlike` what its exits say;
            `numbers`: the other way round, of cities
    free    the exits at which roads may start at once; `opened`: those at which they may start after others, in this
            order, and the roads that the first of these ways brought there
    leads   the exits at which roads can start after some ways
    opens   for each city that is not legal from the start, or founded from others, the cities each of which opens it;
            `reached`: the villages on which roads open it, and after how many of their builders
    sales   for each trial to sell that is not legal from the start, the ways each of which makes it so by itself,
            and, where it takes several, the paths that do
    """

    def __init__(self, position: Position, allowed: tuple[Allowance, ...]) -> None:
        self.start, self.begin = position, Start(position, allowed)
        self.roads: dict[int, list[Roads]] = {}
        self.ways: dict[int, Way] = {}
        self.numbers: dict[Opened, int] = {}
        self.unlike: dict[int, Way] = {}
        self.free: dict[int, None] = {}
        self.opened: dict[int, Roads | None] = {}
        self.leads = Leads(self.begin.ground)
        self.following: dict[tuple[bool, bool], bool] = {}
        self.opens: dict[Opened, list[int]] = {}
        self.reached: dict[Opened, dict[int, tuple[Lead, int]]] = {}
        self.sales: dict[Key, tuple[MenuTrial, list[int], list[tuple[int, ...]]]] = {}
        self.queue: list[Way | Roads] = []
        legal = dict(legal_road_shapes(position))
        self.begin_with_roads(legal)
        founding = dict(starmap(self.begin_with, legal_cities(position)))
        self.near = Near(position, founding, legal)
        self.cities = CityAnswers(self.near)
        legal_trials = [trial_of_steps(position, kind, steps) for kind, steps, _ in legal_markets(position)]
        self.markets = [MarketWay(trial, self.begin) for trial in legal_trials]
        sold = sale_trials(position) if may_take_turn(position, [], "sell") else ()
        lawful = {way.trial.key for way in self.markets}
        self.selling = {trial.cells[0]: trial for trial in sold if trial.key not in lawful}
        self.mine = [cell for cell in self.selling if market_of(position, position.seat, cell)]
        for way in self.queue:  # it grows meanwhile
            if isinstance(way, Roads):
                self.follow_roads(way)
            else:
                self.follow(way)

    def begin_with_roads(self, legal: Mapping[int, list[int]]) -> None:
        """Note the roads that are `legal` from the start (space → shapes), together those with the same first exit."""
        starts = starting_exits(self.start, self.start.seat)
        for cell, shapes in legal.items():
            for edge, together in groupby(shapes, lambda shape: SHAPES[shape][0]):
                others = [(len(SHAPES) * cell + shape, 6 * cell + SHAPES[shape][1]) for shape in together]
                for exit in (6 * cell + edge, *[other for _, other in others]):
                    if exit in starts:
                        self.free[exit] = None
                self.add_roads(Roads(self.begin, 6 * cell + edge, others))

    def begin_with(self, kind: str, steps: tuple[MagnaGreciaStep, ...], after: Position | None) -> tuple[Key, bool]:
        """Note a city trial that is legal from the start; its key, and whether it founds a city."""
        trial = trial_of_steps(self.start, kind, steps)
        founds = after is not None and after.turn.founded and not self.start.turn.founded
        self.note_way(city_way(trial, self.begin, founds, after))
        return trial.key, founds

    def note_way(self, way: Way) -> None:
        """Add a way if one of the allowances has room for it, and none like it is there."""
        if way.room.is_enough and (way.trial.key, way.founds) not in self.numbers:
            way.number = len(SHAPES) * len(self.start.setting.board.labels) + len(self.numbers)
            self.numbers[way.trial.key, way.founds] = way.number
            self.ways[way.number] = way
            self.queue.append(way)

    def add_roads(self, roads: Roads) -> None:
        self.roads.setdefault(roads.exit // 6, []).append(roads)
        self.queue.append(roads)

    def road_way(self, roads: Roads, number: int, other: int) -> Way:
        """One of the roads as a way of its own."""
        if number not in self.ways:
            self.ways[number] = RoadWay(roads, number, other)
        return self.ways[number]

    def follow(self, way: Way) -> None:
        """Ask what a city opens that the turn has still room for."""
        if not isinstance(way, ExtendingWay):
            self.note_sales(way, self.mine_beside(way))
        room = way.room.tiles()
        for lead in self.leads.of_city(way.trial.cells) if "road" in room else ():
            lead.ways.append(way.number)
            for exit, others in self.newly_opened(lead, way.cells):
                self.open_roads(exit, others, way)
        if "city" in room:
            self.open_cities(way)

    def follow_roads(self, roads: Roads) -> None:
        """The same of roads. Most of them open nothing: the first one of the space, or at the same end, did so."""
        room, last, leads, faces = roads.room.tiles(), roads.last, self.leads, self.begin.ground.faces
        lays, builds, nowhere = "road" in room, "city" in room, (NOWHERE, roads.place)
        own, tried = leads[roads.exit] if room else None, None
        reaches = own is not None and own.village != NOWHERE
        for number, other in roads.others:
            if other in last.touched or (roads.place != NOWHERE and last.places[faces[other]] not in nowhere):
                self.note_unlike(self.road_way(roads, number, other))
            if not room:
                continue
            there = leads[other]
            ends = (own, there) if roads.exit < other else (there, own)
            for lead in ends if lays else ():
                if lead:
                    lead.ways.append(number)
                    if lead.closed and lead is not tried:
                        for exit, others in self.newly_opened(lead, roads.cells):
                            self.open_roads(exit, others, self.road_way(roads, number, other))
            tried = own  # the next road takes the same spaces
            if builds and (reaches or (there and there.village != NOWHERE)):
                villages = [each for each in ends if each and each.village != NOWHERE]
                self.reach_villages(villages, roads, number, other)

    def note_unlike(self, road: Way) -> None:
        """Note a road that does more than its exits say."""
        self.unlike[road.number] = road
        if road.links:
            self.note_sales(road, self.mine_at(road))

    def reach_villages(self, leads: list[Lead], roads: Roads, number: int, other: int) -> None:
        """Note that one of the roads reaches the villages of these leads, and ask what may be built there."""
        for lead in leads:
            lead.builders.append(number)
            if self.cities.waiting_on(lead.village):
                self.open_on_village(lead, self.road_way(roads, number, other), len(leads) == 1)

    def open_on_village(self, lead: Lead, road: Way, alone: bool) -> None:
        """Ask about the city trials on a village that a road reaches, perhaps `alone` of all villages."""
        waiting = self.cities.waiting
        waiting[lead.village] = [each for each in waiting[lead.village] if not self.is_settled(each, lead, road, alone)]

    def newly_opened(self, lead: Lead, cells: tuple[int, ...]) -> Iterator[tuple[int, list[Road]]]:
        """The exits at which no road could start before, but those on the spaces of a way, with their roads.

        These could not start anywhere else.
        """
        left: list[int] = []
        closed, lead.closed = lead.closed, left
        for exit in closed:
            if exit // 6 in cells:
                left.append(exit)
            elif exit not in self.opened:
                self.opened[exit] = None
                if others := self.near.roads_at(exit, self.opened):
                    yield exit, others

    def open_roads(self, exit: int, others: list[Road], way: Way) -> None:
        """Add such roads after a way. `Near` has asked all rules but that they start from something.

        There is room for a tile: so such a road is legal but on a space of the way.
        """
        self.opened[exit] = roads = Roads(way, exit, others)
        self.add_roads(roads)

    def is_settled(self, trial: MenuTrial, lead: Lead, way: Way, alone: bool) -> bool:
        """Ask whether a road, which reaches perhaps one village `alone`, opens a city trial there.

        False if that has to be asked again: the trial is unknown or not among the ways.
        """
        if way.cells[-1] in trial.cells:
            return False
        founds = self.cities.on_village(lead.village, trial, way)
        if founds is None:
            return alone
        if self.near.legal.get(trial.key) == founds:
            return True
        opened = trial.key, founds
        self.reached.setdefault(opened, {}).setdefault(lead.village, (lead, len(lead.builders) - 1))
        if opened not in self.numbers:
            self.reach(way, trial, founds)
        return opened in self.numbers

    def open_cities(self, way: Way) -> None:
        """Note the city trials that become legal next to a city alone, and play those that were not so far."""
        for trial, founds in self.cities.beside(way):
            if self.near.legal.get(trial.key) != founds:
                self.opens.setdefault((trial.key, founds), []).append(way.number)
                if (trial.key, founds) not in self.numbers:
                    self.reach(way, trial, founds)

    def reach(self, way: Way, trial: MenuTrial, founds: bool) -> None:
        """Play a city trial after a way that opened it, if there is room for its tiles.

        That a way alone opens it does not say that it is legal after all ways before it, too. To the rules it matters
        whether both found a city (MG-6.7), so they are asked once. The budgets say the rest.
        """
        if not way.room[CITY_TILES[len(trial.cells)]].is_enough or [cell for cell in trial.cells if cell in way.cells]:
            return
        after, seen = None, (founds, way.has_founded)
        if seen not in self.following:
            after = position_after_steps(way.position, trial.steps)
            self.following[seen] = after is not None
        if self.following[seen]:
            self.note_way(city_way(trial, way, founds, after))

    def note_sales(self, way: Way, mine: list[int]) -> None:
        """Note which markets may be sold after a way and not before it, of those in a city founded or of these."""
        cells = (*(way.trial.cells if way.founds else ()), *mine)
        for cell in cells:
            sale = self.selling.get(cell)
            if sale and allows_sale(way.position, sale) and (way.is_first or not allows_sale(way.last.position, sale)):
                _, singles, paths = self.sales.setdefault(sale.key, (sale, [], []))
                if self.suffices(way, sale):
                    singles.append(way.number)
                else:
                    paths.append(path_to(way))

    def mine_at(self, road: Way) -> list[int]:
        """Where the seat has a market in one of the places that a road connects: it may be active then (MG-8.5)."""
        return [cell for cell in self.mine if road.places[cell] in road.links]

    def mine_beside(self, way: Way) -> list[int]:
        """The same of a city, and the places that are connected with it."""
        city, places = way.places[way.trial.cells[0]], way.places
        near = (city, *way.position.links.get(city, ()))
        return [cell for cell in self.mine if places[cell] in near]

    def suffices(self, way: Way, sale: MenuTrial) -> bool:
        """Whether a market may be sold after this way whatever came before: it is in the city, or the rules say so."""
        tried = way.trial
        return (
            way.is_first
            or sale.cells[0] in tried.cells
            or allows_sale(position_with_tiles(self.start, tried.steps), sale)
        )


def path_to(way: Way) -> tuple[int, ...]:
    """A way and those before it, by their numbers, the first one first."""
    return (way.number,) if way.is_first else (*path_to(way.last), way.number)


def allows_sale(position: Position, sale: MenuTrial) -> bool:
    """Whether a market may be sold; of one that is not active (MG-8.7) the rules are not asked."""
    place = position.place_at(sale.cells[0])
    return is_active(position, position.seat, place) and allows(position, sale.steps[0])
