"""A planning player: it proposes a sensible next part of a turn, only from what its seat may see."""

from collections.abc import Iterator
from typing import NamedTuple

from referee.rules.hexes import distance
from referee.rules.search import lot
from referee.titles.attika.data.land import HEXES, name
from referee.titles.attika.rules import costs
from referee.titles.attika.rules.amphorae import completed_groups, missing
from referee.titles.attika.rules.branches import AttikaMove, Fields
from referee.titles.attika.rules.costs import ground, payment, price
from referee.titles.attika.rules.events import BuildingBuilt, TileLaid
from referee.titles.attika.rules.expansion import centre
from referee.titles.attika.rules.moves import PlaceTile, read_tile
from referee.titles.attika.rules.physics import evolve
from referee.titles.attika.rules.play import tile_candidates
from referee.titles.attika.rules.state import BUILDS, CARDS, STACKS, Amounts, AttikaPosition
from referee.titles.attika.show.sites import FAR, Link, nearest_link

CARD = 4
"""The worth of a card to a small hand, and so of an action."""
LATE = 2
"""The same when every building is drawn: then cards are good for nothing but those that are left."""
ENOUGH = 6
"""So many cards more make each of them worth a point less: hoarded cards build nothing."""
BUILT = 9
"""A building on the board is a thirtieth of a victory."""
WINS = 100
"""More than anything else."""
BESIDE = 3
"""For each building still to come that will be free next to this one."""
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
        self.others = [nearest_link(position, each) for each in position.course.order if each != seat]

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
        """Progress, ways gained and closed, and what will be free next to it, less the cards."""
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


TASTES = (
    SeatTaste(joins=2, closes=1, groups=2),
    SeatTaste(joins=0, closes=2, groups=3),
    SeatTaste(joins=1, closes=1, groups=4),
)
"""One who goes for the shrines, one who builds everything and keeps others from the shrines, one between."""
STOCK = 5
"""So many buildings on the storage board are enough to choose from."""
FEW = 3
"""With fewer than these one more draw is worth an amphora."""


def suggest(position: AttikaPosition, seed: int = 0) -> AttikaMove:
    """A legal next part of the turn for the seat to move. ValueError when the game is over."""
    seat, turn = position.seat, position.turn
    if not seat:
        raise ValueError("the game is over: nobody is to move")
    taste = taste_of(seat, seed)
    if turn.tile:
        return move_with_tile(position, taste, seed)
    if turn.drawn:
        return move(seat, what_becomes(position, taste), *goes_on(position, seed), end=ends(position))
    return next_part(position, taste, seed)


def move(seat: str, *actions: Fields, end: bool = False) -> AttikaMove:
    found: AttikaMove = {"seat": seat, "actions": list(actions)}
    return {**found, "end": True} if end else found


def taste_of(seat: str, seed: int) -> SeatTaste:
    """The seed gives each seat a taste."""
    return TASTES[lot(seed, seat)[0] % len(TASTES)]


def what_becomes(position: AttikaPosition, taste: SeatTaste) -> Fields:
    """The building just drawn is built where it is worth more than it costs, or stored."""
    drawn = position.turn.drawn
    site = best(position, taste, (drawn,))
    if site and site.worth > card_worth(position, position.seat):
        return {"build": site_text(site)}
    return {"store": drawn}


def goes_on(position: AttikaPosition, seed: int) -> list[Fields]:
    """The next draw in the same move, unless what becomes of the building may show a tile first."""
    turn = position.turn
    if turn.last or turn.done + 1 >= position.turn.limit:
        return []
    return [*draws(position, seed)["actions"]]


def ends(position: AttikaPosition) -> bool:
    """Whether the turn is to end with the building that was drawn, though an amphora could continue with it."""
    turn, mat = position.turn, position.mats[position.seat]
    return not turn.last and turn.done + 1 >= position.turn.limit and bool(mat.amphorae) and not draws_more(position)


def draws_more(position: AttikaPosition) -> bool:
    """Whether an amphora is returned for one more draw: when there is little to choose from."""
    mat = position.mats[position.seat]
    return mat.amphorae > 0 and sum(mat.stacks) > 0 and len(mat.stored) < FEW


def site_text(site: ValuedSite) -> str:
    """`tower at 7ne pay hill 1`; an empty payment is left out."""
    paid = f" pay {costs.amounts_text(site.paid)}" if sum(site.paid) else ""
    return f"{site.building} at {name(site.hex)}{paid}"


def best(position: AttikaPosition, taste: SeatTaste, buildings: tuple[str, ...]) -> ValuedSite | None:
    """The site that is worth most; the first of the box and of the board among equals."""
    return max(
        ShrineOutlook(position, position.seat, taste).sites(buildings), key=lambda site: site.worth, default=None
    )


