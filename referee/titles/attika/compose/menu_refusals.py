"""Why what is not offered may not be: the rules' own words, and for what is too dear what is left to be paid."""

from collections.abc import Callable, Iterator

from referee.show.menu import Refusal
from referee.titles.attika.data.land import name
from referee.titles.attika.rules.branches import Fields
from referee.titles.attika.rules.costs import amounts_phrase, ground
from referee.titles.attika.rules.moves import USES
from referee.titles.attika.rules.state import STACKS, AttikaPosition
from referee.titles.attika.show import sites
from referee.titles.attika.show.known import KnownPosition
from referee.titles.attika.show.names import building_name
from referee.words import Phrase, say

Broken = Callable[[AttikaPosition, str | Fields], list[tuple[str, Phrase]]]
"""Position, action (or END) → the rules that refuse it as the next, each with its words."""

END = "end"
"""Stands for the action that gives up the rest."""
PRICES = ("AT-4.3", "AT-4.5", "AT-5.2")


Ask = Callable[[str | Fields], list[tuple[str, Phrase]]]
"""The same of the position of the menu."""


def refusals(known: KnownPosition, broken: Ask, offered: set[tuple[str, int]]) -> tuple[Refusal, ...]:
    """`offered`: building and hex of every build that is among the choices."""
    return (*beside_the_board(broken), *of_builds(known, broken, offered))


def beside_the_board(broken: Ask) -> Iterator[Refusal]:
    """Draws, amphorae and the end of the turn."""
    actions: list[tuple[str, str | Fields]] = [
        *(("draw", {"draw": stack}) for stack in STACKS),
        *(("amphora", {"amphora": use}) for use in USES),
        ("end", END),
    ]
    found = {(kind, rule, str(says)): says for kind, action in actions for rule, says in broken(action)}
    for (kind, rule, _), says in found.items():
        yield Refusal(kind, (), says, (rule,))


def of_builds(known: KnownPosition, broken: Ask, offered: set[tuple[str, int]]) -> Iterator[Refusal]:
    position = known.position
    whole = list(anywhere(position, broken))
    yield from whole
    if not whole and next_buildings(position):
        yield from occupied_refusals(position, broken)
        yield from too_dear(known, offered)


def anywhere(position: AttikaPosition, broken: Ask) -> Iterator[Refusal]:
    """What forbids every build, such as the draw line that was begun; a price is none of it."""
    first = next_buildings(position)[:1]
    hexes = [hex for hex in range(len(position.land.place)) if position.is_empty(hex)]
    for rule, says in broken({"build": f"{''.join(first)} at {name(hexes[0] if hexes else 0)}".strip()}):
        if rule not in PRICES and hexes:
            yield Refusal("build", (), says, (rule,))


def next_buildings(position: AttikaPosition) -> tuple[str, ...]:
    """The buildings that could be built next: the one that was drawn, or those of the storage board (AT-3.2)."""
    return (position.turn.drawn,) if position.turn.drawn else sites.on_hand(position, position.seat)


def occupied_refusals(position: AttikaPosition, broken: Ask) -> Iterator[Refusal]:
    """Hexes on which a building stands, and shrines."""
    kind = next_buildings(position)[0]
    for place in [*map(name, sorted(position.buildings)), *[f"s{n + 1}" for n in range(len(position.land.shrines))]]:
        for rule, says in broken({"build": f"{kind} at {place}"}):
            yield Refusal("build", (place,), says, (rule,))


def too_dear(known: KnownPosition, offered: set[tuple[str, int]]) -> Iterator[Refusal]:
    """Buildings for which the hand is too small, also later in the turn: hexes with the same price together."""
    position, seat = known.position, known.position.seat
    found: dict[tuple[str, str], tuple[list[str], sites.Site]] = {}
    for hex in [hex for hex in range(len(position.land.place)) if position.is_empty(hex)]:
        there = ground(position, seat, hex)
        for building in next_buildings(position):
            site = sites.site(known, seat, building, hex, there)
            if (building, hex) not in offered:
                found.setdefault((building, str((site.left, site.anyhow))), ([], site))[0].append(name(hex))
    for places, site in found.values():
        yield Refusal("build", tuple(places), dear(known, site), sites.rules_of_price(position, site))


def dear(known: KnownPosition, site: sites.Site) -> Phrase:
    facts = {
        "building": building_name(known.position, site.building),
        "hand": amounts_phrase(known.hands[known.position.seat]),
    }
    return say("{building}: {left} would be left to pay; the hand is {hand}.", left=sites.left_to_pay(site), **facts)
