"""A picture in strips is the picture drawn at once: any size, sprites that hang over each edge, and any order."""

import io

from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from referee.report.pictures.hex_places import Frame
from referee.report.pictures.strips import (
    HEIGHT,
    PlacedSprite,
    Sprite,
    colour_table,
    laid_sprites,
    striped_ground,
    striped_png,
)

HUES = ("#102030", "#e0a010", "#ffffff", "#3060c0", "#000000")
PLACES = st.integers(-40, 3 * HEIGHT)


@st.composite
def placed_sprites(draw: st.DrawFn) -> PlacedSprite:
    hue, size = draw(st.sampled_from(HUES)), (draw(st.integers(1, 90)), draw(st.integers(1, 2 * HEIGHT)))
    seen = draw(st.integers(1, 255))
    image = Image.new("RGBA", size, (*bytes.fromhex(hue[1:]), seen))
    return PlacedSprite(Sprite(0, 0, image, frozenset((hue,))), draw(PLACES), draw(PLACES))


SEA = "#a0c0d0"
BOXES = st.builds(Frame, st.integers(-60, 60), st.integers(-300, 300), st.integers(1, 120), st.integers(1, 4 * HEIGHT))


@given(BOXES, st.lists(placed_sprites(), max_size=4), st.lists(placed_sprites(), max_size=6))
def test_it_is_the_picture_drawn_at_once(box: Frame, lying: list[PlacedSprite], placed: list[PlacedSprite]) -> None:
    with Image.open(io.BytesIO(striped_png(striped_ground(box, SEA, lying), laid_sprites(placed)))) as found:
        found.load()  # its checks are looked at here
        assert found.size == (box.width, box.height)
        assert found.convert("RGB").tobytes() == drawn_at_once(box, [*lying, *placed]).tobytes()


def drawn_at_once(box: Frame, placed: list[PlacedSprite]) -> Image.Image:
    whole = Image.new("RGB", (box.width, box.height), SEA)
    for sprite, x, y in placed:
        assert sprite.image
        whole.paste(sprite.image, (x - box.x, y - box.y), sprite.image)
    named = frozenset((SEA,)).union(*[each.sprite.colours for each in placed])
    return whole.quantize(palette=colour_table(named).palette, dither=Image.Dither.NONE).convert("RGB")


def test_where_a_board_grows_most_strips_stay() -> None:
    tile = Sprite(0, 0, Image.new("RGBA", (30, 40), HUES[0]), frozenset(HUES[:1]))
    small, large = [
        striped_ground(Frame(0, top, 100, 5 * HEIGHT - top), SEA, [PlacedSprite(tile, 9, 2 * HEIGHT)])
        for top in (-50, -150)
    ]
    stay = [at for at, strip in small.strips.items() if large.strips[at] == strip]
    assert stay == list(range(5))
    assert len({large.strips[at] for at in stay}) == 2  # bare sea, and the tile
