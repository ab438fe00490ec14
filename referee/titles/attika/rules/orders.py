"""AT-10.9: what a conditional order may ask for and do, and after which actions it may be written.

AT-3.1 and AT-3.2: the actions that cannot follow a draw, whatever is drawn. All rules but `waits_for_what_can_be_shown`
are judged with the move, before anything is shown. Anything that may be possible is judged when it is reached.
"""

from collections.abc import Iterator

from referee.rules.branches import Order, actions_of_branches
from referee.rules.rulebook import Breach, Path, rule
from referee.titles.attika.data.components import LANDSCAPES, Building, id_of_name
from referee.titles.attika.data.land import NOWHERE, hex_named, hex_of
from referee.titles.attika.rules import moves
from referee.titles.attika.rules.building import built_over, no_such_hex
from referee.titles.attika.rules.moves import Build, Draw, GiveOrders, LastDraw, Reached
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
    found = [(at, wrong_name(position, order, name)) for order in step.orders for at, name in asked_names(order)]
    return [breach._replace(at=at) for at, breach in found if breach]


def wrong_name(position: AttikaPosition, order: Order, name: str) -> Breach | None:
    """Why a branch of this order can't ask for this name: a draw shows a building, and what is put away a tile."""
    id, box, tiles = id_of_name(name), position.setting.box, list(position.setting.tiles.tiles)
    stack = moves.stack_of(order.value)
    is_building, is_tile = id in box.buildings, id in [tile.lower() for tile in tiles]
    is_card = id in LANDSCAPES or plain_letters(name) in names_of(LANDSCAPES)  # in any of our languages
    if is_card and not is_building and not is_tile:
        says = say("{name} is a card. Orders can't ask for cards you don't have yet.", name=name)
        return Breach(says, hint=say("Take the card first. The turn waits, and you continue once you see it."))
    if is_tile and stack:
        says = say("{name} is a tile, but a draw reveals a building.", name=name)
        return Breach(says, hint=say("Ask for the tile after `store` or `build`: `store: {{then: [...]}}`."))
    if is_building and not stack:
        says = say("{name} is a building, but `store` or `build` reveals a tile.", name=name)
        return Breach(says, hint=say("Ask for the building after the draw: `draw: {{stack: 2, then: [...]}}`."))
    if is_building or is_tile:
        return None
    if stack:
        some = moves.of_stack(stack)
        there = moves.all_of([each.name for each in box.buildings.values() if some(each)])
        near = moves.nearest_building(name, box, some, moves.NOT_IN_STACK)
        return Breach(say("There is no building {name}.", name=name), hint=near or there)
    near = moves.nearest_name_hint(name, tiles)
    return Breach(say("There is no tile {name}.", name=name), hint=near or moves.all_of(tiles))


@rule("AT-2.2", GiveOrders, stage=2)
def asks_for_what_the_stack_can_hold(position: AttikaPosition, step: GiveOrders) -> list[Breach]:
    buildings = position.setting.box.buildings
    asked = [
        (at, id_of_name(name), moves.stack_of(order.value)) for order in step.orders for at, name in asked_names(order)
    ]
    found = [(at, wrong_stack(buildings[id], on)) for at, id, on in asked if on in STACKS and id in buildings]
    return [breach._replace(at=at) for at, breach in found if breach]


@rule("AT-4.1", GiveOrders, stage=2)
def builds_where_a_hex_can_be(position: AttikaPosition, step: GiveOrders) -> list[Breach]:
    """A tile that is still to come may have the next number by then; a shrine or a higher number nobody can mean."""
    known = len(position.land.tiles) + bool(position.turn.tile) + position.supply.tiles
    found = {(*path, kind): value for items in actions_of_branches(step.orders) for path, kind, value in items}
    found |= {each.at: each.value for each in step.ahead}
    hexes = {at: moves.building_and_hex(value)[1] for at, value in found.items() if at[-1] == "build"}
    lost = [(at, name) for at, name in hexes.items() if hex_of(name, known) == NOWHERE]
    return [no_such_hex(position, name, known)._replace(at=at) for at, name in lost]


