"""One move of a conformance case, judged as in a game, what was played before it, and what chance shows in it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from referee.rules.line import Moment, counted_line
from referee.rules.rulebook import AnyRulebook, Fate, Header, Move, NoBranch
from referee.rules.ruling import Accepted, AnyAccepted, AnyRuling, Rejected, Violation, judge, rule_numbers
from referee.store.chance import Unshuffled, pile_place
from referee.store.documents import Data
from referee.store.told import Told
from referee.words import say

OVERRULE = "overrule"


class CaseGame(NamedTuple):
    """The game of a case: its rulebook, its header, and what chance shows in it."""

    book: AnyRulebook
    header: Header
    fate: Fate


class Played(NamedTuple):
    """The resulting position of a case, the events of its moves, and the ruling on the last (None without one).

    number   the number of the last of its `moves`, from 1
    stopped  why the rest of an order was not carried out, if a part of it was
    moments  the game after each of its `moves`, as in a log; place 0 is the position that the case sets up
    """

    book: AnyRulebook
    position: Any
    events: tuple[object, ...]
    ruling: AnyRuling | None
    number: int
    stopped: tuple[Violation, ...] = ()
    moments: tuple[Moment, ...] = ()

    @property
    def line(self) -> list[Moment]:
        """The moments that count."""
        return counted_line(self.moments)

    def with_moment(self, moment: Moment) -> "Played":
        """The same after one more of the `moves`; its events are those that count."""
        found = self._replace(number=moment.number, moments=(*self.moments, moment))
        return found._replace(events=tuple([event for each in found.line for event in each.events]))


class BadCase(Exception):
    """A case that says something impossible: an unknown word, a position that cannot be, a move too many."""


def play_move(played: Played, move: Data, fate: Fate) -> Played:
    """The position after a move, and its events; what shows something new ends a part of it."""
    book, position, events = played.book, played.position, tuple[object, ...]()
    overrules = [str(each) for each in each_of(move.get(OVERRULE) or [])]
    ruling = judge(book.play, position, move_to_judge(book, position, move), fate, overrules=overrules)
    passed, stopped = list[str](), tuple[Violation, ...]()
    while isinstance(ruling, Accepted) and not stopped:
        position, events, left = ruling.position, events + ruling.events, ruling.rest
        passed += rule_numbers(ruling.overruled)
        if left is None:
            break
        ruling, stopped = next_part(book, position, left, fate, ruling, overrules)
    if isinstance(ruling, Accepted) and not stopped and set(passed) != set(overrules):
        raise BadCase(f"it overrules {joined_names(overrules)}, but what it breaks is {joined_names(passed)}")
    return played._replace(position=position, events=events, ruling=ruling, stopped=stopped)


def next_part(
    book: AnyRulebook, position: object, left: Move, fate: Fate, before: AnyAccepted, overrules: Sequence[str]
) -> tuple[AnyAccepted, tuple[Violation, ...]]:
    """The ruling on the next part of a move; the one before it, and why, when that part cannot be carried out."""
    try:
        ruling = judge(book.play, position, left, fate, whole=False, overrules=overrules)
    except NoBranch as none:
        return before, (Violation(none.rule, none.says, none.at, None),)
    return (before, ruling.violations) if isinstance(ruling, Rejected) else (ruling, ())


def move_to_judge(book: AnyRulebook, position: object, move: Data) -> dict[str, Any]:
    """The move without what the moderator let pass, or the rules' replacement for a missed turn."""
    written = {key: value for key, value in move.items() if key != OVERRULE}
    return {"seat": move["seat"], **book.play.missed(position)} if "missed" in move else written


def each_of(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def joined_names(names: Iterable[Any]) -> str:
    return ", ".join(map(str, names)) or "nothing"


def violation_text(violations: tuple[Violation, ...]) -> str:
    return str(say("{all}", all=" / ".join(f"{each.rule} {each.says}" for each in violations)))


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
