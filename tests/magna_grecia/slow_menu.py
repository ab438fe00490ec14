"""What may open what in a turn once more, slowly: every candidate is judged, and asked again after every way."""

from collections.abc import Iterable, Iterator

from referee.rules.hexes import EDGES
from referee.rules.rulebook import Step
from referee.rules.ruling import judged_candidates, violations_of
from referee.show.menu import Choice
from referee.titles.magna_grecia.compose.menu import later_sales
from referee.titles.magna_grecia.compose.menu_choices import Groups, city_choice, market_choice, resupply_choices, shorn
from referee.titles.magna_grecia.compose.menu_cities import base_of
from referee.titles.magna_grecia.compose.menu_facts import Sites, worth
from referee.titles.magna_grecia.compose.menu_ground import TILE
from referee.titles.magna_grecia.compose.menu_search import path_to
from referee.titles.magna_grecia.compose.menu_trials import Key, MenuTrial, sale_trials, trial_of_steps
from referee.titles.magna_grecia.compose.menu_ways import PlayedWay, Start, Way
from referee.titles.magna_grecia.compose.plan import allowances, position_with_tiles
from referee.titles.magna_grecia.rules.markets import market_of
from referee.titles.magna_grecia.rules.moves import EndTurn, LayRoad, TakeTurn, steps
from referee.titles.magna_grecia.rules.physics import places_joined
from referee.titles.magna_grecia.rules.play import PLAY, Candidate, candidates
from referee.titles.magna_grecia.rules.roads import joins
from referee.titles.magna_grecia.rules.state import NOWHERE, Position
from referee.titles.magna_grecia.rules.step_trials import allows, position_after, position_after_steps
from referee.titles.magna_grecia.show.picture import road_piece
from referee.words import say

FIXABLE = ("MG-6.1", "MG-6.2", "MG-6.5", "MG-7.2", "MG-8.7", "MG-12.3")


def trial_of(position: Position, candidate: Candidate) -> MenuTrial:
    kind, move = candidate
    every = [each.what for each in steps(position, move)]
    return trial_of_steps(position, kind, tuple([each for each in every if not isinstance(each, TakeTurn | EndTurn)]))


def judged_trials(position: Position) -> list[MenuTrial]:
    """The candidates that the judge accepts."""
    return [trial_of(position, (kind, move)) for kind, move in judged_candidates(PLAY, position)]  # type: ignore[arg-type]


def rules_against(position: Position, candidate: Candidate) -> list[str]:
    """The rules that the first step breaks at which a move is refused."""
    for step in steps(position, candidate[1]):
        if isinstance(step.what, EndTurn):
            return []
        if found := violations_of(PLAY, position, Step(step.what, ())):
            return [each.rule for each in found]
        position = position_after(position, step.what)
    return []


def hopeful_trials(position: Position) -> list[MenuTrial]:
    """The candidates that break only rules which other tiles of the turn may keep."""
    broken = [(each, rules_against(position, each)) for each in candidates(position)]
    return [trial_of(position, each) for each, rules in broken if rules and all(rule in FIXABLE for rule in rules)]


class SlowWay(PlayedWay):
    """A way that is played by the rules, and asks the position before it what it meets."""

    def __init__(self, trial: MenuTrial, last: Way, after: Position | None = None) -> None:
        super().__init__(trial, last, after)
        here = last.position
        self.meets = tuple([cell for exit in trial.exits for cell in cells_beyond(here, exit)])
        places = [here.place_at(here.setting.beyond[tip(here, exit)]) for exit in trial.exits]
        self.links = places_joined(*places) if places else ()


def tip(position: Position, exit: int) -> int:
    """The end of the chain that a new road tile of the seat to move has at one of its exits."""
    return position.ends[position.setting.mate[exit]][0] if joins(position, position.seat, exit) else exit


def cells_beyond(position: Position, exit: int) -> Iterator[int]:
    """What an exit of a new road tile meets: the space, and where a road that it joins comes from."""
    beyond = position.setting.beyond
    met = joins(position, position.seat, exit)
    if beyond[exit] != NOWHERE and (met or beyond[exit] not in position.roads):
        yield beyond[exit]
    if met and beyond[tip(position, exit)] != NOWHERE:
        yield beyond[tip(position, exit)]


