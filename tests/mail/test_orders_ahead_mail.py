"""Orders ahead by e-mail: how players send and cancel them, and what the letters to their owner repeat."""

from pathlib import Path
from typing import Any

import cli_runs
import mailing_game as post
import pytest

from referee.app.ahead import send_orders
from referee.app.play import new_game
from referee.mail.act import replies, send_reports
from referee.mail.transport import mail_progress
from referee.store import log

WAITS = "It is your turn, and your orders are played within 10 to 180 minutes."
LATER = "2026-11-21T19:00:00Z"
ORDERS = """game: cup
seat: red
orders:
  - if: nobody built in J12
    move:
      actions:
        - resupply: {road: 2, city: 0}
"""


@pytest.fixture(autouse=True)
def cup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game with orders; Anna (yellow) is to move."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")
    monkeypatch.setenv("REFEREE_NOW", post.NOW)
    Path("referee.toml").write_text(post.TOML, encoding="utf-8")
    for part in ("new", "cur", "tmp"):
        (Path("inbox") / part).mkdir(parents=True)
    players, addresses = ["yellow=Anna", "red=Bruno"], [f"yellow={post.ANNA}", f"red={post.BRUNO}"]
    plan = new_game.plan("magna-grecia", "cup", players, ["rounds=8"], "bruttium", addresses=addresses, orders=True)
    new_game.new(post.table(), plan, secret=cli_runs.SECRET)
    send_reports.send_due_letters(post.table(), ["cup"])


def from_bruno(text: str) -> str:
    """The answer to an e-mail of Bruno."""
    before = {each.path for each in post.receipts()}
    post.one(post.mail(text, post.address("red")))
    (receipt,) = [each for each in post.receipts() if each.path not in before]
    assert receipt.to.endswith(f"{post.BRUNO}>") or receipt.to == post.BRUNO
    return receipt.text


def ordered() -> bool:
    return send_orders.show_orders(post.table(), "cup", "red").orders is not None


def moves_by_hand() -> None:
    done = post.one(post.mail(post.fenced(post.move()), post.address("yellow")))
    assert done.became == "recorded"


def test_the_first_letter_says_that_turns_may_be_ordered_ahead() -> None:
    firsts = post.letters()
    assert len(firsts) == 2
    assert all("You may order your next turns ahead: see the page attached to a turn." in each.text for each in firsts)


def test_orders_are_kept_and_repeated_back() -> None:
    before = post.log_bytes()
    said = from_bruno(post.fenced(ORDERS))
    assert "Your orders are kept, in place of any that you sent before." in said
    assert "Turn 1, if this is true: nobody built in J12 – resupply 2 0." in said
    assert "To cancel them, write `orders: none`." in said
    assert (ordered(), post.log_bytes()) == (True, before)


@pytest.mark.parametrize(
    ("language", "line"),
    [
        *(("en", line) for line in ("orders: none", "Orders: None.", "cancel orders", "cancel my orders")),
        *(("de", line) for line in ("Anweisungen: keine", "Befehle: keine", "meine Befehle löschen")),
        *(("fr", line) for line in ("ordres : aucun", "annuler mes ordres")),
        *(("it", line) for line in ("ordini: nessuno", "annulla i miei ordini")),
    ],
)
def test_one_line_cancels_them_in_four_languages(language: str, line: str) -> None:
    from_bruno(post.fenced(ORDERS))
    assert ordered()
    assert cli_runs.run("player", "cup", "red", "--language", language).code == 0
    from_bruno(line)
    assert not ordered()


def test_the_block_may_cancel_them_too() -> None:
    from_bruno(post.fenced(ORDERS))
    assert "You have no orders now" in from_bruno(post.fenced("game: cup\nseat: red\norders: none\n"))
    assert not ordered()


def test_a_question_shows_them_in_every_answer() -> None:
    from_bruno(post.fenced(ORDERS))
    assert "resupply 2 0" in from_bruno("orders")
    assert "resupply 2 0" in from_bruno("status")
    assert "resupply 2 0" in from_bruno("help")


