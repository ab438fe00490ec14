"""Commands that begin and end games: new, fork, deal and those below it, discard, close; and missed."""

import os
import tomllib
from collections.abc import Callable, Sequence
from functools import partial
from typing import Annotated, Any

import typer

from referee.app.errors import Missing, Refused, Usage, nearest_hint
from referee.app.game_access import Table
from referee.app.play import deal_game, discard_game, known_deal, new_game, submit_move
from referee.app.play import fork_game as forks
from referee.app.play.record_move import Submitted
from referee.app.time.counted_time import length
from referee.cli import ends, speech
from referee.cli.arguments import (
    Addresses,
    Boards,
    Choices,
    ClockWords,
    Components,
    Full,
    GameName,
    Invites,
    Json,
    KnownDealFile,
    Languages,
    NewEdition,
    NewLanguages,
    NewPlayers,
    Parent,
    PastDay,
    Players,
    Practice,
    SeatName,
    TakesOrders,
    Tiles,
    TitleIfNamed,
    WaitForNonces,
    Why,
    Yes,
    bad_option,
    complete_game,
    number_parser,
)
from referee.cli.questions import Beginning, ask_for_rest, is_wanted
from referee.cli.reporting import announce_result, submitted_json, tell_letters
from referee.cli.speech import ask_if_meant, is_answered
from referee.exit_codes import REFUSED
from referee.words import Phrase, say, word_list

PATHS = ("board", "components", "tiles", "known_deal")
"""The fields that may name a file, which is meant from where the file of the game is."""
PAIRS = ("player", "option", "clock", "address", "language")
"""The fields that are tables: `player = {red = "Bruno"}` for `--player red=Bruno`."""
YES_OR_NO = ("wait_for_nonces", "invite", "practice", "orders")


def take_from_file(context: typer.Context, option: typer.CallbackParam, path: str) -> str:
    """Let options that the command does not say be as a file has them. Raises Missing, Refused."""
    if path:
        known = {str(each.name) for each in context.command.params} - {option.name, "json", "full", "dry_run"}
        with speech.recording():
            fields = file_fields(path, sorted(known))
            context.default_map = {name: option_value(path, name, value) for name, value in fields.items()}
    return path


def file_fields(path: str, known: list[str]) -> dict[str, Any]:
    """The fields of a file by the names of options. Raises Missing, Refused for one that is not known."""
    try:
        with open(path, "rb") as file:
            fields = {name.replace("-", "_"): value for name, value in tomllib.load(file).items()}
    except OSError as error:
        raise Missing(say("The file {path} can't be read: {why}.", path=path, why=error.strerror)) from error
    except ValueError as error:
        raise Refused(say("{path} is no TOML: {why}.", path=path, why=error)) from error
    for name in fields.keys() - set(known):
        says = say("{path}: a game has no field {name}.", path=path, name=name)
        raise Refused(says, nearest_hint(name, known) or say("Its fields: {names}.", names=", ".join(known)))
    return fields


def option_value(path: str, name: str, value: object) -> object:
    """A field as its option would have it. Raises Refused for a value of another kind."""
    if name in PAIRS:
        if not isinstance(value, dict):
            raise wrong_value(
                path, name, say('a table: a line [{name}], and below it lines such as red = "…"', name=name)
            )
        return [f"{key}={each}" for key, each in value.items()]
    if name in YES_OR_NO:
        if not isinstance(value, bool):
            raise wrong_value(path, name, say("true or false"))
        return value
    if isinstance(value, bool | dict | list):
        raise wrong_value(path, name, say("a text in quotes"))
    beside = os.path.join(os.path.dirname(path), str(value))
    text = beside if name in PATHS and os.path.isfile(beside) else str(value)
    return [text] if name == "board" else text


def wrong_value(path: str, name: str, wanted: Phrase) -> Refused:
    return Refused(say("{path}: {name} must be {wanted}.", path=path, name=name, wanted=wanted))


app = typer.Typer()


NewName = Annotated[
    str | None, typer.Option("--id", metavar="ID", help="The name of the new game: a-z, 0-9 and hyphens.")
]
GameFile = Annotated[
    str,
    typer.Option(
        "--file",
        metavar="FILE",
        callback=take_from_file,
        is_eager=True,
        help="A TOML file with these and rarer choices. Options of the command come first.",
    ),
]
CheckOnly = Annotated[bool, typer.Option("--dry-run", help="Check everything, but create nothing.")]


