"""The tables for who steps through a game: from entry to entry a row, and a table, stays the object that it was.

Who compares what is shown with what was shown before need not look into what did not change.
"""

from collections.abc import Sequence
from functools import lru_cache

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


class Brief:
    """The tables after one entry, and after the next."""

    def __init__(self) -> None:
        self.seats: dict[str, tuple[Mat, int]] = {}
        self.rows: dict[str, tuple[Row, Row]] = {}
        self.shared: Tables = (STANDING, STORES)
        self.shown: dict[str, tuple[Hands, Tables, Tables]] = {}

    def after(self, known: Known, position: Position, readers: Sequence[str]) -> list[Tables]:
        """For each reader: the cards that it may see, and what everybody may (`known`)."""
        self.update(known)
        return [self.tables(reader, hands_in_order(position, reader)) for reader in readers]

    def update(self, known: Known) -> None:
        order, mats, cards = known.position.order, known.position.mats, known.cards
        changed = [seat for seat in order if self.is_changed(seat, mats[seat], cards[seat])]
        for seat in changed:
            self.seats[seat] = mats[seat], cards[seat]
            self.rows[seat] = standing_row_of(known, seat), store_row_of(known, seat)
        if changed:
            standing, stores = zip(*[self.rows[seat] for seat in order], strict=True)
            self.shared = with_rows(self.shared[0], standing), with_rows(self.shared[1], stores)

    def is_changed(self, seat: str, mat: Mat, cards: int) -> bool:
        before = self.seats.get(seat)
        return before is None or before[0] is not mat or before[1] != cards

    def tables(self, reader: str, hands: Hands) -> Tables:
        before = self.shown.get(reader)
        if before and before[0] == hands and before[1] is self.shared:
            return before[2]
        found = (hands_table(hands), *self.shared) if hands else self.shared
        self.shown[reader] = hands, self.shared, found
        return found


def with_rows(table: Table, rows: tuple[Row, ...]) -> Table:
    return table if rows == table.rows else table._replace(rows=rows)


def standing_row_of(known: Known, seat: str) -> Row:
    position, mat = known.position, known.position.mats[seat]
    numbers = len(mat.settlements), mat.amphorae, known.cards[seat], sum(mat.stacks)
    return standing_row(seat, built(position, seat), buildings(position), *numbers)


@lru_cache(1 << 12)
def standing_row(seat: str, done: int, all: int, *numbers: int) -> Row:
    return Row((seat_named(seat), so_many(done, all), *numbers), (), seat)


@lru_cache(1 << 10)
def so_many(done: int, all: int) -> Phrase:
    return say("{built} of {all}", built=done, all=all)


def store_row_of(known: Known, seat: str) -> Row:
    stored, box = known.position.mats[seat].stored, known.position.setting.box.buildings
    return store_row(seat, stored, tuple([box[each].name for each in stored]))


@lru_cache(1 << 12)
def store_row(seat: str, stored: tuple[str, ...], names: tuple[str, ...]) -> Row:
    """`names`: what each of the stored buildings is called."""
    called = dict(zip(stored, names, strict=True))
    found = [counted_name(name, stored.count(each)) for each, name in called.items()]
    return Row((seat_named(seat), listed(found) if found else say("nothing")), (), seat)


@lru_cache(1 << 10)
def counted_name(name: str, number: int) -> Phrase:
    return term(name) if number == 1 else say("{number} {name}", number=number, name=term(name))
