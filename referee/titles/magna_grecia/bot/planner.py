"""A planning player: thinks one turn ahead, proposes sensible whole turns, and judges them by the rules alone.

First the roads worth laying, and what a position is worth to it; then how a turn is put together.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from referee.rules.hexes import distance
from referee.rules.rulebook import is_allowed
from referee.rules.search import after_steps, is_surely_legal, legal_candidates, lot
from referee.titles.magna_grecia.data.components import Card
from referee.titles.magna_grecia.rules.cities import may_found_on
from referee.titles.magna_grecia.rules.markets import ORACLE_POINTS, is_active, market_cost, market_of
from referee.titles.magna_grecia.rules.moves import (
    BuildMarket,
    EndTiles,
    LayCity,
    LayRoad,
    MagnaGreciaMove,
    MagnaGreciaStep,
    Resupply,
    SellMarket,
    exits_text,
    move_of_steps,
)
from referee.titles.magna_grecia.rules.play import PLAY
from referee.titles.magna_grecia.rules.roads import can_start_road, holder, is_reached_by_seat
from referee.titles.magna_grecia.rules.state import NOWHERE, Position, Purse
from referee.titles.magna_grecia.rules.turns import card_of

Work = tuple[LayRoad | LayCity, ...]
"""Tiles that make sense together: a road from place to place, the two tiles of a new city."""


class TurnPlan(NamedTuple):
    """Steps of a turn in order, how many road and city tiles they place, and the position after them."""

    position: Position
    steps: tuple[MagnaGreciaStep, ...]
    roads: int = 0
    cities: int = 0


def is_within_card(card: Card, roads: int, cities: int) -> bool:
    """Whether a turn may place that many tiles of each kind (MG-4.4, MG-4.8)."""
    if roads and cities:
        return roads <= card.roads and cities <= card.cities
    return roads <= card.more_roads and cities <= card.more_cities


def plan_with_tiles(plan: TurnPlan, card: Card, work: Work) -> TurnPlan | None:
    """The plan with more tiles, or None when card, supply or a rule forbids them."""
    laid = sum(1 for step in work if isinstance(step, LayRoad))
    roads, cities = plan.roads + laid, plan.cities + len(work) - laid
    purse = plan.position.purses[plan.position.seat]
    if not is_within_card(card, roads, cities) or laid > purse.roads or len(work) - laid > purse.cities:
        return None
    position = after_steps(PLAY, plan.position, work)
    return TurnPlan(position, plan.steps + work, roads, cities) if position else None


def whole(plan: TurnPlan) -> bool:
    """Whether the placements may end here (MG-6.2, MG-6.5)."""
    cities = tuple((step.cell, n) for n, step in enumerate(plan.steps) if isinstance(step, LayCity))
    return is_allowed(PLAY.law, plan.position, EndTiles(plan.position.seat, cities))


def plan_with_ending(plan: TurnPlan, step: Resupply | BuildMarket | SellMarket) -> TurnPlan | None:
    """The plan with a resupply or a market at its end, or None when a rule forbids it."""
    position = after_steps(PLAY, plan.position, (step,))
    return plan._replace(position=position, steps=(*plan.steps, step)) if position else None


def road(position: Position, cell: int, a: int, b: int) -> LayRoad:
    a, b = min(a, b), max(a, b)
    return LayRoad(position.seat, cell, a, b, position.label(cell), exits_text(a, b))


def city(position: Position, cell: int) -> LayCity:
    return LayCity(position.seat, cell, position.label(cell))


LONGEST = 5
"""Tiles of the longest road that is looked for."""
WIDEST = 10
"""How many roads are tried on the board."""


class Route(NamedTuple):
    """Tiles as (cell, edge, edge) that join two places; `start` may be NOWHERE for a road that begins in the open."""

    start: int
    goal: int
    tiles: tuple[tuple[int, int, int], ...]


def roads_to_try(position: Position, most: int) -> list[Work]:
    """The most promising roads, best first; of one that needs a tile more than `most` the beginning."""
    ways = [way for start, exits in origins(position) for way in ways_from(position, start, exits, longest(most))]
    rated = [(promise(position, way) // (1 if len(way.tiles) <= most else 3), way) for way in ways]
    rated.sort(key=lambda each: -each[0])
    return [tuple([road(position, *tile) for tile in way.tiles[:most]]) for value, way in rated[:WIDEST] if value > 0]


def longest(most: int) -> int:
    return min(most + 1, LONGEST)


def origins(position: Position) -> Iterator[tuple[int, list[int]]]:
    """Places from which the seat may build, each with the exits of new tiles next to it; then its own open roads."""
    mate = position.setting.board.mate
    for place in starting_places(position):
        cells = position.cities[place].cells if place in position.cities else (place,)
        yield place, [mate[6 * cell + edge] for cell in cells for edge in range(6)]
    for end, (other, owners) in position.ends.items():
        if position.seat in owners:
            there = position.setting.board.beyond[other]
            yield position.place_at(there), [mate[end]]


def starting_places(position: Position) -> list[int]:
    """Own cities, cities with an own market, and villages and oracles that own roads reach."""
    seat = position.seat
    cities = [place for place, city in position.cities.items() if city.seat == seat or market_of(position, seat, place)]
    villages = [
        place for place in position.links if place not in position.cities and is_reached_by_seat(position, seat, place)
    ]
    return cities + villages


def ways_from(position: Position, start: int, exits: list[int], most: int) -> list[Route]:
    """The shortest way to each place that is not connected to `start` yet; breadth first."""
    found: dict[int, Route] = {}
    linked = position.links.get(start, {})
    seen = {exit for exit in exits if exit != NOWHERE and is_empty(position, exit // 6)}
    paths: list[tuple[int, tuple[tuple[int, int, int], ...]]] = [(exit, ()) for exit in exits if exit in seen]
    for _ in range(most):
        longer = []
        for entry, tiles in paths:
            for leave, tile in onward(entry):
                goal, following = meets(position, leave)
                if goal != NOWHERE and goal != start and goal not in linked:
                    found.setdefault(goal, Route(start, goal, (*tiles, tile)))
                elif following != NOWHERE and following not in seen:
                    seen.add(following)
                    longer.append((following, (*tiles, tile)))
        paths = longer
    return list(found.values())


def onward(entry: int) -> Iterator[tuple[int, tuple[int, int, int]]]:
    """The three ways in which a tile entered by this exit continues: the exit where it leaves, and the tile."""
    cell, edge = divmod(entry, 6)
    for turn in (3, 2, 4):
        out = (edge + turn) % 6
        yield 6 * cell + out, (cell, edge, out)


def meets(position: Position, leave: int) -> tuple[int, int]:
    """The place that an exit reaches (perhaps by an own road), and else the exit of the next tile; or NOWHERE."""
    mate = position.setting.board.mate[leave]
    if mate == NOWHERE:
        return NOWHERE, NOWHERE
    if mate in position.ends:
        other, owners = position.ends[mate]
        mine = position.seat in owners
        return (position.place_at(position.setting.board.beyond[other]) if mine else NOWHERE), NOWHERE
    place = position.place_at(mate // 6)
    if place != NOWHERE:
        return place, NOWHERE
    return NOWHERE, NOWHERE if mate // 6 in position.roads else mate


def is_empty(position: Position, cell: int) -> bool:
    return cell not in position.roads and position.place_at(cell) == NOWHERE


def promise(position: Position, way: Route) -> int:
    """A quick guess at the worth of a new connection, so that only the best are tried."""
    both = end_promise(position, way.start, way.goal) + end_promise(position, way.goal, way.start)
    return both - 12 * len(way.tiles)


def end_promise(position: Position, place: int, other: int) -> int:
    """What one end gains from being connected to the other."""
    seat = position.seat
    there = position.markets.get(place, ())
    value = sum(100 if market.seat == seat else -40 for market in there if not market.sold)
    own = place in position.cities and position.cities[place].seat == seat
    if not own:
        return value
    if other in position.oracles:
        return value + oracle_promise(position, place, other)
    return value + 40 + 20 * sum(1 for near in position.links[place] if near in position.oracles)


def oracle_promise(position: Position, city: int, oracle: int) -> int:
    now = holder(position, oracle)
    if now == NOWHERE:
        return 400
    if position.cities[now].seat == position.seat:
        return 30
    return 300 if len(position.links[city]) + 1 > len(position.links[now]) else 60


def cuts_to_try(position: Position) -> list[Work]:
    """Single tiles in the way of the open ends of others (MG-7.5)."""
    found: list[Work] = []
    for end, (_, owners) in position.ends.items():
        cell = position.setting.board.beyond[end]
        if cell != NOWHERE and position.seat not in owners and is_empty(position, cell):
            found += [(road(position, cell, a, b),) for a, b in blocking(position, position.setting.board.mate[end])]
    return found


def blocking(position: Position, open_exit: int) -> list[tuple[int, int]]:
    """Tiles with no exit at `open_exit` that may start at their place."""
    cell, edge = divmod(open_exit, 6)
    starts = [out for out in range(6) if out != edge and can_start_road(position, position.seat, 6 * cell + out)]
    return [(start, out) for start in starts for turn in (2, 3, 4) if (out := (start + turn) % 6) != edge]


POINT = 100
NEARNESS = {1: 10, 2: 9, 3: 8, 4: 5, 5: 2}
"""Distance of a space from a village → how much one hopes for a road between them."""
SHORT_OF_POINTS = (-420, -260, -150, -80, -40, -15)
"""By points in hand, for a whole game ahead: what one cannot do for lack of points."""
ROAD_STOCK = (0, 45, 85, 120, 150, 170, 185, 195, 200)
CITY_STOCK = (0, 50, 90, 120, 140, 150, 155)

Near = tuple[tuple[tuple[int, int], ...], ...]


class GrowthTaste(NamedTuple):
    """Preferences of a player; numbers in hundredths of a point, for the rounds that remain.

    growth   most that a place may hope for, in a round
    used     what a connection that exists takes from this hope
    open     an open road, for each unit of nearness of what it may reach
    room     a city tile beyond the first
    options  a connection of an own city
    risk     an oracle held, for each connection that a rival is near to winning it
    """

    growth: int = 30
    used: int = 7
    open: int = 4
    room: int = 20
    options: int = 6
    risk: int = 10


@lru_cache(maxsize=8)  # a simulation takes 13 % longer without it
def nearness(axial: tuple[tuple[int, int], ...], ground: str) -> Near:
    """cell → the villages near it, each with its nearness."""
    villages = [(cell, axial[cell]) for cell, sign in enumerate(ground) if sign in "vV"]
    return tuple([near_one(here, villages) for here in axial])


def near_one(here: tuple[int, int], villages: list[tuple[int, tuple[int, int]]]) -> tuple[tuple[int, int], ...]:
    apart = [(village, distance(here, there)) for village, there in villages]
    return tuple([(village, NEARNESS[far]) for village, far in apart if far in NEARNESS])


class GrowthOutlook:
    """Values positions for one seat; `left` are the rounds that remain after the present one."""

    def __init__(self, position: Position, taste: GrowthTaste) -> None:
        setting = position.setting
        self.seat = position.seat
        self.taste = taste
        self.near = nearness(setting.board.axial, setting.board.ground)
        self.riches = tuple([sum([near for _, near in each]) for each in self.near])
        self.left = setting.rounds - position.clock.round
        self.rounds = setting.rounds

    def worth(self, position: Position) -> int:
        """Own worth less what the strongest rival and the mean rival have, half each."""
        values = self.values(position)
        mine = values.pop(self.seat)
        rivals = list(values.values())
        return 2 * mine - max(rivals) - sum(rivals) // len(rivals)

    def values(self, position: Position) -> dict[str, int]:
        """Each seat's worth."""
        values = {seat: self.in_hand(purse) for seat, purse in position.purses.items()}
        self.add_markets(position, values)
        self.add_oracles(position, values)
        if self.left:
            self.add_open_roads(position, values)
            self.add_cities(position, values)
        return values

    def in_hand(self, purse: Purse) -> int:
        """Points and tiles."""
        if not self.left:
            return purse.points * POINT + purse.roads + purse.cities
        hopes = stock_value(ROAD_STOCK, purse.roads) + stock_value(CITY_STOCK, purse.cities)
        if purse.points < len(SHORT_OF_POINTS):
            hopes += SHORT_OF_POINTS[purse.points]
        return purse.points * POINT + hopes * (self.left + 4) // (self.rounds + 4)

    def add_markets(self, position: Position, values: dict[str, int]) -> None:
        for place, there in position.markets.items():
            full = len(position.links.get(place, ())) * POINT + self.growth(position, place)
            for market in there:
                if not market.sold:
                    active = is_active(position, market.seat, place)
                    values[market.seat] += full if active else self.inactive_worth(full)

    def inactive_worth(self, full: int) -> int:
        """The value of a market that is not active yet."""
        return full * min(self.left, 6) // 12

    def growth(self, position: Position, place: int) -> int:
        """Hope for more connections of a place before the end."""
        cells = position.cities[place].cells if place in position.cities else (place,)
        hope = sum([self.riches[cell] for cell in cells]) - self.taste.used * len(position.links.get(place, ()))
        return max(0, min(hope, self.taste.growth)) * self.left

    def add_oracles(self, position: Position, values: dict[str, int]) -> None:
        for oracle in position.oracles:
            city = holder(position, oracle)
            if city != NOWHERE:
                values[position.cities[city].seat] += self.attention(position, oracle, city)

    def attention(self, position: Position, oracle: int, city: int) -> int:
        """An oracle's points, less when rivals are near to winning it over."""
        links = position.links
        rivals = [len(links[each]) for each in links[oracle] if each != city and each in position.cities]
        margin = len(links[city]) - max(rivals, default=-1)
        return ORACLE_POINTS * POINT - max(0, 4 - margin) * min(self.left, 5) * self.taste.risk

    def add_open_roads(self, position: Position, values: dict[str, int]) -> None:
        """An open end whose road starts at a place may reach another."""
        for end, (other, owners) in position.ends.items():
            cell = position.setting.board.beyond[end]
            if cell != NOWHERE and cell not in position.roads and position.place_at(cell) == NOWHERE:
                hope = self.ahead(position, cell, position.place_at(position.setting.board.beyond[other]))
                for seat in owners:
                    values[seat] += hope

    def ahead(self, position: Position, cell: int, start: int) -> int:
        """Hope for an open road that faces this cell and comes from that place (or from nowhere)."""
        linked = position.links.get(start, ())
        goals = [(position.place_at(village), near) for village, near in self.near[cell]]
        best = max([near for goal, near in goals if goal != start and goal not in linked], default=0)
        return best * self.taste.open * min(self.left, 3) // (3 if start != NOWHERE else 9)

    def add_cities(self, position: Position, values: dict[str, int]) -> None:
        """Places connected to the seat's own city are places for active markets; large ones have room for more."""
        for place, each in position.cities.items():
            hope = self.taste.options * len(position.links[place]) * min(self.left, 5)
            values[each.seat] += hope + self.taste.room * (len(each.cells) - 1) * self.left // self.rounds


