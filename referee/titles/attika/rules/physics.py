"""What each event changes: the only place where positions of Attika are made.

Most events change the last fields of a position and of its turn alone: the fields before them are copied in one piece.
"""

from bisect import insort
from collections.abc import Callable
from typing import Any

from referee.rules.rulebook import new, with_fields
from referee.titles.attika.data.land import LandTile, name, with_tile
from referee.titles.attika.rules import events as happened
from referee.titles.attika.rules.events import AttikaEvent
from referee.titles.attika.rules.state import (
    NONE,
    Amounts,
    AttikaEnd,
    AttikaPosition,
    AttikaTurn,
    Built,
    Deck,
    Mat,
    minus,
    plus,
    written_mat,
)

ONE: tuple[Amounts, ...] = ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1))
"""A card of each landscape."""


def evolve(position: AttikaPosition, event: AttikaEvent) -> AttikaPosition:
    """The position after an event."""
    return CHANGES[type(event)](position, event)


def unchanged_position(position: AttikaPosition, event: AttikaEvent) -> AttikaPosition:
    return position


def tile_laid(position: AttikaPosition, event: happened.TileLaid) -> AttikaPosition:
    tile = LandTile(event.tile, event.centre, event.turn)
    land = with_tile(position.land, tile, position.setting.tiles.tiles[event.tile])
    if event.seat:
        return with_fields(position, land=land, turn=with_fields(position.turn, tile="", last=False))
    return with_fields(position, land=land, pile=position.pile + 1)


def building_dealt(position: AttikaPosition, event: happened.BuildingDealt) -> AttikaPosition:
    mat = position.mats[event.seat]
    stored = stored_with(position, mat, event.building)
    return with_mat(position, event.seat, written_mat(stored, one_less(mat.stacks, event.stack), *mat[2:-1]))


def order_set(position: AttikaPosition, event: happened.OrderSet) -> AttikaPosition:
    return with_fields(position, order=event.seats)


def card_dealt(position: AttikaPosition, event: happened.CardDealt) -> AttikaPosition:
    return with_card(position, event, position.turn)


def turn_began(position: AttikaPosition, event: happened.TurnBegan) -> AttikaPosition:
    return with_turn(position, AttikaTurn(event.seat))


def building_drawn(position: AttikaPosition, event: happened.BuildingDrawn) -> AttikaPosition:
    mat, turn = position.mats[event.seat], position.turn
    mat = written_mat(mat.stored, one_less(mat.stacks, event.stack), *mat[2:-1])
    turn = new(AttikaTurn, (*turn[:-5], event.last, True, "draw", event.building, turn.done))
    return with_mat(position, event.seat, mat, turn)


def building_built(position: AttikaPosition, event: happened.BuildingBuilt) -> AttikaPosition:
    seat, building, hex, paid, was_stored = event
    mat, turn = position.mats[seat], position.turn
    here = f"{building} {name(hex)}"
    mat = written_mat(
        without(mat.stored, building) if was_stored else mat.stored,
        mat.stacks,
        mat.amphorae,
        mat.groups,
        grown_settlements(mat.settlements, hex, position.land.around[hex]),
        (*mat.built, (building, hex)),
        f"{mat.built_line}, {here}" if mat.built else here,
    )
    buildings = {**position.buildings, hex: Built(seat, building)}
    discards, hands = plus(position.discards, paid), {**position.hands, seat: minus(position.hands[seat], paid)}
    mats = {**position.mats, seat: mat}
    turn = new(AttikaTurn, (*turn[:-4], True, turn.line or "build", "", turn.done))
    return new(AttikaPosition, (*position[:-6], buildings, discards, position.deck, hands, mats, turn))


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
    return tuple(sorted([*apart, tuple(sorted(grown))]))


def building_stored(position: AttikaPosition, event: happened.BuildingStored) -> AttikaPosition:
    mat, turn = position.mats[event.seat], position.turn
    mat = written_mat(stored_with(position, mat, event.building), *mat[1:-1])
    return with_mat(position, event.seat, mat, new(AttikaTurn, (*turn[:-2], "", turn.done)))


def amphora_earned(position: AttikaPosition, event: happened.AmphoraEarned) -> AttikaPosition:
    mat, turn = position.mats[event.seat], position.turn
    mat = written_mat(mat.stored, mat.stacks, mat.amphorae + event.amphora, (*mat.groups, event.group), *mat[4:-1])
    if event.amphora:
        position = with_fields(position, amphorae=position.amphorae - 1)
    else:
        turn = with_fields(turn, owed=1, pays="group")
    return with_mat(position, event.seat, mat, turn)


def action_done(position: AttikaPosition, event: happened.ActionDone) -> AttikaPosition:
    turn = position.turn
    return with_turn(position, new(AttikaTurn, (*turn[:-1], turn.done + 1)))


