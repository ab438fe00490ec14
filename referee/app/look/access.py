"""Who may look into the folders of the referee, and whether letters could leave and arrive."""

import os
import stat

from referee.mail.transport import Unreachable, Unreached, inboxes
from referee.mail.transport.outgoing import open_session
from referee.mail.transport.passwords import VARIABLE, password
from referee.mail_settings import Inbox, Login, MailSettings
from referee.words import Phrase, say


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
