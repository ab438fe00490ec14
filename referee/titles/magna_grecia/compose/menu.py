"""The choices of a turn of Magna Grecia: each is there because the rules do not refuse it, now or after others."""

from collections.abc import Container, Iterator, Sequence
from typing import Any, cast

from referee.reading.move_parts import move_parts
from referee.rules.rulebook import Header
from referee.rules.search import Way, legal_candidates, with_steps
from referee.show.menu import Allowance, Budget, Choice, Crossings, Menu
from referee.titles.magna_grecia.compose.menu_choices import (
    ORACLES,
    SCORE,
    Groups,
    RoadCrossings,
    Sites,
    by_space,
    city_choice,
    gauges,
    kinds,
    market_choice,
    oracle,
    refusals,
    resupply_choices,
)
from referee.titles.magna_grecia.compose.menu_search import (
    BUDGETS,
    MenuTrial,
    MenuWay,
    TurnSearch,
    allowances,
    missing_roads,
    oracle_lights,
    trial_of,
)
from referee.titles.magna_grecia.rules.events import MagnaGreciaMoment
from referee.titles.magna_grecia.rules.markets import projected_points_of
from referee.titles.magna_grecia.rules.play import PLAY
from referee.titles.magna_grecia.rules.state import MagnaGreciaHeader, Position
from referee.titles.magna_grecia.show.picture import space_name
from referee.words import say


class TurnChoices:
    """The ways of a search as choices: roads by space and shape, then the others in the order of the candidates.

    Of the same tiles a founding comes before an extension.

    numbers  the number of a way → that of its choice
    """

    def __init__(self, search: TurnSearch) -> None:
        self.search = search
        self.order = sorted(search.ways, key=lambda way: (way.trial.key, not way.mark))
        self.numbers = {way.number: number for number, way in enumerate(self.order)}

    def choices(self) -> Iterator[Choice]:
        """All that are no roads; last the markets that other choices make sellable."""
        for way in self.order:
            if way.trial.kind == "city":
                yield city_choice(way, (self.openers(way),) if way.last else (), self.unless(way))
        yield from resupply_choices([way.trial for way in self.order if way.trial.kind == "resupply"])
        yield from [market_choice(way) for way in self.order if way.trial.kind in ("build", "sell")]
        for key in sorted(self.search.sales):
            yield from self.later_sales(*self.search.sales[key])

    def choice_numbers(self, ways: Sequence[int]) -> tuple[int, ...]:
        return tuple(sorted([self.numbers[each] for each in ways]))

    def openers(self, way: MenuWay) -> tuple[int, ...]:
        """The choices each of which opens a city."""
        return self.choice_numbers(self.search.opens.get((way.trial.key, way.mark), ()))

    def unless(self, way: MenuWay) -> tuple[int, ...]:
        """A founding that others would make an extension is offered as long as none of these is taken."""
        extension = self.search.numbers.get((way.trial.key, False))
        return self.openers(self.search.ways[extension]) if way.mark and extension is not None else ()

    def later_sales(self, sale: MenuTrial, singles: list[int], paths: list[tuple[int, ...]]) -> Iterator[Choice]:
        """A market that may be sold after any of some choices, or all of a path."""
        any_of = self.choice_numbers(singles)
        if singles:
            yield self.later_sale(sale, singles[0], (any_of,))
        for path in shortest(paths, singles):
            yield self.later_sale(sale, path[-1], tuple([(self.numbers[way],) for way in path]), any_of)

    def later_sale(self, sale: MenuTrial, last: int, after: Groups, unless: tuple[int, ...] = ()) -> Choice:
        way = self.search.ways[last]
        sold = Way(sale, way, way.after, with_steps(PLAY, way.after, sale.steps), False)
        words = say("Sell the market in {place}", place=space_name(way.after, sale.spaces[0]))
        return market_choice(sold, after, unless)._replace(says=words)


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
    turn = TurnChoices(TurnSearch(position, ways))
    roads, found = RoadCrossings(turn.search, turn.numbers, places), tuple(turn.choices())
    crossings = roads.crossings()
    return {
        "kinds": kinds(position.seat),
        "crossings": crossings,
        "choices": found,
        "budgets": BUDGETS,
        "allowances": ways,
        "gauges": gauges(position, projected_points_of(position, position.seat)),
        "score": SCORE,
        "sites": places.labels(),
        "goals": places.goals,
        "starts": roads.starts(),
        "refusals": tuple(refusals(position, spaces_of(found, crossings))),
        "lights": (*oracle_lights(position), *missing_roads(position)),
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
    legal: Any = legal_candidates(PLAY, position)
    found = tuple([oracle(position, trial_of(position, each)) for each in legal])
    return {
        "kinds": ORACLES,
        "choices": found,
        "budgets": (Budget(say("oracles"), ("MG-2.2",)),),
        "allowances": (limit,),
        "refusals": tuple(by_space(position, "oracle", spaces_of(found)["oracle"])),
    }
