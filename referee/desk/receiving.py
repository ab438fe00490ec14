"""What becomes of the mails that arrive: into the spool, done, answered once, filed away.

A mail stays in the spool until its receipt is delivered: after a crash it is handled again, and what it asked for is
recorded already. Nothing of a mail is done unless it has the token of a letter.
"""

import os
import re
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import NamedTuple

from referee import disk, log, private
from referee.desk import mailing, receipts
from referee.desk.answering import NOTHING, Answer, Sender, answer
from referee.desk.answers import MAIL, Stop, Unreported
from referee.desk.mailing import mail_of
from referee.desk.table import Table, folder_of
from referee.desk.tick import TROUBLES
from referee.desk.times import BEGINNING, time
from referee.mail_settings import MailSettings
from referee.post import automatic, identity, inboxes, mime, outbox, tokens, transports, underway
from referee.post.inboxes import DONE, QUARANTINE, Arrived
from referee.post.parts import Mail, Unreadable, opened
from referee.post.passwords import password
from referee.post.reading import Wishes, wishes
from referee.private import Private
from referee.settings import Misconfigured
from referee.words import Phrase, say

RECORDED, ANSWERED, IGNORED, QUARANTINED, WAITING = "recorded", "answered", "ignored", "quarantined", "waiting"
"""What became of a mail: it made an entry; it was answered and made none; nobody is told; put aside; still there."""


class Received(NamedTuple):
    """What became of one mail, and of which seat and game it was, as far as that is known."""

    mail: str
    became: str
    says: Phrase
    game: str = ""
    seat: str = ""
    entry: int | None = None


class Failed(Exception):
    """A receipt could not be delivered; `later`: it may be, at another time."""

    def __init__(self, says: Phrase, later: bool) -> None:
        super().__init__(says)
        self.says, self.later = says, later


class Unreached(Stop):
    """The place where mail arrives cannot be read."""

    code = MAIL


def fetch(table: Table, maildir: str = "", *, imap: bool = False) -> int:
    """Put the mails of the configured inbox, or of another Maildir, into the spool: how many there were.

    Raises Unreached, Misconfigured, NotRecorded.
    """
    try:
        return spool(table, arrived(table, maildir, imap))
    except inboxes.Unreached as error:
        raise Unreached(error.says) from error
    except transports.Undelivered as error:  # no password
        raise Unreached(error.says) from error


def arrived(table: Table, maildir: str, imap: bool) -> Arrived:
    if maildir:
        return inboxes.from_maildir(maildir)
    inbox = mail_of(table).inbox
    if inbox is None or (imap and not inbox.imap):
        words = "There is no [mail.inbox] in referee.toml that says where mail arrives; or name one: --maildir DIR"
        raise Misconfigured(say(words))
    if inbox.maildir:
        return inboxes.from_maildir(inbox.maildir)
    return inboxes.from_imap(inbox, lambda: password(inbox.login))


def spool(table: Table, arrived: Arrived) -> int:
    """Put mails into the spool; each is marked as read where it came from only then. How many there were."""
    number = 0
    for raw, spooled in arrived:
        inboxes.spool(table.settings.private, raw)
        spooled()
        number += 1
    return number


def piped(table: Table, raw: bytes, environment: Mapping[str, str]) -> None:
    """Spool the mail of a pipe. What the mail server says of its address is kept with it. Raises NotRecorded."""
    extension = environment.get("EXTENSION", "")
    if table.settings.mail and tokens.token_of(extension):
        local, _, host = table.settings.mail.reply.partition("@")
        line = f"X-Original-To: {local}{table.settings.mail.separator}{extension}@{host}\n".encode()
        first, end, rest = raw.partition(b"\n") if raw.startswith(b"From ") else (b"", b"", raw)
        raw = first + end + line + rest
    inboxes.spool(table.settings.private, raw)


def handle(table: Table) -> list[Received]:
    """Handle all that is in the spool; one at a time does it. Raises `log.Busy`, NotRecorded, Misconfigured."""
    mail = mail_of(table)
    inboxes.prepare(table.settings.private)
    with log.locked(inboxes.folder(table.settings.private) + "/" + inboxes.NEW, table.settings.wait):
        underway.tidy(table.settings.private, time(table.time(), BEGINNING).timestamp() - UNFINISHED)
        done = [handled(table, mail, name) for name in inboxes.waiting(table.settings.private)]
        send_due(table, done)
    return done


UNFINISHED = 3600
"""Seconds after which a mail that was not put into the spool completely never will be."""


def send_due(table: Table, done: Iterable[Received]) -> None:
    """What the others are to know of it. What cannot be sent now is still due, and `status` tells so."""
    acted_on = [each for each in done if each.game and (each.entry is not None or each.became == ANSWERED)]
    games = list(dict.fromkeys(each.game for each in acted_on))
    if games:
        mailing.send(table, games)


