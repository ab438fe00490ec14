"""How a move is recorded: in one notation, written from its events."""

from collections.abc import Callable
from typing import Any

from referee.rules.hexes import EDGES
from referee.rules.rulebook import Move
from referee.titles.attika.data.land import Land, name, route
from referee.titles.attika.rules import events as happened
from referee.titles.attika.rules.branches import AttikaMove, Fields
from referee.titles.attika.rules.costs import amounts_text
from referee.titles.attika.rules.events import AttikaEvent
from referee.titles.attika.rules.moves import UNDER
from referee.titles.attika.rules.state import STACKS, AttikaPosition


def record(position: AttikaPosition, move: Move, events: tuple[AttikaEvent, ...]) -> AttikaMove:
    """The actions of a part of a turn; `position` is the one before it.

    `end` is written only if the turn ends although amphorae could be returned: else the actions show that it ends.
    """
    actions: list[Fields] = []
    ends = False
    for event in events:
        write = WRITTEN.get(type(event))
        if write:
            actions.append(write(position, event))
        elif type(event) is happened.AmphoraeKept:
            ends = True
    return {"actions": actions, "end": True} if ends else {"actions": actions}


def draw_action(position: AttikaPosition, event: happened.BuildingDrawn) -> dict[str, str]:
    return {"draw": STACKS[event.stack]}


def build_action(position: AttikaPosition, event: happened.BuildingBuilt) -> dict[str, str]:
    return {"build": f"{event.building} at {name(event.hex)} pay {amounts_text(event.paid)}"}


def store_action(position: AttikaPosition, event: happened.BuildingStored) -> dict[str, str]:
    return {"store": event.building}


def tile(position: AttikaPosition, event: happened.TileLaid) -> dict[str, str]:
    return {"tile": tile_text(position.land, event.centre, event.turn)}


def tile_text(land: Land, centre: tuple[int, int], turn: int) -> str:
    """`from 7 ne ne se turn 2`."""
    return f"{way(land, centre)} turn {turn}"


def way(land: Land, centre: tuple[int, int]) -> str:
    """`from 7 ne ne se`."""
    start, walk = route(land, centre)
    return " ".join(["from", str(start), *[EDGES[edge] for edge in walk]])


def bury_action(position: AttikaPosition, event: happened.TileBuried) -> dict[str, str]:
    return {"tile": UNDER}


def amphora_action(position: AttikaPosition, event: happened.AmphoraReturned) -> dict[str, str]:
    return {"amphora": event.use}


def given_up(position: AttikaPosition, event: happened.RestGivenUp) -> dict[str, int]:
    return {"cards": event.cards}


WRITTEN: dict[type, Callable[[AttikaPosition, Any], Fields]] = {
    happened.BuildingDrawn: draw_action,
    happened.BuildingBuilt: build_action,
    happened.BuildingStored: store_action,
    happened.TileLaid: tile,
    happened.TileBuried: bury_action,
    happened.AmphoraReturned: amphora_action,
    happened.RestGivenUp: given_up,
}
