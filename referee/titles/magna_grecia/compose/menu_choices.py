"""What each choice of a menu is called, what it writes, uses and gains."""

from collections.abc import Callable

from referee.show.menu import AND_THEN, Choice, Gauge, Kind
from referee.show.view import Piece
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


def choice_of_way(way: Way, after: Groups, unless: tuple[int, ...] = ()) -> Choice:
    """The choice of a trial, as played from one position to the other."""
    trial, old, kind = way.trial, way.last.position, way.trial.kind
    says, writes, piece = SHOWN[kind](way, old)
    return Choice(
        kind=kind,
        places=tuple([old.setting.board.labels[cell] for cell in named_spaces(old, trial)]),
        says=says,
        writes=writes,
        part=PARTS.get(kind, "actions"),
        after=after,
        unless=unless,
        uses=shorn(way.spent),
        gains=shorn(way.gains),
        rank=RANKS.get(kind, 0),
        piece=piece,
        covers=len(trial.cells) or 1,
        rough=kind == "sell",  # tiles of the same turn may connect its place with others
        worth=worth(kind, way.gains),
        amounts=trial.key[1:] if kind == "resupply" else (),
        alone=kind != "sell",  # MG-4.6: one resupply
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
    at = position.label(cell)
    return Choice("oracle", (at,), words, f"oracle: {at}", uses=(1,), piece=piece)


def named_spaces(position: Position, trial: MenuTrial) -> tuple[int, ...]:
    """The cells at which it is offered: for a market all of the city that it is in, the first in board order first."""
    city = position.city_at.get(trial.cells[0]) if trial.cells else None
    return trial.cells if city is None else position.cities[city].cells


Shown = tuple[Phrase, str, Piece | None]
"""The whole choice in words, its actions as a move file has them, and what the board shows for it."""


def city_shown(way: Way, here: Position) -> Shown:
    cells = way.trial.cells
    writes, piece = AND_THEN.join([f"city: {here.label(cell)}" for cell in cells]), city_piece(here.seat, "now")
    names = [space_name(here, cell) for cell in cells]
    at = names[0] if len(names) == 1 else word_list(names, AND)
    if way.founds:
        return say("Found a city on {at}", at=at), writes, piece
    words = say("City tile on {at}", at=at) if len(cells) == 1 else say("City tiles on {at}", at=at)
    return words, writes, piece


def resupply_shown(way: Way, here: Position) -> Shown:
    _, roads, cities = way.trial.key
    taken = [*([road_tiles(roads)] if roads else []), *([city_tiles(cities)] if cities else [])]
    words = say("Take {tiles} from the staging area", tiles=word_list(taken, AND))
    return words, f"resupply: {{road: {roads}, city: {cities}}}", None


def market_shown(way: Way, here: Position) -> Shown:
    kind, (cell,), change = way.trial.kind, way.trial.cells, way.gains[0]
    place, writes = short_place_name(here, here.place_at(cell)), f"{kind}: {here.label(cell)}"
    if kind == "build":
        words = say("Build a market in {place} for {points}", place=place, points=points(-change))
        return words, writes, market_piece(here.seat, fresh="now")
    words = say("Sell the market in {place}, now for {points}", place=place, points=points(change))
    return words, writes, market_piece(here.seat, sold=True, fresh="now")


SHOWN: dict[str, Callable[[Way, Position], Shown]] = {
    "city": city_shown,
    "resupply": resupply_shown,
    "build": market_shown,
    "sell": market_shown,
}
