"""Every single action worth asking the rules about, in board order. What is legal is for the rules to say."""

from collections.abc import Iterator

from referee.titles.magna_grecia.rules.moves import Action, MagnaGreciaMove, exits_text
from referee.titles.magna_grecia.rules.state import Position
from referee.titles.magna_grecia.rules.turns import card_limits, card_of

SHAPES = tuple((a, b) for a in range(6) for b in range(a + 1, 6) if b - a in (2, 3, 4))
"""The nine ways in which a road tile can lie: three straights and six curves (MG-1.4)."""

WAYS = tuple(exits_text(a, b) for a, b in SHAPES)

Candidate = tuple[str, MagnaGreciaMove]


def candidates(position: Position) -> Iterator[Candidate]:
    """`(kind, move)` with one action a move, or two city tiles where the first is next to a village (MG-6.5)."""
    if not position.seat:
        return
    if position.clock.round == 0:
        yield from oracle_places(position)
        return
    yield from road_tiles(position)
    yield from city_tiles(position)
    yield from resupplies(position)
    yield from market_moves(position)


def move_of_actions(position: Position, *actions: Action, **market: str) -> MagnaGreciaMove:
    move: MagnaGreciaMove = {"seat": position.seat, "actions": list(actions)}
    return {**move, "market": market} if market else move


def oracle_places(position: Position) -> Iterator[Candidate]:
    for label in position.setting.board.labels:
        yield "oracle", move_of_actions(position, {"oracle": label})


def road_tiles(position: Position) -> Iterator[Candidate]:
    for cell, label in enumerate(position.setting.board.labels):
        if cell not in position.roads and position.place_at(cell) < 0:
            for exits in WAYS:
                yield "road", move_of_actions(position, {"road": f"{label} {exits}"})


def city_tiles(position: Position) -> Iterator[Candidate]:
    for cell, label in enumerate(position.setting.board.labels):
        if cell in position.roads or cell in position.city_at:
            continue
        yield "city", move_of_actions(position, {"city": label})
        for near in position.neighbours(cell):
            if position.is_village(near):
                yield "city", move_of_actions(position, {"city": label}, {"city": position.label(near)})


def resupplies(position: Position) -> Iterator[Candidate]:
    most = card_limits(card_of(position), True)["resupply"]
    for roads in range(most + 1):
        for cities in range(most + 1 - roads):
            if roads + cities:
                yield "resupply", move_of_actions(position, {"resupply": {"road": roads, "city": cities}})


def market_moves(position: Position) -> Iterator[Candidate]:
    labels = position.setting.board.labels
    places = [cell for cell in range(len(labels)) if position.place_at(cell) == cell]
    for kind in ("build", "sell"):
        for place in places:
            yield kind, move_of_actions(position, **{kind: labels[place]})
