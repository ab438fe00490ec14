"""Is a board fit for play (MG-1.3, MG-1.6)? Errors forbid a game on it, warnings should be looked at, notes tell."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from referee.hexes import opposite, turned
from referee.titles.magna_grecia import components
from referee.titles.magna_grecia.board import GREEN, LAND, VILLAGE, Board, grid_of
from referee.words import Phrase, say

SEVERITIES = ("error", "warning", "note")
PLAYERS = range(2, 5)
WIDEST = 16
"""Columns that a report of 72 characters a line can show."""
STARTS = 3
"""Coastal starts for each player that leave everybody a choice."""


class Finding(NamedTuple):
    """`severity` is `error`, `warning` or `note`; `label` is the space that it is about, "" for the whole board."""

    severity: str
    says: Phrase
    label: str = ""


def check(board: Board) -> list[Finding]:
    """All that can be said against a board, errors first, each kind in board order."""
    found = [finding for chapter in CHAPTERS for finding in chapter(board)]
    return sorted(found, key=lambda finding: SEVERITIES.index(finding.severity))


def fit(board: Board) -> bool:
    """May a game be played on it: no error?"""
    return all(finding.severity != "error" for finding in check(board))


def villages(board: Board) -> list[int]:
    """The cells of all villages, green-bordered or not."""
    return [cell for cell, ground in enumerate(board.ground) if ground != LAND]


def at_edge(board: Board, cell: int) -> bool:
    return -1 in board.around[cell]


def in_one_piece(board: Board) -> Iterator[Finding]:
    """All spaces hang together; a finding for each further piece, at its first space."""
    seen = spread(board, 0)
    for cell, label in enumerate(board.labels):
        if cell not in seen:
            seen |= spread(board, cell)
            yield Finding(
                "error", say("No way leads from {first} to {here}.", first=board.labels[0], here=label), label
            )


def spread(board: Board, start: int) -> set[int]:
    """The cells that hang together with one."""
    seen, fresh = {start}, [start]
    while fresh:
        ring = [cell for cell in board.around[fresh.pop()] if cell >= 0 and cell not in seen]
        seen.update(ring)
        fresh += ring
    return seen


def no_villages_adjacent(board: Board) -> Iterator[Finding]:
    """MG-13.6: two adjacent villages are an error of the board."""
    for cell in villages(board):
        for other in board.around[cell]:
            if other > cell and board.ground[other] != LAND:
                words = say("{a} and {b} are villages and adjacent.", a=board.labels[cell], b=board.labels[other])
                yield Finding("error", words, board.labels[cell])


def every_village_reached(board: Board) -> Iterator[Finding]:
    """A road of straight and curved tiles leads, over villages, from a green-bordered village to every other."""
    reached = reached_by_road(board)
    for cell in villages(board):
        if cell not in reached:
            words = say("No road from the coast can reach the village {here}.", here=board.labels[cell])
            yield Finding("error", words, board.labels[cell])


def reached_by_road(board: Board) -> set[int]:
    """The villages that roads can reach, starting at all green-bordered ones; every village is a new start (MG-7.2)."""
    reached = {cell for cell in villages(board) if board.ground[cell] == GREEN}
    fresh = [(cell, edge) for cell in sorted(reached) for edge in range(6)]
    seen = set(fresh)
    while fresh:
        cell, edge = fresh.pop()
        beyond = board.around[cell][edge]
        if beyond >= 0:
            if board.ground[beyond] != LAND:
                reached.add(beyond)
            exits = [exit for exit in ways_out(board, beyond, opposite(edge)) if exit not in seen]
            seen.update(exits)
            fresh += exits
    return reached


def ways_out(board: Board, cell: int, entered: int) -> list[tuple[int, int]]:
    """The exits of a space entered at an edge: all of a village, else those of a straight or curved tile (MG-1.4)."""
    turns = range(6) if board.ground[cell] != LAND else (2, 3, 4)
    return [(cell, turned(entered, by)) for by in turns]


def room_for_oracles(board: Board) -> Iterator[Finding]:
    """MG-2.2: each oracle needs a village without a green border."""
    inland = board.ground.count(VILLAGE)
    needs = sorted(set(components.load()[0].oracles.values()))
    for oracles in needs:
        if inland < oracles:
            words = "{oracles} oracles need as many villages without a green border; there are {inland}."
            yield Finding("error" if oracles == needs[0] else "warning", say(words, oracles=oracles, inland=inland))


def coastal_starts(board: Board) -> Iterator[Finding]:
    """Everybody starts at a green-bordered village (MG-6.1)."""
    green = board.ground.count(GREEN)
    if green < max(PLAYERS):
        words = "A board needs at least {least} green-bordered villages; there are {green}."
        yield Finding("error", say(words, least=max(PLAYERS), green=green))
    elif green < STARTS * max(PLAYERS):
        words = "{green} green-bordered villages give three coastal starts each to {players} players, not to more."
        severity = "note" if green >= STARTS * min(PLAYERS) else "warning"
        yield Finding(severity, say(words, green=green, players=green // STARTS))


def green_borders_at_edge(board: Board) -> Iterator[Finding]:
    """MG-1.3: the villages at the edge have a green border, and no others."""
    for cell in villages(board):
        label = board.labels[cell]
        if board.ground[cell] == GREEN and not at_edge(board, cell):
            yield Finding("warning", say("{here} has a green border and is not at the edge.", here=label), label)
        if board.ground[cell] != GREEN and at_edge(board, cell):
            yield Finding(
                "warning", say("The village {here} is at the edge and has no green border.", here=label), label
            )


def fits_the_page(board: Board) -> Iterator[Finding]:
    columns = 1 + max(column for column, _ in grid_of(board))
    if columns > WIDEST:
        words = "{columns} columns are too many for a text report; {widest} fit."
        yield Finding("warning", say(words, columns=columns, widest=WIDEST))


def names_of_villages(board: Board) -> Iterator[Finding]:
    """Names stand on villages, each village has one, and no two are the same."""
    uses = Counter(board.names)
    for cell, name in enumerate(board.names):
        label = board.labels[cell]
        if name and board.ground[cell] == LAND:
            yield Finding("warning", say("{here} has the name {name} and is no village.", here=label, name=name), label)
        if name and uses[name] > 1:
            yield Finding("warning", say("{here} shares its name {name} with another.", here=label, name=name), label)
        if not name and board.ground[cell] != LAND:
            yield Finding("note", say("The village {here} has no name.", here=label), label)


CHAPTERS = (
    in_one_piece,
    no_villages_adjacent,
    every_village_reached,
    room_for_oracles,
    coastal_starts,
    green_borders_at_edge,
    fits_the_page,
    names_of_villages,
)
