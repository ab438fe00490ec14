"""How long a reply tag is good: for the turn, the player and the address that it was sent to, and no longer."""

from pathlib import Path

import cli_runs
import mailing_game as post
import pytest

from referee.mail.act.heard_mail import ANSWERED, IGNORED, RECORDED, WAITING

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


def test_a_new_address_gets_an_email_with_a_valid_tag() -> None:
    changed("--address", NEW)
    assert "E-mails are waiting for red" in cli_runs.run("status").out
    ran = cli_runs.run("send")
    assert f"e-mail to red ({NEW}) sent" in ran.out
    assert cli_runs.run("send").err == "No e-mails are due.\n"
    assert post.one(post.mail("say: Hello again\n", post.address("red"))).became == RECORDED


def test_an_address_that_is_changed_by_hand_in_the_private_part_voids_old_tags_too() -> None:
    old, path = post.address("red"), Path("private/cup.yaml")
    path.write_text(path.read_text().replace(post.BRUNO, NEW))
    assert post.one(post.mail("say: hello\n", old)).became == IGNORED
    assert f"({NEW})" in cli_runs.run("send").out
    assert post.one(post.mail("say: hello\n", post.address("red"))).became in (RECORDED, ANSWERED)


THREE = ("say: I resign\n", "say to yellow: meet me\n", "absent: 2026-12-01 to 2026-12-10\n")
"""The attacks of somebody who has an old e-mail."""


def later(hour: int) -> str:
    return f"2026-11-2{1 + hour // 24}T{hour % 24:02}:00:00Z"


def move(seat: str) -> None:
    assert post.mover() == seat
    assert post.one(post.mail(post.fenced(post.move()), post.address(seat))).became == RECORDED


def test_a_used_up_tag_opens_neither_words_nor_absences() -> None:
    old = post.address("yellow", 1)
    move("yellow")
    before = post.log_bytes()
    for hour, words in enumerate(THREE):
        done = post.one(post.mail(words.replace("to yellow", "to red"), old, "mallory@evil.example"), now=later(hour))
        assert (done.became, done.entry) == (ANSWERED, None)
    assert post.log_bytes() == before
    assert not Path("private/cup/talk").exists()
    told = [each for each in post.receipts() if "answers an older one" in each.text]
    assert [each.to for each in told] == [post.ANNA] * 3
    assert cli_runs.run("verify", "cup").code == 0


def test_the_tag_of_the_last_email_is_valid_between_two_turns_of_its_seat() -> None:
    """Another seat's move in between does not silence a player who waits."""
    mine = post.address("red", 1)
    move("yellow")
    assert post.one(post.mail("say: well played\n", mine)).became == RECORDED
    move("red")
    assert post.one(post.mail("say: and this?\n", mine)).became == ANSWERED
    assert post.one(post.mail("say: now\n", post.address("red"))).became == RECORDED


def test_words_that_come_with_a_move_are_passed_on_though_the_move_ends_the_turn() -> None:
    done = post.one(post.mail("say to red: psst\n\nsay: hi\n\n" + post.fenced(post.move()), post.address("yellow")))
    assert done.became == RECORDED
    assert "answers an older one" not in post.receipts()[0].text
    assert any("psst" in each.text for each in post.letters("2-red"))


def test_a_copy_of_a_mail_with_move_and_words_is_answered_as_recorded_already() -> None:
    raw = post.mail("say to red: psst\n\nsay: hi\n\n" + post.fenced(post.move()), post.address("yellow"))
    post.one(raw)
    before = post.log_bytes()
    done = post.one(raw.replace(b"<1@", b"<2@"), now=later(0))
    assert "This is already recorded: " in str(done.says)
    assert "answers an older one" not in str(done.says)
    assert post.log_bytes() == before


def test_who_was_replaced_neither_moves_nor_speaks_and_only_the_next_player_hears_of_it() -> None:
    move("yellow")
    old = post.address("red")
    changed("--name", "Dario", "--address", "dario@example.org")
    before = post.log_bytes()
    for words in (*THREE, post.fenced(post.move())):
        assert post.one(post.mail(words, old, post.BRUNO)).became == IGNORED
    assert (post.log_bytes(), [each for each in post.receipts() if each.to != post.ANNA]) == (before, [])
    move("red")


