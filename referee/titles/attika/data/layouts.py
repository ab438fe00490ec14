"""Start layouts (AT-2.1): where the first tiles and shrines lie, whether a game can begin on one, and is it fair."""

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from os.path import dirname, join

from referee.rules.hexes import distance, places_around, steps_from
from referee.show.data_files import DataFiles, Fields, Finding, Flaw, by_severity, refuse_malformed
from referee.titles.attika.data.components import BOX, NAME
from referee.titles.attika.data.land import Layout, Place, name, tile_places
from referee.words import Phrase, say

LEAST_TOUCHED = 2
SHORTEST = 5
"""A link of two shrines must take so many buildings at least, however many tiles are added."""
CHAINS = (5, 6)
"""Buildings that join neighbouring shrines on the first tiles."""


def lint_layout(layout: Layout, players: int | None = None) -> list[Finding]:
    """All that can be said against a game (of so many players) on this layout, errors first.

    A later stage is asked only when no earlier one found an error, and so may rely on them.
    """
    found = []
    if players not in (None, layout.players):
        words = "{name} is a layout for {layout} players; {players} play."
        found = [error(say(words, name=layout.name, layout=layout.players, players=players), "players")]
    for stage in STAGES:
        if any(finding.severity == "error" for finding in found):
            break
        found += [finding for chapter in stage for finding in chapter(layout)]
    return by_severity(found)


def error(says: Phrase, place: str) -> Finding:
    return Finding("error", says, place)


def ground(layout: Layout) -> dict[Place, str]:
    """Place → the name of the hex of a tile there, such as `3ne`."""
    places = [place for centre in layout.centres for place in tile_places(centre)]
    return {place: name(hex) for hex, place in enumerate(places)}


def counts(layout: Layout) -> Iterator[Finding]:
    """AT-2.1: 4, 6 or 8 tiles and 2, 3 or 4 shrines."""
    box, players = BOX.load(NAME)[0], layout.players
    words = "A layout for {players} players has {wanted} {what}; here are {number}."
    for what, wanted, there in (
        ("centres", box.start_tiles[players], layout.centres),
        ("shrines", box.shrines[players], layout.shrines),
    ):
        if len(there) != wanted:
            yield error(say(words, players=players, wanted=wanted, what=what, number=len(there)), what)


def turns(layout: Layout) -> Iterator[Finding]:
    """Each start tile is turned, or none."""
    if len(layout.turns) != len(layout.centres):
        words = "There are {tiles} centres and {turns} turns: write one turn for each, or leave `turns` out."
        yield error(say(words, tiles=len(layout.centres), turns=len(layout.turns)), "turns")


def overlaps(layout: Layout) -> Iterator[Finding]:
    """No hex is on two tiles, and no shrine is on a tile or another shrine."""
    taken: dict[Place, str] = {}
    for number, centre in enumerate(layout.centres, 1):
        shared = dict.fromkeys([taken[place] for place in tile_places(centre) if place in taken])
        if shared:
            words = "Tile {number} at [{q}, {r}] covers {shared}: its seven hexes must be free."
            yield error(say(words, number=number, q=centre[0], r=centre[1], shared=", ".join(shared)), f"{number}")
        taken |= dict.fromkeys(tile_places(centre), f"a hex of tile {number}")
    for number, shrine in enumerate(layout.shrines, 1):
        if shrine in taken:
            words = "Shrine {number} at [{q}, {r}] lies on {there}: a shrine fills a hex outside the tiles."
            yield error(say(words, number=number, q=shrine[0], r=shrine[1], there=taken[shrine]), f"s{number}")
        taken[shrine] = f"shrine {number}"


def unconnected_tiles(layout: Layout) -> Iterator[Finding]:
    """The tiles hang together."""
    hexes = ground(layout)
    connected = spread(layout.centres[:1], hexes)
    for number, centre in enumerate(layout.centres, 1):
        if centre not in connected:
            words = "No way leads over the tiles from tile 1 to tile {number} at [{q}, {r}]."
            yield error(say(words, number=number, q=centre[0], r=centre[1]), f"{number}")


