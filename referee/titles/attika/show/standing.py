"""The position at a glance: how each city stands, and the best builds of the city to move.

What each seat could build, where and for how much (AT-4.2 to 4.5, AT-5.2), as far as a reader knows. And how near each
seat is to joining two shrines (AT-8.1), with the way across the board that it would complete.
"""

from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from referee.show.endings import Names, Won, best_loser, lead_sentence, plain_win, ranked_seats, winner_alert
from referee.show.view import Amount, Chart, OpenWay, Prospect, Score, Standing
from referee.titles.attika.data.land import NOWHERE, name
from referee.titles.attika.rules.building import PER_SYMBOL, Price, least, payment_of, price
from referee.titles.attika.rules.events import AttikaMoment
from referee.titles.attika.rules.state import NONE, Amounts, AttikaPosition
from referee.titles.attika.rules.turns import built_count, outcome, touched_shrines
from referee.titles.attika.show.known import Sight
from referee.titles.attika.show.names import amphorae, cards
from referee.words import AND, Phrase, say, term, word_list

FAR = 1 << 20
"""No way at all."""


class Link(NamedTuple):
    """The fewest buildings that a seat still needs to join two shrines (numbers from 0), and the hexes that serve.

    `hexes`: the empty hexes on a shortest way; `needed` is FAR when others have closed every way.
    """

    first: int
    second: int
    needed: int
    hexes: tuple[int, ...]


def nearest_link(position: AttikaPosition, seat: str) -> Link:
    """The link of a seat that needs the fewest buildings; the first among equals."""
    return min(links(position, seat), key=lambda link: link.needed)


def nearest_links(position: AttikaPosition) -> dict[str, Link]:
    """The nearest link of each seat in the game."""
    return {seat: nearest_link(position, seat) for seat in position.course.order}


class NearestLinks:
    """The nearest links after one entry, and after the next: only those that it may have changed are worked out."""

    def __init__(self) -> None:
        self.last: AttikaPosition | None = None
        self.found: dict[str, Link] = {}

    def after(self, position: AttikaPosition) -> Mapping[str, Link]:
        last, self.last = self.last, position
        if last is None or position.land is not last.land or position.course.order != last.course.order:
            self.found = nearest_links(position)
        elif position.buildings is not last.buildings:
            new = [hex for hex in position.buildings if hex not in last.buildings]
            for seat, link in self.found.items():
                # a building can bring its owner nearer; for others it only closes a way
                if any(position.owner(hex) == seat or hex in link.hexes for hex in new):
                    self.found = {**self.found, seat: nearest_link(position, seat)}
        return self.found


def links(position: AttikaPosition, seat: str) -> Iterator[Link]:
    """For each pair of shrines what a seat needs to join them on the land as it is."""
    shrines = range(len(position.land.shrines))
    costs = [hex_cost(position, seat, hex) for hex in range(len(position.land.place))]
    away = [distances(position, costs, shrine) for shrine in shrines]
    for first, second in combinations(shrines, 2):
        through = [a + b - own for a, b, own in zip(away[first], away[second], costs, strict=True)]
        needed = min(through)
        serving = [hex for hex, n in enumerate(through) if n == needed and costs[hex]]
        yield Link(first, second, min(needed, FAR), tuple(serving) if needed < FAR else ())


def hex_cost(position: AttikaPosition, seat: str, hex: int) -> int:
    """The cost that a hex adds to a way: nothing if the seat has built there, infinite if another seat has."""
    owner = position.owner(hex)
    return 1 if not owner else 0 if owner == seat else FAR


def distances(position: AttikaPosition, costs: list[int], shrine: int) -> list[int]:
    """For each hex the fewest buildings of a way from the shrine to it, those already built not counted."""
    found, around = [FAR] * len(costs), position.land.around
    front: deque[int] = deque()
    for hex, touched in position.land.beside.items():
        if shrine in touched and costs[hex] < FAR:
            found[hex] = costs[hex]
            (front.append if costs[hex] else front.appendleft)(hex)
    while front:
        here = front.popleft()
        for hex in around[here]:
            through = found[here] + costs[hex]
            if hex != NOWHERE and through < found[hex]:
                found[hex] = through
                (front.append if costs[hex] else front.appendleft)(hex)
    return found


