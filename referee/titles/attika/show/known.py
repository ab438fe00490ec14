"""Who may know what (AT-2.4): the one place of the view that looks at hands and at drawn cards.

A view is made for a seat, for everybody (""), or for the moderator, who sees all. The other parts are made only from
the output of this module, which has nothing that the reader may not know. No position holds the order of deck, stacks
and tiles. So hidden information cannot change a byte of what a reader gets.

`KNOWLEDGE` says what the entries teach, in sentences that anybody may read: no card of a hand is in them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby, pairwise
from typing import Any, NamedTuple, TypeVar

from referee.rules import knowledge
from referee.rules.knowledge import EVERYBODY, Knowledge, Lesson, OpenItems, SeenItem, in_any_order
from referee.rules.rulebook import Header, SeatFacts, seat_facts_of
from referee.show.sentences import player_with_seat
from referee.show.story import Happening
from referee.show.view import MODERATOR
from referee.titles.attika.data.components import LANDSCAPES
from referee.titles.attika.rules import events as happened
from referee.titles.attika.rules.building import amounts_phrase
from referee.titles.attika.rules.events import AttikaEvent, AttikaMoment
from referee.titles.attika.rules.physics import evolve
from referee.titles.attika.rules.setup import DECK, items_of
from referee.titles.attika.rules.state import Amounts, AttikaPosition
from referee.titles.attika.rules.turns import built_count
from referee.titles.attika.show.names import cards
from referee.words import Phrase, say

UNSEEN = -1
"""The card of an event, where the reader may not know which it was."""


class Sight(NamedTuple):
    """A moment of a game as one reader may know it; all of `moment` is for this module alone.

    events    what happened; cards that the reader may not know are UNSEEN
    position  the resulting position, without any hands
    hands     seat → its cards, of the seats whose cards the reader may see
    """

    moment: AttikaMoment
    number: int
    entry: Mapping[str, Any]
    head: str
    events: tuple[AttikaEvent, ...]
    position: AttikaPosition
    hands: Mapping[str, Amounts]


def sight(moment: AttikaMoment, reader: str) -> Sight:
    real, events = moment.position, visible_events(moment, reader)
    seen = replace(real, hands={}), hands(real, reader)
    return Sight(moment, moment.number, moment.entry, moment.head, events, *seen)


K = TypeVar("K", bound=AttikaEvent)
KnownChange = Happening[AttikaPosition, K]
"""What happened as one reader may know it."""


def happenings(before: Sight, after: Sight) -> list[KnownChange[AttikaEvent]]:
    """What happened since the moment before, one event after the other."""
    passed = [replace(each, hands={}) for each in after.moment.course(before.moment.position, evolve)]
    between = pairwise([before.position, *passed[:-1], after.position])
    return [Happening(event, *two, after.position) for event, two in zip(after.events, between, strict=False)]


def hands(position: AttikaPosition, reader: str) -> dict[str, Amounts]:
    """The hands that the reader may see."""
    return {seat: hand for seat, hand in position.hands.items() if may_see(position, reader, seat)}


def may_see(position: AttikaPosition, reader: str, seat: str) -> bool:
    """Whether the reader may see the cards of a seat (AT-2.4, AT-9.1)."""
    return position.setting.options["hands"] == "open" or reader in (seat, MODERATOR)


TAKEN = (happened.CardDealt, happened.CardTaken)
"""Events with a card in them that not everybody may know."""


def visible_events(moment: AttikaMoment, reader: str) -> tuple[AttikaEvent, ...]:
    """The events of a moment; which card was taken only where the reader may see the hand."""
    seen = hands(moment.position, reader)
    return tuple(
        [
            each._replace(card=UNSEEN) if isinstance(each, TAKEN) and each.seat not in seen else each
            for each in moment.events
        ]
    )


class Revealed(NamedTuple):
    """A card that only `seat` saw when it took it; or, with `paid`, cards of its hand that everybody saw."""

    entry: int
    seat: str
    paid: Amounts | None


def revealed_cards(seats: Sequence[str], line: Sequence[AttikaMoment]) -> Iterator[Revealed]:
    """All that was not known before, in order, of a game with secret hands."""
    begun, number = line[0].position, line[0].position.setting.box.cards
    accounts = knowledge.first_accounts(len(begun.hands), (number,) * len(LANDSCAPES))
    if any(map(any, begun.hands.values())):
        accounts = knowledge.Accounts((), False)  # it begins from a position of another game: nothing is known
    for moment in line:
        for event in moment.events:
            if isinstance(event, happened.DeckReshuffled):
                accounts = knowledge.after_shuffle(accounts, event.items)
            elif isinstance(event, happened.CardDealt | happened.CardTaken):
                if knowledge.is_card_open(accounts):
                    yield Revealed(moment.number, event.seat, None)
                accounts = knowledge.after_card(accounts, seats.index(event.seat))
            elif isinstance(event, happened.BuildingBuilt) and any(event.paid):
                if knowledge.is_payment_open(accounts, seats.index(event.seat), event.paid):
                    yield Revealed(moment.number, event.seat, event.paid)
                accounts = knowledge.after_payment(accounts, seats.index(event.seat), event.paid)


def drawn_item_words(header: Header, moment: AttikaMoment, shown: SeenItem) -> Phrase:
    """Whose turn showed something to everybody, and what."""
    seat = moment.entry["seat"]
    who, kind = player_with_seat(header, seat), shown.pile.partition("/")[0]
    if kind == "tiles":
        return say("{who} turned up the tile {tile} there, which everybody saw.", who=who, tile=shown.item)
    if kind == "deck":
        return say("{who} took a card there, which everybody saw: {card}.", who=who, card=shown.item)
    building = moment.position.building(shown.item).name
    return say("{who} drew the {building} there, which everybody saw.", who=who, building=building)


def open_items(header: Header, line: Sequence[AttikaMoment], pile: str) -> OpenItems | None:
    """AT-3.6: a later deck has the cards that were shuffled then.

    Nothing is known of a deck that only a correction drew from, which was taken back since.
    """
    if not pile.startswith(DECK) or pile == f"{DECK}0":
        return None
    shuffles = [each.items for moment in line for each in moment.events if isinstance(each, happened.DeckReshuffled)]
    number = int(pile.removeprefix(DECK))
    return in_any_order(items_of(shuffles[number - 1])) if number <= len(shuffles) else None


def hidden_lessons(header: Header, line: Sequence[AttikaMoment]) -> Iterator[Lesson]:
    """AT-2.4: a card that is taken, its owner sees; cards that are paid, the others see."""
    if header["options"]["hands"] == "open":
        return
    for revealed, same in groupby(revealed_cards(tuple(header["seats"]), line)):
        yield lesson_of(header, revealed, len(list(same)))


def lesson_of(header: Header, revealed: Revealed, number: int) -> Lesson:
    """The lesson of a payment, or of so many cards that a seat took."""
    entry, seat, paid = revealed
    who = player_with_seat(header, seat)
    if paid is None:
        says = say("{who} took {cards} there, which nobody else saw.", who=who, cards=cards(number))
        return Lesson(entry, (seat,), says)
    others = tuple([each for each in (*header["seats"], EVERYBODY) if each != seat])
    words = "{who} paid {paid} there from a hidden hand, which everybody saw."
    return Lesson(entry, others, say(words, who=who, paid=amounts_phrase(paid)))


def names_of(position: AttikaPosition, buildings: Iterable[str]) -> list[str]:
    return [position.building(each).name for each in buildings]


KNOWLEDGE = Knowledge(drawn_item_words, open_items, hidden_lessons)


SEAT_FACTS: SeatFacts[AttikaPosition] = seat_facts_of(
    {
        "SEAT has at least NUMBER cards": lambda position, seat: position.mats[seat].cards,
        "SEAT has at least NUMBER amphorae": lambda position, seat: position.mats[seat].amphorae,
        "SEAT has at least NUMBER settlements": lambda position, seat: len(position.mats[seat].settlements),
        "SEAT has built at least NUMBER buildings": built_count,
        "SEAT has built the NAME": lambda position, seat: names_of(position, position.mats[seat].built.values()),
        "SEAT's storage board has the NAME": lambda position, seat: names_of(position, position.mats[seat].stored),
        "I have at least NUMBER NAME cards": lambda position, seat: dict(
            zip(LANDSCAPES, position.hands[seat], strict=True)
        ),
        "the deck has at least NUMBER cards": lambda position, seat: position.deck.cards_left,
        "the supply has at least NUMBER amphorae": lambda position, seat: position.supply.amphorae,
        "the supply has at least NUMBER tiles": lambda position, seat: position.supply.tiles,
    },
    lambda position: position.mats,
)
"""What orders ahead can ask besides what every view shows: of cards in hand only how many others have."""
