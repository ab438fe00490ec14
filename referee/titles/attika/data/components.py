"""The contents of the box, as data: buildings with costs and arrows, cards, amphorae (AT-1.3 to 1.5, AT-2.1 to 2.3).

The numbers are not known to the code: an owner of the game who finds another number corrects a copy of the file. Every
file is checked against what is known of the box without having it (`flaws`): a file that differs is mistyped.
"""

from collections.abc import Iterable, Iterator
from os.path import dirname, join
from typing import NamedTuple

from referee.show.data_files import DataFiles, Fields, Finding, Flaw, Unfit, record_of, refuse_malformed
from referee.titles.attika.data.land import MOST_TILES
from referee.words import say

LANDSCAPES = ("water", "forest", "hill", "mountain")
SIGNS = "WFHM"
"""The landscapes as printed costs and tiles are written in files."""
SIZES = {"city": 10, "defence": 4, "supply": 4, "shipping": 4, "vineyard": 2, "mint": 2, "roads": 4}
"""AT-1.4: the groups in the order of AT-10.1, and how many buildings each has."""
ROADS = "roads"
NAME = "attika/2026"


class Building(NamedTuple):
    """A building of the storage board (AT-1.5).

    number       how many of it each player has
    main         it has the black symbol
    cost         printed symbols by landscape; `any`: cards of any kind instead (a road)
    free_beside  the building whose arrow points to it, "" if none does
    provenance   how each fact is known: `arrow: rulebook; cost: review`
    """

    id: str
    name: str
    group: str
    number: int
    main: bool
    cost: tuple[int, int, int, int]
    any: int
    free_beside: str
    provenance: str


class AttikaComponents(NamedTuple):
    """A set of components.

    buildings    id → building, in the order of the file
    groups       group → the ids of its buildings, in the order of AT-10.1
    cards        how many of each landscape
    stack_size   buildings in each of the `stacks` next to the main one
    hand         cards at the start, the first player first
    start_tiles  and shrines: by number of players
    provenance   for each fact a line that says how it is known: `cost of tower: review`
    """

    name: str
    cities: tuple[str, ...]
    buildings: dict[str, Building]
    groups: dict[str, tuple[str, ...]]
    cards: int
    amphorae: int
    stacks: int
    stack_size: int
    hand: tuple[int, ...]
    start_tiles: dict[int, int]
    shrines: dict[int, int]
    provenance: tuple[str, ...]


def id_of_name(name: str) -> str:
    """The id of a building or a tile as people write it: `Silver mine` is `silver-mine`."""
    return "-".join(name.strip().lower().split())


@refuse_malformed("components.yaml")
def checked_components(fields: Fields) -> AttikaComponents:
    """Components from the fields of their file. Raises `Unfit` with everything that is wrong."""
    buildings = {id: building(id, each) for id, each in fields["buildings"].items()}
    members = {group: tuple([each.id for each in buildings.values() if each.group == group]) for group in SIZES}
    stacks, known = fields["stacks"], tuple(provenance(fields))
    counted = {**fields, "stacks": stacks["number"], "stack_size": stacks["size"]}
    box = record_of(AttikaComponents, counted, buildings=buildings, groups=members, provenance=known)
    if found := flaws(box):
        raise Unfit(*found)
    return box


def building(id: str, fields: Fields) -> Building:
    cost = tuple(map(fields.get("cost", "").count, SIGNS))
    known = "; ".join([f"{fact}: {how}" for fact, how in fields["provenance"].items()])
    whole = {"main": "false", "any": "0", "free_beside": "", **fields}
    return record_of(Building, whole, id=id, cost=cost, provenance=known)


def provenance(fields: Fields) -> Iterator[str]:
    """How each fact is known: those of the whole box, then those of each building."""
    for fact, known in fields["provenance"].items():
        yield f"{fact}: {known}"
    for id, each in fields["buildings"].items():
        for fact, known in each["provenance"].items():
            yield f"{fact} of {id}: {known}"


STACKS, STACK_SIZE = 3, 8
MOST_SYMBOLS = 4
MOST = 99
NUMERALS = tuple([str(number) for number in range(len(LANDSCAPES) * MOST + 1)])
"""The text of each number from 0 to that of all cards. To make a text of a number each time takes six times as long."""
NUMERAL_VALUES = {numeral: number for number, numeral in enumerate(NUMERALS)}
PAIRS, PAIRS_IN_CITY = 7, 6
"""AT-1.5: buildings with two symbols, and how many of them are in the city group."""


