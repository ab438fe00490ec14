"""What our own mail server found out about a sender: only what it wrote itself counts, and only about the player."""

import json
import sys
from pathlib import Path

import cli_runs
import mailing_game as post
import pytest

from referee.mail.read import identity
from referee.mail.read.mail_parts import parsed_mail
from referee.mail.transport import inboxes

pytestmark = pytest.mark.usefixtures("game")

HOST = "mx.example.org"
RECEIVED = "Received: from mail.example.net by mx.example.org; Fri, 20 Nov 2026 19:00:00 +0000\n"
PASSED = f"{HOST}; dmarc=pass header.from=example.org"


def result(head: str, sender: str = post.ANNA, own_received: int = 0) -> str:
    mail = parsed_mail(f"{head}From: {sender}\n\nx".encode())
    return identity.dmarc(mail, HOST, post.ANNA, own_received)


def above(*fields: str) -> str:
    return "".join(f"Authentication-Results: {each}\n" for each in fields) + RECEIVED


RESULTS = {
    PASSED: identity.PASS,
    f"{HOST}; dmarc=pass (p=NONE sp=QUARANTINE dis=NONE) header.from=Example.ORG": identity.PASS,
    f"{HOST}; dkim=pass header.d=x.org; dmarc=pass policy.dmarc=none header.from=anna@example.org.": identity.PASS,
    f"{HOST}; spf=pass smtp.mailfrom=a@b.org; dmarc=fail header.from=example.org": identity.FAIL,
    f"{HOST.upper()} 1; dmarc=none header.from=example.org": identity.NONE,
    f"{HOST}; dmarc=pass header.from=evil.example.net": identity.MISALIGNED,
    f"{HOST}; dmarc=pass header.from=mail.example.org": identity.MISALIGNED,
    f"{HOST}; dmarc=pass header.from=example.org header.from=evil.example.net": identity.MISALIGNED,
    f"{HOST}; dmarc=pass": identity.MISALIGNED,
    f"{HOST}; spf=pass smtp.mailfrom=a@b.org": identity.UNKNOWN,
    f"{HOST}; none": identity.UNKNOWN,
    "other.example.org; dmarc=pass header.from=example.org": identity.UNKNOWN,
    "spf=pass (sender IP is 1.2.3.4) smtp.mailfrom=x; dkim=pass; dmarc=pass action=none": identity.UNKNOWN,
    f"i=1; {HOST}; none": identity.UNKNOWN,
    f"{HOST}; dmarc=pass header.from=example.org; dmarc=fail": identity.UNKNOWN,
    f"{HOST}; dmarc=(((((": identity.UNKNOWN,
    "": identity.UNKNOWN,
}


@pytest.mark.parametrize("field", list(RESULTS))
def test_what_our_own_mail_server_found_out(field: str) -> None:
    assert result(above(field)) == RESULTS[field]
    mail = parsed_mail(f"{above(field)}From: {post.ANNA}\n\nx".encode())
    assert identity.dmarc(mail, "", post.ANNA) == identity.UNKNOWN


@pytest.mark.parametrize(
    "sender",
    [
        "Mallory <mallory@evil.example.net>",
        "bruno@example.org",
        "anna@example.org, mallory@example.org",
        "anna@example.org <mallory@example.org>",
        "anna@mail.example.org",
        "",
        "anna@example.org\nFrom: mallory@example.org",
    ],
)
def test_a_mail_from_another_address_proves_nothing_about_the_player(sender: str) -> None:
    assert result(above(PASSED)) == identity.PASS
    assert result(above(PASSED), sender) == identity.MISALIGNED


def test_a_player_without_an_address_cannot_be_proved() -> None:
    assert identity.dmarc(parsed_mail(f"{above(PASSED)}From: \n\nx".encode()), HOST, "") == identity.MISALIGNED


def test_only_fields_above_the_first_received_are_from_our_server() -> None:
    forged = f"Authentication-Results: {PASSED}\n"
    assert result(RECEIVED + forged) == identity.UNKNOWN
    assert result(above(f"{HOST}; dmarc=fail header.from=example.org") + forged) == identity.FAIL
    assert result(above(f"{HOST}; spf=pass smtp.mailfrom=a@b.org") + forged) == identity.UNKNOWN
    assert result(forged) == identity.UNKNOWN  # no server received it, so nobody knows who wrote this


def test_a_server_may_write_a_field_for_each_method() -> None:
    assert result(above(f"{HOST}; dkim=pass header.d=example.org", PASSED)) == identity.PASS


def test_the_outermost_field_about_dmarc_counts() -> None:
    assert result(above(f"{HOST}; dmarc=fail header.from=example.org", PASSED)) == identity.FAIL


@pytest.mark.parametrize(("own", "found"), [(0, identity.UNKNOWN), (1, identity.PASS), (2, identity.PASS)])
def test_a_server_may_write_its_result_below_received_fields_of_its_own(own: int, found: str) -> None:
    assert result(f"{RECEIVED}Authentication-Results: {PASSED}\n{RECEIVED}", own_received=own) == found
    assert result(f"{RECEIVED * (own + 1)}Authentication-Results: {PASSED}\n", own_received=own) == identity.UNKNOWN
    assert result(f"Authentication-Results: {PASSED}\n", own_received=own) == identity.UNKNOWN


def required(field: str = "", sender: str = f"Anna <{post.ANNA}>") -> tuple[str, str]:
    """What becomes of a move by mail where DMARC is required, and what is answered."""
    raw = post.mail(post.fenced(post.move()), post.address("yellow"), sender)
    done = post.one(field.encode() + raw)
    return done.became, str(done.says)


