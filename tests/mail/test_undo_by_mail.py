"""A player takes a move back by mail: at once while nobody has moved or learned anything, else the others are asked."""

import re

import mailing_game as post
import pytest
from cli_runs import play, run

from referee.app.game_access import Game, open_game
from referee.mail.act import send_reports
from referee.mail.act.letter_words import undo_words

pytestmark = pytest.mark.usefixtures("game")

COUNT = iter(range(10_000))


def write(text: str, seat: str, entry: int | None = None) -> str:
    """A player writes: the text of the receipt. What was recorded before stays."""
    before, number = post.log_bytes(), next(COUNT)
    raw = post.mail(text, post.address(seat, entry), message_id=f"<{number}@x>")
    post.one(raw, now=f"2026-11-20T{20 + number // 60 % 4:02}:{number % 60:02}:00Z")
    assert post.log_bytes().startswith(before)
    return " ".join(next(each.text for each in post.receipts() if each.answers == f"<{number}@x>").split())


def game() -> Game:
    return open_game(post.table(), "cup")


def kinds(after: int) -> list[str]:
    return [each["kind"] for each in game().log.entries[after:]]


def quiet_move() -> str:
    """Moves until one shows nothing: who played it."""
    play(1)
    while game().log.entry(game().log.last).get("shown"):
        play(1)
    return str(game().log.entry(game().log.last)["seat"])


@pytest.mark.parametrize(
    ("words", "language"),
    [("undo", "en"), ("Undo!", "it"), ("take my move back", "en"), ("Zug zurücknehmen", "de"),
     ("reprendre mon coup", "fr"), ("annulla", "it")],
)  # fmt: skip
def test_a_move_is_taken_back_at_once(words: str, language: str) -> None:
    seat = quiet_move()
    run("player", "cup", seat, "--language", language)
    last = game().log.last
    told = write(f"{words}\n", seat)
    assert "You took back: " in told or language != "en"
    assert kinds(last) == ["undo"]
    assert game().mover == seat
    assert run("verify", "cup").code == 0


@pytest.mark.parametrize("words", ["Can I take back my last move?", "undo?"])
def test_whoever_asks_for_it_in_other_words_gets_the_line_that_does_it(words: str) -> None:
    seat = quiet_move()
    last = game().log.last
    assert "Do you want to take your last turn back? Reply with this line alone: `undo`" in write(f"{words}\n", seat)
    assert kinds(last) == []


def test_both_players_are_told_and_the_next_block_answers_the_undo() -> None:
    seat = quiet_move()
    send_reports.send_due_letters(post.table(), ["cup"])
    before = {each.path for each in post.letters()}
    write("undo\n", seat)
    told = {each.path: " ".join(each.text.split()) for each in post.letters() if each.path not in before}
    (own,) = [text for path, text in told.items() if seat in path]
    (other,) = [text for path, text in told.items() if seat not in path]
    assert f"after: {game().log.last}" in own
    assert "took a move back" in other


def test_the_same_mail_twice_takes_one_move_back() -> None:
    seat = quiet_move()
    entry = game().log.last
    write("undo\n", seat, entry)
    last = game().log.last
    assert "already taken" in write("undo\n", seat, entry)
    assert game().log.last == last


def test_an_undo_from_before_another_one_is_not_called_done() -> None:
    seat = quiet_move()
    entry = game().log.last
    write("undo\n", seat, entry)
    play(1)
    last = game().log.last
    told = write("undo\n", seat, entry)
    assert "already taken" not in told
    assert "Your e-mail answers an older one of mine" in told
    assert game().log.last == last


def two_quiet_moves() -> tuple[int, str, str]:
    """The entry of the first of two moves of both players that showed nothing, and who played each."""
    while True:
        seat = quiet_move()
        first = game().log.last
        play(1)
        entry = game().log.entry(game().log.last)
        if not entry.get("shown") and entry["seat"] != seat:
            return first, seat, str(entry["seat"])


def test_what_others_have_answered_needs_their_consent() -> None:
    first, seat, other = two_quiet_moves()
    told = write(f"undo to {first - 1}\n", seat)
    assert "You propose to take back:" in told
    send_reports.send_due_letters(post.table(), ["cup"])
    assert " took back: " in write("yes\n", other)
    assert kinds(first + 1) == ["proposal", "answer", "undo"]
    assert game().mover == seat


