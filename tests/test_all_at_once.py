"""One refusal names everything that is wrong: form, header, turn and rules, and probable later ones."""

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cli_runs import NOW, run
from spoiled_games import FOLDERS

from referee import titles
from referee.rules.rulebook import AnyRulebook, Breach, Law, Rule, law_of_stages
from referee.rules.ruling import Rejected, faults, header_violations, judge, refuse_chance
from referee.titles.magna_grecia.rules.moves import LayCity, LayRoad
from referee.words import say

MESSY = """\
game: cup
after: 1
seat: red
actions:
  - resupply: {road: 2, city: 1}
  - raod: I3 se-nw
  - road: H2 se-nw
  - road: A1 ne-sw
  - road: H4 ne-nw
  - road: G4 se-nw
  - city: F11
market: {biuld: E1}
"""
FIXED = """\
game: cup
after: 5
seat: yellow
actions:
  - road: I3 se-nw
  - road: H2 se-nw
  - road: I4 ne-sw
  - road: H4 ne-nw
  - road: G4 se-nw
market: {build: E1}
"""


@pytest.fixture(scope="module", autouse=True)
def games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The games that are spoiled elsewhere; in `cup` yellow is to move after entry 5."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("REFEREE_CONFIG", os.devnull)
        patch.setenv("REFEREE_NOW", NOW)
        patch.chdir(tmp_path_factory.mktemp("games"))
        FOLDERS["magna-grecia"]()
        yield


def said(text: str, *more: str) -> str:
    """What `check` says of a move that it refuses."""
    ran = run("check", "-", *more, stdin=text.encode())
    assert ran.code == 65, ran
    return ran.out


def problems(text: str) -> list[tuple[int, str | None, bool]]:
    """Line, rule and certainty of each problem."""
    found = json.loads(said(text, "--json"))["violations"]
    return [(each["line"], each["rule"], each["certain"]) for each in found]


def test_a_move_with_nine_mistakes_is_refused_once() -> None:
    assert problems(MESSY) == [
        (2, None, True),
        (3, "MG-3.1", True),
        (6, None, True),
        (8, "MG-1.3", True),
        (12, None, True),
        (5, "MG-4.4", False),
        (5, "MG-4.6", False),
        (10, "MG-4.1", False),
        (11, "MG-6.4", False),
    ]
    assert run("check", "-", stdin=FIXED.encode()).code == 0


def test_several_problems_are_a_list_and_then_come_those_that_are_probable() -> None:
    lines = said(MESSY).split("\n")
    assert lines[0] == "5 problems in stdin."
    assert lines[3] == "3. line 6: There is no `raod` here. Did you mean `road`?"
    assert lines[6] == "Once these are fixed, these will probably be problems, too:"
    assert lines[10] == "- line 11: You can't build a city on F11: it is an oracle. Choose an empty space. (MG-6.4)"
    assert [line.partition(" ")[0] for line in lines[11:-2]] == [
        "MG-3.1",
        "MG-1.3",
        "MG-4.4",
        "MG-4.6",
        "MG-4.1",
        "MG-6.4",
    ]