def next_part(position: AttikaPosition, taste: SeatTaste, seed: int) -> AttikaMove:
    """Build what is worth it, or draw, or take cards."""
    seat, turn, mat = position.seat, position.turn, position.mats[position.seat]
    if turn.is_past_actions:
        return move(seat, end=True)
    if turn.line == "draw":
        return drawn_on(position, seed)
    free = BUILDS + turn.extra - turn.done
    sites = builds(position, taste, free + mat.amphorae)
    if turn.line == "build":
        return move(seat, *actions(sites, free), end=True)
    drawn, card = draws_worth(position), card_worth(position, seat)
    if sum(site.worth for site in sites[:free]) > max(drawn, card * len(sites[:free])) or (sites and not drawn):
        return move(seat, *actions(sites, free), end=len(sites) < BUILDS or bool(mat.amphorae))
    return draws(position, seed) if drawn > card * CARDS else takes_cards(position)


def drawn_on(position: AttikaPosition, seed: int) -> AttikaMove:
    """The next draw, with an amphora if it takes one, or the end of the turn."""
    bought = [] if position.turn.done < position.turn.limit else [{"amphora": "draw"}]
    if bought and not draws_more(position):
        return move(position.seat, end=True)
    found = draws(position, seed)
    return {**found, "actions": [*bought, *found["actions"]]} if found["actions"] else found


def takes_cards(position: AttikaPosition) -> AttikaMove:
    """A full pass; with an amphora for a card when the buildings that are left do not need it for a build."""
    mat = position.mats[position.seat]
    spare = mat.amphorae > 0 and len(mat.stored) <= BUILDS
    return move(position.seat, *[{"amphora": "card"}] * spare, end=True)


def actions(sites: list[ValuedSite], free: int) -> list[Fields]:
    """The builds; each after the first `free` ones needs an amphora."""
    found = [[{"amphora": "build"}] * (n >= free) + [{"build": site_text(site)}] for n, site in enumerate(sites)]
    return [action for each in found for action in each]


def builds(position: AttikaPosition, taste: SeatTaste, number: int) -> list[ValuedSite]:
    """Up to so many builds, each the best on the position that the one before leaves; as far as nothing is shown."""
    found: list[ValuedSite] = []
    seat = position.seat
    while len(found) < number and not position.turn.last:
        site = best(position, taste, tuple(dict.fromkeys(position.mats[seat].stored)))
        if site is None or site.worth <= card_worth(position, seat):
            return found
        found.append(site)
        position = evolve(position, BuildingBuilt(seat, site.building, site.hex, site.paid, True))
        if any(completed_groups(position, seat, site.hex)) and not position.supply.amphorae:
            return found
    return found


def draws_worth(position: AttikaPosition) -> int:
    """What the draw line is worth: much while the storage board is nearly empty, nothing without stacks."""
    mat = position.mats[position.seat]
    if not sum(mat.stacks):
        return 0
    return 14 + 3 * max(STOCK - len(mat.stored), 0)


def draws(position: AttikaPosition, seed: int) -> AttikaMove:
    """Draw from the stack that has most left; the main ones first."""
    stacks = position.mats[position.seat].stacks
    if not sum(stacks):
        return move(position.seat, end=True)
    at = max(range(len(STACKS)), key=lambda n: (stacks[n] > 0, n == 0, stacks[n], lot(seed, (n, stacks))))
    return move(position.seat, {"draw": STACKS[at]})


def move_with_tile(position: AttikaPosition, taste: SeatTaste, seed: int) -> AttikaMove:
    """The tile that is due; the turn continues in the same move, since nothing is shown by it."""
    action = tile(position, seed)
    after = evolve(position, tile_laid_event(position, action))
    if after.turn.done >= after.turn.limit and not after.mats[after.seat].amphorae:
        return move(position.seat, action)
    found = next_part(after, taste, seed)
    return {**found, "actions": [action, *found["actions"]]}


def tile_laid_event(position: AttikaPosition, action: Fields) -> TileLaid:
    step = read_tile(position, position.seat, action["tile"])
    assert isinstance(step, PlaceTile)
    return TileLaid(position.seat, position.turn.tile, centre(position, step), step.turn)


def tile(position: AttikaPosition, seed: int) -> Fields:
    """The tile goes to the place nearest to the seat's own buildings."""
    mine = [position.land.place[hex] for hex, built in position.buildings.items() if built.seat == position.seat]
    mine = mine or list(position.land.place[:HEXES])

    def far(action: Fields) -> tuple[int, bytes]:
        at = tile_laid_event(position, action).centre
        away = sorted(distance(at, each) for each in mine)
        return sum(away[:3]), lot(seed, action)

    places: list[Fields] = [found["actions"][0] for _, found in tile_candidates(position)]
    return min(places, key=far)
