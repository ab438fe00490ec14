"""Files of a newer version are not called damaged: each command says which program reads them, other games continue."""

import json
import re
import sqlite3
from contextlib import closing
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import hex_title
import pytest
from cli_runs import NOW, run
from spoiling import sealed

from referee import __version__, titles
from referee.store import chain, documents

LOG = Path("games/newer/log.yaml")
EDITION = (
    "The log uses edition 9 of Hex, but referee {version} only knows editions 1 and 2. It "
    "is not damaged. Read it with referee-hex 3.2 or a newer version."
)
FORMAT = (
    "The log has the format referee-log/2, but referee {version} reads referee-log/1. It "
    "is not damaged. Read it with referee-hex 3.2 or a newer version."
)
COMMANDS = [
    ("show", "newer"),
    ("verify",),
    ("status",),
    ("remind",),
    ("doctor",),
    ("archive", "site"),
    ("export", "--to", "games.sqlite"),
    ("export", "--to", "games.sqlite", "--no-replay"),
    ("log", "newer"),
    ("replay", "newer"),
    ("legal", "newer"),
    ("close", "newer"),
    ("submit", "-"),
    ("check", "-"),
]


@pytest.fixture(autouse=True)
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that continues, and one whose log a newer version wrote."""
    hex_title.install(monkeypatch)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")
    monkeypatch.setenv("REFEREE_NOW", NOW)
    for id in ("fine", "newer"):
        assert run("new", "hex", "--id", id, "--player=red=Ann", "--player=yellow=Bo").code == 0


def write(**fields: str) -> None:
    """Fields of the header are others, and all seals are right."""
    parts = chain.raw_documents(LOG.read_bytes())
    for name, value in fields.items():
        parts[0] = re.sub(rf"(?m)^{name}: .*$".encode(), f"{name}: {value}".encode(), parts[0])
    LOG.write_bytes(b"".join(sealed(parts)))


MOVE = b"game: newer\nafter: 1\nseat: red\nactions:\n  - stone: A1\n"


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.parametrize(("field", "value", "said"), [("edition", "9", EDITION), ("format", "referee-log/2", FORMAT)])
def test_each_command_names_the_program_that_reads_it(
    command: tuple[str, ...], field: str, value: str, said: str
) -> None:
    write(**{field: value, "reader": "referee-hex 3.2"})
    before = LOG.read_bytes()
    ran = run(*command, stdin=MOVE)
    told = " ".join((ran.out + ran.err).replace("\n  ", " ").split())
    assert said.format(version=__version__) in told.replace("- ", "")
    assert ran.code == {"status": 0, "doctor": 78, "remind": 0, "send": 0}.get(command[0], 65)
    assert "copy" not in told
    assert "is bad" not in told
    assert LOG.read_bytes() == before


def test_other_games_go_on() -> None:
    write(edition="9", reader="referee-hex 3.2")
    assert "fine: The only entry is correct" in run("verify").out
    states = {each["game"]: each["state"] for each in json.loads(run("status", "--json").out)["games"]}
    assert states == {"newer": "broken", "fine": "untimed"}
    assert run("submit", "-", stdin=MOVE.replace(b"newer", b"fine")).code == 0
    run("archive", "site")
    assert Path("site/fine/index.html").exists()


def test_verify_calls_no_entry_bad() -> None:
    write(edition="9", reader="referee-hex 3.2")
    found = {each["game"]: each for each in json.loads(run("verify", "--json").out)["logs"]}
    assert (found["newer"]["good"], found["newer"]["entry"], found["newer"]["edition"]) == (False, None, None)


@pytest.mark.parametrize("reader", ["referee 0.0.1", f"referee {__version__}"])
def test_a_program_that_is_here_is_not_named_as_the_one_that_reads_it(reader: str) -> None:
    write(edition="9", reader=reader)
    assert "It is not damaged. Install a newer version." in run("show", "newer").err


def test_an_edition_that_never_was_is_damage() -> None:
    write(edition="0")
    assert "That edition never existed. Compare the log with a copy." in run("show", "newer").err


def test_a_title_that_is_not_installed_is_named_with_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(titles, "entry_points", dict)
    ran = run("show", "newer")
    assert ran.code == 66
    assert "There is no title hex." in ran.err
    assert "referee-hex 1.1 or a newer version can read this log. Install it next to referee." in ran.err


@pytest.mark.parametrize("played", [False, True])
def test_a_game_whose_title_is_gone_can_be_put_away_as_it_is(monkeypatch: pytest.MonkeyPatch, played: bool) -> None:
    if played:
        assert run("submit", "-", stdin=b"game: newer\nafter: 1\nseat: red\nactions: [stone: C4]\n").code == 0
    kept = LOG.read_bytes()
    monkeypatch.setattr(titles, "entry_points", dict)
    assert "To put it away as it is: referee end discard newer" in " ".join(run("status").out.split())
    ran = run("end", "discard", "newer", "--yes")
    assert (ran.code, ran.err) == (0, "")
    assert "newer couldn't be read. It is in private/discarded_games/newer.1 as it was" in ran.out
    assert "discard newer" not in run("status").out
    assert Path("private/discarded_games/newer.1/game/log.yaml").read_bytes() == kept


def test_a_game_whose_title_cannot_be_loaded_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = SimpleNamespace(name="hex", value="no_such:RULEBOOK", load=lambda: import_module("no_such"))
    monkeypatch.setattr(titles, "entry_points", lambda: {"hex": entry})
    assert "No module named 'no_such'" in (ran := run("end", "discard", "newer", "--yes")).err
    assert (ran.code, LOG.exists()) == (78, True)


def test_notes_of_a_later_format_are_not_read() -> None:
    Path("games/fine/notes.yaml").write_text("format: referee-notes/3\ngame: fine\nlater: yes\n")
    ran = run("replay", "fine")
    assert ran.code == 65
    assert (
        f"This file of notes has the format referee-notes/3, but referee {__version__} reads referee-notes/2."
        in ran.err
    )


def test_a_key_of_notes_that_this_version_does_not_know_is_named() -> None:
    Path("games/fine/notes.yaml").write_text("format: referee-notes/2\ngame: fine\nlater: yes\n")
    ran = run("replay", "fine")
    assert (ran.code, "later" in ran.err) == (65, True)


def test_a_setting_that_this_version_does_not_know_is_named_with_the_version() -> None:
    Path("referee.toml").write_text('weather = "many"\n')
    ran = run("status")
    assert (ran.code, f"there is no setting weather in referee {__version__}" in ran.err) == (78, True)


def test_a_private_part_of_a_later_format_is_not_to_be_replaced() -> None:
    path = Path("private/fine.yaml")
    path.write_text(path.read_text().replace("referee-private/1", "referee-private/2"))
    ran = run("verify", "fine")
    assert "has the format referee-private/2" in ran.out
    assert "copy" not in ran.out


def test_an_archive_of_a_later_format_is_left_alone() -> None:
    run("archive", "site")
    with closing(sqlite3.connect("site/archive.sqlite")) as base, base:
        base.execute("UPDATE answer SET program = 'referee-archive/3'")
    ran = run("archive", "site")
    assert ran.code == 65
    assert ran.err.startswith(
        f"The archive has the format referee-archive/3, but referee {__version__} reads referee-archive/2."
    )


@pytest.mark.parametrize(
    ("found", "is_newer"),
    [
        ("referee-log/2", True),
        ("referee-log/1", False),
        ("referee-log/0", False),
        ("referee-notes/3", False),
        (None, False),
    ],
)
def test_only_a_later_number_of_the_same_kind_is_newer(found: object, is_newer: bool) -> None:
    assert documents.is_newer(found, "referee-log/1") is is_newer
