"""Boards: from the map of a file to numbered cells, the lint, the picture, and the boards that are shipped."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee import reading
from referee.report.text import text_report
from referee.rules import hexes
from referee.show.data_files import SEVERITIES, Unfit
from referee.titles.magna_grecia.data import board
from referee.titles.magna_grecia.show.picture import board_without_pieces

SMALL = """\
 V..
v..V
.. .
"""


def made(map: str, names: dict[str, str] | None = None) -> board.BoardMap:
    return board.board_of_fields({"name": "test", "provenance": "made for a test", "map": map, "names": names or {}})


def found(map: str, names: dict[str, str] | None = None) -> set[tuple[str, str, str]]:
    return {(finding.severity, str(finding.says), finding.place) for finding in board.board_findings(made(map, names))}


def test_cells_are_numbered_in_board_order() -> None:
    """MG-13.9: row by row from the top, in a row by column letter."""
    small = made(SMALL)
    assert small.labels == ("B1", "C1", "D1", "A2", "B2", "C2", "D2", "A3", "B3", "D3")
    assert small.ground == "V..v..V..."
    assert [small.cells[label] for label in small.labels] == list(range(10))


def test_neighbours_by_edge_with_odd_columns_lower() -> None:
    small = made(SMALL)
    around = {
        label: [small.labels[cell] if cell >= 0 else "" for cell in row]
        for label, row in zip(small.labels, small.around, strict=True)
    }
    assert around["B1"] == ["", "C1", "C2", "B2", "A2", ""]
    assert around["C2"] == ["C1", "D1", "D2", "", "B2", "B1"]
    assert around["D3"] == ["D2", "", "", "", "", ""]


def test_names_and_their_absence() -> None:
    small = made(SMALL, {"B1": "Kyme", "D2": "Elea"})
    assert [name for name in small.names if name] == ["Kyme", "Elea"]
    assert small.names[small.cells["D2"]] == "Elea"
    without = board.board_of_fields({"name": "test", "provenance": "made for a test", "map": SMALL})
    assert set(without.names) == {""}


maps = st.lists(st.text(alphabet=".vV ", max_size=12), min_size=1, max_size=12).map("\n".join)


@given(maps.filter(lambda map: not map.isspace() and map != ""))
def test_neighbours_are_mutual_and_one_step_away(map: str) -> None:
    any_board = made(map)
    for cell, row in enumerate(any_board.around):
        for edge, other in enumerate(row):
            if other >= 0:
                assert any_board.around[other][hexes.opposite(edge)] == cell
                assert hexes.step(*any_board.axial[cell], edge) == any_board.axial[other]
    places = [hexes.grid(*place) for place in any_board.axial]
    assert places == sorted(places, key=lambda place: (place[1], place[0]))
    assert [hexes.hex_of_label(label) for label in any_board.labels] == list(any_board.axial)


@given(maps.filter(lambda map: not map.isspace() and map != ""))
def test_the_picture_shows_every_space_where_its_coordinates_say(map: str) -> None:
    any_board = made(map)
    drawn = board_without_pieces(any_board)
    signs = {"land": ".", "village": "v", "coast": "V"}
    assert tuple(space.label for space in drawn.spaces) == any_board.labels
    for space, ground in zip(drawn.spaces, any_board.ground, strict=True):
        column, row = hexes.grid(space.q, space.r)
        assert f"{drawn.columns[column]}{drawn.rows[row]}" == space.label
        assert signs[space.ground.key] == ground
        assert space.pieces == ()
    assert text_report.board_with_legend(drawn, {})


@pytest.mark.parametrize(
    ("map", "message"),
    [
        ("", "no space"),
        ("  \n \n", "no space"),
        ("..\n.x.", "`x` at B2 has no meaning"),
        ("\t.", "at A1 has no meaning"),
        ("..é", "`é` at C1 has no meaning"),
        ("\n" * 99 + ".", "too large: the limit is 99 rows of 99 columns"),
        ("." * 100, "99 columns"),
    ],
)
def test_maps_that_are_refused(map: str, message: str) -> None:
    with pytest.raises(Unfit, match=message):
        made(map)


def test_all_flaws_are_reported_at_once() -> None:
    with pytest.raises(Unfit) as strange:
        made("x..\n..?")
    assert [(flaw.row, flaw.column) for flaw in strange.value.flaws] == [(0, 0), (1, 2)]
    with pytest.raises(Unfit) as lost:
        made("v..", {"Z9": "Elea", "A1": "Kyme", "b1": "Laos"})
    assert str(lost.value).split("\n") == [
        "The name Elea is for Z9, but the map has no such space.",
        "The name Laos is for b1, but the map has no such space.",
    ]


HEAD = "name: mine\nprovenance: drawn for a test\n"


@pytest.mark.parametrize(
    ("text", "places"),
    [
        (HEAD + "map: |2\n   V..\n  v.#V\n", [(5, 5)]),
        (HEAD + "map: |2\n   V..\n  v.#V\n  ?\nnames: {Z1: Elea}\n", [(5, 5), (6, 3)]),
        (HEAD + "map: |2\n   V..\n  v..V\nnames:\n  A2: Kyme\n  A1: Elea\n", [(8, 3)]),
        (HEAD + 'map: "V..\\n.x."\n', [(3, 6)]),
        ("name: mine\nmap: v..\ncolour: red\n", [(1, 1), (3, 1)]),
    ],
)
def test_flaws_of_a_file_have_their_places(tmp_path: Path, text: str, places: list[tuple[int, int]]) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(reading.BadInput) as bad:
        board.BOARDS.read(str(file))
    assert sorted((problem.line, problem.column) for problem in bad.value.problems) == places


def test_a_file_of_ones_own_is_read_like_a_shipped_one(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(HEAD + "map: |2\n   V..\n  v..V\nnames: {B1: Kyme}\n", encoding="utf-8")
    mine, fields = board.BOARDS.read(str(file))
    assert mine.labels[0] == "B1"
    assert mine == board.board_of_fields(fields)
    assert reading.plain_data(reading.dump(fields).encode()) == fields


# --- the lint -------------------------------------------------------------------------------------------------------


def test_a_second_piece_of_land_is_an_error() -> None:
    assert ("error", "There is no way from A1 to D1.", "D1") in found("V. V.\n.. ..")
    assert not any("No way" in says for _, says, _ in found("V....\n.. .."))


def test_two_adjacent_villages_are_an_error() -> None:
    assert ("error", "The villages A1 and B1 are next to each other.", "A1") in found("Vv.\n...")
    assert not any("adjacent" in says for _, says, _ in found("V.v\n..."))


def test_a_village_without_a_way_to_the_coast_is_an_error() -> None:
    words = "No road from the coast can reach the village {}."
    assert ("error", words.format("E1"), "E1") in found("V.. v.\n... ..")
    assert ("error", words.format("A1"), "A1") in found("v.v.v")
    assert not any("No road" in says for _, says, _ in found("V.v.v"))


@pytest.mark.parametrize(
    ("inland", "severities"), [(6, {"error", "warning"}), (7, {"warning"}), (8, {"warning"}), (9, set())]
)
def test_villages_for_the_oracles(inland: int, severities: set[str]) -> None:
    findings = found("\n".join(["v."] * inland))
    assert {severity for severity, says, _ in findings if "oracles need" in says} == severities


@pytest.mark.parametrize(
    ("green", "severity"), [(3, "error"), (4, "warning"), (5, "warning"), (6, "note"), (11, "note")]
)
def test_coastal_starts(green: int, severity: str) -> None:
    findings = found("\n".join(["V."] * green))
    assert [each for each, says, _ in findings if "green-bordered villages" in says] == [severity]


def test_twelve_coastal_starts_are_enough_for_four() -> None:
    assert not any("green-bordered villages" in says for _, says, _ in found("\n".join(["V."] * 12)))


def test_green_borders_and_the_edge() -> None:
    findings = found("...\n.V.\n...\n..v")
    assert ("warning", "B2 has a green border but is not at the edge.", "B2") in findings
    assert ("warning", "C4 is at the edge but has no green border.", "C4") in findings


def test_a_wide_board_fits_the_page_in_parts() -> None:
    assert not any("columns" in says for _, says, _ in found("." * 40))
    assert max(map(len, text_report.board_with_legend(board_without_pieces(made("." * 40)), {}))) <= 72


def test_names() -> None:
    findings = found("V..\n..V\n...\nv.v", {"A1": "Elea", "C2": "Elea", "B2": "Laos", "A4": "Nola"})
    assert ("warning", "A1 has the same name as another village: Elea.", "A1") in findings
    assert ("warning", "C2 has the same name as another village: Elea.", "C2") in findings
    assert ("warning", "B2 has the name Laos but is not a village.", "B2") in findings
    assert ("note", "The village C4 has no name.", "C4") in findings
    assert not any(label == "A4" and "name" in says for _, says, label in findings)


def test_errors_come_first_and_forbid_a_game() -> None:
    bad = made("Vv.\n...")
    severities = [finding.severity for finding in board.board_findings(bad)]
    assert severities == sorted(severities, key=SEVERITIES.index)
    assert severities[0] == "error"


def test_a_board_is_playable_by_so_many(tmp_path: Path) -> None:
    """Seven villages inland hold the oracles of two or three players, not the nine of four (MG-2.2)."""
    file = tmp_path / "mine.yaml"
    file.write_text(
        reading.dump({"name": "mine", "provenance": "made for a test", "map": "V.V.V.V\n" + "..\nv.\n" * 7})
    )
    assert board.BOARDS.field(str(file), 3)["own"]["name"] == "mine"
    with pytest.raises(Unfit) as unfit:
        board.BOARDS.field(str(file), 4)
    assert str(unfit.value) == "9 oracles need as many villages without a green border, but there are only 7."


# --- the shipped boards ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", board.BOARDS.names())
def test_shipped_boards_are_fit_and_say_whose_design_they_are(name: str) -> None:
    shipped, fields, digest = board.BOARDS.load(name)
    assert [finding for finding in board.board_findings(shipped) if finding.severity != "note"] == []
    assert shipped.name == fields["name"] == name
    assert "own design" in shipped.provenance
    assert len(digest) == 64
    assert max(map(len, text_report.board_with_legend(board_without_pieces(shipped), {}))) <= 72


@pytest.mark.parametrize("name", board.BOARDS.names())
def test_shipped_boards_pass_the_schema_too(name: str) -> None:
    assert board.BOARDS.read(f"{board.FOLDER}/{name}.yaml")[0] == board.BOARDS.load(name)[0]


@pytest.mark.parametrize(("name", "players", "spaces"), [("mezzogiorno", 4, (150, 190)), ("bruttium", 2, (90, 115))])
def test_shipped_boards_suit_their_number_of_players(name: str, players: int, spaces: tuple[int, int]) -> None:
    shipped, _, _ = board.BOARDS.load(name)
    assert spaces[0] <= len(shipped.labels) <= spaces[1]
    assert shipped.ground.count("V") >= 3 * players
    assert shipped.ground.count("v") >= 9
    assert all(name for name, ground in zip(shipped.names, shipped.ground, strict=True) if ground != ".")


@pytest.mark.parametrize("name", board.BOARDS.names())
def test_every_village_has_neighbours_two_or_three_steps_away(name: str) -> None:
    """One or two road tiles connect each village to at least two others: there is always somewhere to go."""
    shipped, _, _ = board.BOARDS.load(name)
    villages = [place for place, ground in zip(shipped.axial, shipped.ground, strict=True) if ground != "."]
    for village in villages:
        assert sum(hexes.distance(village, other) in (2, 3) for other in villages) >= 2


def test_the_example_in_the_docs_is_a_board_for_two() -> None:
    page = (Path(__file__).parents[2] / "docs" / "how-to" / "boards.md").read_text(encoding="utf-8")
    example = board.board_of_fields(reading.plain_data(page.split("```yaml\n")[1].split("```")[0].encode()))
    assert [(each.severity, str(each.says)) for each in board.board_findings(example)] == [
        ("warning", "9 oracles need as many villages without a green border, but there are only 7."),
        ("note", "There should be three green-bordered villages for each of 3 players, but there are only 6."),
    ]


def test_an_unknown_board_names_those_there_are() -> None:
    with pytest.raises(Unfit, match=r"no board \.\./secret\. .* are bruttium, mezzogiorno"):
        board.BOARDS.load("../secret")
