"""A game begins when all who were invited by e-mail have said yes."""

import os
from pathlib import Path

import cli_runs
import mailing_game as post
import pytest
from cli_runs import Ran, run

from referee.app.game_access import open_game
from referee.app.post import moderator_notes

EVA = "eva@example.org"
PLAYERS = ("--player", "yellow=Anna", "--player", "red=Bruno", "--address", f"yellow={post.ANNA}")
CLOCK = ("--clock", "allowance=72h", "--clock", "grace=24h")


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", os.devnull)
    monkeypatch.setenv("REFEREE_NOW", cli_runs.NOW)
    toml = post.TOML.replace("[mail.inbox]", 'moderator = "Sam <sam@example.org>"\n[mail.inbox]')
    Path("referee.toml").write_text(toml, encoding="utf-8")


def invite(*words: str) -> Ran:
    return run("new", "magna-grecia", "--id", "cup", "--invite", *PLAYERS, *CLOCK, *words)


def invited() -> None:
    ran = invite("--address", f"red={post.BRUNO}", "--language", "red=de")
    assert ran.code == 0, ran


def write(text: str, seat: str) -> str:
    before = {each.path for each in post.receipts()}
    post.one(post.mail(text, post.address(seat), post.kept().addresses[seat], Message_ID=f"<{len(before)}@e.net>"))
    (new,) = [each for each in post.receipts() if each.path not in before]
    return new.text


def test_an_invitation_says_what_one_needs_to_decide() -> None:
    invited()
    (letter,) = [each.text for each in post.letters("invitation") if each.to == post.ANNA]
    for words in (
        "You are invited to play Magna Grecia with Bruno, as yellow.",
        "Sam <sam@example.org> moderates this game and invited you.",
        "You have 3 days for each turn.",
        "To read the rules, reply with `rules`.",
        "Reply with the line `yes` or the line `no`.",
    ):
        assert words in letter
    (german,) = [each.text for each in post.letters("invitation") if each.to == post.BRUNO]
    assert "Antworte mit der Zeile `yes` oder der Zeile `no`" in german


def test_the_game_is_dealt_when_all_have_said_yes() -> None:
    invited()
    answer = write("yes\n", "yellow")
    assert "You are in. The game begins when these have said yes, too: Bruno." in answer
    assert "These have not said yes: Bruno (red)." in " ".join(run("status").out.split())
    number = open_game(post.table(), "cup").log.last
    assert "You are in." in write("yes\n", "yellow")
    assert open_game(post.table(), "cup").log.last == number
    write("Ja, gerne!\n", "red")
    assert open_game(post.table(), "cup").log.entries[-1]["kind"] == "deal"
    assert any("BEGIN MOVE" in each.text for each in post.letters() if "invitation" not in each.path)


@pytest.mark.parametrize("asked", ["show", "status"])
def test_who_asks_for_the_game_sees_who_is_missing(asked: str) -> None:
    invited()
    assert "The game begins when these have said yes, too: Anna and Bruno." in write(f"{asked}\n", "yellow")


def test_words_of_ones_own_say_yes_too() -> None:
    invited()
    write("nonce: a stone in the sea\n", "yellow")
    write("yes\n", "red")
    assert open_game(post.table(), "cup").log.entries[-1]["kind"] == "deal"


def test_somebody_else_is_invited_in_place_of_who_declines() -> None:
    invited()
    write("yes\n", "yellow")
    assert "Du spielst" in write("nein\n", "red")
    (note,) = moderator_notes.all_notes(post.table().settings)
    assert str(moderator_notes.headline(note)) == "Bruno (red) declines the invitation to cup."
    assert run("player", "cup", "red", "--name", "Eva", "--address", EVA).code == 0
    assert run("send").code == 0
    assert [each.to for each in post.letters("invitation")].count(EVA) == 1
    write("yes\n", "red")
    assert open_game(post.table(), "cup").log.entries[-1]["kind"] == "deal"


def test_who_takes_a_seat_over_is_asked_whether_they_play() -> None:
    invited()
    write("yes\n", "red")
    assert run("player", "cup", "red", "--name", "Eva", "--address", EVA).code == 0
    assert run("send").code == 0
    assert "These have not said yes: Anna (yellow), Eva (red)." in " ".join(run("status").out.split())
    assert "The game begins when these have said yes, too: Eva." in write("yes\n", "yellow")
    assert "nothing else" not in write("nonce: a stone in the sea\n", "red")
    assert not any(each["kind"] == "deal" for each in open_game(post.table(), "cup").log.entries)
    write("yes\n", "red")
    assert open_game(post.table(), "cup").log.entries[-1]["kind"] == "deal"
    assert run("verify", "cup").code == 0


def test_an_invitation_can_be_sent_again() -> None:
    invited()
    assert run("send", "cup", "--again", "red").code == 0
    (letter,) = [each.text for each in post.letters("invitation") if each.to == post.BRUNO]
    assert "yes" in letter


def test_invitations_need_addresses_and_mail() -> None:
    ran = invite()
    assert (ran.code, "Missing: red" in ran.err) == (2, True)
    Path("referee.toml").write_text("", encoding="utf-8")
    assert invite("--address", f"red={post.BRUNO}").code == 78
    assert not Path("games").exists()


@pytest.mark.parametrize("text", ["Yes, gladly!", "count me in", "maybe", "Yes but as red please", "Who else plays?"])
def test_any_other_answer_gets_the_question_again_and_goes_to_the_moderator(text: str) -> None:
    invited()
    told = write(text, "yellow")
    assert "I passed your words on to Sam" in told
    assert "Do you want to play? Reply with the line `yes` or the line `no`." in told
    assert "It is waiting for its players." in write("city E1", "yellow")
