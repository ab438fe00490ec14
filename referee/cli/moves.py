"""Commands about moves: submit and check, why and suggest, log; and about orders for later turns."""

import sys
from typing import Annotated

import typer

from referee import LEAST_HEAD
from referee.api import Game
from referee.app.ahead import send_orders
from referee.app.ahead.send_orders import SentOrders
from referee.app.errors import Missing, Stop, Usage
from referee.app.game_access import Table
from referee.app.look.game_views import HistoryLine
from referee.app.play import move_drafts, submit_move
from referee.app.play.entries import TURNS
from referee.app.play.move_drafts import MoveDraft
from referee.app.play.record_move import Overruling, Submitted
from referee.cli import speech
from referee.cli.arguments import (
    EntryDay,
    Full,
    GameName,
    Json,
    MoveFile,
    OfSeat,
    Overrules,
    Why,
    bad_option,
    complete_seat,
    number_parser,
    reason,
)
from referee.cli.reporting import announce_result, announce_stop, player_and_seat
from referee.cli.speech import confirm, edit_file, is_answered
from referee.reading import BadInput
from referee.reading.plain_files import NotPlain, first_bytes
from referee.reading.schemas import modeline
from referee.reading.yaml_reader import MOVE
from referee.store import log
from referee.words import ENGLISH, Phrase, say, speaking, word_list

app = typer.Typer()


def overruling(rules: list[str] | None, why: str) -> Overruling:
    """The rules against which a move may pass. Raises BadParameter for a reason without rules, or that is too long."""
    if why and not rules:
        raise bad_option(say("Name the rule that the move may break: --overrule RULE"), "--why")
    words = reason(why) if rules else ""
    return Overruling(tuple(dict.fromkeys(rules or ())), words)


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

    if dry_run:
        raise Usage(say("A dry run sends no e-mails. Leave out --mail or --dry-run."))
    table.settings.needed_mail()


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


OrdersFile = Annotated[
    str, typer.Argument(metavar="[FILE]", help="A file with orders, or - for standard input; without it, show them.")
]


@app.command("orders")
def orders_ahead(
    context: typer.Context,
    game: GameName,
    file: OrdersFile = "",
    seat: OfSeat = "",
    cancel: Annotated[bool, typer.Option("--cancel", help="Cancel what the seat has ordered.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Check the orders, but keep nothing.")] = False,
    json: Json = False,
) -> None:
    """Keep a player's orders for their next turns. Example: referee player orders spring-cup orders.yaml

    Nobody but you and the player gets to know. To show them: referee player orders GAME --seat SEAT
    """
    if bool(file) == bool(seat):
        raise bad_option(say("Name either a file with orders, or a seat with --seat."))
    if cancel and file:
        raise bad_option(say("To cancel orders, name the seat: --seat SEAT --cancel"))
    with speech.recording(json):
        if file:
            raw, name = raw_move(file)
            keep = send_orders.rehearse_orders if dry_run else send_orders.enter_orders
            found = keep(context.obj, game, raw, name)
        elif cancel and not dry_run:
            found = send_orders.forget_orders(context.obj, game, seat)
        else:
            found = send_orders.show_orders(context.obj, game, seat)
    print_orders(found, dry_run, json)


def print_orders(found: SentOrders, dry_run: bool, json: bool) -> None:
    """The orders that are in force now, or that would be."""
    if json:
        texts = [str(each) for each in found.lines]
        facts = {"dry_run": dry_run, "state": found.state, "orders": texts}
        speech.out_json("referee-orders/1", game=found.game, seat=found.seat, **facts)
        return
    for line in found.lines:
        speech.out(line)
    if not found.lines:
        words = "{seat} has no orders in {game}."
        if found.state == "played":
            words = "{seat} has no orders in {game}. The last ones were played."
        elif found.state == "taken back":
            words = "{seat} has no orders in {game}. The move that the last ones made was taken back."
        elif found.state == "cancelled":
            words = "{seat} has no orders in {game}. The last ones were cancelled."
        speech.out(say(words, seat=found.seat, game=found.game))
    if dry_run:
        speech.talk(say("Nothing was kept: this was a dry run."))


