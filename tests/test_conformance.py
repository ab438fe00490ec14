"""Every conformance case is a test; and the runner notices cases that are wrong."""

import re
from pathlib import Path
from typing import Any

import pytest

from referee import reading, titles
from referee.testkit.conformance import case_result, files
from referee.titles import book
from referee.words import say, speaking, term

CASES = Path(__file__).parent / "conformance"
DOCS = CASES.parent.parent / "docs"
PAGES = {"magna-grecia": DOCS / "reference" / "conformance.md", "attika": DOCS / "reference" / "conformance-attika.md"}
"""For each title the page that explains the words of its cases."""
WORDS = {
    "magna-grecia": lambda: [reading.schema("conformance"), *own_words(reading.schema("conformance"))],
    "attika": lambda: own_words(reading.schema("attika.case")),
}
each_title = pytest.mark.parametrize("title", PAGES)

GOOD = """\
case: A road leaves the city to the north
rule: MG-7.2
source: rulebook, The roads
title: magna-grecia
board:
  map: |
    .....
    ..v..
    .....
    ..V..
position: {cities: {red: [C4]}}
seat: red
move: {actions: [road: C3 n-s]}
expect: {accepted: {connections: {C4: [C2]}}}
"""


@pytest.mark.parametrize(
    "path",
    [path for title in PAGES for path in sorted((CASES / title).glob("*.yaml"))],
    ids=lambda path: f"{path.parent.name}/{path.stem}",
)
def test_case(path: Path) -> None:
    found = case_result(str(path))
    assert found.ok, found.says


def said(tmp_path: Path, *changes: tuple[str, str]) -> str:
    """What the runner says of the good case after changes of its text."""
    text = GOOD
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path = tmp_path / "case.yaml"
    path.write_text(text)
    found = case_result(str(path))
    assert found.ok == (not found.says)
    return found.says


def test_the_good_case_is_good(tmp_path: Path) -> None:
    assert said(tmp_path) == ""


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ([("C4: [C2]", "C4: []")], "connections C4: expected [], found ['C2']"),
        ([("{C4: [C2]}", "{A1: [C2]}")], "there is no fact `connections A1`"),
        ([("seat: red", "edition: 7\nseat: red")], "there is no edition 7 of magna-grecia; there are 1, 2"),
        ([("seat: red", "edition: [1]\nseat: red"), ("C4: [C2]", "C4: []")], "connections C4: expected []"),
        ([("connections: {C4: [C2]}", "conections: {C4: [C2]}")], "conections"),
        ([("connections: {C4: [C2]}", "points: {pink: 3}")], "there is no fact `points pink`"),
        ([("accepted: {connections: {C4: [C2]}}", "refused: MG-7.2")], "but the move is accepted"),
        ([("C3 n-s", "B1 n-s")], "expected to be accepted, but move 1 is refused: MG-7.2"),
        ([("C3 n-s", "B1 n-s"), ("accepted: {connections: {C4: [C2]}}", "refused: MG-7.1")], "by MG-7.1, found MG-7.2"),
        (
            [("C3 n-s", "B1 n-s"), ("accepted: {connections: {C4: [C2]}}", "{refused: MG-7.2, at: market}"[1:-1])],
            "expected a problem at `market`",
        ),
        (
            [("C3 n-s", "B1 n-s"), ("accepted: {connections: {C4: [C2]}}", "{refused: MG-7.2, says: [tea]}"[1:-1])],
            "expected the words `tea`",
        ),
        ([("rule: MG-7.2", "rule: seven")], "rule"),
        ([("rule: MG-7.2", "rule: [MG-7.2, MG-99.1]")], "Magna Grecia has no rule MG-99.1: look for the number"),
        ([("[C4]}}", "[C4, C3]}}")], "this cannot be: The city tile at C3 is next to C2"),
        ([("[C4]}}", "[C9]}}")], "has no space C9"),
        ([("[C4]}}", "[C4], pink: [A1]}}")], "Nobody plays pink"),
        ([("[C4]}}", "[C4]}, oracles: {C2: n}}")], "C2 must point along a road"),
        ([("[C4]}}", "[C4, C4]}}")], "There are two pieces on C4"),
        ([("[C4]}}", "[C4]}, roads: {B3: red ne-s, C2: red n-s}}")], "C2 breaks this"),
        ([("[C4]}}", "[C4]}, markets: {A1: [red]}}")], "There can't be a market at A1"),
        ([("[C4]}}", "[C4]}, markets: {C2: [red, red sold]}}")], "red has two markets at C2"),
        ([("[C4]}}", "[C4]}, card: tea}")], "There is no card tea"),
        ([("title: magna-grecia", "title: chess")], "no title chess"),
        ([("C4: [C2]", "C4: [C9]")], "the case has no `seats:`, so all seats play: yellow, orange, brown, red"),
        ([("seat: red", "seat: red\nseats: [red]")], "not played by 1"),
        ([("seat: red", "seat: red\nseats: [red, pink]")], "no seat pink"),
        ([("seat: red", "seat: red\noptions: {rounds: '9'}")], "no option rounds: 9"),
        ([("seat: red", "seat: red\noptions: {round: '8'}")], "no option round: 8"),
        (
            [
                ("seat: red", "seat: red\noptions: {rounds: '9'}"),
                ("accepted: {connections: {C4: [C2]}}", "refused: MG-2.6"),
            ],
            "expected a refusal by MG-2.6, found MG-12.1",
        ),
    ],
)
def test_a_wrong_case_is_noticed(tmp_path: Path, changes: list[tuple[str, str]], words: str) -> None:
    assert words in said(tmp_path, *changes)


