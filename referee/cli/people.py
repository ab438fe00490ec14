"""Commands about people and time: players, player, absent, extend, pause, resume, clock."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from referee.cli import speech
from referee.cli.arguments import Full, GameName, Json, SeatName, Why, bad_option
from referee.cli.reporting import announce_result
from referee.words import ENGLISH, Phrase, say, speaking

if TYPE_CHECKING:
    from referee.app.play.seats import Changed, SeatedPlayer

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
    full: Full = False,
    json: Json = False,
) -> None:
    """Enter, list, end or cancel a player's absence. The clock of that player's turns stops meanwhile.

    Example: referee absent spring-cup red 2026-12-24 2027-01-02
    """
    from referee.app.time import absences

    if sum((bool(first), listed, end, cancel)) != 1:
        raise bad_option(say("Name one day, two days, or one of --list, --end and --cancel."))
    if listed:
        tell_absences(context, game, seat, json)
        return
    with speech.recording(json), allowing_more(game):
        if end or cancel:
            done = absences.end(context.obj, game, seat, coming=cancel)
        else:
            done = absences.absent(context.obj, game, seat, first, last or first)
    announce_result(context.obj, done, json=json, full=full)


@contextmanager
def allowing_more(game: str) -> Iterator[None]:
    """What a moderator may do about too many days."""
    from referee.app.time.absences import TooManyDays

    try:
        yield
    except TooManyDays as error:
        error.hint = say("To allow more in a game with a clock: referee clock {game} absence=90d", game=game)
        raise


def tell_absences(context: typer.Context, game: str, seat: str, json: bool) -> None:
    from referee.app.time import absences

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


@app.command("players")
def list_players(context: typer.Context, game: GameName, json: Json = False) -> None:
    """List who plays a game, their addresses, and which e-mails they get. Example: referee players spring-cup"""
    from referee.app.mail import observers
    from referee.app.play import seats

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


def player_line(player: "SeatedPlayer") -> Phrase:
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


@app.command()
def player(
    context: typer.Context,
    game: GameName,
    seat: SeatName,
    name: NewName = None,
    until: SubstituteDay = None,
    back: GiveBack = False,
    address: Address = None,
    same_address: SameAddress = False,
    language: Language = None,
    letters: Letters = None,
    signer: Signer = None,
    full: Full = False,
    json: Json = False,
) -> None:
    """Show who plays a seat, or change it, and how this player is reached.

    Example: referee player spring-cup red --name Carla --address carla@example.org --until 2027-01-02

    With a new name, the address, language, e-mail choice and key of the old player are removed.
    """
    from referee.app.play import seats
    from referee.store.private import LONG, SHORT

    wishes = (name, until, address, language, letters, signer)
    if all(each is None for each in wishes) and not (back or same_address or json):
        (known,) = seats.list_players(context.obj, game, seat)
        speech.out(player_line(known))
        return
    with speech.recording(json):
        key = signer if not signer else seats.key_in(signer)
        about = "lengths" if letters in (LONG, SHORT) else "letters"
        kept: dict[str, Any] = {"addresses": address, "languages": language, about: letters, "signers": key}
        done = seats.change_player(context.obj, game, seat, seats.SeatChange(name, until, back, same_address, **kept))
    tell_player(context, game, seat, done, json, full)


def tell_player(context: typer.Context, game: str, seat: str, done: "Changed", json: bool, full: bool) -> None:
    """Report what changed for a seat, and what was removed because somebody else plays it now."""
    for field in done.fields:
        speech.talk(say("Changed for {seat} in the private part: {field}.", seat=seat, field=field))
    for field in done.removed:
        words = "Removed for {seat} in the private part, because somebody else plays now: {field}."
        speech.talk(say(words, seat=seat, field=field))
    if done.recorded:
        from referee.store.endings import planner_seats

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
    seat: SeatName,
    hours: Annotated[str, typer.Argument(metavar="HOURS", help="How much more time: 24, 24h or 1d.")],
    why: Why,
    full: Full = False,
    json: Json = False,
) -> None:
    """Give the player to move more time. Example: referee extend spring-cup red 24 --why "He is moving house." """
    from referee.app.time import clock

    with speech.recording(json):
        done = clock.extend(context.obj, game, seat, clock.hours(hours), why)
    announce_result(context.obj, done, json=json, full=full)


@app.command()
def pause(context: typer.Context, game: GameName, why: Why, full: Full = False, json: Json = False) -> None:
    """Stop the clock of a game. Example: referee pause spring-cup --why "We meet in person." """
    from referee.app.time import clock

    with speech.recording(json):
        done = clock.pause(context.obj, game, why)
    announce_result(context.obj, done, json=json, full=full)


@app.command()
def resume(context: typer.Context, game: GameName, full: Full = False, json: Json = False) -> None:
    """Start the clock of a game again. Example: referee resume spring-cup"""
    from referee.app.time import clock

    with speech.recording(json):
        done = clock.resume(context.obj, game)
    announce_result(context.obj, done, json=json, full=full)


@app.command("clock")
def set_clock(
    context: typer.Context,
    game: GameName,
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="[KEY=VALUE]...", help="Such as allowance=72h, weekends=skip, absence=60d."),
    ] = None,
    full: Full = False,
    json: Json = False,
) -> None:
    """Show how a game counts time, or change it. Example: referee clock spring-cup allowance=72h weekends=skip"""
    from referee.app.play import new_game
    from referee.app.time import clock

    if words:
        with speech.recording(json):
            done = clock.change_clock(context.obj, game, new_game.pairs(words, clock.CHANGES))
        announce_result(context.obj, done, json=json, full=full)
        return
    found = clock.current(context.obj, game)
    if json:
        speech.out_json("referee-clock/1", game=game, clock=dict(found))
    else:
        speech.out("\n".join(f"{key}={value}" for key, value in found.items()))
