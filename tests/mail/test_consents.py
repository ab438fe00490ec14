"""Players agree by mail that their game continues under a newer edition; the moderator asks them, and does the rest."""

import os
from pathlib import Path

import mailing_game as post
import pytest
from cli_runs import run
from second_edition import BOOK, FIRST, install, two_editions

from referee.app.editions import change_rules
from referee.app.errors import Refused
from referee.app.game_access import open_game
from referee.mail.act.ask_consent import ask_consent
from referee.store import log

EDITION = "edition: 2\n"
MOST = 6
"""So often a seat may change its mind here: to try more shows no more."""


@pytest.fixture(autouse=True)
def two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The title has a newer edition than the one under which the game was begun."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", os.devnull)
    monkeypatch.setenv("REFEREE_NOW", post.NOW)
    with pytest.MonkeyPatch.context() as patch:
        install(patch, BOOK._replace(editions=(FIRST,), edition=FIRST))
        post.begin()
    install(monkeypatch, two_editions())
    assert open_game(post.table(), "cup").book.edition == FIRST


def answer(seat: str, words: str, number: int = 1, entry: int | None = None) -> str:
    """The answer to a mail with these words."""
    raw = post.mail(words, post.address(seat, entry), message_id=f"<{number}@x>")
    post.one(raw, now=f"2026-11-20T20:{number:02}:00Z")
    return next(each.text for each in post.receipts() if each.answers == f"<{number}@x>")


def consents() -> list[tuple[str, str]]:
    return [
        (each["seat"], str(each["edition"])) for each in log.read_log("games/cup").entries if each["kind"] == "consent"
    ]


def test_a_consent_is_recorded_and_who_is_missing_is_named() -> None:
    told = answer("red", EDITION)
    assert "You agree to continue with edition 2." in told
    assert "These players have not agreed yet: Anna (yellow)." in told
    assert consents() == [("red", "2")]
    assert "All players agree. The moderator makes the change" in answer("yellow", EDITION, 2)
    assert open_game(post.table(), "cup").book.edition == FIRST, "the moderator lets it take over"
    assert run("edition", "cup", "2").code == 0
    assert run("verify", "cup").code == 0


def test_the_same_again_is_answered_and_recorded_once() -> None:
    answer("red", EDITION)
    assert "You agree to continue with edition 2." in answer("red", EDITION, 2)
    run("edition", "cup", "2", "--all-consent")
    assert "The game already uses this edition." in answer("red", EDITION, 3)
    assert consents() == [("red", "2"), ("yellow", "2")]


def test_a_consent_is_taken_back() -> None:
    assert "There is no consent to withdraw." in answer("red", "edition: none\n")
    answer("red", EDITION, 2)
    assert "You no longer agree to another edition." in answer("red", "Edition: None.\n", 3)
    assert run("edition", "cup", "2", "--consent", "yellow").code == 0
    assert open_game(post.table(), "cup").book.edition == FIRST


UNREAD = {
    "edition: two": "I can't read `edition: two`. Write the number of the edition you agree to, such as `edition: 2`",
    "edition:": "I can't read `edition: `. Write the number of the edition you agree to, such as `edition: 2`",
    "edition: 0": "I can't read `edition: 0`. Write the number of the edition you agree to, such as `edition: 2`",
    "edition: 2\nedition: none": "only one line `edition:`",
    "edition: 3": "There is no edition 3 of Magna Grecia. Known here: 1, 2.",
    "edition: 1": "This game already uses edition 1.",
}


@pytest.mark.parametrize("words", UNREAD)
def test_an_unclear_text_is_asked_about(words: str) -> None:
    told = answer("red", words + "\n")
    assert UNREAD[words] in told
    assert "Nothing was recorded" in told
    assert not consents()


def test_nobody_fills_the_log_by_changing_their_mind(monkeypatch: pytest.MonkeyPatch) -> None:
    assert change_rules.MOST_CONSENTS == 20
    monkeypatch.setattr(change_rules, "MOST_CONSENTS", MOST)
    for number in range(1, MOST + 1):
        answer("red", EDITION if number % 2 else "edition: none\n", number)
    assert len(consents()) == MOST
    assert f"changed your mind {MOST} times. Please write to the moderator" in answer("red", EDITION, MOST + 1)
    assert len(consents()) == MOST
    assert run("edition", "cup", "2", "--all-consent").code == 0


def test_a_move_and_a_consent_may_come_in_one_mail() -> None:
    told = answer("yellow", EDITION + "\n" + post.fenced(post.move()))
    assert "You agree to continue with edition 2" in told
    assert [each["kind"] for each in log.read_log("games/cup").entries] == ["deal", "move", "consent"]


def test_a_check_records_no_consent() -> None:
    answer("yellow", EDITION + "\n" + post.fenced(post.move(), "CHECK"))
    assert not consents()


def test_a_tag_of_a_turn_before_consents_to_nothing() -> None:
    answer("yellow", post.fenced(post.move()))
    told = answer("yellow", EDITION, 2, entry=1)
    assert "answers an older one of mine" in told
    assert not consents()


def test_the_moderator_asks_those_who_have_not_agreed() -> None:
    before, sent = post.log_bytes(), len(post.letters())
    assert run("edition", "cup", "2", "--ask", "--dry-run").code == 0
    assert len(post.letters()) == sent
    ran = run("edition", "cup", "2", "--ask")
    assert "e-mail to yellow (anna@example.org) sent" in ran.out
    assert "e-mail to red (bruno@example.org) sent" in ran.out
    (told, *_) = post.letters("question")
    assert "may this game continue under edition 2 of the rules of Magna Grecia? It now uses edition 1." in told.text
    assert "This would change (MG-4.1). Now: A turn may be passed. Then: No turn is passed." in told.text
    assert "reply to this e-mail with the line `edition: 2`" in told.text
    assert post.log_bytes() == before
    answer("red", EDITION)
    assert [each.seat for each in ask_consent(post.table(), "cup", 2)] == ["yellow"]


def test_a_player_without_an_address_is_not_asked() -> None:
    for seat in ("red", "yellow"):
        assert run("player", "cup", seat, "--address", "").code == 0
    with pytest.raises(Refused, match="None of yellow, red has an address in cup"):
        ask_consent(post.table(), "cup", 2)


def test_everybody_gets_an_email_when_the_edition_takes_over() -> None:
    sent = {each.path for each in post.letters()}
    run("edition", "cup", "2", "--all-consent")
    assert run("send", "cup").code == 0
    new = [each for each in post.letters() if each.path not in sent]
    assert {each.to for each in new} == {post.ANNA, post.BRUNO}
    for each in new:
        assert "From here on the game uses edition 2 of the rules" in each.text
    post.one(post.mail(post.fenced(post.move()), post.address("yellow")))
    assert log.read_log("games/cup").entries[-1]["kind"] == "move"


def test_an_email_does_not_repeat_a_players_own_consent() -> None:
    answer("red", EDITION)
    assert "Words" not in run("send", "cup").out
    assert post.last() == 2


def test_who_takes_a_seat_over_consents_anew() -> None:
    answer("red", EDITION)
    assert run("player", "cup", "red", "--name", "Eva", "--address", "eva@example.org").code == 0
    assert "These players have not agreed yet: Eva (red)." in answer("yellow", EDITION, 2)
    assert run("edition", "cup", "2").code == 65
    assert "All players agree." in answer("red", EDITION, 3)
    assert consents() == [("red", "2"), ("red", "none"), ("yellow", "2"), ("red", "2")]
    assert run("edition", "cup", "2").code == 0
    assert run("verify", "cup").code == 0
