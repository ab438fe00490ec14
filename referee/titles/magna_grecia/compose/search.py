"""What is tried in a turn, where a tile may make other things legal (the law says what is), and how much is used up."""

from collections.abc import Iterator
from dataclasses import replace
from operator import add, le, sub

from referee.rules.rulebook import is_allowed
from referee.rules.search import Search, Together, Trial, Way, is_hopeful, is_surely_legal, with_steps
from referee.show.menu import Allowance, Budget, Light
from referee.titles.magna_grecia.rules.events import MagnaGreciaEvent
from referee.titles.magna_grecia.rules.markets import market_of
from referee.titles.magna_grecia.rules.moves import (
    EndTurn,
    LayCity,
    LayRoad,
    MagnaGreciaStep,
    Resupply,
    SpaceStep,
    TakeTurn,
    steps,
)
from referee.titles.magna_grecia.rules.physics import with_rest
from referee.titles.magna_grecia.rules.play import PLAY, Candidate, candidates, road_candidates
from referee.titles.magna_grecia.rules.roads import holder, is_reached_by_seat, joins
from referee.titles.magna_grecia.rules.state import NOWHERE, Position, Purse
from referee.titles.magna_grecia.rules.turns import card_limits, card_of, tiles_of_kind
from referee.titles.magna_grecia.show.picture import city_spot, space_name
from referee.words import say

BUDGETS = (
    Budget(say("road tiles"), ("MG-4.1", "MG-4.8", "MG-4.9")),
    Budget(say("city tiles"), ("MG-4.2", "MG-4.8", "MG-4.9")),
    Budget(say("tiles resupplied"), ("MG-4.3", "MG-4.8", "MG-4.9")),
    Budget(say("cities founded"), ("MG-6.7",)),
    Budget(say("points"), ("MG-6.8", "MG-8.4")),
    Budget(say("markets in the supply"), ("MG-8.8",)),
    Budget(say("markets built or sold at the end"), ("MG-3.2",)),
)
"""What the choices of a turn use up; `spent` measures it."""
ROADS, CITIES, RESUPPLY, MARKETS = 0, 1, 2, 6
"""Which of `BUDGETS` are the numbers of actions, and of markets that are built or sold."""

Sums = tuple[int, ...]
"""One number for each of `BUDGETS`."""
NOTHING_SPENT: Sums = (0,) * len(BUDGETS)


def spent(before: Position, after: Position, kind: str) -> Sums:
    """What of each budget went from one position to the other. Income can be used from the next turn on."""
    gone = Purse._make(map(sub, before.purses[before.seat], after.purses[before.seat]))
    return (
        max(0, gone.roads),
        max(0, gone.cities),
        max(0, gone.staged_roads + gone.staged_cities),
        int(after.turn.founded and not before.turn.founded),
        max(0, gone.points),
        max(0, gone.markets),
        int(kind in ("build", "sell")),
    )


def is_within_allowances(ways: tuple[Allowance, ...], sums: Sums) -> bool:
    """Whether one of the ways allows that much."""
    for way in ways:  # noqa: SIM110  # a generator takes twice as long
        if all(map(le, sums, way.limits)):
            return True
    return False


ACTIONS = ("road", "city", "resupply")
Counts = tuple[int, int, int]
"""Road tiles, city tiles, tiles resupplied."""


def whole_turn(position: Position, counts: Counts) -> TakeTurn:
    """A turn of so many tiles of each kind; resupplied are road tiles as long as there are some."""
    roads, cities, taken = counts
    first = min(taken, position.purses[position.seat].staged_roads)
    kinds = ("road",) * roads + ("city",) * cities + ("resupply",) * bool(taken)
    numbers = {"road": roads, "city": cities, "resupply": taken}
    return TakeTurn(position.seat, kinds, (first, taken - first), (), numbers)


def counting(kind: int, number: int, beside: int | None = None) -> Counts:
    """So many of one kind of action, and one of another."""
    roads, cities, taken = (number if each == kind else int(each == beside) for each in range(3))
    return roads, cities, taken


