"""What a seat may not see of Attika cannot change a byte that reaches it (AT-2.4): hidden hands are dealt again too."""

import random
from collections.abc import Mapping
from typing import Any

from hidden import Place, World, what_is_hidden_changes_nothing_told
from playouts import Playout
from promises import mutant

from referee.ruling import Accepted, judge
from referee.titles.attika.components import LANDSCAPES
from referee.titles.attika.events import CardDealt, CardTaken
from referee.titles.attika.state import Position

PROBES = 200


def held_by_others(real: World, reader: str) -> set[Place]:
    """The places of the cards that other seats hold, where the reader may not see them: of a kind the last taken."""
    position: Position = real.moments[-1].position
    if position.setting.hands == "open":
        return set()
    found = set()
    for (seat, card), places in taken(real).items():
        held = position.mats[seat].hand[card]
        found |= set(places[len(places) - held :]) if seat != reader else set()
    return found


def taken(real: World) -> dict[tuple[str, int], list[Place]]:
    """For each seat and kind of card the places from which it took them."""
    found: dict[tuple[str, int], list[Place]] = {}
    for moment, asked in zip(real.moments[1:], real.questions, strict=True):
        cards = [event for event in moment.events if isinstance(event, CardDealt | CardTaken)]
        drawn = [(place, item) for place, item in asked if item in LANDSCAPES]
        for event, (place, item) in zip(cards, drawn, strict=True):
            assert item == LANDSCAPES[event.card]
            found.setdefault((event.seat, event.card), []).append(place)
    return found


def hidden_hands_change_nothing_told(game: Playout) -> None:
    what_is_hidden_changes_nothing_told(game, held_by_others, PROBES)


def nothing_is_looked_at_for_nothing(game: Playout) -> None:
    """A refused move has shown nothing; what an accepted one shows comes in its last step, and so into the log."""
    rng, asked = random.Random(game.log.last), list[str]()

    def watched(*question: Any) -> str:
        asked.append(fate(*question))
        return asked[-1]

    for _ in range(PROBES // 4):
        turn, fate = rng.choice(game.turns), game.fate()
        asked.clear()
        ruling = judge(game.book, turn.before, mutant(combined_orders(game, rng, turn.move), rng), watched)
        assert isinstance(ruling, Accepted) or not asked


def combined_orders(game: Playout, rng: random.Random, move: Mapping[str, Any]) -> dict[str, Any]:
    """A move that goes on with the actions of another one."""
    return {**move, "actions": [*move.get("actions", ()), *rng.choice(game.turns).move.get("actions", ())]}


def cut_orders_lead_where_whole_ones_do(game: Playout) -> None:
    """A move that can be carried out, sent in two: cut anywhere, it is the same actions to the same position."""
    orders = [turn for turn in game.turns if len(turn.move.get("actions", ())) > 1]
    for turn in orders[:4]:
        whole = carried_out(game, turn.before, turn.move)
        stops = len(whole[1]) < len(turn.move["actions"])
        for cut in range(1, 0 if stops else len(turn.move["actions"])):
            first = {"seat": turn.move["seat"], "actions": turn.move["actions"][:cut]}
            second = {**turn.move, "actions": turn.move["actions"][cut:]}
            position, actions = carried_out(game, turn.before, first)
            position, more = carried_out(game, position, second)
            assert (position, [*actions, *more]) == whole


def carried_out(game: Playout, position: Position, move: Mapping[str, Any]) -> tuple[Position, list[Any]]:
    """Where a move leads, part by part, and its actions as they are recorded."""
    left: Mapping[str, Any] | None = move
    actions: list[Any] = []
    while left is not None:
        ruling = judge(game.book, position, left, game.fate(), whole=left is move)
        if not isinstance(ruling, Accepted):
            break
        actions += game.book.record(position, left, ruling.events)["actions"]
        position, left = ruling.position, ruling.rest
    return position, actions


PROMISES = (hidden_hands_change_nothing_told, nothing_is_looked_at_for_nothing, cut_orders_lead_where_whole_ones_do)
