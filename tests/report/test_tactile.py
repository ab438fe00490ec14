"""The board for fingers: Braille as it is read, paper on which it fits, a sign for each seat, black on white."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from ground import board_of

from referee.app.game_access import Table
from referee.app.look import game_views
from referee.report.pictures import braille, tactile
from referee.settings import Settings

TABLE = Table(Settings(str(Path(__file__).parents[2] / "games")))
SVG = "{http://www.w3.org/2000/svg}"


def unicode_braille(text: str) -> str:
    """The cells as characters of Unicode: its bits are the dots."""
    return "".join(chr(0x2800 + sum(1 << int(dot) - 1 for dot in cell)) for cell in braille.braille_cells(text))


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("A4", "⠁⠼⠙"),
        ("C12", "⠉⠼⠁⠃"),
        ("10sw", "⠼⠁⠚⠎⠺"),
        ("3b", "⠼⠉⠰⠃"),
        ("Zoë-Élea", "⠵⠕⠑⠤⠑⠇⠑⠁"),
        ("the quick", "⠞⠓⠑⠀⠟⠥⠊⠉⠅"),
        ("Ж", "⠿"),
    ],
)
def test_letters_and_digits_are_the_cells_of_braille(text: str, cells: str) -> None:
    assert unicode_braille(text) == cells


def test_no_two_letters_share_a_cell() -> None:
    assert len(set(braille.CELLS.values())) == len(braille.CELLS)


@pytest.mark.parametrize(("id", "entry"), [("mezzogiorno-4", 25), ("bruttium-2", 12), ("quadrilateral-4", 204)])
def test_everything_is_on_the_paper_and_black_or_white(id: str, entry: int) -> None:
    view = game_views.show(TABLE, id, at=entry)
    drawn = tactile.tactile_board(view)
    root = ElementTree.fromstring(drawn)
    size = root.get("width"), root.get("height")
    assert size in {("210mm", "297mm"), ("297mm", "210mm"), ("297mm", "420mm"), ("420mm", "297mm")}
    assert set(re.findall(r'(?:fill|stroke)="(#\w+)"', drawn)) == {"#000000", "#ffffff"}
    wide, high = (int(each) for each in root.get("viewBox", "").split()[2:])
    dots = [
        (int(each.get("cx", "")), int(each.get("cy", "")))
        for each in root.iter(f"{SVG}circle")
        if each.get("r") == "75"
    ]
    assert len(dots) > 30
    assert all(1000 < x < wide - 1000 and 1000 < y < high - 1000 for x, y in dots)
    spaces = [each for each in root.iter(f"{SVG}use") if each.get("href") == "#hex"]
    assert len(spaces) == len([each for each in board_of(view).spaces if not each.ground.is_offer])


def test_names_of_rows_columns_and_players_are_in_braille() -> None:
    root = ElementTree.fromstring(tactile.tactile_board(game_views.show(TABLE, "mezzogiorno-4", at=25)))
    titles = [each.text for each in root.iter(f"{SVG}title")]
    assert titles == [
        "mezzogiorno-4 25",
        *"ABCDEFGHIJKLMNOP",
        *map(str, range(1, 19)),
        "Anna",
        "Bruno",
        "Chiara",
        "Dario",
    ]


def test_dots_have_the_sizes_of_printed_braille() -> None:
    (first, *rest), second = tactile.braille_text("c", 0, 0).dots, tactile.braille_text("aa", 0, 0).dots
    assert (first, rest) == ((0, 0), [(250, 0)])
    assert second == ((0, 0), (600, 0))


def test_each_seat_has_a_sign_and_a_road_of_its_own() -> None:
    rows = tactile.legend_rows(game_views.show(TABLE, "mezzogiorno-4").seats, 0)
    assert len({row.sign for row in rows}) == len({row.dashes for row in rows}) == 4
