"""What each event changes: the only place where positions of Attika are made.

Most events change the last fields of a position and of its turn alone: the fields before them are copied in one piece.
"""

from bisect import insort
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from referee.titles.attika.data.land import NAMES, Land, LandTile, with_tile
from referee.titles.attika.rules import events as happened
from referee.titles.attika.rules.events import AttikaEvent
from referee.titles.attika.rules.state import (
    NONE,
    Amounts,
    AttikaPosition,
    AttikaTurn,
    Built,
    Deck,
    Mat,
    Supply,
    end_of_line,
    minus,
    plus,
)

ONE: tuple[Amounts, ...] = ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1))
"""A card of each landscape."""


def evolve(position: AttikaPosition, event: AttikaEvent) -> AttikaPosition:
    return CHANGES[type(event)](position, event)


def tile_laid(position: AttikaPosition, event: happened.TileLaid) -> AttikaPosition:
    tile = LandTile(event.tile, event.centre, event.turn)
    land = with_tile(position.land, tile, position.setting.tiles.tiles[event.tile])
    if event.seat:
        return with_table(position, land, position.supply, replace(position.turn, tile="", last=False))
    return with_table(position, land, with_tile_taken(position.supply), position.turn)


def building_dealt(position: AttikaPosition, event: happened.BuildingDealt) -> AttikaPosition:
    mat = position.mats[event.seat]
    stored = stored_with(position, mat, event.building)
    mat = mat.holding(mat.cards, stored, one_less(mat.stacks, event.stack), mat.amphorae)
    return with_mat(position, event.seat, mat)


def building_drawn(position: AttikaPosition, event: happened.BuildingDrawn) -> AttikaPosition:
    seat, stack, building, last = event
    mats, turn = position.mats.copy(), position.turn
    mat = mats[seat]
    mats[seat] = mat.holding(mat.cards, mat.stored, one_less(mat.stacks, stack), mat.amphorae)
    return position.after(mats, turn.after(last, True, "draw", building, turn.done))


def building_built(position: AttikaPosition, event: happened.BuildingBuilt) -> AttikaPosition:
    seat, building, hex, paid, was_stored = event
    buildings, mats, hands = position.buildings.copy(), position.mats.copy(), position.hands
    discards, hand, turn = position.discards, hands[seat], position.turn
    buildings[hex] = Built(seat, building)
    if paid != NONE:
        hand, hands, discards = minus(hand, paid), hands.copy(), plus(discards, paid)
        hands[seat] = hand
    mats[seat] = mat_with_building(position, mats[seat], building, hex, sum(hand), was_stored)
    turn = turn.after(turn.last, True, turn.line or "build", "", turn.done)
    return AttikaPosition(
        position.setting, position.course, position.land, position.supply, buildings, discards, position.deck, hands,
        mats, turn,
    )  # fmt: skip


def mat_with_building(position: AttikaPosition, mat: Mat, building: str, hex: int, cards: int, was_stored: bool) -> Mat:
    """The mat when a building of it stands on a hex, and so many cards are left."""
    built, left = mat.built.copy(), mat.left.copy()
    line_end = f"{mat.line_end}, {building} {NAMES[hex]}" if built else f"{mat.line_end}{building} {NAMES[hex]}"
    built[hex] = building
    left[position.setting.box.buildings[building].group] -= 1
    stored = without(mat.stored, building) if was_stored else mat.stored
    settlements = grown_settlements(mat.settlements, hex, position.land.around[hex])
    return Mat(mat.seat, cards, stored, mat.stacks, mat.amphorae, mat.groups, settlements, built, left, line_end)


def grown_settlements(
    settlements: tuple[tuple[int, ...], ...], hex: int, around: tuple[int, ...]
) -> tuple[tuple[int, ...], ...]:
    """AT-5.1: the settlements of a seat after it built on this hex: those around it become one."""
    grown, apart, near = [hex], [], set(around)
    for each in settlements:
        if near.isdisjoint(each):
            apart.append(each)
        else:
            grown += each
    grown.sort()
    apart.append(tuple(grown))
    apart.sort()
    return tuple(apart)