def flaws(box: AttikaComponents) -> list[Flaw]:
    """All constraints that the components break; of the arrows only when the groups are right."""
    chapters = (name_flaws, sizes, main_buildings, stacks, symbols, pairs, numbers)
    found = [flaw for chapter in chapters for flaw in chapter(box)]
    return found or [*arrows(box), *cycles(box)]


def number_of(buildings: Iterable[Building]) -> int:
    return sum(each.number for each in buildings)


def names_of(buildings: Iterable[Building]) -> str:
    return ", ".join(each.name for each in buildings) or "none"


def name_flaws(box: AttikaComponents) -> Iterator[Flaw]:
    """Four cities, and buildings that are found by their names in a move."""
    for number, city in enumerate(box.cities):
        if city in box.cities[:number]:
            yield Flaw(
                say("{city} appears twice. Each of the four cities appears once.", city=city), ("cities", number)
            )
    for each in box.buildings.values():
        if id_of_name(each.name) != each.id:
            words = "The building {id} has the name {name}. Moves use the name of a building, so both must be the same."
            yield Flaw(say(words, id=each.id, name=each.name), ("buildings", each.id, "name"))


def numbers(box: AttikaComponents) -> Iterator[Flaw]:
    """AT-1.2, 1.3, 2.1, 2.3: cards for the first hands, amphorae to gain, tiles to begin on, shrines to join."""
    there, wanted = len(LANDSCAPES) * box.cards, sum(box.hand)
    if there < wanted:
        words = "There are {there} cards ({cards} of each landscape), but the first hands take {wanted}."
        yield Flaw(say(words, there=there, cards=box.cards, wanted=wanted), ("cards",))
    found: list[tuple[int, int, int, tuple[str, ...]]] = [
        (box.amphorae, 1, MOST, ("amphorae",)),
        *((number, 1, MOST_TILES, ("start_tiles", str(players))) for players, number in box.start_tiles.items()),
        *((number, 2, MOST, ("shrines", str(players))) for players, number in box.shrines.items()),
    ]
    for here, least, most, at in found:
        if not least <= here <= most:
            words = "{here} isn't possible. Write {least} to {most}."
            yield Flaw(say(words, here=here, least=least, most=most), at)


COMPARED = ("cards", "amphorae", "hand", "start_tiles", "shrines")
"""Numbers that the rulebook prints."""


def unusual_numbers(box: AttikaComponents, players: int | None = None) -> Iterator[Finding]:
    """Numbers that are others than in the referee's own set: possible, but most often mistyped."""
    ours = BOX.load(NAME)[0]
    for field in COMPARED:
        here, there = numbers_text(getattr(box, field)), numbers_text(getattr(ours, field))
        if here != there:
            words = (
                "`{field}` is {here}, but in the components that come with referee it is {there}. Is "
                "it a typing mistake?"
            )
            yield Finding("warning", say(words, field=field, here=here, there=there), field)


def numbers_text(numbers: int | tuple[int, ...] | dict[int, int]) -> str:
    """A number, or several: `4, 6, 8`."""
    found = (numbers,) if isinstance(numbers, int) else numbers.values() if isinstance(numbers, dict) else numbers
    return ", ".join(map(str, found))


def sizes(box: AttikaComponents) -> Iterator[Flaw]:
    """AT-1.4: seven groups of the printed sizes."""
    for group, members in box.groups.items():
        size, there = SIZES[group], [box.buildings[each] for each in members]
        number = number_of(there)
        if number != size:
            words = "The group {group} has {size} buildings for each player, but here it has {number}: {buildings}."
            names = ", ".join(f"{each.number} {each.name}" for each in there) or "none"
            yield Flaw(say(words, group=group, size=size, number=number, buildings=names), ("buildings",))


def main_buildings(box: AttikaComponents) -> Iterator[Flaw]:
    """AT-1.4: one main building in each group but the roads, and no arrow points to it (AT-4.4)."""
    for group, members in box.groups.items():
        mains = [box.buildings[each] for each in members if box.buildings[each].main]
        wanted, number = int(group != ROADS), number_of(mains)
        if number != wanted:
            words = "The group {group} has {wanted} main buildings, but here `main: true` is set for {number}: {names}."
            facts = {"group": group, "wanted": wanted, "number": number, "names": names_of(mains)}
            yield Flaw(say(words, **facts), ("buildings",))
        for each in mains:
            if each.free_beside:
                words = (
                    "{name} is a main building, and no arrow leads to a main building. Leave out "
                    "`free_beside: {other}`."
                )
                at = ("buildings", each.id, "free_beside")
                yield Flaw(say(words, name=each.name, other=each.free_beside), at)


