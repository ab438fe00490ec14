"""What lights up while a village or an oracle is touched: the shortest way of legal roads, and who holds an oracle."""

from dataclasses import replace

import pytest
from sample_games import game_after

from referee.rules.search import after_steps
from referee.show.menu import Light
from referee.titles.magna_grecia.compose.search import FAR, missing_roads, oracle_lights
from referee.titles.magna_grecia.rules.moves import LayRoad, exits_text
from referee.titles.magna_grecia.rules.play import PLAY, SHAPES
from referee.titles.magna_grecia.rules.roads import holder, is_reached_by_seat
from referee.titles.magna_grecia.rules.state import NOWHERE, Position


def position_after(entry: int) -> Position:
    found: Position = game_after("mezzogiorno-4", entry).position
    purse = found.purses[found.seat]._replace(roads=FAR)
    return replace(found, purses={**found.purses, found.seat: purse})


def road(position: Position, cell: int, a: int, b: int) -> LayRoad:
    return LayRoad(position.seat, cell, a, b, position.label(cell), exits_text(a, b))


def after_way(position: Position, cells: list[int]) -> list[Position]:
    """The positions after legal road tiles on these spaces, one after another, however they are turned."""
    found = [position]
    for cell in cells:
        tried = [after_steps(PLAY, each, (road(each, cell, *shape),)) for each in found for shape in SHAPES]
        found = [each for each in tried if each]
    return found


@pytest.mark.parametrize("entry", [11, 20, 30, 40])
def test_a_missing_road_is_legal_tile_by_tile_and_reaches_its_village(entry: int) -> None:
    position = position_after(entry)
    label = position.setting.board.labels.index
    for light in missing_roads(position):
        *cells, there = map(label, light.way)
        assert light.at == light.way[-1]
        assert not is_reached_by_seat(position, position.seat, there)
        assert any(is_reached_by_seat(each, position.seat, there) for each in after_way(position, cells))


def test_no_way_is_shorter() -> None:
    """The other way round: all that one legal tile reaches is said to need one, and nothing else."""
    position = position_after(30)
    needed = {light.at: len(light.way) - 1 for light in missing_roads(position)}
    cells = [cell for cell in range(len(position.setting.board.labels)) if position.is_empty(cell)]
    after = [each for cell in cells for each in after_way(position, [cell])]
    for there, number in needed.items():
        place = position.setting.board.labels.index(there)
        assert (number == 1) == any(is_reached_by_seat(each, position.seat, place) for each in after)


@pytest.mark.parametrize("entry", [11, 20, 30, 40])
def test_an_oracle_shows_the_city_that_holds_it(entry: int) -> None:
    position = position_after(entry)
    lights: dict[str, Light] = {each.at: each for each in oracle_lights(position)}
    for oracle in position.oracles:
        city = holder(position, oracle)
        found = lights.get(position.label(oracle))
        assert (found is None) == (city == NOWHERE)
        if found:
            most, *less = found.mark.split()
            assert int(most) == len(position.links[city])
            assert found.places == tuple([position.label(each) for each in position.cities[city].cells])
            assert not less or (int(less[1]) < int(most)) == (less[0] == ">")
