"""What a title knows of what its entries teach: who learned what, and what could have been there instead.

Of hidden hands everybody knows how many cards of each kind a shuffle has, how many of them each seat took, and every
payment. A payment says that its seat had these cards, but not from which shuffle they were. An `Account` is one way to
attribute all payments; for each there is a deal, and each deal has one: the cards that are left of a shuffle can be in
the hands and in the deck in any way.

The answers are exact while there are at most MOST accounts: in nearly all games there are a few dozen. With more only
FEW are kept. What these leave open then counts as unknown, so that at worst the game can go back less far.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from referee.words import Phrase, say

EVERYBODY = ""
"""The reader who sees what all see, and nothing else."""

Fields = Mapping[str, Any]
"""A header."""


class Lesson(NamedTuple):
    """What an entry taught, in a sentence that anybody may read, and who may know more since then.

    `readers`: seats, in the order of the header; `EVERYBODY` where also those know it who only watch.
    """

    entry: int
    readers: tuple[str, ...]
    says: Phrase


class SeenItem(NamedTuple):
    """An item that an entry showed to everybody, and its place in a pile."""

    pile: str
    place: int
    item: str


Line = Sequence[Any]
"""The moments of a game that count, in their order: `replay.Moment`."""
OpenItems = Callable[[Mapping[int, str], int], Iterable[str]]
"""For a pile: places that were seen and their items, another place → the items that can be there."""


def usual_words(header: Fields, moment: Any, shown_item: SeenItem) -> Phrase:
    return say("Everybody saw {item} ({pile}).", item=shown_item.item, pile=shown_item.pile)


class Knowledge(NamedTuple):
    """What a title knows of what its entries teach. All of it can be left out."""

    words: Callable[[Fields, Any, SeenItem], Phrase] = usual_words
    """header, moment, what it showed to everybody → a sentence"""
    open_items: Callable[[Fields, Line, str], OpenItems | None] = lambda header, line, pile: None
    """header, line, pile → its open items; None for a pile of `SetUp.piles` in which any order is possible"""
    hidden_lessons: Callable[[Fields, Line], Iterable[Lesson]] | None = None
    """header, line → the lessons that are not in `shown`; without it every turn teaches, if the title has a veil"""


def in_any_order(items: Sequence[str]) -> OpenItems:
    """The open items of a pile that can be in any order."""

    def rest_of(seen: Mapping[int, str], index: int) -> list[str]:
        rest = list(items)
        for item in seen.values():
            rest.remove(item)
        return rest

    return rest_of


Cards = tuple[int, ...]
"""How many there are of each kind."""


class Account(NamedTuple):
    """Where the payments may have come from.

    held  seat → shuffle → how many of its cards the seat still holds
    left  shuffle → how many cards of each kind nobody has paid: in hands, or in the deck
    """

    held: tuple[tuple[int, ...], ...]
    left: tuple[Cards, ...]


MOST, FEW = 4000, 100


class Accounts(NamedTuple):
    """All accounts, or only some of them."""

    some: tuple[Account, ...]
    are_all: bool = True


def first_accounts(seats: int, items: Cards) -> Accounts:
    """Before the deal, with these cards in the deck: no seat has any."""
    return Accounts((Account(((0,),) * seats, (items,)),))


def is_card_open(accounts: Accounts) -> bool:
    """Whether the next card of the deck can be of several kinds."""
    kinds = {kind for each in accounts.some for kind, left in enumerate(each.left[-1]) if left}
    return len(kinds) > 1 or not accounts.are_all


def is_payment_open(accounts: Accounts, seat: int, paid: Cards) -> bool:
    """Whether the seat could have had too few cards of a kind for this payment."""
    kinds = [kind for kind in range(len(paid)) if paid[kind]]
    lacks = any(fewest(each, seat, kind) < paid[kind] for each in accounts.some for kind in kinds)
    return lacks or not accounts.are_all


def fewest(account: Account, seat: int, kind: int) -> int:
    """How many cards of a kind the seat has at least: those that the other kinds of each shuffle cannot fill."""
    shuffles = zip(account.held[seat], account.left, strict=True)
    return sum([max(held - sum(left) + left[kind], 0) for held, left in shuffles if held])


def after_shuffle(accounts: Accounts, items: Cards) -> Accounts:
    """After these cards are shuffled to be a new deck."""
    some = [Account(tuple([(*own, 0) for own in held]), (*left, items)) for held, left in accounts.some]
    return Accounts(tuple(some), accounts.are_all)


def after_card(accounts: Accounts, seat: int) -> Accounts:
    some = [Account(with_one_more(held, seat), left) for held, left in accounts.some]
    return Accounts(tuple(some), accounts.are_all)


def after_payment(accounts: Accounts, seat: int, paid: Cards) -> Accounts:
    """Each way in which these cards can have come from the shuffles."""
    for kind in range(len(paid)):
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


def with_fewer(cards: Cards, kind: int, number: int) -> Cards:
    return tuple([each - number * (at == kind) for at, each in enumerate(cards)])


def with_one_more(held: tuple[tuple[int, ...], ...], seat: int) -> tuple[tuple[int, ...], ...]:
    """With one more card of the newest shuffle."""
    own = held[seat]
    return (*held[:seat], (*own[:-1], own[-1] + 1), *held[seat + 1 :])
