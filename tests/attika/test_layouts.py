"""Start layouts: the shipped ones, drawn and measured by slow and obvious ways, and an example of each flaw."""

import re
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from referee import reading
from referee.rules.hexes import EDGES, STEPS
from referee.show.data_files import Unfit
from referee.titles.attika.data import layouts
from referee.titles.attika.data.land import Layout
from referee.titles.attika.data.layouts import LAYOUTS

Place = tuple[int, int]

RHOMBUS = """\
          1
       1     1
         (1)
       1     1
          1     3
       2     3     3
    2     2    (3)   #s2
#s1   (2)    3     3
    2     2     3
       2     4
          4     4
            (4)
          4     4
             4
"""
TRIANGLE = """\
          1
       1     1
   #s1   (1)
       1     1
          1     4
       2     4     4
    2     2    (4)
      (2)    4     4    #s2
    2     2     4     6
       2     5     6     6
    3     5     5    (6)
 3     3    (5)    6     6
   (3)    5     5     6
 3     3     5
    3
      #s3
"""
QUADRILATERAL = """\
            #s2
          1
       1     1
         (1)
       1     1           6
          1     4     6     6
       2     4     4    (6)
    2     2    (4)    6     6
      (2)    4     4     6
    2     2     4     7    #s3
#s1    2     5     7     7
    3     5     5    (7)
 3     3    (5)    7     7
   (3)    5     5     7
 3     3     5     8
    3           8     8
                  (8)
                8     8
                   8
               #s4
"""
TOUCHED = {
    "rhombus-2": ["2sw 2nw", "3ne 3se"],
    "triangle-3": ["1sw 1nw", "6n 6ne", "3se 3s"],
    "quadrilateral-4": ["2sw 3n 3nw", "1n 1ne", "6se 6s 7ne", "8s 8sw"],
}
CHAINS = {
    "rhombus-2": [6],
    "rhombus-2-near": [5],
    "triangle-3": [6, 6, 6],
    "triangle-3-near": [5, 5, 5],
    "quadrilateral-4": [6, 8, 6, 6, 9, 6],
}


def loaded(name: str) -> Layout:
    return LAYOUTS.load(name)[0]


def beside(a: Place, b: Place) -> bool:
    return (a[0] - b[0], a[1] - b[1]) in STEPS


def hexes(layout: Layout) -> dict[Place, str]:
    found = {centre: str(n) for n, centre in enumerate(layout.centres, 1)}
    for n, (q, r) in enumerate(layout.centres, 1):
        found |= {(q + dq, r + dr): f"{n}{edge}" for edge, (dq, dr) in zip(EDGES, STEPS, strict=True)}
    return found


def slow_chain(layout: Layout, start: Place, end: Place) -> int:
    """The least number of tile hexes of a way from shrine to shrine: grow the reached set until it touches the end."""
    reached = {place for place in hexes(layout) if beside(place, start)}
    buildings = 1
    while not any(beside(place, end) for place in reached):
        reached |= {place for place in hexes(layout) if any(beside(place, other) for other in reached)}
        buildings += 1
    return buildings


@pytest.mark.parametrize(
    ("name", "picture"), [("rhombus-2", RHOMBUS), ("triangle-3", TRIANGLE), ("quadrilateral-4", QUADRILATERAL)]
)
def test_a_layout_is_drawn(name: str, picture: str) -> None:
    assert layouts.draw(loaded(name)) == picture


@pytest.mark.parametrize("name", LAYOUTS.names())
def test_shipped_layouts_pass_the_lint_and_are_labelled_as_ours(name: str) -> None:
    layout = loaded(name)
    assert layouts.lint_layout(layout, layout.players) == []
    assert layout.name == name
    assert layout.provenance == "own design of this project; not the publisher's layout"
    assert LAYOUTS.read(f"{layouts.FOLDER}/{name}.yaml")[1] == LAYOUTS.load(name)[1]


def test_there_is_a_usual_one_for_each_number_of_players() -> None:
    assert [loaded(layouts.USUAL[players]).players for players in (2, 3, 4)] == [2, 3, 4]
    assert set(LAYOUTS.names()) == set(CHAINS)


