"""AT-2: from the header of a log to the first turn; the place of each hidden thing in the shuffled piles."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from referee.rules.law import edition_of
from referee.rules.rulebook import Fate, Header, Shuffler
from referee.titles.attika.data import tiles as boxes
from referee.titles.attika.data.components import LANDSCAPES, AttikaComponents
from referee.titles.attika.data.land import empty_land
from referee.titles.attika.editions import EDITIONS
from referee.titles.attika.rules import state
from referee.titles.attika.rules.events import AttikaEvent, BuildingDealt, CardDealt, OrderSet, TileLaid, TurnBegan
from referee.titles.attika.rules.state import Amounts, AttikaPosition, AttikaSetting

DECK = "deck/landscape/"
"""What the names of the piles of cards begin with; a number follows, 0 for the first shuffle (AT-3.6)."""


def begin(header: Header) -> AttikaPosition:
    """The position before the deal: only the shrines are on the table."""
    setting = setting_of(header)
    box = setting.box
    stacks = (setting.mains, box.stack_size, box.stack_size, box.stack_size)
    seats, nothing = sorted(setting.seats), state.end_of_line((), {})
    mats = {seat: state.Mat(seat, 0, (), stacks, 0, (), (), {}, setting.sizes, nothing) for seat in seats}
    return AttikaPosition(
        setting=setting,
        land=empty_land(setting.layout.shrines),
        buildings={},
        mats=mats,
        hands=dict.fromkeys(setting.seats, state.NONE),
        deck=state.Deck(0, (box.cards, box.cards, box.cards, box.cards), 0),
        discards=state.NONE,
        supply=state.Supply(0, (), len(setting.tiles.tiles), box.amphorae),
        course=state.AttikaCourse((), 0, (), ()),
        turn=state.AttikaTurn(""),
    )


def setting_of(header: Header) -> AttikaSetting:
    """What the header fixes for the whole game; seats in the order of the header (AT-2.3).

    Raises `Unfit` when nobody can play with it.
    """
    box, tiles, layout = boxes.box_contents(header)
    boxes.refuse_absent(header["options"]["first_player"], header["seats"])
    return AttikaSetting(
        box=box,
        tiles=tiles,
        layout=layout,
        seats=tuple(header["seats"]),
        options=header["options"],
        rank={building: place for place, building in enumerate(box.buildings)},
        number=sum([building.number for building in box.buildings.values()]),
        sizes={group: sum([box.buildings[each].number for each in members]) for group, members in box.groups.items()},
        mains=sum([building.number for building in box.buildings.values() if building.main]),
        policies=edition_of(EDITIONS, header).policies,
    )


def piles(header: Header) -> dict[str, Callable[[Shuffler], list[str]]]:
    """The shuffled piles: tiles, each seat's buildings, the cards, and who begins.

    `buildings/SEAT` are the 24 that are cut into stacks 1, 2 and 3 (AT-2.2), `main/SEAT` the main ones.
    """
    box, tiles, _ = boxes.box_contents(header)
    items: dict[str, Sequence[str]] = {
        "tiles": list(tiles.tiles),
        f"{DECK}0": items_of((box.cards, box.cards, box.cards, box.cards)),
        "first": list(header["seats"]),
    }
    mains, others = stack_buildings(box, True), stack_buildings(box, False)
    for seat in header["seats"]:
        items |= {f"main/{seat}": mains, f"buildings/{seat}": others}
    return {pile: partial(shuffled_pile, pile, each) for pile, each in items.items()}


def shuffled_pile(pile: str, items: Sequence[str], chance: Shuffler) -> list[str]:
    return chance.shuffled_items(pile, items)


def stack_buildings(box: AttikaComponents, main: bool) -> list[str]:
    """The main buildings of a seat, or the others, in the order of the box."""
    return [each.id for each in box.buildings.values() if each.main == main for _ in range(each.number)]


def items_of(amounts: Amounts) -> tuple[str, ...]:
    """Cards in their start order: water, forest, hill, mountain (AT-3.6)."""
    water, forest, hill, mountain = amounts
    return ("water",) * water + ("forest",) * forest + ("hill",) * hill + ("mountain",) * mountain


def card_veil(header: Header) -> Callable[[str], bool]:
    """AT-2.4: the cards are known to their owners only, unless hands are open (AT-9.1)."""
    if header["options"]["hands"] == "open":
        return lambda pile: False
    return lambda pile: pile.startswith(DECK)


def stack_place(setting: AttikaSetting, seat: str, stack: int, left: int) -> tuple[str, int]:
    """The place of the top of a stack with `left` buildings: the pile and the place in it."""
    if state.STACKS[stack] == "main":
        return f"main/{seat}", setting.mains - left
    return f"buildings/{seat}", setting.box.stack_size * stack - left


def deal(position: AttikaPosition, fate: Fate) -> Iterator[AttikaEvent]:
    """Tiles (AT-2.1), the top of each stack (AT-2.2), who begins, and the first hands (AT-2.3)."""
    setting = position.setting
    for number, (centre, turn) in enumerate(zip(setting.layout.centres, setting.layout.turns, strict=True)):
        yield TileLaid("", fate("tiles", number), centre, turn)
    for seat in setting.seats:
        for stack, left in enumerate(position.mats[seat].stacks):
            yield BuildingDealt(seat, stack, fate(*stack_place(setting, seat, stack, left)))
    first = setting.options["first_player"]  # AT-2.3, AT-9.2: the seats of the header, from that one on
    at = setting.seats.index(fate("first", 0) if first == "drawn" else first)
    order = setting.seats[at:] + setting.seats[:at]
    yield OrderSet(order)
    taken = 0
    for seat, cards in zip(order, setting.box.hand, strict=False):
        for number in range(taken, taken + cards):
            yield CardDealt(seat, LANDSCAPES.index(fate(f"{DECK}0", number)))
        taken += cards
    yield TurnBegan(order[0])
