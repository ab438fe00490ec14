"""The picture of the house: its rooms, and which room imports which, from the imports themselves.

A room is drawn above those that it imports. An arrow that follows from two others is left out: the rooms below a room
may be imported by it, too.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tools"))

from figures import imports, modules, reach  # noqa: E402 - tools is no package

Graph = dict[str, set[str]]

SAYS = {
    "cli": "commands: arguments in, one use case, text out",
    "api": "what other programs may use",
    "testkit": "the promises that every title keeps",
    "app": "use cases",
    "settings": "the file referee.toml",
    "mail_settings": "its part about e-mails",
    "mail/act": "acts on e-mails, by use cases",
    "mail": "how e-mails are read, written and sent",
    "report": "formats, made from a view",
    "titles": "Attika, Magna Grecia",
    "rules": "judge a move, replay a log",
    "show": "what may be shown",
    "store": "logs, seals, secrets",
    "reading": "strict YAML and its schemas",
    "languages": "catalogues of texts",
    "words": "texts for people",
    "exit_codes": "how commands end",
}
"""What each room is for, in a few words. A room without words is a room that this picture does not know."""

WIDTH, HEIGHT, GAP, LANE = 500, 62, 46, 16
INK, PAPER, LINE, SOFT = "#26323b", "#ffffff", "#5b6b76", "#eef2f4"
LETTERS = f'text-anchor="middle" fill="{INK}" font-family="system-ui,sans-serif"'
HEAD = (
    '<marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">'
    f'<path d="M0 0L8 4L0 8z" fill="{LINE}"/></marker>'
)


def room_of(module: str) -> str:
    """`referee.app.play.seats` → `app`; nothing for the package itself. `mail/act` is a room of its own."""
    if module.startswith("referee.mail.act"):
        return "mail/act"
    return module.split(".")[1] if "." in module and not module.endswith("__") else ""


def rooms(graph: Graph) -> Graph:
    """Room → the rooms that it imports."""
    found: Graph = {room_of(module): set() for module in graph if room_of(module)}
    for module, imported in graph.items():
        if room_of(module):
            found[room_of(module)] |= {room_of(each) for each in imported} - {room_of(module), ""}
    return found


def depth(graph: Graph, room: str) -> int:
    """How many levels of rooms are below a room. Raises RecursionError if there is a circle."""
    return max((1 + depth(graph, below) for below in graph[room]), default=0)


def arrows(graph: Graph) -> list[tuple[str, str]]:
    """The imports that do not follow from others."""
    return sorted(
        (room, below)
        for room, imported in graph.items()
        for below in imported
        if not any(below in reach(graph, other) for other in imported - {below})
    )


LEFT_OUT = {"words": {"languages"}}
"""A text asks for its catalogue when it is read in another language."""


def without_loops(graph: Graph) -> Graph:
    """The rooms without the arrows that lead upwards."""
    return {room: imported - LEFT_OUT.get(room, set()) for room, imported in graph.items()}


def rows(graph: Graph) -> list[list[str]]:
    """The rooms from the uppermost to the lowest, those of equal height next to each other."""
    heights = {room: depth(graph, room) for room in graph}
    return [
        sorted(room for room in graph if heights[room] == height)
        for height in sorted(set(heights.values()), reverse=True)
    ]


def places(found: list[list[str]]) -> dict[str, tuple[int, int]]:
    """Room → the middle of its upper edge."""
    middle = max(map(len, found)) * (WIDTH + GAP) // 2
    return {
        room: (middle + round((2 * at - len(row) + 1) * (WIDTH + GAP) / 2), 20 + number * (HEIGHT + GAP))
        for number, row in enumerate(found)
        for at, room in enumerate(row)
    }


def folders(graph: Graph, room: str) -> str:
    """The folders within a room: `play, mail, time`."""
    inside = [module.split(".")[room.count("/") + 2 :] for module in graph if room_of(module) == room]
    return ", ".join(sorted({each[0] for each in inside if len(each) > 1}))


def box(room: str, middle: int, top: int, below: str) -> str:
    """A room: its name, what it is for, and what is in it."""
    lines = (
        (room, 20, "font-weight:600;font-size:15px"),
        (SAYS[room], 37, "font-size:12px"),
        (below, 53, "font-size:10px"),
    )
    words = "".join(
        f'<text x="{middle}" y="{top + down}" style="{style}">{text}</text>\n' for text, down, style in lines
    )
    left = middle - WIDTH // 2
    return (
        f'<rect x="{left}" y="{top}" width="{WIDTH}" height="{HEIGHT}" rx="6" fill="{SOFT}" stroke="{LINE}"/>\n{words}'
    )


def arrow(start: tuple[int, int], end: tuple[int, int], lane: int) -> str:
    """From the lower edge of a room to the upper edge of one below; outside, in its lane, if rooms are in between."""
    (x, top), (to, down) = start, end
    half, middle = WIDTH // 2, HEIGHT // 2
    if not lane:
        path = f"M{x} {top + HEIGHT}L{to} {down}"
    else:
        path = f"M{x + half} {top + middle}H{lane}V{down + middle}H{to + half}"
    return f'<path d="{path}" fill="none" stroke="{LINE}" stroke-width="1.5" marker-end="url(#head)"/>\n'


def is_long(spots: dict[str, tuple[int, int]], line: tuple[str, str]) -> bool:
    """Whether rooms may be between the two that an arrow joins."""
    room, below = line
    return spots[below][1] - spots[room][1] > HEIGHT + GAP


def house(folder: Path = ROOT / "referee") -> str:
    """The picture as SVG. Raises KeyError for a room that `SAYS` does not name."""
    graph = imports(modules(folder))
    between = without_loops(rooms(graph))
    found = rows(between)
    spots = places(found)
    lines = arrows(between)
    edge = max(map(len, found)) * (WIDTH + GAP) - GAP // 2 + 12
    lanes = {each: edge + LANE * number for number, each in enumerate(each for each in lines if is_long(spots, each))}
    wide, high = edge + LANE * (len(lanes) + 1), len(found) * (HEIGHT + GAP) - GAP + 40
    drawn = "".join(arrow(spots[room], spots[below], lanes.get((room, below), 0)) for room, below in lines)
    boxes = "".join(box(room, *spots[room], folders(graph, room)) for room in spots)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" role="img">\n'
        f"<title>The rooms of the house: each imports those below it, and none above</title>\n"
        f'<defs>{HEAD}</defs>\n<rect width="{wide}" height="{high}" fill="{PAPER}"/>\n'
        f"{drawn}<g {LETTERS}>\n{boxes}</g>\n</svg>\n"
    )