def require() -> None:
    settings = post.TOML.replace(f'authserv = "{HOST}"', f'authserv = "{HOST}"\nrequire = "dmarc"')
    Path("referee.toml").write_text(settings, encoding="utf-8")


def test_a_moderator_may_demand_that_dmarc_passes() -> None:
    require()
    before = post.log_bytes()
    for head in ("", above("mx.example.net; dmarc=pass header.from=example.org"), above(f"{HOST}; dmarc=fail")):
        assert required(head)[0] == "answered"
    assert required(f"{RECEIVED}Authentication-Results: {PASSED}\n")[0] == "answered"
    assert "could not confirm who sent this e-mail" in post.receipts()[0].text
    assert post.log_bytes() == before
    assert required(above(PASSED))[0] == "recorded"


def test_where_dmarc_is_demanded_a_stolen_tag_is_good_for_nothing_from_another_address() -> None:
    require()
    before = post.log_bytes()
    theirs = above(f"{HOST}; dmarc=pass header.from=evil.example.net")
    became, says = required(theirs, "Mallory <mallory@evil.example.net>")
    assert (became, "(DMARC: misaligned)" in says, post.log_bytes()) == ("answered", True, before)
    assert required(theirs)[0] == "answered"
    assert required(above(PASSED), "Mallory <mallory@example.org>")[0] == "answered"
    assert post.log_bytes() == before
    (told, *_) = post.receipts()
    assert told.to == post.ANNA
    assert "This e-mail isn't from the address registered for you, and this game requires that." in told.text


def test_the_result_is_a_note_for_the_moderator() -> None:
    head = above(f"{HOST}; dmarc=fail").encode()
    done = post.one(head + post.mail(post.fenced(post.move()), post.address("yellow")))
    assert done.became == "recorded"
    assert "(DMARC: fail)" in inboxes.filing_reason("private", inboxes.DONE, done.mail)


SERVER = """#!/bin/sh
{ cat above; cat; } | tr -d '\\r' > inbox/new/arrived
"""
"""A mail server that delivers what is sent to us, below the fields in the file `above`."""
REPLY = post.REFEREE


def serve(above: str, own_received: int = 0) -> None:
    """Mail goes out by this server, and DMARC is required."""
    Path("server").write_text(SERVER, encoding="ascii")
    Path("server").chmod(0o755)
    Path("above").write_text(above, encoding="ascii")
    require()
    toml = Path("referee.toml").read_text(encoding="utf-8").replace('transport = "files"', 'transport = "sendmail"')
    toml = toml.replace('require = "dmarc"', f'require = "dmarc"\nown_received = {own_received}\nsendmail = "./server"')
    Path("referee.toml").write_text(toml, encoding="utf-8")


def doctor(*arguments: str) -> list[tuple[str, str]]:
    """What the doctor says of DMARC."""
    findings = json.loads(cli_runs.run("doctor", "--json", *arguments).out)["findings"]
    return [(each["severity"], each["says"]) for each in findings if each["place"].startswith("mail.")][-2:]


def came_back() -> str:
    ran = cli_runs.run("receive")
    assert ran.code == 0, ran.err
    return ran.out


def test_doctor_tries_a_forged_field_here() -> None:
    serve(RECEIVED)
    tried, way = doctor()
    assert tried == (
        "fine",
        f"An e-mail with a forged Authentication-Results field of {HOST} was tried here. It is not believed.",
    )
    assert way[0] == "warning"
    assert f"Do: referee doctor --send-to {REPLY}" in way[1]


OUTCOMES = {
    "the server says nothing": (RECEIVED, 0, "warning", "came back without a word of mx.example.org"),
    "its own word is above": (above(PASSED), 0, "fine", "wrote its own field, and the forged one lost"),
    "its own word is below": (f"{RECEIVED}Authentication-Results: {PASSED}\n", 1, "fine", "the forged one lost"),
    "it lets forged ones pass": (
        RECEIVED,
        1,
        "error",
        "A forged field passed for that of mx.example.org at ",
    ),
}


@pytest.mark.parametrize("name", OUTCOMES)
def test_doctor_sends_itself_a_forged_field(name: str) -> None:
    above, own, severity, says = OUTCOMES[name]
    serve(above, own)
    before = post.log_bytes()
    cli_runs.run("doctor", "--send-to", REPLY)
    assert "has not come back" in doctor()[1][1]
    assert " ignored: " in came_back()
    assert (doctor()[1][0], says in doctor()[1][1]) == (severity, True)
    assert cli_runs.run("doctor").code == (78 if severity == "error" else 0)
    assert post.log_bytes() == before


def test_other_settings_need_another_trial() -> None:
    serve(above(PASSED))
    cli_runs.run("doctor", "--send-to", REPLY)
    came_back()
    assert doctor()[1][0] == "fine"
    serve(above(PASSED), own_received=1)
    assert "Nobody has tried" in doctor()[1][1]


def test_nobody_else_can_say_that_a_trial_went_well() -> None:
    serve(RECEIVED)
    cli_runs.run("doctor", "--send-to", REPLY)
    Path("inbox/new/arrived").unlink()
    raw = post.mail("x", post.REFEREE, x_referee_forged="0" * 32)
    Path("inbox/new/other").write_bytes(above(PASSED).encode() + raw)
    came_back()
    assert "has not come back" in doctor()[1][1]


def test_without_its_library_no_mail_is_handled_and_doctor_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "authres", None)
    inboxes.add_to_spool("private", post.mail("hello", post.address("red")))
    ran = cli_runs.run("receive")
    assert (ran.code, "pipx inject referee authres" in ran.err) == (78, True)
    assert len(post.spooled("new")) == 1
    assert "pipx inject referee authres" in cli_runs.run("doctor").out
