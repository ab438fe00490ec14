"""What an answer offers is taken by one word; an offer is void once the game went on or another one was made."""

import re

import mailing_game as post
import pytest
from cli_runs import play, run
from mailing_game import ANNA

from referee.app.game_access import open_game
from referee.app.post import due_reports

pytestmark = pytest.mark.usefixtures("game")

COUNT = iter(range(10_000))


def write(text: str, seat: str = "yellow", entry: int | None = None, **fields: str) -> post.Told:
    """A player writes: the receipt. What was recorded before stays."""
    before, number = post.log_bytes(), next(COUNT)
    raw = post.mail(text, post.address(seat, entry), ANNA, message_id=f"<{number}@x>", **fields)
    post.one(raw, now=f"2026-11-20T{20 + number // 60 % 4:02}:{number % 60:02}:00Z")
    assert post.log_bytes().startswith(before)
    return next(each for each in post.receipts() if each.answers == f"<{number}@x>")


def kinds() -> list[str]:
    return [each["kind"] for each in open_game(post.table(), "cup").log.entries[1:]]


def codes(told: post.Told) -> list[str]:
    return list(dict.fromkeys(re.findall("yes ([2-9][a-z2-7]{3})", told.text)))


ONE, TWO = "Maybe a city on M8?\n", "city M8\nor\ncity E1\n"


def test_an_offer_is_taken_by_its_code() -> None:
    told = write(ONE)
    (code,) = codes(told)
    assert f"To play it, reply `yes {code}`." in told.text
    assert code in post.decoded(told.path).partition("<html")[2]
    assert "Recorded: city M8" in write(f"yes {code}\n").text
    assert kinds() == ["move"]
    assert run("verify", "cup").code == 0


@pytest.mark.parametrize("words", ["yes", "Yes, please!", "ja", "1"])
def test_a_bare_word_takes_it_in_reply_to_the_offer(words: str) -> None:
    told = write(ONE)
    assert "Recorded: city M8" in write(f"{words}\n", in_reply_to=told.id).text


@pytest.mark.parametrize("words", ["ok", "OK thanks", "\U0001f44d", "Fine, thanks"])
def test_a_word_that_may_say_no_more_than_that_the_answer_was_read_takes_nothing(words: str) -> None:
    told = write(ONE)
    (code,) = codes(told)
    assert f"To take what I offered, reply `yes {code}`." in write(f"{words}\n", in_reply_to=told.id).text
    assert kinds() == []


def test_a_bare_word_takes_it_where_nothing_else_was_sent_since() -> None:
    write(ONE)
    assert "Recorded: city M8" in write("yes\n").text


def test_a_bare_word_in_reply_to_another_e_mail_takes_nothing() -> None:
    first = next(each for each in post.letters("yellow") if "receipt" not in each.path)
    (code,) = codes(write(ONE))
    write("yes\n", in_reply_to=first.id)
    assert kinds() == []
    write("yes\n")
    assert kinds() == [], "another answer was sent since"
    write(f"yes {code}\n", in_reply_to=first.id)
    assert kinds() == ["move"]


@pytest.mark.parametrize(
    ("words", "move"),
    [
        ("1", "city M8"),
        ("2", "city E1"),
        ("2.", "city E1"),
        ("The second one, please.", "city E1"),
        ("option 1", "city M8"),
        ("yes, 1", "city M8"),
    ],
)
def test_one_of_several_is_chosen_by_its_number(words: str, move: str) -> None:
    told = write(TWO)
    assert len(codes(told)) == 2
    assert "Reply `1` or `2`, or with one of these blocks" in told.text
    assert f"Recorded: {move}" in write(f"{words}\n", in_reply_to=told.id).text


def test_one_of_several_is_chosen_by_its_code_and_by_no_bare_yes() -> None:
    told = write(TWO)
    write("yes\n", in_reply_to=told.id)
    write("3\n", in_reply_to=told.id)
    assert kinds() == []
    assert "Recorded: city E1" in write(f"yes {codes(told)[1]}\n").text


