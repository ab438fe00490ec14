"""A title for tests, with hidden hands: play a card of the suit that was led if you can, or take one from the deck."""

import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from referee.rules.knowledge import EVERYBODY, Knowledge, Lesson
from referee.rules.law import Edition
from referee.rules.rulebook import (
    Breach,
    Fate,
    Move,
    Option,
    Outcome,
    Play,
    Rulebook,
    SeatFacts,
    SetUp,
    Show,
    Step,
    law_of,
    rule,
)
from referee.show.sentences import chance_fixed, header_after, move_begun, whose_view
from referee.show.view import MODERATOR, Asked, Line, Lines, ReportTable, Row, View
from referee.words import say, term

SEATS, DECK = ("north", "east", "south"), "deck"
CARDS = tuple(f"{suit} {number}" for suit in ("sun", "moon") for number in range(1, 8))
DEALT = 3


class Position(NamedTuple):
    """The seats in play; seat → its cards, hidden; what was played; how many cards the deck gave; the seat to move."""

    seats: tuple[str, ...]
    hands: Mapping[str, tuple[str, ...]] = {}
    played: tuple[tuple[str, str], ...] = ()
    drawn: int = 0
    mover: str = ""


class Act(NamedTuple):
    """One action, as an event too: `draw`, and the card that only its seat sees; or `play`."""

    seat: str
    kind: str
    card: str = ""


def steps(position: Position, move: Move) -> list["Step[Turn]"]:
    actions: Any = move.get("actions", ())
    return [Step(Turn(str(move["seat"]), tuple(pair for each in actions for pair in each.items())), ("actions",))]


class Turn(NamedTuple):
    seat: str
    parts: tuple[tuple[str, str], ...]


@rule("HT-2.1", Turn)
def seat_is_to_move(position: Position, step: Turn) -> Breach | None:
    return None if step.seat == position.mover else Breach(say("It is not {seat}'s turn.", seat=step.seat))


@rule("HT-2.2", Turn)
def turn_is_one_action(position: Position, step: Turn) -> Breach | None:
    return None if len(step.parts) == 1 else Breach(say("A turn is one action."))


@rule("HT-2.3", Turn, stage=2)
def card_is_held(position: Position, step: Turn) -> Breach | None:
    ((kind, card),) = step.parts
    held = kind == "draw" or card in position.hands[step.seat]
    return None if held else Breach(say("You don't have {card}.", card=card), (0, kind))


@rule("HT-2.4", Turn, stage=3)
def suit_is_followed(position: Position, step: Turn) -> Breach | None:
    ((kind, card),) = step.parts
    led = suit_to_follow(position, step.seat)
    return None if kind == "draw" or card.startswith(led) else Breach(say("You must play a {suit}.", suit=led))


def suit_to_follow(position: Position, seat: str) -> str:
    """The suit of the card before, if the seat has one of it."""
    led = position.played[-1][1].split()[0] if position.played else ""
    return led if any(each.startswith(led) for each in position.hands[seat]) else ""


@rule("HT-2.5", Turn, stage=3)
def deck_has_cards(position: Position, step: Turn) -> Breach | None:
    ((kind, _),) = step.parts
    return None if kind == "play" or position.drawn < len(CARDS) else Breach(say("The deck is empty."), (0, kind))


def deal(position: Position, fate: Fate) -> Iterator[Act]:
    """Round and round, one card each."""
    for number in range(DEALT * len(position.seats)):
        yield Act(position.seats[number % len(position.seats)], "deal", fate(DECK, number))


def happens(position: Position, step: Turn, fate: Fate) -> list[Act]:
    ((kind, card),) = step.parts
    return [Act(step.seat, kind, fate(DECK, position.drawn) if kind == "draw" else card)]


def evolve(position: Position, event: Act) -> Position:
    seat, kind, card = event
    hand = position.hands.get(seat, ())
    hand = tuple(sorted({*hand} - {card})) if kind == "play" else tuple(sorted((*hand, card)))
    played = (*position.played, (seat, card)) if kind == "play" else position.played
    drawn = position.drawn + (kind != "play")
    turns = len(played) + drawn - DEALT * len(position.seats)
    is_over = turns >= 0 and kind != "deal" and not hand
    mover = "" if is_over else position.seats[max(turns, 0) % len(position.seats)]
    return Position(position.seats, {**position.hands, seat: hand}, played, drawn, mover)


def public(position: Position) -> dict[str, object]:
    hands = {seat: len(hand) for seat, hand in position.hands.items()}
    return {"hands": hands, "played": [" ".join(each) for each in position.played], "mover": position.mover}