def building_stored(position: AttikaPosition, event: happened.BuildingStored) -> AttikaPosition:
    seat, building = event
    mats, turn = position.mats.copy(), position.turn
    mat = mats[seat]
    mats[seat] = mat.holding(mat.cards, stored_with(position, mat, building), mat.stacks, mat.amphorae)
    return position.after(mats, turn.after(turn.last, turn.moved, turn.line, "", turn.done))


def amphora_earned(position: AttikaPosition, event: happened.AmphoraEarned) -> AttikaPosition:
    seat, group, amphora = event
    position = with_group(position, seat, group)
    if amphora:
        return with_amphorae(position, seat, position.mats[seat].amphorae + 1)
    turn = position.turn
    return position.after(position.mats, owing(turn, turn.given_up, "group", turn.closed, 1, turn.moved))


def with_group(position: AttikaPosition, seat: str, group: str) -> AttikaPosition:
    """With one more group for which a seat was rewarded."""
    mat = position.mats[seat]
    groups = (*mat.groups, group)
    return with_mat(position, seat, replace(mat, groups=groups, line_end=end_of_line(groups, mat.built)))


def with_amphorae(position: AttikaPosition, seat: str, number: int) -> AttikaPosition:
    """With so many amphorae of a seat; the others are in the supply."""
    mat, supply = position.mats[seat], position.supply
    position = with_mat(position, seat, mat.holding(mat.cards, mat.stored, mat.stacks, number))
    supply = replace(supply, amphorae=supply.amphorae + mat.amphorae - number)
    return with_table(position, position.land, supply, position.turn)


def action_done(position: AttikaPosition, event: happened.ActionDone) -> AttikaPosition:
    turn = position.turn
    return position.after(position.mats, turn.after(turn.last, turn.moved, turn.line, turn.drawn, turn.done + 1))


def tile_turned(position: AttikaPosition, event: happened.TileTurned) -> AttikaPosition:
    supply, turn = position.supply, replace(position.turn, tile=event.tile, last=False)
    under = replace(supply, under=supply.under[1:], tiles=supply.tiles - 1) if event.under else None
    return with_table(position, position.land, under or with_tile_taken(supply), turn)


def tile_buried(position: AttikaPosition, event: happened.TileBuried) -> AttikaPosition:
    supply = position.supply
    supply = replace(supply, under=(*supply.under, event.tile), tiles=supply.tiles + 1)
    return replace(position, supply=supply, turn=replace(position.turn, tile=""))


def amphora_returned(position: AttikaPosition, event: happened.AmphoraReturned) -> AttikaPosition:
    turn = position.turn
    if event.use == "card":
        turn = owing(turn, turn.given_up, "amphora", turn.closed, 1, turn.moved)
    else:
        turn = replace(turn, line=event.use, extra=turn.extra + 1)
    left = position.mats[event.seat].amphorae - 1
    return replace(with_amphorae(position, event.seat, left), turn=turn)


def rest_given_up(position: AttikaPosition, event: happened.RestGivenUp) -> AttikaPosition:
    turn = position.turn
    return position.after(position.mats, owing(turn, True, "rest", turn.closed, event.cards, turn.moved))


def owing(turn: AttikaTurn, given_up: bool, pays: str, closed: bool, owed: int, moved: bool) -> AttikaTurn:
    """The turn with other facts about its cards."""
    return AttikaTurn(
        turn.seat, turn.extra, given_up, pays, closed, owed, turn.tile, turn.last, moved, turn.line, turn.drawn,
        turn.done,
    )  # fmt: skip


def card_taken(position: AttikaPosition, event: happened.CardTaken) -> AttikaPosition:
    turn = position.turn
    closed = turn.closed or turn.pays != "group"
    return with_card(position, event, owing(turn, turn.given_up, turn.pays, closed, turn.owed - 1, True))


