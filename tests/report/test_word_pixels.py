"""Words drawn by Pillow, next to the same words drawn by the SVG renderer."""

from functools import cache

import pytest
import sample
from PIL.Image import Image, Resampling, new
from PIL.ImageChops import difference
from PIL.ImageStat import Stat

from referee.report.pictures import raster, sprites, word_pixels
from referee.report.pictures.hex_places import Frame
from referee.report.pictures.palette import paints
from referee.report.pictures.scene import scene

STYLES = [
    sprites.Style(scale, "", None) for scale in (sprites.Scale(83, 48), sprites.Scale(52, 30), sprites.Scale(31, 18))
]
BOX = Frame(-200, -60, 400, 120)
BLOCK = 4
"""Pixels of a square whose mean colour is compared, a little more than a line of a letter is wide."""
NEAR = 60
"""How far the mean may be, of 255: each letter is up to a sixteenth of a pixel aside of where it was."""
LETTERS = (
    '<g class="letters" text-anchor="middle" font-size="27" fill="#1d1b18" stroke="#fffdf5" stroke-width="5" '
    'stroke-linejoin="round" paint-order="stroke" pointer-events="none">\n<g transform="translate(3 -4)" '
    'class="lettering">\n{}\n</g></g>\n'
)


def on_land(image: Image, place: tuple[int, int]) -> Image:
    shown = new("RGB", (BOX.width, BOX.height), "#f6f1e2")
    shown.paste(image, place, image)
    return shown


def by_pillow(drawing: str, style: sprites.Style) -> Image:
    sprite = sprites.sprite_of(drawing, sprites.SPACE, style)
    assert sprite.image
    return on_land(sprite.image, (sprite.x - BOX.x, sprite.y - BOX.y))


def by_renderer(drawing: str, style: sprites.Style) -> Image:
    return on_land(raster.render_svg(sprites.sprite_svg(drawing, BOX, style), BOX.width).convert("RGBA"), (0, 0))


def farthest(shown: Image, other: Image) -> int:
    small = difference(shown, other).resize((BOX.width // BLOCK, BOX.height // BLOCK), Resampling.BOX)
    return max(high for _, high in Stat(small).extrema)


@cache
def lettering() -> tuple[str, ...]:
    """What is written over the spaces of a board, as its template writes it."""
    view = sample.view()
    assert view.board
    drawn = scene(view.board, paints(view.seats, None))
    written = [sprites.layers_of(each).letters for each in drawn.tiles]
    return tuple([each for each in written if each])


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize(
    "text",
    [
        '<text y="9" font-weight="bold" class="choice" fill="#0b5cd5" stroke="none">c35</text>',
        '<text x="-45" y="7" font-size="21" font-weight="bold" class="label number">-12, 3</text>',
        '<text y="-27" font-weight="bold" class="name">Kallipolis</text>',
        '<text y="45" class="label" fill="#6f654c" stroke="none">Ἀττική Ωmega Жук</text>',
        '<text x="-32" y="42" font-size="21" text-anchor="start" class="label" stroke-width="4">D9</text>',
        '<text y="-27">A</text><text x="20" y="45" text-anchor="end" font-size="15">q. &lt;e&amp;&gt; ß</text>',
        "<text>\u4e2d e\u0301 \U0001f3db</text>",
    ],
)
def test_words_look_as_the_renderer_draws_them(text: str, style: sprites.Style) -> None:
    drawing = LETTERS.format(text)
    assert word_pixels.plain_words_of(drawing)
    assert farthest(by_pillow(drawing, style), by_renderer(drawing, style)) <= NEAR


@pytest.mark.parametrize("move", ["translate(13 -4)", "translate(3 4)"])
def test_words_in_another_place_look_otherwise(move: str) -> None:
    drawing = LETTERS.format('<text y="9">c35</text>')
    moved = drawing.replace("translate(3 -4)", move)
    assert all(farthest(by_pillow(moved, style), by_renderer(drawing, style)) > NEAR for style in STYLES)


def test_what_is_written_over_a_board_is_drawn_so() -> None:
    found = lettering()
    assert len(found) > 20
    for drawing in found:
        if word_pixels.plain_words_of(drawing):
            assert farthest(by_pillow(drawing, STYLES[0]), by_renderer(drawing, STYLES[0])) <= NEAR
    assert any(map(word_pixels.plain_words_of, found))


@pytest.mark.parametrize(
    "drawing",
    [
        "",
        "<path/>",
        '<g><use href="#hex"/><text font-size="9">a</text></g>',
        '<text font-size="9" textLength="146" lengthAdjust="spacingAndGlyphs">Metapontum</text>',
        '<text font-size="9" rotate="20">a</text>',
        '<text font-size="9" display="none">a</text>',
        '<g transform="translate(1 2) scale(2)"><text font-size="9">a</text></g>',
        '<g transform="rotate(90)"><text font-size="9">a</text></g>',
        '<text x="1.5" font-size="9">a</text>',
        '<text font-size="9px">a</text>',
        '<text font-size="0">a</text>',
        '<text font-size="100">a</text>',
        f'<text font-size="9">{"a" * 61}</text>',
        "<text>a</text>",
        '<text font-size="9" fill="url(#pattern1)">a</text>',
        '<text font-size="9" stroke="#ffffff">a</text>',
        '<text font-size="9"><tspan>a</tspan></text>',
        '<g opacity=".5"><text font-size="9">a</text></g>',
    ],
)
def test_anything_else_is_left_to_the_renderer(drawing: str) -> None:
    assert word_pixels.plain_words_of(drawing) is None


def test_nothing_is_seen_of_a_blank() -> None:
    drawing = LETTERS.format("<text> </text>")
    assert by_pillow(drawing, STYLES[0]).getcolors() == by_renderer(drawing, STYLES[0]).getcolors()


@pytest.mark.parametrize(
    "letter", ["\0", "\x0b", "\ufffe", "\udc80", "]]>", "&<>'\"", "\U0001f3db", "\n", "\u202e", "\u0301"]
)
def test_whatever_a_space_is_called_is_drawn(letter: str) -> None:
    view = sample.view()
    assert view.board
    for tile in scene(view.board, paints(view.seats, None)).tiles[:20]:
        strange = tile._replace(name=tile.name and letter, label=letter)
        written = sprites.layers_of(strange).letters
        if written:
            sprites.sprite_of(written, sprites.SPACE, STYLES[0])
