"""Boards: a picture of characters in a file, and the same as numbered cells with their neighbours (MG-1.3, MG-1.6).

Is a board fit for play? Errors forbid a game on it, warnings should be looked at, notes inform. Cells are numbered in
board order (MG-13.9): row by row from the top, in a row by column letter.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import chain
from os.path import dirname, join
from typing import NamedTuple

from referee import reading
from referee.rules import hexes
from referee.show.data_files import DataFiles, Fields, Finding, Flaw, Unfit, by_severity, refuse_malformed
from referee.titles.magna_grecia.data.components import BOX, NAME
from referee.words import Phrase, say

FOLDER = join(dirname(__file__), "boards")
LAND, VILLAGE, GREEN, SEA = ".", "v", "V", " "
ROWS = COLUMNS = 99
"""The limits of a label of two letters and two digits, and of a page."""


class BoardMap(NamedTuple):
    """The spaces of a board; a *cell* is the number of a space in board order.

    labels  cell → printed label; `cells` is its inverse
    around  cell → its neighbours across n, ne, se, s, sw, nw; -1 is off the board
    ground  one character a cell: `.` land, `v` village, `V` green-bordered village
    names   cell → the name of the place, or ""
    axial   cell → (q, r)
    near    cell → the spaces next to it, in the order of the edges
    beyond  exit (six times the cell, plus the edge) → the cell that it faces, or -1
    mate    exit → the exit that would meet it, or -1
    meets   cell → the exits that would meet one of its own, in the order of its edges
    village  cell → whether a village is printed there
    villages_near  cell → the spaces next to it on which a village is printed, in the order of the edges
    place   cell → itself if a village is printed there, else -1; one more item, the last, is -1 for -1
    """

    name: str
    provenance: str
    labels: tuple[str, ...]
    cells: dict[str, int]
    around: tuple[tuple[int, ...], ...]
    ground: str
    names: tuple[str, ...]
    axial: tuple[tuple[int, int], ...]
    near: tuple[tuple[int, ...], ...]
    beyond: tuple[int, ...]
    mate: tuple[int, ...]
    meets: tuple[tuple[int, ...], ...]
    village: tuple[bool, ...]
    villages_near: tuple[tuple[int, ...], ...]
    place: tuple[int, ...]


@refuse_malformed("boards")
def board_of_fields(fields: Fields) -> BoardMap:
    """A board from the fields of a board file (MG-1.3). Raises `Unfit` with every flaw."""
    lines = fields["map"].split("\n")
    spaces = [(x, y, c) for y, line in enumerate(lines) for x, c in enumerate(line) if c != SEA]
    axial = tuple(hexes.axial(x, y) for x, y, _ in spaces)
    flaws = flaws_of_map(lines, spaces)
    if flaws:
        raise Unfit(*flaws)
    labels = tuple([hexes.label(*place) for place in axial])
    cells = {label: cell for cell, label in enumerate(labels)}
    given = fields.get("names") or {}
    words = "The name {name} is for {label}, but the map has no such space."
    lost = {label: name for label, name in given.items() if label not in cells}
    if lost:
        raise Unfit(*[Flaw(say(words, label=at, name=name), ("names", at)) for at, name in lost.items()])
    names = tuple([given.get(label, "") for label in labels])
    ground, cell_at = "".join([c for _, _, c in spaces]), {place: cell for cell, place in enumerate(axial)}
    around = tuple([tuple([cell_at.get(near, -1) for near in hexes.places_around(place)]) for place in axial])
    rows = [[-1 if cell == -1 else 6 * cell + (edge + 3) % 6 for edge, cell in enumerate(row)] for row in around]
    exits, near = tuple(map(tuple, rows)), on_board(around)
    facing = (near, tuple(chain(*around)), tuple(chain(*exits)), on_board(exits))
    village = tuple([c != LAND for c in ground])
    villages_near = tuple([tuple([each for each in row if village[each]]) for row in near])
    place = (*[cell if is_village else -1 for cell, is_village in enumerate(village)], -1)
    printed = (fields["name"], fields["provenance"], labels, cells, around, ground, names, axial)
    return BoardMap(*printed, *facing, village, villages_near, place)


def on_board(rows: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
    """The rows without what is off the board."""
    return tuple([tuple(filter((-1).__ne__, row)) for row in rows])


def flaws_of_map(lines: list[str], spaces: list[tuple[int, int, str]]) -> list[Flaw]:
    """Signs that mean nothing, a map without spaces, a map beyond the labels."""
    if not spaces:
        return [Flaw(say("The map has no spaces. Write `.`, `v` or `V` for each one."), ("map",))]
    if spaces[-1][1] >= ROWS or max(map(len, lines)) > COLUMNS:
        large = "The map is too large: the limit is {rows} rows of {columns} columns."
        return [Flaw(say(large, rows=ROWS, columns=COLUMNS), ("map",))]
    words = (
        "`{sign}` at {label} has no meaning on the map. Use `.` for land, `v` for a village, "
        "`V` for a green-bordered village and a space for sea."
    )
    strange = [(x, y, sign) for x, y, sign in spaces if sign not in (LAND, VILLAGE, GREEN)]
    named = [(hexes.label(*hexes.axial(x, y)), x, y, sign) for x, y, sign in strange]
    return [Flaw(say(words, sign=sign, label=label), ("map",), y, x) for label, x, y, sign in named]


def locate(text: reading.Source, flaw: Flaw) -> tuple[int, int]:
    """Line and column of a flaw in a file; the rows of a map are below the line that opens the block."""
    line, column = (text.marks if flaw.at == ("map",) else text.keys)[flaw.at]
    if flaw.at == ("map",):
        row = text.data["map"].split("\n")[flaw.row].rstrip()
        written = [*text.text.split("\n"), ""][line + flaw.row].rstrip()
        if written.endswith(row):
            line, column = line + flaw.row + 1, len(written) - len(row) + flaw.column + 1
    return line, column


def flaw_in_map(finding: Finding) -> Flaw | None:
    """The space of a finding as a place in the map."""
    if not finding.place:
        return None
    column, row = hexes.grid(*hexes.hex_of_label(finding.place))
    return Flaw(finding.says, ("map",), row, column)


def size(board: BoardMap) -> Phrase:
    villages = sum(ground != LAND for ground in board.ground)
    return say("{spaces} spaces, {villages} villages", spaces=len(board.labels), villages=villages)


PLAYERS = range(2, 5)
STARTS = 3
"""Coastal starts for each player that leave everybody a choice."""


def board_findings(board: BoardMap, players: int | None = None) -> list[Finding]:
    """All that can be said against a game of so many players on this board, errors first, each kind in board order."""
    found = [finding for chapter in CHAPTERS for finding in chapter(board)]
    found += room_for_oracles(board, players or min(PLAYERS))
    return by_severity(found)


def villages(board: BoardMap) -> list[int]:
    """The cells of all villages, green-bordered or not."""
    return [cell for cell, village in enumerate(board.village) if village]


def in_one_piece(board: BoardMap) -> Iterator[Finding]:
    """All spaces hang together; a finding for each further piece, at its first space."""
    seen = hexes.steps_from([0], board.near.__getitem__)
    for cell, label in enumerate(board.labels):
        if cell not in seen:
            seen |= hexes.steps_from([cell], board.near.__getitem__)
            yield Finding("error", say("There is no way from {a} to {b}.", a=board.labels[0], b=label), label)


def no_villages_adjacent(board: BoardMap) -> Iterator[Finding]:
    """MG-13.6: two adjacent villages are an error of the board."""
    for cell in villages(board):
        for other in board.around[cell]:
            if other > cell and board.ground[other] != LAND:
                words = say(
                    "The villages {a} and {b} are next to each other.", a=board.labels[cell], b=board.labels[other]
                )
                yield Finding("error", words, board.labels[cell])


def every_village_reached(board: BoardMap) -> Iterator[Finding]:
    """Roads, over villages, connect every green-bordered village to every other.

    It is enough that the spaces hang together: a shortest way has no corner that is too sharp for a tile (MG-1.4),
    for the spaces before and behind such a corner are neighbours.
    """
    green = [cell for cell in villages(board) if board.ground[cell] == GREEN]
    connected = hexes.steps_from(green, board.near.__getitem__)
    for cell in villages(board):
        if cell not in connected:
            words = say("No road from the coast can reach the village {here}.", here=board.labels[cell])
            yield Finding("error", words, board.labels[cell])


def room_for_oracles(board: BoardMap, players: int) -> Iterator[Finding]:
    """MG-2.2: each oracle needs a village without a green border; too few for more players is a warning."""
    inland = board.ground.count(VILLAGE)
    needs = BOX.load(NAME)[0].oracles
    for oracles in sorted(set(needs.values())):
        if inland < oracles:
            words = "{oracles} oracles need as many villages without a green border, but there are only {inland}."
            severity = "error" if oracles <= needs[players] else "warning"
            yield Finding(severity, say(words, oracles=oracles, inland=inland))


def coastal_starts(board: BoardMap) -> Iterator[Finding]:
    """Everybody starts at a green-bordered village (MG-6.1)."""
    green = board.ground.count(GREEN)
    if green < max(PLAYERS):
        words = "A board needs at least {least} green-bordered villages, but there are only {green}."
        yield Finding("error", say(words, least=max(PLAYERS), green=green))
    elif green < STARTS * max(PLAYERS):
        words = (
            "There should be three green-bordered villages for each of {players} players, but there are only {green}."
        )
        severity = "note" if green >= STARTS * min(PLAYERS) else "warning"
        yield Finding(severity, say(words, green=green, players=green // STARTS + 1))


def green_borders_at_edge(board: BoardMap) -> Iterator[Finding]:
    """MG-1.3: the villages at the edge have a green border, and no others."""
    for cell in villages(board):
        label, is_green = board.labels[cell], board.ground[cell] == GREEN
        if is_green != (-1 in board.around[cell]):
            words = "{here} has a green border but is not at the edge."
            if not is_green:
                words = "{here} is at the edge but has no green border."
            yield Finding("warning", say(words, here=label), label)


def names_of_villages(board: BoardMap) -> Iterator[Finding]:
    """Names are on villages, each village has one, and no two are the same."""
    uses = Counter(board.names)
    for cell, name in enumerate(board.names):
        label, is_village = board.labels[cell], board.village[cell]
        facts = {"here": label, "name": name}
        if name and not is_village:
            yield Finding("warning", say("{here} has the name {name} but is not a village.", **facts), label)
        if name and uses[name] > 1:
            yield Finding("warning", say("{here} has the same name as another village: {name}.", **facts), label)
        if not name and is_village:
            yield Finding("note", say("The village {here} has no name.", here=label), label)


CHAPTERS = (
    in_one_piece,
    no_villages_adjacent,
    every_village_reached,
    coastal_starts,
    green_borders_at_edge,
    names_of_villages,
)


BOARDS = DataFiles(
    "board", "board", "board", FOLDER, board_of_fields, board_findings, size, locate=locate, spot=flaw_in_map
)
