"""Moves and entries in a line: `stone C4, move B2 to C3`."""

from collections.abc import Iterable, Mapping
from typing import Any

from referee.reading.move_parts import MovePart, move_parts
from referee.store.documents import Data, Entry
from referee.words import Phrase, say


def moves_phrase(title: str, moves: Iterable[Data]) -> Phrase:
    """What moves or entries of a title say, so that their player sees at once what was read."""
    words = [each for move in moves for each in action_lines(title, move)]
    return say("{actions}", actions=", ".join(words)) if words else say("a pass")


def action_lines(title: str, move: Data) -> list[str]:
    """What is done in a move or an entry of a title, each thing in one line."""
    return [line for part in move_parts(title) if move.get(part.name) for line in part_lines(part, move[part.name])]


def part_lines(part: MovePart, value: Any) -> list[str]:
    """A list has a line for each action, a mapping one for each of its words; of what is only said the word is told."""
    if part.form == "list":
        return [brief(action) for action in value]
    if part.form == "mapping":
        return [f"{kind} {action_value(each)}" for kind, each in value.items()]
    return [part.name if value is True else f"{part.name} {value}"]


def shown_text(entry: Entry) -> str:
    """What a move showed, whose own words tell from where; of the deal each pile with what lay on it, from its top."""
    piles: dict[str, list[str]] = {}
    for place, item in (entry.get("shown") or {}).items():
        piles.setdefault(place.rpartition("/")[0], []).append(item)
    if entry["kind"] == "deal":
        return "; ".join(f"{pile} {', '.join(items)}" for pile, items in piles.items())
    return ", ".join(item for items in piles.values() for item in items)


def brief(action: object) -> str:
    """`give: {red: 3, blue: 2}` → `give 3 2`."""
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
