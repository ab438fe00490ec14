"""What becomes possible in a turn after what; and what each choice of a menu is called, writes, uses and gains."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from referee.rules.hexes import EDGES
from referee.show.menu import AND_THEN, Allowance, Choice, Gauge, Kind
from referee.show.view import Piece
from referee.titles.magna_grecia.compose.menu_facts import amounts, cells_beyond, worth
from referee.titles.magna_grecia.compose.plan import (
    MenuTrial,
    Sums,
    as_if_before,
    combined_sums,
    is_within_allowances,
    position_with_tiles,
    spent,
    would_found_city,
)
from referee.titles.magna_grecia.rules.markets import market_of, projected_points
from referee.titles.magna_grecia.rules.moves import BuildMarket, LayCity, LayRoad, Resupply, SellMarket
from referee.titles.magna_grecia.rules.state import NOWHERE, Position, Purse
from referee.titles.magna_grecia.rules.step_trials import allows, position_after_steps
from referee.titles.magna_grecia.show.picture import (
    city_piece,
    city_tiles,
    market_piece,
    oracle_piece,
    points,
    road_piece,
    road_tiles,
    short_place_name,
    space_name,
)
from referee.words import AND, Phrase, say, word_list

KINDS = (
    Kind("road", say("Roads")),
    Kind("city", say("Cities")),
    Kind("resupply", say("Resupply"), (say("road tiles"), say("city tiles"))),
    Kind("build", say("Build a market")),
    Kind("sell", say("Sell a market")),
)
ORACLES = (Kind("oracle", say("Oracles")),)
PARTS = {"build": "market", "sell": "market"}
RANKS = {"resupply": 1}
"""MG-4.6: resupply is the last of the actions."""


def gauges(position: Position) -> tuple[Gauge, ...]:
    """What the seat has after the turn. Points of a sale serve from the next turn on (MG-6.8): a budget says what it
    may spend in this one."""
    purse = position.purses[position.seat]
    return (
        Gauge(say("points in hand after the turn"), purse.points, True, ("MG-6.8", "MG-8.7")),
        Gauge(say("road tiles in the supply"), purse.roads, True, ("MG-4.9",)),
        Gauge(say("city tiles in the supply"), purse.cities, True, ("MG-4.9",)),
        Gauge(say("markets in the supply"), purse.markets, False, ("MG-8.8",)),
        Gauge(
            say("points if the game ended now"),
            projected_points(position)[position.seat],
            False,
            ("MG-10.2", "MG-10.3"),
        ),
    )


def gains(before: Position, after: Position) -> tuple[int, ...]:
    """By how much a choice moves each of `gauges`."""
    old, new = before.purses[before.seat], after.purses[before.seat]
    return (*[new[at] - old[at] for at in COUNTED], outlook(before, after))


COUNTED = tuple(Purse._fields.index(name) for name in ("points", "roads", "cities", "markets"))


def outlook(before: Position, after: Position) -> int:
    """How the points of the mover at the end would change. A tile that changes no connection costs at most itself."""
    if after.links is before.links and after.markets is before.markets:
        return after.purses[before.seat].points - before.purses[before.seat].points
    return projected_points(after)[before.seat] - projected_points(before)[before.seat]


def choice(trial: MenuTrial, old: Position, new: Position, **rest: Any) -> Choice:
    """The choice of a trial, as played from one position to the other."""
    named = named_spaces(old, trial)
    facts: dict[str, Any] = {
        "kind": trial.kind,
        "places": tuple([old.label(cell) for cell in named]),
        "says": says(old, new, trial),
        "writes": writes(trial),
        "part": PARTS.get(trial.kind, "actions"),
        "uses": shorn(spent(old, new, trial.kind)),
        "gains": shorn(gains(old, new)),
        "rank": RANKS.get(trial.kind, 0),
        "piece": piece_of(trial),
        "covers": len(trial.cells) or 1,
        "rough": trial.kind == "sell",  # tiles of the same turn may connect its place with others
        "worth": worth(trial.kind, gains(old, new)),
        "amounts": amounts(trial),
        "joins": tuple([cell for exit in trial.exits for cell in cells_beyond(old, exit)]),
    }
    return Choice(**{**facts, **rest})


def shorn(numbers: tuple[int, ...]) -> tuple[int, ...]:
    """Without the zeros at the end."""
    while numbers and not numbers[-1]:
        numbers = numbers[:-1]
    return numbers


def oracle(position: Position, trial: MenuTrial) -> Choice:
    """An oracle on a village (MG-2.2)."""
    (cell,) = trial.cells
    words = say("Oracle on {at}", at=space_name(position, cell))
    piece = oracle_piece(fresh="now")
    return Choice("oracle", (position.label(cell),), words, writes(trial), uses=(1,), piece=piece)


def named_spaces(position: Position, trial: MenuTrial) -> tuple[int, ...]:
    """The cells at which it is offered: for a market all of the city that it is in, the first in board order first."""
    city = position.city_at.get(trial.cells[0]) if trial.cells else None
    return trial.cells if city is None else position.cities[city].cells


def writes(trial: MenuTrial) -> str:
    """The trial as a move file has it."""
    lines = [action_line(*item) for action in trial.move["actions"] for item in action.items()]
    lines += [f"{kind}: {label}" for kind, label in trial.move.get("market", {}).items()]
    return AND_THEN.join(lines)


def action_line(kind: str, value: Any) -> str:
    return f"resupply: {{road: {value['road']}, city: {value['city']}}}" if kind == "resupply" else f"{kind}: {value}"


def piece_of(trial: MenuTrial) -> Piece | None:
    """What the board shows for it."""
    match trial.steps[0]:
        case LayRoad(seat, _, a, b):
            return road_piece(seat, (EDGES[a], EDGES[b]), "now")
        case LayCity(seat):
            return city_piece(seat, "now")
        case BuildMarket(seat):
            return market_piece(seat, fresh="now")
        case SellMarket(seat):
            return market_piece(seat, sold=True, fresh="now")
    return None


def says(before: Position, after: Position, trial: MenuTrial) -> Phrase:
    """The whole choice in words."""
    match trial.steps[0]:
        case LayRoad(_, _, a, b, at):
            return say("Road on {at} from {one} to {other}", at=at, one=EDGES[a], other=EDGES[b])
        case LayCity():
            return city_words(before, after, trial)
        case Resupply(_, roads, cities):
            return say("Take {tiles} from the staging area", tiles=resupply_words(roads, cities))
        case BuildMarket() | SellMarket():
            return market_words(before, after, trial)
    raise LookupError(f"no words for {trial.kind}")


def city_words(before: Position, after: Position, trial: MenuTrial) -> Phrase:
    at = word_list([space_name(before, cell) for cell in trial.cells], AND)
    if after.turn.founded and not before.turn.founded:
        return say("Found a city on {at}", at=at)
    return say("City tile on {at}", at=at) if len(trial.cells) == 1 else say("City tiles on {at}", at=at)


def resupply_words(roads: int, cities: int) -> Phrase:
    amounts = ((roads, road_tiles(roads)), (cities, city_tiles(cities)))
    return word_list([words for number, words in amounts if number], AND)


def market_words(before: Position, after: Position, trial: MenuTrial) -> Phrase:
    place = short_place_name(before, before.place_at(trial.cells[0]))
    change = after.purses[before.seat].points - before.purses[before.seat].points
    if trial.kind == "build":
        return say("Build a market in {place} for {points}", place=place, points=points(-change))
    return say("Sell the market in {place}, now for {points}", place=place, points=points(change))


TILE: dict[str, Sums] = {"road": (1, 0, 0, 0, 0, 0, 0), "city": (0, 1, 0, 0, 1, 0, 0)}
"""The least that a tile uses."""


class Way(NamedTuple):
    """A trial that is legal after others: whether it founds a city, the ways before it, and the resulting position.

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
    """What may open a trial: its exits, and the cells on and next to it."""

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
    opens   for what is not legal from the start, the ways each of which opens it
    sales   for each trial to sell that is not legal from the start, the ways each of which makes it so by itself,
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
        """Play the trials that a way opened, after that way."""
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
