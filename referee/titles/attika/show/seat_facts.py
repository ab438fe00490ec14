"""What orders ahead can ask in Attika besides what every view shows: of cards in hand only how many others have."""

from collections.abc import Iterator

from referee.rules.rulebook import SeatFacts
from referee.titles.attika.data.components import LANDSCAPES
from referee.titles.attika.rules.state import AttikaPosition
from referee.titles.attika.rules.turns import built_count

FORMS = (
    "SEAT has at least NUMBER cards",
    "SEAT has at least NUMBER amphorae",
    "SEAT has at least NUMBER settlements",
    "SEAT has built at least NUMBER buildings",
    "SEAT has built the NAME",
    "SEAT's storage board has the NAME",
    "I have at least NUMBER NAME cards",
    "the deck has at least NUMBER cards",
    "the supply has at least NUMBER amphorae",
    "the supply has at least NUMBER tiles",
)


def true_facts(position: AttikaPosition, seat: str) -> Iterator[str]:
    """The sentences that are true for a seat."""
    for each, mat in position.mats.items():
        yield from up_to(mat.cards, f"{each} has at least NUMBER cards")
        yield from up_to(mat.amphorae, f"{each} has at least NUMBER amphorae")
        yield from up_to(len(mat.settlements), f"{each} has at least NUMBER settlements")
        yield from up_to(built_count(position, each), f"{each} has built at least NUMBER buildings")
        yield from [f"{each} has built the {position.building(one).name}" for one in mat.built.values()]
        yield from [f"{each}'s storage board has the {position.building(one).name}" for one in mat.stored]
    for landscape, cards in zip(LANDSCAPES, position.hands[seat], strict=True):
        yield from up_to(cards, f"I have at least NUMBER {landscape} cards")
    yield from up_to(position.deck.cards_left, "the deck has at least NUMBER cards")
    yield from up_to(position.supply.amphorae, "the supply has at least NUMBER amphorae")
    yield from up_to(position.supply.tiles, "the supply has at least NUMBER tiles")


def up_to(number: int, form: str) -> Iterator[str]:
    """A sentence with each number from 0 to this one."""
    return (form.replace("NUMBER", str(each)) for each in range(number + 1))


SEAT_FACTS: SeatFacts[AttikaPosition] = SeatFacts(FORMS, true_facts)
