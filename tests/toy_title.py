"""A title of one pile: turn over its top card, then guess it. It has a step that shows something, and never `waits`."""

import sys
from collections.abc import Mapping
from typing import Any, NamedTuple

from referee.rules.editions import Edition
from referee.rules.rulebook import Breach, Rulebook, Step, law_of, rule
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


def steps(position: tuple[Act, ...], move: Mapping[str, Any]) -> list[Step]:
    return [Step(Act(*pair), ("actions", n)) for n, each in enumerate(move["actions"]) for pair in each.items()]


def happens(position: tuple[Act, ...], step: Act, fate: Any) -> tuple[Act]:
    return (Act("turn", fate("deck", len(position))) if step.kind == "turn" else step,)


def rest(position: Any, move: Mapping[str, Any], done: int, after: Any) -> dict[str, Any] | None:
    return {**move, "actions": move["actions"][done:]} if move["actions"][done:] else None


def record(position: Any, move: Any, events: tuple[Act, ...]) -> dict[str, Any]:
    return {"actions": [{each.kind: "" if each.kind == "turn" else each.card} for each in events]}


def nothing(*words: Any) -> Any:
    return ()


EDITIONS = (Edition(1, "toy 1.0", lambda position: {"acts": [list(each) for each in position]}),)

TOY = Rulebook(
    **{name: nothing for name in Rulebook._fields if name not in Rulebook._field_defaults}
    | {"id": "toy", "name": "Toy", "editions": EDITIONS, "edition": EDITIONS[-1]}
    | {"folder": "", "seats": ("red", "yellow"), "players": range(2, 3)}
    | {"options": (), "furnish": lambda choices: {}, "law": law_of(sys.modules[__name__])}
    | {"piles": lambda header: {"deck": lambda chance: chance.shuffled("deck", CARDS)}}
    | {"steps": steps, "happens": happens, "evolve": lambda position, event: (*position, event), "record": record}
    | {"to_move": lambda position: "red"},
    rest=rest,
)
