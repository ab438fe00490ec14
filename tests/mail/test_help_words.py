"""The help that players get by mail, in all languages."""

import pytest

from referee.mail.act import answer_questions
from referee.mail.read.requests import means_something
from referee.report.text.text_tables import wrapped_lines
from referee.words import LANGUAGES, say, speaking


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_of_the_help_looks_like_a_request(language: str) -> None:
    """Such a line would get a `>` before it, so that nobody who sends it back asks for something."""
    rule = say(answer_questions.RULE_LINE, rule="AT-1.1", chapter="AT-1")
    with speaking(language):
        lines = [line for says in (*answer_questions.HELP_LINES, rule) for line in wrapped_lines(str(says), 72)]
    assert [line for line in lines if means_something(line)] == []
