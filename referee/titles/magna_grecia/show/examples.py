"""One lawful example of each kind of action, found near the seat's own pieces: it shows how a move is written."""

from collections.abc import Iterable, Iterator, Sequence

from referee.rules.ruling import happen, violations_of
from referee.titles.magna_grecia.rules.candidates import SHAPES
from referee.titles.magna_grecia.rules.moves import Action, EndTurn, MagnaGreciaMove, exits_text, steps
from referee.titles.magna_grecia.rules.play import PLAY
from referee.titles.magna_grecia.rules.state import NOWHERE, Position
from referee.titles.magna_grecia.rules.turns import card_limits, card_of
from referee.titles.magna_grecia.show.tables import MarketOffer

TRIED = 40
"""So many candidates of a kind are tried; an example is a kindness, not a list of what is legal."""


def examples(position: Position, offered: list[MarketOffer], sold: list[tuple[int, int]]) -> list[str]:
    """The lines of a move, each action alone lawful now."""
    if not position.clock.round:
        return ["actions:", *first_lawful(position, oracles(position))]
    actions = [
        *first_lawful(position, roads(position)),
        *first_lawful(position, cities(position)),
        *first_lawful(position, resupplies(position)),
    ]
    return [*(["actions:"] if actions else []), *actions, *market(position, offered, sold)]


def first_lawful(position: Position, candidates: Iterable[tuple[str, Action]]) -> list[str]:
    """The line of the first candidate that the rules allow as the only action of a turn; none if there is none near."""
    for _, (line, action) in zip(range(TRIED), candidates, strict=False):
        if is_lawful(position, {"seat": position.seat, "actions": [action]}):
            return [f"  - {line}"]
    return []


def is_lawful(position: Position, move: MagnaGreciaMove) -> bool:
    """Judged by the rules up to the end of the turn, which is left out: it would turn the next card."""
    for step in steps(position, move):
        if isinstance(step.what, EndTurn):
            break
        if violations_of(PLAY, position, step):
            return False
        for event in PLAY.happens(position, step.what, no_fate):
            position = happen(PLAY, position, event, no_fate, [])
    return True


def no_fate(pile: str, index: int, items: Sequence[str] = ()) -> str:
    raise AssertionError(f"an example asked for {pile}/{index}")


def oracles(position: Position) -> Iterator[tuple[str, Action]]:
    for cell, ground in enumerate(position.setting.board.ground):
        if ground == "v" and cell not in position.oracles:
            yield f"oracle: {position.label(cell)}", {"oracle": position.label(cell)}


def roads(position: Position) -> Iterator[tuple[str, Action]]:
    """Tiles that lengthen an own road, then tiles that leave a city; the farther exit across the space."""
    if not position.purses[position.seat].roads:
        return
    for cell, edge in (*open_ends(position), *city_edges(position)):
        for a, b in sorted(SHAPES, key=lambda shape: (edge not in shape, shape[1] - shape[0] != 3)):
            if edge in (a, b):
                road = f"{position.label(cell)} {exits_text(a, b)}"
                yield f"road: {road}", {"road": road}


def open_ends(position: Position) -> Iterator[tuple[int, int]]:
    """The free spaces that the seat's own roads point at, and the edge there."""
    for exit, (_, owners) in position.ends.items():
        cell = position.setting.beyond[exit]
        if position.seat in owners and is_free(position, cell):
            yield cell, (exit + 3) % 6


def city_edges(position: Position) -> Iterator[tuple[int, int]]:
    """The free spaces next to cities, the seat's own first, and the edge that faces the city."""
    for city in sorted(position.cities.values(), key=lambda each: each.seat != position.seat):
        for cell in city.cells:
            for edge, near in enumerate(position.setting.board.around[cell]):
                if is_free(position, near):
                    yield near, (edge + 3) % 6


def is_free(position: Position, cell: int) -> bool:
    return cell != NOWHERE and cell not in position.roads and position.place_at(cell) == NOWHERE


def cities(position: Position) -> Iterator[tuple[str, Action]]:
    """Spaces next to own cities, then villages."""
    purse = position.purses[position.seat]
    if not purse.cities or not purse.points:
        return
    mine = [cell for city in position.cities.values() if city.seat == position.seat for cell in city.cells]
    near = [each for cell in mine for each in position.neighbours(cell)]
    villages = [cell for cell, ground in enumerate(position.setting.board.ground) if ground != "."]
    for cell in dict.fromkeys([*near, *villages]):
        if cell not in position.roads and cell not in position.city_at:
            yield f"city: {position.label(cell)}", {"city": position.label(cell)}


def resupplies(position: Position) -> Iterator[tuple[str, Action]]:
    """As many tiles as there are beside another action, half of them roads if possible."""
    purse = position.purses[position.seat]
    most = card_limits(card_of(position), False)["resupply"]
    city = min(most // 2, purse.staged_cities)
    road = min(most - city, purse.staged_roads)
    city = min(most - road, purse.staged_cities)
    if road + city:
        yield f"resupply: {{road: {road}, city: {city}}}", {"resupply": {"road": road, "city": city}}


def market(position: Position, offered: list[MarketOffer], sold: list[tuple[int, int]]) -> list[str]:
    """The place that would score most for its cost, and the market that sells best."""
    open_to = [each for each in offered if not each.against]
    lines = []
    if open_to:
        best = max(open_to, key=lambda each: (each.active * each.worth - each.price, -each.place))
        lines.append(f"market: {{build: {position.label(best.place)}}}")
    if sold:
        place, _ = max(sold, key=lambda each: (each[1], -each[0]))
        lines.append(f"market: {{sell: {position.label(place)}}}")
    return lines
