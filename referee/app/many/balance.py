"""The tables of many simulated games: the statistics of an archive, and what only whole games of planners show."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from referee.app.archive.statistics import INTERVAL, chapters, share
from referee.app.many.simulate import SimulatedGame
from referee.report.site.site_pages import Chapter, Figures
from referee.words import say


def balance_chapter(games: Sequence[SimulatedGame]) -> Chapter:
    """All tables about simulated games of one title, at least one."""
    (chapter,) = chapters([each.summary for each in games])
    telling = [each for each in chapter.figures if each.heading != MOST_ACTIVE]
    return chapter._replace(figures=(*telling, ties(games), events(games)))


MOST_ACTIVE = say("Most active players")
"""The heading of a table that says nothing where players are seats."""


def ties(games: Sequence[SimulatedGame]) -> Figures:
    """How many seats shared the victory."""
    found = Counter(len(each.summary.winners) for each in games)
    rows = tuple([(number, share(Fraction(found[number]), len(games))) for number in sorted(found)])
    return Figures(say("Shared victories"), (say("Winners"), say("Games")), rows, INTERVAL)


def events(games: Sequence[SimulatedGame]) -> Figures:
    """How often each kind of event happened, on average."""
    total = Counter[str]()
    for each in games:
        total.update(each.events)
    rows = tuple([(name, hundredths(Fraction(total[name], len(games)))) for name in sorted(total)])
    note = say("The names of events are those of the program.")
    return Figures(say("Events"), (say("Event"), say("a game")), rows, note)


def hundredths(number: Fraction) -> str:
    return f"{float(number):.2f}"
