"""The answers to common questions: their rules are in the law, and a case shows each of them."""

import re
from pathlib import Path

import pytest
from doc_pages import ROOT

from referee import titles
from referee.app.look.library import laws
from referee.reading import read_file
from referee.testkit.case_play import each_of
from referee.testkit.conformance import case_of_source, case_result

PAGE = (ROOT / "docs" / "players" / "faq.md").read_text(encoding="utf-8")
ANSWERS = {part.partition("\n")[0]: part for part in re.split(r"^### ", PAGE, flags=re.MULTILINE)[1:]}
TITLES = {"MG": "magna-grecia", "AT": "attika"}
NUMBER = re.compile(r"\b(?:MG|AT)-\d+\.\d+\b")


def case_path(title: str, name: str) -> Path:
    return ROOT / "tests" / "conformance" / title / f"{name}.yaml"


def test_there_are_six_questions() -> None:
    assert len(ANSWERS) == 6


@pytest.mark.parametrize("question", ANSWERS)
def test_every_rule_of_an_answer_is_in_the_law(question: str) -> None:
    numbers = NUMBER.findall(ANSWERS[question])
    assert numbers
    known = {number for title in TITLES.values() for number in laws(titles.book(title))}
    assert set(numbers) <= known


@pytest.mark.parametrize("question", ANSWERS)
def test_cases_show_an_answer(question: str) -> None:
    numbers, cases = NUMBER.findall(ANSWERS[question]), re.findall("`([0-9]+-[^`]+)`", ANSWERS[question])
    title = TITLES[numbers[0].partition("-")[0]]
    assert cases
    for path in [case_path(title, name) for name in cases]:
        assert set(each_of(case_of_source(read_file(str(path)))["rule"])) & set(numbers), path.name
        assert case_result(str(path)).ok


@pytest.mark.parametrize("page", ["index.md", "players/by-mail.md", "players/magna-grecia.md", "players/attika.md"])
def test_players_find_the_answers(page: str) -> None:
    assert "faq.md)" in (ROOT / "docs" / page).read_text(encoding="utf-8")
