"""The moderator's commands for a game's clock: more time for a turn, stop, continue, and how time is counted."""

import re
from bisect import bisect_left
from collections.abc import Mapping
from datetime import date
from typing import cast

from referee.app.errors import Refused, Usage, nearest_hint
from referee.app.game_access import Game, Table, open_game, refuse_stranger
from referee.app.play import record_move
from referee.app.play.people_limits import refuse_day, said_before
from referee.app.play.read_move import refuse_idle, refuse_other
from referee.app.play.record_move import Submitted
from referee.app.time.absences import USUAL
from referee.app.time.counted_time import (
    BEGINNING,
    DAY,
    clock_of,
    midnight,
    time,
    utc_text,
    zone_named,
    zone_of,
)
from referee.app.time.deadlines import OpenTurn, deadline, stopping_entry, turn_of
from referee.store.documents import Aside, Clock, Data, unsealed_entry
from referee.words import prints, say

LENGTH = "hours or days, such as 72h or 3d"
DEFAULTS = {"allowance": "", "grace": "24h", "weekends": "count", "zone": "UTC", "missed": "wait", "absence": USUAL}
VALUES = {"weekends": ("count", "skip"), "missed": ("pass", "suggest", "wait")}
CHANGES = say("Write each one as KEY=VALUE, such as allowance=3d. The keys are {keys}.", keys=", ".join(DEFAULTS))
NEEDED = say("--clock needs KEY=VALUE. The keys are {keys}.", keys=", ".join(DEFAULTS))


def changed_terms(before: Clock, words: Mapping[str, str]) -> Clock:
    """The present terms, or else the usual ones, with these changes.

    Raises Usage; Refused when the zone from before is unknown.
    """
    words = {key: plain_length(value) if key in ("allowance", "grace") else value for key, value in words.items()}
    for key, value in words.items():
        refuse_term(key, value)
    found = cast(Clock, {**DEFAULTS, **before, **words})
    if not found["allowance"]:
        raise Usage(say("A clock needs an allowance, for example allowance=72h."))
    zone_named(found["zone"])
    return found


SPOKEN = re.compile(r"(-?[0-9]{1,6}) *(h|hours?|d|days?|w|weeks?)", re.IGNORECASE)
WEEK = 7


def plain_length(text: str) -> str:
    """`3 days`, `2D` or `1 week` as `3d`, `2d`, `7d`; any other text as it is."""
    found = SPOKEN.fullmatch(text.strip())
    if not found:
        return text
    unit = found[2][0].lower()
    return f"{int(found[1]) * WEEK}d" if unit == "w" else f"{int(found[1])}{unit}"


def hours(text: str) -> int:
    """`24`, `24h` or `1d` in hours, whether or not it is as many as may be given. Raises Usage."""
    found = re.fullmatch("(-?[0-9]{1,6})([hd]?)", plain_length(text))
    if not found:
        raise Usage(say("{text} is not a length of time. Write hours or days, such as 24, 24h or 2d.", text=text))
    return int(found[1]) * (24 if found[2] == "d" else 1)


def refuse_zone(name: str) -> None:
    """Raises Usage."""
    try:
        zone_named(name)
    except Refused as error:
        raise Usage(error.says, error.hint) from error


def refuse_term(key: str, value: str) -> None:
    """Raises Usage."""
    if key not in DEFAULTS:
        says = say("A clock has no {key}. It has {keys}.", key=key, keys=", ".join(DEFAULTS))
        raise Usage(says, nearest_hint(key, DEFAULTS))
    if key == "zone":
        refuse_zone(value)
    if key in VALUES and value not in VALUES[key]:
        values = " or ".join(VALUES[key])
        says = say("{key} can be {values}, not {value}.", key=key, values=values, value=value or "''")
        raise Usage(says, nearest_hint(value, VALUES[key]))
    if key == "absence" and not re.fullmatch("(?:0|[1-9][0-9]{0,2})d", value):
        raise Usage(say("absence is a number of days such as {usual}, not {value}.", usual=USUAL, value=value or "''"))
    least = "[1-9][0-9]{0,3}" if key == "allowance" else "(?:0|[1-9][0-9]{0,3})"
    if key in ("allowance", "grace") and not re.fullmatch(least + "[hd]", value):
        raise Usage(say("{key} is {length}, not {value}.", key=key, length=LENGTH, value=value or "''"))


MORE_TIME = "The moderator gave more time."
PAUSED = "The moderator stopped the clock."
"""Reasons of who gives none."""
LONGEST = 9999
"""Hours by which a turn may be extended."""
MOST = 200
"""Letters of a reason."""


def more_time(hours_more: str | None, until: str | None) -> int | date:
    """What is given: a number of hours, or until a day. Raises Usage."""
    if (hours_more is None) == (until is None):
        raise Usage(say("Write how many hours, such as 24h, or --until and a day, such as --until 2026-12-24."))
    if until is None:
        return hours(hours_more or "")
    refuse_day(until)
    return date.fromisoformat(until)


