"""Start layouts (AT-2.1): where the first tiles and the shrines lie, by number of players."""

import re
from collections.abc import Mapping
from os.path import dirname, join

from referee.show.data_files import DataFiles, Fields, Finding, Flaw, Unfit, refuse_malformed, whole
from referee.titles.attika.data.land import Layout, Place, tile_places
from referee.titles.attika.data.lint import layout_findings
from referee.words import Phrase, say

FOLDER = join(dirname(__file__), "layouts")
USUAL = {2: "rhombus-2", 3: "triangle-3", 4: "quadrilateral-4"}


def layout_names() -> tuple[str, ...]:
    """The names of the layouts that come with the referee."""
    return LAYOUTS.names()


def usual(players: int) -> str:
    """The layout for so many players when none is asked for."""
    return USUAL[players]


def load_layout(name: str) -> tuple[Layout, str]:
    """A shipped layout and the hash of its content. Raises `Unfit` when there is none of that name."""
    layout, _, digest = LAYOUTS.load(name)
    return layout, digest


def read_layout(path: str) -> Fields:
    """The fields of a layout file of the user's own. Raises source.BadInput with the places, or OSError."""
    return dict(LAYOUTS.read(path)[1])


@refuse_malformed("layouts")
def layout_of_fields(fields: Fields) -> Layout:
    """A layout from the fields of its file, turns 0 when it tells none. Raises `Unfit` for fields of another form.

    Whether a game can be played on it is for `lint.check` to say.
    """
    centres = places_of_field(fields, "centres")
    return Layout(
        name=fields["name"],
        provenance=fields["provenance"],
        players=whole(fields["players"], ("players",), what="a number of players"),
        centres=centres,
        turns=turns_of_fields(fields) if "turns" in fields else (0,) * len(centres),
        shrines=places_of_field(fields, "shrines"),
    )


def places_of_field(fields: Fields, name: str) -> tuple[Place, ...]:
    """The places of a list of `[q, r]`."""
    return tuple([place_of_pair(pair, (name, number)) for number, pair in enumerate(fields[name])])


def place_of_pair(pair: object, at: tuple[str | int, ...]) -> Place:
    if not isinstance(pair, list | tuple) or len(pair) != 2:
        words = "A place is `[q, r]`: steps to the right, and down; not {pair}."
        raise Unfit(Flaw(say(words, pair=pair), at))
    what = "a number of steps"
    return whole(pair[0], (*at, 0), what=what, sign="-"), whole(pair[1], (*at, 1), what=what, sign="-")


def turns_of_fields(fields: Fields) -> tuple[int, ...]:
    return tuple([whole(turn, ("turns", n), what="a turn from 0 to 5") for n, turn in enumerate(fields["turns"])])


def lint_layout(layout: Layout, players: int | None = None) -> list[Finding]:
    """All that a lint finds in the layout."""
    return layout_findings(layout, players)


LISTS = {"s": "shrines", "turn ": "turns", "": "centres"}


def layout_flaw(finding: Finding) -> Flaw:
    """The field of a finding about a shrine (`s2`), a turn (`turn 3`), a tile or its hex (`3`, `3ne`), or all."""
    found = re.match("(s|turn |)([0-9]+)", finding.place)
    return Flaw(finding.says, (LISTS[found[1]], int(found[2]) - 1) if found else (finding.place,))


def layout_summary(layout: Layout) -> Phrase:
    words = "for {players} players: {tiles} tiles, {shrines} shrines"
    return say(words, players=layout.players, tiles=len(layout.centres), shrines=len(layout.shrines))


def draw(layout: Layout) -> str:
    """The layout as text, three characters a hex: `(1)` the centre of tile 1, `1` its other hexes, `#s1` a shrine."""
    signs = {hex: f" {n} " for n, centre in enumerate(layout.centres, 1) for hex in tile_places(centre)}
    signs |= {centre: f"({n})" for n, centre in enumerate(layout.centres, 1)}
    signs |= {shrine: f"#s{n}" for n, shrine in enumerate(layout.shrines, 1)}
    left, top = min(q for q, _ in signs), min(2 * r + q for q, r in signs)
    lines: dict[int, dict[int, str]] = {}
    for (q, r), sign in signs.items():
        lines.setdefault(2 * r + q - top, {})[q - left] = sign
    return "".join([row_of(lines.get(number, {})) for number in range(max(lines) + 1)])


def row_of(signs: Mapping[int, str]) -> str:
    """A line of the drawing: column → its three characters."""
    return "".join([signs.get(column, "   ") for column in range(max(signs, default=0) + 1)]).rstrip() + "\n"


LAYOUTS = DataFiles(
    "layout", "board", "attika.layout", FOLDER, layout_of_fields, lint_layout, layout_summary, draw, spot=layout_flaw
)