class SlowSearch:
    """Asks the rules about every trial that could be near, each time again, and plays each by them.

    opens  for each trial that is not legal from the start, or founds from others, the ways each of which opens it
    sales  as in `Search`
    """

    def __init__(self, position: Position) -> None:
        self.start, self.begin = position, Start(position, allowances(position))
        self.ways: list[SlowWay] = []
        self.numbers: dict[tuple[Key, bool], int] = {}
        self.opens: dict[tuple[Key, bool], list[int]] = {}
        self.sales: dict[Key, tuple[MenuTrial, list[int], list[tuple[int, ...]]]] = {}
        first = [SlowWay(trial, self.begin) for trial in judged_trials(position)]
        self.legal = {way.trial.key: way.founds for way in first}
        self.selling = [trial for trial in sale_trials(position) if trial.key not in self.legal]
        self.mine = [trial.cells[0] for trial in self.selling if market_of(position, position.seat, trial.cells[0])]
        for way in first:
            self.note_way(way)
        for way in self.ways:  # it grows meanwhile
            if way.trial.kind in TILE:
                self.follow(way)

    def note_way(self, way: "SlowWay") -> None:
        if way.room.is_enough and (way.trial.key, way.founds) not in self.numbers:
            way.number = self.numbers[way.trial.key, way.founds] = len(self.ways)
            self.ways.append(way)

    def follow(self, way: "SlowWay") -> None:
        self.note_sales(way)
        base, room = base_of(self.start, way).position, way.room.tiles()
        found = [each for each in self.trials_near(way.trial, base) if each.kind in room]
        for trial in sorted(found, key=lambda each: each.kind, reverse=True):
            founds = would_found(base, trial)
            if founds is not None and self.legal.get(trial.key) != founds:
                self.opens.setdefault((trial.key, founds), []).append(way.number)
                if (trial.key, founds) not in self.numbers:
                    self.play(way, trial)

    def play(self, way: "SlowWay", trial: MenuTrial) -> None:
        after = position_after_steps(way.position, trial.steps)
        if after:
            self.note_way(SlowWay(trial, way, after))

    def note_sales(self, way: "SlowWay") -> None:
        cells = (*(way.trial.cells if way.founds else ()), *self.mine)
        for sale in [each for each in self.selling if each.cells[0] in cells]:
            if allows(way.position, sale.steps[0]) and not allows(way.last.position, sale.steps[0]):
                _, singles, paths = self.sales.setdefault(sale.key, (sale, [], []))
                alone = position_with_tiles(self.start, way.trial.steps)
                if sale.cells[0] in way.trial.cells or allows(alone, sale.steps[0]):
                    singles.append(way.number)
                else:
                    paths.append(path_to(way))

    def trials(self) -> list[MenuTrial]:
        if not hasattr(self, "every"):
            founding = [way.trial for way in self.ways if way.founds and way.is_first]
            self.every = [*hopeful_trials(self.start), *founding]
        return self.every

    def trials_near(self, trial: MenuTrial, base: Position) -> list[MenuTrial]:
        found: dict[Key, MenuTrial] = {}
        for cell in trial.cells if trial.kind == "city" else ():
            beside = self.start.neighbours(cell)
            cities = [each for each in self.city_trials() if any(there in beside for there in each.cells)]
            found.update({each.key: each for each in [*self.onto(cell), *cities]})
        for each in self.by_exits(base):
            found.setdefault(each.key, each)
        return list(found.values())

    def by_exits(self, base: Position) -> Iterator[MenuTrial]:
        setting = self.start.setting
        for exit, end in base.ends.items():
            there = setting.beyond[exit]
            if self.start.ends.get(exit) != end and there != NOWHERE:
                yield from self.at_exit(setting.mate[exit])
                if setting.village[there]:
                    yield from self.onto(there)
                    yield from [each for each in self.city_trials() if there in each.cells]

    def onto(self, cell: int) -> Iterator[MenuTrial]:
        for mate in self.start.setting.mate[6 * cell : 6 * cell + 6]:
            yield from self.at_exit(mate)

    def at_exit(self, exit: int) -> list[MenuTrial]:
        return [each for each in self.trials() if exit in each.exits]

    def city_trials(self) -> list[MenuTrial]:
        return [each for each in self.trials() if each.kind == "city"]


