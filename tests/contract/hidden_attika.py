"""What a seat may not see of Attika cannot change a byte that reaches it (AT-2.4): everything hidden is dealt again.

The world that is dealt again agrees with the real one in all that the reader has seen; the log is the same.
"""

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from playouts import Playout
from promises import mutant

from referee import chance
from referee.desk.playing import Veiled, veiled
from referee.replay import Moment, moments
from referee.report import html, plain, text
from referee.ruling import Accepted, judge
from referee.titles.attika.components import LANDSCAPES
from referee.titles.attika.events import CardDealt, CardTaken
from referee.titles.attika.state import Position

PROBES = 200

Place = tuple[str, int]
"""A pile, and the place in it."""


class Retold(chance.Told):
    """The fate of an entry in a world where some items have changed places; it notes what was asked."""

    def __init__(self, shown: Mapping[str, str], drawn: chance.Drawn, moved: Mapping[Place, int]) -> None:
        super().__init__(shown)
        self.drawn, self.moved = drawn, moved
        self.questions: list[tuple[Place, str]] = []

    def __call__(self, pile: str, index: int, items: Sequence[str] = ()) -> str:
        item = self.drawn(pile, self.moved.get((pile, index), index), items)
        where = chance.place(pile, index)
        assert self.shown.get(where, item) == item, "the log tells of another world"
        self.asked.add(where)
        self.questions.append(((pile, index), item))
        return item


class World(NamedTuple):
    """The game up to an entry, and what each entry asked chance for, with the answers."""

    moments: list[Moment]
    questions: list[list[tuple[Place, str]]]
    drawn: chance.Drawn


def world(game: Playout, upto: int, moved: Mapping[Place, int]) -> World:
    """The game of the log where items lie elsewhere. Fails when this would be another log."""
    drawn, fates = game.fate(), list[Retold]()

    def fate(entry: Mapping[str, Any]) -> Retold:
        fates.append(Retold(entry.get("shown") or {}, drawn, moved))
        return fates[-1]

    found = list(moments(game.book, game.log, upto=upto, fates=fate))
    return World(found, [each.questions for each in fates], drawn)


def dealt_again(real: World, reader: str, rng: random.Random) -> dict[Place, int]:
    """Where all that the reader has not seen comes to lie: what nobody took, and cards that others still hold."""
    seen = {place for asked in real.questions for place, _ in asked} - held_by_others(real, reader)
    found: dict[Place, int] = {}
    for pile, order in real.drawn.orders.items():
        unseen = [index for index in range(len(order)) if (pile, index) not in seen]
        found |= {(pile, index): other for index, other in zip(unseen, rng.sample(unseen, len(unseen)), strict=True)}
    return found


def held_by_others(real: World, reader: str) -> set[Place]:
    """The places of the cards that other seats hold, where the reader may not see them: of a kind the last taken."""
    position: Position = real.moments[-1].position
    if position.setting.hands == "open":
        return set()
    found = set()
    for (seat, card), places in taken(real).items():
        held = position.mats[seat].hand[card]
        found |= set(places[len(places) - held :]) if seat != reader else set()
    return found


def taken(real: World) -> dict[tuple[str, int], list[Place]]:
    """For each seat and kind of card the places from which it took them."""
    found: dict[tuple[str, int], list[Place]] = {}
    for moment, asked in zip(real.moments[1:], real.questions, strict=True):
        cards = [event for event in moment.events if isinstance(event, CardDealt | CardTaken)]
        drawn = [(place, item) for place, item in asked if item in LANDSCAPES]
        for event, (place, item) in zip(cards, drawn, strict=True):
            assert item == LANDSCAPES[event.card]
            found.setdefault((event.seat, event.card), []).append(place)
    return found


def everything_told(game: Playout, seen: list[Moment], reader: str) -> Iterator[str]:
    """All that the reader can get to see: reports, JSON, and verdicts on what it may play and what not."""
    view = game.book.view(game.header, seen, reader)
    yield from (text.report(view), html.report(view), json.dumps(plain.view(view)))
    position = seen[-1].position
    if reader and game.book.to_move(position):
        for move in probes(game, position, reader):
            yield verdict(game, position, move)


