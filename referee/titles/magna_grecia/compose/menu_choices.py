"""The ways that a search found, as the choices of a menu: numbered in board order, with what each rests on."""

from collections.abc import Iterator, Mapping

from referee.show.menu import Choice
from referee.titles.magna_grecia.compose.menu_search import Search
from referee.titles.magna_grecia.compose.menu_trials import MenuTrial, position_after_steps
from referee.titles.magna_grecia.compose.menu_words import choice
from referee.titles.magna_grecia.show.places import space_name
from referee.words import say

Numbers = Mapping[int, int]
"""The number of a way → the number of its choice."""


def choices(search: Search) -> tuple[Choice, ...]:
    """All in the order of the candidates; last the markets that other choices make sellable."""
    ways = search.ways
    order = sorted(range(len(ways)), key=lambda way: (ways[way].trial, not ways[way].founds))
    numbers = {way: number for number, way in enumerate(order)}
    bars = exclusive([search.trials[ways[way].trial] for way in order])
    found = [of_way(search, way, numbers, bars[numbers[way]]) for way in order]
    return (*found, *later_sales(search, numbers))


def of_way(search: Search, number: int, numbers: Numbers, bars: tuple[int, ...]) -> Choice:
    """A founding that others would make an extension is offered as long as none of these is taken."""
    way = search.ways[number]
    opens = choice_numbers(search.opens.get((way.trial, way.founds), []), numbers)
    after = (opens,) if opens else ()
    extends = (way.trial, False)
    unless = choice_numbers(search.opens[extends], numbers) if way.founds and extends in search.numbers else ()
    return choice(search.trials[way.trial], way.before, way.position, after=after, unless=unless, bars=bars)


def choice_numbers(ways: list[int], numbers: Numbers) -> tuple[int, ...]:
    return tuple(sorted([numbers[way] for way in ways]))


def exclusive(trials: list[MenuTrial]) -> list[tuple[int, ...]]:
    """For each trial those which cannot be in a turn together: on one space, or a second resupply (MG-4.6).

    It is among them itself, so that all of a space have the same.
    """
    holders: dict[object, list[int]] = {}
    for number, trial in enumerate(trials):
        for thing in claims_of(trial):
            holders.setdefault(thing, []).append(number)
    return [tuple(sorted({each for thing in claims_of(trial) for each in holders[thing]})) for trial in trials]


def claims_of(trial: MenuTrial) -> tuple[object, ...]:
    """What no other choice of the turn may have: the spaces of its tiles, that of a market built, the resupply."""
    return () if trial.kind == "sell" else trial.cells or (trial.kind,)


def later_sales(search: Search, numbers: Numbers) -> Iterator[Choice]:
    """The markets that may be sold after something else: after any of some choices, or after all of a path."""
    for sale, (singles, paths) in search.sales.items():
        any_of = choice_numbers(singles, numbers)
        if singles:
            yield later_sale(search, sale, singles[0], after=(any_of,))
        for path in shortest(paths, singles):
            rests_on = tuple([(numbers[way],) for way in path])
            yield later_sale(search, sale, path[-1], after=rests_on, unless=any_of)


def later_sale(search: Search, sale: int, way: int, **rests: tuple[object, ...]) -> Choice:
    trial, before = search.trials[sale], search.ways[way].position
    after = position_after_steps(before, trial.steps)
    assert after
    words = say("Sell the market in {place}", place=space_name(before, trial.cells[0]))
    return choice(trial, before, after, says=words, **rests)


def shortest(paths: list[tuple[int, ...]], singles: list[int]) -> list[tuple[int, ...]]:
    """The paths that hold none of the ways that suffice alone, and no other path."""
    own = [frozenset(path) for path in paths]
    return [
        path
        for path, ways in zip(paths, own, strict=True)
        if not ways.intersection(singles) and not any(other < ways for other in own)
    ]
