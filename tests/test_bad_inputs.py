"""The catalogue of bad inputs: each case of `bad_inputs/*.yaml` in a copy of a small folder of real games.

A case is written from start to end: `given` spoils the folder (see `spoiling`), `move` writes `move.yaml` (`turn` only
what follows the first three lines of a move in `cup`, or in `hill` of Attika), `do` is the command; `<head of cup>`
stands for that head. Then the exit code is `exit`, and each text of `says` is on stderr (`on: stdout` for verdicts,
which are results; if not, stdout is empty). There is no traceback, and the folder is unchanged, to the last bit. `as:
nobody` asks without the rights of root, `twice: yes` asks a real process too, which must answer the same.
"""

import gc
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from time import monotonic
from typing import Any
from unittest.mock import patch

import pytest
import yaml
from cli_runs import NOW, Ran
from spoiled_games import FOLDERS, HEADS
from spoiling import spoil, tree

from referee import cli
from referee.store import log

HERE = Path(__file__).parent / "bad_inputs"
SECONDS = 5
"""No case may take longer, however large a file is: twenty times what the slowest needs."""
NOBODY = 65534


def title_of(chapter: str) -> str:
    """Cases in files whose names begin with a title are of its games; all others of those of the first title."""
    return next((title for title in FOLDERS if chapter.startswith(title)), "magna-grecia")


@cache
def catalogue() -> list[Any]:
    """All cases; every value is text, as it is written."""
    chapters = [path for path in sorted(HERE.glob("*.yaml")) if path.name != "board.yaml"]
    return [
        pytest.param({"title": title_of(path.stem), **case}, id=f"{title_of(path.stem)}, {path.stem}: {case['case']}")
        for path in chapters
        for case in yaml.load(path.read_bytes(), yaml.CBaseLoader)
    ]


@pytest.fixture(scope="session")
def bases() -> Iterator[Callable[[str], Path]]:
    """Title → the folder of games that each case gets a copy of; open to all, so that a case can be asked by nobody."""
    with tempfile.TemporaryDirectory(prefix="referee-bad-inputs-") as name:
        os.chmod(name, 0o755)

        @cache
        def base(title: str) -> Path:
            folder = Path(name) / title
            folder.mkdir()
            with within(folder, {}):
                FOLDERS[title]()
            return folder

        yield base


@contextmanager
def within(folder: Path, more: dict[str, str]) -> Iterator[None]:
    """Stand in this folder with an environment in which nothing of the user's own has a say."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("REFEREE_")}
    before = os.getcwd()
    os.chdir(folder)
    try:
        settings = {"REFEREE_CONFIG": "none.toml", "REFEREE_NOW": NOW, "COLUMNS": "120"}
        with patch.dict(os.environ, own | settings | more, clear=True):
            yield
    finally:
        os.chdir(before)


def asked(command: str, stdin: bytes) -> Ran:
    """What the program answers, from its first function to its exit, in this process."""
    streams = [io.TextIOWrapper(io.BytesIO(raw), encoding="utf-8") for raw in (stdin, b"", b"")]
    with patch.multiple(sys, stdin=streams[0], stdout=streams[1], stderr=streams[2]):
        code = exit_of(shlex.split(command)[1:])
    return Ran(code, *(told(each) for each in streams[1:]))


def exit_of(words: list[str]) -> int:
    try:
        cli.main(words)
    except SystemExit as end:
        return int(end.code or 0)
    finally:
        gc.enable()
    raise AssertionError("the program has no end")


def told(stream: io.TextIOWrapper) -> str:
    stream.flush()
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue().decode()


def asked_outside(command: str, stdin: bytes) -> Ran:
    """The answer of a process of its own."""
    words = [sys.executable, "-c", "from referee.cli import main; main()", *shlex.split(command)[1:]]
    ran = subprocess.run(words, input=stdin, capture_output=True, timeout=60, check=False)
    return Ran(ran.returncode, ran.stdout.decode(), ran.stderr.decode())


@contextmanager
def rights_of(whom: str, command: str, stdin: bytes) -> Iterator[None]:
    """For `nobody`, who owns nothing here, modes of files count; root may do everything."""
    if not whom or os.geteuid() != 0:
        yield
        return
    with all_at_hand(command, stdin):
        os.seteuid(NOBODY)
        try:
            yield
        finally:
            os.seteuid(0)


@contextmanager
def all_at_hand(command: str, stdin: bytes) -> Iterator[None]:
    """Ask with all rights in a twin of this folder first: from then on no file of the program has to be opened.

    For the program may be in a folder that only its owner may read.
    """
    with tempfile.TemporaryDirectory() as outer:
        twin, here = shutil.copytree(".", os.path.join(outer, "work"), symlinks=True), os.getcwd()
        os.chdir(twin)
        try:
            asked(command, stdin)
        finally:
            os.chdir(here)
        yield


@pytest.fixture
def folder(bases: Callable[[str], Path], case: dict[str, Any]) -> Iterator[Path]:
    """A copy of the base folder for one case, in a folder of its own: files written next to it are noticed too."""
    base = bases(case["title"])
    outer = Path(tempfile.mkdtemp(dir=base.parent))
    os.chmod(outer, 0o755)
    yield Path(shutil.copytree(base, outer / "work", symlinks=True))
    shutil.rmtree(outer)


@pytest.mark.parametrize("case", catalogue())
def test_the_problem_is_reported_and_nothing_changes(case: dict[str, Any], folder: Path) -> None:
    stdin = case.get("stdin", "").encode()
    command = with_heads(case.get("do", "referee submit move.yaml"), folder)
    expected = [with_heads(words, folder) for words in case["says"]]
    with within(folder, case.get("env", {})):
        spoiled(case)
        before = tree("..")
        with rights_of(case.get("as", ""), command, stdin):
            began = monotonic()
            ran = asked(command, stdin)
            seconds = monotonic() - began
            again = asked_outside(command, stdin) if "twice" in case else ran
        after = tree("..")
    compare({**case, "says": expected}, ran)
    assert after == before, "something changed on disk"
    assert seconds < SECONDS
    assert again == ran


def with_heads(text: str, folder: Path) -> str:
    """The text, with the first digits of the head that a game has in the base folder for `<head of …>`."""
    return re.sub("<head of (.*?)>", lambda found: log.read_log(str(folder / "games" / found[1])).head[:12], text)


def spoiled(case: dict[str, Any]) -> None:
    for step in case.get("given", ()):
        spoil(step)
    if "move" in case or "turn" in case:
        spoil({"write": "move.yaml", "text": case.get("move") or HEADS[case["title"]] + case["turn"]})


def compare(case: dict[str, Any], ran: Ran) -> None:
    """The answer is the one of the case."""
    everything = f"exit {ran.code}\n--- stdout\n{ran.out}\n--- stderr\n{ran.err}"
    assert ran.code == int(case["exit"]), everything
    assert case["says"], "a case names the words that must be told"
    stream = ran.out if case.get("on") == "stdout" else ran.err
    for words in case["says"]:
        assert words.strip("\n") in stream, everything
    assert "Traceback" not in everything
    assert "This is a bug" not in everything
    if case.get("on") != "stdout":
        assert ran.out == "", everything


def test_the_catalogue_is_large_and_no_case_is_in_it_twice() -> None:
    cases = [case.values[0] for case in catalogue()]
    asked_for = [str({key: value for key, value in case.items() if key not in ("case", "says")}) for case in cases]
    assert len(cases) >= 150
    assert len(set(asked_for)) == len(cases)
    assert len({case.id for case in catalogue()}) == len(cases)
