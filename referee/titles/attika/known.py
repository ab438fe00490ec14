"""Who may see what (AT-2.4): the one place that lets a hand through.

A view is made for a seat, for everybody (""), or for the moderator, who sees all.
"""

from collections.abc import Mapping
from typing import NamedTuple

from referee.titles.attika.state import Amounts, Position
from referee.view import MODERATOR


class Known(NamedTuple):
    """Whom a view is for, and the hands that it may show; of the others only their size is known."""

    seat: str
    hands: Mapping[str, Amounts]

    def hand(self, seat: str) -> Amounts | None:
        """The cards of a seat, if they may be seen here."""
        return self.hands.get(seat)


def known(position: Position, seat: str) -> Known:
    return Known(seat, {owner: mat.hand for owner, mat in position.mats.items() if sees(position, seat, owner)})


def sees(position: Position, seat: str, owner: str) -> bool:
    """Whether somebody may see the cards of a seat (AT-2.4, AT-9.1)."""
    return position.setting.hands == "open" or seat in (owner, MODERATOR)


def cards(position: Position, seat: str) -> int:
    """How many cards a seat holds: that everybody may know."""
    return sum(position.mats[seat].hand)
