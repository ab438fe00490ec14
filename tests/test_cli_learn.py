"""Commands that need no game, and how the command line itself answers: help, mistakes, bugs."""

import json
import os
import pkgutil
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from cli_runs import begin, disk, miss, play, run
from typer.main import get_group

from referee import __version__, cli
from referee.app.look import library
from referee.app.play import submit_move
from referee.cli import contents, whole_program
from referee.store import log


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")
    return tmp_path


def test_titles() -> None:
    assert "magna-grecia: Magna Grecia" in run("titles").out
    title, _ = json.loads(run("titles", "--json").out)["titles"]
    assert (title["id"], title["options"]["rounds"]) == ("magna-grecia", ["12", "8"])


def test_boards_are_listed_drawn_and_checked() -> None:
    boards = json.loads(run("boards", "--json").out)["boards"]
    assert {each["name"] for each in boards} >= {"mezzogiorno", "bruttium"}
    assert all(each["name"] in run("boards").out and "own design" in each["provenance"] for each in boards)
    picture = run("boards", "draw", "bruttium").out
    assert all(len(line) <= 72 for line in picture.splitlines()[2:])
    assert run("boards", "draw", "brutium").code == 66
    assert run("boards", "print", "brutium").code == 66
    shipped = Path(library.__file__).parents[2] / "titles" / "magna_grecia" / "data" / "boards" / "bruttium.yaml"
    printed = run("boards", "print", "bruttium").out
    assert printed == shipped.read_text(encoding="utf-8").partition("\n")[2]
    shutil.copy(shipped, "mine.yaml")
    assert run("boards", "check", "mine.yaml").code == 0
    assert run("boards", "check", "none.yaml").code == 66
    strange = re.sub(r"(\nmap: [^V]*)V", r"\1?", shipped.read_text(encoding="utf-8"), count=1)
    Path("bad.yaml").write_text(strange, encoding="utf-8")
    ran = run("boards", "check", "bad.yaml")
    assert (ran.code, "bad.yaml:" in ran.out) == (65, True)


def test_the_output_is_available_as_data() -> None:
    board = json.loads(run("boards", "draw", "bruttium", "--json").out)
    assert (board["format"], board["name"]) == ("referee-board/1", "bruttium")
    box = json.loads(run("components", "magna-grecia", "--json").out)
    assert (box["format"], box["text"]) == ("referee-components/1", run("components", "magna-grecia").out)
    assert box["components"]["name"]
    names = json.loads(run("schema", "--json").out)
    assert (names["format"], "log" in names["schemas"]) == ("referee-schemas/1", True)
    written = json.loads(run("schema", "--all", "made", "--json").out)["written"]
    assert [Path(each).name.removesuffix(".schema.json") for each in written] == names["schemas"]
    demo = json.loads(run("demo", "--json").out)
    assert (demo["format"], demo["head"]) == ("referee-demo/1", log.read_log(f".demo/games/{demo['game']}").head)


def test_a_board_that_cannot_be_played_on_is_refused() -> None:
    Path("tiny.yaml").write_text("name: tiny\nprovenance: ours\nmap: |\n  V.v\n  ...\nnames: {}\n")
    ran = run("boards", "check", "tiny.yaml")
    assert (ran.code, "error: " in ran.out) == (65, True)
    answer = json.loads(run("boards", "check", "tiny.yaml", "--json").out)
    assert answer["good"] is False


def test_rules_by_number_chapter_or_all() -> None:
    assert run("rules", "magna-grecia", "mg-7.1").out.startswith("MG-7.1  ")
    chapter = run("rules", "magna-grecia", "MG-7").out.splitlines()
    assert len(chapter) == 6
    assert len(json.loads(run("rules", "magna-grecia", "--json").out)["rules"]) >= 80
    assert run("rules", "magna-grecia", "MG-99").code == 66
    assert run("rules", "chess").code == 66


def test_a_rule_alone_is_found_in_its_title() -> None:
    assert run("rules", "mg-7.1").out == run("rules", "magna-grecia", "MG-7.1").out
    assert run("rules", "AT-3").out == run("rules", "attika", "AT-3").out
    ran = run("rules", "XX-1")
    assert (ran.code, ran.err) == (66, "There is no title XX-1. The titles are magna-grecia, attika.\n")


def test_schemas_are_complete_documents() -> None:
    names = run("schema").out.split()
    assert {"move", "magna-grecia.move", "log", "board"} <= set(names)
    for name in names:
        assert "$schema" in json.loads(run("schema", name).out)
    ran = run("schema", "magna-grecia.mvoe")
    assert (ran.code, "Did you mean magna-grecia.move?" in ran.err) == (66, True)


CASES = Path(__file__).parent / "conformance" / "magna-grecia"


