"""Which e-mails a player gets: by game every one, only what concerns them, or none; or one a day over all games.

The one a day has a part for each game: what happened, and what waits for an answer. With news of one game alone it is
the usual e-mail of that game.
"""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from hashlib import sha256

from referee.app.game_access import TROUBLES, Table
from referee.app.post import due_reports
from referee.app.time.counted_time import BEGINNING, DAY, time
from referee.mail.act.heard_mail import Hearing, MailAnswer
from referee.mail.act.plain_senders import own_seats
from referee.mail.act.send_reports import SENT, WAITS, Carrier, Posted, Task, handed_over, posted_letter, tasks
from referee.mail.transport import mail_progress
from referee.mail.transport.mail_progress import (
    DailyReader,
    daily_folder,
    daily_readers,
    forget_reader,
    is_daily,
    keep_reader,
)
from referee.mail.transport.outgoing import Undelivered
from referee.mail.write import mime
from referee.mail.write.addresses import Letter, letter_names
from referee.mail.write.letter_bodies import harmless, letter_with_people, short_parts
from referee.mail_settings import MailSettings
from referee.report.text.text_tables import WIDTH, wrapped_lines
from referee.report.wording import safe_text
from referee.store import log, private
from referee.store.private import EVERY, NO_LETTERS, OWN, Private
from referee.words import say, speaking

Due = tuple[Task, Private]
"""An e-mail that is due, and the private part of its game."""


def send_daily_letters(table: Table) -> list[Posted]:
    """Send what is due to each player who wants one e-mail a day, a day after the last one. Raises Misconfigured."""
    now = time(table.time(), BEGINNING)
    due = [each for each in daily_readers(table.settings) if now - time(each.at, BEGINNING) >= DAY]
    if not due:
        return []
    with ExitStack() as stack:
        stack.enter_context(log.game_lock(daily_folder(table.settings), table.settings.wait))
        carrier = Carrier(table.settings.needed_mail(), stack)
        return [done for reader in due for done in send_to_reader(table, reader, carrier)]


def send_to_reader(table: Table, reader: DailyReader, carrier: Carrier) -> Iterator[Posted]:
    """What became of the parts of the e-mail to a player; nothing where nothing is due."""
    due = list(due_to_reader(table, reader.address))
    if len(due) == 1:
        done = [handed_over(table, *due[0], carrier)]
    else:
        done = list(send_together(table, due, carrier)) if due else []
    if done and all(each.did == SENT for each in done):
        keep_reader(table.settings, reader._replace(at=table.time()))
    yield from done


def due_to_reader(table: Table, address: str) -> Iterator[Due]:
    """The e-mails that are due to a player, of all games, those that wait for a move first."""
    found = list[Due]()
    for own in own_seats(table, address):
        if own.game is None:
            continue
        try:
            found += [(task, own.kept) for task in tasks(table, own.game, own.kept, own.seat, daily=True)]
        except TROUBLES:
            continue  # its own `referee send` says what is wrong
    yield from found


def send_together(table: Table, due: Sequence[Due], carrier: Carrier) -> Iterator[Posted]:
    """Deliver one e-mail about several games, then advance their marks: in this order nothing is lost."""
    letter = letter_together(carrier.mail, due, table.time())
    try:
        carrier(mime.message(letter, carrier.mail, due[0][1].reply_key), letter.to)
    except Undelivered as error:
        yield from (posted_letter(task.letter, WAITS, say("{why}", why=error)) for task, _ in due)
        return
    for task, _ in due:
        one = task.letter
        mail_progress.advance(table.settings.private, one.game, one.seat, task.mark, one.to)
        due_reports.forget_words(task.told)
        yield posted_letter(one, SENT)


def letter_together(mail: MailSettings, due: Sequence[Due], now: str) -> Letter:
    """The e-mail of a day. An answer to it is for no game, unless it has the block of one."""
    first = due[0][0].letter
    digest = sha256(" ".join(f"{task.letter.head} {task.letter.mark}" for task, _ in due).encode()).hexdigest()
    whose = "referee", "", "daily", first.player, first.to, first.language, 0, digest, now
    with speaking(first.language):
        subject = say("Your games today: {number}", number=len(due))
        quoted = "\n\n".join(part_of_game(mail, task.letter, kept) for task, kept in due)
    return Letter(*whose, "digest", subject, (TOGETHER,), quoted, mark=digest, reply_to=mail.reply)


TOGETHER = say(
    "Here is your day, one part for each game. To answer a part, write to the address below it, or send its block back "
    "in a reply to this e-mail. For single e-mails again, write `mail: every` to one of these addresses."
)


def part_of_game(mail: MailSettings, letter: Letter, kept: Private) -> str:
    """What the e-mail of one game says, and where the answer to it goes."""
    with speaking(letter.language):
        names, letter = letter_names(letter, mail, kept.reply_key), letter_with_people(letter)
        lines = [f"===== {letter.game} – {letter.title_name}: {letter.subject} =====", ""]
        for each in (*letter.welcome, *letter.opening):
            lines += [*harmless(wrapped_lines(safe_text(each), WIDTH - 1)), ""]
        for part in short_parts(letter, letter.view, names.tag) if letter.view else ():
            lines += [*part, ""] if part else []
        lines.append(str(say("To answer: {address}", address=f"mailto:{names.reply}")))
        return "\n".join(lines)


DAILY = "daily"


def letter_choice_answer(hearing: Hearing, which: str) -> MailAnswer:
    """Choose which e-mails come: one a day is for all games of a player. Raises disk.Trouble."""
    settings, sender = hearing.table.settings, hearing.sender
    address = hearing.kept.addresses[sender.seat]
    if which == DAILY:
        if not is_daily(settings, address):
            keep_reader(settings, DailyReader(address, hearing.table.time()))
    else:
        forget_reader(settings, address)
        choose_letters(hearing, "" if which == EVERY else which)
    return MailAnswer((CHOSEN[which],), subject=say("Which e-mails you get"))


CHOSEN = {
    DAILY: say(
        "You get one e-mail a day, with everything from all your games here. I still answer your own e-mails at once. "
        "The clocks run as before. For single e-mails again, reply with `mail: every`."
    ),
    EVERY: say("You get an e-mail whenever a turn of this game ends."),
    OWN: say("You get e-mails of this game only when it is your turn, or when something concerns you."),
    NO_LETTERS: say(
        "You get no e-mails of this game, except answers to yours. They are kept for you: to get them, reply with "
        "`mail: every`. The clock is still running."
    ),
}
"""What the answer says to each choice."""


def choose_letters(hearing: Hearing, which: str) -> None:
    """Which e-mails of its game a seat gets; "": the usual ones. The game's lock is held. Raises disk.Trouble."""
    seat = hearing.sender.seat

    def with_choice(kept: Private) -> Private:
        others = {each: value for each, value in kept.letters.items() if each != seat}
        return kept._replace(letters={**others, seat: which} if which else others)

    private.change(hearing.table.settings.private, hearing.sender.game, with_choice)
