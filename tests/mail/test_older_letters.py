"""An e-mail opens its own turn. Once that is over, or taken back, only e-mails sent since change anything."""

from collections.abc import Callable
from pathlib import Path

import mailing_game as post
import pytest
from cli_runs import play, run

from referee.app.game_access import open_game
from referee.mail.act.answer_questions import ANSWERS
from referee.mail.act.heard_mail import ANSWERED, RECORDED
from referee.mail.read.request_words import request_in

pytestmark = pytest.mark.usefixtures("game")

CHANGING = (
    "undo\n", "undo to 1\n", "stop mail\n", "start mail\n", "ask for 2 days\n", "resign\n", "concede\n",
    "offer a draw\n", "abandon game\n", "orders: none\n", "back\n", "absent: 2026-12-01 to 2026-12-10\n",
    "mail: daily\n", "address: a@example.org\n", "poke\n", "rematch\n", "publish: yes\n",
    "absent: none\n", "edition: 2\n", "nonce: abc\n", "say: I resign\n", "say to red: meet me\n",
    "say to moderator: pause, please\n", "yes\n", "no\n", "withdraw\n", "draw\n", "I am ill and can't go on.\n",
    "Can I take back my last move?\n", "Bitte keine E-Mails mehr\n", "Ich gebe auf\n",
    "say: hello\n\nabsent: 2026-12-01\n\nstop mail\n", "a city on M8\n", "either E1 or M8?\n",
)  # fmt: skip
"""What changes something, by its line or in a player's own words."""
READING = (
    "help\n",
    "status\n",
    "show\n",
    "show 1\n",
    "rules MG-6.1\n",
    "absent: list\n",
    "orders\n",
    "list\n",
    "history\n",
    "again\n",
)
"""What asks to know something."""


OLDER = "answers an older one of mine"


def test_these_are_all_the_requests_that_there_are() -> None:
    asked = {found.kind for each in (*CHANGING, *READING) if (found := request_in(each))}
    assert asked - {"back"} == set(ANSWERS)


def hour(number: int) -> str:
    return f"2026-11-{21 + number // 24:02}T{number % 24:02}:00:00Z"


def after_a_move() -> None:
    play(1)


def after_a_missed_turn() -> None:
    assert run("missed", "cup", "yellow").code == 0


def after_an_undo() -> None:
    """Of a move whose e-mail is the one that is answered: it opened the undo."""
    play(1)
    post.one(post.mail("undo\n", post.address("yellow")))
    assert open_game(post.table(), "cup").log.entries[-1]["kind"] == "undo"


def after_an_undo_of_the_moderator() -> None:
    play(1)
    assert run("undo", "cup", "--to", "1", "--why", "It was meant otherwise.").code == 0


TIMES = (after_a_move, after_a_missed_turn, after_an_undo, after_an_undo_of_the_moderator)


def state() -> dict[str, bytes]:
    """All that a player can change: logs, private parts, private words, notes to the moderator."""
    places = [*Path("games").rglob("*"), *Path("private").rglob("*")]
    beside = (
        "private/mail/done",
        "private/mail/new",
        "private/mail/told",
        "private/cup/offers",
    )  # what is offered changes nothing
    found = {str(each): each.read_bytes() for each in places if each.is_file()}
    return {path: raw for path, raw in found.items() if not path.startswith(beside) and not path.endswith(".lock")}


@pytest.mark.parametrize("happen", TIMES)
def test_an_older_email_changes_nothing_and_brings_the_newest_one_again(happen: Callable[[], None]) -> None:
    happen()
    old = [post.address("yellow", number) for number in range(1, post.last())]
    run("send")
    before = state()
    every = [*CHANGING, post.fenced(post.move()), *READING]
    for number, words in enumerate(every if happen is after_a_move else every[TIMES.index(happen) - 1 :: 3]):
        raw = post.mail(words, old[number % len(old)], "mallory@evil.example", message_id=f"<{number}@x>")
        done = post.one(raw, now=hour(number))
        assert (done.became, done.entry) == (ANSWERED, None), words
        assert {path for path, raw in state().items() if before.get(path) != raw} == set(), words
        (told,) = [each for each in post.receipts() if each.answers == f"<{number}@x>"]
        assert told.to == post.ANNA
        is_said = any(each in told.text for each in (OLDER, "already taken your move back"))
        assert is_said == (words not in READING), (words, told.text)
        assert post.address("yellow") in Path(told.path).read_text().replace("\n", "")


