"""What orders ahead can ask in Attika besides what every view shows: of hands only one's own."""

from collections.abc import Iterator

from referee.rules.rulebook import SeatFacts
from referee.titles.attika.data.components import LANDSCAPES
from referee.titles.attika.rules.state import AttikaPosition

FORMS = (
    "I have at least NUMBER cards",
    "I have at least NUMBER NAME cards",
    "I have at least NUMBER amphorae",
    "my storage board has the NAME",
    "I have built the NAME",
)


def true_facts(position: AttikaPosition, seat: str) -> Iterator[str]:
    """The sentences that are true for a seat."""
    mat, hand = position.mats[seat], position.hands[seat]
    yield from [f"I have at least {number} cards" for number in range(sum(hand) + 1)]
    for landscape, cards in zip(LANDSCAPES, hand, strict=True):
        yield from [f"I have at least {number} {landscape} cards" for number in range(cards + 1)]
    yield from [f"I have at least {number} amphorae" for number in range(mat.amphorae + 1)]
    yield from [f"my storage board has the {position.building(each).name}" for each in mat.stored]
    yield from [f"I have built the {position.building(each).name}" for each in mat.built.values()]


SEAT_FACTS: SeatFacts[AttikaPosition] = SeatFacts(FORMS, true_facts)