def test_conformance_runs_cases_and_fails_for_a_wrong_one() -> None:
    right = next(path for path in sorted(CASES.glob("*.yaml")) if "refused: [" in path.read_text(encoding="utf-8"))
    ran = run("conformance", str(right))
    assert (ran.code, "1 of 1 cases pass." in ran.out) == (0, True)
    text = re.sub(r"refused: \[.*?\]", "refused: [MG-1.1]", right.read_text(encoding="utf-8"))
    Path("wrong.yaml").write_text(text, encoding="utf-8")
    ran = run("conformance", "wrong.yaml")
    assert (ran.code, "0 of 1 cases pass." in ran.out) == (65, True)
    assert json.loads(run("conformance", "wrong.yaml", "--json").out)["cases"][0]["ok"] is False
    Path("empty").mkdir()
    assert run("conformance", "empty").code == 66
    assert run("conformance", "nowhere").code == 66


def test_demo_plays_a_stored_game_again_byte_for_byte(monkeypatch: pytest.MonkeyPatch) -> None:
    begin()
    play(2)
    assert miss().code == 0
    play(13)
    assert run("close", "cup").code == 0
    Path("games").rename("stored")
    monkeypatch.setattr("referee.app.look.demo.shipped_folder", lambda name: "stored")
    for _ in range(2):  # the second time over what the first left
        ran = run("demo", "--into", "stage")
        assert ran.code == 0, ran.err
        assert "Played 18 entries of cup. The log is byte for byte the stored one." in ran.err
        assert "Magna Grecia" in ran.out
        assert Path("stage/games/cup/log.yaml").read_bytes() == Path("stored/cup/log.yaml").read_bytes()
        assert Path("stage/reports/cup/18.html").is_file()
    Path("mine").mkdir()
    ran = run("demo", "--into", "mine")
    assert (ran.code, "was not made by referee demo" in ran.err) == (65, True)
    assert run("demo", "chess").code == 66


def test_doctor_looks_at_everything_and_changes_nothing() -> None:
    begin()
    before = disk()
    ran = run("doctor")
    assert ran.code == 0
    assert "You can write to games." in ran.out
    assert disk() == before
    Path("private/cup.yaml").chmod(0o644)
    assert "Others can read private/cup.yaml" in run("doctor").out
    Path("private/cup.yaml").unlink()
    assert "warning private/cup.yaml" in run("doctor").out
    findings = json.loads(run("doctor", "--json").out)["findings"]
    assert {each["severity"] for each in findings} == {"fine", "warning"}


def test_every_command_has_a_sentence_and_an_example() -> None:
    for command in PLACES:
        ran = run(*command.split(), "--help")
        assert ran.code == 0
        assert ran.out.startswith(f"Usage: referee {command} [OPTIONS]"), command
        assert f"referee {command}" in " ".join(ran.out.split()[3:]), command
        assert not re.search(r"\w\.\.\.$", ran.out, re.M), "a sentence is cut off"


PLACES = [name for listed in contents.COMMANDS.values() for name in listed]
PLACES += [f"{name} {word}" for name, words in contents.BELOW.items() for word in words]


def test_help_fits_one_screen_and_leads_on() -> None:
    group: Any = whole_program()
    listed = run("help").out
    assert run("--help").out == listed
    assert len(listed.splitlines()) <= 40
    assert max(map(len, listed.splitlines())) < 80
    assert "..." not in listed.replace("[ARGS]...", ""), "a sentence is cut off"
    for heading, names in contents.COMMANDS.items():
        assert re.search(rf"^{heading} ", listed, re.M), heading
        assert [name for name in names if not re.search(rf"^.{{9}}{name} +[A-Z]", listed, re.M)] == []
        said = {name: group.get_command(None, name).get_short_help_str(100) for name in names}
        assert said == {name: says for name, (_, says) in names.items()}, "not as the command says it"
    assert "referee help time" in listed
    assert "time extend " in run("help", "time").out
    assert "--language LANGUAGE" in run("help", "options").out


@pytest.mark.parametrize("name", [*contents.MODULES, *contents.ALIASES])
def test_every_name_that_a_command_had_is_still_known(name: str) -> None:
    ran = run(name, "--help")
    assert (ran.code, ran.out.startswith(f"Usage: referee {name} [OPTIONS]")) == (0, True), ran


def test_what_must_be_followed_by_another_command_says_so() -> None:
    for words in (["end"], ["dev"]):
        assert "Commands:" in (said := run(*words)).out + said.err
    assert run("end", "cup").err == ("Say how cup ends, such as: referee end abandon cup\nAll ways: referee help end\n")
    assert run("dev", "tools").code == 2


def brought() -> dict[str, str]:
    """The module of each command that any module of the command line brings."""
    names = [each.name for each in pkgutil.iter_modules(cli.__path__)]
    apps = {name: getattr(import_module(f"referee.cli.{name}"), "app", None) for name in names}
    return {command: name for name, app in apps.items() if app for command in get_group(app).commands}


