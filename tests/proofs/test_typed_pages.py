"""What the page about e-mail says of Postfix and of Gmail, typed literally: with a Postfix and a Dovecot of the test's
own, a move goes in by SMTP and its receipt comes out.

The commands and files are read from the page. Only what `postfix_roots` and `gmail_servers` name is somewhere else than
the page says. That the configuration of Postfix is elsewhere says the variable MAIL_CONFIG.
"""

import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import cli_runs
import players
import pytest
import servers
from doc_pages import ROOT, Block, blocks, fits, saved_as
from mail_servers import certificate

__all__ = ["certificate"]

PATIENCE = 30
"""Seconds until an e-mail must have arrived."""
OWNER = "games"
"""The user to whom the folder belongs: any of Debian's that is neither root nor `nobody`."""


def postfix_roots(folder: str) -> dict[str, str]:
    return {
        "/srv/games": f"{folder}/games",
        "/usr/local/bin/referee": f"{folder}/relay/hand-over",
        "/etc/aliases": f"{folder}/etc/aliases",
    }


def gmail_servers(submission: int, imaps: int) -> dict[str, str]:
    return {
        "smtp.gmail.com:587": f"localhost:{submission}",
        "imap.gmail.com:993": f"localhost:{imaps}",
    }


class Reader:
    """Somebody who does what a section of the page says, in a folder. `roots`: what is somewhere else than it says."""

    def __init__(self, heading: str, folder: str, roots: dict[str, str]) -> None:
        page = (ROOT / "docs" / "how-to" / "mail.md").read_text(encoding="utf-8")
        self.text = page.partition(f"\n## {heading}\n")[2].partition("\n## ")[0] + "\n"
        self.folder, self.roots = folder, roots
        self.blocks = iter(list(blocks(self.text)))

    def follow(self, *languages: str, user: str | None = None) -> None:
        """Do what the next blocks say, which are in these languages."""
        answer = ""
        for language in languages:
            block = next(self.blocks)
            assert block.language == language, f"line {block.start}"
            if language in ("sh", "shell"):
                answer = self.typed(self.here(block.text), user)
            elif language == "text":
                assert fits(block.lines, answer), answer
            else:
                self.save(block)

    def here(self, text: str) -> str:
        for named, path in self.roots.items():
            text = text.replace(named, path)
        return text

    def save(self, block: Block) -> None:
        Path(self.folder, saved_as(self.text, block)).write_text(self.here(block.text), encoding="utf-8")

    def typed(self, commands: str, user: str | None = None) -> str:
        """What commands answer. Raises AssertionError where one fails."""
        as_user = {"user": user, "group": user, "extra_groups": []} if user else {}
        ran = subprocess.run(
            ["bash", "-e", "-c", commands],
            cwd=self.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
            **as_user,  # type: ignore[call-overload]
        )
        assert ran.returncode == 0, f"{commands}\nanswers\n{ran.stdout}"
        return str(ran.stdout)


@pytest.fixture(autouse=True)
def machine(monkeypatch: pytest.MonkeyPatch) -> None:
    if not shutil.which("postfix") or not shutil.which("dovecot"):
        pytest.skip("needs Debian's postfix and dovecot: apt-get install postfix dovecot-imapd dovecot-lmtpd")
    monkeypatch.setenv("PATH", os.path.dirname(sys.executable) + os.pathsep + os.environ["PATH"])
    monkeypatch.setenv("REFEREE_CONFIG", "")
    monkeypatch.setenv("REFEREE_NOW", cli_runs.NOW)


NEW = """
referee new magna-grecia --id spring-cup --practice --player yellow=Anna --player red=Bruno \\
  --address yellow=anna@example.org --address red=bruno@example.org
referee send
"""


def play_a_turn(reader: Reader, player: players.Player, received: str = "true") -> None:
    """A game begins, its first e-mail arrives and is answered with a move, and the receipt comes.

    `received`: what makes the referee read its mail, where nobody hands it over.
    """
    reader.typed(NEW)
    wait_for(player)
    assert player.letter
    assert player.letter.block
    player.post(player.write(reader.typed("referee suggest spring-cup")))
    until = time.monotonic() + PATIENCE
    while not player.read():
        assert time.monotonic() < until, "no receipt has come"
        reader.typed(received)
        time.sleep(0.1)
    assert "Recorded: " in player.letter.text


