"""The next turn of a seat that is not to move, as far as it can be known now."""

from dataclasses import replace

from referee.titles.magna_grecia.rules.state import FRESH, Position


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
