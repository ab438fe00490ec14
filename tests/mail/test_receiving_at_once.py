"""Processes that read one mailbox at the same moment: each mail is answered once, and none is lost."""

import os
import subprocess
import sys
from pathlib import Path

from referee.app.game_access import Table
from referee.mail.act.receive_mail import spool_mails
from referee.mail.transport import inboxes
from referee.settings import Settings
from referee.store.log import Busy

ROOT = Path(__file__).parent.parent.parent
PROCESSES, MAILS = 4, 5
TOML = """
[mail]
from = "Referee <referee@example.org>"
folder = "letters"
[mail.inbox]
maildir = "inbox"
"""
NEW = (
    "new", "magna-grecia", "--id", "cup", "--player", "red=Anna", "--player", "yellow=Bruno",
    "--address", "red=anna@example.org", "--address", "yellow=bruno@example.org",
)  # fmt: skip


def started(folder: Path, *words: str) -> "subprocess.Popen[bytes]":
    now = {"REFEREE_NOW": "2026-11-20T19:00:00Z", "REFEREE_CONFIG": "referee.toml", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "referee", *words]
    return subprocess.Popen(command, cwd=folder, env={**os.environ, **now}, stdout=subprocess.PIPE, stderr=sys.stderr)


def letters(folder: Path) -> set[Path]:
    return {path for path in (folder / "letters").rglob("*") if path.is_file()}


def test_each_mail_of_a_mailbox_for_all_is_answered_once(tmp_path: Path) -> None:
    (tmp_path / "referee.toml").write_text(TOML)
    for part in ("new", "cur", "tmp"):
        os.makedirs(tmp_path / "inbox" / part)
    for words in (NEW, ("send",)):
        assert started(tmp_path, *words).wait(60) == 0
    before = letters(tmp_path)
    texts = [path.read_text() for path in before]
    letter = next(text for text in texts if "BEGIN MOVE" in text).splitlines()
    fields = {name.lower(): value for name, _, value in (line.partition(": ") for line in letter)}
    for number in range(MAILS):
        head = f"From: {fields['to']}\nTo: {fields['reply-to']}\nMessage-ID: <{number}@x>\n\nstatus\n"
        (tmp_path / f"inbox/new/{number}").write_text(head)
    running = [started(tmp_path, "receive") for _ in range(PROCESSES)]
    said = b"".join(each.communicate(timeout=120)[0] for each in running)
    assert [each.returncode for each in running] == [0] * PROCESSES, said
    assert said.count(b" answered: cup") == MAILS, said
    assert len(letters(tmp_path) - before) == MAILS
    assert os.listdir(tmp_path / "inbox/new") == []


def test_nobody_else_looks_into_a_mailbox_before_the_mails_are_marked(tmp_path: Path) -> None:
    """Another process would see a mail that is in the spool, and perhaps answered, but not marked as read yet."""
    table = Table(Settings(private=str(tmp_path / "private"), wait=0))

    def arrived() -> inboxes.Arrived:
        yield b"Subject: hello\n\nhello\n"
        refused.append(is_busy(table))

    refused: list[bool] = []
    spool_mails(table, arrived())
    assert refused == [True]
    assert len(inboxes.waiting(table.settings.private)) == 1
    assert not is_busy(table)


def is_busy(table: Table) -> bool:
    try:
        spool_mails(table, iter([]))
    except Busy:
        return True
    return False
