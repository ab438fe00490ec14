"""What may open what in a turn once more, slowly: every candidate is judged, and asked again after every way."""

from collections.abc import Iterator

from referee.rules.rulebook import Step
from referee.rules.ruling import judged_candidates, violations_of
from referee.show.menu import Choice
from referee.titles.magna_grecia.compose.menu import choices
from referee.titles.magna_grecia.compose.menu_cities import base_of
from referee.titles.magna_grecia.compose.menu_facts import Sites
from referee.titles.magna_grecia.compose.menu_ground import TILE
from referee.titles.magna_grecia.compose.menu_search import Search
from referee.titles.magna_grecia.compose.menu_ties import Numbers, WayTies
from referee.titles.magna_grecia.compose.menu_trials import Key, MenuTrial, trial_of_steps
from referee.titles.magna_grecia.compose.menu_ways import PlayedWay, Way
from referee.titles.magna_grecia.compose.plan import allowances
from referee.titles.magna_grecia.rules.moves import EndTurn, TakeTurn, steps
from referee.titles.magna_grecia.rules.physics import places_joined
from referee.titles.magna_grecia.rules.play import PLAY, Candidate, candidates
from referee.titles.magna_grecia.rules.roads import joins
from referee.titles.magna_grecia.rules.state import NOWHERE, Position
from referee.titles.magna_grecia.rules.step_trials import allows, position_after, position_after_steps

FIXABLE = ("MG-6.1", "MG-6.2", "MG-6.5", "MG-7.2", "MG-8.7", "MG-12.3")


def trial_of(position: Position, candidate: Candidate) -> MenuTrial:
    kind, move = candidate
    every = [each.what for each in steps(position, move)]
    return trial_of_steps(position, (kind, tuple([each for each in every if not isinstance(each, TakeTurn | EndTurn)])))


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


class SlowSearch(Search):
    """Asks the rules about every trial that could be near, each time anew, and plays each by them."""

    def first_way(self, trial: MenuTrial) -> Way:
        return SlowWay(trial, self.begin)

    def follow(self, number: int, way: Way) -> None:
        if way.trial.kind not in TILE:
            return
        self.note_sales(number, way, self.mine)
        base, room = base_of(self.start, way).position, way.room.tiles()
        found = [each for each in self.trials_near(way.trial, base) if each.kind in room]
        for trial in sorted(found, key=lambda each: each.kind, reverse=True):
            founds = would_found(base, trial)
            if founds is not None and self.near.legal.get(trial.key) != founds:
                self.opens.setdefault((trial.key, founds), []).append(number)
                if (trial.key, founds) not in self.numbers:
                    self.play(way, trial)

    def play(self, way: Way, trial: MenuTrial) -> None:
        after = position_after_steps(way.position, trial.steps)
        if after:
            self.note_way(SlowWay(trial, way, after))

    def note_sales(self, number: int, way: Way, mine: list[int]) -> None:
        cells = (*(way.trial.cells if way.founds else ()), *mine)
        for sale in [self.selling[cell] for cell in dict.fromkeys(cells) if cell in self.selling]:
            if allows(way.position, sale.steps[0]) and not allows(way.last.position, sale.steps[0]):
                _, singles, paths = self.sales.setdefault(sale.key, (sale, [], []))
                if self.suffices(way, sale):
                    singles.append(number)
                else:
                    paths.append((*self.path(way), number))

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


def slow_choices(position: Position) -> tuple[Choice, ...]:
    """The choices of a menu."""
    search = SlowSearch(position, judged_trials(position), allowances(position))
    return choices(search, Sites(position), SlowWayTies(search))


class SlowWayTies(WayTies):
    """Roads have their openers each by itself."""

    def after(self, way: Way) -> tuple[Numbers, ...]:
        return () if way.is_first else (self.choice_numbers(self.search.opens[way.trial.key, way.founds]),)


def every_opening(search: Search, number: int) -> set[tuple[Key, bool]]:
    """Of all candidates those that are legal after the tiles of a way alone, and were not before, or now found."""
    way = search.ways[number]
    room, base = way.room.tiles() if way.trial.kind in TILE else (), base_of(search.start, way).position
    asked = [*hopeful_trials(search.start), *[each.trial for each in search.ways if each.founds and each.is_first]]
    answers = [(each.key, would_found(base, each)) for each in asked if each.kind in room]
    return {(key, founds) for key, founds in answers if founds is not None and search.near.legal.get(key) != founds}
