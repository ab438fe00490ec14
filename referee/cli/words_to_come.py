"""What a shell offers for the word that is being typed."""

import os
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from referee.app.game_access import Table


def table_of(context: typer.Context) -> "Table":
    """The table that the options so far ask for; a command line that is being typed has run no callback yet."""
    from referee.app.game_access import table
    from referee.settings import settings

    typed = context.find_root().params
    flags = {name: typed.get(name) for name in ("games", "private", "reports", "language")}
    return table(settings(flags, os.environ), os.environ)


def complete_game(context: typer.Context, incomplete: str) -> list[str]:
    """The games whose names begin so."""
    from referee.app.game_access import game_ids

    return [id for id in game_ids(table_of(context)) if id.startswith(incomplete)]


def complete_seat(context: typer.Context, incomplete: str) -> list[str]:
    """The seats of the game that was typed before; none if no game was, or its log cannot be read."""
    from referee.app.game_access import folder_of
    from referee.store import log

    game = context.params.get("game") or next(iter(context.args), "")  # behind an option that lacks its value
    try:
        header = log.read_log(folder_of(table_of(context), str(game))).header
    except Exception:  # a shell that completes the next word has no use for an error
        return []
    return [seat for seat in header["seats"] if seat.startswith(incomplete)]


def complete_title(incomplete: str) -> list[str]:
    """The installed titles whose names begin so."""
    from referee import titles

    return [id for id in titles.ids() if id.startswith(incomplete)]