def test_every_command_is_listed_once_with_its_module() -> None:
    assert brought() == contents.MODULES
    tables: list[Iterable[str]] = [*contents.COMMANDS.values(), *contents.BELOW.values(), contents.OLD]
    listed = [name for each in tables for name in each]
    assert len(listed) == len(contents.MODULES)
    assert set(contents.ALIASES.values()) <= set(listed)


@pytest.mark.parametrize(("command", "modules"), [("why", {"moves"}), ("rules", {"learn"})])
def test_a_command_is_imported_when_it_is_asked_for(command: str, modules: set[str]) -> None:
    """And no other: a word that only looks like a command imports nothing."""
    code = f"import sys; from referee.cli import code; code(['{command}', 'verify']); print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.removeprefix("referee.cli.") for name in ran.stdout.split() if name.startswith("referee.cli.")}
    assert loaded & set(contents.MODULES.values()) == modules


def test_exit_codes_have_names() -> None:
    """They are written down in one place, `app.errors`."""
    files = sorted(Path(cli.__file__).parent.glob("*.py"))
    bare = r"\bExit\([0-9]|\b(?:code|ended|status) = [0-9]"
    assert [file.name for file in files if re.search(bare, file.read_text(encoding="utf-8"))] == []


def test_help_lists_everything_whatever_is_written_behind_it() -> None:
    code = "from referee.cli import code; code(['--help', 'show'])"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == run("--help").out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("submitt",), "Did you mean `submit`?"),
        (("stauts",), "Did you mean `status`?"),
        (("submit",), "Missing argument 'FILE'"),
        (("submit", "a", "b"), "unexpected extra argument"),
        (("submit", "--dryrun", "a"), "--dry-run"),
        (("show", "cup", "--at", "two"), "'--at': Write a whole number."),
        (("stats", "--jobs", "-1"), "'--jobs': Write a whole number, 0 or more."),
        (("contract", "attika", "--games", "many"), "'--games': Write a whole number, 1 or more."),
        (("--colour", "submit"), "No such option"),
    ],
)
def test_a_command_that_cannot_be_meant(words: tuple[str, ...], said: str) -> None:
    ran = run(*words)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err
    assert "Traceback" not in ran.err


def test_version_and_no_arguments() -> None:
    assert run("--version").out == f"referee {__version__}\n"
    assert "referee new " in run().out


def test_a_bug_is_called_one_and_shows_its_place_only_when_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    begin()

    def broken(*words: object) -> None:
        raise RuntimeError("something that cannot be")

    monkeypatch.setattr(submit_move, "admit_move", broken)
    text = run("suggest", "cup").out.encode()
    ran = run("submit", "-", stdin=text)
    assert ran.code == 1
    assert "RuntimeError: something that cannot be" in ran.err
    assert "This is a bug in referee." in ran.err
    assert "Nothing was recorded" not in ran.err
    assert "Traceback" not in ran.err
    monkeypatch.setenv("REFEREE_TRACEBACK", "1")
    assert "Traceback" in run("submit", "-", stdin=text).err
    for off in ("0", "no", ""):
        monkeypatch.setenv("REFEREE_TRACEBACK", off)
        assert "Traceback" not in run("submit", "-", stdin=text).err


def test_a_bug_after_recording_says_that_it_is_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    begin()
    text = run("suggest", "cup").out.encode()

    def broken(*words: object, **named: object) -> None:
        raise RuntimeError("no picture")

    monkeypatch.setattr("referee.app.look.report_files.report_page", broken)
    ran = run("submit", "-", stdin=text)
    assert ran.code == 1
    assert ran.err.startswith("It is recorded as entry 2 of cup, but the report couldn't be made: no picture\n")
    assert "Nothing was recorded" not in ran.err
    assert run("log", "cup").out.count("\n") == 3


@pytest.mark.parametrize("is_found", [True, False])
def test_what_demo_says_to_try_next_can_be_pasted(is_found: bool) -> None:
    """As `make demo` runs it, the program is in .venv/bin, which the shell does not look into."""
    program = os.path.join(os.path.dirname(sys.executable), "referee")
    path = os.pathsep.join([*[os.path.dirname(program)] * is_found, "/usr/bin", "/bin"])
    environment = {**os.environ, "PATH": path, "REFEREE_CONFIG": os.devnull}
    called: dict[str, Any] = {"capture_output": True, "text": True, "env": environment}
    ran = subprocess.run([program, "demo", "bruttium-2"], check=True, **called)
    hints = [
        line.strip() for line in (ran.stdout + ran.stderr).splitlines() if " new  " in line or "/games log" in line
    ]
    assert [each.startswith("referee " if is_found else program) for each in hints] == [True, True]
    listed = subprocess.run(hints[0].partition("  ")[0], shell=True, check=True, **called)
    assert "The game is closed" in listed.stdout
