"""Hex (Piet Hein, 1942; John Nash, 1948), a game in the public domain, as a title in a package of its own.

Two seats put stones on an empty rhombus in turn. Red joins the top with the bottom, yellow the left with the right.
"""

import os

from referee.rules.editions import Edition, Policy, edition_of
from referee.rules.rulebook import Option, Rulebook, later, law_of
from referee.words import say
from referee_hex import rules, table

SWAPS = {"never": say("No stone changes its owner."), "first": say("Yellow may take over the first stone.")}
POLICIES = (Policy("swap", ("HX-2.5",), SWAPS, say("Red's first stone gave red too great an advantage.")),)
EDITIONS = (
    Edition(1, "referee-hex 1.0", table.public, table.Policies(swap="never"), says=say("The first reading.")),
    Edition(2, "referee-hex 1.1", table.public, table.Policies(swap="first"), says=say("The swap rule.")),
)

RULEBOOK = Rulebook(
    id="hex",
    name="Hex",
    editions=EDITIONS,
    edition=EDITIONS[-1],
    folder=os.path.dirname(__file__),
    seats=table.SEATS,
    players=range(2, 3),
    options=(Option("size", ("11", "7", "5"), "HX-1.1", say("how many hexes a side of the board has")),),
    law=law_of(rules),
    furnish=lambda choices: {},
    begin=lambda header: table.Position(int(header["options"]["size"]), edition_of(EDITIONS, header).policies),
    piles=lambda header: {},
    deal=lambda position, fate: iter([table.Began("red")]),
    steps=rules.steps,
    happens=lambda position, step, fate: [table.StonePut(step.seat, *step.parts[0])],
    reactions=rules.reactions,
    evolve=table.evolve,
    record=lambda position, move, events: rules.put(*next(iter(move["actions"][0].items()))),
    missed=lambda position: rules.put("stone", rules.empty(position)[0]),  # HX-2.4
    to_move=lambda position: position.mover or None,
    view=later("referee_hex.view:view"),
    candidates=lambda position: (
        (kind, {"seat": position.mover, **rules.put(kind, at)}) for kind in table.KINDS for at in table.hexes(position)
    ),
    action=rules.action,
    suggest=rules.suggest,
    lay=table.lay,
    facts=lambda position, events: table.public(position),
    policies=POLICIES,
    adopt=lambda position, edition: position._replace(policies=edition.policies),
)
