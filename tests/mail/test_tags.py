"""How long a reply tag is good: for the turn, the player and the address that it was sent to, and no longer."""

from pathlib import Path

import cli_runs
import mailing_game as post
import pytest

from referee.desk.intake import ANSWERED, IGNORED, RECORDED

pytestmark = pytest.mark.usefixtures("game")
NEW = "bruno@example.net"


def changed(*words: str) -> None:
    ran = cli_runs.run("player", "cup", "red", *words)
    assert ran.code == 0, ran.err


def test_a_tag_that_was_sent_to_another_address_opens_nothing_and_is_answered_to_nobody() -> None:
    old = post.address("red")
    changed("--address", NEW)
    before = post.log_bytes()
    for words in ("say: I resign\n", "say to yellow: psst\n", "absent: 2026-12-01 to 2026-12-10\n"):
        assert post.one(post.mail(words, old)).became == IGNORED
    assert post.log_bytes() == before
    assert post.receipts() == []
    assert not Path("private/cup/talk").exists()


def test_a_new_address_gets_a_letter_with_a_tag_that_is_good() -> None:
    changed("--address", NEW)
    assert "Letters wait for red" in cli_runs.run("status").out
    ran = cli_runs.run("send")
    assert f"the letter to red ({NEW}) is sent" in ran.out
    assert cli_runs.run("send").err == "No letter is due.\n"
    assert post.one(post.mail("say: Hello again\n", post.address("red"))).became == RECORDED


def test_an_address_that_is_changed_by_hand_in_the_private_part_voids_old_tags_too() -> None:
    old, path = post.address("red"), Path("private/cup.yaml")
    path.write_text(path.read_text().replace(post.BRUNO, NEW))
    assert post.one(post.mail("say: hello\n", old)).became == IGNORED
    assert f"({NEW})" in cli_runs.run("send").out
    assert post.one(post.mail("say: hello\n", post.address("red"))).became in (RECORDED, ANSWERED)
