"""What becomes possible in a turn after what."""

from collections.abc import Iterable

from referee.show.menu import Allowance
from referee.titles.magna_grecia.compose.menu_cities import CityAnswers
from referee.titles.magna_grecia.compose.menu_ground import CITY_TILES
from referee.titles.magna_grecia.compose.menu_leads import Lead, Leads
from referee.titles.magna_grecia.compose.menu_near import Near
from referee.titles.magna_grecia.compose.menu_trials import ROAD, Key, MenuTrial, road_trial, sale_trials
from referee.titles.magna_grecia.compose.menu_ways import PlayedWay, ResupplyWay, RoadWay, Start, Way
from referee.titles.magna_grecia.compose.plan import position_with_tiles
from referee.titles.magna_grecia.rules.legal_candidates import may_take_turn
from referee.titles.magna_grecia.rules.markets import is_active, market_of
from referee.titles.magna_grecia.rules.state import NOWHERE, Position
from referee.titles.magna_grecia.rules.step_trials import allows, position_after_steps

Opened = tuple[Key, bool]
"""A trial, and whether it founds."""


class Search:
    """All ways of the tiles of a turn.

    ways    in the order in which they were found, `numbers` says where each is
    leads   the exits at which roads can start after some ways; `opened`: those whose roads are among the ways
    opens   for each city that is not legal from the start, or founded from others, the ways each of which opens it
    sales   for each trial to sell that is not legal from the start, the ways each of which makes it so by itself,
            and, where it takes several, the paths that do
    """

    def __init__(self, position: Position, legal: Iterable[MenuTrial], allowed: tuple[Allowance, ...]) -> None:
        self.start, self.begin = position, Start(position, allowed)
        self.ways: list[Way] = []
        self.numbers: dict[Opened, int] = {}
        self.leads = Leads(self.begin.ground)
        self.opened: set[int] = set()
        self.following: dict[tuple[bool, bool], bool] = {}
        self.opens: dict[Opened, list[int]] = {}
        self.sales: dict[Key, tuple[MenuTrial, list[int], list[tuple[int, ...]]]] = {}
        first = [self.first_way(trial) for trial in legal]
        self.near = Near(position, {way.trial.key: way.founds for way in first})
        self.cities = CityAnswers(self.near)
        sold = sale_trials(position) if may_take_turn(position, [], "sell") else ()
        self.selling = {trial.cells[0]: trial for trial in sold if trial.key not in self.near.legal}
        self.mine = [cell for cell in self.selling if market_of(position, position.seat, cell)]
        for way in first:
            self.note_way(way)
        for number, way in enumerate(self.ways):  # it grows meanwhile
            self.follow(number, way)

    def first_way(self, trial: MenuTrial) -> Way:
        """A trial that is legal from the start."""
        if trial.kind == "road":
            met = self.begin.meeting(trial.exits[0])
            return RoadWay(trial, self.begin, trial.exits[0], met, self.begin.place_beyond(met))
        return ResupplyWay(trial, self.begin) if trial.kind == "resupply" else PlayedWay(trial, self.begin)

    def note_way(self, way: Way) -> None:
        """Add a way if one of the allowances has room for it."""
        if way.room.is_enough:
            self.add_way(way)

    def add_way(self, way: Way) -> None:
        self.numbers[way.trial.key, way.founds] = len(self.ways)
        self.ways.append(way)

    def follow(self, number: int, way: Way) -> None:
        """Ask what a way opens that the turn has still room for."""
        trial = way.trial
        if trial.kind == "road":
            first, second = trial.exits
            leads = self.leads[first] + self.leads[second]
            if way.links:
                self.note_sales(number, way, self.mine_at(way))
        elif trial.kind == "city":
            leads = self.leads.of_city(trial.cells)
            self.note_sales(number, way, self.mine_beside(way))
        else:
            return
        room, villages = way.room.tiles(), []
        for lead in leads:
            if lead.village != NOWHERE:
                villages.append(lead.village)
            if "road" in room:
                lead.ways.append(number)
                if lead.closed:
                    self.open_roads(way, lead)
        if "city" in room and (villages or trial.kind == "city"):
            self.open_cities(number, way, villages)

    def open_roads(self, way: Way, lead: Lead) -> None:
        """Add the roads that could not start anywhere before. `Near` asks all rules but that they start from something.

        There is room for a tile: so such a road is legal but on a space of the way.
        """
        closed = []
        for exit in lead.closed:
            cell = exit // 6
            if exit in self.opened:
                continue
            if cell in way.cells:
                closed.append(exit)
                continue
            self.opened.add(exit)
            if shapes := self.near.roads_at(exit):
                met = way.meeting(exit)
                place = way.place_beyond(met)
                for shape in shapes:
                    if ((ROAD, cell, shape), False) not in self.numbers:
                        self.add_way(RoadWay(road_trial(self.start, cell, shape), way, exit, met, place))
        lead.closed = closed

    def open_cities(self, number: int, way: Way, villages: list[int]) -> None:
        """Note the city trials that become legal with the tiles of a way alone, and play those that were not so far."""
        for trial, founds in self.cities.answers_after(way, villages):
            if founds is not None and self.near.legal.get(trial.key) != founds:
                self.opens.setdefault((trial.key, founds), []).append(number)
                if (trial.key, founds) not in self.numbers:
                    self.reach(way, trial, founds)

    def reach(self, way: Way, trial: MenuTrial, founds: bool) -> None:
        """Play a city trial after a way that opened it, if there is room for its tiles."""
        is_free = not [cell for cell in trial.cells if cell in way.cells]
        if is_free and way.room[CITY_TILES[len(trial.cells)]].is_enough and self.may_follow(way, trial, founds):
            self.note_way(PlayedWay(trial, way))

    def may_follow(self, way: Way, trial: MenuTrial, founds: bool) -> bool:
        """Whether a city trial that a way alone opens is legal after all ways before it, too.

        To the rules it matters whether both found a city (MG-6.7), so they are asked once. The budgets say the rest.
        """
        seen = founds, way.position.turn.founded
        if seen not in self.following:
            self.following[seen] = position_after_steps(way.position, trial.steps) is not None
        return self.following[seen]

    def note_sales(self, number: int, way: Way, mine: list[int]) -> None:
        """Note which markets may be sold after a way and not before it, of those in a city founded or of these."""
        cells = (*(way.trial.cells if way.founds else ()), *mine)
        for sale in [self.selling[cell] for cell in cells if cell in self.selling]:
            if allows_sale(way.position, sale) and (way.is_first or not allows_sale(way.last.position, sale)):
                _, singles, paths = self.sales.setdefault(sale.key, (sale, [], []))
                if self.suffices(way, sale):
                    singles.append(number)
                else:
                    paths.append((*self.path(way), number))

    def mine_at(self, road: Way) -> list[int]:
        """Where the seat has a market in one of the places that a road connects: it may be active then (MG-8.5)."""
        return [cell for cell in self.mine if road.board.place_at(cell) in road.links]

    def mine_beside(self, way: Way) -> list[int]:
        """The same of a city, and the places that are connected with it."""
        here = way.position
        city = here.city_at[way.trial.cells[0]] if self.mine else NOWHERE
        near = (city, *here.links.get(city, ()))
        return [cell for cell in self.mine if here.place_at(cell) in near]

    def path(self, way: Way) -> tuple[int, ...]:
        """The ways before this one, by their numbers."""
        last = way.last
        return () if way.is_first else (*self.path(last), self.numbers[last.trial.key, last.founds])

    def suffices(self, way: Way, sale: MenuTrial) -> bool:
        """Whether a market may be sold after this way whatever came before: it is in the city, or the rules say so."""
        tried = way.trial
        return sale.cells[0] in tried.cells or allows_sale(position_with_tiles(self.start, tried.steps), sale)


def allows_sale(position: Position, sale: MenuTrial) -> bool:
    """Whether a market may be sold; of one that is not active (MG-8.7) the rules are not asked."""
    place = position.place_at(sale.cells[0])
    return is_active(position, position.seat, place) and allows(position, sale.steps[0])
