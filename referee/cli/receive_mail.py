"""The command that receives e-mails, and what it prints of them."""

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Annotated

import typer

from referee.cli import speech
from referee.cli.arguments import Json, bad_option
from referee.exit_codes import MAIL, REFUSED
from referee.mail.act import receive_mail
from referee.mail.act.heard_mail import WAITING, Received
from referee.mail.act.moderator_notes import headline
from referee.mail.act.receive_mail import MailRunResult
from referee.mail.transport.inboxes import NoMail
from referee.mail_settings import LARGEST_MAIL
from referee.words import say

app = typer.Typer()


@app.command()
def receive(
    context: typer.Context,
    pipe: Annotated[
        str, typer.Argument(metavar="[-]", help="With -: one e-mail on standard input, from a mail server.")
    ] = "",
    maildir: Annotated[str, typer.Option(metavar="DIR", help="Read this Maildir, not the inbox in the settings.")] = "",
    imap: Annotated[bool, typer.Option("--imap", help="Read the IMAP mailbox in the settings.")] = False,
    json: Json = False,
) -> None:
    """Read players' e-mails, record their moves, answer them. Example: referee receive

    The exit code is 65 when a game can't be read: its e-mails wait, and all others are processed.
    With - the exit code is 0, or 75 when the e-mail couldn't be saved: then the mail server tries again.
    """
    if pipe == "-":
        received_by_pipe(context, json)
        return
    if pipe:
        raise bad_option(say("Only - is possible here: one e-mail on standard input."))
    refuse_two_inboxes(maildir, imap)
    fetched = receive_mail.fetch(context.obj, maildir, imap=imap)
    if fetched.trouble:
        speech.talk(say("{why}", why=fetched.trouble))
    print_handled_mails(receive_mail.handle(context.obj), json, fetched.skipped)
    if fetched.trouble:
        raise typer.Exit(MAIL)


def refuse_two_inboxes(maildir: str, imap: bool) -> None:
    """E-mail is read from one place. Raises BadParameter."""
    if maildir and imap:
        raise bad_option(say("Name either a folder with --maildir, or --imap."))


def received_by_pipe(context: typer.Context, json: bool) -> None:
    """Once the mail is in the spool, the mail server is no longer concerned."""
    raw = sys.stdin.buffer.read(LARGEST_MAIL + 1)
    while sys.stdin.buffer.read(1 << 20):
        pass
    receive_mail.spool_piped_mail(context.obj, raw, os.environ)
    try:
        with suppress(typer.Exit):
            print_handled_mails(receive_mail.handle(context.obj), json)
    except Exception as error:
        speech.talk(speech.full_error_text(error))
        speech.talk(KEPT)


KEPT = say("The e-mail is kept. It is processed with the next one, when this is fixed.")


def print_handled_mails(done: MailRunResult, json: bool, skipped: Sequence[NoMail] = ()) -> None:
    """Print the result of each mail, and which games cannot be read.

    Raises `typer.Exit` if there is one, or a mail that has to wait.
    """
    if json:
        speech.out_json("referee-received/1", mails=done.mails, unreadable=done.broken, skipped=skipped)
    else:
        print_skipped_files(skipped)
        print_mails(done.mails)
        print_notes(done)
    print_broken_games(done)
    if done.broken:
        raise typer.Exit(REFUSED)
    if any(each.became == WAITING for each in done.mails):
        raise typer.Exit(MAIL)


def print_skipped_files(skipped: Sequence[NoMail]) -> None:
    for odd in skipped:
        speech.talk(say("Skipped {path}: {why}. Fix or remove it. No other e-mail waits for it.", **odd._asdict()))


def print_mails(mails: Sequence[Received]) -> None:
    for each in mails:
        whose = f"{each.game} {each.seat}: " if each.game else ""
        speech.out_mail_words(f"{each.mail[:12]} {each.became}: {whose}{' '.join(str(each.says).split())}")


def print_notes(done: MailRunResult) -> None:
    """What players want of the moderator, where no e-mail says it."""
    for each in done.notes:
        speech.out_mail_words(headline(each))
        for line in each.text.splitlines():
            speech.out_mail_words(f"    {line}")


def print_broken_games(done: MailRunResult) -> None:
    for game in done.broken:
        words = "{game} can't be read, and {mails} e-mails are waiting for it. {why}\n{fix}"
        if game.mails == 1:
            words = "{game} can't be read, and an e-mail is waiting for it. {why}\n{fix}"
        speech.talk(say(words, game=game.game, mails=game.mails, why=game.why, fix=game.fix))
