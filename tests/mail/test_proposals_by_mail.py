"""Players agree on an end by mail: `yes` and `no` answer the question that an e-mail asked, and mean nothing else."""

import re
from contextlib import suppress
from typing import Any

import mailing_game as post
import pytest
from cli_runs import run

from referee.app.consent import answers
from referee.app.game_access import open_game
from referee.app.post import moderator_notes
from referee.mail.act import send_reports
from referee.mail.transport import mail_progress, outgoing
from referee.mail.write import addresses
from referee.mail_settings import MailSettings
from referee.store import private
from referee.words import say

pytestmark = pytest.mark.usefixtures("game")

COUNT = iter(range(10_000))


def write(text: str, seat: str = "yellow", entry: int | None = None, **fields: str) -> str:
    """A player writes: the text of the receipt. What was recorded before stays."""
    before, number = post.log_bytes(), next(COUNT)
    raw = post.mail(text, post.address(seat, entry), message_id=f"<{number}@x>", **fields)
    post.one(raw, now=f"2026-11-20T{20 + number // 60 % 4:02}:{number % 60:02}:00Z")
    assert post.log_bytes().startswith(before)
    return " ".join(next(each.text for each in post.receipts() if each.answers == f"<{number}@x>").split())


def kinds() -> list[tuple[str, str]]:
    return [(each["kind"], each.get("seat", "")) for each in open_game(post.table(), "cup").log.entries[1:]]


@pytest.mark.parametrize(
    "yes",
    [
        "yes",
        "Yes!",
        "ja",
        "OUI",
        "sì",
        "Hello Anna,\n\nyes\n\nBest,\nBruno\n",
        "YES.",
        "Yes, I agree.",
        "OK",
        "Ja, gern!",
    ],
)
def test_a_draw_is_proposed_and_agreed(yes: str) -> None:
    told = write("offer a draw\n")
    assert "You propose a draw" in told
    assert "I ask Bruno." in told
    send_reports.send_due_letters(post.table(), ["cup"])
    (question,) = post.letters("question")
    assert "Do you agree? Reply with yes or no." in " ".join(question.text.split())
    assert "All players agreed on a draw." in write(f"{yes}\n", "red")
    assert kinds() == [("proposal", "yellow"), ("answer", "red"), ("end", "yellow")]
    assert run("verify", "cup").code == 0


@pytest.mark.parametrize("no", ["no", "Nein.", "non", "No", "No, thanks."])
def test_a_no_is_a_no(no: str) -> None:
    write("offer a draw\n")
    assert "You don't agree to the proposal." in write(f"{no}\n", "red")
    assert kinds() == [("proposal", "yellow"), ("answer", "red")]
    assert "no longer open" in write("yes\n", "red", 2)
    assert len(kinds()) == 2


@pytest.mark.parametrize("words", ["yes", "no", "NO", "si", "ja", "withdraw", "so"])
def test_where_nothing_is_open_these_words_stay_what_they_were(words: str) -> None:
    write(f"{words}\n", "red")
    assert kinds() == []


def test_an_e_mail_from_before_the_proposal_is_not_answered_with_it() -> None:
    write("offer a draw\n")
    write("yes\n", "red", 1)
    assert kinds() == [("proposal", "yellow")]


def test_the_same_mail_twice_does_no_harm() -> None:
    write("offer a draw\n", entry=1)
    write("offer a draw\n", entry=1)
    assert kinds() == [("proposal", "yellow")]
    write("no\n", "red", 2)
    write("no\n", "red", 2)
    write("offer a draw\n", entry=1)
    assert kinds() == [("proposal", "yellow"), ("answer", "red")]


def test_who_proposed_it_takes_it_back() -> None:
    write("offer a draw\n")
    assert "You took your proposal back." in write("withdraw\n")
    assert kinds()[-1] == ("answer", "yellow")


def test_nobody_is_flooded() -> None:
    for number in range(3):
        write("offer a draw\n")
        write("no\n", "red")
        assert len(kinds()) == 2 * number + 2
    assert "You have proposed this 3 times" in write("offer a draw\n")
    assert len(kinds()) == 6


def test_yes_and_a_move_is_asked_back() -> None:
    write("offer a draw\n", "red")
    told = write(f"yes\n\n{post.fenced(post.move())}")
    assert "You agree to a proposal and send a move as well." in told
    assert kinds() == [("proposal", "red")]


def test_no_and_a_move_is_both() -> None:
    write("offer a draw\n", "red")
    told = write(f"no\n\n{post.fenced(post.move())}")
    assert "You don't agree to the proposal." in told
    assert "Recorded: " in told
    assert kinds() == [("proposal", "red"), ("answer", "yellow"), ("move", "yellow")]


