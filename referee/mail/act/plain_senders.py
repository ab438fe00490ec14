"""Finds the writer of a mail by its sender's address: the game it is about, and the e-mail it answers.

An address in `From` proves nothing by itself. It counts where the mail server has proved it, or where the table takes
mails without tags (`tags = false`).
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC
from email.utils import parsedate_to_datetime
from typing import NamedTuple

from referee import GAME_ID
from referee.app.game_access import Game, Table
from referee.app.look.listed_games import UnreadableGame, open_readable, private_of
from referee.app.time.counted_time import utc_text
from referee.mail.act.heard_mail import Sender
from referee.mail.read import game_parts, identity, requests
from referee.mail.read.game_parts import GameNames
from referee.mail.read.mail_parts import Mail
from referee.mail.transport import mail_progress
from referee.mail.transport.mail_progress import Begun
from referee.mail_settings import MailSettings
from referee.rules.replay import CLOSED, PLAYING
from referee.store import private
from referee.store.private import Private


class OwnSeat(NamedTuple):
    """A seat whose e-mails go to an address. The game is None where it can't be read now."""

    id: str
    seat: str
    kept: Private
    game: Game | None

    @property
    def rank(self) -> int:
        """The games that wait for the player come first, those that are over last."""
        if self.game is None:
            return 2
        if self.game.is_over or self.game.phase == CLOSED:
            return 3
        return 0 if self.game.phase == PLAYING and self.game.mover == self.seat else 1


def own_seats(
    table: Table, address: str, ids: Iterable[str] | None = None, opened: Game | None = None
) -> list[OwnSeat]:
    """The seats with an address in all games, or in some, by rank and name. `opened`: a game that is open already."""
    found = list[OwnSeat]()
    for id in private.ids(table.settings.private) if ids is None else ids:
        try:
            kept = private_of(table, id)
        except UnreadableGame:
            continue  # nobody knows whose it is
        mine = [seat for seat, each in (kept.addresses if kept else {}).items() if each.lower() == address.lower()]
        if kept and mine and address:
            game = opened if opened and opened.id == id else readable_game(table, id)
            found += [OwnSeat(id, seat, kept, game) for seat in mine if game is None or seat in game.header["seats"]]
    return sorted(found, key=lambda each: (each.rank, each.id))


def readable_game(table: Table, id: str) -> Game | None:
    try:
        return open_readable(table, id)
    except UnreadableGame:
        return None


def sole_seats(seats: Sequence[OwnSeat]) -> list[OwnSeat]:
    """Those in games that can be read, in which no other seat has the same address."""
    number = Counter(each.id for each in seats)
    return [each for each in seats if each.game and number[each.id] == 1]


def named_games(mail: Mail, settings: MailSettings) -> Iterator[str]:
    """What may be the games that a mail is about: those in its text, in the e-mail that it answers, in its subject."""
    found = games_in_text(mail, settings)
    yield from (*found.blocks, *found.headings)
    if answered := answered_entry(mail):
        yield answered.game
    elif not mail.first("in-reply-to"):
        yield from identity.games_named(mail, settings.separator)


def games_in_text(mail: Mail, settings: MailSettings) -> GameNames:
    return game_parts.games_in(requests.own_lines(mail, (settings.reply,)))


ANSWERED = re.compile(rf"<referee\.({GAME_ID})\.([1-9][0-9]{{0,5}})\.([a-z0-9_-]{{1,40}})\.[0-9a-f]+[.@]")


def answered_entry(mail: Mail) -> Begun | None:
    """The e-mail of ours that a mail answers, by its Message-ID. Anybody can write this."""
    found = ANSWERED.match(mail.first("in-reply-to"))
    return Begun(found[1], found[3], int(found[2])) if found else None


def entry_answered(table: Table, own: OwnSeat, mail: Mail) -> int:
    """The entry of the e-mail that a mail of a player answers: the last that was sent before it was written.

    So the same mail again is no answer to a later e-mail.
    """
    sent = mail_progress.mark(table.settings.private, own.id, own.seat, own.kept.addresses[own.seat]).entry
    answered = answered_entry(mail)
    if answered and (answered.game, answered.seat) == (own.id, own.seat):
        return min(sent, answered.entry)
    try:
        written = utc_text(parsedate_to_datetime(mail.first("date")).astimezone(UTC))
    except (ValueError, TypeError, OverflowError):
        return sent
    entries = own.game.log.documents[: sent + 1] if own.game else []
    return next((n for n in range(len(entries) - 1, 0, -1) if str(entries[n].get("at", "")) <= written), 0)


def plain_sender(table: Table, settings: MailSettings, mail: Mail, seats: Sequence[OwnSeat]) -> Sender | None:
    """Whose mail it is: of the seats with its address that of the game it names, or that alone waits; else None."""
    named = list(named_games(mail, settings))
    chosen = [each for name in named for each in seats if each.id == name]
    waiting = [each for each in seats if each.rank == 0]
    for found in (chosen[:1], seats, waiting, [each for each in seats if each.rank < 3]):
        if len(found) == 1:
            entry = entry_answered(table, found[0], mail)
            return Begun(found[0].id, found[0].seat, entry), found[0].kept
    return None
