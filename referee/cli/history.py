"""The command that lists the entries of a game: log."""

import typer

from referee import LEAST_HEAD
from referee.api import Game
from referee.app.look.game_views import HistoryLine
from referee.app.play.entries import TURNS
from referee.cli import speech
from referee.cli.arguments import GameName, Json
from referee.words import ENGLISH, say, speaking

app = typer.Typer()


@app.command("log")
def history(context: typer.Context, game: GameName, json: Json = False) -> None:
    """List the entries of a game's log. Example: referee log spring-cup"""
    with speaking(ENGLISH):  # as all lists for the moderator
        lines = Game(context.obj, game).history
        if json:
            speech.out_json("referee-history/1", game=game, entries=lines)
            return
        for line in lines:
            begun = f"{line.entry:>4}  {line.at:20}  {line.head[:LEAST_HEAD]}  {line.kind:6} {line.seat:7}"
            speech.out(f"{begun} {history_text(line)}".rstrip())


A_PASS = say("a pass")
QUOTES = '"“”„‟«» '
"""What players put around their words: the list has marks of its own."""


def history_text(line: HistoryLine) -> str:
    """`draw main → silver-mine  “At last!”`, or in a sentence what stands besides the moves."""
    words = without_number(line)
    if words and not line.played and line.kind not in TURNS:
        return " ".join(words.split())
    played = line.played or (str(A_PASS) if line.kind in TURNS else "")
    told = [played, f"→ {line.shown}" if line.shown else "", f"({words})" if words else ""]
    said = f"  “{line.say.splitlines()[0].strip(QUOTES)}”" if line.say else ""
    return " ".join(filter(None, told)) + said


def without_number(line: HistoryLine) -> str:
    """What a line says, without the number of its entry before it: that is in the first column, in any language."""
    _, number, rest = line.told.partition(f" {line.entry}")
    words = rest.lstrip().removeprefix(":").lstrip()
    is_numbered = bool(number) and rest.lstrip().startswith(":") and " " not in line.told.partition(number)[0]
    return words[:1].upper() + words[1:] if is_numbered else line.told
