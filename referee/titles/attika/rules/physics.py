"""What each event changes: the only place where positions of Attika are made."""

from collections.abc import Callable
from typing import Any

from referee.rules.records import changed
from referee.titles.attika.data.land import Tile, listed, name, with_tile
from referee.titles.attika.rules import events as happened
from referee.titles.attika.rules.state import (
    NONE,
    Amounts,
    Built,
    Deck,
    End,
    Mat,
    Position,
    Turn,
    minus,
    plus,
)

ONE: tuple[Amounts, ...] = ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1))
"""A card of each landscape."""


def evolve(position: Position, event: Any) -> Position:
    """The position after an event."""
    return CHANGES[type(event)](position, event)


def unchanged(position: Position, event: Any) -> Position:
    return position


def tile_laid(position: Position, event: happened.TileLaid) -> Position:
    tile = Tile(event.tile, event.centre, event.turn)
    land = with_tile(position.land, tile, position.setting.tiles.tiles[event.tile])
    if event.seat:
        return changed(position, land=land, turn=changed(position.turn, tile="", last=False))
    return changed(position, land=land, pile=position.pile + 1)


def building_dealt(position: Position, event: happened.BuildingDealt) -> Position:
    mat = position.mats[event.seat]
    stored = in_order(position, (*mat.stored, event.building))
    return with_mat(position, event.seat, changed(mat, stored=stored, stacks=one_less(mat.stacks, event.stack)))


def order_set(position: Position, event: happened.OrderSet) -> Position:
    return changed(position, order=event.seats)


def card_dealt(position: Position, event: happened.CardDealt) -> Position:
    return with_card(position, event.seat, event.card)


def turn_began(position: Position, event: happened.TurnBegan) -> Position:
    return changed(position, turn=Turn(event.seat))


def building_drawn(position: Position, event: happened.BuildingDrawn) -> Position:
    mat = position.mats[event.seat]
    turn = changed(position.turn, line="draw", drawn=event.building, last=event.last, moved=True)
    return with_mat(position, event.seat, changed(mat, stacks=one_less(mat.stacks, event.stack)), turn=turn)


def building_built(position: Position, event: happened.BuildingBuilt) -> Position:
    seat, mat, turn = event.seat, position.mats[event.seat], position.turn
    touched = position.settlements_beside(seat, event.hex)
    merged = tuple(sorted([event.hex, *[hex for each in touched for hex in each]]))
    settlements = tuple(sorted([merged, *[each for each in mat.settlements if each not in touched]]))
    stored = without(mat.stored, event.building) if event.stored else mat.stored
    built = listed(mat.built, f"{event.building} {name(event.hex)}")
    mat = changed(mat, stored=stored, settlements=settlements, built=built)
    return with_mat(
        position,
        seat,
        mat,
        hands={**position.hands, seat: minus(position.hands[seat], event.paid)},
        buildings={**position.buildings, event.hex: Built(seat, event.building)},
        discards=plus(position.discards, event.paid),
        turn=changed(turn, line=turn.line or "build", drawn="", moved=True),
    )


def building_stored(position: Position, event: happened.BuildingStored) -> Position:
    mat = position.mats[event.seat]
    stored = in_order(position, (*mat.stored, event.building))
    return with_mat(position, event.seat, changed(mat, stored=stored), turn=changed(position.turn, drawn=""))


def amphora_earned(position: Position, event: happened.AmphoraEarned) -> Position:
    mat = position.mats[event.seat]
    mat = changed(mat, groups=(*mat.groups, event.group), amphorae=mat.amphorae + event.amphora)
    if event.amphora:
        return with_mat(position, event.seat, mat, amphorae=position.amphorae - 1)
    return with_mat(position, event.seat, mat, turn=changed(position.turn, owed=1, pays="group"))


def action_done(position: Position, event: happened.ActionDone) -> Position:
    return changed(position, turn=changed(position.turn, done=position.turn.done + 1))


def tile_turned(position: Position, event: happened.TileTurned) -> Position:
    turn = changed(position.turn, tile=event.tile, last=False)
    if event.under:
        return changed(position, turn=turn, under=position.under[1:])
    return changed(position, turn=turn, pile=position.pile + 1)


def tile_buried(position: Position, event: happened.TileBuried) -> Position:
    return changed(position, under=(*position.under, event.tile), turn=changed(position.turn, tile=""))


def amphora_returned(position: Position, event: happened.AmphoraReturned) -> Position:
    turn, mat = position.turn, position.mats[event.seat]
    mat = changed(mat, amphorae=mat.amphorae - 1)
    if event.use == "card":
        turn = changed(turn, owed=1, pays="amphora")
    else:
        turn = changed(turn, line=event.use, extra=turn.extra + 1)
    return with_mat(position, event.seat, mat, turn=turn, amphorae=position.amphorae + 1)


def rest_given_up(position: Position, event: happened.RestGivenUp) -> Position:
    return changed(position, turn=changed(position.turn, owed=event.cards, pays="rest", given_up=True))


def card_taken(position: Position, event: happened.CardTaken) -> Position:
    turn = position.turn
    turn = changed(turn, owed=turn.owed - 1, moved=True, closed=turn.closed or turn.pays != "group")
    return with_card(position, event.seat, event.card, turn=turn)


def deck_reshuffled(position: Position, event: happened.DeckReshuffled) -> Position:
    return changed(position, deck=Deck(position.deck.shuffle + 1, event.items, 0), discards=NONE)


def cards_lapsed(position: Position, event: happened.CardsLapsed) -> Position:
    return changed(position, turn=changed(position.turn, owed=0))


def turn_ended(position: Position, event: happened.TurnEnded) -> Position:
    empty = 0 if position.turn.moved else position.empty + 1
    return position if empty == position.empty else changed(position, empty=empty)


def game_ended(position: Position, event: happened.GameEnded) -> Position:
    return changed(position, end=End(event.seats, event.reasons))


CHANGES: dict[type, Callable[[Position, Any], Position]] = {
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
    happened.AmphoraeKept: unchanged,
    happened.CardTaken: card_taken,
    happened.DeckReshuffled: deck_reshuffled,
    happened.CardsLapsed: cards_lapsed,
    happened.TurnEnded: turn_ended,
    happened.GameEnded: game_ended,
}


def with_mat(position: Position, seat: str, mat: Mat, **more: Any) -> Position:
    more["mats"] = {**position.mats, seat: mat}
    return changed(position, **more)


def with_card(position: Position, seat: str, card: int, **more: Any) -> Position:
    """With the top card of the deck in a hand."""
    hands, deck = position.hands, position.deck
    more["hands"] = {**hands, seat: plus(hands[seat], ONE[card])}
    return changed(position, deck=Deck(deck.shuffle, deck.items, deck.taken + 1), **more)


def one_less(stacks: tuple[int, ...], at: int) -> tuple[int, ...]:
    return (*stacks[:at], stacks[at] - 1, *stacks[at + 1 :])


def in_order(position: Position, stored: tuple[str, ...]) -> tuple[str, ...]:
    """Buildings in the order of the box."""
    return tuple(sorted(stored, key=position.setting.rank.__getitem__))


def without(stored: tuple[str, ...], building: str) -> tuple[str, ...]:
    at = stored.index(building)
    return stored[:at] + stored[at + 1 :]
