"""Orders ahead as a player writes them, checked as far as anything can be known, and the one text that is sealed.

Conditions are short sentences about what a seat may see. They are answered from the seat's own view and from facts of
the title about that seat: they can ask for nothing that it may not know.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from referee import reading
from referee.app.errors import Misplaced, Refused, nearest_hint
from referee.app.game_access import Game
from referee.app.play.entries import spellings
from referee.app.play.read_move import refusal_of
from referee.app.play.refusal import moves_phrase
from referee.reading import Draft, Source
from referee.reading.yaml_reader import ORDERS
from referee.rules.line import counted_line
from referee.rules.rulebook import SeatFacts
from referee.rules.ruling import header_violations
from referee.show.view import Piece, Space, View
from referee.store.documents import Data
from referee.words import SEMICOLON, Phrase, plain_letters, say, verbatim_word, word_list

NOBODY, ANYBODY, ME = "nobody", "anybody", "me"


class Asking(NamedTuple):
    """Who asks: the game as it is now, the seat, and the entry after which its orders came."""

    game: Game
    seat: str
    since: int

    def view(self, at: int) -> View:
        """What the seat may see after entry `at`."""
        line = counted_line(self.game.moments[: at + 1])
        found: View = self.game.book.show().view(self.game.header, line, self.seat)
        return found


Asked = re.Match[str]
VERBS = r"(?:has |have )?(?:builds?|built|plays?|played|moves?|moved)"
IN = r"(?:at|in|on|to|into)"
BUILT = re.compile(
    rf"(?P<who>.+?) {VERBS} (?:(?:an?|the) (?P<what>[a-z][a-z -]*?) )?{IN} (?P<place>\S.*)", re.IGNORECASE
)
EMPTY = re.compile(r"(?P<place>\S.*?) is (?:still )?(?:empty|free)", re.IGNORECASE)
STANDS = re.compile(
    rf"(?P<who>.+?) (?:has|have) (?:something|anything|an? (?P<what>[a-z][a-z -]*?)) {IN} (?P<place>\S.*)",
    re.IGNORECASE,
)
SCORE = re.compile(
    r"(?P<who>my|the|[^ ]+?'s) score is (?:at least (?P<least>[0-9]{1,4})|less than (?P<below>[0-9]{1,4}))",
    re.IGNORECASE,
)
EXAMPLES = (
    "`nobody built in {place}`",
    "`{other} built in {place}`",
    "`{place} is empty`",
    "`I have something in {place}`",
    "`my score is at least 12`",
)


def seat_meant(game: Game, seat: str, name: str) -> str:
    """NOBODY, ANYBODY, ME, or a seat. Raises Refused."""
    plain = plain_letters(name)
    if plain in ("nobody", "no one", "noone", "nobody else"):
        return NOBODY
    if plain in ("anybody", "anyone", "somebody", "someone", "anybody else", "somebody else"):
        return ANYBODY
    if plain in ("i", "me", "my", seat):
        return ME
    found = [each for each, player in game.players.items() if each == plain or spellings(name) & spellings(player)]
    if len(found) == 1:
        return found[0]
    known = word_list([verbatim_word(each) for each in game.header["seats"]])
    says = say("There is no player called {name} in this game.", name=name)
    raise Refused(says, say("Write `nobody`, `anybody`, `I`, or a seat: {known}.", known=known))


def place_meant(game: Game, name: str) -> str:
    """The label of a place of the board, whatever the player calls it. Raises Refused."""
    labels = {each.label.casefold(): each.label for each in spaces_of(game)}
    others = {plain_letters(each): label for each, label in game.book.show().places(game.position).items()}
    found = labels.get(name.casefold()) or labels.get(others.get(plain_letters(name), "").casefold())
    if not found:
        raise Refused(
            say("There is no place {name} on this board.", name=name), nearest_hint(name, list(labels.values()))
        )
    return found


def spaces_of(game: Game) -> Sequence[Space]:
    """The spaces of the board, if the game has one."""
    view: View = game.book.show().view(game.header, game.line, "")
    return view.board.spaces if view.board else ()


def pieces_in(view: View, place: str) -> list[Piece]:
    """What is in a place, as its reader sees it."""
    spaces = view.board.spaces if view.board else ()
    return [piece for space in spaces if space.label == place for piece in space.pieces]


def owned_pieces(pieces: Iterable[Piece], who: str, seat: str, what: str) -> list[tuple[str, str]]:
    """Whose pieces, and of which kind, of those that somebody owns: NOBODY and ANYBODY are the others."""
    others = {each.seat for each in pieces} - {"", seat}
    owners = others if who in (NOBODY, ANYBODY) else {seat if who == ME else who}
    return [(each.seat, each.kind) for each in pieces if each.seat in owners and what in ("", each.kind)]


def was_built(asking: Asking, found: Asked) -> bool:
    who, place = seat_meant(asking.game, asking.seat, found["who"]), place_meant(asking.game, found["place"])
    what = (found["what"] or "").lower()
    now = owned_pieces(pieces_in(asking.view(asking.game.log.last), place), who, asking.seat, what)
    before = owned_pieces(pieces_in(asking.view(asking.since), place), who, asking.seat, what)
    is_new = any(now.count(each) > before.count(each) for each in now)
    return is_new != (who == NOBODY)


def is_empty(asking: Asking, found: Asked) -> bool:
    place = place_meant(asking.game, found["place"])
    return not [each for each in pieces_in(asking.view(asking.game.log.last), place) if each.seat]


def stands(asking: Asking, found: Asked) -> bool:
    who, place = seat_meant(asking.game, asking.seat, found["who"]), place_meant(asking.game, found["place"])
    what = (found["what"] or "").lower()
    now = owned_pieces(pieces_in(asking.view(asking.game.log.last), place), who, asking.seat, what)
    return bool(now) != (who == NOBODY)


def scores_enough(asking: Asking, found: Asked) -> bool:
    who = seat_meant(asking.game, asking.seat, found["who"].removesuffix("'s"))
    if who in (NOBODY, ANYBODY):
        raise Refused(say("I don't know whose score you mean."), say("Write `my score`, or name a seat."))
    score = score_of(asking.view(asking.game.log.last), asking.seat if who == ME else who)
    return score >= int(found["least"]) if found["least"] else score < int(found["below"])


def score_of(view: View, seat: str) -> int:
    """The first number of a score. Raises Refused in a game that shows none."""
    for each in view.scores:
        number = re.search("[0-9]+", str(each.says))
        if each.seat == seat and number:
            return int(number[0])
    raise Refused(say("This game shows no scores."), say("Leave this condition out."))


Answer = Callable[[Asking, Asked], bool]
GENERAL: tuple[tuple[re.Pattern[str], Answer], ...] = (
    (EMPTY, is_empty),
    (SCORE, scores_enough),
    (STANDS, stands),
    (BUILT, was_built),
)
"""What can be asked in every game, and how it is answered."""


def is_true(asking: Asking, condition: str) -> bool:
    """Whether a condition is true for a seat now. Raises Refused for what nobody can ask."""
    own = own_facts(asking.game)
    if own and (form := form_of(own.forms, condition)):
        return is_fact(asking, own, form, condition)
    for pattern, answer in GENERAL:
        if found := pattern.fullmatch(condition):
            return answer(asking, found)
    raise Refused(say("I can't read the condition `{condition}`.", condition=condition), condition_examples(asking))


def own_facts(game: Game) -> SeatFacts[Any] | None:
    """What can be asked in a game of this title alone."""
    return game.book.show().seat_facts


def form_of(forms: Iterable[str], condition: str) -> str:
    """Of the sentences of a title the one that a condition has the form of; "" for none. `the deck` is no seat."""
    return next((form for form in sorted(forms, key=begins_with_seat) if form_pattern(form).fullmatch(condition)), "")


def begins_with_seat(form: str) -> bool:
    return form.startswith("SEAT")


def form_pattern(form: str) -> re.Pattern[str]:
    """`my stone is on PLACE` as a pattern."""
    one_of_them = re.sub(r"(?<=NUMBER\\ )[a-z]+", r"\g<0>?", re.escape(form))  # 1 card, 2 cards
    words = one_of_them.replace("PLACE", r"(?P<place>\S.*)").replace("NUMBER", r"(?P<number>[0-9]{1,3})")
    words = words.replace(r"SEAT\ has", r"(?P<seat>.+?) (?:has|have)").replace("SEAT's", "(?P<seat>my|.+?'s)")
    words = words.replace("NAME", "(?P<name>[A-Za-z][A-Za-z ]*)")
    return re.compile(words, re.IGNORECASE)


def is_fact(asking: Asking, own: SeatFacts[Any], form: str, condition: str) -> bool:
    """Whether a sentence of a title is true; of somebody, whether it is so of one of the others. Raises Refused."""
    found = form_pattern(form).fullmatch(condition)
    facts = found.groupdict() if found else {}
    who = seat_meant(asking.game, asking.seat, facts["seat"].removesuffix("'s")) if "seat" in facts else ME
    others = [each for each in asking.game.header["seats"] if each != asking.seat]
    seats = {ME: [asking.seat], NOBODY: others, ANYBODY: others}.get(who, [who])
    true = {*own.of(asking.game.position, asking.seat)}
    is_so = any(asked_fact(asking.game, form, {**facts, "seat": seat}) in true for seat in seats)
    return is_so != (who == NOBODY)


def asked_fact(game: Game, form: str, facts: Mapping[str, str]) -> str:
    """The condition as its title would write it: with the label of a place, and in small letters. Raises Refused."""
    fact = form.replace("SEAT", facts["seat"])
    fact = fact.replace("NUMBER", str(int(facts.get("number", "0")))).replace("NAME", facts.get("name", "").lower())
    return fact.replace("PLACE", place_meant(game, facts["place"])) if "place" in facts else fact


def condition_examples(asking: Asking) -> Phrase:
    """What a player can write."""
    place = next((each.label for each in spaces_of(asking.game)), "A1")
    other = next(each for each in asking.game.header["seats"] if each != asking.seat)
    own = own_facts(asking.game)
    lines = [each.format(place=place, other=other) for each in EXAMPLES]
    lines += [f"`{each.replace('SEAT', other)}`" for each in (own.forms if own else ())]
    return say("You can write: {examples}.", examples=word_list(lines))


def refuse_condition(game: Game, seat: str, condition: str) -> None:
    """Raises Refused for a condition that nobody can read, or that names what the game doesn't have."""
    is_true(Asking(game, seat, game.log.last), condition)


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
