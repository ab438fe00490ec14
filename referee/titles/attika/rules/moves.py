"""The notation of a move, conditional orders among it, and the steps in which it is judged.

AT-10.9: which branch of an order is carried out, what is left of a move, and what may have been drawn by then. And what
a misspelt name means, and names in our other languages.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias, TypedDict, cast

from referee.rules import branches
from referee.rules.branches import CHOICE, Fields, Item, Order, Value, is_left_over, is_ordered, kind_and_value, queue
from referee.rules.hexes import EDGE_NUMBERS
from referee.rules.rulebook import Move, NoBranch, Path, Step
from referee.titles.attika.data.components import CITIES, NUMERAL_VALUES, AttikaComponents, Building, id_of_name
from referee.titles.attika.data.land import HEX_OF_NAME, NOWHERE, hex_named
from referee.titles.attika.rules.state import NONE, STACKS, Amounts, AttikaPosition
from referee.words import Phrase, keyword_term, names_of, nearest_name, plain_letters, say, word_list

Condition: TypeAlias = str | Sequence[str] | Fields | None
"""The values after `if`: names of buildings or tiles, or how many buildings are left."""


class AttikaMove(TypedDict, total=False):
    """A move as the move schema has it: an action is its kind, or {kind: value}; `queue`: what an order left over."""

    seat: str
    actions: Sequence[Any]
    end: bool | str | None
    queue: Sequence[Item]


def chosen_items(position: AttikaPosition, items: list[Item]) -> list[Item]:
    """The items with the branches at their head replaced by the actions of the one that fits."""
    found = branches.with_branch_chosen(items, lambda branch: holds(position, branch))
    if found is None:
        raise NoBranch("AT-10.9", unforeseen(position), items[0][0])
    return found


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
    condition, turn = branch["if"], position.turn
    if isinstance(condition, Mapping):
        stacks = position.mats[turn.seat].stacks
        return all(stacks[STACKS.index(str(stack))] == int(left) for stack, left in condition["left"].items())
    return any(id_of_name(name) in (turn.drawn, turn.tile.lower()) for name in names_asked(branch) if name)


def names_asked(branch: Fields) -> Sequence[str]:
    """The names of buildings and tiles that a branch is for; none if it is for any."""
    condition: Condition = branch.get("if")
    if isinstance(condition, str):
        return [condition]
    return () if condition is None or isinstance(condition, Mapping) else condition


def stack_of(value: Value) -> str:
    """The stack from which a draw draws, as it is written; "" for the fields of another action."""
    return str(value.get("stack", "") if isinstance(value, dict) else value).strip().lower()


def rest(position: AttikaPosition, written: Move, done: int, after: AttikaPosition) -> AttikaMove | None:
    """The rest of a move after `done` steps: the branches of the last of them, and what follows.

    A building may turn up no tile: then `else` fits, as it does always. `queue` is what is played; `actions` are still
    to be read: the known part of them, with the orders that are carried out.
    """
    move = cast(AttikaMove, written)
    items = chosen_items(position, queue(move))
    number = done if is_left_over(move) else done - 1
    left = [*branches.branches_behind(items[:number][-1:]), *items[number:]]
    end = number <= len(items) and move.get("end") and after.turn.seat == move["seat"]
    if not left and not end:
        return None
    return {"seat": move["seat"], "queue": left, "actions": known_actions(after, left), "end": end}


def known_actions(position: AttikaPosition, items: list[Item]) -> list[str | Fields]:
    """The actions among these items; of orders those that are carried out on this position, if that is known."""
    try:
        items = chosen_items(position, items)
    except NoBranch:
        return []
    return [kind if value is None else {kind: value} for _, kind, value in items if kind != CHOICE]


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
    elif kind in ("cards", "amphora"):  # AT-3.5 covers what follows cards
        return (UNTOLD,) if kind == "cards" or is_for_card(kind, value) else drawn
    if not is_ordered(value):
        return drawn
    ends: list[LastDraw] = []
    for number, branch in enumerate(value["then"]):
        names = tuple(map(id_of_name, names_asked(branch)))
        first = (drawn[0]._replace(names=names),) if kind == "draw" else drawn
        ends += collect_reached(branches.actions_of(branch, (*path, kind, "then", number)), first, found)
    return tuple(dict.fromkeys(ends))


class TakeAttikaTurn(NamedTuple):
    """The move as a whole: it is this seat that moves, and does something."""

    seat: str
    does: bool


class GiveOrders(NamedTuple):
    """The same of a move in which more can be seen beforehand than single actions.

    orders  its conditional orders, nested ones too
    late    the places of what would be drawn, built or bought behind cards that the same list takes
    again   the places of `cards` behind `cards` in the same list
    ahead   what comes behind a draw, with what may have been drawn
    """

    seat: str
    does: bool
    orders: tuple[Order, ...]
    late: tuple[Path, ...]
    again: tuple[Path, ...]
    ahead: tuple[Reached, ...]


@dataclass(slots=True)
class Draw:
    """Draw the top of a stack: its number in STACKS, or NOWHERE, and the word that was written."""

    seat: str
    stack: int
    written: str


@dataclass(slots=True)
class Build:
    """Build on a hex, or NOWHERE; `building` is "" for the one just drawn, `pay` None when the referee pays.

    `ordered`: orders follow it.
    """

    seat: str
    building: str
    hex: int
    at: str
    pay: Amounts | None
    ordered: bool


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
    """AT-3.4: give up the open actions; `cards` is None when the number is not named.

    `ends`: the turn is to end, even if amphorae are left to return.
    """

    seat: str
    cards: int | None
    ends: bool = False


AttikaStep: TypeAlias = (
    TakeAttikaTurn | GiveOrders | Draw | Build | Store | PlaceTile | BuryTile | ReturnAmphora | GiveUp
)


def steps(position: AttikaPosition, written: Move) -> list[Step[AttikaStep]]:
    """The steps of a move in the order in which they are played, each with its place in the file.

    Raises NoBranch when no branch of an order fits what was shown.
    """
    move: AttikaMove = written  # type: ignore[assignment]  # a cast is a call
    seat, end, actions = move["seat"], move.get("end"), move.get("actions") or ()
    if len(actions) == 1 and not end and not is_left_over(move):
        kind, value = kind_and_value(actions[0])
        if not isinstance(value, dict):
            return single_action(position, seat, kind, value)
    items = queue(move)
    if items and items[0][1] == CHOICE:
        items = chosen_items(position, items)
    found: list[Step[AttikaStep]] = []
    if not is_left_over(move):
        found.append(turn_taken(position, seat, items, bool(end)))
    for path, kind, value in items[:-1] if end and is_giving_up(items) else items:
        ordered = (kind == "amphora" or isinstance(value, dict)) and ends_part(position, kind, value)
        found.append(Step(READ[kind](position, seat, value), (*path, kind), ordered))
    if end:
        found.append(ending(seat, items))
    return found


def single_action(position: AttikaPosition, seat: str, kind: str, value: Value) -> list[Step[AttikaStep]]:
    """The steps of a move of one action, behind which nothing comes: nearly every move in a turn of draws."""
    taken = TAKEN[seat] if seat in TAKEN else Step(TakeAttikaTurn(seat, True), ())
    ordered = kind == "amphora" and ends_part(position, kind, value)
    return [taken, Step(READ[kind](position, seat, value), ("actions", 0, kind), ordered)]


def ends_part(position: AttikaPosition, kind: str, value: Value) -> bool:
    """Whether a part of the move ends with an action: orders follow it, or it brings a card, if there is one."""
    parted = position.setting.policies.empty_deck_amphora == "a part of its own"
    return is_ordered(value) or (parted and is_for_card(kind, value))


def is_giving_up(items: list[Item]) -> bool:
    """Whether the last of these takes cards for the open actions."""
    return bool(items) and items[-1][1] == "cards"


def ending(seat: str, items: list[Item]) -> Step[AttikaStep]:
    """The end of the turn: one step with the cards that the line before it takes."""
    if not is_giving_up(items):
        return Step(GiveUp(seat, None, ends=True), ("end",))
    path, kind, value = items[-1]
    return Step(GiveUp(seat, int(value), ends=True), (*path, kind))


TAKEN: dict[str, Step[AttikaStep]] = {city: Step(TakeAttikaTurn(city, True), ()) for city in CITIES}
"""City → how a plain move of it begins that does something: nearly every move."""


def turn_taken(position: AttikaPosition, seat: str, items: list[Item], end: bool) -> Step[AttikaStep]:
    """The checks of a move before any of its actions; a plain move has no orders, and nothing to see beforehand."""
    if is_plain(items, end):
        return TAKEN[seat] if (items or end) and seat in TAKEN else Step(TakeAttikaTurn(seat, bool(items or end)), ())
    ordered = tuple(branches.orders_within(items))
    lists = (items, *branches.actions_of_branches(ordered))
    late = tuple([place for each in lists for place in behind_cards(each)])
    given_up = [[(*path, kind) for path, kind, _ in each if kind == "cards"] for each in lists]
    again = tuple([place for places in given_up for place in places[1:]])
    draws = ordered or any(kind == "draw" for _, kind, _ in items)
    ahead = reached_actions(items, end, not position.turn.drawn) if draws else ()
    if ordered or late or again or ahead:
        return Step(GiveOrders(seat, True, ordered, late, again, ahead), ())
    return Step(TakeAttikaTurn(seat, bool(items or end)), ())


def is_plain(items: list[Item], end: bool) -> bool:
    """Whether nothing in a move depends on what an action before it shows."""
    last = len(items) - 1
    for at, (_, kind, value) in enumerate(items):
        if isinstance(value, dict) and is_ordered(value):
            return False
        if kind in TELLING and (at < last or (end and kind == "draw")):
            return False
    return True


TELLING = ("draw", "amphora", "cards")
"""What can follow depends on these actions."""


def behind_cards(items: list[Item]) -> Iterator[Path]:
    """The places of draws and builds, and of amphorae for them, that follow an action which takes cards."""
    taken = False
    for path, kind, value in items:
        for_card = is_for_card(kind, value)
        if taken and kind in ("draw", "build", "amphora") and not for_card:
            yield (*path, kind)
        taken = taken or for_card or kind == "cards"


def is_for_card(kind: str, value: Value) -> bool:
    """Whether an action returns an amphora for a card."""
    return kind == "amphora" and use_of(value) == "card"


STACK_NUMBERS = {stack: number for number, stack in enumerate(STACKS)}


def read_draw(position: AttikaPosition, seat: str, value: Value) -> Draw:
    written = value if isinstance(value, str) and value in STACK_NUMBERS else stack_of(value)
    return Draw(seat, STACK_NUMBERS.get(written, NOWHERE), written)


WRITTEN_BUILD = re.compile(
    r"(?:([a-z][a-z -]*?)\s+)??(?:at\s+)?([0-9]+[nsew]{0,2}|s[0-9])(?:\s*,?\s*pay\s+(.+))?", re.ASCII
)
"""`tower at 7ne pay hill 1 water 2`, `tower 7ne`, `7ne`."""
AMOUNT = re.compile(r"([a-z]+)\s+([0-9]+)")


def read_build(position: AttikaPosition, seat: str, value: str | Fields) -> Build:
    """`tower at 7ne pay hill 1 water 2`, or {building: tower, at: 7ne, pay: {hill: 1, water: 2}}."""
    if isinstance(value, str) and (usual := usual_build(position, seat, value)):
        return usual
    building, at = building_and_hex(value)
    pay = build_fields(value).get("pay")
    amounts = None if pay is None else amounts_of(pay)
    return Build(seat, building, hex_named(position.land, at), at, amounts, is_ordered(value))


def usual_build(position: AttikaPosition, seat: str, text: str) -> Build | None:
    """A build as the log has it: `tower at 7ne pay water 2 hill 1`, `tower at 7ne pay nothing`; None for another."""
    building, *words = text.split(" ")
    if len(words) < 4 or words[0] != "at" or words[2] != "pay" or building not in position.setting.box.buildings:
        return None
    at, paid = words[1], usual_amounts(words[3:])
    if paid is None or at not in HEX_OF_NAME:
        return None
    hex = HEX_OF_NAME[at]
    return Build(seat, building, hex if hex < len(position.land.place) else NOWHERE, at, paid, False)


def usual_amounts(words: list[str]) -> Amounts | None:
    """`nothing`, or pairs such as `water 2 hill 1`; None for anything else."""
    if words == ["nothing"]:
        return NONE
    found = {"water": 0, "forest": 0, "hill": 0, "mountain": 0}
    for landscape, cards in zip(words[::2], words[1::2], strict=False):
        if landscape not in found or cards not in NUMERAL_VALUES:
            return None
        found[landscape] += NUMERAL_VALUES[cards]
    return None if len(words) % 2 else (found["water"], found["forest"], found["hill"], found["mountain"])


def building_and_hex(value: str | Fields) -> tuple[str, str]:
    """The building that a build names ("" if it names none), and its hex as it is written."""
    fields = build_fields(value)
    return id_of_name(fields.get("building") or ""), str(fields["at"]).strip().lower()


def build_fields(value: str | Fields) -> Fields:
    """The fields of a build that may be written as a text."""
    if not isinstance(value, str):
        return value
    found = WRITTEN_BUILD.fullmatch(value.strip().lower())
    return dict(zip(("building", "at", "pay"), found.groups(), strict=True)) if found else {"at": value}


def amounts_of(pay: str | Fields) -> Amounts:
    """`hill 1 water 2`, `nothing` or {hill: 1, water: 2}; a landscape that is named twice is paid twice."""
    if pay == "nothing":
        return NONE
    given: Iterable[tuple[str, str | int]] = AMOUNT.findall(pay) if isinstance(pay, str) else pay.items()
    found = {"water": 0, "forest": 0, "hill": 0, "mountain": 0}
    for landscape, cards in given:
        found[landscape] = found.get(landscape, 0) + int(cards)
    return (found["water"], found["forest"], found["hill"], found["mountain"])


def building_stored(value: Value) -> str:
    """The building that a store names; "" if it names none."""
    name = value.get("building") if isinstance(value, dict) else value
    return id_of_name(str(name or ""))


WRITTEN_TILE = re.compile(r"from\s+([0-9]+)((?:\s+(?:ne|nw|se|sw|n|s))*)\s*(?:,?\s*turn\s+([0-5]))?", re.ASCII)
"""`from 7 ne ne se turn 2`."""


def read_tile(position: AttikaPosition, seat: str, value: Value) -> PlaceTile | BuryTile:
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


def use_of(value: Value) -> str:
    return str(value["for"] if isinstance(value, dict) else value)


READ: dict[str, Callable[[AttikaPosition, str, Any], AttikaStep]] = {
    "draw": read_draw,
    "build": read_build,
    "store": lambda position, seat, value: Store(seat, building_stored(value)),
    "tile": read_tile,
    "amphora": lambda position, seat, value: ReturnAmphora(seat, use_of(value)),
    "cards": lambda position, seat, value: GiveUp(seat, int(value)),
}
ACTION = {
    "draw": re.compile("main|[123]"),
    "build": WRITTEN_BUILD,
    "store": re.compile("[a-z -]*"),
    "tile": WRITTEN_TILE,
    "amphora": re.compile("draw|build|card"),
    "cards": re.compile("[0-9]{1,2}"),
}


def action(text: str) -> AttikaMove:
    """An action as a move: `draw 2`, `build tower 7ne`, `store`, `tile from 7 ne turn 2`, `amphora card`, `cards 2`."""
    kind, _, rest = text.strip().lower().partition(" ")
    if kind == "end":
        return {"actions": [], "end": True}
    if kind not in ACTION or not ACTION[kind].fullmatch(rest.strip()):
        raise ValueError(text)
    return {"actions": [{kind: rest.strip()} if rest.strip() else kind]}


ALIKE = 0.7
"""How like the name of a seat a word must be: `thebes` does not stand for `athens`."""


MEANT = say("Did you mean {near}?")
NOT_STORED = say("Did you mean {near}? It is not on the storage board.")
NOT_IN_STACK = say("Did you mean {near}? It can never be in this stack.")


def nearest_name_hint(word: str, known: Sequence[str], like: float = 0.6) -> Phrase | None:
    """The name that is nearest to the word, if any is near."""
    name = nearest_name(word, {plain_letters(name): name for name in known}, like)
    return meant_name(MEANT, name) if name else None


def meant_name(words: Phrase, name: str) -> Phrase:
    return Phrase(words.template, {"near": keyword_term(name)})


Some = Callable[[Building], bool]
"""Which buildings can be meant."""


def of_stack(stack: str) -> Some:
    """The buildings that a stack can hold."""
    return lambda building: building.main == (stack == STACKS[0])


def nearest_building(word: str, box: AttikaComponents, some: Some, other: Phrase, like: float = 0.6) -> Phrase | None:
    """The building with this name in any of our languages: `torre`, whatever the language of the reports.

    Only `some` can be meant; of another that is near `other` says why not.
    """
    possible = [each.name for each in box.buildings.values() if some(each)]
    called = names_of([each.name for each in box.buildings.values()])
    near = called.get(plain_letters(word))
    near = near or nearest_name(word, names_of(possible), like) or nearest_name(word, called, like)
    return meant_name(MEANT if near in possible else other, near) if near else None


def all_of(known: Sequence[str]) -> Phrase:
    return say("You can name {names}.", names=word_list([keyword_term(name) for name in known]))
