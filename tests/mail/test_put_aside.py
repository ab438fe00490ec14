"""What was put aside can be listed, read, tried again and put away; private words are nobody's business."""

import json
from pathlib import Path

import cli_runs
import mailing_game as post
import pytest
from test_moderator import PLEA, name_sam, notes, write

from referee.mail.act import handle_mail
from referee.mail.act.heard_mail import QUARANTINED

pytestmark = pytest.mark.usefixtures("game")

TEXT = "Could somebody look at my hand?\n\nsay to red: my secret plan\n\nand more of it\n\nabsent: list\n"


def stumble(*arguments: object) -> None:
    raise KeyError("surprise")


def put_aside(monkeypatch: pytest.MonkeyPatch, text: str = TEXT) -> str:
    """A mail over which the program stumbles: its id."""
    with monkeypatch.context() as patch:
        patch.setattr(handle_mail, "answer_asked", stumble)
        done = post.one(post.mail(text, post.address("yellow"), sender=post.ANNA))
    assert done.became == QUARANTINED
    return done.mail[:8]


def test_a_mail_is_listed_shown_without_private_words_retried_and_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    id = put_aside(monkeypatch)
    assert id in cli_runs.run("mail", "list").out
    shown = cli_runs.run("mail", "show", id).out
    assert "Could somebody look at my hand?" in shown
    assert "(Words to one player alone are not shown.)" in shown
    assert "secret plan" not in shown
    assert "more of it" not in shown
    done = cli_runs.run("mail", "retry", id)
    assert done.code == 0
    assert "(Words to one player alone are not shown.)" in done.out
    assert "secret plan" not in done.out
    assert "  message  Anna (yellow) in cup: Could somebody" in cli_runs.run("mail", "list").out
    assert post.spooled("quarantine") == []
    assert "secret plan" not in cli_runs.run("status").out


def test_of_private_words_that_were_refused_nothing_is_said_to_have_been_passed_on() -> None:
    raw = post.mail("say to red: my secret plan\n\ncity E1 perhaps\n", post.address("yellow"), sender=post.ANNA)
    said = cli_runs.run("receive", "-", stdin=raw).out
    assert "passed on" not in said.replace("was not passed on", "")
    assert "secret plan" not in said


def test_a_mail_is_put_away(monkeypatch: pytest.MonkeyPatch) -> None:
    id = put_aside(monkeypatch)
    assert "1 matter needs your attention." in cli_runs.run("status").out
    assert cli_runs.run("mail", "dismiss", id).code == 0
    assert "Nothing needs your attention." in cli_runs.run("status").out
    assert cli_runs.run("mail", "show", id).code == 66


def test_a_piped_mail_that_no_settings_let_anybody_handle_is_kept() -> None:
    Path("referee.toml").write_text("")
    ran = cli_runs.run("receive", "-", stdin=post.mail("city E1\n", post.address("yellow")))
    assert (ran.code, len(post.spooled("new"))) == (0, 1)
    assert "The e-mail is kept." in ran.err


ESCAPE = "city: \x1b[31mE1\x1b]0;mine\x07"
"""Colours a terminal and names its window, if it is printed as it is."""


def test_escape_codes_of_a_mail_reach_no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = post.mail(f"Maybe I {ESCAPE}\n", post.address("yellow"), sender=post.ANNA)
    said = cli_runs.run("receive", "-", stdin=raw).out
    id = put_aside(monkeypatch, TEXT.replace("my hand", ESCAPE))
    said += cli_runs.run("mail", "list").out
    shown = cli_runs.run("mail", "show", id).out
    assert "\\x1b[31mE1" in shown
    assert "\\x1b[31mE1" in said
    assert not any(sign in said + shown for sign in "\x1b\x07")


def test_what_is_named_twice_is_put_away_once(monkeypatch: pytest.MonkeyPatch) -> None:
    id = put_aside(monkeypatch)
    ran = cli_runs.run("mail", "dismiss", id, id[:5], id.upper())
    assert (ran.code, ran.out.count("Put away: "), ran.err) == (0, 1, "")


def test_a_message_is_listed_while_nobody_was_sent_it() -> None:
    write(PLEA)
    (item,) = json.loads(cli_runs.run("mail", "list", "--json").out)["items"]
    assert (item["kind"], item["whose"]) == ("message", "Anna (yellow) in cup")
    assert "A message to you from Anna (yellow) in cup. See: referee mail show" in cli_runs.run("status").out
    assert PLEA.strip() in cli_runs.run("mail", "show", item["id"][:5]).out
    assert cli_runs.run("mail", "retry", item["id"]).code == 2
    name_sam()
    assert cli_runs.run("mail", "retry", item["id"]).code == 0
    assert len(notes()) == 1
    assert cli_runs.run("mail", "list").out.strip() == "Nothing waits for you."


def test_the_moderator_speaks_to_all_and_to_one() -> None:
    assert cli_runs.run("say", "cup", "On Monday.", "--mail").code == 0
    assert cli_runs.run("say", "cup", "Only you.", "--to", "Bruno", "--mail").code == 0
    texts = [each.text for each in post.all_letters()]
    assert sum('The moderator says to all: "On Monday."' in each for each in texts) == 2
    assert sum('The moderator says to you alone: "Only you."' in each for each in texts) == 1
    assert cli_runs.run("say", "cup", "Hm", "--to", "Zoe").code == 65
    assert post.last() == 1


def test_who_plays_is_listed_and_one_seat_is_shown() -> None:
    found = cli_runs.run("players", "cup").out.splitlines()
    assert found == [
        "Anna (yellow): anna@example.org, en, gets every e-mail",
        "Bruno (red): bruno@example.org, en, gets every e-mail",
    ]
    assert cli_runs.run("player", "cup", "red").out.strip() == found[1]
    assert cli_runs.run("player", "cup", "red", "--letters", "none").code == 0
    assert "wants no e-mails" in cli_runs.run("player", "cup", "red").out
