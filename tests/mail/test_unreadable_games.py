"""A game that cannot be read: its moderator and its players hear of it, its mails wait, and nothing else does."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cli_runs
import mailing_game as post
import pytest
from spoiling import sealed

from referee.app import game_access
from referee.app.game_access import Table, open_game
from referee.mail.act.heard_mail import ANSWERED, RECORDED, WAITING
from referee.mail.transport import outgoing
from referee.rules import replay
from referee.rules.rulebook import AnyRulebook
from referee.store import chain, log

pytestmark = pytest.mark.usefixtures("game")
LOG, PRIVATE = Path("games/cup/log.yaml"), Path("private/cup.yaml")


def changed_entry() -> None:
    LOG.write_bytes(LOG.read_bytes().replace(b"kind: deal", b"kind: dead"))


def lost_log() -> None:
    LOG.unlink()


def no_log() -> None:
    LOG.write_bytes(b"no log")


def lost_folder() -> None:
    LOG.unlink()
    (LOG.parent / ".lock").unlink(missing_ok=True)
    LOG.parent.rmdir()


def other_title() -> None:
    LOG.write_bytes(LOG.read_bytes().replace(b"title: magna-grecia", b"title: nothing-else"))


def lost_private_part() -> None:
    PRIVATE.unlink()


def newer_edition() -> None:
    parts = chain.raw_documents(LOG.read_bytes())
    parts[0] = re.sub(
        rb"(?m)^reader: .*$", b"reader: referee 3.2", re.sub(rb"(?m)^edition: .*$", b"edition: 9", parts[0])
    )
    LOG.write_bytes(b"".join(sealed(parts)))


def newer_format() -> None:
    LOG.write_bytes(LOG.read_bytes().replace(b"referee-log/1", b"referee-log/2"))


def newer_private_part() -> None:
    PRIVATE.write_bytes(PRIVATE.read_bytes().replace(b"referee-private/1", b"referee-private/2"))


NEWER: list[Callable[[], None]] = [newer_edition, newer_format, newer_private_part]
DAMAGES: list[Callable[[], None]] = [changed_entry, lost_log, no_log, lost_folder, other_title, lost_private_part]
UNREADABLE = [*DAMAGES, *NEWER]


@pytest.mark.parametrize("damage", UNREADABLE, ids=lambda each: each.__name__)
def test_one_game_that_cannot_be_read_keeps_only_its_own_mails_waiting(damage: Callable[[], None]) -> None:
    post.begin("mug")
    good = post.mail(post.fenced(post.move("mug")), post.address(post.mover("mug"), id="mug"))
    mine = [post.mail(post.fenced(post.move()), post.address("yellow")), post.mail("say: hi\n", post.address("red"))]
    log, private = LOG.read_bytes(), PRIVATE.read_bytes()
    damage()
    first, second, third = post.receive(*mine, good)
    assert [(each.game, each.became) for each in (first, second)] == [("cup", WAITING)] * 2
    assert (third.game, third.became) == ("mug", RECORDED)
    heard = [each.to for each in post.receipts() if "can't be read at the moment" in each.text]
    assert sorted(heard) == ([] if damage in (lost_private_part, newer_private_part) else [post.ANNA, post.BRUNO])
    assert [each.became for each in post.receive()] == [WAITING] * 2
    assert len([each for each in post.receipts() if "can't be read" in each.text]) == len(heard), "once"
    LOG.parent.mkdir(exist_ok=True)
    LOG.write_bytes(log)
    PRIVATE.write_bytes(private)
    assert [each.became for each in post.receive()] == [RECORDED] * 2
    assert post.spooled("new") == []
    assert any("Recorded: " in each.text for each in post.receipts() if each.to == post.ANNA)
    assert cli_runs.run("verify", "cup").code == 0


def test_the_moderator_reads_which_game_it_is_and_what_to_do() -> None:
    changed_entry()
    Path("inbox/new/1").write_bytes(post.mail("say: hi\n", post.address("red", 1)))
    ran = cli_runs.run("receive")
    assert ran.code == 65
    assert "cup can't be read, and an e-mail is waiting for it. Entry 1 of its log is wrong." in ran.err
    assert "Restore a good copy of games/cup/log.yaml, then check it: referee verify cup" in ran.err
    ran = cli_runs.run("receive", "--json")
    (game,) = json.loads(ran.out)["unreadable"]
    assert (ran.code, game["game"], game["mails"]) == (65, "cup", 1)
    told = " ".join(cli_runs.run("status").out.split())
    assert "E-mails wait for cup, which can't be read: 1." in told
    assert "1 matter needs your attention." in told


@pytest.mark.parametrize("newer", NEWER, ids=lambda each: each.__name__)
def test_the_moderator_reads_which_program_reads_a_game_of_a_newer_version(newer: Callable[[], None]) -> None:
    raw = post.mail("say: hi\n", post.address("red", 1))
    newer()
    post.one(raw)
    ran = cli_runs.run("receive")
    assert (ran.code, "cup can't be read, and an e-mail is waiting for it." in ran.err) == (65, True)
    reader = "Read it with referee 3.2 or a newer version." if newer is newer_edition else "Install a newer version."
    assert f"It is not damaged. {reader}" in ran.err
    assert "copy" not in ran.err


def test_a_lost_private_part_for_which_mail_waits_needs_the_moderator() -> None:
    raw = post.mail("say: hi\n", post.address("red"))
    PRIVATE.unlink()
    post.one(raw)
    assert "2 matters need your attention." in cli_runs.run("status").out
    ran = cli_runs.run("receive")
    assert ran.code == 65
    assert "Restore a good copy of private/cup.yaml" in ran.err


def test_a_pipe_ends_with_0_though_a_game_cannot_be_read() -> None:
    raw = post.mail("say: hi\n", post.address("red"))
    changed_entry()
    ran = cli_runs.run("receive", "-", stdin=raw)
    assert (ran.code, "cup can't be read" in ran.err) == (0, True)


def test_a_token_of_a_game_that_cannot_be_read_does_not_hide_the_right_one() -> None:
    post.begin("mug")
    both = f"{post.address('red', id='mug')}, {post.address('yellow')}"
    Path("private/mug.yaml").write_bytes(b"")
    done = post.one(post.mail("nothing", both))
    assert (done.game, done.became) == ("cup", ANSWERED)


def test_a_fault_of_the_program_in_reading_one_game_keeps_no_other_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    post.begin("mug")
    whole = replay.replay

    def faulty(book: AnyRulebook, found: log.Log, **more: Any) -> object:
        if found.header["game"] == "cup":
            raise ZeroDivisionError("an error")
        return whole(book, found, **more)

    mails = post.mail("say: hi\n", post.address("red")), post.mail("say: hi\n", post.address("red", id="mug"))
    with monkeypatch.context() as patch:
        patch.setattr(replay, "replay", faulty)
        assert [each.became for each in post.receive(*mails)] == [WAITING, RECORDED]
    assert [each.became for each in post.receive()] == [RECORDED]


def test_the_loss_of_a_folder_is_named_too() -> None:
    raw = post.mail("say: hi\n", post.address("red"))
    lost_folder()
    post.one(raw)
    ran = cli_runs.run("receive")
    assert ran.code == 65
    assert "cup can't be read, and an e-mail is waiting for it." in ran.err
    assert "Restore a good copy of games/cup/log.yaml" in ran.err


def test_a_game_that_is_only_busy_is_none_that_cannot_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    from referee.store import log as logs

    raw = post.mail("say: hi\n", post.address("red"))
    monkeypatch.setenv("REFEREE_WAIT", "0")
    with logs.game_lock("games/cup"):
        ran = cli_runs.run("receive", "-", stdin=raw)
    assert "waiting" in ran.out
    assert "can't be read" not in ran.out + ran.err + cli_runs.run("status").out
    assert post.receipts() == []
    assert [each.became for each in post.receive()] == [RECORDED]


def test_its_sender_is_answered_once_and_it_is_tried_once_in_each_run(monkeypatch: pytest.MonkeyPatch) -> None:
    sent, tried = list[str](), list[str]()
    mails = [post.mail(f"say: {number}\n", post.address("red")) for number in range(3)]
    opened = open_game
    monkeypatch.setattr(outgoing, "deliver_letter", lambda settings, message, to: sent.append(to))

    def tried_open(table: Table, id: str) -> object:
        tried.append(id)
        return opened(table, id)

    monkeypatch.setattr(game_access, "open_game", tried_open)
    changed_entry()
    for run in range(1, 4):
        assert [each.became for each in post.receive(*mails if run == 1 else ())] == [WAITING] * 3
        assert (len(sent), len(tried)) == (3, run)
