"""How a game was won, in a sentence or two: what all titles share."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any, NamedTuple

from referee.show.view import Chart
from referee.words import AND, Phrase, say, word_list

Names = Mapping[str, str]
"""Seat → who plays it at the end."""


class Won(NamedTuple):
    """How a game was won: in a few words, as a heading, and in a sentence or two."""

    name: Phrase
    says: tuple[Phrase, ...]


def winner_names(winners: Iterable[str], names: Names) -> Phrase:
    return word_list([names[seat] for seat in winners], AND)


def winner_alert(winners: Sequence[str]) -> Phrase:
    """What the card of a winner says."""
    return say("wins") if len(winners) == 1 else say("shares the win")


def best_loser(winners: Iterable[str], counts: Mapping[str, int]) -> str:
    """The seat with the highest count among those that did not win; "" if all won."""
    losers = [seat for seat in counts if seat not in winners]
    return max(losers, key=counts.__getitem__, default="")


def ranked_seats(marks: Mapping[str, Any]) -> Iterator[tuple[int, str]]:
    """Each seat with its rank, the lowest mark first; seats with equal marks have one rank."""
    best = sorted(marks.values())
    for seat in sorted(marks, key=marks.__getitem__):
        yield 1 + best.index(marks[seat]), seat


def plain_victory(winners: tuple[str, ...], counts: Mapping[str, int], unit: Phrase, names: Names) -> Phrase:
    """The counts of the winner and the next best."""
    loser = best_loser(winners, counts)
    facts: dict[str, object] = {"winner": winner_names(winners, names), "unit": unit}
    if not counts or winners[0] not in counts:
        return say("{winner} won.", **facts)
    facts["count"] = counts[winners[0]]
    if len(winners) > 1:
        return say("{winner} shared the win with {count} {unit} each.", **facts)
    if not loser:
        return say("{winner} won with {count} {unit}.", **facts)
    words = "{winner} won with {count} {unit}, ahead of {loser} with {other}."
    return say(words, loser=names[loser], other=counts[loser], **facts)


def plain_name(winners: Sequence[str], names: Names) -> Phrase:
    """A game in a few words, for a heading: who won."""
    if len(winners) > 1:
        return say("{winner} share the win", winner=winner_names(winners, names))
    return say("{winner} wins", winner=winner_names(winners, names))


def plain_win(ended: Any, names: Names) -> Won:
    """Who won, and by how much: for titles and endings about which there is no more to say."""
    says = plain_victory(ended.winners, ended.counts, ended.unit, names)
    return Won(plain_name(ended.winners, names), (says,))


def victory_of(book: Any, names: Names, moments: Sequence[Any], chart: Chart | None) -> Won:
    """How a finished game of a title was won, as the title says it if it does."""
    own = book.show().victory
    return own(names, moments, chart) if own else plain_win(book.play.outcome(moments[-1].position), names)


def lead_sentence(chart: Chart | None, seat: str, player: str) -> Phrase | None:
    """Since when the winner was ahead of everybody in the chart of rounds; None where the chart does not say."""
    if chart is None:
        return None
    places = range(len(chart.x) - 1, -1, -1)
    led = sum(1 for _ in takewhile(lambda at: is_ahead(chart, seat, at), places))
    first = len(chart.x) - led
    if not led:
        return None
    if led == 1:
        return say("{player} only came out ahead at the very end.", player=player)
    if not first or (first == 1 and not any(is_ahead(chart, each.seat, 0) for each in chart.series)):
        return say("{player} was ahead from the beginning.", player=player)
    return say("{player} was ahead from round {round} on.", player=player, round=chart.x[first])


def is_ahead(chart: Chart, seat: str, at: int) -> bool:
    """Whether the value of the seat is higher than that of each other one."""
    values = {each.seat: each.values[at] for each in chart.series}
    return all(values[seat] > value for other, value in values.items() if other != seat)
