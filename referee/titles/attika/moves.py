"""The notation of a move, conditional orders among it, and the steps in which it is judged.

A move is a turn or a part of one (AT-3, AT-10.9). Its actions are judged in order. What shows something new ends a
part; what follows is judged on the position after it. The action that showed it may carry `then:`, branches of which
the first that fits is carried out; the actions after it follow.

    actions:
      - draw: {stack: 2, then: [{if: [tower, fortress], build: {at: 7ne}}, {else: store}]}
      - tile: {from: 7, walk: [ne, ne, se], turn: 2}
      - amphora: draw
    end: true
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from referee.hexes import EDGES
from referee.rulebook import NoBranch, Path, Step
from referee.titles.attika.components import LANDSCAPES
from referee.titles.attika.land import NOWHERE, hex_named
from referee.titles.attika.state import STACKS, Amounts, Position
from referee.words import Phrase, say


class TakeTurn(NamedTuple):
    """The move as a whole: it is this seat that moves, and does something."""

    seat: str
    does: bool


class Draw(NamedTuple):
    """Draw the top of a stack: its number in STACKS, or NOWHERE, and the word that was written."""

    seat: str
    stack: int
    written: str


class Build(NamedTuple):
    """Build on a hex, or NOWHERE; `building` is "" for the one just drawn, `pay` None when the referee pays."""

    seat: str
    building: str
    hex: int
    at: str
    pay: Amounts | None


class Store(NamedTuple):
    """Put the building just drawn on the storage board; `building` is "" when it is not named."""

    seat: str
    building: str


class PlaceTile(NamedTuple):
    """Place the tile that was turned up: a walk from the centre of a tile, and the steps by which it is turned."""

    seat: str
    start: int
    walk: tuple[int, ...]
    turn: int


class BuryTile(NamedTuple):
    """AT-10.7: what becomes of the tile that was turned up when the turn is missed."""

    seat: str


class ReturnAmphora(NamedTuple):
    """AT-6.3: for `draw`, `build` or `card`."""

    seat: str
    use: str


class GiveUp(NamedTuple):
    """AT-3.4: give up the open actions; `cards` is None when the number is not named."""

    seat: str
    cards: int | None


Item = tuple[Path, Any]
"""An action and its place in the file; or a list of branches, of which one is still to be chosen."""


def steps(position: Position, move: Mapping[str, Any]) -> Iterator[Step]:
    """The steps of a move in the order in which they are played, each with its place in the file.

    Raises NoBranch when no branch of an order fits what was shown.
    """
    seat = move["seat"]
    items = chosen(position, queue(move))
    if not is_left_over(move):
        yield Step(TakeTurn(seat, bool(items or move.get("end"))), ())
    for path, action in items:
        kind, value = parted(action)
        yield Step(READ[kind](position, seat, value), (*path, kind))
    if move.get("end"):
        yield Step(GiveUp(seat, None), ("end",))


def is_left_over(move: Mapping[str, Any]) -> bool:
    """Whether it is what a part of an order left over: then the turn was taken with that part."""
    return "queue" in move


def queue(move: Mapping[str, Any]) -> list[Item]:
    """What is to be carried out: all actions of a move, or those that a part of it left over."""
    if is_left_over(move):
        return list(move["queue"])
    return [(("actions", index), each) for index, each in enumerate(move.get("actions") or [])]


def chosen(position: Position, items: list[Item]) -> list[Item]:
    """The items with the branches at their head replaced by the actions of the one that fits."""
    if not items or not isinstance(items[0][1], list):
        return items
    path, branches = items[0]
    for index, branch in enumerate(branches):
        if holds(position, branch):
            return [*actions_of(branch, (*path, index)), *items[1:]]
    raise NoBranch("AT-10.9", unforeseen(position), path)


def unforeseen(position: Position) -> Phrase:
    """What was shown, for which an order has no branch."""
    turn = position.turn
    if turn.drawn:
        return say("No branch is for {building}, which was drawn.", building=position.building(turn.drawn).name)
    if turn.tile:
        return say("No branch is for the tile {tile}, which was turned up.", tile=turn.tile)
    return say("No branch fits the position.")


def holds(position: Position, branch: Mapping[str, Any]) -> bool:
    """Whether the condition of a branch holds: names of buildings and tiles, or sizes of one's own stacks (AT-10.9)."""
    if "else" in branch:
        return True
    condition, turn = branch["if"], position.turn
    if isinstance(condition, Mapping):
        stacks = position.mats[turn.seat].stacks
        return all(stacks[STACKS.index(str(stack))] == int(left) for stack, left in condition["left"].items())
    names = [condition] if isinstance(condition, str) else condition
    return any(meant(name) in (turn.drawn, turn.tile.lower()) for name in names if name)


def meant(name: str) -> str:
    """The id of a building or a tile as people write it: `Silver mine` is `silver-mine`."""
    return "-".join(name.strip().lower().split())


def actions_of(branch: Mapping[str, Any], path: Path) -> list[Item]:
    """The actions of a branch: one beside `if` or after `else`, or a list after `do` or `else`."""
    key = "else" if "else" in branch else "do" if "do" in branch else ""
    if not key:
        return [(path, {kind: value for kind, value in branch.items() if kind != "if"})]
    found = branch[key]
    if isinstance(found, list):
        return [((*path, key, index), each) for index, each in enumerate(found)]
    return [((*path, key), found)]


def parted(action: str | Mapping[str, Any]) -> tuple[str, Any]:
    """`store` alone and `{store: tower}` are both actions of the kind `store`."""
    if isinstance(action, str):
        return action, None
    ((kind, value),) = action.items()
    return kind, value


