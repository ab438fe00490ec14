"""Nobody sees what is hidden from them: the promise of a title with hidden cards, tried by dealing them again.

An exchange gives two places of a pile each other's items, and shuffles all that nobody has drawn. Where the log stays
as it is, this is another deal that it allows. It may change what a reader sees only if a lesson of the title says that
this reader saw one of the two items (`Knowledge.hidden_lessons`).
"""

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import NamedTuple

from referee.rules.horizon import hidden_lessons, lessons
from referee.rules.knowledge import EVERYBODY, Knowledge
from referee.rules.planner import suggest_move
from referee.rules.replay import BadEntry, Moment, moments
from referee.rules.rulebook import Move, hides
from referee.rules.ruling import Accepted, Veiled, faults, header_violations, judge, refuse_chance
from referee.rules.search import legal_candidates
from referee.show.endings import victory_of
from referee.store import chance
from referee.store.documents import Entry
from referee.testkit.playouts import Playout
from referee.testkit.promises import as_sent, mutant
from referee.words import Phrase

PROBES = 8
"""So many moves of each kind are tried by each reader."""
ENTRIES, EXCHANGES = 4, 4
"""After so many entries of a game so many exchanges are tried."""

Place = tuple[str, int]
"""A pile, and the place in it."""
Asked = list[tuple[Place, str]]
"""The places that an entry asked for, and the items there."""


class Retold:
    """A world where some items have changed places, as one entry asks for it; it notes the requests.

    fate  of the entry: it asks here for every item
    seen  what the log shows, and what was drawn behind the veil, by whom it was drawn
    """

    def __init__(self, shown: Mapping[str, str], drawn: chance.Drawn, moved: Mapping[Place, int]) -> None:
        self.drawn, self.moved = drawn, moved
        self.fate = chance.Told(shown, veil=chance.full_veil, deeper=self.item)
        self.questions: Asked = []
        self.seen: set[Place] = set()

    def item(self, pile: str, index: int, items: Sequence[str]) -> str:
        item, shown = self.drawn(pile, self.moved.get((pile, index), index), items), self.fate.shown
        where = chance.pile_place(pile, index)
        assert shown.get(where, item) == item, "the log tells of another world"
        self.fate.asked.add(where)
        self.questions.append(((pile, index), item))
        if where in shown or self.drawn.veil(pile):
            self.seen.add((pile, index))
        return item


class World(NamedTuple):
    """The game up to an entry, what each entry asked chance for, with the answers, and what of that was seen."""

    moments: list[Moment]
    questions: list[Asked]
    seen: set[Place]
    drawn: chance.Drawn


Moved = Mapping[Place, int]
"""The places whose items have changed, and the places in the same pile from which these come."""


def world(game: Playout, upto: int, moved: Moved) -> World:
    """The game of the log with items in other places. Raises BadEntry when this would be another log."""
    drawn, fates = game.fate(), list[Retold]()

    def fate(entry: Entry) -> chance.Told:
        fates.append(Retold(entry.get("shown") or {}, drawn, moved))
        return fates[-1].fate

    found = list(moments(game.book, game.log, upto=upto, fates=fate))
    return World(found, [each.questions for each in fates], set[Place]().union(*[each.seen for each in fates]), drawn)


def shuffled_but(real: World, seen: set[Place], rng: random.Random) -> dict[Place, int]:
    """Where all that is not at these places comes to lie."""
    found: dict[Place, int] = {}
    for pile, order in real.drawn.orders.items():
        unseen = [index for index in range(len(order)) if (pile, index) not in seen]
        found |= {(pile, index): other for index, other in zip(unseen, rng.sample(unseen, len(unseen)), strict=True)}
    return found


Answers = Iterable[tuple[str, object]]
"""What somebody gets to see: the name of each thing, and the thing."""


def everything_told(game: Playout, seen: list[Moment], reader: str, probes: Iterable[Move] = ()) -> Answers:
    """Everything that the reader can get to see, with a name for each; reports are made from the view alone."""
    book, header, position = game.book, game.header, seen[-1].position
    show, mover = book.show(), book.play.to_move(position)
    yield "the view", show.view(header, seen, reader)
    if show.film:
        film = show.film(header, seen, [reader], len(seen) - 1)
        yield "the film", (film.board, film.provenance, list(film.stills))
    if reader == EVERYBODY:
        yield from public_answers(game, seen)
    if show.seat_facts and reader:
        yield "the facts for orders ahead", list(show.seat_facts.of(position, reader))
    if reader and mover:
        yield "the menu", menu_of(game, seen, reader)
    if reader and reader == mover:
        yield "the list of legal moves", list(legal_candidates(book.play, position))
        yield "the suggested move", suggest_move(book, position)
    if reader:
        for move in probes:
            yield f"the answer to {move}", move_verdict(game, position, {**move, "seat": reader})


