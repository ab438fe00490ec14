"""What each choice of a menu is called, what it writes, uses and gains; and why nothing may be done at other spaces."""

from collections.abc import Callable, Collection, Container, Iterator, Mapping

from referee.rules.rulebook import Step
from referee.rules.ruling import Violation, first_violations_of, violations_of
from referee.rules.search import with_steps
from referee.show.menu import AND_THEN, Choice, Gauge, Kind, Refusal
from referee.titles.magna_grecia.compose.menu_search import MenuTrial, MenuWay
from referee.titles.magna_grecia.compose.plan import (
    ACTIONS,
    CITIES,
    MARKETS,
    RESUPPLY,
    ROADS,
    counting,
    spent,
    whole_turn,
)
from referee.titles.magna_grecia.rules.markets import projected_points_of
from referee.titles.magna_grecia.rules.moves import (
    BuildMarket,
    EndTiles,
    LayCity,
    LayRoad,
    MagnaGreciaStep,
    Resupply,
    SellMarket,
    SetOracle,
    exits_text,
)
from referee.titles.magna_grecia.rules.play import PLAY, SHAPES
from referee.titles.magna_grecia.rules.state import Position
from referee.titles.magna_grecia.show.picture import (
    city_piece,
    city_tiles,
    market_piece,
    oracle_piece,
    points,
    road_piece,
    road_tiles,
    short_place_name,
    space_name,
)
from referee.words import AND, Phrase, say, word_list

ORACLES = (Kind("oracle", say("Oracles")),)


def kinds(seat: str) -> tuple[Kind, ...]:
    """Of a turn: three kinds of action, and a market that is built or sold."""
    sold, market = market_piece(seat, sold=True, fresh="now"), say("Build a market")
    return (
        Kind("road", say("Roads"), budget=ROADS, piece=road_piece(seat, ("n", "s"), "now")),
        Kind("city", say("Cities"), budget=CITIES, piece=city_piece(seat, "now")),
        Kind("resupply", say("Resupply"), (say("road tiles"), say("city tiles")), budget=RESUPPLY),
        Kind("build", market, slot="market", budget=MARKETS, piece=market_piece(seat, fresh="now")),
        Kind("sell", say("Sell a market"), slot="market", budget=MARKETS, piece=sold),
    )


def gauges(position: Position, prospect: int) -> tuple[Gauge, ...]:
    """What the seat has after the turn. Points of a sale serve from the next turn on (MG-6.8): a budget says what it
    may spend in this one."""
    purse = position.purses[position.seat]
    return (
        Gauge(say("points in hand after the turn"), purse.points, True, ("MG-6.8", "MG-8.7")),
        Gauge(say("road tiles in the supply"), purse.roads, True, ("MG-4.9",)),
        Gauge(say("city tiles in the supply"), purse.cities, True, ("MG-4.9",)),
        Gauge(say("markets in the supply"), purse.markets, False, ("MG-8.8",)),
        Gauge(say("points if the game ended now"), prospect, False, ("MG-10.2", "MG-10.3")),
    )


SCORE = 4
"""Which of `gauges` are the points if the game ended now."""


def worth(kind: str, gained: tuple[int, ...]) -> tuple[int, ...]:
    """What a sale brings; what a market costs, and scores; else the change of the points if the game ended now."""
    if kind == "sell":
        return (gained[0],)
    if kind == "build":
        return gained[0], gained[SCORE] - gained[0]
    return (gained[SCORE],) if gained[SCORE] else ()


Groups = tuple[tuple[int, ...], ...]
"""Groups of choices: one of each group must have been taken before."""


def shorn(numbers: tuple[int, ...]) -> tuple[int, ...]:
    """Without the zeros at the end."""
    while numbers and not numbers[-1]:
        numbers = numbers[:-1]
    return numbers


