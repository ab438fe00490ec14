"""Contact lines beside a right move cost no round trip; what programs put below a mail is nobody's words."""

import mailing_game as post
import pytest

from referee.mail.act import put_aside
from referee.mail.read.contact_lines import without_contacts

CONTACTS = {
    "telephone": "+49 30 1234567",
    "telephone with a label": "Tel.: +49 (30) 123 45-67",
    "mobile": "Mobile: 0171/1234567",
    "mobile without a colon": "mobile 07700 900118",
    "web": "www.example.org",
    "page": "https://example.org/~anna",
    "domain": "example.org",
    "e-mail": "E-Mail: anna@example.org",
    "several": "T +49 30 1234567 | anna@example.org | www.example.org",
    "postal": "Musterstr. 5\n10115 Berlin",
    "postal in one line": "12 rue des Lilas, 75011 Paris",
    "British": "22 Baker Street\nLondon NW1 6XE",
    "American": "Springfield, IL 62701",
}
OTHERS = [
    "E1",
    "resupply 4 3",
    "4 roads",
    "city: E1 1",
    "undo to 12",
    "12",
    "See you at 10115",
    "on 2026-12-24",
    "24.12.2026",
    "3 cities",
]


@pytest.mark.parametrize("kind", list(CONTACTS))
def test_contact_lines_are_known_by_their_form(kind: str) -> None:
    lines = CONTACTS[kind].split("\n")
    assert without_contacts(lines, lambda line: False) == ([""] * len(lines), lines)


@pytest.mark.parametrize("title", ["Head of Sales", "Research Fellow", "Direction commerciale"])
def test_a_profession_between_the_writer_s_name_and_a_contact_is_one(title: str) -> None:
    own, phone = ["anna"], "mobile 07700 900118"
    lines = ["city E1", "Anna", title, phone]
    assert without_contacts(lines, lambda line: False, own) == (["city E1", "Anna", "", ""], [title, phone])
    for other in (["Bruno", title, phone], ["Anna", "Build in Elea", "", phone], ["Anna", "Not that city!", phone]):
        left, _ = without_contacts(other, lambda line: line.startswith("Build"), own)
        assert left[:2] == other[:2]


@pytest.mark.parametrize("line", OTHERS)
def test_other_lines_are_none(line: str) -> None:
    assert without_contacts([line], lambda line: False) == ([line], [])


@pytest.mark.usefixtures("game")
@pytest.mark.parametrize("kind", ["telephone", "several", "postal"])
@pytest.mark.parametrize("is_block", [True, False])
def test_a_right_move_is_recorded_and_its_contacts_are_quoted(kind: str, is_block: bool) -> None:
    move = post.fenced(post.move()) if is_block else "city E1\n"
    done = post.one(post.mail(f"{move}\nBest wishes\nAnna\n{CONTACTS[kind]}\n", post.address("yellow")))
    assert done.became == "recorded", done.says
    told = post.receipts()[-1].text
    assert "I did not use: " + " / ".join(CONTACTS[kind].split("\n")) in told


@pytest.mark.usefixtures("game")
def test_digits_that_are_no_contact_are_asked_about() -> None:
    done = post.one(post.mail(f"{post.fenced(post.move())}\nor the other one, 4 roads\n", post.address("yellow")))
    assert done.became == "answered"


FOOTERS = ["Sent from my iPhone", "Von meinem iPhone gesendet", "Envoyé de mon iPhone", "Inviato da iPhone"]


@pytest.mark.usefixtures("game")
@pytest.mark.parametrize("footer", FOOTERS)
@pytest.mark.parametrize("begin", ["To all: Good luck!", "say: Good luck!"])
@pytest.mark.parametrize("between", ["\n", "\n\n"])
def test_what_a_phone_puts_below_words_to_all_is_not_published(footer: str, begin: str, between: str) -> None:
    post.one(post.mail(f"{begin}{between}{footer}\n", post.address("yellow")))
    assert "say: Good luck!\n" in post.log_bytes().decode()


@pytest.mark.usefixtures("game")
def test_what_a_phone_puts_below_words_to_the_moderator_is_not_passed_on() -> None:
    post.one(post.mail(f"say to moderator: the picture does not load.\n{FOOTERS[0]}\n", post.address("yellow")))
    (note,) = put_aside.list_put_aside(post.table())
    assert note.says == "the picture does not load."
