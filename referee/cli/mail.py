"""Commands of e-mail: send, receive."""

import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated

import typer

from referee.app.errors import REFUSED
from referee.cli import app, speech
from referee.cli.arguments import Games, Json
from referee.cli.reporting import tell_letters
from referee.words import say


@app.command()
def send(
    context: typer.Context,
    games: Games = None,
    again: Annotated[
        list[str] | None, typer.Option(metavar="SEAT", help="A seat of the one game named that lost its letter.")
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say which letters are due, but send none.")] = False,
    json: Json = False,
) -> None:
    """Send the letters that are due, one to each player concerned. Example: referee send spring-cup"""
    from referee.app.mail import send_reports

    letters = send_reports.send_due_letters(context.obj, games or [], again=again or [], dry_run=dry_run)
    if json:
        speech.out_json("referee-sent/1", dry_run=dry_run, letters=letters)
    code = tell_letters(letters, speech.talk if json else speech.out)
    if code:
        raise typer.Exit(code)


if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.app.mail.receive_mail import MailRunResult
    from referee.mail.transport.inboxes import NoMail


@app.command()
def receive(
    context: typer.Context,
    pipe: Annotated[
        str, typer.Argument(metavar="[-]", help="With -: one mail on stdin, as a mail server gives it.")
    ] = "",
    maildir: Annotated[str, typer.Option(metavar="DIR", help="Read this Maildir, not the configured inbox.")] = "",
    imap: Annotated[bool, typer.Option("--imap", help="Read the configured IMAP mailbox.")] = False,
    json: Json = False,
) -> None:
    """Read mail of players: record moves, answer each mail once. Example: referee receive

    Ends with 65 when a game cannot be read: its mails wait, all others are handled.
    With - the exit code is 0 or, when the mail could not be kept, 75: then the mail server tries again.
    """
    from referee.app.mail import receive_mail

    if pipe == "-":
        received_by_pipe(context, json)
        return
    if pipe:
        raise typer.BadParameter(str(say("Only - may stand here: one mail on stdin.")))
    skipped = receive_mail.fetch(context.obj, maildir, imap=imap)
    print_handled_mails(receive_mail.handle(context.obj), json, skipped)


def received_by_pipe(context: typer.Context, json: bool) -> None:
    """Once the mail is in the spool nothing is the mail server's business any more."""
    from referee.app.mail import receive_mail
    from referee.cli import speech
    from referee.mail.mail_settings import LARGEST_MAIL

    raw = sys.stdin.buffer.read(LARGEST_MAIL + 1)
    while sys.stdin.buffer.read(1 << 20):
        pass
    receive_mail.spool_piped_mail(context.obj, raw, os.environ)
    try:
        with suppress(typer.Exit):
            print_handled_mails(receive_mail.handle(context.obj), json)
    except Exception as error:
        speech.talk(speech.full_error_text(error))


def print_handled_mails(done: "MailRunResult", json: bool, skipped: "Sequence[NoMail]" = ()) -> None:
    """What became of the mails, and which games cannot be read. Raises typer.Exit where there is one."""
    if json:
        speech.out_json("referee-received/1", mails=done.mails, unreadable=done.broken, skipped=skipped)
    for odd in skipped if not json else ():
        speech.talk(say("Skipped {path}: {why}. Fix or remove it; no other mail waits for it.", **odd._asdict()))
    for each in done.mails if not json else ():
        whose = f"{each.game} {each.seat}: " if each.game else ""
        speech.out(f"{each.mail[:12]} {each.became}: {whose}{' '.join(str(each.says).split())}")
    for game in done.broken:
        words = "{game} cannot be read, and {mails} e-mails wait for it. {why}\n{fix}"
        speech.talk(say(words, game=game.game, mails=game.mails, why=game.why, fix=game.fix))
    if done.broken:
        raise typer.Exit(REFUSED)
