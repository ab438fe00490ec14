"""Absences: how many days a player may be away, and how an absence is listed, ended and cancelled."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest
from cli_runs import Ran, begin, run
from hypothesis import given
from hypothesis import strategies as st
from verifying import GREECE, verdict

from referee import titles
from referee.app.time.absences import listing
from referee.app.time.counted_time import local, zone_named
from referee.app.time.deadlines import OpenTurn, deadline
from referee.rules.replay import BadEntry, replay
from referee.store import log
from referee.store.chain import document
from referee.store.documents import Documents, Entry

Now = Callable[[str], None]
CLOCK = {"allowance": "72h", "grace": "24h", "weekends": "count", "zone": "Europe/Rome", "missed": "wait"}


@pytest.fixture
def now(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Now:
    """`now("2026-12-24 09:00")`: it is that time, UTC."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")

    def set_to(text: str) -> None:
        monkeypatch.setenv("REFEREE_NOW", f"{text.replace(' ', 'T')}:00Z")

    set_to("2026-11-20 19:00")
    begin()
    return set_to


def absent(*words: str) -> Ran:
    return run("absent", "cup", "red", *words)


def good(*words: str) -> Ran:
    ran = run(*words)
    assert ran.code == 0, (words, ran)
    return ran


def entries() -> list[Entry]:
    return [each for each in log.read_log("games/cup").entries if each["kind"] == "absent"]


def listed() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(good("absent", "cup", "red", "--list", "--json").out)
    return found


def test_one_day_alone_is_an_absence(now: Now) -> None:
    good("absent", "cup", "red", "2026-12-24")
    assert [(each["from"], each["to"]) for each in entries()] == [("2026-12-24", "2026-12-24")]


def test_a_reason_is_for_everybody(now: Now) -> None:
    good("absent", "cup", "red", "2026-12-24", "--why", "Her sister marries.")
    good("absent", "cup", "red", "--cancel", "--why", "It rains.")
    good("player", "cup", "red", "--name", "Carla", "--why", "Bruno moves house.")
    assert [each.get("why") for each in entries()] == ["Her sister marries.", "It rains."]
    told = " ".join(good("log", "cup").out.split())
    assert [each in told for each in ("Reason: It rains.", "Reason: Bruno moves house.")] == [True, True]
    good("verify", "cup")
    ran = run("player", "cup", "red", "--address", "a@example.org", "--why", "New.")
    assert (ran.code, "--why is for who plays" in ran.err) == (2, True)


def test_at_most_sixty_days_of_a_game_unless_its_clock_differs(now: Now) -> None:
    good("absent", "cup", "red", "2026-12-01", "2027-01-29")  # 60 days
    ran = absent("2027-03-01")
    assert ran.code == 65
    assert "would be 61 days away in this game, but the limit is 60 and you have 0 left." in ran.err
    assert "referee time cup absence=90d" in ran.err
    good("clock", "cup", "allowance=72h", "absence=61d")
    good("absent", "cup", "red", "2027-03-01")
    assert listed()["days"] == listed()["most"] == 61


def test_a_day_on_which_two_absences_fall_counts_once_and_each_seat_has_its_own(now: Now) -> None:
    good("absent", "cup", "red", "2026-12-01", "2026-12-10")
    good("absent", "cup", "red", "2026-12-05", "2026-12-12")
    good("absent", "cup", "yellow", "2026-12-01", "2027-01-29")
    assert listed()["days"] == 12


def test_the_next_player_has_days_of_their_own(now: Now) -> None:
    good("absent", "cup", "red", "2026-12-01", "2027-01-29")
    good("player", "cup", "red", "--name", "Carla")
    assert (listed()["days"], listed()["absences"]) == (0, [])
    good("absent", "cup", "red", "2026-12-01", "2026-12-03")


def test_who_comes_back_early_ends_the_absence_and_has_the_other_days_left(now: Now) -> None:
    good("absent", "cup", "red", "2026-12-24", "2027-01-02")
    good("absent", "cup", "red", "2027-02-01", "2027-02-03")
    assert absent("--end").code == 65, "it has not begun"
    now("2026-12-27 12:00")
    good("absent", "cup", "red", "--end")
    found = listed()
    assert [each["state"] for each in found["absences"]] == ["ended", "coming"]
    assert found["days"] == 4 + 3
    assert entries()[-1]["ends"] == ["2"]
    assert "Already recorded as entry 4" in good("absent", "cup", "red", "--end").err