@app.command()
def new(
    context: typer.Context,
    title: TitleIfNamed = "",
    file: GameFile = "",
    id: NewName = None,
    player: Players = None,
    option: Choices = None,
    edition: NewEdition = None,
    board: Boards = None,
    components: Components = None,
    tiles: Tiles = None,
    clock: ClockWords = None,
    address: Addresses = None,
    language: NewLanguages = None,
    wait_for_nonces: WaitForNonces = False,
    invite: Invites = False,
    practice: Practice = False,
    known_deal: KnownDealFile = None,
    at: PastDay = "",
    orders: TakesOrders = None,
    dry_run: CheckOnly = False,
    full: Full = False,
    json: Json = False,
) -> None:
    """Start a game. On a terminal it asks for what you leave out, and shows what it will do.

    Example: referee new magna-grecia --id spring-cup --player red=Bruno --player yellow=Anna

    Rare choices, such as an edition, your own tiles or a known deal, are fields of a file: docs/reference/settings.md
    """

    given = Beginning(title, id, player or [], board or [], clock, address or [])
    begun = asked_for_rest(context.obj, given, json)
    more: dict[str, Any] = {"edition": edition, "components": components, "tiles": tiles, "languages": language}
    more |= {"wait_for_nonces": wait_for_nonces, "invite": invite, "practice": practice, "known_deal": known_deal}
    more["orders"] = orders_wanted(context.obj, orders, practice, known_deal)
    if invite:
        context.obj.settings.needed_mail()  # before anything is recorded
    with speech.recording(json):
        plan = new_game.plan(*begun.words(option), clock=begun.clock, addresses=begun.addresses, **more)
        if begun is not given and not is_wanted(context.obj, plan, begun):
            raise typer.Exit
        done = new_game.new(new_game.dated_table(context.obj, plan, at), plan, dry_run=dry_run)
    announce_beginning(context, done, dry_run, json, full)
    if invite and not dry_run:
        send_invitations(context.obj, done.game, json)


def send_invitations(table: Table, game: str, json: bool) -> None:
    from referee.mail.act import send_reports

    letters = send_reports.send_due_letters(table, [game])
    if code := tell_letters(letters, speech.talk if json else speech.out):
        raise typer.Exit(code)


def orders_wanted(table: Table, orders: bool | None, practice: bool, known_deal: str | None) -> bool:
    """Whether the players of a new game may send orders ahead: as the command says, or else the settings."""
    return table.settings.takes_orders and not practice and not known_deal if orders is None else orders


def asked_for_rest(table: Table, given: Beginning, json: bool) -> Beginning:
    """What is given, if it is enough; else with answers for the rest, if somebody can be asked. Raises Usage."""
    if given.is_complete:
        return given
    if json or not is_answered():
        given.refuse_incomplete()
    return ask_for_rest(table, given)


def announce_beginning(context: typer.Context, done: Submitted, dry_run: bool, json: bool, full: bool) -> None:
    if not dry_run:
        announce_result(context.obj, done, json=json, full=full)
        return
    for line in done.warnings:
        speech.talk(line)
    speech.talk(say("{game} can be started like this. Nothing was created: this was a dry run.", game=done.game))
    if json:
        submitted_json(done)


