"""Orders ahead as a player writes them, checked as far as anything can be known, and the one text that is sealed."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from referee import reading
from referee.app.ahead.conditions import refuse_condition
from referee.app.errors import Misplaced, Refused
from referee.app.game_access import Game
from referee.app.play.read_move import refusal_of
from referee.app.play.refusal import moves_phrase
from referee.reading import Draft, Source
from referee.reading.texts import ORDERS
from referee.rules.ruling import header_violations
from referee.store.documents import Data
from referee.words import SEMICOLON, Phrase, plain_letters, say, word_list

SCHEMA = "orders"
MOST_CONDITIONS = 50
LONGEST = 8000
"""Characters of the text of orders."""


class Alternative(NamedTuple):
    """A move, what must be true for it to be played, and what must not."""

    move: Data
    conditions: tuple[str, ...] = ()
    exceptions: tuple[str, ...] = ()


class OrdersAhead(NamedTuple):
    """For each of the next turns the alternatives, of which the first possible one is played; what stops all."""

    turns: tuple[tuple[Alternative, ...], ...]
    stops: tuple[str, ...] = ()


def orders_text(orders: OrdersAhead) -> str:
    """The one text of orders: JSON on a line, in the order in which they were written; it is sealed and kept."""
    turns = [[plain_alternative(each) for each in turn] for turn in orders.turns]
    return json.dumps({"turns": turns, "stop": list(orders.stops)}, separators=(",", ":"))


def plain_alternative(each: Alternative) -> dict[str, object]:
    return {"move": each.move, "if": list(each.conditions), "unless": list(each.exceptions)}


def orders_of(text: str) -> OrdersAhead:
    """The orders of a text that `orders_text` made."""
    fields = json.loads(text)
    turns = [
        tuple([Alternative(each["move"], tuple(each["if"]), tuple(each["unless"])) for each in turn])
        for turn in fields["turns"]
    ]
    return OrdersAhead(tuple(turns), tuple(fields["stop"]))


def is_orders(source: Source) -> bool:
    """Whether a text is meant as orders ahead, and not as a move."""
    return isinstance(source.data, dict) and "orders" in source.data


def read_orders(raw: bytes, name: str) -> Draft:
    """The text of orders, as far as it can be read. Raises BadInput."""
    return reading.read_draft(raw, name)


def checked_orders(game: Game, seat: str, draft: Draft) -> OrdersAhead | None:
    """The orders in a text, None for `none`. Raises Flawed, Refused for what can never be played."""
    form = reading.check_form(draft, SCHEMA)
    if form is None or draft.problems:
        raise refusal_of(draft)
    refuse_other(game, seat, draft.source, form)
    if isinstance(form["orders"], str) and not is_pass(form["orders"]):
        return None
    form = {**form, "orders": alternatives_in(form["orders"])}
    refuse_many_conditions(form)
    found = OrdersAhead(tuple(turns_in(game, seat, draft.source, form["orders"])), conditions_in(form, "stop"))
    for condition in found.stops:
        refuse_condition(game, seat, condition)
    if len(orders_text(found)) > LONGEST:
        raise Refused(say("Your orders are longer than {most} characters. Make them shorter.", most=LONGEST))
    return found


def is_pass(written: object) -> bool:
    """Whether a part of orders is the word `pass`."""
    return isinstance(written, str) and plain_letters(written) in ("pass", "passe", "passo")


def alternatives_in(written: Any) -> list[Mapping[str, Any]]:
    """The list of orders; `pass` in place of all of it, or of one of its items, is a move that passes."""
    items = [written] if is_pass(written) else written
    return [{"move": each} if is_pass(each) else each for each in items]


def refuse_many_conditions(form: Mapping[str, Any]) -> None:
    """Raises Refused: each condition takes a look at the whole game."""
    found = [*conditions_in(form, "stop")]
    found += [one for item in form["orders"] for key in ("if", "unless") for one in conditions_in(item, key)]
    if len(found) > MOST_CONDITIONS:
        words = "Your orders have {number} conditions. The limit is {most}. Make them shorter."
        raise Refused(say(words, number=len(found), most=MOST_CONDITIONS))


def refuse_other(game: Game, seat: str, source: Source, form: Mapping[str, Any]) -> None:
    """Raises Misplaced for orders that are for another game or seat."""
    if form["game"] != game.id:
        says = say("These orders are for the game {game}.", game=form["game"])
        raise Misplaced(source, ("game",), says, say("Write `game: {game}`.", game=game.id))
    if form["seat"] != seat:
        says = say("These orders are for {seat}, which isn't your seat.", seat=form["seat"])
        raise Misplaced(source, ("seat",), says, say("Write `seat: {seat}`.", seat=seat))


def turns_in(game: Game, seat: str, source: Source, items: Sequence[Any]) -> Iterator[tuple[Alternative, ...]]:
    """The alternatives of each turn. Raises Misplaced, Refused."""
    turns: list[list[Alternative]] = []
    for number, item in enumerate(items):
        turn = int(item.get("turn", max(len(turns), 1)))
        if turn not in (len(turns), len(turns) + 1) or turn < 1:
            says = say("Turn {turn} can't follow turn {before} here.", turn=turn, before=len(turns))
            raise Misplaced(source, ("orders", number), says, say("Write the turns in order: 1, 2, 3."))
        turns += [[]] if turn > len(turns) else []
        turns[-1].append(checked_alternative(game, seat, number, item))
    yield from [tuple(each) for each in turns]


def checked_alternative(game: Game, seat: str, number: int, item: Mapping[str, Any]) -> Alternative:
    """Raises Refused."""
    found = Alternative(
        checked_move(game, seat, number, item["move"]), conditions_in(item, "if"), conditions_in(item, "unless")
    )
    for condition in (*found.conditions, *found.exceptions):
        refuse_condition(game, seat, condition)
    return found


def conditions_in(fields: Mapping[str, Any], key: str) -> tuple[str, ...]:
    """One condition or several, each with single spaces."""
    found = fields.get(key, [])
    return tuple([" ".join(str(each).split()) for each in (found if isinstance(found, list) else [found])])


OTHERWISE = ("game", "seat", "after", "head")
"""What a move of an order leaves out: it is known."""


def checked_move(game: Game, seat: str, number: int, written: Mapping[str, Any] | str) -> Data:
    """The move in the form of its title. Raises Flawed, Refused for what no rule will ever allow."""
    move = game.book.play.passing if isinstance(written, str) else written
    if move is None:
        raise Refused(say("Nobody can pass in this game."), say("Write the move that you want to play."))
    if said := [each for each in OTHERWISE if each in move]:
        words = "Move {number} of your orders has {fields}, which belongs above `orders:`."
        raise Refused(say(words, number=number + 1, fields=word_list(said)), say("Leave it out of the move."))
    draft = reading.read_draft(move_text(game, seat, game.log.last, move), f"move {number + 1} of your orders")
    form = reading.check_form(draft, f"{game.book.id}.move", lambda: game.book.show().places(game.position))
    if form is None or draft.problems:
        raise refusal_of(draft, (), game.book)
    if broken := header_violations(game.book.play, game.position, form):
        words = "Move {number} of your orders can never be played: {why}"
        raise Refused(say(words, number=number + 1, why=broken[0].says), broken[0].hint)
    return {key: value for key, value in form.items() if key not in OTHERWISE}


def move_text(game: Game, seat: str, after: int, move: Data) -> bytes:
    """A move of orders as the file that its player could have sent in answer to entry `after`."""
    return reading.dump({"game": game.id, "after": after, "seat": seat, **move}, ORDERS).encode()


def orders_lines(game: Game, orders: OrdersAhead, begins: int = 0) -> Iterator[Phrase]:
    """Orders in words, a line for each alternative, from turn `begins` on (0: the first)."""
    for number, turn in enumerate(orders.turns[begins:], 1):
        for each in turn:
            yield alternative_line(game, number, each)
    for condition in orders.stops:
        yield say("Nothing of this is played once this is true: {condition}.", condition=condition)


def alternative_line(game: Game, number: int, each: Alternative) -> Phrase:
    move = moves_phrase(game.book.id, [each.move])
    conditions = [*each.conditions, *[say("not: {condition}", condition=one) for one in each.exceptions]]
    if not conditions:
        return say("Turn {number}: {move}.", number=number, move=move)
    words = "Turn {number}, if this is true: {conditions} – {move}."
    return say(words, number=number, conditions=word_list(conditions, SEMICOLON), move=move)
