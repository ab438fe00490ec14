"""The chance of a recorded game for who judges it anew, in whatever order and however often it is asked."""

from collections.abc import Sequence

from referee.app.editions.courses import course, has_changed_edition, log_under
from referee.rules.replay import fate_of
from referee.rules.rulebook import AnyRulebook, Fate
from referee.store.chain import Log
from referee.store.chance import SECRET_BYTES, Chance, Piles, Untold, pile_place

PROBES = tuple(bytes([number]) * SECRET_BYTES for number in range(32))
"""Two piles that are in the same order under all of these seeds are one and the same pile, made by the same shuffle."""


class KnownChance:
    """What is known of the chance of a game: with the secret everything, without it what the open log shows.

    Without the secret, what the log shows at a place holds under another edition only if the pile is the same there.
    """

    def __init__(self, own: AnyRulebook, log: Log, secret: bytes | None) -> None:
        self.log, self.secret = log, secret
        self.shown: dict[str, str] = {}
        self.piles: Piles = {}
        self.made: dict[str, tuple[str, ...]] = {}
        if secret is None:
            self.shown = {at: item for each in log.entries for at, item in (each.get("shown") or {}).items()}
            self.piles = own.set_up.piles(own.header_with_options(log.header))
            if not has_changed_edition(log):  # else nobody knows here of what its piles were made
                course(own, log, self.watch)

    def watch(self, pile: str, index: int, items: Sequence[str] = ()) -> str:
        """The fate of the game as it was played: notes of which items each pile was made in play."""
        if items:
            self.made[pile] = tuple(items)
        return self.item(pile, index)

    def item(self, pile: str, index: int) -> str:
        """What the log shows. Raises Untold."""
        where = pile_place(pile, index)
        if where not in self.shown:
            raise Untold(where)
        return self.shown[where]

    def fate(self, book: AnyRulebook) -> Fate:
        """All chance of the game under the edition of `book`; where it is not known it raises Untold."""
        under = log_under(self.log, book.edition.number)
        if self.secret is not None:
            return fate_of(book, under, self.secret)
        piles, alike = book.set_up.piles(book.header_with_options(under.header)), dict[str, bool]()

        def answer(pile: str, index: int, items: Sequence[str] = ()) -> str:
            if pile not in piles and self.made.get(pile) != tuple(items):
                raise Untold(pile_place(pile, index))
            if pile in piles and not alike.setdefault(pile, is_same(pile, self.piles, piles)):
                raise Untold(pile_place(pile, index))
            return self.item(pile, index)

        return answer


def is_same(pile: str, some: Piles, others: Piles) -> bool:
    """Whether a pile is made of the same items by the same shuffle in both."""
    return pile in some and all(some[pile](Chance(seed)) == others[pile](Chance(seed)) for seed in PROBES)