def spread(starts: Iterable[Place], within: Iterable[Place]) -> dict[Place, int]:
    """The places that hang together with the starts, and how many steps they are away."""
    some = set(within)
    return steps_from(filter(some.__contains__, starts), lambda place: filter(some.__contains__, places_around(place)))


def holes(layout: Layout) -> Iterator[Finding]:
    """The tiles enclose no hex."""
    hexes = ground(layout)
    across, down = [q for q, _ in hexes], [r for _, r in hexes]
    box = [(q, r) for q in range(min(across) - 1, max(across) + 2) for r in range(min(down) - 1, max(down) + 2)]
    free = [place for place in box if place not in hexes]
    seen = spread(free[:1], free)
    for place in free:
        if place not in seen:
            hole = spread([place], free)
            seen |= hole
            listed = ", ".join([f"[{q}, {r}]" for q, r in sorted(hole)])
            yield error(say("The tiles enclose a hole, and there must be none: {hole}.", hole=listed), "centres")


def touching(layout: Layout) -> Iterator[Finding]:
    """Every shrine touches two hexes of tiles or more."""
    hexes = ground(layout)
    for number, shrine in enumerate(layout.shrines, 1):
        touched = [hexes[place] for place in places_around(shrine) if place in hexes]
        if len(touched) < LEAST_TOUCHED:
            words = "Shrine {number} must touch two hexes of tiles or more; it touches {touched}."
            yield error(say(words, number=number, touched=", ".join(touched) or "none"), f"s{number}")


def apart(layout: Layout) -> Iterator[Finding]:
    """No two shrines are adjacent, and no hex of a tile touches two: one building there would win (AT-10.6)."""
    hexes = ground(layout)
    for (one, here), (other, there) in pairs(layout):
        if distance(here, there) == 1:
            yield error(say("Shrines {one} and {other} are adjacent.", one=one, other=other), f"s{other}")
        for place in places_around(here):
            if place in hexes and place in places_around(there):
                words = "{hex} touches shrines {one} and {other}: a single building there would join them."
                yield error(say(words, hex=hexes[place], one=one, other=other), hexes[place])


def pairs(layout: Layout) -> Iterator[tuple[tuple[int, Place], tuple[int, Place]]]:
    """Every two shrines, each its number and its place."""
    return combinations(enumerate(layout.shrines, 1), 2)


def opposite(layout: Layout, one: int, other: int) -> bool:
    """Whether these shrines are at two ends of a diagonal: not neighbours in the order round the table."""
    return 1 < other - one < len(layout.shrines) - 1


def chain(layout: Layout, here: Place, there: Place) -> int:
    """The fewest buildings that join two shrines on the first tiles."""
    steps = spread(places_around(here), ground(layout))
    return 1 + min(steps[place] for place in places_around(there) if place in steps)


def no_short_cuts(layout: Layout) -> Iterator[Finding]:
    """Later tiles may be placed anywhere: even then no two shrines are joined by fewer than five buildings."""
    for (one, here), (other, there) in pairs(layout):
        between = distance(here, there) - 1
        if between < SHORTEST:
            words = "With more tiles {between} buildings could join shrines {one} and {other}; it must take {least}."
            yield error(say(words, one=one, other=other, between=between, least=SHORTEST), f"s{other}")


def even_chains(layout: Layout) -> Iterator[Finding]:
    """Neighbouring shrines are joined by five or six buildings, all alike; those across take more."""
    sides = {(a, b): chain(layout, x, y) for (a, x), (b, y) in pairs(layout) if not opposite(layout, a, b)}
    told = ", ".join(f"s{a}-s{b} {length}" for (a, b), length in sides.items())
    if not set(sides.values()) <= set(CHAINS):
        words = "{least} or {most} buildings must join neighbouring shrines on the first tiles; here: {told}."
        yield error(say(words, least=CHAINS[0], most=CHAINS[1], told=told), "shrines")
    elif len(set(sides.values())) > 1:
        words = "As many buildings must join each two neighbouring shrines; here: {told}."
        yield error(say(words, told=told), "shrines")
    for (a, x), (b, y) in pairs(layout):
        if opposite(layout, a, b) and chain(layout, x, y) <= max(sides.values()):
            words = (
                "Shrines {one} and {other} lie across, and are joined by {chain} buildings like neighbours or fewer."
            )
            yield error(say(words, one=a, other=b, chain=chain(layout, x, y)), f"s{b}")


