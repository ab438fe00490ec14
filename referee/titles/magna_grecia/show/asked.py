"""Whose turn it is, the options with an example of each, and a move to fill in."""

from collections.abc import Iterable, Iterator

from referee.rules.rulebook import Header
from referee.rules.search import is_surely_legal
from referee.show.sentences import may_heading, move_block, remark, turn_sentence
from referee.show.view import Asked, Line, Lines
from referee.titles.magna_grecia.rules.events import MagnaGreciaMoment
from referee.titles.magna_grecia.rules.moves import Action, exits_text
from referee.titles.magna_grecia.rules.oracles import free_villages
from referee.titles.magna_grecia.rules.play import PLAY, SHAPES
from referee.titles.magna_grecia.rules.setup import oracle_count
from referee.titles.magna_grecia.rules.state import NOWHERE, Position
from referee.titles.magna_grecia.rules.turns import card_limits, card_of, tiles_of_kind
from referee.titles.magna_grecia.show.picture import points, short_place_name
from referee.titles.magna_grecia.show.tables import MarketOffers, Sales
from referee.words import Phrase, say, terms

TRIED = 40
"""How many candidates of a kind are tried; an example is a kindness, not a list of legal moves."""


def examples(position: Position, offered: MarketOffers, sold: Sales) -> list[str]:
    """The lines of a move, each action alone legal now."""
    if not position.clock.round:
        villages = [(f"oracle: {label}", {"oracle": label}) for label in free_villages(position)]
        return ["actions:", *first_lawful(position, villages)]
    actions = [
        *first_lawful(position, roads(position)),
        *first_lawful(position, cities(position)),
        *first_lawful(position, resupplies(position)),
    ]
    return [*(["actions:"] if actions else []), *actions, *market(position, offered, sold)]


def first_lawful(position: Position, candidates: Iterable[tuple[str, Action]]) -> list[str]:
    """The line of the first candidate that the rules allow as the only action of a turn; or ""."""
    for _, (line, action) in zip(range(TRIED), candidates, strict=False):
        if is_surely_legal(PLAY, position, {"seat": position.seat, "actions": [action]}):
            return [f"  - {line}"]
    return []


def roads(position: Position) -> Iterator[tuple[str, Action]]:
    """Tiles that lengthen an own road, then those that leave a city, an own one first; best straight ahead."""
    if not position.purses[position.seat].roads:
        return
    board, starts = position.setting.board, list[tuple[int, int]]()
    for exit, (_, owners) in position.ends.items():
        if position.seat in owners and board.beyond[exit] != NOWHERE:
            starts.append((board.beyond[exit], (exit + 3) % 6))
    for city in sorted(position.cities.values(), key=lambda each: each.seat != position.seat):
        for cell in city.cells:
            starts += [(near, (edge + 3) % 6) for edge, near in enumerate(board.around[cell]) if near != NOWHERE]
    for cell, edge in [each for each in starts if position.is_empty(each[0])]:
        for a, b in sorted(SHAPES, key=lambda shape: (edge not in shape, shape[1] - shape[0] != 3)):
            if edge in (a, b):
                road = f"{position.label(cell)} {exits_text(a, b)}"
                yield f"road: {road}", {"road": road}


def cities(position: Position) -> Iterator[tuple[str, Action]]:
    """Spaces next to own cities, then villages."""
    purse = position.purses[position.seat]
    if not purse.cities or not purse.points:
        return
    mine = [cell for city in position.cities.values() if city.seat == position.seat for cell in city.cells]
    near = [each for cell in mine for each in position.neighbours(cell)]
    villages = [cell for cell, ground in enumerate(position.setting.board.ground) if ground != "."]
    for cell in dict.fromkeys([*near, *villages]):
        if cell not in position.roads and cell not in position.city_at:
            yield f"city: {position.label(cell)}", {"city": position.label(cell)}