def would_found(base: Position, trial: MenuTrial) -> bool | None:
    """Whether a trial founds a city; None when a rule forbids it."""
    after = position_after_steps(base, trial.steps)
    return after.turn.founded if after else None


class SlowTies:
    """The ways of a slow search as choices."""

    def __init__(self, search: SlowSearch) -> None:
        self.search = search
        places = [(way.trial.key, not way.founds) for way in search.ways]
        self.order = sorted(range(len(places)), key=places.__getitem__)
        self.numbers = {way: number for number, way in enumerate(self.order)}

    def choice_numbers(self, ways: Iterable[int]) -> tuple[int, ...]:
        return tuple(sorted({self.numbers[each] for each in ways}))

    def choice(self, way: SlowWay, sites: Sites) -> Choice:
        found, trial = self.search.opens.get((way.trial.key, way.founds), []), way.trial
        after = () if way.is_first else (self.choice_numbers(found),)
        bars = self.choice_numbers([way for way, each in enumerate(self.search.ways) if exclude(each.trial, trial)])
        if trial.kind == "road":
            return road_choice(way, sites, after, bars)
        if trial.kind == "resupply":
            (resupply,) = resupply_choices([trial.key[1:]])
            return resupply._replace(bars=bars, uses=shorn(way.spent), gains=shorn(way.gains))
        if trial.kind != "city":
            return market_choice(way)._replace(bars=bars)
        extends = self.search.opens.get((trial.key, False), []) if (trial.key, False) in self.search.numbers else []
        return city_choice(way, after, self.choice_numbers(extends) if way.founds else ())._replace(bars=bars)


def exclude(one: MenuTrial, other: MenuTrial) -> bool:
    """Whether a turn cannot have both: on a space or at a market that both need, or of two resupplies."""
    if "sell" in (one.kind, other.kind):
        return False
    return any(each in other.cells for each in one.cells) or one.kind == other.kind == "resupply"


def road_choice(way: Way, sites: Sites, after: Groups, bars: tuple[int, ...]) -> Choice:
    (tile,) = way.trial.steps
    assert isinstance(tile, LayRoad)
    one, other = EDGES[tile.a], EDGES[tile.b]
    return Choice(
        "road",
        (tile.at,),
        say("Road on {at} from {one} to {other}", at=tile.at, one=one, other=other),
        f"road: {tile.at} {tile.exits}",
        after=after,
        bars=bars,
        uses=shorn(way.spent),
        gains=shorn(way.gains),
        piece=road_piece(tile.seat, (one, other), "now"),
        worth=worth("road", way.gains),
        joins=sites.of_cells(way.meets),
        alone=True,
    )


def slow_choices(position: Position) -> tuple[Choice, ...]:
    """The choices of a menu."""
    ties, sites = SlowTies(SlowSearch(position)), Sites(position)
    found = [ties.choice(ties.search.ways[way], sites) for way in ties.order]
    return (*found, *later_sales(ties))  # type: ignore[arg-type]  # it has all that is asked of them


def every_opening(search: SlowSearch, number: int) -> set[tuple[Key, bool]]:
    """Of all candidates those that are legal after the tiles of a way alone, and were not before, or now found."""
    way = search.ways[number]
    room, base = way.room.tiles() if way.trial.kind in TILE else (), base_of(search.start, way).position
    asked = [*hopeful_trials(search.start), *[each.trial for each in search.ways if each.founds and each.is_first]]
    answers = [(each.key, would_found(base, each)) for each in asked if each.kind in room]
    return {(key, founds) for key, founds in answers if founds is not None and search.legal.get(key) != founds}
