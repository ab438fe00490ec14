"""Who may look into the folders of the referee, and whether mail works: settings, passwords, servers, a test e-mail."""

import os
import shutil
import stat
from collections.abc import Callable, Iterator
from hashlib import sha256

from referee.app.errors import Usage
from referee.app.game_access import Table
from referee.app.post.spool import spool_status
from referee.mail.read import identity
from referee.mail.transport import Unreachable, Unreached, inboxes, outgoing
from referee.mail.transport.outgoing import Undelivered, open_session
from referee.mail.transport.passwords import VARIABLE, password
from referee.mail.write import mime
from referee.mail.write.addresses import Letter
from referee.mail_settings import Inbox, Login, MailSettings, host_and_port
from referee.show.data_files import Finding
from referee.store import private
from referee.store.addresses import is_in_database, is_loopback
from referee.words import ENGLISH, Phrase, say


def may(path: str, how: int) -> bool:
    """Whether this user may, as the one for whom the program acts, if the system knows that."""
    return os.access(path, how, effective_ids=os.access in os.supports_effective_ids)


def nearest_path(folder: str) -> str:
    """A folder, or the nearest path above it that exists."""
    nearest = os.path.abspath(folder)
    while not os.path.lexists(nearest):
        nearest = os.path.dirname(nearest)
    return nearest


def writable(folder: str) -> bool:
    """Whether a folder, or the nearest one above it that exists, can be written."""
    nearest = nearest_path(folder)
    return os.path.isdir(nearest) and may(nearest, os.W_OK | os.X_OK)


def is_file_in_place(folder: str) -> bool:
    """Whether a file is where the folder, or one above it, should be."""
    return os.path.isfile(nearest_path(folder))


def is_open(path: str) -> bool:
    """Whether others than the owner may read or enter it. On Windows other things decide, so nothing is known there."""
    try:
        return os.name != "nt" and bool(stat.S_IMODE(os.stat(path).st_mode) & 0o077)
    except OSError:
        return False


def folders_below(folder: str) -> list[str]:
    """The folders in a folder, in order of their names; links are not followed."""
    return sorted(os.path.join(place, name) for place, names, _ in os.walk(folder) for name in names)


def secret(login: Login) -> Phrase:
    """Where the password of a login is; it is not shown. Raises Unreachable."""
    if not password(login):
        raise Unreachable(say("The password of {user} is empty.", user=login.user), later=False)
    command = say("the output of `password_command`")
    place = login.password_file or (command if login.password_command else VARIABLE)
    return say("The password of {user} was found in {place}.", user=login.user, place=place)


def sending(mail: MailSettings) -> Phrase:
    """The good findings about sending. Raises Unreachable."""
    if mail.transport == "sendmail":
        return program(mail.sendmail)
    if mail.transport in ("smtp", "lmtp"):
        return server(mail)
    if is_file_in_place(mail.folder):
        words = (
            "E-mails can't be put into {folder}: there is a file in its place. Move it away, or set `folder` in [mail]."
        )
        raise Unreachable(say(words, folder=mail.folder), later=False)
    if not writable(mail.folder):
        words = (
            "E-mails can't be put into {folder}: this user has no permission to write there. Set "
            "`folder` in [mail], or chown it."
        )
        raise Unreachable(say(words, folder=mail.folder), later=False)
    return say("E-mails are put into {folder}.", folder=mail.folder)


def server(mail: MailSettings) -> Phrase:
    """Greeted over a safe line, and logged in."""
    with open_session(mail):
        if mail.login.user:
            facts = {"server": mail.server, "security": mail.security, "user": mail.login.user}
            return say("The mail server {server} answers ({security}), and the login of {user} works.", **facts)
        return say("The mail server {server} answers ({security}).", server=mail.server, security=mail.security)


def program(path: str) -> Phrase:
    """There, and may be run."""
    if not os.path.isfile(path):
        words = "There is no program {program}. Install a mail server, or name its program: `sendmail` in [mail]."
        raise Unreachable(say(words, program=path), later=False)
    if not may(path, os.X_OK):
        words = "This user has no permission to run {program}. To fix that: chmod a+x {program}"
        raise Unreachable(say(words, program=path), later=False)
    return say("E-mails are passed to {program}.", program=path)


def reading(inbox: Inbox) -> Phrase:
    """The good findings about receiving. Raises Unreached, or Unreachable if there is no password."""
    if inbox.maildir:
        return maildir_of(inbox.maildir)
    with inboxes.open_mailbox(inbox, lambda: password(inbox.login)) as mailbox:
        number = len(mailbox.unread_uids())
    facts = {"server": inbox.imap, "user": inbox.login.user, "mailbox": inbox.mailbox}
    return say("The mailbox {mailbox} of {user} at {server} can be read; unread: {number}.", number=number, **facts)


