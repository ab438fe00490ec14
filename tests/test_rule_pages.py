"""A page for each rule, with its cases drawn before and after the move; the same in the terminal."""

from pathlib import Path

import pytest
from cli_runs import run

LANGUAGES = ("en", "de", "fr", "it")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rule_and_its_verdicts_are_in_the_language(language: str, tmp_path: Path) -> None:
    assert run("--language", language, "rules", "attika", "AT-5.2", "--out", str(tmp_path)).code == 0
    page = (tmp_path / "AT-5.2.html").read_text(encoding="utf-8")
    heading = {"en": "Refused", "de": "Abgelehnt", "fr": "Refusé", "it": "Rifiutato"}[language]
    assert f'<html lang="{language}">' in page
    assert f">{heading}</h2>" in page


def test_a_refused_case_rings_what_its_move_names_and_chapters_have_names(tmp_path: Path) -> None:
    assert run("rules", "magna-grecia", "--out", str(tmp_path)).code == 0
    accepted, refused = (tmp_path / "MG-7.2.html").read_text(encoding="utf-8").split(">Refused</h2>")
    cases = refused.split("<article")[1:]
    assert all("Rings show" in each for each in cases)
    assert "Rings show" not in accepted
    assert '<h2 class="section" id="MG-7">MG-7 Roads</h2>' in (tmp_path / "index.html").read_text(encoding="utf-8")


def test_the_terminal_draws_the_cases() -> None:
    told = run("rules", "MG-7.2", "--cases").out
    assert "The order in the move is the order of play" in told
    assert "    red: road C2 n-s, city C3\n    Refused: MG-7.2 The road at C2 connects to nothing" in told
    assert "    Accepted\n    After:\n" in told


def test_the_terminal_speaks_the_language() -> None:
    told = run("--language", "it", "rules", "MG-7.2", "--cases").out
    assert "    Ammesso\n    Dopo:\n" in told
    assert "    Rifiutato: MG-7.2 " in told


def test_a_rule_that_there_is_not_is_missed_in_its_title() -> None:
    assert "magna-grecia has no rule MG-99" in run("rules", "MG-99").err
