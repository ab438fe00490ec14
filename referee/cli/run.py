"""Commands of the moderator: new, discard, nonce, deal, missed, close."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from referee.app.errors import Usage
from referee.cli import app, speech
from referee.cli.reporting import announce_result, submitted_json
from referee.cli.speech import (
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
    TakesOrders,
    Tiles,
    TitleIfNamed,
    WaitForNonces,
)
from referee.words import say

if TYPE_CHECKING:
    from referee.app.game_access import Table
    from referee.app.play.record_move import Submitted
    from referee.cli.questions import Beginning


@app.command()
def new(
    context: typer.Context,
    title: TitleIfNamed = "",
    id: Annotated[
        str | None, typer.Option("--id", metavar="ID", help="The name of the new game: a-z, 0-9 and hyphens.")
    ] = None,
    player: Players = None,
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
    orders: TakesOrders = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Check everything, but create nothing.")] = False,
    full: Full = False,
    json: Json = False,
) -> None:
    """Start a game. On a terminal it asks for what you leave out, and shows what it will do.

    Example: referee new magna-grecia --id spring-cup --player red=Bruno --player yellow=Anna
    """
    from referee.app.play import new_game
    from referee.cli.questions import Beginning, is_wanted

    given = Beginning(title, id, player or [], board or [], clock, address or [])
    begun = asked_for_rest(context.obj, given, json)
    more: dict[str, Any] = {"edition": edition, "components": components, "tiles": tiles, "languages": language}
    more |= {"wait_for_nonces": wait_for_nonces, "practice": practice}
    more["orders"] = context.obj.settings.takes_orders and not practice if orders is None else orders
    with speech.recording(json):
        plan = new_game.plan(*begun.words(option), clock=begun.clock, addresses=begun.addresses, **more)
        if begun is not given and not is_wanted(context.obj, plan, begun):
            raise typer.Exit
        done = new_game.new(context.obj, plan, dry_run=dry_run)
    announce_beginning(context, done, dry_run, json, full)


def asked_for_rest(table: "Table", given: "Beginning", json: bool) -> "Beginning":
    """What is given, if it is enough; else with answers for the rest, if somebody can be asked. Raises Usage."""
    from referee.cli.questions import ask_for_rest
    from referee.cli.terminal import is_answered

    if given.is_complete:
        return given
    if json or not is_answered():
        given.refuse_incomplete()
    return ask_for_rest(table, given)


def announce_beginning(context: typer.Context, done: "Submitted", dry_run: bool, json: bool, full: bool) -> None:
    if not dry_run:
        announce_result(context.obj, done, json=json, full=full)
        return
    speech.talk(say("{game} can be started like this. Nothing was created: this was a dry run.", game=done.game))
    if json:
        submitted_json(done)


@app.command()
def nonce(
    context: typer.Context,
    game: GameName,
    seat: SeatName,
    digits: Annotated[str, typer.Argument(metavar="HEX", help="32 hexadecimal digits chosen by the player.")],
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
    """Deal a game that waits for nonces, with the ones that have arrived. Example: referee deal spring-cup"""
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
        int | None,
        typer.Option(metavar="N", help=("The entry after which it was this player's turn (default: the last).")),
    ] = None,
    full: Full = False,
    json: Json = False,
) -> None:
    """Record that a player missed the deadline. Example: referee missed spring-cup red --after 12"""
    from referee.app.play import submit_move

    with speech.recording(json):
        done = submit_move.record_missed_turn(context.obj, game, seat, after)
    announce_result(context.obj, done, json=json, full=full)


@app.command()
def close(
    context: typer.Context,
    game: GameName,
    abandon: Annotated[bool, typer.Option("--abandon", help="Even if the game is not over.")] = False,
    full: Full = False,
    json: Json = False,
) -> None:
    """Close a log and reveal its secret. Example: referee close spring-cup

    From then on everybody can check the chance of the game.
    """
    from referee.app.play import submit_move

    with speech.recording(json):
        done = submit_move.close(context.obj, game, abandon=abandon)
    announce_result(context.obj, done, json=json, full=full)


@app.command()
def discard(
    context: typer.Context,
    game: GameName,
    yes: Annotated[bool, typer.Option("--yes", help="Don't ask.")] = False,
    json: Json = False,
) -> None:
    """Put away a game that you started by mistake, while nobody has moved. Example: referee discard spring-cup

    Nothing is deleted: log, secret and pages are kept in private/discarded_games, and the name is free again.
    """
    from referee.app.play import discard_game
    from referee.cli.terminal import confirm, is_answered

    with speech.recording(json):
        discard_game.refuse_undiscardable(context.obj, game)
        if not yes and not is_answered():
            raise Usage(say("Nobody can be asked here. If you are sure: referee discard {game} --yes", game=game))
        if not yes and not confirm(say("Put {game} away?", game=game), usual=False):
            raise typer.Exit
        done = discard_game.discard_game(context.obj, game)
    if json:
        speech.out_json("referee-discarded/1", game=done.game, folder=done.folder)
    else:
        speech.out(say("{game} is in {folder}. Its name is free again.", game=done.game, folder=done.folder))
    if done.is_known:
        speech.talk(say("Its players have had e-mails about it: let them know."))
