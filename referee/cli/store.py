"""The command store: games and private parts from files into a database, and back."""

from typing import Annotated

import typer

from referee.app import copy_store
from referee.app.copy_store import StoreCopy
from referee.cli import speech
from referee.cli.arguments import Json
from referee.words import say

app = typer.Typer()
stores = typer.Typer(
    help="Move games between files and a database. Example: referee dev store copy . postgresql://club@db.example.org/club",
    no_args_is_help=True,
)
app.add_typer(stores, name="store")
STORE = "A database such as postgresql://club@db.example.org/club, or the folder that games/ and private/ are in."


@stores.command("copy")
def copy(
    source: Annotated[str, typer.Argument(metavar="FROM", help=STORE)],
    target: Annotated[str, typer.Argument(metavar="TO", help="As FROM. Nothing there is overwritten.")],
    json: Json = False,
) -> None:
    """Copy all games and private parts into another store. Example: referee dev store copy . postgresql://club@db/club

    Logs and heads are the same, byte for byte. Stop the timers before, and change the settings afterwards.
    """
    steps = copy_store.copy_store(copy_store.folders_below(source), copy_store.folders_below(target))
    for done in steps:
        if isinstance(done, copy_store.StoreCopy):
            print_store_copy(done, json)


def print_store_copy(done: StoreCopy, json: bool) -> None:
    if json:
        speech.out_json("referee-store-copied/1", **done._asdict())
        return
    for each in done.games:
        speech.out(say("{game}  entry {entry}  head {head}", game=each.game, entry=each.entry, head=each.head))
    words = "Games: {games}. Documents copied: {copied}. There already: {same}."
    speech.out(say(words, games=len(done.games), copied=done.copied, same=done.same))
