"""Mails that cannot be finished now: kept, tried again, quarantined, or left with the server that brought them."""

import os
from pathlib import Path

import cli_runs
import mailing_game as post
import pytest

from referee.app.look import listed_games
from referee.mail.act import handle_mail
from referee.mail.transport import inboxes, outgoing
from referee.store.private import path_of
from referee.words import say

pytestmark = pytest.mark.usefixtures("game")


def test_a_receipt_that_cannot_be_delivered_keeps_the_mail_and_the_move_is_recorded_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def lost(*arguments: object) -> None:
        raise outgoing.Unreachable(say("no server"))

    raw = post.mail(post.fenced(post.move()), post.address("yellow"))
    with monkeypatch.context() as broken:
        broken.setattr(outgoing, "deliver_letter", lost)
        assert post.one(raw).became == "waiting"
    assert (post.last(), len(post.spooled("new"))) == (2, 1)
    (done,) = post.receive()
    assert (done.became, post.last(), post.spooled("new")) == ("recorded", 2, [])
    assert "Recorded: " in post.receipts()[0].text
    assert len(post.letters("2-yellow")) == 1  # it said everything there is to know
    assert os.listdir("private/mail/new") == [".lock"]


def test_receive_ends_with_69_while_an_answer_cannot_be_delivered_and_a_pipe_with_0() -> None:
    """Else a mail server that pipes would return the mail to its sender, though it is kept."""
    raw = post.mail(post.fenced(post.move()), post.address("yellow"))
    os.rename("letters", "kept-letters")
    Path("letters").write_text("")
    assert cli_runs.run("receive", "-", stdin=raw).code == 0
    Path("inbox/new").mkdir(parents=True, exist_ok=True)
    waiting = cli_runs.run("receive", "--maildir", "inbox")
    assert waiting.code == 69
    assert " waiting: " in waiting.out
    os.unlink("letters")
    os.rename("kept-letters", "letters")
    assert cli_runs.run("receive", "--maildir", "inbox").code == 0
    assert post.last() == 2


def test_a_waiting_receipt_goes_to_the_present_address_of_its_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    def lost(*arguments: object) -> None:
        raise outgoing.Unreachable(say("no server"))

    with monkeypatch.context() as broken:
        broken.setattr(outgoing, "deliver_letter", lost)
        post.one(post.mail(post.fenced(post.move()), post.address("yellow")))
    assert cli_runs.run("player", "cup", "yellow", "--address", "anna@example.com").code == 0
    assert post.receive()[0].became == "recorded"
    assert [(each.to, "Recorded: " in each.text) for each in post.receipts()] == [("anna@example.com", True)]


def test_while_the_private_part_cannot_be_read_nobody_is_a_stranger() -> None:
    raw, good = post.mail(post.fenced(post.move()), post.address("yellow")), Path("private/cup.yaml").read_bytes()
    Path("private/cup.yaml").write_bytes(b"")
    assert post.one(raw).became == "waiting"
    Path("private/cup.yaml").write_bytes(good)
    assert post.receive()[0].became == "recorded"


def test_a_game_that_no_folder_could_have_is_none() -> None:
    for game in ("..", "../cup", "con", "cup/x", ""):
        assert listed_games.private_of(post.table(), game) is None


def test_what_a_crash_left_in_the_spool_is_removed_when_it_is_old() -> None:
    post.receive()
    left = Path("private/mail/new/.aa.eml.0011223344556677.new")
    for each in (left, Path("private/mail/new/aa.eml.begun"), Path("private/mail/new/aa.eml.receipt")):
        each.write_bytes(b"1")
    os.utime(left, (0, 0))
    fresh = Path("private/mail/new/.bb.eml.0011223344556677.new")
    fresh.write_bytes(b"1")
    post.receive()
    assert sorted(os.listdir("private/mail/new")) == [fresh.name, ".lock"]


def test_a_damaged_log_keeps_the_mail_until_it_is_fixed() -> None:
    raw, good = post.mail(post.fenced(post.move()), post.address("yellow")), post.log_bytes()
    Path("games/cup/log.yaml").write_bytes(good.replace(b"kind: deal", b"kind: dead"))
    assert post.one(raw).became == "waiting"
    assert "You don't need to send it again" in post.receipts()[0].text
    Path("games/cup/log.yaml").write_bytes(good)
    (done,) = post.receive()
    assert done.became == "recorded"