CLOSE = 2
"""A way is drawn on the board from so many missing buildings on, and is an alert on the card of its seat."""


def ways(position: AttikaPosition, nearest: Mapping[str, Link]) -> Iterator[OpenWay]:
    """The nearest link of each seat that can still complete it and lacks little, or nothing."""
    for seat, link in nearest.items():
        left = position.setting.number - built_count(position, seat)
        if link.needed <= min(CLOSE, left):
            hexes = shortest_way(position, seat, link)
            ends = position.land.shrines[link.first], position.land.shrines[link.second]
            spaces = (ends[0], *[position.land.place[hex] for hex in hexes], ends[1])
            missing = [position.land.place[hex] for hex in hexes if position.is_empty(hex)]
            yield OpenWay(seat, spaces, tuple(missing), link.needed)


def shortest_way(position: AttikaPosition, seat: str, link: Link) -> list[int]:
    """The hexes of a link from its first shrine to its second: the fewest missing, and then the fewest in all."""
    costs = [hex_cost(position, seat, hex) for hex in range(len(position.land.place))]
    away = [distances(position, costs, shrine) for shrine in (link.first, link.second)]
    serving = [a + b - own == link.needed for a, b, own in zip(*away, costs, strict=True)]
    before: dict[int, int] = {}
    starts = [hex for hex, touched in position.land.beside.items() if link.first in touched and serving[hex]]
    front = deque((hex, hex) for hex in starts if away[0][hex] == costs[hex])
    while front:
        here, came_from = front.popleft()
        if here in before:
            continue
        before[here] = came_from
        if link.second in position.land.beside.get(here, ()) and away[1][here] == costs[here]:
            found = [here]
            while before[found[-1]] != found[-1]:
                found.append(before[found[-1]])
            return found[::-1]
        further = [each for each in position.around(here) if serving[each] and each not in before]
        front.extend((each, here) for each in further if away[0][each] == away[0][here] + costs[each])
    return []


class Site(NamedTuple):
    """A building on a hex, and what it costs there.

    left, anyhow  what is left to be paid when every symbol is used: by landscape, and cards of any kind
    paid   the cheapest payment of the hand; None when it is too small, or not known
    sure   whether the seat can certainly pay, as far as the reader knows
    cards  the cards that it takes, or would take from a hand that has all that fit
    """

    building: str
    hex: int
    price: Price
    left: Amounts
    anyhow: int
    paid: Amounts | None
    sure: bool
    cards: int


class Offers:
    """What each seat could build and where, as far as a reader knows its cards; worked out once.

    `links`: what each seat still needs to join two shrines.
    """

    def __init__(self, known: Sight, links: Mapping[str, Link]) -> None:
        self.known, self.links = known, links
        self.found: dict[tuple[str, str], list[Site]] = {}

    def sites(self, seat: str, building: str) -> list[Site]:
        """Every empty hex: those that can be paid first, the cheapest before others.

        Then hexes beside kindred come first, and those on the way between two shrines.
        """
        if (seat, building) not in self.found:
            position, way = self.known.position, self.links[seat].hexes
            group = position.setting.box.groups[position.building(building).group]
            mine = [hex for hex, each in position.buildings.items() if each.seat == seat and each.building in group]
            kindred = Counter([near for hex in mine for near in position.around(hex)])
            sites = [site_of(self.known, seat, building, hex) for hex in position.empty_hexes()]
            sites.sort(key=lambda each: (not each.sure, each.cards, -kindred[each.hex], each.hex not in way))
            self.found[seat, building] = sites
        return self.found[seat, building]


def site_of(known: Sight, seat: str, building: str, hex: int) -> Site:
    cost, hand = price(known.position, seat, building, hex), known.hands.get(seat)
    left, anyhow = (NONE, 0) if cost.free else least(cost)
    paid = None if hand is None else payment_of(left, anyhow, hand)
    needed = sum(left) + anyhow if paid is None else sum(paid)
    sure = PER_SYMBOL * sum(left) + anyhow <= known.position.mats[seat].cards if hand is None else paid is not None
    return Site(building, hex, cost, left, anyhow, paid, sure, needed)


