"""`referee archive export`: one file for all games, the same every time, and nothing of ours is lost when it fails."""

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Generator
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import cast

import hex_title
import pytest
from archived import changed_log
from cli_runs import play, run
from exported import FROZEN, ROOT, all_rows, exported, rows

from referee import reading
from referee.app.export import tables
from referee.app.export.export_games import Export
from referee.app.game_access import Table
from referee.settings import Settings
from referee.store import chain, private

TO = Path("games.sqlite")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder with the two short sample games."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "")
    monkeypatch.setenv("REFEREE_NOW", "2026-11-20T19:00:00Z")
    for id in ("bruttium-2", "rhombus-2"):
        shutil.copytree(ROOT / "games" / id, Path("games", id), ignore=shutil.ignore_patterns(".lock"))
    return tmp_path


def test_a_folder_of_games_becomes_one_file() -> None:
    ran = run("export", "games", "--to", "games.sqlite")
    assert (ran.code, ran.out) == (0, "games.sqlite: games 2, entries 136, left out 0.\n")
    assert [row["game"] for row in rows(TO, "games")] == ["bruttium-2", "rhombus-2"]


def test_without_a_folder_it_is_that_of_the_settings() -> None:
    assert run("export", "--to", "games.sqlite").code == 0
    assert len(rows(TO, "games")) == 2


def test_the_same_games_give_the_same_bytes() -> None:
    """Whatever is there before, by however many processes, and in every language."""
    shutil.copytree(FROZEN / "2", "many")
    exported(Path("many"), Path("one.sqlite"))
    exported(Path("many"), Path("two.sqlite"), jobs=2)
    exported(Path("games"), Path("three.sqlite"))
    ran = run("--language", "de", "export", "many", "--to", "three.sqlite")
    assert ran.code == 0, ran.err
    assert Path("one.sqlite").read_bytes() == Path("two.sqlite").read_bytes() == Path("three.sqlite").read_bytes()


def test_a_damaged_log_is_named_and_left_out() -> None:
    changed_log("rhombus-2", b"kind: missed", b"kind: mossed")
    ran = run("export", "--to", "games.sqlite")
    assert ran.code == 65
    assert ran.err.startswith("rhombus-2: entry ")
    assert ran.out == "games.sqlite: games 1, entries 18, left out 1.\n"
    assert {row["game"] for table in all_rows(TO).values() for row in table} == {"bruttium-2"}


def sealed_again(raw: bytes) -> bytes:
    """A log whose documents were changed, with right seals."""
    found, head = b"", chain.NOTHING_BEFORE
    for part in chain.raw_documents(raw):
        document = chain.document({**reading.document(part), "prev": head})
        found, head = found + document, sha256(document).hexdigest()
    return found


@pytest.mark.parametrize("words", [(), ("--no-replay",)])
@pytest.mark.parametrize(
    "change", [(b"actions:", b"actoins:"), (b"seat: red", b"seat: pink"), (b"title: m", b"title: n")]
)
def test_a_log_with_right_seals_and_a_wrong_form_is_left_out(
    change: tuple[bytes, bytes], words: tuple[str, ...]
) -> None:
    path = Path("games/bruttium-2/log.yaml")
    path.write_bytes(sealed_again(path.read_bytes().replace(*change)))
    ran = run("export", "--to", "games.sqlite", *words)
    assert ran.code == 65
    assert ran.err.startswith("bruttium-2: ")
    assert [row["game"] for row in rows(TO, "games")] == ["rhombus-2"]


def test_what_was_done_as_json() -> None:
    changed_log("rhombus-2", b"kind: missed", b"kind: mossed")
    ran = run("export", "--to", "games.sqlite", "--json")
    assert ran.code == 65, ran.err
    told = json.loads(ran.out)
    assert (told["to"], told["rows"], told["sealed"]) == (
        "games.sqlite", {"games": 1, "seats": 2, "entries": 18, "scores": 20}, [],
    )  # fmt: skip
    (trouble,) = told["troubles"]
    assert (trouble["game"], ran.code) == ("rhombus-2", 65)


