"""MG-1.1, MG-3, MG-4 and MG-10.1: whose turn it is, and how much may be done in one."""

from dataclasses import replace

from referee.rules.law import game_over, not_your_turn, unknown_seat
from referee.rules.rulebook import Breach, rule
from referee.titles.magna_grecia.data.components import Card
from referee.titles.magna_grecia.rules.moves import TakeTurn
from referee.titles.magna_grecia.rules.oracles import free_villages
from referee.titles.magna_grecia.rules.state import FRESH, Position
from referee.words import AND, Phrase, number_and_noun, say, terms, word_list

TILES = {
    "road": (say("road tile"), say("road tiles")),
    "city": (say("city tile"), say("city tiles")),
    "resupply": (say("tile resupplied"), say("tiles resupplied")),
}
"""What one of a kind is called, and what several are."""


def card_limits(card: Card, enhanced: bool) -> dict[str, int]:
    """What the card allows of each action, or one step up the ladder (MG-4.8)."""
    if enhanced:
        return {"road": card.more_roads, "city": card.more_cities, "resupply": card.more_resupply}
    return {"road": card.roads, "city": card.cities, "resupply": card.resupply}


def card_of(position: Position) -> Card:
    return position.setting.components.cards[position.clock.card]


def tiles_of_kind(kind: str, number: int) -> Phrase:
    return number_and_noun(number, *TILES[kind])


def tiles_taken(roads: int, cities: int) -> Phrase:
    """What a resupply takes: `2 road tiles and 1 city tile`."""
    return word_list([tiles_of_kind(kind, n) for kind, n in (("road", roads), ("city", cities)) if n], AND)


def nth(step: TakeTurn, kind: str, n: int) -> tuple[str | int, ...]:
    """The place in the file of the n-th (from 0) action of a kind."""
    found = [index for index, each in enumerate(step.kinds) if each == kind]
    return ("actions", found[min(n, len(found) - 1)])


@rule("MG-10.1", TakeTurn, stage=0, fixed_by=())
def the_game_goes_on(position: Position, step: TakeTurn) -> Breach | None:
    return game_over() if position.clock.over else None


@rule("MG-1.1", TakeTurn, stage=0, fixed_by=())
def seat_is_in_the_game(position: Position, step: TakeTurn) -> Breach | None:
    seats = position.setting.seats
    return None if step.seat in seats else unknown_seat(step.seat, seats)


@rule("MG-3.1", TakeTurn, stage=1)
def seat_is_to_move(position: Position, step: TakeTurn) -> Breach | None:
    if step.seat == position.seat:
        return None
    facts = {"seat": step.seat, "mover": position.seat, "waiting": terms(position.clock.waiting, " - ")}
    if step.seat in position.clock.waiting:
        words = say("It isn't the turn of {seat} yet: {mover} moves now (still to move: {waiting}).", **facts)
        return not_your_turn(step.seat, words)
    words = say("{seat} has already moved this round. {mover} moves now (still to move: {waiting}).", **facts)
    return Breach(words, ("seat",), say("{seat} moves again in the next round.", **facts))


@rule("MG-2.2", TakeTurn, stage=2)
def oracles_are_placed_first(position: Position, step: TakeTurn) -> list[Breach]:
    if position.clock.round and "oracle" not in step.kinds:
        return []
    if position.clock.round:
        laid = say("All oracles are already placed. You can't place one on your turn.")
        return [Breach(laid, ("actions", index), DELETE) for index, kind in enumerate(step.kinds) if kind == "oracle"]
    words = say("The oracles are still being placed, so your move is one `oracle:` action and nothing else.")
    if "oracle" not in step.kinds:
        hint = say("Write `- oracle:` and a village. You can choose {free}.", free=", ".join(free_villages(position)))
        return [Breach(words, ("actions", 0) if step.kinds else ("seat",), hint)]
    (_, only) = nth(step, "oracle", 0)
    surplus = [("actions", index) for index in range(len(step.kinds)) if index != only]
    return [Breach(words, at, DELETE) for at in (*surplus, *([("market",)] if step.markets else []))]


DELETE = say("Delete this line.")


@rule("MG-3.2", TakeTurn, stage=3, overrulable=True)
def builds_or_sells(position: Position, step: TakeTurn) -> Breach | None:
    if len(step.markets) > 1:
        hint = say("Keep `build` or `sell`, and delete the other.")
        return Breach(say("In one turn you can build one market or sell one, but not both."), ("market",), hint)
    return None


@rule("MG-4.4", TakeTurn, stage=3, overrulable=True)
def takes_two_actions_at_most(position: Position, step: TakeTurn) -> Breach | None:
    if not all(step.counts.values()):
        return None
    words = (
        "This move builds roads ({road}), places city tiles ({city}) and resupplies ({resupply}). Only two of the "
        "three are allowed."
    )
    hint = say("Leave out the roads, the city tiles or `resupply`.")
    return Breach(say(words, **step.counts), ("actions",), hint)


