"""A ring around what is new on a board is seen on a tile of any colour."""

import re

import pytest
import sample
from ground import board_of
from sample_games import game_after

from referee.report.pictures import svg
from referee.report.pictures.palette import Name, Paint, paints
from referee.report.pictures.scene import scene, tile
from referee.report.pictures.svg import entries
from referee.report.wording import LAST
from referee.show.view import View
from referee.titles.magna_grecia.show.picture import city_piece, market_piece


def ring(paint: Paint) -> str:
    return f'fill="none" stroke="{paint.fill}" stroke-width="4"'


def dashes(paint: Paint) -> str:
    return f'stroke="{paint.ink}" stroke-width="6" stroke-dasharray'


def test_last_turns_of_seats_are_ringed_in_their_colours() -> None:
    drawn, painted = svg.board(sample.view()), paints(sample.SEATS)
    rings = re.findall(r'transform="scale\(.91\)" fill="none" stroke="(#\w+)" stroke-width="4"', drawn)
    assert {painted[seat].fill for seat in ("yellow", "red", "brown")} == set(rings)


@pytest.mark.parametrize("name", Name)
def test_on_a_tile_of_its_own_colour_a_ring_has_dashes_in_the_ink(name: Name) -> None:
    """A market of red in a city of yellow has a red ring, one in a city of red has dashes."""
    painted = paints(sample.SEATS, name)
    for owner in ("yellow", "red"):
        pieces = (city_piece(owner, links=2), market_piece("red", fresh="red", worth=2))
        drawn = svg.tile_markup(tile(board_of(sample.view()).spaces[0]._replace(pieces=pieces), painted))
        assert (dashes(painted["red"]) in drawn) == (owner == "red")
        assert (ring(painted["red"]) in drawn) == (owner == "yellow")


def attika() -> View:
    game = game_after("quadrilateral-4", 240)
    return game.book.show().view(game.header, game.moments, "")


def test_the_legend_shows_the_ring_as_it_is_on_the_board() -> None:
    """In Attika it is on tiles alone."""
    for view, is_tiled in ((sample.view(), False), (attika(), True)):
        (sign,) = [each.sign for each in entries(view, paints(view.seats)) if each.means == str(LAST)]
        assert sign.ticks
        assert (sign.filling == sign.ticks[0]) == is_tiled


def test_each_building_of_the_last_turns_is_marked() -> None:
    view = attika()
    fresh = [each for each in scene(board_of(view), paints(view.seats)).tiles if each.ticks or each.fresh]
    assert sorted(each.label for each in fresh) == ["17sw", "3s", "9n", "9ne"]
