"""What is due by the clock: turns and reminders are recorded, and the e-mails go out that waited for their time."""

from collections.abc import Sequence
from typing import NamedTuple

from referee.app.game_access import Table
from referee.app.time import tick
from referee.mail.act import digest, receive_mail
from referee.mail.act.heard_mail import WAITING
from referee.mail.act.send_reports import Posted
from referee.mail.act.table import daily_letters
from referee.store import log


class Reminded(NamedTuple):
    """What was done in each game, what could not be sent now and waits, and the e-mails of the day."""

    acts: list[tick.Act]
    troubles: list[str]
    letters: list[Posted]


def remind(table: Table, games: Sequence[str], *, dry_run: bool = False) -> Reminded:
    """Record what is due, in all games if none is named, and send what waited. Raises Misconfigured."""
    acts = [*tick.tick(table, games, dry_run=dry_run)]
    if dry_run:
        return Reminded(acts, [], [])
    soon = any(act.did in (*tick.TROUBLE, *tick.MISSES, "overdue", "unsent") for act in acts)
    troubles: list[str] = []
    if table.settings.mail:
        troubles += [*still_waiting(table), *map(str, digest.write_to_moderator(table, soon=soon))]
    return Reminded(acts, troubles, [] if games else daily_letters.send_daily_letters(table))


def still_waiting(table: Table) -> list[str]:
    """Send the answers that had to wait: those that wait on, or why none was sent."""
    try:
        done = receive_mail.answer_deferred(table)
    except log.Trouble as error:  # whatever was recorded of the clock is printed all the same
        return [str(error)]
    return [f"{each.game} {each.seat}: {each.says}" for each in done if each.became == WAITING]
