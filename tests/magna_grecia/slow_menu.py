"""What may open what in a turn once more, slowly: every candidate is judged, and asked again after every way."""

from collections.abc import Iterator

from referee.rules.rulebook import Step
from referee.rules.ruling import judged_candidates, violations_of
from referee.show.menu import Choice
from referee.titles.magna_grecia.compose.menu import choices
from referee.titles.magna_grecia.compose.menu_facts import Sites
from referee.titles.magna_grecia.compose.menu_search import Search
from referee.titles.magna_grecia.compose.menu_trials import Key, MenuTrial, trial_of_steps
from referee.titles.magna_grecia.compose.menu_ways import Way
from referee.titles.magna_grecia.compose.plan import allowances
from referee.titles.magna_grecia.rules.moves import EndTurn, TakeTurn, steps
from referee.titles.magna_grecia.rules.play import PLAY, Candidate, candidates
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


class SlowSearch(Search):
    """Asks the rules about every trial that could be near, each time anew, and plays each by them."""

    def follow(self, number: int, way: Way) -> None:
        if not way.trial.lays:
            return
        self.note_sales(number, way)
        base, room = self.base(way).position, self.room_after(way)
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
            self.note_way(Way(trial, way, way.position, way.prospect, after))

    def openers(self, way: Way) -> list[int]:
        return self.opens[way.trial.key, way.founds] if way.last else []

    def note_sales(self, number: int, way: Way) -> None:
        cells = (*(way.trial.cells if way.founds else ()), *self.mine)
        for sale in [self.selling[cell] for cell in dict.fromkeys(cells) if cell in self.selling]:
            if allows(way.position, sale.steps[0]) and not allows(way.before, sale.steps[0]):
                _, singles, paths = self.sales.setdefault(sale.key, (sale, [], []))
                if self.suffices(way, sale):
                    singles.append(number)
                else:
                    paths.append((*self.path(way), number))

    def trials(self) -> list[MenuTrial]:
        if not hasattr(self, "every"):
            founding = [way.trial for way in self.ways if way.founds and not way.last]
            self.every = [*hopeful_trials(self.start), *founding]
        return self.every

    def trials_near(self, trial: MenuTrial, base: Position) -> list[MenuTrial]:
        found: dict[Key, MenuTrial] = {}
        for cell in trial.cells if trial.kind == "city" else ():
            beside = self.start.neighbours(cell)
            near = [*self.onto(cell), *[each for each in self.cities() if any(there in beside for there in each.cells)]]
            found.update({each.key: each for each in near})
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
                    yield from [each for each in self.cities() if there in each.cells]

    def onto(self, cell: int) -> Iterator[MenuTrial]:
        for mate in self.start.setting.mate[6 * cell : 6 * cell + 6]:
            yield from self.at_exit(mate)

    def at_exit(self, exit: int) -> list[MenuTrial]:
        return [each for each in self.trials() if exit in each.exits]

    def cities(self) -> list[MenuTrial]:
        return [each for each in self.trials() if each.kind == "city"]


def would_found(base: Position, trial: MenuTrial) -> bool | None:
    """Whether a trial founds a city; None when a rule forbids it."""
    after = position_after_steps(base, trial.steps)
    return after.turn.founded if after else None


def slow_choices(position: Position) -> tuple[Choice, ...]:
    """The choices of a menu."""
    return choices(SlowSearch(position, judged_trials(position), allowances(position)), Sites(position))


def every_opening(search: Search, number: int) -> set[tuple[Key, bool]]:
    """Of all candidates those that are legal after the tiles of a way alone, and were not before, or now found."""
    way = search.ways[number]
    room, base = search.room_after(way) if way.trial.lays else [], search.base(way).position
    asked = [*hopeful_trials(search.start), *[each.trial for each in search.ways if each.founds and not each.last]]
    answers = [(each.key, would_found(base, each)) for each in asked if each.kind in room]
    return {(key, founds) for key, founds in answers if founds is not None and search.near.legal.get(key) != founds}
