"""Until when what is found out about a game holds, if nobody changes the game: the next moment that matters."""

from collections.abc import Iterator
from datetime import date, datetime

from referee.app.ahead import orders_file, play_orders
from referee.app.consent.proposal_words import end_of
from referee.app.consent.proposals import half_of
from referee.app.game_access import Game, Table
from referee.app.kept_answers import ALWAYS
from referee.app.play.seats import substitutes
from referee.app.time.counted_time import BEGINNING, DAY, absences, midnight, time, times_of, utc_text, zone_of
from referee.app.time.deadlines import deadline, turn_of
from referee.rules.entry_shapes import takes_orders
from referee.rules.proposals import open_proposal


def next_change(table: Table, game: Game) -> str:
    """The first moment after now at which anything that hangs on the time changes; ALWAYS if there is none.

    As entries have times: to the second that has begun, so never too late.
    """
    now = time(table.time(), BEGINNING)
    return min((utc_text(each) for each in changes(table, game) if each > now), default=ALWAYS)


def changes(table: Table, game: Game) -> Iterator[datetime]:
    """All moments at which something about a game changes by itself, past and future."""
    yield from turn_changes(table, game)
    documents, zone = game.log.documents, zone_of(game.log.documents)
    times = times_of(documents)
    for seat in game.header["seats"]:
        for each in absences(documents, times, seat, zone):
            yield from (each.start, each.end)
    for found in substitutes(game).values():
        yield midnight(date.fromisoformat(found.until) + DAY, zone)
    if proposal := open_proposal(documents):
        yield from (half_of(proposal), end_of(proposal))


def turn_changes(table: Table, game: Game) -> Iterator[datetime]:
    """When half of the time of the open turn is over, all of it, and its grace; and when an ordered turn is played."""
    turn = turn_of(game)
    if turn is None:
        return
    if found := deadline(game.log.documents, turn):
        yield from (each for each in (found.half, found.due, found.final) if each)
    if takes_orders(game.header) and orders_file.has_orders(table.settings, game.id):
        yield play_orders.moment_due(table, game, turn)
