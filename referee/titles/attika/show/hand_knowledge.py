"""What everybody knows about hidden hands (AT-2.4): which payments tell something, and which cards that are taken.

Everybody knows how many cards of each kind a shuffle has, how many of them each seat took, and every payment. A payment
says that its seat had these cards, but not from which shuffle they were. An `Account` is one way to attribute all
payments; for each there is a deal, and each deal has one: the cards that are left of a shuffle can be in the hands and
in the deck in any way.

The answers are exact while there are at most MOST accounts: in nearly all games there are a few dozen. With more only
FEW are kept. What these leave open then counts as unknown, so that at worst the game can go back less far.

`KNOWLEDGE` tells what the entries teach, in sentences that anybody may read: no card of a hand is in them.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from referee.rules.knowledge import EVERYBODY, Knowledge, Lesson, OpenItems, SeenItem, in_any_order
from referee.rules.rulebook import Header
from referee.show.sentences import player_with_seat
from referee.titles.attika.rules.costs import amounts_phrase
from referee.titles.attika.rules.events import AttikaMoment, BuildingBuilt, CardDealt, CardTaken, DeckReshuffled
from referee.titles.attika.rules.setup import DECK, items_of
from referee.titles.attika.rules.state import Amounts, AttikaPosition
from referee.titles.attika.show.names import building_name, cards
from referee.words import Phrase, say

KINDS = range(4)


class Account(NamedTuple):
    """Where the payments may have come from.

    held  seat → shuffle → how many of its cards the seat still holds
    left  shuffle → how many cards of each kind nobody has paid: in hands, or in the deck
    """

    held: tuple[tuple[int, ...], ...]
    left: tuple[Amounts, ...]


MOST, FEW = 4000, 100


class Accounts(NamedTuple):
    """All accounts, or only some of them."""

    some: tuple[Account, ...]
    are_all: bool = True


class Revealed(NamedTuple):
    """A card that only `seat` saw when it took it; or, with `paid`, cards of its hand that everybody saw."""

    entry: int
    seat: str
    paid: Amounts | None


def revealed_cards(seats: Sequence[str], line: Sequence[AttikaMoment]) -> Iterator[Revealed]:
    """All that was not known before, in order, of a game with secret hands."""
    accounts = first_accounts(line[0].position)
    for moment in line:
        for event in moment.events:
            if isinstance(event, DeckReshuffled):
                accounts = after_shuffle(accounts, event.items)
            elif isinstance(event, CardDealt | CardTaken):
                if is_card_open(accounts):
                    yield Revealed(moment.number, event.seat, None)
                accounts = after_card(accounts, seats.index(event.seat))
            elif isinstance(event, BuildingBuilt) and any(event.paid):
                if is_payment_open(accounts, seats.index(event.seat), event.paid):
                    yield Revealed(moment.number, event.seat, event.paid)
                accounts = after_payment(accounts, seats.index(event.seat), event.paid)


def first_accounts(position: AttikaPosition) -> Accounts:
    """Before the deal. Of a game that begins with cards in hands, from a position of another one, nothing is known."""
    number = position.setting.box.cards
    if any(map(any, position.hands.values())):
        return Accounts((), False)
    return Accounts((Account(((0,),) * len(position.hands), ((number, number, number, number),)),))


def is_card_open(accounts: Accounts) -> bool:
    """Whether the next card of the deck can be of several kinds."""
    kinds = [kind for kind in KINDS if any(each.left[-1][kind] for each in accounts.some)]
    return len(kinds) > 1 or not accounts.are_all


def is_payment_open(accounts: Accounts, seat: int, paid: Amounts) -> bool:
    """Whether the seat could have had too few cards of a kind for this payment."""
    kinds = [kind for kind in KINDS if paid[kind]]
    lacks = any(fewest(each, seat, kind) < paid[kind] for each in accounts.some for kind in kinds)
    return lacks or not accounts.are_all


def fewest(account: Account, seat: int, kind: int) -> int:
    """How many cards of a kind the seat has at least: those that the other kinds of each shuffle cannot fill."""
    shuffles = zip(account.held[seat], account.left, strict=True)
    return sum([max(held - sum(left) + left[kind], 0) for held, left in shuffles if held])


def after_shuffle(accounts: Accounts, items: Amounts) -> Accounts:
    """AT-3.6: all discards are a new deck."""
    some = [Account(tuple([(*own, 0) for own in held]), (*left, items)) for held, left in accounts.some]
    return Accounts(tuple(some), accounts.are_all)


def after_card(accounts: Accounts, seat: int) -> Accounts:
    some = [Account(with_one_more(held, seat), left) for held, left in accounts.some]
    return Accounts(tuple(some), accounts.are_all)


def after_payment(accounts: Accounts, seat: int, paid: Amounts) -> Accounts:
    """Each way in which these cards can have come from the shuffles."""
    for kind in KINDS:
        if paid[kind]:
            after = (each for account in accounts.some for each in attributions(account, seat, kind, paid[kind]))
            accounts = thinned_out(Accounts(tuple(dict.fromkeys(after)), accounts.are_all))
    return accounts


def thinned_out(accounts: Accounts) -> Accounts:
    """The accounts, or a few of them at equal distances."""
    number = len(accounts.some)
    if number <= (MOST if accounts.are_all else FEW):
        return accounts
    return Accounts(tuple([accounts.some[number * each // FEW] for each in range(FEW)]), False)


def attributions(account: Account, seat: int, kind: int, number: int) -> Iterator[Account]:
    """The account with so many cards of a kind paid, from each choice of shuffles."""
    held, left = account
    most = [min(cards, rest[kind]) for cards, rest in zip(held[seat], left, strict=True)]
    for parts in compositions(number, most):
        own = tuple([cards - part for cards, part in zip(held[seat], parts, strict=True)])
        rest = tuple([with_fewer(each, kind, part) for each, part in zip(left, parts, strict=True)])
        yield Account((*held[:seat], own, *held[seat + 1 :]), rest)


def compositions(number: int, most: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Every way to write a number as a sum, each part of which has its own limit."""
    if not most:
        if not number:
            yield ()
        return
    for first in range(max(number - sum(most[1:]), 0), min(number, most[0]) + 1):
        for others in compositions(number - first, most[1:]):
            yield (first, *others)


