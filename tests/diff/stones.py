"""Stones: a small title whose second edition decides one thing differently, chosen by a test.

Two seats take stones from one heap and draw numbered cards; what a seat took and drew are its points. A turn ends with
`end`; a card ends a part of it. Taking the last stone ends the game.
"""

import os
import sys
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from referee.rules.law import Edition, edition_of
from referee.rules.rulebook import (
    AnyRulebook,
    Breach,
    Fate,
    Option,
    Outcome,
    Play,
    Rulebook,
    SetUp,
    Show,
    Step,
    law_of,
    rule,
)
from referee.words import say

SEATS = ("north", "south")
CARDS = ("1", "2", "3", "4")


class Policies(NamedTuple):
    """What each edition decides; the values here are those of edition 1."""

    most: int = 3
    most_at_the_end: int = 3
    """of a heap of six or less"""
    least: int = 1
    bonus: int = 0
    """points for three stones at once"""
    streak: int = 1
    """what three stones at once count in `streak`, which no rule reads"""
    wins: str = "most"
    card: int = 1
    """how often a card counts at the end"""
    begins: str = "north"
    rest: int = 0
    """the game ends with so many stones"""
    missed: int = 1
    parts: bool = False
    """each stone taken is an entry of its own"""
    ends: bool = True
    """with one `end`; otherwise with the second"""
    words: str = ""
    """the text after a number in the log"""
    opening: int | None = None
    """the place of the card that is shown when the game begins"""
    refill: tuple[str, ...] = CARDS
    mark: str = ""
    """put before each card's number"""
    fault: bool = False
    board: bool = True


class Position(NamedTuple):
    policies: Policies
    heap: int
    mover: str
    points: Mapping[str, int]
    cards: Mapping[str, int]
    drawn: int = 0
    begun: bool = False
    ending: bool = False
    streak: int = 0
    open: str = ""


class Began(NamedTuple):
    seat: str


class Opened(NamedTuple):
    card: str


class Take(NamedTuple):
    """A step and an event."""

    seat: str
    stones: int


class Draw(NamedTuple):
    seat: str


class Drew(NamedTuple):
    seat: str
    card: int


class End(NamedTuple):
    """A step and an event."""

    seat: str


Editions = tuple[Edition[Position], ...]


def begin(editions: Editions, header: Mapping[str, Any]) -> Position:
    policies = edition_of(editions, header).policies
    if not policies.board:
        raise ValueError("there is no such table.")
    nothing = dict.fromkeys(SEATS, 0)
    return Position(policies, int(header["options"]["heap"]), "", nothing, nothing)


def evolve(position: Position, event: Any) -> Position:
    policies = position.policies
    match event:
        case Began(seat):
            return position._replace(mover=seat)
        case Opened(card):
            return position._replace(open=card)
        case Take(seat, stones):
            three = stones == 3
            points = added(position.points, seat, stones + policies.bonus * three)
            streak = position.streak + policies.streak * three
            return position._replace(heap=position.heap - stones, points=points, streak=streak, begun=True)
        case Drew(seat, card):
            cards = added(position.cards, seat, card)
            points = added(position.points, seat, card)
            return position._replace(points=points, cards=cards, drawn=position.drawn + 1, begun=True)
    if not policies.ends and not position.ending:
        return position._replace(ending=True)
    over = position.heap <= policies.rest
    return position._replace(mover="" if over else SEATS[1 - SEATS.index(event.seat)], begun=False, ending=False)


def added(counts: Mapping[str, int], seat: str, number: int) -> dict[str, int]:
    return {**counts, seat: counts[seat] + number}


def piles(editions: Editions, header: Mapping[str, Any]) -> dict[str, Any]:
    marked = [f"{edition_of(editions, header).policies.mark}{card}" for card in CARDS]
    return {"deck": lambda chance: chance.shuffled_items("deck", marked)}


def deal(position: Position, fate: Fate) -> Iterator[Any]:
    if position.policies.opening is not None:
        yield Opened(fate("deck", position.policies.opening))
    yield Began(position.policies.begins)


def steps(position: Position, move: Mapping[str, Any]) -> Iterator[Step[Take | Draw | End]]:
    for number, action in enumerate(move["actions"]):
        (what, value), seat = next(iter(action.items())), move["seat"]
        step = Take(seat, int(value.split()[0])) if what == "take" else Draw(seat) if what == "draw" else End(seat)
        yield Step(step, ("actions", number))