def public_answers(game: Playout, seen: list[Moment]) -> Answers:
    """What is the same for everybody, beside the view."""
    book, header, position = game.book, game.header, seen[-1].position
    show, outcome = book.show(), book.play.outcome(position)
    yield "the lessons of an undo", lessons(book, header, seen)
    yield "the outcome", outcome
    yield "the names of places", dict(show.places(position))
    if show.chart:
        yield "the chart", show.chart(header, seen)
    if outcome:
        yield "how the game was won", victory_of(book, header["seats"], seen, None)


def menu_of(game: Playout, seen: list[Moment], reader: str) -> object:
    """The choices of a seat: those of its turn, or for orders ahead."""
    compose, last = game.book.compose(), seen[-1]
    if not compose.menu:
        return None
    if reader != game.book.play.to_move(last.position):
        position = compose.next_turn(last.position, reader) if compose.next_turn else None
        if position is None:
            return None
        seen = [*seen[:-1], replace(last, position=position)]
    return compose.menu(game.header, seen)


def random_probes(game: Playout, position: object, number: int) -> list[Move]:
    """So many moves of each kind while a seat is to move: single actions, and moves of this game, changed."""
    if not game.book.play.to_move(position):
        return []
    rng = random.Random(game.log.last)
    singles = [part for _, part in game.book.play.candidates(position)]
    found = rng.sample(singles, min(number, len(singles)))
    return [*found, *[mutant(rng.choice(game.turns).move, rng) for _ in range(number)]]


def move_verdict(game: Playout, position: object, move: Move) -> object:
    """The answers of `check`, `why`, `legal` and `--dry-run` to a move."""
    try:
        ruling = judge(game.book.play, position, move, refuse_chance)
    except Veiled:
        return "may be played, and shows something"
    if isinstance(ruling, Accepted):
        return "may be played", game.book.play.record(position, move, ruling.events)
    sent = as_sent(move)
    header = header_violations(game.book.play, position, sent)
    beside = faults(game.book.play, position, sent) if move["seat"] == game.book.play.to_move(position) else header
    return "refused", ruling.violations, header, beside


def differences(some: Answers, others: Answers) -> Iterator[str]:
    """The names of what differs when it is printed."""
    for (what, one), (_, two) in zip(some, others, strict=True):
        if one != two and printed_value(one) != printed_value(two):
            yield what


def printed_value(value: object) -> object:
    """Phrases as people read them, without the facts that they do not print; records and lists all the way down."""
    if isinstance(value, Phrase):
        return str(value)
    if isinstance(value, Mapping):
        return {key: printed_value(each) for key, each in value.items()}
    return [printed_value(each) for each in value] if isinstance(value, tuple | list) else value


def a_veil_is_explained(game: Playout) -> None:
    """A title that hides something says who sees it."""
    knowledge = game.book.show().knowledge
    explained = knowledge and knowledge.hidden_lessons
    assert explained or not hides(game.book, game.header), (
        "a title with a `veil` needs `knowledge` with `hidden_lessons`: they say who saw which hidden items"
    )


class ItemReaders:
    """Who may have seen which hidden item up to an entry, by the lessons of the title."""

    def __init__(self, game: Playout, real: World) -> None:
        header, knowledge = game.book.header_with_options(game.header), game.book.show().knowledge or Knowledge()
        self.readers: dict[int, list[frozenset[str]]] = {}
        for lesson in hidden_lessons(game.book, header, real.moments, knowledge):
            self.readers.setdefault(lesson.entry, []).append(frozenset(lesson.readers))
        self.drawn: dict[Place, int] = {}
        for number, asked in enumerate(real.questions, 1):
            for place, _ in asked:
                if real.drawn.veil(place[0]):
                    self.drawn.setdefault(place, number)

    def is_for_all(self, entry: int) -> bool:
        """Whether everybody learned something hidden from this entry; from then on it is in the log."""
        return any(EVERYBODY in each for each in self.readers.get(entry, ()))

    def who_saw(self, place: Place) -> list[frozenset[str]]:
        """The readers of each lesson that can be about the item there; of its only item all lessons of an entry are.

        Lessons for everybody are about what is in the log, which an exchange leaves as it is.
        """
        entry = self.drawn.get(place, 0)
        found = [each for each in self.readers.get(entry, []) if EVERYBODY not in each]
        alone = list(self.drawn.values()).count(entry) == 1
        return [frozenset().union(*found)] if alone or not found else found

    def who_looked(self) -> frozenset[str]:
        """The readers of lessons about what was drawn earlier, which can be about any item."""
        later = [entry for entry in self.readers if entry not in self.drawn.values() and not self.is_for_all(entry)]
        return frozenset().union(*[each for entry in later for each in self.readers[entry]])

    def may_notice(self, readers: Iterable[str], places: Sequence[Place]) -> bool:
        """Whether the lessons let these readers know of an exchange of items."""
        unaware = frozenset(readers) - self.who_looked()
        return any(unaware <= frozenset().union(*each) for each in product(*map(self.who_saw, places)))