def oracle(position: Position, trial: MenuTrial) -> Choice:
    """An oracle on a village (MG-2.2)."""
    (cell,) = trial.spaces
    words = say("Oracle on {at}", at=space_name(position, cell))
    piece = oracle_piece(fresh="now")
    at = position.label(cell)
    return Choice("oracle", (at,), words, f"oracle: {at}", uses=(1,), piece=piece)


def gains(way: MenuWay) -> tuple[int, ...]:
    """By how much a way moves each of `gauges`."""
    seat = way.before.seat
    points, roads, cities, markets, *_ = way.before.purses[seat].amounts
    more_points, more_roads, more_cities, more_markets, *_ = way.after.purses[seat].amounts
    prospect = projected_points_of(way.after, seat) - projected_points_of(way.before, seat)
    return more_points - points, more_roads - roads, more_cities - cities, more_markets - markets, prospect


def uses(way: MenuWay) -> tuple[int, ...]:
    """What a way alone uses of the budgets."""
    return shorn(spent(way.before, way.after, way.trial.kind))


def city_choice(way: MenuWay, after: Groups, unless: tuple[int, ...]) -> Choice:
    """One city tile, or two."""
    here, cells, gained = way.before, way.trial.spaces, gains(way)
    labels, names = [here.label(cell) for cell in cells], [space_name(here, cell) for cell in cells]
    at = names[0] if len(names) == 1 else word_list(names, AND)
    words = say("City tile on {at}", at=at) if len(cells) == 1 else say("City tiles on {at}", at=at)
    return Choice(
        "city",
        tuple(labels),
        say("Found a city on {at}", at=at) if way.mark else words,
        AND_THEN.join([f"city: {label}" for label in labels]),
        after=after,
        unless=unless,
        uses=uses(way),
        gains=shorn(gained),
        piece=city_piece(here.seat, "now"),
        covers=len(cells),
        worth=worth("city", gained),
        alone=True,
    )


def resupply_choices(trials: Collection[MenuTrial]) -> Iterator[Choice]:
    """Resupplies of so many road tiles and city tiles each."""
    numbers = [(step.roads, step.cities) for each in trials for step in each.steps if isinstance(step, Resupply)]
    of_roads = {each: [road_tiles(each)] if each else [] for each in {roads for roads, _ in numbers}}
    of_cities = {each: [city_tiles(each)] if each else [] for each in {cities for _, cities in numbers}}
    for roads, cities in numbers:
        tiles = word_list((*of_roads[roads], *of_cities[cities]), AND)
        yield Choice(
            "resupply",
            (),
            say("Take {tiles} from the staging area", tiles=tiles),
            f"resupply: {{road: {roads}, city: {cities}}}",
            uses=(0, 0, roads + cities),
            gains=(0, roads, cities) if cities else (0, roads),
            rank=1,  # MG-4.6: it is the last of the actions
            amounts=(roads, cities),
            alone=True,  # MG-4.6: it is single
        )


def market_choice(way: MenuWay, after: Groups = (), unless: tuple[int, ...] = ()) -> Choice:
    """A market that is built or sold, offered in all of the city that it is in, the first space in board order first.

    Tiles of the same turn may connect the place of a sale with others.
    """
    here, kind, (cell,), gained = way.before, way.trial.kind, way.trial.spaces, gains(way)
    place, sells = here.place_at(cell), kind == "sell"
    cells, name = here.cities[place].cells if place in here.cities else (cell,), short_place_name(here, place)
    if sells:
        words = say("Sell the market in {place}, now for {points}", place=name, points=points(gained[0]))
    else:
        words = say("Build a market in {place} for {points}", place=name, points=points(-gained[0]))
    return Choice(
        kind,
        tuple([here.label(each) for each in cells]),
        words,
        f"{kind}: {here.label(cell)}",
        "market",
        after,
        unless=unless,
        uses=uses(way),
        gains=shorn(gained),
        piece=market_piece(here.seat, sold=sells, fresh="now"),
        rough=sells,
        worth=worth(kind, gained),
        alone=not sells,
    )


