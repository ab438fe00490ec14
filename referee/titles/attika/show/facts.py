"""What a conformance case may expect of a position: plain data in which every seat and every hex can be looked up.

Absence is written, never left out (`none`, `nothing`), so that a case can expect it and a misspelt name is noticed.
"""

from collections.abc import Callable, Iterator, Mapping

from referee.rules.rulebook import SeatFacts, up_to
from referee.titles.attika.data.components import LANDSCAPES
from referee.titles.attika.data.land import BLANK, name, neighbours
from referee.titles.attika.rules import events as happened
from referee.titles.attika.rules.costs import SIGNS, amounts_text
from referee.titles.attika.rules.events import AttikaEvent
from referee.titles.attika.rules.state import STACKS, AttikaPosition, Mat
from referee.titles.attika.rules.turns import built_count

NONE = "none"


def facts(position: AttikaPosition, events: tuple[AttikaEvent, ...]) -> dict[str, object]:
    """The facts after the events of the case's moves."""
    return {
        **table_facts(position),
        **seat_facts(position),
        **time_facts(position),
        **facts_of_events(position, events),
    }


def table_facts(position: AttikaPosition) -> dict[str, object]:
    """Facts by hex and by tile."""
    hexes = range(len(position.land.place))
    return {
        "buildings": {name(hex): building_on(position, hex) for hex in hexes},
        "symbols": {name(hex): symbol_on(position, hex) for hex in hexes},
        "beside": {name(hex): names_around(position, hex) for hex in hexes},
        "tiles": {str(n): f"{tile.id} turn {tile.turn}" for n, tile in enumerate(position.land.tiles, 1)},
        "pile": position.supply.tiles,
        "buried": list(position.supply.under),
    }


def building_on(position: AttikaPosition, hex: int) -> str:
    """`athens tower`."""
    if hex not in position.buildings:
        return NONE
    built = position.buildings[hex]
    return f"{built.seat} {building_name_or_none(position, built.building)}"


def building_name_or_none(position: AttikaPosition, building: str) -> str:
    return position.building(building).name if building else NONE


def symbol_on(position: AttikaPosition, hex: int) -> str:
    sign = position.land.symbol[hex]
    return NONE if sign == BLANK else LANDSCAPES[SIGNS.index(sign)]


def names_around(position: AttikaPosition, hex: int) -> list[str]:
    """The hexes and shrines around a hex, in the order n, ne, se, s, sw, nw."""
    land = position.land
    around = neighbours(land.place[hex])
    return [land.spot(place) for place in around if place in land.at or place in land.shrines]


def seat_facts(position: AttikaPosition) -> dict[str, object]:
    mats, is_open = position.mats, position.setting.options["hands"] == "open"
    return {
        "hand": by_seat(mats, lambda seat, mat: amounts_text(position.hands[seat])),
        "cards": {**by_seat(mats, lambda seat, mat: sum(position.hands[seat])), "deck": position.deck.cards_left},
        "open_hands": by_seat(mats, lambda seat, mat: amounts_text(position.hands[seat]) if is_open else "secret"),
        "discards": amounts_text(position.discards),
        "stored": by_seat(mats, lambda seat, mat: [building_name_or_none(position, each) for each in mat.stored]),
        "stacks": by_seat(mats, lambda seat, mat: dict(zip(STACKS, mat.stacks, strict=True))),
        "built": by_seat(mats, lambda seat, mat: built_count(position, seat)),
        "settlements": by_seat(mats, lambda seat, mat: [spots(each) for each in mat.settlements]),
        "groups": by_seat(mats, lambda seat, mat: list(mat.groups)),
        "amphorae": {**by_seat(mats, lambda seat, mat: mat.amphorae), "left": position.supply.amphorae},
    }


def by_seat(mats: Mapping[str, Mat], fact: Callable[[str, Mat], object]) -> dict[str, object]:
    return {seat: fact(seat, mat) for seat, mat in mats.items()}


def spots(hexes: tuple[int, ...]) -> str:
    """A settlement: `1 1n 2`."""
    return " ".join(name(hex) for hex in hexes)


def time_facts(position: AttikaPosition) -> dict[str, object]:
    turn = position.turn
    return {
        "to_move": position.seat or NONE,
        "order": list(position.course.order),
        "line": turn.line or NONE,
        "left": position.turn.limit - turn.done if turn.line else NONE,
        "drawn": building_name_or_none(position, turn.drawn),
        "due": turn.tile or NONE,
        "winners": list(position.course.winners),
        "won_by": list(position.course.reasons),
    }


def facts_of_events(position: AttikaPosition, events: tuple[AttikaEvent, ...]) -> dict[str, object]:
    """The facts of the events: payments, cards taken, cards that were missing, rewards for groups in order."""
    taken = [event.seat for event in events if isinstance(event, happened.CardTaken)]
    return {
        "paid": {
            f"{building_name_or_none(position, e.building)} at {name(e.hex)}": amounts_text(e.paid)
            for e in events
            if isinstance(e, happened.BuildingBuilt)
        },
        "taken": {seat: taken.count(seat) for seat in position.setting.seats},
        "lapsed": sum(event.cards for event in events if isinstance(event, happened.CardsLapsed)),
        "reshuffled": sum(isinstance(event, happened.DeckReshuffled) for event in events),
        "rewards": [reward(event) for event in events if isinstance(event, happened.AmphoraEarned)],
    }


def reward(event: happened.AmphoraEarned) -> str:
    """`athens defence amphora`, or `athens defence card` (AT-6.2)."""
    return f"{event.seat} {event.group} {'amphora' if event.amphora else 'card'}"


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


SEAT_FACTS: SeatFacts[AttikaPosition] = SeatFacts(FORMS, true_facts)
"""What orders ahead can ask besides what every view shows: of cards in hand only how many others have."""
