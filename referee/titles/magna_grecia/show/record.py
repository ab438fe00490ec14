"""The record of the game: points at the end of each round, and the final scoring step by step."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from referee.show.view import Chart, ReportTable, Row, Series, Word
from referee.titles.magna_grecia.rules.events import (
    GameEnded,
    MagnaGreciaEvent,
    MagnaGreciaMoment,
    MarketRemoved,
    MarketScored,
    OracleScored,
    RoundBegan,
)
from referee.titles.magna_grecia.rules.physics import evolve
from referee.titles.magna_grecia.rules.scoring import projected_points, tiles_left
from referee.titles.magna_grecia.rules.state import Position
from referee.titles.magna_grecia.show.picture import short_place_name, space_name
from referee.words import say, term

SCORING = (MarketRemoved, MarketScored, OracleScored, GameEnded)

Points = dict[str, int]
"""Of each seat."""


def ending(moments: Sequence[MagnaGreciaMoment]) -> int:
    """The place in `moments` of the one that ended the game, or 0."""
    for index in range(len(moments) - 1, 0, -1):
        events = moments[index].events
        if events and isinstance(events[-1], GameEnded):
            return index
    return 0


def before_scoring(moments: Sequence[MagnaGreciaMoment]) -> Position:
    """The last position that has its markets: of a finished game the one from which it was scored."""
    end = ending(moments)
    position: Position = moments[-1].position
    if end:
        position = moments[end - 1].position
        for event, after in zip(moments[end].events, moments[end].course(position, evolve), strict=True):
            if isinstance(event, SCORING):
                break
            position = after
    return position


def points_of(position: Position) -> Points:
    return {seat: purse.points for seat, purse in position.purses.items()}


class Round(NamedTuple):
    """How the seats stood after a round: their points in hand, and with what the final scoring would have added."""

    name: Word
    card: str
    points: Points
    totals: Points
    over: bool = False


def rounds(moments: Sequence[MagnaGreciaMoment]) -> list[Round]:
    """The start, the end of each round played and, of a finished game, the end."""
    found = [round_of(say("start"), "", moments[0].position)]
    card, number = "", 0
    for moment in moments[1:]:
        for event in moment.events:
            if isinstance(event, RoundBegan):
                if number:
                    found.append(round_of(str(number), card, moment.position))
                card, number = event.card, event.round
    end = ending(moments)
    if end:
        found.append(round_of(str(number), card, before_scoring(moments)))
        points = points_of(moments[end].position)
        found.append(Round(say("end"), "", points, points, over=True))
    return found


def round_of(name: Word, card: str, position: Position) -> Round:
    return Round(name, card, points_of(position), projected_points(position))


def score_by_round(position: Position, record: list[Round]) -> ReportTable:
    """What each seat would have had if the game had ended after each round, and its points in hand if they differ."""
    seats = position.setting.seats
    columns = (say("After round"), say("Card"), *map(term, seats))
    rows = [Row((each.name, each.card, *[score(each, seat) for seat in seats]), strong=each.over) for each in record]
    note = say("In brackets: the points in hand. Start: MG-2.4; end: after the final scoring, MG-10.2 and MG-10.3.")
    return ReportTable("rounds", AHEAD, columns, tuple(rows), note)


def score(found: Round, seat: str) -> Word:
    """`34 (5)`; one number where nothing would be added."""
    total, points = found.totals[seat], found.points[seat]
    return say("{total} ({points})", total=total, points=points) if total != points else total


def chart_of_rounds(position: Position, record: list[Round]) -> Chart:
    """The same as lines, from the end of round 1 on: who would have won then."""
    table = score_by_round(position, record)
    series = [Series(seat, tuple([each.totals[seat] for each in record])) for seat in position.setting.seats]
    return Chart(table.id, table.heading, tuple([each.name for each in record]), tuple(series), table)


AHEAD = say("Points if the game had ended then")
"""What a chart of the game shows: points in hand would not say who is ahead, since they are spent to score later."""


def final(moments: Sequence[MagnaGreciaMoment]) -> ReportTable:
    """The final scoring as MG-10.2 tells it: markets off the board, place by place, oracles, tie-break, winners."""
    end = ending(moments)
    position = before_scoring(moments)
    columns = (say("Step"), *map(term, position.setting.seats))
    scored = [event for event in moments[end].events if isinstance(event, SCORING)]
    points = points_of(position)
    first = Row((say("Points before"), *points.values()), ("MG-10.1",))
    won = moments[end].events[-1]
    assert isinstance(won, GameEnded)
    last = victory_rows(moments[end].position, won)
    rows = (first, *removals(position, scored), *running(position, scored, points), *last)
    note = say("Running totals; in brackets what the step adds. Why each market scores what it does stands below.")
    return ReportTable("final", say("Final scoring"), columns, rows, note, in_posts=True)


def removals(position: Position, scored: Sequence[MagnaGreciaEvent]) -> Iterator[Row]:
    """The markets that come off the board before anything is scored."""
    seats = position.setting.seats
    for sold, words, rule in (
        (True, say("Sold, removed"), "MG-8.7"),
        (False, say("Inactive, removed"), "MG-8.5"),
    ):
        gone = [event for event in scored if isinstance(event, MarketRemoved) and event.sold == sold]
        if gone:
            cells = [", ".join([position.label(e.place) for e in gone if e.seat == seat]) for seat in seats]
            yield Row((words, *cells), ("MG-10.2", rule))


def running(position: Position, scored: Sequence[MagnaGreciaEvent], points: Points) -> Iterator[Row]:
    """From the points before the scoring through every place and every oracle."""
    markets = [event for event in scored if isinstance(event, MarketScored)]
    for place, group in groupby(markets, key=lambda event: event.place):
        gains = {event.seat: event.value for event in group}
        yield Row((short_place_name(position, place), *add_gains(points, gains)), ("MG-10.2", "MG-8.6"))
    for event in scored:
        if isinstance(event, OracleScored):
            words = say("{at} (oracle)", at=space_name(position, event.oracle))
            yield Row((words, *add_gains(points, {event.seat: event.value})), ("MG-10.3",), event.seat)


def add_gains(points: Points, gains: Mapping[str, int]) -> list[Word]:
    """Add the gains, and tell the totals of those who gained."""
    points.update({seat: points[seat] + gain for seat, gain in gains.items()})
    return [say("{total} (+{gain})", total=points[seat], gain=gains[seat]) if seat in gains else "" for seat in points]


def victory_rows(position: Position, ended: GameEnded) -> Iterator[Row]:
    """Totals, the tiles that break a tie, and who has won."""
    points = points_of(position)
    yield Row((say("Points"), *points.values()), ("MG-10.4",), strong=True)
    best = max(points.values())
    if sum(1 for total in points.values() if total == best) > 1:
        tiles = [tiles_left(position, seat) if points[seat] == best else "" for seat in points]
        yield Row((say("Tie: tiles left"), *tiles), ("MG-10.4",))
    shared = len(ended.winners) > 1
    won = say("shares it") if shared else say("wins")
    yield Row((say("Victory"), *[won if seat in ended.winners else "" for seat in points]), ("MG-10.4",), strong=True)
