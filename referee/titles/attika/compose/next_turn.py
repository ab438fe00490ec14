"""The next turn of a seat that is not to move, as far as it can be known now."""

from dataclasses import replace

from referee.titles.attika.rules.state import AttikaPosition, AttikaTurn


def next_turn(position: AttikaPosition, seat: str) -> AttikaPosition | None:
    """The position as if the turn of a seat began now; None before the deal and when the game is over."""
    return replace(position, turn=AttikaTurn(seat)) if position.seat else None
