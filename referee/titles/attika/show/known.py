"""Who may know what (AT-2.4): the one place of the view that looks at hands and at drawn cards.

A view is made for a seat, for everybody (""), or for the moderator, who sees all. The other parts are made only from
the output of this module, which has nothing that the reader may not know. No position holds the order of deck, stacks
and tiles. So hidden information cannot change a byte of what a reader gets.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Generic, NamedTuple, TypeVar

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
        self._moment, self._reader = moment, reader
        self._position: AttikaPosition | None = None
        self._known: KnownPosition | None = None
        self._events: tuple[AttikaEvent, ...] | None = None

    @property
    def known_position(self) -> KnownPosition:
        if self._known is None:
            real = self._moment.position
            self._known = KnownPosition(self.position, hands(real, self._reader), numbers_of_cards(real))
        return self._known

    @property
    def events(self) -> tuple[AttikaEvent, ...]:
        """What happened; cards that the reader may not know are UNSEEN."""
        if self._events is None:
            self._events = visible_events(self._moment, self._reader)
        return self._events

    @property
    def position(self) -> AttikaPosition:
        """The resulting position, without any hands."""
        if self._position is None:
            self._position = position_without_hands(self._moment.position)
        return self._position

    def since(self, before: "Sight") -> "list[KnownChange[AttikaEvent]]":
        """What happened since the moment before, one event after the other."""
        course = KnownCourse(before, self)
        return [KnownChange(course, number, event) for number, event in enumerate(self.events)]


class KnownCourse:
    """The positions from one moment to the next as one reader may know them, worked out as far as somebody looks."""

    def __init__(self, before: Sight, after: Sight) -> None:
        self.events: tuple[AttikaEvent, ...] = after._moment.events
        self.real: Iterator[AttikaPosition] = after._moment.course(before._moment.position, evolve)
        self.found, self.end = [before.position], after

    def after(self, number: int) -> AttikaPosition:
        """The position after so many events."""
        if number == len(self.events):
            return self.end.position
        while len(self.found) <= number:
            self.found.append(position_without_hands(next(self.real)))
        return self.found[number]


K = TypeVar("K", bound=AttikaEvent, covariant=True)


class KnownChange(Generic[K]):
    """An event with the positions around it, as one reader may know them."""

    __slots__ = ("course", "event", "number")

    def __init__(self, course: KnownCourse, number: int, event: K) -> None:
        self.course, self.number, self.event = course, number, event

    @property
    def before(self) -> AttikaPosition:
        return self.course.after(self.number)

    @property
    def after(self) -> AttikaPosition:
        return self.course.after(self.number + 1)

    @property
    def end(self) -> AttikaPosition:
        """The position after all that happened in one go with it."""
        return self.course.end.position

    def seen_as(self, event: AttikaEvent) -> "KnownChange[AttikaEvent]":
        """The same change as another reader may know it."""
        return KnownChange(self.course, self.number, event)


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
    return {seat: held[seat] for seat in open_to(reader, tuple(held), position.setting.hands)}


def hands_in_order(position: AttikaPosition, reader: str) -> tuple[tuple[str, Amounts], ...]:
    """The same in the order of play, which there is when the game is dealt."""
    held = position.hands
    return tuple([(seat, held[seat]) for seat in open_to(reader, position.course.order, position.setting.hands)])


def open_to(reader: str, seats: tuple[str, ...], hands: str) -> tuple[str, ...]:
    """Those of the seats whose cards the reader may see, where `hands` are secret or open (AT-2.4, AT-9.1)."""
    return tuple([seat for seat in seats if hands == "open" or reader in (seat, MODERATOR)])


def may_see(position: AttikaPosition, reader: str, seat: str) -> bool:
    """Whether the reader may see the cards of a seat."""
    return bool(open_to(reader, (seat,), position.setting.hands))


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
