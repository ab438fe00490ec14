"""MG-2.2 and MG-9: placing oracles, and whom they point to."""

from referee.rules.rulebook import Breach, rule
from referee.titles.magna_grecia.rules.events import OracleTurned
from referee.titles.magna_grecia.rules.moves import SetOracle
from referee.titles.magna_grecia.rules.roads import holder, links_of
from referee.titles.magna_grecia.rules.setup import order_of
from referee.titles.magna_grecia.rules.state import NOWHERE, Position
from referee.words import say


def free_villages(position: Position) -> list[str]:
    """The villages on which an oracle may be put now."""
    board = position.setting.board
    return [
        label for cell, label in enumerate(board.labels) if board.ground[cell] == "v" and cell not in position.oracles
    ]


@rule("MG-2.2", SetOracle, fixed_by=())
def village_can_hold_an_oracle(position: Position, step: SetOracle) -> Breach | None:
    ground = position.setting.board.ground[step.cell]
    free = say("You can choose {free}.", free=", ".join(free_villages(position)))
    if step.cell in position.oracles:
        return Breach(say("There is already an oracle on {at}.", at=step.at), hint=free)
    if ground == "V":
        return Breach(
            say("{at} is a village with a green border. Oracles go on the other villages.", at=step.at), hint=free
        )
    if ground != "v":
        return Breach(say("{at} is not a village.", at=step.at), hint=free)
    return None


def oracle_turns(position: Position, mover: str) -> list[OracleTurned]:
    """MG-9.5: the oracles that turn because of the last tile."""
    found = []
    for oracle in watching(position):
        turned = turn_of_oracle(position, oracle, mover)
        if turned:
            found.append(turned)
    return found


def watching(position: Position) -> list[int]:
    """The oracles whose judgement the last tile may have changed, in board order."""
    oracles, cities, links = position.oracles, position.cities, position.links
    found: list[int] = []
    for place in position.turn.touched:
        for each in links[place] if place in cities else (place,):
            if each in oracles and each not in found:
                found.append(each)
    return sorted(found)


def turn_of_oracle(position: Position, oracle: int, mover: str) -> OracleTurned | None:
    """MG-9.2, MG-9.3: the first city, or one with more connections than the city that has the attention."""
    links, cities = position.links, position.cities
    before = holder(position, oracle)
    least = 0 if before == NOWHERE else len(links[before])
    better = []
    for city in links[oracle]:
        if city in cities and len(links[city]) > least:
            better.append(city)
    if not better:
        return None
    city = min(better, key=lambda each: (-len(links[each]), seat_rank(position, cities[each].seat, mover), each))
    return OracleTurned(oracle, edge_to(position, oracle, city), city, len(links[city]), before, least)


def edge_to(position: Position, oracle: int, city: int) -> int:
    """MG-9.6: the edge along which an oracle points that turns to this city."""
    if position.setting.policies.oracle_edge == "first then":
        return position.links[oracle][city]
    return links_of(position.setting, position.ends, position.city_at, position.cities, oracle)[city]


def seat_rank(position: Position, seat: str, mover: str) -> int:
    """MG-13.2: the mover first, then the others in the order of the round's card, going round."""
    order = order_of(position.setting, position.clock.card)
    return (order.index(seat) - order.index(mover)) % len(order)