def test_the_same_mail_again_changes_nothing_more() -> None:
    told = write(ONE)
    write(f"yes {codes(told)[0]}\n", entry=1)
    again = write(f"yes {codes(told)[0]}\n", entry=1)
    assert "already recorded" in again.text
    assert kinds() == ["move"]


def test_an_offer_is_void_once_the_game_went_on() -> None:
    (code,) = codes(write(ONE))
    play(1)
    before = post.log_bytes()
    assert "The game has gone on since I offered this." in write(f"yes {code}\n").text
    assert post.log_bytes() == before


def test_a_newer_offer_takes_the_place_of_an_older_one() -> None:
    (code,) = codes(write(ONE))
    told = write("Maybe a city on E1?\n")
    again = write(f"yes {code}\n")
    assert f"I don't know the code `{code}`." in again.text
    assert codes(again) == codes(told)
    assert kinds() == []
    assert "Recorded: city E1" in write(f"yes {codes(told)[0]}\n").text


def test_a_code_that_nobody_knows_is_answered_with_the_turn_or_the_open_proposal() -> None:
    told = write("yes 4f2k\n")
    assert "I don't know the code `4f2k`." in told.text
    assert "-----BEGIN MOVE-----" in told.text
    write("offer a draw\n")
    told = write("yes 4f2k\n", "red")
    assert "I don't know the code `4f2k`." in told.text
    assert "Do you agree" in told.text
    assert kinds() == ["proposal"]


def test_other_words_beside_it_are_asked_back() -> None:
    told = write(ONE)
    code = codes(told)[0]
    again = write(f"yes {code}\n\nBut only if it is legal.\n")
    assert kinds() == []
    assert codes(again) == [code]
    told = write(f"yes {code}\n\nsay: Good luck!\n")
    assert "Recorded: city M8" in told.text
    assert open_game(post.table(), "cup").log.entries[-1]["say"] == "Good luck!"


def test_nobody_takes_what_was_offered_to_another_seat() -> None:
    (code,) = codes(write(ONE))
    write(f"yes {code}\n", "red")
    assert kinds() == []


def test_a_no_takes_nothing() -> None:
    told = write(ONE)
    assert "Nothing was recorded" in write("No, thanks.\n", in_reply_to=told.id).text
    for no in ("no", "No,", "nein", "non"):
        assert "Nothing was recorded" in write(f"{no} {codes(told)[0]}\n").text
    assert kinds() == []


def test_a_line_is_taken_by_one_word() -> None:
    told = write("I'll be away from 24 December 2026 to 2 January 2027.\n")
    assert f"Or reply `yes {codes(told)[0]}`." in told.text
    assert kinds() == []
    write("yes\n", in_reply_to=told.id)
    assert kinds() == ["absent"]


def test_what_was_offered_and_told_to_a_player_is_not_for_who_takes_the_seat_over() -> None:
    (code,) = codes(write("Let Bruno know later that I come.\n"))
    assert run("say", "cup", "Bruno complained about you.", "--to", "yellow").code == 0
    assert run("player", "cup", "yellow", "--name", "Eva", "--address", "eva@example.org").code == 0
    assert run("send", "cup").code == 0
    told = [each.text for each in post.letters("cup/") if each.to == "eva@example.org"]
    assert told
    assert not [each for each in told if "complained" in each]
    post.one(post.mail(f"yes {code}\n", post.address("yellow"), "eva@example.org"))
    assert not due_reports.waiting(post.table().settings, "cup", "red")


def test_an_unknown_code_is_answered_with_the_line_that_was_offered() -> None:
    write("Let Bruno know later that I come.\n")
    told = " ".join(write("yes 9zzz\n").text.split())
    assert "This is what I offered you last: Reply with this line alone: `say to" in told
