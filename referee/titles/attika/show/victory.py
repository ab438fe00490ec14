"""How a game of Attika was won: what the winner completed, and how near the next one was."""

from collections.abc import Iterator, Sequence

from referee.show.victory import Names, best_loser, lead_sentence, plain_victory
from referee.show.view import Chart
from referee.titles.attika.rules.events import AttikaMoment
from referee.titles.attika.rules.state import AttikaPosition
from referee.titles.attika.rules.turns import buildings, outcome, touched_shrines
from referee.titles.attika.show.ways import nearest_link
from referee.words import AND, Phrase, say, word_list

NEAR = 4
"""A loser who misses more buildings between two shrines was not close to winning by them."""


def how_won(names: Names, moments: Sequence[AttikaMoment], chart: Chart | None) -> Iterator[Phrase]:
    """The last of the moments is that of a finished game."""
    position = moments[-1].position
    ended, reasons = outcome(position), position.course.reasons
    assert ended
    winner = ended.winners[0]
    if "shrines" in reasons:
        yield say(
            "{winner} connected the shrines {shrines}.", winner=names[winner], shrines=joined_shrines(position, winner)
        )
        yield from nearest_loser(position, winner, names)
        return
    loser = best_loser(ended.winners, ended.counts)
    if "buildings" in reasons and loser:
        facts = {"winner": names[winner], "all": ended.counts[winner], "loser": names[loser]}
        left = buildings(position) - ended.counts[loser]
        yield say("{winner} built all {all} buildings. {loser}, the next best, had {left} left.", left=left, **facts)
    else:
        yield plain_victory(ended.winners, ended.counts, ended.unit, names)
    if len(ended.winners) == 1 and (led := lead_sentence(chart, winner, names[winner])):
        yield led


def joined_shrines(position: AttikaPosition, seat: str) -> Phrase:
    """The first shrines that one settlement of the seat connects: `s1 and s3`."""
    reached = [touched_shrines(position, each) for each in position.mats[seat].settlements]
    shrines = next(each for each in reached if len(each) > 1)
    return word_list([f"s{each + 1}" for each in shrines], AND)


def nearest_loser(position: AttikaPosition, winner: str, names: Names) -> Iterator[Phrase]:
    """How many buildings the loser who was nearest to it still needed between two shrines."""
    missing = {seat: nearest_link(position, seat).needed for seat in position.course.order if seat != winner}
    seat = min(missing, key=missing.__getitem__)
    if missing[seat] > NEAR:
        yield say("Nobody else was close to a connection.")
    elif missing[seat] == 1:
        yield say("{loser} was one building short of a connection.", loser=names[seat])
    else:
        yield say("{loser} was {missing} buildings short of a connection.", loser=names[seat], missing=missing[seat])
