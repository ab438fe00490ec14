"""A position as plain data: what `state:` in a log covers, in short lines since it is hashed after every entry.

Documented by `attika.state.schema.json`. Nothing is in it that only one seat may know (AT-2.4). This form is a promise
to archives: code may change, it may not.
"""

from typing import Any

from referee.titles.attika.land import name
from referee.titles.attika.state import Position


def public(position: Position) -> dict[str, Any]:
    """What everybody may see of a position."""
    turn = position.turn
    found: dict[str, Any] = {
        "tiles": [f"{tile.id} {tile.centre[0]} {tile.centre[1]} {tile.turn}" for tile in position.land.tiles],
        "buildings": sorted([f"{seat} {what} {name(hex)}" for hex, (seat, what) in position.buildings.items()]),
        "stored": {seat: mat.stored for seat, mat in position.mats.items()},
        "stacks": {seat: mat.stacks for seat, mat in position.mats.items()},
        "groups": {seat: mat.groups for seat, mat in position.mats.items()},
        "amphorae": {"left": position.amphorae, **{seat: mat.amphorae for seat, mat in position.mats.items()}},
        "cards": {"deck": position.deck.left, **{seat: sum(mat.hand) for seat, mat in position.mats.items()}},
        "discards": position.discards,
        "pile": position.tiles_left,
        "under": position.under,
        "order": position.order,
        "turn": [
            turn.seat,
            turn.line,
            turn.done,
            turn.extra,
            turn.drawn,
            turn.last,
            turn.tile,
            turn.closed,
            turn.moved,
        ],
        "empty": position.empty,
        "end": [*position.end.seats, *position.end.reasons],
    }
    if position.setting.hands == "open":
        found["hands"] = {seat: mat.hand for seat, mat in position.mats.items()}
    return found