def test_a_program_error_puts_the_mail_aside_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble(*arguments: object) -> None:
        raise KeyError("surprise")

    monkeypatch.setattr(handle_mail, "answer_asked", stumble)
    done = post.one(post.mail(post.fenced(post.move()), post.address("yellow")))
    assert done.became == "quarantined"
    assert "KeyError" in inboxes.filing_reason("private", inboxes.QUARANTINE, done.mail)
    assert "KeyError" in cli_runs.run("status").out


def test_a_pipe_ends_with_0_or_75_whatever_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = post.mail(post.fenced(post.move()), post.REFEREE)
    monkeypatch.setenv("EXTENSION", post.address("yellow").split("+")[1].split("@")[0])
    assert cli_runs.run("receive", "-", stdin=b"From x Fri Nov 20 2026\n" + raw).code == 0
    assert post.last() == 2
    assert cli_runs.run("receive", "-", stdin=b"\0\xff" * 400_000).code == 0
    assert cli_runs.run("receive", "-", stdin=b"").code == 0
    Path("referee.toml").write_text("[mail]\nfrom = 7\n", encoding="utf-8")
    assert cli_runs.run("receive", "-", stdin=raw).code == 75


@pytest.mark.parametrize("option", ["--json", "--nonsense", "--maildir", "and"])
def test_a_pipe_ends_with_0_or_75_whatever_follows_it(option: str) -> None:
    """A slip in the alias of a mail server must not send mails back."""
    Path("referee.toml").write_text("[mail]\nfrom = 7\n", encoding="utf-8")
    assert cli_runs.run("receive", "-", option, stdin=b"hello\n").code == 75


def test_a_pipe_whose_spool_cannot_be_written_asks_the_server_to_try_again() -> None:
    Path("blocked").write_text("a file where the folder should be", encoding="utf-8")
    assert cli_runs.run("--private", "blocked", "receive", "-", stdin=b"To: a@b\n\nhello").code == 75


def test_a_pipe_keeps_the_mail_when_its_handling_fails() -> None:
    Path("referee.toml").write_text("", encoding="utf-8")  # no [mail]: it can be kept, not handled
    assert cli_runs.run("receive", "-", stdin=post.mail("hello", "x@example.org")).code == 0
    assert len(post.spooled("new")) == 1


def test_mail_waits_for_a_game_without_its_private_part_since_nobody_can_say_whose_it_is() -> None:
    raw, path = post.mail(post.fenced(post.move()), post.address("yellow")), Path(path_of("private", "cup"))
    kept = path.read_bytes()
    path.unlink()
    assert post.one(raw).became == "waiting"
    assert post.receipts() == []
    path.write_bytes(kept)
    assert [each.became for each in post.receive()] == ["recorded"]


def test_a_move_that_could_not_be_read_back_is_answered_and_the_moderator_sees_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = post.log_bytes()
    mails = [post.mail(post.fenced(post.move()), post.address("yellow")), post.mail("say: Hello", post.address("red"))]
    with monkeypatch.context() as patch:
        patch.setattr("referee.app.play.entries.state_of", lambda book, position: "5a" * 32)
        done = post.receive(*mails)
    assert [each.became for each in done] == ["quarantined", "quarantined"]
    assert all("cup could not be read again, so it was not recorded" in str(each.says) for each in done)
    assert post.log_bytes() == before
    receipts = post.receipts()
    assert sorted(each.to for each in receipts) == [post.ANNA, post.BRUNO]
    for receipt in receipts:
        assert "An error in the program prevented this from being recorded. It is not your mistake" in receipt.text
        assert not {"entry", "log", "referee submit", "state"} & set(receipt.text.partition("-----")[0].split())
    assert (post.spooled("new"), len(post.spooled("quarantine"))) == ([], 2)
    status = " ".join(cli_runs.run("status").out.split())
    assert "2 matters need your attention." in status
    assert "An e-mail was put aside: " in status
    assert "cup could not be read again" in status
    assert post.one(mails[0]).became == "recorded", "once the fault is fixed the same mail may come again"
