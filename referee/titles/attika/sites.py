"""What the seat to move could build, where, and for how much: the cheapest hexes of each building."""

from collections.abc import Iterator
from typing import NamedTuple

from referee.titles.attika.costs import Price, least, payment, price, spoken
from referee.titles.attika.known import Known
from referee.titles.attika.land import name
from referee.titles.attika.state import Amounts, Position
from referee.view import Row, Table, Word
from referee.words import Phrase, say

SHOWN = 4
"""So many hexes of a building are shown, the cheapest first."""


class Site(NamedTuple):
    cards: int
    building: str
    hex: int
    price: Price


def buildings(position: Position) -> tuple[str, ...]:
    """Those that the seat to move could build now: the one just drawn, or those on its storage board."""
    if position.turn.drawn:
        return (position.turn.drawn,)
    if position.turn.line == "draw" or position.turn.closed:
        return ()
    return tuple(dict.fromkeys(position.mats[position.seat].stored))


def sites(position: Position, building: str) -> list[Site]:
    """Every empty hex with the fewest cards that a building costs there, the cheapest first, then in board order."""
    found = []
    for hex in range(len(position.land.place)):
        if position.is_empty(hex):
            cost = price(position, position.seat, building, hex)
            left, anyhow = least(cost)
            found.append(Site(sum(left) + anyhow, building, hex, cost))
    return sorted(found, key=lambda site: (site.cards, site.hex))


def offers(position: Position, known: Known) -> Table:
    """For each building its cheapest hexes; what would be paid, only where the hand may be seen."""
    hand = known.hand(position.seat)
    rows = [
        Row((position.building(site.building).name, name(site.hex), *told(site, hand)), rules(site.price))
        for building in buildings(position)
        for site in sites(position, building)[:SHOWN]
    ]
    columns = [say("Building"), say("Hex"), say("Left to pay"), *([say("The hand pays")] if hand is not None else [])]
    heading = say("What {seat} could build, the cheapest hexes first", seat=position.seat)
    return Table("sites", heading, tuple(columns), tuple(rows))


def told(site: Site, hand: Amounts | None) -> Iterator[Word]:
    yield left_to_pay(site.price)
    if hand is not None:
        paid = payment(site.price, hand)
        yield say("not enough cards") if paid is None else spoken(paid)


def left_to_pay(cost: Price) -> Phrase:
    if cost.free:
        return say("free")
    left, anyhow = least(cost)
    if sum(left) and anyhow:
        return say("{left}, any {any}", left=spoken(left), any=anyhow)
    return say("any {any}", any=anyhow) if anyhow else say("{left}", left=spoken(left))


def rules(cost: Price) -> tuple[str, ...]:
    if cost.free:
        return ("AT-4.4",)
    own = "AT-4.5" if cost.any else "AT-4.3"
    return ("AT-4.2", own, *(["AT-5.2"] if cost.surcharge else []))


def free_places(position: Position) -> list[tuple[str, list[str]]]:
    """AT-4.4: each building that could be built free, and where."""
    found = [(each, [name(s.hex) for s in sites(position, each) if s.price.free]) for each in buildings(position)]
    return [(building, hexes) for building, hexes in found if hexes]