def test_a_move_that_stops_after_a_part_is_not_refused_as_a_whole(tmp_path: Path) -> None:
    case = CASES / "attika" / "03-2-draw-before-storing.yaml"
    text = case.read_text(encoding="utf-8")
    two, one = re.compile(r"moves:\n.*\n.*\n"), "seat: athens\nmove: {actions: [draw: 2, store: ship]}\n"
    (tmp_path / "case.yaml").write_text(two.sub(one, text), encoding="utf-8")
    says = case_result(str(tmp_path / "case.yaml")).says
    assert "expected a refusal by AT-3.2, but the move is accepted" in says


@pytest.mark.parametrize(
    ("expect", "words"),
    [
        ("{accepted: {to_move: athens}}", "expected to be carried out, but it stops: AT-3.2"),
        ("{stopped: AT-3.1}", "expected a stop by AT-3.1, found AT-3.2"),
        ("{stopped: AT-3.2, at: actions 0 draw}", "expected a problem at `actions 0 draw`"),
        ("{stopped: AT-3.2, accepted: {to_move: corinth}}", "to_move: expected corinth, found athens"),
        ("{stopped: AT-3.2, accepted: {to_move: athens}}", ""),
        ("{refused: AT-3.2, accepted: {to_move: athens}}", "expect `refused:` alone"),
    ],
)
def test_where_an_order_stops_is_compared(tmp_path: Path, expect: str, words: str) -> None:
    text = (CASES / "attika" / "03-2-draw-before-storing.yaml").read_text(encoding="utf-8")
    one = f"seat: athens\nmove: {{actions: [draw: 2, store: ship]}}\nexpect: {expect}\n"
    (tmp_path / "case.yaml").write_text(re.sub(r"moves:\n.*\n.*\nexpect.*\n", one, text), encoding="utf-8")
    found = case_result(str(tmp_path / "case.yaml"))
    assert words in found.says
    assert found.ok == (not words)


@pytest.mark.parametrize(
    ("case", "fact", "other"),
    [
        ("01-2-no-23rd-tile", "ship at 23", "ship at 22"),
        ("01-6-no-water-on-a-shipped-tile", "tiles: [T3, T1, T7, T22]", "tiles: [T4, T1, T7, T22]"),
        ("03-6-nothing-is-built-after-a-card-of-the-shuffled-discards", "pay water 1", "pay nothing"),
        ("09-1-neither-secret-nor-open", "hands: hidden", "hands: open"),
        ("09-3-any-own-not-through-others", "[vintner at 1n], corinth: [tower at 1]", "[vintner at 1n, tower at 1]"),
        ("10-9-no-condition-about-a-card", "{if: forest, draw", "{if: T9, draw"),
    ],
)
def test_a_case_is_refused_for_the_fact_that_its_rule_speaks_of(
    case: str, fact: str, other: str, tmp_path: Path
) -> None:
    text = (CASES / "attika" / f"{case}.yaml").read_text(encoding="utf-8")
    assert text.count(fact) == 1
    (tmp_path / "case.yaml").write_text(text.replace(fact, other), encoding="utf-8")
    assert "but the move is accepted" in case_result(str(tmp_path / "case.yaml")).says


