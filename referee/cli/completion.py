"""What a shell offers for the word that is being typed."""

import os
from collections.abc import Iterable, Mapping

import typer

from referee import titles
from referee.app.game_access import Table, folder_of, game_ids, open_game, table
from referee.cli.contents import BELOW
from referee.rules.rulings import subjects_of
from referee.settings import settings
from referee.store import log


def table_of(context: typer.Context) -> Table:
    """The table that the options so far ask for; a command line that is being typed has run no callback yet."""
    typed = context.find_root().params
    flags = {name: typed.get(name) for name in ("store", "games", "private", "reports", "language")}
    return table(settings(flags, os.environ), os.environ)


def complete_game(context: typer.Context, incomplete: str) -> list[str]:
    """The games whose names begin so, and what can be written there instead of a game."""
    found = [id for id in game_ids(table_of(context)) if id.startswith(incomplete)]
    return [*found, *complete_word_below(context, incomplete)]


def complete_word_below(context: typer.Context, incomplete: str) -> list[str]:
    """The commands that are written behind the one before the word."""
    return [word for word in BELOW.get(str(context.command.name), ()) if word.startswith(incomplete)]


def complete_seat(context: typer.Context, incomplete: str) -> list[str]:
    """The seats of the game that was typed before; none if no game was, or its log cannot be read."""
    game = context.params.get("game") or next(iter(context.args), "")  # behind an option that lacks its value
    try:
        header = log.read_log(folder_of(table_of(context), str(game))).header
    except Exception:  # a shell that completes the next word has no use for an error
        return []
    return [seat for seat in header["seats"] if seat.startswith(incomplete)]


def complete_title(context: typer.Context, incomplete: str) -> list[str]:
    """The installed titles whose names begin so, and what can be written there instead of a title."""
    found = [id for id in titles.ids() if id.startswith(incomplete)]
    return [*found, *complete_word_below(context, incomplete)]


def complete_subject(context: typer.Context, incomplete: str) -> list[str]:
    """The policies and options of the game that was typed before which a ruling can change."""
    return [name for name in typed_choices(context) if name.startswith(incomplete)]


def complete_value(context: typer.Context, incomplete: str) -> list[str]:
    """The values of the policy or the option that was typed before."""
    known, words = typed_choices(context), [str(each) for each in (context.params.get("name"), *context.args)]
    values = next((known[each] for each in words if each in known), ())
    return [value for value in values if value.startswith(incomplete)]


def typed_choices(context: typer.Context) -> Mapping[str, Iterable[str]]:
    """What a ruling can change in the game that was typed before, each with its values; nothing without a game."""
    game = context.params.get("game") or next(iter(context.args), "")
    try:
        found = subjects_of(open_game(table_of(context), str(game)).book)
    except Exception:  # a shell that completes the next word has no use for an error
        return {}
    return {each.name: each.values for each in found.values() if each.changeable}