@rule("ST-1", Take, Draw, End)
def seat_is_to_move(position: Position, step: Any) -> Breach | None:
    return None if step.seat == position.mover else Breach(say("It is not {seat}'s turn.", seat=step.seat))


@rule("ST-2", Take)
def not_too_many(position: Position, step: Take) -> Breach | None:
    most = position.policies.most_at_the_end if position.heap <= 6 else position.policies.most
    return None if step.stones <= most else Breach(say("{stones} are too many.", stones=step.stones))


@rule("ST-3", Take)
def not_too_few(position: Position, step: Take) -> Breach | None:
    return None if step.stones >= position.policies.least else Breach(say("{stones} is too few.", stones=step.stones))


@rule("ST-4", Take)
def there_are_so_many(position: Position, step: Take) -> Breach | None:
    return None if step.stones <= position.heap else Breach(say("The heap has {heap}.", heap=position.heap))


def happens(position: Position, step: Any, fate: Fate) -> list[Any]:
    if not isinstance(step, Draw):
        return [step]
    if position.policies.fault:
        raise KeyError("card")
    at, marks = position.drawn, position.policies.mark
    card = fate("deck", at) if at < len(CARDS) else fate("again/1", at - len(CARDS), position.policies.refill)
    return [Drew(step.seat, int(card.removeprefix(marks)))]


def rest(position: Position, move: Mapping[str, Any], done: int, after: Position) -> dict[str, Any] | None:
    return {**move, "actions": move["actions"][done:]} if move["actions"][done:] else None


def record(position: Position, move: Any, events: tuple[Any, ...]) -> dict[str, Any]:
    return {"actions": [recorded(position, each) for each in events]}


def recorded(position: Position, event: Any) -> dict[str, str]:
    if isinstance(event, Take):
        return {"take": f"{event.stones}{position.policies.words}"}
    return {"draw": "top"} if isinstance(event, Drew) else {"end": "turn"}


def missed(position: Position) -> dict[str, Any]:
    take = [] if position.begun else [{"take": str(position.policies.missed)}]
    return {"actions": [*take, {"end": "turn"}]}


def public(position: Position) -> dict[str, Any]:
    return {"heap": position.heap, "mover": position.mover, "points": dict(position.points), "open": position.open}


def public_with_streak(position: Position) -> dict[str, Any]:
    return {**public(position), "streak": position.streak}


def public_in_words(position: Position) -> dict[str, Any]:
    """Another form of the same facts."""
    return {"all": [str(each) for each in public(position).values()]}


def outcome(position: Position) -> Outcome | None:
    if position.mover or position.heap > position.policies.rest:
        return None
    counts = {
        seat: points + (position.policies.card - 1) * position.cards[seat] for seat, points in position.points.items()
    }
    best = (max if position.policies.wins == "most" else min)(counts.values())
    return Outcome(tuple([seat for seat in SEATS if counts[seat] == best]), counts, say("points"), say("by points"))


def nothing(*words: Any, **more: Any) -> Any:
    return ()


def book(second: Policies, more: Editions = (), **fields: Any) -> AnyRulebook:
    """The title with two editions and `more`; `fields` are those of the second, besides its policies."""
    first = Edition(1, "stones 1.0", public, Policies(), {"heap": "12"})
    editions = (first, first._replace(number=2, policies=second, **fields), *more)
    return Rulebook(
        id="stones",
        name="Stones",
        editions=editions,
        edition=editions[-1],
        folder=os.path.dirname(__file__),
        seats=SEATS,
        players=range(2, 3),
        options=(Option("heap", ("12", "9"), "ST-0", say("how many stones there are")),),
        set_up=SetUp(
            furnish=lambda choices: {},
            begin=partial(begin, editions),
            piles=partial(piles, editions),
            deal=deal,
        ),
        play=Play(
            law=law_of(sys.modules[__name__]),
            steps=steps,
            happens=happens,
            reactions=nothing,
            evolve=evolve,
            to_move=lambda position: position.mover or None,
            record=record,
            missed=missed,
            candidates=nothing,
            action=nothing,
            rest=rest,
            is_turn_begun=lambda position: position.begun,
            is_part_over=lambda position: position.policies.parts and position.begun,
            outcome=outcome,
        ),
        show=lambda: Show(view=nothing),
    )
