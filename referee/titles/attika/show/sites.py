"""What a seat could build, where, and for how much: from what the reader knows of its cards."""

from typing import NamedTuple

from referee.show.view import Line, Lines, ReportTable, Row, Section, Word
from referee.titles.attika.rules.costs import (
    PER_SYMBOL,
    HexPrice,
    Price,
    amounts_phrase,
    ground,
    least,
    payment,
    price,
)
from referee.titles.attika.rules.state import NONE, Amounts, AttikaPosition
from referee.titles.attika.show.known import KnownPosition
from referee.titles.attika.show.mats import nearest_link
from referee.titles.attika.show.names import building_name, hexes
from referee.words import Phrase, say, term

SHOWN = 5
"""So many hexes are shown for a building, the cheapest first."""


class Site(NamedTuple):
    """A building on a hex.

    left, anyhow  what is left to be paid when every symbol is used: by landscape, and cards of any kind
    paid          the cheapest payment of the hand; None when it is too small, or not known
    sure          whether the seat can certainly pay, as far as the reader knows
    """

    building: str
    hex: int
    price: Price
    left: Amounts
    anyhow: int
    paid: Amounts | None
    sure: bool

    @property
    def cards(self) -> int:
        """The cards that it takes, or would take from a hand that has all that fit."""
        return sum(self.left) + self.anyhow if self.paid is None else sum(self.paid)


class Offers:
    """What each seat could build and where, as far as a reader knows its cards; worked out once."""

    def __init__(self, known: KnownPosition) -> None:
        self.known = known
        self.ways: dict[str, tuple[int, ...]] = {}
        self.grounds: dict[str, dict[int, HexPrice]] = {}
        self.found: dict[tuple[str, str], list[Site]] = {}

    def sites(self, seat: str, building: str) -> list[Site]:
        """Every empty hex: those that can be paid first, the cheapest before others, then those that help the seat."""
        if (seat, building) not in self.found:
            self.found[seat, building] = ranked_sites(self.known, seat, building, self.ground(seat), self.way(seat))
        return self.found[seat, building]

    def way(self, seat: str) -> tuple[int, ...]:
        """The hexes on the shortest ways of a seat between two shrines."""
        if seat not in self.ways:
            self.ways[seat] = nearest_link(self.known.position, seat).hexes
        return self.ways[seat]

    def ground(self, seat: str) -> dict[int, HexPrice]:
        """What the empty hexes mean for a seat, in board order."""
        if seat not in self.grounds:
            position = self.known.position
            empty = [hex for hex in range(len(position.land.place)) if position.is_empty(hex)]
            self.grounds[seat] = {hex: ground(position, seat, hex) for hex in empty}
        return self.grounds[seat]


def ranked_sites(
    known: KnownPosition, seat: str, building: str, grounds: dict[int, HexPrice], way: tuple[int, ...]
) -> list[Site]:
    position = known.position
    found = [site(known, seat, building, hex, there) for hex, there in grounds.items()]
    return sorted(
        found,
        key=lambda each: (not each.sure, each.cards, -kindred_buildings(position, seat, each), each.hex not in way),
    )


def site(known: KnownPosition, seat: str, building: str, hex: int, there: HexPrice) -> Site:
    cost, hand = price(known.position, seat, building, hex, there), known.hands.get(seat)
    left, anyhow = (NONE, 0) if cost.free else least(cost)
    paid = None if hand is None else payment(cost, hand)
    enough = PER_SYMBOL * sum(left) + anyhow <= known.cards[seat]
    return Site(building, hex, cost, left, anyhow, paid, paid is not None if hand is not None else enough)


def kindred_buildings(position: AttikaPosition, seat: str, site: Site) -> int:
    """How many buildings of the same group and seat stand beside it."""
    group = position.building(site.building).group
    near = [position.buildings[each] for each in position.around(site.hex) if each in position.buildings]
    return sum(1 for built in near if built.seat == seat and position.building(built.building).group == group)


