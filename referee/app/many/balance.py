"""The tables of many simulated games: the statistics of an archive, and what only whole games of planners show."""

from collections import Counter
from fractions import Fraction

from referee.app.archive.statistics import INTERVAL, Statistics, share
from referee.app.many.simulate import SimulatedGame
from referee.report.site.site_pages import Chapter, Figures
from referee.words import say


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

    def chapter(self) -> Chapter:
        """All tables, after at least one game."""
        (chapter,) = self.statistics.chapters()
        telling = [each for each in chapter.figures if each.heading != MOST_ACTIVE]
        return chapter._replace(figures=(*telling, ties(self), events(self)))


MOST_ACTIVE = say("Most active players")
"""The heading of a table that says nothing where players are seats."""


def ties(counts: Balance) -> Figures:
    """How many seats shared the victory."""
    rows = tuple([(each, share(Fraction(number), counts.games)) for each, number in sorted(counts.winners.items())])
    return Figures(say("Shared victories"), (say("Winners"), say("Games")), rows, INTERVAL)


def events(counts: Balance) -> Figures:
    """How often each kind of event happened, on average."""
    rows = tuple([(name, hundredths(Fraction(number, counts.games))) for name, number in sorted(counts.events.items())])
    note = say("The names of events are those of the program.")
    return Figures(say("Events"), (say("Event"), say("a game")), rows, note)


def hundredths(number: Fraction) -> str:
    return f"{float(number):.2f}"
