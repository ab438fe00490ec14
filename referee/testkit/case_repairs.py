"""What a conformance case can have between its moves: rulings, undos, corrections, and orders ahead that fall due.

Each is judged by the code that judges it in a game. A move, or any of these, is an entry with the number that it has
among the `moves` of the case, from 1.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import reduce
from typing import Any, cast

from referee import reading
from referee.app.ahead.conditions import Asking
from referee.app.ahead.play_orders import refuse_stopped, refuse_untrue
from referee.app.ahead.written_orders import Alternative, OrdersAhead, checked_orders
from referee.app.errors import Refused
from referee.app.game_access import Game
from referee.rules.entry_shapes import SEALS, BadEntry
from referee.rules.line import Moment, Rewrite, position_after
from referee.rules.rewrites import NoLongerStands, correction_rewrite, undo_rewrite
from referee.rules.rulebook import AnyRulebook
from referee.rules.ruling import Rejected, Violation
from referee.rules.rulings import book_after_entry, decide_now, subjects_of
from referee.store.chain import Log
from referee.store.documents import Data, Entry
from referee.testkit.case_play import BadCase, CaseGame, Played, joined_names, play_move, violation_text
from referee.words import say

RULING, UNDO, CORRECT, ORDERS, DUE = "ruling", "undo", "correct", "orders", "due"
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
