"""The command `ruling`: how the rules are read in one game from now on."""

from typing import Annotated

import typer

from referee.app.editions import change_rules
from referee.app.editions.change_rules import RulingPreview, SubjectStanding, texts_of
from referee.cli import speech
from referee.cli.arguments import GameName, Json, Why, bad_option, complete_subject, complete_value, reason
from referee.cli.edition import departure_fields
from referee.cli.reporting import announce_result
from referee.rules.rulings import RulingSubject
from referee.words import Phrase, say, word_list

app = typer.Typer()


Name = Annotated[str, typer.Argument(metavar="[NAME]", help="The policy or option.", autocompletion=complete_subject)]
Value = Annotated[str, typer.Argument(metavar="[VALUE]", help="Its value from now on.", autocompletion=complete_value)]


@app.command()
def ruling(
    context: typer.Context,
    game: GameName,
    name: Name = "",
    value: Value = "",
    why: Why = "",
    ask: Annotated[bool, typer.Option("--ask", help="Ask the players. It holds once all agree.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what would differ, and change nothing.")] = False,
    json: Json = False,
) -> None:
    """Decide how a rule is read in a game from now on. Without a name, list what can be decided.

    Example: referee ruling spring-cup rounds 8 --why "We want to be home by ten."

    It can only be done between two turns. Earlier moves stay as they are.
    """
    if not name:
        refuse_nameless(value, why, dry_run or ask)
        tell_choices(context, game, json)
        return
    if not value:
        raise bad_option(say("Say what holds from now on: referee ruling GAME NAME VALUE"))
    if dry_run:
        look_ahead(context, game, name, value, json)
    else:
        (propose if ask else record)(context, game, name, value, why, json)


def refuse_nameless(value: str, why: str, dry_run: bool) -> None:
    """Raises BadParameter for options that need a name."""
    if value or why or dry_run:
        raise bad_option(say("Name what you decide: referee ruling GAME NAME VALUE"))


def tell_choices(context: typer.Context, game: str, json: bool) -> None:
    found = change_rules.standing_subjects(context.obj, game)
    if json:
        speech.out_json("referee-rulings/1", game=game, choices=found)
        return
    for each in found:
        tell_choice(each)


def tell_choice(choice: SubjectStanding) -> None:
    """A policy or an option with its values, and since when one holds by a ruling."""
    facts = {"name": choice.name, "rules": word_list(choice.rules), "says": choice.says, "since": choice.since}
    speech.out(say("{name} ({rules}): {says}", **facts))
    for line in texts_of(choice.readings):
        speech.out(f"  {line}")
    if choice.since:
        speech.out(say("  A ruling, since entry {since}.", **facts))
    if not choice.changeable:
        speech.out(say("  This can't be changed during a game."))


def look_ahead(context: typer.Context, game: str, name: str, value: str, json: bool) -> None:
    found = change_rules.preview_ruling(context.obj, game, name, value)
    if json:
        facts = {"game": game, "name": name, "before": found.before, "after": found.after}
        speech.out_json("referee-ruling-preview/1", **facts, departure=departure_fields(found.departure))
    else:
        tell_preview(game, found)


def tell_preview(game: str, found: RulingPreview) -> None:
    """Print what would hold, and where the game would have gone differently."""
    choice = found.choice
    speech.out(say("{name} ({rules})", name=choice.name, rules=word_list(choice.rules)))
    speech.out(say("  now: {value}", value=meaning(choice, found.before)))
    speech.out(say("  with the ruling: {value}", value=meaning(choice, found.after)))
    facts = {"game": game, "name": choice.name, "value": found.after}
    if found.departure is None:
        speech.out(say("Up to now, {game} would have been the same.", **facts))
    elif not found.departure.refused:
        words = "With it from the beginning, entry {entry} would have brought a different position. It stays as it is."
        speech.out(say(words, entry=found.departure.entry))
    else:
        broken = [say("{says} ({rule})", says=each.says, rule=each.rule) for each in found.departure.refused]
        words = "With it from the beginning, entry {entry} would have been refused: {broken} It stays as it is."
        speech.out(say(words, entry=found.departure.entry, broken=word_list(broken, " ")))
    speech.talk(say("Nothing was recorded: this was a dry run."))


def meaning(choice: RulingSubject, value: str) -> Phrase:
    """A value, and what it decides, where the title says that apart from its rules."""
    says = choice.values[value]
    return say("{value}. {says}", value=value, says=says) if str(says) else say("{value}", value=value)


def propose(context: typer.Context, game: str, name: str, value: str, why: str, json: bool) -> None:
    words = reason(why)
    with speech.recording(json):
        done = change_rules.propose_ruling(context.obj, game, name, value, words)
    told = say("To send them the question: referee send {game}", game=game)
    announce_result(context.obj, done._replace(warnings=(told, *done.warnings)), json=json)


def record(context: typer.Context, game: str, name: str, value: str, why: str, json: bool) -> None:
    words = reason(why)
    with speech.recording(json):
        done = change_rules.rule(context.obj, game, name, value, words)
    told = say(
        "From now on {name} is {value}. To inform the players: referee send {game}", name=name, value=value, game=game
    )
    announce_result(context.obj, done._replace(warnings=(told, *done.warnings)), json=json)
