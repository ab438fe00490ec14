"""What chance shows in a conformance case, and whether the piles can show it."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from referee.rules.rulebook import AnyRulebook, Header
from referee.store.chance import Unshuffled, pile_place
from referee.store.documents import Data
from referee.store.told import Told

Items = Mapping[str, str | list[str]]
"""`shown:` of a case: place of a pile → item, or pile → the items that are drawn from it, in this order."""


class CaseFate:
    """What chance shows in a case (a `rulebook.Fate`): places of piles as in a log, or a whole pile as a list.

    The items of a list come in the order of drawing: the first one is drawn first.
    """

    def __init__(self, shown: Items) -> None:
        self.lists = {pile: list(items) for pile, items in shown.items() if not isinstance(items, str)}
        self.told = Told({where: item for where, item in shown.items() if isinstance(item, str)})
        self.found: dict[str, str] = {}

    def __call__(self, pile: str, index: int, items: Sequence[str] = ()) -> str:
        """The item there.

        Raises Untold if the case does not say, ValueError for anything that is not one of `items`.
        """
        where = pile_place(pile, index)
        if where not in self.found:
            self.found[where] = self.lists[pile].pop(0) if self.lists.get(pile) else self.told(pile, index)
        if items and self.found[where] not in items:
            there = item_counts(items)
            raise ValueError(f"{self.found[where]} at {where}, where there can be {there}")
        return self.found[where]


def tells_the_deal(shown: Data) -> bool:
    """Whether it says what the first places of piles held, or whole piles."""
    return any(where.endswith("/0") or not isinstance(item, str) for where, item in shown.items())


def item_counts(items: Sequence[str]) -> str:
    """`3 red, 1 blue`, or nothing."""
    return ", ".join(f"{number} {item}" for item, number in Counter(items).items()) or "nothing"


def strange_items(book: AnyRulebook, header: Header, laid: object, shown: Items) -> Iterator[tuple[str, str, str]]:
    """Pile, item, and what the pile can show, for each item shown that is none of it, or more often than it is there.

    `laid`: the position that the case lays, after which the title knows what a pile still holds; None before the deal.
    """
    orders, left_in = book.set_up.piles(header), book.prove().left
    for pile, items in by_pile(shown).items():
        left = left_in(laid, pile) if laid is not None and left_in else None
        if left is None and pile not in orders:
            continue  # a pile that is shuffled during play: its items are known on request
        there = orders[pile](Unshuffled()) if left is None else left
        for item in Counter(items) - Counter(there):
            yield pile, item, item_counts(there)


def by_pile(shown: Items) -> dict[str, list[str]]:
    """Pile → the items that it shows."""
    found: dict[str, list[str]] = {}
    for where, items in shown.items():
        pile = where.rpartition("/")[0] if isinstance(items, str) else where
        found.setdefault(pile, []).extend([items] if isinstance(items, str) else items)
    return found
