"""The board of an e-mail, put together from sprites, next to the same board drawn as a whole."""

from collections.abc import Iterator
from functools import cache
from io import BytesIO
from random import Random

import pytest
import sample
from PIL.Image import Image, Resampling
from PIL.Image import new as new_image
from PIL.ImageChops import difference
from PIL.PngImagePlugin import PngImageFile

from referee.app.game_access import Table, open_game
from referee.report.pictures import raster, sprites, strips, svg
from referee.report.pictures.drawing_parts import drawn_parts
from referee.report.pictures.hex_places import Frame
from referee.report.pictures.palette import Palette, paints, parts, toned_drawing
from referee.report.pictures.scene import DrawnTile, scene
from referee.settings import Settings
from referee.show.view import View
from referee.words import speaking

GAMES = {"mezzogiorno-4": (90,), "quadrilateral-4": (130,)}
WIDTH = 720
BLOCK = 12
"""Pixels of a square whose mean colour is compared; the letters of a label are a little larger."""
NEAR = 40
"""How far the mean may be: lines fall between other pixels, and there are fewer colours."""


@cache
def positions() -> tuple[View, ...]:
    """Of stored games, as a player sees them; the boards of two titles."""
    return (sample.view(), *played())


def played() -> Iterator[View]:
    for id, entries in GAMES.items():
        for upto in entries:
            game = open_game(Table(Settings(games="games", private="none")), id, upto=upto)
            yield game.book.show().view(game.header, game.line, next(iter(game.players)))


def picture(view: View, palette: Palette = None) -> bytes:
    assert view.board
    return sprites.board_png(view.board, paints(view.seats, palette), palette, WIDTH)


def forget() -> None:
    sprites.picture_png.cache_clear()
    sprites.ground.cache_clear()
    sprites.laid_space.cache_clear()
    sprites.sprite_of.cache_clear()
    strips.strip_of.cache_clear()
    strips.ground_image.cache_clear()
    strips.colour_table.cache_clear()


def styled_tiles() -> Iterator[tuple[sprites.Style, tuple[DrawnTile, ...]]]:
    for view in positions():
        painted = paints(view.seats, None)
        assert view.board
        named = str(svg.definitions(tuple(painted.values()), view.board))
        yield sprites.Style(sprites.Scale(83, 48), named, None), scene(view.board, painted).tiles