def test_a_pile_is_shown_from_its_top_and_no_further(tmp_path: Path) -> None:
    text = (CASES / "attika" / "03-4-full-pass.yaml").read_text(encoding="utf-8")
    (tmp_path / "case.yaml").write_text(text.replace("[hill, hill, water]", "[hill, hill]"), encoding="utf-8")
    assert "must say under `shown:` what is at deck/landscape/0/2" in case_result(str(tmp_path / "case.yaml")).says


def test_a_folder_is_run_in_the_order_of_its_names(tmp_path: Path) -> None:
    for name in ("b.yaml", "a.yaml", "notes.txt"):
        (tmp_path / name).write_text(GOOD)
    assert [Path(each).name for each in files([str(tmp_path)])] == ["a.yaml", "b.yaml"]


def test_a_path_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        files([str(tmp_path / "none")])


def test_every_title_has_cases_and_a_page_about_them() -> None:
    assert set(PAGES) == set(titles.OURS) == {folder.name for folder in CASES.iterdir()}


def law_of(title: str) -> Any:
    return reading.plain_data((folder(title) / "law.yaml").read_bytes())


def folder(title: str) -> Path:
    return CASES.parent.parent / "referee" / "titles" / title.replace("-", "_")


@each_title
def test_every_cited_number_is_in_the_law(title: str) -> None:
    law = law_of(title)
    prefix = next(iter(law)).partition("-")[0]
    for page in folder(title).glob("*.py"):
        for number in re.findall(rf"\b{prefix}-\d+\.\d+\b", page.read_text()):
            assert number in law, f"{number} in {page.name}"
    assert all(set(entry) - {"chapter"} == {"law", "source"} and len(entry["law"]) > 20 for entry in law.values())


OURS = {
    "magna-grecia": "2.2 4.4 6.2 6.9 7.2 12.9 12.10 12.11 12.12 12.13",
    "attika": "2.3 3.4 4.4",
}
"""Rules with a sentence of ours beside what a rulebook says."""


@each_title
def test_a_sentence_of_ours_is_called_a_ruling_in_every_language(title: str) -> None:
    law = law_of(title)
    prefix = next(iter(law)).partition("-")[0]
    words = {"en": "our ruling", "de": "unsere Entscheidung", "fr": "notre décision", "it": "nostra decisione"}
    for number in OURS[title].split():
        rule = law[f"{prefix}-{number}"]
        assert "ruling of this project" in rule["source"]
        for language, ruling in words.items():
            with speaking(language):
                assert ruling in str(say("{law}", law=term(rule["law"]))), (number, language)


def test_the_law_counts_the_cards_of_amphorae_as_the_judge_does() -> None:
    assert "takes three cards and those of amphorae" in law_of("attika")["AT-3.4"]["law"]


@each_title
def test_every_rule_of_the_rulebook_is_in_the_law(title: str) -> None:
    law = law_of(title)
    for rules in book(title).play.law.values():
        for rule in (each for stage in rules.stages for each in stage):
            assert rule.number in law


@each_title
def test_the_cases_of_the_page_are_good(title: str, tmp_path: Path) -> None:
    cases = re.findall(r"```yaml\n(# yaml-language-server.*?)```", PAGES[title].read_text(), re.S)
    assert cases
    for case in cases:
        (tmp_path / "case.yaml").write_text(case)
        found = case_result(str(tmp_path / "case.yaml"))
        assert found.ok, found.says


