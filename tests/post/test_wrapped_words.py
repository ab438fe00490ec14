"""No line of an e-mail looks quoted, or does something if it comes back, because of where a sentence was wrapped."""

from functools import partial

import pytest
from catalogue import messages

from referee.mail.read.requests import means_something
from referee.mail.write.letter_bodies import harmless
from referee.report.text.text_tables import WIDTH, hanging, wrapped_lines
from referee.words import LANGUAGES, tongue_of

INDENTS = (0, 17, 38, 61)
"""So many characters are before a sentence."""
FILES = tuple(f"referee/{room}/" for room in ("mail", "show", "titles", "app/time", "app/ahead", "app/post"))
PARENTHESES = str.maketrans("", "", "{}")


def sentences(language: str) -> list[str]:
    """What e-mails say in a language, with the names of facts in place of them."""
    tongue = tongue_of(language)
    texts = [each.text for each in messages() if each.file.startswith(FILES) and " " in each.text]
    return [(tongue.template(each) if tongue else each).translate(PARENTHESES) for each in texts]


def looks_harmful(line: str) -> bool:
    return means_something(line) or line.startswith(">")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_is_wrapped_where_it_means_nothing(language: str) -> None:
    layouts = (partial(wrapped_lines, room=WIDTH - 1), partial(hanging, "- "))
    for text in sentences(language):
        if looks_harmful(text) or looks_harmful(f"- {text}"):  # such as the heading of a table
            continue
        for indent in INDENTS:
            for layout in layouts:
                lines = harmless(layout(text="x" * indent + " " + text if indent else text))
                assert not list(filter(looks_harmful, lines)), lines
                assert all(len(line) <= WIDTH for line in lines)
