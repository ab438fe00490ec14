"""Attika (Marcel-André Casasola Merkle, 2003), for 2 to 4 players: hidden hands, face-down stacks, a growing board.

The chapters of the rulebook are modules: `setup` AT-2, `turns` AT-3, `building` AT-4, `costs` AT-4 and 5, `amphorae`
AT-6, `expansion` AT-7, `ending` AT-8; `play` says what a step makes happen, `physics` what each event changes.
"""

import os
from typing import Any

from referee.rules.rulebook import Option, Rulebook, later, law_of
from referee.titles.attika.data import box
from referee.titles.attika.editions import EDITIONS, POLICIES, adopt
from referee.titles.attika.rules import (
    amphorae,
    building,
    expansion,
    foresight,
    moves,
    orders,
    physics,
    play,
    setup,
    turns,
)
from referee.titles.attika.rules.branches import rest
from referee.titles.attika.rules.record import record
from referee.titles.attika.rules.state import AttikaPosition
from referee.words import say

CITIES = ("athens", "corinth", "sparta", "thebes")


def to_move(position: AttikaPosition) -> str | None:
    return position.seat or None


def move_for_missed_turn(position: AttikaPosition) -> dict[str, Any]:
    """AT-10.7: what is due is put away, and the open actions are given up for their cards."""
    turn = position.turn
    actions = [{"store": turn.drawn}] if turn.drawn else []
    if turn.tile or (turn.drawn and turn.last and position.tiles_left):
        actions.append({"tile": moves.UNDER})
    return {"actions": actions, "end": True}


def is_turn_begun(position: AttikaPosition) -> bool:
    """AT-10.9: whether something was done in this turn."""
    return position.turn.is_begun


def waits(position: AttikaPosition) -> bool:
    """AT-10.9: in a turn of draws every action is an entry of its own, so that an order may be cut behind any of them.

    So is a tile that was turned up, even one that all have seen before (AT-10.7), and what comes before the first draw
    or build. In a turn of builds nothing is shown that could be ordered about, and orders are refused: what is sent
    together is one entry.
    """
    turn = position.turn
    return turn.line == "draw" or bool(turn.tile) or (turn.is_begun and not turn.line)


RULEBOOK = Rulebook(
    id="attika",
    name="Attika",
    editions=EDITIONS,
    edition=EDITIONS[-1],
    folder=os.path.dirname(__file__),
    seats=CITIES,
    players=range(2, 5),
    options=(
        Option("hands", ("secret", "open"), "AT-9.1", say("whether the cards in a hand are known to all")),
        Option("first_player", ("drawn", *CITIES), "AT-9.2", say("who begins")),
        Option("group_link", ("same_group", "any_own"), "AT-9.3", say("through what a group hangs together")),
    ),
    law=law_of(turns, orders, foresight, building, amphorae, expansion),
    furnish=box.furnish,
    begin=setup.begin,
    piles=setup.piles,
    deal=setup.deal,
    steps=moves.steps,
    happens=play.happens,
    reactions=play.reactions,
    evolve=physics.evolve,
    record=record,
    missed=move_for_missed_turn,
    to_move=to_move,
    view=later("referee.titles.attika.show.view:view"),
    film=later("referee.titles.attika.show.film:film"),
    chart=later("referee.titles.attika.show.view:chart"),
    candidates=later("referee.titles.attika.rules.candidates:candidates"),
    menu=later("referee.titles.attika.compose.menu:menu"),
    action=moves.action,
    suggest=later("referee.titles.attika.bot.planner:suggest"),
    veil=setup.card_veil,
    rest=rest,
    begun=is_turn_begun,
    waits=waits,
    lay=later("referee.titles.attika.rules.cases:lay"),
    left=later("referee.titles.attika.rules.cases:pile_items_left"),
    facts=later("referee.titles.attika.show.facts:facts"),
    places=later("referee.titles.attika.rules.spelling:in_other_words"),
    furniture=lambda: box.SHELVES,
    outcome=later("referee.titles.attika.rules.ending:outcome"),
    policies=POLICIES,
    adopt=adopt,
)
