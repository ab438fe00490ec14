"""A title of one pile: turn over its top card, then guess it. A step shows something, and no part `is_part_over`."""

import sys
from collections.abc import Mapping
from typing import Any, NamedTuple

from referee.rules.law import Edition
from referee.rules.rulebook import Breach, Play, Rulebook, SetUp, Show, Step, law_of, rule
from referee.words import say

CARDS = ("red", "green", "blue")


class Act(NamedTuple):
    """One action, as an event too: `turn`, and what was shown; or `guess`, and what was guessed."""

    kind: str
    card: str = ""


@rule("TT-1.1", Act)
def guesses_the_card_that_was_shown(position: tuple[Act, ...], step: Act) -> Breach | None:
    right = step.kind == "turn" or step.card == position[-1].card
    return None if right else Breach(say("The card is not {card}.", card=step.card))


def steps(position: tuple[Act, ...], move: Mapping[str, Any]) -> list[Step[Act]]:
    return [Step(Act(*pair), ("actions", n)) for n, each in enumerate(move["actions"]) for pair in each.items()]


def happens(position: tuple[Act, ...], step: Act, fate: Any) -> tuple[Act]:
    return (Act("turn", fate("deck", len(position))) if step.kind == "turn" else step,)


def rest(position: Any, move: Mapping[str, Any], done: int, after: Any) -> dict[str, Any] | None:
    return {**move, "actions": move["actions"][done:]} if move["actions"][done:] else None


def record(position: Any, move: Any, events: tuple[Act, ...]) -> dict[str, Any]:
    return {"actions": [{each.kind: "" if each.kind == "turn" else each.card} for each in events]}


def nothing(*words: Any) -> Any:
    return ()


EDITIONS: tuple[Edition[Any], ...] = (
    Edition(1, "toy 1.0", lambda position: {"acts": [list(each) for each in position]}),
)

TOY = Rulebook(
    id="toy",
    name="Toy",
    editions=EDITIONS,
    edition=EDITIONS[-1],
    folder="",
    seats=("red", "yellow"),
    players=range(2, 3),
    options=(),
    set_up=SetUp(
        furnish=lambda choices: {},
        begin=nothing,
        piles=lambda header: {"deck": lambda chance: chance.shuffled_items("deck", CARDS)},
        deal=nothing,
    ),
    play=Play(
        law=law_of(sys.modules[__name__]),
        steps=steps,
        happens=happens,
        reactions=nothing,
        evolve=lambda position, event: (*position, event),
        to_move=lambda position: "red",
        record=record,
        missed=nothing,
        candidates=nothing,
        action=nothing,
        rest=rest,
    ),
    show=lambda: Show(nothing),
)