@pytest.mark.parametrize(("name", "chains"), CHAINS.items())
def test_chains_are_as_long_as_promised_and_no_later_tile_shortens_one(name: str, chains: list[int]) -> None:
    layout = loaded(name)
    pairs = list(combinations(layout.shrines, 2))
    assert [slow_chain(layout, *pair) for pair in pairs] == chains
    assert [layouts.chain(layout, *pair) for pair in pairs] == chains
    for (aq, ar), (bq, br) in pairs:
        steps = max(abs(aq - bq), abs(ar - br), abs(aq - bq + ar - br))
        assert steps - 1 == slow_chain(layout, (aq, ar), (bq, br))


@pytest.mark.parametrize(("name", "touched"), TOUCHED.items())
def test_shrines_touch_the_hexes_promised(name: str, touched: list[str]) -> None:
    layout = loaded(name)
    for shrine, wanted in zip(layout.shrines, touched, strict=True):
        assert sorted(label for place, label in hexes(layout).items() if beside(place, shrine)) == sorted(
            wanted.split()
        )


# --- the lint -------------------------------------------------------------------------------------------------------

TWO, THREE, FOUR = loaded("rhombus-2"), loaded("triangle-3"), loaded("quadrilateral-4")
RING = ((2, 1), (-1, 3), (-3, 2), (-2, -1), (1, -3), (3, -2))
BENT = ((-12, 8), (-11, 5), (-9, 6), (-6, 4), (-3, 2), (0, 0))

BROKEN = [
    (TWO._replace(centres=TWO.centres[:3], turns=(0, 0, 0)), "A layout for 2 players has 4 centres; here are 3."),
    (THREE._replace(shrines=THREE.shrines[:2]), "A layout for 3 players has 3 shrines; here are 2."),
    (TWO._replace(turns=(0, 0, 0)), "There are 4 centres and 3 turns: write one turn for each, or leave `turns` out."),
    (
        TWO._replace(centres=((0, 0), (-1, 3), (1, 1), (1, 4))),
        "Tile 3 at [1, 1] covers a hex of tile 1, a hex of tile 2: its seven hexes must be free.",
    ),
    (
        TWO._replace(shrines=((-3, 4), (3, 0))),
        "Shrine 2 at [3, 0] lies on a hex of tile 3: a shrine fills a hex outside the tiles.",
    ),
    (
        TWO._replace(shrines=((-3, 4), (-3, 4))),
        "Shrine 2 at [-3, 4] lies on shrine 1: a shrine fills a hex outside the tiles.",
    ),
    (
        TWO._replace(centres=((0, 0), (-1, 3), (2, 1), (9, 4))),
        "No way leads over the tiles from tile 1 to tile 4 at [9, 4].",
    ),
    (
        THREE._replace(centres=RING, shrines=((1, 0), (4, -1), (4, 0))),
        "The tiles enclose a hole, and there must be none: [-1, 0], [-1, 1], [0, -1], [0, 0], [0, 1], [1, -1], [1, 0].",
    ),
    (TWO._replace(shrines=((-4, 4), (4, 0))), "Shrine 1 must touch two hexes of tiles or more; it touches none."),
    (TWO._replace(shrines=((0, -2), (4, 0))), "Shrine 1 must touch two hexes of tiles or more; it touches 1n."),
    (TWO._replace(shrines=((1, -2), (2, -2))), "Shrines 1 and 2 are adjacent."),
    (
        TWO._replace(shrines=((1, -2), (0, -2))),
        "1n touches shrines 1 and 2: a single building there would join them.",
    ),
    (
        TWO._replace(shrines=((1, -2), (-2, 2))),
        "With more tiles 3 buildings could join shrines 1 and 2; it must take 5.",
    ),
    (
        TWO._replace(shrines=((1, -2), (0, 6))),
        "5 or 6 buildings must join neighbouring shrines on the first tiles; here: s1-s2 7.",
    ),
    (
        THREE._replace(shrines=((-1, -1), (-3, 5), (4, 0))),
        "As many buildings must join each two neighbouring shrines; here: s1-s2 5, s1-s3 5, s2-s3 6.",
    ),
    (
        FOUR._replace(shrines=((0, 1), (-3, 5), (-4, 8), (-1, 9))),
        "Shrines 1 and 3 lie across, and are joined by 6 buildings like neighbours or fewer.",
    ),
    (
        TWO._replace(shrines=((-3, 4), (2, -1))),
        "The shrines do not lie as before after half a turn about the middle of the tiles: that is not fair.",
    ),
    (
        THREE._replace(shrines=((-3, 5), (2, -1), (5, 0))),
        "The shrines do not lie as before after a third of a turn about the middle of the tiles: that is not fair.",
    ),
    (
        TWO._replace(centres=((-8, 3), (-6, 4), (-3, 2), (0, 0)), shrines=((-7, 1), (-4, 4))),
        "The tiles do not lie as before after half a turn about the middle of the tiles: that is not fair.",
    ),
    (
        THREE._replace(centres=BENT, shrines=((-14, 9), (-10, 3), (-8, 7))),
        "The tiles do not lie as before after a third of a turn about the middle of the tiles: that is not fair.",
    ),
]