@pytest.mark.parametrize("words", [(), ("--no-replay",)])
def test_a_folder_with_another_name_than_its_game_is_to_be_renamed(words: tuple[str, ...]) -> None:
    Path("games/rhombus-2").rename("games/copy")
    ran = run("export", "--to", "games.sqlite", *words)
    assert (ran.code, len(rows(TO, "games"))) == (65, 1)
    assert ran.err == (
        "copy: The log in games/copy belongs to the game rhombus-2. "
        "Rename the folder to rhombus-2, or move a copy elsewhere.\n"
    )


def test_a_folder_that_no_game_can_be_called_is_named_too() -> None:
    shutil.copytree("games/rhombus-2", "games/UPPER_x")
    ran = run("export", "--to", "games.sqlite")
    assert (ran.code, len(rows(TO, "games"))) == (65, 2)
    assert "'UPPER_x' can't be the name of a game" in ran.err


@pytest.mark.parametrize("to", ["games", "games.csv", "", "sqlite"])
def test_a_name_without_a_known_ending_is_refused(to: str) -> None:
    ran = run("export", "--to", to)
    assert ran.code == 2
    assert "Use a name such as games.sqlite" in ran.err


def test_no_games_and_no_folder() -> None:
    assert run("export", "nowhere", "--to", "games.sqlite").code == 66
    Path("empty").mkdir()
    assert run("export", "empty", "--to", "games.sqlite").code == 66
    assert not TO.exists()


def test_a_file_of_somebody_else_stays() -> None:
    for content in (b"", b"a diary", b"SQLite format 3\0" + bytes(100)):
        TO.write_bytes(content)
        ran = run("export", "--to", "games.sqlite")
        assert (ran.code, TO.read_bytes()) == (65, content)
        assert "was not made by an export" in ran.err
    TO.unlink()
    TO.symlink_to("elsewhere.sqlite")
    assert run("export", "--to", "games.sqlite").code == 73
    assert not Path("elsewhere.sqlite").exists()


def test_a_folder_in_place_of_the_file_cannot_be_written() -> None:
    TO.mkdir()
    ran = run("export", "--to", "games.sqlite")
    assert (ran.code, "games.sqlite is not a plain file.\nUse another name" in ran.err) == (73, True), ran.err


def test_a_folder_that_is_not_there_is_said() -> None:
    ran = run("export", "--to", "nowhere/games.sqlite")
    assert ran.code == 73, ran.err


def others() -> list[str]:
    """What is here besides the games and the export."""
    return sorted(each for each in os.listdir() if each not in ("games", "games.sqlite"))


@pytest.mark.parametrize("at", [0, 1])
def test_an_export_that_is_stopped_leaves_the_old_one(at: int) -> None:
    exported(Path("games"), TO)
    before = TO.read_bytes()
    shutil.rmtree("games/rhombus-2")
    run_of = Export(Table(Settings()), "games.sqlite", "", judged=True, jobs=1)
    with closing(cast(Generator[str, None, None], run_of.steps())) as steps:
        for _ in range(at):
            next(steps)
    assert (TO.read_bytes(), others()) == (before, [])


