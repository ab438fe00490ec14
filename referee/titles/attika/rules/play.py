"""What a step makes happen, what follows from it at once, and every single action worth asking the rules about."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from referee.rules.branches import Fields
from referee.rules.hexes import EDGES, distance
from referee.rules.law import with_choice
from referee.rules.rulebook import Fate, Move, Play, by_kind, law_of
from referee.titles.attika.data.components import LANDSCAPES
from referee.titles.attika.data.land import SIDES, Land, Place, borders, covered_places, lying, name, route
from referee.titles.attika.rules import building, moves, orders, physics, turns
from referee.titles.attika.rules import events as happened
from referee.titles.attika.rules.building import amounts_text, centre, payment, price
from referee.titles.attika.rules.events import AttikaEvent
from referee.titles.attika.rules.moves import AttikaMove, rest
from referee.titles.attika.rules.setup import DECK, items_of, stack_place
from referee.titles.attika.rules.state import NONE, STACKS, AttikaPosition


def record(position: AttikaPosition, move: Move, events: tuple[AttikaEvent, ...]) -> AttikaMove:
    """The actions of a part of a turn; `position` is the one before it.

    `end` is written only if the turn ends although amphorae could be returned: else the actions show that it ends.
    """
    actions: list[Fields] = []
    ends = False
    for event in events:
        write = WRITTEN.get(type(event))
        if write:
            actions.append(write(position, event))
        elif type(event) is happened.AmphoraeKept:
            ends = True
    return {"actions": actions, "end": True} if ends else {"actions": actions}


def way(land: Land, centre: tuple[int, int]) -> str:
    """`from 7 ne ne se`."""
    start, walk = route(land, centre)
    return " ".join(["from", str(start), *[EDGES[edge] for edge in walk]])


WRITTEN: dict[type, Callable[[AttikaPosition, Any], Fields]] = {
    happened.BuildingDrawn: lambda position, event: {"draw": STACKS[event.stack]},
    happened.BuildingBuilt: lambda position, event: {
        "build": f"{event.building} at {name(event.hex)} pay {amounts_text(event.paid)}"
    },
    happened.BuildingStored: lambda position, event: {"store": event.building},
    happened.TileLaid: lambda position, event: {"tile": f"{way(position.land, event.centre)} turn {event.turn}"},
    happened.TileBuried: lambda position, event: {"tile": moves.UNDER},
    happened.AmphoraReturned: lambda position, event: {"amphora": event.use},
    happened.RestGivenUp: lambda position, event: {"cards": event.cards},
}


Candidate = tuple[str, AttikaMove]
"""The kind of the action, and the move that consists of it alone."""
Events = Iterable[AttikaEvent]


def candidates(position: AttikaPosition) -> Iterator[Candidate]:
    """In the order of the turn; due tasks come alone."""
    turn, mat = position.turn, position.mats.get(position.seat)
    if mat is None:
        return
    if turn.tile:
        yield from tile_candidates(position)
    elif turn.drawn:
        yield from builds(position, (turn.drawn,))
        yield single_candidate(position, "store", turn.drawn)
    else:
        for stack in STACKS:
            yield single_candidate(position, "draw", stack)
        yield from builds(position, tuple(dict.fromkeys(mat.stored)))
        for use in moves.USES:
            yield single_candidate(position, "amphora", use)
        if turns.may_wait(position) and turns.cards_due(position):
            yield single_candidate(position, "cards", turns.cards_due(position))
        yield "end", {"seat": position.seat, "actions": [], "end": True}


def single_candidate(position: AttikaPosition, kind: str, value: str | int) -> Candidate:
    return kind, {"seat": position.seat, "actions": [{kind: value}]}


def builds(position: AttikaPosition, buildings: tuple[str, ...]) -> Iterator[Candidate]:
    for each in buildings:
        for hex in position.empty_hexes():
            yield single_candidate(position, "build", f"{each} at {name(hex)}")


def tile_candidates(position: AttikaPosition) -> Iterator[Candidate]:
    """The tile that is due at each place where it fits, in each turn in which it looks different."""
    different = [turn for turn, _ in looks(position)]
    for middle in centres(position.land):
        there = way(position.land, middle)
        for turn in different:
            yield single_candidate(position, "tile", f"{there} turn {turn}")


def looks(position: AttikaPosition) -> list[tuple[int, str]]:
    """The turns in which the due tile looks different, and its symbols in each."""
    signs = position.setting.tiles.tiles[position.turn.tile]
    found = {lying(signs, turn): turn for turn in reversed(range(SIDES))}
    return sorted((turn, shown) for shown, turn in found.items())


def centres(land: Land) -> list[Place]:
    """Where a tile may be placed (AT-7.1, AT-10.4): the centres, in the order of q, then r."""
    found = dict.fromkeys([(q + dq, r + dr) for q, r in (*land.place, *land.shrines) for dq, dr in RING])
    return sorted([each for each in found if not covered_places(land, each) and borders(land, each)])


RING = [(q, r) for q in range(-2, 3) for r in range(-2, 3) if distance((0, 0), (q, r)) == 2]
"""The steps from a place to the centres of tiles that touch it with one hex."""


def building_drawn(position: AttikaPosition, step: moves.Draw, fate: Fate) -> Events:
    left = position.mats[step.seat].stacks[step.stack]
    building = fate(*stack_place(position.setting, step.seat, step.stack, left))
    return (happened.BuildingDrawn(step.seat, step.stack, building, left == 1),)


def building_built(position: AttikaPosition, step: moves.Build, fate: Fate) -> Events:
    drawn = position.turn.drawn
    building = drawn or step.building
    paid = step.pay
    if paid is None:
        paid = payment(price(position, step.seat, building, step.hex), position.hands[step.seat]) or NONE
    return (happened.BuildingBuilt(step.seat, building, step.hex, paid, not drawn),)


def tile_placed(position: AttikaPosition, step: moves.PlaceTile, fate: Fate) -> Events:
    return (happened.TileLaid(step.seat, position.turn.tile, centre(position, step), step.turn),)


def rest_given_up(position: AttikaPosition, step: moves.GiveUp, fate: Fate) -> Iterator[AttikaEvent]:
    """AT-3.4: the cards, and the end of a turn that would continue by an amphora.

    With nothing to give up, this ends the turn; a turn that has already ended by itself stays as it is.
    """
    if position.seat != step.seat:
        return
    due, waits = turns.cards_due(position), turns.may_wait(position)
    if due or not waits:
        yield happened.RestGivenUp(step.seat, due)
    if waits and (step.ends or not due):
        yield happened.AmphoraeKept(step.seat)


MAKES: dict[type, Callable[[AttikaPosition, Any, Fate], Events]] = {
    moves.Draw: building_drawn,
    moves.Build: building_built,
    moves.Store: lambda position, step, fate: (happened.BuildingStored(step.seat, position.turn.drawn),),
    moves.PlaceTile: tile_placed,
    moves.BuryTile: lambda position, step, fate: (happened.TileBuried(step.seat, position.turn.tile),),
    moves.ReturnAmphora: lambda position, step, fate: (happened.AmphoraReturned(step.seat, step.use),),
    moves.GiveUp: rest_given_up,
}
"""The events of a legal step."""


def after_built(position: AttikaPosition, event: happened.BuildingBuilt, fate: Fate) -> Events:
    """The win first of all (AT-8.1), then the amphorae (AT-6.1, AT-6.2)."""
    reasons = turns.winning_reasons(position, event.seat, event.hex)
    if reasons:
        return (happened.AttikaGameEnded((event.seat,), reasons),)
    done, groups = happened.ActionDone(event.seat), turns.completed_groups(position, event.seat, event.hex)
    if not groups:
        return (done,)
    return (
        *[happened.AmphoraEarned(event.seat, group, n < position.supply.amphorae) for n, group in enumerate(groups)],
        done,
    )


def after_action(position: AttikaPosition, event: happened.ActionDone, fate: Fate) -> Events:
    """AT-7.1: after the last building of a stack the top tile is turned up.

    When the pile is used up, it is the first that was put under it (AT-10.7).
    """
    supply = position.supply
    if not position.turn.last or not supply.tiles:
        return if_complete(position)
    if supply.pile < len(position.setting.tiles.tiles):
        return (happened.TileTurned(event.seat, fate("tiles", supply.pile), False),)
    return (happened.TileTurned(event.seat, supply.under[0], True),)


def after_tile(position: AttikaPosition, event: happened.TileLaid | happened.TileBuried, fate: Fate) -> Events:
    return if_complete(position) if event.seat else ()


def if_complete(position: AttikaPosition) -> Events:
    """AT-3.4: the turn ends by itself."""
    return (happened.AttikaTurnEnded(position.turn.seat),) if turns.is_complete(position) else ()


def next_card(position: AttikaPosition, event: AttikaEvent, fate: Fate) -> Events:
    """The next card that is owed; when none is, the turn may be complete."""
    turn, deck = position.turn, position.deck
    if not turn.owed:
        return if_complete(position)
    if deck.cards_left:
        card = fate(f"{DECK}{deck.shuffle}", deck.taken, items_of(deck.items))
        return (happened.CardTaken(turn.seat, LANDSCAPES.index(card)),)
    if sum(position.discards):
        return (happened.DeckReshuffled(position.discards),)
    return (happened.CardsLapsed(turn.seat, turn.owed),)


def after_turn(position: AttikaPosition, event: happened.AttikaTurnEnded, fate: Fate) -> Events:
    """AT-10.5: every seat in a row had an empty turn, or nothing can ever be built again; or the next seat."""
    order = position.course.order
    if position.course.empty >= len(order) or not turns.can_ever_build(position):
        return (happened.AttikaGameEnded(turns.leaders(position), ("most",)),)
    return (happened.TurnBegan(order[(order.index(event.seat) + 1) % len(order)]),)


FOLLOWS: dict[type, Callable[[AttikaPosition, Any, Fate], Events]] = {
    happened.BuildingBuilt: after_built,
    happened.BuildingStored: lambda position, event, fate: (happened.ActionDone(event.seat),),
    happened.ActionDone: after_action,
    happened.TileLaid: after_tile,
    happened.TileBuried: after_tile,
    happened.AmphoraEarned: next_card,
    happened.AmphoraReturned: next_card,
    happened.RestGivenUp: next_card,
    happened.AmphoraeKept: lambda position, event, fate: (happened.AttikaTurnEnded(event.seat),),
    happened.CardTaken: next_card,
    happened.DeckReshuffled: next_card,
    happened.CardsLapsed: next_card,
    happened.AttikaTurnEnded: after_turn,
}
"""The events that follow at once from an event; the position is the one after it."""


def move_for_missed_turn(position: AttikaPosition) -> AttikaMove:
    """AT-10.7: due tasks are put away, and the open actions are given up for their cards."""
    turn = position.turn
    actions = [{"store": turn.drawn}] if turn.drawn else []
    if turn.tile or (turn.drawn and turn.last and position.supply.tiles):
        actions.append({"tile": moves.UNDER})
    return {"actions": actions, "end": True}


def is_part_over(position: AttikaPosition) -> bool:
    """AT-10.9: in a turn of draws every action is an entry of its own, so that an order may be cut behind any of them.

    So is a tile that was turned up, even one that all have seen before (AT-10.7), and what comes before the first draw
    or build. A turn of builds reveals nothing that needs orders, and orders are refused: actions sent together are one
    entry.
    """
    turn = position.turn
    return turn.line == "draw" or bool(turn.tile) or (not turn.line and turn.is_begun)


PLAY: Play[AttikaPosition, moves.AttikaStep, AttikaEvent] = Play(
    law=law_of(turns, orders, building),
    steps=moves.steps,
    happens=by_kind(MAKES),
    reactions=by_kind(FOLLOWS),
    evolve=physics.evolve,
    to_move=lambda position: position.seat or None,
    record=record,
    missed=move_for_missed_turn,
    passing={"end": True},
    candidates=candidates,
    action=moves.action,
    rest=rest,
    is_turn_begun=lambda position: position.turn.is_begun,
    is_part_over=is_part_over,
    outcome=turns.outcome,
    decide=with_choice,  # groups that are connected already get their reward with the next building (AT-10.1)
)
