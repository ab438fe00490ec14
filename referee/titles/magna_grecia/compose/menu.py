"""The choices of a turn of Magna Grecia: each is there because the rules do not refuse it, now or after others."""

from collections.abc import Container, Iterator, Sequence
from typing import Any, cast

from referee.reading.move_parts import move_parts
from referee.rules.rulebook import Header
from referee.show.menu import Allowance, Budget, Choice, Crossings, Menu
from referee.titles.magna_grecia.compose.menu_choices import (
    KINDS,
    ORACLES,
    Groups,
    city_choice,
    gauges,
    market_choice,
    oracle,
    resupply_choices,
)
from referee.titles.magna_grecia.compose.menu_crossings import crossings
from referee.titles.magna_grecia.compose.menu_facts import SCORE, Sites
from referee.titles.magna_grecia.compose.menu_refusals import by_space, refusals
from referee.titles.magna_grecia.compose.menu_search import Search
from referee.titles.magna_grecia.compose.menu_ties import WayTies
from referee.titles.magna_grecia.compose.menu_trials import MenuTrial, trial_of_steps
from referee.titles.magna_grecia.compose.menu_ways import MarketWay, Way
from referee.titles.magna_grecia.compose.plan import BUDGETS, allowances
from referee.titles.magna_grecia.rules.events import MagnaGreciaMoment
from referee.titles.magna_grecia.rules.legal_candidates import legal_resupply_numbers, legal_steps
from referee.titles.magna_grecia.rules.state import MagnaGreciaHeader, Position
from referee.titles.magna_grecia.show.picture import space_name
from referee.words import say


def choices(ties: WayTies) -> tuple[Choice, ...]:
    """All that are no roads, in the order of the candidates; last the markets that other choices make sellable."""
    search = ties.search
    cities = [city_choice(way, ties.after(way), ties.unless(way)) for way in ties.cities]
    resupplies = resupply_choices([*legal_resupply_numbers(search.start)])
    return (*cities, *resupplies, *map(market_choice, search.markets), *later_sales(ties))


def later_sales(ties: WayTies) -> Iterator[Choice]:
    """The markets that may be sold after others, in board order: after any of some choices, or all of a path."""
    search = ties.search
    for key in sorted(search.sales):
        sale, singles, paths = search.sales[key]
        any_of = ties.choice_numbers(singles)
        if singles:
            yield later_sale(sale, search.ways[singles[0]], (any_of,))
        for path in shortest(paths, singles):
            rests_on = tuple([(ties.numbers[way],) for way in path])
            yield later_sale(sale, search.ways[path[-1]], rests_on, any_of)


def later_sale(sale: MenuTrial, last: Way, after: Groups, unless: tuple[int, ...] = ()) -> Choice:
    way = MarketWay(sale, last)
    words = say("Sell the market in {place}", place=space_name(way.last.position, sale.cells[0]))
    return market_choice(way, after, unless)._replace(says=words)


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
    ways, places = allowances(position), Sites(position)
    search = Search(position, ways)
    ties = WayTies(search)
    roads, found = crossings(ties, places), choices(ties)
    return {
        "kinds": KINDS,
        "crossings": roads,
        "choices": found,
        "budgets": BUDGETS,
        "allowances": ways,
        "gauges": gauges(position, search.begin.connections.prospect),
        "score": SCORE,
        "sites": places.labels(),
        "goals": places.goals,
        "starts": places.starts(search.begin.ground, search.free),
        "refusals": tuple(refusals(position, spaces_of(found, roads))),
        "begins": (say("Unchanged, this is a pass."),),
    }


def spaces_of(found: Sequence[Choice], roads: Crossings | None = None) -> dict[str, Container[str]]:
    """For each kind the labels of the spaces with choices."""
    offered: dict[str, dict[str, bool]] = {"road": {each.place: True for each in roads.spaces} if roads else {}}
    for kind, places in {(each.kind, each.places): True for each in found}:
        offered.setdefault(kind, {}).update(dict.fromkeys(places, True))
    return {**offered}


def oracle_fields(position: Position) -> dict[str, Any]:
    """The menu while the seats place oracles (MG-2.2)."""
    limit = Allowance((1,), say("one oracle"), ("MG-2.2",))
    found = tuple([oracle(position, trial_of_steps(position, kind, steps)) for kind, steps, _ in legal_steps(position)])
    return {
        "kinds": ORACLES,
        "choices": found,
        "budgets": (Budget(say("oracles"), ("MG-2.2",)),),
        "allowances": (limit,),
        "refusals": tuple(by_space(position, "oracle", spaces_of(found)["oracle"])),
    }