@rule("AT-4.1", GiveOrders, stage=2)
def builds_on_no_building_behind_a_draw(position: AttikaPosition, step: GiveOrders) -> list[Breach]:
    """A building stays on its hex for ever."""
    builds = [(each.at, moves.building_and_hex(each.value)[1]) for each in step.ahead if each.kind == "build"]
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
        at, names = (*order.at, number, "if"), moves.names_asked(branch)
        yield from [(at if isinstance(branch.get("if"), str) else (*at, n), name) for n, name in enumerate(names)]


def wrong_stack(building: Building, stack: str) -> Breach | None:
    """Main buildings are in the one stack, all others in the three."""
    if building.main == (stack == MAIN):
        return None
    if building.main:
        words = "The {building} is a main building, so it can never be in stack {stack}."
        hint = say("Ask for it after a draw from the stack `main`, or leave it out.")
        return Breach(say(words, building=building.name, stack=stack), hint=hint)
    words = "The {building} isn't a main building, so it can never be in the stack `main`."
    hint = say("Ask for it after a draw from stack 1, 2 or 3, or leave it out.")
    return Breach(say(words, building=building.name), hint=hint)


@rule("AT-3.2", GiveOrders, stage=2)
def builds_or_stores_what_was_drawn(position: AttikaPosition, step: GiveOrders) -> list[Breach]:
    return impossible_actions(position, step, "AT-3.2")


@rule("AT-3.1", GiveOrders, stage=2, overrulable=True)
def builds_nothing_else_behind_a_draw(position: AttikaPosition, step: GiveOrders) -> list[Breach]:
    return impossible_actions(position, step, "AT-3.1")


@rule("AT-2.2", GiveOrders, stage=2)
def names_what_the_stack_can_hold(position: AttikaPosition, step: GiveOrders) -> list[Breach]:
    return impossible_actions(position, step, "AT-2.2")


def impossible_actions(position: AttikaPosition, step: GiveOrders, number: str) -> list[Breach]:
    """The actions that break the rule with this number, whatever was drawn."""
    found = []
    for each in step.ahead:
        against = [obstacle(position, step.seat, each, drawn) for drawn in each.drawn]
        if all(against) and against[0] and against[0][0] == number:
            found.append(against[0][1]._replace(at=each.at))
    return found


LEAVE = say("Leave the name out: it is always the building you just drew.")


def obstacle(position: AttikaPosition, seat: str, each: Reached, drawn: LastDraw) -> tuple[str, Breach] | None:
    """The rule that forbids an action where this was drawn, and why; None if it may be possible."""
    box, mat = position.setting.box, position.mats[seat]
    if any(name not in box.buildings for name in drawn.names):
        return None  # problems of the branch are reported already
    if drawn == moves.NOTHING and each.kind == "store":
        return "AT-3.2", Breach(say("There is no drawn building to store."), hint=say("Leave this line out."))
    if drawn == moves.NOTHING:
        if each.kind != "build" and (each.kind != "amphora" or moves.use_of(each.value) != "build"):
            return None
        says = say("{seat} chose to draw this turn, so only a building that was just drawn can be built.", seat=seat)
        hint = say("Continue with `{line}:`, or give up the rest for cards with `end: true`.", line="draw")
        return "AT-3.1", Breach(says, hint=hint)
    if each.kind not in moves.PUT:
        says = say("You must build or store what you drew before you do anything else.")
        return "AT-3.2", Breach(says, hint=say("Write `store`, or `build: {{at: HEX}}`, before this action."))
    name = moves.building_and_hex(each.value)[0] if each.kind == "build" else moves.building_stored(each.value)
    if not name:
        return None
    if name not in box.buildings:
        near = moves.nearest_building(name, box, moves.of_stack(drawn.stack), moves.NOT_IN_STACK, moves.ALIKE)
        return "AT-3.2", Breach(say("There is no building {name}.", name=name), hint=near or LEAVE)
    building = box.buildings[name]
    if name in drawn.names:
        return None
    if drawn.names:
        there = word_list([term(box.buildings[one].name) for one in drawn.names], OR)
        says = say("You drew the {drawn}, not the {named}.", drawn=there, named=term(building.name))
        return "AT-3.2", Breach(says, hint=LEAVE)
    if breach := wrong_stack(building, drawn.stack):
        return "AT-2.2", breach._replace(hint=LEAVE)
    if [*mat.built.values(), *mat.stored].count(name) < building.number:
        return None
    words = "The stacks of {seat} have no more of this building: {building}."
    return "AT-3.2", Breach(say(words, building=building.name, seat=seat), hint=LEAVE)
