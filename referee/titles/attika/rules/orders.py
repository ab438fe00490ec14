"""AT-10.9: what a conditional order may ask for and do, and after which actions it may be written.

All but the last is judged with the move, before anything is shown.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from referee.rules.rulebook import Breach, Path, rule
from referee.titles.attika.data.components import LANDSCAPES, Building, id_of_name
from referee.titles.attika.data.land import NOWHERE, hex_named, hex_of
from referee.titles.attika.rules.branches import Condition, Order, branches_of
from referee.titles.attika.rules.building import built_over, no_such_hex
from referee.titles.attika.rules.meant_names import building_or_all, nearest_or_all, of_stack
from referee.titles.attika.rules.moves import Build, Draw, GiveOrders, built_at
from referee.titles.attika.rules.state import STACKS, AttikaPosition
from referee.words import names_of, plain_letters, say

MAIN = STACKS[0]


@rule("AT-10.9", GiveOrders, stage=2)
def else_comes_last(position: AttikaPosition, step: GiveOrders) -> list[Breach]:
    says, hint = NEVER
    return [
        Breach(says, (*order.at, number + 1), hint)
        for order in step.orders
        for number, branch in enumerate(order.branches[:-1])
        if "else" in branch
    ]


NEVER = (
    say("This branch comes after one with `else`, so it can never be used."),
    say("Put the branch with `else` last."),
)


@rule("AT-10.9", GiveOrders, stage=2)
def asks_for_what_can_be_shown(position: AttikaPosition, step: GiveOrders) -> list[Breach]:
    return [
        breach
        for order in step.orders
        for at, name in asked_names(order)
        for breach in asked_wrongly(position, order, name, at)
    ]


def asked_wrongly(position: AttikaPosition, order: Order, name: str, at: Path) -> Iterator[Breach]:
    if is_card(position, name):
        says = say("{name} is a card. Orders can't ask for cards you don't have yet.", name=name)
        yield Breach(says, at, say("Take the card first. The turn waits, and you continue once you see it."))
    elif order.stack:
        yield from wrong_building(position, name, at, order.stack)
    else:
        yield from wrong_tile(position, name, at)


@rule("AT-2.2", GiveOrders, stage=2)
def asks_for_what_the_stack_can_hold(position: AttikaPosition, step: GiveOrders) -> list[Breach]:
    return [
        breach
        for order in step.orders
        if order.stack in STACKS
        for at, name in asked_names(order)
        if id_of_name(name) in position.setting.box.buildings
        for breach in wrong_stack(position.building(id_of_name(name)), at, order.stack)
    ]


@rule("AT-4.1", GiveOrders, stage=2)
def builds_where_a_hex_can_be(position: AttikaPosition, step: GiveOrders) -> list[Breach]:
    """A tile that is still to come may have the next number by then; a shrine or a higher number nobody can mean."""
    known = len(position.land.tiles) + bool(position.turn.tile) + position.supply.tiles
    return [
        no_such_hex(position, built_at(value), known)._replace(at=at)
        for at, value in builds_behind(step).items()
        if hex_of(built_at(value), known) == NOWHERE
    ]


def builds_behind(step: GiveOrders) -> dict[Path, Any]:
    """The builds in branches and behind draws, by their places."""
    found = {(*path, kind): value for items in branches_of(step.orders) for path, kind, value in items}
    found.update({each.at: each.value for each in step.ahead})
    return {at: value for at, value in found.items() if at[-1] == "build"}


@rule("AT-4.1", GiveOrders, stage=2)
def builds_on_no_building_behind_a_draw(position: AttikaPosition, step: GiveOrders) -> list[Breach]:
    """A building stays on its hex for ever."""
    builds = [(each.at, built_at(each.value)) for each in step.ahead if each.kind == "build"]
    over = [(at, built_over(position, hex_named(position.land, name), name)) for at, name in builds]
    return [breach._replace(at=at) for at, breach in over if breach]


@rule("AT-10.9", Build, stage=4, fixed_by=(Draw,))
def waits_for_what_can_be_shown(position: AttikaPosition, step: Build) -> Breach | None:
    """In a turn of builds no building and no tile is shown, and what is built is one entry, however it is sent."""
    if not step.ordered or position.turn.drawn:
        return None
    says = say("A build from the storage board reveals no building and no tile, so there is nothing to wait for.")
    hint = say("Leave `then` out, and write the next action on its own line below.")
    return Breach(says, ("then",), hint)


def asked_names(order: Order) -> Iterator[tuple[Path, str]]:
    """Each name that a condition of this order asks for, and its place."""
    for number, branch in enumerate(order.branches):
        yield from condition_names((*order.at, number, "if"), branch.get("if"))


def condition_names(at: Path, condition: Condition) -> Iterator[tuple[Path, str]]:
    if isinstance(condition, str):
        yield at, condition
    elif condition and not isinstance(condition, Mapping):
        yield from (((*at, number), name) for number, name in enumerate(condition))


def wrong_building(position: AttikaPosition, name: str, at: Path, stack: str) -> Iterator[Breach]:
    if is_tile(position, name):
        says = say("{name} is a tile, but a draw reveals a building.", name=name)
        yield Breach(says, at, say("Ask for the tile after `store` or `build`: `store: {{then: [...]}}`."))
    elif id_of_name(name) not in position.setting.box.buildings:
        hint = building_or_all(name, position.setting.box, of_stack(stack))
        yield Breach(say("There is no building {name}.", name=name), at, hint)


def wrong_stack(building: Building, at: Path, stack: str) -> Iterator[Breach]:
    """Main buildings are in the one stack, all others in the three."""
    if building.main and stack != MAIN:
        says = say(
            "The {building} is a main building, so it can never be in stack {stack}.",
            building=building.name,
            stack=stack,
        )
        yield Breach(says, at, say("Ask for it after a draw from the stack `main`, or leave it out."))
    elif not building.main and stack == MAIN:
        says = say(
            "The {building} isn't a main building, so it can never be in the stack `main`.", building=building.name
        )
        yield Breach(says, at, say("Ask for it after a draw from stack 1, 2 or 3, or leave it out."))


def wrong_tile(position: AttikaPosition, name: str, at: Path) -> Iterator[Breach]:
    if id_of_name(name) in position.setting.box.buildings:
        says = say("{name} is a building, but `store` or `build` reveals a tile.", name=name)
        yield Breach(says, at, say("Ask for the building after the draw: `draw: {{stack: 2, then: [...]}}`."))
    elif not is_tile(position, name):
        known = list(position.setting.tiles.tiles)
        yield Breach(say("There is no tile {name}.", name=name), at, nearest_or_all(name, known))


def is_card(position: AttikaPosition, name: str) -> bool:
    """Whether a landscape is called so, in any of our languages."""
    if id_of_name(name) in position.setting.box.buildings or is_tile(position, name):
        return False
    return id_of_name(name) in LANDSCAPES or plain_letters(name) in names_of(LANDSCAPES)


def is_tile(position: AttikaPosition, name: str) -> bool:
    return id_of_name(name) in [tile.lower() for tile in position.setting.tiles.tiles]