def on_hand(position: AttikaPosition, seat: str) -> tuple[str, ...]:
    """The building just drawn, then the kinds of buildings on the storage board."""
    drawn = (position.turn.drawn,) if position.turn.drawn and position.turn.seat == seat else ()
    return tuple(dict.fromkeys((*drawn, *position.mats[seat].stored)))


def is_done(position: AttikaPosition) -> bool:
    """Whether nothing is left but to return amphorae, or to end the turn."""
    turn = position.turn
    return turn.is_past_actions or (bool(turn.line) and turn.done >= turn.limit)


def next_buildings(position: AttikaPosition) -> tuple[str, ...]:
    """What the seat to move could build next: the building that was drawn, or those of its storage board (AT-3.2)."""
    return (position.turn.drawn,) if position.turn.drawn else on_hand(position, position.seat)


def buildable(position: AttikaPosition) -> tuple[str, ...]:
    """The same, if the turn has a build left."""
    turn = position.turn
    return () if not turn.drawn and (turn.line == "draw" or is_done(position)) else next_buildings(position)


def scores(position: AttikaPosition) -> Iterator[Score]:
    """How many buildings each seat has on the board, of all that it needs (AT-8.1)."""
    for seat in position.course.order:
        built = built_count(position, seat)
        yield Score(seat, say("{built} of {all} built", built=built, all=position.setting.number))


def standings(known: Sight, missing: Mapping[str, Link]) -> Iterator[Standing]:
    """The cards of all seats: the winner, then most buildings, then the fewest missing between two shrines (AT-8.1).

    `missing`: the nearest link of each seat.
    """
    position = known.position
    won, built_by = position.course.winners, {seat: built_count(position, seat) for seat in position.course.order}
    marks = {seat: (seat not in won, -built_by[seat], missing[seat].needed) for seat in position.course.order}
    for rank, seat in ranked_seats(marks):
        total, mat = f"{built_by[seat]}/{position.setting.number}", position.mats[seat]
        earned = (Amount(mat.amphorae, amphorae(mat.amphorae)),) if mat.amphorae else ()
        supply = (Amount(mat.cards, cards(mat.cards)), *earned)
        yield Standing(seat, rank, total, parts(position, seat), supply, alert(position, seat, missing[seat]))


def parts(position: AttikaPosition, seat: str) -> tuple[Amount, ...]:
    """Where the buildings are that are not on the board yet: open on the storage board, or face down."""
    mat = position.mats[seat]
    drawn = int(bool(position.turn.drawn) and position.turn.seat == seat)
    waiting, below = len(mat.stored) + drawn, sum(mat.stacks)
    return (
        Amount(waiting, say("{number} open", number=waiting)),
        Amount(below, say("{number} face down", number=below)),
    )


def alert(position: AttikaPosition, seat: str, link: Link) -> Phrase | None:
    """That a seat has won, or is close to it: two shrines may be joined with the buildings that it still has."""
    needed = link.needed
    if seat in position.course.winners:
        return winner_alert(position.course.winners)
    if position.course.winners or not 0 < needed <= min(CLOSE, position.setting.number - built_count(position, seat)):
        return None
    return say("{number} to shrines", number=needed)


MOST = 3
"""So many chances are shown."""


def chances(offers: Offers) -> tuple[Prospect, ...]:
    """The builds that win, cost nothing or cost least, as far as the reader knows the hand; then the way to win."""
    position = offers.known.position
    if not position.seat or position.turn.tile or offers.known.entry.get("kind") == "close":
        return ()
    link, builds, found = offers.links[position.seat], list[Site](), list[Prospect]()
    for building in buildable(position):  # the best hex of each
        sites = [each for each in offers.sites(position.seat, building) if each.price.free or each.sure]
        builds += sorted(sites, key=lambda site: promise(site, link))[:1]
    for site in sorted(builds, key=lambda site: promise(site, link)):
        what = position.building(site.building).name
        facts = {"what": term(what), "hex": name(site.hex), "cost": cost_words(site)}
        words = say("Build {what} on {hex}, {cost}.", **facts)
        if wins(site, link):
            words = say("Build {what} on {hex}, {cost}: that wins the game.", **facts)
        found.append(Prospect(words, f"build: {what} at {name(site.hex)}"))
    return (*found[: MOST - 1], *link_chance(position, link), *found[MOST - 1 :])[:MOST]


