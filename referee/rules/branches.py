"""Conditional orders in a move: behind an action stands what is done then, whatever the action shows.

`draw: {stack: 2, then: [{if: tower, build: 7ne}, {else: store}]}`: each branch has an `if` with an action beside it or
several under `do`, or an `else`. What an `if` may ask for, and when it holds, a title says. It plays a part of the move
up to what is shown, and then what is left of it (`Play.rest`): the branches come first in the `queue` of that part.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from referee.reading.caret import Path

Fields: TypeAlias = Mapping[str, Any]
"""The fields of an action or a branch, of the shape that the move schema of the title describes."""
Value: TypeAlias = str | Fields | None
"""The value after the kind of an action."""
Item: TypeAlias = tuple[Path, str, Any]
"""The place of an action in the file, its kind and its value; or CHOICE with branches to choose from."""
CHOICE = ""


class Order(NamedTuple):
    """The branches after an action of this kind, and their places in the file; `value`: all that the action says."""

    at: Path
    kind: str
    branches: Sequence[Fields]
    value: Fields


def is_left_over(move: Fields) -> bool:
    """Whether it is what a part of an order left over: then the turn was taken with that part."""
    return "queue" in move


def queue(move: Fields) -> list[Item]:
    """The actions to carry out: all of a move, or those that a part of it left over."""
    if "queue" in move:
        return list(move["queue"])
    items: list[Item] = []
    for index, action in enumerate(move.get("actions") or ()):
        kind, value = kind_and_value(action)
        items.append((("actions", index), kind, value))
    return items


def with_branch_chosen(items: list[Item], holds: Callable[[Fields], bool]) -> list[Item] | None:
    """The items with the branches at their head replaced by the actions of the one that fits; None when none does."""
    if not items or items[0][1] != CHOICE:
        return items
    path, _, branches = items[0]
    for index, branch in enumerate(branches):
        if "else" in branch or holds(branch):
            return [*actions_of(branch, (*path, index)), *items[1:]]
    return None


def actions_of(branch: Fields, path: Path) -> list[Item]:
    """The actions of a branch: one next to `if` or after `else`, or a list after `do` or `else`."""
    key = "else" if "else" in branch else "do" if "do" in branch else ""
    if not key:
        return [(path, *kind_and_value({kind: value for kind, value in branch.items() if kind != "if"}))]
    found = branch[key]
    if isinstance(found, list):
        return [((*path, key, index), *kind_and_value(each)) for index, each in enumerate(found)]
    return [((*path, key), *kind_and_value(found))]


def kind_and_value(action: str | Fields) -> tuple[str, Value]:
    """`store` alone and `{store: tower}` are both actions of the kind `store`."""
    if isinstance(action, str):
        return action, None
    ((kind, value),) = action.items()
    return kind, value


def is_ordered(value: Value) -> bool:
    """Whether an action with this value has branches."""
    return isinstance(value, dict) and bool(value.get("then"))


def orders_behind(items: Sequence[Item]) -> list[Order]:
    """The orders behind these actions."""
    return [
        Order((*path, kind, "then"), kind, value["then"], value) for path, kind, value in items if is_ordered(value)
    ]


def branches_behind(items: Sequence[Item]) -> list[Item]:
    """The same as the head of a queue."""
    return [(order.at, CHOICE, order.branches) for order in orders_behind(items)]


def orders_within(items: Sequence[Item]) -> list[Order]:
    """The orders of these actions, and those inside their branches."""
    found: list[Order] = []
    for order in orders_behind(items):
        found.append(order)
        for actions in actions_of_branches([order]):
            found += orders_within(actions)
    return found


def actions_of_branches(orders: Sequence[Order]) -> Iterator[list[Item]]:
    """The actions of each branch of these orders."""
    for order in orders:
        for number, branch in enumerate(order.branches):
            yield actions_of(branch, (*order.at, number))
