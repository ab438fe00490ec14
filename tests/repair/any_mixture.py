"""Games in which anybody uses any command of repair and of consent at any time, through the command line."""

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from cli_runs import Ran, run
from resealed import by_tool

from referee import reading
from referee.app.game_access import Game, Table, open_game
from referee.app.play import new_game
from referee.app.play.overrule_move import overrulable
from referee.exit_codes import BUG, UNREPLAYABLE
from referee.rules.entry_shapes import TURNS
from referee.rules.planner import suggest_move
from referee.settings import Settings
from referee.store.documents import is_kind

SEATS = {"magna-grecia": ("yellow", "red", "brown"), "attika": ("athens", "sparta")}
RULINGS = {"magna-grecia": ("rounds", "8"), "attika": ("road_symbols", "may be used")}
NOW = "2026-11-20T19:00:00Z"


def begin(title: str, seed: int) -> None:
    players = [f"{seat}=Player{number}" for number, seat in enumerate(SEATS[title])]
    plan = new_game.plan(title, "cup", players, [], "", orders=bool(seed % 2))
    new_game.new(Table(Settings(), NOW), plan, secret=seed.to_bytes(32, "big"))


def game_now() -> Game:
    return open_game(Table(Settings(), NOW), "cup")


def steps(title: str, seed: int, number: int) -> Iterator[tuple[tuple[str, ...], Ran]]:
    """So many random commands, each with its answer."""
    rng = random.Random(f"{title} {seed}")
    begin(title, seed)
    for _ in range(number):
        command = any_command(rng, title)
        done = run(*command, stdin=any_move(rng, command) if "-" in command else b"")
        assert done.code not in (BUG, UNREPLAYABLE), (command, done)
        yield command, done


def any_command(rng: random.Random, title: str) -> tuple[str, ...]:
    """Mostly a move; else anything that changes the log, with numbers and names that may be wrong."""
    seat, last = rng.choice(SEATS[title]), game_now().log.last
    turns = [each.number for each in game_now().line if is_kind(each.entry, *TURNS)]
    number = str(rng.randrange(max(0, last - 6), last + 2))
    rare = (
        ("undo", "cup"),
        ("undo", "cup", "--to", number),
        ("undo", "cup", "--ask", "--seat", seat),
        ("undo", "cup", "--to", number, "--reseal", "--why", "a slip"),
        ("correct", "cup", str(rng.choice([*turns[-3:], last])), "-", "--why", "a slip"),
        ("submit", "-", *overrules(), "--why", "agreed"),
        ("ruling", "cup", *RULINGS[title], "--why", "late", *rng.choice(((), ("--ask",)))),
        ("fork", "cup", "--id", f"fork-{last}", "--at", number),
        ("resign", "cup", seat),
        ("say", "cup", "well: played"),
        ("orders", "cup", "-"),
    )
    ends = ("concede", "cup", seat), ("draw", "cup", "--seat", seat), ("abandon", "cup", "--ask")
    answer = ("answer", "cup", seat, rng.choice(("yes", "no", "withdrawn")))
    return rng.choice((("submit", "-"),) * 24 + (answer,) * 9 + rare * 2 + ends)


def overrules() -> list[str]:
    """As one who lets everything pass that may be."""
    return [each for rule in sorted(overrulable(game_now().book)) for each in ("--overrule", rule)]


def any_move(rng: random.Random, command: tuple[str, ...]) -> bytes:
    """A legal move of now, or of the entry that is to be corrected, sometimes spoiled; or an order."""
    move = {"game": "cup", **suggested(rng, int(command[2]) if command[0] == "correct" else None)}
    if "--overrule" in command:
        move["actions"] = suggested(rng, rng.randrange(2, game_now().log.last + 2)).get("actions", [])
    if command[0] == "orders":
        move = {"game": "cup", "seat": move["seat"], "orders": [{"move": {"actions": move["actions"]}}]}
    elif command[0] == "submit" and rng.random() < 0.2:
        del move[rng.choice(sorted(move))]
    return reading.dump(move).encode()


def suggested(rng: random.Random, entry: int | None) -> dict[str, Any]:
    """A move that was legal before this entry, or is now; a wrong one if there is none."""
    game = game_now()
    at = next((place for place, each in enumerate(game.line) if each.number == entry), 0)
    position = game.line[at - 1].position if at else game.position
    if game.book.play.to_move(position) is None:
        return {"after": 1, "seat": "nobody", "actions": []}
    return {"after": game.log.last, **suggest_move(game.book, position, rng.randrange(99))}


def log_bytes() -> dict[str, bytes]:
    """The log of each game, by the name of its folder."""
    return {path.parent.name: path.read_bytes() for path in sorted(Path("games").glob("*/log.yaml"))}


def check_mixture(title: str, seed: int, number: int) -> Counter[str]:
    """Play it, with a look at all after each command that wrote something; how often each did."""
    wrote, before = Counter[str](), dict[str, bytes]()
    for command, done in steps(title, seed, number):
        now = log_bytes()
        assert all(now[game].startswith(raw) for game, raw in before.items()), command
        if now != before:
            wrote[command[0]] += 1
            assert not by_tool(now["cup"], title), (command, done)
            assert run("verify", *now).code == 0, (command, done)
            assert run("show", "cup").code == run("log", "cup").code == run("status").code == 0, (command, done)
        before = now
    return wrote


def check_mixtures(
    title: str, seeds: Iterable[int], number: int, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> Counter[str]:
    """Such a game for each seed, in a folder of its own."""
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")
    monkeypatch.setenv("REFEREE_NOW", NOW)
    found = Counter[str]()
    for seed in seeds:
        (folder / str(seed)).mkdir()
        monkeypatch.chdir(folder / str(seed))
        found += check_mixture(title, seed, number)
    return found
