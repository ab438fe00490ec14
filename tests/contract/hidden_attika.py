"""Hidden parts of Attika cannot change a byte that reaches a seat (AT-2.4): hidden hands are dealt again too."""

import random
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple, cast

from referee.rules.ruling import Accepted, judge
from referee.store.documents import actions_of
from referee.testkit.hidden import Place, World, differences, everything_told, random_probes, shuffled_but, world
from referee.testkit.playouts import Playout
from referee.titles.attika.data.components import LANDSCAPES
from referee.titles.attika.rules.events import CardDealt, CardTaken
from referee.titles.attika.rules.moves import build_fields
from referee.titles.attika.rules.state import AttikaPosition

PROBES = 200


def held_by_others(real: World, reader: str) -> set[Place]:
    """The places of the cards that other seats hold, where the reader may not see them: of a kind the last taken."""
    position = real.moments[-1].position
    if not isinstance(position, AttikaPosition) or position.setting.options["hands"] == "open":
        return set()
    found = set()
    for (seat, card), places in taken(real).items():
        held = position.hands[seat][card]
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


def dealt_again(real: World, reader: str, rng: random.Random) -> dict[Place, int]:
    """Where all that the reader has not seen comes to lie: what nobody took, and what others hold."""
    return shuffled_but(real, real.seen - held_by_others(real, reader), rng)


def hidden_hands_change_nothing_told(game: Playout) -> None:
    """Whole hands are dealt again, and many moves tried: more than the contract does, since it knows the hands."""
    rng = random.Random(game.log.last)
    reader = rng.choice(["", *game.header["seats"]])
    mine = [n for n, position in enumerate(game.positions, 1) if game.book.play.to_move(position) == reader]
    real = world(game, rng.choice(mine or range(1, game.log.last + 1)), {})
    other = world(game, len(real.moments) - 1, dealt_again(real, reader, rng))
    probes = random_probes(game, real.moments[-1].position, PROBES)
    both = [everything_told(game, each.moments, reader, probes) for each in (real, other)]
    assert not (what := next(differences(*both), "")), f"{reader or 'everybody'}: {what} shows what is hidden"


class Part(NamedTuple):
    """The content of an entry: actions, what chance showed for them, and the resulting position."""

    actions: tuple[Any, ...]
    shown: tuple[tuple[Any, ...], ...]
    position: AttikaPosition


def cut_orders_lead_where_whole_ones_do(game: Playout) -> None:
    """Turns of draws have the same entries as lines, as orders within orders, and cut in two behind any action."""
    rng = random.Random(game.log.last)
    for before, turn in turns_of_draws(game)[:8]:
        actions, whole = turn["actions"], carried_out(game, before, turn)
        if sum(len(part.actions) for part in whole) < len(actions):
            continue  # such as an amphora that was returned for nothing: known beforehand, or when it is reached
        assert carried_out(game, before, {**turn, "actions": as_orders(actions, rng)}) == whole
        for cut in range(1, len(actions)):
            first = carried_out(game, before, {"seat": turn["seat"], "actions": as_orders(actions[:cut], rng)})
            second = {**turn, "actions": as_orders(actions[cut:], rng)}
            assert first + carried_out(game, first[-1].position, second) == whole


def as_orders(actions: Sequence[Any], rng: random.Random) -> list[Any]:
    """The same actions, some of them behind the `then` of the one before, which can do nothing else."""
    if len(actions) < 2:
        return list(actions)
    ((kind, value),) = actions[0].items()
    rest = as_orders(actions[1:], rng)
    if kind not in KEYS or rng.randrange(3) == 0:
        return [actions[0], *rest]
    fields = build_fields(value) if kind == "build" else value if isinstance(value, dict) else {KEYS[kind]: value}
    fields = {key: each for key, each in fields.items() if each}
    part = rng.randrange(len(rest)) + 1
    return [{kind: {**fields, "then": [{"else": rest[:part]}]}}, *rest[part:]]


KEYS = {"draw": "stack", "store": "building", "build": "at"}
"""The actions that may have orders."""


def turns_of_draws(game: Playout) -> list[tuple[AttikaPosition, dict[str, Any]]]:
    """Turns of several actions as one move each, with the position before: joined from single moves."""
    found = []
    for _, turns in groupby(game.turns, key=lambda turn: turn.move["seat"]):
        moves = list(turns)
        actions = [action for each in moves for action in cast(list[Any], each.move.get("actions", ()))]
        if any("draw" in action for action in actions) and not any("end" in each.move for each in moves[:-1]):
            found.append((cast(AttikaPosition, moves[0].before), {**moves[-1].move, "actions": actions}))
    return found


def carried_out(game: Playout, position: AttikaPosition, move: Mapping[str, Any]) -> list[Part]:
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
        ruling = judge(game.book.play, position, left, watched, whole=left is move)
        if not isinstance(ruling, Accepted):
            break
        actions = actions_of(game.book.play.record(position, left, ruling.events))
        parts.append(Part(tuple(actions), tuple(shown), ruling.position))
        position, left = ruling.position, ruling.rest
    return parts


PROMISES = (hidden_hands_change_nothing_told, cut_orders_lead_where_whole_ones_do)