def stock_value(table: tuple[int, ...], number: int) -> int:
    return table[min(number, len(table) - 1)]


BUILDINGS, SALES = 4, 2
"""How many places are tried for a market, how many markets for a sale."""


def resupplies(plan: TurnPlan, card: Card) -> Iterator[TurnPlan]:
    """The plan with all the resupply that the card still allows (MG-4.4, MG-4.8), in several mixes of tiles."""
    purse = plan.position.purses[plan.position.seat]
    most = resupply_left(plan, card)
    for part in (4, 3, 2, 1, 0) if most else ():
        roads = min(most * part // 4, purse.staged_roads)
        cities = min(most - roads, purse.staged_cities)
        if roads + cities:
            taken = plan_with_ending(plan, Resupply(plan.position.seat, min(most - cities, purse.staged_roads), cities))
            if taken:
                yield taken


def resupply_left(plan: TurnPlan, card: Card) -> int:
    if not plan.roads and not plan.cities:
        return card.more_resupply
    if (plan.roads and plan.cities) or plan.roads > card.roads or plan.cities > card.cities:
        return 0
    return card.resupply


def markets(plan: TurnPlan, outlook: GrowthOutlook) -> Iterator[TurnPlan]:
    """The plan with each of the best market actions."""
    position = plan.position
    for place in best_buildings(position, outlook):
        yield from only(plan_with_ending(plan, BuildMarket(position.seat, place, position.label(place))))
    for place in best_sales(position, outlook):
        yield from only(plan_with_ending(plan, SellMarket(position.seat, place, position.label(place))))


def only(plan: TurnPlan | None) -> tuple[TurnPlan, ...]:
    return (plan,) if plan else ()


def best_buildings(position: Position, outlook: GrowthOutlook) -> list[int]:
    """Places for a market, by a quick guess at its profit."""
    guesses = []
    for place in open_places(position):
        price = market_cost(position, position.seat, place)
        if price <= position.purses[position.seat].points:
            full = len(position.links.get(place, ())) * POINT + outlook.growth(position, place)
            value = full if is_active(position, position.seat, place) else outlook.inactive_worth(full)
            guesses.append((price * POINT - value, place))
    return [place for guess, place in sorted(guesses)[:BUILDINGS] if guess < POINT]


def open_places(position: Position) -> Iterator[int]:
    """Villages and others' cities without a market of the seat."""
    seat = position.seat
    places = [cell for cell in range(len(position.setting.board.village)) if position.is_village(cell)]
    places += [place for place, city in position.cities.items() if city.seat != seat]
    return (place for place in places if market_of(position, seat, place) is None)


def best_sales(position: Position, outlook: GrowthOutlook) -> list[int]:
    """Own active markets, those first that hope for the least growth; in the last round a sale brings nothing more."""
    if not outlook.left:
        return []
    seat = position.seat
    mine = [
        (outlook.growth(position, place) - 10 * len(position.links.get(place, ())), place)
        for place, there in position.markets.items()
        if any(market.seat == seat and not market.sold for market in there) and is_active(position, seat, place)
    ]
    return [place for _, place in sorted(mine)[:SALES]]


FOUNDINGS = 7
"""How many villages are tried for a founding."""


def cities_to_try(position: Position, outlook: GrowthOutlook) -> Iterator[Work]:
    """One or two city tiles at a time."""
    if not position.turn.founded:
        yield from foundings(position, outlook)
    yield from expansions(position)


def foundings(position: Position, outlook: GrowthOutlook) -> Iterator[Work]:
    """On the best villages; and first next to them, where a road ends open or most other villages are near (MG-6.2)."""
    for village in best_villages(position, outlook):
        yield (city(position, village),)
        for beside in sites(position, outlook, village):
            yield city(position, beside), city(position, village)


def sites(position: Position, outlook: GrowthOutlook, village: int) -> list[int]:
    bare = [cell for cell in position.neighbours(village) if is_bare(position, cell)]
    rich = sorted(bare, key=lambda cell: (-outlook.riches[cell], cell))[:1]
    return rich + [cell for cell in bare if is_met_by_exit(position, cell) and cell not in rich]


def best_villages(position: Position, outlook: GrowthOutlook) -> list[int]:
    """Villages on which the seat may found, the best connected (now or in hope) first."""
    villages = [cell for cell in range(len(outlook.near)) if may_found_on(position, position.seat, cell)]
    return sorted(villages, key=lambda cell: (-village_worth(position, outlook, cell), cell))[:FOUNDINGS]


def village_worth(position: Position, outlook: GrowthOutlook, cell: int) -> int:
    links = position.links.get(cell, {})
    oracles = sum(20 for village, _ in outlook.near[cell] if village in position.oracles)
    return 40 * len(links) + outlook.riches[cell] + oracles


def expansions(position: Position) -> Iterator[Work]:
    """Tiles next to own cities that an open road meets, that are a village, or that join two cities."""
    for cell in beside_own(position):
        tile = city(position, cell)
        if (
            position.setting.board.village[cell]
            or is_met_by_exit(position, cell)
            or len(position.touching(cell, position.seat)) > 1
        ):
            yield (tile,)
        for onward in position.neighbours(cell):
            if worth_reaching(position, onward):
                yield tile, city(position, onward)


def worth_reaching(position: Position, cell: int) -> bool:
    """A second tile goes where a road ends, on a village, or to another own city."""
    if not is_bare(position, cell) and not position.is_village(cell):
        return False
    touching = position.touching(cell, position.seat)
    return (
        position.setting.board.village[cell] or (not touching and is_met_by_exit(position, cell)) or len(touching) > 1
    )


def beside_own(position: Position) -> list[int]:
    """Free spaces next to own cities, each once."""
    found: dict[int, None] = {}
    for own in position.cities.values():
        if own.seat == position.seat:
            for cell in own.cells:
                found.update((near, None) for near in position.neighbours(cell) if is_free(position, near))
    return list(found)


def is_free(position: Position, cell: int) -> bool:
    return cell not in position.roads and cell not in position.city_at and cell not in position.oracles


def is_bare(position: Position, cell: int) -> bool:
    return is_free(position, cell) and not position.setting.board.village[cell]


def is_met_by_exit(position: Position, cell: int) -> bool:
    """Whether the open exit of some road meets this cell."""
    mate = position.setting.board.mate
    return any(mate[6 * cell + edge] in position.ends for edge in range(6))


BREADTH, DEPTH = 3, 4
"""How many plans are carried on, and how many pieces of work a turn is put together from."""
SAME = 8
"""Plans whose worths differ by less (hundredths of a point, twice) are equally good; the seed chooses."""

TASTES = (GrowthTaste(), GrowthTaste(room=60), GrowthTaste(open=8))
"""The cool player, one who likes large cities, one who likes long roads and cuts off those of others."""

Rated = tuple[int, TurnPlan]


def suggest(position: Position, seed: int = 0) -> MagnaGreciaMove:
    """A legal turn for the seat to move: `{seat, actions, market}`. ValueError when the game is over."""
    if not position.seat:
        raise ValueError("the game is over: nobody is to move")
    if position.clock.round == 0:
        return an_oracle(position, seed)
    outlook, card = GrowthOutlook(position, taste_of(position.seat, seed)), card_of(position)
    plans = [ending for plan in thought_out(position, outlook, card) for ending in endings(plan, outlook, card)]
    return move_of_best_plan(position, [(outlook.worth(plan.position), plan) for plan in plans], seed)


def move_of_best_plan(position: Position, plans: list[Rated], seed: int) -> MagnaGreciaMove:
    """The best plan as a move; among equals the seed decides. Passing is legal always (MG-4.7)."""
    best = max(worth for worth, _ in plans)
    moves = [move_of_steps(position.seat, plan.steps) for worth, plan in plans if worth > best - SAME]
    passed: MagnaGreciaMove = {"seat": position.seat, "actions": []}
    lawful = [move for move in moves if is_surely_legal(PLAY, position, move)]
    return min(lawful, key=lambda move: lot(seed, move), default=passed)


def taste_of(seat: str, seed: int) -> GrowthTaste:
    """The seed gives each seat a taste."""
    return TASTES[lot(seed, seat)[0] % len(TASTES)]


def an_oracle(position: Position, seed: int) -> MagnaGreciaMove:
    """MG-2.2: any village that the rules allow."""
    places: Any = [move for _, move in legal_candidates(PLAY, position)]
    found: MagnaGreciaMove = min(places, key=lambda move: lot(seed, move))
    return found


def thought_out(position: Position, outlook: GrowthOutlook, card: Card) -> list[TurnPlan]:
    """Plans of road and city tiles, none at all among them, each made longer while that is worth it."""
    empty = TurnPlan(position, ())
    front: list[Rated] = [(outlook.worth(position), empty)]
    kept: list[Rated] = list(front)
    for _ in range(DEPTH):
        front = best_of(grown(front, outlook, card))
        if not front:
            break
        kept += front
    return [plan for _, plan in best_of([each for each in kept if whole(each[1])], 2 * BREADTH)] + [empty]


def best_of(plans: Iterable[Rated], number: int = BREADTH) -> list[Rated]:
    """The best plans, only one of those that are worth the same."""
    different = dict(reversed(list(plans)))
    return sorted(different.items(), key=lambda each: -each[0])[:number]


def grown(front: list[Rated], outlook: GrowthOutlook, card: Card) -> Iterator[Rated]:
    for _, plan in front:
        for work in works(plan, outlook, card):
            longer = plan_with_tiles(plan, card, work)
            if longer:
                yield outlook.worth(longer.position), longer


def works(plan: TurnPlan, outlook: GrowthOutlook, card: Card) -> Iterator[Work]:
    position = plan.position
    purse = position.purses[position.seat]
    roads = min(purse.roads, (card.roads if plan.cities else card.more_roads) - plan.roads)
    if roads > 0:
        yield from roads_to_try(position, roads)
        yield from cuts_to_try(position)
    if purse.cities and purse.points:
        yield from cities_to_try(position, outlook)


def endings(plan: TurnPlan, outlook: GrowthOutlook, card: Card) -> Iterator[TurnPlan]:
    """The plan with the best resupply, without and with a market."""
    supplied = max((plan, *resupplies(plan, card)), key=lambda each: outlook.worth(each.position))
    yield supplied
    yield from markets(supplied, outlook)
