"""AT-3.3, AT-4, AT-5.2: what a building costs on a hex, and which payment is made; what may be built, where.

AT-7: where a tile that was turned up may be placed.
"""

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from referee.rules.hexes import walk_end
from referee.rules.rulebook import Breach, rule
from referee.titles.attika.data.components import LANDSCAPES, NUMERALS
from referee.titles.attika.data.land import BLANK, NOWHERE, Place, borders, covered_places
from referee.titles.attika.rules.moves import NOT_STORED, Build, Draw, PlaceTile, Store, nearest_building
from referee.titles.attika.rules.state import NONE, Amounts, AttikaPosition, minus, plus
from referee.titles.attika.rules.turns import can_draw, wrong_name_breach
from referee.words import Phrase, keyword_term, say, word_list

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


@rule("AT-3.2", Build, stage=3, fixed_by=(Build, Draw, Store))
def builds_what_was_just_drawn(position: AttikaPosition, step: Build) -> Breach | None:
    drawn = position.turn.drawn
    if drawn and step.building not in ("", drawn):
        return wrong_name_breach(position, step.building)
    return None


@rule("AT-3.3", Build, stage=3, fixed_by=(Draw, Store))
def builds_from_the_storage_board(position: AttikaPosition, step: Build) -> Breach | None:
    stored = position.mats[step.seat].stored
    if position.turn.drawn or step.building in stored:
        return None
    there = word_list([keyword_term(name) for name in dict.fromkeys(position.building(each).name for each in stored)])
    facts: dict[str, object] = {"seat": step.seat, "building": step.building, "names": there if stored else say("none")}
    if not step.building:
        says = say("Name the building. The storage board of {seat} has {names}.", **facts)
        return Breach(says, hint=say("Write its name before the hex, as in `build: tower at {at}`.", at=step.at))
    if step.building not in position.setting.box.buildings:
        says = say("There is no building {building}. The storage board of {seat} has {names}.", **facts)
        near = nearest_building(step.building, position.setting.box, lambda each: each.id in stored, NOT_STORED)
        return Breach(says, hint=near or instead(position, step))
    facts["building"] = position.building(step.building).name
    says = say("The {building} is not on the storage board of {seat}, which has {names}.", **facts)
    number = list(position.mats[step.seat].built.values()).count(step.building)
    if number == position.building(step.building).number:
        says = say("{seat} has already built this: {building}. The storage board has {names}.", **facts)
    return Breach(says, hint=instead(position, step))


def instead(position: AttikaPosition, step: Build) -> Phrase:
    """What to do instead of building one that is not there."""
    mat, draws = position.mats[step.seat], can_draw(position, step.seat)
    if mat.stored:
        return say("Build one of these, or draw (AT-3.2).") if draws else say("Build one of these.")
    return say("Draw instead (AT-3.2).") if draws else say("Leave this line out.")


@rule("AT-4.1", Build, stage=3, fixed_by=(PlaceTile,))
def stands_on_an_empty_hex(position: AttikaPosition, step: Build) -> Breach | None:
    if step.hex == NOWHERE:
        return no_such_hex(position, step.at, len(position.land.tiles))
    return built_over(position, step.hex, step.at)


def built_over(position: AttikaPosition, hex: int, at: str) -> Breach | None:
    """What is on a hex already."""
    built = position.buildings.get(hex)
    if built is None:
        return None
    facts = {"owner": built.seat, "building": position.building(built.building).name, "at": at}
    says = say("{at} is taken: {owner} has already built there ({building}).", **facts)
    return Breach(says, hint=say("Choose an empty hex. The report lists the cheapest ones."))


def no_such_hex(position: AttikaPosition, at: str, tiles: int) -> Breach:
    """Why no hex has this name, with so many tiles on the table."""
    if at in [f"s{number}" for number in range(1, len(position.land.shrines) + 1)]:
        says = say("{at} is a shrine. You can't build on it.", at=at)
        return Breach(says, hint=say("Choose a hex of a tile."))
    words = (
        "There is no hex {at}. Write the number of a tile (1 to {tiles}), with n, ne, se, s, "
        "sw or nw if it is not the centre, such as 2ne."
    )
    return Breach(say(words, at=at, tiles=tiles), hint=say("The report shows the name of each hex on the board."))


@rule("AT-4.4", Build, stage=4, fixed_by=())
def nothing_is_paid_for_a_free_building(position: AttikaPosition, step: Build) -> Breach | None:
    if not step.pay or step.pay == NONE or not is_free(position, step.seat, building_of_step(position, step), step.hex):
        return None
    what = position.building(building_of_step(position, step))
    beside, paid = position.building(what.free_beside).name, amounts_phrase(step.pay)
    words = "This building is free there ({building}), next to {beside} of {seat}, but you pay {paid}."
    facts = {"building": what.name, "beside": beside, "seat": step.seat, "paid": paid}
    return Breach(say(words, **facts), hint=say("Leave `pay` out."))


