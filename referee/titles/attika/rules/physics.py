"""What each event changes: the only place where positions of Attika are made.

Most events change the last fields of a position and of its turn alone: the fields before them are copied in one piece.
"""

from bisect import insort
from collections.abc import Callable
from typing import Any

from referee.rules.rulebook import new, with_fields
from referee.titles.attika.data.land import NAMES, LandTile, with_tile
from referee.titles.attika.rules import events as happened
from referee.titles.attika.rules.events import AttikaEvent
from referee.titles.attika.rules.state import (
    NONE,
    UNBEGUN,
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
    written_course,
    written_mat,
    written_supply,
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
    return with_fields(position, land=land, supply=with_tile_taken(position.supply))


def building_dealt(position: AttikaPosition, event: happened.BuildingDealt) -> AttikaPosition:
    seat, mat = event.seat, position.mats[event.seat]
    stored = stored_with(position, mat, event.building)
    mat = written_mat(seat, mat.cards, stored, one_less(mat.stacks, event.stack), *mat[4:-1])
    return with_mat(position, seat, mat)


def order_set(position: AttikaPosition, event: happened.OrderSet) -> AttikaPosition:
    return with_fields(position, course=written_course(event.seats, *position.course[1:-1]))


def card_dealt(position: AttikaPosition, event: happened.CardDealt) -> AttikaPosition:
    return with_card(position, event, position.turn)


def turn_began(position: AttikaPosition, event: happened.TurnBegan) -> AttikaPosition:
    return with_turn(position, new(AttikaTurn, (event.seat, *UNBEGUN)))


def building_drawn(position: AttikaPosition, event: happened.BuildingDrawn) -> AttikaPosition:
    seat, stack, building, last = event
    *first, mats, turn = position
    _, cards, stored, stacks, amphorae, groups, settlements, built, left, line_end, _ = mats[seat]
    mats = mats.copy()
    mats[seat] = written_mat(
        seat, cards, stored, one_less(stacks, stack), amphorae, groups, settlements, built, left, line_end
    )
    turn = new(AttikaTurn, (*turn[:-5], last, True, "draw", building, turn[-1]))
    return new(AttikaPosition, (*first, mats, turn))


def building_built(position: AttikaPosition, event: happened.BuildingBuilt) -> AttikaPosition:
    seat, building, hex, paid, was_stored = event
    setting, course, land, supply, buildings, discards, deck, hands, mats, turn = position
    _, _, stored, stacks, amphorae, groups, settlements, built, left, line_end, _ = mats[seat]
    buildings, built, left, mats = buildings.copy(), built.copy(), left.copy(), mats.copy()
    line_end = f"{line_end}, {building} {NAMES[hex]}" if built else f"{line_end}{building} {NAMES[hex]}"
    buildings[hex], built[hex] = new(Built, (seat, building)), building
    left[setting.box.buildings[building].group] -= 1
    hand = hands[seat]
    if paid != NONE:
        hand, hands, discards = minus(hand, paid), hands.copy(), plus(discards, paid)
        hands[seat] = hand
    mats[seat] = written_mat(
        seat,
        sum(hand),
        without(stored, building) if was_stored else stored,
        stacks,
        amphorae,
        groups,
        grown_settlements(settlements, hex, land.around[hex]),
        built,
        left,
        line_end,
    )
    turn = new(AttikaTurn, (*turn[:-4], True, turn[-3] or "build", "", turn[-1]))
    return new(AttikaPosition, (setting, course, land, supply, buildings, discards, deck, hands, mats, turn))


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
    *first, mats, turn = position
    mat = mats[seat]
    _, cards, _, stacks, amphorae, groups, settlements, built, left, line_end, _ = mat
    stored, mats = stored_with(position, mat, building), mats.copy()
    mats[seat] = written_mat(seat, cards, stored, stacks, amphorae, groups, settlements, built, left, line_end)
    return new(AttikaPosition, (*first, mats, new(AttikaTurn, (*turn[:-2], "", turn[-1]))))


def amphora_earned(position: AttikaPosition, event: happened.AmphoraEarned) -> AttikaPosition:
    mat, turn = position.mats[event.seat], position.turn
    groups = (*mat.groups, event.group)
    mat = written_mat(*mat[:4], mat.amphorae + event.amphora, groups, *mat[6:-2], end_of_line(groups, mat.built))
    if event.amphora:
        position = with_fields(position, supply=with_amphorae_left(position.supply, position.supply.amphorae - 1))
    else:
        turn = with_fields(turn, owed=1, pays="group")
    return with_mat(position, event.seat, mat, turn)


def action_done(position: AttikaPosition, event: happened.ActionDone) -> AttikaPosition:
    turn = position[-1]
    return new(AttikaPosition, (*position[:-1], new(AttikaTurn, (*turn[:-1], turn[-1] + 1))))


def tile_turned(position: AttikaPosition, event: happened.TileTurned) -> AttikaPosition:
    turn, supply = with_fields(position.turn, tile=event.tile, last=False), position.supply
    if event.under:
        supply = written_supply(supply.pile, supply.under[1:], supply.tiles - 1, supply.amphorae)
    else:
        supply = with_tile_taken(supply)
    return with_fields(position, supply=supply, turn=turn)


def tile_buried(position: AttikaPosition, event: happened.TileBuried) -> AttikaPosition:
    pile, under, tiles, amphorae, _ = position.supply
    supply = written_supply(pile, (*under, event.tile), tiles + 1, amphorae)
    return with_fields(position, supply=supply, turn=with_fields(position.turn, tile=""))


def amphora_returned(position: AttikaPosition, event: happened.AmphoraReturned) -> AttikaPosition:
    turn, mat, supply = position.turn, position.mats[event.seat], position.supply
    if event.use == "card":
        turn = with_fields(turn, owed=1, pays="amphora")
    else:
        turn = with_fields(turn, line=event.use, extra=turn.extra + 1)
    mat = mat_with_amphorae(mat, mat.amphorae - 1)
    supply = with_amphorae_left(supply, supply.amphorae + 1)
    return with_mat(with_fields(position, supply=supply), event.seat, mat, turn)


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
    order, before, winners, reasons, _ = position.course
    empty = 0 if position.turn.moved else before + 1
    if empty == before:
        return position
    return with_fields(position, course=written_course(order, empty, winners, reasons))


def position_after_game_end(position: AttikaPosition, event: happened.AttikaGameEnded) -> AttikaPosition:
    course = position.course
    return with_fields(position, course=written_course(course.order, course.empty, event.seats, event.reasons))


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


def mat_with_amphorae(mat: Mat, amphorae: int) -> Mat:
    seat, cards, stored, stacks, _, groups, settlements, built, left, line_end, _ = mat
    return written_mat(seat, cards, stored, stacks, amphorae, groups, settlements, built, left, line_end)


def with_card(
    position: AttikaPosition, event: happened.CardDealt | happened.CardTaken, turn: AttikaTurn
) -> AttikaPosition:
    """With the top card of the deck in a hand."""
    seat, card = event
    *first, deck, hands, mats, _ = position
    _, cards, stored, stacks, amphorae, groups, settlements, built, left, line_end, _ = mats[seat]
    hands, mats = hands.copy(), mats.copy()
    hands[seat] = plus(hands[seat], ONE[card])
    mats[seat] = written_mat(seat, cards + 1, stored, stacks, amphorae, groups, settlements, built, left, line_end)
    deck = new(Deck, (deck.shuffle, deck.items, deck.taken + 1))
    return new(AttikaPosition, (*first, deck, hands, mats, turn))


def with_tile_taken(supply: Supply) -> Supply:
    """With the top tile of the pile taken."""
    return written_supply(supply.pile + 1, supply.under, supply.tiles - 1, supply.amphorae)


def with_amphorae_left(supply: Supply, amphorae: int) -> Supply:
    return written_supply(supply.pile, supply.under, supply.tiles, amphorae)


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
