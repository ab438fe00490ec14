"""Chance that is fixed before play and that anybody can repeat afterwards: `referee-rng/1`, see specs/chance.md.

Every chance event has its own name (a label) and a stream of its own, so that one more draw never disturbs another.
No floats, no library shuffle; the same in every language.
"""

import hmac
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from types import MappingProxyType
from typing import NamedTuple, TypeVar, cast

T = TypeVar("T")

SECRET_BYTES = 32
PRACTICE = "practice"
"""What the header of a practice game says of its chance."""
KNOWN = "known"
"""What the header says of a game whose deal is entered by hand: it commits to nothing."""
PRACTICE_SECRET = sha256(b"referee/practice/1\nThis secret is known to everyone.\n").digest()
"""The published secret of all practice games: their shuffles can be known by anyone, and prove nothing."""
NO_NONCE = "none"
WORDS = 1 << 32
"""How many values a word can have."""


def commitment(game: str, secret: bytes) -> str:
    """The public promise, 64 hex digits, made before play: it fixes the secret without revealing it."""
    return sha256(b"referee/commit/1\n" + game.encode("ascii") + b"\n" + checked_secret(secret)).hexdigest()


def is_practice(game: str, promise: object) -> bool:
    """Whether a commitment is to the published secret of practice games: no game can hide that, or feign it."""
    return promise == commitment(game, PRACTICE_SECRET)


class Secrets(NamedTuple):
    """What makes the chance of a game repeatable.

    first   the secret to which the header commits
    later   commitment → secret, of the entries after which the rest of the piles was shuffled again
    places  items at places of piles that follow from no secret: what a fork inherited behind the veil, or the known
            places of a deal that is entered by hand
    """

    first: bytes
    later: Mapping[str, bytes] = MappingProxyType({})
    places: Mapping[str, str] = MappingProxyType({})

    def __repr__(self) -> str:
        """Without the secrets: this may be printed by mistake."""
        return f"Secrets({len(self.later)} later ones)"


def places_seal(game: str, secret: bytes, places: Mapping[str, str]) -> str:
    """The promise of inherited places that are still hidden, 64 hex digits: keyed, so that nobody guesses them."""
    lines = "".join([f"{where}:{places[where]}\n" for where in sorted(places)])
    return hmac.digest(checked_secret(secret), f"referee/places/1\n{game}\n{lines}".encode(), "sha256").hex()


def is_known_deal(header: Mapping[str, object]) -> bool:
    """Whether the deal of a game was entered by hand: then its chance proves nothing."""
    return header.get("chance") == KNOWN


def practice_secret(number: int) -> bytes:
    """The published secret of practice games; from 1 on those after which the rest of the piles is shuffled again."""
    return sha256(PRACTICE_SECRET + number.to_bytes(8, "big")).digest() if number else PRACTICE_SECRET


def practice_secrets(game: str, number: int) -> Secrets:
    """All published secrets of a practice game that can have had so many later ones."""
    later = [practice_secret(each) for each in range(1, number + 1)]
    return Secrets(PRACTICE_SECRET, {commitment(game, secret): secret for secret in later})


def final_seed(game: str, secret: bytes, nonces: Mapping[str, str]) -> bytes:
    """The 32 bytes from which all chance of a game comes.

    `nonces` has for every seat in play the 32 hex digits (lower case) that its player chose, or "none".
    Raises ValueError when a nonce or the secret has another shape.
    """
    lines = [f"{seat}:{checked_nonce(nonces[seat])}\n" for seat in sorted(nonces)]
    message = "".join(["referee/seed/1\n", game, "\n", *lines])
    return hmac.digest(checked_secret(secret), message.encode("ascii"), "sha256")


def checked_secret(secret: bytes) -> bytes:
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"a secret or seed has {SECRET_BYTES} bytes, not {len(secret)}")
    return secret


def checked_nonce(nonce: str) -> str:
    if nonce != NO_NONCE and not re.fullmatch(r"[0-9a-f]{32}", nonce):
        raise ValueError(f"a nonce is 32 hex digits in lower case, or {NO_NONCE}; not {nonce!r}")
    return nonce


class Stream:
    """The random words of one label. Each word is used once: the next question gets the next words."""

    def __init__(self, seed: bytes, label: str) -> None:
        self.words = random_words(
            hmac.digest(checked_secret(seed), b"referee/stream/1\n" + label.encode("ascii"), "sha256")
        )

    def uniform(self, n: int) -> int:
        """One of 0 … n-1, each as likely as the others. 1 ≤ n ≤ 2^32; ValueError if there is none."""
        if not 1 <= n <= WORDS:
            raise ValueError(f"a uniform choice is among 1 to 2^32 things, not {n}")
        if n == 1:
            return 0
        # Words from the last, incomplete run of n would make small results likelier.
        limit = WORDS - WORDS % n
        while (word := next(self.words)) >= limit:
            pass
        return word % n

    def shuffled_items(self, items: Sequence[T]) -> list[T]:
        """A new list with the items in random order; item 0 is the top."""
        pile = list(items)
        for last in range(len(pile) - 1, 0, -1):
            other = self.uniform(last + 1)
            pile[last], pile[other] = pile[other], pile[last]
        return pile


