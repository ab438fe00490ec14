"""What the planning player thinks of a position of Attika, only from what its seat may see."""

from referee.rules.hexes import distance
from referee.rules.rulebook import Worth
from referee.titles.attika.rules.setup import stack_place
from referee.titles.attika.rules.state import STACKS, AttikaPosition
from referee.titles.attika.rules.turns import cards_due, missing, winning_reasons
from referee.titles.attika.show.standing import FAR, Link, nearest_link

CARD, LATE = 4, 2
"""The worth of a card to a small hand, and so of an action; and when every building is drawn."""
ENOUGH = 6
"""So many cards more make each of them worth a point less: hoarded cards build nothing."""
BUILT, WINS = 9, 1000
"""A building on the board is a thirtieth of a victory."""
BESIDE, KIN = 3, 3
"""For each building still to come that will be free next to one, and for each of its group that it touches."""
APART = 4
"""A new settlement makes the next ones dearer (AT-5.2)."""
AMPHORA = 5
STOCK, DRAW, SHORT = 5, 9, 3
"""So many buildings on the storage board are enough; the worth of a draw, and more for each that is lacking."""


def outlook(position: AttikaPosition, seat: str) -> Worth[AttikaPosition]:
    """The cards and buildings of a seat, where these stand, and what is worth drawing."""
    mat = position.mats[seat]
    card = max((CARD if sum(mat.stacks) else LATE) - sum(position.hands[seat]) // ENOUGH, 0)
    own = nearest_link(position, seat)
    others = [nearest_link(position, each) for each in position.course.order if each != seat]
    piles = {stack_place(position.setting, seat, stack, 0)[0] for stack in range(len(STACKS))}

    def worth(after: AttikaPosition, shown: str) -> int:
        mine, turn = after.mats[seat], after.turn
        cards = sum(after.hands[seat]) + (turn.owed + cards_due(after) if turn.seat == seat else 0)
        drawn = DRAW + SHORT * max(STOCK - len(mat.stored), 0) - card if shown in piles else 0
        new = [hex for hex in mine.built if hex not in mat.built]
        return (
            card * cards
            + AMPHORA * mine.amphorae
            + WINS * bool(winning_reasons(after, seat))
            + drawn
            + sum([site_worth(after, seat, hex) + urgency([own], hex) + urgency(others, hex) for hex in new])
            - (tile_distance(position, after, seat) if len(after.land.place) > len(position.land.place) else 0)
        )

    return worth


def site_worth(after: AttikaPosition, seat: str, hex: int) -> int:
    """A building on its hex: its settlement, those of its group beside it, and those that it will make free."""
    mat, box = after.mats[seat], after.setting.box
    building, near = mat.built[hex], after.around(hex)
    group = box.buildings[building].group
    kin = sum(1 for each in near if each in mat.built and box.buildings[mat.built[each]].group == group)
    freed = sum(1 for each in missing(after, seat, group) if box.buildings[each].free_beside == building)
    apart = len(mat.settlements) > 1 and sum(mat.stacks) > 0 and not any(each in mat.built for each in near)
    room = min(freed, len([each for each in near if after.is_empty(each)]))
    return BUILT + KIN * kin + BESIDE * room - APART * apart


def urgency(links: list[Link], hex: int) -> int:
    """How much a hex on a shortest way between shrines matters: the more, the fewer buildings are missing."""
    needed = min([link.needed for link in links if hex in link.hexes], default=FAR)
    return 60 if needed == 1 else 24 // needed


def tile_distance(before: AttikaPosition, after: AttikaPosition, seat: str) -> int:
    """How far a new tile lies from the buildings of a seat that are nearest to it."""
    at = after.land.place[len(before.land.place)]
    mine = [after.land.place[hex] for hex in after.mats[seat].built] or list(before.land.place)
    return sum(sorted([distance(at, each) for each in mine])[:3])
