"""`serve-mail`: one process that handles mails as they come, and leaves what `receive` leaves."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import answers
import cli_runs
import mailing_game as post
import pytest

from referee.app import game_access
from referee.mail.act import receive_mail
from referee.mail.act.receive_mail import MailRunResult
from referee.mail.transport import inboxes
from referee.words import Phrase

SECONDS = 60
MAILS = 16
"""Fewer than a player may write in one turn."""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "club").mkdir()
    monkeypatch.chdir(tmp_path / "club")
    monkeypatch.setenv("REFEREE_NOW", post.NOW)
    monkeypatch.setenv("REFEREE_CONFIG", "referee.toml")


def arrive(raw: bytes, name: str) -> None:
    """A mail is put into the Maildir as a mail server does it."""
    Path("inbox/tmp", name).write_bytes(raw)
    os.replace(Path("inbox/tmp", name), Path("inbox/new", name))


def moving(words: str = "") -> bytes:
    return post.mail(words + post.fenced(post.move()), post.address(post.mover()))


def is_all_handled() -> bool:
    return not list(inboxes.unread_files("inbox")) and not inboxes.waiting("private")


def served(is_stopped: Callable[[], bool] = is_all_handled) -> list[str]:
    """What became of the mails that were handled in this process until it was stopped."""
    became, troubles = list[str](), list[Phrase]()

    def report(done: MailRunResult, skipped: object) -> None:
        became.extend(each.became for each in done.mails)

    receive_mail.serve(receive_mail.Server(post.table(), report, troubles.append, is_stopped))
    assert troubles == []
    return became


@contextmanager
def serving(*options: str) -> Iterator[subprocess.Popen[bytes]]:
    """A process of its own that serves, and has begun to; it is killed at the end if it still runs."""
    with subprocess.Popen(
        [sys.executable, "-m", "referee", "serve-mail", *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        try:
            assert process.stderr
            assert b"Waiting for e-mails" in process.stderr.readline()
            yield process
        finally:
            process.kill()


def until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + SECONDS
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.02)


def filed() -> int:
    return len(inboxes.mail_names("private/mail/done"))


@pytest.mark.usefixtures("real_pictures")
def test_it_leaves_the_same_bytes_as_a_command_for_each_mail() -> None:
    post.begin()
    shutil.copytree(".", "../commands")
    with serving() as process:
        mails = []
        for number in range(6):
            words = "say: Nice road.\n\n" if number == 3 else ""
            raw = post.mail("absent: 2026-12-01 to 2026-12-02\n", post.address("red")) if number == 2 else moving(words)
            mails.append(raw)
            arrive(raw, f"{number}.mail")
            until(lambda: filed() == len(mails))
        process.send_signal(signal.SIGTERM)
        assert process.wait(SECONDS) == 0
        assert process.stdout
        assert process.stdout.read().count(b" recorded: cup ") == 6
    ours = cli_runs.disk()
    os.chdir("../commands")
    for number, raw in enumerate(mails):
        arrive(raw, f"{number}.mail")
        assert cli_runs.run("receive").code == 0
    assert cli_runs.disk() == ours
    assert len(post.letters("receipt")) == 6


def test_it_prints_a_line_of_json_for_each_mail_at_once() -> None:
    post.begin()
    with serving("--json") as process:
        found = []
        for number, raw in enumerate([moving(), post.mail("Hello!\n", "nobody@example.org")]):
            arrive(raw, f"{number}.mail")
            assert process.stdout
            found.append(json.loads(process.stdout.readline()))
            answers.refuse_unfit("referee mail serve", found[-1])
        process.send_signal(signal.SIGTERM)
        assert process.wait(SECONDS) == 0
    assert [(each["became"], each["game"], each["entry"]) for each in found] == [
        ("recorded", "cup", 2),
        ("ignored", "", None),
    ]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_stops_between_two_mails_and_the_rest_waits(number: signal.Signals) -> None:
    post.begin()
    for each in range(MAILS):
        arrive(post.mail(f"say: {each}\n", post.address("red"), message_id=f"<{each}@x>"), f"{each}.mail")
    with serving() as process:
        until(lambda: filed() > 0)
        process.send_signal(number)
        assert process.wait(SECONDS) == 0
    done, waiting = filed(), len(inboxes.waiting("private"))
    assert 0 < done < MAILS
    assert done + waiting == MAILS
    assert not list(Path("private/mail/new").glob("*.tried")), "none was begun"
    assert len(served()) == waiting
    assert filed() == MAILS
    entries = game_access.open_game(post.table(), "cup").log.entries
    assert sorted(each.get("say", "") for each in entries if each["kind"] == "talk") == sorted(map(str, range(MAILS)))


def test_it_stops_at_once_while_it_waits() -> None:
    post.begin()
    with serving() as process:
        time.sleep(0.5)
        process.send_signal(signal.SIGTERM)
        assert process.wait(5) == 0


def test_emails_that_a_killed_process_owes_are_sent_at_the_start() -> None:
    """It is killed when moves are recorded and answered, before it writes to those who are next."""
    post.begin()
    cli_runs.play(1)
    before = post.letters()
    with serving() as process:
        until(lambda: len(post.letters()) == len(before) + 1)
        process.send_signal(signal.SIGTERM)
        assert process.wait(SECONDS) == 0
    assert cli_runs.run("send").err == "No e-mails are due.\n"


def test_a_game_that_somebody_else_moves_on_meanwhile() -> None:
    post.begin()
    with serving() as process:
        for number in range(3):
            done = filed()
            arrive(moving(), f"{number}.mail")
            until(lambda: filed() == done + 1)  # noqa: B023
            cli_runs.play(1)
        process.send_signal(signal.SIGTERM)
        assert process.wait(SECONDS) == 0
    game = game_access.open_game(post.table(), "cup")
    assert [each["kind"] for each in game.log.entries] == ["deal"] + 6 * ["move"]
    assert cli_runs.run("verify", "cup").code == 0


def test_a_missing_maildir_is_reported_and_tried_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    post.begin()
    os.rename("inbox", "elsewhere")
    troubles, stopped = list[Phrase](), list[bool]()
    monkeypatch.setattr(receive_mail, "pause", lambda seconds, is_stopped: stopped.append(True))
    server = receive_mail.Server(post.table(), print, troubles.append, lambda: len(stopped) == 2)
    receive_mail.serve(server)
    assert [str(each) for each in troubles] == 2 * ["inbox/new can't be read: No such file or directory."]


def test_without_an_inbox_it_says_what_to_set() -> None:
    post.begin()
    Path("referee.toml").write_text(post.TOML.partition("[mail.inbox]")[0])
    ran = cli_runs.run("serve-mail")
    assert ran.code == 78
    assert "--maildir DIR" in ran.err


def saying(number: int) -> bytes:
    return post.mail(f"say: {number}\n", post.address("red"), message_id=f"<{number}@x>")


def serve_one_by_one(number: int, arrived: Callable[[int], object]) -> None:
    """Serve until so many mails were handled; whenever one was, `arrived` is to let the next arrive."""
    done, begun = list[str](), list[int]()

    def is_stopped() -> bool:
        if len(done) == len(begun) < number:
            begun.append(len(begun))
            arrived(begun[-1])
        return len(done) == number

    def report(found: MailRunResult, skipped: object) -> None:
        done.extend(each.became for each in found.mails)

    receive_mail.serve(receive_mail.Server(post.table(), report, print, is_stopped))


def test_a_mail_lists_no_more_after_many_others_were_received(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the first look goes through `cur`, where all mails stay."""
    post.begin()
    names, listdir = [0], os.listdir

    def counted(folder: str) -> list[str]:
        found = listdir(folder)
        names[-1] += len(found) if folder.startswith(("inbox", "private/mail")) else 0
        return found

    def arrived(number: int) -> None:
        arrive(saying(number), f"{number}.mail")
        names.append(0)

    monkeypatch.setattr(os, "listdir", counted)
    serve_one_by_one(10, arrived)
    assert len(listdir("inbox/cur")) == 10
    assert names[3] == names[-1] > 0


@pytest.mark.parametrize("hidden", [False, True])
def test_a_mail_that_another_program_has_put_into_cur_is_found(hidden: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """At once where the folder says when it was changed; in the next round where it does not."""
    post.begin()
    monkeypatch.setattr(receive_mail, "ROUND", 0.5 if hidden else 600.0)

    def arrived(number: int) -> None:
        before = os.stat("inbox/cur").st_mtime_ns
        arrive(saying(number), f"{number}.mail")
        if number == 1:
            os.replace(f"inbox/new/{number}.mail", f"inbox/cur/{number}.mail:2,")
            if hidden:
                os.utime("inbox/cur", ns=(before, before))

    serve_one_by_one(3, arrived)
    assert sorted(os.listdir("inbox/cur")) == [f"{each}.mail:2,S" for each in range(3)]
