"""What happens in a game of Attika, in the past tense. What `physics` makes of each is a new position."""

from typing import NamedTuple, TypeAlias

from referee.rules.rulebook import GameMoment
from referee.titles.attika.data.land import Place
from referee.titles.attika.rules.state import Amounts, AttikaPosition


class TileLaid(NamedTuple):
    """A tile of the start, or one that a seat placed (then `seat` is not empty)."""

    seat: str
    tile: str
    centre: Place
    turn: int


class BuildingDealt(NamedTuple):
    """AT-2.2: the top of a stack goes to the storage board."""

    seat: str
    stack: int
    building: str


class OrderSet(NamedTuple):
    """AT-2.3: the order of play, the first player first."""

    seats: tuple[str, ...]


class CardDealt(NamedTuple):
    """AT-2.3: a card of a first hand; only its owner may know which."""

    seat: str
    card: int


class TurnBegan(NamedTuple):
    seat: str


class BuildingDrawn(NamedTuple):
    """AT-3.2. `last`: no building is left in that stack (AT-7.1)."""

    seat: str
    stack: int
    building: str
    last: bool


class BuildingBuilt(NamedTuple):
    """AT-3.3, AT-4. `paid`: the cards that went to the discards, the surcharge of a new settlement among them."""

    seat: str
    building: str
    hex: int
    paid: Amounts
    stored: bool
    """whether it came from the storage board"""


class BuildingStored(NamedTuple):
    seat: str
    building: str


class AmphoraEarned(NamedTuple):
    """AT-6.1; `amphora` is False when none was left, and a card is owed instead (AT-6.2)."""

    seat: str
    group: str
    amphora: bool


class ActionDone(NamedTuple):
    """A draw or a build of the line is done, with all that followed from it."""

    seat: str


class TileTurned(NamedTuple):
    """AT-7.1: the top tile is turned up for all; `under`: it had been put under the pile before (AT-10.7)."""

    seat: str
    tile: str
    under: bool


class TileBuried(NamedTuple):
    """AT-10.7: a tile that was due when the deadline passed goes under the pile."""

    seat: str
    tile: str


class AmphoraReturned(NamedTuple):
    """AT-6.3: for `draw`, `build` or `card`."""

    seat: str
    use: str


class RestGivenUp(NamedTuple):
    """AT-3.4: the open actions are given up for so many cards."""

    seat: str
    cards: int


class AmphoraeKept(NamedTuple):
    """AT-3.4: the seat ends its turn, although it could still return amphorae."""

    seat: str


class CardTaken(NamedTuple):
    """A card from the deck; only its owner may know which."""

    seat: str
    card: int


class DeckReshuffled(NamedTuple):
    """AT-3.6: all discards are the deck again."""

    items: Amounts


class CardsLapsed(NamedTuple):
    """AT-10.3: so many cards were due, and there is none."""

    seat: str
    cards: int


class AttikaTurnEnded(NamedTuple):
    seat: str


class AttikaGameEnded(NamedTuple):
    """AT-8.1, AT-10.5: who won, and the reason: `buildings`, `shrines`, `most`."""

    seats: tuple[str, ...]
    reasons: tuple[str, ...]


AttikaEvent: TypeAlias = (
    TileLaid | BuildingDealt | OrderSet | CardDealt | TurnBegan | BuildingDrawn | BuildingBuilt | BuildingStored
    | AmphoraEarned | ActionDone | TileTurned | TileBuried | AmphoraReturned | RestGivenUp | AmphoraeKept | CardTaken
    | DeckReshuffled | CardsLapsed | AttikaTurnEnded | AttikaGameEnded
)  # fmt: skip
AttikaMoment: TypeAlias = GameMoment[AttikaPosition, AttikaEvent]
