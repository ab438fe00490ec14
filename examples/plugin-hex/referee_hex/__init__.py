"""Hex (Piet Hein, 1942; John Nash, 1948), a game in the public domain, as a title in a package of its own.

Two seats put stones on an empty rhombus in turn. Red joins the top with the bottom, yellow the left with the right.
"""

import os

from referee.rules.law import Edition, Policy, edition_of
from referee.rules.rulebook import Compose, Option, Play, Prove, Rulebook, SetUp, Show, law_of
from referee.words import say
from referee_hex import rules, table

SWAPS = {"never": say("No stone changes its owner."), "first": say("Yellow may take over the first stone.")}
POLICIES = (Policy("swap", ("HX-2.5",), SWAPS, say("Red's first stone gave red too great an advantage.")),)
EDITIONS = (
    Edition(1, "referee-hex 1.0", table.public, table.Policies(swap="never"), says=say("The first reading.")),
    Edition(2, "referee-hex 1.1", table.public, table.Policies(swap="first"), says=say("The swap rule.")),
)


def load_show() -> Show[table.Position, table.Event]:
    from referee_hex.view import view

    return Show(view)


RULEBOOK: Rulebook[table.Position, rules.PutStones, table.Event] = Rulebook(
    id="hex",
    name="Hex",
    editions=EDITIONS,
    edition=EDITIONS[-1],
    folder=os.path.dirname(__file__),
    seats=table.SEATS,
    players=range(2, 3),
    options=(Option("size", ("11", "7", "5"), "HX-1.1", say("how many hexes a side of the board has")),),
    set_up=SetUp(
        begin=lambda header: table.Position(int(header["options"]["size"]), edition_of(EDITIONS, header).policies),
        deal=lambda position, fate: [table.Began("red")],
    ),
    play=Play(
        law=law_of(rules),
        steps=rules.steps,
        happens=lambda position, step, fate: [table.StonePut(step.seat, *step.parts[0])],
        reactions=rules.reactions,
        evolve=table.evolve,
        to_move=lambda position: position.mover or None,
        record=lambda position, move, events: rules.put(*rules.parts_of(move)[0]),
        missed=rules.missed,
        candidates=rules.candidates,
    ),
    show=load_show,
    compose=lambda: Compose(outlook=rules.outlook),
    prove=lambda: Prove(table.lay),
    policies=POLICIES,
    adopt=lambda position, edition: position._replace(policies=edition.policies),
)
