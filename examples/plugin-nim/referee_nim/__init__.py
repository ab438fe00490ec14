"""Veiled Nim: two seats take stones from a heap, and each has a hidden token. The rules are our own."""

import os

from referee.rules.knowledge import Knowledge
from referee.rules.law import Edition
from referee.rules.rulebook import Option, Play, Prove, Rulebook, SetUp, Show, law_of
from referee.words import say
from referee_nim import rules, table, view

EDITIONS = (Edition(1, "referee-nim 1.0", table.public),)


RULEBOOK: Rulebook[table.Position, rules.TakeStones, table.Event] = Rulebook(
    id="nim",
    name="Veiled Nim",
    editions=EDITIONS,
    edition=EDITIONS[-1],
    folder=os.path.dirname(__file__),
    seats=table.SEATS,
    players=range(2, 3),
    options=(Option("stones", ("21", "15"), "VN-1.1", say("how many stones the heap has")),),
    set_up=SetUp(
        begin=lambda header: table.Position(int(header["options"]["stones"])),
        piles=lambda header: {table.TOKENS: lambda chance: chance.shuffled_items(table.TOKENS, table.NUMBERS)},
        deal=table.deal,
        veil=lambda header: lambda pile: pile == table.TOKENS,  # VN-1.2
    ),
    play=Play(
        law=law_of(rules),
        steps=rules.steps,
        happens=lambda position, step, fate: [table.StonesTaken(step.seat, *step.parts[0])],
        reactions=rules.reactions,
        evolve=table.evolve,
        to_move=lambda position: position.mover or None,
        record=lambda position, move, events: rules.move_of(*rules.parts_of(move)[0]),
        missed=lambda position: rules.move_of("take", 1),  # VN-2.5
        candidates=rules.candidates,
        outcome=rules.outcome,
    ),
    show=lambda: Show(view.view, knowledge=Knowledge(hidden_lessons=view.hidden_lessons)),
    prove=lambda: Prove(table.lay),
)
