"""The ways to play a trial: after which others, what it uses, and what it changes."""

from collections.abc import Collection

from referee.show.menu import Allowance
from referee.titles.magna_grecia.compose.menu_ground import (
    CITY_TILES,
    ROAD_SPENT,
    Connections,
    RoadGround,
    TurnRoom,
)
from referee.titles.magna_grecia.compose.menu_near import Road
from referee.titles.magna_grecia.compose.menu_trials import MenuTrial, road_trial
from referee.titles.magna_grecia.compose.plan import NOTHING_SPENT, position_with_tiles, spent
from referee.titles.magna_grecia.rules.markets import is_active, market_cost, projected_points_of, value
from referee.titles.magna_grecia.rules.physics import places_joined
from referee.titles.magna_grecia.rules.play import SHAPES
from referee.titles.magna_grecia.rules.state import NOWHERE, Position

ROAD_GAINS: tuple[int, ...] = (0, -1, 0, 0, 0)


class Way:
    """A trial that is legal after others.

    number       in the search
    last         the way before it; the first ones have `Start`
    cells        the spaces of its tiles and those of all ways before it
    spent        what it uses of the budgets; `room`: what is left after it and all ways before it
    gains        by how much it moves each gauge
    tips         of a road the two ends of the chain that it is in
    places       space → the place that it belongs to, when the last city tile was placed
    connections  those after it
    links        of a road the two places that it connects, or none
    founds       whether it founds a city
    meets        the spaces that the exits of a road meet
    touched      the exits where a road that comes after it does not meet what is on the `ground`
    after        the position after it, once that is known
    """

    number: int
    ground: RoadGround
    touched: Collection[int] = ()
    places: list[int]
    connections: Connections
    room: TurnRoom
    after: Position | None = None
    spent, gains = NOTHING_SPENT, tuple[int, ...]()
    founds = False
    links: tuple[int, ...] = ()
    meets: tuple[int, ...] = ()
    tips: tuple[int, ...] = ()

    def __init__(self, trial: MenuTrial, last: "Way") -> None:
        self.trial, self.last = trial, last
        self.cells: tuple[int, ...] = last.cells + trial.cells
        self.ground, self.touched = last.ground, last.touched

    @property
    def is_first(self) -> bool:
        """Whether it is legal from the start."""
        return isinstance(self.last, Start)

    @property
    def has_founded(self) -> bool:
        """Whether a city was founded in the turn (MG-6.7)."""
        return self.founds or self.last.has_founded

    @property
    def position(self) -> Position:
        """After it; the rules were asked before."""
        if self.after is None:
            self.after = position_with_tiles(self.last.position, self.trial.steps)
        return self.after

    def tip(self, exit: int) -> int:
        """The end of the chain that a road tile that comes after it has at an exit."""
        ground, way = self.ground, self
        if exit not in self.touched:
            return ground.tips[exit]
        mate, near = ground.mate[exit], ground.beyond[exit]
        while mate not in way.tips:
            if way.tips and near == way.cells[-1]:
                return exit
            way = way.last
        return way.tips[mate == way.tips[0]]


class Start(Way):
    """The beginning of a turn, as a way of nothing."""

    def __init__(self, position: Position, allowed: tuple[Allowance, ...]) -> None:
        self.cells, self.after = (), position
        self.ground = RoadGround(position)
        self.places = position.places()
        self.connections = Connections(projected_points_of(position, position.seat))
        self.room = TurnRoom(allowed, NOTHING_SPENT)

    @property
    def has_founded(self) -> bool:
        return self.position.turn.founded


class MarketWay(Way):
    """A market that is built or sold: it connects nothing, so nobody need play it."""

    def __init__(self, trial: MenuTrial, last: Way) -> None:
        super().__init__(trial, last)
        here, (cell,) = last.position, trial.cells
        seat, place = here.seat, here.place_at(cell)
        scores = value(here, place) if is_active(here, seat, place) else 0
        if trial.kind == "sell":  # it scores no more at the end
            self.spent, self.gains = (0, 0, 0, 0, 0, 0, 1), (scores, 0, 0, 0, 0)
        else:
            cost = market_cost(here, seat, place)
            self.spent, self.gains = (0, 0, 0, 0, cost, 1, 1), (-cost, 0, 0, -1, scores - cost)
        self.room = last.room[self.spent]


class PlayedWay(Way):
    """One that is played to see what it changes."""

    def __init__(self, trial: MenuTrial, last: Way, after: Position | None = None) -> None:
        super().__init__(trial, last)
        self.after = after
        before, after = last.position, self.position
        self.founds = after.turn.founded and not before.turn.founded
        prospect = projected_points_of(after, before.clock.waiting[0])
        self.spent = spent(before, after, trial.kind)
        self.gains = gains(before, after, prospect - last.connections.prospect)
        self.places = after.places()
        self.connections, self.room = Connections(prospect), last.room[self.spent]


