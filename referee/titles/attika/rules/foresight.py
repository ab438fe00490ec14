"""AT-3.1 and AT-3.2: the actions that cannot follow a draw, whatever is drawn.

It is judged with the move, before anything is shown. Anything that may be possible is judged when it is reached
(AT-10.9).
"""

from collections.abc import Iterator

from referee.rules.rulebook import Breach, rule
from referee.titles.attika.data.components import Building
from referee.titles.attika.rules.branches import NOTHING, PUT, LastDraw, Reached
from referee.titles.attika.rules.meant_names import ALIKE, NOT_IN_STACK, nearest_building, of_stack
from referee.titles.attika.rules.moves import GiveOrders, building_built, building_stored, use_of
from referee.titles.attika.rules.orders import MAIN, wrong_stack
from referee.titles.attika.rules.state import AttikaPosition
from referee.words import OR, Phrase, say, term, word_list

Found = Iterator[tuple[Reached, LastDraw, str]]
LEAVE = say("Leave the name out: it is always the building you just drew.")


@rule("AT-3.2", GiveOrders, stage=2)
def puts_a_drawn_building_first(position: AttikaPosition, step: GiveOrders) -> list[Breach]:
    says = say("You must build or store what you drew before you do anything else.")
    hint = say("Write `store`, or `build: {{at: HEX}}`, before this action.")
    return [Breach(says, each.at, hint) for each, _, _ in impossible_actions(position, step, "first")]


@rule("AT-3.2", GiveOrders, stage=2)
def stores_each_building_once(position: AttikaPosition, step: GiveOrders) -> list[Breach]:
    says = say("There is no drawn building to store.")
    return [
        Breach(says, each.at, say("Leave this line out."))
        for each, _, _ in impossible_actions(position, step, "stored")
    ]


@rule("AT-3.1", GiveOrders, stage=2, overrulable=True)
def builds_nothing_else_behind_a_draw(position: AttikaPosition, step: GiveOrders) -> list[Breach]:
    says = say("{seat} chose to draw this turn, so only a building that was just drawn can be built.", seat=step.seat)
    hint = say("Continue with `{line}:`, or give up the rest for cards with `end: true`.", line="draw")
    return [Breach(says, each.at, hint) for each, _, _ in impossible_actions(position, step, "line")]


@rule("AT-3.2", GiveOrders, stage=2)
def names_a_building_behind_a_draw(position: AttikaPosition, step: GiveOrders) -> list[Breach]:
    return [
        Breach(
            say("There is no building {name}.", name=name),
            each.at,
            nearest_building(name, position.setting.box, of_stack(drawn.stack), NOT_IN_STACK, ALIKE) or LEAVE,
        )
        for each, drawn, name in impossible_actions(position, step, "unknown")
    ]


@rule("AT-2.2", GiveOrders, stage=2)
def names_what_the_stack_can_hold(position: AttikaPosition, step: GiveOrders) -> list[Breach]:
    return [
        breach._replace(hint=LEAVE)
        for each, drawn, name in impossible_actions(position, step, "stack")
        for breach in wrong_stack(position.building(name), each.at, drawn.stack)
    ]


@rule("AT-3.2", GiveOrders, stage=2)
def names_what_the_branch_is_for(position: AttikaPosition, step: GiveOrders) -> list[Breach]:
    return [
        Breach(another(position, drawn, name), each.at, LEAVE)
        for each, drawn, name in impossible_actions(position, step, "branch")
    ]


@rule("AT-3.2", GiveOrders, stage=2)
def names_what_can_still_be_drawn(position: AttikaPosition, step: GiveOrders) -> list[Breach]:
    return [
        Breach(
            say(
                "The stacks of {seat} have no more of this building: {building}.",
                building=position.building(name).name,
                seat=step.seat,
            ),
            each.at,
            LEAVE,
        )
        for each, _, name in impossible_actions(position, step, "gone")
    ]


def another(position: AttikaPosition, drawn: LastDraw, name: str) -> Phrase:
    """A branch for some buildings names one that is none of them."""
    there = word_list([term(position.building(each).name) for each in drawn.names], OR)
    named = term(position.building(name).name)
    return say("You drew the {drawn}, not the {named}.", drawn=there, named=named)


def impossible_actions(position: AttikaPosition, step: GiveOrders, reason: str) -> Found:
    """The actions that are impossible for this reason, whatever was drawn; with that, and with the building named."""
    for each in step.ahead:
        name = named_building(each)
        why = [obstacle(position, step.seat, each, drawn, name) for drawn in each.drawn]
        if all(why) and why[0] == reason:
            yield each, each.drawn[0], name


def named_building(each: Reached) -> str:
    """The building that a build or a store names, if it does."""
    if each.kind not in PUT:
        return ""
    return building_built(each.value) if each.kind == "build" else building_stored(each.value)


def obstacle(position: AttikaPosition, seat: str, each: Reached, drawn: LastDraw, name: str) -> str:
    """Why an action cannot be carried out where this was drawn, in a word; none if it may be possible."""
    if any(name not in position.setting.box.buildings for name in drawn.names):
        return ""  # problems of the branch are reported already
    if drawn == NOTHING:
        return "stored" if each.kind == "store" else "line" if is_build(each) else ""
    if each.kind not in PUT:
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
    return "gone" if is_gone(position, seat, building) else ""


def is_gone(position: AttikaPosition, seat: str, building: Building) -> bool:
    """Whether all buildings of a kind are built or on the storage board: none can be drawn any longer."""
    mat = position.mats[seat]
    return list(mat.built.values()).count(building.id) + mat.stored.count(building.id) == building.number


def is_build(each: Reached) -> bool:
    """Whether it belongs to the line of builds, where something was drawn before."""
    return each.kind == "build" or (each.kind == "amphora" and use_of(each.value) == "build")
