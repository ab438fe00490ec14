"""What orders ahead can ask in Magna Grecia besides what every view shows. All of it is open to everybody."""

from collections.abc import Iterator

from referee.rules.rulebook import SeatFacts
from referee.titles.magna_grecia.rules.state import NOWHERE, Position

FORMS = (
    "SEAT's road ends at PLACE",
    "SEAT's city is in PLACE",
    "SEAT has at least NUMBER roads in the supply",
    "SEAT has at least NUMBER cities in the supply",
    "SEAT has at least NUMBER markets in the supply",
    "SEAT has at least NUMBER roads in the staging area",
    "SEAT has at least NUMBER cities in the staging area",
    "the deck has at least NUMBER cards",
    "it is round NUMBER",
    "it is round NUMBER or later",
)


def true_facts(position: Position, seat: str) -> Iterator[str]:
    """The sentences that are true. A road ends at the space into which its last tile points."""
    for exit, (_, owners) in position.ends.items():
        cell = position.setting.beyond[exit]
        if cell != NOWHERE:
            yield from (f"{each}'s road ends at {position.label(cell)}" for each in owners)
    for cell, city in position.city_at.items():
        yield f"{position.cities[city].seat}'s city is in {position.label(cell)}"
    for each, purse in position.purses.items():
        yield from up_to(purse.roads, f"{each} has at least NUMBER roads in the supply")
        yield from up_to(purse.cities, f"{each} has at least NUMBER cities in the supply")
        yield from up_to(purse.markets, f"{each} has at least NUMBER markets in the supply")
        yield from up_to(purse.staged_roads, f"{each} has at least NUMBER roads in the staging area")
        yield from up_to(purse.staged_cities, f"{each} has at least NUMBER cities in the staging area")
    clock = position.clock
    turned_up = clock.round + bool(clock.next_card)
    yield from up_to(len(position.setting.components.cards) - turned_up, "the deck has at least NUMBER cards")
    yield f"it is round {clock.round}"
    yield from (f"it is round {earlier} or later" for earlier in range(clock.round + 1))


def up_to(number: int, form: str) -> Iterator[str]:
    """A sentence with each number from 0 to this one."""
    return (form.replace("NUMBER", str(each)) for each in range(number + 1))


SEAT_FACTS: SeatFacts[Position] = SeatFacts(FORMS, true_facts)
