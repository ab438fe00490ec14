"""The 22 tiles: the shipped ones, counted by hand from their letters, and the checks of your own tiles."""

from collections import Counter
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from referee import reading
from referee.show.data_files import Unfit
from referee.titles.attika.data import tiles
from referee.titles.attika.data.tiles import TILES

SHIPPED, _, DIGEST = tiles.TILES.load(tiles.NAME)
SIGNS = list(SHIPPED.tiles.values())


@pytest.fixture
def fields() -> dict[str, Any]:
    return deepcopy(dict(TILES.load(tiles.NAME)[1]))


def test_there_are_22_of_seven_hexes_most_of_them_blank() -> None:
    """AT-1.2."""
    assert list(SHIPPED.tiles) == [f"T{number}" for number in range(1, 23)]
    assert {len(signs) for signs in SIGNS} == {7}
    assert Counter("".join(SIGNS)) == {".": 90, "W": 16, "F": 16, "H": 16, "M": 16}


def test_symbols_are_spread_evenly() -> None:
    assert Counter(7 - signs.count(".") for signs in SIGNS) == {4: 4, 3: 14, 2: 2, 1: 2}
    assert Counter(signs[0] for signs in SIGNS) == {".": 14, "W": 2, "F": 2, "H": 2, "M": 2}
    for landscape in "WFHM":
        assert sorted(signs.count(landscape) for signs in SIGNS)[-4:] == [1, 2, 2, 2]


def test_no_two_are_equal_however_they_are_turned() -> None:
    rings = {(signs[0], min(signs[1 + n :] + signs[1 : 1 + n] for n in range(6))) for signs in SIGNS}
    assert len(rings) == 22


def test_they_are_labelled_as_ours() -> None:
    assert SHIPPED.provenance == "own design of this project; not the publisher's tiles"
    assert TILES.names() == (SHIPPED.name,) == (tiles.NAME,)
    assert len(DIGEST) == 64


def test_the_lint_shows_the_counts_and_nothing_else() -> None:
    (note,) = tiles.tile_findings(SHIPPED)
    assert note.severity == "note"
    assert str(note.says) == "22 tiles, 154 hexes: 90 blank, 16 water, 16 forest, 16 hill, 16 mountain"


def test_tiles_that_are_equal_when_turned_are_reported() -> None:
    twice = SHIPPED._replace(tiles={**SHIPPED.tiles, "T5": "..M.WH."})
    warning, _ = tiles.tile_findings(twice)
    assert (warning.severity, warning.place) == ("warning", "T5")
    assert str(warning.says) == "T1 and T5 are equal when turned: was one tile entered twice?"


def test_tiles_that_are_hardly_blank_are_reported() -> None:
    crowded = SHIPPED._replace(tiles={id: signs.replace(".", "W", 3) for id, signs in SHIPPED.tiles.items()})
    told = [str(each.says) for each in tiles.tile_findings(crowded) if each.severity == "warning"]
    assert "Only 24 of 154 hexes are blank; on the printed tiles most are." in told


def test_a_name_out_of_the_row_is_a_slip(fields: dict[str, Any]) -> None:
    fields["tiles"]["T23"] = fields["tiles"].pop("T5")
    with pytest.raises(Unfit) as unfit:
        tiles.tile_set_of_fields(fields)
    assert str(unfit.value) == "The tiles are T1 to T22; T23 is none of them. Missing: T5."


@pytest.mark.parametrize(
    ("id", "signs", "says"),
    [
        ("T3", "..F...", "T3 has 6 signs; a tile has seven: the centre, then n, ne, se, s, sw, nw."),
        ("T3", "..F.....", "T3 has 8 signs; a tile has seven: the centre, then n, ne, se, s, sw, nw."),
        ("T3", "..f.X..", "`f` on T3 is no sign: W water, F forest, H hill, M mountain, `.` blank."),
        ("T23", ".......", "There are 22 board tiles in the box; here are 23."),
    ],
)
def test_tiles_that_cannot_be(fields: dict[str, Any], id: str, signs: str, says: str) -> None:
    fields["tiles"][id] = signs
    with pytest.raises(Unfit) as unfit:
        tiles.tile_set_of_fields(fields)
    assert str(unfit.value) == says


@pytest.mark.parametrize("wrong", ["none", ["T1"], {"T1": ["."]}, 7])
def test_tiles_of_another_form(fields: dict[str, Any], wrong: Any) -> None:
    with pytest.raises(Unfit):
        tiles.tile_set_of_fields({**fields, "tiles": wrong})


def test_a_wrong_sign_is_shown_in_its_place(tmp_path: Path) -> None:
    text = Path(TILES.paths()[tiles.NAME]).read_text(encoding="utf-8")
    mine = tmp_path / "tiles.yaml"
    mine.write_text(text.replace("T3: ..F....", "T3: ..F.x.."), encoding="utf-8")
    with pytest.raises(reading.BadInput) as refused:
        tiles.TILES.read(str(mine))
    (problem,) = refused.value.problems
    assert text.split("\n")[problem.line - 1] == "  T3: ..F...."
    assert problem.column == len("  T3: ..F.") + 1


def test_tiles_are_drawn_with_north_on_top() -> None:
    lines = tiles.draw(SHIPPED).split("\n")
    assert [line[:8].rstrip() for line in lines[:6]] == ["T1", "  M", ".   .", "  .", ".   W", "  H"]
    assert [line[8:14].rstrip() for line in lines[:6]] == ["T2", "  .", "F   M", "  F", ".   .", "  ."]
    assert max(len(line) for line in lines) <= 72
