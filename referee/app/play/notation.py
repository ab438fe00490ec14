"""Moves and entries in a line: `city M8, road L7 se-sw, build E9`."""

from collections.abc import Iterable, Mapping

from referee.store.documents import Data, Entry, actions_of, market_of
from referee.words import Phrase, say


def moves_phrase(moves: Iterable[Data]) -> Phrase:
    """What moves or entries say, so that their player sees at once what was read."""
    words = [each for move in moves for each in action_lines(move)]
    return say("{actions}", actions=", ".join(words)) if words else say("a pass")


def action_lines(move: Data) -> list[str]:
    """What is done in a move or an entry, each thing in one line."""
    does = [brief(action) for action in actions_of(move)]
    does += [f"{kind} {label}" for kind, label in market_of(move).items()]
    return [*does, "end"] if move.get("end") else does


def shown_text(entry: Entry) -> str:
    """What a move showed, whose own words tell from where; of the deal each pile with what lay on it, from its top."""
    piles: dict[str, list[str]] = {}
    for place, item in (entry.get("shown") or {}).items():
        piles.setdefault(place.rpartition("/")[0], []).append(item)
    if entry["kind"] == "deal":
        return "; ".join(f"{pile} {', '.join(items)}" for pile, items in piles.items())
    return ", ".join(item for items in piles.values() for item in items)


def brief(action: object) -> str:
    """`resupply: {road: 3, city: 2}` → `resupply 3 2`."""
    if not isinstance(action, Mapping):
        return str(action)
    return " ".join([f"{kind} {action_value(each)}" for kind, each in action.items()])


NAMED = ("from", "to", "turn", "pay")
"""Words whose values need them."""


def action_value(value: object) -> str:
    """`{at: D4, from: D3, to: D5}` → `D4 from D3 to D5`; orders for what may be shown are only said to be there."""
    if isinstance(value, str):
        return value
    if isinstance(value, dict):
        return " ".join(
            f"{word} {action_value(each)}" if word in NAMED else action_value(each) for word, each in value.items()
        )
    if isinstance(value, list):
        return str(say("with orders")) if any(isinstance(each, dict) for each in value) else " ".join(map(str, value))
    return str(value)
