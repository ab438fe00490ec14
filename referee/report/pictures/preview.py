"""Small pictures of a game: of a link, as chats and forums show it, and of the board alone, for lists."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from referee.report.html.templates import page
from referee.report.pictures.hex_places import Frame, centre
from referee.report.pictures.moving import FittedText, fitted_text
from referee.report.pictures.palette import Paint, Palette, paints, toned_drawing
from referee.report.pictures.scene import Paints, frame_around
from referee.report.pictures.svg import fitted_lines, placed_board
from referee.report.wording import safe_text
from referee.show.view import Board, Ground, Piece, Seat, Space, Word

WIDTH, HEIGHT = 1200, 630
"""The size that sites ask for (Open Graph)."""
BESIDE, RIM = 720, 24
"""Where the words begin, and the room around the board."""
ROOM, LETTERS, MOST = WIDTH - BESIDE - 36, 27, 4
"""The width of the words, the characters of a line of the result, and its lines."""


class PreviewFacts(NamedTuple):
    """What the picture shows; `scores` and `winners` (whether each has won) are in the order of the seats."""

    title: Word
    game: str
    result: Word
    seats: tuple[Seat, ...]
    scores: Sequence[int | None]
    winners: Sequence[bool]
    board: Board


class PreviewRow(NamedTuple):
    """A seat with its score; `words` are bold where it has won."""

    y: int
    paint: Paint
    words: FittedText
    won: bool


def preview_drawing(facts: PreviewFacts, palette: Palette = None) -> str:
    """An SVG of 1200 by 630. ValueError when `palette` cannot be used."""
    painted = paints(facts.seats, palette)
    shown = facts.board._replace(
        spaces=tuple([space for space in facts.board.spaces if not space.ground.is_offer]), insets=()
    )
    frame = frame_around(shown, [centre(space.q, space.r) for space in shown.spaces])
    lines = fitted_lines(safe_text(facts.result), LETTERS)
    drawn = page(
        "preview.svg",
        title=fitted_text(safe_text(facts.title), ROOM, 40),
        game=fitted_text(facts.game, ROOM, 28),
        lines=lines[:MOST],
        rows=preview_rows(facts, painted, 250 + 40 * len(lines[:MOST])),
        board=placed_board(shown, painted, frame, place_of_board(frame)),
    )
    return toned_drawing(drawn, palette)


def place_of_board(frame: Frame) -> Frame:
    """The largest place left of the words in which the whole board has room, in its middle."""
    wide, high = BESIDE - 2 * RIM, HEIGHT - 2 * RIM
    width = min(wide, high * frame.width // frame.height)
    height = width * frame.height // frame.width
    return Frame(RIM + (wide - width) // 2, RIM + (high - height) // 2, width, height)


def preview_rows(facts: PreviewFacts, painted: dict[str, Paint], top: int) -> list[PreviewRow]:
    """The seats below each other, the winner first, closer where there are many."""
    step = min(56, (HEIGHT - 30 - top) // len(facts.seats))
    found = sorted(
        zip(facts.seats, facts.scores, facts.winners, strict=True), key=lambda row: (not row[2], -(row[1] or 0))
    )
    return [
        PreviewRow(
            top + step * at,
            painted[seat.id],
            fitted_text(safe_text(seat.player) + ("" if score is None else f" {score}"), ROOM - 56, 30),
            won,
        )
        for at, (seat, score, won) in enumerate(found)
    ]


COLUMN, ROW = 18, 20
HEX = "l6-10h12l6 10-6 10h-12z"
"""The sides of a space, from its left corner."""
MIDDLES = {"n": (0, -10), "ne": (9, -5), "se": (9, 5), "s": (0, 10), "sw": (-9, 5), "nw": (-9, -5)}
"""The middles of its sides, from its centre."""
ASIDE = {1: (0,), 2: (-4, 4), 3: (-6, 0, 6)}
"""Where tokens are, beside the centre."""
BARE, SAND, NOBODY = "#f6f1e2", "#ddd4b8", "#ffffff"
"""Bare land is darker than on the board, so that white and yellow pieces are seen on it."""
FILL = re.compile(r'fill="(#[0-9a-f]{6})"')
MARGIN = 16

Strokes = dict[str, list[str]]
"""Colour → the parts of a path."""


def thumbnail(board: Board, seats: tuple[Seat, ...], palette: Palette = None) -> str:
    """An SVG of a few kilobytes. A path holds all that has one colour. ValueError when the palette cannot be used."""
    painted = paints(seats, palette)
    spaces = [space for space in board.spaces if not space.ground.is_offer]
    hexes: Strokes = defaultdict(list)
    bands: Strokes = defaultdict(list)
    dots: Strokes = defaultdict(list)
    signs: Strokes = defaultdict(list)
    for space in spaces:
        x, y = COLUMN * space.q, ROW * space.r + ROW // 2 * space.q
        hexes[hex_colour(space, painted)].append(f"M{x - 12} {y}{HEX}")
        for piece in space.pieces:
            if piece.shape == "line":
                bands[owner_colour(piece, painted)].append(band(x, y, piece.edges))
            if piece.shape == "tile" and piece.symbol and piece.seat in painted:
                use = f'<use href="#{piece.symbol.key}" x="{SMALLER * x}" y="{SMALLER * y}"/>'
                signs[painted[piece.seat].ink].append(use)
        for colour, aside in discs(space.pieces, painted):
            dots[colour].append(f"M{x + aside} {y}h0")
    lines = f'<g stroke-width="5">{"".join(layer("stroke", bands))}</g>' if bands else ""
    body = "".join([*layer("fill", hexes), lines, *signs_of_tiles(spaces, signs), *dots_with_rims(dots)])
    return toned_drawing(frame_markup(spaces, body), palette) + "\n"


SMALLER = 5
"""A hex is a fifth as wide as on the board itself."""


def signs_of_tiles(spaces: Sequence[Space], signs: Strokes) -> Iterator[str]:
    """What is drawn on tiles, each drawing once; `signs`: ink → where it is which."""
    if signs:
        tiles = [piece for space in spaces for piece in space.pieces if piece.shape == "tile"]
        outlines = {piece.symbol.key: piece.symbol.outline for piece in tiles if piece.symbol}
        drawn = "".join([f'<path id="{key}" d="{outline}"/>' for key, outline in sorted(outlines.items())])
        look = 'stroke-width="6" stroke-linecap="round" stroke-linejoin="round"'
        yield f'<defs>{drawn}</defs><g transform="scale(.2)" {look}>'
        yield from (f'<g stroke="{ink}">{"".join(signs[ink])}</g>' for ink in sorted(signs))
        yield "</g>"


SPARK_WIDTH, SPARK_HEIGHT = 360, 64


def sparkline(scores: Sequence[tuple[int, ...]], seats: tuple[Seat, ...], palette: Palette = None) -> str:
    """The scores after each turn, a line for each seat. ValueError when the palette cannot be used."""
    painted, most = paints(seats, palette), max(map(max, scores))
    least, last = min(map(min, scores)), len(scores) - 1
    lines = ""
    for seat, values in zip(seats, zip(*scores, strict=True), strict=True):
        points = [
            f"{4 + (SPARK_WIDTH - 8) * at // last} {60 - 56 * (value - least) // max(1, most - least)}"
            for at, value in enumerate(values)
        ]
        path = f'd="M{"L".join(points)}"'
        lines += f'<path {path} stroke="#8b816a" stroke-width="4"/>'
        lines += f'<path {path} stroke="{painted[seat.id].fill}" stroke-width="2.5"/>'
    look = 'fill="none" stroke-linejoin="round" stroke-linecap="round"'
    drawn = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SPARK_WIDTH} {SPARK_HEIGHT}" {look}>{lines}</svg>'
    return toned_drawing(drawn, palette) + "\n"


def hex_colour(space: Space, painted: Paints) -> str:
    """The colour of the owner of the tile on a space, or else that of its ground."""
    tile = next((each for each in space.pieces if each.shape == "tile"), None)
    return owner_colour(tile, painted) if tile else ground_colour(space.ground)


def ground_colour(ground: Ground) -> str:
    found = FILL.search(ground.drawing)
    return found[1] if found and found[1] != BARE else SAND


def owner_colour(piece: Piece, painted: Paints) -> str:
    paint = painted.get(piece.seat or piece.tint)
    return paint.fill if paint else NOBODY


def band(x: int, y: int, edges: tuple[str, ...]) -> str:
    """From side to side through the centre."""
    (ax, ay), (bx, by) = [*[MIDDLES[edge] for edge in edges[:2]], (0, 0), (0, 0)][:2]
    return f"M{x + ax} {y + ay}L{x} {y}L{x + bx} {y + by}"


def discs(pieces: Iterable[Piece], painted: Paints) -> Iterator[tuple[str, int]]:
    """The colours of the tokens and markers on a space, and where they are."""
    found = [each for each in pieces if each.shape in ("token", "marker")][:3]
    if found:
        yield from zip([owner_colour(each, painted) for each in found], ASIDE[len(found)], strict=True)


def layer(attribute: str, strokes: Strokes) -> Iterator[str]:
    yield from (f'<path {attribute}="{colour}" d="{"".join(strokes[colour])}"/>' for colour in sorted(strokes))


def dots_with_rims(dots: Strokes) -> Iterator[str]:
    """Discs with a dark rim: a dot of each colour on a larger dark one."""
    if dots:
        rims = "".join([part for colour in sorted(dots) for part in dots[colour]])
        yield f'<g stroke-linecap="round"><path stroke="#1d1b18" stroke-width="10" d="{rims}"/><g stroke-width="7">'
        yield from layer("stroke", dots)
        yield "</g></g>"


def frame_markup(spaces: list[Space], body: str) -> str:
    xs = [COLUMN * each.q for each in spaces]
    ys = [ROW * each.r + ROW // 2 * each.q for each in spaces]
    x, y = min(xs) - MARGIN, min(ys) - MARGIN
    width, height = max(xs) + MARGIN - x, max(ys) + MARGIN - y
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x} {y} {width} {height}">'
        f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="12" fill="#dbe7ec"/>'
        f'<g stroke="#8b816a" fill="none">{body}</g></svg>'
    )
