"""Once, when half of the time for answers is over, those who have not answered a proposal are reminded by e-mail."""

from collections.abc import Iterator
from datetime import datetime

from referee.app.game_access import Game, Table
from referee.app.time.counted_time import BEGINNING, time, zone_of
from referee.app.time.deadline_words import date_words
from referee.mail.act import due_reports
from referee.rules.proposals import Proposal
from referee.store import private
from referee.store.private import NO_LETTERS, Private
from referee.words import ENGLISH, say, speaking


def seats_to_remind(table: Table, game: Game, found: Proposal, now: datetime) -> Iterator[tuple[str, str]]:
    """The seats that get a reminder of an open proposal now, and its text in their language."""
    if now < half_of(found) or not private.is_kept(table.settings.private, game.id):
        return
    kept = private.read_private_part(table.settings.private, game.id)
    for seat in found.missing:
        text = reminder_text(game, found, kept.languages.get(seat, ENGLISH))
        if gets_letters(kept, seat) and not is_reminded(table, game, seat, text, found.number):
            yield seat, text


def half_of(found: Proposal) -> datetime:
    """When half of the time for answers is over."""
    begin, end = (time(found.entry[key], BEGINNING) for key in ("at", "until"))
    return begin + (end - begin) / 2


def gets_letters(kept: Private, seat: str) -> bool:
    return seat in kept.addresses and kept.letters.get(seat) != NO_LETTERS


def reminder_text(game: Game, found: Proposal, language: str) -> str:
    date = date_words(time(found.entry["until"], BEGINNING), zone_of(game.log.documents))
    words = "Please answer the proposal, with `yes` or `no`, until {date}. No answer counts as a no."
    with speaking(language):
        return str(say(words, date=date))


def is_reminded(table: Table, game: Game, seat: str, text: str, entry: int) -> bool:
    """Whether the reminder of the proposal of an entry waits for the next e-mail to a seat, or was delivered."""
    return due_reports.is_kept(table.settings, game.id, seat, due_reports.FROM_REFEREE, text, entry)


def remind_seat(table: Table, game: Game, seat: str, text: str, entry: int) -> None:
    """Keep a reminder for the next e-mail to a seat. Raises Refused, NotRecorded."""
    due_reports.store_words(table.settings, game.id, seat, due_reports.FROM_REFEREE, text, entry)
