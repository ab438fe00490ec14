"""Moves in places of a mail where none is read: each is named in the answer, and offered to be sent."""

import email
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

import mailing_game as post
import pytest
from replies_outlook import OUTLOOK_HEADS

pytestmark = pytest.mark.usefixtures("game")
BLOCK = "game: cup\nafter: 1\nseat: yellow\nactions:\n  - city: {}\n"
GMAIL = "On Sat, 28 Nov 2026 at 10:12, Referee <referee@games.example.org> wrote:"
QUOTED = "Your move is in the quoted part"


def our_letter(seat: str = "yellow") -> str:
    """The text of the newest e-mail to a seat."""
    path = max(post.letters(f"-{seat}"), key=lambda each: Path(each.path).stat().st_mtime_ns).path
    body = email.message_from_bytes(Path(path).read_bytes(), policy=default).get_body(("plain",))
    assert body is not None
    return str(body.get_content()).replace("\r\n", "\n")


def edited(letter: str) -> str:
    """The e-mail with a move typed into its block."""
    above, _, below = letter.partition("-----END MOVE-----")
    return f"{above}actions:\n  - city: E1\n-----END MOVE-----{below}"


def answered(raw: bytes) -> str:
    post.one(raw)
    return post.receipts()[-1].text


def sent(text: str, *files: tuple[str, str]) -> str:
    """The answer to a mail with attached files."""
    return answered(with_files(text, *files))


def with_files(text: str, *files: tuple[str, str], kind: str = "plain") -> bytes:
    mail = EmailMessage(policy=default)
    mail["From"], mail["To"], mail["Message-ID"] = post.ANNA, post.address("yellow"), "<7@example.net>"
    mail.set_content(text)
    for name, content in files:
        mail.add_attachment(content, subtype=kind, filename=name)
    return mail.as_bytes()


def offered(answer: str) -> str:
    """The first block that an answer offers."""
    return answer.partition("-----BEGIN MOVE-----")[2].partition("-----END MOVE-----")[0]


@pytest.mark.parametrize("heading", [*OUTLOOK_HEADS.values(), GMAIL, "-----Original Message-----"])
@pytest.mark.parametrize("own", ["", "See below.\n"])
def test_a_block_that_was_edited_in_the_quoted_email_is_offered(heading: str, own: str) -> None:
    answer = answered(post.mail(f"{own}\n{heading}\n{edited(our_letter())}", post.address("yellow")))
    assert QUOTED in answer
    assert "- city: E1" in offered(answer)
    assert "e-mail is empty" not in answer
    assert post.last() == 1


def test_the_block_that_is_offered_can_be_sent() -> None:
    answered(post.mail(f"{OUTLOOK_HEADS['en']}\n{edited(our_letter())}", post.address("yellow")))
    text = our_letter().partition("-----BEGIN MOVE-----")[2].partition("-----END MOVE-----")[0]
    answered(post.mail(f"-----BEGIN MOVE-----{text}-----END MOVE-----\n", post.address("yellow")))
    assert post.last() == 2


def test_lines_that_are_marked_as_quoted_are_offered_too() -> None:
    quoted = "".join(f"> {line}\n" for line in edited(our_letter()).splitlines())
    assert "- city: E1" in offered(answered(post.mail(f"{GMAIL}\n{quoted}", post.address("yellow"))))


def test_an_edit_that_is_not_possible_is_said_so() -> None:
    text = edited(our_letter()).replace("city: E1", "city: A1")
    answer = answered(post.mail(f"{OUTLOOK_HEADS['en']}\n{text}", post.address("yellow")))
    assert QUOTED in answer
    assert "There is no space A1" in answer


@pytest.mark.parametrize("words", ["", "\n \n"])
def test_an_empty_mail_is_called_empty(words: str) -> None:
    answer = answered(post.mail(f"{words}\n{OUTLOOK_HEADS['en']}\n{our_letter()}", post.address("yellow")))
    assert "Your e-mail is empty." in answer
    assert QUOTED not in answer


