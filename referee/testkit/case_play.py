"""One move of a conformance case, judged as in a game, what was played before it, and what chance shows in it."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from typing import Any, NamedTuple, cast

from referee import reading
from referee.app.ahead.play_orders import refuse_stopped, refuse_untrue
from referee.app.ahead.written_orders import Alternative, Asking, OrdersAhead, checked_orders
from referee.app.errors import Refused
from referee.app.game_access import Game
from referee.rules.entry_shapes import SEALS, BadEntry
from referee.rules.line import Moment, Rewrite, counted_line, position_after
from referee.rules.rewrites import NoLongerStands, correction_rewrite, undo_rewrite
from referee.rules.rulebook import AnyRulebook, Fate, Header, Move, NoBranch
from referee.rules.ruling import Accepted, AnyAccepted, AnyRuling, Rejected, Violation, judge, rule_numbers
from referee.rules.rulings import book_after_entry, decide_now, subjects_of
from referee.store.chain import Log
from referee.store.chance import Told, Unshuffled, pile_place
from referee.store.documents import Data, Entry
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


RULING, UNDO, CORRECT, ORDERS, DUE = "ruling", "undo", "correct", "orders", "due"
# What a case can have between its moves: rulings, undos, corrections, and orders ahead that fall due. Each is judged
# by the code that judges it in a game. A move, or any of these, is an entry with the number that it has among the
# `moves` of the case, from 1.


MODERATOR = {"by": "moderator"}


def played_out(game: CaseGame, position: object, moves: list[dict[str, Any]]) -> Played:
    """What the moves lead to, and what happens between them, up to the first that is refused or stops."""
    deal = Moment(0, cast(Entry, {"entry": "0", "kind": "deal"}), position, (), "")
    played = Played(game.book, position, (), None, 0, moments=(deal,))
    for number, move in enumerate(moves, 1):
        if isinstance(played.ruling, Rejected):
            says = violation_text(played.ruling.violations)
            raise BadCase(f"move {played.number} is refused, so nothing can follow it: {says}")
        played = next((BETWEEN[key] for key in BETWEEN if key in move), play_turn)(played, game, move)
        played = played._replace(number=number)
        if played.stopped:
            break
    return played


def entry_of(played: Played, kind: str, fields: Data) -> Entry:
    """The next of the moves as an entry."""
    return cast(Entry, {"entry": str(played.number + 1), "at": "", "kind": kind, **fields})


def with_entry(played: Played, entry: Entry, rewrite: Rewrite | None = None) -> Played:
    """The same with one more entry, unless it was refused."""
    if isinstance(played.ruling, Rejected):
        return played
    events = () if rewrite else played.events
    moment = Moment(int(entry["entry"]), entry, played.position, events, "", rewrite=rewrite)
    return played.with_moment(moment)


def play_turn(played: Played, game: CaseGame, move: Data) -> Played:
    """The position after a move of a seat."""
    return with_entry(play_move(played, move, game.fate), entry_of(played, "move", move))


def play_ruling(played: Played, game: CaseGame, what: Mapping[str, Any]) -> Played:
    """The position after a ruling of the moderator, or why none can be made so. A refusal names the rule decided."""
    book, ((name, value),) = played.book, what[RULING].items()
    choice = subjects_of(book).get(name)
    if choice is None:
        raise BadCase(f"{book.name} has nothing to decide called {name}; it has {joined_names(subjects_of(book))}")
    try:
        position = decide_now(book, game.header, played.position, choice, str(value))
    except ValueError as refused:
        violation = Violation(choice.rules[0], say("{why}", why=refused.args[0]), (RULING, name), None)
        return played._replace(ruling=Rejected((violation,)))
    entry = entry_of(played, RULING, {choice.kind: name, "value": value})
    return with_entry(played._replace(book=book_after_entry(book, entry), position=position), entry)


def play_undo(played: Played, game: CaseGame, what: Mapping[str, Any]) -> Played:
    """The position after going back to that after an earlier one of the moves; 0: to the position set up."""
    entry = entry_of(played, UNDO, {"back": str(what[UNDO]), **MODERATOR})
    if not int(what[UNDO]) <= played.number:
        raise BadCase(f"it goes back to move {what[UNDO]}, which comes later")
    try:
        rewrite = undo_rewrite(played.line, int(entry["entry"]), entry)
    except BadEntry as bad:
        raise BadCase(str(bad)) from None
    return with_rewrite(played, entry, rewrite)


def with_rewrite(played: Played, entry: Entry, rewrite: Rewrite) -> Played:
    """What was played, with another line."""
    changed = played._replace(position=position_after(played.line, rewrite), ruling=None, stopped=())
    return with_entry(changed, entry, rewrite)


def play_correction(played: Played, game: CaseGame, what: Data) -> Played:
    """The position after an earlier one of the moves was corrected and all later ones were judged again.

    A refusal names the rules that the first illegal move breaks. Places in a later move begin with `move 3`.
    """
    own = {key: value for key, value in what.items() if key != CORRECT}
    entry = entry_of(played, CORRECT, {"corrects": str(what[CORRECT]), **MODERATOR, **own})
    number = int(entry["entry"])

    def book_after(at: int) -> AnyRulebook:
        return reduce(book_after_entry, [each.entry for each in played.line if 0 < each.number <= at], game.book)

    def judge_turn(book: AnyRulebook, before: Moment, turn: Entry) -> Moment:
        return judged_again(game, number, book, before, turn)

    try:
        return with_rewrite(played, entry, correction_rewrite(book_after, played.line, number, entry, judge_turn))
    except NoLongerStands as later:
        found = [each._replace(at=("move", later.entry, *each.at)) for each in later.cause.violations]
    except BadEntry as bad:
        found = list(bad.violations)
        if not found:
            raise BadCase(str(bad)) from None
    return played._replace(ruling=Rejected(tuple(found)))


def judged_again(game: CaseGame, number: int, book: AnyRulebook, before: Moment, turn: Entry) -> Moment:
    """The moment of a turn on another position than its own. Raises BadEntry, BadCase."""
    move = {key: value for key, value in turn.items() if key not in ("entry", "at", "kind")}
    found = play_move(Played(book, before.position, (), None, 0), move, game.fate)
    if isinstance(found.ruling, Rejected):
        says = say("{why}", why=violation_text(found.ruling.violations))
        raise BadEntry(number, says, found.ruling.violations)
    if found.stopped:
        raise BadCase(f"move {turn['entry']} would stop: {violation_text(found.stopped)}")
    return Moment(int(turn["entry"]), turn, found.position, found.events, "")


def keep_orders(played: Played, game: CaseGame, what: Data) -> Played:
    """The same position; what a seat ordered ahead is kept if it could ever be played."""
    orders_in(real_game(played, game), what)
    return with_entry(played._replace(ruling=None, events=()), entry_of(played, SEALS, what))


def orders_in(game: Game, what: Data) -> OrdersAhead:
    """Orders as they are checked when a player sends them. Raises BadCase."""
    text = json.dumps({"game": game.id, **what}).encode()
    try:
        found = checked_orders(game, str(what["seat"]), reading.read_draft(text, "the orders"))
    except Refused as refused:
        raise BadCase(f"these orders are refused: {refused}") from None
    if found is None:
        raise BadCase("a case needs orders, not `none`")
    return found


def play_due(played: Played, game: CaseGame, what: Data) -> Played:
    """The position after orders of a seat fell due: its first possible move is played; if there is none, nothing."""
    now, seat = real_game(played, game), str(what[DUE])
    kept = next((each for each in reversed(played.moments) if is_orders_of(each, seat)), None)
    if kept is None:
        raise BadCase(f"{seat} has ordered nothing")
    fields = {key: each for key, each in kept.entry.items() if key not in ("entry", "at", "kind")}
    orders, asking = orders_in(now, fields), Asking(now, seat, kept.number)
    turn = sum(each.number > kept.number and each.entry.get("seat") == seat for each in played.line)
    for each in possible_alternatives(asking, orders, turn):
        move = {"seat": seat, **each.move}
        found = play_move(played, move, game.fate)
        if not isinstance(found.ruling, Rejected):
            return with_entry(found, entry_of(played, "move", move))
    return with_entry(played._replace(ruling=None, events=()), entry_of(played, SEALS, {}))


def is_orders_of(moment: Moment, seat: str) -> bool:
    return ORDERS in moment.entry and moment.entry.get("seat") == seat


def possible_alternatives(asking: Asking, orders: OrdersAhead, turn: int) -> Iterator[Alternative]:
    """The moves of an ordered turn whose conditions are true; none if the orders are stopped."""
    for each in orders.turns[turn] if turn < len(orders.turns) else ():
        try:
            refuse_stopped(asking, orders)
            refuse_untrue(asking, each)
        except Refused:
            continue
        yield each


def real_game(played: Played, game: CaseGame) -> Game:
    """The game of a case as commands know it: a log that is on no disk."""
    entries = tuple([cast(Entry, each.entry) for each in played.moments[1:]])
    header = {"game": "case", "title": game.book.id, "nonces": "none", "commitment": "0" * 64, **game.header}
    log = Log("", b"", (cast(Any, header), *entries), ("",) * len(played.moments))
    first = replace(played.moments[0], entry=cast(Any, header))
    return Game("case", "", log, played.book, [first, *played.moments[1:]])


Between = Callable[[Played, CaseGame, Mapping[str, Any]], Played]
BETWEEN: Mapping[str, Between] = {
    RULING: play_ruling,
    UNDO: play_undo,
    CORRECT: play_correction,
    ORDERS: keep_orders,
    DUE: play_due,
}
"""What a case may have between the moves, by its key: what was played before it, the game, it → the same after it."""
