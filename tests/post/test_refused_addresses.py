"""An address that a mail server refuses for good needs attention, with the words of the server."""

import json
from pathlib import Path
from typing import Any

import pytest
from cli_runs import NOW, begin, run
from mail_servers import running

__all__ = ["running"]
MAIL = """[mail]
from = "Referee <referee@example.org>"
transport = "smtp"
server = "127.0.0.1:{port}"
security = "none"
"""


@pytest.fixture(autouse=True)
def cup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, running: Any) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")
    monkeypatch.setenv("REFEREE_NOW", NOW)
    Path("referee.toml").write_text(MAIL.format(port=running().port))
    begin()
    assert run("player", "cup", "yellow", "--address", "anna@example.org").code == 0


def status() -> str:
    return " ".join(run("status").out.split())


@pytest.mark.parametrize(("address", "is_refused"), [("never@example.org", True), ("later@example.org", False)])
def test_only_a_refusal_for_good_needs_attention(address: str, is_refused: bool) -> None:
    assert run("player", "cup", "red", "--address", address).code == 0
    assert run("send").code == 69
    told = status()
    assert ("1 matter needs your attention." in told) is is_refused
    assert ("says: 550 No such user. To change the address: referee player cup red --address" in told) is is_refused
    assert ("red" in json.loads(run("status", "--json").out)["games"][0]["refused"]) is is_refused


def test_another_address_ends_it() -> None:
    assert run("player", "cup", "red", "--address", "never@example.org").code == 0
    run("send")
    assert run("player", "cup", "red", "--address", "bruno@example.org").code == 0
    assert "Nothing needs your attention." in status()
    assert run("send").code == 0
    assert not Path("private/cup/sent/red.refused").exists()


def test_words_of_a_server_do_nothing_on_a_terminal() -> None:
    from referee.mail.transport import mail_progress

    mail_progress.write_refusal("private", "cup", "yellow", "anna@example.org", "550 \x1b[2J\u202egone" + "x" * 999)
    told = mail_progress.refusal("private", "cup", "yellow", "anna@example.org")
    assert told.startswith("550  [2J gone")
    assert len(told) == 300
