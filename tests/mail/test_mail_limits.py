"""What one mail may ask for, and what becomes of the others meanwhile."""

import re
from pathlib import Path
from time import process_time
from typing import Any

import cli_runs
import mailing_game as post
import pytest

from referee.app.play import entries
from referee.mail.act import handle_mail, receive_mail
from referee.mail.act.answer_requests import answer
from referee.mail.act.heard_mail import ANSWERED, QUARANTINED, RECORDED, Hearing, MailAnswer
from referee.mail.read.requests import Wishes
from referee.mail.transport import inboxes, mail_progress
from referee.mail_settings import LARGEST_MAIL
from referee.rules import replay
from referee.rules.rulebook import AnyRulebook
from referee.store import log

pytestmark = pytest.mark.usefixtures("game")


def says(id: str = "cup") -> list[str]:
    return [each["say"] for each in log.read_log(f"games/{id}").entries if each["kind"] == "talk"]


def bomb(lines: int = 24_710) -> bytes:
    """The mail of the attack: just below the limit of size."""
    raw = post.mail("".join(f"say: {number}\n" for number in range(lines)), post.address("red"))
    assert len(raw) < LARGEST_MAIL
    return raw


def warm_up() -> None:
    """The first mail of a process pays for imports and for the first picture, whatever is in it."""
    assert post.one(post.mail("say: hi\n", post.address("red"))).became == RECORDED


def seconds_of_an_expression(raw: bytes) -> float:
    """What it costs to hold each line of a mail against one expression, 100 times."""
    lines, began = raw.decode().splitlines(), process_time()
    for _ in range(100):
        assert sum(bool(re.fullmatch(r"say: (\d+)", line)) for line in lines) > 24_000
    return process_time() - began


def test_a_mail_of_24000_words_is_one_entry_and_is_read_at_the_cost_of_200_expressions_a_line() -> None:
    raw = bomb()
    assert len(raw) > 250_000
    warm_up()
    inboxes.add_to_spool("private", raw)
    began = process_time()
    (done,) = receive_mail.handle(post.table()).mails
    assert process_time() - began < 2 * seconds_of_an_expression(raw)  # with a board
    assert (done.became, done.entry, post.last()) == (RECORDED, 3, 3)
    assert says() == ["hi", "0\n1\n2"]
    assert any("left out: 24707." in each.text for each in post.receipts())


def test_a_bomb_keeps_no_mail_behind_it_waiting() -> None:
    post.begin("mug")
    good = post.mail(post.fenced(post.move("mug")), post.address(post.mover("mug"), id="mug"))
    done = post.receive(bomb(), good)
    assert [(each.game, each.became) for each in done] == [("cup", RECORDED), ("mug", RECORDED)]


def test_three_words_to_all_and_three_to_one_are_passed_on_and_no_more() -> None:
    said = [f"say: all {n}\n\nsay to yellow: you {n}\n" for n in range(5)]
    done = post.one(post.mail("\n".join(said), post.address("red")))
    assert (done.became, says()) == (RECORDED, ["all 0\nall 1\nall 2"])
    (letter,) = [each for each in post.letters("2-yellow") if "receipt" not in each.path]
    assert [f"you {n}" in letter.text for n in range(5)] == [True] * 3 + [False] * 2
    assert "left out: 4." in post.receipts()[0].text


def test_words_of_a_mail_that_are_too_long_together_are_refused_whole() -> None:
    done = post.one(post.mail(f"say: {'a' * 600}\n\nsay: {'b' * 600}\n", post.address("red")))
    assert (done.became, post.last()) == (ANSWERED, 1)
    assert "1201 characters in all. The limit is 1000" in post.receipts()[0].text


def at(minute: int) -> str:
    return f"2026-11-{21 + minute // 1440:02}T{minute // 60 % 24:02}:{minute % 60:02}:00Z"