def test_the_old_e_mail_below_a_no_is_no_move() -> None:
    write("offer a draw\n", "red")
    send_reports.send_due_letters(post.table(), ["cup"])
    (question,) = post.letters("question")
    write(f"no\n\n{question.text}")
    assert kinds() == [("proposal", "red"), ("answer", "yellow")]
    block = question.text[question.text.index("-----BEGIN") :].split("-----END MOVE-----")[0] + "-----END MOVE-----\n"
    write("offer a draw\n", "red")
    write(f"no\n\n{block}")
    assert [kind for kind, _ in kinds()].count("move") == 0


@pytest.mark.parametrize("words", ["no\n\nunless Anna wants it", "no\n\nor yes?", "yes\n\n-- \nBruno\nonly kidding"])
def test_a_condition_below_an_answer_is_asked_back(words: str) -> None:
    write("offer a draw\n")
    assert "Is this a yes or a no?" in write(f"{words}\n", "red")
    assert kinds() == [("proposal", "yellow")]


def test_words_below_an_answer_reach_the_moderator() -> None:
    write("offer a draw\n")
    told = write("no\n\nI think that I can still win this game, and so do you.\n", "red")
    assert "You don't agree" in told
    assert kinds() == [("proposal", "yellow"), ("answer", "red")]


def test_to_concede_is_asked_back_and_done_with_the_code() -> None:
    told = write("I concede.\n", "red")
    code = re.search("`concede ([a-z2-7]{6})`", told)
    assert code
    assert "it is over, and Anna has won" in told
    assert kinds() == []
    write("concede abcdef\n", "red")
    resign = re.search("`resign ([a-z2-7]{6})`", told)
    assert resign
    assert resign[1] != code[1]
    write(f"concede {resign[1]}\n", "red")
    assert kinds() == []
    for beside in ("but only if Anna agrees", "\nNo wait!", "\n-- \nBruno\nor not"):
        assert f"Next to `concede {code[1]}` you also write" in write(f"concede {code[1]}\n{beside}\n", "red")
        assert kinds() == []
    assert "Bruno conceded. Anna has won." in write(f"concede {code[1]}\n", "red")
    assert kinds() == [("end", "red")]
    assert "Bruno conceded." in write(f"concede {code[1]}\n", "red")
    assert kinds() == [("end", "red")]
    send_reports.send_due_letters(post.table(), ["cup"])
    assert any("Bruno conceded. Anna has won." in " ".join(each.text.split()) for each in post.letters("2-yellow"))


def test_a_player_takes_their_own_concession_back() -> None:
    code = re.search("`concede ([a-z2-7]{6})`", write("I concede.\n", "red"))
    assert code
    assert "reply with `undo`" in write(f"concede {code[1]}\n", "red", 1)
    assert "Only the moderator can take the end" in write("undo\n", "yellow", 2)
    assert "it continues" in write("undo\n", "red", 2)
    assert kinds() == [("end", "red"), ("undo", "red")]
    assert "answers an older one" in write(f"concede {code[1]}\n", "red", 1)
    assert kinds() == [("end", "red"), ("undo", "red")]
    assert "Bruno conceded." in write(f"concede {code[1]}\n", "red", 3)
    assert run("close", "cup").code == 0
    assert "closed" in write("undo\n", "red", 4)
    assert kinds()[-1] == ("close", "")


def speak(language: str) -> None:
    assert run("player", "cup", "yellow", "--language", language).code == 0


@pytest.mark.parametrize(
    ("words", "language"),
    [("ich gebe auf", "de"), ("j'abandonne", "fr"), ("I give up", "en"), ("mi arrendo", "it"), ("abandon", "fr")],
)
def test_to_give_up_has_several_meanings_and_is_asked_back(words: str, language: str) -> None:
    speak(language)
    told = write(f"{words}\n")
    assert all(f"`{line}" in told for line in ("resign ", "concede ", "abandon game`"))
    assert kinds() == []


@pytest.mark.parametrize(
    ("words", "language"), [("abandon game", "en"), ("das Spiel abbrechen", "de"), ("arrêtons la partie", "fr")]
)
def test_all_can_agree_to_stop(words: str, language: str) -> None:
    speak(language)
    write(f"{words}\n")
    assert kinds()[-1] == ("proposal", "yellow")
    write("yes\n", "red")
    assert kinds()[-1] == ("end", "yellow")


