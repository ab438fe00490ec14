"""A mail about two games of its player: both are handled, each with its own receipt, if its writer is known in both."""

import re
from pathlib import Path

import cli_runs
import mailing_game as post
import pytest

from referee.mail.act.heard_mail import ANSWERED, RECORDED

pytestmark = pytest.mark.usefixtures("game")
PROVED = "Authentication-Results: mx.example.org; dmarc=pass header.from=example.org\nReceived: by mx.example.org\n"
BLOCK = "game: {}\nafter: 1\nseat: yellow\nactions:\n  - city: E1\n"
OTHER = "game: k\nafter: 1\nseat: yellow\nactions:\n  - resupply: {road: 2}\n"


@pytest.fixture(autouse=True)
def second(game: None) -> None:
    post.begin("k")


def sent(text: str, *, is_proved: bool = True, to: str = "") -> list[str]:
    """What became of a mail of Anna and its parts, in answer to the e-mail of the first game."""
    raw = post.mail(text, to or post.address("yellow"), post.ANNA, Date="Sun, 29 Nov 2026 10:00:00 +0000")
    done = post.receive((PROVED.encode() if is_proved else b"") + raw)
    return [each.became for each in done]


BOTH = {
    "a line each": "cup: city E1\nk: resupply 2 roads\n",
    "with a word": "In cup: city E1\nIn k: resupply 2 roads\n",
    "sentences": "In cup, city E1. In k, resupply 2 roads.\n",
    "capitals": "CUP: city E1\nK: resupply 2 roads\n",
    "headings": "cup:\n\ncity E1\n\nk:\n\nresupply 2 roads\n\nBest wishes\nAnna\n",
    "below the block": post.fenced(BLOCK.format("cup")) + "\nk: resupply 2 roads\n",
    "two blocks": post.fenced(BLOCK.format("cup")) + "\n" + post.fenced(OTHER),
}


@pytest.mark.parametrize("kind", list(BOTH))
def test_both_games_are_handled_each_with_its_receipt(kind: str) -> None:
    assert sent(BOTH[kind]) == [RECORDED, RECORDED]
    assert (post.last("cup"), post.last("k")) == (2, 2)
    assert {each.path.split("/")[1] for each in post.receipts()} == {"cup", "k"}
    (first,) = [each for each in post.receipts() if "/cup/" in each.path]
    assert "Your words about k get an answer of their own." in first.text


def test_a_mail_about_another_game_alone_is_not_called_empty() -> None:
    sent("k: resupply 2 roads\n")
    assert (post.last("cup"), post.last("k")) == (1, 2)
    (answer,) = [each for each in post.receipts() if "/cup/" in each.path]
    assert "Your e-mail says nothing about cup." in answer.text
    assert "empty" not in answer.text


def test_the_line_of_the_page_for_players_is_read() -> None:
    page = Path(__file__).parents[2].joinpath("docs/players/by-mail.md").read_text("utf-8")
    (line,) = re.findall(r"the name of its game, such as `spring-(cup: city \w+)`", page)
    assert sent(f"{line}\nk: resupply 2 roads\n") == [RECORDED, RECORDED]


def test_the_same_mail_again_changes_nothing_more() -> None:
    sent(BOTH["a line each"])
    logs = post.log_bytes("cup"), post.log_bytes("k")
    sent(BOTH["a line each"] + "\n")
    assert (post.log_bytes("cup"), post.log_bytes("k")) == logs


@pytest.mark.parametrize("kind", ["a line each", "two blocks"])
def test_a_tag_of_one_game_gives_no_right_in_another(kind: str) -> None:
    assert sent(BOTH[kind], is_proved=False) == [RECORDED]
    assert (post.last("cup"), post.last("k")) == (2, 1)
    (receipt,) = post.receipts()
    assert "I did not use this:" in receipt.text
    assert "To play in k, answer an e-mail of that game." in receipt.text


def test_a_block_with_its_own_tag_needs_no_proof() -> None:
    tag = post.address("yellow", 1, "k").partition("@")[0].rpartition(".")[2]
    text = post.fenced(BLOCK.format("cup")) + "\n" + post.fenced(OTHER, tag=tag)
    assert sent(text, is_proved=False) == [RECORDED, RECORDED]


def test_a_game_in_which_the_address_has_no_seat_is_no_game() -> None:
    assert cli_runs.run("player", "k", "yellow", "--address", "other@example.org").code == 0
    assert sent(BOTH["a line each"]) == [ANSWERED]
    assert (post.last("cup"), post.last("k")) == (1, 1)
    assert "k" not in {each.path.split("/")[1] for each in post.receipts()}


def test_words_that_may_be_about_either_game_are_quoted() -> None:
    sent("k: resupply 2 roads\n\ncity E1\n")
    assert (post.last("cup"), post.last("k")) == (1, 2)
    (first,) = [each for each in post.receipts() if "/cup/" in each.path]
    assert "I did not use this: city E1" in first.text


def test_an_old_mail_moves_nothing_in_the_other_game() -> None:
    old = post.address("yellow")
    post.one(post.mail(post.fenced(post.move()), old))
    assert sent("k: resupply 2 roads\n", to=old) == [ANSWERED]
    assert post.last("k") == 1


def test_the_name_of_the_answered_game_alone_is_no_other_word() -> None:
    assert sent("cup: city E1\n") == [RECORDED]


GONE = ("player", "k", "yellow", "--name", "Eva", "--address", "eva@example.org")
ABOUT_K = {"a line": "k: city E1\n", "a heading": "k:\n\ncity E1\n", "a block": BLOCK.format("k"),
           "a fenced block": post.fenced(BLOCK.format("k"))}  # fmt: skip


@pytest.mark.parametrize("kind", list(ABOUT_K))
@pytest.mark.parametrize(
    ("command", "why"), [(GONE, "You don't play in k any more."), (("abandon", "k"), "k is already over.")]
)
def test_a_move_for_a_game_that_is_no_longer_played_is_offered_in_no_other(
    kind: str, command: tuple[str, ...], why: str
) -> None:
    assert cli_runs.run(*command).code == 0
    assert sent(ABOUT_K[kind], is_proved=False) == [ANSWERED]
    (receipt,) = post.receipts()
    assert "I did not use this:" in receipt.text
    assert why in receipt.text
    assert "could not be done" not in receipt.text
    assert "yes " not in receipt.text


@pytest.mark.parametrize("tags", ["", "tags = false\n"])
def test_an_answer_to_a_game_that_somebody_else_plays_now_is_about_that_game(tags: str) -> None:
    Path("referee.toml").write_text(post.TOML.replace("[mail.inbox]", tags + "[mail.inbox]"), "utf-8")
    to = post.REFEREE if tags else post.address("yellow", id="k")
    assert cli_runs.run(*GONE).code == 0
    (done,) = post.receive(post.mail("city E1\n", to, post.ANNA, Subject="Re: [k] Your turn"))
    assert (done.became, done.game) == (ANSWERED, "k")
    (receipt,) = post.receipts()
    assert receipt.text == "Hello, You don't play in k any more, so I did nothing with your e-mail."
    assert post.subject(receipt.path) == "[k] Nothing was recorded"
