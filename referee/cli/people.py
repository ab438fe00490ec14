"""Commands about people and time: player, time, and those below time."""

from typing import Annotated, Any

import typer

from referee.app.play import new_game, seats
from referee.app.play.seats import Changed, SeatedPlayer
from referee.app.time import absences, clock
from referee.app.time.absences import TooManyDays
from referee.cli import speech
from referee.cli.arguments import Full, GameName, Json, Parent, SeatIfNamed, SeatName, Why, Yes, bad_option
from referee.cli.reporting import announce_result
from referee.cli.speech import ask_if_meant, is_answered
from referee.mail.act import observers
from referee.store.documents import planner_seats
from referee.store.private import LONG, SHORT
from referee.words import ENGLISH, Phrase, say, speaking

app = typer.Typer()

FirstDay = Annotated[str, typer.Argument(metavar="[FIRST]", help="The first day, such as 2026-12-24.")]
LastDay = Annotated[str, typer.Argument(metavar="[LAST]", help="The last day (default: a single day).")]


@app.command()
def absent(
    context: typer.Context,
    game: GameName,
    seat: SeatName,
    first: FirstDay = "",
    last: LastDay = "",
    listed: Annotated[bool, typer.Option("--list", help="List the absences, and the days that are left.")] = False,
    end: Annotated[bool, typer.Option("--end", help="The player is back: end today's absence.")] = False,
    cancel: Annotated[bool, typer.Option("--cancel", help="End today's absence and cancel all future ones.")] = False,
    why: Why = "",
    full: Full = False,
    json: Json = False,
) -> None:
    """Enter, list, end or cancel a player's absence. The clock of that player's turns stops meanwhile.

    Example: referee time absent spring-cup red 2026-12-24 2027-01-02
    """
    if sum((bool(first), listed, end, cancel)) != 1:
        raise bad_option(say("Name one day, two days, or one of --list, --end and --cancel."))
    if listed:
        tell_absences(context, game, seat, json)
        return
    with speech.recording(json):
        try:
            if end or cancel:
                done = absences.end(context.obj, game, seat, coming=cancel, why=why)
            else:
                done = absences.absent(context.obj, game, seat, first, last or first, why)
        except TooManyDays as error:
            error.hint = say("To allow more in a game with a clock: referee time {game} absence=90d", game=game)
            raise
    announce_result(context.obj, done, json=json, full=full)


def tell_absences(context: typer.Context, game: str, seat: str, json: bool) -> None:
    found, states = absences.list_absences(context.obj, game, seat)
    if json:
        rows = [
            {"entry": each.entry, "from": each.first, "to": each.last, "state": state}
            for each, state in zip(found.absences, states, strict=True)
        ]
        speech.out_json("referee-absences/1", game=game, seat=seat, absences=rows, **found.used._asdict())
        return
    for each, state in zip(found.absences, states, strict=True):
        speech.out(f"{each.first} {each.last}  {state}")
    speech.out(say("{seat} has used {days} of {most} days of absence.", seat=seat, **found.used._asdict()))


def tell_players(context: typer.Context, game: str, json: bool) -> None:
    """Print who plays a game, their addresses, which e-mails they get, and who watches."""
    found = seats.list_players(context.obj, game)
    watching = observers.list_observers(context.obj, game)
    if json:
        rows = [{"address": address, "language": language} for address, language in watching.items()]
        speech.out_json("referee-players/1", game=game, players=found, observers=rows)
        return
    with speaking(ENGLISH):  # as all lists for the moderator
        for each in found:
            speech.out(player_line(each))
        for address, language in watching.items():
            speech.out(say("watches: {address}, {language}", address=address, language=language))


def player_line(player: SeatedPlayer) -> Phrase:
    """Who plays a seat, in a line."""
    facts = player._asdict() | {"address": player.address or say("no address"), "letters": LETTERS[player.letters]}
    line = say("{name} ({seat}): {address}, {language}, {letters}", **facts)
    if player.until:
        line = say("{line}; plays for {owner} until {until}", line=line, owner=player.owner, until=player.until)
    return say("{line}; signs moves", line=line) if player.signed else line


LETTERS = {
    "every": say("gets every e-mail"),
    "own": say("gets only their own e-mails"),
    "none": say("wants no e-mails"),
}


NewName = Annotated[str | None, typer.Option("--name", metavar="NAME", help="The player who takes the seat over.")]
SubstituteDay = Annotated[str | None, typer.Option("--until", metavar="DAY", help="The last day of a substitute.")]
GiveBack = Annotated[bool, typer.Option("--back", help="The substitute gives the seat back now.")]
Address = Annotated[str | None, typer.Option("--address", metavar="ADDRESS", help="The e-mail address. Empty: none.")]
SameAddress = Annotated[
    bool,
    typer.Option("--same-address", help="The same person under another name: keep the address and everything else."),
]
Language = Annotated[
    str | None, typer.Option("--language", metavar="LANGUAGE", help="The language of e-mails: en, it, fr, de.")
]
Letters = Annotated[
    str | None,
    typer.Option(
        "--letters",
        metavar="every|own|none|short|long",
        help="Which e-mails come: every one, own turns only, or none. Or how long they are: short or long.",
    ),
]
Signer = Annotated[
    str | None,
    typer.Option("--signer", metavar="FILE", help="The public key for signing moves. Empty: no signatures needed."),
]


