"""The one rule on names of folders: among our games a folder has the name of its game, elsewhere it may have any."""

import shutil
import sqlite3
from pathlib import Path

import pytest
from cli_runs import NOW, begin, play, run, suggestion

from referee.cli.contents import ALIASES, MODULES

OWN = "belongs to the game cup. Rename the folder to cup, or move a copy elsewhere."
TWICE = "belongs to the game cup, and so does the one in logs/cup. Move one of them elsewhere."


@pytest.fixture(autouse=True)
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two games, `cup` in a folder of another name; and copies of both in a folder that is none of ours."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")
    monkeypatch.setenv("REFEREE_NOW", NOW)
    for id in ("cup", "two"):
        begin(id)
        play(1, id)
    Path("move.yaml").write_bytes(suggestion("cup"))
    shutil.copytree("games/two", "logs/two")
    shutil.copytree("games/cup", "logs/Final 2026")
    Path("games/cup").rename("games/final")


GAME = {
    "show": (), "log": (), "legal": (), "suggest": (), "players": (), "replay": (), "close": (),
    "undo": ("--why", "x"), "fork": ("--id", "kid"), "correct": ("2", "move.yaml", "--why", "x"), "abandon": (),
    "edition": (), "missed": ("red",), "pause": ("--why", "x"), "orders": ("--seat", "red"), "discard": ("--yes",),
    "player": ("red",), "ruling": (), "why": ("pass",), "verify": (), "stats": (),
}  # fmt: skip
"""Commands that name a game, and what else they need."""


@pytest.mark.parametrize("command", GAME)
def test_every_command_that_names_a_game_of_ours_refuses_another_folder_alike(command: str) -> None:
    before = Path("games/final/log.yaml").read_bytes()
    ran = run(command, "final", *GAME[command])
    assert (ran.code, f"The log in games/final {OWN}" in ran.out + ran.err) == (65, True), ran
    assert Path("games/final/log.yaml").read_bytes() == before
    assert not Path("games/kid").exists()


ALL = {
    "verify": (),
    "stats": (),
    "archive": ("site",),
    "export": ("--to", "all.sqlite"),
    "remind": (),
    "diff": ("--edition", "1", "--edition", "2"),
}


@pytest.mark.parametrize("command", ALL)
def test_every_command_about_all_our_games_leaves_it_out_alike(command: str) -> None:
    ran = run(command, *ALL[command])
    assert (ran.code, OWN in " ".join((ran.out + ran.err).split())) == (65, True), ran
    assert not Path("site/cup").exists()


ELSEWHERE = {
    "verify": ("logs",),
    "stats": ("logs",),
    "diff": ("logs", "--edition", "1", "--edition", "2"),
    "archive": ("site", "--games", "logs"),
    "export": ("logs", "--to", "all.sqlite"),
}


@pytest.mark.parametrize("command", ELSEWHERE)
def test_elsewhere_the_log_says_which_game_it_is(command: str) -> None:
    ran = run(command, *ELSEWHERE[command])
    assert ran.code == 0, ran
    if command == "archive":
        assert Path("site/cup/index.html").exists()
        assert not Path("site/Final 2026").exists()
        assert run(*("archive", "site", "--games", "logs")).out.count("unchanged: 2") == 1
    if command == "export":
        with sqlite3.connect("all.sqlite") as found:
            assert [*found.execute("select game from games order by game")] == [("cup",), ("two",)]


@pytest.mark.parametrize("command", [each for each in ELSEWHERE if each not in ("verify", "diff")])
def test_the_second_of_two_folders_with_the_same_game_is_left_out_and_named(command: str) -> None:
    shutil.copytree("logs/Final 2026", "logs/cup")
    ran = run(command, *ELSEWHERE[command])
    assert (ran.code, f"The log in logs/Final 2026 {TWICE}" in ran.out + ran.err) == (65, True), ran
    assert run("verify", "logs").code == 0, "each of them is right"


def test_a_log_whose_game_has_no_name_that_a_game_can_have_is_left_out() -> None:
    path = Path("logs/Final 2026/log.yaml")
    path.write_bytes(path.read_bytes().replace(b"game: cup", b"game: ../../x"))
    for command in ("archive", "export"):
        assert run(command, *ELSEWHERE[command]).code == 65
    assert not Path("../x").exists()
    assert not Path("site/../../x").exists()


def test_the_lists_name_commands_that_there_are() -> None:
    assert {*GAME, *ALL, *ELSEWHERE} <= {*MODULES, *ALIASES}
