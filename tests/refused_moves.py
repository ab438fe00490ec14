"""How many refusals does it take until a move with mistakes is accepted?

Right moves of the sample games get mistakes of people. A player fixes exactly the mistakes that each refusal names,
certain and probable, and sends the move again. A mistake called probable is untrue if it disappears when only the
certain ones are fixed.
"""

import os
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import move_faults
from move_faults import Context, Fault

from referee.app.errors import Flawed, Stop
from referee.app.game_access import Game, Table, open_game
from referee.app.play import submit_move
from referee.app.play.read_move import ANYBODY, game_of, read_move
from referee.reading import Draft, Problem
from referee.settings import settings
from referee.store.documents import documents_before

CEILING, UNTRUE = 1.3, 0.02
"""The targets: mean refusals of moves with four mistakes, and the share of probable mistakes that are not true."""
SAMPLES = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "games")
IDS = ("bruttium-2", "mezzogiorno-4", "quadrilateral-4", "rhombus-2")
"""The games whose moves are changed: enough of them for the figures, which are means."""


class Right(NamedTuple):
    """A move that is accepted after an entry of a game: its lines, and what mistakes in it may name."""

    table: Table
    game: Game
    lines: list[str]
    context: Context


class Refusal(NamedTuple):
    """A text with mistakes that was refused: its lines' slots, the messages, its lines according to the hints."""

    slots: list[int]
    problems: tuple[Problem, ...]
    text: str
    hinted: dict[int, list[str]]


# the right moves


def table_of(games: str) -> Table:
    return Table(settings({}, {"REFEREE_CONFIG": os.devnull, "REFEREE_GAMES": games}), "2026-11-20T19:00:00Z")


def sample_moves() -> Iterator[Right]:
    table = table_of(SAMPLES)
    for id in IDS:
        game = open_game(table, id)
        labels = labels_of(game)
        for number, entry in enumerate(game.log.documents):
            if entry.get("kind") == "move":
                yield right(table, game, labels, number - 1, entry)


def labels_of(game: Game) -> list[str]:
    """The names of all spaces of the board."""
    board = game.book.show().view(game.header, game.moments, "").board
    return [each.label for each in board.spaces] if board else []


def right(table: Table, game: Game, labels: list[str], after: int, move: Mapping[str, Any]) -> Right:
    """A move as a person writes it, after this entry."""
    log = game.log._replace(
        documents=documents_before(game.log.documents, after + 1), heads=game.log.heads[: after + 1]
    )
    before = game._replace(log=log, moments=game.moments[: after + 1])
    lines = [f"game: {game.id}", f"after: {after}", f"head: {log.head[:16]}", f"seat: {move['seat']}"]
    lines += ["actions:", *[f"  - {flow(each, False)}" for each in move["actions"]]] if move.get("actions") else []
    lines += [f"{key}: {flow(move[key])}" for key in ("market", "end") if move.get(key)]
    return Right(table, before, lines, Context(list(game.header["seats"]), list(log.heads), labels))


def flow(value: Any, braces: bool = True) -> str:
    """Data in one line, as move files have it."""
    if isinstance(value, Mapping):
        inner = ", ".join(f"{key}: {flow(each)}" for key, each in value.items())
        return f"{{{inner}}}" if braces else inner
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(flow, value))}]"
    return str(value).lower() if isinstance(value, bool) else str(value)


# a player who fixes what is named


def send(move: Right, chosen: list[Fault]) -> Refusal | None:
    """The messages about a move with these mistakes; None: it is accepted."""
    text, slots = move_faults.text(move.lines, chosen)
    draft = None
    try:
        draft = read_move(move.table, text.encode(), "move.yaml")
        if game_of(move.table, draft, ANYBODY) != move.game.id:
            raise AssertionError("another game was meant")
        submit_move.rehearse_in(move.table, move.game, draft, ANYBODY)
    except Flawed as flawed:
        return Refusal(slots, flawed.problems, text, hinted_lines(draft))
    except Stop as stop:
        return Refusal(slots, (Problem(stop.says, 1, 1),), text, {})
    return None


def hinted_lines(draft: Draft | None) -> dict[int, list[str]]:
    """For each line, from 1, what the hints about its form say that it should be."""
    found: dict[int, list[str]] = {}
    for number, line in zip(draft.origin, draft.source.text.split("\n"), strict=True) if draft else ():
        found.setdefault(number, []).append(line)
    return found


