"""Private words reach the player to whom they were said, whoever sits there when they can be delivered."""

import re
from pathlib import Path

import mailing_game as post
import pytest
from cli_runs import run
from test_table_by_mail import write

from referee.app.post import due_reports, moderator_notes

pytestmark = pytest.mark.usefixtures("game")
EVA = ("--name", "Eva", "--address", "eva@example.org")


def player(*words: str) -> None:
    ran = run("player", "cup", "yellow", *words)
    assert ran.code == 0, ran


@pytest.fixture(autouse=True)
def waits(game: None) -> None:
    """Anna wants no e-mails, so what is said to her waits."""
    player("--letters", "none")


def told(address: str) -> str:
    """All that was sent to an address, after what is due was sent."""
    assert run("send", "cup").code == 0
    return " ".join(each.text for each in post.letters() if each.to == address)


def test_words_to_a_player_who_stops_go_back_to_who_said_them() -> None:
    write("say to yellow: I have a plan.\n", "red")
    assert run("resign", "cup", "yellow").code == 0
    assert "Anna no longer plays and has not read what you wrote: I have a plan." in told(post.BRUNO)
    assert not due_reports.waiting(post.table().settings, "cup", "yellow")
    assert "The referee plays yellow, so nobody would read this." in write("say to yellow: Are you there?\n", "red")
    assert run("say", "cup", "Hello?", "--to", "yellow").code == 65
    assert run("say", "cup", "Hello, all!").code == 0
    assert not due_reports.waiting(post.table().settings, "cup", "yellow")


def test_words_to_a_player_who_left_are_not_for_the_next() -> None:
    write("say to yellow: I have a plan.\n", "red")
    player(*EVA)
    assert "Anna no longer plays and has not read what you wrote: I have a plan." in told(post.BRUNO)
    assert "have a plan" not in told("eva@example.org")


def test_words_to_who_took_a_seat_over_reach_them_though_an_older_e_mail_is_answered() -> None:
    before = post.last()
    player(*EVA)
    assert "Eva will read this" in write("say to Eva: Welcome aboard.\n", "red", entry=before)
    assert 'Bruno (red) wrote to you only: "Welcome aboard."' in told("eva@example.org")


def test_words_go_with_a_new_name() -> None:
    write("say to yellow: I have a plan.\n", "red")
    player("--name", "Anna B.", "--same-address")
    player("--letters", "every")
    assert "I have a plan." in told(post.ANNA)


def test_words_to_an_owner_and_to_a_substitute_are_for_each_alone() -> None:
    write("say to yellow: For Anna.\n", "red")
    player(*EVA, "--until", "2026-12-24")
    write("say to yellow: For Eva.\n", "red")
    assert "For Anna." not in told("eva@example.org")
    assert "For Eva." in told("eva@example.org")
    player("--letters", "none")
    write("say to yellow: Still for Eva.\n", "red")
    player("--back")
    player("--letters", "every")
    mails = told(post.ANNA)
    assert ("For Anna." in mails, "for Eva." in mails) == (True, False)
    assert "Eva no longer plays and has not read what you wrote: Still for Eva." in told(post.BRUNO)


def test_words_to_an_owner_are_not_for_a_substitute_who_stays() -> None:
    write("say to yellow: For Anna.\n", "red")
    player(*EVA, "--until", "2026-12-24")
    player("--name", "Eva")
    assert "For Anna." not in told("eva@example.org")
    assert "Anna no longer plays and has not read what you wrote: For Anna." in told(post.BRUNO)


RENAMED = ("--name", "Anna B.", "--same-address")


def test_a_new_name_keeps_what_its_player_wants_and_agreed_to() -> None:
    write("note: A plan.\n")
    write("publish: yes\n")
    write("say to moderator: Hello.\n")
    (note,) = moderator_notes.all_notes(post.table().settings)
    assert run("abandon", "cup").code == 0
    write("rematch\n")
    write("say: That was fun.\n")
    player(*RENAMED)
    assert moderator_notes.player_address(post.table(), note) == post.ANNA
    assert "cup-2 begins" in write("yes\n", "red")
    assert run("close", "cup").code == 0
    assert "A plan." in Path("games/cup/notes.yaml").read_text()
    write("publish: yes\n")
    assert "That was fun." in Path("games/cup/notes.yaml").read_text()


def test_a_new_name_keeps_what_was_offered() -> None:
    code = re.search(r"`yes (\w{4})`", write("Let Bruno know later that I come.\n"))
    assert code
    player(*RENAMED)
    assert "Bruno will read this" in write(f"yes {code[1]}\n")


def test_an_e_mail_from_before_a_new_name_still_opens_its_turn() -> None:
    raw = post.mail(post.fenced(post.move()), post.address("yellow"))
    player(*RENAMED)
    assert post.one(raw).became == "recorded"


def test_an_e_mail_from_before_somebody_else_came_opens_none() -> None:
    raw = post.mail(post.fenced(post.move()), post.address("yellow"))
    player(*EVA)
    assert post.one(raw).became != "recorded"


def test_a_substitute_gives_up_no_seat() -> None:
    player(*EVA, "--until", "2026-12-24")
    assert "You play in place of Anna, so you can't resign." in write("resign\n")
