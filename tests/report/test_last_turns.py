"""The moving board of an e-mail: of the board before, only what the last turns changed is drawn."""

import sys
from pathlib import Path

import pytest
from PIL import ImageChops

from referee.report.html.first_screen import beats_of
from referee.report.pictures import last_turns, raster
from referee.report.pictures.svg import email_board
from referee.show.view import View, drawable

sys.path.append(str(Path(__file__).parent.parent / "post"))
import letter_samples as samples

pytestmark = pytest.mark.usefixtures("real_pictures")


def before(view: View) -> View:
    """The view with the whole board as before the last turns of all who moved."""
    board = drawable(view.board)
    assert board
    spaces = tuple([last_turns.space_before(each, beats_of(view)) for each in board.spaces])
    return view._replace(board=board._replace(spaces=spaces))


@pytest.mark.parametrize(
    ("id", "upto"), [("mezzogiorno-4", 16), ("mezzogiorno-4", 49), ("quadrilateral-4", 142), ("triangle-3", 5)]
)
def test_what_the_turns_changed_is_drawn_as_on_the_whole_board(id: str, upto: int) -> None:
    view = samples.letter(id, upto).view
    assert view
    board = last_turns.drawn_board(view, None)
    assert board
    assert board.turns
    places = [place for turn in board.turns for place in turn]
    now, part = raster.email_pixels(board.now), raster.email_pixels(board.before)
    whole = raster.email_pixels(email_board(before(view), None))
    assert ImageChops.difference(now, whole).getbbox()
    assert not ImageChops.difference(last_turns.with_hexes(now, part, places, board.frame), whole).getbbox()


def test_the_readers_own_turn_stays() -> None:
    """Only what happened since is played: what the reader laid is there from the beginning."""
    view = samples.letter("quadrilateral-4", 142).view
    assert view
    assert view.seat == "sparta"
    assert view.board
    own = [
        (space.q, space.r)
        for space in view.board.spaces
        if any(each.fresh and each.seat == "sparta" for each in space.pieces)
    ]
    board = last_turns.drawn_board(view, None)
    assert board
    assert own
    assert not {place for turn in board.turns for place in turn}.intersection(own)
    assert all(
        last_turns.space_before(each, beats_of(view)) == each for each in view.board.spaces if (each.q, each.r) in own
    )
