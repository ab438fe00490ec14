"""AT-6: groups that are built and connected, and amphorae returned."""

from collections.abc import Iterator

from referee.rulebook import Breach, rule
from referee.titles.attika.moves import USES, ReturnAmphora
from referee.titles.attika.state import Position
from referee.words import say


@rule("AT-6.3", ReturnAmphora, stage=1)
def has_an_amphora(position: Position, step: ReturnAmphora) -> Breach | None:
    if position.mats[step.seat].amphorae:
        return None
    says = say("{seat} has no amphora to return.", seat=step.seat)
    return Breach(
        says, hint=say("Leave this line out: an amphora comes with a group that is built and connected (AT-6.1).")
    )


@rule("AT-6.3", ReturnAmphora, stage=0)
def brings_something(position: Position, step: ReturnAmphora) -> Breach | None:
    if step.use in USES:
        return None
    says = say("An amphora brings no {use}.", use=step.use)
    return Breach(says, hint=say("Write one of {uses}.", uses=", ".join(USES)))


def completed(position: Position, seat: str, building: str) -> Iterator[str]:
    """AT-6.1: the groups that a seat completed with this building, in the order of AT-10.1."""
    box, rewarded = position.setting.box, position.mats[seat].groups
    any_own = position.setting.group_link == "any_own"
    for group in box.groups if any_own else (box.buildings[building].group,):
        if group not in rewarded and is_connected(position, seat, box.groups[group]):
            yield group


def is_connected(position: Position, seat: str, members: tuple[str, ...]) -> bool:
    """Whether all buildings of a group stand and hang together (AT-9.3 says through which buildings)."""
    own = [hex for settlement in position.mats[seat].settlements for hex in settlement]
    hexes = [hex for hex in own if position.buildings[hex].building in members]
    if len(hexes) < sum([position.building(each).number for each in members]):
        return False
    if position.setting.group_link == "any_own":
        return any(
            hexes[0] in settlement and set(hexes) <= set(settlement) for settlement in position.mats[seat].settlements
        )
    return len(reached(position, hexes)) == len(hexes)


def missing(position: Position, seat: str, group: str) -> list[str]:
    """The buildings of a group that a seat has still to build, each as often as it is missing."""
    box = position.setting.box
    built = [each.building for each in position.buildings.values() if each.seat == seat]
    return [each for each in box.groups[group] for _ in range(box.buildings[each].number - built.count(each))]


def reached(position: Position, hexes: list[int]) -> list[int]:
    """Those of the hexes that hang together with the first, stepping on these hexes only."""
    found = [hexes[0]]
    for hex in found:  # grows while it is walked through
        found += [each for each in position.around(hex) if each in hexes and each not in found]
    return found