def stacks(box: AttikaComponents) -> Iterator[Flaw]:
    """AT-2.2: three stacks of eight, which the buildings that are not main ones fill."""
    if (box.stacks, box.stack_size) != (STACKS, STACK_SIZE):
        words = "Besides the main stack, each player has {stacks} stacks of {size} buildings, not {here} of {each}."
        facts = {"stacks": STACKS, "size": STACK_SIZE, "here": box.stacks, "each": box.stack_size}
        yield Flaw(say(words, **facts), ("stacks",))
    others = number_of(each for each in box.buildings.values() if not each.main)
    if others != STACKS * STACK_SIZE:
        words = "{others} buildings that are not main buildings don't fill {stacks} stacks of {size}."
        yield Flaw(say(words, others=others, stacks=STACKS, size=STACK_SIZE), ("buildings",))


def symbols(box: AttikaComponents) -> Iterator[Flaw]:
    """AT-1.5: a building costs 1 to 4 symbols, or cards of any kind."""
    for each in box.buildings.values():
        cost = sum(each.cost)
        if each.any and cost:
            words = "{name} costs either symbols or cards of any kind. Leave out `cost` or `any`."
            yield Flaw(say(words, name=each.name), ("buildings", each.id, "any"))
        elif not each.any and not 1 <= cost <= MOST_SYMBOLS:
            words = "{name} has {cost} symbols, but a printed cost has 1 to {most}."
            yield Flaw(say(words, name=each.name, cost=cost, most=MOST_SYMBOLS), ("buildings", each.id, "cost"))


def pairs(box: AttikaComponents) -> Iterator[Flaw]:
    """AT-1.5: exactly seven buildings have two symbols, six of them in the city."""
    found = [each for each in box.buildings.values() if sum(each.cost) == 2]
    number, inside = number_of(found), number_of(each for each in found if each.group == "city")
    if (number, inside) != (PAIRS, PAIRS_IN_CITY):
        words = (
            "Exactly {pairs} buildings cost two symbols, {city} of them in the city group. Here "
            "there are {n}, with {inside} in it: {names}."
        )
        facts = {"pairs": PAIRS, "city": PAIRS_IN_CITY, "n": number, "inside": inside, "names": names_of(found)}
        yield Flaw(say(words, **facts), ("buildings",))


def arrows(box: AttikaComponents) -> Iterator[Flaw]:
    """AT-4.4: an arrow points from a building to another one of its group; from itself only among roads (AT-4.5)."""
    for each in box.buildings.values():
        at = ("buildings", each.id, "free_beside")
        source = box.buildings.get(each.free_beside)
        if each.free_beside and source is None:
            words = "The arrow to {name} comes from {source}, but there is no such building."
            yield Flaw(say(words, name=each.name, source=each.free_beside), at)
        elif source is not None and source.group != each.group:
            words = "The arrow to {name} in {group} comes from {source} in {other}, but arrows stay inside a group."
            facts = {"name": each.name, "group": each.group, "source": source.name, "other": source.group}
            yield Flaw(say(words, **facts), at)


def cycles(box: AttikaComponents) -> Iterator[Flaw]:
    """Arrows of free buildings form no circle; only roads are free next to themselves."""
    order = list(box.buildings)
    for each in box.buildings.values():
        way = [each.id, each.free_beside]
        while way[-1] in box.buildings and way[-1] not in way[:-1]:
            way.append(box.buildings[way[-1]].free_beside)
        if way[-1] == each.id and each.group != ROADS and each.id == min(way, key=order.index):
            words = "The arrows form a circle: {way}. Leave out one `free_beside`."
            yield Flaw(say(words, way=", ".join(reversed(way))), ("buildings", each.id, "free_beside"))


BOX = DataFiles(
    "set of components",
    "components",
    "attika.components",
    join(dirname(__file__), "components"),
    checked_components,
    unusual_numbers,
    spot=lambda finding: Flaw(finding.says, (finding.place,)),
    ordered=("buildings",),
)
CITIES = ("athens", "corinth", "sparta", "thebes")
"""All seats."""
