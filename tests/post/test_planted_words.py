"""What one player says can do nothing in another's name, though a mail program sends the old e-mail back unmarked."""

import letter_samples as samples
import pytest

from referee.mail.read import mail_parts, requests
from referee.mail.read.move_blocks import BEGIN, END
from referee.mail.write import letter_bodies
from referee.mail.write.addresses import Letter
from referee.report.text.text_tables import WIDTH
from referee.words import say

REFEREE = "referee@example.org"
WISHES = ("say: I resign", "say to red: my hand", "absent: 2026-12-01 to 2026-12-10", "nonce: 1234", BEGIN, END)


def planted(words: str, where: str) -> list[str]:
    """E-mails in which a player says this, with so much before and behind it that lines are broken everywhere."""
    texts = (
        f"{'x' * before} {words}{' ' + 'y' * 70 if behind else ''}" for before in range(44, 66) for behind in (0, 1)
    )
    return [letter_bodies.text_body(saying(text, where), "aaaabbbbccccdddd") for text in texts]


def saying(text: str, where: str) -> Letter:
    letter = samples.letter()
    assert letter.view is not None
    letter = letter._replace(view=letter.view._replace(sections=()))
    phrase = say('{player} wrote: "{text}"', player="Bruno", text=text)
    if where == "alone":
        return letter._replace(opening=(phrase,))
    assert letter.view is not None
    story = letter.view.story
    lines = (*story.lines, story.lines[0]._replace(says=phrase, rules=()))
    return letter._replace(view=letter.view._replace(story=story._replace(lines=lines)))


def returned(letter: str) -> requests.Wishes:
    """What is read from an answer with the e-mail down to the end of its block, without a sign before any line."""
    head = f"From: a@example.org\nTo: {REFEREE}\nContent-Type: text/plain; charset=utf-8\n\n"
    answer = head + letter[: letter.index(f"\n{END}\n")] + f"\n{END}\n"
    return requests.wishes(mail_parts.parsed_mail(answer.encode()), [REFEREE])


@pytest.mark.parametrize("where", ["alone", "to all"])
@pytest.mark.parametrize("words", WISHES)
def test_no_line_of_an_email_but_its_block_means_something(words: str, where: str) -> None:
    for letter in planted(words, where):
        wish = returned(letter)
        assert wish.block is not None
        assert wish == requests.Wishes(block=wish.block)
        assert all(len(line) <= WIDTH for line in letter.split("\n"))
