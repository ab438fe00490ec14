"""What a village or an oracle depends on: who holds it, and the road tiles that are still missing to it."""

from collections.abc import Iterator
from dataclasses import replace

from referee.rules.search import Search
from referee.show.menu import Allowance, Light
from referee.titles.magna_grecia.compose.menu_search import MenuTrial, MenuWay, TurnSearch, allows, trial_of
from referee.titles.magna_grecia.compose.plan import BUDGETS, ROADS
from referee.titles.magna_grecia.rules.play import road_tiles
from referee.titles.magna_grecia.rules.roads import holder, spaces_reached_by_seat
from referee.titles.magna_grecia.rules.state import NOWHERE, Position
from referee.titles.magna_grecia.show.picture import city_spot, space_name
from referee.words import say

FAR = 6
"""A way of more road tiles is none for the next turns."""


def oracle_lights(position: Position) -> Iterator[Light]:
    """The city that holds each oracle, and how many connections it has more than the next one (MG-9.3)."""
    for oracle in position.oracles:
        city = holder(position, oracle)
        if city != NOWHERE:
            yield oracle_light(position, oracle, city)


def oracle_light(position: Position, oracle: int, city: int) -> Light:
    """The next city is the best of the reader, or of the others where the reader holds the oracle."""
    here, links, holds = position.cities, position.links, position.cities[city].seat
    near = [each for each in links[oracle] if each in here]
    others = [each for each in near if mine(position, each) != mine(position, city)]
    most, other = len(links[city]), max(others, key=lambda each: (len(links[each]), -each), default=NOWHERE)
    facts = {"owner": holds, "city": city_spot(position, city), "number": most}
    at, places = position.label(oracle), tuple([position.label(each) for each in here[city].cells])
    if other == NOWHERE:
        return Light(
            at, say("{owner} holds this oracle with {city}. Its connections: {number}.", **facts), places, str(most)
        )
    facts |= {"next": city_spot(position, other), "less": len(links[other])}
    words = say("{owner} holds this oracle with {city}. Its connections: {number}; those of {next}: {less}.", **facts)
    return Light(at, words, places, f"{most} {'>' if most > len(links[other]) else '='} {len(links[other])}")


def mine(position: Position, city: int) -> bool:
    return position.cities[city].seat == position.seat


class RoadSearch(TurnSearch):
    """Roads alone, with as many tiles as the seat may have one day."""

    def __init__(self, position: Position) -> None:
        purse = replace(position.purses[position.seat], roads=FAR)
        limits = tuple([FAR if number == ROADS else 0 for number in range(len(BUDGETS))])
        supplied = replace(position, purses={**position.purses, position.seat: purse})
        super().__init__(supplied, (Allowance(limits, say("")),))

    def trials(self, position: Position) -> Iterator[tuple[MenuTrial, bool]]:
        for each in road_tiles(position):
            trial = trial_of(position, each)
            yield trial, allows(position, *trial.steps)

    def follow(self, way: MenuWay) -> None:
        Search.follow(self, way)


def missing_roads(position: Position) -> Iterator[Light]:
    """The shortest ways of legal road tiles to the villages and oracles that no road of the seat reaches."""
    search, known = RoadSearch(position), spaces_reached_by_seat(position, position.seat)
    for way in search.ways:
        for there in dict.fromkeys(search.reach(way)[1]):
            if there not in known and there not in position.city_at:
                known[there] = None
                yield missing_road(position, there, [search.ways[number].trial.spaces[0] for number in way.path()])


def missing_road(position: Position, there: int, cells: list[int]) -> Light:
    facts = {"place": space_name(position, there), "number": len(cells)}
    words = say("Your road to {place} still needs 1 tile.", **facts)
    if len(cells) > 1:
        words = say("Your road to {place} still needs {number} tiles.", **facts)
    return Light(position.label(there), words, way=tuple([position.label(each) for each in (*cells, there)]))
