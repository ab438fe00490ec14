"""Whether letters can be sent: what a moderator should know before the first one; and a letter to try it."""

import os
from collections.abc import Iterator

from referee.desk.answers import Usage
from referee.desk.mailing import mail_of
from referee.desk.table import Table, game_ids
from referee.furniture import Finding
from referee.mail_settings import MailSettings
from referee.post import mime, transports
from referee.post.letter import Letter
from referee.post.tokens import LOCAL, Token, reply_address
from referee.post.transports import Undelivered
from referee.private import is_address
from referee.words import say

LAST = 999
"""The number of an entry that few games reach."""


def examine(table: Table) -> Iterator[Finding]:
    """Nothing is sent; a server is greeted, and a login tried."""
    mail = table.settings.mail
    if mail is None:
        yield Finding("fine", say("No mail is configured: games are played with files."))
        return
    yield reached(mail)
    for id in game_ids(table):
        yield from long_names(mail, id)


def reached(mail: MailSettings) -> Finding:
    try:
        with transports.session(mail):
            return Finding("fine", say("Letters can be sent: {transport}.", transport=mail.transport))
    except Undelivered as error:
        return Finding("error", say("Letters cannot be sent. {why}", why=error.says))


def long_names(mail: MailSettings, id: str) -> Iterator[Finding]:
    """A game whose name makes its reply addresses longer than mail allows."""
    try:
        reply_address(mail.reply, mail.separator, Token(id, LAST, "a" * 16))
    except ValueError:
        words = (
            "The reply addresses of {game} are too long: before the @ there may be {most} letters. "
            "Take a shorter `reply` in [mail]."
        )
        yield Finding("error", say(words, game=id, most=LOCAL), id)


def try_out(table: Table, to: str) -> None:
    """Send a letter that says that letters arrive. Raises Usage, Misconfigured, Undelivered."""
    if not is_address(to):
        raise Usage(say("{value} is not a plain address such as anna@example.org.", value=repr(to)))
    mail = mail_of(table)
    at = table.time()
    letter = Letter(
        game="test",
        title_name="",
        seat="moderator",
        player=to,
        to=to,
        language="en",
        entry=0,
        head="0" * 64,
        at=at,
        kind="test",
        subject=say("Letters of the referee arrive"),
        opening=(say("This letter shows that the referee can send letters. Nobody has to answer it."),),
        mark="".join(each for each in at if each.isalnum()),
    )
    transports.deliver(mail, mime.message(letter, mail, os.urandom(32)), to)
