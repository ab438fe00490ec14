"""Commands of editions: which one a game is played under, the change to another, and how two of them differ."""

from typing import Annotated

import typer

from referee.app.editions import change_rules, compare_games, game_editions
from referee.app.editions.change_rules import Adopted, Departure, Rereading
from referee.app.editions.compare_games import Run
from referee.app.editions.findings import comparison
from referee.app.editions.game_editions import EditionStanding, how_to_consent
from referee.app.game_access import Table
from referee.app.look import report_files
from referee.app.many.engines import EngineRequest
from referee.cli import speech
from referee.cli.arguments import GameName, Jobs, Json, Scheduler, Why, Yes, bad_option, complete_game, number_parser
from referee.cli.reporting import announce_result, tell_letters
from referee.cli.speech import ask_if_meant, is_answered
from referee.exit_codes import REFUSED
from referee.mail.act.ask_consent import ask_consent
from referee.report.html import overview as report
from referee.words import Phrase, say, word_list

app = typer.Typer()

Number = Annotated[str, typer.Argument(metavar="[EDITION]", help="The number of the edition, or none.")]
Consents = Annotated[
    list[str] | None,
    typer.Option("--consent", metavar="SEAT", help="A seat that consents, as you know from the player. Repeatable."),
]


@app.command()
def edition(
    context: typer.Context,
    game: GameName,
    number: Number = "",
    consents: Consents = None,
    all_consent: Annotated[
        bool, typer.Option("--all-consent", help="All seats consent, as you know from the players.")
    ] = False,
    ask: Annotated[bool, typer.Option("--ask", help="Ask the players who have not consented by e-mail.")] = False,
    why: Why = "",
    yes: Yes = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what would differ, and change nothing.")] = False,
    json: Json = False,
) -> None:
    """Continue a game under a newer edition, once every player consents. Without a number, show the current state.

    Example: referee dev edition spring-cup 2 --dry-run

    With `none`, the seats given by --consent withdraw their consent.
    """
    refuse_mixed(number, consents or [], all_consent, ask, dry_run, why)
    if not number:
        tell_standing(context, game, json)
    elif dry_run or ask:
        look_ahead(context, game, int(number), ask, dry_run, json)
    else:
        change(context, game, number, consents or [], all_consent, why, yes, json)


def refuse_mixed(number: str, consents: list[str], all_consent: bool, ask: bool, dry_run: bool, why: str) -> None:
    """Raises BadParameter for options that exclude each other."""
    if number and number != "none" and not (number.isascii() and number.isdecimal() and len(number) < 6):
        raise bad_option(say("An edition is a number such as 2, or none, but not {number}.", number=number))
    if not number and (consents or all_consent or ask or dry_run or why):
        raise bad_option(say("Name the edition: referee dev edition GAME 2"))
    if number == "none" and (not consents or all_consent or ask or dry_run):
        raise bad_option(say("Name who withdraws the consent: referee dev edition GAME none --consent SEAT"))
    if (ask or dry_run) and (consents or all_consent or why):
        raise bad_option(say("Use --consent and --why without --ask and --dry-run."))


def tell_standing(context: typer.Context, game: str, json: bool) -> None:
    found = game_editions.edition_standing(context.obj, game)
    if json:
        speech.out_json("referee-edition/1", **standing_fields(found))
        return
    facts = {"game": game, "title": found.game.book.name, "edition": found.current.number, "since": found.since}
    words = "{game} uses edition {edition} of {title}."
    if found.since:
        words = "{game} uses edition {edition} of {title}, from entry {since} on."
    speech.out(say(words, **facts))
    for each in found.newer:
        speech.out(say("Edition {number}: {says}", number=each.number, says=each.says))
    if not found.newer:
        speech.out(say("No newer edition is known here."))
    for ruled in found.rulings:
        speech.out(say("By the ruling of entry {entry}, {name} is {value}.", **ruled._asdict()))
    for seat, number in found.consents.items():
        speech.out(say("{seat} consents to edition {number}.", seat=seat, number=number))
    for remark in game_editions.remarks(found.game):
        speech.out(remark)


def standing_fields(found: EditionStanding) -> dict[str, object]:
    """The state of a game's editions, for programs."""
    newer = [{"edition": each.number, "reader": each.reader, "says": each.says} for each in found.newer]
    return {
        "game": found.game.id,
        "title": found.game.book.id,
        "edition": found.current.number,
        "since": found.since,
        "newer": newer,
        "consents": found.consents,
        "rulings": found.rulings,
    }


def look_ahead(context: typer.Context, game: str, number: int, ask: bool, dry_run: bool, json: bool) -> None:
    """Ask the players, or show what would differ; with both, show which players would be asked."""
    found = change_rules.reread(context.obj, game, number)
    letters = ask_consent(context.obj, game, number, dry_run=dry_run) if ask else []
    if json:
        asked = {"game": game, "edition": number, "dry_run": dry_run, "letters": letters}
        fields = {"differences": found.differences, "departure": departure_fields(found.departure)}
        speech.out_json("referee-edition-preview/1", **asked, **fields)
    elif dry_run:
        tell_differences(game, number, found)
    if ask and not letters:
        speech.talk(say("Everybody has already consented, so nobody is asked."))
    elif ask and (code := tell_letters(letters, speech.talk if json else speech.out)):
        raise typer.Exit(code)


