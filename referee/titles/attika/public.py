"""A position as plain data: what `state:` in a log covers, in short lines since it is hashed after every entry.

Documented by `attika.state.schema.json`. Nothing is in it that only one seat may know (AT-2.4). This form is a promise
to archives: code may change, it may not.
"""

from typing import Any

from referee.titles.attika.state import Position


def public(position: Position) -> dict[str, Any]:
    """What everybody may see of a position."""
    turn, mats = position.turn, position.mats
    found: dict[str, Any] = {
        "tiles": [tile.text for tile in position.land.tiles],
        "buildings": sorted([built.text for built in position.buildings.values()]),
        "seats": {seat: [sum(mat.hand), mat.amphorae, *mat.stacks] for seat, mat in mats.items()},
        "stored": {seat: " ".join(mat.stored) for seat, mat in mats.items()},
        "groups": {seat: " ".join(mat.groups) for seat, mat in mats.items()},
        "left": [position.deck.left, position.amphorae, position.tiles_left],
        "discards": position.discards,
        "under": position.under,
        "order": position.order,
        "turn": [turn.seat, turn.line, turn.drawn, turn.tile],
        "actions": [turn.done, turn.extra, turn.last, turn.closed, turn.moved],
        "empty": position.empty,
        "end": [*position.end.seats, *position.end.reasons],
    }
    if position.setting.hands == "open":
        found["hands"] = {seat: mat.hand for seat, mat in mats.items()}
    return found
