"""MG-8 and MG-10: building, valuing and selling markets; the end of the game, and what is worth what now."""

from collections.abc import Iterator

from referee.rules.rulebook import Breach, Outcome, rule
from referee.titles.magna_grecia.rules import events as happened
from referee.titles.magna_grecia.rules.events import MagnaGreciaEvent
from referee.titles.magna_grecia.rules.moves import BuildMarket, LayCity, LayRoad, SellMarket
from referee.titles.magna_grecia.rules.roads import holder
from referee.titles.magna_grecia.rules.state import NOWHERE, Market, Position
from referee.words import Phrase, say


def market_of(position: Position, seat: str, place: int) -> Market | None:
    """The one market of a seat in a place (MG-8.3)."""
    for each in position.markets.get(place, ()):
        if each.seat == seat:
            return each
    return None


def market_cost(position: Position, seat: str, place: int) -> int:
    """MG-8.4: a point for a village or for each tile of a city, and one for each unsold market of another seat."""
    size = len(position.cities[place].cells) if place in position.cities else 1
    return size + len([each for each in position.markets.get(place, ()) if each.seat != seat and not each.sold])


def value(position: Position, place: int) -> int:
    """MG-8.6: the number of different places directly connected."""
    return len(position.links.get(place, ()))


def is_active(position: Position, seat: str, place: int) -> bool:
    """MG-8.5: in the owner's own city, or directly connected to one."""
    cities = position.cities
    if place in cities and cities[place].seat == seat:
        return True
    for there in position.links.get(place, ()):
        city = cities.get(there)
        if city and city.seat == seat:
            return True
    return False


@rule("MG-8.2", BuildMarket, stage=1, fixed_by=(LayCity,))
def place_can_hold_it(position: Position, step: BuildMarket) -> Breach | None:
    place = position.place_at(step.cell)
    if place == NOWHERE:
        return Breach(say("{at} is neither a village nor a city.", at=step.at), hint=PLACES_TO_BUILD)
    if place in position.oracles:
        return Breach(say("{at} is an oracle. You can't build a market there.", at=step.at), hint=PLACES_TO_BUILD)
    return None


PLACES_TO_BUILD = say("Build it in a village, or in another player's city.")


@rule("MG-8.2", BuildMarket, stage=1, fixed_by=(LayCity,), overrulable=True)
def place_is_no_own_city(position: Position, step: BuildMarket) -> Breach | None:
    place = position.place_at(step.cell)
    if place not in position.cities or position.cities[place].seat != step.seat:
        return None
    words = "{at} is a city of {seat}. In your own city you only have the market you founded it with."
    return Breach(say(words, at=step.at, seat=step.seat), hint=PLACES_TO_BUILD)


@rule("MG-8.3", BuildMarket, stage=2, fixed_by=())
def first_market_there(position: Position, step: BuildMarket) -> Breach | None:
    mine = market_of(position, step.seat, position.place_at(step.cell))
    if mine is None:
        return None
    words = "{seat} already has a market at {at}."
    if mine.sold:
        words = "{seat} has a sold market at {at}, and it counts: only one is allowed there."
    hint = say("Choose a place where {seat} has no market yet.", seat=step.seat)
    return Breach(say(words, seat=step.seat, at=step.at), hint=hint)


@rule("MG-8.4", BuildMarket, stage=2, fixed_by=())
def market_can_be_paid(position: Position, step: BuildMarket) -> Breach | None:
    place = position.place_at(step.cell)
    price, have = market_cost(position, step.seat, place), position.purses[step.seat].points
    if price <= have:
        return None
    size = len(position.cities[place].cells) if place in position.cities else 1
    facts = {"at": step.at, "price": price, "size": size, "others": price - size, "seat": step.seat, "have": have}
    words = say(
        "A market at {at} costs {price} ({size} for its spaces, {others} for other players' "
        "unsold markets), but {seat} has {have}.",
        **facts,
    )
    hint = say("Choose a place that costs {have} or less. A village without any market costs 1.", have=have)
    return Breach(words, hint=hint if have else say("You can't build a market without points, but you can sell one."))


@rule("MG-8.8", BuildMarket, stage=2, fixed_by=(LayCity,))
def market_is_in_supply(position: Position, step: BuildMarket) -> Breach | None:
    if position.purses[step.seat].markets < 1:
        words = say("{seat} has no market left in the supply.", seat=step.seat)
        return Breach(words, hint=say("Leave `build` out. You can sell a market instead."))
    return None


def sellable(position: Position, seat: str) -> Phrase:
    """Where the seat has markets that it may sell (MG-8.7)."""
    mine = [place for place in sorted(position.markets) if Market(seat, False) in position.markets[place]]
    active = [place for place in mine if is_active(position, seat, place)]
    facts = {"seat": seat, "places": ", ".join([position.label(place) for place in active or mine])}
    if active:
        return say("{seat} can sell the market at {places}.", **facts)
    if mine:
        return say("{seat} has unsold markets at {places}, but none of them is active.", **facts)
    return say("{seat} has no unsold market.", seat=seat)


