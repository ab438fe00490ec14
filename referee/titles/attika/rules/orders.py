"""AT-10.9: what a conditional order may ask for and do, and after which actions it may be written.

AT-3.1 and AT-3.2: the actions that cannot follow a draw, whatever is drawn. All rules but `waits_for_what_can_be_shown`
are judged with the move, before anything is shown. Anything that may be possible is judged when it is reached.
"""

from collections.abc import Iterator
from typing import Any

from referee.rules.rulebook import Breach, Path, rule
from referee.titles.attika.data.components import LANDSCAPES, Building, id_of_name
from referee.titles.attika.data.land import NOWHERE, hex_named, hex_of
from referee.titles.attika.rules import moves
from referee.titles.attika.rules.building import built_over, no_such_hex
from referee.titles.attika.rules.moves import Build, Draw, GiveOrders, LastDraw, Order, Reached
from referee.titles.attika.rules.state import STACKS, AttikaPosition
from referee.words import OR, names_of, plain_letters, say, term, word_list

MAIN = STACKS[0]


@rule("AT-10.9", GiveOrders, stage=2)
def else_comes_last(position: AttikaPosition, step: GiveOrders) -> list[Breach]:
    says = say("This branch comes after one with `else`, so it can never be used.")
    hint = say("Put the branch with `else` last.")
    return [
        Breach(says, (*order.at, number + 1), hint)
        for order in step.orders
        for number, branch in enumerate(order.branches[:-1])
        if "else" in branch
    ]


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
        no_such_hex(position, moves.built_at(value), known)._replace(at=at)
        for at, value in builds_behind(step).items()
        if hex_of(moves.built_at(value), known) == NOWHERE
    ]


def builds_behind(step: GiveOrders) -> dict[Path, Any]:
    """The builds in branches and behind draws, by their places."""
    found = {(*path, kind): value for items in moves.branches_of(step.orders) for path, kind, value in items}
    found.update({each.at: each.value for each in step.ahead})
    return {at: value for at, value in found.items() if at[-1] == "build"}


@rule("AT-4.1", GiveOrders, stage=2)
def builds_on_no_building_behind_a_draw(position: AttikaPosition, step: GiveOrders) -> list[Breach]:
    """A building stays on its hex for ever."""
    builds = [(each.at, moves.built_at(each.value)) for each in step.ahead if each.kind == "build"]
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
        yield from moves.condition_names((*order.at, number, "if"), branch.get("if"))


def wrong_building(position: AttikaPosition, name: str, at: Path, stack: str) -> Iterator[Breach]:
    if is_tile(position, name):
        says = say("{name} is a tile, but a draw reveals a building.", name=name)
        yield Breach(says, at, say("Ask for the tile after `store` or `build`: `store: {{then: [...]}}`."))
    elif id_of_name(name) not in position.setting.box.buildings:
        hint = moves.building_or_all(name, position.setting.box, moves.of_stack(stack))
        yield Breach(say("There is no building {name}.", name=name), at, hint)


def wrong_stack(building: Building, at: Path, stack: str) -> Iterator[Breach]:
    """Main buildings are in the one stack, all others in the three."""
    if building.main and stack != MAIN:
        words = "The {building} is a main building, so it can never be in stack {stack}."
        hint = say("Ask for it after a draw from the stack `main`, or leave it out.")
        yield Breach(say(words, building=building.name, stack=stack), at, hint)
    elif not building.main and stack == MAIN:
        words = "The {building} isn't a main building, so it can never be in the stack `main`."
        hint = say("Ask for it after a draw from stack 1, 2 or 3, or leave it out.")
        yield Breach(say(words, building=building.name), at, hint)


def wrong_tile(position: AttikaPosition, name: str, at: Path) -> Iterator[Breach]:
    if id_of_name(name) in position.setting.box.buildings:
        says = say("{name} is a building, but `store` or `build` reveals a tile.", name=name)
        yield Breach(says, at, say("Ask for the building after the draw: `draw: {{stack: 2, then: [...]}}`."))
    elif not is_tile(position, name):
        known = list(position.setting.tiles.tiles)
        yield Breach(
            say("There is no tile {name}.", name=name), at, moves.nearest_name_hint(name, known) or moves.all_of(known)
        )


def is_card(position: AttikaPosition, name: str) -> bool:
    """Whether a landscape is called so, in any of our languages."""
    if id_of_name(name) in position.setting.box.buildings or is_tile(position, name):
        return False
    return id_of_name(name) in LANDSCAPES or plain_letters(name) in names_of(LANDSCAPES)


def is_tile(position: AttikaPosition, name: str) -> bool:
    return id_of_name(name) in [tile.lower() for tile in position.setting.tiles.tiles]


Found = Iterator[tuple[Reached, LastDraw, str]]
LEAVE = say("Leave the name out: it is always the building you just drew.")


