"""The hex grid: neighbours, rotation, distance and labels, for hexes anywhere."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.rules import hexes

coordinates = st.integers(-500, 500)
hexagons = st.tuples(coordinates, coordinates)
edges = st.integers(0, 5)
columns = st.integers(0, 2000)
rows = st.integers(0, 2000)


@given(hexagons, edges)
def test_crossing_an_edge_and_its_opposite_goes_back(place: tuple[int, int], edge: int) -> None:
    beyond = hexes.step(*place, edge)
    assert beyond != place
    assert hexes.step(*beyond, hexes.opposite(edge)) == place


@given(hexagons)
def test_going_round_in_a_ring_visits_six_neighbours_that_touch(place: tuple[int, int]) -> None:
    ring = [hexes.step(*place, edge) for edge in range(6)]
    assert len(set(ring)) == 6
    for edge in range(6):
        assert hexes.step(*ring[edge], hexes.rotated_edge(edge, 2)) == ring[hexes.rotated_edge(edge, 1)]


@given(edges, st.integers(-20, 20))
def test_turns(edge: int, by: int) -> None:
    assert hexes.rotated_edge(hexes.rotated_edge(edge, by), -by) == edge
    assert hexes.opposite(edge) == hexes.rotated_edge(edge, 3) == hexes.rotated_edge(edge, -3)


@given(hexagons, st.lists(edges, max_size=12))
def test_distance_is_never_more_than_the_walk(place: tuple[int, int], walk: list[int]) -> None:
    here = place
    for edge in walk:
        here = hexes.step(*here, edge)
    assert hexes.distance(place, here) <= len(walk)
    assert hexes.distance(place, here) == hexes.distance(here, place)


@given(hexagons, hexagons)
def test_some_step_always_comes_one_nearer(place: tuple[int, int], goal: tuple[int, int]) -> None:
    far = hexes.distance(place, goal)
    nearest = min(hexes.distance(hexes.step(*place, edge), goal) for edge in range(6))
    assert nearest == (far - 1 if far else 1)


@given(columns, rows)
def test_labels_are_read_back(column: int, row: int) -> None:
    place = hexes.axial(column, row)
    assert hexes.grid(*place) == (column, row)
    assert hexes.hex_of_label(hexes.label(*place)) == place


@given(columns)
def test_columns_are_in_the_order_of_length_and_alphabet(column: int) -> None:
    here, following = hexes.letters(column), hexes.letters(column + 1)
    assert (len(here), here) < (len(following), following)


@pytest.mark.parametrize(
    ("column", "name"), [(0, "A"), (25, "Z"), (26, "AA"), (27, "AB"), (51, "AZ"), (52, "BA"), (701, "ZZ"), (702, "AAA")]
)
def test_names_of_columns(column: int, name: str) -> None:
    assert hexes.letters(column) == name
    assert hexes.column_of(name) == column


# Around D7 and C7 on paper: D is an odd column and sits half a hex lower, so its upper neighbours share its number.
@pytest.mark.parametrize(
    ("centre", "ring"),
    [
        ("D7", ["D6", "E7", "E8", "D8", "C8", "C7"]),
        ("C7", ["C6", "D6", "D7", "C8", "B7", "B6"]),
    ],
)
def test_neighbours_on_the_printed_grid(centre: str, ring: list[str]) -> None:
    place = hexes.hex_of_label(centre)
    assert [hexes.label(*hexes.step(*place, edge)) for edge in range(6)] == ring


@pytest.mark.parametrize("text", ["", "7", "D", "D0", "D07", "d7", "7D", "D-1", "D 7", "Д7", "D７", "D7x", "É1"])
def test_a_text_that_is_no_label_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no "):
        hexes.hex_of_label(text)


@pytest.mark.parametrize(("q", "r"), [(-1, 3), (0, -1), (4, -3)])
def test_hexes_off_the_paper_have_no_label(q: int, r: int) -> None:
    with pytest.raises(ValueError, match="no "):
        hexes.label(q, r)