def handled(table: Table, mail: MailSettings, name: str) -> Received:
    """Handle one mail: whatever it is, this ends with a word about what became of it."""
    try:
        found = judged(table, mail, name, inboxes.spooled(table.settings.private, name))
    except Failed as failed:
        if failed.later:
            return Received(name, WAITING, failed.says)
        found = Received(name, QUARANTINED, failed.says)
    except (*TROUBLES, OSError) as trouble:  # not the mail's fault: it waits until that is mended
        return Received(name, WAITING, say("{why}", why=trouble))
    except Unreported as error:  # recorded; the rest of what it asks for is done when the report can be made
        if not isinstance(error.why, (*TROUBLES, OSError)):
            return filed(table, Received(name, QUARANTINED, error.says))
        return Received(name, WAITING, error.says)
    except Unreadable as unreadable:
        found = Received(name, QUARANTINED, unreadable.says)
    except Exception as error:  # whatever a stranger's bytes made the program stumble over
        found = Received(name, QUARANTINED, inboxes.unhandled(error))
    return filed(table, found)


def filed(table: Table, found: Received) -> Received:
    where = QUARANTINE if found.became == QUARANTINED else DONE
    try:
        inboxes.file_away(table.settings.private, found.mail, where, str(found.says))
    except disk.NotRecorded as trouble:
        return found._replace(became=WAITING, says=trouble.says)
    underway.forget(table.settings.private, found.mail)
    return found


def judged(table: Table, settings: MailSettings, name: str, raw: bytes) -> Received:
    """What became of a mail that is in the spool."""
    before = underway.kept(table.settings.private, name)
    if before and is_registered(table, before):
        return delivered(table, settings, name, before)
    mail = read(raw)
    why = automatic.automatic(mail)
    if why:
        return Received(name, QUARANTINED if automatic.is_bounce(mail) else IGNORED, why)
    wish = wished(mail, settings)
    found = holder_of(table, settings, mail, wish)
    if found is None:
        return stranger(table, settings, name, mail, wish)
    sender, kept = found
    return acted(table, settings, name, mail, wish, sender, kept)


def read(raw: bytes) -> Mail:
    """Raises Unreadable, whatever is in the bytes."""
    try:
        return opened(raw)
    except Unreadable:
        raise
    except Exception as error:
        raise Unreadable(inboxes.unhandled(error)) from error


def wished(mail: Mail, settings: MailSettings) -> Wishes:
    """Raises Unreadable, whatever is in the mail."""
    try:
        return wishes(mail, (settings.reply,))
    except Exception as error:
        raise Unreadable(inboxes.unhandled(error)) from error


def acted(
    table: Table, settings: MailSettings, name: str, mail: Mail, wish: Wishes, sender: Sender, kept: Private
) -> Received:
    """Do what the mail of a player asks for, and tell him."""
    proof = identity.dmarc(mail, settings.authserv)
    if settings.require == "dmarc" and proof != identity.PASS:
        done = Answer((unproved(proof), NOTHING))
    else:
        last = log.read(folder_of(table, sender.game)).last
        since = underway.begun(table.settings.private, name, last)
        done = answer(table, sender._replace(since=since), wish)
    digest = name.removesuffix(inboxes.ENDING)
    became = QUARANTINED if done.fault else RECORDED if done.entry is not None else ANSWERED
    why = [receipts.text_of(each).partition("\n")[0] for each in done.refused]
    facts = [done.fault] if done.fault else [*done.opening, *why]
    words = say("{answer} (DMARC: {proof})", answer=" ".join(map(str, facts)), proof=proof)
    told = Received(name, became, words, sender.game, sender.seat, done.entry)
    if done.entry is None and not receipts.allowed(table, sender.game, sender.seat, digest):
        return told._replace(became=QUARANTINED, says=silent(words))
    due = receipts.receipt(
        table, sender.game, sender.seat, kept, done, mark_of(digest, done), identity.message_id(mail)
    )
    return deliver(table, settings, told, due)


def mark_of(digest: str, done: Answer) -> str:
    """What tells a receipt from others: the bytes of the mail, and the answer, which is another one to a repetition."""
    return sha256("\n".join([digest, *map(str, done.opening)]).encode()).hexdigest()


def unproved(proof: str) -> Phrase:
    words = (
        "The mail server could not confirm who sent this mail (DMARC: {proof}), and here it must. Ask the moderator."
    )
    return say(words, proof=proof)


def silent(words: Phrase) -> Phrase:
    return say(
        "Not answered, since there were {most} answers within an hour: {words}", most=receipts.HOURLY, words=words
    )


