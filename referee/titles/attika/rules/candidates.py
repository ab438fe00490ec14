"""Every single action worth asking the rules about: what the law does not refuse of these may be played."""

from collections.abc import Iterator
from typing import Any

from referee.titles.attika.data.land import SIDES, Land, Place, borders, covered, lying, name, neighbours
from referee.titles.attika.rules.moves import USES
from referee.titles.attika.rules.record import way
from referee.titles.attika.rules.state import STACKS, Position
from referee.titles.attika.rules.turns import cards_due, may_wait

Candidate = tuple[str, dict[str, Any]]
"""The kind of the action, and the move that consists of it alone."""


def candidates(position: Position) -> Iterator[Candidate]:
    """In the order of the turn; what is due comes alone."""
    turn, mat = position.turn, position.mats.get(position.seat)
    if mat is None:
        return
    if turn.tile:
        yield from tiles(position)
    elif turn.drawn:
        yield from builds(position, (turn.drawn,))
        yield alone(position, "store", turn.drawn)
    else:
        for stack in STACKS:
            yield alone(position, "draw", stack)
        yield from builds(position, tuple(dict.fromkeys(mat.stored)))
        for use in USES:
            yield alone(position, "amphora", use)
        if may_wait(position) and cards_due(position):
            yield alone(position, "cards", cards_due(position))
        yield "end", {"seat": position.seat, "actions": [], "end": True}


def alone(position: Position, kind: str, value: str | int) -> Candidate:
    return kind, {"seat": position.seat, "actions": [{kind: value}]}


def builds(position: Position, buildings: tuple[str, ...]) -> Iterator[Candidate]:
    """Each building on each empty hex."""
    for building in buildings:
        for hex in range(len(position.land.place)):
            if position.is_empty(hex):
                yield alone(position, "build", f"{building} at {name(hex)}")


def tiles(position: Position) -> Iterator[Candidate]:
    """The tile that is due at each place where it fits, in each turn in which it looks different."""
    signs = position.setting.tiles.tiles[position.turn.tile]
    looks = {lying(signs, turn): turn for turn in reversed(range(SIDES))}
    for centre in centres(position.land):
        there = way(position.land, centre)
        for turn in sorted(looks.values()):
            yield alone(position, "tile", f"{there} turn {turn}")


def centres(land: Land) -> list[Place]:
    """Where a tile may be placed (AT-7.1, AT-10.4): the centres, in the order of q, then r."""
    taken = [*land.place, *land.shrines]
    found = dict.fromkeys((q, r) for at in taken for q, r in ring(at))
    return sorted(each for each in found if not covered(land, each) and borders(land, each))


def ring(place: Place) -> list[Place]:
    """The places two steps away: the centres of tiles that touch this place with one hex."""
    near = [place, *neighbours(place)]
    return [each for one in near[1:] for each in neighbours(one) if each not in near]
