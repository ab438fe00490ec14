"""What seats have in front of them, as pictures: groups side by side on lines of equal width, what is held above."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from markupsafe import Markup

from referee.report.html.templates import macros, page
from referee.report.pictures.palette import Paint
from referee.report.pictures.scene import DrawnTile, Paints, breadth, tile
from referee.report.wording import safe_text
from referee.show.view import LAND, Holding, Piece, Slot, SlotGroup, Space, Tray
from referee.words import Phrase, say

STEP, HIGH = 82, 118
"""From slot to slot, and from line to line: hexes are drawn at two thirds of their size."""
NAME, ROOM = 17, STEP - 4
"""The size of the name below a slot, and how wide it may be."""
MARGIN, HEAD, HELD = 12, 26, 56
"""Around everything; the height of the name of a group, and of the line of what is held."""
PIP = 24
"""From pip to pip."""
OWNER = "owner"
"""What the seat is called whose slot is drawn: its picture depends on nothing of it but its paint."""


class PlacedSlot(NamedTuple):
    """The picture of a slot with its place."""

    x: int
    y: int
    drawn: Markup


class DrawnGroup(NamedTuple):
    """The name of a group above its first slot, and its slots."""

    x: int
    y: int
    heading: str
    width: int
    slots: tuple[PlacedSlot, ...]


class DrawnTray(NamedTuple):
    """A tray in its own units; `label` tells those who do not see it how far it is."""

    width: int
    height: int
    label: str
    hand: tuple[tuple[int, Holding], ...]
    groups: tuple[DrawnGroup, ...]


def tray_picture(tray: Tray, paints: Paints) -> Markup:
    """A picture for a page that has the definitions of the pieces already."""
    return page("tray.svg", tray=drawn_tray(tray, paints))


def drawn_tray(tray: Tray, paints: Paints) -> DrawnTray:
    lines = packed_lines(tray.groups)
    top = MARGIN + (HELD if tray.hand else 0)
    groups = tuple(
        group
        for at, line in enumerate(lines)
        for group in drawn_line(line, paints[tray.seat], top + at * (HIGH + HEAD))
    )
    hand = tuple((MARGIN + 20 + 116 * at, each) for at, each in enumerate(tray.hand))
    widest = max([sum(len(each.slots) for each in line) for line in lines], default=0)
    height = top + len(lines) * (HIGH + HEAD) + MARGIN
    return DrawnTray(2 * MARGIN + STEP * widest, height, safe_text(label(tray)), hand, groups)


def packed_lines(groups: tuple[SlotGroup, ...]) -> list[list[SlotGroup]]:
    """The groups on lines no longer than the longest group: each on the first line that has room for it."""
    room = max([len(each.slots) for each in groups], default=0)
    lines: list[list[SlotGroup]] = []
    for group in groups:
        free = [line for line in lines if sum(len(each.slots) for each in line) + len(group.slots) <= room]
        if free:
            free[0].append(group)
        else:
            lines.append([group])
    return lines


def drawn_line(line: list[SlotGroup], paint: Paint, y: int) -> Iterator[DrawnGroup]:
    x = MARGIN
    for group in line:
        slots = [placed_slot(slot, paint, x + STEP * at, y) for at, slot in enumerate(group.slots)]
        yield DrawnGroup(x + 2, y + HEAD - 5, safe_text(group.heading), STEP * len(slots) - 4, tuple(slots))
        x += STEP * len(slots)


def placed_slot(slot: Slot, paint: Paint, x: int, y: int) -> PlacedSlot:
    """A slot whose group begins at `y`, at `x`."""
    return PlacedSlot(x + STEP // 2, y + HEAD + 40, drawn_slot(slot._replace(says=safe_text(slot.says)), paint))


def drawn_slot(slot: Slot, paint: Paint) -> Markup:
    """The picture of a slot whose words are text, in the paint of its owner."""
    start = -PIP * (len(slot.cost) - 1) // 2
    pips = [(start + PIP * at, ground) for at, ground in enumerate(slot.cost)]
    slots: Any = macros("slot.svg")
    narrow = ROOM if breadth(str(slot.says)) * NAME > 1100 * ROOM else 0  # measured widths are the greatest
    return Markup(slots.drawn(slot, paint, slot_tile(slot, paint) if slot.state == "done" else None, pips, narrow))


def slot_tile(slot: Slot, paint: Paint) -> DrawnTile:
    """The building of a slot as it is on the board."""
    piece = Piece("tile", OWNER, text=str(slot.says)[:1], symbol=slot.symbol)
    return tile(Space(0, 0, "", LAND, "", (piece,), say("")), {OWNER: paint})


def label(tray: Tray) -> Phrase:
    """How many things are where."""
    states = [slot.state for group in tray.groups for slot in group.slots]
    facts = {state: states.count(state) for state in ("done", "open", "hidden")}
    return say("{what}. On the board: {done}. Open: {open}. Not drawn yet: {hidden}.", what=tray.heading, **facts)
