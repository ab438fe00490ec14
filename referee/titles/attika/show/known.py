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


class Sight(NamedTuple):
    """A moment of a game as one reader may know it; all of `moment` is for this module alone.

    events    what happened; cards that the reader may not know are UNSEEN
    position  the resulting position, without any hands
    hands     seat → its cards, of the seats whose cards the reader may see
    cards     seat → how many it holds, which everybody may know
    """

    moment: AttikaMoment
    number: int
    entry: Mapping[str, Any]
    head: str
    events: tuple[AttikaEvent, ...]
    position: AttikaPosition
    hands: Mapping[str, Amounts]
    cards: Mapping[str, int]


def sight(moment: AttikaMoment, reader: str) -> Sight:
    real, events = moment.position, visible_events(moment, reader)
    seen = position_without_hands(real), hands(real, reader), numbers_of_cards(real)
    return Sight(moment, moment.number, moment.entry, moment.head, events, *seen)


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
    return [sight(each, reader) for each in moments]


def numbers_of_cards(position: AttikaPosition) -> dict[str, int]:
    """Seat → how many cards it holds, which everybody may know."""
    return {seat: sum(hand) for seat, hand in position.hands.items()}


def position_without_hands(position: AttikaPosition) -> AttikaPosition:
    """The position without the hands: all that everybody may know of it."""
    return replace(position, hands={})


def hands(position: AttikaPosition, reader: str) -> dict[str, Amounts]:
    """The hands that the reader may see."""
    return {seat: hand for seat, hand in position.hands.items() if may_see(position, reader, seat)}


def may_see(position: AttikaPosition, reader: str, seat: str) -> bool:
    """Whether the reader may see the cards of a seat (AT-2.4, AT-9.1)."""
    return position.setting.options["hands"] == "open" or reader in (seat, MODERATOR)


TAKEN = (CardDealt, CardTaken)
"""Events with a card in them that not everybody may know."""


def visible_events(moment: AttikaMoment, reader: str) -> tuple[AttikaEvent, ...]:
    """The events of a moment; which card was taken only where the reader may see the hand."""
    return tuple([masked_event(moment.position, each, reader) for each in moment.events])


def masked_event(position: AttikaPosition, event: AttikaEvent, reader: str) -> AttikaEvent:
    if isinstance(event, TAKEN) and not may_see(position, reader, event.seat):
        return event._replace(card=UNSEEN)
    return event
