"""Chance as a log tells it: what an entry shows answers its move, and behind the veil the secret does."""

from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType

from referee.store.chance import (
    Drawn,
    Impossible,
    Piles,
    Unshuffled,
    Untold,
    Veil,
    empty_veil,
    pile_place,
)


def full_veil(pile: str) -> bool:
    """The veil of a game in which nothing that is drawn is shown."""
    return True


class PileItems:
    """The items in each of the piles of a game, in any order; known once they were requested."""

    def __init__(self, piles: Piles) -> None:
        self.piles = piles
        self.known: dict[str, frozenset[str]] = {}

    def of(self, pile: str, fresh: Sequence[str] = ()) -> Collection[str]:
        """The items of a pile; one that comes into being during play is made of `fresh`."""
        if pile not in self.piles:
            return fresh
        if pile not in self.known:
            self.known[pile] = frozenset(self.piles[pile](Unshuffled()))
        return self.known[pile]


Made = Mapping[str, Sequence[str]]
"""Pile → the items of which it is made."""
NOT_MADE: Made = MappingProxyType({})


class Told:
    """The fate of a recorded entry (a `rulebook.Fate`): it answers with the entry's `shown`, if that is possible.

    No entry shows what is behind the veil: `deeper` is asked for it. `answers`: all that was asked. `made`: the piles
    of which a question said that they came into being during play, and the items of which they were made.
    """

    def __init__(
        self,
        shown: Mapping[str, str],
        items: PileItems | None = None,
        veil: Veil = empty_veil,
        deeper: Callable[..., str] | None = None,
    ) -> None:
        self.shown = shown
        self.items = items
        self.veil = veil
        self.deeper = deeper
        self.asked: set[str] = set()
        self.answers: dict[str, str] = {}
        self.made: Made = NOT_MADE

    def __call__(self, pile: str, index: int, items: Sequence[str] = ()) -> str:
        """The recorded item. Raises Untold if the entry does not show it, Impossible if the pile has none."""
        where = pile_place(pile, index)
        if items and self.items and pile not in self.items.piles:
            self.made = {**self.made, pile: items}
        if self.deeper and self.veil(pile):
            self.answers[where] = self.deeper(pile, index, items)
            return self.answers[where]
        if where not in self.shown:
            raise Untold(where)
        self.asked.add(where)
        item = self.shown[where]
        if self.items and item not in self.items.of(pile, items):
            raise Impossible(where, item)
        self.answers[where] = item
        return item

    def unused_places(self) -> list[str]:
        """Places that the entry shows and nobody asked for, in the order of the entry: they should not be there."""
        return [where for where in self.shown if where not in self.asked] if len(self.asked) < len(self.shown) else []


class Compared(Told):
    """The fate of a recorded entry when the secret is known; `unfounded` is the first place that does not follow."""

    def __init__(self, shown: Mapping[str, str], items: PileItems, drawn: Drawn) -> None:
        super().__init__(shown, items, drawn.veil, drawn)
        self.drawn = drawn
        self.unfounded = ""

    def __call__(self, pile: str, index: int, items: Sequence[str] = ()) -> str:
        """The recorded item, whatever follows from the secret. Raises Untold, Impossible."""
        item = super().__call__(pile, index, items)
        if not self.unfounded and not self.is_founded(item, pile, index, items):
            self.unfounded = pile_place(pile, index)
        return item

    def is_founded(self, item: str, pile: str, index: int, items: Sequence[str]) -> bool:
        try:
            return item == self.drawn(pile, index, items)
        except LookupError:
            return False