def test_a_new_name_alone_voids_earlier_emails_at_the_same_address() -> None:
    move("yellow")
    old = post.address("red")
    changed("--name", "Dario", "--address", post.BRUNO)
    before = post.log_bytes()
    done = [
        post.one(post.mail(words, old), now=later(hour))
        for hour, words in enumerate((*THREE, post.fenced(post.move())))
    ]
    assert [each.became for each in done] == [ANSWERED, IGNORED, IGNORED, IGNORED]
    (told,) = [each for each in post.receipts() if each.to == post.BRUNO]
    assert "before somebody else took it over" in told.text
    assert "BEGIN MOVE" not in told.text
    assert "Whose turn" not in told.text
    assert post.log_bytes() == before


def test_a_substitute_does_nothing_after_the_last_day_even_before_the_seat_goes_back() -> None:
    changed("--name", "Carla", "--address", "carla@example.org", "--until", "2026-11-21")
    hers = post.address("red")
    assert post.one(post.mail("say: I am Carla\n", hers), now="2026-11-21T12:00:00Z").became == RECORDED
    before = post.log_bytes()
    for words in THREE:
        assert post.one(post.mail(words, hers), now="2026-11-22T12:00:00Z").became in (ANSWERED, IGNORED)
    assert post.log_bytes() == before


def test_the_owner_of_a_seat_cannot_act_while_a_substitute_plays_and_can_again_with_a_new_email() -> None:
    old = post.address("red")
    changed("--name", "Carla", "--address", "carla@example.org", "--until", "2026-11-30")
    assert post.one(post.mail("say: it is me\n", old)).became == IGNORED
    changed("--back")
    assert post.one(post.mail("say: it is me\n", old)).became == ANSWERED, "of before the change: a notice, no more"
    assert post.last() == 3
    assert post.one(post.mail("say: it is me\n", post.address("red"))).became == RECORDED


def test_words_that_a_full_disk_kept_back_are_passed_on_later_with_the_move_of_their_mail(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from referee.app.post import due_reports
    from referee.store import disk
    from referee.words import say

    def full(*words: object) -> None:
        raise disk.NotRecorded(say("The disk is full."))

    with monkeypatch.context() as patch:
        patch.setattr(due_reports, "store_words", full)
        done = post.one(post.mail("say to red: psst\n\n" + post.fenced(post.move()), post.address("yellow")))
    assert (done.became, post.last()) == (WAITING, 1), "a mail is one step"
    assert [each.became for each in post.receive()] == [RECORDED]
    assert any("psst" in each.text for each in post.letters("2-red"))


@pytest.mark.parametrize(
    ("to", "fields"),
    [
        (post.REFEREE, {"subject": "Re: [cup] Your turn"}),
        (post.REFEREE, {"in_reply_to": "<referee.cup.1.yellow.0@games.example.org>"}),
        (post.REFEREE.replace("@", "+cup.1.aaaaaaaaaaaaaaaa@"), {}),
        (post.REFEREE.replace("@", "+cup@"), {}),
        (post.REFEREE.replace("@", "+cup.1.mistyped@"), {"subject": "Re: [other] hm"}),
    ],
)
def test_a_player_who_loses_the_tag_hears_of_it_where_the_mail_names_the_game(to: str, fields: dict[str, str]) -> None:
    before = post.log_bytes()
    assert post.one(post.mail("I lost your last e-mail.\n", to, sender=post.ANNA, **fields)).became == ANSWERED
    (notice,) = post.receipts()
    assert notice.to == post.ANNA
    assert "please reply to this one" in notice.text
    again = post.mail("And my move?\n", to, sender=post.ANNA, **fields | {"Message-ID": "<2@example.net>"})
    assert post.one(again).became == IGNORED, "one notice a day"
    assert post.log_bytes() == before


def test_a_mail_of_a_stranger_is_answered_to_nobody() -> None:
    named = post.mail("hello\n", post.REFEREE, subject="[cup] hello")
    assert post.one(named).became == IGNORED
    assert post.receipts() == []