def extend(table: Table, id: str, seat: str, more: int | date, why: str = "") -> Submitted:
    """Give the seat to move ("": whoever it is) more time for this turn: so many hours, or until the end of a day.

    The same for the same reason is not given twice.
    """
    why = why or MORE_TIME
    refuse_reason(why)
    if isinstance(more, int) and not 1 <= more <= LONGEST:
        raise too_long(more)

    def words(game: Game) -> Aside | int:
        turn = refuse_untimed(game, seat)
        hours = more if isinstance(more, int) else hours_until(table, game, turn, more)
        if not hours and (known := said_before(game, "clock", {"event": "extended", "why": why}, turn.after)):
            return known
        if not hours:
            raise Usage(say("This turn is due no sooner than {day} already.", day=str(more)))
        if not 1 <= hours <= LONGEST:
            raise too_long(hours)
        fields: Aside = {"event": "extended", "seat": turn.seat, "hours": hours, "why": why}
        return said_before(game, "clock", fields_as_text(fields), turn.after) or with_due(table, game, turn, fields)

    return record_move.record_aside_entry(table, id, "clock", words)


def too_long(hours: int) -> Usage:
    return Usage(say("You can extend a turn by 1 to {most} hours, not by {hours}.", most=LONGEST, hours=hours))


def hours_until(table: Table, game: Game, turn: OpenTurn, day: date) -> int:
    """The fewest whole hours more with which a turn is due no sooner than a day ends; 0 where it is already so.

    Raises Usage for a day that is over.
    """
    end = midnight(day + DAY, zone_of(game.log.documents))
    if end <= time(table.time(), BEGINNING):
        raise Usage(say("{day} is over.", day=day))

    def is_enough(hours: int) -> bool:
        fields: Aside = {"event": "extended", "seat": turn.seat, "hours": hours}
        found = deadline((*game.log.documents, unsealed_entry("clock", table.time(), fields)), turn)
        return found is None or found.due is None or found.due >= end

    return bisect_left(range(LONGEST + 1), True, key=is_enough)


def fields_as_text(fields: Data) -> dict[str, str]:
    """As a log gives them back."""
    return {key: str(value) for key, value in fields.items()}


def refuse_reason(why: str) -> None:
    if not why.strip() or len(why) > MOST or not prints(why):
        raise Usage(say("Give a reason of 1 to {most} visible characters. Players can read it.", most=MOST))


def given_reason(why: str) -> Aside:
    """The field of an entry for a reason, where one is given. Raises Usage."""
    if why:
        refuse_reason(why)
    return {"why": why} if why else {}


def refuse_untimed(game: Game, seat: str) -> OpenTurn:
    """The turn of the seat to move ("": whoever it is), in a game with a clock. Raises Refused."""
    refuse_idle(game)
    turn = turn_of(game)
    if turn is None:
        raise Refused(say("{game} is over, so it is nobody's turn.", game=game.id))
    if seat:
        refuse_stranger(game, seat)
        refuse_other(seat, turn.seat)
    refuse_clockless(game)
    return turn


def refuse_clockless(game: Game) -> None:
    if not clock_of(game.log.documents):
        hint = say("To set one: referee time {game} allowance=72h", game=game.id)
        raise Refused(say("{game} has no clock.", game=game.id), hint)


def with_due(table: Table, game: Game, turn: OpenTurn, fields: Aside) -> Aside:
    """The fields of an event with the resulting deadline."""
    entry = unsealed_entry("clock", table.time(), fields)
    found = deadline((*game.log.documents, entry), turn)
    return {**fields, "due": utc_text(found.due)} if found and found.due else fields


def pause(table: Table, id: str, why: str = "") -> Submitted:
    """Stop the clock of a game until it is resumed. Twice does no harm."""
    why = why or PAUSED
    refuse_reason(why)

    def words(game: Game) -> Aside | int:
        refuse_clockless(game)
        still = stopping_entry(game.log.documents)
        return int(still["entry"]) if still else {"event": "stopped", "why": why}

    return record_move.record_aside_entry(table, id, "clock", words)


def resume(table: Table, id: str, why: str = "") -> Submitted:
    """Start the clock of a game again. Twice does no harm."""
    reason = given_reason(why)

    def words(game: Game) -> Aside | int:
        if stopping_entry(game.log.documents):
            return {"event": "resumed", **reason}
        before = said_before(game, "clock", {"event": "resumed"}, 0)
        if not before:
            raise Refused(say("The clock of {game} isn't stopped.", game=game.id))
        return before

    return record_move.record_aside_entry(table, id, "clock", words)


def change_clock(table: Table, id: str, words: Mapping[str, str], why: str = "") -> Submitted:
    """Count time in another way from now on, for the turn that is played now too. Twice does no harm."""
    reason = given_reason(why)

    def entry(game: Game) -> Aside | int:
        before = clock_of(game.log.documents)
        after = changed_terms(before, words)
        if after == {"absence": USUAL, **before}:
            return last_change(game)
        return {"event": "changed", "clock": after, **reason}

    return record_move.record_aside_entry(table, id, "clock", entry)


def last_change(game: Game) -> int:
    """The number of the entry that set the clock, 0 for the header."""
    numbered = enumerate(game.log.entries, 1)
    return max((n for n, each in numbered if each.get("event") == "changed"), default=0)


def current(table: Table, id: str) -> Clock:
    """How time is counted now; nothing without a clock."""
    return clock_of(open_game(table, id).log.documents)
