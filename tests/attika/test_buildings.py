"""The contents of the box of Attika: the table of AT-1.5, how each fact is known, and what a corrected file must be."""

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from referee import reading
from referee.show.data_files import Unfit
from referee.titles.attika.data import components
from referee.titles.attika.data.components import BOX, LANDSCAPES

TABLE = """
city      capital     1 main W-F-H-M  -          cost: review
city      oracle      1 -    F-H      capital    arrow: review; cost: review
city      theatre     1 -    W-M      capital    arrow: review; cost: review
city      tavern      1 -    W-F      capital    arrow: review; cost: review
city      plaza       1 -    W-H      capital    arrow: review; cost: review
city      market      1 -    W-F-H    plaza      arrow: review; cost: review
city      gymnasium   1 -    H-M      capital    arrow: review; cost: review
city      stadium     1 -    F-H-M    gymnasium  arrow: review; cost: review
city      statue      1 -    F-M      capital    arrow: review; cost: review
city      temple      1 -    W-F-M    statue     arrow: review; cost: review
defence   quarry      1 main H-M-M    -          cost: ours
defence   fortress    1 -    H-M-M-M  quarry     arrow: rulebook; cost: rulebook
defence   tower       2 -    H-H-M    fortress   arrow: rulebook; cost: review
supply    well        1 main W-W-H    -          cost: ours
supply    cornfield   1 -    W-F-H    well       arrow: review; cost: ours
supply    mill        1 -    W-F-F-H  cornfield  arrow: review; cost: ours
supply    village     1 -    F-F-H    mill       arrow: review; cost: ours
shipping  harbour     1 main W-W-F    -          cost: ours
shipping  ship        3 -    W        harbour    arrow: review; cost: ours
vineyard  vineyard    1 main F-H-H    -          cost: ours
vineyard  vintner     1 -    F-H      vineyard   arrow: review; cost: ours
mint      silver-mine 1 main M-M-H    -          cost: ours
mint      mint        1 -    W-M-M    silver-mine  arrow: ours; cost: ours
roads     road        4 -    any-5    road       arrow: rulebook; cost: rulebook
"""
ROWS = [line.split(None, 6) for line in TABLE.strip().split("\n")]
SHIPPED, _, DIGEST = components.BOX.load(components.NAME)


@pytest.fixture
def fields() -> dict[str, Any]:
    return deepcopy(dict(BOX.load(components.NAME)[1]))


def test_the_file_is_the_one_that_is_named() -> None:
    assert BOX.names() == (components.NAME,)
    assert SHIPPED.name == components.NAME
    assert len(DIGEST) == 64


def test_the_order_is_that_of_the_table() -> None:
    assert list(SHIPPED.buildings) == [row[1] for row in ROWS]
    assert list(SHIPPED.groups) == ["city", "defence", "supply", "shipping", "vineyard", "mint", "roads"]
    assert LANDSCAPES == ("water", "forest", "hill", "mountain")


@pytest.mark.parametrize("row", ROWS, ids=[row[1] for row in ROWS])
def test_a_building_is_as_in_the_table(row: list[str]) -> None:
    """AT-1.5."""
    group, id, number, main, cost, beside, known = row
    building = SHIPPED.buildings[id]
    symbols = [] if cost == "any-5" else cost.split("-")
    assert building.id == id
    assert building.name == id.replace("-", " ")
    assert (building.group, building.number, building.main) == (group, int(number), main == "main")
    assert building.cost == tuple(symbols.count(sign) for sign in "WFHM")
    assert building.any == (5 if cost == "any-5" else 0)
    assert building.free_beside == beside.strip("-")
    assert building.provenance == known
    assert id in SHIPPED.groups[group]