def wait_for(player: players.Player) -> None:
    until = time.monotonic() + PATIENCE
    while not player.read():
        assert time.monotonic() < until, "no e-mail has come"
        time.sleep(0.1)


REMOTE = """
mydestination = localhost, games.example.org
default_transport = lmtp:inet:127.0.0.1:{lmtp}
"""
"""Players are elsewhere: what is not for this machine goes to Dovecot."""


def test_the_page_about_postfix(monkeypatch: pytest.MonkeyPatch) -> None:
    ran_as = list[str]()

    def piped(raw: bytes, variables: dict[str, str]) -> int:
        ran_as.append(variables["USER_NAME"])
        command = ["referee", *variables["ARGUMENTS"].split()]
        environment = {**variables, **os.environ}
        return subprocess.run(command, input=raw, cwd=variables["FOLDER"], env=environment, check=False).returncode

    with servers.dovecot() as boxes, servers.open_folder("typed") as folder, servers.relay(folder, piped):
        servers.aliases(folder, "postmaster: root\n")
        monkeypatch.setenv("MAIL_CONFIG", f"{folder}/etc")
        with servers.mta(folder, REMOTE.format(lmtp=boxes.lmtp)) as mta:
            reader = Reader("Postfix", f"{folder}/games", postfix_roots(folder))
            os.mkdir(reader.folder)
            shutil.chown(reader.folder, OWNER, OWNER)
            reader.follow("toml", "sh", "text")
            reader.follow("shell", user=OWNER)
            reader.follow("shell")
            assert next(reader.blocks, None) is None
            assert "games.example.org" in reader.typed("postconf mydestination")
            play_a_turn(reader, players.Player("red", "bruno", boxes, mta))
            assert ran_as == [OWNER]


SUBMISSION = """
smtpd_tls_chain_files = {certificate}
smtpd_sasl_type = dovecot
smtpd_sasl_path = inet:127.0.0.1:{auth}
"""
PORT_587 = (
    "127.0.0.1:{port} inet n - n - - smtpd -o smtpd_tls_security_level=encrypt -o smtpd_sasl_auth_enable=yes"
    " -o smtpd_relay_restrictions=permit_sasl_authenticated,reject\n"
)
TLS = """
ssl = yes
ssl_cert = <{certificate}
ssl_key = <{certificate}
service imap-login {{
  inet_listener imaps {{
    port = {imaps}
    ssl = yes
  }}
}}
service auth {{
  inet_listener {{
    port = {auth}
    address = 127.0.0.1
  }}
}}
"""


def test_the_page_about_gmail(monkeypatch: pytest.MonkeyPatch, certificate: str) -> None:
    """With a server that wants TLS and a login on both ports, and delivers addresses with a plus."""
    monkeypatch.setenv("SSL_CERT_FILE", certificate)
    ports = {"port": servers.free_port(), "imaps": servers.free_port(), "auth": servers.free_port()}
    with servers.open_folder("typed") as folder:
        reader = Reader("Gmail", f"{folder}/games", gmail_servers(ports["port"], ports["imaps"]))
        (password,) = re.findall("echo '(.*)' > password", reader.text)
        facts = {"certificate": certificate, **ports}
        with servers.dovecot(password, TLS.format(**facts)) as boxes:
            main = REMOTE.format(lmtp=boxes.lmtp) + SUBMISSION.format(**facts)
            servers.aliases(folder, "postmaster: root\n")
            with servers.mta(folder, main, PORT_587.format(**facts)) as mta:
                os.mkdir(reader.folder)
                reader.follow("sh", "toml", "shell")
                assert next(reader.blocks, None) is None
                anna = players.Player("yellow", "anna", boxes, mta, password)
                wait_for(anna)
                assert anna.letter
                assert "If you can read it, e-mails arrive." in anna.letter.text
                (to,) = re.findall(r"send a test e-mail to `(.*?)`", " ".join(reader.text.split()))
                reader.typed(f"referee doctor --send-to {to}")
                assert "unread: 1." in reader.typed("sleep 1; referee doctor")
                play_a_turn(reader, players.Player("red", "bruno", boxes, mta, password), "referee receive")
