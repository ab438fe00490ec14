"""Attika (Marcel-André Casasola Merkle, 2003), for 2 to 4 players: hidden hands, face-down stacks, a growing board.

The chapters of the rulebook are modules: `setup` AT-2, `turns` AT-3, `building` AT-4, `costs` AT-4 and 5, `amphorae`
AT-6, `expansion` AT-7, `ending` AT-8; `play` says what a step makes happen, `physics` what each event changes.
"""

import os
from collections.abc import Iterator, Mapping
from typing import Any

from referee.rulebook import Option, Rulebook, law_of
from referee.titles.attika import amphorae, box, building, expansion, moves, physics, play, setup, turns
from referee.titles.attika.public import public
from referee.titles.attika.record import record
from referee.titles.attika.state import Position
from referee.words import say

CITIES = ("athens", "corinth", "sparta", "thebes")


def to_move(position: Position) -> str | None:
    return position.seat or None


def missed(position: Position) -> dict[str, Any]:
    """AT-10.7: what is due is put away, and the open actions are given up for their cards."""
    turn = position.turn
    actions = [{"store": turn.drawn}] if turn.drawn else []
    if turn.tile or (turn.drawn and turn.last and position.tiles_left):
        actions.append({"tile": moves.UNDER})
    return {"actions": actions, "end": True}


def view(header: Mapping[str, Any], moments: Any, seat: str = "") -> Any:
    from referee.titles.attika.view import view as build

    return build(header, moments, seat)


def candidates(position: Position) -> Iterator[tuple[str, dict[str, Any]]]:
    from referee.titles.attika.candidates import candidates as every

    return every(position)


def suggest(position: Position, seed: int = 0) -> dict[str, Any]:
    from referee.titles.attika.planner import suggest as plan

    return plan(position, seed)


def lay(position: Position, fields: Mapping[str, Any], seat: str) -> Position:
    from referee.titles.attika.cases import lay as laid

    return laid(position, fields, seat)


def facts(position: Position, events: tuple[Any, ...]) -> dict[str, Any]:
    from referee.titles.attika.facts import facts as known

    return known(position, events)


RULEBOOK = Rulebook(
    id="attika",
    name="Attika",
    edition=1,
    folder=os.path.dirname(__file__),
    seats=CITIES,
    players=range(2, 5),
    options=(
        Option("hands", ("secret", "open"), "AT-9.1", say("whether the cards in a hand are known to all")),
        Option("first_player", ("drawn", *CITIES), "AT-9.2", say("who begins")),
        Option("group_link", ("same_group", "any_own"), "AT-9.3", say("through what a group hangs together")),
    ),
    law=law_of(turns, building, amphorae, expansion),
    furnish=box.furnish,
    begin=setup.begin,
    piles=setup.piles,
    deal=setup.deal,
    steps=moves.steps,
    happens=play.happens,
    reactions=play.reactions,
    evolve=physics.evolve,
    record=record,
    missed=missed,
    to_move=to_move,
    public=public,
    view=view,
    candidates=candidates,
    action=moves.action,
    suggest=suggest,
    veil=setup.veiled,
    rest=moves.rest,
    lay=lay,
    facts=facts,
    furniture=lambda: box.SHELVES,
)
