"""Commands about a move in a file: submit, check."""

import sys
from typing import Annotated

import typer

from referee.app.errors import Missing, Usage
from referee.app.game_access import Table
from referee.app.play import submit_move
from referee.app.play.record_move import Submitted
from referee.cli import speech
from referee.cli.arguments import EntryDay, Full, Json, MoveFile, Why, bad_option
from referee.cli.completion import complete_seat
from referee.cli.moderator_words import Overrules, overruling
from referee.cli.reporting import announce_result, announce_stop
from referee.reading.plain_files import NotPlain, first_bytes
from referee.reading.texts import MOVE
from referee.words import Phrase, say, word_list

app = typer.Typer()


def raw_move(file: str) -> tuple[bytes, str]:
    """The bytes of a move file and the name by which a refusal calls it. Raises Missing."""
    if file == "-":
        return sys.stdin.buffer.read(MOVE + 1), "stdin"
    try:
        return first_bytes(file, MOVE + 1), file
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        says = say("The move file {file} can't be read: {why}.", file=file or "''", why=why)
        raise Missing(says, FROM_A_PIPE if isinstance(error, NotPlain) else None) from error


FROM_A_PIPE = say("Name the file, or write - to read the move from standard input.")


@app.command()
def submit(
    context: typer.Context,
    file: MoveFile,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Check and report, but record nothing.")] = False,
    html: Annotated[str, typer.Option(metavar="PATH", help="Also write the report as HTML. - prints it instead.")] = "",
    mail: Annotated[bool, typer.Option("--mail", help="Then send the e-mails that are due.")] = False,
    edit: Annotated[
        bool, typer.Option("--edit", help="Name a game, not a file: write its move in your editor.")
    ] = False,
    seat: Annotated[
        str,
        typer.Option(metavar="SEAT", help="With --edit: what this seat alone may see.", autocompletion=complete_seat),
    ] = "",
    overrule: Overrules = None,
    why: Why = "",
    at: EntryDay = "",
    full: Full = False,
    json: Json = False,
) -> None:
    """Judge a move, record it, and print the report. Example: referee submit move.yaml

    With --edit and the name of a game, you write the move in your editor (EDITOR), and it is checked as you go.

    As the moderator you can let one move pass against named rules, with a reason that all can read:
    referee submit move.yaml --overrule MG-7.2 --why "We agreed on it at the table."

    The exit code is 0 when the move is recorded, 65 when it is refused, and 70 when the program has an error and
    recorded nothing that could not be read again. docs/reference/errors.md lists all exit codes.
    """
    if seat and not edit:
        raise bad_option(say("A move names its seat. Use --seat with --edit."), "--seat")
    if edit:
        from referee.cli.play import edit_move  # an editor is rarely asked for

        if dry_run or html or mail or overrule or why or at or json:
            raise bad_option(
                say("Your move is checked and then recorded. Only --seat and --full go with --edit."), "--edit"
            )
        edit_move(context, file, seat, full)
        return
    if json and html == "-":
        raise bad_option(say("Only one of them can be printed. Write the page to a file."), "--html")
    if mail:
        refuse_no_mail(context.obj, dry_run)
    let_pass = overruling(overrule, why)
    with speech.recording(json):
        raw, name = raw_move(file)
        if dry_run:
            done = submit_move.rehearse(context.obj, raw, name, overruling=let_pass)
        else:
            done = submit_move.submit(context.obj, raw, name, overruling=let_pass, day=at)
    announce_result(context.obj, done, html, json, mail, full)


def refuse_no_mail(table: Table, dry_run: bool) -> None:
    """Before anything is recorded. Raises Usage, Misconfigured."""
    from referee.mail.act.send_reports import mail_of  # e-mails are heavy, and only --send needs them

    if dry_run:
        raise Usage(say("A dry run sends no e-mails. Leave out --mail or --dry-run."))
    mail_of(table)


@app.command()
def check(context: typer.Context, file: MoveFile, overrule: Overrules = None, json: Json = False) -> None:
    """Check a move without recording it. Example: referee submit move.yaml --dry-run

    With --overrule it says what would happen if you let the move pass against that rule.
    """
    raw, name = raw_move(file)
    let_pass = overruling(overrule, "")
    with speech.verdict_on_stdout(json):
        done = submit_move.rehearse(context.obj, raw, name, overruling=let_pass, with_view=False)
    if json:
        stopped = speech.error_text(done.stopped) if done.stopped else None
        facts = {"seat": done.seat, "recorded_before": done.before, "stopped": stopped, "warnings": done.unread}
        facts |= {"overruled": done.overruled}
        speech.out_json("referee-verdict/1", accepted=True, game=done.game, **facts)
    elif done.before:
        speech.out(
            say("This is already recorded, as {entries} of {game}.", entries=done.entries_phrase, game=done.game)
        )
        if done.stopped:
            announce_stop(done.stopped)
    else:
        speech.out(verdict_sentence(done))
        for overlooked in done.unread:
            speech.out(overlooked)


def verdict_sentence(done: Submitted) -> Phrase:
    """That a move is legal, or which rules it needs to have overruled."""
    facts = {"seat": done.seat, "move": done.move, "rules": word_list(done.overruled)}
    if done.overruled:
        return say("This move of {seat} could be recorded with {rules} overruled: {move}.", **facts)
    return say("This move of {seat} is legal: {move}.", **facts)