def too_many(position: Position, step: TakeTurn, kind: str, enhanced: bool) -> Breach | None:
    """A breach if a kind's number is over what the card allows; `enhanced`: asked of a turn's only action (MG-4.8)."""
    if kind == "resupply" and resupplies_twice(step):
        return None
    card, number = card_of(position), step.counts[kind]
    alone = sum(step.counts.values()) == number
    limit = card_limits(card, alone)[kind]
    if alone != enhanced or number <= limit:
        return None
    more = card_limits(card, True)[kind]
    tiles = tiles_of_kind(kind, number)
    facts = {"tiles": tiles, "limit": limit, "card": card.id, "more": more, "over": number - limit}
    words = "{tiles} with another action: the card {card} allows only {limit} ({more} as the only action of the turn)."
    if alone:
        words = "{tiles}: the card {card} allows only {limit}, even as the only action of the turn."
    hint = say("Leave out {over}.", **facts)
    if not alone and number <= more:
        hint = say("Leave out {over}, or leave out all other actions.", **facts)
    return Breach(say(words, **facts), nth(step, kind, limit), hint)


@rule("MG-4.1", TakeTurn, stage=3, overrulable=True)
def roads_within_the_card(position: Position, step: TakeTurn) -> Breach | None:
    if step.counts["road"] <= card_of(position).roads:
        return None
    return too_many(position, step, "road", False)


@rule("MG-4.2", TakeTurn, stage=3, overrulable=True)
def cities_within_the_card(position: Position, step: TakeTurn) -> Breach | None:
    if step.counts["city"] <= card_of(position).cities:
        return None
    return too_many(position, step, "city", False)


@rule("MG-4.3", TakeTurn, stage=3, overrulable=True)
def resupply_within_the_card(position: Position, step: TakeTurn) -> Breach | None:
    if step.counts["resupply"] <= card_of(position).resupply:
        return None
    return too_many(position, step, "resupply", False)


@rule("MG-4.8", TakeTurn, stage=3, overrulable=True)
def within_the_enhanced_number(position: Position, step: TakeTurn) -> Breach | None:
    card, counts = card_of(position), step.counts
    if counts["road"] > card.roads:
        return too_many(position, step, "road", True)
    if counts["city"] > card.cities:
        return too_many(position, step, "city", True)
    if counts["resupply"] > card.resupply:
        return too_many(position, step, "resupply", True)
    return None


def resupplies_twice(step: TakeTurn) -> bool:
    """It is unknown which of the two counts: their numbers are not judged further (MG-4.6)."""
    return step.kinds.count("resupply") > 1


def once(position: Position, step: TakeTurn) -> Phrase:
    """What to do about a second resupply: join it with the first if the sum is allowed and there, else leave it out."""
    roads, cities = step.resupply
    purse, alone = position.purses[step.seat], not (step.counts["road"] or step.counts["city"])
    fits = roads + cities <= card_limits(card_of(position), alone)["resupply"]
    if fits and roads <= purse.staged_roads and cities <= purse.staged_cities:
        words = "Delete this line, and write `resupply: {{road: {roads}, city: {cities}}}` once, as the last action."
        return say(words, roads=roads, cities=cities)
    return say("Delete this line; the first `resupply:` counts.")


@rule("MG-4.6", TakeTurn, stage=3)
def resupply_is_last_and_single(position: Position, step: TakeTurn) -> list[Breach]:
    found = []
    if resupplies_twice(step):
        surplus = [("actions", index) for index, kind in enumerate(step.kinds) if kind == "resupply"][1:]
        found += [Breach(say("You can resupply only once in a turn."), at, once(position, step)) for at in surplus]
    elif "resupply" in step.kinds and step.kinds[-1] != "resupply":
        says = say("Resupply must be your last action: you can't place the tiles you take in the same turn.")
        hint = say("Move `resupply:` to the end of `actions:`.")
        found.append(Breach(says, nth(step, "resupply", 0), hint))
    return found


@rule("MG-4.9", TakeTurn, stage=3)
def tiles_are_in_supply(position: Position, step: TakeTurn) -> list[Breach]:
    purse = position.purses[step.seat]
    found = []
    for kind, have in (("road", purse.roads), ("city", purse.cities)):
        number = step.counts[kind]
        if number > have:
            facts = {"tiles": tiles_of_kind(kind, number), "have": have, "over": number - have}
            words = say("This move places {tiles}, but the supply has only {have}.", **facts)
            hint = say("Leave out {over}. With `resupply` you get tiles for later turns.", **facts)
            found.append(Breach(words, nth(step, kind, have), hint))
    if step.resupply == (0, 0) or resupplies_twice(step):
        return found
    roads, cities = step.resupply
    for kind, wanted, have in (("road", roads, purse.staged_roads), ("city", cities, purse.staged_cities)):
        if wanted > have:
            facts = {"tiles": tiles_of_kind(kind, wanted), "kind": kind, "have": have}
            words = say("This move takes {tiles}, but the staging area has only {have}.", **facts)
            hint = say("Write `{kind}: {have}` or less.", kind=kind, have=have)
            found.append(Breach(words, nth(step, "resupply", 0), hint))
    return found


def next_turn(position: Position, seat: str) -> Position | None:
    """The position as if it was the next turn of a seat: with the next card if the seat has moved in this round.

    None if there is no such turn, or its card is not turned up yet.
    """
    clock = position.clock
    waiting = (seat, *[each for each in position.setting.seats if each != seat])
    if seat in clock.waiting:
        return replace(position, clock=replace(clock, waiting=waiting), turn=FRESH)
    if clock.over or not clock.round or not clock.next_card:
        return None
    following = replace(clock, round=clock.round + 1, card=clock.next_card, next_card="", waiting=waiting)
    return replace(position, clock=following, turn=FRESH)
