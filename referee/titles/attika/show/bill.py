"""What was built, and its bill: what symbols covered, what was paid, the surcharge, and the settlements joined."""

from referee.show.view import Line, Word
from referee.titles.attika.data.components import Building
from referee.titles.attika.data.land import name
from referee.titles.attika.rules.costs import PER_SYMBOL, Price, amounts_phrase, can_cards_pay, price, uses
from referee.titles.attika.rules.events import BuildingBuilt
from referee.titles.attika.rules.state import BUILDS, Amounts, AttikaPosition
from referee.titles.attika.show.known import KnownChange
from referee.titles.attika.show.names import building_name, cards
from referee.words import Phrase, say

Told = tuple[Word, tuple[str, ...]]
"""A part of the sentence, and the rules that it rests on."""


def bill(change: KnownChange[BuildingBuilt]) -> Line:
    """The sentence on a building."""
    event, before = change.event, change.before
    cost = price(before, event.seat, event.building, event.hex)
    touched = len(before.settlements_beside(event.seat, event.hex))
    there = len(before.mats[event.seat].settlements) - touched + 1
    parts = [build_part(before, event), settlement_part(touched, there, cost.surcharge), costs(before, event, cost)]
    words = say("{built}{settlement}{paid}", built=parts[0][0], settlement=parts[1][0], paid=parts[2][0])
    rules = tuple(dict.fromkeys([rule for _, cited in parts for rule in cited]))
    return Line(words, rules, event.seat)


def build_part(before: AttikaPosition, event: BuildingBuilt) -> Told:
    facts: dict[str, object] = {
        "seat": event.seat,
        "building": building_name(before, event.building),
        "hex": name(event.hex),
    }
    if event.stored:
        facts |= {"number": before.turn.done + 1, "limit": BUILDS + before.turn.extra}
        return say("{seat} builds the {building} on {hex} (build {number} of {limit})", **facts), ("AT-3.3",)
    return say("{seat} builds the {building} on {hex}", **facts), ("AT-3.2",)


def settlement_part(touched: int, there: int, surcharge: int) -> Told:
    """AT-5: founding, and joining; how many settlements it touched, and how many there are now."""
    if touched > 1:
        words = say(", which joins {touched} settlements ({there} now)", touched=touched, there=there)
        return words, ("AT-5.1", "AT-5.3")
    if touched or not surcharge:
        return "", ()
    return say(", a new settlement ({there} now)", there=there), ("AT-5.2",)


def costs(before: AttikaPosition, event: BuildingBuilt, cost: Price) -> Told:
    what = before.building(event.building)
    return paid_for(what, building_name(before, what.free_beside) if cost.free else "", cost, event.paid)


def paid_for(what: Building, beside: str, cost: Price, paid: Amounts) -> Told:
    """How it was paid for."""
    if cost.free:
        words = say(", for nothing, beside the {beside}.", beside=beside)
        return words, ("AT-4.5" if what.any else "AT-4.4",)
    number = sum(paid) - cost.surcharge
    covered, doubled = any_covered(cost, number) if cost.any else named_covered(cost, paid, number)
    facts = {"paid": amounts_phrase(paid), "covered": covered, "doubled": doubled, "more": surcharge(cost.surcharge)}
    rules = (*(["AT-4.2"] if covered else []), "AT-4.5" if cost.any else "AT-4.3")
    return say(": cost {cost}{covered}; paid {paid}{doubled}{more}.", cost=printed_cost(what), **facts), rules


def printed_cost(what: Building) -> Phrase:
    return say("any {any}", any=what.any) if what.any else say("{cost}", cost=amounts_phrase(what.cost))


def any_covered(cost: Price, number: int) -> tuple[Word, Word]:
    """What of the cost of a road was covered by symbols of any kind."""
    covered = cost.any - number
    return (say(", symbols give {n}", n=covered) if covered else ""), ""


def named_covered(cost: Price, paid: Amounts, number: int) -> tuple[Word, Word]:
    """The most symbols that can have been used with this payment (AT-10.2), and symbols paid by two cards each."""
    used = max([each for each in uses(cost) if can_cards_pay(cost, paid, each, number)], key=sum)
    water, forest, hill, mountain = used
    covered = amounts_phrase((water, forest, hill, mountain))
    twice = (number - (sum(cost.cost) - sum(used))) // (PER_SYMBOL - 1)
    told = say(", symbols give {covered}", covered=covered) if sum(used) else ""
    return told, say(" ({twice} of its symbols by two cards each)", twice=twice) if twice else ""


def surcharge(number: int) -> Word:
    return say(", {cards} of it for the new settlement", cards=cards(number)) if number else ""
