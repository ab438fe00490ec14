"""Whether letters could leave and answers be read: all is done as in earnest, but no letter is sent and none taken."""

import os

from referee.mail.mail_settings import Inbox, Login, MailSettings
from referee.mail.transport import access, inboxes
from referee.mail.transport.access import may, writable
from referee.mail.transport.inboxes import Unreached
from referee.mail.transport.outgoing import Unreachable, open_session
from referee.words import Phrase, say


def secret(login: Login) -> Phrase:
    """Where the password of a login is; it is not told. Raises Unreachable."""
    if not access.password(login):
        raise Unreachable(say("The password of {user} is empty.", user=login.user), later=False)
    command = say("the output of `password_command`")
    place = login.password_file or (command if login.password_command else access.VARIABLE)
    return say("The password of {user} is there: in {place}.", user=login.user, place=place)


def sending(mail: MailSettings) -> Phrase:
    """What was found good of the way out. Raises Unreachable."""
    if mail.transport == "sendmail":
        return program(mail.sendmail)
    if mail.transport in ("smtp", "lmtp"):
        return server(mail)
    if not writable(mail.folder):
        words = (
            "Letters cannot be put into {folder}: this user may not write there. Set `folder` in [mail], or chown it."
        )
        raise Unreachable(say(words, folder=mail.folder), later=False)
    return say("Letters are put into {folder}.", folder=mail.folder)


def server(mail: MailSettings) -> Phrase:
    """Greeted over a safe line, and logged in."""
    with open_session(mail):
        if mail.login.user:
            facts = {"server": mail.server, "security": mail.security, "user": mail.login.user}
            return say("The mail server {server} answers ({security}) and lets {user} in.", **facts)
        return say("The mail server {server} answers ({security}).", server=mail.server, security=mail.security)


def program(path: str) -> Phrase:
    """There, and may be run."""
    if not os.path.isfile(path):
        words = "There is no program {program}. Install a mail server, or name its program: `sendmail` in [mail]."
        raise Unreachable(say(words, program=path), later=False)
    if not may(path, os.X_OK):
        words = "{program} may not be run by this user. Mend that: chmod a+x {program}"
        raise Unreachable(say(words, program=path), later=False)
    return say("Letters are given to {program}.", program=path)


def reading(inbox: Inbox) -> Phrase:
    """What was found good of the way in. Raises Unreached, or Unreachable where there is no password."""
    if inbox.maildir:
        return maildir_of(inbox.maildir)
    with inboxes.open_mailbox(inbox, lambda: access.password(inbox.login)) as mailbox:
        number = len(inboxes.unread_uids(mailbox))
    facts = {"server": inbox.imap, "user": inbox.login.user, "mailbox": inbox.mailbox}
    return say("The mailbox {mailbox} of {user} at {server} can be read; unread: {number}.", number=number, **facts)


def maildir_of(path: str) -> Phrase:
    """Two folders, in which mails are marked as read: so they must be writable, too."""
    for name in ("new", "cur"):
        place = os.path.join(path, name)
        if not os.path.isdir(place):
            words = "{path} is no Maildir: it has no folder {name}. Name the right one: `maildir` in [mail.inbox]."
            raise Unreached(say(words, path=path, name=name))
        if not may(place, os.R_OK | os.W_OK | os.X_OK):
            words = "{path} cannot be read and written by this user. Run the referee as its owner, or chown it."
            raise Unreached(say(words, path=place))
    number = sum(1 for _ in inboxes.unread_files(path)) - len(inboxes.strange_files(path))
    return say("The Maildir {path} can be read; unread: {number}.", path=path, number=number)
