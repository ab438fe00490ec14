"""Seeded random games of any title, played through the referee's own rules, and their logs.

A random mover builds a turn from the title's candidates: a part that the rules refuse is left out. It knows no rule.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from referee import titles
from referee.rules.folds import deal_result
from referee.rules.planner import move_with_part, suggest_move
from referee.rules.replay import state_of
from referee.rules.rulebook import AnyRulebook, Header, Move
from referee.rules.ruling import Accepted, AnyAccepted, Rejected, judge
from referee.store import chain, chance
from referee.store.documents import Data

SUGGESTED = 0.1
"""How many turns begin with the suggestion of the title's planner; without it, random pieces hardly ever meet."""
PARTS = 5
"""Fewer random parts than this are added to a turn."""
TRIES = 60
"""How many candidates of a kind are tried for one."""
LONGEST = 500
"""More entries than any game of ours has: a playout that reaches this does not end."""


class EntryFate:
    """The fate of one entry: it keeps its answers."""

    def __init__(self, drawn: chance.Drawn) -> None:
        self.drawn, self.shown = drawn, dict[str, str]()

    def __call__(self, pile: str, index: int, items: Sequence[str] = ()) -> str:
        item = self.drawn(pile, index, items)
        if not self.drawn.veil(pile):
            self.shown[chance.pile_place(pile, index)] = item
        return item


class PlayedTurn(NamedTuple):
    """A recorded turn: the position before it, the move, and the ruling on it."""

    before: object
    move: Move
    ruling: AnyAccepted


class Playout(NamedTuple):
    """A whole random game: its header, every position after an entry (the deal's first), the turns, and the log."""

    book: AnyRulebook
    header: dict[str, Any]
    secret: bytes
    positions: tuple[object, ...]
    turns: tuple[PlayedTurn, ...]
    log: chain.Log
    fate: Callable[[], chance.Drawn]


def header_of(book: AnyRulebook, seed: int) -> dict[str, Any]:
    """Players and options go round with the seed, so that every value of every option comes up."""
    rng = random.Random(seed)
    players = book.players[seed % len(book.players)]
    seats = {seat: seat.title() for seat in sorted(rng.sample(book.seats, players), key=book.seats.index)}
    options, own = random_setup(book, seats, rng)
    secret = seed.to_bytes(32, "big")
    return {
        "format": chain.FORMAT,
        "game": f"playout-{seed}",
        "title": book.id,
        "edition": book.edition.number,
        **own,
        "options": options,
        "seats": seats,
        "commitment": chance.commitment(f"playout-{seed}", secret),
        "prev": chain.NOTHING_BEFORE,
    }


def random_setup(
    book: AnyRulebook, seats: dict[str, str], rng: random.Random
) -> tuple[dict[str, str], Mapping[str, object]]:
    """Options that go together with the seats, and what the title makes of them."""
    options = {option.name: rng.choice(option.values) for option in book.options}
    try:
        return options, book.furnished_fields({"seats": seats, "options": options, "board": None})
    except ValueError:
        return random_setup(book, seats, rng)


def fates(book: AnyRulebook, header: Header, secret: bytes) -> Callable[[], chance.Drawn]:
    """What chance holds for the game: each call gives it untouched."""
    seed = chance.final_seed(header["game"], secret, dict.fromkeys(header["seats"], chance.NO_NONCE))
    piles, veil = book.set_up.piles(header), book.set_up.veil(header)
    return lambda: chance.Drawn(seed, piles, veil)


def random_turn(book: AnyRulebook, position: object, rng: random.Random, fate: Callable[[], chance.Drawn]) -> Move:
    """A legal move: a suggested one or none, to which random candidates are added as long as all is accepted."""
    seed = rng.randrange(1000)
    bare: Move = {"seat": book.play.to_move(position), "actions": []}
    move = suggest_move(book, position, seed) if rng.random() < SUGGESTED else bare
    parts = rng.randrange(PARTS)
    kinds: dict[str, list[Move]] = {}
    for kind, part in book.play.candidates(position) if parts else ():
        kinds.setdefault(kind, []).append(part)
    for _ in range(parts):
        some = kinds[rng.choice(list(kinds))]
        for part in rng.sample(some, min(TRIES, len(some))):
            grown = move_with_part(move, part)
            if isinstance(judge(book.play, position, grown, fate()), Accepted):
                move = grown
                break
    return (
        move if isinstance(judge(book.play, position, move, fate()), Accepted) else suggest_move(book, position, seed)
    )


Between = Callable[[AnyRulebook, chain.Log, object], tuple[AnyRulebook, chain.Log, object]]
"""What happens between two turns: the rulebook, the log and the position before it → the same after it."""


@lru_cache(maxsize=4)  # `referee dev contract` takes 5 times as long without it: each promise asks for the game
def playout(title: str, seed: int, edition: int | None = None) -> Playout:
    """The random game of this seed, from the deal to its end, under an edition or the newest."""
    return random_playout(titles.book(title).under({} if edition is None else {"edition": edition}), seed)


def random_playout(book: AnyRulebook, seed: int, between: Between = lambda *before: before) -> Playout:
    """The random game of this seed under the edition of the book, which may change between two turns."""
    first, rng = book, random.Random(seed)
    header = header_of(book, seed)
    secret = seed.to_bytes(32, "big")
    untouched = fates(book, header, secret)
    fate = EntryFate(untouched())
    position, _ = deal_result(book, book.set_up.begin(header), fate)
    log = log_with_entry(book, chain.parse(chain.document(header)), "deal", {}, fate, position)
    positions, turns = [position], []
    left: Move | None = None
    while book.play.to_move(position) and log.last < LONGEST:
        if not left and not book.play.is_turn_begun(position):
            book, log, position = between(book, log, position)
            positions += [*[positions[-1]] * (log.last - len(positions) - 1), position][: log.last - len(positions)]
        move = left or random_turn(book, position, rng, untouched)
        fate = EntryFate(untouched())
        ruling = judge(book.play, position, move, fate)
        if left and isinstance(ruling, Rejected):  # what was revealed makes the rest of an order impossible
            left = None
            continue
        assert isinstance(ruling, Accepted), (move, ruling)
        left = ruling.rest
        turns.append(PlayedTurn(position, move, ruling))
        fields = {"seat": move["seat"], **book.play.record(position, move, ruling.events)}
        position = ruling.position
        positions.append(position)
        log = log_with_entry(book, log, "move", fields, fate, position)
    return Playout(first, header, secret, tuple(positions), tuple(turns), log, untouched)


def log_with_entry(
    book: AnyRulebook, log: chain.Log, kind: str, fields: Data, fate: EntryFate | None, position: object
) -> chain.Log:
    """The log with one more entry; without a fate chance was not asked."""
    entry = {
        "entry": log.last + 1,
        "prev": log.head,
        "at": "2026-11-21T12:00:00Z",
        "kind": kind,
        **fields,
        **({"shown": fate.shown} if fate and fate.shown else {}),
        "state": state_of(book, position),
    }
    return chain.log_with_document(log, chain.document(entry))