def shortened_later(layout: Layout) -> Iterator[Finding]:
    """A later tile can shorten a way that goes round a gap of the first tiles."""
    for (one, here), (other, there) in pairs(layout):
        now, least = chain(layout, here, there), distance(here, there) - 1
        if least < now:
            words = "{now} buildings join shrines {one} and {other}; later tiles can make that {least}."
            yield Finding("warning", say(words, now=now, one=one, other=other, least=least), f"s{other}")


def symmetric(layout: Layout) -> Iterator[Finding]:
    """Tiles and shrines look the same to all players: after half a turn, or a third of one with three players."""
    name = "a third of a turn" if layout.players == 3 else "half a turn"
    n, (across, down) = len(layout.centres), map(sum, zip(*layout.centres, strict=True))
    for field, what, all_places in (("centres", "tiles", ground(layout)), ("shrines", "shrines", layout.shrines)):
        # from the middle of the tiles, in fractions of a step, so that all are whole numbers
        there = {(n * q - across, n * r - down) for q, r in all_places}
        if {(-q - r, q) if layout.players == 3 else (-q, -r) for q, r in there} != there:
            words = "The {what} do not lie as before after {name} about the middle of the tiles: that is not fair."
            yield error(say(words, what=what, name=name), field)


STAGES: tuple[tuple[Callable[[Layout], Iterator[Finding]], ...], ...] = (
    (counts, turns, overlaps),
    (unconnected_tiles,),
    (holes, touching, apart),
    (no_short_cuts, even_chains, shortened_later, symmetric),
)


FOLDER = join(dirname(__file__), "layouts")
USUAL = {2: "rhombus-2", 3: "triangle-3", 4: "quadrilateral-4"}
"""Number of players → the layout when none is asked for."""


@refuse_malformed("layouts")
def layout_of_fields(fields: Fields) -> Layout:
    """A layout from the fields of its file, turns 0 if it has none. Raises `Unfit` for fields of another form.

    Whether a game can be played on it is for `lint_layout` to say.
    """
    centres, shrines = [tuple([(int(q), int(r)) for q, r in fields[each]]) for each in ("centres", "shrines")]
    turns = tuple(map(int, fields.get("turns", [0] * len(centres))))
    return Layout(fields["name"], fields["provenance"], int(fields["players"]), centres, turns, shrines)


def layout_flaw(finding: Finding) -> Flaw:
    """The field of a finding about a shrine (`s2`), a tile or its hex (`3`, `3ne`), or all."""
    found = re.match("(s?)([0-9]+)", finding.place)
    at = ("shrines" if found[1] else "centres", int(found[2]) - 1) if found else (finding.place,)
    return Flaw(finding.says, at)


def layout_summary(layout: Layout) -> Phrase:
    words = "for {players} players: {tiles} tiles, {shrines} shrines"
    return say(words, players=layout.players, tiles=len(layout.centres), shrines=len(layout.shrines))


def draw(layout: Layout) -> str:
    """The layout as text, three characters a hex: `(1)` the centre of tile 1, `1` its other hexes, `#s1` a shrine."""
    signs = {hex: f" {n} " for n, centre in enumerate(layout.centres, 1) for hex in tile_places(centre)}
    signs |= {centre: f"({n})" for n, centre in enumerate(layout.centres, 1)}
    signs |= {shrine: f"#s{n}" for n, shrine in enumerate(layout.shrines, 1)}
    placed = {(2 * r + q, q): sign for (q, r), sign in signs.items()}
    lines, columns = zip(*placed, strict=True)
    across = range(min(columns), max(columns) + 1)
    rows = ["".join([placed.get((line, q), "   ") for q in across]) for line in range(min(lines), max(lines) + 1)]
    return "".join([f"{row.rstrip()}\n" for row in rows])


LAYOUTS = DataFiles(
    "layout", "board", "attika.layout", FOLDER, layout_of_fields, lint_layout, layout_summary, draw, spot=layout_flaw
)
