"""Who may know what (AT-2.4): the one place of the view that looks at hands and at drawn cards.

A view is made for a seat, for everybody (""), or for the moderator, who sees all. The other parts are made only from
the output of this module, which has nothing that the reader may not know. No position holds the order of deck, stacks
and tiles. So hidden information cannot change a byte of what a reader gets.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, NamedTuple, TypeVar

from referee.show.story import Happening
from referee.show.view import MODERATOR
from referee.titles.attika.rules.events import AttikaEvent, AttikaMoment, CardDealt, CardTaken
from referee.titles.attika.rules.physics import evolve
from referee.titles.attika.rules.state import Amounts, AttikaPosition

UNSEEN = -1
"""The card of an event, where the reader may not know which it was."""


class KnownPosition(NamedTuple):
    """A position as one reader may know it.

    position  without any hands
    hands     seat → its cards, of the seats whose cards the reader may see
    cards     seat → how many it holds, which everybody may know
    """

    position: AttikaPosition
    hands: Mapping[str, Amounts]
    cards: Mapping[str, int]


class Sight:
    """A moment of a game as one reader may know it, worked out when it is looked at."""

    def __init__(self, moment: AttikaMoment, reader: str) -> None:
        self.number: int = moment.number
        self.entry: Mapping[str, Any] = moment.entry
        self.head: str = moment.head
        self.moment, self._reader = moment, reader
        self._position: AttikaPosition | None = None
        self._known: KnownPosition | None = None
        self._events: tuple[AttikaEvent, ...] | None = None

    @property
    def known_position(self) -> KnownPosition:
        if self._known is None:
            real = self.moment.position
            self._known = KnownPosition(self.position, hands(real, self._reader), numbers_of_cards(real))
        return self._known

    @property
    def events(self) -> tuple[AttikaEvent, ...]:
        """What happened; cards that the reader may not know are UNSEEN."""
        if self._events is None:
            self._events = visible_events(self.moment, self._reader)
        return self._events

    @property
    def position(self) -> AttikaPosition:
        """The resulting position, without any hands."""
        if self._position is None:
            self._position = position_without_hands(self.moment.position)
        return self._position


K = TypeVar("K", bound=AttikaEvent)
KnownChange = Happening[AttikaPosition, K]
"""What happened as one reader may know it."""


def happenings(before: Sight, after: Sight) -> list[KnownChange[AttikaEvent]]:
    """What happened since the moment before, one event after the other."""
    passed = [position_without_hands(each) for each in after.moment.course(before.moment.position, evolve)]
    between = pairwise([before.position, *passed[:-1], after.position])
    return [Happening(event, *two, after.position) for event, two in zip(after.events, between, strict=False)]


def sights(moments: Sequence[AttikaMoment], reader: str) -> list[Sight]:
    """The moments of a replay as the reader may know them."""
    return [Sight(each, reader) for each in moments]


def numbers_of_cards(position: AttikaPosition) -> dict[str, int]:
    """Seat → how many cards it holds, which everybody may know."""
    return {seat: sum(hand) for seat, hand in position.hands.items()}


def position_without_hands(position: AttikaPosition) -> AttikaPosition:
    """The position without the hands: all that everybody may know of it."""
    return replace(position, hands={})


def hands(position: AttikaPosition, reader: str) -> dict[str, Amounts]:
    """The hands that the reader may see."""
    held = position.hands
    return {seat: held[seat] for seat in open_to(reader, tuple(held), position.setting.options["hands"])}


def open_to(reader: str, seats: tuple[str, ...], hands: str) -> tuple[str, ...]:
    """Those of the seats whose cards the reader may see, where `hands` are secret or open (AT-2.4, AT-9.1)."""
    return tuple([seat for seat in seats if hands == "open" or reader in (seat, MODERATOR)])


def may_see(position: AttikaPosition, reader: str, seat: str) -> bool:
    """Whether the reader may see the cards of a seat."""
    return bool(open_to(reader, (seat,), position.setting.options["hands"]))


TAKEN = (CardDealt, CardTaken)
"""Events with a card in them that not everybody may know."""


def visible_events(moment: AttikaMoment, reader: str) -> tuple[AttikaEvent, ...]:
    """The events of a moment; which card was taken only where the reader may see the hand."""
    events = moment.events
    for event in events:
        if type(event) in TAKEN:
            return tuple([masked_event(moment.position, each, reader) for each in events])
    return events


def masked_event(position: AttikaPosition, event: AttikaEvent, reader: str) -> AttikaEvent:
    if isinstance(event, TAKEN) and not may_see(position, reader, event.seat):
        return event._replace(card=UNSEEN)
    return event