@app.command("fork")
def fork_game(
    context: typer.Context,
    game: GameName,
    id: Annotated[str, typer.Option("--id", metavar="NEW", help="The name of the new game: a-z, 0-9 and hyphens.")],
    at: Annotated[
        int | None,
        typer.Option(
            metavar="N", parser=number_parser(int), help="The entry after which it continues (default: the last)."
        ),
    ] = None,
    player: NewPlayers = None,
    clock: ClockWords = None,
    address: Addresses = None,
    language: Languages = None,
    with_addresses: Annotated[
        bool, typer.Option("--with-addresses", help="Copy the e-mail addresses, for seats with the same player.")
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Check everything, but create nothing.")] = False,
    full: Full = False,
    json: Json = False,
) -> None:
    """Start a game from a position of another. Example: referee fork spring-cup --at 12 --id spring-analysis

    The first game doesn't change. All that nobody has seen yet is shuffled again, so nobody gains from what they know.
    """
    with speech.recording(json):
        request = forks.ForkRequest(game, id, at, player or [], clock, address, language, with_addresses)
        done = forks.fork(context.obj, request, dry_run=dry_run)
    if not dry_run:
        words = "{game} continues {parent}. Its copied entries are 1 to {last}."
        speech.talk(say(words, game=done.game, parent=game, last=done.entry))
    announce_beginning(context, done._replace(move=None), dry_run, json, full)


@app.command("known")
def add_known_places(
    context: typer.Context,
    game: GameName,
    places: Annotated[
        list[str] | None,
        typer.Argument(metavar="[PLACE=ITEM]...", help="An item that was drawn, such as deck/3=red-low."),
    ] = None,
    file: Annotated[str, typer.Option("--file", metavar="FILE", help="A file with more of the deal.")] = "",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Check everything, but change nothing.")] = False,
    json: Json = False,
) -> None:
    """Add what was drawn to a game with a known deal. Example: referee deal known club-1999 deck/3=red-low"""
    if bool(file) == bool(places):
        raise Usage(say("Write either places, such as deck/3=red-low, or --file FILE."))
    with speech.recording(json):
        source = known_deal.deal_source(file) if file else known_deal.words_source(places or [])
        done = known_deal.add_places(context.obj, game, source, dry_run=dry_run)
    if json:
        speech.out_json("referee-known-deal/1", game=done.game, known=done.known, new=done.new)
        return
    speech.out(say("{game}: {known} places of the deal are known, {new} of them are new.", **done._asdict()))
    if dry_run:
        speech.talk(say("Nothing was changed: this was a dry run."))


@app.command()
def nonce(
    context: typer.Context,
    game: GameName,
    seat: SeatName,
    digits: Annotated[str, typer.Argument(metavar="HEX", help="32 hexadecimal digits chosen by the player.")],
    yes: Yes = False,
    full: Full = False,
    json: Json = False,
) -> None:
    """Enter a player's nonce before the deal.

    Example: referee deal nonce spring-cup red 00112233445566778899aabbccddeeff
    """
    with speech.recording(json):
        question = say("A nonce can't be changed later, and the last one deals. Enter it?")
        act = partial(deal_game.enter_player_nonce, id=game, seat=seat, digits=digits)
        done = done_if_meant(context.obj, act, question, yes)
    announce_result(context.obj, done, json=json, full=full)


@app.command(cls=Parent)
def deal(context: typer.Context, game: GameName, yes: Yes = False, full: Full = False, json: Json = False) -> None:
    """Deal a game that waits for nonces. Example: referee deal spring-cup

    Those that have arrived are used; nobody is waited for any more.
    """
    with speech.recording(json):
        question = say("No more nonces can be entered then. Deal {game}?", game=game)
        done = done_if_meant(context.obj, partial(deal_game.deal_waiting_game, id=game), question, yes)
    announce_result(context.obj, done, json=json, full=full)


@app.command("missed")
def record_missed_deadline(
    context: typer.Context,
    game: GameName,
    seat: SeatName,
    after: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            parser=number_parser(int),
            help="The entry after which it was this player's turn (default: the last).",
        ),
    ] = None,
    full: Full = False,
    json: Json = False,
) -> None:
    """Record that a player missed the deadline. Example: referee time missed spring-cup red --after 12"""
    with speech.recording(json):
        done = submit_move.record_missed_turn(context.obj, game, seat, after)
    announce_result(context.obj, done, json=json, full=full)


