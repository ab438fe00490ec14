"""Orders of Attika by mail: what the one receipt says of several entries, and of a turn that continues."""

import email
import os
from email.policy import default
from pathlib import Path

import cli_runs
import mailing_game as post
import pytest

from referee.app.play import entries, new_game
from referee.mail.act import send_reports
from referee.rules.replay import state_of

STOPS = ("draw: 1", "store", "draw: 2", "store: oracle")


@pytest.fixture(autouse=True)
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sparta (Bruno) is to move, after entry 1."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", os.devnull)
    monkeypatch.setenv("REFEREE_NOW", post.NOW)
    Path("referee.toml").write_text(post.TOML, encoding="utf-8")
    players, addresses = ["athens=Anna", "sparta=Bruno"], [f"athens={post.ANNA}", f"sparta={post.BRUNO}"]
    plan = new_game.plan("attika", "cup", players, ["first_player=sparta"], "", addresses=addresses)
    new_game.new(post.table(), plan, secret=cli_runs.SECRET)
    send_reports.send_due_letters(post.table(), ["cup"])


def order(*actions: str) -> bytes:
    text = "".join(f"  - {each}\n" for each in actions)
    return post.mail(
        post.fenced(f"game: cup\nafter: 1\nseat: sparta\nactions:\n{text}"), post.address("sparta", entry=1)
    )


def subjects() -> list[str]:
    """The subjects of all receipts, in the order in which they were written."""
    paths = sorted((each.path for each in post.receipts()), key=lambda path: os.stat(path).st_mtime_ns)
    return [str(email.message_from_bytes(Path(path).read_bytes(), policy=default)["Subject"]) for path in paths]


def test_a_receipt_names_all_entries_of_an_order_and_says_that_the_turn_continues() -> None:
    done = post.one(order(*STOPS))
    assert (done.became, done.entry) == ("recorded", 4)
    assert subjects() == ["[cup] Recorded – it is still your turn"]
    (receipt,) = post.receipts()
    assert "Recorded: " in receipt.text


def test_a_receipt_of_a_whole_turn_does_not_say_that_it_continues() -> None:
    post.one(order("draw: 1", "store", "draw: 2", "store"))
    assert subjects() == ["[cup] Recorded"]


def test_a_receipt_of_one_entry_names_one() -> None:
    post.one(order("draw: 1"))
    assert subjects() == ["[cup] Recorded – it is still your turn"]


def test_a_receipt_names_what_else_the_mail_recorded() -> None:
    raw = order("draw: 1", "store").replace(b"-----BEGIN", b"absent: 2027-12-24 to 2028-01-02\n\n-----BEGIN", 1)
    assert post.one(raw).entry == 4
    assert subjects() == ["[cup] Recorded – it is still your turn"]


def test_an_order_that_comes_again_is_answered_with_all_its_entries() -> None:
    raw = order("draw: 1", "store", "draw: 2", "store")
    post.one(raw)
    again = post.one(raw.replace(b"<1@", b"<2@"))
    assert "This is already recorded: " in str(again.says)
    checked = post.one(raw.replace(b"BEGIN MOVE", b"BEGIN CHECK"))
    assert "This is already recorded: " in str(checked.says)


def test_the_line_of_receive_says_why_the_rest_was_not_carried_out() -> None:
    says = str(post.one(order(*STOPS)).says)
    assert "The rest of the move was not played: move:8:" in says
    assert says.endswith("(DMARC: unknown)")
    assert "not carried out: (DMARC" not in says


def test_the_line_of_receive_says_why_a_move_was_refused() -> None:
    says = str(post.one(order("draw: 7")).says)
    assert "This could not be done: move:5:11: `7` is not a stack: main, 1, 2 or 3. (DMARC: unknown)" in says


def test_the_parts_of_an_order_before_one_that_could_not_be_read_back_stay(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real = state_of
    right = iter((True, True))
    with monkeypatch.context() as patch:
        patch.setattr(entries, "state_of", lambda *words: real(*words) if next(right, False) else "5a" * 32)
        done = post.one(order(*STOPS))
    assert (done.became, done.entry) == ("quarantined", 3)
    assert "cup could not be read again, so it was not recorded" in str(done.says)
    assert subjects() == ["[cup] Recorded – it is still your turn"]
    (receipt,) = post.receipts()
    assert "Recorded: " in receipt.text
    assert "An error in the program prevented this from being recorded." in receipt.text
    assert cli_runs.run("verify", "cup").code == 0


def write(text: str, entry: int) -> str:
    """What becomes of words of Sparta in answer to the e-mail after an entry."""
    return post.one(post.mail(text, post.address("sparta", entry), message_id=f"<{len(post.receipts())}@x>")).became


def test_a_turn_in_parts_is_one_turn_and_its_first_email_opens_it_to_its_end() -> None:
    post.one(order("draw: 1"))
    assert write("say: hm\n", 1) == "recorded"
    assert post.one(order("draw: 1", "store")).became == "recorded"
    assert post.one(order("draw: 1", "store", "draw: 2", "store")).became == "recorded"
    last = post.last()
    assert write("say: done\n", 1) == "answered"
    assert post.last() == last
    assert write("say: done\n", last) == "recorded"


def test_a_part_that_is_taken_back_uses_up_the_emails_before_that() -> None:
    build = order("build: temple at 4nw")
    assert post.one(build).became == "recorded"
    assert write("undo\n", 1) == "recorded"
    last = post.last()
    for entry in (1, 2):
        other = build.replace(b"temple at 4nw", b"temple at 4").replace(b"<1@", f"<other-{entry}@".encode())
        assert post.one(other).became == "answered"
        assert write("stop mail\n", entry) == "answered"
        assert write("undo\n", entry) == "answered"
    assert post.last() == last