def test_a_check_keeps_nothing() -> None:
    assert "I can read your orders." in from_bruno(post.fenced(ORDERS, "CHECK"))
    assert not ordered()


def test_orders_that_cannot_be_read_say_why_and_are_never_taken_for_a_move() -> None:
    said = from_bruno(post.fenced(ORDERS.replace("nobody built in J12", "it rains")))
    assert "I can't read the condition `it rains`." in said
    assert "You can write:" in said
    moves_by_hand()
    before = post.log_bytes()
    assert "It is your turn now, so send a move and no orders." in from_bruno(post.fenced(ORDERS))
    assert (ordered(), post.log_bytes()) == (False, before)


def test_the_owner_is_told_what_will_be_played_and_what_was_and_the_others_are_not() -> None:
    from_bruno(post.fenced(ORDERS))
    moves_by_hand()
    assert any(post.BRUNO in each.to and WAITS in each.text for each in post.letters())
    post.receive(now=LATER)
    letters = [each for each in post.letters() if post.BRUNO in each.to]
    assert any("Your orders were played, as entry 4." in each.text for each in letters)
    assert not any("orders were played" in each.text for each in post.letters() if post.ANNA in each.to)


def test_a_failure_asks_the_owner_alone_for_a_move() -> None:
    from_bruno(post.fenced(ORDERS.replace("nobody built in J12", "my score is at least 900")))
    moves_by_hand()
    before = {each.path for each in post.letters()}
    post.receive(now=LATER)
    (new,) = [each for each in post.letters() if each.path not in before]
    assert post.BRUNO in new.to
    assert "could not be played, so please send a move." in new.text
    post.receive(now="2026-11-22T19:00:00Z")
    assert len([each for each in post.letters() if each.path not in before]) == 1


def test_a_game_without_orders_says_so() -> None:
    post.begin("old")
    raw = post.mail(post.fenced(ORDERS.replace("cup", "old")), post.address("red", id="old"))
    post.one(raw)
    assert "Orders ahead aren't possible in this game." in post.receipts()[-1].text


def test_a_mail_that_is_answered_again_gets_the_same_message_id(monkeypatch: pytest.MonkeyPatch) -> None:
    """The receipt went out, and nothing of it was noted."""
    raw, deliver = post.mail(post.fenced(post.move()), post.address("yellow")), replies.deliver_kept_receipt

    def killed(*given: Any) -> Any:
        deliver(*given)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(mail_progress, "write_receipt", lambda *_: None)
        patch.setattr(replies, "deliver_kept_receipt", killed)
        with pytest.raises(KeyboardInterrupt):
            post.one(raw)
    first = [each.id for each in post.receipts()]
    post.receive()
    assert [each["kind"] for each in log.read_log("games/cup").entries] == ["deal", "move", "orders"]
    assert [each.id for each in post.receipts()] == first


def test_who_takes_a_seat_over_learns_what_ended() -> None:
    from_bruno(post.fenced(ORDERS))
    assert ordered()
    assert cli_runs.run("absent", "cup", "red", "2026-11-25", "2026-12-03").code == 0
    assert cli_runs.run("player", "cup", "red", "--name", "Eva", "--address", "eva@example.org").code == 0
    send_reports.send_due_letters(post.table(), ["cup"])
    (told,) = [" ".join(each.text.split()) for each in post.letters() if each.to == "eva@example.org"]
    assert "Bruno had ordered turns ahead. Those orders are cancelled: nothing is played." in told
    assert "Bruno was away from Wednesday 25 November to Thursday 3 December. For you this doesn't count." in told
    assert not [each for each in post.letters() if each.to == post.ANNA and "ordered turns" in each.text]
    post.one(post.mail("city Z99\n", post.address("red"), "eva@example.org"))
    assert "ordered turns" not in post.receipts()[-1].text
