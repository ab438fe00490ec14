"""The growing board: names, neighbours, walks and turns (AT-1.2, AT-7.1, AT-10.8)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.rules.hexes import distance, opposite, shortest_walk, walk_end
from referee.titles.attika.data.land import (
    HEXES,
    NOWHERE,
    Land,
    LandTile,
    Place,
    borders,
    covered_places,
    empty_land,
    hex_named,
    lying,
    name,
    route,
    with_tile,
)

SHRINES = ((-3, 4), (4, 0))
PLACES = st.tuples(st.integers(-9, 9), st.integers(-9, 9))


def land(*centres: Place) -> Land:
    found = empty_land(SHRINES)
    for number, centre in enumerate(centres, 1):
        found = with_tile(found, LandTile(f"T{number}", centre, 0), ".WFHM..")
    return found


RHOMBUS = land((0, 0), (-1, 3), (2, 1), (1, 4))


@pytest.mark.parametrize(
    ("written", "hex"),
    [
        ("1", 0),
        ("1n", 1),
        ("1nw", 6),
        ("2", 7),
        ("2NE", 9),
        (" 4s ", 25),
        ("5", NOWHERE),
        ("0", NOWHERE),
        ("n", NOWHERE),
    ],
)
def test_a_hex_is_named_by_its_tile_and_a_direction(written: str, hex: int) -> None:
    assert hex_named(RHOMBUS, written) == hex


def test_every_hex_has_a_name_of_its_own() -> None:
    hexes = range(HEXES * 4)
    assert [hex_named(RHOMBUS, name(hex)) for hex in hexes] == list(hexes)


def test_neighbours_are_neighbours_of_each_other_and_one_step_away() -> None:
    for hex, around in enumerate(RHOMBUS.around):
        for edge, other in enumerate(around):
            if other != NOWHERE:
                assert RHOMBUS.around[other][opposite(edge)] == hex
                assert distance(RHOMBUS.place[hex], RHOMBUS.place[other]) == 1


def test_a_tile_more_changes_no_name_and_no_symbol() -> None:
    before, after = land((0, 0), (-1, 3)), land((0, 0), (-1, 3), (2, 1))
    assert after.place[: len(before.place)] == before.place
    assert after.symbol.startswith(before.symbol)


def test_shrines_touch_the_hexes_next_to_them() -> None:
    assert {name(hex): shrines for hex, shrines in RHOMBUS.beside.items()} == {
        "2sw": (0,),
        "2nw": (0,),
        "3ne": (1,),
        "3se": (1,),
    }


def test_a_turn_is_sixty_degrees_clockwise() -> None:
    assert lying("cABCDEF", 0) == "cABCDEF"
    assert lying("cABCDEF", 1) == "cFABCDE"
    assert lying("cABCDEF", 5) == "cBCDEFA"


@given(PLACES, PLACES)
def test_a_shortest_walk_arrives_and_is_as_long_as_the_distance(start: Place, end: Place) -> None:
    walk = shortest_walk(start, end)
    assert walk_end(start, walk) == end
    assert len(walk) == distance(start, end)
    assert list(walk) == sorted(walk)


@given(PLACES)
def test_a_route_starts_from_the_nearest_tile(centre: Place) -> None:
    number, walk = route(RHOMBUS, centre)
    assert walk_end(RHOMBUS.tiles[number - 1].centre, walk) == centre
    assert len(walk) == min(distance(tile.centre, centre) for tile in RHOMBUS.tiles)


@given(PLACES)
def test_a_tile_fits_where_it_covers_nothing_and_shares_a_side(centre: Place) -> None:
    taken = [*RHOMBUS.place, *SHRINES]
    assert bool(covered_places(RHOMBUS, centre)) == any(distance(centre, each) <= 1 for each in taken)
    assert borders(RHOMBUS, centre) == any(distance(centre, each) <= 2 for each in taken)
