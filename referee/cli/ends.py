"""Commands about the end of a game by agreement, and about players who stop: end, and those below it."""

from collections.abc import Callable
from functools import partial
from typing import Annotated

import typer

from referee.app.consent import answers, end_early
from referee.app.errors import Usage
from referee.app.game_access import Table
from referee.app.play.record_move import Submitted
from referee.cli import speech
from referee.cli.arguments import Full, GameName, Json, Parent, SeatName, Why, WordsBelow, Yes, bad_option
from referee.cli.people import ask_about_takeover, tell_player
from referee.cli.reporting import announce_result, submitted_json
from referee.cli.speech import ask_if_meant, is_answered
from referee.rules.proposals import open_proposal
from referee.words import say, verbatim_word

app = typer.Typer()

AllConsent = Annotated[
    bool, typer.Option("--all-consent", help="All players agree, as you know from them: the game ends at once.")
]
Proposer = Annotated[str, typer.Option("--seat", metavar="SEAT", help="The player who proposes it (default: you).")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Show what would be recorded, and record nothing.")]
ANSWERS = ("yes", "no", "withdrawn")


@app.command("end", cls=Parent, no_args_is_help=True)
def choose_end(command: WordsBelow) -> None:
    """End a game: concede, draw, abandon, close, and more. Example: referee end abandon spring-cup"""
    *unknown, game = command
    says = say("Say how {game} ends, such as: referee end abandon {game}", game=game)
    if unknown:
        says = say("There is no command `end {word}`.", word=unknown[0])
    raise Usage(says, say("All ways: referee help end"))


@app.command()
def concede(
    context: typer.Context,
    game: GameName,
    seat: SeatName,
    to: Annotated[
        str, typer.Option("--to", metavar="SEAT", help="The winner, among three or more players. All must agree.")
    ] = "",
    all_consent: AllConsent = False,
    why: Why = "",
    yes: Yes = False,
    dry_run: DryRun = False,
    full: Full = False,
    json: Json = False,
) -> None:
    """Record that a player gives the game up. Example: referee end concede spring-cup red

    Of two players the other has won at once. Among more, the others are asked whether they concede, too. Until the game
    is closed, referee undo takes this end back.
    """
    end = partial(end_early.concede, id=game, seat=seat, to=to, all_consent=all_consent, why=why)
    end_game(context, end, yes, dry_run, json, full)


@app.command()
def draw(
    context: typer.Context,
    game: GameName,
    seat: Proposer = "",
    all_consent: AllConsent = False,
    why: Why = "",
    yes: Yes = False,
    dry_run: DryRun = False,
    full: Full = False,
    json: Json = False,
) -> None:
    """Propose that all share the victory; every player must agree. Example: referee end draw spring-cup --seat red"""
    end = partial(end_early.agree_on_end, id=game, what="draw", seat=seat, all_consent=all_consent, why=why)
    end_game(context, end, yes, dry_run, json, full)


@app.command()
def abandon(
    context: typer.Context,
    game: GameName,
    seat: Proposer = "",
    ask: Annotated[bool, typer.Option("--ask", help="Ask the players, and end the game once all agree.")] = False,
    all_consent: AllConsent = False,
    why: Why = "",
    yes: Yes = False,
    dry_run: DryRun = False,
    full: Full = False,
    json: Json = False,
) -> None:
    """End a game without a winner. Example: referee end abandon spring-cup

    You decide it alone, unless you let the players decide: with --ask, or --seat for the player who proposes it. Until
    the game is closed, referee undo takes this end back.
    """
    end = partial(end_early.abandon, id=game, why=why)
    if ask or seat or all_consent:
        end = partial(end_early.agree_on_end, id=game, what="abandon", seat=seat, all_consent=all_consent, why=why)
    end_game(context, end, yes, dry_run, json, full)


def end_game(
    context: typer.Context, end: Callable[[Table], Submitted], yes: bool, dry_run: bool, json: bool, full: bool
) -> None:
    """Record an end, or the question for it. On a terminal, an end is shown and asked about before."""
    with speech.recording(json):
        if not (yes or dry_run) and is_answered():
            found = end(table_for(context, True))
            if found.entry is None and found.now and found.now.ending:
                for each in found.beside:
                    speech.talk(each)
                words = "Nobody can move then. Until you close {game}, `referee undo {game}` takes it back. End it?"
                ask_if_meant(say(words, game=found.game), yes=yes)
        done = end(table_for(context, dry_run))
    announce_agreement(context, done, json, full)


def table_for(context: typer.Context, dry_run: bool) -> Table:
    """The table, or one on which nothing is written."""
    table: Table = context.obj
    return table._replace(rehearses=dry_run)


def announce_agreement(context: typer.Context, done: Submitted, json: bool, full: bool) -> None:
    """Report what was recorded, and how the moderator enters answers to what is open now."""
    if done.entry is None:
        announce_rehearsal(done, json)
        return
    found = open_proposal(done.now.log.documents) if done.now else None
    if found:
        words = "The players are asked by: referee send {game}   To enter an answer: referee say {game} {seat} yes"
        done = done._replace(
            warnings=(*done.warnings, say(words, game=done.game, seat=verbatim_word(found.missing[0])))
        )
    announce_result(context.obj, done, json=json, full=full)


def announce_rehearsal(done: Submitted, json: bool) -> None:
    """Report what would be recorded."""
    if json:
        submitted_json(done)
        return
    for each in done.beside:
        speech.out(each)
    speech.talk(say("Nothing was recorded: this was a dry run."))


@app.command("answer")
def enter_answer(
    context: typer.Context,
    game: GameName,
    seat: Annotated[str, typer.Argument(metavar="SEAT", help="The player; or moderator, for a proposal of yours.")],
    given: Annotated[str, typer.Argument(metavar="yes|no|withdrawn", help="The answer of this player.")],
    dry_run: DryRun = False,
    full: Full = False,
    json: Json = False,
) -> None:
    """Enter what a player answers to the open proposal. Example: referee end answer spring-cup red yes"""
    if given not in ANSWERS:
        raise bad_option(say("An answer is yes, no or withdrawn, but not {given}.", given=given))
    record_answer(context, game, seat, given, dry_run, full, json)


def record_answer(
    context: typer.Context, game: str, seat: str, given: str, dry_run: bool, full: bool, json: bool
) -> None:
    """Record an answer of a seat, or of the moderator who withdraws a proposal, and report it."""
    with speech.recording(json):
        done = answers.record_answer(table_for(context, dry_run), game, "" if seat == "moderator" else seat, given)
    announce_agreement(context, done, json, full)


@app.command()
def resign(
    context: typer.Context,
    game: GameName,
    seat: SeatName,
    to: Annotated[
        str, typer.Option("--to", metavar="planner|NAME", help="The new player: the referee, or a person.")
    ] = "planner",
    address: Annotated[str | None, typer.Option("--address", metavar="ADDRESS", help="That player's address.")] = None,
    why: Why = "",
    yes: Yes = False,
    dry_run: DryRun = False,
    full: Full = False,
    json: Json = False,
) -> None:
    """Hand the seat of a player who stops to the referee, or to another player.

    Example: referee end resign spring-cup red

    The referee plays its turns in: referee remind
    """
    with speech.recording(json):
        if not dry_run and is_answered():
            answers.resign(table_for(context, True), game, seat, to, address, why=why)
            if to == answers.PLANNER:
                words = "From now on the referee plays {seat}, and its player gets no e-mails. Go on?"
                ask_if_meant(say(words, seat=seat), yes=yes)
            else:
                ask_about_takeover(to, seat, yes=yes)
        done = answers.resign(table_for(context, dry_run), game, seat, to, address, why=why)
    if done.recorded and done.recorded.entry is None:
        announce_rehearsal(done.recorded, json)
        return
    tell_player(context, game, seat, done, json, full)