def most(position: Position, kind: int, beside: int | None = None) -> int:
    """The largest number of a kind, alone or next to another, that the rules about a whole turn allow.

    Asked is no more than the card and the supply have (MG-4.8, MG-4.9).
    """
    purse, limits = position.purses[position.seat], card_limits(card_of(position), beside is None)
    have = purse.roads, purse.cities, purse.staged_roads + purse.staged_cities
    number = min(limits[ACTIONS[kind]], have[kind])
    while number and not is_allowed(PLAY.law, position, whole_turn(position, counting(kind, number, beside))):
        number -= 1
    return number


def allowances(position: Position) -> tuple[Allowance, ...]:
    """MG-4.4: two of the three actions; MG-4.8: one of them enhanced, where that is more."""
    found = []
    for one, other in ((0, 1), (0, 2), (1, 2)):
        limits = [0, 0, 0]
        limits[one], limits[other] = most(position, one, other), most(position, other, one)
        if all((limits[one], limits[other])):
            found.append(allowance(position, limits, "MG-4.4"))
    for one in range(3):
        number = most(position, one)
        if number > max((each.limits[one] for each in found), default=0):
            found.append(allowance(position, list(counting(one, number)), "MG-4.8"))
    return tuple(found) or (allowance(position, [0, 0, 0], "MG-4.4"),)


def allowance(position: Position, limits: list[int], rule: str) -> Allowance:
    purse, words = position.purses[position.seat], say("only a market")
    told = [tiles_of_kind(kind, number) for kind, number in zip(ACTIONS, limits, strict=True) if number]
    if len(told) == 1:
        words = say("up to {one}, and no other action", one=told[0])
    elif told:
        words = say("up to {one} and up to {other}", one=told[0], other=told[1])
    return Allowance((*limits, 1, purse.points, purse.markets, 1), words, (rule,))


MenuTrial = Trial[MagnaGreciaStep]
MenuWay = Way[Position, MagnaGreciaStep]
ORDER = {"oracle": 0, "road": 1, "city": 2, "resupply": 3, "build": 4, "sell": 5}
"""Of the kinds in the menu."""
ONE_TILE: tuple[Sums, Sums] = (1, 0, 0, 0, 0, 0, 0), (0, 1, 0, 0, 1, 0, 0)
"""The least that a road tile uses, and a city tile."""


def trial_of(position: Position, candidate: Candidate) -> MenuTrial:
    """The trial of a candidate, between the move as a whole and the end of the turn."""
    kind, move = candidate
    every = [each.what for each in steps(position, move)]
    some = tuple([each for each in every if not isinstance(each, TakeTurn | EndTurn)])
    match some[0]:
        case LayRoad(cell=cell, a=a, b=b):
            return Trial((ORDER[kind], cell, a, b), kind, some, (cell,))
        case Resupply(roads=roads, cities=cities):
            return Trial((ORDER[kind], roads, cities), kind, some)
    spaces = tuple([each.cell for each in some if isinstance(each, SpaceStep)])
    there = position.neighbours(spaces[0]).index(spaces[1]) + 1 if len(spaces) > 1 else 0
    return Trial((ORDER[kind], spaces[0], there), kind, some, spaces)


def exits_of(trial: MenuTrial) -> tuple[int, ...]:
    return tuple([6 * step.cell + edge for step in trial.steps if type(step) is LayRoad for edge in (step.a, step.b)])


def tip(position: Position, exit: int) -> int:
    """The end of the chain that a new road tile of the seat to move has at one of its exits."""
    return position.ends[position.setting.board.mate[exit]][0] if joins(position, position.seat, exit) else exit


