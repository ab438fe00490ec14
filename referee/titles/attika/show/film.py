"""Attika entry by entry, for readers who know different hands (AT-2.4): all of it comes out of `known`."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, cast

from referee.rules.rulebook import Header
from referee.show import story
from referee.show.film import Film, Seen, Still
from referee.show.sentences import chance_fixed, components_known, seats_of
from referee.show.turns import Turns
from referee.show.view import ReportTable, Row, Space
from referee.titles.attika.data.components import CITIES, AttikaComponents
from referee.titles.attika.data.land import Land, Place
from referee.titles.attika.data.tiles import AttikaHeader
from referee.titles.attika.rules.events import AttikaMoment
from referee.titles.attika.rules.state import Amounts, AttikaPosition, Mat
from referee.titles.attika.rules.turns import buildings, built_count
from referee.titles.attika.show import known, picture
from referee.titles.attika.show.known import hands_in_order, numbers_of_cards
from referee.titles.attika.show.mats import hands_table, seat_named
from referee.titles.attika.show.standing import standings
from referee.titles.attika.show.story import JOINED, REWARDED, SPENT, TELLING, TILE_PLACED
from referee.titles.attika.show.view import headline_of_sight
from referee.titles.attika.show.ways import NearestLinks, ways
from referee.words import Phrase, say, term, word_list

Tables = tuple[ReportTable, ...]

STANDING = ReportTable(
    "standing",
    say("Score"),
    (say("Seat"), say("Built"), say("Settlements"), say("Amphorae"), say("Cards"), say("Face down")),
    (),
)
"""Of each seat in brief how far it is."""
STORES = ReportTable("stores", say("Storage boards"), (say("Seat"), say("On the storage board")), ())
"""The open buildings of each seat."""


class SeatRows(NamedTuple):
    """What a seat had when its rows were last made, and the rows."""

    mat: Mat
    cards: int
    numbers: tuple[int, ...]
    standing: Row
    stores: Row


class Brief:
    """The tables after one entry, and after the next."""

    def __init__(self, readers: Sequence[str]) -> None:
        self.readers = readers
        self.hands: Mapping[str, Amounts] = {}
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
        found = {seat: rows_of_seat(known, seat, self.cards[seat], self.seats.get(seat)) for seat in known.course.order}
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
    return table if rows == table.rows else table._replace(rows=rows)


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


def film(read: Header, moments: Sequence[AttikaMoment], readers: Sequence[str], first: int = 0) -> Film:
    """The moments from `first` on, without the places for a due tile; the earlier ones show what is new in them."""
    header, seen = cast(AttikaHeader, read), known.sights(moments, "")
    last = seen[-1].position
    box = last.setting.box
    return Film(
        seats=seats_of(header["seats"], CITIES),
        board=picture.bare_board(header, last, picture.HexDrawing(box)),
        provenance=(*components_known(header["components"], box.name, box.provenance), chance_fixed(header, moments)),
        score=say("Buildings on the board"),
        stills=stills(header, moments, seen, readers, first),
        firsts=(JOINED, REWARDED, TILE_PLACED, SPENT),
    )


def stills(
    header: AttikaHeader, moments: Sequence[AttikaMoment], seen: list[known.Sight], readers: Sequence[str], first: int
) -> Iterator[Still]:
    """`seen`: the moments as everybody may know them. Only `known` is asked what else a reader may know."""
    surface, brief, links = LandSurface(seen[0].position.setting.box), Brief(readers), NearestLinks()

    def draw(header: AttikaHeader, at: int, turns: Turns) -> Still:
        sight, position = seen[at], seen[at].position
        tables = brief.after(position, moments[at].position) if position.course.order else [()] * len(readers)
        nearest = links.after(position)
        return Still(
            spaces=surface.after(position, picture.fresh(seen[: at + 1], turns)),
            headline=headline_of_sight(header, sight),
            scores=tuple([built_count(position, seat) for seat in position.setting.seats]),
            milestones=(),
            seen=tuple([Seen((), each) for each in tables]),
            standing=tuple(standings(sight.known_position, nearest)),
            mover=position.seat if sight.entry.get("kind") != "close" else "",
            ways=tuple(ways(position, nearest)),
        )

    return story.stills(TELLING, header, moments, readers, first, draw, seen, known.visible_events)


class LandSurface:
    """The spaces as last drawn: unchanged ones are neither drawn nor compared again."""

    def __init__(self, box: AttikaComponents) -> None:
        self.drawing = picture.HexDrawing(box)
        self.land: Land | None = None
        self.spaces: list[Space] = []
        self.fresh: Mapping[int, str] = {}
        self.shrines: dict[Place, Space] = {}
        self.shown: tuple[Space, ...] = ()

    def after(self, position: AttikaPosition, fresh: Mapping[int, str]) -> tuple[Space, ...]:
        """New hexes, and those with another mark: a new building is marked, and stays when its mark goes."""
        if position.land is self.land and fresh == self.fresh:
            return self.shown
        drawn, known = self.drawing.of(position, fresh), len(self.spaces)
        for hex in {**self.fresh, **fresh}:
            if hex < known and self.fresh.get(hex) != fresh.get(hex):
                self.spaces[hex] = drawn.space(hex)
        self.spaces += [drawn.space(hex) for hex in range(known, len(position.land.place))]
        self.land, self.fresh = position.land, fresh
        for number, place in enumerate(position.land.shrines, 1):
            if place not in self.shrines:
                self.shrines[place] = picture.shrine(place, number)
        self.shown = (*self.spaces, *[self.shrines[place] for place in position.land.shrines])
        return self.shown