@rule("MG-8.7", SellMarket, fixed_by=(LayCity, LayRoad))
def unsold_market_is_there(position: Position, step: SellMarket) -> Breach | None:
    place = position.place_at(step.cell)
    mine = market_of(position, step.seat, place)
    facts = {"seat": step.seat, "at": step.at}
    if mine is None:
        return Breach(say("{seat} has no market at {at}.", **facts), hint=sellable(position, step.seat))
    if mine.sold:
        words = say("The market of {seat} at {at} is already sold.", **facts)
        return Breach(words, hint=sellable(position, step.seat))
    return None


@rule("MG-8.7", SellMarket, fixed_by=(LayCity, LayRoad), overrulable=True)
def market_to_sell_is_active(position: Position, step: SellMarket) -> Breach | None:
    """Of a market that is not there, or is sold, the rule before speaks."""
    place = position.place_at(step.cell)
    mine = market_of(position, step.seat, place)
    if mine is None or mine.sold or is_active(position, step.seat, place):
        return None
    words = "The market of {seat} at {at} is not active: no road connects it directly with a city of {seat} (MG-8.5)."
    return Breach(say(words, seat=step.seat, at=step.at), hint=sellable(position, step.seat))


ORACLE_POINTS = 4


def final_scoring(position: Position) -> Iterator[MagnaGreciaEvent]:
    """MG-10.2 to MG-10.4, step by step: markets removed, markets scored place by place, oracles scored, winners."""
    points = points_of(position)
    yield from removals(position)
    for event in scores(position):
        points[event.seat] += event.value
        yield event
    yield happened.GameEnded(winners(position, points))


def scores(position: Position, only: str = "") -> Iterator[happened.MarketScored | happened.OracleScored]:
    """Of all seats, or only of one."""
    yield from market_scores(position, only)
    yield from oracle_scores(position, only)


def removals(position: Position) -> Iterator[happened.MarketRemoved]:
    """Sold and inactive markets, in board order (MG-10.2)."""
    for place in sorted(position.markets):
        for market in position.markets[place]:
            if market.sold or not is_active(position, market.seat, place):
                yield happened.MarketRemoved(market.seat, place, market.sold)


def market_scores(position: Position, only: str = "") -> Iterator[happened.MarketScored]:
    """Every active unsold market, place by place in board order (MG-10.2)."""
    for place in sorted(position.markets):
        for market in position.markets[place]:
            if only in ("", market.seat) and not market.sold and is_active(position, market.seat, place):
                yield happened.MarketScored(market.seat, place, value(position, place))


def oracle_scores(position: Position, only: str = "") -> Iterator[happened.OracleScored]:
    """Four points for the owner of the city that each oracle points to (MG-10.3)."""
    for oracle in position.oracles:
        city = holder(position, oracle)
        if city != NOWHERE and only in ("", position.cities[city].seat):
            yield happened.OracleScored(position.cities[city].seat, oracle, ORACLE_POINTS)


def points_of(position: Position) -> dict[str, int]:
    """The points in hand of each seat."""
    return {seat: purse.points for seat, purse in position.purses.items()}


def projected_points(position: Position) -> dict[str, int]:
    """The points of each seat if the game ended now."""
    return {seat: projected_points_of(position, seat) for seat in position.purses}


def projected_points_of(position: Position, seat: str) -> int:
    """The points of one seat if the game ended now."""
    scored = () if position.clock.over else scores(position, seat)
    return position.purses[seat].points + sum([each.value for each in scored])


def tiles_left(position: Position, seat: str) -> int:
    """Road and city tiles in supply, the staging area not counted (MG-10.4)."""
    return position.purses[seat].roads + position.purses[seat].cities


def winners(position: Position, points: dict[str, int]) -> tuple[str, ...]:
    """MG-10.4: most points; among equals most tiles left; still equal, all of them."""
    ranks = {seat: (points[seat], tiles_left(position, seat)) for seat in position.setting.seats}
    best = max(ranks.values())
    return tuple(seat for seat in position.setting.seats if ranks[seat] == best)


def outcome(position: Position) -> Outcome | None:
    """MG-10.4: how a game ended, and whether tiles had to decide."""
    if not position.clock.over:
        return None
    points = points_of(position)
    won, best = winners(position, points), max(points.values())
    tied = list(points.values()).count(best) > len(won)
    way = say("by points, then by remaining tiles") if tied else say("shared") if len(won) > 1 else say("by points")
    return Outcome(won, points, say("points"), way)