Found = tuple[Phrase, tuple[str, ...]]
"""Words, and the numbers of the rules."""
SAMPLES: dict[str, Callable[[str, int, str], tuple[MagnaGreciaStep, ...]]] = {
    "road": lambda seat, cell, at: (LayRoad(seat, cell, 0, 3, at, "n-s"),),
    "city": lambda seat, cell, at: (LayCity(seat, cell, at), EndTiles(seat, ((cell, 0),))),
    "build": lambda seat, cell, at: (BuildMarket(seat, cell, at),),
    "sell": lambda seat, cell, at: (SellMarket(seat, cell, at),),
    "oracle": lambda seat, cell, at: (SetOracle(seat, cell, at),),
}
"""Questions to the rules at a space where nothing of a kind may be done."""
TURN = ("road", "city", "build", "sell")


Offered = Mapping[str, Container[str]]
"""For each kind the labels of the spaces at which there is a choice of it, be it later in the turn."""


def refusals(position: Position, offered: Offered) -> Iterator[Refusal]:
    """Of a turn."""
    whole = as_a_whole(position)
    for kind, found in whole.items():
        yield Refusal(kind, (), *found)
    for kind in TURN:
        if kind not in whole:
            yield from by_space(position, kind, offered.get(kind, ()))


def as_a_whole(position: Position) -> dict[str, Found]:
    """The actions that exclude any single tile in the turn."""
    asked = {kind: against(position, whole_turn(position, counting(n, 1))) for n, kind in enumerate(ACTIONS)}
    return {kind: first_reason(violations) for kind, violations in asked.items() if violations}


def by_space(position: Position, kind: str, offered: Container[str]) -> Iterator[Refusal]:
    """Of each space without a choice; together those with the same words."""
    alike: dict[tuple[str, tuple[str, ...]], tuple[Found, list[str]]] = {}
    for cell, label in enumerate(position.setting.board.labels):
        if label not in offered:
            found = why_not(position, kind, cell)
            alike.setdefault((str(found[0]), found[1]), (found, []))[1].append(label)
    for found, there in alike.values():
        yield Refusal(kind, tuple(there), *found)


def why_not(position: Position, kind: str, cell: int) -> Found:
    """The first rule against a sample at a space."""
    violations = against(position, *SAMPLES[kind](position.seat, cell, position.label(cell)))
    return no_start(position, cell) if violations[0].rule == "MG-7.2" else first_reason(violations)


def no_start(position: Position, cell: int) -> Found:
    """Why an empty space can take no road tile, in any direction."""
    at = position.label(cell)
    tried = [Step(LayRoad(position.seat, cell, a, b, at, exits_text(a, b)), ()) for a, b in STRAIGHTS]
    rules = dict.fromkeys([each.rule for step in tried for each in violations_of(PLAY, position, step)])
    words = say(
        "However you turn a road tile here, it connects to nothing. It needs an exit that "
        "meets a city, a road of {seat}, or a village or oracle that a road of {seat} has "
        "reached.",
        seat=position.seat,
    )
    if len(rules) > 1:
        words = say("However you turn a road tile here, it connects to nothing or extends another player's road.")
    return words, tuple(rules)


STRAIGHTS = [(a, b) for a, b in SHAPES if b - a == 3]
"""Together they have an exit at each edge."""


def against(position: Position, *tried: MagnaGreciaStep) -> tuple[Violation, ...]:
    """The violations of the first rule that some steps break; none when the rules allow them all."""
    for step in tried:
        if violations := first_violations_of(PLAY.law, position, step):
            return violations
        position = with_steps(PLAY, position, (step,))
    return ()


def first_reason(violations: tuple[Violation, ...]) -> Found:
    """The words of a rule that is broken, in which the space is only `this space`."""
    return word_list([here(each.says) for each in violations], " "), (violations[0].rule,)


def here(words: Phrase) -> Phrase:
    if "at" not in words.facts:
        return words
    space = say("This space") if words.template.startswith("{at}") else say("this space")
    return Phrase(words.template, {**words.facts, "at": space})