def is_named(fault: Fault, said: Refusal, problems: Sequence[Problem]) -> bool:
    """Whether one of these problems is where the mistake is."""
    slots = [said.slots[each.line - 1] for each in problems]
    words = [word for word in fault.words for each in problems if word in f"{each.says} {each.hint}"]
    return any(slot in fault.lines for slot in slots) or bool(words)


class Outcome(NamedTuple):
    """The result of a move with mistakes: how often it was refused, and of the probable problems those not true."""

    refusals: int
    probable: int
    untrue: list[str]
    stuck: bool
    later: list[str]


def send_until_accepted(move: Right, chosen: list[Fault]) -> Outcome:
    refusals, probable, untrue, stuck, left = 0, 0, list[str](), False, list(chosen)
    later: list[str] = []
    while said := send(move, left):
        refusals += 1
        also = [each for each in said.problems if not each.certain]
        probable += len(also)
        untrue += [f"{each.rule} {each.says}" for each in also if not comes_true(move, left, said, each)]
        rest = [each for each in left if not is_named(each, said, said.problems)]
        if len(rest) == len(left):
            stuck, rest = True, left[1:]
            if not left:
                break
        left = rest
        later += [each.kind for each in left] if refusals == 1 else []
    return Outcome(refusals, probable, untrue, stuck, later)


def comes_true(move: Right, chosen: list[Fault], said: Refusal, also: Problem) -> bool:
    """Whether a probable problem is there once all is fixed that is certain and can be fixed without it.

    It must be certain then, or in a line with a mistake. A certain mistake in its own line is fixed by following the
    hint.
    """
    slot, left, now, is_hinted = said.slots[also.line - 1], list(chosen), said, False
    while True:
        certain = [each for each in now.problems if each.certain]
        rest = [each for each in left if slot in each.lines or not is_named(each, now, certain)]
        if len(rest) == len(left):
            if is_hinted or not any(now.slots[each.line - 1] == slot for each in certain):
                there = [each for each in now.problems if now.slots[each.line - 1] == slot and each.rule == also.rule]
                return any(each.certain for each in there) or bool(there and any(slot in each.lines for each in left))
            rest, is_hinted = [as_hinted(each, slot, now) for each in left], True
        left, again = rest, send(move, rest)
        if again is None:
            return False
        now = again
        if any(each.certain and now.slots[each.line - 1] == slot and each.rule == also.rule for each in now.problems):
            return True


def as_hinted(fault: Fault, slot: int, said: Refusal) -> Fault:
    """A mistake with its lines as the hints say that they should be."""
    if slot not in fault.lines:
        return fault
    numbers = [number for number, each in enumerate(said.slots, 1) if each == slot]
    return fault._replace(lines={**fault.lines, slot: [line for each in numbers for line in said.hinted.get(each, [])]})


def mistakes(move: Right, number: int, rng: random.Random) -> list[Fault]:
    """So many mistakes in different lines, each of which is refused alone."""
    found: list[Fault] = []
    for each in move_faults.faults(move.lines, move.context, rng):
        if any(slot in other.lines for other in found for slot in each.lines):
            continue
        if send(move, [each]):
            found.append(each)
        if len(found) == number:
            break
    return found


class Figures(NamedTuple):
    """For moves with k mistakes: how many moves, refusals, probable problems, those that are untrue, and how often a
    refusal named nothing that was wrong."""

    moves: int
    refusals: list[int]
    probable: int
    untrue: list[str]
    stuck: int
    later: Counter[str]

    @property
    def mean(self) -> float:
        return sum(self.refusals) / max(self.moves, 1)


def measure(moves: Sequence[Right], number: int, seed: int) -> tuple[Figures, list[tuple[int, list[Fault], Right]]]:
    """Figures for moves with so many mistakes each, and the moves that were refused most often."""
    found: list[tuple[Outcome, list[Fault], Right]] = []
    for place, move in enumerate(moves):
        chosen = mistakes(move, number, random.Random(f"{seed} {number} {place}"))
        if len(chosen) == number:
            found.append((send_until_accepted(move, chosen), chosen, move))
    every = [each for each, _, _ in found]
    figures = Figures(
        len(every),
        [each.refusals for each in every],
        sum(each.probable for each in every),
        [words for each in every for words in each.untrue],
        sum(each.stuck for each in every),
        Counter(kind for each in every for kind in each.later),
    )
    return figures, sorted([(a.refusals + 10 * len(a.untrue), b, c) for a, b, c in found], key=lambda each: -each[0])