def test_a_card_that_was_shown_stays_seen() -> None:
    play(1)
    while not game().log.entry(game().log.last).get("shown"):
        play(1)
    last = game().log.last
    seat = str(game().log.entry(last)["seat"])
    told = write("undo\n", seat)
    assert "can't be forgotten" in told
    assert "--to" not in told
    assert "--reseal" not in told, "that is the moderator's, and no e-mail says it"
    assert kinds(last) == []


def test_nobody_takes_moves_back_for_ever() -> None:
    seat = quiet_move()
    for _ in range(3):
        assert "You took back: " in write("undo\n", seat)
        play(1)
        if game().log.entry(game().log.last).get("shown"):
            return
    assert "ask the moderator" in write("undo\n", seat)


@pytest.mark.parametrize(
    "words", ["No need to undo my move", "I would never take back my move", "Anna wants to undo it"]
)
def test_talk_about_it_takes_nothing_back(words: str) -> None:
    seat = quiet_move()
    last = game().log.last
    write(f"{words}\n", seat)
    assert "undo" not in kinds(last)


def test_an_undo_with_a_move_is_asked_back() -> None:
    """Which comes first would be a guess: nothing is done, and one word does it."""
    seat = quiet_move()
    last, moved = game().log.last, game().log.entry(game().log.last)
    receipt = write(f"undo\n\n{post.fenced(post.move())}", seat)
    assert "You have already moved: city " in receipt
    assert "To take it back, reply `undo`. Nothing was recorded and nothing changed." in receipt
    assert (game().log.last, game().log.entry(last)) == (last, moved)
    assert "You took back: " in write("undo\n", seat)
    assert kinds(last) == ["undo"]


def test_who_is_told_that_the_moderator_went_back_reads_why() -> None:
    quiet_move()
    ran = run("undo", "cup", "--why", "Wrong seat")
    assert ran.code == 0, ran
    assert [str(each) for each in undo_words(game(), game().log.last, "red")][-1] == "Reason: Wrong seat"


@pytest.mark.parametrize(
    ("language", "subject", "asks", "goes"),
    [
        ("en", "Anna asks you: yes or no?", "Anna proposes to take back:", "Your move would go, too:"),
        ("de", "Anna fragt dich: ja oder nein?", "Anna schlägt vor, zurückzunehmen:", "Auch dein Zug fiele weg:"),
        ("fr", "Anna vous demande\u00a0: oui ou non\u00a0?", "Anna propose d'annuler\u00a0:",
         "Votre coup disparaîtrait aussi\u00a0:"),
        ("it", "Anna ti chiede: sì o no?", "Anna propone di annullare:", "Andrebbe via anche la tua mossa:"),
    ],
)  # fmt: skip
def test_the_question_says_what_would_go_and_no_entry(language: str, subject: str, asks: str, goes: str) -> None:
    _, seat, other = two_quiet_moves()
    name = game().players[seat]
    run("player", "cup", other, "--language", language)
    send_reports.send_due_letters(post.table(), ["cup"])
    write("undo\n", seat)
    send_reports.send_due_letters(post.table(), ["cup"])
    question = post.letters("question")[-1]
    assert post.subject(question.path) == f"[cup] {subject}".replace("Anna", name)
    assert asks.replace("Anna", name).replace("\u00a0", " ") in question.text
    assert goes.replace("\u00a0", " ") in question.text
    above = question.text.partition("`yes`")[0]
    assert not re.search(r"(?i)entry|eintrag|entrée|voce", above), above


def test_words_to_all_with_a_move_that_is_taken_back_before_they_were_sent_are_sent() -> None:
    assert run("submit", "-", stdin=f"{post.move()}say: Have fun, all!\n".encode()).code == 0
    assert run("undo", "cup", "--to", "1", "--why", "Wrong city").code == 0
    for _ in range(2):
        send_reports.send_due_letters(post.table(), ["cup"])
        told = [" ".join(each.text.split()) for each in post.letters() if each.to == post.BRUNO]
        assert len([each for each in told if 'Anna wrote: "Have fun, all!"' in each]) == 1
