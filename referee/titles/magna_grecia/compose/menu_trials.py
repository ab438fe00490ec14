"""What the seat to move may try in a turn: each candidate with its steps, and what lies where."""

from collections.abc import Iterator
from typing import NamedTuple

from referee.titles.magna_grecia.compose.plan import after, allows, unseen
from referee.titles.magna_grecia.rules import play
from referee.titles.magna_grecia.rules.candidates import candidates
from referee.titles.magna_grecia.rules.moves import (
    BuildMarket,
    EndTiles,
    EndTurn,
    LayCity,
    LayRoad,
    MagnaGreciaMove,
    MagnaGreciaStep,
    SellMarket,
    SetOracle,
    TakeTurn,
    steps,
)
from referee.titles.magna_grecia.rules.physics import evolve
from referee.titles.magna_grecia.rules.state import FRESH, Position

ON_A_CELL = (LayRoad, LayCity, SetOracle, BuildMarket, SellMarket)


class MenuTrial(NamedTuple):
    """A candidate: its kind, its move, the move as a whole, its steps one by one, and the cells that they name.

    `steps` has neither the move as a whole nor the end of the turn.
    """

    kind: str
    move: MagnaGreciaMove
    turn: TakeTurn
    steps: tuple[MagnaGreciaStep, ...]
    cells: tuple[int, ...]

    @property
    def exits(self) -> tuple[int, ...]:
        """The exits of the road tile that it lays."""
        return tuple(6 * each.cell + edge for each in self.steps if isinstance(each, LayRoad) for edge in each[2:4])

    @property
    def lays(self) -> bool:
        """Whether it lays tiles."""
        return self.kind in ("road", "city")


def trials(position: Position) -> Iterator[MenuTrial]:
    """Every candidate of the seat to move, in the order of `candidates`."""
    for kind, move in candidates(position):
        turn, *rest = (step.what for step in steps(position, move))
        assert isinstance(turn, TakeTurn), "the first step is the move as a whole"
        tried = tuple(each for each in rest if not isinstance(each, EndTurn))
        cells = tuple(each.cell for each in tried if isinstance(each, ON_A_CELL))
        yield MenuTrial(kind, move, turn, tried, cells)


def position_after_steps(position: Position, tried: tuple[MagnaGreciaStep, ...]) -> Position | None:
    """The position after these steps, or None when a rule forbids one of them."""
    found: Position | None = position
    for step in tried:
        found = after(found, step) if found else None
    return found


def would_found_city(position: Position, trial: MenuTrial) -> bool | None:
    """Whether a trial would found a city in this position; None when a rule forbids it."""
    if trial.kind != "city":
        return False if allows(position, trial.steps[0]) else None
    found = position_after_steps(position, trial.steps)
    return found.turn.founded if found else None


def position_with_tiles(position: Position, tried: tuple[MagnaGreciaStep, ...]) -> Position:
    """The position with these tiles on the board, whether or not they are lawful there yet."""
    for step in tried:
        for event in play.happens(position, step, unseen):
            position = evolve(position, event)
            for follows in play.reactions(position, event, unseen):
                position = evolve(position, follows)
    return position


def as_if_before(position: Position) -> Position:
    """The position as if all tiles in it had been laid before this turn."""
    return position._replace(turn=FRESH)


def whole_city(seat: str, cell: int, label: str) -> tuple[MagnaGreciaStep, ...]:
    """One city tile, and the end of the placements."""
    return LayCity(seat, cell, label), EndTiles(seat, ((cell, 0),))
