"""What is in the box, as data: buildings with costs and arrows, cards, amphorae (AT-1.3 to 1.5, AT-2.1 to 2.3).

Nothing here is known to the code: an owner of the game who finds another number corrects a copy of the file.
"""

from collections.abc import Iterator
from functools import lru_cache
from os.path import dirname, join
from typing import NamedTuple

from referee.show.data_files import Fields, Finding, Flaw, Shelf, Unfit, refuse_malformed, whole
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
    free_beside  the building whose arrow leads to it, "" if none does
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
    stack_size   buildings in each of the `stacks` beside the main one
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


@lru_cache
def id_of_name(name: str) -> str:
    """The id of a building or a tile as people write it: `Silver mine` is `silver-mine`."""
    return "-".join(name.strip().lower().split())


def load_attika_components(name: str = NAME) -> tuple[AttikaComponents, str]:
    """A shipped set and the hash of its content. Raises `Unfit` when there is none of that name."""
    box, _, digest = BOX.load(name)
    return box, digest


def read_attika_components(path: str) -> Fields:
    """The fields of a components file of the user's own. Raises source.BadInput with the places, or OSError."""
    return dict(BOX.read(path)[1])


@refuse_malformed("components.yaml")
def checked_components(fields: Fields) -> AttikaComponents:
    """Components from the fields of their file. Raises `Unfit` with all that is wrong."""
    from referee.titles.attika.data.constraints import flaws

    box = unchecked_components(fields)
    if found := flaws(box):
        raise Unfit(*found)
    return box


def unchecked_components(fields: Fields) -> AttikaComponents:
    """Components as the file tells them, whether or not they can be."""
    buildings = {id: building(id, each) for id, each in fields["buildings"].items()}
    members = {group: tuple([each.id for each in buildings.values() if each.group == group]) for group in SIZES}
    return AttikaComponents(
        name=fields["name"],
        cities=tuple(fields["cities"]),
        buildings=buildings,
        groups=members,
        cards=whole(fields["cards"], ("cards",)),
        amphorae=whole(fields["amphorae"], ("amphorae",)),
        stacks=whole(fields["stacks"]["number"], ("stacks", "number")),
        stack_size=whole(fields["stacks"]["size"], ("stacks", "size")),
        hand=tuple([whole(cards, ("hand", n)) for n, cards in enumerate(fields["hand"])]),
        start_tiles=by_players(fields, "start_tiles"),
        shrines=by_players(fields, "shrines"),
        provenance=tuple(provenance(fields)),
    )


def building(id: str, fields: Fields) -> Building:
    """One building from its fields."""
    at = ("buildings", id)
    return Building(
        id=id,
        name=fields["name"],
        group=fields["group"],
        number=whole(fields["number"], (*at, "number")),
        main=fields.get("main") == "true",
        cost=symbol_counts(fields.get("cost", ""), (*at, "cost")),
        any=whole(fields.get("any", "0"), (*at, "any")),
        free_beside=fields.get("free_beside", ""),
        provenance="; ".join([f"{fact}: {known}" for fact, known in fields["provenance"].items()]),
    )


def symbol_counts(text: str, at: tuple[str, ...]) -> tuple[int, int, int, int]:
    """`H M M` → (0, 0, 1, 2). Raises `Unfit` for other letters."""
    symbols = text.replace(" ", "")
    if strange := symbols.strip(SIGNS):
        words = "`{sign}` in the cost {cost} is no landscape: W water, F forest, H hill, M mountain."
        raise Unfit(Flaw(say(words, sign=strange[0], cost=text), at))
    return symbols.count("W"), symbols.count("F"), symbols.count("H"), symbols.count("M")


def by_players(fields: Fields, fact: str) -> dict[int, int]:
    """Number of players → number."""
    return {whole(players, (fact,)): whole(number, (fact, players)) for players, number in fields[fact].items()}


def provenance(fields: Fields) -> Iterator[str]:
    """How each fact is known: those of the whole box, then those of each building."""
    for fact, known in fields["provenance"].items():
        yield f"{fact}: {known}"
    for id, each in fields["buildings"].items():
        for fact, known in each["provenance"].items():
            yield f"{fact} of {id}: {known}"


def unusual_numbers(box: AttikaComponents, players: int | None = None) -> list[Finding]:
    """Numbers that are others than in the referee's own set: possible, but most often mistyped."""
    from referee.titles.attika.data.constraints import other_numbers

    return list(other_numbers(box, load_attika_components()[0]))


def components_flaw(finding: Finding) -> Flaw:
    """The field of a finding."""
    return Flaw(finding.says, (finding.place,))


FOLDER = join(dirname(__file__), "components")
BOX = Shelf(
    "set of components",
    "components",
    "attika.components",
    FOLDER,
    checked_components,
    unusual_numbers,
    spot=components_flaw,
    ordered=("buildings",),
)
CITIES = ("athens", "corinth", "sparta", "thebes")
"""All seats."""