def blocks(shown: Image) -> list[tuple[int, ...]]:
    small = shown.convert("RGB").resize((shown.width // BLOCK, shown.height // BLOCK), Resampling.BOX)
    return [tuple(small.tobytes()[at : at + 3]) for at in range(0, len(small.tobytes()), 3)]


def farthest(shown: Image, other: Image) -> int:
    pairs = zip(blocks(shown), blocks(other), strict=True)
    return max(abs(one - two) for here, there in pairs for one, two in zip(here, there, strict=True))


@pytest.mark.parametrize("palette", [None, "grey", "contrast"])
def test_it_looks_like_the_board_drawn_as_a_whole(palette: Palette) -> None:
    for view in positions():
        shown = PngImageFile(BytesIO(picture(view, palette)))
        drawn = toned_drawing(svg.svg_picture(view, paints(view.seats, palette), alone=False), palette)
        whole = raster.raster(drawn, 2 * WIDTH).resize(shown.size, Resampling.BOX)
        assert farthest(shown.convert("RGB"), whole) < NEAR
        assert WIDTH * 0.9 < shown.width <= WIDTH


def test_what_was_drawn_before_changes_no_byte() -> None:
    wanted = []
    asked = [(view, palette, tongue) for view in positions() for palette in (None, "grey") for tongue in ("en", "de")]
    for view, palette, tongue in asked:
        forget()
        with speaking(tongue):
            wanted.append(picture(view, palette))
    for seed in range(2):
        forget()
        for at in Random(seed).sample(range(len(asked)), len(asked)):
            view, palette, tongue = asked[at]
            with speaking(tongue):
                assert picture(view, palette) == wanted[at]


def test_a_move_needs_few_new_sprites() -> None:
    forget()
    before = []
    for upto in range(40, 45):
        game = open_game(Table(Settings(games="games", private="none")), "mezzogiorno-4", upto=upto)
        picture(game.book.show().view(game.header, game.line, "red"))
        before.append(sprites.sprite_of.cache_info().misses)
    assert before[-1] - before[0] < before[0] / 2


def test_what_reaches_the_edge_of_a_hex_is_drawn_whole() -> None:
    style = sprites.Style(sprites.scale_of(Frame(0, 0, 1000, 900), WIDTH), "", None)
    words = '<text text-anchor="middle" font-size="27">ABCDEFGHIJK</text>'
    near, whole = [sprites.sprite_of(words, frame, style) for frame in (sprites.NEAR, sprites.SPACE)]
    assert near.image
    assert whole.image
    assert near.image.width > style.scale.box(sprites.NEAR).width
    assert (near.x, near.y, near.image.tobytes()) == (whole.x, whole.y, whole.image.tobytes())


def test_rings_are_a_sprite_of_their_own_unless_something_covers_them() -> None:
    view = sample.view()
    assert view.board
    for tile in scene(view.board, paints(view.seats, None)).tiles:
        new, old = [sprites.layers_of(tile._replace(fresh=fresh, ticks=())) for fresh in (True, False)]
        is_covered = bool(tile.filling and (tile.tokens or tile.badge))
        assert (new.soil, new.bands, new.letters) == (old.soil, old.bands, old.letters)
        assert (new.standing == old.standing) is not is_covered
        assert bool(new.rings or new.soil_rings) is not is_covered
        assert not old.rings + old.soil_rings


SAME = 6
"""How far the light of a pixel may be, of 255: each part is rounded by itself, and edges of parts lie on each other."""


def on_white(sprite: strips.Sprite, box: Frame) -> Image:
    shown = new_image("RGB", (box.width, box.height), "white")
    assert sprite.image
    shown.paste(sprite.image, (sprite.x - box.x, sprite.y - box.y), sprite.image)
    return shown


def test_what_stands_on_a_space_looks_the_same_when_it_is_joined_from_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sprites, "plain_words_of", lambda drawing: None)  # words are compared in test_word_pixels.py
    sprites.sprite_of.cache_clear()
    several = 0
    for style, tile in [(style, tile) for style, drawn in styled_tiles() for tile in drawn]:
        standing = sprites.layers_of(tile).standing
        if sprites.STANDING in standing:
            box = style.scale.box(sprites.SPACE)
            whole = raster.raster(sprites.sprite_svg(standing, box, style), box.width)
            joined = on_white(sprites.sprite_of(standing, sprites.SPACE, style), box)
            assert max(difference(whole, joined).tobytes()) <= SAME
            several += len(drawn_parts(standing)) > 2
    assert several > 10


def test_parts_keep_the_groups_that_move_them_and_no_other_group_is_taken_apart() -> None:
    drawing = '<g transform="a" class="standing"><b/><g transform="c"><d>&lt;</d><g fill="e"><f/><g/></g></g></g><h/>'
    assert drawn_parts(drawing) == [
        '<g transform="a"><b /></g>',
        '<g transform="a"><g transform="c"><d>&lt;</d></g></g>',
        '<g transform="a"><g transform="c"><g fill="e"><f /><g /></g></g></g>',
        "<h />",
    ]


@pytest.mark.parametrize("width", [300, 601, 720, 1000])
def test_hexes_stay_regular_and_centres_are_whole_pixels(width: int) -> None:
    for units in (500, 1134, 1222, 2345):
        scale = sprites.scale_of(Frame(0, 0, units, 900), width)
        assert abs(scale.half_row * 2 * 90 / (scale.column * 104) - 1) < 0.04
        assert scale.box(Frame(-7, -3, units, 900)).width <= width + 1
        assert scale.pixel(90 * 7, 52 * 3) == (7 * scale.column, 3 * scale.half_row)


def test_only_the_definitions_that_a_drawing_needs_are_in_its_sprite() -> None:
    house = '<g id="b"><use href="#a"/><g><text>x</text></g></g>'
    known = f'<path id="a" d=""/>\n{house}\n<pattern id="c"><path/></pattern>'
    assert sprites.used_definitions(known, "<g/>") == ""
    assert sprites.used_definitions(known, '<use href="#b"/>').split("\n")[1] == '<path id="a" d=""/>'
    assert sprites.used_definitions(known, '<g fill="url(#c)"/>') == '<pattern id="c"><path/></pattern>'


def test_after_a_move_strips_are_used_again() -> None:
    forget()
    for upto in (40, 41):
        game = open_game(Table(Settings(games="games", private="none")), "mezzogiorno-4", upto=upto)
        picture(game.book.show().view(game.header, game.line, "red"))
    assert strips.strip_of.cache_info().hits > 5
    assert strips.colour_table.cache_info().misses == 1


def test_rings_around_new_pieces_change_no_colours() -> None:
    for view in positions():
        forget()
        assert view.board
        for fresh in ("now", ""):
            spaces = [
                space._replace(pieces=tuple([piece._replace(fresh=fresh) for piece in space.pieces]))
                for space in view.board.spaces
            ]
            picture(view._replace(board=view.board._replace(spaces=tuple(spaces))))
        assert strips.colour_table.cache_info().misses == 1


def test_all_pictures_of_a_game_have_one_table_of_colours() -> None:
    for id, entries in GAMES.items():
        forget()
        for upto in range(10, entries[0], 20):
            game = open_game(Table(Settings(games="games", private="none")), id, upto=upto)
            picture(game.book.show().view(game.header, game.line, next(iter(game.players))))
        assert strips.colour_table.cache_info().misses == 1, id


@pytest.mark.parametrize("colours", [1, 2, 25, 300])
def test_a_table_has_each_colour_that_a_drawing_names(colours: int) -> None:
    named = frozenset(f"#{at * 40_000:06x}" for at in range(colours))
    levels = strips.colour_table(named).palette.getpalette() or []
    found = {tuple(levels[at : at + 3]) for at in range(0, len(levels), 3)}
    assert len(levels) <= 3 * strips.COLOURS
    if colours <= strips.COLOURS // 2:
        assert {parts(each) for each in named} <= found


@pytest.mark.parametrize("letter", ["\0", "\x0b", "\ufffe", "\udc80", "]]>", "&<>'\"", "🏛", "e\u0301"])
def test_whatever_is_written_on_a_piece_can_be_joined(letter: str) -> None:
    style, drawn = next(styled_tiles())
    for tile in [each for each in drawn if each.badge or each.tokens or each.filling][:5]:
        strange = tile._replace(badge=letter, caption=letter)
        assert sprites.sprite_of(sprites.layers_of(strange).standing, sprites.NEAR, style).image
