"""The report as one HTML file: nothing is loaded from elsewhere. What seats have in front of them is drawn in trays."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, zip_longest
from typing import TYPE_CHECKING, Any, NamedTuple

from markupsafe import Markup, escape

from referee.report import wording
from referee.report.html.composer import composer
from referee.report.html.first_screen import (
    BEATS,
    TALL,
    beats_of,
    cards_of,
    chances_of,
    frame_of,
    legible_style,
    length,
    news_of,
    played_board,
    ratio_of,
    room_of,
    sized_style,
)
from referee.report.html.templates import kept_whole, macros, page, policy_digest, style_sheet, whole_page, with_code
from referee.report.pictures.chart import drawing
from referee.report.pictures.palette import Paint, Palette, paints, toned_drawing
from referee.report.pictures.scene import DrawnTile, Paints, breadth, scene, tile
from referee.report.pictures.svg import definitions, inside, lasting, news
from referee.report.text.text_tables import chart_table, numeric, shared_rules, width
from referee.report.wording import NOWHERE, RuleLinks, safe_text
from referee.show.view import (
    LAND,
    Chart,
    Holding,
    Lines,
    Piece,
    ReportTable,
    Row,
    Section,
    Slot,
    SlotGroup,
    Space,
    Tray,
    View,
    Word,
    drawable,
    view_with_people,
)
from referee.words import Phrase, say

if TYPE_CHECKING:
    from referee.report.html.composer import Composer, Reply
    from referee.show.menu import Menu

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


SLIM = 5
"""Columns whose cells have no more characters are narrow."""
BROAD, BREAK, TEXTS = 62, 24, 3
"""Tables with more characters in a line (a cell counts up to where it may break) or more columns of text are wide."""


def report(
    view: View,
    palette: Palette = None,
    menu: "Menu | None" = None,
    reply: "Reply | None" = None,
    links: Sequence[tuple[str, Word]] = (),
    rules: RuleLinks = NOWHERE,
) -> str:
    """The whole view. ValueError when `palette` cannot be used.

    With the `menu` of the seat whose view this is, its move can be composed there; `reply`: where it then goes by mail.
    `links`: files beside the report, and what they are called on it. `rules`: where the numbers of rules lead.
    """
    whole = report_in_parts(view, palette, menu, reply, links, rules)
    return whole.with_parts(whole.parts)


CUT = Markup("\0")
"""Stands for a large part while a page is made. No text has it."""


class PageInParts(NamedTuple):
    """A page as its large parts and the texts around them, of which there is one more."""

    texts: list[str]
    parts: list[str]

    def with_parts(self, parts: Sequence[str]) -> str:
        """The page with these in the place of its large parts."""
        return "".join([each for pair in zip(self.texts, [*parts, ""], strict=True) for each in pair])


def report_in_parts(
    view: View,
    palette: Palette = None,
    menu: "Menu | None" = None,
    reply: "Reply | None" = None,
    links: Sequence[tuple[str, Word]] = (),
    rules: RuleLinks = NOWHERE,
) -> PageInParts:
    """The same in parts."""
    view, parts = with_one_look(view_with_people(view)), list[str]()

    def large(part: str) -> Markup:
        parts.append(toned_drawing(part, palette))
        return CUT

    painted = paints(view.seats, palette)
    composing = composer_for(menu, view, painted, reply)
    beats = beats_of(view)
    board = played_board(inside(view, painted), view, beats)
    frame = frame_of(board)
    style, digest = page_style(composing is not None, frame if board else None)
    explains = bool(board) and not (composing or view.trays or any(isinstance(each, Chart) for each in view.sections))
    beside = None if composing else next((each for each in view.sections if isinstance(each, Chart)), None)
    made = whole_page(
        "report.html",
        view=view,
        paints=painted,
        style=style,
        composing=composing,
        digest=digest,
        board=board,
        beats=beats,
        tall=bool(board) and ratio_of(frame) < TALL,
        cards=cards_of(view, painted),
        news=news_of(view),
        links=links,
        chances=chances_of(view),
        definitions="" if board else definitions(tuple(painted.values()), view.board),
        trays=drawn_trays(view, painted, composing is not None),
        block=escape(view.asked.block.rstrip("\n")) if view.asked else "",
        chart=chart_picture(beside, painted, titled=True) if beside else "",
        sections=[section_of_page(section, view, painted, rules, section is not beside) for section in view.sections],
        legend=drawn_legend(view, painted, rules) if board else "",
        explained=first_signs(view, painted, rules) if explains else "",
        board_words=board_words(view, painted) if board else "",
        words=wording,
        typed=with_code,
        whole=kept_whole,
        rules=rules,
        large=large,
    )
    return PageInParts(toned_drawing(made, palette).split(CUT), parts)


def with_one_look(view: View) -> View:
    """Who only watches sees what is to be placed once, the board larger; the seat to move sees it in all its turns."""
    if view.board is None or view.asked is None or view.asked.seat == view.seat:
        return view
    return view._replace(board=view.board._replace(insets=view.board.insets[:1]))


def drawn_trays(view: View, painted: Paints, composes: bool) -> list[tuple[Tray, Markup]]:
    """What seats have in front of them. The composer shows by itself what the hand holds."""
    drawn = [each._replace(hand=()) if composes else each for each in view.trays]
    return [(tray, tray_picture(each, painted)) for tray, each in zip(view.trays, drawn, strict=True)]


def first_signs(view: View, painted: Paints, rules: RuleLinks) -> Markup:
    """The first signs of the title in the legend, as far as there is room: cards have those of the seats."""
    signs = lasting(view, painted)[len(view.seats) :]
    ends = list(accumulate(len(each.means.split()) for each in signs))
    chances = chances_of(view)
    room = room_of(view) - sum([length(each.says) for each in news_of(view).first])
    room -= sum(map(length, chances.lines if chances else ()))
    return page("legend.html", legend=signs[: sum(end <= room for end in ends)], rules=rules, words=None)


def drawn_legend(view: View, painted: Paints, rules: RuleLinks) -> Markup:
    """The legend of the board, which the view has."""
    return page("legend.html", legend=[*lasting(view, painted), *news(view, painted)], rules=rules, words=wording)


def board_words(view: View, painted: Paints) -> Markup:
    """The board in words: each space that is not bare land, and the labels of the others."""
    board = drawable(view.board)
    spaces = list(zip(board.spaces, scene(board, painted).tiles, strict=True)) if board else []
    told = [tile for space, tile in spaces if wording.worth_telling(space)]
    bare = [tile.label for space, tile in spaces if not wording.worth_telling(space)]
    return page("board_words.html", told=told, bare=bare, words=wording)


def page_style(composes: bool, frame: tuple[int, int] | None) -> tuple[Markup, str]:
    """The style sheet of a page with a board of this shape, or without one, and what its policy calls it."""
    sheets = style_sheet("report.css") + style_sheet("board.css")
    sheets += style_sheet("composer.css") if composes else Markup()
    style = sheets if frame is None else sized_style(sheets, frame) + legible_style(frame) + BEATS
    return style, policy_digest(style)


def composer_for(menu: "Menu | None", view: View, painted: Paints, reply: "Reply | None") -> "Composer | None":
    """The composer on the page of the seat whose menu it is; others see nothing of its options."""
    if menu is None or menu.seat != view.seat:
        return None
    return composer(menu, view, painted, reply)


class SectionOfPage(NamedTuple):
    """A list of sentences, or a table that unfolds below its heading."""

    lines: Lines | None
    folded: Markup | None


def section_of_page(section: Section, view: View, painted: Paints, rules: RuleLinks, charted: bool) -> SectionOfPage:
    """`charted`: a chart is drawn with its table, not beside the board."""
    if isinstance(section, Lines):
        return SectionOfPage(section, None)
    return SectionOfPage(None, folded_table(section, view, painted, rules, charted))


def folded_table(section: ReportTable | Chart, view: View, painted: Paints, rules: RuleLinks, charted: bool) -> Markup:
    """A table, with its chart if it has one, which unfolds below its heading."""
    table = chart_table(section) if isinstance(section, Chart) else section.in_words or section
    picture = chart_picture(section, painted) if charted and isinstance(section, Chart) else ""
    drawn = drawn_table(section.heading, picture, table, {seat.id: seat.player for seat in view.seats}, painted)
    return page("table.html", each=drawn, paints=painted, rules=rules, words=wording)


NOTHING: dict[Any, Any] = {}


class DrawnRow(NamedTuple):
    """A row, what is in its first cell, and its other cells as markup.

    chip  the seat whose chip is in the first cell, "" where the name of its player is in another
    """

    row: Row
    chip: str
    first: Markup
    others: Markup


class DrawnTable(NamedTuple):
    """A table and what its template needs to know of it.

    picture  its chart, or ""
    heads    the texts above its columns
    once     the rules that all its rows cite: they are written once
    numeric  of each column whether it has numbers
    kinds    of each column the attributes of its cells
    tags     whether rows cite rules of their own
    broad    whether it needs the width of the page
    """

    heading: Word
    picture: str
    table: ReportTable
    heads: list[str]
    once: tuple[str, ...]
    numeric: list[bool]
    kinds: list[Markup]
    tags: bool
    broad: bool
    rows: list[DrawnRow]


def drawn_table(
    heading: Word, picture: str, table: ReportTable, players: Mapping[str, str] = NOTHING, painted: Paints = NOTHING
) -> DrawnTable:
    """The chip of a seat is in front of the name of its player, where a cell begins with that."""
    once, numbers = shared_rules(table), numeric(table)
    heads, cells = texts(table.columns), [texts(row.cells) for row in table.rows]
    widths = [list(map(width, each)) for each in cells]
    tags = not once and any(row.rules for row in table.rows)
    broad = numbers[:-1].count(False) > TEXTS or columns_width([list(map(width, heads)), *widths]) > BROAD
    kinds = column_kinds(widths, numbers)
    rows = []
    for row, (first, *others) in zip(table.rows, cells, strict=True):
        named = [at for at, text in enumerate(others) if row.seat in painted and text.startswith(players[row.seat])]
        marks = {at: chip_of(row.seat, painted) for at in named[:1]}
        chip = "" if named else row.seat
        rows.append(DrawnRow(row, chip, kept_whole(first), other_cells(others, kinds[1:], marks)))
    return DrawnTable(heading, picture, table, heads, once, numbers, kinds, tags, broad, rows)


def chip_of(seat: str, painted: Paints) -> Markup:
    drawn: Markup = macros("parts.html").chip(painted, seat)
    return drawn


def other_cells(cells: list[str], kinds: list[Markup], marks: Mapping[int, Markup] = NOTHING) -> Markup:
    """Cells of a row as markup, each with the attributes of its column. `marks`: what is in front of some of them."""
    filled = [f"{marks.get(at, '')}{kept_whole(text)}" for at, text in enumerate(cells)]
    return Markup("".join([f"<td{kind}>{each}</td>" for kind, each in zip(kinds, filled, strict=True)]))


def texts(cells: Sequence[Word]) -> list[str]:
    return [wording.safe_text(cell) for cell in cells]


def column_kinds(rows: list[list[int]], numbers: list[bool]) -> list[Markup]:
    """The kind of each column: numbers, or so narrow that on a phone its head is upright, or both.

    `rows`: the widths of their cells.
    """
    widest = [max([row[at] for row in rows], default=0) for at in range(len(numbers) - 1)]
    return [KINDS[number, room <= SLIM] for number, room in zip(numbers[:-1], widest, strict=True)]


KINDS = {
    (False, False): Markup(),
    (False, True): Markup(' class="slim"'),
    (True, False): Markup(' class="number"'),
    (True, True): Markup(' class="number slim"'),
}
"""Whether a column has numbers, and whether it is narrow."""


def columns_width(rows: list[list[int]]) -> int:
    """Letters in the longest cells of all columns together; `rows`: the widths of their cells."""
    return sum([min(BREAK, max(column)) for column in zip_longest(*rows, fillvalue=0)])


def chart_picture(chart: Chart, painted: Paints, titled: bool = False) -> Markup:
    """`titled`: with its heading above it."""
    heading = wording.safe_text(chart.heading)
    return page("chart.svg", drawing=drawing(chart, painted), heading=heading, titled=titled)