@rule("AT-4.3", Build, stage=4, fixed_by=(Build,))
def pays_with_cards_of_the_hand(position: AttikaPosition, step: Build) -> Breach | None:
    hand = position.hands[step.seat]
    if not step.pay or step.pay == NONE or smaller(step.pay, hand) == step.pay:
        return None
    if is_free(position, step.seat, building_of_step(position, step), step.hex):
        return None  # that cards are paid at all is against AT-4.4
    facts = {"seat": step.seat, "paid": amounts_phrase(step.pay), "hand": amounts_phrase(hand)}
    says = say("{seat} can't pay {paid}: the hand has only {hand}.", **facts)
    if hand == NONE:
        says = say("{seat} can't pay {paid}: the hand is empty.", seat=step.seat, paid=facts["paid"])
    if payment(price_of_step(position, step), hand) is None:
        return Breach(says, hint=dearer(position))
    return Breach(says, hint=say("Leave `pay` out. Then the cheapest payment from the hand is made for you."))


@rule("AT-4.3", Build, stage=5, fixed_by=(Build, PlaceTile), overrulable=True)
def pays_each_symbol(position: AttikaPosition, step: Build) -> Breach | None:
    cost = price_of_step(position, step)
    return None if cost.any or is_building_paid(position, step, cost) else too_little(position, step, cost)


@rule("AT-4.5", Build, stage=5, fixed_by=(Build, PlaceTile), overrulable=True)
def pays_the_cards_of_a_road(position: AttikaPosition, step: Build) -> Breach | None:
    if not is_road(position, step):
        return None
    cost = price_of_step(position, step)
    return None if is_building_paid(position, step, cost) else too_little(position, step, cost)


@rule("AT-5.2", Build, stage=5, fixed_by=(Build, PlaceTile), overrulable=True)
def pays_the_cards_of_a_new_settlement(position: AttikaPosition, step: Build) -> Breach | None:
    if position.settlements_beside(step.seat, step.hex):
        return None
    cost, cards = price_of_step(position, step), paying_cards(position, step)
    if is_enough(cost, cards) or not is_building_paid(position, step, cost):
        return None
    return too_little(position, step, cost)


@rule("AT-4.5", Build, stage=5, fixed_by=(Build, PlaceTile), overrulable=True)
def uses_the_symbols_at_a_road(position: AttikaPosition, step: Build) -> Breach | None:
    if step.pay is None or not is_road(position, step):
        return None
    cost = price_of_step(position, step)
    return too_much(position, step, cost) if spares_symbols(step, cost) else None


@rule("AT-10.2", Build, stage=5, fixed_by=(Build, PlaceTile), overrulable=True)
def pays_nothing_beyond(position: AttikaPosition, step: Build) -> Breach | None:
    """Cards of the printed cost are never too many, since symbols need not be used; for a free building see AT-4.4."""
    printed = position.setting.box.buildings[building_of_step(position, step)].cost
    if not step.pay or step.pay == NONE or smaller(step.pay, printed) == step.pay:
        return None
    cost = price_of_step(position, step)
    if pays(cost, step.pay) or not is_enough(cost, step.pay) or spares_symbols(step, cost):
        return None
    return too_much(position, step, cost)


def spares_symbols(step: Build, cost: Price) -> bool:
    """Whether cards are paid for a road in place of symbols that must be used."""
    if step.pay is None or not cost.reduced:
        return False
    return fewest_for_road(cost) < sum(step.pay) - cost.surcharge <= cost.any


def too_much(position: AttikaPosition, step: Build, cost: Price) -> Breach:
    facts = {"paid": amounts_phrase(step.pay or NONE), "account": account(position, step, cost)}
    return Breach(say("{paid} is too much: {account}", **facts), hint=cheapest(position, step, cost))


def paying_cards(position: AttikaPosition, step: Build) -> Amounts:
    """The cards that may pay: those named, else all of the hand."""
    return position.hands[step.seat] if step.pay is None else step.pay


def is_building_paid(position: AttikaPosition, step: Build, cost: Price) -> bool:
    """Whether the cards are enough for the building itself, whatever a new settlement costs next to it."""
    return is_enough(cost, paying_cards(position, step), beside=cost.surcharge)


def too_little(position: AttikaPosition, step: Build, cost: Price) -> Breach:
    """What the cards named, or else the hand, are not enough for."""
    facts: dict[str, object] = {"account": account(position, step, cost)}
    if step.pay is None:
        hand = amounts_phrase(position.hands[step.seat])
        says = say("{account} The hand of {seat} has {hand}.", seat=step.seat, hand=hand, **facts)
        return Breach(says, hint=dearer(position))
    if sum(step.pay):
        says = say("{paid} is too little: {account}", paid=amounts_phrase(step.pay), **facts)
    else:
        says = say("This isn't free: {account}", **facts)
    return Breach(says, hint=cheapest(position, step, cost))