def test_the_list_on_the_page_for_players_is_complete() -> None:
    move = FIXED.replace("after: 5", "after: 3").replace("road: H2", "raod: H2").replace("I4", "A1")
    Path("move.yaml").write_text(move.replace("  - road: G4 se-nw\nmarket", "  - city: F11\nmarket"))
    found = run("check", "move.yaml").out
    page = (Path(__file__).parent.parent / "docs" / "players" / "magna-grecia.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"^```text\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    assert found.startswith(shown)


def test_one_problem_keeps_its_caret_above_probable_ones() -> None:
    lines = said(FIXED.replace("I3", "A1").replace("road: G4", "road: G5")).split("\n")
    assert lines[0] == "2 problems in stdin."  # nothing can make G5 empty: both are certain
    lines = said(FIXED.replace("- road: I3", "- raod: I3").replace("G4 se-nw", "G5 n-s")).split("\n")
    assert lines[:2] == ["stdin:5:5: There is no `raod` here.", "    5 |   - raod: I3 se-nw"]
    assert lines[4] == "Once this is fixed, this will probably be a problem, too:"
    assert lines[5].startswith("- line 9: G5 is a village. Roads can go to it, but not across it.")


def test_the_same_refusal_comes_each_time_from_submit_dry_run_and_check() -> None:
    texts = {said(MESSY), said(MESSY)}
    submitted = [run("submit", "-", *more, stdin=MESSY.encode()) for more in ((), ("--dry-run",))]
    assert [each.code for each in submitted] == [65, 65]
    assert {each.err.removesuffix("Nothing was recorded.\n") for each in submitted} | texts == {said(MESSY)}


def test_a_refused_move_leaves_no_trace() -> None:
    before = {path: path.read_bytes() for path in Path(".").rglob("*") if path.is_file()}
    run("submit", "-", stdin=MESSY.encode())
    assert {path: path.read_bytes() for path in Path(".").rglob("*") if path.is_file()} == before


def test_what_a_wrong_action_may_have_made_possible_is_not_named() -> None:
    """The city on H5 may be right once the road before it is fixed: only certain problems are reported."""
    move = FIXED.replace("  - road: I3 se-nw\n", "  - road: [I3, se-nw]\n")
    assert problems(move) == [(5, None, True)]


def test_a_right_move_that_is_sent_twice_stays_harmless() -> None:
    again = "game: cup\nafter: 4\nseat: yellow\nactions: [{resupply: {road: 3, city: 2}}]\nmarket: {build: E9}\n"
    ran = run("submit", "-", stdin=again.encode())
    assert (ran.code, "Already recorded as entry 5 of cup" in ran.err) == (0, True)


def test_a_late_move_is_not_judged_as_that_of_the_seat_to_move() -> None:
    """The report that it answers asked red: its seat is no slip, and what yellow may do is not its business."""
    late = "game: cup\nafter: 2\nseat: red\nactions:\n  - city: F11\n  - city: A1\n"
    assert problems(late) == [(2, None, True), (6, "MG-1.3", True)]


def test_a_game_whose_name_is_misspelt_is_known_by_its_head() -> None:
    head = run("show", "cup", "--json").out.partition('"head": "')[2][:16]
    text = FIXED.replace("game: cup", "game: cpu").replace("after: 5", f"head: {head}").replace("I3", "A1")
    assert problems(text) == [(1, None, True), (5, "MG-1.3", True)]
    alone = run("check", "-", stdin=FIXED.replace("game: cup", "game: cpu").encode())
    assert (alone.code, alone.out) == (66, "")


def test_a_malformed_head_hides_no_misspelt_game() -> None:
    ran = run("check", "-", stdin=b"game: cpu\nafter: 5\nhead: xxx\nseat: red\n")
    assert (ran.code, ran.err) == (66, "There is no game cpu in games/.\nDid you mean cup?\n")


def test_yaml_that_cannot_be_parsed_is_reported_alone() -> None:
    assert problems(FIXED.replace("actions:", "actions: |x")) == [(4, None, True)]


def test_a_line_of_a_list_without_its_dash_is_no_unknown_word_of_the_move() -> None:
    """The hint asks for `- `: it would be untrue that the move has no such word once it is followed."""
    text = FIXED.replace("  - road: I4 ne-sw", "  road: I4 ne-sw")
    assert problems(text) == [(7, None, True)]
    assert "Begin each line of the list with `- `" in said(text)


def test_form_and_stale_moves_are_listed_for_programs() -> None:
    found = json.loads(said(FIXED.replace("after: 5", "after: 3").replace("I3 se-nw", "I3, se-nw"), "--json"))
    assert found["violations"] == [
        {
            "rule": None,
            "says": "yellow has already moved this turn. Entry 5 is a different move.",
            "at": ["after"],
            "line": 2,
            "column": 8,
            "hint": found["violations"][0]["hint"],
            "law": "",
            "certain": True,
        },
        {
            "rule": None,
            "says": "Write a space after `I3`, and nothing else.",
            "at": ["actions", 0, "road"],
            "line": 5,
            "column": 13,
            "hint": "Write `- road: I3 se-nw`.",
            "law": "",
            "certain": True,
        },
    ]


HAND = "game: hill\nafter: 3\nseat: {seat}\nactions:\n  - build: tower at 1n pay hill 4 mountain 4\n"


def test_a_seat_that_is_not_to_move_learns_nothing_of_the_hand_of_the_one_that_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    FOLDERS["attika"]()
    mine, other = said(HAND.format(seat="athens")), said(HAND.format(seat="sparta"))
    assert "athens can't pay hill 4 mountain 4: the hand has only" in mine
    assert problems(HAND.format(seat="sparta")) == [(3, "AT-2.3", True)]
    assert "holds" not in other


def city_stands(number: str, fixed_by: tuple[type, ...] | None) -> Rule[Any]:
    """No city may be laid but on C3; a road before it may make that right, or nothing."""

    def broken(position: object, step: LayCity) -> Breach | None:
        return None if step.at == "C3" else Breach(say("{at} is not C3.", at=step.at))

    return Rule(number, "city_stands", (LayCity,), 1, broken, fixed_by)


def road_is_straight(position: object, step: LayRoad) -> Breach | None:
    return None if step.exits == "n-s" else Breach(say("It is not straight."))


def toy(fixed_by: tuple[type, ...] | None) -> AnyRulebook:
    """Magna Grecia with two rules for steps, and none about the turn."""
    roads = Rule("T-2", "road_is_straight", (LayRoad,), 1, road_is_straight)
    law: Law[Any] = law_of_stages({LayCity: ((city_stands("T-1", fixed_by),),), LayRoad: ((roads,),)})
    book = titles.book("magna-grecia")
    return book._replace(play=book.play._replace(law=law))


@pytest.mark.parametrize(
    ("fixed_by", "certain", "probable"),
    [((), ["T-2", "T-1"], []), ((LayCity,), ["T-2"], ["T-1"]), ((LayRoad,), ["T-2"], []), (None, ["T-2"], [])],
)
def test_a_breach_is_probable_unless_the_left_out_part_may_fix_it(
    fixed_by: tuple[type, ...] | None, certain: list[str], probable: list[str]
) -> None:
    from referee.app.game_access import open_game, table
    from referee.settings import settings

    position = open_game(table(settings({}, os.environ), os.environ), "cup").position
    move = {"seat": "yellow", "actions": [{"road": "I3 se-nw"}, {"city": "I4"}]}
    found = faults(toy(fixed_by).play, position, move)
    assert [each.rule for each in found.certain] == certain
    assert [(each.rule, each.at) for each in found.probable] == [(rule, ("actions", 1, "city")) for rule in probable]
    assert header_violations(toy(fixed_by).play, position, move) == ()
    assert isinstance(judge(toy(fixed_by).play, position, move, refuse_chance), Rejected)


def test_four_mistakes_take_hardly_more_than_one_refusal() -> None:
    """Ninety moves of the sample games."""
    import refused_moves as refusals

    moves = [each for each in list(refusals.sample_moves())[::5] if refusals.send(each, []) is None]
    figures, _ = refusals.measure(moves, 4, 1)
    assert figures.moves >= 80
    assert figures.mean <= refusals.CEILING
    assert figures.probable >= 10
    assert len(figures.untrue) <= refusals.UNTRUE * figures.probable
