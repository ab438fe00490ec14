"""Every mail with a right tag is answered: at once, or when the limit allows; nobody else can use up its answers."""

import cli_runs
import mailing_game as post
import pytest

from referee.app.post import spool
from referee.mail.act.heard_mail import ANSWERED, DEFERRED, IGNORED, RECORDED, WAITING
from referee.mail.transport import outgoing
from referee.mail_settings import MailSettings
from referee.words import say

pytestmark = pytest.mark.usefixtures("game")
HOURLY = 4
"""So many answers an hour are enough to reach the limit; a game has more."""


@pytest.fixture(autouse=True)
def few_an_hour(monkeypatch: pytest.MonkeyPatch) -> None:
    assert spool.REPLIES_AN_HOUR >= 20
    monkeypatch.setattr(spool, "REPLIES_AN_HOUR", HOURLY)


def at(minute: int, day: int = 20) -> str:
    hour = 19 + minute // 60
    return f"2026-11-{day + hour // 24:02}T{hour % 24:02}:{minute % 60:02}:00Z"


def typo(number: int, seat: str = "yellow") -> bytes:
    """A mail with a mistake, each another one."""
    bad = post.move().replace("city: M8", f"city: Z{number}") if seat == "yellow" else f"nothing {number}"
    return post.mail(post.fenced(bad), post.address(seat), message_id=f"<{number}@x>")


def exhaust(seat: str = "yellow") -> None:
    """A mistake each minute, until the last answer of the hour."""
    for number in range(HOURLY):
        assert post.one(typo(number, seat), now=at(number)).became == ANSWERED


def answers(number: int) -> list[post.Told]:
    return [each for each in post.receipts() if each.answers == f"<{number}@x>"]


def test_so_many_an_hour_are_answered_and_the_last_says_until_when_there_are_no_more() -> None:
    exhaust()
    assert [len(answers(number)) for number in range(HOURLY)] == [1] * HOURLY
    last = "This is my last answer for now"
    assert [last in answers(number)[0].text for number in range(HOURLY)] == [False] * (HOURLY - 1) + [True]
    assert "I answer other e-mails at 2026-11-20 20:00 UTC" in answers(HOURLY - 1)[0].text


def test_waiting_mails_are_answered_later_in_order_in_one_mail() -> None:
    exhaust()
    before = len(post.receipts())
    done = [post.one(typo(90 + number), now=at(30 + number)) for number in range(3)]
    assert [each.became for each in done] == [DEFERRED] * 3
    assert len(post.receipts()) == before
    assert (post.spooled("new"), len(post.spooled("deferred")), post.spooled("quarantine")) == ([], 3, [])
    assert post.receive(now=at(59)) == []
    late = post.receive(now=at(60))
    assert [(each.mail, each.became) for each in late] == [(each.mail, ANSWERED) for each in done]
    (answer,) = [each for each in post.receipts() if "3 in all" in each.text]
    assert answer.to == post.ANNA
    places = [
        answer.text.index(words)
        for words in ("1. Your e-mail of 2026-11-20 19:30", "Z90", "2. Your e-mail", "Z91", "3. Your", "Z92")
    ]
    assert places == sorted(places)
    assert "-----BEGIN MOVE-----" in answer.text
    assert "This is my last answer for now" in answer.text, "the hour is full again"
    assert (post.spooled("deferred"), len(post.spooled("done"))) == ([], HOURLY + 3)
    assert post.receive(now=at(61)) == []


def test_remind_answers_what_waits_too(monkeypatch: pytest.MonkeyPatch) -> None:
    exhaust()
    post.one(typo(99), now=at(30))
    monkeypatch.setenv("REFEREE_NOW", at(65))
    assert cli_runs.run("remind").code == 0
    assert len([each for each in post.receipts() if "1 in all" in each.text]) == 1


