"""What each event changes: the only place where positions of Attika are made."""

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
    mat_line,
    minus,
    plus,
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
    stored = in_order(position, (*mat.stored, event.building))
    return with_mat(position, event.seat, with_fields(mat, stored=stored, stacks=one_less(mat.stacks, event.stack)))


def order_set(position: AttikaPosition, event: happened.OrderSet) -> AttikaPosition:
    return with_fields(position, order=event.seats)


def card_dealt(position: AttikaPosition, event: happened.CardDealt) -> AttikaPosition:
    return with_card(position, event.seat, event.card)


def turn_began(position: AttikaPosition, event: happened.TurnBegan) -> AttikaPosition:
    return with_fields(position, turn=AttikaTurn(event.seat))


def building_drawn(position: AttikaPosition, event: happened.BuildingDrawn) -> AttikaPosition:
    mat = position.mats[event.seat]
    turn = with_fields(position.turn, line="draw", drawn=event.building, last=event.last, moved=True)
    return with_mat(position, event.seat, with_fields(mat, stacks=one_less(mat.stacks, event.stack)), turn=turn)


def building_built(position: AttikaPosition, event: happened.BuildingBuilt) -> AttikaPosition:
    seat, mat, turn = event.seat, position.mats[event.seat], position.turn
    touched = position.settlements_beside(seat, event.hex)
    merged = tuple(sorted([event.hex, *[hex for each in touched for hex in each]]))
    settlements = tuple(sorted([merged, *[each for each in mat.settlements if each not in touched]]))
    stored = without(mat.stored, event.building) if event.stored else mat.stored
    mat = with_fields(mat, stored=stored, settlements=settlements, **with_building(mat, event.building, event.hex))
    return with_mat(
        position,
        seat,
        mat,
        hands={**position.hands, seat: minus(position.hands[seat], event.paid)},
        buildings={**position.buildings, event.hex: Built(seat, event.building)},
        discards=plus(position.discards, event.paid),
        turn=with_fields(turn, line=turn.line or "build", drawn="", moved=True),
    )


def with_building(mat: Mat, building: str, hex: int) -> dict[str, object]:
    """What a mat has built, with one more building."""
    here = f"{building} {name(hex)}"
    line = f"{mat.built_line}, {here}" if mat.built else here
    return {"built": (*mat.built, (building, hex)), "built_line": line}


def building_stored(position: AttikaPosition, event: happened.BuildingStored) -> AttikaPosition:
    mat = position.mats[event.seat]
    stored = in_order(position, (*mat.stored, event.building))
    return with_mat(position, event.seat, with_fields(mat, stored=stored), turn=with_fields(position.turn, drawn=""))


def amphora_earned(position: AttikaPosition, event: happened.AmphoraEarned) -> AttikaPosition:
    mat = position.mats[event.seat]
    mat = with_fields(mat, groups=(*mat.groups, event.group), amphorae=mat.amphorae + event.amphora)
    if event.amphora:
        return with_mat(position, event.seat, mat, amphorae=position.amphorae - 1)
    return with_mat(position, event.seat, mat, turn=with_fields(position.turn, owed=1, pays="group"))


def action_done(position: AttikaPosition, event: happened.ActionDone) -> AttikaPosition:
    return with_fields(position, turn=with_fields(position.turn, done=position.turn.done + 1))


def tile_turned(position: AttikaPosition, event: happened.TileTurned) -> AttikaPosition:
    turn = with_fields(position.turn, tile=event.tile, last=False)
    if event.under:
        return with_fields(position, turn=turn, under=position.under[1:])
    return with_fields(position, turn=turn, pile=position.pile + 1)


def tile_buried(position: AttikaPosition, event: happened.TileBuried) -> AttikaPosition:
    return with_fields(position, under=(*position.under, event.tile), turn=with_fields(position.turn, tile=""))


def amphora_returned(position: AttikaPosition, event: happened.AmphoraReturned) -> AttikaPosition:
    turn, mat = position.turn, position.mats[event.seat]
    mat = with_fields(mat, amphorae=mat.amphorae - 1)
    if event.use == "card":
        turn = with_fields(turn, owed=1, pays="amphora")
    else:
        turn = with_fields(turn, line=event.use, extra=turn.extra + 1)
    return with_mat(position, event.seat, mat, turn=turn, amphorae=position.amphorae + 1)


def rest_given_up(position: AttikaPosition, event: happened.RestGivenUp) -> AttikaPosition:
    return with_fields(position, turn=with_fields(position.turn, owed=event.cards, pays="rest", given_up=True))


def card_taken(position: AttikaPosition, event: happened.CardTaken) -> AttikaPosition:
    turn = position.turn
    turn = with_fields(turn, owed=turn.owed - 1, moved=True, closed=turn.closed or turn.pays != "group")
    return with_card(position, event.seat, event.card, turn=turn)


def deck_reshuffled(position: AttikaPosition, event: happened.DeckReshuffled) -> AttikaPosition:
    return with_fields(position, deck=Deck(position.deck.shuffle + 1, event.items, 0), discards=NONE)


def cards_lapsed(position: AttikaPosition, event: happened.CardsLapsed) -> AttikaPosition:
    return with_fields(position, turn=with_fields(position.turn, owed=0))


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


def with_mat(position: AttikaPosition, seat: str, mat: Mat, **more: object) -> AttikaPosition:
    more["mats"] = {**position.mats, seat: new(Mat, (*mat[:-1], mat_line(mat)))}
    return with_fields(position, **more)


def with_card(position: AttikaPosition, seat: str, card: int, **more: object) -> AttikaPosition:
    """With the top card of the deck in a hand."""
    hands, deck = position.hands, position.deck
    more["hands"] = {**hands, seat: plus(hands[seat], ONE[card])}
    return with_fields(position, deck=Deck(deck.shuffle, deck.items, deck.taken + 1), **more)


def one_less(stacks: tuple[int, ...], at: int) -> tuple[int, ...]:
    return (*stacks[:at], stacks[at] - 1, *stacks[at + 1 :])


def in_order(position: AttikaPosition, stored: tuple[str, ...]) -> tuple[str, ...]:
    """Buildings in the order of the box."""
    return tuple(sorted(stored, key=position.setting.rank.__getitem__))


def without(stored: tuple[str, ...], building: str) -> tuple[str, ...]:
    at = stored.index(building)
    return stored[:at] + stored[at + 1 :]