def tile_turned(position: AttikaPosition, event: happened.TileTurned) -> AttikaPosition:
    turn = with_fields(position.turn, tile=event.tile, last=False)
    if event.under:
        return with_fields(position, turn=turn, under=position.under[1:])
    return with_fields(position, turn=turn, pile=position.pile + 1)


def tile_buried(position: AttikaPosition, event: happened.TileBuried) -> AttikaPosition:
    return with_fields(position, under=(*position.under, event.tile), turn=with_fields(position.turn, tile=""))


def amphora_returned(position: AttikaPosition, event: happened.AmphoraReturned) -> AttikaPosition:
    turn, mat = position.turn, position.mats[event.seat]
    if event.use == "card":
        turn = with_fields(turn, owed=1, pays="amphora")
    else:
        turn = with_fields(turn, line=event.use, extra=turn.extra + 1)
    mat = written_mat(mat.stored, mat.stacks, mat.amphorae - 1, *mat[3:-1])
    return with_mat(with_fields(position, amphorae=position.amphorae + 1), event.seat, mat, turn)


def rest_given_up(position: AttikaPosition, event: happened.RestGivenUp) -> AttikaPosition:
    return with_turn(position, with_fields(position.turn, owed=event.cards, pays="rest", given_up=True))


def card_taken(position: AttikaPosition, event: happened.CardTaken) -> AttikaPosition:
    turn = position.turn
    closed = turn.closed or turn.pays != "group"
    return with_card(position, event, with_fields(turn, owed=turn.owed - 1, moved=True, closed=closed))


def deck_reshuffled(position: AttikaPosition, event: happened.DeckReshuffled) -> AttikaPosition:
    return with_fields(position, deck=Deck(position.deck.shuffle + 1, event.items, 0), discards=NONE)


def cards_lapsed(position: AttikaPosition, event: happened.CardsLapsed) -> AttikaPosition:
    return with_turn(position, with_fields(position.turn, owed=0))


def position_after_turn_end(position: AttikaPosition, event: happened.AttikaTurnEnded) -> AttikaPosition:
    empty = 0 if position.turn.moved else position.empty + 1
    return position if empty == position.empty else with_fields(position, empty=empty)


def position_after_game_end(position: AttikaPosition, event: happened.AttikaGameEnded) -> AttikaPosition:
    return with_fields(position, end=AttikaEnd(event.seats, event.reasons))


CHANGES: dict[type, Callable[[AttikaPosition, Any], AttikaPosition]] = {
    happened.TileLaid: tile_laid,
    happened.BuildingDealt: building_dealt,
    happened.OrderSet: order_set,
    happened.CardDealt: card_dealt,
    happened.TurnBegan: turn_began,
    happened.BuildingDrawn: building_drawn,
    happened.BuildingBuilt: building_built,
    happened.BuildingStored: building_stored,
    happened.AmphoraEarned: amphora_earned,
    happened.ActionDone: action_done,
    happened.TileTurned: tile_turned,
    happened.TileBuried: tile_buried,
    happened.AmphoraReturned: amphora_returned,
    happened.RestGivenUp: rest_given_up,
    happened.AmphoraeKept: unchanged_position,
    happened.CardTaken: card_taken,
    happened.DeckReshuffled: deck_reshuffled,
    happened.CardsLapsed: cards_lapsed,
    happened.AttikaTurnEnded: position_after_turn_end,
    happened.AttikaGameEnded: position_after_game_end,
}


def with_turn(position: AttikaPosition, turn: AttikaTurn) -> AttikaPosition:
    return new(AttikaPosition, (*position[:-1], turn))


def with_mat(position: AttikaPosition, seat: str, mat: Mat, turn: AttikaTurn | None = None) -> AttikaPosition:
    """With a mat that `written_mat` made."""
    mats = {**position.mats, seat: mat}
    return new(AttikaPosition, (*position[:-2], mats, turn or position.turn))


def with_card(
    position: AttikaPosition, event: happened.CardDealt | happened.CardTaken, turn: AttikaTurn
) -> AttikaPosition:
    """With the top card of the deck in a hand."""
    seat, card = event
    hands, deck = position.hands, position.deck
    hands = {**hands, seat: plus(hands[seat], ONE[card])}
    deck = Deck(deck.shuffle, deck.items, deck.taken + 1)
    return new(AttikaPosition, (*position[:-4], deck, hands, position.mats, turn))


def one_less(stacks: tuple[int, ...], at: int) -> tuple[int, ...]:
    return (*stacks[:at], stacks[at] - 1, *stacks[at + 1 :])


def stored_with(position: AttikaPosition, mat: Mat, building: str) -> tuple[str, ...]:
    """The storage board with one more building, in the order of the box."""
    stored = [*mat.stored]
    insort(stored, building, key=position.setting.rank.__getitem__)
    return tuple(stored)


def without(stored: tuple[str, ...], building: str) -> tuple[str, ...]:
    at = stored.index(building)
    return stored[:at] + stored[at + 1 :]
