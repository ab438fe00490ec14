"""What a seat may not see of Attika cannot change a byte that reaches it (AT-2.4): hidden hands are dealt again too."""

import random
from collections.abc import Mapping
from itertools import accumulate, groupby
from typing import Any, NamedTuple

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


class Part(NamedTuple):
    """What an entry holds: actions, what chance showed for them, and where they lead."""

    actions: tuple[Any, ...]
    shown: tuple[tuple[Any, ...], ...]
    position: Position


def cut_orders_lead_where_whole_ones_do(game: Playout) -> None:
    """Whole turns as one order, sent in two: cut behind any action the entries are the same.

    Builds from the storage board show nothing, and what is sent of them together is one entry: cut there it is in two.
    """
    for before, order in whole_turns(game)[:8]:
        whole = carried_out(game, before, order)
        ends = list(accumulate((len(part.actions) for part in whole), initial=0))  # 0: all of it is refused at once
        for cut in range(1, len(order["actions"]) if ends[-1] >= len(order["actions"]) else 0):
            first = carried_out(game, before, {"seat": order["seat"], "actions": order["actions"][:cut]})
            parts = first + carried_out(game, first[-1].position, {**order, "actions": order["actions"][cut:]})
            if cut not in ends:
                a, b = parts[len(first) - 1 : len(first) + 1]
                assert not a.shown
                assert not drawn(order)
                parts[len(first) - 1 : len(first) + 1] = [Part(a.actions + b.actions, b.shown, b.position)]
            assert parts == whole


def drawn(order: Mapping[str, Any]) -> bool:
    return any("draw" in action for action in order["actions"])


def whole_turns(game: Playout) -> list[tuple[Position, dict[str, Any]]]:
    """Turns of several actions as one order each, with the position before: what was played move by move."""
    found = []
    for _, turns in groupby(game.turns, key=lambda turn: turn.move["seat"]):
        moves = list(turns)
        actions = [action for each in moves for action in each.move.get("actions", ())]
        if len(actions) > 1 and not any("end" in each.move for each in moves[:-1]):
            found.append((moves[0].before, {**moves[-1].move, "actions": actions}))
    return found


def carried_out(game: Playout, position: Position, move: Mapping[str, Any]) -> list[Part]:
    """The entries of a move, as far as it can be carried out."""
    left: Mapping[str, Any] | None = move
    parts: list[Part] = []
    shown: list[tuple[Any, ...]] = []

    def watched(*question: Any) -> str:
        shown.append((*question[:2], fate(*question)))
        return str(shown[-1][-1])

    while left is not None:
        fate = game.fate()
        shown.clear()
        ruling = judge(game.book, position, left, watched, whole=left is move)
        if not isinstance(ruling, Accepted):
            break
        actions = game.book.record(position, left, ruling.events)["actions"]
        parts.append(Part(tuple(actions), tuple(shown), ruling.position))
        position, left = ruling.position, ruling.rest
    return parts


PROMISES = (hidden_hands_change_nothing_told, nothing_is_looked_at_for_nothing, cut_orders_lead_where_whole_ones_do)
