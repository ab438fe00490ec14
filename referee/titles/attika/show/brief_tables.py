"""The tables for who steps through a game: from entry to entry a row, and a table, stays the object that it was.

Who compares what is shown with what was shown before need not look into what did not change.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from referee.rules.records import with_fields
from referee.show.view import ReportTable, Row
from referee.titles.attika.rules.ending import buildings, built_count
from referee.titles.attika.rules.state import Amounts, AttikaPosition, Mat
from referee.titles.attika.show.known import NOBODY, hands_in_order, numbers_of_cards
from referee.titles.attika.show.mats import hands_table, seat_named
from referee.words import Phrase, say, term, word_list

Tables = tuple[ReportTable, ...]

STANDING = ReportTable(
    "standing",
    say("Standing"),
    (say("Seat"), say("Built"), say("Settlements"), say("Amphorae"), say("Cards"), say("Face down")),
    (),
)
"""Of each seat in brief how far it is."""
STORES = ReportTable("stores", say("Storage boards"), (say("Seat"), say("On the storage board")), ())
"""The open buildings of each seat."""


class SeatRows(NamedTuple):
    """What a seat had when its rows were made last, and these."""

    mat: Mat
    cards: int
    numbers: tuple[int, ...]
    standing: Row
    stores: Row


class Brief:
    """The tables after one entry, and after the next."""

    def __init__(self, readers: Sequence[str]) -> None:
        self.readers = readers
        self.hands: Mapping[str, Amounts] = NOBODY
        self.cards: Mapping[str, int] = {}
        self.own: list[Tables] = []
        self.seats: dict[str, SeatRows] = {}
        self.shared: Tables = (STANDING, STORES)
        self.shown: list[Tables] = []

    def after(self, known: AttikaPosition, position: AttikaPosition) -> list[Tables]:
        """For each reader: the cards that it may see, and what everybody may (`known`)."""
        own, shared = self.own, self.shared
        if position.hands is not self.hands:
            self.hands, self.cards = position.hands, numbers_of_cards(position)
            self.own = [hands_seen(position, reader) for reader in self.readers]
        found = {seat: rows_of_seat(known, seat, self.cards[seat], self.seats.get(seat)) for seat in known.order}
        if found != self.seats:
            self.seats = found
            standing, stores = zip(*[(each.standing, each.stores) for each in found.values()], strict=True)
            self.shared = with_rows(shared[0], standing), with_rows(shared[1], stores)
        if self.own is not own or self.shared is not shared:
            self.shown = [(*each, *self.shared) for each in self.own]
        return self.shown


def hands_seen(position: AttikaPosition, reader: str) -> Tables:
    """The cards that the reader may see, if there are any."""
    hands = hands_in_order(position, reader)
    return (hands_table(hands),) if hands else ()


def with_rows(table: ReportTable, rows: tuple[Row, ...]) -> ReportTable:
    return table if rows == table.rows else with_fields(table, rows=rows)


def rows_of_seat(position: AttikaPosition, seat: str, cards: int, before: SeatRows | None) -> SeatRows:
    """The rows of a seat; those that it had before, if nothing in them is new."""
    mat = position.mats[seat]
    if before and before.mat is mat and before.cards == cards:
        return before
    numbers = built_count(position, seat), len(mat.settlements), mat.amphorae, cards, sum(mat.stacks)
    standing = before.standing if before and before.numbers == numbers else standing_row(position, seat, numbers)
    stores = before.stores if before and before.mat.stored == mat.stored else store_row(position, seat)
    return SeatRows(mat, cards, numbers, standing, stores)


def standing_row(position: AttikaPosition, seat: str, numbers: tuple[int, ...]) -> Row:
    done, *others = numbers
    return Row((seat_named(seat), so_many(done, buildings(position)), *others), (), seat)


def so_many(done: int, all: int) -> Phrase:
    return say("{built} of {all}", built=done, all=all)


def store_row(position: AttikaPosition, seat: str) -> Row:
    stored = position.mats[seat].stored
    found = [counted_name(position.building(each).name, stored.count(each)) for each in dict.fromkeys(stored)]
    return Row((seat_named(seat), word_list(found) if found else say("nothing")), (), seat)


def counted_name(name: str, number: int) -> Phrase:
    return term(name) if number == 1 else say("{number} {name}", number=number, name=term(name))
