"""The first e-mail of a player says what happened before it."""

import email
import os
from email.policy import default
from pathlib import Path

import cli_runs
import mailing_game as post
import pytest

from referee.app.play import new_game
from referee.mail.act import send_reports

SEATS = {"yellow": "Anna", "red": "Bruno", "brown": "Clara"}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", os.devnull)
    monkeypatch.setenv("REFEREE_NOW", post.NOW)
    Path("referee.toml").write_text(post.TOML, encoding="utf-8")


def begin(practice: bool = False) -> None:
    """A game of three, of which no e-mail was sent."""
    players = [f"{seat}={name}" for seat, name in SEATS.items()]
    addresses = [f"{seat}={seat}@example.org" for seat in SEATS]
    options = ["rounds=8"]
    plan = new_game.plan("magna-grecia", "cup", players, options, "bruttium", addresses=addresses, practice=practice)
    new_game.new(post.table(), plan, secret=None if practice else cli_runs.SECRET)


@pytest.fixture
def game(folder: None) -> None:
    begin()


def letter_to(seat: str) -> tuple[str, str]:
    """The text and the page of the last e-mail to a seat."""
    found = post.letters(f"-{seat}")[-1]
    message = email.message_from_bytes(Path(found.path).read_bytes(), policy=default)
    page = message.get_body(("html",))
    assert page is not None
    return found.text, " ".join(page.get_content().split())


@pytest.mark.usefixtures("game")
def test_who_moves_third_reads_in_the_first_letter_what_the_others_did() -> None:
    movers = []
    for _ in range(2):
        movers.append(post.mover())
        assert cli_runs.run("submit", "-", stdin=post.move().encode()).code == 0
    third = post.mover()
    assert {*movers, third} == {*SEATS}
    send_reports.send_due_letters(post.table(), ["cup"])
    text, page = letter_to(third)
    assert "Welcome! You play Magna Grecia with" in text
    assert "Since your last turn" not in text
    news = text.partition("What happened")[2].partition("What you can do")[0]
    for seat in movers:
        assert f"{SEATS[seat]}: " in news
        assert f"{SEATS[seat]}: " in page


@pytest.mark.usefixtures("game")
def test_the_first_letter_after_the_deal_has_no_news() -> None:
    send_reports.send_due_letters(post.table(), ["cup"])
    for seat in SEATS:
        text, page = letter_to(seat)
        assert "What happened" not in text + page


@pytest.mark.usefixtures("game")
def test_the_report_of_a_first_turn_after_the_welcome_says_since_the_game_began() -> None:
    send_reports.send_due_letters(post.table(), ["cup"])  # the welcome of everybody
    assert cli_runs.run("submit", "-", stdin=post.move().encode()).code == 0
    second = post.mover()
    send_reports.send_due_letters(post.table(), ["cup"])
    text, page = letter_to(second)
    assert "Since the game began" in text
    assert "Since the game began" in page
    assert "Since your last turn" not in text + page


@pytest.mark.usefixtures("folder")
def test_the_welcome_to_a_practice_game_says_so_in_a_sentence() -> None:
    begin(practice=True)
    send_reports.send_due_letters(post.table(), ["cup"])
    text = " ".join(letter_to("brown")[0].split())
    assert "You play Magna Grecia with Anna and Bruno, as brown. This is a practice game." in text


def test_a_fork_says_nothing_of_the_time_that_others_lost(tmp_path: Path) -> None:
    missed = 100  # the turn of sparta
    with post.forked_sample(tmp_path, "quadrilateral-4", missed, sparta=post.ANNA, athens=post.BRUNO):
        subjects = [post.subject(each.path) for each in post.letters("cup/")]
        assert subjects == ["[cup] Your turn", "[cup] Anna (athens) moves now"]
        assert not any("time ran out" in each.text or "entry" in each.text for each in post.letters("cup/"))