def resupplies(position: Position) -> Iterator[tuple[str, Action]]:
    """As many tiles as there are next to another action, half of them roads if possible."""
    purse = position.purses[position.seat]
    most = card_limits(card_of(position), False)["resupply"]
    city = min(most // 2, purse.staged_cities)
    road = min(most - city, purse.staged_roads)
    city = min(most - road, purse.staged_cities)
    if road + city:
        yield f"resupply: {{road: {road}, city: {city}}}", {"resupply": {"road": road, "city": city}}


def market(position: Position, offered: MarketOffers, sold: Sales) -> list[str]:
    """The place that would score most for its cost, and the market that sells best."""
    open_to = [each for each in offered if not each.against]
    lines = []
    if open_to:
        best = max(open_to, key=lambda each: (each.active * each.worth - each.price, -each.place))
        lines.append(f"market: {{build: {position.label(best.place)}}}")
    if sold:
        place, _ = max(sold, key=lambda each: (each[1], -each[0]))
        lines.append(f"market: {{sell: {position.label(place)}}}")
    return lines


def turn_prompt(
    header: Header, moment: MagnaGreciaMoment, reader: str, offered: MarketOffers, sold: Sales
) -> Asked | None:
    """The request to the seat to move, as a reader gets it; None when nobody is."""
    position: Position = moment.position
    mover = position.seat
    if not mover or moment.entry.get("kind") == "close":
        return None
    lines = tuple(turn_lines(position, offered, sold) if position.clock.round else oracle_lines(position))
    may = Lines("may", may_heading(header, mover, reader), lines)
    options = [f"# {line}" for line in examples(position, offered, sold)]
    idle = say("Unchanged, this does nothing, but you must place an oracle.")
    idle = say("Unchanged, this is a pass.") if position.clock.round else idle
    block = move_block(header, moment, mover, options, (remark(idle),))
    return Asked(mover, mover_sentence(header, position, reader), may, block)


def mover_sentence(header: Header, position: Position, seat: str) -> Phrase:
    """Whose turn it is, said to one seat or to everybody."""
    mover = position.seat
    if seat in ("", mover):
        return turn_sentence(header, mover, seat)
    facts: dict[str, object] = {"player": header["seats"][mover], "mover": mover, "seat": seat}
    if seat in position.clock.waiting:
        before = position.clock.waiting[: position.clock.waiting.index(seat)]
        facts["before"] = terms(before)
        return say("{player} ({mover}) moves now. You ({seat}) move after {before}.", **facts)
    return say("{player} ({mover}) moves now. You ({seat}) have already moved this round.", **facts)


def oracle_lines(position: Position) -> Iterator[Line]:
    """MG-12.2: the seats place the oracles."""
    facts = {"number": len(position.oracles) + 1, "all": oracle_count(position.setting)}
    words = say("Put oracle {number} of {all} on an empty village without a green border.", **facts)
    yield Line(words, ("MG-2.2",), position.seat)
    words = say("You can choose {labels}.", labels=", ".join(free_villages(position)))
    yield Line(words, ("MG-2.2",), position.seat)


def turn_lines(position: Position, offered: MarketOffers, sold: Sales) -> Iterator[Line]:
    """The three actions with the limits of card, supply and points, then the market (MG-3.2 (b))."""
    seat, purse = position.seat, position.purses[position.seat]
    words = say("Take up to two actions (roads, cities, resupply), or one enhanced.")
    yield Line(words, ("MG-4.4", "MG-4.7", "MG-4.8"), seat)
    number = within(position, "road", purse.roads)
    words = say("Build roads: {number} (in the supply: {have}).", number=number, have=purse.roads)
    yield Line(words, ("MG-4.1", "MG-4.8", "MG-4.9"), seat)
    words = say(
        "Found or expand cities: {number} (in the supply: {have}; each tile costs 1 of your {points}).",
        number=within(position, "city", min(purse.cities, purse.points)),
        have=purse.cities,
        points=points(purse.points),
    )
    yield Line(words, ("MG-4.2", "MG-4.8", "MG-4.9", "MG-6.8"), seat)
    words = say(
        "Resupply, as your last action: {number} (in the staging area: {roads}, {cities}).",
        number=within(position, "resupply", purse.staged_roads + purse.staged_cities),
        roads=tiles_of_kind("road", purse.staged_roads),
        cities=tiles_of_kind("city", purse.staged_cities),
    )
    yield Line(words, ("MG-4.3", "MG-4.6", "MG-4.8", "MG-4.9"), seat)
    build, sell = say("none that you can pay for"), say("none of your unsold markets is active")
    if prices := [each.price for each in offered if not each.against]:
        facts = {"number": len(prices), "price": points(min(prices))}
        build = say("{number} places, the cheapest for {price}", **facts)
    if sold:
        place, brings = max(sold, key=lambda each: each[1])
        where = {"place": short_place_name(position, place), "points": points(brings)}
        sell = say("the best one, in {place}, scores {points}", **where)
    words = say("Then you can build a market ({build}) or sell one ({sell}).", build=build, sell=sell)
    yield Line(words, ("MG-3.2", "MG-8.2", "MG-8.7"), seat)


def within(position: Position, kind: str, most: int) -> Phrase:
    """How many next to another action and how many alone, within the card and the supply."""
    card = card_of(position)
    some, more = (min(most, card_limits(card, enhanced)[kind]) for enhanced in (False, True))
    if not more:
        return say("none now")
    if some == more:
        return say("up to {some}", some=some)
    return say("up to {some}, or {more} as the only action", some=some, more=more)
