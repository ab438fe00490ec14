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
    UNBEGUN,
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
    seat, mat = event.seat, position.mats[event.seat]
    stored = stored_with(position, mat, event.building)
    mat = written_mat(seat, mat.cards, stored, one_less(mat.stacks, event.stack), *mat[4:-1])
    return with_mat(position, seat, mat)


def order_set(position: AttikaPosition, event: happened.OrderSet) -> AttikaPosition:
    return with_fields(position, order=event.seats)


def card_dealt(position: AttikaPosition, event: happened.CardDealt) -> AttikaPosition:
    return with_card(position, event, position.turn)


def turn_began(position: AttikaPosition, event: happened.TurnBegan) -> AttikaPosition:
    return with_turn(position, new(AttikaTurn, (event.seat, *UNBEGUN)))


def building_drawn(position: AttikaPosition, event: happened.BuildingDrawn) -> AttikaPosition:
    seat, stack, building, last = event
    mat, turn = position.mats[seat], position.turn
    mat = written_mat(seat, mat.cards, mat.stored, one_less(mat.stacks, stack), *mat[4:-1])
    turn = new(AttikaTurn, (*turn[:-5], last, True, "draw", building, turn.done))
    return with_mat(position, seat, mat, turn)


def building_built(position: AttikaPosition, event: happened.BuildingBuilt) -> AttikaPosition:
    seat, building, hex, paid, was_stored = event
    mat, turn = position.mats[seat], position.turn
    here, hand = f"{building} {name(hex)}", minus(position.hands[seat], paid)
    mat = written_mat(
        seat,
        sum(hand),
        without(mat.stored, building) if was_stored else mat.stored,
        mat.stacks,
        mat.amphorae,
        mat.groups,
        grown_settlements(mat.settlements, hex, position.land.around[hex]),
        (*mat.built, (building, hex)),
        f"{mat.built_line}, {here}" if mat.built else here,
    )
    buildings = {**position.buildings, hex: new(Built, (seat, building))}
    discards, hands, mats = plus(position.discards, paid), {**position.hands, seat: hand}, {**position.mats, seat: mat}
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
    grown.sort()
    return tuple(sorted([*apart, tuple(grown)]))


def building_stored(position: AttikaPosition, event: happened.BuildingStored) -> AttikaPosition:
    seat, building = event
    mat, turn = position.mats[seat], position.turn
    mat = written_mat(seat, mat.cards, stored_with(position, mat, building), *mat[3:-1])
    return with_mat(position, seat, mat, new(AttikaTurn, (*turn[:-2], "", turn.done)))


def amphora_earned(position: AttikaPosition, event: happened.AmphoraEarned) -> AttikaPosition:
    mat, turn = position.mats[event.seat], position.turn
    mat = written_mat(*mat[:4], mat.amphorae + event.amphora, (*mat.groups, event.group), *mat[6:-1])
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
    mat = written_mat(*mat[:4], mat.amphorae - 1, *mat[5:-1])
    return with_mat(with_fields(position, amphorae=position.amphorae + 1), event.seat, mat, turn)


def rest_given_up(position: AttikaPosition, event: happened.RestGivenUp) -> AttikaPosition:
    seat, extra, _, _, closed, _, *more = position.turn
    return with_turn(position, new(AttikaTurn, (seat, extra, True, "rest", closed, event.cards, *more)))


def card_taken(position: AttikaPosition, event: happened.CardTaken) -> AttikaPosition:
    seat, extra, given_up, pays, closed, owed, tile, last, _, *more = position.turn
    closed = closed or pays != "group"
    turn = new(AttikaTurn, (seat, extra, given_up, pays, closed, owed - 1, tile, last, True, *more))
    return with_card(position, event, turn)


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
    hands, deck, mat = position.hands, position.deck, position.mats[seat]
    hands = {**hands, seat: plus(hands[seat], ONE[card])}
    mats = {**position.mats, seat: written_mat(seat, mat.cards + 1, *mat[2:-1])}
    deck = new(Deck, (deck.shuffle, deck.items, deck.taken + 1))
    return new(AttikaPosition, (*position[:-4], deck, hands, mats, turn))


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
