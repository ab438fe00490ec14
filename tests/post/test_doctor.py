"""The findings of `referee doctor` about mail: with servers, wrong passwords, none at all; and for each game."""

import json
import os
import sys
from pathlib import Path
from typing import Any

import cli_runs
import pytest
from aiosmtpd.lmtp import LMTP
from cli_runs import run
from mail_servers import Server, free_port

PLAYERS = ("--player", "yellow=Anna", "--player", "red=Bruno")
ADDRESSES = ("--address", "yellow=anna@example.org", "--address", "red=bruno@example.org")
FROM = 'from = "Referee <referee@example.org>"\n'


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", os.devnull)
    monkeypatch.setenv("REFEREE_NOW", cli_runs.NOW)
    monkeypatch.delenv("REFEREE_MAIL_PASSWORD", raising=False)


def configure(text: str = "", inbox: str = "") -> None:
    tables = f"[mail]\n{FROM}{text}\n" + (f"[mail.inbox]\n{inbox}\n" if inbox else "")
    Path("referee.toml").write_text(tables, encoding="utf-8")


def smtp(server: Server, security: str) -> None:
    text = f'transport = "smtp"\nserver = "localhost:{server.port}"\nsecurity = "{security}"\n'
    configure(text + 'user = "referee"\npassword_file = "password"\n')
    write("password", "correct-horse\n")


def write(path: str, text: str) -> None:
    Path(path).write_text(text, encoding="utf-8")
    Path(path).chmod(0o600)


def begin(id: str = "cup", *more: str) -> None:
    ran = run("new", "magna-grecia", "--id", id, "--board", "bruttium", *PLAYERS, *more)
    assert ran.code == 0, ran.err


def asked(*arguments: str) -> tuple[int, list[tuple[str, str]]]:
    """The exit code, and what is not fine."""
    ran = run("doctor", "--json", *arguments)
    findings = json.loads(ran.out)["findings"]
    assert "correct-horse" not in ran.out + ran.err
    assert "battery" not in ran.out + ran.err
    return ran.code, [(each["severity"], each["says"]) for each in findings if "(REFEREE_NOW)" not in each["says"]]


def wrong(*arguments: str) -> tuple[int, list[tuple[str, str]]]:
    code, findings = asked(*arguments)
    return code, [each for each in findings if each[0] != "fine"]


def good() -> list[str]:
    code, findings = asked()
    assert (code, {severity for severity, _ in findings}) == (0, {"fine"}), findings
    return [says for _, says in findings]


