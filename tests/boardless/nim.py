"""Nim (Charles Bouton, 1901) as a title without a board: two seats take matches from heaps, who takes the last wins.

`BOARD` is what its views say of a board: none, or one without a space.
"""

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from referee.reading import dump
from referee.rules.editions import Edition
from referee.rules.rulebook import Breach, Compose, Fate, Outcome, Play, Rulebook, SetUp, Show, Step, law_of, rule
from referee.show.sentences import chance_fixed, header_after, move_begun, of_every_title, whose_view
from referee.show.view import Asked, Board, Chart, Line, Lines, ReportTable, Row, Series, View
from referee.words import Phrase, say

SEATS = ("north", "south")
HEAPS = {"a": 3, "b": 4, "c": 5}
BOARD: Board | None = None
EMPTY = Board("table", say("a table with nothing on it"), ())


class Position(NamedTuple):
    heaps: Mapping[str, int]
    mover: str
    winner: str
    taken: Mapping[str, int]


class Began(NamedTuple):
    seat: str


class Taken(NamedTuple):
    seat: str
    heap: str
    matches: int


class Won(NamedTuple):
    seat: str


class Take(NamedTuple):
    seat: str
    heap: str
    matches: int


def evolve(position: Position, event: Any) -> Position:
    match event:
        case Began(seat):
            return position._replace(mover=seat)
        case Taken(seat, heap, matches):
            heaps = {**position.heaps, heap: position.heaps[heap] - matches}
            taken = {**position.taken, seat: position.taken[seat] + matches}
            return position._replace(heaps=heaps, taken=taken, mover=SEATS[1 - SEATS.index(seat)])
    return position._replace(mover="", winner=event.seat)


def steps(position: Position, move: Mapping[str, Any]) -> Iterator[Step]:
    for number, action in enumerate(move.get("actions", [])):
        matches, heap = action["take"].split(" from ")
        yield Step(Take(move["seat"], heap, int(matches)), ("actions", number))


@rule("NIM-1", Take)
def seat_is_to_move(position: Position, step: Take) -> Breach | None:
    return None if step.seat == position.mover else Breach(say("It is not {seat}'s turn.", seat=step.seat))


@rule("NIM-2", Take)
def heap_has_so_many(position: Position, step: Take) -> Breach | None:
    left = position.heaps[step.heap]
    return None if step.matches <= left else Breach(say("Heap {heap} has {left}.", heap=step.heap, left=left))


def happens(position: Position, step: Take, fate: Fate) -> list[Any]:
    return [Taken(*step)]


def reactions(position: Position, event: Any, fate: Fate) -> Iterator[Won]:
    if isinstance(event, Taken) and not any(position.heaps.values()):
        yield Won(event.seat)


def public(position: Position) -> dict[str, Any]:
    return {"heaps": dict(position.heaps), "mover": position.mover, "winner": position.winner}


def take(heap: str, matches: int) -> dict[str, Any]:
    return {"actions": [{"take": f"{matches} from {heap}"}]}


def candidates(position: Position) -> Iterator[tuple[str, dict[str, Any]]]:
    for heap, left in position.heaps.items():
        for matches in range(1, left + 1):
            yield "take", {"seat": position.mover, **take(heap, matches)}


def first(position: Position) -> dict[str, Any]:
    """One match from the first heap that has some."""
    return take(next(heap for heap, left in position.heaps.items() if left), 1)


def outcome(position: Position) -> Outcome | None:
    if not position.winner:
        return None
    return Outcome((position.winner,), position.taken, say("matches"), say("by the last match"))


def view(header: Mapping[str, Any], moments: Sequence[Any], seat: str = "") -> View:
    last, header, begun = moments[-1], header_after(header, moments), header
    return View(
        **whose_view(header, last, seat, SEATS),
        title="nim",
        title_name="Nim",
        headline=headline(header, last.position),
        provenance=(chance_fixed(header, moments),),
        story=Lines("story", say("What happened"), tuple(story(header_after(begun, moments[:-1]), last))),
        board=BOARD,
        asked=asked(header, last) if last.position.mover and last.entry.get("kind") != "close" else None,
        sections=(heaps(last.position), chart(moments)),
    )


def headline(header: Mapping[str, Any], position: Position) -> Phrase:
    seat = position.winner or position.mover
    facts = {"player": header["seats"].get(seat), "seat": seat}
    if position.winner:
        return say("{player} ({seat}) has won.", **facts)
    return say("{player} ({seat}) is to move.", **facts) if seat else say("The game waits for its deal.")


def story(header: Mapping[str, Any], moment: Any) -> Iterator[Line]:
    if common := of_every_title(header, moment):
        yield common
    for event in moment.events:
        if isinstance(event, Taken):
            yield Line(say("{seat} takes {matches} from heap {heap}.", **event._asdict()), ("NIM-2",), event.seat)


def heaps(position: Position) -> ReportTable:
    rows = tuple([Row((heap, left), ("NIM-2",)) for heap, left in position.heaps.items()])
    return ReportTable("heaps", say("Heaps"), (say("Heap"), say("Matches left")), rows)


def chart(moments: Sequence[Any]) -> Chart:
    """How many matches each seat took."""
    series = [Series(seat, tuple([each.position.taken[seat] for each in moments])) for seat in SEATS]
    return Chart("taken", say("Matches taken"), tuple([str(each.number) for each in moments]), tuple(series))


def asked(header: Mapping[str, Any], last: Any) -> Asked:
    seat = last.position.mover
    may = Lines("may", say("What {seat} may do", seat=seat), (Line(say("Take matches from one heap."), ("NIM-2",)),))
    begun = "\n".join(move_begun("nim", header, last, seat))
    return Asked(seat, headline(header, last.position), may, f"{begun}\n{dump(first(last.position))}")


def action(text: str) -> dict[str, Any]:
    _, matches, _, heap = text.split()
    return take(heap, int(matches))


EDITIONS = (Edition(1, "nim 1.0", public),)

RULEBOOK = Rulebook(
    id="nim",
    name="Nim",
    editions=EDITIONS,
    edition=EDITIONS[-1],
    folder=os.path.dirname(__file__),
    seats=SEATS,
    players=range(2, 3),
    options=(),
    set_up=SetUp(
        furnish=lambda choices: {},
        begin=lambda header: Position(HEAPS, "", "", dict.fromkeys(SEATS, 0)),
        piles=lambda header: {},
        deal=lambda position, fate: iter([Began("north")]),
    ),
    play=Play(
        law=law_of(sys.modules[__name__]),
        steps=steps,
        happens=happens,
        reactions=reactions,
        evolve=evolve,
        to_move=lambda position: position.mover or None,
        record=lambda position, move, events: take(events[0].heap, events[0].matches),
        missed=first,
        candidates=candidates,
        action=action,
        outcome=outcome,
    ),
    show=lambda: Show(view=view),
    compose=lambda: Compose(suggest=lambda position, seed=0: {"seat": position.mover, **first(position)}),
)