def test_a_seat_has_so_many_messages_between_two_turns_and_hears_so_before(monkeypatch: pytest.MonkeyPatch) -> None:
    assert entries.MOST == 20
    monkeypatch.setattr(entries, "MOST", 8)
    to, texts = post.address("yellow"), list[str]()
    for number in range(entries.MOST + 2):
        words = f"say: word {number}\n" if number % 2 else f"say to red: word {number}\n"
        post.one(post.mail(words, to, message_id=f"<{number}@x>"), now=at(number * 5))
        (receipt,) = [each for each in post.receipts() if each.answers == f"<{number}@x>"]
        texts.append(receipt.text)
    assert len(says()) == entries.MOST // 2
    heard = [
        next((n for n, each in enumerate(texts) if words in each), None)
        for words in ("before your next turn: 3", "before your next turn: 1", "last message")
    ]
    assert heard == [entries.MOST - 4, entries.MOST - 2, entries.MOST - 1]
    assert all("No more are passed on until your next turn" in each for each in texts[entries.MOST :])
    done = post.one(post.mail("say: with my move\n\n" + post.fenced(post.move()), to), now=at(2000))
    assert done.became == RECORDED
    assert post.one(post.mail("say: after it\n", post.address("yellow")), now=at(2001)).became == RECORDED
    assert says()[-1] == "after it"


def test_a_mail_and_its_e_mails_replay_their_game_once(monkeypatch: pytest.MonkeyPatch) -> None:
    opened = list[str]()
    whole = replay.replay

    def counted(book: AnyRulebook, found: log.Log, **more: Any) -> object:
        opened.append(found.header["game"])
        return whole(book, found, **more)

    words = "say: one\n\nsay: two\n\nsay to red: three\n\nabsent: 2026-12-01\n\n"
    raw = post.mail(words + post.fenced(post.move()), post.address("yellow"))
    monkeypatch.setattr(replay, "replay", counted)
    assert post.one(raw).became == RECORDED
    assert opened == ["cup"]


@pytest.fixture
def endless(game: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """To answer a mail with the word `endless` takes for ever."""
    whole = answer

    def busy(hearing: Hearing, wish: Wishes) -> MailAnswer:
        done = whole(hearing, wish)
        while any("endless" in each.text for each in wish.said):
            pass
        return done

    monkeypatch.setattr(handle_mail, "answer_asked", busy)
    warm_up()
    monkeypatch.setattr(receive_mail, "SECONDS", 0.6)


@pytest.mark.usefixtures("endless")
def test_a_mail_that_takes_too_long_is_put_aside_and_answered_and_the_next_has_its_turn() -> None:
    slow = post.mail("say: endless\n", post.address("red"))
    good = post.mail(post.fenced(post.move()), post.address("yellow"))
    first, second = post.receive(slow, good)
    assert (first.became, second.became) == (QUARANTINED, RECORDED)
    (told,) = [each for each in post.receipts() if "took too long" in each.text]
    assert told.to == post.BRUNO
    assert "Nothing was recorded and nothing changed." in told.text
    assert "kept the processor busy" in cli_runs.run("status").out


def test_a_mail_at_which_runs_are_killed_goes_last_and_is_put_aside_after_the_second() -> None:
    killer, good = post.mail("say: hello\n", post.address("red")), post.mail("say: hi\n", post.address("yellow"))
    name = inboxes.add_to_spool("private", killer)
    for before in range(2):
        mail_progress.begin_try("private", name, before)  # and then the run is killed
    done = post.receive(good)
    assert [each.became for each in done] == [RECORDED, QUARANTINED]
    assert says() == ["hi"]
    assert any("took too long" in each.text for each in post.receipts() if each.to == post.BRUNO)


def test_a_mail_that_kills_even_the_answer_to_it_is_put_aside_unread() -> None:
    name = inboxes.add_to_spool("private", post.mail("say: hello\n", post.address("red")))
    for before in range(3):
        mail_progress.begin_try("private", name, before)
    assert [each.became for each in post.receive()] == [QUARANTINED]
    assert post.receipts() == []


def test_a_player_whose_mail_is_too_large_hears_of_it() -> None:
    raw = post.mail("x\n" * LARGEST_MAIL, post.address("red"))
    done = post.one(raw)
    assert (done.became, done.seat, post.last()) == (ANSWERED, "red", 1)
    assert "too large or has too many parts" in post.receipts()[0].text


def test_a_player_is_informed_if_the_program_fails_at_their_mail(monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble(*arguments: object) -> None:
        raise KeyError("surprise")

    monkeypatch.setattr(handle_mail, "answer_asked", stumble)
    done = post.one(post.mail("say: hello\n", post.address("red")))
    assert (done.became, done.seat) == (QUARANTINED, "red")
    assert "because of an error in the program" in post.receipts()[0].text
    assert Path(f"private/mail/quarantine/{done.mail}.why").exists()
