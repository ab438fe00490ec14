"""The tables of an export: their columns are the fields of these rows, and docs/reference/export.md explains each."""

from collections.abc import Iterator
from types import NoneType
from typing import NamedTuple, Union, get_args, get_type_hints

FORMAT = "referee-export/1"
"""The names, types and meanings of the columns. New columns at the end of a table do not change it."""


class GameRow(NamedTuple):
    """A game; what its end and its turns were is None where nobody has judged it."""

    game: str
    title: str
    edition: int
    last_edition: int
    board: str | None
    options: str
    players: int
    judged: bool
    status: str | None
    ending: str | None
    ended_by: str | None
    agreed: bool | None
    winners: int | None
    unit: str | None
    way: str | None
    entries: int
    turns: int | None
    began: str | None
    last: str | None
    seconds: int | None
    practice: bool
    known_deal: bool
    fork_of: str | None
    fork_entry: int | None
    counts: bool
    orders: bool
    clock: str | None
    birth: str
    head: str


class SeatRow(NamedTuple):
    """A seat of a game, and how it ended for it."""

    game: str
    seat: str
    number: int
    player: str
    first_player: str
    planned: bool
    place: int | None
    first_action: str | None
    score: int | None
    rank: int | None
    won: bool | None


class EntryRow(NamedTuple):
    """An entry of a log."""

    game: str
    entry: int
    recorded_at: str
    kind: str
    seat: str | None
    player: str | None
    entered_by: str | None
    turn: int | None
    seat_move: int | None
    seconds: int | None
    actions: str | None
    counted: str | None
    gone_by: int | None
    about: int | None
    rules: str | None
    why: str | None
    say: str | None
    shown: str | None
    fields: str


class ScoreRow(NamedTuple):
    """The score of a seat after a round."""

    game: str
    round: int
    seat: str
    label: str
    score: int


Row = GameRow | SeatRow | EntryRow | ScoreRow
TABLES: dict[str, tuple[type[Row], int]] = {
    "games": (GameRow, 1),
    "seats": (SeatRow, 2),
    "entries": (EntryRow, 2),
    "scores": (ScoreRow, 3),
}
"""Table → its rows, and how many of its columns are unique together: the first ones."""
TYPES: dict[object, str] = {str: "TEXT", int: "INTEGER", bool: "BOOLEAN"}
"""The type of a column in SQLite, and as the reference names it."""


class Column(NamedTuple):
    """A column: its name, its type as the reference names it, and whether it can be NULL."""

    name: str
    type: str
    optional: bool


def columns(table: str) -> Iterator[Column]:
    """The columns of a table in their order."""
    row, _ = TABLES[table]
    for name, hint in get_type_hints(row).items():
        kinds = [each for each in get_args(hint) or (hint,) if each is not NoneType]
        yield Column(name, TYPES[kinds[0]], Union[hint, None] == hint)  # noqa: UP007
