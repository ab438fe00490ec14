"""A film as plain data for a page: everything that comes twice is kept once, and an entry names only what changed.

The data hold, each in a list of its own and named by its place there: `texts`; `bits` of pictures, and `looks` of
spaces made of them; `says` (sentences), and `stories` of them; `heads` and `rows` of tables, and `tables` of them;
`seen`, a story and the tables that a reader sees with it; `cells`, the places of the board. A line of play (the
game, or a variation) is a list of frames.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import count, repeat
from typing import Any, NamedTuple

from markupsafe import escape

from referee.report.book.record import GameTurn, played_turns
from referee.report.html.first_screen import drawn_sign
from referee.report.html.templates import macros
from referee.report.pictures.hex_places import NOTHING as NO_POINTERS
from referee.report.pictures.hex_places import Pointers, centre, overlay
from referee.report.pictures.palette import Paint
from referee.report.pictures.scene import LabelPlace, drawn_way, label_place, name_size, tile
from referee.report.pictures.svg import LABEL, NAME, form
from referee.report.text.text_tables import is_number
from referee.report.wording import paragraphs, safe_text
from referee.rules.hexes import step
from referee.show.film import Film, FilmedEntry, Seen, Still
from referee.show.view import Amount, Ground, Line, OpenWay, Piece, ReportTable, Row, Space, Standing, Word, named_parts
from referee.words import Phrase, say

Place = tuple[int, int]
Painted = tuple[tuple[str, Paint], ...]
Shown = tuple[Ground, str, tuple[Piece, ...], LabelPlace]
"""All that the drawing of a space hangs on: ground, name, pieces, and where its label is, which the script puts in."""


class StillCaption(NamedTuple):
    """The text next to a still: the entry's number, when and by whom, notes on it, what they mark, and links."""

    number: int
    at: str
    seat: str
    glyph: str = ""
    note: str = ""
    pointers: Pointers = NO_POINTERS
    milestones: tuple[Phrase, ...] = ()


class PlayedLine(NamedTuple):
    """The game, or a variation that is played instead of entry `instead`: then `film` is None if it is refused.

    place  that of entry `instead` among the moments of the game, from 0
    """

    captions: tuple[StillCaption, ...]
    film: Film | None
    instead: int = 0
    says: str = ""
    refused: str = ""
    place: int = 0


class Pool(defaultdict[Any, int]):
    """Things kept once, in the order in which they came; a thing is called by its place."""

    def __init__(self) -> None:
        super().__init__(count().__next__)

    def each(self, things: Iterable[Hashable]) -> list[int]:
        """The places of many things."""
        return list(map(self.__getitem__, things))


class Shape(NamedTuple):
    """How a space shows: its look, label, words, and the sides (bits from 1, of n, to 32) at which its tile ends."""

    look: int
    label: int
    words: int
    sides: int


GONE = Shape(-1, 0, 0, 0)
"""Of a space that is not there."""
NOTHING: Mapping[Place, Shape] = {}
"""How an empty board shows."""