def world_after_exchange(
    game: Playout, real: World, learned: ItemReaders, places: Sequence[Place], rng: random.Random
) -> World | None:
    """The same log with the items of two hidden places exchanged, and all that nobody has drawn shuffled.

    None where the log is another one, or where other items follow: then nothing can be concluded.
    """
    moved = shuffled_but(real, {*real.seen, *places}, rng)
    if places:
        (_, one), (_, two) = places
        moved |= dict(zip(places, (two, one), strict=True))
    try:
        other = world(game, len(real.questions), moved)
    except BadEntry as bad:
        if not places or not learned.is_for_all(bad.number):
            words = "entry {} depends on what is hidden, and no hidden lesson of it is for everybody: {}"
            raise AssertionError(words.format(bad.number, bad)) from bad
        return None
    kept = real.seen - {*places}
    return other if answers_at(kept, other) == answers_at(kept, real) else None


def answers_at(kept: set[Place], found: World) -> list[Asked]:
    """What each entry asked for, with the answers at these places alone."""
    return [[(place, item if place in kept else "") for place, item in asked] for asked in found.questions]


def hidden_pairs(real: World, learned: ItemReaders, rng: random.Random) -> Iterator[tuple[Place, ...]]:
    """Pairs of a hidden place that was drawn and another one of its pile that holds another item."""
    for place in rng.sample(list(learned.drawn), min(EXCHANGES, len(learned.drawn))):
        order = real.drawn.orders[place[0]]
        others = [(place[0], at) for at, item in enumerate(order) if item != order[place[1]]]
        if others:
            yield place, rng.choice(others)


def what_is_hidden_changes_nothing_told(game: Playout) -> None:
    """Exchanges of hidden items change nothing that a reader sees who may not know them."""
    rng, last = random.Random(game.log.last), game.log.last
    for entry in (last, *rng.sample(range(1, last), min(ENTRIES, last - 1))):
        real = world(game, entry, {})
        assert_exchanges_are_unnoticed(game, real, ItemReaders(game, real), rng)


def assert_exchanges_are_unnoticed(game: Playout, real: World, learned: ItemReaders, rng: random.Random) -> None:
    readers, probes = (EVERYBODY, *game.header["seats"]), random_probes(game, real.moments[-1].position, PROBES)
    known = {reader: list(everything_told(game, real.moments, reader, probes)) for reader in readers}
    for pair in [(), *hidden_pairs(real, learned, rng)]:
        other = world_after_exchange(game, real, learned, pair, rng)
        if other is None:
            continue
        seen = {
            reader: next(differences(known[reader], everything_told(game, other.moments, reader, probes)), "")
            for reader in readers
        }
        noticed = {reader: what for reader, what in seen.items() if what}
        assert learned.may_notice(noticed, pair), noticed_words(noticed, pair, len(real.questions))


def noticed_words(noticed: Mapping[str, str], places: Sequence[Place], entry: int) -> str:
    """Which answers to whom are other ones in the other deal."""
    what = "; ".join(f"{reader or 'everybody'}: {each}" for reader, each in noticed.items())
    where = " and ".join(chance.pile_place(*each) for each in places)
    deal = f"the items at {where} are exchanged" if places else "what nobody has drawn is shuffled"
    return (
        f"after entry {entry} this changes when {deal}, more than the hidden lessons allow: {what}. "
        "What all learn must be in the log: in a move, or in `public`"
    )


PROMISES = (a_veil_is_explained, what_is_hidden_changes_nothing_told)
