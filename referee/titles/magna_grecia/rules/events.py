"""The events of a game of Magna Grecia: records in the past tense; `physics` says what each changes."""

from typing import NamedTuple, TypeAlias

from referee.rules.rulebook import GameMoment
from referee.titles.magna_grecia.rules.state import Position


class OracleSet(NamedTuple):
    """An oracle was put on a village, by chance (`seat` "") or by a seat (MG-2.2)."""

    cell: int
    seat: str


class CardTurned(NamedTuple):
    """A card of the deck became visible as the next one (MG-2.3)."""

    card: str


class RoundBegan(NamedTuple):
    """A round with this card; `waiting` are the seats in its order (MG-3.1). In round 0 the seats place oracles."""

    round: int
    card: str
    waiting: tuple[str, ...]


class RoadLaid(NamedTuple):
    seat: str
    cell: int
    a: int
    b: int


class CityLaid(NamedTuple):
    """A city tile; `touched`: the own cities that it joined (MG-6.12: none founds, one expands, more merge)."""

    seat: str
    cell: int
    touched: tuple[int, ...]
    allowed: tuple[int, ...]
    """for a founding tile off the villages: where founding was allowed at this moment (MG-6.2)"""


class MarketReturned(NamedTuple):
    """After a merge a market went back to its owner's supply (MG-11.1)."""

    seat: str
    place: int
    sold: bool


class MarketBuilt(NamedTuple):
    """A market was built for `cost` points; `free` is the one of a founding (MG-6.9)."""

    seat: str
    place: int
    cost: int
    free: bool


class MarketSold(NamedTuple):
    seat: str
    place: int
    value: int


class OracleTurned(NamedTuple):
    """An oracle turned along `edge` to `city` with `links` connections, away from `before` (NOWHERE: from nobody)."""

    oracle: int
    edge: int
    city: int
    links: int
    before: int
    before_links: int


class Resupplied(NamedTuple):
    seat: str
    roads: int
    cities: int


class TurnEnded(NamedTuple):
    seat: str


class MarketRemoved(NamedTuple):
    """At the end a sold or inactive market was taken off the board (MG-10.2)."""

    seat: str
    place: int
    sold: bool


class MarketScored(NamedTuple):
    seat: str
    place: int
    value: int


class OracleScored(NamedTuple):
    seat: str
    oracle: int
    value: int


class GameEnded(NamedTuple):
    """The winners: most points, then most tiles in supply, then shared (MG-10.4)."""

    winners: tuple[str, ...]


MagnaGreciaEvent: TypeAlias = (
    OracleSet | CardTurned | RoundBegan | RoadLaid | CityLaid | MarketReturned | MarketBuilt | MarketSold
    | OracleTurned | Resupplied | TurnEnded | MarketRemoved | MarketScored | OracleScored | GameEnded
)  # fmt: skip
MagnaGreciaMoment: TypeAlias = GameMoment[Position, MagnaGreciaEvent]
