"""Commands that find a move: move, why, suggest."""

from typing import Annotated

import typer

from referee.api import Game
from referee.app.errors import Stop, Usage
from referee.app.game_access import Table
from referee.app.play import move_drafts, submit_move
from referee.app.play.move_drafts import MoveDraft
from referee.app.play.record_move import Submitted
from referee.cli import speech
from referee.cli.arguments import Full, GameName, Json, OfSeat, number_parser
from referee.cli.completion import complete_seat
from referee.cli.reporting import announce_result, player_and_seat
from referee.cli.terminal import confirm, edit_file, is_answered
from referee.reading import BadInput
from referee.reading.schemas import modeline
from referee.store import log
from referee.words import say

app = typer.Typer()


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
