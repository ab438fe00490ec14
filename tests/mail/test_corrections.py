"""Who has moved may correct it while nobody has moved since: one word takes the move back and plays the other one."""

import re
from pathlib import Path

import mailing_game as post
import pytest
from cli_runs import play, run
from test_offers import codes, kinds, write

from referee.app.game_access import open_game

pytestmark = pytest.mark.usefixtures("game")
BY_MAIL = Path(__file__).parents[2].joinpath("docs/players/by-mail.md").read_text("utf-8")
BLOCK = post.fenced("game: cup\nafter: 1\nseat: yellow\nactions:\n  - city: E1\n")
RECEIPT = post.fenced("game: cup\nafter: 2\nseat: yellow\nactions:\n  - city: E1\n")


def actions() -> object:
    return open_game(post.table(), "cup").log.entries[-1]["actions"]


def moved() -> post.Told:
    return write("city M8\n", entry=1)


@pytest.mark.parametrize(
    ("words", "entry"),
    [
        ("Sorry, I meant E1, not M8!\n", 1),
        ("I meant E1.\n", 2),
        ("city E1\n", 1),
        (BLOCK, 2),
        (RECEIPT, 1),
        ("undo\ncity E1\n", 2),
        ("undo please, I meant city E1\n", 2),
    ],
)
def test_a_correction_is_offered_in_one_step(words: str, entry: int) -> None:
    """In reply to the e-mail of the turn, and to the receipt."""
    moved()
    told = write(words, entry=entry)
    assert "You have already moved: city M8." in told.text
    assert "Nobody has moved since. To take it back, reply `undo`." in told.text
    (code,) = codes(told)
    assert f"To take it back and play this in its place, reply `yes {code}`: city E1." in told.text
    assert kinds() == ["move"]
    taken = write(f"yes {code}\n")
    assert "You took back: city M8" in taken.text
    assert "Recorded: city E1" in taken.text
    assert kinds() == ["move", "undo", "move"]
    assert actions() == [{"city": "E1"}]
    assert run("verify", "cup").code == 0


def test_the_correction_of_the_page_for_players_is_read() -> None:
    (words,) = re.findall(r"or write it: `(.*?)`", BY_MAIL)
    moved()
    assert len(codes(write(f"{words}\n"))) == 1


def test_a_bare_yes_takes_it_in_reply_to_just_that_answer() -> None:
    receipt = moved()
    told = write("city E1\n", in_reply_to=receipt.id)
    write("yes\n", in_reply_to=receipt.id)
    assert kinds() == ["move"]
    write("yes\n", in_reply_to=told.id)
    assert kinds() == ["move", "undo", "move"]


@pytest.mark.parametrize(
    ("words", "entry"), [("city A1\n", 1), ("city M8\n", 2), ("Thanks!\n", 1), ("say: Sorry, I meant E1!\n", 2)]
)
def test_nothing_is_offered_that_is_impossible_or_no_other_move(words: str, entry: int) -> None:
    moved()
    assert not codes(write(words, entry=entry))
    assert "undo" not in kinds()


def test_words_for_the_moderator_reach_them() -> None:
    moved()
    assert "for the moderator" in write("What a nice move that was.\n").text


def test_the_same_mail_again_changes_nothing_more() -> None:
    moved()
    (code,) = codes(write("city E1\n"))
    write(f"yes {code}\n", entry=2)
    before = post.log_bytes()
    assert "already recorded: city E1" in write(f"yes {code}\n", entry=2).text
    assert post.log_bytes() == before


def test_once_another_has_moved_it_is_void_and_an_undo_asks() -> None:
    moved()
    (code,) = codes(write("city E1\n"))
    play(1)
    before = post.log_bytes()
    assert "The game has gone on since I offered this." in write(f"yes {code}\n").text
    told = write(BLOCK, entry=1)
    assert not codes(told)
    assert post.log_bytes() == before


def test_who_takes_back_too_often_is_offered_nothing_more() -> None:
    for _ in range(3):
        write("city M8\n")
        write("undo\n")
    write("city M8\n")
    assert not codes(write("city E1\n"))


def test_of_two_steps_both_are_recorded_or_none() -> None:
    """The move became impossible: the undo is not recorded either."""
    moved()
    (code,) = codes(write("city E1\n"))
    path = Path("private/cup/offers/yellow")
    path.write_text(path.read_text().replace("E1", "A1"))
    before = post.log_bytes()
    assert "Nothing was recorded" in write(f"yes {code}\n").text
    assert post.log_bytes() == before


def test_after_a_crash_between_recording_and_receipt_the_same_mail_is_recognised(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    moved()
    (code,) = codes(write("city E1\n"))
    raw = post.mail(f"yes {code}\n", post.address("yellow", 2), post.ANNA, message_id="<crash@x>")

    def stop(*given: object, **named: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("referee.mail.act.handle_mail.reply", stop)
        with pytest.raises(KeyboardInterrupt):
            post.one(raw)
    assert kinds() == ["move", "undo", "move"]
    before = post.log_bytes()
    post.receive()
    (told,) = [each for each in post.receipts() if each.answers == "<crash@x>"]
    assert "You took back: city M8" in told.text
    assert "Recorded: city E1" in told.text
    assert post.log_bytes() == before
