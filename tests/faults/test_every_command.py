"""A command of each kind, while the n-th call to the file system fails, or ends the program; all commands in proofs.

What it says agrees with the disk. The same command again ends well, and then all is as if nothing had failed.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from cli_runs import Ran
from cli_runs import run as referee
from commands import DEEDS, READERS, copied, filled, left, logs, place, use_chance
from faults import FAULTS, INTERRUPT, KILLED, NO_ROOM, Fault, calls_of, run
from posted import is_kept

from referee.cli.contents import ALIASES, MODULES

__all__ = ["place"]
KINDS = (
    "new",
    "deal",
    "fork",
    "submit",
    "submit of parts",
    "undo of draws",
    "correct",
    "ruling that asks",
    "answer",
    "player",
    "absent",
    "remind of all",
    "orders",
    "send",
    "receive",
    "mail dismiss",
)
TRIED = 2
"""So many calls of each of them fail in every run."""
CHANGES = ("write", "fsync", "replace", "rename", "link", "unlink", "mkdir", "rmdir")
"""The calls that change something: to die before any other is to die before the next of these."""
STRUCK = {
    "kill": CHANGES,
    "kill after": CHANGES,
    "tear": ("write",),
    "ENOSPC": NO_ROOM,
    "EIO": ("open", *CHANGES, "flock"),
}
UNTOUCHED = (2, 65, 66, 70, 73, 75, 77, 78)
"""Exit codes of a command about one game that promise that nothing was recorded."""
OF_MANY = ("send", "receive", "remind", "close --auto", "mail")


WRITERS = {deed.words[0] for deed in DEEDS.values()}


def test_every_command_that_writes_is_here() -> None:
    tried, read = ({ALIASES.get(name, name) for name in names} for names in (WRITERS, READERS))
    assert tried | read == set(MODULES)
    assert not set(WRITERS) & set(READERS)


@pytest.mark.parametrize("name", KINDS)
def test_the_same_again_is_as_if_nothing_had_failed(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    loop = Loop(name, tmp_path, monkeypatch)
    points = list(loop.points([*FAULTS, INTERRUPT]))
    for fault, n in points[:: -(-len(points) // TRIED)]:
        loop.fail(fault, n)


class Loop:
    """A command that is done again and again in the same place, each time with another fault."""

    def __init__(self, name: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        deed = DEEDS[name]
        deed.prepare()
        monkeypatch.setenv("REFEREE_NOW", deed.now)
        self.words, self.stdin, self.again = filled(deed.words), deed.stdin(), deed.again
        use_chance(monkeypatch, 2)
        self.before, self.kept = logs(), str(folder / "before")
        Path(self.kept).mkdir()
        copied(".", self.kept)
        assert self.do().code == 0  # now all is imported
        copied(self.kept, ".")
        self.calls = calls_of(self.do)
        self.recorded = logs()
        self.sent()
        self.whole = left()
        copied(self.kept, ".")

    def do(self) -> Ran:
        return referee(*self.words, stdin=self.stdin)

    def sent(self) -> None:
        """What follows a command: its e-mails go out, and what was left in the spool is handled."""
        for each in ("receive", "send"):
            ran = referee(each)
            assert ran.code == 0, ran

    def points(self, faults: list[Fault]) -> Iterator[tuple[Fault, int]]:
        """The calls that suffer each of these faults."""
        for n, call in enumerate(self.calls, 1):
            yield from ((fault, n) for fault in faults if call in STRUCK.get(fault.mode, CHANGES))

    def fail(self, fault: Fault, n: int) -> None:
        """Do the command with this fault at this call, and then again without one."""
        what = f"{fault} at call {n} of {len(self.calls)}, {self.calls[n - 1]}"
        ending = run(self.do, fault, n, lambda do: said_by(do()))
        if ending.answer != KILLED:
            code, _, said = ending.answer.partition(" ")
            self.check(int(code), said, f"{what}: exit {code}\n{said}")
            what = f"{what}: exit {code}\n{said}"
        done = logs() == self.recorded
        # no mail server sends again what it has handed over
        ran = referee("receive") if self.words == ("receive", "-") and is_kept() else self.do()
        assert ran.code == 0 or (done and ran.code == self.again), f"{what}\nthe same again: {ran}"
        self.check(ran.code, ran.out + ran.err, f"{what}\nthe same again: {ran}")
        self.sent()
        found = left()
        if self.words[0] == "receive":  # before its answer may come another: that the mail has to wait
            found["letters"] = [each for each in found["letters"] if each in self.whole["letters"]]
        names = found.keys() | self.whole.keys()
        assert [each for each in sorted(names) if found.get(each) != self.whole.get(each)] == [], what
        copied(self.kept, ".")

    def check(self, code: int, said: str, what: str) -> None:
        """Whether what a command said is true."""
        found = logs()
        assert "This is a bug" not in said, what
        for game, raw in self.before.items():
            assert game not in found or found[game].startswith(raw), f"the log was rewritten. {what}"
        for game, raw in found.items():
            assert self.recorded.get(game, self.before.get(game, b"")).startswith(raw), f"another log. {what}"
        changed = found != self.before
        if changed:
            assert "Nothing was recorded.\n" not in said, what
            assert code not in UNTOUCHED or is_of_many(self.words), what
        if re.search(r"^(?:Already r|R)ecorded as entr|^It is recorded as ", said, re.M):
            assert numbers_in(said) <= numbers_of(found), what


def said_by(ran: Ran) -> str:
    return f"{ran.code} {ran.out}{ran.err}"


def is_of_many(words: tuple[str, ...]) -> bool:
    return " ".join(words).startswith(OF_MANY)


def numbers_in(said: str) -> set[int]:
    """The numbers of the entries that are said to be recorded."""
    return {int(each) for each in re.findall(r"ecorded as entr(?:y|ies)(?: \d+ to)? (\d+)", said)}


def numbers_of(found: Mapping[str, bytes]) -> set[int]:
    return {int(each) for raw in found.values() for each in re.findall(rb"(?m)^entry: (\d+)$", raw)} | {0}
