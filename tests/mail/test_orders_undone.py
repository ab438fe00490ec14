"""Orders ahead after the game went back, was corrected or ended: what e-mails say of them, and what is played."""

from pathlib import Path

import cli_runs
import mailing_game as post
import pytest

from referee.app.ahead import send_orders
from referee.app.play import new_game
from referee.mail.act import send_reports
from referee.store import log

WAITS = "your orders are played within 10 to 180 minutes."
CANCELLED = "Your orders are cancelled, so nothing more is played for you."
BEGUN, NIGHT = post.NOW, "2026-11-20T23:00:00Z"
ORDERS = """game: cup
seat: red
orders:
  - move:
      actions:
        - resupply: {road: 2, city: 1}
"""
TOML = post.TOML.partition("[mail.inbox]")[0]


@pytest.fixture(autouse=True)
def cup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game with orders whose mails are handed over at once; Anna (yellow) is to move, Bruno (red) has ordered."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")
    monkeypatch.setenv("REFEREE_NOW", BEGUN)
    Path("referee.toml").write_text(TOML, encoding="utf-8")
    monkeypatch.setenv("REFEREE_CONFIG", "referee.toml")
    players, addresses = ["yellow=Anna", "red=Bruno"], [f"yellow={post.ANNA}", f"red={post.BRUNO}"]
    plan = new_game.plan("magna-grecia", "cup", players, ["rounds=8"], "bruttium", addresses=addresses, orders=True)
    new_game.new(post.table(), plan, secret=cli_runs.SECRET)
    send_reports.send_due_letters(post.table(), ["cup"])
    done("orders", "cup", "-", stdin=ORDERS.encode())


def done(*words: str, stdin: bytes = b"") -> str:
    ran = cli_runs.run(*words, stdin=stdin)
    assert ran.code == 0, ran.err
    return ran.out + ran.err


def moves(monkeypatch: pytest.MonkeyPatch, at: str = BEGUN) -> None:
    """A move by hand of whoever is to move."""
    monkeypatch.setenv("REFEREE_NOW", at)
    done("submit", "-", stdin=cli_runs.suggestion())


def looks(monkeypatch: pytest.MonkeyPatch, at: str) -> str:
    monkeypatch.setenv("REFEREE_NOW", at)
    return done("remind")


def sent() -> list[str]:
    """What the e-mails to Bruno say that are due now; the others read nothing of orders in theirs."""
    before = {each.path for each in post.letters()}
    done("send")
    new = [each for each in post.letters() if each.path not in before]
    assert not [each for each in new if post.BRUNO not in each.to and "our orders are" in each.text]
    return [each.text for each in new if post.BRUNO in each.to]


def turns() -> list[int]:
    """The numbers of the moves in the log."""
    return [number for number, each in enumerate(log.read_log("games/cup").documents) if each.get("kind") == "move"]


def test_an_undone_order_is_cancelled_and_its_player_hears_it(monkeypatch: pytest.MonkeyPatch) -> None:
    moves(monkeypatch)
    assert "were played" in looks(monkeypatch, NIGHT)
    done("undo", "cup", "--to", "3", "--reseal", "--why", "oops")
    (text,) = sent()
    assert WAITS not in text
    assert f"{CANCELLED} The move that they made, entry 4, was taken back." in text
    before = turns()
    for at in ("2026-11-20T23:30:00Z", "2026-11-21T02:00:00Z", "2026-11-22T19:00:00Z"):
        assert "orders" not in looks(monkeypatch, at)
    assert turns() == before


def test_an_order_that_was_taken_back_is_not_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    moves(monkeypatch)
    looks(monkeypatch, NIGHT)
    done("undo", "cup", "--to", "1", "--reseal", "--why", "oops")
    (text,) = sent()
    assert CANCELLED in text
    moves(monkeypatch, "2026-11-20T23:05:00Z")
    (text,) = sent()
    assert CANCELLED in text
    assert WAITS not in text
    assert "orders" not in looks(monkeypatch, "2026-11-21T12:00:00Z")
    assert send_orders.show_orders(post.table(), "cup", "red").orders is None