@pytest.mark.parametrize(
    "text",
    [
        "---------- Forwarded message ---------\nFrom: Theo\nDate: Mon\nSubject: hm\nTo: Anna\n\ncity E1",
        "From: Anna\nTo: Sam\nSubject: my move\nDate: today\n\ncity E1",
        "Begin forwarded message:\n\ncity E1",
        "On 1 Dec 2026 Theo wrote:\n> city E1",
    ],
)
def test_quoted_words_of_others_are_named_where_nothing_else_is_written(text: str) -> None:
    answer = answered(post.mail(text, post.address("yellow")))
    assert "Your e-mail has only quoted words, which I do not use: " in answer
    assert "city E1" in answer
    assert post.last() == 1


def test_the_head_alone_of_our_email_is_nobodys_word() -> None:
    heading = OUTLOOK_HEADS["en"].replace("spring-cup", "cup")
    answer = answered(post.mail(f"city E1\n\n{heading}", post.address("yellow")))
    assert "Recorded: city E1" in answer
    assert "I did not use" not in answer


def test_fields_that_somebody_typed_are_quoted_back() -> None:
    answer = answered(post.mail("Look here:\n\nFrom: L7\nTo: K8\nDate: now\nSubject: J3", post.address("yellow")))
    assert "I did not use: From: L7 To: K8 Date: now Subject: J3" in answer


HEADING = OUTLOOK_HEADS["en"]


@pytest.mark.parametrize("own", ["city E1", f"-----BEGIN MOVE-----\n{BLOCK.format('E1')}-----END MOVE-----"])
def test_words_below_the_unmarked_email_are_asked_back(own: str) -> None:
    text = f"{own}\n\n{HEADING}\n{our_letter()}\n\nPS: wait for my call first!"
    answer = answered(post.mail(text, post.address("yellow")))
    assert "Next to your move you also write: PS: wait for my call first!" in answer
    assert post.last() == 1


def test_a_wish_waits_for_words_below_the_unmarked_email() -> None:
    text = f"offer a draw\n\n{HEADING}\n{our_letter()}\n\nno, wait for my call"
    assert "you also write: no, wait for my call" in answered(post.mail(text, post.address("yellow")))
    assert post.last() == 1


def test_an_unmarked_mail_of_somebody_else_below_a_move_is_quoted_back() -> None:
    text = f"city E1\n\n{HEADING.replace('Referee <referee@games.example.org>', 'Theo')}\nTake J3 rather!\n"
    answer = answered(post.mail(text, post.address("yellow")))
    assert "Recorded: city E1" in answer
    assert "I did not use: From: Theo" in answer
    assert "Take J3 rather!" in answer


@pytest.mark.parametrize("before", ["", "city L9", "map", "history", "rules MG-6.2", "say: Hello!"])
@pytest.mark.parametrize("moderator", ["", 'moderator = "Sam <sam@example.org>"\n'])
@pytest.mark.parametrize("is_page", [True, False])
def test_our_unmarked_email_below_a_move_is_no_word_of_its_writer(before: str, moderator: str, is_page: bool) -> None:
    Path("referee.toml").write_text(post.TOML.replace("[mail.inbox]", f"{moderator}[mail.inbox]"), encoding="utf-8")
    if before:
        post.one(post.mail(before, post.address("yellow")))
    path = max(post.letters("yellow"), key=lambda each: Path(each.path).stat().st_mtime_ns).path
    old = email.message_from_bytes(Path(path).read_bytes(), policy=default).get_body(
        ("html",) if is_page else ("plain",)
    )
    assert old is not None
    page = f'<p>city E1</p><div id="appendonsend"></div><hr>{old.get_content()}'
    text = f"city E1\n\n{HEADING}\n{old.get_content()}"
    mail = EmailMessage(policy=default)
    mail["From"], mail["To"], mail["Message-ID"] = post.ANNA, post.address("yellow"), "<7@example.net>"
    mail.set_content(page if is_page else text, subtype="html" if is_page else "plain")
    post.one(mail.as_bytes())
    answer = max(post.receipts(), key=lambda each: Path(each.path).stat().st_mtime_ns).text
    assert "Recorded: city E1" in answer
    assert "I did not use" not in answer


@pytest.mark.parametrize("words", ["hand", "Is city C3 legal?", "Pass?", "\N{THUMBS UP SIGN}", "Hello Sam!", "status"])
def test_the_untouched_email_below_other_words_is_not_called_a_move(words: str) -> None:
    answer = answered(post.mail(f"{words}\n\n{OUTLOOK_HEADS['en']}\n{our_letter()}", post.address("yellow")))
    assert QUOTED not in answer


