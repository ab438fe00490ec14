"""Commands of the moderator: new, nonce, deal, missed, close."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from referee.cli import app, speech
from referee.cli.arguments import (
    Addresses,
    Boards,
    Choices,
    ClockWords,
    Components,
    Full,
    GameName,
    Json,
    Languages,
    OfEdition,
    Players,
    Practice,
    SeatName,
    Tiles,
    TitleName,
    WaitForNonces,
)
from referee.cli.reporting import announce_result, submitted_json
from referee.words import say

if TYPE_CHECKING:
    from referee.app.play.record_move import Submitted


@app.command()
def new(
    context: typer.Context,
    title: TitleName,
    id: Annotated[str, typer.Option("--id", metavar="ID", help="The new game's name: a-z, 0-9 and hyphens.")],
    player: Players,
    option: Choices = None,
    edition: OfEdition = None,
    board: Boards = None,
    components: Components = None,
    tiles: Tiles = None,
    clock: ClockWords = None,
    address: Addresses = None,
    language: Languages = None,
    wait_for_nonces: WaitForNonces = False,
    practice: Practice = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Check everything, but make nothing.")] = False,
    full: Full = False,
    json: Json = False,
) -> None:
    """Begin a game: its secret, its log and the deal.

    Example: referee new magna-grecia --id spring-cup --player red=Bruno --player yellow=Anna
    """
    from referee.app.play import new_game

    played: dict[str, Any] = {"edition": edition, "components": components, "tiles": tiles, "clock": clock}
    reached: dict[str, Any] = {"addresses": address, "languages": language}
    with speech.recording(json):
        plan = new_game.plan(
            title,
            id,
            player,
            option or [],
            new_game.only_board(board or []),
            wait_for_nonces=wait_for_nonces,
            practice=practice,
            **played,
            **reached,
        )
        done = new_game.new(context.obj, plan, dry_run=dry_run)
    announce_beginning(context, done, dry_run, json, full)


def announce_beginning(context: typer.Context, done: "Submitted", dry_run: bool, json: bool, full: bool) -> None:
    if not dry_run:
        announce_result(context.obj, done, json=json, full=full)
        return
    speech.talk(say("{game} could begin. Nothing was made: this was a dry run.", game=done.game))
    if json:
        submitted_json(done)


@app.command()
def nonce(
    context: typer.Context,
    game: GameName,
    seat: SeatName,
    digits: Annotated[str, typer.Argument(metavar="HEX", help="32 hexadecimal digits that the player chose.")],
    full: Full = False,
    json: Json = False,
) -> None:
    """Enter a player's nonce before the deal. Example: referee nonce spring-cup red 00112233445566778899aabbccddeeff"""
    from referee.app.play import deal_game

    with speech.recording(json):
        done = deal_game.enter_player_nonce(context.obj, game, seat, digits)
    announce_result(context.obj, done, json=json, full=full)


@app.command()
def deal(context: typer.Context, game: GameName, full: Full = False, json: Json = False) -> None:
    """Deal a game that waits for nonces, with those that came. Example: referee deal spring-cup"""
    from referee.app.play import deal_game

    with speech.recording(json):
        done = deal_game.deal_waiting_game(context.obj, game)
    announce_result(context.obj, done, json=json, full=full)


@app.command("missed")
def record_missed_deadline(
    context: typer.Context,
    game: GameName,
    seat: SeatName,
    after: Annotated[
        int | None, typer.Option(metavar="N", help="The entry after which the seat was to move; without it, the last.")
    ] = None,
    full: Full = False,
    json: Json = False,
) -> None:
    """Record that the seat to move missed its deadline. Example: referee missed spring-cup red --after 12"""
    from referee.app.play import submit_move

    with speech.recording(json):
        done = submit_move.record_missed_turn(context.obj, game, seat, after)
    announce_result(context.obj, done, json=json, full=full)


@app.command()
def close(
    context: typer.Context,
    game: GameName,
    abandon: Annotated[bool, typer.Option("--abandon", help="Also a game that is not over.")] = False,
    full: Full = False,
    json: Json = False,
) -> None:
    """End a log: tell its secret. Example: referee close spring-cup

    From then on everybody can check the chance of the game.
    """
    from referee.app.play import submit_move

    with speech.recording(json):
        done = submit_move.close(context.obj, game, abandon=abandon)
    announce_result(context.obj, done, json=json, full=full)
