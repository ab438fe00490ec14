"""The table [mail]: what it may say, and how it is told what it may not."""

from pathlib import Path
from typing import Any

import pytest

from referee.mail.mail_settings import Inbox, Login, MailSettings
from referee.settings import Misconfigured, settings


def read(folder: Path, text: str) -> Any:
    (folder / "referee.toml").write_text(text)
    return settings({}, {"REFEREE_CONFIG": str(folder / "referee.toml")}).mail


FROM = '[mail]\nfrom = "Referee <referee@example.org>"\n'


def test_a_sender_is_enough_for_files(tmp_path: Path) -> None:
    assert read(tmp_path, FROM) == MailSettings("Referee <referee@example.org>", "referee@example.org")


def test_all_may_be_said(tmp_path: Path) -> None:
    whole = FROM + (
        'reply = "moves@example.org"\nseparator = "-"\ntransport = "smtp"\nserver = "smtp.example.org:587"\n'
        'user = "referee"\npassword_file = "pass"\nauthserv = "mx.example.org"\nrequire = "dmarc"\ncomposer = false\n'
        "own_received = 2\n"
        '[mail.inbox]\nimap = "imap.example.org:993"\nuser = "referee"\npassword_command = "pass show mail"\n'
    )
    found = read(tmp_path, whole)
    assert found.host == "example.org"
    assert not found.composer
    assert found.own_received == 2
    assert found.login == Login("referee", str(tmp_path / "pass"))
    assert found.inbox == Inbox(imap="imap.example.org:993", login=Login("referee", "", "pass show mail"))


@pytest.mark.parametrize(
    ("moderator", "name", "address"),
    [
        ("Sam Field <sam@example.org>", "Sam Field", "sam@example.org"),
        ("sam@example.org", "sam@example.org", "sam@example.org"),
        ("", "", ""),
    ],
)
def test_the_moderator_has_a_name_and_an_address(tmp_path: Path, moderator: str, name: str, address: str) -> None:
    found = read(tmp_path, FROM + (f'moderator = "{moderator}"\n' if moderator else ""))
    assert (found.moderator_name, found.moderator_address) == (name, address)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("mail = 3\n", "mail cannot be 3; it is a table."),
        ("[mail]\n", "mail.from cannot be ''; it is a name and an address"),
        ('[mail]\nfrom = "Referee"\n', "mail.from cannot be 'Referee'"),
        (FROM + 'reply = "a@b, c@d"\n', "mail.reply cannot be 'a@b, c@d'; it is an address"),
        (FROM + 'transport = "post"\n', "mail.transport cannot be 'post'; it is smtp, lmtp,"),
        (FROM + 'transport = "smtp"\n', "mail.server cannot be ''; it is host:port"),
        (FROM + 'transport = "smtp"\nserver = "a:0"\n', "mail.server cannot be 'a:0'"),
        (FROM + 'transport = "smtp"\nserver = "a.org:25"\nsecurity = "none"\n', "mail.security cannot be 'none'"),
        (FROM + 'separator = "++"\n', "mail.separator cannot be '++'"),
        (FROM + 'colour = "red"\n', "mail cannot be 'colour'; it is a table of from, reply,"),
        (FROM + "user = 3\n", "mail.user cannot be 3"),
        (FROM + 'user = "a\\nb"\n', "mail.user cannot be"),
        (FROM + 'require = "spf"\n', "mail.require cannot be 'spf'"),
        (FROM + "own_received = true\n", "mail.own_received cannot be True; it is a number from 0 to 9"),
        (FROM + "own_received = 10\n", "mail.own_received cannot be 10; it is a number from 0 to 9"),
        (FROM + 'own_received = "1"\n', "mail.own_received cannot be '1'; it is a number from 0 to 9"),
        (FROM + 'composer = "no"\n', "mail.composer cannot be 'no'; it is true or false"),
        (FROM + 'moderator = "Sam"\n', "mail.moderator cannot be 'Sam'; it is a name and an address, such as \"Sam <"),
        (FROM + "[mail.inbox]\n", "mail.inbox cannot be {}; it is a table with `maildir` or `imap`"),
        (FROM + '[mail.inbox]\nimap = "a.org:143"\nsecurity = "none"\n', "mail.inbox.security cannot be 'none'"),
    ],
)
def test_what_is_wrong_is_told(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(Misconfigured) as caught:
        read(tmp_path, text)
    assert told in str(caught.value)


def test_without_security_only_on_this_machine(tmp_path: Path) -> None:
    for host in ("localhost", "127.0.0.1", "[::1]"):
        assert read(tmp_path, FROM + f'transport = "lmtp"\nserver = "{host}:24"\nsecurity = "none"\n').server
    assert read(tmp_path, FROM + 'transport = "lmtp"\nserver = "/run/lmtp"\n').server == "/run/lmtp"
