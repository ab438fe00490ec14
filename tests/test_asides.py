"""Entries that are not moves: they change no position, and impossible ones are refused everywhere."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cli_runs import begin, play, run

from referee import titles
from referee.report.text import text_report
from referee.rules.entry_shapes import is_day
from referee.rules.replay import BadEntry, Moment, replay
from referee.store import log
from referee.store.chain import document

Fields = dict[str, Any]
AT = "2026-11-20T20:00:00Z"
CLOCK = {"allowance": "72h", "grace": "24h", "weekends": "skip", "zone": "Europe/Rome", "missed": "pass"}

GOOD: list[Fields] = [
    {"kind": "talk", "seat": "red", "say": "Good luck, all."},
    {"kind": "absent", "seat": "red", "from": "2028-02-29", "to": "2028-03-03"},
    {"kind": "player", "seat": "red", "player": "Carla"},
    {"kind": "player", "seat": "red", "player": "Carla", "until": "2026-12-24"},
    {"kind": "clock", "event": "reminded", "seat": "red", "due": AT},
    {"kind": "clock", "event": "overdue", "seat": "red", "due": AT},
    {"kind": "clock", "event": "extended", "seat": "red", "hours": 24, "due": AT, "why": "He is moving house."},
    {"kind": "clock", "event": "stopped", "why": "A holiday."},
    {"kind": "clock", "event": "stopped", "since": "2026-11-20T10:00:00Z", "until": AT},
    {"kind": "clock", "event": "resumed"},
    {"kind": "clock", "event": "changed", "clock": CLOCK},
]
BAD: list[tuple[Fields, str]] = [
    ({"kind": "talk", "seat": "red"}, "`say`"),
    ({"kind": "talk", "seat": "red", "say": "Hello.", "actions": []}, "fields that don't belong to its kind: actions"),
    ({"kind": "talk", "seat": "brown", "say": "Hello."}, "no seat brown"),
    (
        {"kind": "talk", "seat": "red", "say": "Hello.", "shown": {"deck/1": "red-low"}},
        "don't belong to its kind: shown",
    ),
    ({"kind": "absent", "seat": "red", "from": "2027-02-29", "to": "2027-03-03"}, "no day 2027-02-29"),
    ({"kind": "absent", "seat": "red", "from": "2027-02-20", "to": "2027-02-19"}, "ends before it begins"),
    (
        {"kind": "absent", "seat": "red", "from": "tomorrow", "to": "2027-02-19"},
        "`tomorrow` is not a day such as 2026-12-24.",
    ),
    (
        {"kind": "absent", "seat": "red", "from": "2027-02-20", "to": "2027-02-21", "say": "Bye."},
        "don't belong to its kind: say",
    ),
    ({"kind": "player", "seat": "red", "player": ""}, "the form of a log: `player:` is empty."),
    (
        {"kind": "player", "seat": "red", "player": "Carla", "until": AT},
        f"A substitute plays until a given day, not until {AT}.",
    ),
    ({"kind": "clock", "event": "broken"}, "the form of a log: `broken` is not what the clock did."),
    ({"kind": "clock", "event": "reminded", "due": AT}, "has no seat"),
    ({"kind": "clock", "event": "extended", "seat": "red"}, "has no hours"),
    ({"kind": "clock", "event": "stopped", "seat": "red"}, "don't belong to its kind: seat"),
    ({"kind": "clock", "event": "stopped", "since": AT}, "both `since` and `until`"),
    ({"kind": "clock", "event": "stopped", "since": AT, "until": AT}, "ends before it begins"),
    ({"kind": "clock", "event": "resumed", "clock": CLOCK}, "don't belong to its kind: clock"),
    ({"kind": "clock", "event": "changed"}, "has no clock"),
    ({"kind": "clock", "event": "changed", "clock": {**CLOCK, "allowance": "0h"}}, "`0h` is not hours or days such as"),
    ({"kind": "missed", "seat": "red", "by": "moderator"}, "Only the referee can move for a player who missed a turn"),
]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[log.Log]:
    """A game of a deal and two moves."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("asides"))
        patch.setenv("REFEREE_CONFIG", "none.toml")
        begin()
        play(2)
        yield log.read_log("games/cup")


def with_entry(found: log.Log, fields: Fields) -> log.Log:
    """The log with one more entry, whose position is the one before it."""
    state = found.entries[-1]["state"]
    entry = {"entry": found.last + 1, "prev": found.head, "at": AT, **fields, "state": state}
    return log.parse(found.raw + document(entry))


