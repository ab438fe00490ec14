"""The picture of a link: the size that sites ask for, the board and all scores inside it, nothing cut."""

from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
from ground import board_of
from PIL import Image

from referee import api
from referee.app.game_access import Table
from referee.report.pictures import preview, raster, scene
from referee.report.pictures.hex_places import Frame
from referee.report.pictures.preview import PreviewFacts, preview_drawing
from referee.settings import Settings
from referee.show.view import Seat

TABLE = Table(Settings(str(Path(__file__).parents[2] / "games")))
SVG = "{http://www.w3.org/2000/svg}"


def facts(id: str, name: str = "") -> PreviewFacts:
    view = api.Game(TABLE, id).view()
    seats = tuple([Seat(each.id, name or each.player, each.initial, each.number) for each in view.seats])
    winners = [at == 0 for at in range(len(seats))]
    return PreviewFacts(view.full_title, id, view.headline, seats, range(len(seats)), winners, board_of(view))


def test_it_has_the_size_that_sites_ask_for() -> None:
    raw = raster.png(preview_drawing(facts("mezzogiorno-4")), preview.WIDTH)
    with Image.open(BytesIO(raw)) as picture:
        assert (picture.format, picture.size) == ("PNG", (1200, 630))
    assert len(raw) < 150_000
    assert raster.png(preview_drawing(facts("mezzogiorno-4")), preview.WIDTH) == raw


@pytest.mark.parametrize("name", ["", "W" * 40, "Дмитрий"])
@pytest.mark.parametrize("id", ["bruttium-2", "quadrilateral-4"])
def test_all_words_and_the_whole_board_are_inside_it(id: str, name: str) -> None:
    root = ElementTree.fromstring(preview_drawing(facts(id, name)))
    texts = [each for each in root if each.tag == f"{SVG}text"]
    own = [each for each in texts if each.get("text-anchor") != "middle"]
    for each in own:
        wide = scene.letters_of(each.text or "") * scene.USUAL * int(each.get("font-size", "")) // 1000
        assert int(each.get("x", "")) + wide <= 1200, each.text
        assert 0 < int(each.get("y", "")) < 620
    assert sum(each.get("font-weight") == "bold" for each in own) == 2
    (board,) = [each for each in root if each.tag == f"{SVG}svg"]
    place = Frame(*[int(board.get(key, "")) for key in ("x", "y", "width", "height")])
    assert place.x >= preview.RIM
    assert place.x + place.width <= preview.BESIDE - preview.RIM + 1
    assert place.y + place.height <= 630 - preview.RIM + 1


def test_a_seat_without_a_count_has_its_name_alone() -> None:
    drawn = preview_drawing(facts("bruttium-2")._replace(scores=[None, 12]))
    assert ">Theano</text>" in drawn
    assert " 12</text>" in drawn


def test_a_long_result_is_cut_after_four_lines() -> None:
    drawn = preview_drawing(facts("bruttium-2")._replace(result="many words " * 40))
    assert drawn.count('font-size="30">many') <= preview.MOST


def test_the_winner_stands_first() -> None:
    found = facts("mezzogiorno-4")
    drawn = preview_drawing(found._replace(scores=[1, 2, 3, 2], winners=[False, False, False, True]))
    rows = [drawn.index(f">{found.seats[at].player} {score}<") for at, score in ((3, 2), (2, 3), (1, 2), (0, 1))]
    assert rows == sorted(rows)
