"""The components file: what the rulebook prints, and what a corrected file must still be."""

from copy import deepcopy
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from referee import reading
from referee.app.look import library
from referee.show.data_files import Unfit, content_of
from referee.titles.magna_grecia.data import components

BOX, _, DIGEST = components.BOX.load(components.NAME)


@pytest.fixture
def fields() -> dict[str, Any]:
    with open(components.BOX.paths()[components.NAME], "rb") as file:
        return deepcopy(reading.plain_data(file.read()))


def test_counts() -> None:
    """MG-1.2, MG-1.3, MG-2.1, MG-2.2, MG-2.4."""
    assert (BOX.roads, BOX.cities, BOX.markets) == (20, 20, 20)
    assert (BOX.start_roads, BOX.start_cities) == (4, 4)
    assert BOX.points == {2: 10, 3: 12, 4: 15}
    assert BOX.oracles == {2: 7, 3: 7, 4: 9}
    assert BOX.colours == ("yellow", "orange", "brown", "red")


def test_the_card_of_example_a() -> None:
    """Printed: yellow, orange, brown, red; 3 roads, 2 cities, 5 resupply; enhanced 4, 3, 7."""
    card = BOX.cards["yellow-medium"]
    assert card.order == ("yellow", "orange", "brown", "red")
    assert card[2:] == (3, 2, 5, 4, 3, 7)


def test_the_ladder() -> None:
    """MG-1.5 and MG-4.8: enhanced is one step above, and the highest step is ours."""
    for card in BOX.cards.values():
        assert card.order[0] == card.id.split("-")[0]
        assert (
            card[2:]
            == {"low": (2, 1, 3, 3, 2, 5), "medium": (3, 2, 5, 4, 3, 7), "high": (4, 3, 7, 5, 4, 9)}[
                card.id.split("-")[1]
            ]
        )


def test_orders_are_a_latin_square() -> None:
    orders = {card.order for card in BOX.cards.values()}
    assert len(BOX.cards) == 12
    assert len(orders) == 4
    for one, other in combinations(orders, 2):
        assert all(a != b for a, b in zip(one, other, strict=True))
    assert ("brown", "red", "orange", "yellow") in orders


def test_every_fact_says_how_it_is_known() -> None:
    known = dict(line.rsplit(": ", 1) for line in BOX.provenance)
    assert set(known.values()) <= {"printed", "reviews", "inferred", "ours"}
    assert {fact for fact, how in known.items() if how == "ours"} == {"enhanced tiles of high cards"}
    for colour in BOX.colours:
        assert f"order of {colour} cards" in known
    for level in ("low", "medium", "high"):
        assert {f"tiles of {level} cards", f"enhanced tiles of {level} cards"} <= set(known)
    assert {"colours", "pieces", "start", "points", "oracles"} <= set(known)


def test_a_correction_in_the_file_is_all_that_is_needed(fields: dict[str, Any]) -> None:
    fields["cards"]["red-high"]["more_resupply"] = "8"
    assert components.box_of_fields(fields).cards["red-high"].more_resupply == 8
    assert BOX.cards["red-high"].more_resupply == 9


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("cards", "red-low", "roads"), "two", "which comes with referee: invalid literal for int"),
        (("cards", "red-low", "order"), ["red", "red", "yellow", "brown"], "red-low must name each of yellow, orange"),
        (("cards", "red-low", "order"), ["red", "brown", "yellow"], "red-low must name each"),
        (
            ("cards", "red-low", "order"),
            ["yellow", "red", "brown", "orange"],
            "red should play first on 3 cards, but does so on 2",
        ),
        (("points",), {"two": "10"}, "which comes with referee: invalid literal for int"),
        (("pieces",), {"roads": "20"}, "form of components.yaml, which comes with referee: 'cities'"),
        (("cards",), "none", "which comes with referee"),
        (("start", "roads"), ["4"], "which comes with referee"),
    ],
)
def test_a_file_that_is_not_a_set_of_components(
    fields: dict[str, Any], path: tuple[str, ...], value: object, message: str
) -> None:
    where = fields
    for key in path[:-1]:
        where = where[key]
    where[path[-1]] = value
    with pytest.raises(Unfit, match=message):
        components.box_of_fields(fields)


def test_an_unknown_set_names_those_there_are() -> None:
    with pytest.raises(Unfit, match=r"no set of components nobody/1\. .* are magna-grecia/2026"):
        components.BOX.load("nobody/1")


def test_the_hash_is_that_of_the_content(fields: dict[str, Any]) -> None:
    assert content_of(fields, ("cards",)) == DIGEST


def test_an_owners_file_is_read_whole(tmp_path: Path) -> None:
    """What `referee title components` prints can be corrected and begins a game (MG-1.5)."""
    mine = tmp_path / "box.yaml"
    mine.write_text(library.components("magna-grecia").replace("{2: 10, ", "{2: 11, "), encoding="utf-8")
    assert components.box_of_fields(components.BOX.read(str(mine))[1]).points[2] == 11


def test_a_wrong_number_is_shown_in_its_place(tmp_path: Path) -> None:
    mine = tmp_path / "box.yaml"
    mine.write_text(library.components("magna-grecia").replace("{2: 10, ", "{2: ten, "), encoding="utf-8")
    with pytest.raises(reading.BadInput, match="This should be a whole number, not `ten`") as refused:
        components.BOX.read(str(mine))
    assert refused.value.problems[0].line == 7