def maildir_of(path: str) -> Phrase:
    """Two folders, in which mails are marked as read: so they must be writable, too."""
    for name in ("new", "cur"):
        place = os.path.join(path, name)
        if not os.path.isdir(place):
            words = "{path} isn't a Maildir: it has no folder {name}. Set the right one: `maildir` in [mail.inbox]."
            raise Unreached(say(words, path=path, name=name))
        if not may(place, os.R_OK | os.W_OK | os.X_OK):
            words = "This user can't read and write {path}. Run referee as its owner, or chown it."
            raise Unreached(say(words, path=place))
    number = sum(1 for _ in inboxes.unread_files(path)) - len(inboxes.strange_files(path))
    return say("The Maildir {path} can be read; unread: {number}.", path=path, number=number)


FINE, WARNING, ERROR, SILENT = "fine", "warning", "error", "silent"
"""How a finding counts: good; worth knowing; to be fixed; a server that does not answer, which may be temporary."""


def examine(table: Table) -> Iterator[Finding]:
    """Findings about mail, without those about single games."""
    mail = table.settings.mail
    if mail is None:
        words = (
            "No e-mails are sent, because there is no [mail] in referee.toml. To play by e-mail, begin it with `from`."
        )
        yield Finding(FINE, say(words))
    else:
        yield from ways(mail)
        if mail.require and mail.authserv and identity.has_parser():
            yield from forgery(table.settings.private, mail)
    yield from access_findings(table.settings.private)
    yield from spool_findings(table)


def ways(mail: MailSettings) -> Iterator[Finding]:
    """The way out and the way in."""
    yield Finding(FINE, say("E-mails come from {sender}, and answers go to {reply}.", **mail._asdict()), "mail")
    yield from doubts(mail)
    if mail.transport in ("smtp", "lmtp") and mail.login.user:
        yield from passwords(mail.login, "mail")
    yield trial_finding(lambda: sending(mail), "mail")
    if mail.inbox is None:
        words = (
            "No e-mail is fetched, because there is no [mail.inbox]. A mail server can pass it to: referee receive -"
        )
        yield Finding(FINE, say(words), "mail.inbox")
        if mail.transport == "sendmail":
            facts = {"local": mail.reply.partition("@")[0], "folder": os.getcwd(), "path": shutil.which("referee")}
            words = 'Postfix needs this alias in a file of yours: {local}: "|cd {folder} && {path} receive -"'
            yield Finding(FINE, say(words, **{**facts, "path": facts["path"] or "referee"}), "mail.inbox")
    else:
        yield from way_in(mail.inbox)


def way_in(inbox: Inbox) -> Iterator[Finding]:
    if inbox.imap and not inbox.login.user:
        yield Finding(ERROR, say("[mail.inbox] has no `user`, but an IMAP server needs one."), "mail.inbox")
        return
    if inbox.imap:
        yield from passwords(inbox.login, "mail.inbox")
    yield trial_finding(lambda: reading(inbox), "mail.inbox")


def doubts(mail: MailSettings) -> Iterator[Finding]:
    """Settings that are right each alone, but not together."""
    if mail.require and not mail.authserv:
        words = "`require` is set without `authserv`, so no e-mail is accepted. Name the host to trust."
        yield Finding(ERROR, say(words), "mail.require")
    if not (mail.tags or mail.require):
        words = (
            "With `tags = false` anybody who knows the address of a player can move for them. Set `require` and "
            "`authserv`, too, or leave out `tags`."
        )
        yield Finding(WARNING, say(words), "mail.tags")
    if mail.authserv and not identity.has_parser():
        yield Finding(ERROR, identity.NO_PARSER, "mail.authserv")
    away = mail.transport == "smtp" and not is_loopback(host_and_port(mail.server)[0])
    if away and not mail.login.user:
        words = "There is no `user` in [mail], so {server} must accept e-mails without a login."
        yield Finding(WARNING, say(words, server=mail.server), "mail.user")


def forgery(private: str, mail: MailSettings) -> Iterator[Finding]:
    """Whether a field that a stranger wrote could pass for one of our own mail server."""
    facts = {"server": mail.authserv, "reply": mail.reply, "number": mail.own_received}
    if identity.is_refused(mail):
        words = "An e-mail with a forged Authentication-Results field of {server} was tried here. It is not believed."
        yield Finding(FINE, say(words, **facts), "mail.require")
    else:
        words = (
            "With own_received = {number} a forged field is believed unless {server} removes it: "
            "see docs/how-to/mail.md."
        )
        yield Finding(WARNING, say(words, **facts), "mail.own_received")
    trial = identity.last(private, mail)
    severity, words = TRIALS[trial.became] if trial else UNTRIED
    yield Finding(severity, say(words, **facts, at=trial.at if trial else ""), "mail.require")