def test_a_disk_that_is_full_leaves_the_old_one(monkeypatch: pytest.MonkeyPatch) -> None:
    exported(Path("games"), TO)
    before = TO.read_bytes()

    def full(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(tables, "add_rows", full)
    ran = run("export", "--to", "games.sqlite")
    assert (ran.code, TO.read_bytes(), others()) == (73, before, [])
    assert "games.sqlite couldn't be written: database or disk is full." in ran.err


KILLED = """
import os, signal, sys
from referee.app.export import tables
from referee.cli import code
from referee.store import disk
number = int(sys.argv.pop())
def kill(*_):
    os.kill(os.getpid(), signal.SIGKILL)
if number:
    disk.replace = kill
else:
    tables.add_rows = kill
code(["export", "--to", "games.sqlite", "--jobs", "1"])
"""


@pytest.mark.parametrize("number", [0, 1])
def test_an_export_that_is_killed_leaves_the_old_one_and_the_next_clears_up(number: int) -> None:
    exported(Path("games"), TO)
    before = TO.read_bytes()
    done = subprocess.run([sys.executable, "-c", KILLED, str(number)], check=False)
    assert done.returncode == -signal.SIGKILL
    assert TO.read_bytes() == before
    assert len(others()) == 1
    assert run("export", "--to", "games.sqlite").code == 0
    assert (TO.read_bytes(), others()) == (before, [])


def test_parquet_without_its_library_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    ran = run("export", "--to", "games.parquet")
    assert ran.code == 78
    assert "pip install 'referee[parquet]'" in ran.err
    assert others() == []


def test_a_title_of_others_has_rows_and_without_a_chart_no_scores(monkeypatch: pytest.MonkeyPatch) -> None:
    hex_title.install(monkeypatch)
    assert run("new", "hex", "--id", "stones", "--player=red=Ann", "--player=yellow=Bo").code == 0
    play(3, "stones")
    exported(Path("games"), TO)
    (game,) = [row for row in rows(TO, "games") if row["game"] == "stones"]
    assert (game["title"], game["status"], game["turns"], game["judged"]) == ("hex", "running", 3, 1)
    seats = [row for row in rows(TO, "seats") if row["game"] == "stones"]
    assert {row["first_action"].split()[0] for row in seats} == {"stone"}
    assert [row for row in rows(TO, "scores") if row["game"] == "stones"] == []


# Hidden hands


@pytest.fixture
def hidden() -> None:
    """A running game of Attika with secret hands."""
    ran = run("new", "attika", "--id", "temple", "--player", "athens=Anna", "--player", "sparta=Bruno")
    assert ran.code == 0, ran.err
    play(3, "temple")


@pytest.mark.usefixtures("hidden")
def test_of_a_running_game_with_hidden_hands_only_the_log_is_exported(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("read_private_part", "path_of"):
        real = getattr(private, name)

        def refuse(folder: str, game: str, real: object = real) -> object:
            assert folder == os.devnull, "the private part was asked"
            return real(folder, game)  # type: ignore[operator]

        monkeypatch.setattr(private, name, refuse)
    ran = run("export", "--to", "games.sqlite", "--jobs", "1")
    assert ran.code == 0
    assert "they have no result and no scores: temple." in ran.err
    (game,) = [row for row in rows(TO, "games") if row["game"] == "temple"]
    assert (game["judged"], game["status"], game["turns"], game["winners"]) == (0, None, None, None)
    assert len([row for row in rows(TO, "entries") if row["game"] == "temple"]) == game["entries"]
    assert [row for row in rows(TO, "scores") if row["game"] == "temple"] == []


@pytest.mark.usefixtures("hidden")
def test_whatever_is_in_the_private_part_the_export_is_the_same() -> None:
    """The hidden cards follow from the secret: with another one they would be others."""
    exported(Path("games"), TO)
    before = TO.read_bytes()
    path = Path("private/temple.yaml")
    secret = private.read_private_part("private", "temple").secret
    path.write_text(path.read_text().replace(secret.hex(), secret[::-1].hex()))
    assert run("export", "--to", "games.sqlite").code == 0
    assert TO.read_bytes() == before
    shutil.rmtree("private")
    assert run("export", "--to", "games.sqlite").code == 0
    assert TO.read_bytes() == before


@pytest.mark.usefixtures("hidden")
def test_when_it_is_closed_all_may_see_all() -> None:
    assert run("close", "temple", "--abandon").code == 0
    exported(Path("games"), TO)
    (game,) = [row for row in rows(TO, "games") if row["game"] == "temple"]
    assert (game["judged"], game["status"]) == (1, "abandoned")
