"""Commands of a game in play: submit, move, check, why, legal, suggest."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from referee.app.errors import Stop, Usage
from referee.cli import app, speech
from referee.cli.moderator_words import Overrules, overruling
from referee.cli.reporting import announce_result, announce_stop, player_and_seat
from referee.cli.speech import EntryDay, Full, GameName, Json, MoveFile, OfSeat, Why
from referee.cli.words_to_come import complete_seat
from referee.reading import BadInput
from referee.store import log
from referee.words import Phrase, say, word_list

if TYPE_CHECKING:
    from referee.app.game_access import Table
    from referee.app.play.move_drafts import MoveDraft
    from referee.app.play.record_move import Submitted


def raw_move(file: str) -> tuple[bytes, str]:
    """The bytes of a move file and the name by which a refusal calls it. Raises Missing."""
    from referee.app.errors import Missing
    from referee.reading.plain_files import NotPlain, first_bytes
    from referee.reading.yaml_reader import MOVE

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
    overrule: Overrules = None,
    why: Why = "",
    at: EntryDay = "",
    full: Full = False,
    json: Json = False,
) -> None:
    """Judge a move, record it, and print the report. Example: referee submit move.yaml

    As the moderator you can let one move pass against named rules, with a reason that all can read:
    referee submit move.yaml --overrule MG-7.2 --why "We agreed on it at the table."

    The exit code is 0 when the move is recorded, 65 when it is refused, and 70 when the program has an error and
    recorded nothing that could not be read again. docs/reference/errors.md lists all exit codes.
    """
    from referee.app.play import submit_move

    if json and html == "-":
        raise typer.BadParameter(
            str(say("Only one of them can be printed. Write the page to a file.")), param_hint="--html"
        )
    if mail:
        refuse_no_mail(context.obj, dry_run)
    let_pass = overruling(overrule, why, dry_run)
    with speech.recording(json):
        raw, name = raw_move(file)
        if dry_run:
            done = submit_move.rehearse(context.obj, raw, name, overruling=let_pass)
        else:
            done = submit_move.submit(context.obj, raw, name, overruling=let_pass, day=at)
    announce_result(context.obj, done, html, json, mail, full)


def refuse_no_mail(table: "Table", dry_run: bool) -> None:
    """Before anything is recorded. Raises Usage, Misconfigured."""
    from referee.app.errors import Usage
    from referee.app.mail.send_reports import mail_of

    if dry_run:
        raise Usage(say("A dry run sends no e-mails. Leave out --mail or --dry-run."))
    mail_of(table)


@app.command("move")
def edit_move(
    context: typer.Context,
    game: GameName,
    seat: Annotated[
        str, typer.Option(metavar="SEAT", help="Show what this seat alone may see.", autocompletion=complete_seat)
    ] = "",
    full: Full = False,
) -> None:
    """Write a move in your editor, have it checked, and record it. Example: referee move spring-cup

    Set EDITOR to the editor that you like. The file shows what is wrong with the move, and you continue editing.
    """
    from referee.app.play import move_drafts
    from referee.cli.terminal import is_answered

    if not is_answered():
        hint = say("Write the move into a file, and record it with: referee submit FILE")
        raise Usage(say("An editor needs a terminal."), hint)
    with speech.recording():
        draft = move_drafts.open_draft(context.obj, game, seat)
        done = edited_until_recorded(context.obj, draft)
    if done is None:
        speech.talk(say("Nothing was recorded. To continue with your draft: referee move {game}", game=game))
    else:
        announce_result(context.obj, done, full=full)


def edited_until_recorded(table: "Table", draft: "MoveDraft") -> "Submitted | None":
    """Edit, check and ask until the move is recorded; None where they leave it."""
    from referee.app.play import submit_move
    from referee.cli.terminal import confirm, edit_file

    while True:
        edit_file(draft.path)
        try:
            checked = submit_move.rehearse(table, draft.raw(), draft.path)
        except (Stop, log.Trouble, BadInput) as error:
            speech.talk(speech.full_error_text(error))
            draft.note(error)
            if not confirm(say("Edit it again?")):
                return None
            continue
        who, untouched = player_and_seat(checked), draft.is_untouched
        words = "This move of {who} is legal: {move}."
        if untouched:
            words = "You changed nothing. {who} would play: {move}."
        speech.talk(say(words, who=who, move=checked.move))
        if confirm(say("Record it?"), usual=not untouched):
            done = submit_move.submit(table, draft.raw(), draft.path)
            draft.forget()
            return done
        if not confirm(say("Edit it again?")):
            return None


@app.command()
def check(context: typer.Context, file: MoveFile, overrule: Overrules = None, json: Json = False) -> None:
    """Check a move without recording it. Example: referee check move.yaml

    With --overrule it says what would happen if you let the move pass against that rule.
    """
    from referee.app.play import submit_move

    raw, name = raw_move(file)
    let_pass = overruling(overrule, "", dry_run=True)
    with speech.verdict_on_stdout(json):
        done = submit_move.rehearse(context.obj, raw, name, overruling=let_pass)
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


def verdict_sentence(done: "Submitted") -> Phrase:
    """That a move is legal, or which rules it needs to have overruled."""
    facts = {"seat": done.seat, "move": done.move, "rules": word_list(done.overruled)}
    if done.overruled:
        return say("This move of {seat} could be recorded with {rules} overruled: {move}.", **facts)
    return say("This move of {seat} is legal: {move}.", **facts)


@app.command()
def why(
    context: typer.Context,
    game: GameName,
    action: Annotated[str, typer.Argument(metavar="ACTION", help="One action, such as 'road D4 n-s'.")],
    seat: OfSeat = "",
    json: Json = False,
) -> None:
    """Say whether one action is legal now, with the rule. Example: referee why spring-cup 'road D4 n-s'"""
    from referee.app.look import game_views

    with speech.verdict_on_stdout(json):
        answer = game_views.judge_action(context.obj, game, action, seat)
    if json:
        speech.out_json("referee-verdict/1", accepted=True, game=game, action=action, text=str(answer))
    else:
        speech.out(answer)


@app.command()
def legal(context: typer.Context, game: GameName, seat: OfSeat = "", json: Json = False) -> None:
    """List every single action that is legal now. Example: referee legal spring-cup"""
    from referee.app.look import game_views

    choices = game_views.legal_actions(context.obj, game, seat)
    if json:
        speech.out_json(
            "referee-legal/1", game=game, actions=[{"kind": each.kind, "move": each.move} for each in choices]
        )
        return
    for kind in dict.fromkeys(each.kind for each in choices):
        speech.out(speech.labelled_list(kind, [each.text for each in choices if each.kind == kind]))


@app.command()
def suggest(
    context: typer.Context,
    game: GameName,
    seed: Annotated[int, typer.Option(help="Another number may give another move.")] = 0,
    json: Json = False,
) -> None:
    """Print a legal, sensible move for the player whose turn it is. Example: referee suggest spring-cup > move.yaml"""
    from referee.app.look import game_views

    found = game_views.suggested_move(context.obj, game, seed)
    if json:
        speech.out_json("referee-suggestion/1", game=game, **found._asdict())
    else:
        speech.out(found.text)
