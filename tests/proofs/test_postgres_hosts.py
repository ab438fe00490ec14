"""The same command on several machines at once: one entry, one e-mail, one answer for each thing."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from database_servers import Cluster, running_cluster

HOSTS = 4
REFEREE = os.path.join(os.path.dirname(sys.executable), "referee")
MAIL = """
[mail]
from = "Referee <referee@example.org>"
transport = "sendmail"
sendmail = "{program}"
[mail.inbox]
maildir = "inbox"
"""
SENDMAIL = """#!/bin/sh
letter=$(mktemp "{folder}/XXXXXXXX") && cat > "$letter"
"""
PLAYERS = ("--player", "yellow=Anna", "--player", "red=Bruno", "--clock", "allowance=10h", "--clock", "missed=pass")
ADDRESSES = ("--address", "yellow=anna@example.org", "--address", "red=bruno@example.org")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with running_cluster() as running:
        yield running


class Hosts:
    """Folders as on machines of their own, with one database and one mail server."""

    def __init__(self, folder: Path, address: str) -> None:
        self.sent, program = folder / "sent", folder / "sendmail"
        self.sent.mkdir()
        program.write_text(SENDMAIL.format(folder=self.sent))
        program.chmod(0o755)
        self.places = [folder / f"host-{number}" for number in range(HOSTS)]
        for place in self.places:
            for part in ("new", "cur", "tmp"):
                os.makedirs(place / "inbox" / part)
            (place / "referee.toml").write_text(f'store = "{address}"\n{MAIL.format(program=program)}')

    def share_inbox(self) -> None:
        """One mailbox for all, as on one mail server."""
        for place in self.places[1:]:
            shutil.rmtree(place / "inbox")
            (place / "inbox").symlink_to(self.places[0] / "inbox")

    def run(self, *arguments: str, host: int = 0, now: str = "2026-11-20T19:00:00Z", stdin: bytes = b"") -> str:
        (done,) = self.at_once(*arguments, hosts=[host], now=now, stdin=stdin)
        return done

    def at_once(
        self, *arguments: str, hosts: list[int] | None = None, now: str = "2026-11-20T19:00:00Z", stdin: bytes = b""
    ) -> list[str]:
        """What each host says; each must end well."""
        environment = {**os.environ, "REFEREE_CONFIG": os.devnull, "REFEREE_NOW": now}
        running = [
            subprocess.Popen(
                [REFEREE, *arguments], cwd=self.places[host], env=environment,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            )
            for host in (range(HOSTS) if hosts is None else hosts)
        ]  # fmt: skip
        for each in running:
            assert each.stdin
            each.stdin.write(stdin)
            each.stdin.close()
        said = [each.stdout.read().decode() for each in running if each.stdout]
        assert [each.wait() for each in running] == [0] * len(running), said
        return said

    def letters(self) -> list[str]:
        """Subject and reader of each e-mail that left, and the bytes of none twice."""
        texts = [path.read_text() for path in self.sent.iterdir()]
        return sorted(
            " ".join(line for line in text.splitlines() if line.startswith(("To:", "Message-ID:"))) for text in texts
        )


@pytest.fixture
def hosts(tmp_path: Path, cluster: Cluster, request: pytest.FixtureRequest) -> Hosts:
    name = f"t{abs(hash(request.node.name))}"
    cluster.sql(f"create database {name} owner club")
    found = Hosts(tmp_path, cluster.address(name))
    for game in ("cup", "bowl"):
        found.run("new", "magna-grecia", "--id", game, *PLAYERS, *ADDRESSES)
    return found


def test_e_mails_are_sent_once(hosts: Hosts) -> None:
    said = hosts.at_once("send")
    letters = hosts.letters()
    assert len(letters) == len(set(letters)) == 4, letters
    assert sum(each.count(" sent: ") for each in said) == 4


def test_a_move_is_recorded_once(hosts: Hosts) -> None:
    move = hosts.run("suggest", "cup").encode()
    said = hosts.at_once("submit", "-", stdin=move)
    assert sum("\nRecorded as entry 2" in f"\n{each}" for each in said) == 1, said
    assert sum("Already recorded as entry 2" in each for each in said) == HOSTS - 1
    assert "All 2 entries are correct" in hosts.run("verify", "cup", host=1)


def test_time_is_counted_once(hosts: Hosts) -> None:
    hosts.at_once("remind")
    for now in ("2026-11-21T06:00:00Z", "2026-11-23T20:00:00Z"):
        hosts.at_once("remind", now=now)
        once = hosts.run("log", "cup", now=now)
        hosts.at_once("remind", now=now)
        assert hosts.run("log", "cup", now=now) == once
    assert once.count(" missed ") <= 1


@pytest.mark.parametrize("shared", [True, False])
def test_one_mail_for_all_hosts_has_one_answer(hosts: Hosts, shared: bool) -> None:
    """It leaves once where all look into one mailbox; hosts that each get a copy may both send it, by the same name."""
    hosts.run("send")
    before = hosts.letters()
    letter = next(path.read_text() for path in hosts.sent.iterdir() if "BEGIN MOVE" in path.read_text())
    fields = {name.lower(): value for name, _, value in (line.partition(": ") for line in letter.splitlines())}
    answer = f"From: {fields['to']}\r\nTo: {fields['reply-to']}\r\nSubject: Re\r\nMessage-ID: <1@x>\r\n\r\nstatus\r\n"
    if shared:
        hosts.share_inbox()
    for place in hosts.places:
        (place / "inbox/new/1").write_text(answer)
    said = hosts.at_once("receive")
    assert len(set(hosts.letters()) - set(before)) == 1, said
    assert len(hosts.letters()) == len(before) + 1 or not shared, said