def test_all_to_come_is_cancelled(now: Now) -> None:
    good("absent", "cup", "red", "2026-12-24", "2027-01-02")
    good("absent", "cup", "red", "2027-02-01", "2027-02-03")
    told = good("absent", "cup", "red", "--cancel").out
    assert "ends the absences of entries 2, 3" in " ".join(told.split())
    assert (listed()["days"], entries()[-1]["ends"]) == (0, ["2", "3"])
    good("absent", "cup", "red", "2026-12-24", "2027-01-02")
    assert [each["state"] for each in listed()["absences"]] == ["ended", "ended", "coming"]
    assert good("verify", "cup").code == 0


def test_there_must_be_something_to_end(now: Now) -> None:
    for word in ("--end", "--cancel"):
        ran = absent(word)
        assert (ran.code, "There is no absence to end." in ran.err) == (65, True)


@pytest.mark.parametrize("words", [(), ("--list", "--end"), ("2026-12-24", "--cancel")])
def test_one_thing_is_asked_at_a_time(now: Now, words: tuple[str, ...]) -> None:
    ran = absent(*words)
    assert (ran.code, "one of --list, --end and --cancel" in " ".join(ran.err.replace("│", " ").split())) == (2, True)


def test_they_are_listed_in_words(now: Now) -> None:
    good("absent", "cup", "red", "2026-12-24", "2027-01-02")
    now("2026-12-30 12:00")
    assert absent("--list").out == "2026-12-24 2027-01-02  now\nred has used 10 of 60 days of absence.\n"


def test_the_standard_library_verifier_reads_what_ends_an_absence(now: Now, tmp_path: Path) -> None:
    good("absent", "cup", "red", "2026-12-24", "2027-01-02")
    good("absent", "cup", "red", "--cancel")
    good("close", "cup", "--abandon")
    found = verdict(tmp_path, tmp_path / "games/cup/log.yaml", GREECE)
    assert (found.code, "shuffles    all items" in found.said) == (0, True), found


def test_status_shows_who_will_be_away_and_whose_days_are_nearly_used_up(now: Now) -> None:
    good("absent", "cup", "red", "2026-12-01", "2027-01-18")  # 49 days
    assert "Nothing needs your attention." in good("status").out
    good("absent", "cup", "red", "2027-02-01")
    told = " ".join(good("status").out.split())
    assert "1 matter needs your attention." in told
    assert "Bruno (red) will be away from 2026-12-01 to 2027-01-18." in told
    assert "Bruno (red) has used 50 of 60 days of absence. For more: referee time cup absence=90d" in told
    (game,) = json.loads(good("status", "--json").out)["games"]
    assert game["days_away"] == {"red": {"days": 50, "most": 60}}


BAD = [
    ([7], "It ends entry 7, but that isn't an absence of red."),
    ([1], "It ends entry 1, but that isn't an absence of red."),
    ([3], "It ends entry 3, but that isn't an absence of red."),
    ([4], "It ends the absence of entry 4, which has already ended."),
    ([5], "It ends the absence of entry 5, which has already ended."),
    ([], "It doesn't have the form of a log: `ends:` is empty."),
]
"""What entry 9 of the log below cannot end."""


def with_entry(found: log.Log, **fields: Any) -> log.Log:
    entry = {"entry": found.last + 1, "prev": found.head, "at": "2026-11-20T20:00:00Z", **fields}
    return log.parse(found.raw + document({**entry, "state": found.entries[-1]["state"]}))


