"""How the seats came on: their buildings on the board after each round, as a line chart."""

from collections.abc import Iterator, Sequence

from referee.show.view import Chart, ReportTable, Row, Series
from referee.titles.attika.rules.ending import built_count
from referee.titles.attika.rules.events import AttikaMoment
from referee.titles.attika.show.known import Sight
from referee.titles.attika.show.story import Turns
from referee.words import say, term


def charts(seen: Sequence[Sight | AttikaMoment], turns: Turns) -> Iterator[Chart]:
    """The chart, from the second round on."""
    last = seen[-1].position
    ends = [end for _, _, end in turns.all]
    rounds = ends[len(last.order) - 1 :: len(last.order)]
    if last.end.seats and rounds and rounds[-1] != ends[-1]:
        rounds.append(ends[-1])
    shown = [seen[end].position for end in rounds]
    if len(rounds) < 2:
        return
    seats = last.order
    x = tuple([str(number) for number in range(1, len(rounds) + 1)])
    series = tuple([Series(seat, tuple([built_count(position, seat) for position in shown])) for seat in seats])
    rows = tuple([Row((x[at], *[each.values[at] for each in series])) for at in range(len(x))])
    columns = (say("Round"), *map(term, seats))
    heading = say("Buildings on the board after each round")
    yield Chart("rounds", heading, x, series, ReportTable("rounds", heading, columns, rows))
