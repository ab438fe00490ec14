"""What each choice of a menu is called, what it writes, uses and gains."""

from collections.abc import Iterable

from referee.show.menu import AND_THEN, Choice, Gauge, Kind
from referee.show.view import Piece
from referee.titles.magna_grecia.compose.menu_facts import amounts, worth
from referee.titles.magna_grecia.compose.menu_trials import MenuTrial
from referee.titles.magna_grecia.compose.menu_ways import Way
from referee.titles.magna_grecia.rules.moves import (
    BuildMarket,
    EndTiles,
    LayCity,
    MagnaGreciaStep,
    Resupply,
    SellMarket,
    SetOracle,
)
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
from referee.words import AND, Phrase, say, word_list

KINDS = (
    Kind("road", say("Roads")),
    Kind("city", say("Cities")),
    Kind("resupply", say("Resupply"), (say("road tiles"), say("city tiles"))),
    Kind("build", say("Build a market")),
    Kind("sell", say("Sell a market")),
)
ORACLES = (Kind("oracle", say("Oracles")),)
PARTS = {"build": "market", "sell": "market"}
RANKS = {"resupply": 1}
"""MG-4.6: resupply is the last of the actions."""


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


def choice_of_way(way: Way, after: Groups, unless: tuple[int, ...] = (), bars: tuple[int, ...] = ()) -> Choice:
    """The choice of a trial, as played from one position to the other."""
    trial, old = way.trial, way.last.position
    return Choice(
        kind=trial.kind,
        places=tuple([old.setting.board.labels[cell] for cell in named_spaces(old, trial)]),
        says=says(way),
        writes=AND_THEN.join(map(action_line, tiles_and_markets(trial.steps))),
        part=PARTS.get(trial.kind, "actions"),
        after=after,
        bars=bars,
        unless=unless,
        uses=shorn(way.spent),
        gains=shorn(way.gains),
        rank=RANKS.get(trial.kind, 0),
        piece=piece_of(trial),
        covers=len(trial.cells) or 1,
        rough=trial.kind == "sell",  # tiles of the same turn may connect its place with others
        worth=worth(trial.kind, way.gains),
        amounts=amounts(trial),
    )


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
    return Choice("oracle", (position.label(cell),), words, action_line(trial.steps[0]), uses=(1,), piece=piece)


def named_spaces(position: Position, trial: MenuTrial) -> tuple[int, ...]:
    """The cells at which it is offered: for a market all of the city that it is in, the first in board order first."""
    city = position.city_at.get(trial.cells[0]) if trial.cells else None
    return trial.cells if city is None else position.cities[city].cells


def action_line(step: MagnaGreciaStep) -> str:
    """A step as a move file has it."""
    match step:
        case LayCity():
            return f"city: {step.at}"
        case SetOracle():
            return f"oracle: {step.at}"
        case Resupply(roads=roads, cities=cities):
            return f"resupply: {{road: {roads}, city: {cities}}}"
        case BuildMarket():
            return f"build: {step.at}"
        case SellMarket():
            return f"sell: {step.at}"
    raise LookupError(f"no line for {step}")


def tiles_and_markets(steps: Iterable[MagnaGreciaStep]) -> list[MagnaGreciaStep]:
    """The steps that a move file has lines of."""
    return [each for each in steps if not isinstance(each, EndTiles)]


def piece_of(trial: MenuTrial) -> Piece | None:
    """What the board shows for it."""
    match trial.steps[0]:
        case LayCity(seat=seat):
            return city_piece(seat, "now")
        case BuildMarket(seat=seat):
            return market_piece(seat, fresh="now")
        case SellMarket(seat=seat):
            return market_piece(seat, sold=True, fresh="now")
    return None


def says(way: Way) -> Phrase:
    """The whole choice in words."""
    match way.trial.steps[0]:
        case LayCity():
            return city_words(way)
        case Resupply(roads=roads, cities=cities):
            return say("Take {tiles} from the staging area", tiles=resupply_words(roads, cities))
        case BuildMarket() | SellMarket():
            return market_words(way)
    raise LookupError(f"no words for {way.trial.kind}")


def city_words(way: Way) -> Phrase:
    cells = way.trial.cells
    names = [space_name(way.last.position, cell) for cell in cells]
    at = names[0] if len(names) == 1 else word_list(names, AND)
    if way.founds:
        return say("Found a city on {at}", at=at)
    return say("City tile on {at}", at=at) if len(cells) == 1 else say("City tiles on {at}", at=at)


def resupply_words(roads: int, cities: int) -> Phrase:
    amounts = ((roads, road_tiles(roads)), (cities, city_tiles(cities)))
    return word_list([words for number, words in amounts if number], AND)


def market_words(way: Way) -> Phrase:
    place = short_place_name(way.last.position, way.last.position.place_at(way.trial.cells[0]))
    change = way.gains[0]
    if way.trial.kind == "build":
        return say("Build a market in {place} for {points}", place=place, points=points(-change))
    return say("Sell the market in {place}, now for {points}", place=place, points=points(change))