def own_words(schema: dict[str, Any]) -> list[dict[str, Any]]:
    """The parts of a schema of cases whose words are the title's own."""
    return [schema["$defs"]["position"], schema["$defs"]["facts"], schema["properties"]["expect"]]


@each_title
def test_the_page_explains_every_word_of_the_schema(title: str) -> None:
    page = "\n".join(PAGES[each].read_text() for each in ("magna-grecia", title))
    for part in WORDS[title]():
        for word in part["properties"]:
            assert re.search(rf"`{word}:?`", page), word


@each_title
def test_every_rule_has_cases_of_both_kinds_or_a_reason_on_the_page(title: str) -> None:
    law = set(law_of(title))
    numbers = {True: set(law), False: set(law)}
    for case in [reading.read_file(str(path)).data for path in (CASES / title).glob("*.yaml")]:
        named = case["rule"] if isinstance(case["rule"], list) else [case["rule"]]
        numbers["refused" not in case["expect"] and "stopped" not in case["expect"]] -= set(named)
        assert set(named) <= law
    section = PAGES[title].read_text().split("## Rules without a case")[1]
    assert numbers[True] == set()
    assert numbers[False] == with_reasons(section)


def with_reasons(section: str) -> set[str]:
    """The numbers in the first column of the table of a section; each row has a reason in the second."""
    found: list[str] = []
    for row in re.findall(r"^\| [A-Z]{2}-.*\|$", section, re.M):
        rules, reason = row.strip("| ").split(" | ")
        assert reason
        found += rules.split(", ")
    assert len(found) == len(set(found))
    return set(found)


REPAIRED = """\
case: A road that was taken back is not on the board
rule: MG-7.2
source: ruling of this project
title: magna-grecia
seats: [red, brown, yellow]
board:
  map: |
    .....
    ..v..
    .....
    .....
    ..V..
position: {cities: {red: [C5]}}
moves:
  - {seat: red, actions: [road: C4 n-s]}
  - MIDDLE
expect: EXPECT
"""


@pytest.mark.parametrize(
    ("middle", "expect", "words"),
    [
        ("undo: 0", "{accepted: {roads: {C4: none}, to_move: red}}", ""),
        ("undo: 0", "{accepted: {roads: {C4: red n-s}}}", "roads C4: expected red n-s, found none"),
        ("undo: 1", "{accepted: {to_move: red}}", "There is nothing to undo after entry 1."),
        ("undo: 7", "{accepted: {to_move: red}}", "it goes back to move 7, which comes later"),
        ("undo: -1", "{accepted: {to_move: red}}", "undo"),
        ("{correct: 1, seat: red, actions: [road: B4 se-nw]}", "{accepted: {roads: {B4: red se-nw, C4: none}}}", ""),
        ("{correct: 1, seat: red, actions: [road: A1 n-s]}", "{refused: MG-7.2, at: actions 0 road}", ""),
        ("{correct: 1, seat: red, actions: [road: A1 n-s]}", "{refused: MG-7.1}", "by MG-7.1, found MG-7.2"),
        ("{correct: 1, seat: brown, actions: [road: C3 n-s]}", "{accepted: {to_move: red}}", "with a move of brown"),
        ("{correct: 2, seat: red, actions: [road: C3 n-s]}", "{accepted: {to_move: red}}", "no move that counts"),
        ("due: brown", "{accepted: {to_move: brown}}", "brown has ordered nothing"),
        ("{seat: brown, orders: none}", "{accepted: {to_move: brown}}", "a case needs orders"),
        (
            "{seat: brown, orders: [{if: it rains, move: {}}]}",
            "{accepted: {to_move: brown}}",
            "can't read the condition",
        ),
        ("{seat: brown, orders: [{move: {actions: [tea: 1]}}]}", "{accepted: {to_move: brown}}", "orders are refused"),
    ],
)
def test_what_repairs_and_orders_of_a_case_can_be(tmp_path: Path, middle: str, expect: str, words: str) -> None:
    path = tmp_path / "case.yaml"
    path.write_text(REPAIRED.replace("MIDDLE", middle).replace("EXPECT", expect))
    found = case_result(str(path))
    assert found.ok == (not words), found.says
    assert words in found.says
