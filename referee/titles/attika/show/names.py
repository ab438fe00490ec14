"""How reports call seats, hexes, buildings and cards."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, combinations, count

from referee.show.view import Word
from referee.titles.attika.data.components import AttikaComponents, Building
from referee.titles.attika.data.land import name
from referee.titles.attika.data.tiles import AttikaHeader
from referee.titles.attika.rules.costs import SIGNS
from referee.titles.attika.rules.state import AttikaPosition
from referee.words import Phrase, say

SHORT = 3
"""Letters of an abbreviation on the board."""


def building_name(position: AttikaPosition, building: str) -> str:
    return position.building(building).name


def player_with_seat(header: AttikaHeader, seat: str) -> Phrase:
    """`Anna (athens)`."""
    return name_with_seat(header["seats"][seat], seat)


def name_with_seat(player: str, seat: str) -> Phrase:
    return say("{player} ({seat})", player=player, seat=seat)


def hexes(numbers: Sequence[int]) -> str:
    """`1, 1n, 2se`."""
    return ", ".join([name(each) for each in numbers])


def number_and_noun(number: int, one: Phrase, more: Phrase) -> Phrase:
    """`1 card`, `3 cards`."""
    return say("{number} {what}", number=number, what=one if number == 1 else more)


def cards(number: int) -> Phrase:
    return number_and_noun(number, say("card"), say("cards"))


def number_of_tiles(number: int) -> Phrase:
    return number_and_noun(number, say("tile"), say("tiles"))


def amphorae(number: int) -> Phrase:
    return number_and_noun(number, say("amphora"), say("amphorae"))


def buildings(number: int) -> Phrase:
    return number_and_noun(number, say("building"), say("buildings"))


def cost_letters(building: Building) -> Word:
    """A printed cost in the letters of the landscapes: `HMMM`; of a road `any 5`."""
    if building.any:
        return say("any {cards}", cards=building.any)
    return "".join([sign * number for sign, number in zip(SIGNS, building.cost, strict=True)])


def abbreviations(box: AttikaComponents) -> Mapping[str, str]:
    """Building → a few letters of its name, no two alike: `tow` for tower, `stu` for the statue beside a stadium."""
    return short_names(tuple([(each.id, each.name) for each in box.buildings.values()]))


def short_names(names: tuple[tuple[str, str], ...]) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for id, called_so in names:
        found[id] = next(short for short in possible_abbreviations(called_so) if short not in found.values())
    return found


def possible_abbreviations(text: str) -> Iterator[str]:
    """The first letters, then others with two of them in front, then with one, at last numbers."""
    letters = [letter for letter in text.lower() if letter.isalpha()] or ["b"]
    yield "".join(letters[:SHORT])
    later = (two for two in combinations(letters[1:], 2) if len({letters[0], *two}) == SHORT)
    first = sorted(later, key=lambda two: two[0] != letters[1])
    yield from chain(("".join([letters[0], *two]) for two in first), (f"{letters[0]}{number}" for number in count(1)))
