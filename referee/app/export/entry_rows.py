"""The entries of a log as rows: all that the log itself says, and what of it counts."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from json import JSONEncoder
from json.encoder import encode_basestring
from typing import NamedTuple

from referee.app.export.tables import EntryRow
from referee.app.play.refusal import lines_of_parts
from referee.reading.move_parts import MovePart, move_parts
from referee.rules.entry_shapes import ASIDES, TURNS, overruled_rules
from referee.rules.line import counted_entries, gone_by
from referee.store.documents import Entry
from referee.store.log import Log

json_text = JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False).encode
OWN_COLUMNS = frozenset(("entry", "prev", "at", "kind", "seat", "by", "say", "shown", "why", "overrule", "state"))
"""The fields of an entry that have columns of their own, or that only its chain needs."""
MOVES = (*TURNS, "correct")
"""The kinds of entries that hold a move."""


class Course(NamedTuple):
    """What is known of a log as a whole.

    parts    of the moves of its title
    counted  entry → its move as it counts in the end, without those that were undone
    nth      entry → the how-manieth move of its seat it is, of those that count
    gone     entry → the entry that undid or corrected it
    turns    entry → the number of its turn, of those that were judged and count
    """

    parts: Sequence[MovePart]
    counted: Mapping[int, Entry]
    nth: Mapping[int, int]
    gone: Mapping[int, int]
    turns: Mapping[int, int]


def course_of(found: Log, turns: Mapping[int, int]) -> Course:
    counted = {int(each["entry"]): each for each in counted_entries(found.documents) if each["kind"] in TURNS}
    had, nth = dict[str, int](), dict[int, int]()
    for number, entry in counted.items():
        nth[number] = had[entry["seat"]] = had.get(entry["seat"], 0) + 1
    return Course(move_parts(found.header["title"]), counted, nth, gone_by(found.documents), turns)


def entry_rows(found: Log, turns: Mapping[int, int]) -> Iterator[EntryRow]:
    """A row for each entry; `turns` as `Course` has them."""
    game, course = found.header["game"], course_of(found, turns)
    players, last = dict(found.header["seats"]), None
    for number, entry in enumerate(found.entries, 1):
        at = time_of(entry["at"])
        seconds = seconds_to(last, at) if entry["kind"] in TURNS else None
        yield entry_row(game, course, number, entry, players.get(entry.get("seat", "")), seconds)
        if entry["kind"] == "player":
            players[entry["seat"]] = entry["player"]
        if entry["kind"] not in ASIDES:
            last = at


def entry_row(
    game: str, course: Course, number: int, entry: Entry, player: str | None, seconds: int | None
) -> EntryRow:
    """The row of an entry; `player`: who has its seat, `seconds`: since the last entry that is not beside."""
    kind, counted, overrule = entry["kind"], course.counted.get(number), entry.get("overrule")
    actions = actions_text(course.parts, entry) if kind in MOVES else None
    return EntryRow(
        game,
        number,
        entry["at"],
        kind,
        entry.get("seat"),
        player,
        entry.get("by"),
        course.turns.get(number),
        course.nth.get(number),
        seconds,
        actions,
        actions if counted is entry else actions_text(course.parts, counted) if counted else None,
        course.gone.get(number),
        entry_meant(entry),
        json_text(overruled_rules(entry)) if overrule else None,
        overrule["why"] if overrule else entry.get("why"),
        entry.get("say"),
        json_text(entry["shown"]) if entry.get("shown") else None,
        json_text({key: value for key, value in entry.items() if key not in OWN_COLUMNS}),
    )


def actions_text(parts: Sequence[MovePart], entry: Entry) -> str:
    """The actions of a move, each as one line of the log's notation, as a list in JSON.

    The encoder of a list costs more than all its texts, which need none.
    """
    return f"[{','.join(map(encode_basestring, lines_of_parts(parts, entry)))}]"


def entry_meant(entry: Entry) -> int | None:
    """The number of the earlier entry that an entry is about."""
    number = entry.get("back", entry.get("corrects", entry.get("proposal")))
    return None if number is None else int(number)


def seconds_between(first: str, last: str) -> int | None:
    """Whole seconds from one time of a log to another; None where one of them is no time."""
    return seconds_to(time_of(first), time_of(last))


def seconds_to(first: datetime | None, last: datetime | None) -> int | None:
    """Whole seconds from one time to another, if both are known."""
    return int((last - first).total_seconds()) if first and last else None


def time_of(text: str) -> datetime | None:
    """A time of a log; None for any other text."""
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None
