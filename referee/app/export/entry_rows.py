"""The entries of a log as rows: all that the log itself says, and what of it counts."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from json import JSONEncoder
from typing import NamedTuple

from referee.app.export.tables import EntryRow
from referee.app.play.refusal import action_lines
from referee.rules.entry_shapes import ASIDES, TURNS, overruled_rules
from referee.rules.line import counted_entries, gone_by
from referee.store.documents import Entry, is_kind
from referee.store.log import Log

json_text = JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False).encode
OWN_COLUMNS = ("entry", "prev", "at", "kind", "seat", "by", "say", "shown", "why", "overrule", "state")
"""The fields of an entry that have columns of their own, or that only its chain needs."""
MOVES = (*TURNS, "correct")
"""The kinds of entries that hold a move."""


class Counted(NamedTuple):
    """What counts at the place of a turn: its actions in JSON, and the how-manieth of its seat it is."""

    actions: str
    seat_move: int


def entry_rows(found: Log, turns: Mapping[int, int]) -> Iterator[EntryRow]:
    """A row for each entry; `turns`: entry → the number of its turn, of those that were judged and count."""
    game, title, players = found.header["game"], found.header["title"], dict(found.header["seats"])
    counted, gone, last = counted_moves(found), gone_by(found.documents), ""
    for number, entry in enumerate(found.entries, 1):
        kind, seat, counts = entry["kind"], entry.get("seat"), counted.get(number)
        overrule = entry.get("overrule")
        yield EntryRow(
            game,
            number,
            entry["at"],
            kind,
            seat,
            players.get(seat) if seat else None,
            entry.get("by"),
            turns.get(number),
            counts.seat_move if counts else None,
            seconds_between(last, entry["at"]) if kind in TURNS else None,
            actions_text(title, entry) if kind in MOVES else None,
            counts.actions if counts else None,
            gone.get(number),
            entry_meant(entry),
            json_text(overruled_rules(entry)) if overrule else None,
            overrule["why"] if overrule else entry.get("why"),
            entry.get("say"),
            json_text(entry["shown"]) if entry.get("shown") else None,
            json_text({key: value for key, value in entry.items() if key not in OWN_COLUMNS}),
        )
        if kind == "player" and seat:
            players[seat] = entry["player"]
        if kind not in ASIDES:
            last = entry["at"]


def counted_moves(found: Log) -> dict[int, Counted]:
    """Entry → its move as it counts in the end; without those that were undone."""
    moves, had = dict[int, Counted](), dict[str, int]()
    for entry in counted_entries(found.documents):
        if is_kind(entry, *TURNS):
            had[entry["seat"]] = had.get(entry["seat"], 0) + 1
            text = actions_text(found.header["title"], entry)
            moves[int(entry["entry"])] = Counted(text, had[entry["seat"]])
    return moves


def actions_text(title: str, entry: Entry) -> str:
    """The actions of a move, each as one line of the log's notation, as a list in JSON."""
    return json_text(action_lines(title, entry))


def entry_meant(entry: Entry) -> int | None:
    """The number of the earlier entry that an entry is about."""
    number = entry.get("back", entry.get("corrects", entry.get("proposal")))
    return None if number is None else int(number)


def seconds_between(first: str, last: str) -> int | None:
    """Whole seconds from one time of a log to another; None where one of them is no time."""
    try:
        return int((datetime.fromisoformat(last) - datetime.fromisoformat(first)).total_seconds())
    except ValueError:
        return None
