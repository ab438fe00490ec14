"""The table [mail]: what it may say, and the messages about what it may not."""

from pathlib import Path
from typing import Any

import pytest

from referee.mail_settings import Inbox, Login, MailSettings
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
        ("mail = 3\n", "mail can't be 3. It should be a table."),
        ("[mail]\n", "mail.from can't be ''. It should be a name and an address"),
        ('[mail]\nfrom = "Referee"\n', "mail.from can't be 'Referee'"),
        (FROM + 'reply = "a@b, c@d"\n', "mail.reply can't be 'a@b, c@d'. It should be an address"),
        (FROM + 'transport = "post"\n', "mail.transport can't be 'post'. It should be smtp, lmtp,"),
        (FROM + 'transport = "smtp"\n', "mail.server can't be ''. It should be host:port"),
        (FROM + 'transport = "smtp"\nserver = "a:0"\n', "mail.server can't be 'a:0'"),
        (FROM + 'transport = "smtp"\nserver = "a.org:25"\nsecurity = "none"\n', "mail.security can't be 'none'"),
        (FROM + 'separator = "++"\n', "mail.separator can't be '++'"),
        (FROM + 'colour = "red"\n', "there is no setting mail.colour in referee "),
        (FROM + 'hsot = "x"\nrepply = "a@b"\n', "there is no setting mail.repply. Did you mean mail.reply?"),
        (
            FROM + '[mail.inbox]\nmaildri = "x"\n',
            "there is no setting mail.inbox.maildri. Did you mean mail.inbox.maildir?",
        ),
        (FROM + "user = 3\n", "mail.user can't be 3"),
        (FROM + 'user = "a\\nb"\n', "mail.user can't be"),
        (FROM + 'require = "spf"\n', "mail.require can't be 'spf'"),
        (FROM + "own_received = true\n", "mail.own_received can't be True. It should be a number from 0 to 9"),
        (FROM + "own_received = 10\n", "mail.own_received can't be 10. It should be a number from 0 to 9"),
        (FROM + 'own_received = "1"\n', "mail.own_received can't be '1'. It should be a number from 0 to 9"),
        (FROM + 'composer = "no"\n', "mail.composer can't be 'no'. It should be true or false"),
        (
            FROM + 'moderator = "Sam"\n',
            "mail.moderator can't be 'Sam'. It should be a name and an address, such as \"Sam <",
        ),
        (FROM + "[mail.inbox]\n", "mail.inbox can't be {}. It should be a table with `maildir` or `imap`"),
        (FROM + '[mail.inbox]\nimap = "a.org:143"\nsecurity = "none"\n', "mail.inbox.security can't be 'none'"),
    ],
)
def test_the_problem_is_reported(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(Misconfigured) as caught:
        read(tmp_path, text)
    assert told in str(caught.value)


def test_without_security_only_on_this_machine(tmp_path: Path) -> None:
    for host in ("localhost", "127.0.0.1", "[::1]"):
        assert read(tmp_path, FROM + f'transport = "lmtp"\nserver = "{host}:24"\nsecurity = "none"\n').server
    assert read(tmp_path, FROM + 'transport = "lmtp"\nserver = "/run/lmtp"\n').server == "/run/lmtp"
