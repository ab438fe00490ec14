"""The e-mail to the moderator about what needs attention: at most one a day, and at once when a game cannot go on.

private/mail/moderator/digest   one line of JSON: what was found last, and what the moderator was written of it
private/mail/moderator/due      a digest that is about to be sent: a line of JSON with what is true then, and its bytes
"""

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from hashlib import sha256
from typing import NamedTuple

from referee.app.game_access import Table
from referee.app.look import status, status_overview
from referee.app.look.status import BROKEN, OVER, OVERDUE, STATES, GameStanding, Status
from referee.app.look.status_overview import SHOWN_ID
from referee.app.post.moderator_notes import (
    headline,
    make_notes_folder,
    notes_folder,
    open_notes,
    send_notes,
    unanswered_lines,
)
from referee.app.time.counted_time import BEGINNING, DAY, time
from referee.mail.act.answer_moderator import open_wishes
from referee.mail.act.moderator_post import moderator_key, moderator_letter, new_number
from referee.mail.transport import inboxes, outgoing
from referee.mail.write import mime
from referee.mail.write.addresses import Letter
from referee.mail.write.letter_bodies import fitting_refusal
from referee.mail_settings import MailSettings
from referee.store import disk, log
from referee.store.stores import read_document, store_of
from referee.words import ENGLISH, Phrase, say, speaking

STATE, DUE = "digest", "due"
HOUR, WEEK = timedelta(hours=1), 7 * DAY


class DigestState(NamedTuple):
    """What is known of digests.

    looked   when the games were looked at last
    at       when the last digest was sent; "": none was
    text     the digest of its text: the same is not sent again the next day, but after a week
    blocked  the games that could not go on when they were looked at last, or in which a player is lost, and why
    """

    looked: str = ""
    at: str = ""
    text: str = ""
    blocked: tuple[str, ...] = ()


def write_to_moderator(table: Table, *, soon: bool) -> list[Phrase]:
    """Send the moderator what is due: notes of players, and a digest. What could not be sent waits for the next run.

    soon: something happened of which the moderator may have to hear at once; else the games are looked at once an hour.
    """
    try:
        return [*send_notes(table), *send_digest(table, soon)]
    except (log.Trouble, OSError) as error:
        return [say("The moderator is not written to now: {why}", why=error)]


def send_digest(table: Table, soon: bool) -> Iterator[Phrase]:
    """Raises disk.Trouble, `log.Busy`, OSError."""
    mail = table.settings.mail
    if mail is None or not mail.moderator:
        return
    make_notes_folder(table.settings)
    with log.game_lock(notes_folder(table.settings), table.settings.wait):
        yield from send_pending(table, mail)
        before, now = read_state(table), time(table.time(), BEGINNING)
        if soon or not before.looked or now - time(before.looked, BEGINNING) >= HOUR:
            prepare_digest(table, mail, before)
            yield from send_pending(table, mail)


def prepare_digest(table: Table, mail: MailSettings, before: DigestState) -> None:
    """Look at the games, and put down the digest that is due, whole, before it is sent. Raises NotRecorded."""
    found = without_sent_notes(table, status.status(table))
    new = [each for each in found.unanswered if not before.at or each.at > before.at]
    lines = [*matter_lines(found), *unanswered_lines(new)]
    now = DigestState(table.time(), before.at, before.text, tuple(blocked_games(found)))
    text = sha256("\n".join(map(str, lines)).encode()).hexdigest()
    if not lines or not is_due(before, now, text):
        write_state(table, now)
        return
    now = now._replace(at=table.time(), text=text)
    number, answers = status_overview.matters(found) + bool(new), answer_lines(table, found)
    letter = digest_letter(mail, new_number(table.settings), now, lines, answers, number)
    with speaking(ENGLISH):
        message = mime.message(letter, mail, moderator_key(table.settings))
    write_file(table, DUE, json.dumps(now).encode() + b"\n" + message)


def without_sent_notes(table: Table, found: Status) -> Status:
    """The status without the notes that the moderator was sent one by one."""
    open_ids = [each.id for each in open_notes(table.settings)]
    notes = tuple([each for each in found.post.notes if each[0] in open_ids])
    return found._replace(post=found.post._replace(notes=notes))


def is_due(before: DigestState, now: DigestState, text: str) -> bool:
    """Whether a digest is due: a game cannot go on that could before; or a day is over and there is other news."""
    if set(now.blocked) - set(before.blocked) or not before.at:
        return True
    since = time(now.looked, BEGINNING) - time(before.at, BEGINNING)
    return since >= (WEEK if text == before.text else DAY)