def test_the_moderator_sees_whose_answers_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    exhaust()
    post.one(typo(99), now=at(30))
    monkeypatch.setenv("REFEREE_NOW", at(31))
    told = " ".join(cli_runs.run("status").out.split())
    assert "1 matter needs your attention." in told
    assert (
        f"yellow of cup had {HOURLY} answers within an hour. Answers that wait until 2026-11-20 20:00 UTC: 1." in told
    )


def test_a_move_is_recorded_and_confirmed_whatever_came_before() -> None:
    exhaust()
    done = post.one(post.mail(post.fenced(post.move()), post.address("yellow"), message_id="<77@x>"), now=at(40))
    assert done.became == RECORDED
    assert "Recorded: " in answers(77)[0].text


def test_the_verdict_of_a_check_never_counts_and_is_never_late() -> None:
    check = post.fenced(post.move(), "CHECK")
    for number in range(HOURLY + 5):
        raw = post.mail(f"{number}\n\n{check}", post.address("yellow"), message_id=f"<{100 + number}@x>")
        assert post.one(raw, now=at(number)).became == ANSWERED
    exhaust()
    raw = post.mail(f"x\n\n{check}", post.address("yellow"), message_id="<200@x>")
    assert post.one(raw, now=at(45)).became == ANSWERED
    assert "This was a check only: the move is legal." in answers(200)[0].text


def test_answers_that_wait_for_who_plays_no_more_go_to_nobody() -> None:
    exhaust()
    post.one(typo(99), now=at(30))
    assert cli_runs.run("player", "cup", "yellow", "--name", "Dario", "--address", "dario@example.org").code == 0
    assert [each.became for each in post.receive(now=at(70))] == [IGNORED]
    assert not [each for each in post.receipts() if each.to == "dario@example.org"]


def test_answers_that_wait_and_cannot_be_delivered_wait_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    def lost(*arguments: object) -> None:
        raise outgoing.Unreachable(say("no server"))

    exhaust()
    post.one(typo(99), now=at(30))
    with monkeypatch.context() as broken:
        broken.setattr(outgoing, "deliver_letter", lost)
        assert [each.became for each in post.receive(now=at(61))] == [WAITING]
    assert [each.became for each in post.receive(now=at(62))] == [ANSWERED]


def forged(number: int) -> bytes:
    """The attack: from a registered address, in answer to no e-mail."""
    fields = {"in_reply_to": "<referee.cup.red@example.org>", "message_id": f"<f{number}@evil>"}
    return post.mail(f"hello {number}", post.REFEREE, post.BRUNO, **fields)


def test_mails_without_a_tag_bring_one_notice_a_day_and_silence_nobody() -> None:
    done = [post.one(forged(number), now=at(number)) for number in range(10)]
    assert [each.became for each in done] == [ANSWERED, *[IGNORED] * 9]
    assert len([each for each in post.receipts() if each.to == post.BRUNO]) == 1
    exhaust("red")
    assert [each.became for each in post.receive(forged(90), now=at(30))] == [IGNORED]
    assert post.one(forged(91), now=at(24 * 60 + 5)).became in (ANSWERED, IGNORED)


def test_a_notice_goes_out_again_on_the_next_day() -> None:
    post.one(forged(1), now=at(0))
    assert post.one(forged(2), now=at(24 * 60 - 1)).became == IGNORED
    assert post.one(forged(3), now=at(24 * 60)).became == ANSWERED


def test_one_address_in_two_games_gets_one_notice_a_day() -> None:
    post.begin("mug")
    done = [post.one(forged(number).replace(b"cup", id), now=at(number)) for number, id in enumerate((b"cup", b"mug"))]
    assert [each.became for each in done] == [ANSWERED, IGNORED]


def test_a_stranger_is_never_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    out: list[str] = []

    def deliver(mail: MailSettings, message: bytes, to: str) -> None:
        out.append(to)

    monkeypatch.setattr(outgoing, "deliver_letter", deliver)
    for to in (post.REFEREE, post.address("red").replace(".1.", ".2."), "x@games.example.org"):
        assert post.one(post.mail("say: hello", to, "mallory@evil.example")).became == IGNORED
    assert out == []