def cheapest(position: AttikaPosition, step: Build, cost: Price) -> Phrase:
    """What to pay instead, if the hand is enough."""
    best = payment(cost, position.hands[step.seat])
    if best is None:
        return dearer(position)
    return say("The cheapest payment is {best}. Leave `pay` out to pay that.", best=amounts_text(best))


def building_of_step(position: AttikaPosition, step: Build) -> str:
    """The building that a step builds."""
    return position.turn.drawn or step.building


def is_road(position: AttikaPosition, step: Build) -> bool:
    """Whether the building is paid in cards of any kind, where it is not free."""
    return position.setting.box.buildings[position.turn.drawn or step.building].any > 0


def price_of_step(position: AttikaPosition, step: Build) -> Price:
    return price(position, step.seat, position.turn.drawn or step.building, step.hex)


def dearer(position: AttikaPosition) -> Phrase:
    """What to do about a building for which the hand is too small."""
    if position.turn.drawn:
        return say("Build it where more of its symbols are next to the hex, or store it with `store`.")
    return say("Build where more of its symbols are next to the hex, or end the turn for cards with `end: true`.")


def account(position: AttikaPosition, step: Build, cost: Price) -> Phrase:
    """What the building costs there, reckoned out."""
    left, anyhow = least(cost)
    facts = {
        "building": position.building(building_of_step(position, step)).name,
        "at": step.at,
        "symbols": amounts_phrase(cost.symbols),
        "rest": rest_of(left, anyhow),
    }
    more = say("")
    if cost.surcharge:
        more = say(" and, as a new settlement, {cards} more of any kind (AT-5.2)", cards=cost.surcharge)
    if cost.any:
        words = "The {building} costs {five} cards of any kind{more}. Symbols on and around {at}: {symbols}. {rest}"
        return say(words, five=cost.any, more=more, **facts)
    words = "The {building} costs {cost}{more}. Symbols on and around {at}: {symbols}. {rest}"
    return say(words, cost=amounts_phrase(cost.cost), more=more, **facts)


def rest_of(left: Amounts, anyhow: int) -> Phrase:
    """What no symbol covers."""
    facts = {"left": amounts_phrase(left), "any": anyhow}
    if not anyhow and not sum(left):
        return say("Nothing is left to pay.")
    if not anyhow:
        return say("Left to pay: {left}. For each symbol pay one card of its kind or any two.", **facts)
    if not sum(left):
        return say("Left to pay: any {any}.", **facts)
    return say("Left to pay: {left} (for each symbol one card of its kind or any two), and any {any}.", **facts)


@rule("AT-7.1", PlaceTile, stage=1, fixed_by=(Build, Draw, Store))
def a_tile_was_turned_up(position: AttikaPosition, step: PlaceTile) -> Breach | None:
    if position.turn.tile:
        return None
    says = say(
        "No tile was turned up. You place a tile after you draw the last building of a stack and build or store it."
    )
    return Breach(says, hint=say("Leave this line out."))


@rule("AT-10.8", PlaceTile, stage=2, fixed_by=(PlaceTile,))
def starts_from_a_tile(position: AttikaPosition, step: PlaceTile) -> Breach | None:
    tiles = len(position.land.tiles)
    if 1 <= step.start <= tiles:
        return None
    hint = say("Begin at one of them, as in `from {last} ne ne se turn 2`.", last=tiles)
    return Breach(say("The walk must start from one of the tiles 1 to {tiles}.", tiles=tiles), hint=hint)


@rule("AT-7.1", PlaceTile, stage=3, fixed_by=())
def covers_nothing(position: AttikaPosition, step: PlaceTile) -> Breach | None:
    taken = covered_places(position.land, centre(position, step))
    if not taken:
        return None
    says = say("There, the tile would cover {names}.", names=", ".join(map(position.land.spot, taken)))
    hint = say("Keep the centres of two tiles at least three steps apart, and a centre and a shrine two.")
    return Breach(says, hint=hint)


@rule("AT-7.1", PlaceTile, stage=3, fixed_by=(PlaceTile,), overrulable=True)
def shares_a_side(position: AttikaPosition, step: PlaceTile) -> Breach | None:
    at = centre(position, step)
    if borders(position.land, at) or covered_places(position.land, at):
        return None
    says = say("There, the tile wouldn't touch a tile or a shrine along an edge.")
    return Breach(says, hint=say("The report lists all places; most are three steps from the centre of a tile."))


def centre(position: AttikaPosition, step: PlaceTile) -> Place:
    """The hex at the end of the walk."""
    return walk_end(position.land.tiles[step.start - 1].centre, step.walk)