@pytest.mark.parametrize(("ends", "says"), BAD)
def test_a_replay_refuses_to_end_an_absence_of_another_player(now: Now, ends: list[int], says: str) -> None:
    found, days = log.read_log("games/cup"), {"from": "2026-12-24", "to": "2026-12-26"}
    found = with_entry(found, kind="talk", seat="red", say="hi")
    found = with_entry(found, kind="absent", seat="yellow", **days)
    found = with_entry(found, kind="absent", seat="red", **days)
    found = with_entry(found, kind="absent", seat="red", **days)
    found = with_entry(found, kind="absent", seat="red", ends=[4])
    found = with_entry(found, kind="player", seat="red", player="Carla")
    found = with_entry(found, kind="absent", seat="red", **days)
    book = titles.book("magna-grecia")
    assert replay(book, with_entry(found, kind="absent", seat="red", ends=[8]))
    with pytest.raises(BadEntry) as bad:
        replay(book, with_entry(found, kind="absent", seat="red", ends=ends))
    assert (bad.value.number, says in str(bad.value)) == (9, True), bad.value


def test_an_entry_has_either_days_or_what_it_ends(now: Now) -> None:
    found = with_entry(
        log.read_log("games/cup"), kind="absent", seat="red", **{"from": "2026-12-24", "to": "2026-12-26"}
    )
    both = with_entry(found, kind="absent", seat="red", ends=[2], to="2026-12-26")
    with pytest.raises(BadEntry, match="either"):
        replay(titles.book("magna-grecia"), both)


def documents(*more: dict[str, Any]) -> Documents:
    header = {"seats": {"red": "Bruno", "yellow": "Anna"}, "clock": CLOCK}
    return cast(Documents, (header, {"kind": "deal", "at": "2026-11-18T18:00:00Z"}, *more))


def due(*more: dict[str, Any]) -> str:
    found = deadline(documents(*more), OpenTurn("red", 1, 1))
    assert found
    assert found.due
    return local(found.due, zone_named("Europe/Rome"))


AWAY = {"kind": "absent", "at": "2026-11-18T20:00:00Z", "seat": "red", "from": "2026-11-20", "to": "2026-11-29"}


def test_the_clock_runs_again_from_the_moment_at_which_an_absence_ends() -> None:
    def ends(at: str) -> dict[str, Any]:
        return {"kind": "absent", "at": at, "seat": "red", "ends": ["2"]}

    assert due(AWAY) == "2026-12-01 19:00 CET"
    assert due(AWAY, ends("2026-11-22T11:00:00Z")) == "2026-11-24 07:00 CET", "29 of 72 hours were counted before"
    assert due(AWAY, ends("2026-11-19T11:00:00Z")) == "2026-11-21 19:00 CET", "cancelled before it began"
    assert due(AWAY, ends("2026-12-30T11:00:00Z")) == "2026-12-01 19:00 CET", "over before it was ended"