UNTRIED = (
    WARNING,
    "Nobody has tried what becomes of a forged field on its way through {server}. Do: referee doctor --send-to {reply}",
)
TRIALS = {
    identity.SENT: (
        WARNING,
        "The test e-mail with a forged field, sent at {at}, has not come back. When it has: referee receive",
    ),
    identity.BELIEVED: (
        ERROR,
        "A forged field passed for that of {server} at {at}, so anybody can be anybody. Let {server} remove such "
        "fields, as docs/how-to/mail.md says; then try again: referee doctor --send-to {reply}",
    ),
    identity.JUDGED: (
        FINE,
        "The test e-mail of {at} came back: {server} wrote its own field, and the forged one lost.",
    ),
    identity.SILENT: (
        WARNING,
        "The test e-mail of {at} came back without a word of {server}; the forged field was not believed. Many servers "
        "judge no mail of their own: look what `referee receive` says of one from outside. If it says DMARC: unknown, "
        "correct authserv or own_received, as docs/how-to/mail.md says.",
    ),
}
"""The text about the test e-mail with a forged field, by its result."""


def passwords(login: Login, place: str) -> Iterator[Finding]:
    """Whether there is one that others cannot read."""
    yield trial_finding(lambda: secret(login), place)
    path = login.password_file
    if path and is_open(path):
        words = "Others can read {path} and the password in it. To fix that: chmod 600 {path}"
        yield Finding(WARNING, say(words, path=path), place)


def trial_finding(attempt: Callable[[], Phrase], place: str) -> Finding:
    """The result of a trial, good or bad."""
    try:
        return Finding(FINE, attempt(), place)
    except (Undelivered, Unreached) as error:
        return Finding(SILENT if error.later else ERROR, error.says, place)


def access_findings(folder: str) -> Iterator[Finding]:
    """Whether the folders in the private one can be used by us, and by nobody else."""
    for path in () if is_in_database(folder) else folders_below(folder):
        if not may(path, os.R_OK | os.W_OK | os.X_OK):
            words = "This user can't read and write {path}. Always run referee as the same user, or chown it."
            yield Finding(ERROR, say(words, path=path), path)
        elif is_open(path):
            words = "Others can look into {path}. To fix that: chmod 700 {path}"
            yield Finding(WARNING, say(words, path=path), path)


def spool_findings(table: Table) -> Iterator[Finding]:
    """Mails that wait, and mails that could not be handled."""
    found = spool_status(table)
    if found.waiting:
        words = "E-mails to process: {number}. To process them: referee receive"
        yield Finding(WARNING, say(words, number=found.waiting), "mail")
    for path, reason in found.strange:
        words = "{path} is among the e-mails but isn't one: {why}. It is skipped until you fix or remove it."
        yield Finding(WARNING, say(words, path=path, why=reason), path)
    for name, why in found.quarantine:
        words = "An e-mail was put aside: {name}: {why} Read it, do what it asks for, and remove it: {path}"
        path = os.path.join(table.settings.private, "mail", "quarantine", name)
        yield Finding(WARNING, say(words, name=name[:12], why=why or "-", path=path), "mail")


def send_to(table: Table, address: str) -> Finding:
    """Send exactly one test e-mail. Raises Usage, Misconfigured."""
    mail = table.settings.needed_mail()
    if not private.is_address(address):
        raise Usage(say("{address} isn't one plain address such as anna@example.org.", address=repr(address)))
    letter = test_letter(table.time(), address)
    # the address to answer to is as long as any, and good for nothing: its key is thrown away
    message = mime.message(letter, mail, os.urandom(private.SECRET_BYTES))
    if address.lower() == mail.reply.lower() and mail.authserv and mail.transport not in ("maildir", "files"):
        message = identity.forge(
            message, mail, identity.begin_forgery_trial(table.settings.private, mail, table.time())
        )
    return trial_finding(lambda: deliver_test_letter(mail, message, address), "mail")


def deliver_test_letter(mail: MailSettings, message: bytes, address: str) -> Phrase:
    outgoing.deliver_letter(mail, message, address)
    facts = {"address": address, "place": mail.folder if mail.transport in ("maildir", "files") else address}
    if mail.transport in ("maildir", "files"):
        return say("The test e-mail to {address} is in {place}.", **facts)
    return say("The test e-mail to {address} was sent. Check that it arrives, and not as spam.", **facts)


def test_letter(now: str, address: str) -> Letter:
    """About no game."""
    digest = sha256(f"{now} {address}".encode()).hexdigest()
    words = say(
        "This is a test e-mail from referee, sent by: referee doctor --send-to. If you can read it, e-mails arrive."
    )
    return Letter(
        "test", "", "moderator", "moderator", address, ENGLISH, 0, digest, now, "test", say("Test e-mail"), (words,)
    )
