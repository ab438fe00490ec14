"""The name of each building fits into its hex, in every language: measured as our font draws it."""

from collections.abc import Iterator
from functools import cache

import pytest
from PIL import Image, ImageDraw, ImageFont
from sample_games import whole_game

from referee.report.pictures import raster, scene
from referee.titles.attika.data.components import AttikaComponents
from referee.words import speaking, term

LANGUAGES = ("en", "de", "fr", "it")
FINE = 10
"""Pixels of a unit."""
RIM = 41 * FINE
"""From the middle of a hex to a side of its inner rim."""
FEET = {False: 18 * FINE, True: 10 * FINE}
"""How far down a drawing reaches, and a smaller one."""
LEAST = 10


@cache
def font(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(f"{raster.FONTS}/DejaVuSans-Bold.ttf", size * FINE)


def ink(text: str, y: int, size: int) -> Iterator[tuple[int, int, int]]:
    """Of each row of pixels where a centred line is drawn: its y, and where it begins and ends, from the middle."""
    half, foot = 100 * FINE, 60 * FINE
    drawn = Image.new("1", (2 * half, foot))
    ImageDraw.Draw(drawn).text((half, y * FINE), text, 1, font(size), anchor="ms")
    for row in range(foot):
        box = drawn.crop((0, row, 2 * half, row + 1)).getbbox()
        if box:
            yield row, box[0] - half, box[2] - half


def is_inside(row: int, left: int, right: int) -> bool:
    """Whether a row is within the lower half of the inner rim: of its lower sides and of its foot."""
    reach = max(-left, right)
    return row <= RIM and reach * 52 + row * 30 <= RIM * 60


def names(language: str) -> list[str]:
    game = whole_game("quadrilateral-4")
    box = game.position.setting.box
    assert isinstance(box, AttikaComponents)
    with speaking(language):
        return [str(term(each.name)) for each in box.buildings.values()]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_name_stays_inside_its_hex_and_below_its_drawing(language: str) -> None:
    found = names(language)
    for name in found:
        fitted = scene.fitted_name(name)
        assert " ".join(line for _, line in fitted.lines) == name
        assert fitted.size >= LEAST, name
        rows = [row for y, line in fitted.lines for row in ink(line, y, fitted.size)]
        assert [each for each in rows if not is_inside(*each)] == [], name
        assert min(row for row, _, _ in rows) >= FEET[fitted.raised], name
    assert len(set(found)) > 20


def test_a_name_that_leaves_its_hex_is_noticed() -> None:
    assert not all(is_inside(*row) for row in ink("miniera d'argento", 32, 10))
    assert not all(is_inside(*row) for row in ink("mint", 43, 10))


@pytest.mark.parametrize(
    ("name", "size", "lines"),
    [
        ("ship", 15, ["ship"]),
        ("champ de blé", 13, ["champ", "de blé"]),
        ("campo di grano", 12, ["campo di", "grano"]),
        ("Hauptstadt", 10, ["Hauptstadt"]),
        ("an unusually long name of a building", 8, ["an unusually long", "name of a building"]),
    ],
)
def test_a_long_name_is_on_two_lines_and_as_large_as_it_can_be(name: str, size: int, lines: list[str]) -> None:
    fitted = scene.fitted_name(name)
    assert (fitted.size, [line for _, line in fitted.lines]) == (size, lines)
    assert fitted.raised == (len(lines) > 1 or size < scene.LARGE_ENOUGH)
