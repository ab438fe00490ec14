"""A title without a board (Veiled Nim), and one whose board has no spaces, in every form that a report has."""

import json
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import nim_title
import pytest
from cli_runs import run

from referee.show.view import Board

TOML = """
[mail]
from = "Referee <referee@example.org>"
transport = "files"
folder = "letters"
"""
NOTES = """
format: referee-notes/1
game: cup
entries:
  '2': {glyph: '!!', says: Well done.}
variations:
  - entry: 3
    says: Or this.
    moves: [{seat: south, actions: [{take: 2}]}]
"""
SEATS = {"north": "Ann", "south": "Bo"}
TURNS = [(seat, 3) for seat in ("north", "south", "north", "south", "north")]
"""The heap has 15 stones."""


@pytest.fixture(params=[None, nim_title.EMPTY], ids=["no board", "a board without spaces"])
def board(request: pytest.FixtureRequest) -> Board | None:
    found: Board | None = request.param
    return found


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, board: Board | None) -> None:
    """A game of Nim, begun by mail in an empty folder."""
    nim_title.install(monkeypatch, board)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "referee.toml")
    monkeypatch.setenv("REFEREE_NOW", "2026-11-20T19:00:00Z")
    Path("referee.toml").write_text(TOML)
    players = [f"--player={seat}={name}" for seat, name in SEATS.items()]
    addresses = [f"--address={seat}={seat}@example.org" for seat in SEATS]
    done("new", "nim", "--id", "cup", "--option=stones=15", *players, *addresses)


def done(*words: str, stdin: bytes = b"", code: int = 0) -> str:
    ran = run(*words, stdin=stdin)
    assert ran.code == code, ran.out + ran.err
    return ran.out + ran.err


def play(turns: int = len(TURNS)) -> None:
    for number, (seat, what) in enumerate(TURNS[:turns], 1):
        done("submit", "-", stdin=f"game: cup\nafter: {number}\nseat: {seat}\nactions: [take: {what}]\n".encode())


TEXTS = "Ann (north) moves now.", "On the table", "Stones taken", "Take 1 to 3 stones from the heap."


@pytest.mark.parametrize("form", ["text", "html", "bbcode", "markdown", "json"])
def test_every_form_has_all_but_the_board(form: str) -> None:
    shown = done("show", "cup", "--format", form)
    for text in TEXTS:
        assert text in shown, text
    assert "The board" not in shown
    assert "Legend" not in shown


def test_programs_get_what_the_title_says_of_its_board(board: Board | None) -> None:
    shown = json.loads(done("show", "cup", "--json"))
    assert shown["board"] == (None if board is None else {**shown["board"], "spaces": []})


@pytest.mark.parametrize("form", ["svg", "png"])
def test_there_is_no_picture_and_the_message_says_what_there_is(form: str) -> None:
    refused = done("show", "cup", "--format", form, "--out", f"board.{form}", code=66)
    assert refused == "cup has no board, so there is no picture of it. Use --format html, text, bbcode or markdown.\n"
    assert not Path(f"board.{form}").exists()


def test_the_page_draws_the_chart_and_the_signs_of_the_seats() -> None:
    page = done("show", "cup", "--format", "html", "--seat", "north")
    ids = {each.partition('"')[0] for each in page.split(' id="')[1:]}
    assert {each.partition('"')[0] for each in page.split('href="#')[1:]} <= ids
    assert 'class="chart"' in page


def letters() -> list[EmailMessage]:
    found = []
    for path in sorted(Path("letters").rglob("*.eml")):
        mail = message_from_bytes(path.read_bytes(), policy=policy.default)
        assert isinstance(mail, EmailMessage)
        found.append(mail)
    return found


def test_emails_are_sent_without_a_picture() -> None:
    done("send")
    play()
    done("send")
    assert len(letters()) == 4
    for mail in letters():
        assert "image" not in {part.get_content_maintype() for part in mail.walk()}
        for kind in ("plain", "html"):
            body = mail.get_body((kind,))
            assert isinstance(body, EmailMessage)
            assert "On the table" in body.get_content()  # who waits sees it, too
            assert "The board" not in body.get_content()
            assert "cid:" not in body.get_content()


def test_replay_record_and_archive_are_made() -> None:
    play()
    done("close", "cup")
    Path("games/cup/notes.yaml").write_text(NOTES)
    done("replay", "cup", "--out", "replay.html")
    assert "Ann (north) has won." in Path("replay.html").read_text()
    done("archive", "site")
    for name in ("index.html", "record.html"):
        assert "Ann" in Path("site/cup", name).read_text()
    record = Path("site/cup/record.html").read_text()
    assert 'class="chart"' in record
    assert "Stones taken" in record
    assert "The last position" not in record
    assert "<figcaption></figcaption>" not in record
    assert "Veiled Nim" in Path("site/index.html").read_text()
    assert "All 7 entries" in done("verify", "cup")


def test_a_book_of_a_game_that_cannot_be_judged_yet_names_players_and_says_what_was_taken_back() -> None:
    play(1)
    done("undo", "cup")
    done("submit", "-", stdin=b"game: cup\nafter: 3\nseat: north\nactions: [take: 2]\n")
    done("book", "cup", "--out", "cup.md")
    told = Path("cup.md").read_text().splitlines()
    assert "**2. Ann** take 3 (taken back by entry 3)" in told
    assert "**4. Ann** take 2" in told


def test_a_token_is_shown_to_its_owner_alone_until_it_is_used() -> None:
    number = token_in(done("show", "cup", "--seat", "north"))
    assert number in "4567"
    assert [token_in(done("show", "cup", *reader)) for reader in ((), ("--seat", "south"))] == ["hidden"] * 2
    move = f"game: cup\nafter: 1\nseat: north\nactions: [token: {number}]\n"
    assert f"north uses the token {number}. [VN-2.4]" in done("submit", "-", "--full", stdin=move.encode())
    assert token_in(done("show", "cup")) == number


def token_in(report: str) -> str:
    """The report's text about north's token."""
    rows = [line.split() for line in report.partition("On the table")[2].splitlines()]
    return next(row[2] for row in rows if row[1:2] == ["north"])
