"""Commands of e-mail: send, receive, mail and those below it, say, observe."""

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Annotated

import typer

from referee.app.play import entries
from referee.app.post.moderator_notes import headline
from referee.cli import ends, speech
from referee.cli.arguments import Full, GameName, Games, Json, bad_option
from referee.cli.reporting import tell_letters
from referee.exit_codes import MAIL, REFUSED
from referee.mail.act import observers, receive_mail, send_reports
from referee.mail.act import put_aside as waiting
from referee.mail.act.heard_mail import QUARANTINED, WAITING, Received
from referee.mail.act.receive_mail import MailRunResult
from referee.mail.act.table import daily_letters
from referee.mail.transport.inboxes import NoMail
from referee.mail_settings import LARGEST_MAIL
from referee.words import say

app = typer.Typer()


@app.command()
def send(
    context: typer.Context,
    games: Games = None,
    again: Annotated[
        list[str] | None, typer.Option(metavar="SEAT", help="Send the last e-mail to this seat again. Name one game.")
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show which e-mails are due, but send none.")] = False,
    json: Json = False,
) -> None:
    """Send the e-mails that are due. Example: referee send spring-cup"""
    letters = send_reports.send_due_letters(context.obj, games or [], again=again or [], dry_run=dry_run)
    if not (games or dry_run):
        letters += daily_letters.send_daily_letters(context.obj)
    if json:
        speech.out_json("referee-sent/1", dry_run=dry_run, letters=letters)
    code = tell_letters(letters, speech.talk if json else speech.out, named=bool(games))
    if code:
        raise typer.Exit(code)


put_aside = typer.Typer(
    help="E-mails put aside, and players' messages to you. Example: referee mail list", no_args_is_help=True
)
app.add_typer(put_aside, name="mail")


@put_aside.command("serve")
@app.command("serve-mail")
def serve_mail(
    context: typer.Context,
    maildir: Annotated[str, typer.Option(metavar="DIR", help="Read this Maildir, not the inbox in the settings.")] = "",
    imap: Annotated[bool, typer.Option("--imap", help="Read the IMAP mailbox in the settings.")] = False,
    json: Json = False,
) -> None:
    """Do what `receive` does as e-mails come, until you stop it. Example: referee mail serve

    It stops between two e-mails when you press Ctrl-C or the system ends it. Nothing is lost, however it ends.
    With --json it prints one line for each e-mail.
    """
    from referee.mail.act import receive_mail as service

    refuse_two_inboxes(maildir, imap)
    with service.stopping_signals() as is_stopped:
        speech.talk(say("Waiting for e-mails. To stop: Ctrl-C"))
        server = service.Server(context.obj, partial(print_served_mails, json=json), speech.talk, is_stopped)
        service.serve(server, maildir, imap=imap)


def print_served_mails(done: MailRunResult, skipped: Sequence[NoMail], *, json: bool) -> None:
    """Print the result of each mail at once: somebody may be watching, or a journal writes it down."""
    print_skipped_files(skipped)
    if json:
        for each in done.mails:
            speech.out_json_line("referee-served/1", **each._asdict())
    else:
        print_mails(done.mails)
        print_notes(done)
    print_broken_games(done)
    sys.stdout.flush()


@app.command("say")
def say_to_players(
    context: typer.Context,
    game: GameName,
    text: Annotated[str, typer.Argument(metavar="TEXT|SEAT", help="Your message in quotes; or who answers.")],
    given: Annotated[
        str, typer.Argument(metavar="[yes|no|withdrawn]", help="The answer of this seat to the open proposal.")
    ] = "",
    to: Annotated[str, typer.Option(metavar="NAME", help="To one player or seat alone; without it, to all.")] = "",
    mail: Annotated[bool, typer.Option("--mail", help="Send the e-mails that are due now.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Check an answer, and record nothing.")] = False,
    full: Full = False,
    json: Json = False,
) -> None:
    """Say something to the players, or enter an answer. Example: referee say spring-cup "The next turn is on Monday."

    They read it in their next e-mail. It is in no log.

    To enter what a player answers to the open proposal: referee say spring-cup red yes

    To withdraw a proposal of yours: referee say spring-cup moderator withdrawn
    """
    if given:
        if given not in ends.ANSWERS:
            raise bad_option(say("Put the message in quotes. An answer of a player is yes, no or withdrawn."))
        if to or mail:
            raise bad_option(say("--to and --mail are for messages, not for answers."))
        ends.record_answer(context, game, text, given, dry_run, full, json)
        return
    if text in ends.ANSWERS and not to:
        raise bad_option(say("Whose answer is that? Write: referee say {game} SEAT {answer}", game=game, answer=text))
    if dry_run:
        raise bad_option(say("--dry-run is for answers of players, not for messages."))
    seats = entries.say_as_moderator(context.obj, game, text, to)
    letters = send_reports.send_due_letters(context.obj, [game]) if mail else []
    if json:
        speech.out_json("referee-said/1", game=game, seats=seats, letters=letters)
    else:
        speech.out(say("In the next e-mail to: {seats}", seats=", ".join(seats)))
        if lost := entries.seats_without_address(context.obj, game, seats):
            words = "No e-mail address: {seats}. To give one: referee player {game} SEAT --address ADDRESS"
            speech.talk(say(words, seats=", ".join(lost), game=game))
    if mail and (code := tell_letters(letters, speech.talk if json else speech.out)):
        raise typer.Exit(code)


@app.command()
def observe(
    context: typer.Context,
    game: GameName,
    address: Annotated[str, typer.Argument(metavar="[ADDRESS]", help="Whose; without it, all are listed.")] = "",
    language: Annotated[str, typer.Option(metavar="LANGUAGE", help="Of the e-mails: en, it, fr, de.")] = "en",
    remove: Annotated[bool, typer.Option("--remove", help="Send this address nothing more.")] = False,
    json: Json = False,
) -> None:
    """Let somebody watch by e-mail: public reports only. Example: referee player observe spring-cup eva@example.org"""
    if remove and not address:
        raise bad_option(say("Name the address that is to get nothing more."))
    if remove:
        observers.remove_observer(context.obj, game, address)
    elif address:
        observers.add_observer(context.obj, game, address, language)
    found = observers.list_observers(context.obj, game)
    if json:
        rows = [{"address": each, "language": spoken} for each, spoken in found.items()]
        speech.out_json("referee-observers/1", game=game, observers=rows)
        return
    for each, spoken in found.items():
        speech.out(say("{address} watches {game}, in {language}.", address=each, game=game, language=spoken))
    if not found:
        speech.out(say("Nobody watches {game}.", game=game))


ItemId = Annotated[str, typer.Argument(metavar="ID", help="Its id in `referee mail list`, or the first digits of it.")]


@put_aside.command("list")
def list_mail(context: typer.Context, json: Json = False) -> None:
    """List what was put aside and waits for you. Example: referee mail list"""
    found = waiting.list_put_aside(context.obj)
    if json:
        speech.out_json("referee-mail/1", items=found)
        return
    for each in found:
        first = each.says.partition("\n")[0]
        speech.out_mail_words(f"{each.id[: waiting.SHOWN]}  {each.at}  {each.kind:7}  {each.whose}: {first[:80]}")
    if not found:
        speech.out(say("Nothing waits for you."))


@put_aside.command("show")
def show_mail(context: typer.Context, id: ItemId, json: Json = False) -> None:
    """Print what was put aside. Words to one player alone are left out. Example: referee mail show 3f9a"""
    shown = waiting.show_put_aside(context.obj, id)
    if json:
        speech.out_json("referee-mail-shown/1", item=shown.item, paragraphs=shown.paragraphs, path=shown.path)
        return
    speech.out_mail_words(f"{shown.item.at}  {shown.item.whose}")
    if shown.item.kind == waiting.MAIL:
        speech.out_mail_words(shown.item.says)
    for each in shown.paragraphs:
        speech.out("")
        speech.out_mail_words(each)
    speech.out("")
    speech.out(say("All of it: {path}", path=shown.path))


@put_aside.command("retry")
def retry_mail(context: typer.Context, id: ItemId, json: Json = False) -> None:
    """Handle an e-mail once more, or send a message to you. Example: referee mail retry 3f9a"""
    from referee.mail.act.receive_mail import retry

    done = retry(context.obj, id)
    if json:
        speech.out_json("referee-mail-retried/1", mails=done)
    elif not done:
        speech.out(say("Sent."))
    for each in done if not json else ():
        speech.out_mail_words(f"{each.mail[:12]} {each.became}: {' '.join(str(each.says).split())}")
    if any(each.became == QUARANTINED for each in done):
        raise typer.Exit(REFUSED)


@put_aside.command("dismiss")
def dismiss_mail(
    context: typer.Context,
    ids: Annotated[list[str], typer.Argument(metavar="ID...", help="Ids of `referee mail list`.")],
    json: Json = False,
) -> None:
    """Put away what needs nothing more. Example: referee mail dismiss 3f9a"""
    found = waiting.dismiss(context.obj, ids)
    if json:
        speech.out_json("referee-mail-dismissed/1", items=found)
        return
    for each in found:
        speech.out_mail_words(say("Put away: {id} of {whose}", id=each.id[: waiting.SHOWN], whose=each.whose))


@put_aside.command("restore")
def restore_mail(context: typer.Context, id: ItemId, json: Json = False) -> None:
    """Bring back what you put away. Example: referee mail restore 3f9a"""
    item = waiting.restore(context.obj, id)
    if json:
        speech.out_json("referee-mail-restored/1", items=[item])
        return
    speech.out_mail_words(say("It waits for you again: {id} of {whose}", id=item.id[: waiting.SHOWN], whose=item.whose))


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