@app.command(cls=Parent)
def player(
    context: typer.Context,
    game: GameName,
    seat: SeatIfNamed = "",
    name: NewName = None,
    until: SubstituteDay = None,
    back: GiveBack = False,
    address: Address = None,
    same_address: SameAddress = False,
    language: Language = None,
    letters: Letters = None,
    signer: Signer = None,
    why: Why = "",
    yes: Yes = False,
    full: Full = False,
    json: Json = False,
) -> None:
    """Show who plays, change it, and how players are reached.

    Example: referee player spring-cup red --name Carla --address carla@example.org --until 2027-01-02

    Without a seat, all players are listed, with those who watch.

    With a new name, the address, language, e-mail choice and key of the old player are removed.
    """
    wishes = (name, until, address, language, letters, signer)
    is_question = all(each is None for each in wishes) and not (back or same_address or why)
    if not seat:
        if not is_question:
            raise bad_option(say("Name the seat: referee player GAME SEAT"))
        tell_players(context, game, json)
        return
    if is_question and not json:
        (known,) = seats.list_players(context.obj, game, seat)
        speech.out(player_line(known))
        return
    with speech.recording(json):
        key = signer if not signer else seats.key_in(signer)
        about = "lengths" if letters in (LONG, SHORT) else "letters"
        kept: dict[str, Any] = {"addresses": address, "languages": language, about: letters, "signers": key}
        change = seats.SeatChange(name, until, back, same_address, why=why, **kept)
        if name is not None and not same_address and is_answered():
            seats.change_player(context.obj._replace(rehearses=True), game, seat, change)
            ask_about_takeover(name, seat, yes=yes)
        done = seats.change_player(context.obj, game, seat, change)
    tell_player(context, game, seat, done, json, full)


def ask_about_takeover(name: str, seat: str, *, yes: bool) -> None:
    """Raises Exit for a no."""
    question = say(
        "From now on {name} plays {seat} and gets its e-mails. The old player's address, language and key go. Go on?",
        name=name,
        seat=seat,
    )
    ask_if_meant(question, yes=yes)


def tell_player(context: typer.Context, game: str, seat: str, done: Changed, json: bool, full: bool) -> None:
    """Report what changed for a seat, and what was removed because somebody else plays it now."""
    for field in done.fields:
        speech.talk(say("Changed for {seat} in the private part: {field}.", seat=seat, field=field))
    for field in done.removed:
        words = "Removed for {seat} in the private part, because somebody else plays now: {field}."
        speech.talk(say(words, seat=seat, field=field))
    if done.recorded:
        is_planned = done.recorded.now is not None and seat in planner_seats(done.recorded.now.log.documents)
        hint = [say(NO_ADDRESS, game=game, seat=seat)] if "addresses" in done.removed and not is_planned else []
        recorded = done.recorded._replace(warnings=(*hint, *done.recorded.warnings))
        announce_result(context.obj, recorded, json=json, full=full)
    elif json:
        speech.out_json("referee-player/1", game=game, seat=seat, changed=done.fields)
    elif not done.fields:
        speech.talk(say("That is already so. Nothing was changed."))


NO_ADDRESS = (
    "{seat} gets no e-mails until you set an address: referee player {game} {seat} "
    "--address NAME@HOST. If this is the same person under another name, give the old "
    "address."
)


@app.command()
def extend(
    context: typer.Context,
    game: GameName,
    seat: SeatIfNamed = "",
    hours: Annotated[str | None, typer.Argument(metavar="[HOURS]", help="How much more time: 24, 24h or 1d.")] = None,
    until: Annotated[str | None, typer.Option("--until", metavar="DAY", help="Until the end of this day.")] = None,
    why: Why = "",
    full: Full = False,
    json: Json = False,
) -> None:
    """Give the player to move more time. Example: referee time extend spring-cup 2d --why "She is moving house." """
    if hours is None and until is None:
        seat, hours = "", seat or None
    with speech.recording(json):
        done = clock.extend(context.obj, game, seat, clock.more_time(hours, until), why)
    announce_result(context.obj, done, json=json, full=full)


@app.command()
def pause(context: typer.Context, game: GameName, why: Why = "", full: Full = False, json: Json = False) -> None:
    """Stop the clock of a game. Example: referee time pause spring-cup --why "We meet in person." """
    with speech.recording(json):
        done = clock.pause(context.obj, game, why)
    announce_result(context.obj, done, json=json, full=full)


@app.command()
def resume(context: typer.Context, game: GameName, why: Why = "", full: Full = False, json: Json = False) -> None:
    """Start the clock of a game again. Example: referee time resume spring-cup"""
    with speech.recording(json):
        done = clock.resume(context.obj, game, why)
    announce_result(context.obj, done, json=json, full=full)


@app.command("time", cls=Parent)
def set_clock(
    context: typer.Context,
    game: GameName,
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="[KEY=VALUE]...", help="Such as allowance=72h, weekends=skip, absence=60d."),
    ] = None,
    why: Why = "",
    full: Full = False,
    json: Json = False,
) -> None:
    """Show or change a game's clock; more time, pauses, absences.

    Example: referee time spring-cup allowance=72h weekends=skip
    """
    if words:
        with speech.recording(json):
            done = clock.change_clock(context.obj, game, new_game.pairs(words, clock.CHANGES), why)
        announce_result(context.obj, done, json=json, full=full)
        return
    found = clock.current(context.obj, game)
    if json:
        speech.out_json("referee-clock/1", game=game, clock=dict(found))
    elif found:
        speech.out("\n".join(f"{key}={value}" for key, value in found.items()))
    else:
        speech.out(say("{game} has no clock.", game=game))
        speech.out(say("To set one: referee time {game} allowance=72h", game=game))
