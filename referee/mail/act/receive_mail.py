"""Handle incoming mails: into the spool, within a limit of time, answered once, filed; once, or again and again.

Nothing depends on a process that stays: each mail is in the spool before anything is done, and the spool, the logs and
the marks of what was sent say what is left to do. It may be stopped or killed at any moment and started again; other
commands may run meanwhile.
"""

import gc
import re
import signal
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from time import monotonic
from types import FrameType
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from referee.app.ahead import play_orders
from referee.app.errors import Stop, Unreported, Usage
from referee.app.game_access import TROUBLES, Table
from referee.app.look.listed_games import UnreadableGame
from referee.app.post import moderator_notes, spool
from referee.app.post.moderator_notes import ModeratorNote, notes_to_read
from referee.app.time.counted_time import BEGINNING, time
from referee.exit_codes import MAIL
from referee.mail.act import digest, handle_mail, replies, send_reports
from referee.mail.act.heard_mail import ANSWERED, DEFERRED, QUARANTINED, RECORDED, WAITING, Failed, Intake, Received
from referee.mail.act.put_aside import MESSAGE, dismiss_message, found_by_id
from referee.mail.act.table import daily_letters, new_games
from referee.mail.read import identity
from referee.mail.read.mail_parts import UnreadableMail
from referee.mail.transport import IsStopped, inboxes, mail_progress, outgoing, pause
from referee.mail.transport.inboxes import DONE, QUARANTINE, Arrived, Maildir, NoMail
from referee.mail.transport.mail_progress import Progress
from referee.mail.transport.passwords import password
from referee.mail.write import addresses
from referee.mail_settings import Inbox
from referee.settings import Misconfigured
from referee.store import disk, log
from referee.words import Phrase, say

if TYPE_CHECKING:
    from referee.mail.transport.imap import ImapConnection

Mailbox: TypeAlias = "Maildir | ImapConnection"
"""Where mails arrive."""
SECONDS = 30.0
"""For one mail. The slowest of all that were tried took half a second."""
AGAIN = 1.0
"""Seconds after which it is cut off once more, in case something swallowed the first."""


class OutOfTime(BaseException):
    """The time is over. Not an Exception: nothing that handles those may keep it."""


