"""The box as data: tiles, points, oracles and the twelve action cards (MG-1.2, 1.3, 1.5, 2.1, 2.2, 2.4).

Nothing here is known to the code: an owner of the game who finds another number corrects a copy of the file.
"""

from collections import Counter
from collections.abc import Mapping
from os.path import dirname, join
from typing import NamedTuple

from referee.show.data_files import DataFiles, Fields, Flaw, Unfit, record_of, refuse_malformed
from referee.words import say

NAME = "magna-grecia/2026"
SETS = 3
"""The deck is three sets with a card of each border colour (MG-2.3)."""


class Card(NamedTuple):
    """An action card (MG-1.5): order of play, tiles of its three actions, and `more_`: the enhanced ones (MG-4.8)."""

    id: str
    order: tuple[str, ...]
    roads: int
    cities: int
    resupply: int
    more_roads: int
    more_cities: int
    more_resupply: int


class Components(NamedTuple):
    """A set of components. Tiles and markets are those of each player; `start_`: of these, in the supply at the start.

    points, oracles  by number of players
    provenance       for each fact a line that says how it is known: `points: printed`
    """

    name: str
    colours: tuple[str, ...]
    roads: int
    cities: int
    markets: int
    start_roads: int
    start_cities: int
    points: dict[int, int]
    oracles: dict[int, int]
    cards: dict[str, Card]
    provenance: tuple[str, ...]


@refuse_malformed("components.yaml")
def box_of_fields(fields: Fields) -> Components:
    """Components from the fields of their file. Raises `Unfit` with what is wrong."""
    colours = tuple(fields["colours"])
    cards = {id: record_of(Card, each, id=id) for id, each in fields["cards"].items()}
    if flaws := flaws_of_cards(colours, cards) or flaws_of_start(fields):
        raise Unfit(*flaws)
    start = {f"start_{tiles}": number for tiles, number in fields["start"].items()}
    known = tuple([f"{fact}: {how}" for fact, how in fields["provenance"].items()])
    return record_of(Components, {**fields, **fields["pieces"], **start}, cards=cards, provenance=known)


def flaws_of_start(fields: Fields) -> list[Flaw]:
    """More tiles in the supply at the start than there are (MG-2.1)."""
    words = "{start} {tiles} at the start is more than the {all} that exist."
    return [
        Flaw(say(words, start=fields["start"][tiles], tiles=tiles, all=fields["pieces"][tiles]), ("start", tiles))
        for tiles in ("roads", "cities")
        if int(fields["start"][tiles]) > int(fields["pieces"][tiles])
    ]


def flaws_of_cards(colours: tuple[str, ...], cards: Mapping[str, Card]) -> list[Flaw]:
    """Orders that do not name each colour once; colours that do not play first on three cards (MG-1.5; MG-2.3)."""
    words, named = "The order of play of {card} must name each of {colours} once.", ", ".join(colours)
    wrong = [each.id for each in cards.values() if sorted(each.order) != sorted(colours)]
    if flaws := [Flaw(say(words, card=id, colours=named), ("cards", id, "order")) for id in wrong]:
        return flaws
    borders = Counter(each.order[0] for each in cards.values())
    words = "{colour} should play first on {sets} cards, but does so on {cards}."
    return [
        Flaw(say(words, colour=colour, sets=SETS, cards=borders[colour]), ("cards",))
        for colour in colours
        if borders[colour] != SETS
    ]


BOX_FOLDER = join(dirname(__file__), "components")
BOX = DataFiles("set of components", "components", "components", BOX_FOLDER, box_of_fields, ordered=("cards",))
COLOURS = ("yellow", "orange", "brown", "red")
"""All seats."""
