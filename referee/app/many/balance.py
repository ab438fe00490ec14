"""The tables of many simulated games: the statistics of an archive, and what only whole games of planners show."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction

from referee.app.archive.statistics import Statistics, share, with_interval
from referee.app.many.simulate import SimulatedGame
from referee.report.site.site_pages import Chapter, Figures
from referee.words import Phrase, say


class Balance:
    """What is counted of simulated games of one title; none of them is kept."""

    def __init__(self) -> None:
        self.statistics, self.games = Statistics(), 0
        self.winners, self.events = Counter[int](), Counter[str]()

    def add(self, game: SimulatedGame) -> None:
        self.games += 1
        self.statistics.add(game.summary)
        self.winners[len(game.summary.winners)] += 1
        self.events.update(game.events)

    def chapter(self, names: Mapping[str, Phrase] | None = None) -> Chapter:
        """All tables, after at least one game; with `names` of events, those that have none as words."""
        (chapter,) = self.statistics.chapters()
        telling = [each for each in chapter.figures if each.heading != MOST_ACTIVE]
        return chapter._replace(figures=(*telling, ties(self), events(self, names)))


MOST_ACTIVE = say("Most active players")
"""The heading of a table that says nothing where players are seats."""


def ties(counts: Balance) -> Figures:
    """How many seats shared the victory."""
    rows = tuple([(each, share(Fraction(number), counts.games)) for each, number in sorted(counts.winners.items())])
    return with_interval(Figures(say("Shared victories"), (say("Winners"), say("Games")), rows))


def events(counts: Balance, names: Mapping[str, Phrase] | None) -> Figures:
    """How often each kind of event happened, on average; without `names` under the names of the program."""
    found = [(name, Fraction(number, counts.games)) for name, number in sorted(counts.events.items())]
    if names is None:
        note = say("The names of events are those of the program.")
        return Figures(say("Events"), (say("Event"), say("a game")), average_rows(found), note)
    spoken = sorted((str(names.get(name) or words_of_name(name)), number) for name, number in found)
    return Figures(say("Events"), (say("Event"), say("a game")), average_rows(spoken))


def average_rows(found: Iterable[tuple[str, Fraction]]) -> tuple[tuple[str, str], ...]:
    return tuple([(name, hundredths(number)) for name, number in found])


def words_of_name(name: str) -> str:
    """`StonePlaced` as `Stone placed`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name).capitalize()


def hundredths(number: Fraction) -> str:
    return f"{float(number):.2f}"
