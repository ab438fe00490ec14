"""Trouble around a game: a secret given as a file, pages and results that cannot be written."""

import errno
import io
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from cli_runs import SECRET, begin, disk, run, suggestion

from referee.cli import speech
from referee.store import log
from referee.words import say

ROOT = Path(__file__).parent.parent
NEW = ("new", "magna-grecia", "--id", "spring", "--player", "red=Bruno", "--player", "yellow=Anna")
ATTIKA = ("new", "attika", *NEW[2:4], "--player", "athens=Anna", "--player", "sparta=Bruno")
FILES = [
    ("submit", "{}"),
    ("submit", "{}", "--json"),
    ("submit", "--dry-run", "{}"),
    ("submit", "-"),
    ("check", "{}"),
    ("boards", "check", "{}"),
    ("boards", "check", "{}", "--title", "attika", "--json"),
    ("conformance", "{}"),
    (*NEW, "--board", "{}"),
    (*NEW, "--components", "{}"),
    (*ATTIKA, "--board", "{}"),
    (*ATTIKA, "--components", "{}"),
    (*ATTIKA, "--tiles", "{}"),
]
"""Every command that reads a file; `{}` stands for it."""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")
    begin()


@pytest.mark.parametrize("spoilt", [False, True])
@pytest.mark.parametrize("words", FILES, ids=" ".join)
def test_nothing_of_a_private_part_is_ever_quoted(words: tuple[str, ...], spoilt: bool) -> None:
    private = Path("private/cup.yaml")
    raw = private.read_bytes()
    reply_key = next(line.split()[1] for line in raw.decode().splitlines() if line.startswith("reply_key"))
    private.write_bytes(raw + b"secret: [\n" if spoilt else raw)
    before = disk()
    ran = run(*(word.format(private) for word in words), stdin=private.read_bytes())
    assert ran.code == 65
    assert "This is the private part of a game" in ran.out + ran.err
    for line in (*ran.out.splitlines(), *ran.err.splitlines()):
        assert SECRET.hex()[:8] not in line
        assert reply_key.strip("'")[:8] not in line
    assert disk() == before


def test_git_leaves_the_private_folder_out() -> None:
    subprocess.run(["git", "init", "--quiet"], check=True)
    listed = subprocess.run(["git", "status", "--porcelain", "--untracked-files=all"], capture_output=True, check=True)
    assert b"games/cup/log.yaml" in listed.stdout
    assert b" private/" not in listed.stdout
    Path("private/.gitignore").write_text("# mine\n*\n")
    begin("other")
    assert Path("private/.gitignore").read_text() == "# mine\n*\n"


def test_a_page_that_cannot_be_written_hides_neither_the_record_nor_the_report() -> None:
    ran = run("submit", "-", "--html", "nowhere/page.html", stdin=suggestion())
    assert ran.code == 0
    assert "Recorded as entry 2 of cup" in ran.err
    assert "nowhere/page.html couldn't be written: No such file or directory." in ran.err
    assert "referee show cup --out page.html" in ran.err
    assert "\nNext: " in ran.out
    told = run("submit", "-", "--html", "nowhere/page.html", "--json", stdin=suggestion())
    answer = json.loads(told.out)
    assert (told.code, answer["entry"]) == (0, 3), "what is recorded need not be sent again"
    said = [line for line in told.err.splitlines() if not line.startswith("Page: ")]
    assert answer["warnings"] == said[-2:]


