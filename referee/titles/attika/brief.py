"""The tables for who steps through a game: from entry to entry a row, and a table, stays the object that it was.

Who compares what is shown with what was shown before need not look into what did not change.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from referee.titles.attika.ending import buildings, built
from referee.titles.attika.known import Known, hands_in_order
from referee.titles.attika.mats import Hands, hands_table, seat_named
from referee.titles.attika.state import Mat, Position
from referee.view import Row, Table
from referee.words import Phrase, listed, say, term

Tables = tuple[Table, ...]

STANDING = Table(
    "standing",
    say("Standing"),
    (say("Seat"), say("Built"), say("Settlements"), say("Amphorae"), say("Cards"), say("Face down")),
    (),
)
"""Of each seat in brief how far it is."""
STORES = Table("stores", say("Storage boards"), (say("Seat"), say("On the storage board")), ())
"""The open buildings of each seat."""


class Shown(NamedTuple):
    """What a seat had when its rows were made last, and these."""

    mat: Mat
    numbers: tuple[int, ...]
    standing: Row
    stores: Row


class Brief:
    """The tables after one entry, and after the next."""

    def __init__(self) -> None:
        self.seats: dict[str, Shown] = {}
        self.shared: Tables = (STANDING, STORES)
        self.shown: dict[str, tuple[Hands, Tables, Tables]] = {}

    def after(self, known: Known, position: Position, readers: Sequence[str]) -> list[Tables]:
        """For each reader: the cards that it may see, and what everybody may (`known`)."""
        order = known.position.order
        before = [self.seats.get(seat) for seat in order]
        found = [shown(known, *each) for each in zip(order, before, strict=True)]
        if found != before:
            self.seats = dict(zip(order, found, strict=True))
            standing, stores = zip(*[(each.standing, each.stores) for each in found], strict=True)
            self.shared = with_rows(self.shared[0], standing), with_rows(self.shared[1], stores)
        return [self.tables(reader, hands_in_order(position, reader)) for reader in readers]

    def tables(self, reader: str, hands: Hands) -> Tables:
        before = self.shown.get(reader)
        if before and before[0] == hands and before[1] is self.shared:
            return before[2]
        found = (hands_table(hands), *self.shared) if hands else self.shared
        self.shown[reader] = hands, self.shared, found
        return found


def with_rows(table: Table, rows: tuple[Row, ...]) -> Table:
    return table if rows == table.rows else table._replace(rows=rows)


def shown(known: Known, seat: str, before: Shown | None) -> Shown:
    """The rows of a seat; those that it had before, if nothing in them is new."""
    position, mat = known.position, known.position.mats[seat]
    numbers = built(position, seat), len(mat.settlements), mat.amphorae, known.cards[seat], sum(mat.stacks)
    if before and before.mat is mat and before.numbers == numbers:
        return before
    standing = before.standing if before and before.numbers == numbers else standing_row(position, seat, numbers)
    stores = before.stores if before and before.mat.stored == mat.stored else store_row(position, seat)
    return Shown(mat, numbers, standing, stores)


def standing_row(position: Position, seat: str, numbers: tuple[int, ...]) -> Row:
    done, *others = numbers
    return Row((seat_named(seat), so_many(done, buildings(position)), *others), (), seat)


@lru_cache
def so_many(done: int, all: int) -> Phrase:
    return say("{built} of {all}", built=done, all=all)


def store_row(position: Position, seat: str) -> Row:
    stored = position.mats[seat].stored
    found = [counted_name(position.building(each).name, stored.count(each)) for each in dict.fromkeys(stored)]
    return Row((seat_named(seat), listed(found) if found else say("nothing")), (), seat)


@lru_cache(1 << 10)
def counted_name(name: str, number: int) -> Phrase:
    return term(name) if number == 1 else say("{number} {name}", number=number, name=term(name))
