"""How a game of Magna Grecia was won: by how much, where the points came from, and since when the winner was ahead."""

from collections.abc import Iterator, Sequence

from referee.show.victory import Names, best_loser, lead_sentence, plain_victory
from referee.show.view import Chart
from referee.titles.magna_grecia.rules.events import MagnaGreciaEvent, MagnaGreciaMoment, MarketScored, OracleScored
from referee.titles.magna_grecia.rules.markets import outcome
from referee.titles.magna_grecia.show.picture import points
from referee.titles.magna_grecia.show.view import ending
from referee.words import Phrase, say


def how_won(names: Names, moments: Sequence[MagnaGreciaMoment], chart: Chart | None) -> Iterator[Phrase]:
    """The last of the moments is that of a finished game."""
    ended, scored = outcome(moments[-1].position), moments[ending(moments)].events
    assert ended
    winner, loser = ended.winners[0], best_loser(ended.winners, ended.counts)
    lead = ended.counts[winner] - ended.counts.get(loser, 0)
    if len(ended.winners) > 1 or not loser:
        yield plain_victory(ended.winners, ended.counts, ended.unit, names)
        return
    facts: dict[str, object] = {"winner": names[winner], "loser": names[loser]}
    if not lead:
        yield say("{winner} and {loser} had the same points. {winner} won with more tiles left.", **facts)
    else:
        ours, theirs = (sources(scored, seat, ended.counts[seat]) for seat in (winner, loser))
        source = max(range(len(ours)), key=lambda at: ours[at] - theirs[at])
        facts |= {"lead": points(lead), "most": ours[source], "other": theirs[source]}
        yield difference(source, facts)
    if led := lead_sentence(chart, winner, names[winner]):
        yield led


def sources(scored: Sequence[MagnaGreciaEvent], seat: str, total: int) -> tuple[int, int, int]:
    """The points of a seat from markets, from oracles, and those that it had in hand before the final scoring."""
    markets = sum(each.value for each in scored if isinstance(each, MarketScored) and each.seat == seat)
    oracles = sum(each.value for each in scored if isinstance(each, OracleScored) and each.seat == seat)
    return markets, oracles, total - markets - oracles


def difference(source: int, facts: dict[str, object]) -> Phrase:
    """The lead, and the source in which the winner was furthest ahead: a number as in `sources`."""
    if source == 0:
        return say("{winner} won by {lead} over {loser}. Markets made the difference: {most} to {other}.", **facts)
    if source == 1:
        return say("{winner} won by {lead} over {loser}. Oracles made the difference: {most} to {other}.", **facts)
    words = "{winner} won by {lead} over {loser}. Points in hand made the difference: {most} to {other}."
    return say(words, **facts)