def with_fewer(amounts: Amounts, kind: int, number: int) -> Amounts:
    if not number:
        return amounts
    water, forest, hill, mountain = [each - number * (at == kind) for at, each in enumerate(amounts)]
    return (water, forest, hill, mountain)


def with_one_more(held: tuple[tuple[int, ...], ...], seat: int) -> tuple[tuple[int, ...], ...]:
    """With one more card of the newest shuffle."""
    own = held[seat]
    return (*held[:seat], (*own[:-1], own[-1] + 1), *held[seat + 1 :])


def drawn_item_words(header: Header, moment: AttikaMoment, shown: SeenItem) -> Phrase:
    """Whose turn showed something to everybody, and what."""
    seat = moment.entry["seat"]
    who, kind = player_with_seat(header, seat), shown.pile.partition("/")[0]
    if kind == "tiles":
        return say("{who} turned up the tile {tile} there, which everybody saw.", who=who, tile=shown.item)
    if kind == "deck":
        return say("{who} took a card there, which everybody saw: {card}.", who=who, card=shown.item)
    building = building_name(moment.position, shown.item)
    return say("{who} drew the {building} there, which everybody saw.", who=who, building=building)


def open_items(header: Header, line: Sequence[AttikaMoment], pile: str) -> OpenItems | None:
    """AT-3.6: a later deck has the cards that were shuffled then.

    Nothing is known of a deck that only a correction drew from, which was taken back since.
    """
    if not pile.startswith(DECK) or pile == f"{DECK}0":
        return None
    shuffles = [each.items for moment in line for each in moment.events if isinstance(each, DeckReshuffled)]
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


KNOWLEDGE = Knowledge(drawn_item_words, open_items, hidden_lessons)
