"""MG-1.1, MG-3, MG-4 and MG-10.1: whose turn it is, and how much may be done in one."""

from referee.rulebook import Breach, rule
from referee.titles.magna_grecia.components import Card
from referee.titles.magna_grecia.moves import TakeTurn
from referee.titles.magna_grecia.state import Position
from referee.words import say

KINDS = ("road", "city", "resupply")
TILES = {"road": say("road tiles"), "city": say("city tiles"), "resupply": say("tiles resupplied")}


def allowed(card: Card, enhanced: bool) -> dict[str, int]:
    """What the card allows of each action, or one step up the ladder (MG-4.8)."""
    if enhanced:
        return {"road": card.more_roads, "city": card.more_cities, "resupply": card.more_resupply}
    return {"road": card.roads, "city": card.cities, "resupply": card.resupply}


def card_of(position: Position) -> Card:
    return position.setting.components.cards[position.clock.card]


def nth(step: TakeTurn, kind: str, n: int) -> tuple[str | int, ...]:
    """The place in the file of the n-th (from 0) action of a kind."""
    found = [index for index, each in enumerate(step.kinds) if each == kind]
    return ("actions", found[min(n, len(found) - 1)])


@rule("MG-10.1", TakeTurn, stage=0)
def the_game_goes_on(position: Position, step: TakeTurn) -> Breach | None:
    if position.clock.over:
        return Breach(say("The game is over; nothing more can be played."), ("seat",))
    return None


@rule("MG-1.1", TakeTurn, stage=0)
def seat_is_in_the_game(position: Position, step: TakeTurn) -> Breach | None:
    if step.seat in position.setting.seats:
        return None
    seats = ", ".join(position.setting.seats)
    return Breach(
        say("Nobody plays {seat} in this game; the seats are {seats}.", seat=step.seat, seats=seats), ("seat",)
    )


@rule("MG-3.1", TakeTurn, stage=1)
def seat_is_to_move(position: Position, step: TakeTurn) -> Breach | None:
    if step.seat == position.seat:
        return None
    facts = {"seat": step.seat, "mover": position.seat, "waiting": " - ".join(position.clock.waiting)}
    if step.seat in position.clock.waiting:
        return Breach(say("It is {mover}'s turn; {seat} comes later (still to act: {waiting}).", **facts), ("seat",))
    return Breach(
        say("It is {mover}'s turn; {seat} has already acted in this round (still to act: {waiting}).", **facts),
        ("seat",),
    )


@rule("MG-2.2", TakeTurn, stage=2)
def oracles_are_placed_first(position: Position, step: TakeTurn) -> Breach | None:
    if position.clock.round == 0:
        if step.kinds == ("oracle",) and not step.markets:
            return None
        return Breach(say("The oracles are still being placed: the move is one `oracle:` action and nothing else."))
    if "oracle" in step.kinds:
        return Breach(say("All oracles lie already; none is placed in a turn."), nth(step, "oracle", 0))
    return None


@rule("MG-3.2", TakeTurn, stage=3)
def builds_or_sells(position: Position, step: TakeTurn) -> Breach | None:
    if len(step.markets) > 1:
        return Breach(say("A turn builds one market or sells one, never both."), ("market",))
    return None


@rule("MG-4.4", TakeTurn, stage=3)
def takes_two_actions_at_most(position: Position, step: TakeTurn) -> Breach | None:
    if all(step.counts.values()):
        return Breach(
            say(
                "The move lays roads ({road}), lays city tiles ({city}) and resupplies ({resupply}): "
                "at most two of the three.",
                **step.counts,
            ),
            ("actions",),
        )
    return None


def too_many(position: Position, step: TakeTurn, kind: str, enhanced: bool) -> Breach | None:
    """A breach if a kind's number is over what the card allows; `enhanced`: asked of a turn's only action (MG-4.8)."""
    number = step.counts[kind]
    if not number or number <= allowed(card_of(position), False)[kind]:
        return None
    card = card_of(position)
    alone = not any(step.counts[other] for other in KINDS if other != kind)
    limit = allowed(card, alone)[kind]
    if alone != enhanced or number <= limit:
        return None
    facts = {"number": number, "what": TILES[kind], "limit": limit, "card": card.id, "more": allowed(card, True)[kind]}
    if alone:
        words = say("{number} {what}: the card {card} allows {limit}, even as the turn's only action.", **facts)
    else:
        words = say(
            "{number} {what} beside another action: the card {card} allows {limit} ({more} as the turn's only action).",
            **facts,
        )
    return Breach(words, nth(step, kind, limit))


@rule("MG-4.1", TakeTurn, stage=3)
def roads_within_the_card(position: Position, step: TakeTurn) -> Breach | None:
    return too_many(position, step, "road", False)


@rule("MG-4.2", TakeTurn, stage=3)
def cities_within_the_card(position: Position, step: TakeTurn) -> Breach | None:
    return too_many(position, step, "city", False)


@rule("MG-4.3", TakeTurn, stage=3)
def resupply_within_the_card(position: Position, step: TakeTurn) -> Breach | None:
    return too_many(position, step, "resupply", False)


@rule("MG-4.8", TakeTurn, stage=3)
def within_the_enhanced_number(position: Position, step: TakeTurn) -> list[Breach]:
    return [each for kind in KINDS if (each := too_many(position, step, kind, True))]


@rule("MG-4.6", TakeTurn, stage=3)
def resupply_is_last_and_single(position: Position, step: TakeTurn) -> list[Breach]:
    found = []
    if step.kinds.count("resupply") > 1:
        found.append(
            Breach(say("A turn resupplies once; write both numbers into one `resupply:`."), nth(step, "resupply", 1))
        )
    elif "resupply" in step.kinds and step.kinds[-1] != "resupply":
        found.append(
            Breach(
                say("Resupply is the last action; tiles taken now cannot be placed in the same turn."),
                nth(step, "resupply", 0),
                say("Move `resupply:` to the end of `actions:`."),
            )
        )
    return found


@rule("MG-4.9", TakeTurn, stage=3)
def tiles_are_in_supply(position: Position, step: TakeTurn) -> list[Breach]:
    purse = position.purses[step.seat]
    found = []
    for kind, have in (("road", purse.roads), ("city", purse.cities)):
        number = step.counts[kind]
        if number > have:
            words = say(
                "The move places {number} {what}; the supply holds {have}.", number=number, what=TILES[kind], have=have
            )
            found.append(Breach(words, nth(step, kind, have)))
    roads, cities = step.resupply
    for kind, wanted, have in (("road", roads, purse.staged_roads), ("city", cities, purse.staged_cities)):
        if wanted > have:
            words = say(
                "The move takes {number} {what}; the staging area holds {have}.",
                number=wanted,
                what=TILES[kind],
                have=have,
            )
            found.append(Breach(words, nth(step, "resupply", 0)))
    return found
