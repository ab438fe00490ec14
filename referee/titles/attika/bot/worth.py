"""What a building is worth to the planning player on a hex, in points of which a card has four."""

from collections.abc import Iterator
from typing import NamedTuple

from referee.titles.attika.rules.amphorae import missing
from referee.titles.attika.rules.costs import ground, payment, price
from referee.titles.attika.rules.state import Amounts, AttikaPosition
from referee.titles.attika.show.reach import FAR, Link, nearest_link

CARD = 4
"""What a card is worth to a small hand, and so an action."""
LATE = 2
"""The same when every building is drawn: then cards are good for nothing but those that are left."""
ENOUGH = 6
"""So many cards more make each of them worth a point less: hoarded cards build nothing."""
BUILT = 9
"""A building on the board is a thirtieth of a victory."""
WINS = 100
"""More than anything else."""
BESIDE = 3
"""For each building still to come that will be free beside this one."""
APART = 4
"""A new settlement makes the next ones dearer (AT-5.2)."""


class SeatTaste(NamedTuple):
    """What a player likes: joining shrines, keeping others from it, keeping groups together."""

    joins: int
    closes: int
    groups: int


class ValuedSite(NamedTuple):
    """A building on a hex: what it is worth, and what is paid for it."""

    worth: int
    building: str
    hex: int
    paid: Amounts


class ShrineOutlook:
    """What the planning player looks at in a position: the ways between shrines, its own and those of the others."""

    def __init__(self, position: AttikaPosition, seat: str, taste: SeatTaste) -> None:
        self.position, self.seat, self.taste = position, seat, taste
        self.card = card_worth(position, seat)
        self.own = nearest_link(position, seat)
        self.others = [nearest_link(position, each) for each in position.order if each != seat]

    def sites(self, buildings: tuple[str, ...]) -> Iterator[ValuedSite]:
        """Each building on each empty hex where the hand can pay for it."""
        hand = self.position.hands[self.seat]
        for hex in range(len(self.position.land.place)):
            if self.position.is_empty(hex):
                there = ground(self.position, self.seat, hex)
                for building in buildings:
                    paid = payment(price(self.position, self.seat, building, hex, there), hand)
                    if paid is not None:
                        yield ValuedSite(self.worth(building, hex, sum(paid)), building, hex, paid)

    def worth(self, building: str, hex: int, cards: int) -> int:
        """Progress, ways gained and closed, and what will be free beside it, less the cards."""
        return (
            BUILT
            + WINS * self.wins(hex)
            - self.card * cards
            - self.apart(hex)
            + self.taste.joins * urgency(self.own, hex)
            + self.taste.closes * max([urgency(link, hex) for link in self.others], default=0)
            + self.room(building, hex)
        )

    def wins(self, hex: int) -> bool:
        """Whether a building here ends the game, by joining shrines or as the last one (AT-8.1)."""
        mat, drawn = self.position.mats[self.seat], bool(self.position.turn.drawn)
        return (self.own.needed == 1 and hex in self.own.hexes) or sum(mat.stacks) + len(mat.stored) + drawn == 1

    def apart(self, hex: int) -> int:
        """What it costs later to found a settlement here; nothing when every building is drawn."""
        mat = self.position.mats[self.seat]
        if not mat.settlements or not sum(mat.stacks) or self.position.settlements_beside(self.seat, hex):
            return 0
        return APART

    def room(self, building: str, hex: int) -> int:
        """Buildings of the group that hang together, and those that this one makes free, as far as there is room."""
        position, box = self.position, self.position.setting.box
        near = [position.buildings[each] for each in position.around(hex) if each in position.buildings]
        group = box.buildings[building].group
        kin = sum(1 for each in near if each.seat == self.seat and box.buildings[each.building].group == group)
        to_come = missing(position, self.seat, group)
        freed = sum(1 for each in to_come if box.buildings[each].free_beside == building)
        empty = len([each for each in position.around(hex) if position.is_empty(each)])
        return self.taste.groups * kin + BESIDE * min(freed, empty)


def card_worth(position: AttikaPosition, seat: str) -> int:
    """The more cards, the less is one worth."""
    card = CARD if sum(position.mats[seat].stacks) else LATE
    return max(card - sum(position.hands[seat]) // ENOUGH, 0)


def urgency(link: Link, hex: int) -> int:
    """How much a hex on a shortest way between shrines matters: the more, the fewer buildings are missing."""
    if link.needed >= FAR or hex not in link.hexes:
        return 0
    return 60 if link.needed == 1 else 24 // link.needed
