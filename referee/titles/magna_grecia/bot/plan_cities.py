"""City tiles worth thinking about: foundings on and off villages, tiles that connect, take a village in or merge."""

from collections.abc import Iterator

from referee.titles.magna_grecia.bot.plan_worth import GrowthOutlook
from referee.titles.magna_grecia.compose.plan import Work, city
from referee.titles.magna_grecia.rules.cities import may_found_on
from referee.titles.magna_grecia.rules.state import Position

FOUNDINGS = 7
"""How many villages are tried for a founding."""


def cities_to_try(position: Position, outlook: GrowthOutlook) -> Iterator[Work]:
    """One or two city tiles at a time."""
    if not position.turn.founded:
        yield from foundings(position, outlook)
    yield from expansions(position)


def foundings(position: Position, outlook: GrowthOutlook) -> Iterator[Work]:
    """On the best villages; and first beside them, where a road ends open or most other villages are near (MG-6.2)."""
    for village in best_villages(position, outlook):
        yield (city(position, village),)
        for beside in sites(position, outlook, village):
            yield city(position, beside), city(position, village)


def sites(position: Position, outlook: GrowthOutlook, village: int) -> list[int]:
    bare = [cell for cell in position.neighbours(village) if is_bare(position, cell)]
    rich = sorted(bare, key=lambda cell: (-outlook.riches[cell], cell))[:1]
    return rich + [cell for cell in bare if is_met_by_exit(position, cell) and cell not in rich]


def best_villages(position: Position, outlook: GrowthOutlook) -> list[int]:
    """Villages on which the seat may found, the best connected (now or in hope) first."""
    villages = [cell for cell in range(len(outlook.near)) if may_found_on(position, position.seat, cell)]
    return sorted(villages, key=lambda cell: (-village_worth(position, outlook, cell), cell))[:FOUNDINGS]


def village_worth(position: Position, outlook: GrowthOutlook, cell: int) -> int:
    links = position.links.get(cell, {})
    oracles = sum(20 for village, _ in outlook.near[cell] if village in position.oracles)
    return 40 * len(links) + outlook.riches[cell] + oracles


def expansions(position: Position) -> Iterator[Work]:
    """Tiles beside own cities that an open road meets, that are a village, or that join two cities."""
    for cell in beside_own(position):
        tile = city(position, cell)
        if (
            position.setting.village[cell]
            or is_met_by_exit(position, cell)
            or len(position.touching(cell, position.seat)) > 1
        ):
            yield (tile,)
        for onward in position.neighbours(cell):
            if worth_reaching(position, onward):
                yield tile, city(position, onward)


def worth_reaching(position: Position, cell: int) -> bool:
    """A second tile goes where a road ends, on a village, or to another own city."""
    if not is_bare(position, cell) and not position.is_village(cell):
        return False
    touching = position.touching(cell, position.seat)
    return position.setting.village[cell] or (not touching and is_met_by_exit(position, cell)) or len(touching) > 1


def beside_own(position: Position) -> list[int]:
    """Free spaces next to own cities, each once."""
    found: dict[int, None] = {}
    for own in position.cities.values():
        if own.seat == position.seat:
            for cell in own.cells:
                found.update((near, None) for near in position.neighbours(cell) if is_free(position, near))
    return list(found)


def is_free(position: Position, cell: int) -> bool:
    return cell not in position.roads and cell not in position.city_at and cell not in position.oracles


def is_bare(position: Position, cell: int) -> bool:
    return is_free(position, cell) and not position.setting.village[cell]


def is_met_by_exit(position: Position, cell: int) -> bool:
    """Whether the open exit of some road meets this cell."""
    mate = position.setting.mate
    return any(mate[6 * cell + edge] in position.ends for edge in range(6))