def position_after_turn_end(position: AttikaPosition, event: happened.AttikaTurnEnded) -> AttikaPosition:
    course = position.course
    empty = 0 if position.turn.moved else course.empty + 1
    return position if empty == course.empty else replace(position, course=replace(course, empty=empty))


CHANGES: dict[type, Callable[[AttikaPosition, Any], AttikaPosition]] = {
    happened.TileLaid: tile_laid,
    happened.BuildingDealt: building_dealt,
    happened.OrderSet: lambda position, event: replace(position, course=replace(position.course, order=event.seats)),
    happened.CardDealt: lambda position, event: with_card(position, event, position.turn),
    happened.TurnBegan: lambda position, event: position.after(position.mats, AttikaTurn(event.seat)),
    happened.BuildingDrawn: building_drawn,
    happened.BuildingBuilt: building_built,
    happened.BuildingStored: building_stored,
    happened.AmphoraEarned: amphora_earned,
    happened.ActionDone: action_done,
    happened.TileTurned: tile_turned,
    happened.TileBuried: tile_buried,
    happened.AmphoraReturned: amphora_returned,
    happened.RestGivenUp: rest_given_up,
    happened.AmphoraeKept: lambda position, event: position,
    happened.CardTaken: card_taken,
    happened.DeckReshuffled: lambda position, event: replace(
        position, deck=Deck(position.deck.shuffle + 1, event.items, 0), discards=NONE
    ),
    happened.CardsLapsed: lambda position, event: position.after(position.mats, replace(position.turn, owed=0)),
    happened.AttikaTurnEnded: position_after_turn_end,
    happened.AttikaGameEnded: lambda position, event: replace(
        position, course=replace(position.course, winners=event.seats, reasons=event.reasons)
    ),
}


def with_table(position: AttikaPosition, land: Land, supply: Supply, turn: AttikaTurn) -> AttikaPosition:
    """The position with other tiles and another supply, and what this makes of the turn."""
    return AttikaPosition(
        position.setting, position.course, land, supply, position.buildings, position.discards, position.deck,
        position.hands, position.mats, turn,
    )  # fmt: skip


def with_mat(position: AttikaPosition, seat: str, mat: Mat) -> AttikaPosition:
    return position.after({**position.mats, seat: mat}, position.turn)


def with_card(
    position: AttikaPosition, event: happened.CardDealt | happened.CardTaken, turn: AttikaTurn
) -> AttikaPosition:
    """With the top card of the deck in a hand."""
    seat, card = event
    hands, mats, deck = position.hands.copy(), position.mats.copy(), position.deck
    mat = mats[seat]
    hands[seat] = plus(hands[seat], ONE[card])
    mats[seat] = mat.holding(mat.cards + 1, mat.stored, mat.stacks, mat.amphorae)
    deck = Deck(deck.shuffle, deck.items, deck.taken + 1)
    return AttikaPosition(
        position.setting, position.course, position.land, position.supply, position.buildings, position.discards, deck,
        hands, mats, turn,
    )  # fmt: skip


def with_tile_taken(supply: Supply) -> Supply:
    """With the top tile of the pile taken."""
    return Supply(supply.pile + 1, supply.under, supply.tiles - 1, supply.amphorae)


def one_less(stacks: tuple[int, ...], at: int) -> tuple[int, ...]:
    left = list(stacks)
    left[at] -= 1
    return tuple(left)


def stored_with(position: AttikaPosition, mat: Mat, building: str) -> tuple[str, ...]:
    """The storage board with one more building, in the order of the box."""
    stored = [*mat.stored]
    insort(stored, building, key=position.setting.rank.__getitem__)
    return tuple(stored)


def without(stored: tuple[str, ...], building: str) -> tuple[str, ...]:
    at = stored.index(building)
    return stored[:at] + stored[at + 1 :]