@app.command()
def close(
    context: typer.Context,
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="The game's name.", autocompletion=complete_game)
    ] = None,
    abandon: Annotated[bool, typer.Option("--abandon", help="Even if the game is not over.")] = False,
    auto: Annotated[bool, typer.Option("--auto", help="Close all games that are over. For cron.")] = False,
    after: Annotated[
        str, typer.Option("--after", metavar="3d|72h", help="With --auto: once the result has stood for so long.")
    ] = "0h",
    why: Why = "",
    yes: Yes = False,
    dry_run: ends.DryRun = False,
    full: Full = False,
    json: Json = False,
) -> None:
    """Close a log and reveal its secret. Example: referee end close spring-cup

    This is final: nothing can be recorded or taken back any more. From then on everybody can check the chance of the
    game. With --auto, all games that are over are closed.
    """
    if auto:
        if why:
            raise bad_option(
                say("With --auto several games may be closed. Use --why for one game: referee end close GAME")
            )
        close_finished(context, game, abandon, after, yes or dry_run, dry_run, json)
        return
    if game is None or after != "0h":
        raise bad_option(say("Name a game: referee end close GAME, or close all that are over: --auto"))
    with speech.recording(json):
        act = partial(submit_move.close, id=game, abandon=abandon, why=why)
        done = done_if_meant(ends.table_for(context, dry_run), act, final_question([game]), yes or dry_run)
    ends.announce_agreement(context, done, json, full)


def done_if_meant(table: Table, act: Callable[[Table], Submitted], question: Phrase, yes: bool) -> Submitted:
    """Do something that is final; on a terminal it is tried and asked about before, unless it was done already."""
    if not yes and is_answered() and not act(table._replace(rehearses=True)).before:
        ask_if_meant(question, yes=yes)
    return act(table)


def final_question(games: Sequence[str]) -> Phrase:
    """What closing means, before it is done."""
    words = (
        "This is final: everybody will see the secret and all that is still hidden, and nothing can be recorded or "
        "taken back any more. Close {game}?"
    )
    return say(words, game=word_list(games))


def close_finished(
    context: typer.Context, game: str | None, abandon: bool, after: str, yes: bool, dry_run: bool, json: bool
) -> None:
    """Close the games that are over, and print which. On a terminal they are named before."""
    from referee.app.consent import end_early

    if abandon:
        raise bad_option(say("--auto only closes games that are over. Leave out --abandon."))
    try:
        stands = length(after)
    except ValueError:
        raise bad_option(say("Write hours or days such as 72h or 3d, not {after}.", after=after)) from None
    names = [game] if game is not None else []
    if not yes and is_answered():
        trial = end_early.close_finished(context.obj, names, stands, dry_run=True)
        if found := [act.game for act in trial if act.did == "closed"]:
            ask_if_meant(final_question(found), yes=yes)
    acts = end_early.close_finished(context.obj, names, stands, dry_run=dry_run)
    if json:
        speech.out_json("referee-closed/1", dry_run=dry_run, acts=acts)
    for act in [] if json else acts:
        number = say(" (entry {entry})", entry=act.entry) if act.entry is not None else ""
        (speech.talk if act.did == "trouble" else speech.out)(f"{act.game}{number}: {act.says}")
    if any(act.did == "trouble" for act in acts):
        raise typer.Exit(REFUSED)


@app.command()
def discard(
    context: typer.Context,
    game: GameName,
    yes: Annotated[bool, typer.Option("--yes", help="Don't ask.")] = False,
    json: Json = False,
) -> None:
    """Put away a game that you started by mistake, while nobody has moved. Example: referee end discard spring-cup

    In a fork the copied turns don't count. Nothing is deleted: log, secret and pages are kept in
    private/discarded_games, and the name is free again.
    A game whose log is damaged, or that nobody can read without its lost secret or its title, can be put away at any
    time, as it is.
    """
    with speech.recording(json):
        is_readable = discard_game.refuse_undiscardable(context.obj, game)
        question = "Put {game} away?" if is_readable else "{game} can't be read. Put it away as it is?"
        if not yes and not is_answered():
            raise Usage(say("Nobody can be asked here. If you are sure: referee end discard {game} --yes", game=game))
        ask_if_meant(say(question, game=game), yes=yes)
        done = discard_game.discard_game(context.obj, game)
    if json:
        speech.out_json("referee-discarded/1", game=done.game, folder=done.folder)
    else:
        as_it_is = (
            "{game} couldn't be read. It is in {folder} as it was, with all that is kept of it. Its name is free again."
        )
        words = "{game} is in {folder}. Its name is free again." if done.is_readable else as_it_is
        speech.out(say(words, game=done.game, folder=done.folder))
    if done.is_known:
        speech.talk(say("Its players have had e-mails about it: let them know."))