class PackedFilm:
    """Packs lines of play, the game first: the others begin with the board that the game had."""

    def __init__(self, painted: Painted, names: Mapping[str, str], branches: Collection[int] = ()) -> None:
        """`names`: seat → its last player; `branches`: the places in the game where variations begin."""
        self.painted, self.players, self.names = painted, names, names
        self.texts, self.bits, self.looks, self.cells = Pool(), Pool(), Pool(), Pool()
        self.says, self.stories, self.seen = Pool(), Pool(), Pool()
        self.heads, self.rows, self.tables = Pool(), Pool(), Pool()
        self.signs, self.cards, self.standings, self.ways = Pool(), Pool(), Pool(), Pool()
        self.turns: list[GameTurn] = []
        self.drawn: dict[Shown, int] = {}
        self.sketched: dict[Piece | OpenWay, int] = {}
        self.packed: dict[int, tuple[object, int]] = {}
        self.branches = branches
        self.boards: dict[int, tuple[dict[Place, Shape], Sequence[Space]]] = {}
        self.end: Still | None = None
        self.text("")

    def text(self, word: Any) -> int:
        return self.texts[word_text(word)]

    def with_names(self, words: Any) -> Any:
        return named_parts(words, self.names)

    def line_facts(self, line: PlayedLine) -> dict[str, Any]:
        """A line of play as data; one that is refused has no `frames`. `turns`: the frames with which turns end."""
        entries = list[FilmedEntry]()
        frames = list(self.frames(line, entries)) if line.film else []
        turns = played_turns(entries)
        if not line.place:
            self.turns = turns
        says = {"instead": line.instead, "place": line.place, "says": paragraphs(line.says), "refused": line.refused}
        return {**says, "turns": [each.at for each in turns], "frames": frames}

    def frames(self, line: PlayedLine, entries: list[FilmedEntry]) -> Iterator[list[Any]]:
        """`entries`: where those that are packed are noted."""
        assert line.film
        board = PackedBoard(self, *self.boards[line.place]) if line.place else PackedBoard(self)
        for at, (caption, still) in enumerate(zip(line.captions, line.film.stills, strict=True)):
            changes = board.after(still.spaces, self.are_renamed(still.players))
            entries.append(FilmedEntry(at, caption.number, caption.seat, still))
            if not line.place:
                self.end = still
                if at + 1 in self.branches:
                    self.boards[at + 1] = dict(board.shapes), still.spaces
            seen = [self.sight(each) for each in still.seen]
            yield [*self.facts(caption, still), changes, seen, self.standing(still), self.above(still, caption)]

    def are_renamed(self, players: Mapping[str, str]) -> bool:
        """Whether others play now than in the still packed before. What is kept at hand has their names."""
        names = {**self.players, **players}
        if names == self.names:
            return False
        self.names = names
        self.packed.clear()
        return True

    def standing(self, still: Still) -> int:
        """`[seat to move, card, card …]`"""
        return self.standings[(still.mover, *map(self.card, still.standing))]

    def card(self, each: Standing) -> int:
        """`[seat, total, alert, parts, supply, player]`; of each amount of the supply its words, number and sign."""
        parts = tuple([self.text(part.says) for part in each.parts])
        supply = tuple([(self.text(left.says), left.number, self.sign(left)) for left in each.supply])
        player = self.text(self.names.get(each.seat, ""))
        return self.cards[(each.seat, self.text(each.total), self.text(each.alert or ""), parts, supply, player)]

    def sign(self, amount: Amount) -> int:
        """The drawing of an amount, -1 if it has none."""
        if amount.piece is None:
            return -1
        if amount.piece not in self.sketched:
            self.sketched[amount.piece] = self.signs[str(drawn_sign(amount.piece, dict(self.painted))).strip()]
        return self.sketched[amount.piece]

    def above(self, still: Still, caption: StillCaption) -> list[int]:
        """What is drawn above the board: open ways, and what the notes point at."""
        pointed = str(overlay(still.spaces, *caption.pointers))
        return [*map(self.way, still.ways), *([self.ways[pointed]] if pointed else [])]

    def way(self, way: OpenWay) -> int:
        if way not in self.sketched:
            pieces: Any = macros("pieces.svg")
            self.sketched[way] = self.ways[str(pieces.way(drawn_way(way, dict(self.painted)[way.seat]))).strip()]
        return self.sketched[way]

    def facts(self, caption: StillCaption, still: Still) -> list[Any]:
        """`[number, at, seat, glyph, note, headline, milestones]`"""
        milestones = list(dict.fromkeys([self.text(each) for each in (*still.milestones, *caption.milestones)]))
        note, headline = self.texts[paragraphs(caption.note)] if caption.note else 0, self.text(still.headline)
        return [caption.number, caption.at, caption.seat, caption.glyph, note, headline, milestones]

    def sight(self, seen: Seen) -> int:
        """`[story, table, …]`"""
        return self.seen[(self.once(seen.story, self.story), *[self.once(each, self.table) for each in seen.tables])]

    def once(self, thing: object, pack: Callable[[Any], int]) -> int:
        """The place of a thing that may have been packed: readers share most, and much stays the same object for long.

        Texts are looked up by their facts, not by their wording, because wording takes the time.
        """
        # an archive takes 13 % longer for Attika without this
        found = self.packed.get(id(thing))
        if found is None:
            found = self.packed[id(thing)] = thing, pack(thing)  # kept, so that no other gets its id
        return found[1]

    def story(self, lines: tuple[Line, ...]) -> int:
        return self.stories[tuple([self.once(each, self.line) for each in lines])]

    def line(self, line: Line) -> int:
        return self.says[safe_text(line.says), line.seat, *line.rules]

    def table(self, table: ReportTable) -> int:
        """`[head, note, row, row …]`; a head is `[heading, [column, is it of numbers] …]`."""
        rows = [self.once(each, self.row) for each in table.rows]
        return self.tables[self.head(table), self.text(self.with_names(table.note)) if table.note else 0, *rows]

    def head(self, table: ReportTable) -> int:
        heading, *names = map(safe_text, self.with_names((table.heading, *table.columns)))
        columns = zip(*[row.cells for row in table.rows], strict=True)
        numbers = [int(all(map(is_number, cells))) for cells in columns] if table.rows else repeat(1)
        return self.heads[heading, *zip(names, numbers, strict=False)]

    def row(self, row: Row) -> int:
        return self.rows[row.seat, int(row.strong), *map(self.text, self.with_names(row.cells))]

    def shape(self, space: Space, ends: int) -> Shape:
        """How a space shows whose tile ends at these sides."""
        shown = space.ground, space.name, space.pieces, label_place(space)
        look = self.drawn.get(shown)
        if look is None:
            look = self.drawn[shown] = self.look(*shown)
        return Shape(look, self.text(space.label), self.text(self.with_names(space.words)), ends)

    def look(self, ground: Ground, name: str, pieces: tuple[Piece, ...], written: LabelPlace) -> int:
        """`[is anything new on it, bit, bit …]`, with a gap for the label."""
        seats = {seat for piece in pieces for seat in (piece.seat, piece.fresh, piece.tint)}
        paints = tuple([each for each in self.painted if each[0] in seats])
        called = safe_text(name)
        fresh, bits = cut(ground, name_size(called), pieces, paints, written)
        if called:
            markup = str(escape(called))
            bits = tuple([markup if bit == NAME else bit for bit in bits])
        return self.looks[fresh, *self.bits.each(bits)]

    def facts_of_all(self) -> dict[str, Any]:
        """The lists to which the frames refer."""
        kept = {name: list(getattr(self, name)) for name in LISTS}
        cells = [centre(*place) for place in self.cells]
        return {**kept, "cells": cells}


