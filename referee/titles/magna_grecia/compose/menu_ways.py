"""The ways to play a trial: after which others, what it uses, and what it changes."""

from functools import cached_property

from referee.titles.magna_grecia.compose.menu_trials import MenuTrial
from referee.titles.magna_grecia.compose.plan import NOTHING_SPENT, Sums, combined_sums, position_with_tiles, spent
from referee.titles.magna_grecia.rules.markets import projected_points_of
from referee.titles.magna_grecia.rules.physics import places_joined
from referee.titles.magna_grecia.rules.roads import joins
from referee.titles.magna_grecia.rules.state import NOWHERE, Position, Purse

ROAD_SPENT: Sums = (1, 0, 0, 0, 0, 0, 0)
ROAD_GAINS: tuple[int, ...] = (0, -1, 0, 0, 0)


class Way:
    """A trial that is legal after others. Most are roads that connect nothing yet: these get no position of their own
    unless something is asked of it.

    last      the way before it, None at the beginning of the turn; `before` the position then, and `after` the one
              after it where that is known already
    cells     the spaces of its tiles and those of all ways before it
    links     whether it changes connections between places
    founds    whether it founds a city
    spent     what it uses of the budgets, and `total` with all ways before it
    gains     by how much it moves each gauge
    prospect  the mover's points if the game ended after it
    """

    def __init__(
        self, trial: MenuTrial, last: "Way | None", before: Position, was: int, after: Position | None = None
    ) -> None:
        self.trial, self.last, self.before, self.after = trial, last, before, after
        self.cells: tuple[int, ...] = (*last.cells, *trial.cells) if last else trial.cells
        self.links = trial.kind == "city" or (trial.kind == "road" and bool(places_linked(before, trial)))
        if trial.kind == "road" and not self.links:
            self.founds, self.spent, self.gains, self.prospect = False, ROAD_SPENT, ROAD_GAINS, was
        else:
            after = self.position
            self.founds = after.turn.founded and not before.turn.founded
            self.spent, self.prospect = spent(before, after, trial.kind), projected_points_of(after, before.seat)
            self.gains = gains(before, after, self.prospect - was)
        self.total: Sums = combined_sums(last.total if last else NOTHING_SPENT, self.spent)

    @cached_property  # asked by whatever comes after it: `bench legal` takes 11 to 50 % longer without it
    def position(self) -> Position:
        """After it; the rules were asked before."""
        return self.after or position_with_tiles(self.before, self.trial.steps)


def tip(position: Position, exit: int) -> int:
    """The end of the chain that a new road tile of the seat to move has at one of its exits: that of the road that it
    joins there, or the exit itself."""
    return position.ends[position.setting.mate[exit]][0] if joins(position, position.seat, exit) else exit


def places_linked(position: Position, trial: MenuTrial) -> tuple[int, ...]:
    """The two places that a road tile connects, or none (MG-7.6)."""
    places = []
    for exit in trial.exits:
        place = position.place_at(position.setting.beyond[tip(position, exit)])
        if place == NOWHERE:
            return ()
        places.append(place)
    return places_joined(*places)


def gains(before: Position, after: Position, prospect: int) -> tuple[int, ...]:
    """By how much a choice moves each of `gauges`; `prospect`: the last of these."""
    old, new = before.purses[before.seat], after.purses[before.seat]
    return (*[new[at] - old[at] for at in COUNTED], prospect)


COUNTED = tuple(Purse._fields.index(name) for name in ("points", "roads", "cities", "markets"))
