"""What `verify` remembers of logs that it found right: an unchanged log costs a hash, and no other is taken for it."""

import json
import random
import shutil
import sqlite3
from pathlib import Path

import pytest
from cli_runs import NOW, begin, play, run
from many_logs import GAMES, many_games


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")
    monkeypatch.setenv("REFEREE_NOW", NOW)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def verify(*words: str) -> tuple[str, int]:
    """What `verify` says, and how many logs were known."""
    ran = run("verify", "many", "--manifest", "known.sqlite", "--json", *words)
    answer = json.loads(ran.out)
    return json.dumps(answer["logs"]), answer["unchanged"]


def test_an_unchanged_log_is_not_judged_again_and_the_answer_is_the_same() -> None:
    many_games()
    first, known = verify()
    assert known == 0
    assert verify() == (first, 4)  # the others are damaged, or no logs
    assert verify("--all-again") == (first, 0)
    whole, wrong = run("verify", "many").out.split("Wrong: ")
    assert run("verify", "many", "--manifest", "known.sqlite").out == (
        f"{whole}Logs: 8; unchanged since they were found right: 4.\nWrong: {wrong}"
    )
    assert wrong == "4 of 8 logs: many/game-2, many/game-4, many/link, many/strange.\n"


def test_of_many_wrong_logs_some_are_named_at_the_end_and_of_one_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.cli.verify.NAMED", 2)
    many_games()
    assert run("verify", "many").out.endswith("Wrong: 4 of 8 logs: many/game-2, many/game-4 and 2 more.\n")
    assert "Wrong:" not in run("verify", "many/game-2").out


def test_a_log_that_changed_is_judged_again() -> None:
    many_games()
    verify()
    path = Path("many/game-0/log.yaml")
    path.write_bytes(path.read_bytes().replace(b"Kroton first", b"Kroton third"))
    found, known = verify()
    assert known == 3
    assert not json.loads(found)[0]["good"]


def test_another_program_and_another_language_know_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    many_games()
    verify()
    monkeypatch.setenv("REFEREE_LANGUAGE", "de")
    assert verify()[1] == 0
    monkeypatch.delenv("REFEREE_LANGUAGE")
    assert verify()[1] == 4
    monkeypatch.setattr("referee.app.verify.verify_many.program_hash", lambda: "another")
    assert verify()[1] == 0
    monkeypatch.undo()


def test_a_known_log_in_the_folder_of_another_game_of_ours_is_refused() -> None:
    shutil.copytree(GAMES, "games")
    assert run("verify", "--manifest", "known.sqlite").code == 0
    shutil.rmtree("games/rhombus-2")
    shutil.copytree("games/bruttium-2", "games/rhombus-2")
    ran = run("verify", "--manifest", "known.sqlite")
    assert ran.code == 65
    assert "belongs to the game bruttium-2" in ran.out


def test_a_running_game_with_a_secret_of_ours_is_judged_each_time_and_here(monkeypatch: pytest.MonkeyPatch) -> None:
    begin()
    play(1)
    for _ in range(2):
        ran = run("verify", "cup", "--manifest", "known.sqlite", "--json")
        assert json.loads(ran.out)["unchanged"] == 0
        assert "the private secret matches" in ran.out


def test_few_logs_make_no_manifest_and_many_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    many_games()
    run("verify", "many")
    assert not (tmp_path / "cache").exists()
    monkeypatch.setattr("referee.app.verify.verify_many.MANY", 8)
    run("verify", "many")
    assert json.loads(run("verify", "many", "--json").out)["unchanged"] == 4
    assert [each.name for each in (tmp_path / "cache").rglob("*.sqlite")] == ["verified.sqlite"]


def test_a_usual_manifest_that_cannot_be_made_stops_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    many_games()
    (tmp_path / "cache").write_text("no folder")
    monkeypatch.setattr("referee.app.verify.verify_many.MANY", 8)
    assert run("verify", "many").out == run("verify", "many", "--all-again").out != ""


def test_a_usual_manifest_damaged_anywhere_changes_no_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is a file of ours alone, and is made again."""
    many_games()
    monkeypatch.setattr("referee.app.verify.verify_many.MANY", 8)
    right = json.loads(run("verify", "many", "--json").out)["logs"]
    (file,) = (tmp_path / "cache").rglob("*.sqlite")
    whole, chance = file.read_bytes(), random.Random(7)
    for _ in range(15):
        spoilt = bytearray(whole)
        start = chance.choice((0, chance.randrange(len(whole))))
        for at in range(start, min(len(whole), start + chance.choice((1, 8, 4096)))):
            spoilt[at] ^= chance.randrange(1, 256)
        file.write_bytes(spoilt[: chance.choice((len(whole), chance.randrange(len(whole))))])
        ran = run("verify", "many", "--json")
        assert (json.loads(ran.out)["logs"], ran.code) == (right, 65), start  # four of them are wrong
        assert json.loads(run("verify", "many", "--json").out)["unchanged"] == 4


@pytest.mark.parametrize("content", [b"precious text of somebody else\n" * 100, b"other"])
def test_a_file_that_is_no_manifest_is_refused_and_left_alone(content: bytes) -> None:
    many_games()
    Path("known.sqlite").write_bytes(content)
    ran = run("verify", "many", "--manifest", "known.sqlite")
    assert ran.code == 65
    assert "known.sqlite isn't a manifest of verified logs" in ran.err
    assert Path("known.sqlite").read_bytes() == content


def test_a_database_of_another_program_is_refused_and_left_alone() -> None:
    many_games()
    base = sqlite3.connect("known.sqlite")
    base.execute("CREATE TABLE verdict (a, b)")
    base.commit()
    base.close()
    before = Path("known.sqlite").read_bytes()
    assert run("verify", "many", "--manifest", "known.sqlite").code == 65
    assert Path("known.sqlite").read_bytes() == before


def test_a_manifest_that_cannot_be_made_where_it_is_wanted_is_refused() -> None:
    many_games()
    Path("file").write_text("")
    ran = run("verify", "many", "--manifest", "file/known.sqlite")
    assert ran.code == 73
    assert "The manifest file/known.sqlite couldn't be used" in ran.err


# Answers that do not grow in memory
