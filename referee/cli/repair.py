"""Commands after a mishap: undo, correct."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Annotated

import typer

from referee.app.game_access import Table, open_game
from referee.app.notes.list_notes import notes_that_stay
from referee.app.repair import correct_entry, take_back
from referee.app.repair.correct_entry import Correction, change_lines
from referee.app.repair.take_back import TakenBack, undo_sentence
from referee.cli import speech
from referee.cli.arguments import CORRECTED, GameName, Json, MoveFile, Yes, bad_option, complete_seat, number_parser
from referee.cli.moves import raw_move
from referee.cli.reporting import announce_result
from referee.cli.speech import ask_if_meant, is_answered
from referee.exit_codes import Foreseen
from referee.rules.horizon import horizon_sentence
from referee.words import Phrase, say

app = typer.Typer()

Why = Annotated[str, typer.Option("--why", metavar="TEXT", help="The reason. Everybody reads it.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Show what would change, and record nothing.")]


@app.command()
def undo(
    context: typer.Context,
    game: GameName,
    to: Annotated[
        int | None,
        typer.Option("--to", metavar="N", parser=number_parser(int), help="Go back to the position after this entry."),
    ] = None,
    seat: Annotated[
        str, typer.Option(metavar="SEAT", help="The player of this seat wants it.", autocompletion=complete_seat)
    ] = "",
    ask: Annotated[bool, typer.Option("--ask", help="Ask the players who moved or learned something since.")] = False,
    reseal: Annotated[
        bool, typer.Option("--reseal", help="Shuffle again what was drawn since, with all that nobody has seen.")
    ] = False,
    why: Why = "",
    yes: Yes = False,
    dry_run: DryRun = False,
    json: Json = False,
) -> None:
    """Take the last turn back, or go back to an earlier entry. Example: referee undo spring-cup --to 12

    Nothing is deleted: the log keeps what was played, and says that it no longer counts. With --seat, players who have
    moved since must agree, and are asked by e-mail.
    """
    if seat and (ask or reseal):
        raise bad_option(say("Use --seat without --ask and --reseal: a player asks the others anyway."))
    if ask and reseal:
        raise bad_option(say("Use --ask or --reseal: to shuffle again is the moderator's ruling."))
    request = take_back.UndoRequest(to, seat, why, ask, reseal)
    with speech.recording(json):
        if reseal and not (yes or dry_run) and is_answered():
            take_back.take_back(context.obj, game, request, dry_run=True)
            words = "The draws since then are shuffled again for good. Go back in {game}?"
            ask_if_meant(say(words, game=game), yes=yes)
        found = take_back.take_back(context.obj, game, request, dry_run=dry_run)
    if found.done is None:
        tell_undo(found, json)
    else:
        said = (take_back.undo_sentence(found.undo), *question_hint(found), *found.done.warnings)
        if found.done.before and to is None and found.done.now and not found.undo.asks:
            said = (*said, *take_back.further_hint(found.done.now, seat))
        said = (*said, *notes_said(context.obj, game, found.undo.undone))
        announce_result(context.obj, found.done._replace(warnings=said), json=json)


def notes_said(table: Table, id: str, entries: Sequence[int]) -> tuple[Phrase, ...]:
    """That notes on entries that were taken back or corrected stay with them; nothing if they can't be read now.

    By then all is recorded: no trouble may sound as if it were not.
    """
    with suppress(Foreseen):
        return notes_that_stay(open_game(table, id), entries)
    return ()


def question_hint(found: TakenBack) -> tuple[Phrase, ...]:
    """How the players come to know that they are asked."""
    return (say("To send them the question: referee send {game}", game=found.game),) if found.undo.asks else ()


def tell_undo(found: TakenBack, json: bool) -> None:
    """Print what a dry run found."""
    if json:
        speech.out_json("referee-undo-preview/1", game=found.game, horizon=found.undo.horizon.entry, **facts_of(found))
        return
    is_further = found.undo.back < found.undo.horizon.entry
    if not (is_further and found.undo.asks):
        speech.out(horizon_sentence(found.undo.horizon))
    if is_further and not found.undo.asks:
        speech.out(say("With --reseal it goes back further, and what was drawn since is shuffled again."))
    speech.out(say("If you do it: {told}", told=undo_sentence(found.undo)))
    speech.talk(say("Nothing was recorded: this was a dry run."))


def facts_of(found: TakenBack) -> dict[str, object]:
    return {"back": found.undo.back, "undone": found.undo.undone, "asks": found.undo.asks}


@app.command()
def correct(
    context: typer.Context,
    game: GameName,
    entry: Annotated[
        int, typer.Argument(metavar="N", parser=number_parser(int), help="The number of the entry that is wrong.")
    ],
    file: MoveFile,
    why: Why = "",
    dry_run: DryRun = False,
    json: Json = False,
) -> None:
    """Replace a move that was recorded wrongly. Example: referee correct spring-cup 12 move.yaml --why "C4, not C5"

    All later moves must still be legal. If one is not, it is named, and nothing is recorded.
    """
    with speech.recording(json):
        raw, name = raw_move(file)
        found = correct_entry.correct(context.obj, game, entry, raw, name, why or CORRECTED, dry_run=dry_run)
    lines = correction_lines(found)
    if found.done is not None:
        said = (*lines, *found.done.warnings, *notes_said(context.obj, game, [entry]))
        announce_result(context.obj, found.done._replace(warnings=said), json=json)
    elif json:
        changes = {kind: [each._asdict() for each in of] for kind, of in found.changes._asdict().items()}
        speech.out_json("referee-correction-preview/1", game=game, entry=entry, move=found.move, **changes)
    else:
        for line in lines:
            speech.out(line)
        speech.talk(say("Nothing was recorded: this was a dry run."))


def correction_lines(found: Correction) -> list[Phrase]:
    """What the entry says now, and what is different by it."""
    words = "Entry {entry} now counts as: {move}. All later moves stay as they are."
    head = say(words, entry=found.entry, move=found.move)
    return [head, *change_lines(found.changes)]
