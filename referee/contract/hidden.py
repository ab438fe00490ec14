"""What a reader may not see cannot change a byte that reaches it: everything hidden is dealt again.

The world that is dealt again agrees with the real one in all that the reader has seen; the log is the same.
"""

import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from referee.contract.playouts import Playout
from referee.contract.promises import as_sent, mutant
from referee.report import plain
from referee.report.html import html_report
from referee.report.text import text_report
from referee.rules.move_faults import faults, header_violations
from referee.rules.replay import Moment, moments
from referee.rules.rulebook import Move
from referee.rules.ruling import Accepted, Veiled, judge, refuse_chance
from referee.store import chance
from referee.store.documents import Entry

PROBES = 8

Place = tuple[str, int]
"""A pile, and the place in it."""


class Retold(chance.Told):
    """The fate of an entry in a world where some items have changed places; it notes what was asked.

    Seen is what the log shows, and what was drawn behind the veil, by whom it was drawn.
    """

    def __init__(self, shown: Mapping[str, str], drawn: chance.Drawn, moved: Mapping[Place, int]) -> None:
        super().__init__(shown)
        self.drawn, self.moved = drawn, moved
        self.questions: list[tuple[Place, str]] = []
        self.seen: set[Place] = set()

    def __call__(self, pile: str, index: int, items: Sequence[str] = ()) -> str:
        item = self.drawn(pile, self.moved.get((pile, index), index), items)
        where = chance.pile_place(pile, index)
        assert self.shown.get(where, item) == item, "the log tells of another world"
        self.asked.add(where)
        self.questions.append(((pile, index), item))
        if where in self.shown or self.drawn.veil(pile):
            self.seen.add((pile, index))
        return item


class World(NamedTuple):
    """The game up to an entry, what each entry asked chance for, with the answers, and what of that was seen."""

    moments: list[Moment]
    questions: list[list[tuple[Place, str]]]
    seen: set[Place]
    drawn: chance.Drawn


Held = Callable[[World, str], set[Place]]
"""Which places somebody has seen, but not this reader."""


def nothing_held(real: World, reader: str) -> set[Place]:
    """All have seen the same."""
    return set()


def world(game: Playout, upto: int, moved: Mapping[Place, int]) -> World:
    """The game of the log where items lie elsewhere. Fails when this would be another log."""
    drawn, fates = game.fate(), list[Retold]()

    def fate(entry: Entry) -> Retold:
        fates.append(Retold(entry.get("shown") or {}, drawn, moved))
        return fates[-1]

    found = list(moments(game.book, game.log, upto=upto, fates=fate))
    return World(found, [each.questions for each in fates], set[Place]().union(*[each.seen for each in fates]), drawn)


def dealt_again(real: World, reader: str, rng: random.Random, held: Held = nothing_held) -> dict[Place, int]:
    """Where all that the reader has not seen comes to lie: what nobody took, and what others hold."""
    seen = real.seen - held(real, reader)
    found: dict[Place, int] = {}
    for pile, order in real.drawn.orders.items():
        unseen = [index for index in range(len(order)) if (pile, index) not in seen]
        found |= {(pile, index): other for index, other in zip(unseen, rng.sample(unseen, len(unseen)), strict=True)}
    return found


def everything_told(game: Playout, seen: list[Moment], reader: str, number: int) -> Iterator[str]:
    """All that the reader can get to see: reports, JSON, its menu, and verdicts on what it may play and what not."""
    view = game.book.show().view(game.header, seen, reader)
    yield from (text_report.report(view), html_report.report(view), json.dumps(plain.view(view)))
    position = seen[-1].position
    menu = game.book.compose().menu
    if menu and reader and reader == game.book.play.to_move(position):
        yield json.dumps(plain.plain_value(menu(game.header, seen)))
    if reader and game.book.play.to_move(position):
        for move in probes(game, position, reader, number):
            yield move_verdict(game, position, move)


def probes(game: Playout, position: object, reader: str, number: int) -> Iterator[dict[str, Any]]:
    """So many moves of the reader of each kind: single actions, and moves of this game with something changed."""
    rng = random.Random(game.log.last)
    singles = [part for _, part in game.book.play.candidates(position)]
    for part in rng.sample(singles, min(number, len(singles))):
        yield {**part, "seat": reader}
    for _ in range(number):
        yield {**mutant(rng.choice(game.turns).move, rng), "seat": reader}


def move_verdict(game: Playout, position: object, move: Move) -> str:
    """What `check`, `why`, `legal` and `--dry-run` make of a move."""
    try:
        ruling = judge(game.book.play, position, move, refuse_chance)
    except Veiled:
        return "may be played, and shows something"
    if isinstance(ruling, Accepted):
        return f"may be played: {game.book.play.record(position, move, ruling.events)}"
    sent = as_sent(move)
    header = header_violations(game.book.play, position, sent)
    beside = faults(game.book.play, position, sent) if move["seat"] == game.book.play.to_move(position) else header
    return f"refused: {ruling.violations} {header} {beside}"


def what_is_hidden_changes_nothing_told(game: Playout, held: Held = nothing_held, number: int = PROBES) -> None:
    rng = random.Random(game.log.last)
    reader = rng.choice(["", *game.header["seats"]])
    mine = [n for n, position in enumerate(game.positions, 1) if game.book.play.to_move(position) == reader]
    real = world(game, rng.choice(mine or range(1, game.log.last + 1)), {})
    other = world(game, len(real.moments) - 1, dealt_again(real, reader, rng, held))
    told = everything_told(game, real.moments, reader, number)
    for one, two in zip(told, everything_told(game, other.moments, reader, number), strict=True):
        assert one == two, f"{reader or 'everybody'} is told what may not be seen"
