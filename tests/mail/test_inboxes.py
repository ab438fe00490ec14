"""Where mail arrives: a Maildir, an IMAP server, a pipe. A mail is marked as read only once the spool has it."""

import json
import os
import socket
import sys
from collections.abc import Callable
from pathlib import Path

import cli_runs
import mailing_game as post
import pytest

from referee.mail.act import receive_mail
from referee.mail.transport import inboxes
from referee.mail_settings import Inbox, Login

pytestmark = pytest.mark.usefixtures("game")


def test_without_the_library_the_mailbox_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "imap_tools", None)
    inbox = Inbox(imap="127.0.0.1:1", security="none", login=Login("a"))
    with pytest.raises(inboxes.Unreached, match="pip install"), inboxes.open_mailbox(inbox, lambda: "secret"):
        pass


def test_without_an_inbox_the_settings_are_named() -> None:
    Path("referee.toml").write_text('[mail]\nfrom = "a@example.org"\n', encoding="utf-8")
    ran = cli_runs.run("receive")
    assert (ran.code, "mail.inbox" in ran.err) == (78, True)


def test_a_mail_that_may_be_forwarded_to_itself_is_spooled_once() -> None:
    raw = post.mail("hello", post.address("red"))
    assert inboxes.add_to_spool("private", raw) == inboxes.add_to_spool("private", raw)
    assert len(receive_mail.handle(post.table()).mails) == 1


def test_a_half_written_mail_in_the_spool_is_not_handled() -> None:
    inboxes.prepare("private")
    Path("private/mail/new/.abc.eml.0123.new").write_bytes(b"From: half")
    assert receive_mail.handle(post.table()).mails == []


def test_the_spool_is_for_its_owner_alone() -> None:
    post.one(post.mail("hello", post.address("red")))
    for folder, _, files in os.walk("private/mail"):
        assert os.stat(folder).st_mode & 0o077 == 0
        assert all(os.stat(os.path.join(folder, each)).st_mode & 0o077 == 0 for each in files if each != ".lock")


def socket_at(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(str(path))


STRANGE: dict[str, tuple[Callable[[Path], None], str]] = {
    "pipe": (os.mkfifo, "it is not a plain file"),
    "folder": (os.mkdir, "it is not a plain file"),
    "link": (lambda path: path.symlink_to(Path("private/cup.yaml").resolve()), "it is a link"),
    "socket": (socket_at, "No such device or address"),
}


@pytest.mark.parametrize("part", ["new", "cur"])
@pytest.mark.parametrize("kind", STRANGE)
def test_a_file_that_is_no_mail_is_skipped_and_stops_nothing(kind: str, part: str) -> None:
    make, why = STRANGE[kind]
    odd = Path("inbox", part, "0-odd")
    make(odd)
    Path("inbox/new/1-mail").write_bytes(post.mail(post.fenced(post.move()), post.address("yellow")))
    ran = cli_runs.run("receive")
    assert (ran.code, post.last()) == (0, 2), ran.err
    assert ran.err == f"Skipped {odd}: {why}. Fix or remove it. No other e-mail waits for it.\n"
    assert os.path.lexists(odd)
    assert os.listdir("inbox/new") == (["0-odd"] if part == "new" else [])
    assert len(post.spooled("done")) == 1


@pytest.mark.parametrize("part", ["new", "cur"])
def test_an_empty_file_waits_until_it_is_written(part: str) -> None:
    mail = Path("inbox", part, "0-mail")
    mail.write_bytes(b"")
    assert cli_runs.run("receive").code == 0
    assert mail.exists()
    mail.write_bytes(post.mail(post.fenced(post.move()), post.address("yellow")))
    assert cli_runs.run("receive").code == 0
    assert (mail.exists(), post.last()) == (False, 2)


def test_a_mail_that_may_not_be_read_is_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tests may run as root, who may read everything."""
    Path("inbox/new/0-odd").write_bytes(b"From: nobody")
    Path("inbox/new/1-mail").write_bytes(post.mail(post.fenced(post.move()), post.address("yellow")))
    monkeypatch.setattr(inboxes, "first_bytes", forbidden)
    ran = cli_runs.run("receive")
    assert (ran.code, post.last()) == (0, 2), ran.err
    assert ran.err == ("Skipped inbox/new/0-odd: Permission denied. Fix or remove it. No other e-mail waits for it.\n")


def forbidden(path: str, most: int, *, follow: bool) -> bytes:
    if path.endswith("odd"):
        raise PermissionError(13, "Permission denied", path)
    return Path(path).read_bytes()


def test_a_file_that_is_no_mail_is_a_matter_for_the_moderator() -> None:
    os.mkfifo("inbox/new/odd")
    assert json.loads(cli_runs.run("receive", "--json").out)["skipped"] == [
        {"path": "inbox/new/odd", "why": "it is not a plain file"}
    ]
    for _ in range(2):  # and stays one as long as it exists
        shown = cli_runs.run("status")
        assert (shown.code, "1 matter needs your attention." in shown.out) == (0, True), shown
        assert "inbox/new/odd is among the e-mails but isn't one: it is not a plain" in shown.out
    told = json.loads(cli_runs.run("status", "--json").out)["post"]["strange"]
    assert told == [{"path": "inbox/new/odd", "why": "it is not a plain file"}]
    doctor = cli_runs.run("doctor").out
    assert "inbox/new/odd is among the e-mails but isn't one: it is not a plain file." in doctor
    assert "The Maildir inbox can be read; unread: 0." in doctor
    os.unlink("inbox/new/odd")
    assert "Nothing needs your attention." in cli_runs.run("status").out


def test_a_file_that_is_no_mail_in_another_maildir_is_skipped_too() -> None:
    for part in ("new", "cur"):
        os.makedirs(f"other/{part}")
    os.mkfifo("other/cur/odd")
    ran = cli_runs.run("receive", "--maildir", "other")
    assert (ran.code, "Skipped other/cur/odd: it is not a plain file." in ran.err) == (0, True)