def test_colours_that_are_none_hide_neither(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("referee.toml").write_text('[palette]\nred = "crimson"\n')
    ran = run("submit", "-", "--html", "page.html", stdin=suggestion())
    assert (ran.code, "Recorded as entry 2" in ran.err, "crimson" in ran.err) == (0, True, True)
    assert "\nNext: " in ran.out


def shell(line: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """A line for the shell, in which `referee` is the program."""
    program = f'"{sys.executable}" -c "from referee.cli import main; main()"'
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(line.replace("referee", program, 1), shell=True, input=stdin, env=env, capture_output=True)


@pytest.mark.parametrize("end", [">/dev/full", ">&-"])
def test_a_result_that_cannot_be_printed_is_no_bug_and_hides_no_record(end: str) -> None:
    ran = shell(f"referee submit - {end}", suggestion())
    assert ran.returncode == 74
    assert b"Recorded as entry 2 of cup" in ran.stderr
    assert b"The result couldn't be printed: " in ran.stderr
    assert not any(each in ran.stderr for each in (b"bug", b"Nothing was recorded", b"Traceback", b"Exception"))
    assert log.read_log("games/cup").last == 2
    shown = shell(f"referee show cup {end}")
    assert (shown.returncode, b"bug" in shown.stderr) == (74, False)


@pytest.mark.parametrize("end", ["2>&-", ">&- 2>&-", "2>/dev/full"])
def test_who_cannot_be_talked_to_gets_the_exit_code(end: str) -> None:
    ran = shell(f"referee show nothing {end}")
    assert (ran.returncode, ran.stdout) == (66, b"")


EVERY_WRITE_FAILS = """
import errno, io, os, sys
class Broken(io.RawIOBase):
    def __init__(self, number):
        self.number = number
    def fileno(self):
        return self.number
    def writable(self):
        return True
    def write(self, raw):
        raise OSError(errno.EIO, os.strerror(errno.EIO))
def broken(number):
    return io.TextIOWrapper(io.BufferedWriter(Broken(number)), encoding="utf-8")
sys.stdout, sys.stderr = broken(1), broken(2)
from referee.cli import main
main()
"""


@pytest.mark.parametrize(
    ("words", "code"),
    [(("show", "cup"), 74), (("show", "nothing"), 66), (("submit", "no.yaml"), 66), (("--help",), 74)],
)
def test_where_every_write_fails_the_exit_code_is_one_of_ours(words: tuple[str, ...], code: int) -> None:
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    assert subprocess.run([sys.executable, "-c", EVERY_WRITE_FAILS, *words], env=env).returncode == code


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("patience", "shown"), [(3600.0, False), (0.0, True)])
def test_a_bar_is_shown_only_when_it_takes_long(monkeypatch: pytest.MonkeyPatch, patience: float, shown: bool) -> None:
    monkeypatch.setattr(speech, "PATIENCE", patience)
    monkeypatch.setenv("TERM", "xterm")  # a dumb terminal gets no bar
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stderr", terminal := Terminal())
        assert list(speech.progress(range(5), say("Counting"), 5)) == [0, 1, 2, 3, 4]
    assert ("Counting" in terminal.getvalue()) is shown


def test_a_demo_where_nothing_can_be_written_is_no_bug() -> None:
    Path("file").write_text("in the way")
    ran = run("demo", "--into", "file/demo")
    assert (ran.code, ran.err) == (73, "file/demo can't be created: Not a directory.\n")


def test_a_private_part_that_cannot_be_examined_is_no_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.stat

    def failing(path: str, *more: object, **named: object) -> os.stat_result:
        if str(path) == "private":
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return real(path, *more, **named)  # type: ignore[arg-type]

    monkeypatch.setattr("referee.store.private.os.stat", failing)
    ran = run("doctor")
    assert "private can't be read: Input/output error." in ran.out
    assert "bug" not in ran.err


def test_a_log_in_a_file_of_another_name_is_not_called_a_missing_game() -> None:
    shutil.copy("games/cup/log.yaml", "cup-2003.yaml")
    ran = run("verify", "cup-2003.yaml")
    assert (ran.code, "cup-2003.yaml is a file, but a log is a file log.yaml." in ran.err) == (66, True)


def test_a_folder_that_no_game_can_be_called_is_explained_everywhere() -> None:
    Path("games/UPPER_x").mkdir()
    Path("games/UPPER_x/log.yaml").write_bytes(Path("games/cup/log.yaml").read_bytes())
    exits = {"status": 0, "remind": 0, "close --auto": 65, "doctor": 78, "show UPPER_x": 66, "verify UPPER_x": 66}
    for words, code in exits.items():
        ran = run(*words.split())
        assert (ran.code, "Did you mean" in ran.out + ran.err) == (code, False), words
        assert "'UPPER_x' can't be the name of a game. Use 1 to 40" in " ".join((ran.out + ran.err).split()), words
    assert "There is no game UPPER_z" in run("show", "UPPER_z").err