class TurnSearch(Search[Position, MagnaGreciaStep, MagnaGreciaEvent]):
    """All ways of the tiles of a turn, and the markets that are built or sold at its end.

    sales  for each trial to sell that is not legal at once the ways each of which makes it so by itself, and, where it
           takes several, the paths that do
    """

    def __init__(self, position: Position, allowed: tuple[Allowance, ...]) -> None:
        self.allowed = allowed
        self.roads_at: dict[int, list[MenuTrial]] = {}
        self.cities_on: dict[int, list[MenuTrial]] = {}
        self.sales: dict[tuple[int, ...], tuple[MenuTrial, list[int], list[tuple[int, ...]]]] = {}
        self.selling: dict[int, MenuTrial] = {}
        legal: list[MenuTrial] = []
        for trial, is_legal in self.trials(position):
            if is_legal:
                legal.append(trial)
            self.note_trial(position, trial, is_legal)
        self.mine = [cell for cell in self.selling if market_of(position, position.seat, cell)]
        super().__init__(PLAY, position, legal)

    def trials(self, position: Position) -> Iterator[tuple[MenuTrial, bool]]:
        """What is tried, and whether it is legal at once."""
        for each in candidates(position):
            yield trial_of(position, each), is_surely_legal(PLAY, position, each[1])

    def note_trial(self, position: Position, trial: MenuTrial, is_legal: bool) -> None:
        """Note where a trial may become legal, or a founding an extension."""
        if trial.kind == "sell" and not is_legal:
            self.selling[trial.spaces[0]] = trial
        elif trial.kind == "city" and (is_legal or self.is_hopeful(position, trial)):
            for cell in trial.spaces:
                self.cities_on.setdefault(cell, []).append(trial)
        elif trial.kind == "road" and not is_legal and self.is_hopeful(position, trial):
            for exit in exits_of(trial):
                self.roads_at.setdefault(exit, []).append(trial)

    def is_hopeful(self, position: Position, trial: MenuTrial) -> bool:
        """Whether other tiles of the turn may make a trial legal."""
        return all(is_hopeful(PLAY.law, position, step) for step in trial.steps if isinstance(step, LayCity | LayRoad))

    def mark(self, before: Position, after: Position) -> bool:
        """Whether a city is founded."""
        return after.turn.founded and not before.turn.founded

    def used_by(self, way: MenuWay) -> Sums | None:
        last = way.last.used if way.last else NOTHING_SPENT
        used = tuple(map(add, last, spent(way.before, way.after, way.trial.kind)))
        return used if is_within_allowances(self.allowed, used) else None

    def alone(self, way: MenuWay) -> Position:
        laid, start = way.after if way.last is None else with_steps(PLAY, self.start, way.trial.steps), self.start
        return with_rest(laid, start.turn, laid.clock, laid.markets, laid.market_lines, start.purses)

    def near(self, way: MenuWay) -> Iterator[Together[MagnaGreciaStep]]:
        """Roads at what a tile reaches, cities beside a city and on villages that a road reaches."""
        lays, builds = [is_within_allowances(self.allowed, tuple(map(add, way.used, least))) for least in ONE_TILE]
        reached, beside = self.reach(way)
        if lays:
            for exit in reached:
                if exit in self.roads_at:
                    yield Together(exit, self.roads_at[exit])
        for trial in {id(each): each for cell in beside if builds for each in self.cities_on.get(cell, ())}.values():
            yield Together(trial.key, (trial,))

    def reach(self, way: MenuWay) -> tuple[list[int], list[int]]:
        """The exits at which a road may start after a way, and the spaces on which a city may be built."""
        setting, exits, spaces = self.start.setting, list[int](), list[int]()
        if way.trial.kind == "city":
            for cell in way.trial.spaces:
                exits += setting.board.meets[cell]
                spaces += setting.board.near[cell]
        for end in [tip(self.start, exit) for exit in exits_of(way.trial)]:
            there = setting.board.beyond[end]
            if there != NOWHERE:
                exits.append(setting.board.mate[end])
                if setting.board.village[there]:
                    exits += setting.board.meets[there]
                    spaces.append(there)
        return exits, spaces

    def follow(self, way: MenuWay) -> None:
        super().follow(way)
        if way.after.links is not way.before.links:  # else no market has changed
            for cell in dict.fromkeys((*(way.trial.spaces if way.mark else ()), *self.mine)):
                if cell in self.selling:
                    self.note_sale(way, self.selling[cell])

    def note_sale(self, way: MenuWay, sale: MenuTrial) -> None:
        """Note whether a market may be sold after a way, and not before it."""
        (step,) = sale.steps
        law = PLAY.law
        if not is_allowed(law, way.after, step) or (way.last and is_allowed(law, way.before, step)):
            return
        _, singles, paths = self.sales.setdefault(sale.key, (sale, [], []))
        if sale.spaces[0] in way.trial.spaces or is_allowed(law, with_steps(PLAY, self.start, way.trial.steps), step):
            singles.append(way.number)
        else:
            paths.append(way.path())


