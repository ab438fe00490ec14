"""The horizon a second time, from its definition: by dealing again what everybody cannot have seen.

An entry teaches if there is another deal that gives the same log before it, and at it a log that is not possible, or an
item that somebody sees and that differs. Each such deal is played by the rules themselves. This shares nothing with
`referee.rules.horizon`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any

from referee.rules.replay import BadEntry, Moment, next_moment
from referee.store import chance
from referee.testkit.hidden import Moved, Place, World, world
from referee.testkit.playouts import Playout


class AnotherLog(Exception):
    """The other deal shows another item to everybody."""


def fate_in_other_deal(shown: Mapping[str, str], drawn: chance.Drawn, moved: Moved) -> chance.Told:
    """The fate of an entry where some items have changed places. It raises AnotherLog."""

    def item(pile: str, index: int, items: Sequence[str]) -> str:
        found, where = drawn(pile, moved.get((pile, index), index), items), chance.pile_place(pile, index)
        fate.asked.add(where)
        if shown.get(where, found) != found:
            raise AnotherLog
        return found

    fate = chance.Told(shown, veil=chance.full_veil, deeper=item)
    return fate


class Table:
    """A game that was played to its end, and when each place of a pile was asked for."""

    def __init__(self, game: Playout) -> None:
        self.game = game
        self.real: World = world(game, game.log.last, {})
        self.asked: dict[Place, int] = {}
        for number, questions in enumerate(self.real.questions, 1):
            for place, _ in questions:
                self.asked.setdefault(place, number)

    def first_asked(self, place: Place) -> int:
        """The first entry that asked for a place; one after the last for a place that nobody asked for."""
        return self.asked.get(place, self.game.log.last + 1)

    def moment_in(self, number: int, position: object, moved: Moved) -> Moment | None:
        """The moment of an entry in another deal, after this position; None where the log is another one."""
        log, game = self.game.log, self.game
        header: Any = game.header
        entry: Any = log.documents[number]
        fate = fate_in_other_deal(entry.get("shown") or {}, self.real.drawn, moved)
        try:
            return next_moment(game.book, header, position, number, entry, log.heads[number], fate)
        except (AnotherLog, BadEntry):
            return None

    def differing(self, moved: Moved) -> Iterator[int]:
        """The entries at which somebody sees another item, and at last the first one that is not possible, if any."""
        first = min(self.first_asked(place) for place in moved)
        position = self.real.moments[first - 1].position
        for number in range(first, self.game.log.last + 1):
            other = self.moment_in(number, position, moved)
            if other is None or other.events != self.real.moments[number].events:
                yield number
            if other is None:
                return
            position = other.position

    def teaches(self, number: int, moved: Moved) -> bool:
        """Whether the entry is one at which this deal differs."""
        return next((each for each in self.differing(moved) if each >= number), 0) == number

    def order(self, pile: str) -> list[str]:
        return self.real.drawn.orders[pile]


Possible = Callable[[list[str]], bool]
"""Whether a pile can have this order."""


def any_order(order: list[str]) -> bool:
    return True


def sets_of_colours(order: list[str]) -> bool:
    """MG-2.3: each set has a card of each colour."""
    colours = [card.partition("-")[0] for card in order]
    size = len(set(colours))
    return all(len(set(colours[at : at + size])) == size for at in range(0, len(order), size))


def swap(pile: str, one: int, other: int) -> dict[Place, int]:
    return {(pile, one): other, (pile, other): one}


def unseen_places(table: Table, place: Place, number: int) -> list[int]:
    """Places of the same pile with another item that no entry before this one asked for."""
    pile, index = place
    order = table.order(pile)
    return [
        other for other, item in enumerate(order) if item != order[index] and table.first_asked((pile, other)) >= number
    ]


def swaps_of_unseen(table: Table, place: Place, number: int) -> Iterator[dict[Place, int]]:
    """Every order of the pile in which the item of a place and one that nobody has seen are exchanged."""
    pile, index = place
    possible = sets_of_colours if pile == "deck" else any_order
    for other in unseen_places(table, place, number):
        order = list(table.order(pile))
        order[index], order[other] = order[other], order[index]
        if possible(order):
            yield swap(pile, index, other)


def entries_that_teach(game: Playout) -> list[int]:
    """The entries that teach. For titles whose moves tell nothing hidden."""
    table = Table(game)
    return [number for number in range(1, game.log.last + 1) if shows_something_new(table, number)]


def shows_something_new(table: Table, number: int) -> bool:
    """Whether a place that this entry asks for could hold another item."""
    places = dict.fromkeys(place for place, _ in table.real.questions[number - 1])
    return any(table.teaches(number, moved) for place in places for moved in swaps_of_unseen(table, place, number))


def entries_that_teach_by_tokens(game: Playout) -> list[int]:
    """The same for Veiled Nim: every order of its tokens is dealt."""
    table = Table(game)
    places = [("tokens", at) for at in range(len(table.order("tokens")))]
    deals = [dict(zip(places, order, strict=True)) for order in permutations(range(len(places)))]
    return sorted({entry for moved in deals for entry in table.differing(moved)})


def shows_something_new_to_all(table: Table, number: int) -> bool:
    """Whether something else could have been shown to everybody."""
    entry: Any = table.game.log.documents[number]
    shown = entry.get("shown") or {}
    places = [place for place, _ in table.real.questions[number - 1] if chance.pile_place(*place) in shown]
    return any(table.teaches(number, moved) for place in places for moved in swaps_of_unseen(table, place, number))