@given(st.lists(st.tuples(st.integers(0, 40), st.integers(0, 9), st.integers(-1, 3)), max_size=5))
def test_only_days_with_a_stopped_clock_count(plans: list[tuple[int, int, int]]) -> None:
    """By another way of counting: minute by minute would be slow, hour by hour it is."""
    from datetime import UTC, datetime, timedelta

    start = datetime(2026, 12, 1, tzinfo=UTC)
    more: list[dict[str, Any]] = []
    hours: set[int] = set()
    for first, length, ended in plans:
        at = start + timedelta(days=len(more), hours=7)
        days = [(start + timedelta(days=n)).date().isoformat() for n in (first, first + length)]
        more.append({"kind": "absent", "at": at.isoformat(), "seat": "red", "from": days[0], "to": days[1]})
        begins = max(24 * first, 24 * (len(more) - 1) + 7)
        until = 24 * (first + length + 1)
        if ended >= 0:
            number = len(more) + 1
            gone = start + timedelta(days=len(more) + ended, hours=7)
            more += [{"kind": "talk", "at": gone.isoformat(), "seat": "red", "say": "x"}] * ended
            more.append({"kind": "absent", "at": gone.isoformat(), "seat": "red", "ends": [str(number)]})
            until = min(until, 24 * (number - 1 + ended) + 7)
        hours |= set(range(begins, until))
    header = {"seats": {"red": "Bruno"}, "clock": {**CLOCK, "zone": "UTC"}}
    log = cast(Documents, (header, {"kind": "deal", "at": start.isoformat()}, *more))
    found = listing(log, "red")
    assert found.used.days == len({hour // 24 for hour in hours})


class TestByMail:
    """The same by mail."""

    @pytest.fixture(autouse=True)
    def game(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, menus_made_once: None) -> None:
        import mailing_game as post

        monkeypatch.chdir(tmp_path)
        monkeypatch.setenv("REFEREE_CONFIG", os.devnull)
        monkeypatch.setenv("REFEREE_NOW", post.NOW)
        post.begin()
        self.post = post

    def answer(self, words: str, number: int) -> str:
        raw = self.post.mail(words, self.post.address("red"), message_id=f"<{number}@x>")
        self.post.one(raw, now=f"2026-11-20T20:{number:02}:00Z")
        (told,) = [each.text for each in self.post.receipts() if each.answers == f"<{number}@x>"]
        return told

    def test_they_are_entered_listed_and_cancelled(self) -> None:
        assert "You are away on Thursday 24 December." in self.answer("absent: 2026-12-24\n", 1)
        assert "absence used so far in this game: 4 of 60" in self.answer("absent: 2027-01-01 to 2027-01-03\n", 2)
        listed = self.answer("absent: list\n", 3)
        assert (
            "You are away on Thursday 24 December. You are away from Friday 1 January 2027 to Sunday 3 January 2027."
            in listed
        )
        assert "To cancel a future absence, write `absent: none`" in self.answer("absent: end\n", 4)
        assert "no later absence is planned" in self.answer("Cancel absence.\n", 5)
        assert "absence used so far in this game: 0 of 60" in self.answer("Absent: list\n", 6)

    def test_too_many_days_are_refused(self) -> None:
        told = self.answer("absent: 2026-12-01 to 2027-02-28\n", 1)
        assert "That would be 90 days away in this game, but the limit is 60 and you have 60 left." in told
        assert "referee time" not in told
        assert self.post.last() == 1

    @pytest.mark.parametrize("words", ["absent: tomorrow", "absent: 24/12"])
    def test_days_in_other_words_are_asked_about(self, words: str) -> None:
        told = self.answer(f"{words}\n\n{self.post.fenced(self.post.move())}", 1)
        assert f"Next to your move you also write: {words}" in told
        assert self.post.last() == 1

    @pytest.mark.parametrize("words", ["absent: never", "absent: 2026-12-24\nabsent: list"])
    def test_an_unreadable_request_is_asked_about(self, words: str) -> None:
        told = self.answer(f"{words}\n\n{self.post.fenced(self.post.move())}", 1)
        assert "I can't read `absent" in told or "only one line `absent:`" in told
        assert self.post.last() == 1

    def test_a_day_that_there_is_not_is_named(self) -> None:
        told = self.answer(f"absent: 24.13.2026\n\n{self.post.fenced(self.post.move())}", 1)
        assert "2026-13-24 is not a day. Write year, month and day: 2026-12-24." in told
        assert self.post.last() == 1

    def test_days_may_be_written_as_in_a_calendar(self) -> None:
        told = self.answer("absent: 24.12.2026 to 2.1.2027\n", 1)
        assert "You are away from Thursday 24 December to Saturday 2 January 2027." in told


def test_absences_go_with_a_new_name_and_end_with_another_player(now: Now) -> None:
    good("absent", "cup", "red", "2026-11-25", "2026-12-03", "--why", "A holiday.")
    good("absent", "cup", "red", "2026-11-10", "2026-11-21")
    now("2026-11-26 09:00")
    good("player", "cup", "red", "--name", "Bruno B.", "--same-address")
    found = [(each["from"], each["to"], each["state"]) for each in listed()["absences"]]
    assert found == [("2026-11-25", "2026-12-03", "now")]
    assert entries()[-1]["why"] == "A holiday."
    assert good("player", "cup", "red", "--name", "Bruno B.", "--same-address").out
    assert len(entries()) == 3, "the same again enters nothing more"
    told = " ".join(good("player", "cup", "red", "--name", "Carla").err.split())
    assert "The absence of Bruno B. from 2026-11-25 to 2026-12-03 has ended." in told
    assert (listed()["days"], listed()["absences"]) == (0, [])
    assert good("verify", "cup")
