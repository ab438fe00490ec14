"""The components of a game of Attika: shipped by name, the user's own in full; commands that show and check them."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from cli_runs import Ran, run

from referee import reading, titles
from referee.show.data_files import Unfit, UnknownContent
from referee.titles.attika.data import components, layouts, tiles
from referee.titles.attika.data.tiles import DATA_FILES

SHIPPED = tiles.TILES.load(tiles.NAME)
SEATS = {"athens": "Anna", "corinth": "Bruno", "sparta": "Carla", "thebes": "Dario"}


@pytest.fixture(autouse=True)
def registered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(titles.OURS, "attika", "referee.titles.attika")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")


def choices(players: int, **brought: str) -> dict[str, Any]:
    return {"seats": dict(list(SEATS.items())[:players]), "options": {"first_player": "drawn"}, **brought}


def header(players: int, **brought: str) -> dict[str, Any]:
    return {**tiles.furnish(choices(players, **brought)), "seats": choices(players)["seats"]}


def copied(name: str, old: str, new: str, file: str = "mine.yaml") -> str:
    """A shipped file with something changed."""
    (path,) = [files.paths()[name] for files in DATA_FILES if name in files.names()]
    text = Path(path).read_text(encoding="utf-8")
    assert old in text
    Path(file).write_text(text.replace(old, new), encoding="utf-8")
    return file


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_usual_things_are_named_with_their_hash(players: int) -> None:
    found = header(players)
    assert found["components"] == {"name": components.NAME, "content": components.BOX.load(components.NAME)[2]}
    assert found["tiles"] == {"name": tiles.NAME, "content": SHIPPED[2]}
    layout, _, digest = layouts.LAYOUTS.load(layouts.USUAL[players])
    assert found["layout"] == {"name": layout.name, "content": digest}
    assert tiles.box_contents(found) == (components.BOX.load(components.NAME)[0], SHIPPED[0], layout)


def test_another_shipped_layout_may_be_chosen() -> None:
    assert tiles.box_contents(header(3, board="triangle-3-near"))[2].shrines == ((-3, 5), (2, -1), (3, 4))


def test_the_users_own_files_are_whole_in_the_header() -> None:
    mine = {
        "components": copied(components.NAME, "cost: W W F,", "cost: W F F,", "box.yaml"),
        "tiles": copied(tiles.NAME, "T3: ..F....", "T3: ..H....", "tiles.yaml"),
        "board": copied("rhombus-2", "turns: [0, 0, 0, 0]", "turns: [0, 1, 2, 5]", "layout.yaml"),
    }
    found = header(2, **mine)
    for file in mine.values():
        Path(file).unlink()
    stored: Any = reading.plain_data(reading.dump(found).encode())
    own, signs, layout = tiles.box_contents(stored)
    assert own.buildings["harbour"].cost == (1, 2, 0, 0)
    assert signs.tiles["T3"] == "..H...."
    assert layout.turns == (0, 1, 2, 5)
    assert list(signs.tiles) == list(SHIPPED[0].tiles)


def test_content_that_is_not_shipped_is_refused() -> None:
    found = header(2)
    found["tiles"] = {**found["tiles"], "content": "00" * 32}
    with pytest.raises(UnknownContent) as unknown:
        tiles.box_contents(found)
    assert unknown.value.args == (tiles.NAME, "00" * 32, SHIPPED[2])


def test_a_name_that_there_is_not_is_refused() -> None:
    with pytest.raises(UnknownContent):
        tiles.box_contents({**header(2), "layout": {"name": "hexagon", "content": "00" * 32}})


def test_a_layout_is_for_the_players_of_the_game() -> None:
    with pytest.raises(Unfit, match="The layout triangle-3 is for 3 players, not 2"):
        header(2, board="triangle-3")
    with pytest.raises(Unfit, match="rhombus-2 is a layout for 2 players; 3 play"):
        header(3, board=copied("rhombus-2", "[4, 0]", "[4, 0]"))


def test_components_and_layout_agree() -> None:
    file = copied(components.NAME, "start_tiles: {2: 4,", "start_tiles: {2: 5,")
    with pytest.raises(Unfit, match="begin with 5 tiles and 2 shrines, rhombus-2 with 4 and 2"):
        header(2, components=file)


def test_a_layout_with_errors_begins_no_game_and_plays_none() -> None:
    file = copied("rhombus-2", "[4, 0]", "[0, -2]")
    with pytest.raises(Unfit, match="Shrine 2 must touch two hexes of tiles or more; it touches 1n"):
        header(2, board=file)
    with pytest.raises(Unfit, match="Shrine 2 must touch two hexes"):
        tiles.box_contents({**header(2), "layout": {"own": reading.plain_data(Path(file).read_bytes())}})


def test_a_layout_far_away_is_refused_at_once() -> None:
    fields = {**layouts.LAYOUTS.load("rhombus-2")[1], "centres": [["0", "0"], ["9" * 15, "0"], ["0", "9"], ["7", "7"]]}
    with pytest.raises(Unfit, match="`999999999999999` is too large: the maximum is 99"):
        tiles.box_contents({**header(2), "layout": {"own": fields}})


# --- the page for owners of the box ---------------------------------------------------------------------------------

PAGE = (Path(__file__).parents[2] / "docs" / "how-to" / "attika-box.md").read_text(encoding="utf-8")


def test_the_examples_of_the_page_are_right() -> None:
    blocks = re.findall(r"^```(\w+)\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    harbour, tile, layout = [reading.plain_data(text.encode()) for language, text in blocks if language == "yaml"]
    assert (
        components.building("harbour", harbour["harbour"])
        == components.BOX.load(components.NAME)[0].buildings["harbour"]
    )
    assert SHIPPED[0].tiles["T1"] == tile["T1"]
    assert layouts.layout_of_fields(layout) == layouts.LAYOUTS.load("rhombus-2")[0]
    (picture,) = [text for language, text in blocks if language == "text"]
    assert picture == layouts.draw(layouts.layout_of_fields(layout))


def test_the_page_names_our_own_designs() -> None:
    (ours,) = re.findall(r"^- the costs of (.*),$", PAGE, re.MULTILINE)
    box_of_ours = components.BOX.load(components.NAME)[0].buildings.values()
    assert re.split(", | and ", ours) == [each.name for each in box_of_ours if "cost: ours" in each.provenance]
    assert [each.id for each in box_of_ours if "arrow: ours" in each.provenance] == ["mint"]


def test_the_page_lists_the_layouts() -> None:
    listed = re.findall(r"^\| `([a-z0-9-]+)` \| ([234]) \| ([56])", PAGE, re.MULTILINE)
    assert {name: (int(players), int(chain)) for name, players, chain in listed} == {
        name: (layout.players, layouts.chain(layout, *layout.shrines[:2]))
        for name, layout in ((name, layouts.LAYOUTS.load(name)[0]) for name in layouts.LAYOUTS.names())
    }


# --- the commands ---------------------------------------------------------------------------------------------------


def test_layouts_and_tiles_are_listed_with_whose_design_they_are() -> None:
    listed = run("boards", "--title", "attika").out.splitlines()
    assert listed[0] == (
        "quadrilateral-4 (attika, layout): for 4 players: 8 tiles, 4 shrines; "
        "own design of this project; not the publisher's layout"
    )
    assert listed[-1].startswith("attika-ours/2026 (attika, set of tiles): 22 tiles, 154 hexes: 90 blank")
    assert all("own design of this project; not the publisher's" in line for line in listed)
    assert len(listed) == 6
    every = json.loads(run("boards", "--json").out)["boards"]
    assert {each["kind"] for each in every} == {"board", "layout", "set of tiles"}
    assert run("boards", "--title", "chess").code == 66


@pytest.mark.parametrize(("name", "line"), [("rhombus-2", "#s1   (2)    3     3"), (tiles.NAME, "T7      T8      T9")])
def test_they_are_drawn_and_printed(name: str, line: str) -> None:
    drawn = run("boards", "draw", name).out
    assert line in drawn
    assert drawn.startswith(f"{name}: own design of this project; not the publisher's")
    Path("mine.yaml").write_text(run("boards", "print", name).out, encoding="utf-8")
    assert run("boards", "check", "mine.yaml").code == 0


def checked(name: str, old: str, new: str) -> Ran:
    return run("boards", "check", copied(name, old, new))


def test_a_file_is_checked_as_the_kind_that_its_keys_show() -> None:
    assert checked("rhombus-2", "name", "name").out.endswith("The layout can be used.\n")
    assert checked(tiles.NAME, "name", "name").out.endswith("The set of tiles can be used.\n")
    ran = run("boards", "check", copied(components.NAME, "cost: W W F,", "cost: W F F,"))
    assert (ran.code, ran.out) == (0, "The set of components can be used.\n")


def test_findings_are_shown_and_an_error_forbids_play() -> None:
    ran = checked("rhombus-2", "[4, 0]", "[2, -1]")
    assert ran.code == 65
    assert ":14:3: error: shrines: The shrines do not lie as before after half a turn" in ran.out
    assert ran.out.endswith("The layout can't be used.\n")
    ran = checked(tiles.NAME, "T5: ...MW.W", "T5: ..M.WH.")
    assert (ran.code, "warning: T5: T1 and T5 are equal when turned" in ran.out) == (0, True)


def test_a_mistyped_word_is_reported_at_its_place() -> None:
    ran = checked("triangle-3", "centres:", "centers:")
    assert (ran.code, "Did you mean `centres`?" in ran.out) == (65, True)
    assert "mine.yaml:6:1" in ran.out


def new(*words: str) -> Ran:
    seats = [word for seat in ("athens", "sparta") for word in ("--player", f"{seat}=Anna")]
    return run("new", "attika", "--id", "cup", "--dry-run", *seats, *words)


def test_a_game_begins_with_ones_own() -> None:
    mine = copied(tiles.NAME, "T3: ..F....", "T3: ..H....", "tiles.yaml")
    layout = copied("rhombus-2", "turns: [0, 0, 0, 0]", "turns: [0, 1, 2, 5]", "layout.yaml")
    ran = new("--tiles", mine, "--board", layout)
    assert ran.code == 0, ran.err


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("--tiles", "none.yaml"), 66, "The file none.yaml can't be read"),
        (("--board", "rombus-2"), 66, "Did you mean rhombus-2?"),
        (("--board", "triangle-3"), 65, "The layout triangle-3 is for 3 players, not 2."),
    ],
)
def test_unplayable_components_are_refused(words: tuple[str, ...], code: int, told: str) -> None:
    ran = new(*words)
    assert (ran.code, told in ran.err) == (code, True), ran.err


def test_a_title_without_tiles_says_so() -> None:
    seats = ("--player", "red=Bruno", "--player", "yellow=Anna")
    ran = run("new", "magna-grecia", "--id", "cup", *seats, "--tiles", "tiles.yaml")
    assert (ran.code, "Magna Grecia has no tiles to choose. Leave out --tiles." in ran.err) == (2, True)


def test_a_number_that_is_not_the_printed_one_is_a_warning() -> None:
    box = components.BOX.load(components.NAME)[0]
    (warning,) = components.BOX.check(box._replace(amphorae=14), None)
    assert (warning.severity, warning.place) == ("warning", "amphorae")
    assert "`amphorae` is 14, but in the components that come with referee it is 15" in str(warning.says)
    (warning,) = components.BOX.check(box._replace(hand=(4, 5, 6, 6)), None)
    assert "`hand` is 4, 5, 6, 6, but in the components that come with referee it is 4, 5, 6, 7" in str(warning.says)
    assert list(components.BOX.check(box, None)) == []
