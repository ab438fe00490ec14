"""Games in which a random moderator goes back and corrects, for tests of what then counts."""

import random
from collections.abc import Iterator
from pathlib import Path

from referee import reading
from referee.app.errors import Refused
from referee.app.game_access import Game, Table, open_game
from referee.app.play import new_game
from referee.app.play.entries import commit
from referee.app.play.submit_move import submit
from referee.app.repair import correct_entry, take_back
from referee.app.repair.go_back import undone_turns
from referee.app.repair.take_back import UndoRequest
from referee.rules.entry_shapes import TURNS
from referee.rules.planner import suggest_move
from referee.rules.rewrites import is_returnable
from referee.settings import Settings
from referee.store.documents import Data, is_kind

NOW = "2026-11-20T19:00:00Z"
SEATS = {
    "magna-grecia": ["yellow=Anna", "red=Bruno", "brown=Chiara"],
    "attika": ["athens=Anna", "sparta=Chiara"],
}


def table_in(folder: Path) -> Table:
    return Table(
        Settings(games=str(folder / "games"), private=str(folder / "private"), reports=str(folder / "reports")), NOW
    )


def begun(table: Table, title: str, seed: int, options: list[str] | None = None) -> Game:
    plan = new_game.plan(title, "cup", SEATS[title], options or [], "")
    new_game.new(table, plan, secret=seed.to_bytes(32, "big"))
    return open_game(table, "cup")


def repaired(table: Table, title: str, seed: int, steps: int = 30) -> Iterator[Game]:
    """The game after each step: mostly a move, sometimes an undo or a correction."""
    rng = random.Random(f"{title} {seed}")
    game = begun(table, title, seed)
    for _ in range(steps):
        choice = rng.random()
        if choice < 0.2:
            go_back(table, game, rng)
        elif choice < 0.45:
            correct(table, game, rng)
        elif game.book.play.to_move(game.position):
            submit(table, move_file(game, suggest_move(game.book, game.position, rng.randrange(9))), "move.yaml")
        game = open_game(table, "cup")
        yield game


def go_back(table: Table, game: Game, rng: random.Random) -> None:
    """Whatever was shown meanwhile: what may be undone is another question."""
    places = [each.number for each in game.line if is_returnable(game.line, each.number)]
    back = rng.choice(places)
    if undone_turns(game, back):
        commit(table, take_back.append_undo(table, game, back, UndoRequest(why="a trial")))


def correct(table: Table, game: Game, rng: random.Random) -> bool:
    """Whether a correction was recorded."""
    turns = [at for at, each in enumerate(game.line) if is_kind(each.entry, *TURNS)]
    if not turns:
        return False
    at = rng.choice(turns[-4:])
    move = suggest_move(game.book, game.line[at - 1].position, rng.randrange(9))
    if move["seat"] != game.line[at].entry.get("seat"):
        return False
    try:
        correct_entry.correct(table, "cup", game.line[at].number, move_file(game, move), "move.yaml", "a trial")
    except Refused:
        return False
    return True


def move_file(game: Game, move: Data) -> bytes:
    return reading.dump({"game": "cup", "after": game.log.last, **move}).encode()