def rest(position: Position, move: Mapping[str, Any], done: int, after: Position) -> dict[str, Any] | None:
    """What is left of a move when something was shown after `done` steps: the branches for it, and what follows."""
    items = chosen(position, queue(move))
    number = done if is_left_over(move) else done - 1
    played, left = items[:number], items[number:]
    if after.turn.drawn or after.turn.tile:
        left = branches(played) + left
    end = number <= len(items) and move.get("end") and after.turn.seat == move["seat"]
    return {"seat": move["seat"], "queue": left, "end": end} if left or end else None


def branches(played: Sequence[Item]) -> list[Item]:
    """The branches of the last action played, if it has any."""
    if not played:
        return []
    path, action = played[-1]
    kind, value = parted(action)
    return [((*path, kind, "then"), value["then"])] if isinstance(value, Mapping) and value.get("then") else []


def read_draw(position: Position, seat: str, value: Any) -> Draw:
    written = str(value["stack"] if isinstance(value, Mapping) else value).strip().lower()
    return Draw(seat, STACKS.index(written) if written in STACKS else NOWHERE, written)


WRITTEN_BUILD = re.compile(
    r"(?:([a-z][a-z -]*?)\s+)??(?:at\s+)?([0-9]+[nsew]{0,2}|s[0-9])(?:\s*,?\s*pay\s+(.+))?", re.ASCII
)
"""`tower at 7ne pay hill 1 water 2`, `tower 7ne`, `7ne`."""
WRITTEN_PAY = re.compile(r"(?:(?:water|forest|hill|mountain)\s+[0-9]+(?:\s*,\s*|\s+|$))+|nothing", re.ASCII)


def read_build(position: Position, seat: str, value: str | Mapping[str, Any]) -> Build:
    """`tower at 7ne pay hill 1 water 2`, or {building: tower, at: 7ne, pay: {hill: 1, water: 2}}."""
    fields = build_words(value) if isinstance(value, str) else value
    pay, at = fields.get("pay"), str(fields["at"]).strip().lower()
    amounts = None if pay is None else amounts_of(pay)
    return Build(seat, meant(fields.get("building") or ""), hex_named(position.land, at), at, amounts)


def build_words(text: str) -> dict[str, Any]:
    found = WRITTEN_BUILD.fullmatch(text.strip().lower())
    if not found:
        return {"building": "", "at": text}
    building, at, pay = found.groups()
    return {"building": building, "at": at, "pay": pay}


def amounts_of(pay: str | Mapping[str, Any]) -> Amounts:
    """`hill 1 water 2`, `nothing` or {hill: 1, water: 2}."""
    given = pay if isinstance(pay, Mapping) else dict(re.findall(r"([a-z]+)\s+([0-9]+)", pay))
    water, forest, hill, mountain = [int(given.get(name, 0)) for name in LANDSCAPES]
    return (water, forest, hill, mountain)


def read_store(position: Position, seat: str, value: Any) -> Store:
    name = value.get("building") if isinstance(value, Mapping) else value
    return Store(seat, meant(name or ""))


WRITTEN_TILE = re.compile(r"from\s+([0-9]+)((?:\s+(?:ne|nw|se|sw|n|s))*)\s*(?:,?\s*turn\s+([0-5]))?", re.ASCII)
"""`from 7 ne ne se turn 2`."""
EDGE_NUMBERS = {name: number for number, name in enumerate(EDGES)}


def read_tile(position: Position, seat: str, value: Any) -> PlaceTile | BuryTile:
    """`from 7 ne ne se turn 2`, or {from: 7, walk: [ne, ne, se], turn: 2}."""
    if value == UNDER:
        return BuryTile(seat)
    if isinstance(value, Mapping):
        walk = [str(edge).lower() for edge in value.get("walk") or ()]
        value = " ".join(["from", str(value["from"]), *walk, "turn", str(value.get("turn", 0))])
    found = WRITTEN_TILE.fullmatch(str(value).strip().lower())
    if not found:
        return PlaceTile(seat, NOWHERE, (), 0)
    start, edges, turn = found.groups()
    return PlaceTile(seat, int(start), tuple([EDGE_NUMBERS[edge] for edge in edges.split()]), int(turn or 0))


UNDER = "under the pile"
"""What the log says of a tile whose turn was missed; no player can write it."""


USES = ("draw", "build", "card")
"""AT-6.3: what an amphora brings."""


def read_amphora(position: Position, seat: str, value: Any) -> ReturnAmphora:
    return ReturnAmphora(seat, str(value["for"] if isinstance(value, Mapping) else value))


def read_cards(position: Position, seat: str, value: Any) -> GiveUp:
    return GiveUp(seat, int(value))


READ: dict[str, Callable[[Position, str, Any], Any]] = {
    "draw": read_draw,
    "build": read_build,
    "store": read_store,
    "tile": read_tile,
    "amphora": read_amphora,
    "cards": read_cards,
}
ACTION = {
    "draw": re.compile("main|[123]"),
    "build": WRITTEN_BUILD,
    "store": re.compile("[a-z -]*"),
    "tile": WRITTEN_TILE,
    "amphora": re.compile("draw|build|card"),
    "cards": re.compile("[0-9]{1,2}"),
}


def action(text: str) -> dict[str, Any]:
    """An action as a move: `draw 2`, `build tower 7ne`, `store`, `tile from 7 ne turn 2`, `amphora card`, `cards 2`."""
    kind, _, rest = text.strip().lower().partition(" ")
    if kind == "end":
        return {"actions": [], "end": True}
    if kind not in ACTION or not ACTION[kind].fullmatch(rest.strip()):
        raise ValueError(text)
    return {"actions": [{kind: rest.strip()} if rest.strip() else kind]}
