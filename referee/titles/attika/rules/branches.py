"""AT-10.9: which branch of an order is carried out, what is left of a move, and what may have been drawn by then."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias, TypedDict, cast

from referee.rules.rulebook import Move, NoBranch, Path
from referee.titles.attika.data.components import id_of_name
from referee.titles.attika.rules.state import STACKS, AttikaPosition
from referee.words import Phrase, say

Fields: TypeAlias = Mapping[str, Any]
"""The fields of an action or a branch, of the shape that the move schema describes."""
Value: TypeAlias = str | Fields | None
"""The value after the kind of an action."""
Condition: TypeAlias = str | Sequence[str] | Fields | None
"""The values after `if`: names of buildings or tiles, or how many buildings are left."""
Item: TypeAlias = tuple[Path, str, Any]
"""The place of an action in the file, its kind and its value; or CHOICE with branches to choose from."""
CHOICE = ""


class AttikaMove(TypedDict, total=False):
    """A move as the move schema has it: an action is its kind, or {kind: value}; `queue`: what an order left over."""

    seat: str
    actions: Sequence[Any]
    end: bool | str | None
    queue: Sequence[Item]


class Order(NamedTuple):
    """The branches after an action of this kind, and their places in the file; `stack`: of a draw, as written."""

    at: Path
    kind: str
    branches: Sequence[Fields]
    stack: str = ""


def is_left_over(move: AttikaMove) -> bool:
    """Whether it is what a part of an order left over: then the turn was taken with that part."""
    return "queue" in move


def queue(move: AttikaMove) -> list[Item]:
    """The actions to carry out: all of a move, or those that a part of it left over."""
    if "queue" in move:
        return list(move["queue"])
    items: list[Item] = []
    for index, action in enumerate(move.get("actions") or ()):
        kind, value = kind_and_value(action)
        items.append((("actions", index), kind, value))
    return items


def chosen_items(position: AttikaPosition, items: list[Item]) -> list[Item]:
    """The items with the branches at their head replaced by the actions of the one that fits."""
    if not items or items[0][1] != CHOICE:
        return items
    path, _, branches = items[0]
    for index, branch in enumerate(branches):
        if holds(position, branch):
            return [*actions_of(branch, (*path, index)), *items[1:]]
    raise NoBranch("AT-10.9", unforeseen(position), path)


def unforeseen(position: AttikaPosition) -> Phrase:
    """The item shown, if an order has no branch for it."""
    turn = position.turn
    if turn.drawn:
        return say(
            "None of your branches is for {building}, which you drew.", building=position.building(turn.drawn).name
        )
    if turn.tile:
        return say("None of your branches is for the tile {tile}, which was turned up.", tile=turn.tile)
    return say("None of your branches is for this: no building was drawn and no tile turned up.")


def holds(position: AttikaPosition, branch: Fields) -> bool:
    """Whether the condition of a branch holds: names of buildings and tiles, or sizes of your own stacks (AT-10.9)."""
    if "else" in branch:
        return True
    condition, turn = branch["if"], position.turn
    if isinstance(condition, Mapping):
        stacks = position.mats[turn.seat].stacks
        return all(stacks[STACKS.index(str(stack))] == int(left) for stack, left in condition["left"].items())
    names = [condition] if isinstance(condition, str) else condition
    return any(id_of_name(name) in (turn.drawn, turn.tile.lower()) for name in names if name)


def actions_of(branch: Fields, path: Path) -> list[Item]:
    """The actions of a branch: one next to `if` or after `else`, or a list after `do` or `else`."""
    key = "else" if "else" in branch else "do" if "do" in branch else ""
    if not key:
        return [(path, *kind_and_value({kind: value for kind, value in branch.items() if kind != "if"}))]
    found = branch[key]
    if isinstance(found, list):
        return [((*path, key, index), *kind_and_value(each)) for index, each in enumerate(found)]
    return [((*path, key), *kind_and_value(found))]


def stack_of(value: Value) -> str:
    """The stack from which a draw draws, as it is written."""
    return str(value["stack"] if isinstance(value, dict) else value).strip().lower()


def branches_of(orders: Sequence[Order]) -> Iterator[list[Item]]:
    """The actions of each branch of these orders."""
    for order in orders:
        for number, branch in enumerate(order.branches):
            yield actions_of(branch, (*order.at, number))


def kind_and_value(action: str | Fields) -> tuple[str, Value]:
    """`store` alone and `{store: tower}` are both actions of the kind `store`."""
    if isinstance(action, str):
        return action, None
    ((kind, value),) = action.items()
    return kind, value


def rest(position: AttikaPosition, written: Move, done: int, after: AttikaPosition) -> AttikaMove | None:
    """The rest of a move after `done` steps: the branches of the last of them, and what follows.

    A building may turn up no tile: then `else` fits, as it does always. `queue` is what is played; `actions` are still
    to be read: the known part of them, with the orders that are carried out.
    """
    move = cast(AttikaMove, written)
    items = chosen_items(position, queue(move))
    number = done if is_left_over(move) else done - 1
    played, left = items[:number], items[number:]
    left = branches(played[-1:]) + left
    end = number <= len(items) and move.get("end") and after.turn.seat == move["seat"]
    return (
        {"seat": move["seat"], "queue": left, "actions": known_actions(after, left), "end": end}
        if left or end
        else None
    )


def known_actions(position: AttikaPosition, items: list[Item]) -> list[str | Fields]:
    """The actions among these items; of orders those that are carried out on this position, if that is known."""
    try:
        items = chosen_items(position, items)
    except NoBranch:
        return []
    return [kind if value is None else {kind: value} for _, kind, value in items if kind != CHOICE]


def is_ordered(value: Value) -> bool:
    """Whether an action with this value has branches."""
    return isinstance(value, dict) and bool(value.get("then"))


def branches(items: Sequence[Item]) -> list[Item]:
    return [(order.at, CHOICE, order.branches) for order in behind(items)]


def behind(items: Sequence[Item]) -> list[Order]:
    """The orders behind these actions."""
    return [
        Order((*path, kind, "then"), kind, value["then"], str(value.get("stack", "")).strip().lower())
        for path, kind, value in items
        if is_ordered(value)
    ]


def orders(items: Sequence[Item]) -> list[Order]:
    """The orders of these actions, and those inside their branches."""
    found: list[Order] = []
    for order in behind(items):
        found.append(order)
        for actions in branches_of([order]):
            found += orders(actions)
    return found


class LastDraw(NamedTuple):
    """The building that was drawn last: its stack, and its possible names if the branch is for some only."""

    stack: str
    names: tuple[str, ...] = ()


NOTHING = LastDraw("nothing")
"""A building drawn in this move is built or stored."""
UNTOLD = LastDraw("untold")
"""Nothing was drawn in this move, or cards were taken in it, or an action before cannot be carried out."""
BUILDS = LastDraw("builds")
"""The turn is one of builds, so nothing can be drawn in it (AT-3.1)."""
PUT = ("build", "store")


class Reached(NamedTuple):
    """An action, its place in the file, and all that may have been drawn before it."""

    at: Path
    kind: str
    value: Any
    drawn: tuple[LastDraw, ...]


def reached_actions(items: list[Item], end: bool, builds: bool) -> tuple[Reached, ...]:
    """The actions of a move, and of branches in it, that come behind a draw of the move; and the end of the turn.

    `builds`: the first building was not drawn before the move, nor was the start of a turn of builds.
    """
    found: list[Reached] = []
    builds = builds and bool(items) and items[0][1] == "build"
    last = collect_reached(items, (BUILDS if builds else UNTOLD,), found)
    if end:
        found.append(Reached(("end",), "end", None, last))
    return tuple([each for each in found if UNTOLD not in each.drawn and BUILDS not in each.drawn])


def collect_reached(items: list[Item], drawn: tuple[LastDraw, ...], found: list[Reached]) -> tuple[LastDraw, ...]:
    """What may have been drawn after these actions; they are added to `found` with the actions before each."""
    for item in items:
        path, kind, value = item
        found.append(Reached((*path, kind), kind, value, drawn))
        drawn = after(item, drawn, found)
    return drawn


def after(item: Item, drawn: tuple[LastDraw, ...], found: list[Reached]) -> tuple[LastDraw, ...]:
    """What may have been drawn after an action and the branches of its order."""
    path, kind, value = item
    if BUILDS in drawn:
        return drawn
    if kind == "draw":
        drawn = (LastDraw(stack_of(value)),)
    elif kind in PUT and UNTOLD not in drawn:
        drawn = (NOTHING,)
    elif kind in ("cards", "amphora"):
        return cards_taken(kind, value, drawn)
    if not is_ordered(value):
        return drawn
    ends: list[LastDraw] = []
    for number, branch in enumerate(value["then"]):
        first = (drawn[0]._replace(names=names_in(branch.get("if"))),) if kind == "draw" else drawn
        ends += collect_reached(actions_of(branch, (*path, kind, "then", number)), first, found)
    return tuple(dict.fromkeys(ends))


def cards_taken(kind: str, value: Value | int, drawn: tuple[LastDraw, ...]) -> tuple[LastDraw, ...]:
    """AT-3.5 covers what follows cards."""
    use = value["for"] if isinstance(value, Mapping) else value
    return (UNTOLD,) if kind == "cards" or use == "card" else drawn


def names_in(condition: Condition) -> tuple[str, ...]:
    """The buildings that a branch is for; none if it is for any."""
    if isinstance(condition, str):
        return (id_of_name(condition),)
    return () if not condition or isinstance(condition, Mapping) else tuple([id_of_name(name) for name in condition])
