"""What each choice of a menu is called, what it writes, uses and gains."""

from collections.abc import Collection, Iterator

from referee.show.menu import AND_THEN, Choice, Gauge, Kind
from referee.titles.magna_grecia.compose.menu_facts import worth
from referee.titles.magna_grecia.compose.menu_trials import MenuTrial
from referee.titles.magna_grecia.compose.menu_ways import Way
from referee.titles.magna_grecia.rules.state import Position
from referee.titles.magna_grecia.show.picture import (
    city_piece,
    city_tiles,
    market_piece,
    oracle_piece,
    points,
    road_tiles,
    short_place_name,
    space_name,
)
from referee.words import AND, say, word_list

KINDS = (
    Kind("road", say("Roads")),
    Kind("city", say("Cities")),
    Kind("resupply", say("Resupply"), (say("road tiles"), say("city tiles"))),
    Kind("build", say("Build a market")),
    Kind("sell", say("Sell a market")),
)
ORACLES = (Kind("oracle", say("Oracles")),)


def gauges(position: Position, prospect: int) -> tuple[Gauge, ...]:
    """What the seat has after the turn. Points of a sale serve from the next turn on (MG-6.8): a budget says what it
    may spend in this one."""
    purse = position.purses[position.seat]
    return (
        Gauge(say("points in hand after the turn"), purse.points, True, ("MG-6.8", "MG-8.7")),
        Gauge(say("road tiles in the supply"), purse.roads, True, ("MG-4.9",)),
        Gauge(say("city tiles in the supply"), purse.cities, True, ("MG-4.9",)),
        Gauge(say("markets in the supply"), purse.markets, False, ("MG-8.8",)),
        Gauge(
            say("points if the game ended now"),
            prospect,
            False,
            ("MG-10.2", "MG-10.3"),
        ),
    )


Groups = tuple[tuple[int, ...], ...]
"""Groups of choices: one of each group must have been taken before."""


def shorn(numbers: tuple[int, ...]) -> tuple[int, ...]:
    """Without the zeros at the end."""
    while numbers and not numbers[-1]:
        numbers = numbers[:-1]
    return numbers


def oracle(position: Position, trial: MenuTrial) -> Choice:
    """An oracle on a village (MG-2.2)."""
    (cell,) = trial.cells
    words = say("Oracle on {at}", at=space_name(position, cell))
    piece = oracle_piece(fresh="now")
    at = position.label(cell)
    return Choice("oracle", (at,), words, f"oracle: {at}", uses=(1,), piece=piece)


def city_choice(way: Way, after: Groups, unless: tuple[int, ...]) -> Choice:
    """One city tile, or two."""
    here, cells = way.ground.position, way.trial.cells
    labels, names = [here.label(cell) for cell in cells], [space_name(here, cell) for cell in cells]
    at = names[0] if len(names) == 1 else word_list(names, AND)
    words = say("City tile on {at}", at=at) if len(cells) == 1 else say("City tiles on {at}", at=at)
    return Choice(
        "city",
        tuple(labels),
        say("Found a city on {at}", at=at) if way.founds else words,
        AND_THEN.join([f"city: {label}" for label in labels]),
        after=after,
        unless=unless,
        uses=shorn(way.spent),
        gains=shorn(way.gains),
        piece=city_piece(here.seat, "now"),
        covers=len(cells),
        worth=worth("city", way.gains),
        alone=True,
    )


def resupply_choices(numbers: Collection[tuple[int, int]]) -> Iterator[Choice]:
    """Resupplies of so many road tiles and city tiles each."""
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


def market_choice(way: Way, after: Groups = (), unless: tuple[int, ...] = ()) -> Choice:
    """A market that is built or sold, offered in all of the city that it is in, the first space in board order first.

    Tiles of the same turn may connect the place of a sale with others.
    """
    here, kind, (cell,), change = way.last.position, way.trial.kind, way.trial.cells, way.gains[0]
    place, sells = here.place_at(cell), kind == "sell"
    cells, name = here.cities[place].cells if place in here.cities else (cell,), short_place_name(here, place)
    if sells:
        words = say("Sell the market in {place}, now for {points}", place=name, points=points(change))
    else:
        words = say("Build a market in {place} for {points}", place=name, points=points(-change))
    return Choice(
        kind,
        tuple([here.label(each) for each in cells]),
        words,
        f"{kind}: {here.label(cell)}",
        "market",
        after,
        unless=unless,
        uses=shorn(way.spent),
        gains=shorn(way.gains),
        piece=market_piece(here.seat, sold=sells, fresh="now"),
        rough=sells,
        worth=worth(kind, way.gains),
        alone=not sells,
    )