LISTS = (
    *("texts", "bits", "looks", "says", "stories", "heads", "rows", "tables", "seen"),
    *("signs", "cards", "standings", "ways"),
)
"""The pools of a packed film that a page holds as they are."""


def word_text(word: Word) -> str:
    return str(word) if type(word) is int else safe_text(word)


class PackedBoard:
    """The spaces after the entry packed last, and how each of them shows."""

    def __init__(
        self, packed_film: PackedFilm, shapes: Mapping[Place, Shape] = NOTHING, spaces: Sequence[Space] = ()
    ) -> None:
        self.packed_film = packed_film
        self.shapes = dict(shapes)
        self.last = spaces
        self.spaces = {(space.q, space.r): space for space in spaces}

    def after(self, spaces: Sequence[Space], renamed: bool = False) -> list[int]:
        """The changes: `cell, look, label, words, sides` of each changed space, one after the other.

        `renamed`: others play now, and the words of a space may name them.
        """
        if spaces is self.last and not renamed:
            return []
        changed = {(space.q, space.r): space for space in (spaces if renamed else self.changed_spaces(spaces))}
        gone = self.emptied_places(spaces, changed)
        before = [self.spaces.get(place) for place in (*changed, *gone)]
        tiles = tiles_between(before, [*changed.values(), *[None] * len(gone)])
        for place in gone:
            self.spaces.pop(place, None)
        self.spaces.update(changed)
        self.last = spaces
        ends = [(space.q, space.r) for space in spaces if space.tile in tiles] if tiles else []
        found: list[int] = []
        for place in dict.fromkeys([*changed, *ends, *gone]):
            found += self.change(place, bool(tiles))
        return found

    def changed_spaces(self, spaces: Sequence[Space]) -> list[Space]:
        """The changed spaces: most keep their place in the row, and are the same objects."""
        if len(spaces) == len(self.last):
            pairs = zip(spaces, self.last, strict=True)
            return [space for space, before in pairs if space is not before and space != before]
        return [space for space in spaces if self.spaces.get((space.q, space.r)) is not space]

    def emptied_places(self, spaces: Sequence[Space], changed: dict[Place, Space]) -> list[Place]:
        """The places where no space is any longer."""
        if len(spaces) == len(self.spaces) and all(place in self.spaces for place in changed):
            return []
        now = dict.fromkeys([(space.q, space.r) for space in spaces])
        return [place for place in self.shapes if place not in now]

    def change(self, place: Place, moved: bool) -> list[int]:
        """How a space shows now; where no tile has `moved`, all end where they did."""
        before, shape, space = self.shapes.get(place, GONE), GONE, self.spaces.get(place)
        if space:
            shape = self.packed_film.shape(space, sides(self.spaces, space) if moved else before.sides)
        if before == shape:
            return []
        self.shapes[place] = shape
        return [self.packed_film.cells[place], *shape]


