"""Every single action worth asking the rules about: what the law does not refuse of these may be played."""

from collections.abc import Iterator

from referee.titles.attika.data.land import (
    SIDES,
    Land,
    Place,
    borders,
    covered_places,
    lying,
    name,
    neighbours,
)
from referee.titles.attika.rules.branches import AttikaMove
from referee.titles.attika.rules.moves import USES, way
from referee.titles.attika.rules.state import STACKS, AttikaPosition
from referee.titles.attika.rules.turns import cards_due, may_wait

Candidate = tuple[str, AttikaMove]
"""The kind of the action, and the move that consists of it alone."""


def candidates(position: AttikaPosition) -> Iterator[Candidate]:
    """In the order of the turn; what is due comes alone."""
    turn, mat = position.turn, position.mats.get(position.seat)
    if mat is None:
        return
    if turn.tile:
        yield from tile_candidates(position)
    elif turn.drawn:
        yield from builds(position, (turn.drawn,))
        yield single_candidate(position, "store", turn.drawn)
    else:
        for stack in STACKS:
            yield single_candidate(position, "draw", stack)
        yield from builds(position, tuple(dict.fromkeys(mat.stored)))
        for use in USES:
            yield single_candidate(position, "amphora", use)
        if may_wait(position) and cards_due(position):
            yield single_candidate(position, "cards", cards_due(position))
        yield "end", {"seat": position.seat, "actions": [], "end": True}


def single_candidate(position: AttikaPosition, kind: str, value: str | int) -> Candidate:
    return kind, {"seat": position.seat, "actions": [{kind: value}]}


def builds(position: AttikaPosition, buildings: tuple[str, ...]) -> Iterator[Candidate]:
    """Each building on each empty hex."""
    for building in buildings:
        for hex in range(len(position.land.place)):
            if position.is_empty(hex):
                yield single_candidate(position, "build", f"{building} at {name(hex)}")


def tile_candidates(position: AttikaPosition) -> Iterator[Candidate]:
    """The tile that is due at each place where it fits, in each turn in which it looks different."""
    signs = position.setting.tiles.tiles[position.turn.tile]
    looks = {lying(signs, turn): turn for turn in reversed(range(SIDES))}
    for centre in centres(position.land):
        there = way(position.land, centre)
        for turn in sorted(looks.values()):
            yield single_candidate(position, "tile", f"{there} turn {turn}")


def centres(land: Land) -> list[Place]:
    """Where a tile may be placed (AT-7.1, AT-10.4): the centres, in the order of q, then r."""
    taken = [*land.place, *land.shrines]
    found = dict.fromkeys((q, r) for at in taken for q, r in ring(at))
    return sorted(each for each in found if not covered_places(land, each) and borders(land, each))


def ring(place: Place) -> list[Place]:
    """The places two steps away: the centres of tiles that touch this place with one hex."""
    near = [place, *neighbours(place)]
    return [each for one in near[1:] for each in neighbours(one) if each not in near]