def departure_fields(departure: Departure | None) -> dict[str, object] | None:
    """The first entry that would differ, for programs."""
    if departure is None:
        return None
    broken = [{"rule": each.rule, "says": each.says} for each in departure.refused]
    return {"entry": departure.entry, "refused": broken}


def tell_differences(game: str, number: int, found: Rereading) -> None:
    """Print what the editions decide differently, and where the game would have gone differently."""
    facts = {"game": game, "edition": number, "current": found.current, "title": found.title}
    speech.out(say("Differences between editions {current} and {edition} of {title}:", **facts))
    for each in found.differences:
        speech.out(say("{policy} ({rules})", policy=each.policy, rules=word_list(each.rules)))
        speech.out(say("  {current}: {before}", before=each.before, **facts))
        speech.out(say("  {edition}: {after}", after=each.after, **facts))
        speech.out(say("  Why: {why}", why=each.why))
    if not found.differences:
        speech.out(say("The editions make the same decisions about the rules."))
    speech.out(past_of(found, facts))
    speech.talk(say("Nothing was recorded: this was a dry run."))


def past_of(found: Rereading, facts: dict[str, object]) -> Phrase:
    """What the newer edition would have changed in the game so far."""
    if found.departure is None:
        return say("Up to now, {game} would have been the same under edition {edition}.", **facts)
    if not found.departure.refused:
        words = (
            "Under edition {edition}, entry {entry} would have led to a different position. The entry stays as it is."
        )
        return say(words, entry=found.departure.entry, **facts)
    broken = word_list(
        [say("{says} ({rule})", says=each.says, rule=each.rule) for each in found.departure.refused], " "
    )
    words = "Edition {edition} would have refused entry {entry}: {broken} The entry stays as it is."
    return say(words, entry=found.departure.entry, broken=broken, **facts)


def change(
    context: typer.Context, game: str, number: str, seats: list[str], all_seats: bool, why: str, yes: bool, json: bool
) -> None:
    """Record consents and, with all of them, the edition. On a terminal, it is asked before that."""

    def adopt(table: Table) -> Adopted:
        return change_rules.adopt_edition(table, game, int(number), seats, all_seats=all_seats, why=why)

    with speech.recording(json):
        if number == "none":
            done = change_rules.withdraw_consent(context.obj, game, seats, why)
        else:
            if not yes and is_answered():
                trial = adopt(context.obj._replace(rehearses=True))
                if not (trial.missing or trial.waits or trial.done.before):
                    words = (
                        "This is final: {game} can't go back to its present edition. Continue under edition {edition}?"
                    )
                    ask_if_meant(say(words, game=game, edition=number), yes=yes)
            done = adopt(context.obj)
    ahead = () if number == "none" or done.done.stopped else (adoption_sentence(done),)
    said = done.done._replace(warnings=(*ahead, *done.done.warnings))
    announce_result(context.obj, said, json=json)


def adoption_sentence(done: Adopted) -> Phrase:
    """Whether the edition holds now, or what it waits for."""
    facts = {"game": done.game, "edition": done.edition}
    if done.missing:
        words = "Edition {edition} needs the consent of {seats}. {how}"
        return say(words, seats=word_list(done.missing), how=how_to_consent(done.game, done.edition), **facts)
    if done.waits:
        words = "Everybody consents. Once the current turn is over: referee dev edition {game} {edition}"
        return say(words, **facts)
    if done.done.before:
        return say("{game} already uses edition {edition}.", **facts)
    return say("From now on the game uses edition {edition}. To inform the players: referee send {game}", **facts)


@app.command()
def diff(
    context: typer.Context,
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[GAME|DIR]...", help="Games, folders or logs (default: all games).", autocompletion=complete_game
        ),
    ] = None,
    edition: Annotated[
        list[int] | None,
        typer.Option(
            metavar="N", parser=number_parser(int, 1), help="An edition. Use the option twice, once for each."
        ),
    ] = None,
    html: Annotated[
        str, typer.Option(metavar="FILE", help="Also write a page, and a replay of each game that differs.")
    ] = "",
    archive: Annotated[
        str, typer.Option(metavar="URL", help="Link to the replays of this archive, and write no new ones.")
    ] = "",
    jobs: Jobs = 0,
    scheduler: Scheduler = "",
    json: Json = False,
) -> None:
    """Compare games under two editions of their title. Example: referee dev diff --edition 1 --edition 2"""
    engine = EngineRequest(jobs, scheduler)
    run = compare_games.Run(
        context.obj, compare_games.ComparisonRequest(tuple(games or ()), tuple(edition or ()), engine, html, archive)
    )
    for _ in speech.progress(run.steps(), say("Comparing"), len(run.jobs)):
        pass
    give(run, json)
    if not run.is_complete:
        raise typer.Exit(REFUSED)


def give(run: Run, json: bool) -> None:
    """Write the requested page, and print the outcome."""
    shown = comparison(run.findings, run.wish.editions)
    if run.wish.html:
        report_files.write_output_file(
            run.wish.html,
            f"{report.comparison_html(shown)}\n",
            report_files.OWN if run.is_private else report_files.PUBLIC,
        )
    if json:
        counts = {group.id: group.number for group in shown.groups}
        speech.out_json("referee-diff/1", editions=run.wish.editions, counts=counts, games=run.findings)
    else:
        speech.out(report.comparison_text(shown))
    if run.wish.html and not json:
        speech.talk(say("Written: {path}", path=run.wish.html))
