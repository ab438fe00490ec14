"""AT-6: groups that are built and connected, and amphorae returned."""

from referee.rules.rulebook import Breach, rule
from referee.titles.attika.rules.moves import USES, Build, ReturnAmphora
from referee.titles.attika.rules.state import AttikaPosition
from referee.words import say


@rule("AT-6.3", ReturnAmphora, stage=1, fixed_by=(Build,))
def has_an_amphora(position: AttikaPosition, step: ReturnAmphora) -> Breach | None:
    if position.mats[step.seat].amphorae:
        return None
    says = say("{seat} has no amphora to return.", seat=step.seat)
    return Breach(
        says, hint=say("Leave this line out. You get an amphora when you complete a connected group (AT-6.1).")
    )


@rule("AT-6.3", ReturnAmphora, stage=0, fixed_by=())
def brings_something(position: AttikaPosition, step: ReturnAmphora) -> Breach | None:
    if step.use in USES:
        return None
    says = say("You can't use an amphora for {use}.", use=step.use)
    return Breach(says, hint=say("Write one of {uses}.", uses=", ".join(USES)))


def completed_groups(position: AttikaPosition, seat: str, hex: int) -> list[str]:
    """AT-6.1: the groups that a seat completed when it built on this hex, in the order of AT-10.1."""
    box, rewarded = position.setting.box, position.mats[seat].groups
    if position.setting.options["group_link"] == "any_own":
        return [group for group in box.groups if group not in rewarded and is_connected(position, seat, hex, group)]
    group = box.buildings[position.mats[seat].built[hex]].group
    return [group] if group not in rewarded and is_connected(position, seat, hex, group) else []


def is_connected(position: AttikaPosition, seat: str, hex: int, group: str) -> bool:
    """Whether all buildings of a group are connected to this hex (AT-9.3 says through which buildings)."""
    mat, setting = position.mats[seat], position.setting
    if mat.left[group]:
        return False
    members, size = setting.box.groups[group], setting.sizes[group]
    if setting.options["group_link"] == "any_own":
        together = next(each for each in mat.settlements if hex in each)
        return size == len([each for each in together if mat.built[each] in members])
    return size == len(connected_hexes(position, seat, hex, members))


def missing(position: AttikaPosition, seat: str, group: str) -> list[str]:
    """The buildings of a group that a seat has still to build, each as often as it is missing."""
    box, built = position.setting.box, own_buildings(position, seat)
    return [each for each in box.groups[group] for _ in range(box.buildings[each].number - built.count(each))]


def own_buildings(position: AttikaPosition, seat: str) -> list[str]:
    """What a seat has on the board."""
    return list(position.mats[seat].built.values())


def connected_hexes(position: AttikaPosition, seat: str, hex: int, members: tuple[str, ...]) -> list[int]:
    """The hexes that hang together with this one, stepping on buildings of the seat in this group only."""
    built, around, found = position.mats[seat].built, position.land.around, [hex]
    for each in found:  # grows while it is walked through
        for other in around[each]:
            if other in built and built[other] in members and other not in found:
                found.append(other)
    return found