def test_counts() -> None:
    """AT-1.3, AT-1.4, AT-2.1 to AT-2.3."""
    assert SHIPPED.cities == ("athens", "corinth", "sparta", "thebes")
    assert (SHIPPED.cards, SHIPPED.amphorae) == (15, 15)
    assert (SHIPPED.stacks, SHIPPED.stack_size) == (3, 8)
    assert SHIPPED.hand == (4, 5, 6, 7)
    assert SHIPPED.start_tiles == {2: 4, 3: 6, 4: 8}
    assert SHIPPED.shrines == {2: 2, 3: 3, 4: 4}
    assert sum(each.number for each in SHIPPED.buildings.values()) == 30
    assert sum(each.number for each in SHIPPED.buildings.values() if each.main) == 6


def test_every_fact_says_how_it_is_known() -> None:
    known = dict(line.rsplit(": ", 1) for line in SHIPPED.provenance)
    assert set(known.values()) == {"rulebook", "review", "ours"}
    for each in SHIPPED.buildings.values():
        assert f"cost of {each.id}" in known
        assert (f"arrow of {each.id}" in known) == bool(each.free_beside)
    assert known["cost of harbour"] == "ours"
    assert {"cities", "amphorae", "hand", "stacks", "start_tiles", "shrines"} <= set(known)


def test_a_correction_in_the_file_is_all_that_is_needed(fields: dict[str, Any]) -> None:
    fields["buildings"]["quarry"] |= {"cost": "HHMM", "provenance": {"cost": "my copy"}}
    quarry = components.checked_components(fields).buildings["quarry"]
    assert (quarry.cost, quarry.provenance) == ((0, 0, 2, 2), "cost: my copy")


Change = dict[tuple[str, ...], Any]
GONE = None

TWO = "Exactly 7 buildings cost two symbols, 6 of them in the city group. Here there are "

BROKEN: list[tuple[Change, list[str]]] = [
    (
        {("buildings", "ship", "number"): "2"},
        [
            "The group shipping has 4 buildings for each player, but here it has 3: 1 harbour, 2 ship.",
            "23 buildings that are not main buildings don't fill 3 stacks of 8.",
        ],
    ),
    (
        {("buildings", "vintner", "group"): "wine", ("buildings", "vintner", "cost"): "F H H"},
        [
            "The group vineyard has 2 buildings for each player, but here it has 1: 1 vineyard.",
            TWO + "6, with 6 in it: oracle, theatre, tavern, plaza, gymnasium, statue.",
        ],
    ),
    (
        {("buildings", "well", "main"): GONE, ("buildings", "mill", "main"): "true"},
        ["mill is a main building, and no arrow leads to a main building. Leave out `free_beside: cornfield`."],
    ),
    (
        {("buildings", "mint", "main"): "true", ("buildings", "mint", "free_beside"): GONE},
        [
            "The group mint has 1 main buildings, but here `main: true` is set for 2: silver mine, mint.",
            "23 buildings that are not main buildings don't fill 3 stacks of 8.",
        ],
    ),
    (
        {("buildings", "road", "main"): "true", ("buildings", "road", "free_beside"): GONE},
        [
            "The group roads has 0 main buildings, but here `main: true` is set for 4: road.",
            "20 buildings that are not main buildings don't fill 3 stacks of 8.",
        ],
    ),
    ({("stacks", "number"): "4"}, ["Besides the main stack, each player has 3 stacks of 8 buildings, not 4 of 8."]),
    ({("buildings", "mill", "cost"): "W W F F H"}, ["mill has 5 symbols, but a printed cost has 1 to 4."]),
    ({("buildings", "ship", "cost"): GONE}, ["ship has 0 symbols, but a printed cost has 1 to 4."]),
    (
        {("buildings", "ship", "any"): "5"},
        ["ship costs either symbols or cards of any kind. Leave out `cost` or `any`."],
    ),
    (
        {("buildings", "quarry", "cost"): "H M"},
        [TWO + "8, with 6 in it: oracle, theatre, tavern, plaza, gymnasium, statue, quarry, vintner."],
    ),
    (
        {("buildings", "vintner", "cost"): "F H H", ("buildings", "temple", "cost"): "W F"},
        [TWO + "7, with 7 in it: oracle, theatre, tavern, plaza, gymnasium, statue, temple."],
    ),
    (
        {("buildings", "ship", "free_beside"): "port"},
        ["The arrow to ship comes from port, but there is no such building."],
    ),
    (
        {("buildings", "ship", "free_beside"): "well"},
        ["The arrow to ship in shipping comes from well in supply, but arrows stay inside a group."],
    ),
    (
        {("buildings", "fortress", "free_beside"): "tower"},
        ["The arrows form a circle: fortress, tower, fortress. Leave out one `free_beside`."],
    ),
    (
        {("buildings", "tower", "free_beside"): "tower"},
        ["The arrows form a circle: tower, tower. Leave out one `free_beside`."],
    ),
    (
        {("buildings", "market", "name"): "Plaza"},
        ["The building market has the name Plaza. Moves use the name of a building, so both must be the same."],
    ),
    (
        {("cities",): ["athens", "sparta", "thebes", "sparta"]},
        ["sparta appears twice. Each of the four cities appears once."],
    ),
    (
        {("cards",): "5"},
        ["There are 20 cards (5 of each landscape), but the first hands take 22."],
    ),
    (
        {("cards",): "fifteen"},
        ["It doesn't have the form of components.yaml, which comes with referee: invalid literal"],
    ),
    (
        {("buildings",): "none"},
        ["It doesn't have the form of components.yaml, which comes with referee: 'str' object has no attribute"],
    ),
    ({("cities",): GONE}, ["It doesn't have the form of components.yaml, which comes with referee: 'cities'."]),
    (
        {("amphorae",): ["15"]},
        ["It doesn't have the form of components.yaml, which comes with referee: int() argument must be a string"],
    ),
]