@rule("AT-3.2", GiveOrders, stage=2)
def puts_a_drawn_building_first(position: AttikaPosition, step: GiveOrders) -> list[Breach]:
    says = say("You must build or store what you drew before you do anything else.")
    hint = say("Write `store`, or `build: {{at: HEX}}`, before this action.")
    return [Breach(says, each.at, hint) for each, _, _ in impossible_actions(position, step, "first")]


@rule("AT-3.2", GiveOrders, stage=2)
def stores_each_building_once(position: AttikaPosition, step: GiveOrders) -> list[Breach]:
    says, hint = say("There is no drawn building to store."), say("Leave this line out.")
    return [Breach(says, each.at, hint) for each, _, _ in impossible_actions(position, step, "stored")]


@rule("AT-3.1", GiveOrders, stage=2, overrulable=True)
def builds_nothing_else_behind_a_draw(position: AttikaPosition, step: GiveOrders) -> list[Breach]:
    says = say("{seat} chose to draw this turn, so only a building that was just drawn can be built.", seat=step.seat)
    hint = say("Continue with `{line}:`, or give up the rest for cards with `end: true`.", line="draw")
    return [Breach(says, each.at, hint) for each, _, _ in impossible_actions(position, step, "line")]


@rule("AT-3.2", GiveOrders, stage=2)
def names_a_building_behind_a_draw(position: AttikaPosition, step: GiveOrders) -> list[Breach]:
    found, box = [], position.setting.box
    for each, drawn, name in impossible_actions(position, step, "unknown"):
        near = moves.nearest_building(name, box, moves.of_stack(drawn.stack), moves.NOT_IN_STACK, moves.ALIKE)
        found.append(Breach(say("There is no building {name}.", name=name), each.at, near or LEAVE))
    return found


@rule("AT-2.2", GiveOrders, stage=2)
def names_what_the_stack_can_hold(position: AttikaPosition, step: GiveOrders) -> list[Breach]:
    return [
        breach._replace(hint=LEAVE)
        for each, drawn, name in impossible_actions(position, step, "stack")
        for breach in wrong_stack(position.building(name), each.at, drawn.stack)
    ]


@rule("AT-3.2", GiveOrders, stage=2)
def names_what_the_branch_is_for(position: AttikaPosition, step: GiveOrders) -> list[Breach]:
    found = []
    for each, drawn, name in impossible_actions(position, step, "branch"):
        there = word_list([term(position.building(one).name) for one in drawn.names], OR)
        says = say("You drew the {drawn}, not the {named}.", drawn=there, named=term(position.building(name).name))
        found.append(Breach(says, each.at, LEAVE))
    return found


@rule("AT-3.2", GiveOrders, stage=2)
def names_what_can_still_be_drawn(position: AttikaPosition, step: GiveOrders) -> list[Breach]:
    found = []
    words = "The stacks of {seat} have no more of this building: {building}."
    for each, _, name in impossible_actions(position, step, "gone"):
        says = say(words, building=position.building(name).name, seat=step.seat)
        found.append(Breach(says, each.at, LEAVE))
    return found


def impossible_actions(position: AttikaPosition, step: GiveOrders, reason: str) -> Found:
    """The actions that are impossible for this reason, whatever was drawn; with that, and with the building named."""
    for each in step.ahead:
        name = named_building(each)
        why = [obstacle(position, step.seat, each, drawn, name) for drawn in each.drawn]
        if all(why) and why[0] == reason:
            yield each, each.drawn[0], name


def named_building(each: Reached) -> str:
    """The building that a build or a store names, if it does."""
    if each.kind not in moves.PUT:
        return ""
    return moves.building_built(each.value) if each.kind == "build" else moves.building_stored(each.value)


def obstacle(position: AttikaPosition, seat: str, each: Reached, drawn: LastDraw, name: str) -> str:
    """Why an action cannot be carried out where this was drawn, in a word; none if it may be possible."""
    if any(name not in position.setting.box.buildings for name in drawn.names):
        return ""  # problems of the branch are reported already
    if drawn == moves.NOTHING:
        builds = each.kind == "build" or (each.kind == "amphora" and moves.use_of(each.value) == "build")
        return "stored" if each.kind == "store" else "line" if builds else ""
    if each.kind not in moves.PUT:
        return "first"
    if not name:
        return ""
    building = position.setting.box.buildings.get(name)
    return mismatch_reason(position, seat, building, drawn) if building else "unknown"


def mismatch_reason(position: AttikaPosition, seat: str, building: Building, drawn: LastDraw) -> str:
    """Why a building cannot be the one that was drawn; none if it may be."""
    if drawn.names:
        return "" if building.id in drawn.names else "branch"
    if building.main != (drawn.stack == MAIN):
        return "stack"
    mat = position.mats[seat]
    seen = [*mat.built.values(), *mat.stored].count(building.id)
    return "gone" if seen == building.number else ""  # none can be drawn any longer