@pytest.mark.parametrize(
    "words",
    [
        "Why does my road at K8 not count?",
        "I would lay city M8 if Bruno agrees.",
        "say: see you on Sunday",
        "Sam, can you look at this, please?",
        f"{post.fenced(post.OPENING.format(id='cup'))}\nAnd my sister visits on Sunday.",
    ],
)
def test_nothing_that_somebody_writes_in_answer_to_an_older_email_is_lost(words: str) -> None:
    after_an_undo_of_the_moderator()
    post.one(post.mail(f"{words}\n", post.address("yellow", 1), message_id="<late@x>"))
    (told,) = [each for each in post.receipts() if each.answers == "<late@x>"]
    assert OLDER in told.text
    typed = words.removeprefix("say: ").splitlines()[-1]
    assert typed in told.text, told.text


def test_the_answer_to_an_older_email_has_the_board_and_the_block_of_now() -> None:
    after_an_undo()
    post.one(post.mail("undo\n", post.address("yellow", 1), message_id="<late@x>"))
    (told,) = [each for each in post.receipts() if each.answers == "<late@x>"]
    assert f"after: {post.last()}" in told.text
    assert ".html" in Path(told.path).read_text()


def test_after_an_undo_only_an_email_since_then_opens_the_turn_even_for_another_move() -> None:
    after_an_undo()
    other = "game: cup\nafter: 1\nseat: yellow\nactions: []\n"
    before = post.log_bytes()
    for number, block in enumerate((other, post.move())):
        for old in (1, 2):
            raw = post.mail(post.fenced(block), post.address("yellow", old), message_id=f"<{number}{old}@x>")
            assert post.one(raw, now=hour(number)).became == ANSWERED
    assert post.log_bytes() == before
    assert post.one(post.mail(post.fenced(post.move()), post.address("yellow"))).became == RECORDED


def test_the_receipt_of_a_move_opens_the_undo_and_what_else_a_player_writes() -> None:
    play(1)
    receipt = post.address("yellow")
    run("send")
    for words in ("say: well!\n", "say to moderator: hm\n", "stop mail\n", "start mail\n", "undo\n"):
        post.one(post.mail(words, receipt, message_id=f"<{words}@x>".replace("\n", "")))
    kinds = [each["kind"] for each in open_game(post.table(), "cup").log.entries]
    assert kinds == ["deal", "move", "talk", "undo"]


def test_what_others_do_uses_up_no_email_of_a_player_who_waits() -> None:
    mine = post.address("red", 1)
    after_an_undo()
    assert post.one(post.mail("say: take your time\n", mine)).became == RECORDED
    play(1)
    assert post.one(post.mail("absent: 2026-12-01\n", mine)).became == RECORDED


def test_reminders_and_repeats_of_a_turn_are_as_good_as_its_first_email() -> None:
    """Also after words that were recorded: these are no turn."""
    first = post.address("yellow")
    post.one(post.mail("say: soon\n", post.address("red"), message_id="<1@x>"))
    assert run("clock", "cup", "allowance=3d").code == 0
    assert run("pause", "cup", "--why", "We meet in person.").code == 0
    assert run("resume", "cup").code == 0
    assert run("send", "cup", "--again", "yellow").code == 0
    again = post.address("yellow")
    assert again != first
    assert post.one(post.mail("say: yes, yes\n", again, message_id="<2@x>")).became == RECORDED
    assert post.one(post.mail(post.fenced(post.move()), first, message_id="<3@x>")).became == RECORDED
