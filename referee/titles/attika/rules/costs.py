"""AT-4.2 to 4.5, AT-5.2: what a building costs on a hex, which payments are right, and which one the referee makes."""

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from referee.titles.attika.data.components import LANDSCAPES, NUMERALS
from referee.titles.attika.data.land import BLANK, NOWHERE
from referee.titles.attika.rules.state import NONE, Amounts, AttikaPosition, minus, plus
from referee.words import Phrase, say, word_list

SIGNS = "WFHM"
PER_SYMBOL = 2
"""AT-4.3: so many cards of any kind stand for one symbol."""


class Price(NamedTuple):
    """The cost of a building for a seat on a hex.

    free       AT-4.4, AT-4.5: nothing is paid
    cost       its printed symbols; `any`: cards of any kind instead (a road)
    symbols    the symbols on the hex and on empty hexes next to it
    surcharge  AT-5.2: cards of any kind for a new settlement
    reduced    AT-4.5: the symbols must be used for a road; else they need not be
    """

    free: bool
    cost: Amounts
    any: int
    symbols: Amounts
    surcharge: int
    reduced: bool = False


FREE = Price(True, NONE, 0, NONE, 0)


def ground(position: AttikaPosition, seat: str, hex: int) -> tuple[Amounts, int]:
    """AT-4.2: the symbols on a hex and on the empty hexes next to it; covered ones give nothing.

    And the surcharge: AT-5.2: a card for each settlement that the seat has, if the building touches none of them.
    """
    land, buildings, mat = position.land, position.buildings, position.mats[seat]
    built, alone = mat.built, True
    signs, shown = land.symbol, {BLANK: 0, "W": 0, "F": 0, "H": 0, "M": 0}
    if hex not in buildings:
        shown[signs[hex]] += 1
    for each in land.around[hex]:
        if each in buildings:
            alone = alone and each not in built
        elif each != NOWHERE:
            shown[signs[each]] += 1
    more = len(mat.settlements) if alone else 0
    return (shown["W"], shown["F"], shown["H"], shown["M"]), more


def paying_hexes(position: AttikaPosition, hex: int) -> tuple[int, ...]:
    """AT-4.2: where the symbols are that `ground` counts for a hex."""
    near = [hex, *[each for each in position.land.around[hex] if each != NOWHERE]]
    return tuple([each for each in near if each not in position.buildings and position.land.symbol[each] != BLANK])


def price(position: AttikaPosition, seat: str, building: str, hex: int) -> Price:
    """The price on an empty hex of the board."""
    if is_free(position, seat, building, hex):
        return FREE
    what = position.setting.box.buildings[building]
    reduced = position.setting.policies.road_symbols == "must be used"
    return Price(False, what.cost, what.any, *ground(position, seat, hex), reduced)


def is_free(position: AttikaPosition, seat: str, building: str, hex: int) -> bool:
    """Whether the building whose arrow points to this one is built by the same seat and adjacent (AT-4.4, AT-4.5)."""
    beside = position.setting.box.buildings[building].free_beside
    if beside:  # "" is no building
        built = position.mats[seat].built
        for each in position.land.around[hex]:
            if each in built and built[each] == beside:
                return True
    return False


def least(price: Price) -> tuple[Amounts, int]:
    """The rest to pay when every symbol is used: by landscape, and in cards of any kind."""
    _, cost, some, symbols, more, _ = price  # in half the time that a look at each takes
    water, forest, hill, mountain = minus(cost, symbols)
    left = (
        water if water > 0 else 0,
        forest if forest > 0 else 0,
        hill if hill > 0 else 0,
        mountain if mountain > 0 else 0,
    )  # in half the time of `max`
    return left, fewest_for_road(price) + more if some else more


def fewest_for_road(price: Price) -> int:
    """AT-4.5: the cards of any kind for a road when every symbol is used; 0 for other buildings."""
    return max(price.any - sum(price.symbols), 0)


def payment(price: Price, hand: Amounts) -> Amounts | None:
    """AT-4.3: the fewest cards; among those the most water, then forest, then hill. None when the hand is too small."""
    return payment_of(*least(price), hand)


def payment_of(left: Amounts, anyhow: int, hand: Amounts) -> Amounts | None:
    """The same for what `least` says of a price."""
    matching = smaller(left, hand)
    others = PER_SYMBOL * (sum(left) - sum(matching)) + anyhow
    if others > sum(hand) - sum(matching):
        return None
    return plus(matching, first_of(minus(hand, matching), others)) if others else matching


def is_enough(price: Price, cards: Amounts, beside: int = 0) -> bool:
    """Whether these cards pay the price, more of them than it needs perhaps; `beside`: cards of it that need not."""
    if price.free:
        return True
    left, anyhow = least(price)
    matching = sum(smaller(left, cards))
    return PER_SYMBOL * (sum(left) - matching) + anyhow - beside <= sum(cards) - matching


def smaller(a: Amounts, b: Amounts) -> Amounts:
    return (
        a[0] if a[0] < b[0] else b[0],
        a[1] if a[1] < b[1] else b[1],
        a[2] if a[2] < b[2] else b[2],
        a[3] if a[3] < b[3] else b[3],
    )  # in a third of the time of `min`


def first_of(amounts: Amounts, number: int) -> Amounts:
    """So many of these, water before forest before hill before mountain."""
    taken = []
    for amount in amounts:
        taken.append(min(amount, number))
        number -= taken[-1]
    return (taken[0], taken[1], taken[2], taken[3])


def pays(price: Price, paid: Amounts) -> bool:
    """AT-10.2, of a road AT-4.5: whether this pays what symbols leave and the surcharge exactly, nothing beyond."""
    free, cost, some, symbols, more, reduced = price
    if free:
        return paid == NONE
    number = sum(paid) - more
    if some:
        fewest = fewest_for_road(price)
        return fewest <= number <= (fewest if reduced else some)
    if can_cards_pay(cost, paid, smaller(cost, symbols), number):
        return True  # as most often every symbol is used
    return any(can_cards_pay(cost, paid, used, number) for used in uses(price))


def uses(price: Price) -> Iterator[Amounts]:
    """Every choice of symbols that cover a part of the cost, the most first: symbols need not be used (AT-10.2)."""
    water, forest, hill, mountain = [range(most, -1, -1) for most in smaller(price.cost, price.symbols)]
    return product(water, forest, hill, mountain)


def can_cards_pay(cost: Amounts, paid: Amounts, used: Amounts, number: int) -> bool:
    """Whether `number` cards, those of the surcharge left out, pay what these symbols leave of the cost.

    Of the symbols left, some are paid by one matching card each and the others by two of any kind.
    """
    left = minus(cost, used)
    matching = PER_SYMBOL * sum(left) - number
    return 0 <= matching <= sum(smaller(left, paid))


def amounts_text(amounts: Amounts) -> str:
    """`water 2 hill 1`; `nothing`: as move files and the log have it, in every language."""
    text = ""
    for landscape, cards in zip(LANDSCAPES, amounts, strict=True):
        if cards:
            text += f" {landscape} {NUMERALS[cards]}" if text else f"{landscape} {NUMERALS[cards]}"
    return text or "nothing"


def amounts_phrase(amounts: Amounts) -> Phrase:
    """`water 2 hill 1`; `nothing`."""
    some = [say("{landscape} {n}", landscape=name, n=n) for name, n in zip(LANDSCAPES, amounts, strict=True) if n]
    return word_list(some, " ") if some else say("nothing")