def random_words(key: bytes) -> Iterator[int]:
    """32-bit words without end: HMAC blocks in counter mode, cut big-endian."""
    block = 0
    while True:
        raw = hmac.digest(key, block.to_bytes(8, "big"), "sha256")
        for at in range(0, len(raw), 4):
            yield int.from_bytes(raw[at : at + 4], "big")
        block += 1


ByLabel = Mapping[str, Mapping[int, str]]
"""Label of a shuffle → place → the item that is there whatever the seed says."""
NOTHING_INHERITED: ByLabel = MappingProxyType({})
NO_PLACES: Mapping[str, str] = MappingProxyType({})


class Chance:
    """All the chance of a game: one stream for each label, and each label once.

    `inherited`: the places that are known from before; the seed decides about the others.
    """

    def __init__(self, seed: bytes, inherited: ByLabel = NOTHING_INHERITED) -> None:
        self.seed = checked_secret(seed)
        self.inherited = inherited
        self.used: set[str] = set()

    def shuffled_items(self, label: str, items: Sequence[T]) -> list[T]:
        """The items in the order that `label` fixes. ValueError when the label was used before, Impossible."""
        stream, known = self.stream(label), cast(Mapping[int, T], self.inherited.get(label, {}))
        rest = iter(stream.shuffled_items(items_left(label, items, known)))
        return [known[place] if place in known else next(rest) for place in range(len(items))]

    def uniform(self, label: str, n: int) -> int:
        """One of 0 … n-1 as `label` fixes it. ValueError when the label was used before."""
        return self.stream(label).uniform(n)

    def stream(self, label: str) -> Stream:
        if not label or label in self.used:
            raise ValueError(f"every chance event needs its own label; {label!r} is empty or was used before")
        self.used.add(label)
        return Stream(self.seed, label)


class Unshuffled(Chance):
    """A chance that leaves every pile in its start order, to find out what a pile holds."""

    def __init__(self) -> None:
        super().__init__(bytes(SECRET_BYTES))

    def shuffled_items(self, label: str, items: Sequence[T]) -> list[T]:
        return list(items)


def items_left(label: str, items: Sequence[T], known: Mapping[int, T]) -> list[T]:
    """The items in their start order without those at known places. Raises Impossible if these cannot be there."""
    left = list(items)
    for place, item in sorted(known.items()):
        if place >= len(items) or item not in left:
            raise Impossible(pile_place(label, place), str(item))
        left.remove(item)
    return left


Shuffles = Callable[[str, int, str], Iterable[tuple[str, int]]]
"""Pile, place in it, item there → label and place of each shuffle through which it came there; KeyError: no item."""


def one_shuffle(pile: str, index: int, item: str) -> tuple[tuple[str, int], ...]:
    """The `Shuffles` of a pile that is made by one shuffle with the name of the pile as its label."""
    return ((pile, index),)


def by_label(places: Mapping[str, str], shuffles: Shuffles) -> ByLabel:
    """Known items at places of piles, as places of the shuffles that make the piles. Raises Impossible."""
    found: dict[str, dict[int, str]] = {}
    for where, item in places.items():
        pile, index = place_parts(where)
        try:
            passed = list(shuffles(pile, index, item))
        except KeyError:
            raise Impossible(where, item) from None
        for label, place in passed:
            if found.setdefault(label, {}).setdefault(place, item) != item:
                raise Impossible(where, item)
    return found


Piles = Mapping[str, Callable[[Chance], list[str]]]
"""For each pile the function that puts its items in order."""


Veil = Callable[[str], bool]
"""Whether only one seat may know the items in the pile of this name, so that no open log shows them."""


def empty_veil(pile: str) -> bool:
    """The veil of a game in which everybody sees whatever is drawn."""
    return False