def probes(game: Playout, position: Any, reader: str) -> Iterator[dict[str, Any]]:
    """Moves of the reader: every single action, and moves of this game with something changed."""
    rng = random.Random(game.log.last)
    for _, part in game.book.candidates(position):
        yield {**part, "seat": reader}
    for _ in range(PROBES):
        yield {**mutant(rng.choice(game.turns).move, rng), "seat": reader}


def verdict(game: Playout, position: Any, move: Mapping[str, Any]) -> str:
    """What `check`, `why`, `legal` and `--dry-run` make of a move."""
    try:
        ruling = judge(game.book, position, move, veiled)
    except Veiled:
        return "may be played, and shows something"
    if isinstance(ruling, Accepted):
        return f"may be played: {game.book.record(position, move, ruling.events)}"
    return f"refused: {ruling.violations}"


def what_is_hidden_changes_nothing_told(game: Playout) -> None:
    rng = random.Random(game.log.last)
    reader = rng.choice(["", *game.header["seats"]])
    mine = [n for n, position in enumerate(game.positions, 1) if game.book.to_move(position) == reader]
    real = world(game, rng.choice(mine or range(1, game.log.last + 1)), {})
    other = world(game, len(real.moments) - 1, dealt_again(real, reader, rng))
    told = everything_told(game, real.moments, reader)
    for one, two in zip(told, everything_told(game, other.moments, reader), strict=True):
        assert one == two, f"{reader or 'everybody'} is told what may not be seen"


def nothing_is_looked_at_for_nothing(game: Playout) -> None:
    """A refused move has shown nothing; what an accepted one shows comes in its last step, and so into the log."""
    rng, asked = random.Random(game.log.last), list[str]()

    def watched(*question: Any) -> str:
        asked.append(fate(*question))
        return asked[-1]

    for _ in range(PROBES // 4):
        turn, fate = rng.choice(game.turns), game.fate()
        asked.clear()
        ruling = judge(game.book, turn.before, mutant(combined_orders(game, rng, turn.move), rng), watched)
        assert isinstance(ruling, Accepted) or not asked


def combined_orders(game: Playout, rng: random.Random, move: Mapping[str, Any]) -> dict[str, Any]:
    """A move that goes on with the actions of another one."""
    return {**move, "actions": [*move.get("actions", ()), *rng.choice(game.turns).move.get("actions", ())]}


def cut_orders_lead_where_whole_ones_do(game: Playout) -> None:
    """A move that can be carried out, sent in two: cut anywhere, it is the same actions to the same position."""
    orders = [turn for turn in game.turns if len(turn.move.get("actions", ())) > 1]
    for turn in orders[:4]:
        whole = carried_out(game, turn.before, turn.move)
        stops = len(whole[1]) < len(turn.move["actions"])
        for cut in range(1, 0 if stops else len(turn.move["actions"])):
            first = {"seat": turn.move["seat"], "actions": turn.move["actions"][:cut]}
            second = {**turn.move, "actions": turn.move["actions"][cut:]}
            position, actions = carried_out(game, turn.before, first)
            position, more = carried_out(game, position, second)
            assert (position, [*actions, *more]) == whole


def carried_out(game: Playout, position: Position, move: Mapping[str, Any]) -> tuple[Position, list[Any]]:
    """Where a move leads, part by part, and its actions as they are recorded."""
    left: Mapping[str, Any] | None = move
    actions: list[Any] = []
    while left is not None:
        ruling = judge(game.book, position, left, game.fate(), whole=left is move)
        if not isinstance(ruling, Accepted):
            break
        actions += game.book.record(position, left, ruling.events)["actions"]
        position, left = ruling.position, ruling.rest
    return position, actions


PROMISES = (what_is_hidden_changes_nothing_told, nothing_is_looked_at_for_nothing, cut_orders_lead_where_whole_ones_do)
