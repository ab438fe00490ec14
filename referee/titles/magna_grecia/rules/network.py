"""Roads as chains of tiles, and the direct connections between places (MG-7.6).

A chain is kept by its two end exits only (`Position.ends`): a new tile joins at most two chains by four look-ups.
"""

from collections.abc import Mapping

from referee.titles.magna_grecia.rules.state import NOWHERE, City, Ends, Position, Setting


def mates(around: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """exit → the exit of the neighbouring cell that would meet it."""
    exits = [(edge, cell) for row in around for edge, cell in enumerate(row)]
    return tuple([NOWHERE if cell == NOWHERE else 6 * cell + (edge + 3) % 6 for edge, cell in exits])


def joins(position: Position, seat: str, exit: int) -> bool:
    """Whether a new tile's exit would be joined to the tile that it faces (MG-13.1)."""
    mate = position.setting.mate[exit]
    if mate == NOWHERE or mate not in position.ends:
        return False
    return position.setting.mixed_roads == "join" or position.roads[mate // 6].seat == seat


def with_tile(position: Position, seat: str, cell: int, a: int, b: int) -> tuple[Ends, int, int]:
    """The chains after a road tile is laid, and the two end exits of the chain that it is in (NOWHERE for a ring)."""
    ends = dict(position.ends)
    owners: tuple[str, ...] = (seat,)
    tips = []
    for exit in (6 * cell + a, 6 * cell + b):
        if joins(position, seat, exit):
            mate = position.setting.mate[exit]
            if mate not in ends:  # the second exit closes the chain that the first one joined: a ring
                return ends, NOWHERE, NOWHERE
            tip, theirs = ends.pop(mate)
            ends.pop(tip, None)
            owners += tuple(each for each in theirs if each not in owners)
            tips.append(tip)
        else:
            tips.append(exit)
    first, second = tips
    ends[first] = (second, owners)
    ends[second] = (first, owners)
    return ends, first, second


def meeting(position: Position, cell: int) -> list[tuple[int, tuple[str, ...]]]:
    """For each road exit that meets a cell: the edge of the cell, and the seats whose road it is."""
    mate = position.setting.mate
    found = []
    for edge in range(6):
        end = position.ends.get(mate[6 * cell + edge])
        if end:
            found.append((edge, end[1]))
    return found


def links_of(
    setting: Setting, ends: Ends, city_at: Mapping[int, int], cities: Mapping[int, City], place: int
) -> dict[int, int]:
    """The places directly connected to a place, each once, with the first edge that leads there (MG-7.6, MG-8.6)."""
    mate, beyond, village = setting.mate, setting.beyond, setting.village
    found: dict[int, int] = {}
    for cell in cities[place].cells if place in cities else (place,):
        exit = 6 * cell
        for edge in range(6):
            end = ends.get(mate[exit + edge])
            if end:
                far = beyond[end[0]]
                there = city_at.get(far, far if far != NOWHERE and village[far] else NOWHERE)
                if there != NOWHERE and there != place and there not in found:
                    found[there] = edge
    return found


def holder(position: Position, oracle: int) -> int:
    """The city that has the attention of an oracle, or NOWHERE: the city at the end of the road it points along."""
    edge = position.oracles[oracle]
    if edge == NOWHERE:
        return NOWHERE
    far, _ = position.ends[position.setting.mate[6 * oracle + edge]]
    return position.city_at[position.setting.beyond[far]]
