"""The choices of a turn of Magna Grecia: each is there because the rules do not refuse it, now or after others."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

from referee.reading.move_parts import move_parts
from referee.rules.rulebook import Header
from referee.show.menu import Allowance, Budget, Choice, Menu
from referee.titles.magna_grecia.compose.menu_choices import KINDS, ORACLES, Groups, choice_of_way, gauges, oracle
from referee.titles.magna_grecia.compose.menu_facts import SCORE, Sites
from referee.titles.magna_grecia.compose.menu_refusals import by_space, refusals
from referee.titles.magna_grecia.compose.menu_search import Search
from referee.titles.magna_grecia.compose.menu_trials import MenuTrial, trial_of_steps
from referee.titles.magna_grecia.compose.menu_ways import Way
from referee.titles.magna_grecia.compose.plan import BUDGETS, allowances
from referee.titles.magna_grecia.rules.events import MagnaGreciaMoment
from referee.titles.magna_grecia.rules.legal_candidates import legal_steps
from referee.titles.magna_grecia.rules.state import MagnaGreciaHeader, Position
from referee.titles.magna_grecia.show.picture import space_name
from referee.words import say

Numbers = Mapping[int, int]
"""The number of a way → the number of its choice."""


def choices(search: Search, places: Sites) -> tuple[Choice, ...]:
    """All in the order of the candidates; last the markets that other choices make sellable."""
    ways = search.ways
    order = sorted(range(len(ways)), key=lambda way: (ways[way].trial.key, not ways[way].founds))
    numbers = {way: number for number, way in enumerate(order)}
    bars = exclusive([ways[way].trial for way in order])
    found = [of_way(search, way, numbers, bars[numbers[way]], places) for way in order]
    return (*found, *later_sales(search, numbers, places))


def of_way(search: Search, number: int, numbers: Numbers, bars: tuple[int, ...], places: Sites) -> Choice:
    """A founding that others would make an extension is offered as long as none of these is taken."""
    way = search.ways[number]
    opens = choice_numbers(search.openers(way), numbers)
    extends = (way.trial.key, False)
    unless = choice_numbers(search.opens[extends], numbers) if way.founds and extends in search.numbers else ()
    return choice_of_way(way, places, (opens,) if opens else (), unless, bars)


def choice_numbers(ways: Iterable[int], numbers: Numbers) -> tuple[int, ...]:
    return tuple(sorted({numbers[way] for way in ways}))


def exclusive(trials: list[MenuTrial]) -> list[tuple[int, ...]]:
    """For each trial those which cannot be in a turn together: on one space, or a second resupply (MG-4.6).

    It is among them itself, so that all of a space have the same.
    """
    claims = [claims_of(trial) for trial in trials]
    holders: dict[object, list[int]] = {}
    for number, things in enumerate(claims):
        for thing in things:
            holders.setdefault(thing, []).append(number)
    alike = {things: {each for thing in things for each in holders[thing]} for things in dict.fromkeys(claims)}
    bars = {things: tuple(sorted(held)) for things, held in alike.items()}
    return [bars[things] for things in claims]


def claims_of(trial: MenuTrial) -> tuple[object, ...]:
    """What no other choice of the turn may have: the spaces of its tiles, that of a market built, the resupply."""
    return () if trial.kind == "sell" else trial.cells or (trial.kind,)


def later_sales(search: Search, numbers: Numbers, places: Sites) -> Iterator[Choice]:
    """The markets that may be sold after others, in board order: after any of some choices, or all of a path."""
    for key in sorted(search.sales):
        sale, singles, paths = search.sales[key]
        any_of = choice_numbers(singles, numbers)
        if singles:
            yield later_sale(search, sale, singles[0], places, (any_of,))
        for path in shortest(paths, singles):
            rests_on = tuple([(numbers[way],) for way in path])
            yield later_sale(search, sale, path[-1], places, rests_on, any_of)


def later_sale(
    search: Search, sale: MenuTrial, number: int, places: Sites, after: Groups, unless: tuple[int, ...] = ()
) -> Choice:
    last = search.ways[number]
    way = Way(sale, last, last.position, last.prospect)
    words = say("Sell the market in {place}", place=space_name(way.before, sale.cells[0]))
    return choice_of_way(way, places, after, unless)._replace(says=words)


def shortest(paths: list[tuple[int, ...]], singles: list[int]) -> list[tuple[int, ...]]:
    """The paths that hold none of the ways that suffice alone, and no other path."""
    own = [frozenset(path) for path in paths]
    return [
        path
        for path, ways in zip(paths, own, strict=True)
        if not ways.intersection(singles) and not any(other < ways for other in own)
    ]


def menu(header: Header, moments: Sequence[MagnaGreciaMoment]) -> Menu | None:
    """What the seat to move may do after the last of `moments`; None when nobody is asked."""
    last = moments[-1]
    position: Position = last.position
    if not position.seat or last.entry.get("kind") == "close":
        return None
    fields = turn_fields(position) if position.clock.round else oracle_fields(position)
    place = cast(MagnaGreciaHeader, header)["game"], "magna-grecia", last.number, last.head, position.seat
    return Menu(*place, parts=move_parts("magna-grecia"), **fields)


def turn_fields(position: Position) -> dict[str, Any]:
    """The menu of a turn."""
    legal = [trial_of_steps(position, each) for each in legal_steps(position)]
    ways, places = allowances(position), Sites(position)
    search = Search(position, legal, ways)
    found = choices(search, places)
    return {
        "kinds": KINDS,
        "choices": found,
        "budgets": BUDGETS,
        "allowances": ways,
        "gauges": gauges(position, search.prospect),
        "score": SCORE,
        "sites": places.labels(),
        "goals": places.goals,
        "starts": places.starts(legal),
        "refusals": tuple(refusals(position, spaces_of(found))),
        "begins": (say("Unchanged, this is a pass."),),
    }


def spaces_of(found: Sequence[Choice]) -> dict[str, dict[str, bool]]:
    """For each kind the labels of the spaces with choices."""
    offered: dict[str, dict[str, bool]] = {}
    for each in found:
        offered.setdefault(each.kind, {}).update(dict.fromkeys(each.places, True))
    return offered


def oracle_fields(position: Position) -> dict[str, Any]:
    """The menu while the seats place oracles (MG-2.2)."""
    limit = Allowance((1,), say("one oracle"), ("MG-2.2",))
    found = tuple([oracle(position, trial_of_steps(position, each)) for each in legal_steps(position)])
    return {
        "kinds": ORACLES,
        "choices": found,
        "budgets": (Budget(say("oracles"), ("MG-2.2",)),),
        "allowances": (limit,),
        "refusals": tuple(by_space(position, "oracle", spaces_of(found)["oracle"])),
    }
