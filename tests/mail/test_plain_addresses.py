"""Mail without a tag: by default its writer gets the last e-mail again; a table may let the address say who writes."""

import cli_runs
import mailing_game as post
import pytest

from referee.app.game_access import Table
from referee.app.look.listed_games import private_of
from referee.mail.act import plain_senders
from referee.mail.act.heard_mail import ANSWERED, IGNORED, RECORDED
from referee.store.private import Private

pytestmark = pytest.mark.usefixtures("game")
PLAIN = post.TOML.replace("[mail.inbox]", "tags = false\n[mail.inbox]")
STRICT = post.TOML.replace("[mail.inbox]", 'tags = false\nrequire = "dmarc"\n[mail.inbox]')
PROVED = b"Authentication-Results: mx.example.org; dmarc=pass header.from=example.org\nReceived: by mx.example.org\n"
NUMBER = iter(range(1000))


def sent(text: str, sender: str = post.ANNA, *, head: bytes = b"", **fields: str) -> str:
    """What became of a mail to the plain address."""
    (done,) = post.receive(head + post.mail(text, post.REFEREE, sender, message_id=f"<{next(NUMBER)}@x.org>", **fields))
    return done.became


def test_a_known_address_without_a_tag_gets_its_last_email_again_once_a_day() -> None:
    before = post.log_bytes()
    assert sent("road L7 se-sw please, Anna\n") == ANSWERED
    (again,) = post.receipts()
    assert again.to == post.ANNA
    assert "please reply to this one" in again.text
    assert "-----BEGIN MOVE-----" in again.text
    assert sent("And my move?\n") == IGNORED
    assert post.log_bytes() == before


def test_the_email_that_comes_again_can_be_answered() -> None:
    sent("road L7 se-sw please, Anna\n")
    block = post.receipts()[0].text
    assert post.address("yellow").partition("@")[0].rpartition(".")[2] in block


def test_the_game_that_waits_for_its_player_comes_first_and_others_are_named() -> None:
    post.begin("another")
    sent("city E1\n")
    (again,) = post.receipts()
    assert "/another/" in again.path
    assert "Other games wait for you, too: cup." in again.text


def test_a_stranger_is_answered_to_nobody() -> None:
    assert sent("hello\n", "stranger@example.net") == IGNORED
    assert post.receipts() == []


def test_a_pasted_answer_without_fences_is_known_by_its_tag() -> None:
    tag = post.address("yellow").partition("@")[0].rpartition(".")[2]
    assert sent(f"reply: {tag}\n{post.move()}", "elsewhere@example.net") == RECORDED


def test_without_tags_the_registered_address_moves_in_its_only_game() -> None:
    write(PLAIN)
    assert sent("city E1\n") == RECORDED
    assert post.receipts()[0].to == post.ANNA


def write(toml: str) -> None:
    with open("referee.toml", "w", encoding="utf-8") as file:
        file.write(toml)


def test_without_tags_emails_ask_for_an_answer_to_the_plain_address() -> None:
    write(PLAIN)
    sent("city E1\n")
    with open(post.receipts()[0].path, encoding="utf-8") as file:
        assert f"Reply-To: {post.REFEREE}\n" in file.read().replace("\r\n", "\n")


def test_a_stranger_moves_nothing_without_tags() -> None:
    write(PLAIN)
    assert sent("city E1\n", "stranger@example.net") == IGNORED
    assert post.last() == 1


def test_dmarc_is_required_where_the_settings_say_so() -> None:
    write(STRICT)
    assert sent("city E1\n") == ANSWERED
    assert post.last() == 1
    assert "could not confirm who sent this e-mail" in post.receipts()[0].text
    assert sent("city E1\n", head=PROVED) == RECORDED


def test_without_tags_the_game_that_is_named_is_meant() -> None:
    post.begin("k", toml=PLAIN)
    assert sent("k: resupply 2 roads\n") == RECORDED
    assert (post.last("cup"), post.last("k")) == (1, 2)
    assert sent(post.fenced("game: cup\nafter: 1\nseat: yellow\nactions:\n  - city: E1")) == RECORDED
    assert post.last("cup") == 2


def test_without_tags_the_email_that_is_answered_names_the_game() -> None:
    post.begin("k", toml=PLAIN)
    (letter,) = post.letters("k/1-yellow")
    assert sent("resupply 2 roads\n", in_reply_to=letter.id) == RECORDED
    assert (post.last("cup"), post.last("k")) == (1, 2)


def test_without_tags_the_only_game_that_waits_is_meant() -> None:
    post.begin("k", toml=PLAIN)
    assert sent("k: resupply 2 roads\n") == RECORDED
    assert sent("city E1\n") == RECORDED
    assert post.last("cup") == 2


def test_what_may_be_about_several_games_is_asked() -> None:
    post.begin("k", toml=PLAIN)
    assert sent("city E1\n") == ANSWERED
    (asked,) = post.receipts()
    assert "which of your games" in asked.text
    assert "cup, k" in asked.text
    assert (post.last("cup"), post.last("k")) == (1, 1)
    assert sent("city E1\n", in_reply_to=asked.id) == ANSWERED, "an answer to the question does not say it"
    assert sent("k: resupply 2 roads\n", in_reply_to=asked.id) == RECORDED
    assert (post.last("cup"), post.last("k")) == (1, 2)


def test_one_mail_moves_in_both_games() -> None:
    post.begin("k", toml=PLAIN)
    raw = post.mail("cup: city E1\nk: resupply 2 roads\n", post.REFEREE, post.ANNA)
    assert [each.became for each in post.receive(raw)] == [RECORDED, RECORDED]


def test_a_tag_is_good_without_tags_too() -> None:
    write(PLAIN)
    assert post.one(post.mail("city E1\n", post.address("yellow"), "elsewhere@example.net")).became == RECORDED


def test_the_same_mail_again_is_no_other_move() -> None:
    write(PLAIN)
    for _ in range(2):
        sent("city E1\n", Date="Fri, 20 Nov 2026 19:00:00 +0000")
    assert post.last() == 2
    assert cli_runs.run("verify", "cup").code == 0


@pytest.mark.parametrize("toml", [post.TOML, PLAIN])
@pytest.mark.parametrize("sender", [post.ANNA, "stranger@example.net"])
def test_a_mail_without_a_tag_reads_the_private_part_of_a_game_once(
    toml: str, sender: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    post.begin("another")
    write(toml)
    read = list[str]()

    def counted(table: Table, id: str) -> Private | None:
        read.append(id)
        return private_of(table, id)

    monkeypatch.setattr(plain_senders, "private_of", counted)
    sent("hello\n", sender)
    assert sorted(read) == ["another", "cup"]
