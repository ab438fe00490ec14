"""What orders ahead can ask in Magna Grecia besides what every view shows. All of it is open to everybody."""

from collections.abc import Iterator

from referee.rules.rulebook import SeatFacts
from referee.titles.magna_grecia.rules.state import NOWHERE, Position

FORMS = (
    "my road ends at PLACE",
    "my city is in PLACE",
    "it is round NUMBER",
    "it is round NUMBER or later",
)


def true_facts(position: Position, seat: str) -> Iterator[str]:
    """The sentences that are true for a seat. A road ends at the space into which its last tile points."""
    for exit, (_, owners) in position.ends.items():
        cell = position.setting.beyond[exit]
        if seat in owners and cell != NOWHERE:
            yield f"my road ends at {position.label(cell)}"
    for cell, city in position.city_at.items():
        if position.cities[city].seat == seat:
            yield f"my city is in {position.label(cell)}"
    yield f"it is round {position.clock.round}"
    yield from (f"it is round {earlier} or later" for earlier in range(position.clock.round + 1))


SEAT_FACTS: SeatFacts[Position] = SeatFacts(FORMS, true_facts)