@pytest.mark.parametrize("direct", [False, True], ids=["starttls", "tls"])
def test_a_server_that_lets_us_in(
    running: Any, certificate: str, monkeypatch: pytest.MonkeyPatch, direct: bool
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", certificate)
    server = running(certificate=certificate, login=True, direct=direct)
    security = "tls" if direct else "starttls"
    smtp(server, security)
    assert f"The mail server localhost:{server.port} answers ({security}), and the login of referee works." in good()
    assert server.sink.got == []  # nothing is sent unasked
    code, findings = asked("--send-to", "anna@example.org")
    assert (code, findings[-1][1][:44]) == (0, "The test e-mail to anna@example.org was sent")
    ((sender, to, letter),) = server.sink.got
    assert (sender, to) == ("referee@example.org", ["anna@example.org"])
    assert b"Subject: [test] Test e-mail" in letter
    assert b"If you can read it, e-mails arrive." in letter
    write("password", "battery-staple\n")
    code, findings = wrong("--send-to", "anna@example.org")
    assert (code, [severity for severity, _ in findings]) == (78, ["error", "error"])
    assert "says: 535" in findings[0][1]
    assert len(server.sink.got) == 1


def test_a_server_that_nobody_vouches_for(running: Any, certificate: str) -> None:
    smtp(running(certificate=certificate, login=True), "starttls")
    code, ((severity, says),) = wrong()
    assert (code, severity) == (78, "error")
    assert "certificate" in says


def test_a_silent_server_may_be_temporary_and_problems_to_fix_count_more(running: Any) -> None:
    configure(f'transport = "smtp"\nserver = "127.0.0.1:{free_port()}"\nsecurity = "none"\n')
    code, ((severity, says),) = wrong()
    assert (code, severity) == (69, "silent")
    assert "refused" in says
    write("referee.toml", Path("referee.toml").read_text(encoding="utf-8") + 'require = "dmarc"\n')
    code, findings = wrong()
    assert (code, [severity for severity, _ in findings]) == (78, ["error", "silent"])


def test_lmtp(running: Any) -> None:
    server = running(kind=LMTP)
    configure(f'transport = "lmtp"\nserver = "127.0.0.1:{server.port}"\nsecurity = "none"\n')
    assert f"The mail server 127.0.0.1:{server.port} answers (none)." in good()
    configure(f'transport = "lmtp"\nserver = "{Path.cwd()}/socket"\n')
    assert wrong()[0] == 69


def test_passwords_are_sought_and_not_shown(running: Any, certificate: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", certificate)
    smtp(running(certificate=certificate, login=True), "starttls")
    Path("password").chmod(0o644)
    code, findings = wrong()
    assert (code, findings) == (
        0, [("warning", "Others can read password and the password in it. To fix that: chmod 600 password")]
    )  # fmt: skip
    write("password", "\n")
    assert ("error", "The password of referee is empty.") in wrong()[1]
    Path("password").unlink()
    assert wrong()[1][0] == ("error", "password can't be read: No such file or directory.")
    text = Path("referee.toml").read_text(encoding="utf-8")
    write("referee.toml", text.replace('password_file = "password"\n', ""))
    assert wrong()[1][0][1].startswith("There is no password for referee. Set REFEREE_MAIL_PASSWORD")
    monkeypatch.setenv("REFEREE_MAIL_PASSWORD", "correct-horse")
    assert "The password of referee was found in REFEREE_MAIL_PASSWORD." in good()


def test_a_program() -> None:
    configure('transport = "sendmail"\nsendmail = "./send"\n')
    code, ((severity, says),) = wrong()
    assert (code, severity, says[:27]) == (78, "error", "There is no program ./send.")
    write("send", "#!/bin/sh\ncat > got\n")
    assert wrong()[1] == [("error", "This user has no permission to run ./send. To fix that: chmod a+x ./send")]
    Path("send").chmod(0o700)
    assert "E-mails are passed to ./send." in good()
    assert not Path("got").exists()
    assert asked("--send-to", "anna@example.org")[0] == 0
    assert Path("got").read_text(encoding="utf-8").count("Message-ID:") == 1


def test_files() -> None:
    configure('folder = "letters"\n')
    assert "E-mails are put into letters." in good()
    assert not Path("letters").exists()
    assert asked("--send-to", "anna@example.org")[1][-1] == (
        "fine",
        "The test e-mail to anna@example.org is in letters.",
    )
    assert len(list(Path("letters").rglob("*.eml"))) == 1
    write("file", "")
    configure('folder = "file"\n')
    assert wrong()[0] == 78
    assert wrong("--send-to", "anna@example.org")[0] == 78


def test_imap_without_its_library_or_a_user(monkeypatch: pytest.MonkeyPatch) -> None:
    configure(inbox='imap = "127.0.0.1:1"\nsecurity = "none"\n')
    assert wrong()[1] == [("error", "[mail.inbox] has no `user`, but an IMAP server needs one.")]
    monkeypatch.setitem(sys.modules, "imap_tools", None)
    monkeypatch.setenv("REFEREE_MAIL_PASSWORD", "x")
    configure(inbox='imap = "127.0.0.1:1"\nsecurity = "none"\nuser = "referee"\n')
    code, ((_, says),) = wrong()
    assert (code, "pip install 'referee[imap]'" in says) == (78, True)


def test_a_maildir() -> None:
    configure(inbox='maildir = "inbox"\n')
    assert wrong()[1][0][1].startswith("inbox isn't a Maildir: it has no folder new.")
    for name in ("new", "cur", "tmp"):
        Path("inbox", name).mkdir(parents=True)
    write("inbox/new/1", "Subject: hello\n\n")
    write("inbox/cur/2:2,S", "Subject: hello\n\n")
    assert "The Maildir inbox can be read; unread: 1." in good()
    assert Path("inbox/new/1").exists()


def test_every_seat_of_a_running_game_needs_an_address() -> None:
    configure()
    begin("cup", *ADDRESSES[:2])
    give = "cup: red has no address and gets no e-mails. To set one: referee player cup red --address NAME@HOST"
    assert wrong() == (0, [("warning", give)])
    edit("private/cup.yaml", "anna@example.org", "anna@@example.org")
    code, findings = wrong()
    assert (code, findings[0][0], "'anna@@example.org' isn't a plain address" in findings[0][1]) == (78, "error", True)
    assert run("close", "cup", "--abandon").code == 0
    good()


def edit(path: str, old: str, new: str) -> None:
    text = Path(path).read_text(encoding="utf-8")
    assert old in text
    write(path, text.replace(old, new))


def test_the_name_of_a_game_may_be_too_long_for_answers() -> None:
    begin("a-cup-of-which-the-name-is-rather-long", *ADDRESSES)
    configure('reply = "r@example.org"\n')
    good()
    configure()
    code, ((severity, says),) = wrong()
    assert (code, severity) == (78, "error")
    assert "may have 64. Use a shorter `reply` in [mail], such as r@example.org" in says


def test_signed_moves_need_a_program_that_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begin("cup", *ADDRESSES)
    write("key.pub", f"ssh-ed25519 {'A' * 68} anna\n")
    assert run("player", "cup", "yellow", "--signer", "key.pub").code == 0
    assert "ssh-keygen can check signatures, which cup requires." in good()
    edit("private/cup.yaml", "ssh-ed25519 AAAA", "ssh-ed25519 ÄÄÄÄ")
    assert wrong()[1][0][1].startswith("cup: the key of yellow is not an ssh key.")
    edit("private/cup.yaml", "ssh-ed25519 ÄÄÄÄ", "ssh-ed25519 AAAA")
    programs = tmp_path / "programs"
    programs.mkdir()
    monkeypatch.setenv("PATH", str(programs))
    assert wrong()[0] == 78
    (programs / "ssh-keygen").write_text("#!/bin/sh\nexit 1\n")
    (programs / "ssh-keygen").chmod(0o700)
    assert wrong()[1][0][1].startswith(
        "Moves in cup must be signed, but ssh-keygen is missing or can't check signatures."
    )


def test_the_clock_of_the_machine_and_the_ticks(monkeypatch: pytest.MonkeyPatch) -> None:
    begin("cup", *ADDRESSES, "--clock", "allowance=72h")
    assert "`referee remind` has never run for it" in wrong()[1][0][1]
    assert run("remind").code == 0
    good()
    monkeypatch.setenv("REFEREE_NOW", "2026-11-20T20:30:00Z")
    assert "`referee remind` last ran for it at 2026-11-20T19:00:00Z" in wrong()[1][0][1]
    monkeypatch.setenv("REFEREE_NOW", "2026-11-20T18:00:00Z")
    code, findings = wrong()
    assert (code, findings[0][0]) == (78, "error")
    assert "here it is 2026-11-20T18:00:00Z. Set the clock of this machine." in findings[0][1]


def test_the_spool_and_the_folders_of_secrets() -> None:
    begin("cup", *ADDRESSES)
    begin("dart", *ADDRESSES)
    configure()
    assert run("send").code == 0
    assert run("receive", "-", stdin=b"no mail at all").code == 0
    good()
    os.mkdir("private/mail/quarantine", 0o700)
    for name in ("new/1.eml", "quarantine/0123456789abcdef.eml"):
        write(f"private/mail/{name}", "hello")
    write("private/mail/quarantine/0123456789abcdef.eml.why", "It is too large.\n")
    Path("private/cup/sent").chmod(0o755)
    Path("private").chmod(0o750)
    told = [says for _, says in wrong()[1]]
    assert told[0] == "Others can look into private/cup/sent. To fix that: chmod 700 private/cup/sent"
    assert told[1].startswith("E-mails to process: 1.")
    assert told[2].startswith("An e-mail was put aside: 0123456789ab: It is too large.")
    assert told[3:] == ["Others can read private and the secret in it. To fix that: chmod 700 private"]  # once
    assert run("doctor").code == 0


def test_a_damaged_log_keeps_no_other_game_from_being_looked_at() -> None:
    begin("cup")
    begin("dart", "--clock", "allowance=72h")
    edit("games/cup/log.yaml", "prev:", "before:")
    code, findings = wrong()
    assert (code, [severity for severity, _ in findings]) == (78, ["error", "warning"])


def test_how_postfix_hands_mail_over_is_shown_with_the_paths_of_this_machine() -> None:
    write("send", "")
    configure('transport = "sendmail"\nsendmail = "./send"\n')
    _, found = asked()
    assert any(f'{{local}}: "|cd {Path.cwd()} && '.format(local="referee") in says for _, says in found)


def test_addresses_alone_prove_nothing() -> None:
    configure("tags = false\n")
    _, found = wrong()
    (words,) = [says for severity, says in found if severity == "warning" and "`tags = false`" in says]
    assert words.startswith("With `tags = false` anybody who knows the address of a player can move for them.")
    configure('tags = false\nrequire = "dmarc"\nauthserv = "mx.example.org"\n')
    assert not any("`tags = false`" in says for _, says in wrong()[1])