@app.command("move")
def edit_move(
    context: typer.Context,
    game: GameName,
    seat: Annotated[
        str, typer.Option(metavar="SEAT", help="Show what this seat alone may see.", autocompletion=complete_seat)
    ] = "",
    full: Full = False,
) -> None:
    """Write a move in your editor, have it checked, and record it. Example: referee submit spring-cup --edit

    Set EDITOR to the editor that you like. The file shows what is wrong with the move, and you continue editing.
    """
    if not is_answered():
        hint = say("Write the move into a file, and record it with: referee submit FILE")
        raise Usage(say("An editor needs a terminal."), hint)
    with speech.recording():
        draft = move_drafts.open_draft(context.obj, game, seat)
        done = edited_until_recorded(context.obj, draft)
    if done is None:
        speech.talk(say("Nothing was recorded. To continue with your draft: referee submit --edit {game}", game=game))
    else:
        announce_result(context.obj, done, full=full)


def edited_until_recorded(table: Table, draft: MoveDraft) -> Submitted | None:
    """Edit, check and ask until the move is recorded; None where they leave it."""
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
def why(
    context: typer.Context,
    game: GameName,
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="[ACTION]", help="One action, such as road D4 n-s (default: list all)."),
    ] = None,
    seat: OfSeat = "",
    json: Json = False,
) -> None:
    """Say if an action is legal, and why; or list all that are. Example: referee why spring-cup road D4 n-s"""
    if not words:
        list_legal_actions(context, game, seat, json)
        return
    action = " ".join(words)
    with speech.verdict_on_stdout(json):
        answer = Game(context.obj, game).why(action, seat)
    if json:
        speech.out_json("referee-verdict/1", accepted=True, game=game, action=action, text=str(answer))
    else:
        speech.out(answer)


def list_legal_actions(context: typer.Context, game: str, seat: str, json: bool) -> None:
    """Print every single action that is legal now."""
    choices = Game(context.obj, game).legal(seat)
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
    seed: Annotated[
        int, typer.Option(metavar="N", parser=number_parser(int), help="Another number may give another move.")
    ] = 0,
    json: Json = False,
) -> None:
    """Print a legal, sensible move for whoever's turn it is. Example: referee suggest spring-cup > move.yaml"""
    played = Game(context.obj, game)
    found = played.suggest(seed)
    if json:
        speech.out_json("referee-suggestion/1", game=game, **found._asdict())
    else:
        speech.out(modeline(f"{played.header['title']}.move") + found.text)


@app.command("log")
def history(context: typer.Context, game: GameName, json: Json = False) -> None:
    """List the entries of a game's log. Example: referee log spring-cup"""
    with speaking(ENGLISH):  # as all lists for the moderator
        lines = Game(context.obj, game).history
        if json:
            speech.out_json("referee-history/1", game=game, entries=lines)
            return
        for line in lines:
            begun = f"{line.entry:>4}  {line.at:20}  {line.head[:LEAST_HEAD]}  {line.kind:6} {line.seat:7}"
            speech.out(f"{begun} {history_text(line)}".rstrip())


A_PASS = say("a pass")
QUOTES = '"“”„‟«» '
"""What players put around their words: the list has marks of its own."""


def history_text(line: HistoryLine) -> str:
    """`draw main → silver-mine  “At last!”`, or in a sentence what stands besides the moves."""
    words = without_number(line)
    if words and not line.played and line.kind not in TURNS:
        return " ".join(words.split())
    played = line.played or (str(A_PASS) if line.kind in TURNS else "")
    told = [played, f"→ {line.shown}" if line.shown else "", f"({words})" if words else ""]
    said = f"  “{line.say.splitlines()[0].strip(QUOTES)}”" if line.say else ""
    return " ".join(filter(None, told)) + said


def without_number(line: HistoryLine) -> str:
    """What a line says, without the number of its entry before it: that is in the first column, in any language."""
    _, number, rest = line.told.partition(f" {line.entry}")
    words = rest.lstrip().removeprefix(":").lstrip()
    is_numbered = bool(number) and rest.lstrip().startswith(":") and " " not in line.told.partition(number)[0]
    return words[:1].upper() + words[1:] if is_numbered else line.told
