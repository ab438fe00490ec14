"""`receive -` and `send`, stopped or failing at each of their calls: no e-mail is lost, and no move is made twice.

So it is when the power fails. Without `--thorough` some calls of each command are tried, equally spaced.
"""

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import mailing_game as post
import posted
import pytest
from cli_runs import Ran
from faults import KILLED, Fault, calls_of, run, uninstall
from posted import TEMPFAIL, Deed
from power import CHANGES, EMPTIED, LOST, TORN, PowerCut

FAULTS = [Fault("kill"), Fault("tear"), Fault("ENOSPC"), Fault("EIO")]
DEEDS = {"receive": posted.receiving, "send": posted.sending}
TRIED = 2


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    monkeypatch.setenv("REFEREE_CONFIG", os.devnull)
    monkeypatch.setenv("REFEREE_NOW", post.NOW)
    monkeypatch.setenv("REFEREE_WAIT", "0")


@pytest.mark.parametrize("fault", FAULTS, ids=str)
@pytest.mark.parametrize("name", DEEDS)
def test_no_email_is_lost_and_no_move_is_made_twice(name: str, fault: Fault, thorough: bool) -> None:
    deed = begun(DEEDS[name])
    points = [n for n, call in enumerate(calls(deed), 1) if fault.strikes(call, n, n)]
    assert len(points) >= 4
    for n in points if thorough else spaced(points, TRIED):
        tried(deed, fault, n)


@pytest.mark.parametrize("way", [LOST, EMPTIED, TORN])
@pytest.mark.parametrize("name", DEEDS)
def test_a_power_cut_takes_nothing_that_was_answered(name: str, way: str, thorough: bool) -> None:
    deed, cut = begun(DEEDS[name]), PowerCut(way)
    points = [n for n, call in enumerate(calls(deed), 1) if call in CHANGES]
    for n in points if thorough else spaced(points, 2 * TRIED):
        tried(deed, cut, n)
    tried(deed, cut, 0, lambda ran: then_cut(told(ran), cut))


def then_cut(said: str, cut: PowerCut) -> str:
    """The answer of a command, after which the power fails at once."""
    uninstall()
    cut.disk.cut_power(cut.mode)
    return said


def begun(prepare: Callable[[], Deed]) -> Deed:
    """Ready to be done, with all imported and the board drawn once: then that is not repeated for each try."""
    deed = prepare()
    posted.kept()
    assert deed.do().code == 0
    posted.recovered(deed, False)
    posted.check(deed, "nothing fails")
    posted.restored()
    return deed


def calls(deed: Deed) -> list[str]:
    """The names of the calls that the command makes, in order."""
    names = calls_of(deed.do)
    posted.restored()
    return names


Point = TypeVar("Point")


def spaced(points: Sequence[Point], number: int) -> list[Point]:
    return [points[(2 * n + 1) * len(points) // (2 * number)] for n in range(number)]


def told(ran: Ran) -> str:
    return f"{ran.code} {ran.out} {ran.err}"


def tried(deed: Deed, fault: Fault, n: int, tell: Callable[[Ran], str] = told) -> None:
    ended = run(deed.do, fault, n, lambda do: tell(do()))
    code = ended.answer.partition(" ")[0]
    what = f"{fault} at call {n}: {ended}"
    if fault.mode not in ("ENOSPC", "EIO") and tell is told:
        assert code == KILLED, what
    elif deed.mail:
        assert code in ("0", str(TEMPFAIL)), what
    posted.recovered(deed, code != "0" and not posted.is_kept())
    posted.check(deed, what)
    posted.restored()