def changed(fields: dict[str, Any], change: Change) -> dict[str, Any]:
    for path, value in change.items():
        where = fields
        for key in path[:-1]:
            where = where[key]
        if value is GONE:
            del where[path[-1]]
        else:
            where[path[-1]] = value
    return fields


@pytest.mark.parametrize(("change", "told"), BROKEN, ids=[each[1][0][:40] for each in BROKEN])
def test_components_that_cannot_be(fields: dict[str, Any], change: Change, told: list[str]) -> None:
    with pytest.raises(Unfit) as unfit:
        components.checked_components(changed(fields, change))
    lines = str(unfit.value).split("\n")
    assert len(lines) == len(told), lines
    assert [line for line, wanted in zip(lines, told, strict=True) if not line.startswith(wanted)] == []


def written(folder: Path, old: str, new: str) -> str:
    text = Path(BOX.paths()[components.NAME]).read_text(encoding="utf-8")
    assert old in text
    file = folder / "box.yaml"
    file.write_text(text.replace(old, new), encoding="utf-8")
    return str(file)


def test_an_owners_file_is_read_whole(tmp_path: Path) -> None:
    mine = written(tmp_path, "cost: W W F,", "cost: W F F,")
    assert components.checked_components(components.BOX.read(mine)[1]).buildings["harbour"].cost == (
        1,
        2,
        0,
        0,
    )


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("cost: W W F,", "cost: W W Q,", "`W W Q` is not a cost in symbols such as H M M"),
        ("cost: W W F,", "cost: W W F F F,", "harbour has 5 symbols"),
        ("group: shipping, number: 3", "group: shiping, number: 3", "Did you mean `shipping`?"),
        ("free_beside: harbour", "free_beside: quarry", "arrows stay inside a group"),
    ],
)
def test_a_mistake_is_shown_in_its_place(tmp_path: Path, old: str, new: str, says: str) -> None:
    mine = written(tmp_path, old, new)
    with pytest.raises(reading.BadInput) as refused:
        components.BOX.read(mine)
    (problem,) = refused.value.problems
    assert says in str(refused.value)
    line = Path(mine).read_text(encoding="utf-8").split("\n")[problem.line - 1]
    assert line[problem.column - 1 :].startswith(new.rsplit(": ", 1)[1].rstrip(",").split(" ")[0]) or "group" in new
