"""Conditions of orders ahead: short sentences about what a seat may see, and whether they are true when it may move.

They are answered from the seat's own view and from facts of the title about that seat: a condition can ask for nothing
that the seat may not know.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from referee.app.errors import Refused, nearest_hint
from referee.app.game_access import Game
from referee.app.play.entries import spellings
from referee.rules.line import counted_line
from referee.rules.rulebook import SeatFacts
from referee.show.view import Piece, Space, View
from referee.words import Phrase, plain_letters, say, verbatim_word, word_list

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
