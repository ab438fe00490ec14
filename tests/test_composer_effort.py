"""How much work it is to compose turns that were really played, and routes and amounts against the rules themselves."""

from itertools import product
from statistics import median
from typing import Any

import pytest
from composing import Taken, amount_choices, offered, route_starts, routes
from sample_games import game_after, whole_game
from whole_menus import choices_of

from referee.app.look import game_views
from referee.show.menu import Menu

MOST = 6
"""Clicks of an ordinary turn."""


def menu_at(id: str, entry: int) -> Menu:
    game = game_after(id, entry)
    found = game_views.menu(game, str(game.book.play.to_move(game.position)))
    assert found
    return found


def recorded(id: str, every: int) -> list[tuple[int, dict[str, Any]]]:
    """Some of the moves of a game, each with the entry before it."""
    entries = whole_game(id).log.entries
    moves = [(int(each["entry"]) - 1, dict(each)) for each in entries if each.get("kind") == "move"]
    return [(at, move) for at, move in moves[::every] if move.get("actions")]


def written_choices(move: dict[str, Any]) -> list[str]:
    """The actions of a move as choices of a menu write them."""
    actions = [each if isinstance(each, str) else "" for each in move["actions"]]
    pairs = [pair for each in move["actions"] if isinstance(each, dict) for pair in each.items()]
    pairs += move.get("market", {}).items()
    return [each for each in actions if each] + [written_pair(kind, value) for kind, value in pairs]


def written_pair(kind: str, value: Any) -> str:
    return f"{kind}: {{road: {value['road']}, city: {value['city']}}}" if kind == "resupply" else f"{kind}: {value}"


def clicks(menu: Menu, wanted: list[str]) -> int | None:
    """How many clicks compose and copy a turn; None if the page cannot compose it in this order.

    A road from place to place is one stroke of the mouse, a number of tiles one click, and so is the mark of a space
    that stands for one choice alone; any other choice is two, the space and what to do there, or one next to the board.
    """
    taken: list[Taken] = []
    total, left = 1, list(wanted)
    while left:
        road = longest_route(menu, taken, left)
        now = [number for number in offered(menu, taken) if choices_of(menu)[number].writes in left]
        if not road and not now:
            return None
        numbers = road or now[:1]
        total += 1 if road else clicks_of(menu, taken, numbers[0])
        taken += [Taken(number) for number in numbers]
        left = [each for each in left if each not in [choices_of(menu)[number].writes for number in numbers]]
    return total


def clicks_of(menu: Menu, taken: list[Taken], number: int) -> int:
    choice = choices_of(menu)[number]
    if choice.amounts:
        return sum(bool(each) for each in choice.amounts)
    return 2 if choice.places and not is_alone_best(menu, taken, number) else 1


def is_alone_best(menu: Menu, taken: list[Taken], number: int) -> bool:
    """Whether the mark of the space, which says what the best choice brings, can only mean this one."""
    place = choices_of(menu)[number].places[0]
    others = [choices_of(menu)[each] for each in offered(menu, taken) if place in choices_of(menu)[each].places]
    sums = sorted(sum(each.worth) for each in others)
    return sum(choices_of(menu)[number].worth) == sums[-1] and sums[-2:] != 2 * sums[-1:]


def longest_route(menu: Menu, taken: list[Taken], left: list[str]) -> list[int]:
    found = [way for start in route_starts(menu, taken) for way in routes(menu, taken, start).values()]
    fitting = [way for way in found if all(choices_of(menu)[number].writes in left for number in way)]
    return max(fitting, key=len, default=[])


@pytest.mark.parametrize(("id", "every"), [("mezzogiorno-4", 3), ("bruttium-2", 2), ("quadrilateral-4", 9)])
def test_an_ordinary_turn_is_six_clicks_at_most(id: str, every: int) -> None:
    """The median of turns that were played is at most five, and two of three are within six."""
    moves = [(menu_at(id, at), written_choices(move)) for at, move in recorded(id, every)]
    found = [number for menu, wanted in moves if (number := clicks(menu, wanted))]
    assert len(found) >= len(moves) * 2 // 3
    assert median(found) <= MOST - 1
    assert sum(each <= MOST for each in found) >= len(found) * 2 / 3, found


@pytest.mark.parametrize(("id", "entry"), [("bruttium-2", 9), ("mezzogiorno-4", 24), ("mezzogiorno-4", 40)])
def test_routes_are_legal_and_none_is_shorter(id: str, entry: int) -> None:
    """Against all rows of three tiles that the page offers one after another."""
    menu = menu_at(id, entry)
    starts = route_starts(menu, [])
    assert starts
    for start in starts[:4]:
        found = routes(menu, [], start)
        for way in found.values():
            for at, number in enumerate(way):
                assert number in offered(menu, [Taken(each) for each in way[:at]])
        shortest = shortest_rows(menu, start)
        assert {to: len(way) for to, way in found.items() if len(way) < 3} == shortest


def shortest_rows(menu: Menu, start: str) -> dict[str, int]:
    """Label → how many tiles lead there, one or two: by trying all."""
    site = {label: number for number, labels in enumerate(menu.sites) for label in labels}
    found: dict[str, int] = {}

    def note(number: int, before: int, length: int) -> None:
        choice = choices_of(menu)[number]
        ends = [each for each in choice.joins if each in menu.goals and each != before]
        for end in [site[choice.places[0]], *ends]:
            for label in menu.sites[end]:
                if end != site[start]:
                    found.setdefault(label, length)

    firsts = [each for each in offered(menu, []) if site[start] in choices_of(menu)[each].joins]
    for first in firsts:
        note(first, site[start], 1)
    for first in firsts:
        here = site[choices_of(menu)[first].places[0]]
        for second in offered(menu, [Taken(first)]):
            joins, there = choices_of(menu)[second].joins, choices_of(menu)[second].places
            if here in joins and site[there[0]] in choices_of(menu)[first].joins and site[there[0]] != site[start]:
                note(second, here, 2)
    return found


@pytest.mark.parametrize(("id", "entry"), [("mezzogiorno-4", 26), ("bruttium-2", 8)])
def test_numbers_of_tiles_reach_every_resupply(id: str, entry: int) -> None:
    """Each that is offered is two clicks away, the first thing first; nothing else is offered."""
    menu = menu_at(id, entry)
    all_numbers = {number for number in offered(menu, []) if choices_of(menu)[number].amounts}
    reached = set[int]()
    for first in amount_choices(menu, [], "resupply")[0]:
        taken = [] if first is None else [Taken(first)]
        second = amount_choices(menu, taken, "resupply")[1]
        reached |= {number for number in (first, *second) if number is not None}
    assert reached == all_numbers
    amounts = {choices_of(menu)[number].amounts for number in all_numbers}
    most = [max(each[at] for each in amounts) for at in (0, 1)]
    allowed = [each for each in product(range(most[0] + 1), range(most[1] + 1)) if each in amounts]
    assert len(allowed) == len(all_numbers)
