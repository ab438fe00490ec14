"""Games by mail in other languages: each answer is delivered, and no letter is replaced by a mark."""

import os
from itertools import cycle
from pathlib import Path

import cli_runs
import mailing_game as post
import pytest

from referee.app.game_access import Table
from referee.app.play import new_game
from referee.mail.act import send_reports
from referee.settings import Settings
from referee.store import private
from referee.words import ENGLISH, LANGUAGES

SEATS = {"magna-grecia": ("red", "yellow"), "attika": ("athens", "sparta")}
OTHERS = [each for each in LANGUAGES if each != ENGLISH]
PLAYERS = (post.ANNA, post.BRUNO)
MAILS = 4
STRANGE = ("\ufffd", "\\xa0", "\\u")
"""How a letter is shown that was thought not to print."""


def begin(title: str, language: str) -> None:
    for part in ("new", "cur", "tmp"):
        os.makedirs(os.path.join("inbox", part), exist_ok=True)
    Path("referee.toml").write_text(post.TOML, encoding="utf-8")
    options = ["--id", "cup"]
    for seat, player, address in zip(SEATS[title], ("Anna", "Bruno"), PLAYERS, strict=True):
        options += ["--player", f"{seat}={player}", "--address", f"{seat}={address}"]
        options += ["--language", f"{seat}={language}"]
    assert cli_runs.run("new", title, *options).code == 0
    send_reports.send_due_letters(post.table(), ["cup"])


def first_action(block: str) -> str:
    """Only the first of the actions of a move: then a turn of Attika may continue."""
    lines = block.splitlines()
    actions = [number for number, line in enumerate(lines) if line.startswith("  - ")]
    return "\n".join(line for number, line in enumerate(lines) if number not in actions[1:])


def answer(block: str) -> str:
    """What became of a move of the seat to move."""
    return post.one(post.mail(post.fenced(block), post.address(post.mover()))).became


@pytest.mark.parametrize(("title", "language"), list(zip(cycle(SEATS), OTHERS, strict=False)))
def test_a_game_by_mail_delivers_every_answer(
    title: str, language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", os.devnull)
    monkeypatch.setenv("REFEREE_NOW", post.NOW)
    begin(title, language)
    for number in range(MAILS):
        block = post.move()
        assert answer(f"{block}nonsense: true\n") == "answered"
        assert answer(first_action(block) if title == "attika" and number % 2 else block) == "recorded"
    assert post.spooled("quarantine") == []
    assert [each.path for each in post.letters() if any(mark in each.text for mark in STRANGE)] == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_refusal_on_the_terminal_has_no_codes_of_letters(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    cli_runs.begin()
    Path("move.yaml").write_text("game: cup\nafter: 1\nseat: yellow\nactions:\n  - city: E99\n  - citty: J3\n")
    ran = cli_runs.run("--language", language, "submit", "move.yaml")
    assert ran.code == 65
    assert not any(mark in ran.err for mark in STRANGE), ran.err


def test_readers_without_a_language_get_that_of_the_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")
    table = Table(Settings(language="de"), cli_runs.NOW)
    plan = new_game.plan("magna-grecia", "cup", ["red=Bruno", "yellow=Anna"], [], None, languages=["red=it"])
    new_game.new(table, plan)
    assert private.read_private_part("private", "cup").languages == {"red": "it", "yellow": "de"}