@contextmanager
def limit_processor_time(seconds: float) -> Iterator[None]:
    """Raises OutOfTime somewhere inside after so many seconds of the processor.

    Whatever writes to disk is prepared for that, as for an interrupt from the keyboard.
    """
    try:
        before = signal.signal(signal.SIGPROF, cut_off)
    except (AttributeError, ValueError):  # no such signal here, or not the main thread
        yield
        return
    signal.setitimer(signal.ITIMER_PROF, seconds, AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def cut_off(number: int, frame: object) -> None:
    raise OutOfTime


class InboxUnreached(Stop):
    """The place where mail arrives cannot be read."""

    code = MAIL


class Fetched(NamedTuple):
    """The files of an inbox that are no mails; and why the rest of its mails was not fetched, if so."""

    skipped: list[NoMail]
    trouble: InboxUnreached | None = None


def fetch(table: Table, maildir: str = "", *, imap: bool = False) -> Fetched:
    """Put the mails of the configured inbox, or of another Maildir, into the spool.

    Whatever its server says, what is in the spool can be handled. Raises Misconfigured, `log.Busy`, NotRecorded.
    """
    skipped: list[NoMail] = []
    try:
        with opened_mailbox(table, configured_inbox(table, maildir, imap)) as mailbox:
            spool_mails(table, mailbox.unread(skipped.append))
    except InboxUnreached as error:
        return Fetched(skipped, error)
    return Fetched(skipped)


@contextmanager
def opened_mailbox(table: Table, inbox: Inbox) -> Iterator[Mailbox]:
    """Where mails arrive. Raises InboxUnreached."""
    try:
        if inbox.maildir:
            yield Maildir(inbox.maildir, inboxes.spool_of(table.settings.private))
            return
        with inboxes.open_mailbox(inbox, lambda: password(inbox.login)) as connection:
            yield connection
    except (inboxes.Unreached, outgoing.Undelivered) as error:  # or there is no password
        raise InboxUnreached(error.says) from error


def configured_inbox(table: Table, maildir: str, imap: bool) -> Inbox:
    """A Maildir, if one is named; else where e-mail arrives, by IMAP if that is wanted. Raises Misconfigured."""
    if maildir:
        return Inbox(maildir=maildir)
    inbox = table.settings.needed_mail().inbox
    if inbox is None or (imap and not inbox.imap):
        words = (
            "There is no [mail.inbox] in referee.toml that says where e-mail arrives. You can also "
            "name a folder: --maildir DIR"
        )
        raise Misconfigured(say(words))
    return inbox


def spool_mails(table: Table, arrived: Arrived) -> None:
    """Put mails into the spool; each is marked as read where it came from only then.

    One at a time does it: another would see mails that are spooled but not marked yet. Raises `log.Busy`, NotRecorded.
    """
    inboxes.prepare(table.settings.private)
    with log.game_lock(inboxes.private_mail_folder(table.settings.private), table.settings.wait):
        for raw in arrived:
            inboxes.add_arrived(table.settings.private, raw)


MAIL_FIELDS = re.compile(
    rb"(?im)^(?:return-path|received|delivered-to|from|to|date|subject|message-id|mime-version|content-type)[ \t]*:"
)
"""Every mail has some of these above its first empty line."""


def is_pasted(raw: bytes) -> bool:
    """Whether a pipe passed only the text of an answer: its first lines are words of the player, not header fields."""
    head = re.split(rb"\r?\n[ \t]*\r?\n", raw, maxsplit=1)[0]
    return not raw.startswith(b"From ") and not MAIL_FIELDS.search(head)


def spool_piped_mail(table: Table, raw: bytes, environment: Mapping[str, str]) -> None:
    """Spool the mail of a pipe. The mail server's information about its address is kept with it. Raises NotRecorded."""
    raw = b"\n" + raw if is_pasted(raw) else raw
    extension = environment.get("EXTENSION", "")
    if table.settings.mail and addresses.token_of(extension):
        local, _, host = table.settings.mail.reply.partition("@")
        line = f"X-Original-To: {local}{table.settings.mail.separator}{extension}@{host}\n".encode()
        first, end, rest = raw.partition(b"\n") if raw.startswith(b"From ") else (b"", b"", raw)
        raw = first + end + line + rest
    inboxes.add_to_spool(table.settings.private, raw)


class BrokenGame(NamedTuple):
    """A game that cannot be read: why, what its moderator can do, and how many mails wait for it."""

    game: str
    why: Phrase
    fix: Phrase
    mails: int


class MailRunResult(NamedTuple):
    """The result of a run: what became of each mail, and the games that could not be read, with their waiting mails.

    notes  new words to the moderator, where no e-mail brings them
    """

    mails: list[Received]
    broken: list[BrokenGame]
    notes: tuple[ModeratorNote, ...] = ()


def handle(table: Table) -> MailRunResult:
    """Handle all that is in the spool, and play the orders that are due. Raises as `handle_spool`."""
    return handle_spool(table, all_games=True)


def handle_spool(table: Table, *, all_games: bool, is_stopped: Callable[[], bool] = lambda: False) -> MailRunResult:
    """Handle all that is in the spool; one at a time does it. Raises `log.Busy`, NotRecorded, Misconfigured.

    all_games   whether orders that are due are played in games that no mail is about, too
    is_stopped  asked before each mail: what is in the spool then stays there
    """
    intake = Intake(table, table.settings.needed_mail(), {}, {})
    if intake.settings.authserv and not identity.has_parser():
        raise Misconfigured(identity.NO_PARSER)
    before = {each.id for each in notes_to_read(table.settings)}
    with lock_spool(table):
        names = mail_progress.tidy(intake.private, time(table.time(), BEGINNING).timestamp() - UNFINISHED)
        done = replies.answer_deferred(intake)
        done += [handle_spooled_mail(intake, *mail) for mail in in_order(intake, names) if not is_stopped()]
        parts = [name for name in inboxes.waiting(intake.private) if name not in names] if done else []
        done += [handle_spooled_mail(intake, *mail) for mail in in_order(intake, parts)]  # about other games
        ordered = list(play_orders.play_everywhere(table)) if intake.settings.inbox and all_games else []
        send_due(intake, done, ordered)
        if all_games:
            daily_letters.send_daily_letters(table)
    put_aside = any(each.became == QUARANTINED for each in done)
    digest.write_to_moderator(table, soon=put_aside or bool(intake.broken))
    notes = tuple([each for each in notes_to_read(table.settings) if each.id not in before])
    return MailRunResult(done, broken_games(intake, done), notes)


def answer_deferred(table: Table) -> list[Received]:
    """Answer only what waited for its time. Raises `log.Busy`, NotRecorded, Misconfigured."""
    if not spool.deferred_notes(table):
        return []
    with lock_spool(table):
        return replies.answer_deferred(Intake(table, table.settings.needed_mail(), {}, {}))


@contextmanager
def lock_spool(table: Table) -> Iterator[None]:
    """Be the only one who handles mails. Raises `log.Busy`, NotRecorded."""
    inboxes.prepare(table.settings.private)
    with log.game_lock(inboxes.private_mail_folder(table.settings.private) + "/" + inboxes.NEW, table.settings.wait):
        yield


UNFINISHED = 3600
"""Seconds after which a mail that was not put into the spool completely never will be."""
TRIES = 2
"""Runs that may end in the midst of a mail, killed for instance. After that it is quarantined."""


def in_order(intake: Intake, names: Iterable[str]) -> list[tuple[str, Progress]]:
    """These mails of the spool, oldest first; before all those at which an earlier run was stopped.

    How far they got is read once: only who has the lock of the spool writes it.
    """
    oldest_first = inboxes.oldest_first(intake.private, names)
    found = [(name, mail_progress.read_progress(intake.private, name)) for name in oldest_first]
    return sorted(found, key=lambda mail: mail[1].tries)


def broken_games(intake: Intake, done: Iterable[Received]) -> list[BrokenGame]:
    waits = Counter(each.game for each in done if each.became == WAITING)
    return [BrokenGame(each.game, each.why, each.fix, waits[each.game]) for each in intake.broken.values()]


def send_due(intake: Intake, done: Iterable[Received], ordered: Sequence[str] = ()) -> None:
    """Send the others what they should know, also of games in which orders were played.

    What cannot be sent now stays due, and `status` says so.
    """
    changing = (RECORDED, ANSWERED, QUARANTINED, DEFERRED)
    heard = [each.game for each in done if each.game and each.became in changing]
    begun = [new for game in dict.fromkeys(heard) for new in new_games.games_begun(intake.table.settings, game)]
    games = list(dict.fromkeys([*heard, *ordered, *begun]))
    if games:
        send_reports.send_letters_of(intake.table, games, intake.opened)


def handle_spooled_mail(intake: Intake, name: str, progress: Progress) -> Received:
    """Handle one mail: this always ends with a report on it."""
    try:
        mail_progress.begin_try(intake.private, name, progress.tries)
        found = handle_within_limits(intake, name, progress)
    except Failed as failed:
        found = Received(name, WAITING if failed.later else QUARANTINED, failed.says)
    except (*TROUBLES, OSError) as trouble:  # not the mail's fault: it waits until that is fixed
        found = Received(name, WAITING, say("{why}", why=trouble))
    except Exception as error:  # a mail never keeps those behind it waiting
        found = Received(name, QUARANTINED, inboxes.program_fault(error))
    found = found if found.became == WAITING else file_handled_mail(intake, found)
    if found.became == WAITING:
        mail_progress.end_try(intake.private, name)
    return found


def handle_within_limits(intake: Intake, name: str, progress: Progress) -> Received:
    """The result of a mail, also if it could not be handled. Raises Failed, TROUBLES, OSError."""
    raw = inboxes.spooled_bytes(intake.private, name)
    if progress.tries > TRIES:  # even to find out who sent it came to no end
        return Received(name, QUARANTINED, STOPPED)
    if progress.tries == TRIES:
        return handle_mail.put_aside(intake, name, raw, STOPPED, handle_mail.OUT_OF_TIME)
    try:
        with limit_processor_time(SECONDS):
            return handle_whole(intake, name, raw, progress)
    except OutOfTime:
        why = say("It kept the processor busy for {seconds} seconds.", seconds=int(SECONDS))
        return handle_mail.put_aside(intake, name, raw, why, handle_mail.OUT_OF_TIME)


STOPPED = say("referee was stopped several times while it processed this.")


def handle_whole(intake: Intake, name: str, raw: bytes, progress: Progress) -> Received:
    try:
        return handle_mail.process_mail(intake, name, raw, progress)
    except UnreadableGame as broken:  # nobody knows whose mail it is before its private part can be read
        intake.broken.setdefault(broken.game, broken)
        if mail_progress.read_progress(intake.private, name).begun is None:
            mail_progress.write_begun_note(intake.private, name, mail_progress.Begun(broken.game, "", 0))
        return handle_mail.waiting_for(name, broken)
    except (Failed, *TROUBLES, OSError):
        raise
    except Unreported as error:  # recorded; its other requests are handled when the report can be made
        if isinstance(error.why, (*TROUBLES, OSError)):
            return Received(name, WAITING, error.says)
        return handle_mail.put_aside(intake, name, raw, error.says, handle_mail.STUMBLED)
    except UnreadableMail as unreadable:
        found = handle_mail.put_aside(intake, name, raw, unreadable.says, handle_mail.TOO_LARGE)
        return found._replace(became=ANSWERED) if found.became == QUARANTINED and found.seat else found
    except Exception as error:  # whatever a stranger's bytes made the program stumble over
        return handle_mail.put_aside(intake, name, raw, inboxes.program_fault(error), handle_mail.STUMBLED)


FOLDERS = {QUARANTINED: QUARANTINE, DEFERRED: inboxes.DEFERRED}


def file_handled_mail(intake: Intake, found: Received) -> Received:
    try:
        inboxes.file_away(intake.private, found.mail, FOLDERS.get(found.became, DONE), str(found.says))
    except disk.NotRecorded as trouble:
        return found._replace(became=WAITING, says=trouble.says)
    mail_progress.remove_progress(intake.private, found.mail)
    return found


def retry(table: Table, id: str) -> list[Received]:
    """Handle an e-mail once more, or send a message to the moderator: what became of e-mails.

    Raises Missing, Usage, disk.Trouble, `log.Busy`.
    """
    item = found_by_id(table, id)
    if item.kind == MESSAGE:
        if not (table.settings.mail and table.settings.mail.moderator):
            words = "There is no moderator in [mail] of referee.toml, so the message cannot be sent."
            raise Usage(say(words), say('Name one: moderator = "Sam <sam@example.org>"'))
        troubles = moderator_notes.send_notes(table)
        if troubles:
            raise Usage(troubles[0])
        dismiss_message(table, item.id)
        return []
    with lock_spool(table):
        mail_progress.remove_progress(table.settings.private, item.id + inboxes.ENDING)
        inboxes.move_back(table.settings.private, item.id + inboxes.ENDING, QUARANTINE)
    return [each for each in handle(table).mails if each.mail.startswith(item.id)]


ROUND = 60.0
"""Seconds after which answers that had to wait, orders that are due and the moderator are looked after, and the whole
inbox is looked through.
"""
PAUSE = 30.0
"""Seconds after which a server that could not be reached is tried again."""
Report = Callable[[MailRunResult, list[NoMail]], None]


class Server(NamedTuple):
    """A process that handles mails: what became of them is for `report`.

    trouble  gets why nothing could be done, such as a mail server that is down; it is tried again
    """

    table: Table
    report: Report
    trouble: Callable[[Phrase], None]
    is_stopped: IsStopped


@contextmanager
def stopping_signals() -> Iterator[IsStopped]:
    """Whether somebody has asked the process to stop (SIGTERM, SIGINT): it does so between two mails."""
    asked: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        asked.append(number)

    before = {each: signal.signal(each, note) for each in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield lambda: bool(asked)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def serve(server: Server, maildir: str = "", *, imap: bool = False) -> None:
    """Handle mails until somebody stops the process. Raises Misconfigured for settings without an inbox."""
    inbox = configured_inbox(server.table, maildir, imap)
    gc.enable()  # a command does without, but this process stays
    while not server.is_stopped():
        try:
            serve_inbox(server, inbox)
        except (log.Trouble, Stop, OSError) as error:
            server.trouble(say("{why}", why=error))
            pause(PAUSE, server.is_stopped)


def serve_inbox(server: Server, inbox: Inbox) -> None:
    """Handle what arrives in an inbox; and what is in the spool, whatever its server says. Raises InboxUnreached."""
    try:
        with opened_mailbox(server.table, inbox) as mailbox:
            serve_mailbox(server, mailbox)
    except InboxUnreached:
        handle_and_report(server, [], all_games=True)
        raise


def handle_and_report(server: Server, skipped: list[NoMail], *, all_games: bool) -> None:
    done = handle_spool(server.table, all_games=all_games, is_stopped=server.is_stopped)
    server.report(done, skipped)


def serve_mailbox(server: Server, mailbox: Mailbox) -> None:
    """Handle what arrives in a mailbox, until it cannot be reached or the process is stopped.

    First the e-mails are sent that are due: a process that was killed may owe some after moves that it had recorded.
    """
    send_reports.send_due_letters(server.table)
    last = -ROUND
    while not server.is_stopped():
        mark = mailbox.mark()
        skipped: list[NoMail] = []
        is_round = monotonic() - last >= ROUND
        spool_mails(server.table, mailbox.unread(skipped.append, everywhere=is_round))
        spooled = inboxes.mail_names(inboxes.spool_of(server.table.settings.private))
        if is_round or spooled:
            handle_and_report(server, skipped, all_games=is_round)
        last = monotonic() if is_round else last
        mailbox.wait(mark, spooled, ROUND, server.is_stopped)
