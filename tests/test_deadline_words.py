"""Deadlines in words: in four languages, in zones, in every stage of a turn; and never wrong about the time."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from babel.dates import get_day_names, get_month_names
from clock_games import Now, begin, clock_of_a_test, good, mover
from hypothesis import given
from hypothesis import strategies as st

from referee.app.game_access import Game, Table, open_game
from referee.app.time.deadlines import (
    date_words,
    deadline_sentence,
    length_words,
    moment,
    more_time,
    short_date_words,
    short_deadline,
)
from referee.settings import Settings
from referee.show.clock_sentences import MONTHS, WEEKDAYS, more_hours
from referee.words import LANGUAGES, speaking

__all__ = ["now"]
now = pytest.fixture(name="now")(clock_of_a_test)

ROME, UTC_ZONE = ZoneInfo("Europe/Rome"), ZoneInfo("UTC")
DUE = datetime(2026, 11, 25, 6, 40, tzinfo=UTC)


def game() -> Game:
    return open_game(Table(Settings()), "cup")


def time(text: str) -> datetime:
    """`time("21 09:00")`: as in the fixture `now`."""
    found = moment(f"2026-11-{text.replace(' ', 'T')}:00Z")
    assert found
    return found


LONG = {
    "en": "Wednesday 25 November, 07:40",
    "de": "Mittwoch, 25. November, 7:40 Uhr",
    "fr": "mercredi 25 novembre, 7 h 40",
    "it": "mercoledì 25 novembre, ore 7:40",
}
SHORT = {
    "en": "Wed 25 Nov, 07:40",
    "de": "Mi., 25. Nov., 7:40 Uhr",
    "fr": "mer. 25 nov., 7 h 40",
    "it": "mer 25 nov, 7:40",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_date_is_written_as_people_write_it(language: str) -> None:
    with speaking(language):
        assert str(date_words(DUE, ROME)) == LONG[language]
        assert str(short_date_words(DUE, ROME)) == SHORT[language]


@pytest.mark.parametrize("language", LANGUAGES)
def test_days_and_months_are_those_of_unicode(language: str) -> None:
    with speaking(language):
        assert list(map(str, WEEKDAYS)) == [get_day_names("wide", locale=language)[number] for number in range(7)]
        assert list(map(str, MONTHS)) == list(get_month_names("wide", locale=language).values())


def test_a_time_of_no_place_says_so_and_a_far_day_its_year() -> None:
    assert str(date_words(DUE, UTC_ZONE)) == "Wednesday 25 November, 06:40 UTC"
    assert str(date_words(DUE, ROME, DUE - timedelta(days=400))) == "Wednesday 25 November 2026, 07:40"
    with speaking("fr"):
        assert str(date_words(datetime(2027, 1, 1, tzinfo=UTC), ROME)) == "vendredi 1er janvier, 1 h 00"


@given(st.datetimes(datetime(1971, 1, 1), datetime(2999, 1, 1)), st.sampled_from(["Europe/Rome", "Asia/Kolkata"]))
def test_a_date_is_that_of_the_calendar(day: datetime, zone: str) -> None:
    at = day.replace(tzinfo=UTC)
    there = at.astimezone(ZoneInfo(zone))
    with speaking("en"):
        assert str(date_words(at, ZoneInfo(zone))) == there.strftime(f"%A {there.day} %B, %H:%M")
        assert str(short_date_words(at, ZoneInfo(zone))) == there.strftime(f"%a {there.day} %b, %H:%M")


@pytest.mark.parametrize(
    ("length", "words"),
    [
        (timedelta(hours=72), "3 days"),
        (timedelta(hours=71, minutes=58), "3 days"),
        (timedelta(hours=36), "2 days"),
        (timedelta(hours=24), "1 day"),
        (timedelta(hours=23, minutes=50), "1 day"),
        (timedelta(hours=30), "1 day"),
        (timedelta(hours=20), "20 hours"),
        (timedelta(minutes=80), "1 hour"),
        (timedelta(minutes=40), "less than an hour"),
    ],
)
def test_a_length_is_rounded_as_people_say_it(length: timedelta, words: str) -> None:
    assert str(length_words(length)) == words


@given(st.integers(1, 24 * 400))
def test_a_length_is_never_wrong_by_half_a_day(hours: int) -> None:
    number, unit = str(length_words(timedelta(hours=hours))).split()
    said = int(number) * (24 if unit.startswith("day") else 1)
    assert abs(said - hours) <= 12


def test_what_a_reminder_brings() -> None:
    found = [str(more_time(timedelta(hours=hours))) for hours in (1, 12, 24, 72)]
    assert found == ["one more hour", "12 more hours", "one more day", "3 more days"]


def test_the_player_to_move_reads_until_when_and_what_comes_then(now: Now) -> None:
    begin("zone=Europe/Rome", "missed=pass")
    words = (
        "Please move by Thursday 19 November, 10:00{}. After that you get a reminder and one more day; then you pass."
    )
    assert str(deadline_sentence(game(), mover())) == words.format("")
    assert str(deadline_sentence(game(), mover(), time("16 09:00"))) == words.format(" (3 days left)")
    assert str(short_deadline(game(), time("17 09:00"))) == "by Thu 19 Nov, 10:00 (2 days)"
    assert str(short_deadline(game())) == "by Thu 19 Nov, 10:00"


def test_others_read_who_has_time_until_when(now: Now) -> None:
    begin("zone=Europe/Rome")
    player = game().players[mover()]
    assert str(deadline_sentence(game(), "")) == f"{player} has until Thursday 19 November, 10:00."


def test_every_stage_of_a_turn_has_its_sentence(now: Now) -> None:
    begin("missed=wait", "zone=Europe/Rome", allowance="10h")
    found, seat = game(), mover()
    late = str(deadline_sentence(found, seat, time("16 20:00")))
    assert late == "Your time was up on Monday 16 November, 20:00. Please move now."
    assert str(short_deadline(found, time("16 20:00"))) == "overdue since Mon 16 Nov, 20:00"
    for hour in range(10, 21):
        now(f"16 {hour}:00")
        good("remind")
    assert str(deadline_sentence(game(), seat, time("16 20:00"))) == (
        "Your time is up. You have until Tuesday 17 November, 20:00 (1 day left); then the moderator decides."
    )
    assert "has until Tuesday 17 November, 20:00 to move after all" in str(deadline_sentence(game(), ""))
    assert str(short_deadline(game(), time("17 10:00"))) == "by Tue 17 Nov, 20:00 (9 hours)"
    after = str(deadline_sentence(game(), seat, time("18 00:00")))
    assert after == "Your time is up. You can still move until the moderator decides what happens."


@pytest.mark.parametrize(
    ("terms", "words"),
    [
        (("missed=pass", "grace=0h"), "After that you pass."),
        (("missed=wait", "grace=0h"), "After that the moderator decides."),
        (("missed=suggest", "grace=0h"), "After that the referee moves for you."),
        (("missed=suggest", "grace=12h"), "you get a reminder and 12 more hours; then the referee moves for you."),
    ],
)
def test_what_comes_after_depends_on_the_clock(now: Now, terms: tuple[str, ...], words: str) -> None:
    begin(*terms)
    assert str(deadline_sentence(game(), mover())).endswith(words)


def test_a_clock_that_is_stopped_says_so(now: Now) -> None:
    begin()
    good("pause", "cup", "--why", "Holidays")
    assert str(deadline_sentence(game(), mover())) == "The clock is stopped. You have time until it runs again."
    assert str(short_deadline(game())) == "the clock is stopped"


def test_a_game_without_a_clock_has_no_deadline(now: Now) -> None:
    good("new", "magna-grecia", "--id", "cup", "--player", "red=Bruno", "--player", "yellow=Anna")
    assert deadline_sentence(game(), mover()) is None
    assert short_deadline(game()) is None


def test_one_hour_more_is_said_as_one() -> None:
    assert [str(more_hours(hours)) for hours in (1, 2)] == ["one more hour", "2 more hours"]