def promise(site: Site, link: Link) -> tuple[bool, bool, int, bool]:
    """Builds in the order in which they are shown."""
    return not wins(site, link), not site.price.free, site.cards, site.hex not in link.hexes


def wins(site: Site, link: Link) -> bool:
    """Whether the build joins two shrines (AT-8.1)."""
    return link.needed == 1 and site.hex in link.hexes


def cost_words(site: Site) -> Phrase:
    """What a build costs: two cards may stand for one, so that a reader who can't see the hand knows only the least."""
    if site.price.free or not site.cards:
        return say("free")
    if site.paid is None:
        return say("for {cards} or more, depending on the hand", cards=cards(site.cards))
    return say("for {cards}", cards=cards(site.cards))


def link_chance(position: AttikaPosition, link: Link) -> Iterator[Prospect]:
    """How many buildings are missing between two shrines, where the seat has as many."""
    left = position.setting.number - built_count(position, position.seat)
    if not 0 < link.needed <= left or link.needed >= FAR:
        return
    facts = {"needed": link.needed, "first": f"s{link.first + 1}", "second": f"s{link.second + 1}"}
    if link.needed == 1:
        yield Prospect(say("1 more building connects {first} and {second} and wins.", **facts))
    else:
        yield Prospect(say("{needed} more buildings connect {first} and {second}.", **facts))


NEAR = 4
"""A loser who misses more buildings between two shrines was not close to winning by them."""


def how_won(names: Names, moments: Sequence[AttikaMoment], chart: Chart | None) -> Won:
    """The last of the moments is that of a finished game."""
    position = moments[-1].position
    ended, reasons = outcome(position), position.course.reasons
    assert ended
    winner = ended.winners[0]
    facts: dict[str, object] = {"winner": names[winner], "all": position.setting.number}
    if "shrines" in reasons:
        words = say("{winner} connected the shrines {shrines}.", shrines=joined_shrines(position, winner), **facts)
        return Won(say("{winner} connects the shrines", **facts), (words, nearest_loser(position, winner, names)))
    won = plain_win(ended, names)
    if "buildings" in reasons:
        loser = best_loser(ended.winners, ended.counts)
        facts |= {"loser": names[loser], "left": position.setting.number - ended.counts[loser]}
        words = say("{winner} built all {all} buildings. {loser}, the next best, had {left} left.", **facts)
        won = Won(say("{winner} builds the last of {all}", **facts), (words,))
    led = lead_sentence(chart, winner, names[winner]) if len(ended.winners) == 1 else None
    return won._replace(says=(*won.says, led)) if led else won


def joined_shrines(position: AttikaPosition, seat: str) -> Phrase:
    """The first shrines that one settlement of the seat connects: `s1 and s3`."""
    reached = [touched_shrines(position, each) for each in position.mats[seat].settlements]
    shrines = next(each for each in reached if len(each) > 1)
    return word_list([f"s{each + 1}" for each in shrines], AND)


def nearest_loser(position: AttikaPosition, winner: str, names: Names) -> Phrase:
    """How many buildings the loser who was nearest to it still needed between two shrines."""
    missing = {seat: nearest_link(position, seat).needed for seat in position.course.order if seat != winner}
    seat = min(missing, key=missing.__getitem__)
    if missing[seat] > NEAR:
        return say("Nobody else was close to a connection.")
    if missing[seat] == 1:
        return say("{loser} was one building short of a connection.", loser=names[seat])
    return say("{loser} was {missing} buildings short of a connection.", loser=names[seat], missing=missing[seat])
