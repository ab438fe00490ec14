"""Offers in Attika and in other languages, and beside a proposal: a bare `yes` never chooses between two questions."""

from pathlib import Path

import mailing_game as post
import pytest
from cli_runs import run
from test_hands_by_mail import attika, receipt_for
from test_offers import codes, kinds, write

__all__ = ["attika"]


@pytest.mark.usefixtures("attika")
def test_an_offer_is_taken_in_attika() -> None:
    mover = post.mover()
    told = receipt_for("Maybe draw main?\n", mover)
    assert kinds() == []
    (code,) = codes(told)
    assert "Recorded: " in receipt_for(f"yes {code}\n", mover).text
    assert kinds() == ["move"]
    assert run("verify", "cup").code == 0


@pytest.mark.parametrize(
    ("language", "doubt", "word"),
    [("de", "Vielleicht Stadt M8?", "ja"), ("fr", "Peut-être ville M8 ?", "oui"), ("it", "Forse città M8?", "sì")],
)
def test_an_offer_is_taken_in_other_languages(
    language: str, doubt: str, word: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "/dev/null")
    monkeypatch.setenv("REFEREE_NOW", post.NOW)
    post.begin(languages=(f"yellow={language}",))
    (code,) = codes(write(f"{doubt}\n"))
    write(f"{word} {code}\n")
    assert kinds() == ["move"]
    (code,) = codes(write("city E1\n"))
    write(f"{word} {code}\n")
    assert kinds() == ["move", "undo", "move"]


@pytest.mark.usefixtures("game")
def test_a_bare_yes_while_a_proposal_and_an_offer_are_open_asks_which() -> None:
    write("offer a draw\n", "red")
    told = write("Maybe a city on M8?\n")
    (code,) = codes(told)
    before = post.log_bytes()
    asked_twice = write("yes\n"), write("yes\n", in_reply_to=told.id)
    for asked in asked_twice:
        assert post.log_bytes() == before
        assert "Two questions are open" in asked.text
        assert f"To take what I offered, reply `yes {code}`." in asked.text
    write("yes\n", in_reply_to=asked.id)
    assert kinds()[:2] == ["proposal", "answer"]


@pytest.mark.usefixtures("game")
def test_the_code_takes_the_offer_beside_a_proposal() -> None:
    write("offer a draw\n", "red")
    (code,) = codes(write("Maybe a city on M8?\n"))
    write(f"yes {code}\n")
    assert kinds() == ["proposal", "move"]
