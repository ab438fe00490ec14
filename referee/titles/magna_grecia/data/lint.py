"""Is a board fit for play (MG-1.3, MG-1.6)? Errors forbid a game on it, warnings should be looked at, notes tell."""

from collections import Counter
from collections.abc import Iterator

from referee.show.data_files import Finding, by_severity
from referee.titles.magna_grecia.data import components
from referee.titles.magna_grecia.data.board import GREEN, LAND, VILLAGE, BoardMap
from referee.words import say

PLAYERS = range(2, 5)
STARTS = 3
"""Coastal starts for each player that leave everybody a choice."""


def board_findings(board: BoardMap, players: int = min(PLAYERS)) -> list[Finding]:
    """All that can be said against a game of so many players on this board, errors first, each kind in board order."""
    found = [finding for chapter in CHAPTERS for finding in chapter(board)]
    found += room_for_oracles(board, players)
    return by_severity(found)


def villages(board: BoardMap) -> list[int]:
    """The cells of all villages, green-bordered or not."""
    return [cell for cell, ground in enumerate(board.ground) if ground != LAND]


def at_edge(board: BoardMap, cell: int) -> bool:
    return -1 in board.around[cell]


def in_one_piece(board: BoardMap) -> Iterator[Finding]:
    """All spaces hang together; a finding for each further piece, at its first space."""
    seen = spread(board, [0])
    for cell, label in enumerate(board.labels):
        if cell not in seen:
            seen |= spread(board, [cell])
            yield Finding("error", say("No way leads from {a} to {b}.", a=board.labels[0], b=label), label)


def spread(board: BoardMap, starts: list[int]) -> set[int]:
    """The cells that hang together with any of the given ones."""
    seen, fresh = set(starts), list(starts)
    while fresh:
        ring = [cell for cell in board.around[fresh.pop()] if cell >= 0 and cell not in seen]
        seen.update(ring)
        fresh += ring
    return seen


def no_villages_adjacent(board: BoardMap) -> Iterator[Finding]:
    """MG-13.6: two adjacent villages are an error of the board."""
    for cell in villages(board):
        for other in board.around[cell]:
            if other > cell and board.ground[other] != LAND:
                words = say("{a} and {b} are villages and adjacent.", a=board.labels[cell], b=board.labels[other])
                yield Finding("error", words, board.labels[cell])


def every_village_reached(board: BoardMap) -> Iterator[Finding]:
    """Roads, over villages, lead from a green-bordered village to every other.

    It is enough that the spaces hang together: a shortest way has no corner that is too sharp for a tile (MG-1.4),
    for the spaces before and behind such a corner are neighbours.
    """
    reached = spread(board, [cell for cell in villages(board) if board.ground[cell] == GREEN])
    for cell in villages(board):
        if cell not in reached:
            words = say("No road from the coast can reach the village {here}.", here=board.labels[cell])
            yield Finding("error", words, board.labels[cell])


def room_for_oracles(board: BoardMap, players: int) -> Iterator[Finding]:
    """MG-2.2: each oracle needs a village without a green border; too few for more players is a warning."""
    inland = board.ground.count(VILLAGE)
    needs = components.load_box()[0].oracles
    for oracles in sorted(set(needs.values())):
        if inland < oracles:
            words = "{oracles} oracles need as many villages without a green border; there are {inland}."
            severity = "error" if oracles <= needs[players] else "warning"
            yield Finding(severity, say(words, oracles=oracles, inland=inland))


def coastal_starts(board: BoardMap) -> Iterator[Finding]:
    """Everybody starts at a green-bordered village (MG-6.1)."""
    green = board.ground.count(GREEN)
    if green < max(PLAYERS):
        words = "A board needs at least {least} green-bordered villages; there are {green}."
        yield Finding("error", say(words, least=max(PLAYERS), green=green))
    elif green < STARTS * max(PLAYERS):
        words = "{green} green-bordered villages are fewer than three for each of {players} players."
        severity = "note" if green >= STARTS * min(PLAYERS) else "warning"
        yield Finding(severity, say(words, green=green, players=green // STARTS + 1))


def green_borders_at_edge(board: BoardMap) -> Iterator[Finding]:
    """MG-1.3: the villages at the edge have a green border, and no others."""
    for cell in villages(board):
        label = board.labels[cell]
        if board.ground[cell] == GREEN and not at_edge(board, cell):
            yield Finding("warning", say("{here} has a green border and is not at the edge.", here=label), label)
        if board.ground[cell] != GREEN and at_edge(board, cell):
            yield Finding("warning", say("{here}, at the edge, has no green border.", here=label), label)


def names_of_villages(board: BoardMap) -> Iterator[Finding]:
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
    coastal_starts,
    green_borders_at_edge,
    names_of_villages,
)