class Drawn:
    """The fate of a game whose secret is known (a `rulebook.Fate`); `shown` remembers its answers for the log.

    `places`: the items that were at places of piles before this secret counts, and stay there.
    """

    def __init__(
        self,
        seed: bytes,
        piles: Piles,
        veil: Veil = empty_veil,
        places: Mapping[str, str] = NO_PLACES,
        shuffles: Shuffles = one_shuffle,
    ) -> None:
        self.chance = Chance(seed, by_label(places, shuffles))
        self.places = places
        self.piles = piles
        self.veil = veil
        self.orders: dict[str, list[str]] = {}
        self.made: dict[str, tuple[str, ...]] = {}
        self.shown: dict[str, str] = {}

    def __call__(self, pile: str, index: int, items: Sequence[str] = ()) -> str:
        """The item at `index` (0 is the top) of `pile`; one that comes into being now is made of `items`.

        KeyError when there is neither such a pile nor items, IndexError beyond its end, Impossible when known places
        contradict what it is made of.
        """
        order = self.order(pile, items)
        if not 0 <= index < len(order):
            raise IndexError(f"{pile_place(pile, index)}: the pile has {len(order)} items")
        if not self.veil(pile):
            self.shown.setdefault(pile_place(pile, index), order[index])
        return order[index]

    def order(self, pile: str, items: Sequence[str] = ()) -> list[str]:
        """The items of a pile. One that comes into being again, of other items, after an undo is shuffled again."""
        made_of = tuple(items) if items and pile not in self.piles else ()
        if pile not in self.orders or self.made[pile] != made_of:
            self.chance.used.discard(pile)
            self.orders[pile], self.made[pile] = self.new_order(pile, items), made_of
        return self.orders[pile]

    def new_order(self, pile: str, items: Sequence[str]) -> list[str]:
        fresh = items and pile not in self.piles
        known = {where: item for where, item in self.places.items() if place_parts(where)[0] == pile}
        try:
            order = self.chance.shuffled_items(pile, items) if fresh else self.piles[pile](self.chance)
        except Impossible as wrong:  # it may name a place of a shuffle
            there = [where for where, item in known.items() if item == wrong.item]
            raise Impossible(there[-1] if there else wrong.place, wrong.item) from None
        for where, item in known.items():
            if item not in order[place_parts(where)[1] :][:1]:
                raise Impossible(where, item)
        return order


class Untold(Exception):
    """A recorded entry does not show the item at a place of a pile, though its move asks for it."""

    def __init__(self, place: str) -> None:
        super().__init__(place)
        self.place = place


class Unentered(Untold):
    """A deal that was entered by hand does not say yet what is at a place of a pile."""


class KnownDeal(Drawn):
    """The fate of a game whose deal is entered by hand: only the places that are known have an answer."""

    def __call__(self, pile: str, index: int, items: Sequence[str] = ()) -> str:
        """The item that was entered. Raises Unentered."""
        if pile_place(pile, index) not in self.places:
            raise Unentered(pile_place(pile, index))
        return super().__call__(pile, index, items)


class Impossible(Exception):
    """A recorded entry shows an item at a place of a pile that does not hold it."""

    def __init__(self, place: str, item: str) -> None:
        super().__init__(place, item)
        self.place = place
        self.item = item


def pile_place(pile: str, index: int) -> str:
    """How a place of a pile is written in an entry's `shown`: `deck/0`."""
    return f"{pile}/{index}"


def place_parts(where: str) -> tuple[str, int]:
    """The pile and the place in it, of a place as an entry shows it."""
    pile, _, index = where.rpartition("/")
    return pile, int(index)


# Seals on orders ahead: for every seat 64 digits after each turn, whether it has orders or none.
#
# A seal is the hash of a nonce and of the orders, "" for none. The nonce follows from the secret of the game, the
# number of the entry and the seat: until the game is closed nobody can tell one seal from another; then anybody can
# check all.


def seal_nonce(secret: bytes, game: str, entry: int, seat: str) -> str:
    """The nonce behind the seal of a seat in entry `entry`: 64 hex digits."""
    return hmac.digest(secret, f"referee/orders/1\n{game}\n{entry}\n{seat}".encode(), "sha256").hex()


def seal(nonce: str, text: str) -> str:
    """The seal on orders, as SHA-256 in hex."""
    return sha256(f"referee/seal/1\n{nonce}\n{text}".encode()).hexdigest()


def seals(secret: bytes, game: str, entry: int, seats: Iterable[str], texts: Mapping[str, str]) -> dict[str, str]:
    """The seal of every seat in entry `entry`; a seat without a text has no orders."""
    return {seat: seal(seal_nonce(secret, game, entry, seat), texts.get(seat, "")) for seat in seats}


def answer_delay(secret: bytes, game: str, entry: int, least: int, most: int) -> int:
    """After how many seconds the turn that begins with entry `entry` is played by orders: `least` to `most`.

    It follows from the secret and the turn alone, so nothing about any orders can be read from it.
    """
    digest = hmac.digest(secret, f"referee/delay/1\n{game}\n{entry}".encode(), "sha256")
    return least + int.from_bytes(digest[:8], "big") % (most - least + 1)


# Chance as a log tells it: what an entry shows answers its move, and behind the veil the secret does.


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
