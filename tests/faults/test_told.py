"""Commands that record, from the command line, while the n-th call to the file system fails: for some n.

The messages agree with the disk, and repeating the command ends well and records nothing twice.
"""

import itertools
import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from cli_runs import NOW, Ran, begin, play, suggestion
from cli_runs import run as referee
from faults import INTERRUPT, Fault, run

from referee.app.look import library
from referee.store import log

ONCE, FOR_GOOD = Fault("EIO"), Fault("EIO", once=False)
UNTOUCHED = (2, 65, 66, 73, 75, 77, 78)
"""Exit codes that promise that nothing was recorded."""


class Deed(NamedTuple):
    """The steps before anything fails, then the command, and how many entries it records (of `new`: the log)."""

    prepare: Callable[[], object]
    words: tuple[str, ...]
    entries: int


def waiting() -> None:
    begin(wait_for_nonces=True)


def almost_dealt() -> None:
    waiting()
    assert referee("nonce", "cup", "red", "aa" * 16).code == 0


def to_move() -> None:
    """A game in play, and in `move.yaml` the last turn of its round: a card is turned up after it."""
    begin()
    play(1)
    Path("move.yaml").write_bytes(suggestion())


NEW = ("new", "magna-grecia", "--id", "cup", "--player", "red=Bruno", "--player", "yellow=Anna")
DEEDS = {
    "new": Deed(lambda: None, NEW, 1),
    "nonce": Deed(almost_dealt, ("nonce", "cup", "yellow", "bb" * 16), 2),
    "deal": Deed(almost_dealt, ("deal", "cup"), 1),
    "submit": Deed(to_move, ("submit", "move.yaml"), 1),
    "missed": Deed(to_move, ("missed", "cup", "red"), 1),
    "close": Deed(to_move, ("close", "cup", "--abandon"), 1),
    "player": Deed(to_move, ("player", "cup", "red", "--name", "Carla", "--address", "carla@example.org"), 1),
}


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    prepare_folder(tmp_path, monkeypatch)


def prepare_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")
    monkeypatch.setenv("REFEREE_NOW", NOW)
    monkeypatch.setenv("REFEREE_WAIT", "0")
    monkeypatch.setattr(library, "schemas_of_files", lambda: ["move", "notes"])  # all of them are calls of one kind


STEP = 15
"""Every fifteenth call fails in every run, since each costs a run of the command; every third in `make proofs`."""
TRIED = [
    *((name, ONCE) for name in DEEDS),
    *((name, FOR_GOOD) for name in ("new", "nonce")),
    *((name, INTERRUPT) for name in ("new", "submit")),
]


@pytest.mark.parametrize(("name", "fault"), TRIED, ids=str)
def test_the_messages_agree_with_the_disk(name: str, fault: Fault, tmp_path: Path) -> None:
    deed = DEEDS[name]
    deed.prepare()
    shutil.copytree(".", tmp_path / "before")
    warm(deed, tmp_path)
    before = entries()
    for n in itertools.count(1, STEP):
        ending = run(lambda: referee(*deed.words), fault, n, lambda deed: told(deed()))
        code, _, said = ending.answer.partition(" ")
        what = f"{fault} at call {n}: exit {code}\n{said}"
        check(int(code), said, entries() - before, what)
        if fault.once or name != "new":  # a disk that keeps failing lets no secret be removed either
            again(deed, entries() - before, before, what)
        restore(tmp_path)
        if ending.calls < n:
            break
    assert (n > 15, code, said.count("ecorded as")) == (True, "0", 1)


def warm(deed: Deed, tmp_path: Path) -> None:
    """Do it once with nothing failing: then all is imported."""
    assert referee(*deed.words).code == 0
    restore(tmp_path)


def restore(tmp_path: Path) -> None:
    for each in Path().iterdir():
        shutil.rmtree(each) if each.is_dir() else each.unlink()
    shutil.copytree(tmp_path / "before", ".", dirs_exist_ok=True)


def told(ran: Ran) -> str:
    return f"{ran.code} {ran.err}"


def entries() -> int:
    """How many entries the log has; -1: there is no game."""
    return log.read_log("games/cup").last if os.path.lexists("games/cup") else -1


def check(code: int, said: str, more: int, what: str) -> None:
    assert "This is a bug" not in said, what
    assert more == 0 or "Nothing was recorded.\n" not in said, what
    assert more == 0 or code not in UNTOUCHED, what
    assert more > 0 or code != 0, what
    for last in re.findall(r"^Recorded as entr(?:y|ies)(?: \d+ to)? (\d+) ", said, re.M):
        assert more > 0, what
        assert int(last) == entries() or (int(last) < entries() and "did not confirm" in said), what
    if more and code != 130:
        assert re.search("Recorded as|It is recorded as|did not confirm", said), what


def again(deed: Deed, more: int, before: int, what: str) -> None:
    """To do the same once more records what is missing, and nothing twice; a new game is never made twice.

    Where its beginning was not confirmed it is recognised; else the same command finds it as it finds any other game.
    """
    ran = referee(*deed.words)
    taken = deed.words[0] == "new" and more > 0 and "Already recorded as entry 1 of cup" not in ran.err
    assert (ran.code, "There is already a game cup, and games are never overwritten." in ran.err) == (
        (73, True) if taken else (0, False)
    ), what + ran.err
    if "did not confirm" in what:  # what it says to do must help
        assert ran.code == 0, what + ran.err
    assert entries() == max(before, 0) + deed.entries, what
