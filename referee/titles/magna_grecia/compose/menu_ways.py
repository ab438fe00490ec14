"""The ways to play a trial: after which others, what it uses, and what it changes."""

from functools import cached_property

from referee.show.menu import Allowance
from referee.titles.magna_grecia.compose.menu_ground import ROAD_SPENT, Connections, Meeting, RoadGround, TurnRoom
from referee.titles.magna_grecia.compose.menu_trials import MenuTrial
from referee.titles.magna_grecia.compose.plan import NOTHING_SPENT, position_with_tiles, spent
from referee.titles.magna_grecia.rules.markets import projected_points_of
from referee.titles.magna_grecia.rules.physics import places_joined
from referee.titles.magna_grecia.rules.state import NOWHERE, Position

ROAD_GAINS: tuple[int, ...] = (0, -1, 0, 0, 0)
NO_TRIAL = MenuTrial((-1, 0, 0), "", (), ())


class Way:
    """A trial that is legal after others.

    last         the way before it; the first ones have `Start`
    cells        the spaces of its tiles and those of all ways before it
    spent        what it uses of the budgets; `room`: what is left after it and all ways before it
    gains        by how much it moves each gauge
    tips         of a road the two ends of the chain that it is in
    board        the position when the last city tile was placed
    connections  those after it
    links        of a road the two places that it connects, or none
    founds       whether it founds a city
    meets        the spaces that the exits of a road meet
    after        the position after it, where that is known already
    """

    ground: RoadGround
    board: Position
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

    @property
    def is_first(self) -> bool:
        """Whether it is legal from the start."""
        return self.last.trial is NO_TRIAL

    @cached_property  # asked by whatever comes after it: `bench legal` takes 11 to 50 % longer without it
    def position(self) -> Position:
        """After it; the rules were asked before."""
        return self.after or position_with_tiles(self.last.position, self.trial.steps)

    def meeting(self, exit: int) -> Meeting:
        """What an exit of a road tile that comes after it meets."""
        ground, way = self.ground, self
        mate, near = ground.mate[exit], ground.beyond[exit]
        while way.cells:  # none at the beginning of the turn
            if way.tips:
                if mate in way.tips:
                    return ground.joining(exit, way.tips[mate == way.tips[0]])
                if near in way.trial.cells:
                    return Meeting(exit, ())
            way = way.last
        return ground[exit]

    def place_beyond(self, met: Meeting) -> int:
        """The place beyond what an exit meets, or NOWHERE."""
        return self.board.place_at(self.ground.beyond[met.tip])


class Start(Way):
    """The beginning of a turn, as a way of nothing."""

    def __init__(self, position: Position, allowed: tuple[Allowance, ...]) -> None:
        self.trial, self.last, self.cells, self.after = NO_TRIAL, self, (), position
        self.ground, self.board = RoadGround(position), position
        self.connections = Connections(projected_points_of(position, position.seat))
        self.room = TurnRoom(allowed, NOTHING_SPENT)


class ResupplyWay(Way):
    """A resupply: it moves tiles from the staging area to the supply, and nothing else (MG-4.3)."""

    def __init__(self, trial: MenuTrial, last: Way) -> None:
        super().__init__(trial, last)
        _, roads, cities = trial.key
        self.spent, self.gains = (0, 0, roads + cities, 0, 0, 0, 0), (0, roads, cities, 0, 0)
        self.room = last.room[self.spent]


class PlayedWay(Way):
    """One that is played to see what it changes."""

    def __init__(self, trial: MenuTrial, last: Way, after: Position | None = None) -> None:
        super().__init__(trial, last)
        self.after = after
        before, after = last.position, self.position
        self.founds = after.turn.founded and not before.turn.founded
        prospect = projected_points_of(after, after.seat)
        self.spent = spent(before, after, trial.kind)
        self.gains = gains(before, after, prospect - last.connections.prospect)
        self.ground, self.board = last.ground, after
        self.connections, self.room = Connections(prospect), last.room[self.spent]


class RoadWay(Way):
    """A road. Most of them connect nothing: they get no position unless something is asked of it.

    All roads that connect the same two places do the same to markets and oracles (MG-7.6).
    """

    spent, gains = ROAD_SPENT, ROAD_GAINS

    def __init__(self, trial: MenuTrial, last: Way, exit: int, one: Meeting, place: int) -> None:
        """`one`: what it meets at an exit, and the place beyond."""
        self.trial, self.last = trial, last
        self.cells, (first, second) = last.cells + trial.cells, trial.exits
        other = last.meeting(first if exit == second else second)
        (tip, near), (end, far) = one, other  # much quicker than by the names of their fields
        self.meets, self.tips = near + far, (tip, end)
        self.ground, self.board, self.connections = last.ground, last.board, last.connections
        self.room = last.room[self.spent]
        if place != NOWHERE:
            self.connect(places_joined(place, last.place_beyond(other)))

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
    old, new = before.purses[before.seat], after.purses[before.seat]
    return (
        new.points - old.points,
        new.roads - old.roads,
        new.cities - old.cities,
        new.markets - old.markets,
        prospect,
    )
