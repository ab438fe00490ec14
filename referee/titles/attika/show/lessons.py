"""What the entries of a game of Attika teach, in sentences that anybody may read: no card of a hand is in them."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from referee.rules.knowledge import EVERYBODY, Knowledge, Lesson, OpenItems, SeenItem, in_any_order
from referee.rules.rulebook import Header
from referee.titles.attika.rules.costs import amounts_phrase
from referee.titles.attika.rules.events import AttikaMoment, DeckReshuffled
from referee.titles.attika.rules.setup import DECK, items_of
from referee.titles.attika.show.hand_knowledge import Revealed, revealed_cards
from referee.titles.attika.show.names import building_name, cards, name_with_seat
from referee.words import Phrase, say


def drawn_item_words(header: Header, moment: AttikaMoment, shown: SeenItem) -> Phrase:
    """Whose turn showed something to everybody, and what."""
    seat = moment.entry["seat"]
    who, kind = name_with_seat(header["seats"][seat], seat), shown.pile.partition("/")[0]
    if kind == "tiles":
        return say("{who} turned up the tile {tile} there, which everybody saw.", who=who, tile=shown.item)
    if kind == "deck":
        return say("{who} took a card there, which everybody saw: {card}.", who=who, card=shown.item)
    building = building_name(moment.position, shown.item)
    return say("{who} drew the {building} there, which everybody saw.", who=who, building=building)


def open_items(header: Header, line: Sequence[AttikaMoment], pile: str) -> OpenItems | None:
    """AT-3.6: a later deck has the cards that were shuffled then."""
    if not pile.startswith(DECK) or pile == f"{DECK}0":
        return None
    shuffles = [each.items for moment in line for each in moment.events if isinstance(each, DeckReshuffled)]
    return in_any_order(items_of(shuffles[int(pile.removeprefix(DECK)) - 1]))


def hidden_lessons(header: Header, line: Sequence[AttikaMoment]) -> Iterator[Lesson]:
    """AT-2.4: a card that is taken, its owner sees; cards that are paid, the others see."""
    if header["options"]["hands"] == "open":
        return
    for revealed, same in groupby(revealed_cards(tuple(header["seats"]), line)):
        yield lesson_of(header, revealed, len(list(same)))


def lesson_of(header: Header, revealed: Revealed, number: int) -> Lesson:
    """The lesson of a payment, or of so many cards that a seat took."""
    entry, seat, paid = revealed
    who = name_with_seat(header["seats"][seat], seat)
    if paid is None:
        says = say("{who} took {cards} there, which nobody else saw.", who=who, cards=cards(number))
        return Lesson(entry, (seat,), says)
    others = tuple([each for each in (*header["seats"], EVERYBODY) if each != seat])
    words = "{who} paid {paid} there from a hidden hand, which everybody saw."
    return Lesson(entry, others, say(words, who=who, paid=amounts_phrase(paid)))


KNOWLEDGE = Knowledge(drawn_item_words, open_items, hidden_lessons)
