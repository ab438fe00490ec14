"""When a turn is due: what counts and what does not; nothing that stops the clock brings a deadline nearer."""

from datetime import UTC, datetime, timedelta
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.app.errors import Refused
from referee.app.time.counted_time import clock_of, length, local, terms_of, times_of, utc_text, zone_named
from referee.app.time.deadlines import SATURDAY, Deadline, OpenTurn, away, deadline, spans, stopping_entry
from referee.store.documents import Documents

Fields = dict[str, Any]
ROME = {"allowance": "72h", "grace": "24h", "weekends": "count", "zone": "Europe/Rome", "missed": "wait"}
SKIP = {**ROME, "weekends": "skip"}


def log_of(clock: Fields | None, since: str, *entries: Fields) -> Documents:
    """A header, the entry that begins red's turn, and the given entries."""
    header: Fields = {"seats": {"red": "Bruno", "yellow": "Anna"}, **({"clock": clock} if clock else {})}
    return cast(Documents, (header, {"kind": "deal", "at": since}, *entries))


def found(clock: Fields, since: str, *entries: Fields, seat: str = "red") -> Deadline:
    result = deadline(log_of(clock, since, *entries), OpenTurn(seat, 1, 1))
    assert result is not None
    return result


def due(clock: Fields, since: str, *entries: Fields) -> str:
    at = found(clock, since, *entries).due
    return local(at, zone_named(clock["zone"])) if at else "never"


def absent(first: str, last: str, at: str = "2026-01-01T00:00:00Z", seat: str = "red") -> Fields:
    return {"kind": "absent", "at": at, "seat": seat, "from": first, "to": last}


def event(event: str, at: str, **more: Any) -> Fields:
    return {"kind": "clock", "event": event, "at": at, **more}


WEDNESDAY, FRIDAY = "2026-11-18T18:00:00Z", "2026-11-20T19:00:00Z"

CASES: list[tuple[str, Fields, str, tuple[Fields, ...], str]] = [
    ("hours", ROME, WEDNESDAY, (), "2026-11-21 19:00 CET"),
    ("days", {**ROME, "allowance": "3d"}, WEDNESDAY, (), "2026-11-21 19:00 CET"),
    ("a weekend that is skipped", SKIP, FRIDAY, (), "2026-11-25 20:00 CET"),
    ("a turn that begins in a weekend", SKIP, "2026-11-21T12:00:00Z", (), "2026-11-26 00:00 CET"),
    ("one that ends as a weekend begins", {**SKIP, "allowance": "4h"}, FRIDAY, (), "2026-11-21 00:00 CET"),
    ("two weekends", {**SKIP, "allowance": "7d"}, FRIDAY, (), "2026-12-01 20:00 CET"),
    ("a zone in which it is still Friday", {**SKIP, "zone": "America/New_York"}, FRIDAY, (), "2026-11-25 14:00 EST"),
    # the clocks go back on 2026-10-25, forward on 2027-03-28: the hour counts like any other
    ("the night with 25 hours", {**ROME, "allowance": "24h"}, "2026-10-24T18:00:00Z", (), "2026-10-25 19:00 CET"),
    ("the night with 23 hours", {**ROME, "allowance": "24h"}, "2027-03-27T19:00:00Z", (), "2027-03-28 21:00 CEST"),
    ("a weekend with 49 hours", {**SKIP, "allowance": "24h"}, "2026-10-23T18:00:00Z", (), "2026-10-26 20:00 CET"),
    ("a weekend with 47 hours", {**SKIP, "allowance": "24h"}, "2027-03-26T19:00:00Z", (), "2027-03-29 20:00 CEST"),
    (
        "an absent day with 25 hours",
        ROME,
        "2026-10-24T12:00:00Z",
        (absent("2026-10-25", "2026-10-25"),),
        "2026-10-28 14:00 CET",
    ),
    ("an absence", ROME, WEDNESDAY, (absent("2026-11-20", "2026-11-22"),), "2026-11-24 19:00 CET"),
    ("that of another", ROME, WEDNESDAY, (absent("2026-11-20", "2026-11-22", seat="yellow"),), "2026-11-21 19:00 CET"),
    ("an absence over a weekend", SKIP, FRIDAY, (absent("2026-11-21", "2026-11-24"),), "2026-11-27 20:00 CET"),
    (
        "one entered when it was half over",
        ROME,
        WEDNESDAY,
        (absent("2026-11-19", "2026-11-20", "2026-11-20T11:00:00Z"),),
        "2026-11-22 07:00 CET",
    ),
    (
        "one entered when it was over",
        ROME,
        WEDNESDAY,
        (absent("2026-11-18", "2026-11-19", "2026-11-20T11:00:00Z"),),
        "2026-11-21 19:00 CET",
    ),
    (
        "one that ends with a new player",
        ROME,
        WEDNESDAY,
        (
            absent("2026-11-19", "2026-11-28"),
            {"kind": "player", "seat": "red", "player": "Carla", "at": "2026-11-20T23:00:00Z"},
        ),
        "2026-11-24 00:00 CET",
    ),
    (
        "a stop",
        ROME,
        WEDNESDAY,
        (event("stopped", "2026-11-19T18:00:00Z"), event("resumed", "2026-11-20T06:00:00Z")),
        "2026-11-22 07:00 CET",
    ),
    ("a stop that goes on", ROME, WEDNESDAY, (event("stopped", "2026-11-19T18:00:00Z"),), "never"),
    (
        "two stops are one",
        ROME,
        WEDNESDAY,
        (
            event("stopped", "2026-11-19T18:00:00Z"),
            event("stopped", "2026-11-19T20:00:00Z"),
            event("resumed", "2026-11-20T06:00:00Z"),
        ),
        "2026-11-22 07:00 CET",
    ),
    (
        "a gap",
        ROME,
        WEDNESDAY,
        (event("stopped", "2026-11-20T00:00:00Z", since="2026-11-19T00:00:00Z", until="2026-11-20T00:00:00Z"),),
        "2026-11-22 19:00 CET",
    ),
    (
        "a gap of which half counted",
        ROME,
        WEDNESDAY,
        (event("stopped", "2026-11-20T00:00:00Z", since="2026-11-17T18:00:00Z", until="2026-11-19T18:00:00Z"),),
        "2026-11-22 19:00 CET",
    ),
    (
        "more time",
        ROME,
        WEDNESDAY,
        (event("extended", "2026-11-19T00:00:00Z", seat="red", hours="24"),),
        "2026-11-22 19:00 CET",
    ),
    (
        "more time of a turn before",
        ROME,
        WEDNESDAY,
        (event("extended", "2026-11-19T00:00:00Z", seat="yellow", hours="24"),),
        "2026-11-21 19:00 CET",
    ),
    (
        "another clock",
        ROME,
        WEDNESDAY,
        (event("changed", "2026-11-19T00:00:00Z", clock={**ROME, "allowance": "24h", "zone": "UTC"}),),
        "2026-11-19 19:00 CET",
    ),
    ("a time that there is not", ROME, "2026-99-99T99:99:99Z", (), "1970-01-04 01:00 CET"),
]