def tiles_between(before: Sequence[Space | None], after: Sequence[Space | None]) -> list[str]:
    """The tiles whose spaces changed: all their spaces may end differently."""
    pairs = [(old.tile if old else "", new.tile if new else "") for old, new in zip(before, after, strict=True)]
    return [tile for tile in dict.fromkeys([each for old, new in pairs if old != new for each in (old, new)]) if tile]


def sides(now: dict[Place, Space], space: Space) -> int:
    """At which of its sides something else than its own tile begins."""
    if not space.tile:
        return 0
    beside = [now.get(step(space.q, space.r, edge)) for edge in range(6)]
    return sum(1 << edge for edge, other in enumerate(beside) if other is None or other.tile != space.tile)


WRAPPED = re.compile(r'<g .*?class="(\w+)">(?:<title>.*?</title>)?(.*)</g>', re.DOTALL)
"""A layer of a space as the templates draw it: in a group that says where, the lowest with its label in front."""
Bits = tuple[str, ...]


Drawn = tuple[int, Bits]
"""Whether anything is new on a space, and the bits of its drawing."""
GAP = "<tspan/>"
"""Into this the script puts the label."""


@lru_cache(1 << 12)  # an archive of Magna Grecia takes 15 % longer without it: games have most drawings in common
def cut(ground: Ground, size: int, pieces: tuple[Piece, ...], painted: Painted, written: LabelPlace) -> Drawn:
    """A space as the templates draw it, line by line.

    `size`: that of its name, for which there is a gap, as for its label. `painted`: the paints of its seats. `written`:
    where its label is.
    """
    space = Space(0, 0, "label", ground, "name" if size else "", pieces, say(""))
    drawing = form(tile(space, dict(painted))._replace(size=size, label_place=written))
    bits = [bit for layer in drawing if layer for bit in bits_of(layer)]
    return int(any(piece.fresh == "now" for piece in pieces)), tuple(bits)


def bits_of(layer: str) -> list[str]:
    """A layer in a group that says which it is, line by line, with gaps for label and name."""
    found = WRAPPED.fullmatch(layer)
    assert found, "a layer is one group"
    written = found[2].replace(LABEL, GAP).replace(NAME, f"\n{NAME}\n")
    return [f'<g class="{found[1]}">', *[line for line in written.splitlines() if line and not line.isspace()], "</g>"]