def blocked_games(found: Status) -> Iterator[str]:
    """The games in which somebody needs the moderator at once, and why: another reason is another text."""
    for each in found.games:
        if each.state in (STATES[BROKEN], STATES[OVERDUE]):
            yield f"{each.game} {each.state} {each.order}"
        yield from (f"{each.game} missed {seat}" for seat in each.missed)
        yield from (f"{each.game} refused {seat} {why}" for seat, why in each.refused.items())
    yield from (f"{game} unreadable" for game in found.post.unreadable)


def matter_lines(found: Status) -> list[Phrase]:
    """What needs the moderator, as `referee status` finds it; nothing where nothing does."""
    if not status_overview.matters(found):
        return []
    lines = [
        say("{game}: {note}", game=each.game, note=note)
        for each in found.games
        if status_overview.needs(each)
        for note in each.notes
    ]
    return [*lines, *status_overview.troubles(found.post)]


def digest_letter(
    mail: MailSettings, id: int, state: DigestState, lines: list[Phrase], answers: list[Phrase], number: int
) -> Letter:
    """The e-mail with these lines, and with what can be answered; about no single game."""
    several = say("{number} matters need your attention", number=number)
    subject = say("1 matter needs your attention") if number == 1 else several
    opening = (say("This needs your attention, or is good to know:"),)
    how = "You can act by answering this e-mail with such lines, each alone on its line, and nothing else:"
    parts = [*(f"- {line}" for line in lines), "", say(how), *(f"- {line}" for line in answers)]
    closing = say("To see all games: referee status. To see e-mails that were put aside: referee mail list")
    quoted = "\n".join([*(fitting_refusal(str(each)) for each in parts), "", fitting_refusal(str(closing))])
    return moderator_letter(mail, id, state.at, "digest", subject, opening, quoted)


def answer_lines(table: Table, found: Status) -> list[Phrase]:
    """Lines that the moderator may answer, for what waits."""
    lines = [line for each in found.games if status_overview.needs(each) for line in game_lines(each)]
    lines += [say("`grant {id}` – {wish}", id=each.id[:SHOWN_ID], wish=headline(each)) for each in open_wishes(table)]
    waiting = [*found.post.quarantine, *found.post.notes]
    for id in [name.removesuffix(inboxes.ENDING)[:SHOWN_ID] for name, _ in waiting]:
        lines.append(say("`show {id}` – shows what was put aside; `dismiss {id}` – puts it away", id=id))
    return [*lines, say("`status` – shows all games"), say("`help` – shows all lines that you can write")]


def game_lines(game: GameStanding) -> Iterator[Phrase]:
    """What the moderator may write about a game that needs attention."""
    facts = {"game": game.game, "player": game.player, "seat": game.seat}
    if game.state == STATES[OVERDUE]:
        yield say("`extend {game} {seat} 2d` – more time for {player}", **facts)
    if game.state == STATES[OVER]:
        yield say("`close {game}` – publishes its secret", **facts)
    for seat in game.missed:
        yield say('`replace {game} {seat} NAME@HOST "NAME"` – somebody else plays {seat}', game=game.game, seat=seat)
        yield say("`resign {game} {seat}` – the referee plays {seat}", game=game.game, seat=seat)
    for seat in game.refused:
        yield say("`replace {game} {seat} NAME@HOST` – another address", game=game.game, seat=seat)


def send_pending(table: Table, mail: MailSettings) -> Iterator[Phrase]:
    """Send the digest that was put down, and then note that: after a crash the same bytes may go once more."""
    path = os.path.join(notes_folder(table.settings), DUE)
    try:
        first, _, message = read_document(path).partition(b"\n")
        state = state_in(first)
    except disk.Unreadable:
        return
    try:
        outgoing.deliver_letter(mail, message, mail.moderator_address)
    except outgoing.Undelivered as error:
        yield say("The e-mail to {address} waits: {why}", address=mail.moderator_address, why=error)
        return
    write_state(table, state)
    store_of(path).remove(path)


def read_state(table: Table) -> DigestState:
    with suppress(disk.Unreadable):
        return state_in(read_document(os.path.join(notes_folder(table.settings), STATE)))
    return DigestState()


def state_in(line: bytes) -> DigestState:
    """What a line of JSON says; nothing is known where it says nothing."""
    with suppress(ValueError, TypeError):
        looked, at, text, blocked = json.loads(line)
        return DigestState(looked, at, text, tuple(blocked))
    return DigestState()


def write_state(table: Table, state: DigestState) -> None:
    """Raises NotRecorded."""
    write_file(table, STATE, json.dumps(state).encode() + b"\n")


def write_file(table: Table, name: str, raw: bytes) -> None:
    inboxes.write_whole_file(notes_folder(table.settings), name, raw)
