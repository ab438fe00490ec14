"""The one letter that answers a mail: what became of it, and the game as it stands with a fresh block.

It goes to the registered address of a seat, never to where a mail says that it comes from. Of those that record
nothing a seat gets only so many in an hour: else two programs could answer each other for ever.
"""

import os
from datetime import timedelta
from typing import NamedTuple

from referee import disk
from referee.desk import refusal
from referee.desk.answering import Answer
from referee.desk.answers import Illegal, Misplaced
from referee.desk.heartbeat import folder as mail_folder
from referee.desk.mailing import addressed, to_compose
from referee.desk.table import Game, Table, open_game
from referee.desk.times import BEGINNING, time
from referee.post import inboxes
from referee.post.letter import Letter
from referee.private import Private
from referee.replay import PLAYING
from referee.words import AND, ENGLISH, Phrase, listed, say, speaking

HOURLY = 6
"""Receipts in an hour for one seat that say that nothing was recorded."""


class Due(NamedTuple):
    """A receipt that is to be delivered, and the entry up to which it tells its reader everything; 0: nothing new."""

    letter: Letter
    key: bytes
    told: int


class Told(NamedTuple):
    """What of a receipt is about the mail that it answers: fields of a `Letter`."""

    subject: Phrase
    opening: tuple[Phrase, ...]
    quoted: str = ""


def receipt(table: Table, id: str, seat: str, kept: Private, answer: Answer, digest: str, answers: str) -> Due:
    """The receipt for a mail. Raises what `open_game` raises."""
    game = open_game(table, id)
    with speaking(kept.languages.get(seat, ENGLISH)):
        told = Told(subject(game, seat, answer), answer.opening, "\n".join(map(text_of, answer.refused)))
        letter = addressed(game, kept, seat, kind="receipt", **told._asdict(), answers=answers, mark=digest)
    if answer.entry is None:
        return Due(letter._replace(log=b""), kept.reply_key, 0)
    return Due(to_compose(table, game, letter), kept.reply_key, game.log.last)


def subject(game: Game, seat: str, answer: Answer) -> Phrase:
    """What became of the mail, and whether its sender has more to do in the same turn."""
    if answer.entry is None:
        return say("Nothing was recorded")
    entries = listed(answer.entered, AND)
    if game.phase == PLAYING and game.book.to_move(game.position) == seat and game.book.begun(game.position):
        return say("Recorded as {entries}: your turn goes on", entries=entries)
    return say("Recorded as {entries}", entries=entries)


def unmatched(table: Table, id: str, seat: str, kept: Private, digest: str, answers: str) -> Due:
    """What a registered player is told about a mail that answers no letter to him: nothing of any game."""
    game = open_game(table, id)
    words = say(
        "A mail came that seems to be from you, but it could not be matched with a letter to you. Nothing was done "
        "with it. Answer the last letter that you got, with its own address."
    )
    with speaking(kept.languages.get(seat, ENGLISH)):
        told = Told(say("A mail could not be matched"), (words,))
        letter = addressed(game, kept, seat, kind="receipt", **told._asdict(), answers=answers, mark=digest)
    return Due(letter._replace(view=None, log=b""), kept.reply_key, 0)


def text_of(error: Exception) -> str:
    """A refusal line by line, as `submit` prints it."""
    if isinstance(error, Illegal):
        return refusal.illegal(error)
    return refusal.misplaced(error) if isinstance(error, Misplaced) else str(error)


def allowed(table: Table, game: str, seat: str, digest: str) -> bool:
    """Whether one more receipt that records nothing may go to a seat now; if so, it is counted. Raises NotRecorded.

    One that could not be delivered is not counted again; the same mail that comes again once it is done, is.
    """
    place = os.path.join(mail_folder(table.settings), "told")
    path = os.path.join(place, f"{game}.{seat}")
    since = time(table.time(), BEGINNING) - timedelta(hours=1)
    recent = [each for each in counted(path) if time(each[0], BEGINNING) > since]
    if digest in [each[1] for each in recent] and not inboxes.is_done(table.settings.private, digest + inboxes.ENDING):
        return True
    if len(recent) >= HOURLY:
        return False
    text = "".join(f"{when} {which}\n" for when, which in [*recent, (table.time(), digest)])
    try:
        disk.make_folder(place, 0o700)
        fresh = disk.fresh_name(place, f"{game}.{seat}")
        disk.write_new(fresh, text.encode(), 0o600)
        os.replace(fresh, path)
    except OSError as error:
        raise disk.NotRecorded(say("{path} could not be written: {why}.", path=path, why=disk.reason(error))) from error
    return True


def counted(path: str) -> list[tuple[str, str]]:
    """When receipts went to a seat, and the digests of the mails that they answered."""
    try:
        lines = disk.read(path).decode("ascii", "replace").splitlines()
    except disk.Unreadable:
        return []
    return [(when, which) for when, _, which in (line.partition(" ") for line in lines) if which]