FAR = 6
"""A way of more road tiles is none for the next turns."""


def oracle_lights(position: Position) -> Iterator[Light]:
    """The city that holds each oracle, and how many connections it has more than the next one (MG-9.3)."""
    holders = {oracle: holder(position, oracle) for oracle in position.oracles}
    return (oracle_light(position, oracle, city) for oracle, city in holders.items() if city != NOWHERE)


def oracle_light(position: Position, oracle: int, city: int) -> Light:
    """The next city is the best of the reader, or of the others where the reader holds the oracle."""
    here, links, holds = position.cities, position.links, position.cities[city].seat
    mine = [each for each in links[oracle] if each in here and here[each].seat == position.seat]
    rivals = [each for each in links[oracle] if each in here and here[each].seat != position.seat]
    others = rivals if holds == position.seat else mine
    most, other = len(links[city]), max(others, key=lambda each: (len(links[each]), -each), default=NOWHERE)
    facts = {"owner": holds, "city": city_spot(position, city), "number": most}
    at, places = position.label(oracle), tuple([position.label(each) for each in here[city].cells])
    if other == NOWHERE:
        return Light(
            at, say("{owner} holds this oracle with {city}. Its connections: {number}.", **facts), places, str(most)
        )
    facts |= {"next": city_spot(position, other), "less": len(links[other])}
    words = say("{owner} holds this oracle with {city}. Its connections: {number}; those of {next}: {less}.", **facts)
    return Light(at, words, places, f"{most} {'>' if most > len(links[other]) else '='} {len(links[other])}")


class RoadSearch(TurnSearch):
    """Roads alone, with as many tiles as the seat may have one day."""

    def __init__(self, position: Position) -> None:
        purse = position.purses[position.seat]._replace(roads=FAR)
        limits = tuple([FAR if number == ROADS else 0 for number in range(len(BUDGETS))])
        supplied = replace(position, purses={**position.purses, position.seat: purse})
        super().__init__(supplied, (Allowance(limits, say("")),))

    def trials(self, position: Position) -> Iterator[tuple[MenuTrial, bool]]:
        for each in road_candidates(position):
            trial = trial_of(position, each)
            yield trial, is_allowed(PLAY.law, position, *trial.steps)

    def follow(self, way: MenuWay) -> None:
        Search.follow(self, way)


def missing_roads(position: Position) -> Iterator[Light]:
    """The shortest ways of legal road tiles to the villages and oracles that no road of the seat reaches."""
    search, known = RoadSearch(position), set(position.city_at)
    for way in search.ways:
        for there in dict.fromkeys(search.reach(way)[1]):
            if there not in known and not is_reached_by_seat(position, position.seat, there):
                known.add(there)
                cells = [search.ways[number].trial.spaces[0] for number in way.path()]
                facts = {"place": space_name(position, there), "number": len(cells)}
                words = say("Your road to {place} still needs 1 tile.", **facts)
                if len(cells) > 1:
                    words = say("Your road to {place} still needs {number} tiles.", **facts)
                path = tuple([position.label(each) for each in (*cells, there)])
                yield Light(position.label(there), words, way=path)
