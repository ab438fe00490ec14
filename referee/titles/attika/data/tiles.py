"""The 22 board tiles (AT-1.2), and what a game is played with (AT-9.4): components, tiles and layout."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from os.path import dirname, join
from typing import NamedTuple

from referee.rules.rulebook import Choices, Header
from referee.show.data_files import (
    DataFiles,
    Fields,
    Finding,
    Flaw,
    Unchosen,
    Unfit,
    refuse_errors,
    refuse_malformed,
    refuse_missing,
)
from referee.titles.attika.data import components, layouts
from referee.titles.attika.data.components import BOX, LANDSCAPES, SIGNS, AttikaComponents
from referee.titles.attika.data.land import BLANK, HEXES, MOST_TILES, SIDES, Layout, lying
from referee.titles.attika.data.layouts import LAYOUTS
from referee.words import Phrase, say

NAME = "attika-ours/2026"
ABREAST = 6
"""Tiles side by side in a drawing."""


class Tiles(NamedTuple):
    """A set of board tiles: id → its signs unturned, centre first, then n … nw."""

    name: str
    provenance: str
    tiles: dict[str, str]


@refuse_malformed("tiles.yaml")
def tile_set_of_fields(fields: Fields) -> Tiles:
    """Tiles from the fields of their file. Raises `Unfit` with everything that is wrong."""
    found = Tiles(fields["name"], fields["provenance"], dict(fields["tiles"]))
    if flaws := [*wrong_names(found), *wrong_signs(found)]:
        raise Unfit(*flaws)
    return found


def wrong_names(tiles: Tiles) -> Iterator[Flaw]:
    """Tiles too few or too many; else a name out of the row T1 to T22: a tile that was left out, or a slip."""
    row = [f"T{number}" for number in range(1, MOST_TILES + 1)]
    if len(tiles.tiles) != len(row):
        words = "There are {all} board tiles in the box; here are {number}."
        yield Flaw(say(words, all=len(row), number=len(tiles.tiles)), ("tiles",))
        return
    missing = ", ".join([name for name in row if name not in tiles.tiles])
    for id in [each for each in tiles.tiles if each not in row]:
        words = "The tiles are T1 to T{all}; {tile} is none of them. Missing: {missing}."
        yield Flaw(say(words, all=len(row), tile=id, missing=missing), ("tiles", id))


def wrong_signs(tiles: Tiles) -> Iterator[Flaw]:
    """Tiles of other than seven signs, and the first sign of each that means nothing."""
    for id, signs in tiles.tiles.items():
        if len(signs) != HEXES:
            words = "{tile} has {number} signs; a tile has seven: the centre, then n, ne, se, s, sw, nw."
            yield Flaw(say(words, tile=id, number=len(signs)), ("tiles", id))
        for column, sign in enumerate(signs):
            if sign not in SIGNS + BLANK:
                words = "`{sign}` on {tile} is no sign: W water, F forest, H hill, M mountain, `.` blank."
                yield Flaw(say(words, sign=sign, tile=id), ("tiles", id), 0, column)
                break


def tile_findings(tiles: Tiles, players: int | None = None) -> list[Finding]:
    """What looks mistyped in tiles that can be played with, and their counts.

    Two may be equal when one is turned, but most often one tile was entered twice. Most hexes are blank (AT-1.2).
    """
    found, count = list[Finding](), counts(tiles)
    turned = {id: {lying(signs, turn) for turn in range(SIDES)} for id, signs in tiles.tiles.items()}
    for one, other in combinations(tiles.tiles, 2):
        if tiles.tiles[one] in turned[other]:
            words = "{one} and {other} are equal when turned: was one tile entered twice?"
            found.append(Finding("warning", say(words, one=one, other=other), other))
    if 2 * count[BLANK] <= sum(count.values()):
        words = "Only {blank} of {all} hexes are blank; on the printed tiles most are."
        found.append(Finding("warning", say(words, blank=count[BLANK], all=sum(count.values()))))
    return [*found, Finding("note", tile_summary(tiles))]


def counts(tiles: Tiles) -> Counter[str]:
    """Sign → how many hexes bear it."""
    return Counter("".join(tiles.tiles.values()))


def tile_summary(tiles: Tiles) -> Phrase:
    """How many hexes there are, and of each landscape."""
    count = counts(tiles)
    facts = {name: count[sign] for name, sign in zip(LANDSCAPES, SIGNS, strict=True)}
    words = (
        "{tiles} tiles, {hexes} hexes: {blank} blank, {water} water, {forest} forest, {hill} hill, {mountain} mountain"
    )
    return say(words, tiles=len(tiles.tiles), hexes=sum(count.values()), blank=count[BLANK], **facts)


def draw(tiles: Tiles) -> str:
    """The tiles as small pictures, some side by side: n on top, then nw and ne, centre, sw and se, s."""
    pictures, rows = [], []
    for id, signs in tiles.tiles.items():
        centre, n, ne, se, s, sw, nw = tuple(signs)
        pictures.append([id, f"  {n}", f"{nw}   {ne}", f"  {centre}", f"{sw}   {se}", f"  {s}"])
    for first in range(0, len(pictures), ABREAST):
        lines = zip(*pictures[first : first + ABREAST], strict=True)
        rows.append("\n".join(["".join([each.ljust(8) for each in line]).rstrip() for line in lines]) + "\n")
    return "\n".join(rows)


TILES = DataFiles(
    "set of tiles",
    "tiles",
    "attika.tiles",
    join(dirname(__file__), "tiles"),
    tile_set_of_fields,
    tile_findings,
    tile_summary,
    draw,
    spot=lambda finding: Flaw(finding.says, ("tiles", finding.place)) if finding.place else None,
    ordered=("tiles",),
)


DATA_FILES = (LAYOUTS, TILES, BOX)


def furnish(choices: Choices) -> Mapping[str, object]:
    """The title's own fields of a header: `components`, `tiles`, `layout`.

    choices: `seats` (seat → player), and `components`, `tiles`, `board`: each the name of a shipped one, the path of a
    file, or None for the shipped one that suits the number of players. Raises `reading.BadInput` for a bad file,
    `Unfit` for one that cannot be played with, OSError.
    """
    players = len(choices["seats"])
    refuse_absent(choices["options"]["first_player"], choices["seats"])
    header = {
        "components": BOX.field(choices.get("components") or components.NAME, players),
        "tiles": TILES.field(choices.get("tiles") or NAME, players),
        "layout": LAYOUTS.field(choices.get("board") or layouts.USUAL[players], players),
    }
    box_contents({**header, "seats": choices["seats"]})
    return header


def refuse_absent(first: str, seats: Iterable[str]) -> None:
    """AT-9.2: who begins is drawn, or a seat of the game."""
    if first != "drawn" and first not in seats:
        raise Unchosen(Flaw(say("{first} cannot begin: the seats are {seats}.", first=first, seats=", ".join(seats))))


def box_contents(header: Header) -> tuple[AttikaComponents, Tiles, Layout]:
    """The thing that a header names. Raises `Unfit`, or UnknownContent for one that is not shipped here."""
    refuse_missing(header, "components", "tiles", "layout")
    box, signs = BOX.thing_of(header["components"]), TILES.thing_of(header["tiles"])
    layout, players = LAYOUTS.thing_of(header["layout"]), len(header["seats"])
    if "own" in header["layout"]:
        refuse_errors(layouts.lint_layout(layout, players))
    # the layout is for this number of players, and uses what the components hold for them (AT-2.1)
    if layout.players != players:
        words = "The layout {name} is for {layout} players, not {players}."
        raise Unfit(Flaw(say(words, name=layout.name, layout=layout.players, players=players)))
    if (len(layout.centres), len(layout.shrines)) != (box.start_tiles[players], box.shrines[players]):
        words = "The components begin with {tiles} tiles and {shrines} shrines, {name} with {centres} and {places}."
        facts = {"tiles": box.start_tiles[players], "shrines": box.shrines[players], "name": layout.name}
        raise Unfit(Flaw(say(words, **facts, centres=len(layout.centres), places=len(layout.shrines))))
    return box, signs, layout
