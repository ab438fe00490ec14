"""Games for the tests of the view: turns of the planning player and random parts, as moments like those of a replay."""

import random
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any, cast

from referee.rules.folds import deal_result
from referee.rules.planner import suggest_move
from referee.rules.replay import Moment
from referee.rules.ruling import Accepted, judge
from referee.store import chance
from referee.store.documents import Entry, Header
from referee.titles.magna_grecia import RULEBOOK

VARIANTS: tuple[tuple[int, Mapping[str, str]], ...] = (
    (2, {"rounds": "8"}),
    (3, {"oracle_placement": "players"}),
    (4, {}),
    (4, {"village_adjacency": "immediate", "mixed_roads": "block"}),
    (3, {"mixed_roads": "join"}),
)
PLAYERS = {"yellow": "Anna", "orange": "Óengus", "brown": "Chiara", "red": "Bruno"}
AT = "2026-11-20T19:00:00Z"

Moments = tuple[Moment, ...]


def header_of(variant: int) -> dict[str, Any]:
    players, options = VARIANTS[variant]
    chosen = {each.name: options.get(each.name, each.values[0]) for each in RULEBOOK.options}
    seats = {seat: PLAYERS[seat] for seat in RULEBOOK.seats[:players]}
    fields: dict[str, Any] = {
        "game": f"view-{variant}",
        "edition": 2,
        "seats": seats,
        "options": chosen,
        "commitment": "c0" * 32,
    }
    return {**fields, **RULEBOOK.set_up.furnish({**fields, "board": None})}


def fate_of(header: Mapping[str, Any], seed: int) -> chance.Drawn:
    return chance.Drawn(bytes([seed]) * 32, RULEBOOK.set_up.piles(header))


@lru_cache
def played(variant: int, seed: int = 1) -> tuple[dict[str, Any], Moments]:
    """A whole game: its header and its moments, the header's and the deal's first."""
    header, rng = header_of(variant), random.Random(seed)
    fate = fate_of(header, seed)
    moments = [Moment(0, cast(Header, header), RULEBOOK.set_up.begin(header), (), "0" * 64)]
    position, events = deal_result(RULEBOOK, moments[0].position, fate)
    moments.append(Moment(1, {"kind": "deal", "at": AT}, position, events, head(1)))
    while RULEBOOK.play.to_move(position):
        kind, move = turn(position, rng, fate)
        ruling = judge(RULEBOOK.play, position, move, fate)
        assert isinstance(ruling, Accepted), (move, ruling)
        entry = {"kind": kind, "at": AT, "seat": move["seat"], **RULEBOOK.play.record(position, move, ruling.events)}
        if rng.random() < 0.2:
            entry["say"] = "Nice road, {seat}!"
        position = ruling.position
        moments.append(Moment(len(moments), cast(Entry, entry), position, ruling.events, head(len(moments))))
    return header, tuple(moments)


def head(number: int) -> str:
    return f"{number * 7919:064x}"[::-1]


def turn(position: Any, rng: random.Random, fate: Any) -> tuple[str, Mapping[str, Any]]:
    """The planner's turn, a pass, a missed one, or random parts that the rules allow one after another."""
    nothing = {"seat": position.seat, "actions": []}
    chosen = rng.random()
    if chosen < 0.6 or not position.clock.round:
        return "move", suggest_move(RULEBOOK, position, rng.randrange(9))
    if chosen < 0.65:
        return "missed", nothing
    move: dict[str, Any] = nothing
    candidates = list(RULEBOOK.play.candidates(position))
    for _, part in rng.sample(candidates, min(len(candidates), 150)):
        more = {
            **move,
            "actions": move["actions"] + part["actions"],
            "market": part.get("market") or move.get("market"),
        }
        if isinstance(judge(RULEBOOK.play, position, more, fate), Accepted):
            move = more
    return "move", move


@cache
def shown(variant: int, upto: int | None = None, seat: str = "", seed: int = 1) -> Any:
    """The view after entry `upto` of a game; the last entry's without it."""
    header, moments = played(variant, seed)
    return RULEBOOK.show().view(header, moments if upto is None else moments[: upto + 1], seat)


def section(view: Any, id: str) -> Any:
    """The section with this id, or None."""
    return next((each for each in view.sections if each.id == id), None)
