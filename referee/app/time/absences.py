"""When players are away: entering absences, ending and listing them, and how many days count."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from referee.app.errors import Refused
from referee.app.game_access import Game, Table, open_game, refuse_stranger
from referee.app.play import record_move
from referee.app.play.people_limits import refuse_days, refuse_past
from referee.app.play.record_move import Submitted, reason_fields, with_reason
from referee.app.time.counted_time import BEGINNING, DAY, Absence, absences, clock_of, time, times_of, zone_of
from referee.store.documents import Aside, Documents, unsealed_entry
from referee.words import say

USUAL = "60d"
"""How many days a player may be away in a game, where its clock says nothing else."""
INSTANT = timedelta(microseconds=1)


class Used(NamedTuple):
    """How many days of absence are entered, of how many."""

    days: int
    most: int

    @property
    def is_nearly_all(self) -> bool:
        """Whether it is five of six days, or more."""
        return self.days > 0 and 6 * self.days >= 5 * self.most


class SeatAbsences(NamedTuple):
    """The absences of who plays a seat now, and how many days they are."""

    absences: tuple[Absence, ...]
    used: Used


def days_of(found: Sequence[Absence], zone: ZoneInfo) -> int:
    """How many days of a zone absences touch; one on which several do counts once."""
    days: set[date] = set()
    for each in found:
        if each.start < each.end:
            first = each.start.astimezone(zone).date()
            last = (each.end - INSTANT).astimezone(zone).date()
            days |= {first + n * DAY for n in range((last - first).days + 1)}
    return len(days)


def most_days(documents: Documents) -> int:
    """How many days a player may be away in a game."""
    return int(clock_of(documents).get("absence", USUAL).removesuffix("d"))


def listing(documents: Documents, seat: str) -> SeatAbsences:
    """The absences of who plays a seat now. Raises Refused for a zone that this machine does not know."""
    zone, times = zone_of(documents), times_of(documents)
    taken = [n for n, each in enumerate(documents[1:], 1) if each["kind"] == "player" and each["seat"] == seat]
    own = [each for each in absences(documents, times, seat, zone) if each.entry > max(taken, default=0)]
    return SeatAbsences(tuple(own), Used(days_of(own, zone), most_days(documents)))


def absence_state(absence: Absence, now: datetime) -> str:
    """`ended`, `over`, `now` or `coming`."""
    if absence.ended:
        return "ended"
    if absence.end <= now:
        return "over"
    return "now" if absence.start <= now else "coming"


def absent(table: Table, id: str, seat: str, first: str, last: str, why: str = "") -> Submitted:
    """A player is away between two days; if it is that player's turn, the clock stops. Twice does no harm."""
    refuse_days(first, last)
    reason = reason_fields(why)
    return record_move.record_aside_entry(
        table, id, "absent", lambda game: with_reason(absence_entry(table, game, seat, first, last), reason)
    )


def absence_entry(table: Table, game: Game, seat: str, first: str, last: str) -> Aside | int:
    """The entry's fields for an absence; or the number of the entry that has them already. Raises Refused, Usage."""
    refuse_stranger(game, seat)
    for each in listing(game.log.documents, seat).absences:
        if (each.first, each.last, each.ended) == (first, last, False):
            return each.entry
    refuse_past(table, game, last)
    fields: Aside = {"seat": seat, "from": first, "to": last}
    refuse_too_many(table, game, fields)
    return fields


class TooManyDays(Refused):
    """A player would be away for more days than the game allows."""


def refuse_too_many(table: Table, game: Game, fields: Aside) -> None:
    """Raises TooManyDays."""
    documents = game.log.documents
    before = listing(documents, fields["seat"]).used
    after = listing((*documents, unsealed_entry("absent", table.time(), fields)), fields["seat"]).used
    if after.days <= after.most:
        return
    words = (
        "That would be {days} days away in this game, but the limit is {most} and you have "
        "{left} left. Enter fewer days, or ask the moderator for more."
    )
    raise TooManyDays(say(words, days=after.days, most=after.most, left=max(after.most - before.days, 0)))


def end(table: Table, id: str, seat: str, *, coming: bool, why: str = "") -> Submitted:
    """A player is back: what keeps it away now ends; `coming`: cancel future absences, too.

    Twice does no harm. Raises Refused if there is nothing to end.
    """
    reason = reason_fields(why)
    return record_move.record_aside_entry(
        table, id, "absent", lambda game: with_reason(ending(table, game, seat, coming=coming), reason)
    )


def ending(table: Table, game: Game, seat: str, *, coming: bool) -> Aside | int:
    """The entry's fields for the end; or the number of the entry that has them already. Raises Refused, Usage."""
    refuse_stranger(game, seat)
    now = time(table.time(), BEGINNING)
    own = listing(game.log.documents, seat).absences
    ends = [each.entry for each in own if now < each.end and not each.ended and (coming or each.start <= now)]
    if ends:
        return {"seat": seat, "ends": ends}
    before = [n for n, each in enumerate(game.log.documents) if each.get("seat") == seat and "ends" in each]
    if before and any(each.ended for each in own):
        return before[-1]
    later = any(now < each.start and not each.ended for each in own)
    if later:
        raise Refused(say("You are not away now. To cancel a future absence, write `absent: none`."))
    raise Refused(say("There is no absence to end."))


def list_absences(table: Table, id: str, seat: str) -> tuple[SeatAbsences, list[str]]:
    """The absences of who plays a seat of a game, and the `state` of each. Raises Usage for a seat that it has not."""
    game = open_game(table, id)
    refuse_stranger(game, seat)
    found = listing(game.log.documents, seat)
    return found, [absence_state(each, time(table.time(), BEGINNING)) for each in found.absences]
