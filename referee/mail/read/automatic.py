"""Mails that no person wrote: answering them could go on for ever (RFC 3834)."""

import re

from referee.mail.read.mail_parts import Mail
from referee.words import Phrase, say

HOPS = 50
"""A mail that passed more servers runs in a circle."""
DAEMONS = re.compile(r"(mailer-daemon|postmaster|mail-daemon)@", re.IGNORECASE)
PRECEDENCES = ("bulk", "junk", "list", "auto_reply")
OURS = re.compile(r"<referee\.", re.IGNORECASE)
"""How the Message-ID of every letter begins."""
REPLIERS = ("x-autoreply", "x-autorespond", "x-loop", "x-failed-recipients")


def is_bounce(mail: Mail) -> bool:
    """Whether a mail says that another could not be delivered: the moderator should know."""
    return mail.kind in ("multipart/report", "message/delivery-status") or bool(mail.first("x-failed-recipients"))


def automatic(mail: Mail) -> Phrase | None:
    """Why a mail counts as written by a program; None when a person wrote it."""
    submitted = mail.first("auto-submitted").split(";")[0].split("(")[0].strip().lower()
    if is_bounce(mail):
        return say("It says that a mail was not delivered.")
    if submitted not in ("", "no"):
        return say("It was written by a program (Auto-Submitted).")
    if "return-path" in dict(mail.fields) and mail.first("return-path").strip() in ("<>", ""):
        return say("It has no sender (Return-Path).")
    if any(name.startswith("list-") for name, _ in mail.fields):
        return say("It came by a mailing list.")
    if mail.first("precedence").strip().lower() in PRECEDENCES:
        return say("It was sent to many, or by a program (Precedence).")
    return loop_reason(mail) or replier(mail)


def loop_reason(mail: Mail) -> Phrase | None:
    if OURS.match(mail.first("message-id")):
        return say("It is a letter of a referee, come back.")
    if len(mail.all("received")) > HOPS:
        return say("It passed more than {hops} servers: it runs in a circle.", hops=HOPS)
    return None


def replier(mail: Mail) -> Phrase | None:
    suppress = {each.strip().lower() for each in mail.first("x-auto-response-suppress").split(",")}
    if suppress & {"all", "autoreply", "oof"} or any(mail.first(name) for name in REPLIERS):
        return say("It was written by a program.")
    if DAEMONS.search(mail.first("from")):
        return say("It is from a mail server.")
    return None