@pytest.mark.parametrize(
    "words",
    ["I don't want a draw.", "It was hard to draw that card.", "Bruno said: how about a draw?", "I draw a line at H7"],
)
def test_other_words_propose_nothing(words: str) -> None:
    write(f"{words}\n")
    assert kinds() == []


def test_draw_alone_proposes_a_draw_where_it_is_no_action() -> None:
    write("draw\n")
    assert kinds() == [("proposal", "yellow")]


@pytest.mark.parametrize("words", ["Draw", "draw?", "A draw, then", "draw!"])
def test_draw_to_somebody_who_offers_one_is_asked_back(words: str) -> None:
    write("offer a draw\n")
    told = write(f"{words}\n", "red")
    assert "yes" in told
    assert "no" in told
    assert "form of a log" not in told
    assert kinds() == [("proposal", "yellow")]


def test_the_end_makes_further_moves_impossible() -> None:
    block = post.fenced(post.move())
    write("offer a draw\n", "red")
    write("yes\n")
    assert "All players agreed on a draw." in write(block)
    assert kinds()[-1] == ("end", "red")


def test_draw_alone_stays_an_action_where_it_is_one() -> None:
    players = [word for each in ("athens=Anna", "corinth=Bruno") for word in ("--player", each)]
    ran = run(
        "new",
        "attika",
        "--id",
        "isle",
        *players,
        "--address",
        f"athens={post.ANNA}",
        "--address",
        f"corinth={post.BRUNO}",
    )
    assert ran.code == 0, ran.err
    for seat in ("athens", "corinth"):
        post.one(post.mail("draw\n", post.address(seat, id="isle"), message_id=f"<{seat}@x>"))
    assert [each["kind"] for each in open_game(post.table(), "isle").log.entries if each["kind"] == "proposal"] == []
    post.one(post.mail("offer a draw\n", post.address("athens", id="isle"), message_id="<offer@x>"))
    assert open_game(post.table(), "isle").log.entries[-1]["kind"] == "proposal"


def test_who_resigned_gets_no_more_e_mails_and_the_others_learn_it() -> None:
    code = re.search("`resign ([a-z2-7]{6})`", write("resign\n", "red"))
    assert code
    raw = post.mail(f"resign {code[1]}\n", post.address("red"), message_id="<gone@x>")
    assert post.one(raw).entry == 2
    (told,) = [each.text for each in post.receipts() if "You have stopped playing." in " ".join(each.text.split())]
    assert "MOVE" not in told
    assert "turn" not in told
    post.one(
        post.mail(f"resign {code[1]}\n", addresses.reply_address(post.REFEREE, "+", TOKEN), message_id="<again@x>")
    )
    assert kinds() == [("player", "red")]
    post.one(post.mail(post.fenced(post.move()), post.address("yellow")))
    assert "The referee played for red." in run("remind").out
    before = [each.path for each in post.letters("-red")]
    send_reports.send_due_letters(post.table(), ["cup"])
    assert [each.path for each in post.letters("-red")] == before
    said = [" ".join(each.text.split()) for each in post.letters("-yellow")]
    assert any("The referee played for red" in each for each in said), said[-1]


TOKEN = addresses.ReplyToken("cup", 1, "a" * 16)
"""A tag that nobody was given."""


def test_who_has_not_answered_at_half_time_is_reminded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    write("offer a draw\n")
    send_reports.send_due_letters(post.table(), ["cup"])
    before, words = post.log_bytes(), "Please answer the proposal"
    assert words not in " ".join(each.text for each in post.letters())
    assert "gets a reminder" not in run("remind").out
    monkeypatch.setenv("REFEREE_NOW", "2026-11-22T21:00:00Z")
    assert "Bruno (red) gets a reminder to answer the proposal." in run("remind", "--dry-run").out
    assert run("remind").out.count("gets a reminder") == 1
    assert "gets a reminder" not in run("remind").out
    send_reports.send_due_letters(post.table("2026-11-22T21:00:00Z"), ["cup"])
    found = [each for each in post.letters() if words in " ".join(each.text.split())]
    assert [each.to for each in found] == ["bruno@example.org"]
    assert "gets a reminder" not in run("remind").out
    assert post.log_bytes() == before
    write("yes\n", "red")
    assert kinds()[-1] == ("end", "yellow")