def deliver(table: Table, settings: MailSettings, found: Received, due: receipts.Due) -> Received:
    """Keep the receipt until it is delivered: after a crash just this one goes. Raises Failed, NotRecorded."""
    letter = due.letter
    try:
        message = mime.message(letter, settings, due.key, mailing.palette(table, letter))
    except transports.Undelivered as error:
        raise undelivered(error) from error
    facts = (due.told, letter.head, found.became, str(found.says), found.entry, message)
    receipt = underway.Receipt(letter.game, letter.seat, letter.to, *facts)
    underway.keep(table.settings.private, found.mail, receipt)
    return delivered(table, settings, found.mail, receipt)


def delivered(table: Table, settings: MailSettings, name: str, due: underway.Receipt) -> Received:
    """What became of a mail whose receipt is delivered: its reader knows all up to an entry. Raises Failed."""
    try:
        transports.deliver(settings, due.message, due.to)
    except transports.Undelivered as error:
        raise undelivered(error) from error
    if due.told:
        outbox.advance(table.settings.private, due.game, due.seat, outbox.Mark(due.told, due.head))
    return Received(name, due.became, say("{words}", words=due.says), due.game, due.seat, due.entry)


def undelivered(error: transports.Undelivered) -> Failed:
    return Failed(say("The receipt was not delivered: {why}", why=error), error.later)


def is_registered(table: Table, due: underway.Receipt) -> bool:
    """Whether a receipt still goes where the letters of its seat go."""
    kept = private_of(table, due.game)
    return kept is not None and kept.addresses.get(due.seat) == due.to


def holder_of(table: Table, settings: MailSettings, mail: Mail, wish: Wishes) -> tuple[Sender, Private] | None:
    """Whose letter a mail answers; None when it has no right token."""
    for token in identity.tokens(mail, settings.separator):
        found = by_token(table, token)
        if found:
            return found
    return by_line(table, wish) if wish.block and wish.block.tag else None


def by_token(table: Table, token: tokens.Token) -> tuple[Sender, Private] | None:
    kept = private_of(table, token.game)
    if kept is None:
        return None
    seats = seats_of(table, token.game)
    seat = tokens.holder(kept.reply_key, token, seats)
    return (sender(token, seat, seats, kept), kept) if seat else None


def by_line(table: Table, wish: Wishes) -> tuple[Sender, Private] | None:
    """The same by the line `reply:` of a block, for mail programs that drop what follows the plus of an address."""
    game = game_named(wish)
    kept = private_of(table, game) if wish.block and game else None
    if kept is None or wish.block is None:
        return None
    documents = log.read(folder_of(table, game)).documents
    seats = tuple(documents[0]["seats"])
    found = None
    for entry in range(len(documents)):  # all are tried: how long it takes tells nothing
        token = tokens.Token(game, entry, wish.block.tag)
        seat = tokens.holder(kept.reply_key, token, seats)
        found = (sender(token, seat, seats, kept), kept) if seat else found
    return found


def sender(token: tokens.Token, seat: str, seats: tuple[str, ...], kept: Private) -> Sender:
    return Sender(token.game, seat, token.entry, seats, kept.signers.get(seat, ""))


def game_named(wish: Wishes) -> str:
    """The game that a block names, or ""."""
    found = re.search(
        rb"(?m)^[\"']?game[\"']?\s*:\s*[\"']?([a-z0-9][a-z0-9-]{0,39})\b", wish.block.raw if wish.block else b""
    )
    return found[1].decode() if found else ""


def private_of(table: Table, game: str) -> Private | None:
    """The private part of a game, if there is such a game with one. Raises `disk.Unreadable`."""
    try:
        log.check_id(game)
    except log.BadWord:
        return None
    files = os.path.join(table.folder(game), log.NAME), private.path_of(table.settings.private, game)
    if any(disk.is_missing(path) for path in files):
        return None
    return private.read(table.settings.private, game)


def seats_of(table: Table, game: str) -> tuple[str, ...]:
    return tuple(log.read(folder_of(table, game)).header["seats"])


def stranger(table: Table, settings: MailSettings, name: str, mail: Mail, wish: Wishes) -> Received:
    """A mail without a right token: nothing is done; one who is registered is told so at his registered address."""
    game = game_named(wish) or identity.game_answered(mail)
    kept = private_of(table, game) if game else None
    seat = registered(kept, identity.sender(mail)) if kept else ""
    if kept is None or not seat or seat not in seats_of(table, game):
        return Received(name, IGNORED, say("It answers no letter, and nobody knows who wrote it."))
    digest = name.removesuffix(inboxes.ENDING)
    words = say("It answers no letter; it says that it is from {seat}.", seat=seat)
    if not receipts.allowed(table, game, seat, digest):
        return Received(name, QUARANTINED, silent(words), game, seat)
    due = receipts.unmatched(table, game, seat, kept, digest, identity.message_id(mail))
    return deliver(table, settings, Received(name, ANSWERED, words, game, seat), due)


def registered(kept: Private, address: str) -> str:
    """The seat with this address, or ""."""
    return next((seat for seat, each in kept.addresses.items() if address and each.lower() == address), "")