@pytest.mark.parametrize(
    ("clock", "since", "entries", "says"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_a_turn_is_due(clock: Fields, since: str, entries: tuple[Fields, ...], says: str) -> None:
    assert due(clock, since, *entries) == says


def test_a_game_without_a_clock_has_no_deadline() -> None:
    assert deadline(log_of(None, FRIDAY), OpenTurn("red", 1, 1)) is None


def test_half_of_the_time_and_the_grace_are_counted_in_the_same_way() -> None:
    reminded = event("reminded", "2026-11-25T19:00:00Z", seat="red", due="2026-11-25T19:00:00Z")
    early = event("reminded", "2026-11-23T19:00:00Z", seat="red", due="2026-11-25T19:00:00Z")
    assert found(SKIP, FRIDAY, early).final is None, "the grace begins with the reminder at the deadline"
    times = found(SKIP, FRIDAY, early, reminded)
    assert [utc_text(each) for each in (times.half, times.final) if each] == [
        "2026-11-24T07:00:00Z",
        "2026-11-26T19:00:00Z",
    ]
    late = event("reminded", "2026-11-27T10:00:00Z", seat="red", due="2026-11-25T19:00:00Z")
    final = found(SKIP, FRIDAY, late).final
    assert final is not None
    assert utc_text(final) == "2026-11-30T10:00:00Z", "24 hours after it, the weekend not counted"


def test_time_never_runs_back_in_a_log() -> None:
    times = times_of(log_of(ROME, FRIDAY, {"kind": "talk", "at": WEDNESDAY}, {"kind": "talk", "at": "yesterday"}))
    assert times[1:] == [times[1]] * 3


@pytest.mark.parametrize("zone", ["Rome", "../etc/passwd", "", "Europe/", "/etc/localtime"])
def test_a_zone_that_there_is_not(zone: str) -> None:
    with pytest.raises(Refused, match="This machine doesn't know the time zone"):
        zone_named(zone)


@pytest.mark.parametrize("text", ["", "72", "h", "07h", "1.5h", "72 h", "99999h", "-1h", "٣h"])
def test_lengths_that_are_none(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  it has the text and nothing else
        length(text)


def test_absences_and_stopped_clocks_are_shown() -> None:
    entries = (absent("2026-11-20", "2026-11-22"), absent("2026-11-20", "2026-11-22", seat="yellow"))
    taken = {"kind": "player", "seat": "red", "player": "Carla", "at": WEDNESDAY}
    log = log_of(ROME, WEDNESDAY, *entries, taken)
    at = [datetime.fromisoformat(f"2026-11-{each}:00Z") for each in ("19T22:59", "19T23:00", "22T22:59", "22T23:00")]
    assert [away(log, each) for each in at] == [{}, {"yellow": "2026-11-22"}, {"yellow": "2026-11-22"}, {}]
    stop, gap = event("stopped", FRIDAY), event("stopped", FRIDAY, since=WEDNESDAY, until=FRIDAY)
    assert [
        stopping_entry(log_of(ROME, FRIDAY, *each)) for each in ((stop,), (gap,), (stop, event("resumed", FRIDAY)))
    ] == [
        stop,
        None,
        None,
    ]
    assert clock_of(log) == ROME


# Properties

START = datetime(2026, 3, 1, tzinfo=UTC)
ZONES = ("UTC", "Europe/Rome", "America/Sao_Paulo", "Asia/Kathmandu", "Pacific/Apia", "America/Havana", "Africa/Cairo")
clocks = st.builds(
    lambda hours, weekends, zone: {**ROME, "allowance": f"{hours}h", "weekends": weekends, "zone": zone},
    st.integers(1, 400),
    st.sampled_from(("count", "skip")),
    st.sampled_from(ZONES),
)
hours = st.integers(0, 24 * 400)


def moment(after: int) -> str:
    return utc_text(START + timedelta(hours=after))


def day(after: int) -> str:
    return (START + timedelta(hours=after)).date().isoformat()


@st.composite
def stills(draw: st.DrawFn) -> list[Fields]:
    """One thing that stops the clock: an absence, a stop with its end or without, a gap."""
    first, more = draw(hours), draw(st.integers(1, 24 * 20))
    match draw(st.integers(0, 3)):
        case 0:
            return [absent(day(first), day(first + more), moment(draw(hours)))]
        case 1:
            return [event("stopped", moment(first)), event("resumed", moment(first + more))]
        case 2:
            return [event("stopped", moment(first), since=moment(first), until=moment(first + more))]
    return [event("stopped", moment(first))]


def ordered(*entries: Fields) -> list[Fields]:
    return sorted(entries, key=lambda each: each["at"])


def later(one: datetime | None, other: datetime | None) -> bool:
    """Whether `one` is not before `other`; never is the latest."""
    return one is None or (other is not None and one >= other)


@settings(max_examples=300, deadline=None)
@given(clock=clocks, since=hours, before=st.lists(stills(), max_size=3), more=stills())
def test_what_stops_the_clock_never_brings_a_deadline_nearer(
    clock: Fields, since: int, before: list[list[Fields]], more: list[Fields]
) -> None:
    """A stop is entered with its end, and none is within another: a `resumed` would end that one too."""
    entries = [
        each for some in before for each in some if each.get("event") not in ("resumed", "stopped") or "since" in each
    ]
    few, many = (found(clock, moment(since), *ordered(*some)) for some in (entries, [*entries, *more]))
    assert later(many.due, few.due)
    assert later(many.half, few.half)
    assert few.due is not None
    assert few.due - few.since >= length(clock["allowance"])
    assert few.half is not None
    assert few.since <= few.half <= few.due


@settings(max_examples=300, deadline=None)
@given(clock=clocks, since=hours, after=st.integers(0, 500), more=st.integers(1, 300), still=stills())
def test_a_deadline_comes_later_with_a_later_turn_and_with_more_time(
    clock: Fields, since: int, after: int, more: int, still: list[Fields]
) -> None:
    first, second = (found(clock, moment(each), *still).due for each in (since, since + after))
    assert later(second, first)
    longer = {**clock, "allowance": f"{int(clock['allowance'][:-1]) + more}h"}
    assert later(found(longer, moment(since), *still).due, first)
    extended = event("extended", moment(since), seat="red", hours=str(more))
    assert found(clock, moment(since), *still, extended).due == found(longer, moment(since), *still).due


@settings(max_examples=200, deadline=None)
@given(clock=clocks, since=hours, entries=st.lists(stills(), max_size=4))
def test_the_counted_time_is_the_allowance_hour_by_hour(clock: Fields, since: int, entries: list[list[Fields]]) -> None:
    """A second way: count the quarters of an hour up to it that are outside of everything that stops the clock."""
    log = log_of(clock, moment(since), *ordered(*[each for some in entries for each in some]))
    times, zone = deadline(log, OpenTurn("red", 1, 1)), zone_named(clock["zone"])
    assert times is not None
    if times.due is None:
        return
    still, terms = spans(log, times_of(log), "red", zone), terms_of(log)
    assert terms is not None
    quarters, at = 0, times.since
    while at < times.due:
        weekend = terms.skips and at.astimezone(zone).weekday() >= SATURDAY
        quarters += not (weekend or any(start <= at and (end is None or at < end) for start, end in still))
        at += timedelta(minutes=15)
    assert quarters == terms.allowance / timedelta(minutes=15)
