"""Every single action that is legal now, in the order of `candidates`: the law is asked once about all that are alike.

To a rule about builds, an empty hex is its price. To one about tiles, a place is the same in whichever turn.
"""

from collections.abc import Iterator

from referee.rules.rulebook import is_allowed
from referee.titles.attika.data.land import name
from referee.titles.attika.rules.branches import AttikaMove
from referee.titles.attika.rules.costs import HexPrice, ground, is_enough, price
from referee.titles.attika.rules.play import PLAY, Candidate, candidates
from referee.titles.attika.rules.state import AttikaPosition

Site = tuple[int, HexPrice]
"""An empty hex, and what its prices depend on."""


def legal_candidates(position: AttikaPosition) -> Iterator[Candidate]:
    """`(kind, move)` of every candidate that no rule forbids."""
    if not position.seat:
        return
    known: dict[object, bool] = {None: False}
    empty = [hex for hex in range(len(position.land.place)) if position.is_empty(hex)]
    sites = {name(hex): (hex, ground(position, position.seat, hex)) for hex in empty}
    for kind, move in candidates(position):
        seen = what_rules_see(position, sites, kind, move)
        if seen not in known:
            known[seen] = is_legal(position, move)
        if known[seen]:
            yield kind, move


def what_rules_see(position: AttikaPosition, sites: dict[str, Site], kind: str, move: AttikaMove) -> object:
    """Candidates with the same are legal together; None for a build that the hand cannot pay (AT-4.3)."""
    if kind == "end":
        return kind
    value = move["actions"][0][kind]
    if kind == "tile":
        return value.rpartition(" turn ")[0]
    if kind != "build":
        return kind, value
    building, _, at = value.rpartition(" at ")
    cost = price(position, position.seat, building, *sites[at])
    return (building, cost) if is_enough(cost, position.hands[position.seat]) else None


def is_legal(position: AttikaPosition, move: AttikaMove) -> bool:
    """Whether the rules allow each step of a single action."""
    return all(is_allowed(PLAY.law, position, step.what) for step in PLAY.steps(position, move))
