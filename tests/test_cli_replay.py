"""The command `replay`: a page of a game in play or closed, for everybody, a seat or the moderator."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from cli_runs import SECRET, Ran, begin, disk, play, run

from referee.app.game_access import Table
from referee.app.play import new_game
from referee.settings import Settings

GAMES = Path(__file__).parents[1] / "games"
NOW = "2026-11-20T19:00:00Z"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")
    monkeypatch.setenv("REFEREE_NOW", NOW)


def hidden() -> None:
    """A game with hidden hands, with three entries after the deal."""
    plan = new_game.plan("attika", "cup", ["athens=Anna", "sparta=Chiara"], [], "")
    new_game.new(Table(Settings(), NOW), plan, secret=SECRET)
    play(3)


def facts(ran: Ran) -> dict[str, Any]:
    """What the script of a page reads."""
    assert ran.code == 0, ran.err
    found: dict[str, Any] = json.loads(re.findall(r'id="facts">(.*?)</script>', ran.out)[0])
    return found


def hands(found: dict[str, Any]) -> set[str]:
    """The seats whose cards any frame shows to any reader."""
    heads = {at for at, head in enumerate(found["heads"]) if head[0] == "Cards in hand"}
    shown = [found["tables"][each] for _, *tables in found["seen"] for each in tables]
    rows = [row for head, _, *rows in shown if head in heads for row in rows]
    return {found["rows"][row][0] for row in rows}


def test_a_page_of_a_game_in_play() -> None:
    begin()
    play(4)
    found = facts(run("replay", "cup"))
    assert [frame[0] for frame in found["strands"][0]["frames"]] == [0, 1, 2, 3, 4, 5]
    assert found["readers"] == [""]


def test_a_program_learns_which_file_was_written() -> None:
    begin()
    ran = run("replay", "cup", "--out", "cup.html", "--json")
    assert json.loads(ran.out) == {"format": "referee-replayed/1", "game": "cup", "page": "cup.html"}
    assert Path("cup.html").read_text() == run("replay", "cup").out.rstrip("\n")
    assert (run("replay", "cup", "--json").code, run("replay", "cup", "--json").out) == (2, "")


def test_a_game_that_is_not_dealt_has_one_entry() -> None:
    begin(wait_for_nonces=True)
    assert len(facts(run("replay", "cup"))["strands"][0]["frames"]) == 1


def test_of_a_game_in_play_each_sees_its_own() -> None:
    hidden()
    assert hands(facts(run("replay", "cup"))) == set()
    assert hands(facts(run("replay", "cup", "--seat", "athens"))) == {"athens"}
    assert hands(facts(run("replay", "cup", "--moderator"))) == {"athens", "sparta"}
    assert facts(run("replay", "cup", "--seat", "sparta"))["readers"] == ["sparta"]


def test_dealt_cards_are_shown_to_their_owner_alone() -> None:
    hidden()

    def told(*options: str) -> list[str]:
        return [text for text, *_ in facts(run("replay", "cup", *options))["says"] if "is dealt" in text]

    assert all(":" not in text for text in told())
    assert [":" in text for text in told("--seat", "athens")].count(True) == 1
    assert all(":" in text for text in told("--moderator"))


def test_of_a_closed_game_the_reader_chooses() -> None:
    games = ("--games", str(GAMES))
    found = facts(run(*games, "replay", "rhombus-2"))
    assert (found["readers"], found["reader"]) == (["", "athens", "sparta"], 0)
    found = facts(run(*games, "replay", "rhombus-2", "--seat", "sparta"))
    assert (found["readers"], found["reader"]) == (["", "athens", "sparta"], 2)
    found = facts(run(*games, "replay", "rhombus-2", "--moderator"))
    assert (found["readers"], found["reader"]) == (["", "athens", "sparta", "*"], 3)
    assert facts(run(*games, "replay", "bruttium-2", "--seat", "red"))["readers"] == [""]


def test_a_game_in_play_with_hidden_hands_shows_no_variations() -> None:
    """Whether a build can be paid would reveal the hand."""
    hidden()
    moves = "moves: [{seat: athens, end: true}]"
    Path("games/cup/notes.yaml").write_text(
        f"format: referee-notes/1\ngame: cup\nentries:\n  '2': {{glyph: '!'}}\nvariations:\n  - {{entry: 2, {moves}}}\n"
    )
    assert len(facts(run("replay", "cup"))["strands"]) == 1
    assert len(facts(run("replay", "cup", "--seat", "athens"))["strands"]) == 1


def test_what_a_variation_would_show_stays_hidden_until_the_game_is_closed() -> None:
    hidden()
    mover = json.loads(run("show", "cup", "--at", "1", "--json").out)["asked"]["seat"]
    moves = f"moves: [{{seat: {mover}, actions: [{{draw: '1'}}]}}]"
    Path("games/cup/notes.yaml").write_text(
        f"format: referee-notes/1\ngame: cup\nentries:\n  '2': {{glyph: '!'}}\nvariations:\n  - {{entry: 2, {moves}}}\n"
    )
    refused = run("replay", "cup", "--moderator")
    assert refused.code == 65
    assert "This move reveals something that stays hidden until the game is closed." in refused.err


def test_a_file_is_written_whole_or_not_at_all() -> None:
    begin()
    before = disk()
    assert run("replay", "cup", "--out", "nowhere/page.html").code == 73
    assert disk() == before
    written = run("replay", "cup", "--out", "page.html")
    assert (written.code, written.out, written.err) == (0, "", "Written: page.html\n")
    assert Path("page.html").read_text(encoding="utf-8").rstrip("\n") == run("replay", "cup").out.rstrip("\n")
    assert {path for path in disk() if path not in before} == {"page.html"}


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (("cap",), 66),
        (("cup", "--seat", "blue"), 2),
        (("cup", "--seat", "*"), 2),
        (("cup", "--seat", "red", "--moderator"), 2),
    ],
)
def test_options_that_exclude_each_other(options: tuple[str, ...], code: int) -> None:
    begin()
    ran = run("replay", *options)
    assert (ran.code, ran.out) == (code, "")


def test_the_page_speaks_the_language_that_is_asked_for() -> None:
    found = run("--games", str(GAMES), "--language", "it", "replay", "bruttium-2")
    assert '<html lang="it">' in found.out
    assert any("Theano (giallo)" in text for text in facts(found)["texts"])


def test_the_page_is_the_same_whatever_the_hash_seed() -> None:
    def made(seed: str) -> bytes:
        command = [
            sys.executable,
            "-c",
            "from referee.cli import main; main()",
            "--games",
            str(GAMES),
            "replay",
            "rhombus-2",
        ]
        return subprocess.run(
            command, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout

    assert made("1") == made("2")


def test_the_configured_colours_are_used() -> None:
    begin()
    Path("referee.toml").write_text('[palette]\nyellow = "#123456"\n')
    assert "#123456" in run("replay", "cup").out


def test_the_story_for_the_moderator_is_not_told_from_a_seat() -> None:
    begin()
    play(2)
    shown = run("show", "cup", "--moderator").out
    assert "\nWhat happened\n" in shown
    assert "last turn\n" not in shown


def test_a_private_part_without_its_game_is_reported() -> None:
    begin()
    shutil.rmtree("games/cup")
    assert "private/cup.yaml belongs to cup, but there is no such game in games" in run("doctor").out


def test_the_ending_of_the_file_says_that_the_picture_moves() -> None:
    begin()
    assert run("replay", "cup", "--out", "cup.gif").code == 0
    assert Path("cup.gif").read_bytes().startswith(b"GIF8")
