"""The board of e-mails is drawn once a position and kept where only the moderator reads; if lost or torn, again."""

import stat
import sys
from email import message_from_bytes
from pathlib import Path

import mailing_game as post
import pytest
from PIL.Image import Image

from referee.app.look import report_files
from referee.report.pictures import raster
from referee.report.pictures.hex_places import Frame
from referee.report.pictures.last_turns import EmailBoard
from referee.show.view import View

sys.path.append(str(Path(__file__).parent.parent / "post"))
import letter_samples as samples

Turns = tuple[tuple[tuple[int, int], ...], ...]


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The drawings that were made pixels."""
    made: list[str] = []
    draw = raster.email_pixels

    def noted(drawing: str) -> Image:
        made.append(drawing)
        return draw(drawing)

    monkeypatch.setattr(raster, "email_pixels", noted)
    return made


def kept() -> list[Path]:
    return sorted([*Path("private/cup").glob("*.gif"), *Path("private/cup").glob("*.png")])


def board() -> View:
    view = samples.letter("bruttium-2", 12).view
    assert view is not None
    return view._replace(game="cup")


@pytest.mark.usefixtures("game")
def test_e_mails_about_a_position_share_its_picture(drawn: list[str]) -> None:
    """The position now and what the last turns changed are drawn, each once."""
    before = len(kept())
    post.one(post.mail(post.fenced(post.move()), post.address("yellow")))  # a receipt, and the e-mail to red
    post.one(post.mail("show\n", post.address("red")))
    post.one(post.mail("show\n", post.address("yellow")))
    assert len(drawn) == len(set(drawn)) == 2
    assert len(kept()) == before + 1
    pictures = [
        part.get_payload(decode=True)
        for told in post.letters("/2-")
        for part in message_from_bytes(Path(told.path).read_bytes()).walk()
        if part.get_content_maintype() == "image"
    ]
    assert pictures
    assert len(set(pictures)) == 1


@pytest.mark.usefixtures("game")
def test_what_is_drawn_for_a_reader_is_not_among_what_people_publish() -> None:
    assert [stat.S_IMODE(path.stat().st_mode) for path in kept()] == [0o600]
    assert not [*Path("reports").rglob("*.gif"), *Path("reports").rglob("*.png")]


@pytest.mark.usefixtures("game")
@pytest.mark.parametrize("turns", [(), (((0, 0),),)])
@pytest.mark.parametrize("harm", [b"", b"\x89PNG\r\n\x1a\n", None])
def test_a_picture_that_is_torn_or_lost_is_drawn_again(harm: bytes | None, turns: Turns, drawn: list[str]) -> None:
    settings, found = post.table().settings, drawing()._replace(turns=turns)
    earlier = kept()
    whole = report_files.kept_board(settings, board(), found)
    (path,) = set(kept()) - set(earlier)
    for again in range(2):
        assert report_files.kept_board(settings, board(), found) == whole == path.read_bytes()
        assert len(drawn) == (1 + again) * (1 + len(turns))
        path.unlink() if harm is None else path.write_bytes(harm)


@pytest.mark.usefixtures("game")
def test_another_drawing_of_the_same_entry_is_another_picture() -> None:
    """Other colours, another language, or a title whose seats see boards of their own."""
    settings, one = post.table().settings, drawing()
    other = one._replace(now=one.now.replace("#dbe7ec", "#000000"))
    pictures = [report_files.kept_board(settings, board(), each) for each in (one, other, one, other)]
    assert pictures[0] == pictures[2] != pictures[1] == pictures[3]


@pytest.mark.usefixtures("game")
def test_where_nothing_can_be_kept_the_e_mail_has_its_picture() -> None:
    settings = post.table().settings
    for path in kept():
        path.unlink()
    Path("in-the-way").touch()
    nowhere = settings._replace(private="in-the-way")
    assert report_files.kept_board(nowhere, board(), drawing()).endswith(raster.ENDS)


def drawing() -> EmailBoard:
    one = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 60">'
        '<rect width="300" height="60" fill="#dbe7ec"/></svg>'
    )
    return EmailBoard(one, one, Frame(0, 0, 300, 60), ())