def moments(found: log.Log) -> list[Moment]:
    return replay(titles.book("magna-grecia"), found)


@pytest.mark.parametrize("fields", GOOD, ids=str)
def test_it_changes_no_position_and_is_reported(played: log.Log, fields: Fields) -> None:
    found = with_entry(played, fields)
    (*_, before, after) = moments(found)
    assert (after.position, after.events) == (before.position, ())
    view = titles.book("magna-grecia").show().view(found.header, moments(found), "")
    assert [f"Entry {found.last}: " in str(line.says) for line in view.story.lines].count(True) == 1
    assert "Entry 3: Bruno (red)." in str(view.story.lines[0].says)  # the last turn is not hidden by it
    for word in (each for key, each in fields.items() if key in ("say", "player", "why")):
        assert word in text_report.report(view)


@pytest.mark.parametrize(("fields", "says"), BAD, ids=str)
def test_an_impossible_one_is_refused(played: log.Log, fields: Fields, says: str) -> None:
    with pytest.raises(BadEntry) as bad:
        moments(with_entry(played, fields))
    assert (bad.value.number, says in str(bad.value)) == (played.last + 1, True), bad.value


def test_there_is_nothing_after_the_close(played: log.Log) -> None:
    closed = with_entry(played, {"kind": "close", "secret": bytes(range(32)).hex()})
    with pytest.raises(BadEntry, match="closed"):
        moments(with_entry(closed, GOOD[0]))


def test_the_name_of_a_player_is_the_one_of_the_time(played: log.Log) -> None:
    """A turn is reported with the name of who played it; everywhere else the present player is named."""
    found = with_entry(with_entry(played, GOOD[2]), {"kind": "player", "seat": "yellow", "player": "Dario"})
    book, seats = titles.book("magna-grecia"), played.header["seats"]
    view = book.show().view(found.header, moments(found), "red")
    assert {each.id: each.player for each in view.seats} == {"red": "Carla", "yellow": "Dario"}
    told = "\n".join(str(line.says) for line in view.story.lines)
    assert f"Carla now plays red in place of {seats['red']}." in told
    assert f"Dario now plays yellow in place of {seats['yellow']}." in told
    assert not any(name in str(view.headline) + str(view.asked) for name in seats.values())
    before = book.show().view(found.header, moments(found)[:-2], "")
    assert {each.player for each in before.seats} == set(seats.values())


def test_a_move_may_answer_the_entry_before_them(
    played: log.Log, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    begin()
    path = Path("games/cup/log.yaml")
    path.write_bytes(played.raw)
    move = run("suggest", "cup").out.encode()
    path.write_bytes(with_entry(with_entry(played, GOOD[0]), GOOD[4]).raw)
    newest = run("suggest", "cup").out.encode()
    assert b"after: 5" in newest
    assert run("check", "-", stdin=move).code == 0
    assert run("submit", "-", stdin=move).code == 0
    path.write_bytes(with_entry(log.read_log("games/cup"), GOOD[0]).raw)
    for again in (move, newest):
        ran = run("submit", "-", stdin=again)
        assert (ran.code, "Already recorded as entry 6 " in ran.err) == (0, True), ran.err
    other = move.partition(b"actions")[0] + b"actions: []\n"
    assert "has already moved this turn. Entry 6" in run("submit", "-", stdin=other).err
    assert run("verify", "cup").code == 0


def test_a_turn_missed_twice_is_recorded_once_despite_other_entries(
    played: log.Log, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    begin()
    path = Path("games/cup/log.yaml")
    path.write_bytes(with_entry(played, GOOD[0]).raw)
    seat = titles.book("magna-grecia").play.to_move(moments(played)[-1].position)
    assert run("missed", "cup", str(seat)).code == 0
    path.write_bytes(with_entry(log.read_log("games/cup"), GOOD[0]).raw)
    for after in ((), ("--after", "3"), ("--after", "4")):
        ran = run("missed", "cup", str(seat), *after)
        assert "Already recorded as entry 5 " in ran.err, ran.err
    assert run("verify", "cup").code == 0


def test_days() -> None:
    good = ["2028-02-29", "2000-02-29", "2026-12-31", "2026-04-30"]
    bad = ["2026-02-29", "2100-02-29", "2026-04-31", "2026-00-01", "2026-13-01", "2026-01-00"]
    assert [is_day(each) for each in (*good, *bad)] == [True] * len(good) + [False] * len(bad)
