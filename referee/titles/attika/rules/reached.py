"""What may have been drawn when an action of a move is reached, as far as the move itself tells (AT-3.2, AT-10.9)."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from referee.rules.rulebook import Path
from referee.titles.attika.data.components import id_of_name
from referee.titles.attika.rules.branches import Condition, Item, Value, actions_of, is_ordered, stack_of


class LastDraw(NamedTuple):
    """The building that was drawn last: from which stack, and of which names if the branch is for some alone."""

    stack: str
    names: tuple[str, ...] = ()


NOTHING = LastDraw("nothing")
"""What was drawn in this move is built or stored."""
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

    `builds`: what is built first was not drawn before the move, and so is the beginning of a turn of builds.
    """
    found: list[Reached] = []
    builds = builds and bool(items) and items[0][1] == "build"
    last = collect_reached(items, (BUILDS if builds else UNTOLD,), found)
    if end:
        found.append(Reached(("end",), "end", None, last))
    return tuple([each for each in found if UNTOLD not in each.drawn and BUILDS not in each.drawn])


def collect_reached(items: list[Item], drawn: tuple[LastDraw, ...], found: list[Reached]) -> tuple[LastDraw, ...]:
    """What may have been drawn behind these actions; they are added to `found` with what comes before each."""
    for item in items:
        path, kind, value = item
        found.append(Reached((*path, kind), kind, value, drawn))
        drawn = after(item, drawn, found)
    return drawn


def after(item: Item, drawn: tuple[LastDraw, ...], found: list[Reached]) -> tuple[LastDraw, ...]:
    """What may have been drawn behind an action and the branches of its order."""
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
    return once(ends)


def cards_taken(kind: str, value: Value, drawn: tuple[LastDraw, ...]) -> tuple[LastDraw, ...]:
    """What comes behind cards is told by AT-3.5."""
    use = value["for"] if isinstance(value, Mapping) else value
    return (UNTOLD,) if kind == "cards" or use == "card" else drawn


def names_in(condition: Condition) -> tuple[str, ...]:
    """The buildings that a branch is for; none if it is for any."""
    if isinstance(condition, str):
        return (id_of_name(condition),)
    return () if not condition or isinstance(condition, Mapping) else tuple([id_of_name(name) for name in condition])


def once(drawn: Iterable[LastDraw]) -> tuple[LastDraw, ...]:
    return tuple(dict.fromkeys(drawn))
