"""Random moves that break rules: turns of random games with parts of other turns and random candidates among them."""

import random
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from referee.rules.planner import move_with_part
from referee.rules.rulebook import NoBranch
from referee.rules.ruling import Rejected, Veiled, Violation, judge, refuse_chance
from referee.testkit.playouts import PlayedTurn, Playout, playout

TURNS = 3
"""Of so many turns one is spoiled; a game is long, and its turns are alike."""
FAULTS = 5
"""At most so many parts are added to a turn."""

WRITTEN = {"seat", "actions", "market", "end"}
"""The parts of a move that a person writes; the rest of an order has more, and its seat is not judged again."""


class Refusal(NamedTuple):
    """A move that is refused, on its position, and why."""

    game: Playout
    position: Any
    move: Mapping[str, Any]
    violations: tuple[Violation, ...]


def refusals(title: str, seed: int, each: int = 4) -> Iterator[Refusal]:
    """Moves of the random game of this seed that break rules, about `each` for every third of its turns."""
    rng, game = random.Random(seed), playout(title, seed)
    for turn in game.turns[::TURNS]:
        kinds = candidates(game, turn)
        for _ in range(each):
            move = spoiled(turn.move, kinds, game, rng)
            violations = why_refused(game, turn.before, move)
            if violations:
                yield Refusal(game, turn.before, move, violations)


def candidates(game: Playout, turn: PlayedTurn) -> list[list[Mapping[str, Any]]]:
    """The candidates after this position, by kind."""
    kinds: dict[str, list[Mapping[str, Any]]] = {}
    for kind, part in game.book.play.candidates(turn.before):
        kinds.setdefault(kind, []).append(part)
    return [kinds[kind] for kind in sorted(kinds)]


def spoiled(
    move: Mapping[str, Any], kinds: list[list[Mapping[str, Any]]], game: Playout, rng: random.Random
) -> dict[str, Any]:
    """A move with up to `FAULTS` more parts, perhaps in another order, perhaps of another seat."""
    found = dict(move)
    for _ in range(rng.randrange(1, FAULTS + 1)):
        part = rng.choice(rng.choice(kinds)) if kinds and rng.random() < 0.7 else rng.choice(game.turns).move
        found = dict(move_with_part(found, {key: value for key, value in part.items() if key != "seat"}))
    if rng.random() < 0.5:
        found["actions"] = rng.sample(found["actions"], len(found["actions"]))
    if rng.random() < 0.05 and found.keys() <= WRITTEN:
        found["seat"] = rng.choice(game.book.seats)
    return found


def why_refused(game: Playout, position: Any, move: Mapping[str, Any]) -> tuple[Violation, ...]:
    """The violations of a move, as far as they are known before anything is shown."""
    try:
        ruling = judge(game.book.play, position, move, refuse_chance)
    except (Veiled, NoBranch):
        return ()
    return ruling.violations if isinstance(ruling, Rejected) else ()
