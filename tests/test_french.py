"""French texts keep a mark such as the colon in the line of what is before it."""

import re

import catalogue
import pytest
from sample_games import whole_game

from referee.app.look.game_views import view_for_seat
from referee.report.text.text_report import report
from referee.report.text.text_tables import table_lines, wrapped_lines
from referee.report.wording import safe_text
from referee.show.view import ReportTable, Row
from referee.words import say, speaking


def test_french_has_a_no_break_space_before_double_punctuation() -> None:
    """No line begins with such a mark; commands in back quotes stay as they are typed."""
    plain = [re.sub("`[^`]*`", "`", str(each.string)) for each in catalogue.translated("fr") if each.id]
    assert [text for text in plain if re.search(" [:;!?](?=\\s|$)| \u00bb|\u00ab ", text)] == []


def test_a_line_does_not_begin_with_a_colon_after_a_no_break_space() -> None:
    assert wrapped_lines("un deux\u00a0: trois", 8) == ["un", "deux\u00a0:", "trois"]


def test_a_column_has_room_for_words_that_a_no_break_space_joins() -> None:
    columns, cells = (say("Since"), say("Last entry")), ("25\u00a0Nov, 07:40\u00a0CET", "x " * 600)
    lines = table_lines(ReportTable("games", say("Games"), columns, (Row(cells),)), {})
    assert [line.strip(" ").partition("  ")[0] for line in lines[2:4]] == ["25\u00a0Nov,", "07:40\u00a0CET"]


def test_safe_text_keeps_a_no_break_space() -> None:
    assert safe_text("  Bienvenue\u00a0!\n Vous\x1b ") == "Bienvenue\u00a0! Vous\ufffd"


@pytest.mark.parametrize("id", ["bruttium-2", "rhombus-2"])
def test_no_line_of_a_french_report_begins_with_such_a_mark(id: str) -> None:
    with speaking("fr"):
        text = report(view_for_seat(whole_game(id)))
    assert "\u00a0:" in text
    assert [line for line in text.splitlines() if re.match(r"\s*[:;!?%](\s|$)", line)] == []


def test_a_template_without_a_word_has_a_french_colon() -> None:
    """`{player}: {done}.` says nothing to translate, but French writes its mark differently."""
    with speaking("fr"):
        assert str(say("{player}: {done}.", player="Anna", done="passe")) == "Anna\u00a0: passe."


def test_french_elides_before_a_name_that_begins_with_a_vowel() -> None:
    with speaking("fr"):
        built = [str(say("building of {seat}, here the {building}", seat=seat, building="well")) for seat in SEATS]
    assert [each.partition(",")[0] for each in built] == ["bâtiment d'Athènes", "bâtiment de Sparte"]


SEATS = ("athens", "sparta")
