"""Other deals of hidden hands in Attika: found by exchanging cards at random; of few cards all of them."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping

from other_deals import Table, shows_something_new, shows_something_new_to_all

from referee.testkit.hidden import Moved, Place
from referee.testkit.playouts import Playout
from referee.titles.attika.data.components import LANDSCAPES
from referee.titles.attika.rules.events import BuildingBuilt, CardDealt, CardTaken, DeckReshuffled
from referee.titles.attika.rules.state import Amounts

TRIES = 5000
"""So many exchanges are tried before an entry counts as one that teaches nothing."""


def entries_that_teach_by_hands(game: Playout) -> list[int]:
    """The entries that teach in a game with secret hands."""
    hands = Hands(game)
    last = game.log.last
    return [n for n in range(1, last + 1) if shows_something_new(hands.table, n) or hands.is_told(n)]


Act = tuple[int, str, Place | None, Amounts]
"""An entry, a seat, and the place of the card that it took there; or None, and what it paid."""
NOTHING: Amounts = (0, 0, 0, 0)


class Hands:
    """Who took which card of which deck when, and who paid what: to find deals in which somebody lacks a card."""

    def __init__(self, game: Playout) -> None:
        self.table, self.rng = Table(game), random.Random(game.log.last)
        self.acts = [act for number in range(1, game.log.last + 1) for act in acts_of(self.table, number)]
        self.acts_by_seat = {seat: [act for act in self.acts if act[1] == seat] for seat in game.header["seats"]}
        self.owner = {place: seat for _, seat, place, _ in self.acts if place}
        self.kinds = {
            (pile, at): LANDSCAPES.index(item)
            for pile, order in self.table.real.drawn.orders.items()
            if pile.startswith("deck/")
            for at, item in enumerate(order)
        }

    def is_told(self, number: int, tries: int = TRIES) -> bool:
        """Whether another deal with the same log before this entry differs in it."""
        return any(self.is_told_by(act, tries) for act in self.acts if act[0] == number)

    def is_told_by(self, act: Act, tries: int) -> bool:
        kinds = [-1] if act[2] else [kind for kind in range(4) if act[3][kind]]
        return any(self.is_short(act, kind, tries) for kind in kinds)

    def is_short(self, act: Act, kind: int, tries: int) -> bool:
        """Whether the rules confirm a deal in which the seat lacks a card of the kind, or takes another one (-1)."""
        return any(self.table.teaches(act[0], moved) for moved in self.walk(act, kind, tries))

    def walk(self, act: Act, kind: int, tries: int = TRIES) -> Iterator[Moved]:
        """Exchanges at random that keep the log before the entry as it is, and do not lead away from the goal."""
        kinds, order = dict(self.kinds), {place: place[1] for place in self.kinds if self.is_begun(place, act[0])}
        places = {pile: [each for each in order if each[0] == pile] for pile, _ in order}
        distance = self.distance(act, kind, kinds)
        for _ in range(tries):
            pairs = self.pairs(act, kind, kinds, places)
            for pair in pairs:
                exchange(kinds, order, *pair)
            after = self.distance(act, kind, kinds)
            if after > distance or not all(self.is_payable(each, act, kinds) for each in self.owners(pairs)):
                for pair in reversed(pairs):
                    exchange(kinds, order, *pair)
                continue
            distance = after
            if not distance:
                yield {place: index for place, index in order.items() if index != place[1]}
                return

    def pairs(
        self, act: Act, kind: int, kinds: Mapping[Place, int], places: Mapping[str, list[Place]]
    ) -> list[tuple[Place, Place]]:
        """One to three pairs of places of the same deck: what one exchange makes impossible the next can repair."""
        found = []
        for _ in range(self.rng.choice((1, 1, 2, 3))):
            one = self.first_place(act, kind, kinds, [each for every in places.values() for each in every])
            found.append((one, self.rng.choice(places[one[0]])))
        return found

    def first_place(self, act: Act, kind: int, kinds: Mapping[Place, int], places: list[Place]) -> Place:
        """The place of an item to exchange: every other time one that counts for the goal."""
        if self.rng.randrange(2):
            return self.rng.choice(places)
        if act[2]:
            return act[2]
        own = [each for _, _, each, _ in self.acts_before(act) if each and kinds[each] == kind]
        return self.rng.choice(own or places)

    def acts_before(self, act: Act) -> list[Act]:
        mine = self.acts_by_seat[act[1]]
        return mine[: next(at for at, each in enumerate(mine) if each is act)]

    def distance(self, act: Act, kind: int, kinds: Mapping[Place, int]) -> int:
        """How many cards of the kind the seat has too many to be unable to pay; or whether it takes the same card."""
        if act[2]:
            return int(kinds[act[2]] == self.kinds[act[2]])
        before = self.acts_before(act)
        taken = len([each for _, _, each, _ in before if each and kinds[each] == kind])
        return max(taken - sum(paid[kind] for _, _, _, paid in before) - act[3][kind] + 1, 0)

    def owners(self, pairs: list[tuple[Place, Place]]) -> dict[str, None]:
        return dict.fromkeys([self.owner[each] for pair in pairs for each in pair if each in self.owner])

    def is_payable(self, seat: str, last: Act, kinds: Mapping[Place, int]) -> bool:
        """Whether a seat has what it pays in all entries before."""
        hand = [0, 0, 0, 0]
        for number, _, place, paid in self.acts_by_seat[seat]:
            if number >= last[0]:
                return True
            if place:
                hand[kinds[place]] += 1
            elif any(have < each for have, each in zip(hand, paid, strict=True)):
                return False
            else:
                hand = [have - each for have, each in zip(hand, paid, strict=True)]
        return True

    def is_begun(self, place: Place, number: int) -> bool:
        """Whether the deck of a place was there before the end of this entry."""
        return self.table.first_asked((place[0], 0)) <= number


def exchange(kinds: dict[Place, int], order: dict[Place, int], one: Place, other: Place) -> None:
    kinds[one], kinds[other] = kinds[other], kinds[one]
    order[one], order[other] = order[other], order[one]


def acts_of(table: Table, number: int) -> Iterator[Act]:
    """The cards that were taken in an entry, and the payments, in their order."""
    places = iter([place for place, item in table.real.questions[number - 1] if item in LANDSCAPES])
    for event in table.real.moments[number].events:
        if isinstance(event, BuildingBuilt) and any(event.paid):
            yield number, event.seat, None, event.paid
        elif isinstance(event, CardDealt | CardTaken):
            yield number, event.seat, next(places), NOTHING


Hand = tuple[Amounts, ...]


def entries_that_teach_by_all_hands(game: Playout, most: int) -> tuple[list[int], int]:
    """The same from all positions that are possible for all that everybody sees.

    And the entry up to which that was done: it ends where there are more than `most` of them.
    """
    seats, found = list(game.header["seats"]), list[int]()
    table = Table(game)
    box = table.real.moments[0].position.setting.box
    deck = Counter(dict.fromkeys(range(4), box.cards))
    beliefs = {(((0, 0, 0, 0),) * len(seats), amounts(deck))}
    for number, moment in enumerate(table.real.moments[1:], 1):
        new = shows_something_new_to_all(table, number)
        for event in moment.events:
            if isinstance(event, DeckReshuffled):
                beliefs = {(hands, event.items) for hands, _ in beliefs}
            elif isinstance(event, CardDealt | CardTaken):
                new |= len({kind for _, left in beliefs for kind in range(4) if left[kind]}) > 1
                beliefs = {each for belief in beliefs for each in after_any_card(belief, seats.index(event.seat))}
            elif isinstance(event, BuildingBuilt):
                paying = {each for each in beliefs if can_pay(each[0][seats.index(event.seat)], event.paid)}
                new |= len(paying) < len(beliefs)
                beliefs = {(after_paying(hands, seats.index(event.seat), event.paid), left) for hands, left in paying}
            if len(beliefs) > most:
                return found, number - 1
        found += [number] if new else []
    return found, game.log.last


def amounts(kinds: Counter[int]) -> Amounts:
    return (kinds[0], kinds[1], kinds[2], kinds[3])


def plus_one(some: Amounts, kind: int, more: int) -> Amounts:
    return amounts(Counter({at: each + more * (at == kind) for at, each in enumerate(some)}))


def after_any_card(belief: tuple[Hand, Amounts], seat: int) -> Iterator[tuple[Hand, Amounts]]:
    """Each position after the seat took a card that the deck may have on top."""
    hands, left = belief
    for kind in [each for each in range(4) if left[each]]:
        yield (*hands[:seat], plus_one(hands[seat], kind, 1), *hands[seat + 1 :]), plus_one(left, kind, -1)


def can_pay(hand: Amounts, paid: Amounts) -> bool:
    return all(have >= each for have, each in zip(hand, paid, strict=True))


def after_paying(hands: Hand, seat: int, paid: Amounts) -> Hand:
    rest = amounts(Counter({kind: have - paid[kind] for kind, have in enumerate(hands[seat])}))
    return (*hands[:seat], rest, *hands[seat + 1 :])
