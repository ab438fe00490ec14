"""The times of a log: real ones in the years 1970 to 2999, and none before that of the entry before it."""

import json
import re
from pathlib import Path

import pytest
import resealed
from cli_runs import run
from spoiling import sealed

IMPOSSIBLE = [
    "2026-13-28T10:00:00Z", "2026-02-29T10:00:00Z", "2026-10-06T24:00:00Z", "2026-10-06T10:60:00Z",
    "2026-10-06T10:00:60Z", "0000-10-06T10:00:00Z", "1969-12-31T23:59:59Z", "3000-01-01T00:00:00Z",
]  # fmt: skip
EARLIEST, LATEST = "1970-01-01T00:00:00Z", "2999-12-31T23:59:59Z"


def dated(number: int, time: str) -> list[bytes]:
    """A sample game, sealed again, with another time in one of its entries."""
    log = resealed.log_of("bruttium-2")
    log[number] = re.sub(rb"(?m)^at: .*$", f"at: '{time}'".encode(), log[number])
    return sealed(log)


@pytest.mark.parametrize("time", IMPOSSIBLE)
def test_a_time_that_there_is_not_is_wrong_for_both_verifiers(time: str, tmp_path: Path) -> None:
    raw = b"".join(dated(4, time))
    says = f"it has the time {time}. There is no such time in the years 1970 to 2999"
    assert resealed.by_tool(raw, "magna-grecia") == f"entry 4: {says}"
    found = resealed.by_referee(tmp_path, raw)
    assert (found.good, found.entry, str(found.says)) == (False, 4, f"I{says[1:]}.")


@pytest.mark.parametrize("time", [EARLIEST, LATEST, "2028-02-29T00:00:00Z"])
def test_a_real_time_is_right_for_both(time: str, tmp_path: Path) -> None:
    raw = b"".join(dated(18, time))
    assert resealed.by_tool(raw, "magna-grecia") == ""
    assert resealed.by_referee(tmp_path, raw).good


def test_other_times_of_a_log_are_real_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From when to when the clock was stopped; days of absences were always judged."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_NOW", "2026-11-20T19:00:00Z")
    players = ("--clock", "allowance=24h", "--player", "yellow=Anna", "--player", "red=Bruno")
    assert run("new", "magna-grecia", "--id", "cup", *players).code == 0
    for time in ("19:00", "19:10", "19:20", "19:30"):
        monkeypatch.setenv("REFEREE_NOW", f"2026-11-20T{time}:00Z")
        assert run("remind").code == 0
    monkeypatch.setenv("REFEREE_NOW", "2026-11-22T01:00:00Z")
    assert run("remind").code == 0
    raw = Path("games/cup/log.yaml").read_bytes()
    assert raw.count(b"\nuntil: '2026-11-22") == 1
    for day in (b"2026-11-31", b"2999-13-01", b"3026-11-22"):
        changed = raw.replace(b"\nuntil: '2026-11-22", b"\nuntil: '" + day)
        assert "There is no such time" in resealed.by_tool(changed, "magna-grecia")
        assert not resealed.by_referee(tmp_path, changed).good


def test_times_that_run_backwards_are_noted_by_both(tmp_path: Path) -> None:
    raw = b"".join(dated(5, "2026-10-01T10:00:00Z"))
    lines = resealed.TOOL["checks"](resealed.TOOL["documents"](raw), [], None)
    assert [next(lines), next(lines)][1] == "times       a clock was wrong: entries dated before the one before: 5"
    found = resealed.by_referee(tmp_path, raw)
    assert found.good
    note = "Note: 1 entries are dated before the entry before them. The first is entry 5 of 2026-10-01T10:00:00Z."
    assert [str(each) for each in found.notes] == [note]


def test_a_second_entry_within_the_same_second_is_no_note(tmp_path: Path) -> None:
    log = resealed.log_of("bruttium-2")
    time = re.findall(rb"(?m)^at: '(.*)'$", log[4])[0].decode()
    raw = b"".join(dated(5, time))
    assert resealed.by_referee(tmp_path, raw).notes == ()


@pytest.fixture
def cup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A practice game that begins at seven in the evening."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_NOW", "2026-11-20T19:00:00Z")
    assert (
        run("new", "magna-grecia", "--id", "cup", "--practice", "--player", "yellow=A", "--player", "red=B").code == 0
    )
    return Path("games/cup/log.yaml")


def test_a_clock_that_is_behind_never_dates_an_entry_before_the_last(
    cup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REFEREE_NOW", "2026-11-20T18:59:00Z")
    assert run("submit", "-", stdin=run("suggest", "cup").out.encode()).code == 0
    times = re.findall(r"(?m)^at: '(.*)'$", cup.read_text(encoding="utf-8"))
    assert times == ["2026-11-20T19:00:00Z"] * 2
    verdict = json.loads(run("verify", "cup", "--json").out)
    assert "dated before" not in json.dumps(verdict)


def test_after_a_time_that_there_is_not_the_clock_is_trusted(cup: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No entry takes over what somebody wrote into the last one."""
    cup.write_bytes(cup.read_bytes().replace(b"at: '2026-11-20", b"at: '2026-11-31"))
    assert run("submit", "-", stdin=run("suggest", "cup").out.encode()).code == 0
    assert "at: '2026-11-20T19:00:00Z'" in cup.read_text(encoding="utf-8")


@pytest.mark.parametrize("now", ["1969-12-31T23:59:59Z", "3000-01-01T00:00:00Z"])
def test_a_clock_far_from_any_year_records_nothing(cup: Path, now: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before, move = cup.read_bytes(), run("suggest", "cup").out.encode()
    monkeypatch.delenv("REFEREE_NOW")
    monkeypatch.setattr("referee.app.game_access.strftime", lambda *_: now)
    ran = run("submit", "-", stdin=move)
    assert (ran.code, cup.read_bytes()) == (78, before)
    assert f"The clock of this machine shows {now}. Set it, then try again." in ran.err