class ExtendingWay(Way):
    """A tile of a city that meets no road and no second place: it connects nothing, so nobody need play it."""

    spent, gains = CITY_TILES[1], (-1, 0, -1, 0, -1)

    def __init__(self, trial: MenuTrial, last: Way, city: int, after: Position | None) -> None:
        super().__init__(trial, last)
        self.after, self.places = after, last.places.copy()
        self.places[trial.cells[0]] = city
        self.connections, self.room = Connections(last.connections.prospect - 1), last.room[self.spent]


def city_way(trial: MenuTrial, last: Way, founds: bool, after: Position | None) -> PlayedWay | ExtendingWay:
    """A legal city trial after a way; `after`: the position after it, where that is known."""
    city = NOWHERE if founds or len(trial.cells) > 1 or last.touched else only_city(trial.cells[0], last)
    return PlayedWay(trial, last, after) if city == NOWHERE else ExtendingWay(trial, last, city, after)


def only_city(cell: int, last: Way) -> int:
    """The city that a legal tile extends, if it meets nothing else; else NOWHERE."""
    here, places = last.ground.position, last.places
    if here.setting.village[cell] or not here.ends.keys().isdisjoint(here.setting.meets[cell]):
        return NOWHERE
    near = {places[each] for each in here.setting.near[cell]} - {NOWHERE}
    return near.pop() if len(near) == 1 else NOWHERE


class Roads:
    """The roads on a space that begin at one of its exits after the same way.

    others  the number of each, and its other exit
    tip     the end of their chain where they begin, `place`: the one beyond that, or NOWHERE
    """

    __slots__ = ("cells", "exit", "last", "others", "place", "room", "tip")

    def __init__(self, last: Way, exit: int, others: list[Road]) -> None:
        self.last, self.exit, self.others, self.tip = last, exit, others, last.tip(exit)
        self.cells, self.room = (*last.cells, exit // 6), last.room[ROAD_SPENT]
        self.place = last.places[last.ground.beyond[self.tip]]


class RoadWay(Way):
    """A road. Most of them connect nothing: they get no position unless something is asked of it.

    All roads that connect the same two places do the same to markets and oracles (MG-7.6).
    """

    spent, gains = ROAD_SPENT, ROAD_GAINS

    def __init__(self, roads: Roads, number: int, other: int) -> None:
        """One of some roads, by its other exit."""
        last, tip, end = roads.last, roads.tip, roads.last.tip(other)
        self.last, self.number, self.cells, self.room = last, number, roads.cells, roads.room
        self.ground, self.places, self.connections = last.ground, last.places, last.connections
        meets, mate = self.ground.meets[self.cells[-1]], self.ground.mate
        self.tips, self.touched = (tip, end), {*last.touched, *meets, mate[tip], mate[end]}
        if roads.place != NOWHERE:
            self.connect(places_joined(roads.place, self.places[self.ground.beyond[end]]))

    @property
    def meets(self) -> tuple[int, ...]:  # type: ignore[override]
        """Few are asked for it."""
        last, ground = self.last, self.ground
        found: tuple[int, ...] = ()
        cell, shape = divmod(self.number, len(SHAPES))
        for edge in SHAPES[shape]:
            exit = 6 * cell + edge
            tip = last.tip(exit)
            if tip != exit or exit not in last.touched:  # else it meets the blank side of a tile
                found += ground.spaces_met(exit, tip)
        return found

    @property
    def trial(self) -> MenuTrial:  # type: ignore[override]
        """Few are asked for it."""
        return road_trial(self.ground.position, *divmod(self.number, len(SHAPES)))

    def connect(self, places: tuple[int, ...]) -> None:
        """Note what changes because it connects two places, if it does."""
        if not places:
            return
        before, self.links = self.connections, places
        if places not in before.more:
            before.more[places] = Connections(projected_points_of(self.position, self.position.seat))
        self.connections = before.more[places]
        self.gains = (*ROAD_GAINS[:-1], self.connections.prospect - before.prospect)


def gains(before: Position, after: Position, prospect: int) -> tuple[int, ...]:
    """By how much a choice moves each of `gauges`; `prospect`: the last of these."""
    seat = before.seat
    points, roads, cities, markets, _, _ = before.purses[seat].amounts
    more_points, more_roads, more_cities, more_markets, _, _ = after.purses[seat].amounts
    return more_points - points, more_roads - roads, more_cities - cities, more_markets - markets, prospect
