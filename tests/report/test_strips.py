"""A picture in strips is the picture drawn at once: any size, sprites that hang over each edge, and any order."""

import io

from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from referee.report.pictures.strips import HEIGHT, PlacedSprite, Sprite, colour_table, striped_png

HUES = ("#102030", "#e0a010", "#ffffff", "#3060c0", "#000000")
PLACES = st.integers(-40, 3 * HEIGHT)


@st.composite
def placed_sprites(draw: st.DrawFn) -> PlacedSprite:
    hue, size = draw(st.sampled_from(HUES)), (draw(st.integers(1, 90)), draw(st.integers(1, 2 * HEIGHT)))
    seen = draw(st.integers(1, 255))
    image = Image.new("RGBA", size, (*bytes.fromhex(hue[1:]), seen))
    return PlacedSprite(Sprite(0, 0, image, frozenset((hue,))), draw(PLACES), draw(PLACES))


@given(st.integers(1, 120), st.integers(1, 4 * HEIGHT), st.lists(placed_sprites(), max_size=6))
def test_it_is_the_picture_drawn_at_once(width: int, height: int, placed: list[PlacedSprite]) -> None:
    ground = Sprite(0, 0, Image.new("RGB", (width, height), "#a0c0d0"), frozenset(("#a0c0d0",)))
    with Image.open(io.BytesIO(striped_png(ground, placed))) as found:
        found.load()  # its checks are looked at here
        assert found.size == (width, height)
        assert found.convert("RGB").tobytes() == drawn_at_once(ground, placed).tobytes()


def drawn_at_once(ground: Sprite, placed: list[PlacedSprite]) -> Image.Image:
    assert ground.image
    whole = ground.image.copy()
    for sprite, x, y in placed:
        assert sprite.image
        whole.paste(sprite.image, (x, y), sprite.image)
    named = ground.colours.union(*[each.sprite.colours for each in placed])
    return whole.quantize(palette=colour_table(named).palette, dither=Image.Dither.NONE).convert("RGB")
