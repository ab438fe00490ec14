"""Magna Grecia (Michael Schacht and Leo Colovini, 2003), for 2 to 4 players; all is open but the order of the deck.

The chapters of the rulebook are modules: `setup` MG-2, `turns` MG-3 and 4, `cities` MG-6, `roads` MG-7, `markets`
MG-8, `oracles` MG-9, `scoring` MG-10; `play` says what a step makes happen (MG-11 among it), `physics` what each event
changes.
"""

import os
from typing import Any

from referee.rules.rulebook import Option, Rulebook, later, law_of
from referee.titles.magna_grecia.data.board import BOARDS
from referee.titles.magna_grecia.data.components import BOX
from referee.titles.magna_grecia.editions import EDITIONS, POLICIES, adopt
from referee.titles.magna_grecia.rules import (
    cities,
    markets,
    moves,
    oracles,
    physics,
    play,
    roads,
    setup,
    spaces,
    turns,
)
from referee.titles.magna_grecia.rules.state import Position
from referee.words import say


def to_move(position: Position) -> str | None:
    return position.seat or None


def pass_or_first_oracle(position: Position) -> dict[str, Any]:
    """MG-13.8: a missed turn is a pass; while oracles are placed, the first village in board order takes one."""
    if position.clock.round:
        return {"actions": []}
    ground, labels = position.setting.board.ground, position.setting.board.labels
    free = (cell for cell, each in enumerate(ground) if each == "v" and cell not in position.oracles)
    return {"actions": [{"oracle": labels[next(free)]}]}


COLOURS = ("yellow", "orange", "brown", "red")


def furniture() -> tuple[Any, ...]:
    return BOARDS, BOX


RULEBOOK = Rulebook(
    id="magna-grecia",
    name="Magna Grecia",
    editions=EDITIONS,
    edition=EDITIONS[-1],
    folder=os.path.dirname(__file__),
    seats=COLOURS,
    players=range(2, 5),
    options=(
        Option("rounds", ("12", "8"), "MG-12.1", say("how many rounds are played")),
        Option("oracle_placement", ("random", "players"), "MG-12.2", say("who puts the oracles on villages")),
        Option(
            "village_adjacency", ("end_of_turn", "immediate"), "MG-12.3", say("when a tile next to a village is judged")
        ),
        Option("mixed_roads", ("forbid", "block", "join"), "MG-13.1", say("a road tile meeting an opponent's road")),
    ),
    law=law_of(turns, spaces, oracles, roads, cities, markets),
    furnish=setup.furnish,
    begin=setup.begin,
    piles=setup.piles,
    deal=setup.deal,
    steps=moves.steps,
    happens=play.happens,
    reactions=play.reactions,
    evolve=physics.evolve,
    record=moves.record,
    missed=pass_or_first_oracle,
    to_move=to_move,
    view=later("referee.titles.magna_grecia.show.view:view"),
    film=later("referee.titles.magna_grecia.show.film:film"),
    chart=later("referee.titles.magna_grecia.show.view:chart"),
    candidates=later("referee.titles.magna_grecia.rules.candidates:candidates"),
    action=moves.action,
    suggest=later("referee.titles.magna_grecia.bot.planner:suggest"),
    lay=later("referee.titles.magna_grecia.rules.cases:lay"),
    facts=later("referee.titles.magna_grecia.show.facts:facts"),
    places=later("referee.titles.magna_grecia.show.places:labels_by_name"),
    menu=later("referee.titles.magna_grecia.compose.menu:menu"),
    furniture=furniture,
    outcome=later("referee.titles.magna_grecia.rules.scoring:outcome"),
    policies=POLICIES,
    adopt=adopt,
)