def missed(position: Position) -> Move:
    """A card from the deck, or one that can be played."""
    if position.drawn < len(CARDS):
        return {"actions": [{"draw": "1"}]}
    suit = suit_to_follow(position, position.mover)
    return {"actions": [{"play": next(card for card in position.hands[position.mover] if card.startswith(suit))}]}


def candidates(position: Position) -> Iterator[tuple[str, Move]]:
    for card in position.hands[position.mover]:
        yield "play", {"seat": position.mover, "actions": [{"play": card}]}
    yield "draw", {"seat": position.mover, "actions": [{"draw": "1"}]}


def record(position: Position, move: Move, events: tuple[Act, ...]) -> Move:
    return {"actions": [{each.kind: each.card if each.kind == "play" else "1"} for each in events]}


def outcome(position: Position) -> Outcome | None:
    points = {seat: sum(int(card[-1]) for owner, card in position.played if owner == seat) for seat in position.seats}
    winners = tuple(seat for seat in position.seats if points[seat] == max(points.values()))
    return None if position.mover else Outcome(winners, points, say("points"), say("by points"))


def view(header: Any, moments: Sequence[Any], seat: str = "") -> View:
    last, position = moments[-1], moments[-1].position
    rows = [Row((term(owner), cards_for(seat, owner, position)), (), owner) for owner in position.seats]
    told = tuple(line for event in last.events if (line := sentence(event, seat)))
    return View(
        **whose_view(header_after(header, moments), last, seat, SEATS),
        title="hands",
        title_name="Hands",
        headline=say("{seat} moves now.", seat=position.mover),
        provenance=(chance_fixed(header, moments),),
        story=Lines("story", say("What happened"), told),
        board=None,
        asked=asked(header, last, position.mover) if position.mover else None,
        sections=(ReportTable("hands", say("Hands"), (say("Seat"), say("Cards")), tuple(rows)),),
    )


def cards_for(reader: str, owner: str, position: Position) -> Any:
    hand = position.hands.get(owner, ())
    return say("{cards}", cards=", ".join(hand)) if reader in (owner, MODERATOR) else len(hand)


def sentence(event: Act, reader: str) -> Line | None:
    facts = {"seat": event.seat, "card": event.card}
    if event.kind == "play":
        return Line(say("{seat} plays {card}.", **facts), ("HT-2.3",), event.seat)
    mine = say("You take {card}.", **facts)
    return Line(mine if reader in (event.seat, MODERATOR) else say("{seat} takes a card.", **facts), (), event.seat)


def asked(header: Any, last: Any, seat: str) -> Asked:
    may = Lines("may", say("What you may do"), (Line(say("Play a card, or take one."), ("HT-2.2",)),))
    begun = "\n".join(move_begun(header, last, seat))
    return Asked(seat, say("{seat} moves now.", seat=seat), may, f"{begun}\nactions:\n  - draw: '1'\n")


def hidden_lessons(header: Any, line: Iterable[Any]) -> Iterator[Lesson]:
    for moment in line:
        for seat, kind, _ in moment.events:
            others = (*(each for each in header["seats"] if each != seat), EVERYBODY)
            yield Lesson(
                moment.number, others if kind == "play" else (seat,), say("{seat}: {kind}", seat=seat, kind=kind)
            )


def facts_of(position: Position, seat: str) -> list[str]:
    return [f"my hand has {len(position.hands[seat])} cards", *[f"I hold {card}" for card in position.hands[seat]]]


EDITIONS = (Edition(1, "hands 1.0", public),)
SHOW = Show(
    view,
    knowledge=Knowledge(hidden_lessons=hidden_lessons),
    seat_facts=SeatFacts(("my hand has NUMBER cards", "I hold NAME"), facts_of),
)
HANDS: Rulebook[Position, Turn, Act] = Rulebook(
    id="hands",
    name="Hands",
    editions=EDITIONS,
    edition=EDITIONS[-1],
    folder=os.path.dirname(__file__),
    seats=SEATS,
    players=range(2, 4),
    options=(Option("deck", ("all",), "HT-1.1", say("which cards are in the deck")),),
    set_up=SetUp(
        furnish=lambda choices: {},
        begin=lambda header: Position(tuple(header["seats"])),
        piles=lambda header: {DECK: lambda chance: chance.shuffled_items(DECK, CARDS)},
        deal=deal,
        veil=lambda header: lambda pile: pile == DECK,
    ),
    play=Play(
        law=law_of(sys.modules[__name__]),
        steps=steps,
        happens=happens,
        reactions=lambda position, event, fate: (),
        evolve=evolve,
        to_move=lambda position: position.mover or None,
        record=record,
        missed=missed,
        candidates=candidates,
        action=lambda text: {"actions": [dict([text.split(maxsplit=1)])]},
        outcome=outcome,
    ),
    show=lambda: SHOW,
)
