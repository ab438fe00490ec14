"""Logs about editions in any shape, forged and sealed again: each command refuses or shows them, and none fails.

And whatever is recorded about editions can be read back: the edition in force is found by a second, slow way.
"""

import random
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
import yaml
from cli_runs import NOW, run, suggestion

from referee.app.game_access import Table, open_game
from referee.settings import Settings
from referee.store import log

FROZEN = Path(__file__).parent / "editions" / "2"
GAMES = ("e2-two-go-on", "e2-three-go-on")
"""Frozen games of both titles that were begun under edition 1 and continued under edition 2."""
SHAPES: tuple[Any, ...] = (
    *("", "0", "1", "2", "3", "99", "-1", "1.0", "01", "none", "first", "²", "9" * 200, "true", "~"),
    *([], ["2"], [[]], {}, {"edition": "2"}, {"name": "bruttium"}, {"name": "bruttium", "content": "0" * 64}),
    *(
        {"own": {}},
        {"own": "x"},
        {"name": "", "content": "x"},
        {"content": "0" * 64},
        {"name": "bruttium", "sha256": []},
    ),
)
KEPT = {"format", "prev", "state"}
"""Without these nothing can be written as a document at all."""
FIELDS = ("edition", "reader", "components", "board", "options", "by", "seat", "kind", "state", "shown")
COMMANDS = (["show"], ["verify"], ["log"], ["edition"], ["edition", "2"], ["edition", "2", "--dry-run"], ["replay"])


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")
    monkeypatch.setenv("REFEREE_NOW", NOW)


def forged(rng: random.Random, documents: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The documents with one or two fields of other shapes, most of them in what is about editions."""
    about = [n for n, each in enumerate(documents) if n == 0 or each["kind"] in ("consent", "edition")]
    changed = {rng.choice(about): {rng.choice(FIELDS): rng.choice(SHAPES)} for _ in range(rng.randint(1, 2))}
    gone = {n: rng.choice(sorted(documents[n].keys() - KEPT)) for n in about if rng.random() < 0.1}
    for number, each in enumerate(documents):
        fields = {**each, **changed.get(number, {})}
        fields.pop(gone.get(number, ""), None)
        yield fields


def sealed(documents: Iterator[dict[str, Any]]) -> bytes:
    """A log of these documents whose chain holds."""
    raw, head = b"", "0" * 64
    for fields in documents:
        part = log.document({key: head if key == "prev" else value for key, value in fields.items()})
        raw, head = raw + part, sha256(part).hexdigest()
    return raw


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("game", GAMES)
def test_no_command_fails_on_a_forged_log_about_editions(game: str, seed: int) -> None:
    rng = random.Random(seed)
    documents = list[Any](log.parse((FROZEN / game / "log.yaml").read_bytes()).documents)
    Path("games", game).mkdir(parents=True)
    Path("games", game, "log.yaml").write_bytes(sealed(forged(rng, documents)))
    for command, *words in COMMANDS:
        ran = run(command, game, *words)
        assert ran.code not in (1, 70), (command, words, ran.err)
    ran = run("diff", game, "--edition", "1", "--edition", "2")
    assert ran.code in (0, 65, 66), ran.err
    assert run("status").code == 0


def edition_by_reading() -> int:
    """The edition in force, as somebody finds it who reads the log with any YAML reader."""
    documents = list(yaml.safe_load_all(Path("games/cup/log.yaml").read_text("utf-8")))
    return int([each["edition"] for each in documents if "format" in each or each["kind"] == "edition"][-1])


def step(rng: random.Random) -> None:
    """Something that a moderator or a player does, sensible or not."""
    choice = rng.randrange(6)
    if choice == 0:
        run("edition", "cup", rng.choice(["1", "2", "3", "none"]), "--consent", rng.choice(["red", "yellow", "pink"]))
    elif choice == 1:
        run("edition", "cup", rng.choice(["1", "2"]), *rng.choice([["--all-consent"], ["--dry-run"], []]))
    elif choice == 2:
        run("missed", "cup")
    else:
        Path("move.yaml").write_bytes(suggestion())
        run("submit", "move.yaml")


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_done_about_editions_can_be_read_back(seed: int) -> None:
    rng = random.Random(seed)
    players = ("--player", "yellow=Anna", "--player", "red=Bruno")
    assert run("new", "magna-grecia", "--id", "cup", "--edition", "1", "--option", "rounds=8", *players).code == 0
    for _ in range(12):
        step(rng)
        assert open_game(Table(Settings(), NOW), "cup").book.edition.number == edition_by_reading()
    assert run("verify", "cup").code == 0