def test_orders_of_turns_that_were_not_played_stay_when_others_turns_are_taken_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    moves(monkeypatch)
    done("undo", "cup", "--to", "1", "--why", "oops")
    (text,) = sent()
    assert CANCELLED not in text
    assert "Your orders for your next turns:" in text
    moves(monkeypatch, "2026-11-20T19:05:00Z")
    (text,) = sent()
    assert WAITS in text
    assert "were played" in looks(monkeypatch, NIGHT)


def test_orders_are_cancelled_when_the_game_goes_back_to_before_they_came(monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(3):
        moves(monkeypatch)
    done("orders", "cup", "-", stdin=ORDERS.encode())
    done("undo", "cup", "--to", "2", "--reseal", "--why", "oops")
    (text,) = sent()
    assert WAITS not in text
    assert f"{CANCELLED} The game went back to before you sent them." in text
    assert "orders" not in looks(monkeypatch, NIGHT)


def test_a_letter_after_a_failure_promises_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    text = ORDERS.replace("  - move:", "  - if: my score is at least 900\n    move:")
    done("orders", "cup", "-", stdin=text.encode())
    moves(monkeypatch)
    looks(monkeypatch, NIGHT)
    sent_now = sent()
    assert any("could not be played, so please send a move." in each for each in sent_now)
    assert not any(WAITS in each or "Your orders for your next turns" in each for each in sent_now)


def test_a_letter_says_that_orders_wait_while_the_clock_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    done("clock", "cup", "allowance=72h")
    moves(monkeypatch)
    done("pause", "cup", "--why", "a holiday")
    (text,) = sent()
    assert WAITS not in text
    assert "The clock is stopped. Your orders are played when it runs again." in text
    assert "orders" not in looks(monkeypatch, NIGHT)
    done("resume", "cup")
    assert "were played" in looks(monkeypatch, NIGHT)


def test_orders_are_played_before_their_turn_is_due(monkeypatch: pytest.MonkeyPatch) -> None:
    done("clock", "cup", "allowance=1h")
    moves(monkeypatch)
    (text,) = sent()
    assert "your orders are played within 10 to 60 minutes." in text
    assert "were played" in looks(monkeypatch, "2026-11-20T20:00:00Z")


def test_a_missed_turn_cancels_orders_and_its_player_hears_it(monkeypatch: pytest.MonkeyPatch) -> None:
    moves(monkeypatch)
    done("missed", "cup", "red")
    (text,) = sent()
    assert f"{CANCELLED} You missed your turn." in text


def test_a_game_that_ended_promises_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    done("concede", "cup", "yellow")
    (text,) = sent()
    assert "Your orders" not in text


def test_the_moderator_who_cancels_orders_says_so_to_their_player() -> None:
    done("orders", "cup", "--seat", "red", "--cancel")
    (text,) = sent()
    assert "The moderator cancelled your orders, so nothing more is played for you." in text


def test_a_corrected_order_stays_played(monkeypatch: pytest.MonkeyPatch) -> None:
    two = ORDERS + "  - turn: 2\n    move: {}\n"
    done("orders", "cup", "-", stdin=two.encode())
    moves(monkeypatch)
    looks(monkeypatch, NIGHT)
    right = b"game: cup\nafter: 3\nseat: red\nactions:\n  - resupply: {road: 1, city: 1}\n"
    Path("right.yaml").write_bytes(right)
    done("correct", "cup", "4", "right.yaml", "--why", "a slip")
    (text,) = sent()
    assert CANCELLED not in text
    assert "Turn 1: a pass." in text


def test_the_moderator_can_ask_what_became_of_orders(monkeypatch: pytest.MonkeyPatch) -> None:
    assert '"state":"in force"' in done("orders", "cup", "--seat", "red", "--json").replace('": "', '":"')
    moves(monkeypatch)
    looks(monkeypatch, NIGHT)
    assert "red has no orders in cup. The last ones were played." in done("orders", "cup", "--seat", "red")
    done("undo", "cup", "--to", "3", "--reseal", "--why", "oops")
    assert "red has no orders in cup. The move that the last ones made was taken back." in done(
        "orders", "cup", "--seat", "red"
    )