def test_who_takes_a_seat_over_is_asked_again() -> None:
    assert run("draw", "cup").code == 0
    write("yes\n", "red")
    assert run("player", "cup", "red", "--name", "Eva", "--address", "eva@example.org").code == 0
    assert "Still to answer: Eva." in write("yes\n")
    send_reports.send_due_letters(post.table(), ["cup"])
    (question,) = [each for each in post.letters("question") if each.to == "eva@example.org"]
    assert "Do you agree? Reply with yes or no." in " ".join(question.text.split())
    assert "All players agreed on a draw." in write("yes\n", "red")
    assert kinds()[-3:] == [("answer", "yellow"), ("answer", "red"), ("end", "")]
    assert run("verify", "cup").code == 0


def test_the_others_learn_that_a_proposal_ended_with_its_player() -> None:
    write("offer a draw\n")
    send_reports.send_due_letters(post.table(), ["cup"])
    assert run("player", "cup", "yellow", "--name", "Eva").code == 0
    send_reports.send_due_letters(post.table(), ["cup"])
    (told,) = post.letters("cup/3-red")
    assert "What Anna had said about the open proposal no longer counts." in " ".join(told.text.split())
    assert "It was withdrawn." in write("yes\n", "red", entry=2)


@pytest.mark.parametrize(
    "where",
    [
        (answers, "forget_player"),
        (moderator_notes, "store_note"),
        (private, "change"),
        (mail_progress, "write_receipt"),
        (outgoing, "deliver_letter"),
    ],
    ids=lambda each: each[1],
)
def test_who_resigned_is_answered_after_a_crash_or_without_a_mail_server(
    where: tuple[Any, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    code = re.search("`resign ([a-z2-7]{6})`", write("resign\n", "red"))
    assert code
    raw = post.mail(f"resign {code[1]}\n", post.address("red"), post.BRUNO, message_id="<gone@x>")
    with monkeypatch.context() as patch, suppress(PowerOff):
        patch.setattr(*where, failing)
        assert post.one(raw).became == "waiting"
    post.receive()
    told = [each for each in post.receipts() if each.answers == "<gone@x>"]
    assert [each.to for each in told] == [post.BRUNO]
    assert "You have stopped playing." in told[0].text
    assert kinds() == [("player", "red")]
    assert "red" not in post.kept().addresses
    (note,) = moderator_notes.all_notes(post.table().settings)
    assert (note.kind, note.player, note.text) == ("resign", "Bruno", post.BRUNO)


class PowerOff(BaseException):
    """What no program survives."""


def failing(letter: object, *_: object, **__: object) -> None:
    raise outgoing.Unreachable(say("No server.")) if isinstance(letter, MailSettings) else PowerOff


NO_LONGER_OPEN = "The game has continued, so this proposal is no longer open: Bruno proposes a draw"


def test_a_move_that_ends_a_proposal_says_so_to_its_player_and_to_who_waited() -> None:
    write("offer a draw\n", "red")
    assert NO_LONGER_OPEN in write(post.fenced(post.move()))
    send_reports.send_due_letters(post.table(), ["cup"])
    assert NO_LONGER_OPEN in post.letters("3-red")[-1].text


def test_who_wants_few_emails_reads_that_their_proposal_is_no_longer_open() -> None:
    assert run("player", "cup", "yellow", "--letters", "own").code == 0
    write(post.fenced(post.move()))
    write("offer a draw\n", "yellow")
    ran = run("submit", "-", stdin=post.move().encode())
    assert "so this proposal is no longer open: Anna proposes a draw" in ran.err
    send_reports.send_due_letters(post.table(), ["cup"])
    assert "so this proposal is no longer open: Anna proposes a draw" in post.letters("4-yellow")[-1].text


def test_an_end_of_the_game_needs_no_words_about_a_proposal() -> None:
    write("offer a draw\n", "red")
    assert run("abandon", "cup").code == 0
    send_reports.send_due_letters(post.table(), ["cup"])
    assert not any("no longer open" in each.text for each in post.letters())


@pytest.mark.parametrize("command", [("player", "cup", "red", "--letters", "none"), ("resign", "cup", "red")])
def test_the_moderator_reads_who_must_answer_and_gets_no_email(command: tuple[str, ...]) -> None:
    write("offer a draw\n")
    assert "No e-mail about the proposal" not in run("status").out
    assert run(*command).code == 0
    found = " ".join(run("status").out.split())
    assert "(red). To enter their answer: referee say cup red yes" in found
    assert run("say", "cup", "red", "yes").code == 0
    assert kinds()[-1] == ("end", "yellow")


def test_who_proposes_the_same_again_reads_that_it_waits() -> None:
    assert "already" not in write("abandon game\n")
    assert "You have proposed this already, and it waits." in write("abandon game\n")
    assert len(kinds()) == 1