def on_hand(position: AttikaPosition, seat: str) -> tuple[str, ...]:
    """The building just drawn, then the kinds of buildings on the storage board."""
    drawn = (position.turn.drawn,) if position.turn.drawn and position.turn.seat == seat else ()
    return tuple(dict.fromkeys((*drawn, *position.mats[seat].stored)))


def tables(offers: Offers, seat: str) -> list[Section]:
    """What the seat could build for nothing, and the cheapest hexes of each of its buildings."""
    position = offers.known.position
    offered = {building: offers.sites(seat, building) for building in on_hand(position, seat)}
    freely = free(position, seat, offered)
    return [*([freely] if freely.lines else []), *([costs(offers.known, seat, offered)] if offered else [])]


def free(position: AttikaPosition, seat: str, offered: dict[str, list[Site]]) -> Lines:
    """AT-4.4: each building that could be built free, and where; no line where none could."""
    lines = []
    for building, found in offered.items():
        what = position.building(building)
        places = hexes(sorted(each.hex for each in found if each.price.free))
        if places:
            facts = {"what": term(what.name), "beside": building_name(position, what.free_beside), "places": places}
            words = say("{what}, beside the {beside}: on {places}.", **facts)
            lines.append(Line(words, (rule_of_free(position, building),), seat))
    return Lines("free", say("What {seat} could build for nothing", seat=seat), tuple(lines))


def rule_of_free(position: AttikaPosition, building: str) -> str:
    return "AT-4.5" if position.building(building).any else "AT-4.4"


def costs(known: KnownPosition, seat: str, offered: dict[str, list[Site]]) -> ReportTable:
    """For each building its cheapest hexes; what the hand would pay only where the reader may see it."""
    paying = seat in known.hands
    rows = [row for building, found in offered.items() for row in building_rows(known, building, found, paying)]
    columns = (say("Building"), say("On"), say("Left to pay"), *([say("The hand pays")] if paying else []))
    heading = say("What {seat}'s buildings cost, the cheapest hexes first", seat=seat)
    note = say(
        "Left to pay: what the symbols on the hex and on empty hexes beside it do not cover, each by one card of its "
        "kind or any two (AT-4.2, AT-4.3). Any: cards of any kind (AT-4.5, AT-5.2)."
    )
    return ReportTable("costs", heading, columns, tuple(rows), note)


def building_rows(known: KnownPosition, building: str, found: list[Site], paying: bool) -> list[Row]:
    """The cheapest hexes, those that cost the same together; the name once."""
    alike: dict[object, list[Site]] = {}
    for each in found[:SHOWN]:
        alike.setdefault((each.price.free, each.left, each.anyhow, each.paid), []).append(each)
    rows: list[Row] = []
    name: Word = term(building_name(known.position, building))
    for together in alike.values():
        words = [left_to_pay(together[0]), *([paid_words(together[0])] if paying else [])]
        rows.append(
            Row((name, hexes([each.hex for each in together]), *words), rules_of_price(known.position, together[0]))
        )
        name = ""
    return rows


def left_to_pay(site: Site) -> Phrase:
    """`free`, `nothing`, `hill 1 any 2`."""
    facts = {"named": amounts_phrase(site.left), "any": site.anyhow}
    if site.price.free:
        return say("free")
    if not site.anyhow:
        return say("{named}", **facts)
    return say("{named} any {any}", **facts) if sum(site.left) else say("any {any}", **facts)


def paid_words(site: Site) -> Phrase:
    return say("too few cards") if site.paid is None else say("{paid}", paid=amounts_phrase(site.paid))


def rules_of_price(position: AttikaPosition, site: Site) -> tuple[str, ...]:
    """The rules of a price."""
    if site.price.free:
        return (rule_of_free(position, site.building),)
    return ("AT-4.5" if site.price.any else "AT-4.3", *(["AT-5.2"] if site.price.surcharge else []))