def test_words_beside_an_edit_are_passed_on() -> None:
    words = f"say: Good luck!\n\n{OUTLOOK_HEADS['en']}\n{edited(our_letter())}"
    answer = answered(post.mail(words, post.address("yellow")))
    assert "Everybody will read: Good luck!" in answer
    assert "- city: E1" in offered(answer)


@pytest.mark.parametrize("content", ["city: E1\n", post.fenced(BLOCK.format("E1"))])
def test_an_attached_text_with_a_move_is_named_and_offered(content: str) -> None:
    answer = sent("My move is attached.\n", ("move.txt", content))
    assert "attached file, where nothing is read: move.txt." in answer
    assert "- city: E1" in offered(answer)
    assert post.last() == 1


def test_an_attached_text_that_says_something_else_than_the_mail_is_asked_about() -> None:
    for text in ("city E1\n", post.fenced(BLOCK.format("E1"))):
        answer = sent(text, ("move.txt", "city: D5\n"))
        assert "more than one move in your e-mail. One of them is attached: move.txt." in answer
        assert "- city: E1" in answer
        assert "- city: D5" in answer
        assert post.last() == 1


def test_an_attached_file_that_says_something_else_than_the_block_is_asked_about() -> None:
    answer = sent(post.fenced(BLOCK.format("E1")), ("move.yaml", BLOCK.format("D5")))
    assert "attached: move.yaml." in answer
    assert "- city: E1" in answer
    assert "- city: D5" in answer
    assert post.last() == 1


def test_an_attached_file_that_repeats_the_block_is_no_other_move() -> None:
    block = BLOCK.format("E1")
    assert "Recorded: " in sent(post.fenced(block), ("move.yaml", block), ("move.txt", "city E1\n"))


def test_two_attached_files_are_both_named() -> None:
    answer = sent("One of these\n", ("a.txt", "city: E1\n"), ("b.yaml", "actions:\n  - city: D5\n"))
    assert "attached: a.txt and b.yaml." in answer
    assert "- city: D5" in answer


def test_a_file_that_is_not_read_is_named_beside_a_move() -> None:
    answer = sent(post.fenced(post.move()), ("thoughts.txt", "What a fine day\n"), ("plan.csv", "1;2\n"))
    assert "Recorded: " in answer
    assert "I did not use the attached file thoughts.txt." in answer
    assert "I did not use the attached file plan.csv." in answer


ENCRYPTED = {
    "pgp": 'Content-Type: multipart/encrypted; protocol="application/pgp-encrypted"; boundary=b\n\n--b\n'
    "Content-Type: application/pgp-encrypted\n\nVersion: 1\n--b\nContent-Type: application/octet-stream\n\n"
    "-----BEGIN PGP MESSAGE-----\n\nhQEMA\n-----END PGP MESSAGE-----\n--b--\n",
    "inline": "Content-Type: text/plain\n\n-----BEGIN PGP MESSAGE-----\n\nhQEMA\n-----END PGP MESSAGE-----\n",
    "smime": "Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m\n"
    "Content-Transfer-Encoding: base64\n\nMIIB\n",
}


@pytest.mark.parametrize("kind", list(ENCRYPTED))
def test_an_encrypted_mail_is_called_encrypted(kind: str) -> None:
    head = f"From: {post.ANNA}\nTo: {post.address('yellow')}\nMessage-ID: <8@example.net>\nMIME-Version: 1.0\n"
    answer = answered((head + ENCRYPTED[kind]).encode())
    assert "Your e-mail is encrypted, so I can't read it." in answer


def test_a_move_in_the_subject_is_offered() -> None:
    answer = answered(post.mail("\n", post.address("yellow"), subject="Re: city E1"))
    assert "Your move is in the subject of the e-mail, where nothing is read." in answer
    assert "- city: E1" in offered(answer)
    assert post.last() == 1


def test_another_move_in_the_subject_is_asked_about() -> None:
    answer = answered(post.mail("city M8\n", post.address("yellow"), subject="city E1"))
    assert "One of them is in the subject." in answer
    assert "- city: M8" in answer
    assert "- city: E1" in answer
    assert post.last() == 1


def test_a_request_in_the_subject_of_an_empty_mail_is_answered() -> None:
    post.one(post.mail("\n", post.address("yellow"), subject="Re: history"))
    assert "The turns so far" in post.subject(post.receipts()[-1].path)
