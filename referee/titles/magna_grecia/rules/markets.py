"""MG-8: building, valuing and selling markets."""

from referee.rules.rulebook import Breach, rule
from referee.titles.magna_grecia.rules.moves import BuildMarket, LayCity, LayRoad, SellMarket
from referee.titles.magna_grecia.rules.state import NOWHERE, Market, Position
from referee.words import Phrase, say


def market_of(position: Position, seat: str, place: int) -> Market | None:
    """The one market of a seat in a place (MG-8.3)."""
    return next((each for each in position.markets.get(place, ()) if each.seat == seat), None)


def market_cost(position: Position, seat: str, place: int) -> int:
    """MG-8.4: a point for a village or for each tile of a city, and one for each unsold market of another seat."""
    size = len(position.cities[place].cells) if place in position.cities else 1
    return size + sum(1 for each in position.markets.get(place, ()) if each.seat != seat and not each.sold)


def value(position: Position, place: int) -> int:
    """MG-8.6: the number of different places directly connected."""
    return len(position.links.get(place, ()))


def is_active(position: Position, seat: str, place: int) -> bool:
    """MG-8.5: in one's own city, or directly connected to one."""
    cities = position.cities
    if place in cities and cities[place].seat == seat:
        return True
    return any(there in cities and cities[there].seat == seat for there in position.links.get(place, ()))


@rule("MG-8.2", BuildMarket, stage=1, fixed_by=(LayCity,))
def place_can_hold_it(position: Position, step: BuildMarket) -> Breach | None:
    place = position.place_at(step.cell)
    hint = say("Build it in a village, or in a city of another player.")
    if place == NOWHERE:
        return Breach(say("{at} is neither a village nor a city.", at=step.at), hint=hint)
    if place in position.oracles:
        return Breach(say("{at} is an oracle; no market stands there.", at=step.at), hint=hint)
    if place in position.cities and position.cities[place].seat == step.seat:
        words = say(
            "{at} is a city of {seat}'s own; the only market there is the one of its founding.",
            at=step.at,
            seat=step.seat,
        )
        return Breach(words, hint=hint)
    return None


@rule("MG-8.3", BuildMarket, stage=2, fixed_by=())
def first_market_there(position: Position, step: BuildMarket) -> Breach | None:
    mine = market_of(position, step.seat, position.place_at(step.cell))
    if mine is None:
        return None
    hint = say("Choose a place without a market of {seat}.", seat=step.seat)
    if mine.sold:
        words = say("{seat} has a sold market at {at}; it counts as the one there.", seat=step.seat, at=step.at)
        return Breach(words, hint=hint)
    return Breach(say("{seat} has a market at {at} already.", seat=step.seat, at=step.at), hint=hint)


@rule("MG-8.4", BuildMarket, stage=2, fixed_by=())
def market_can_be_paid(position: Position, step: BuildMarket) -> Breach | None:
    place = position.place_at(step.cell)
    price, have = market_cost(position, step.seat, place), position.purses[step.seat].points
    if price <= have:
        return None
    size = len(position.cities[place].cells) if place in position.cities else 1
    words = say(
        "A market at {at} costs {price} ({size} for its spaces, {others} for unsold markets of others); "
        "{seat} has {have}.",
        at=step.at,
        price=price,
        size=size,
        others=price - size,
        seat=step.seat,
        have=have,
    )
    hint = say("Choose a place that costs {have} or less: a village costs 1 where nobody has a market.", have=have)
    return Breach(words, hint=hint if have else say("Without points nothing is built; a market may be sold."))


@rule("MG-8.8", BuildMarket, stage=2, fixed_by=(LayCity,))
def market_is_in_supply(position: Position, step: BuildMarket) -> Breach | None:
    if position.purses[step.seat].markets < 1:
        words = say("{seat} has no market left in the supply.", seat=step.seat)
        return Breach(words, hint=say("Leave `build` out; a market may be sold."))
    return None


def sellable(position: Position, seat: str) -> Phrase:
    """Where the seat has markets that it may sell (MG-8.7)."""
    mine = [place for place in sorted(position.markets) if (each := market_of(position, seat, place)) and not each.sold]
    active = [position.label(place) for place in mine if is_active(position, seat, place)]
    idle = [position.label(place) for place in mine if not is_active(position, seat, place)]
    if active:
        return say("{seat} may sell the market at {places}.", seat=seat, places=", ".join(active))
    if idle:
        return say(
            "{seat} has unsold markets at {places}, and none of them is active.", seat=seat, places=", ".join(idle)
        )
    return say("{seat} has no unsold market.", seat=seat)


@rule("MG-8.7", SellMarket, fixed_by=(LayCity, LayRoad))
def active_unsold_market_is_there(position: Position, step: SellMarket) -> Breach | None:
    place = position.place_at(step.cell)
    mine = market_of(position, step.seat, place)
    facts = {"seat": step.seat, "at": step.at}
    if mine is None:
        return Breach(say("{seat} has no market at {at}.", **facts), hint=sellable(position, step.seat))
    if mine.sold:
        words = say("The market of {seat} at {at} is sold already.", **facts)
        return Breach(words, hint=sellable(position, step.seat))
    if not is_active(position, step.seat, place):
        words = say(
            "The market of {seat} at {at} is not active: no road joins it directly to a city of {seat} (MG-8.5).",
            **facts,
        )
        return Breach(words, hint=sellable(position, step.seat))
    return None