@pytest.mark.parametrize(("layout", "says"), BROKEN, ids=[each[1][:48] for each in BROKEN])
def test_a_layout_on_which_no_game_can_begin(layout: Layout, says: str) -> None:
    assert says in [str(each.says) for each in layouts.lint_layout(layout) if each.severity == "error"]


def test_a_layout_is_for_one_number_of_players() -> None:
    (wrong,) = [each for each in layouts.lint_layout(TWO, 3) if each.severity == "error"]
    assert str(wrong.says) == "rhombus-2 is a layout for 2 players; 3 play."


def test_a_way_that_later_tiles_shorten_is_a_warning() -> None:
    round_a_corner = TWO._replace(shrines=((1, -2), (3, -1)))
    (warning,) = layouts.shortened_later(round_a_corner)
    assert warning.severity == "warning"
    assert str(warning.says) == "3 buildings join shrines 1 and 2; later tiles can make that 2."


def test_every_sentence_of_the_lint_has_an_example() -> None:
    told = {each.says.template for layout, _ in BROKEN for each in layouts.lint_layout(layout)}
    told |= {each.says.template for each in layouts.lint_layout(TWO, 3)}
    told |= {each.says.template for each in layouts.shortened_later(TWO._replace(shrines=((1, -2), (3, -1))))}
    sentences = re.findall(r'(?:words = |say\()"([^"]*)"', Path(layouts.__file__).read_text(encoding="utf-8"))
    told |= {layouts.layout_summary(TWO).template}
    assert len(sentences) >= 15
    assert set(sentences) <= told


def test_a_turned_tile_is_turned_in_the_layout(tmp_path: Path) -> None:
    fields = dict(LAYOUTS.load("rhombus-2")[1])
    assert layouts.layout_of_fields({**fields, "turns": ["0", "5", "1", "0"]}).turns == (0, 5, 1, 0)
    del fields["turns"]
    assert layouts.layout_of_fields(fields).turns == (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("players", "two"),
        ("centres", [["0", "zero"]]),
        ("shrines", [["0", "1", "2"]]),
        ("shrines", "7"),
        ("turns", ["one"]),
        ("centres", None),
    ],
)
def test_layouts_of_another_form(field: str, value: Any) -> None:
    """Where no schema is asked first, as in a browser."""
    with pytest.raises(Unfit, match="It doesn't have the form of layouts, which comes with referee: "):
        layouts.layout_of_fields({**LAYOUTS.load("rhombus-2")[1], field: value})


def test_a_wrong_place_is_shown_in_the_file(tmp_path: Path) -> None:
    mine = tmp_path / "layout.yaml"
    text = Path(f"{layouts.FOLDER}/rhombus-2.yaml").read_text(encoding="utf-8")
    mine.write_text(text.replace("[-1, 3]", "[-1, three]"), encoding="utf-8")
    with pytest.raises(reading.BadInput, match="This should be a whole number, not `three`") as refused:
        LAYOUTS.read(str(mine))
    assert text.split("\n")[refused.value.problems[0].line - 1] == "  - [-1, 3]"
