"""True hints: what they offer is accepted in its place, and never ends in a refusal of what it wrote."""

import pytest
from applying import START, applied, data, problems, untrue
from bad_yaml import SHAPE, SYNTAX
from test_bad_inputs import catalogue

MOVE, ATTIKA = "magna-grecia.move", "attika.move"

LINES = (
    ("a market without braces", MOVE, "market: build E1"),
    ("a market with two colons", MOVE, "market: build: E1"),
    ("a market among the actions", MOVE, "actions:\n  - market: {build: E1}\n  - city: D4"),
    ("a market below an action", MOVE, "actions:\n  - city: D4\n    market: {build: E1}\n  - city: D5"),
    ("a message below an action", MOVE, "actions:\n  - city: D4\n    say: hello"),
    ("a market built among the actions", MOVE, "actions:\n  - build: E1\nsay: hi"),
    ("a resupply of two numbers", MOVE, "actions:\n  - resupply 2 1"),
    ("a resupply of two numbers after a colon", MOVE, "actions:\n  - resupply: 2 1"),
    ("a resupply of words and numbers", MOVE, "actions:\n  - resupply road 2 and city 1"),
    ("a resupply of numbers and words", MOVE, "actions:\n  - resupply: 2 roads, 1 city"),
    ("a resupply without a space after the dash", MOVE, "actions:\n  -resupply 2 1"),
    ("a resupply of one number", MOVE, "actions:\n  - resupply: road 2"),
    ("a resupply of cities", MOVE, "actions:\n  - resupply 3 cities"),
    ("a resupply with two colons", MOVE, "actions:\n  - resupply: road: 2"),
    ("a resupply without braces", MOVE, "actions:\n  - resupply: road: 2, city: 1"),
    ("a road without a colon", MOVE, "actions:\n  - road D4 n-s"),
    ("a road without space, colon and with a comma", MOVE, "actions:\n  -road D4, n-s"),
    ("a misspelt road with a comma", MOVE, "actions:\n  - raod: D4, n-s"),
    ("a road between neighbours with a dash", MOVE, "actions:\n  - road: D4 D3-D5"),
    ("two roads in a line", MOVE, "actions:\n  - road: D4 n-s, D5 n-s"),
    ("three roads in a line", MOVE, "actions:\n  - road: D4 n-s, D5 n-s, D6 n-s"),
    ("actions without a colon", MOVE, "actions\n  - city: D5"),
    ("a pass", MOVE, "actions: pass"),
    ("a pass in a list", MOVE, "actions:\n  - pass"),
    ("a pass beside an action", MOVE, "actions:\n  - city: D4\n  - pass"),
    ("a move that is quoted", MOVE, "> actions:\n>   - city: D4"),
    ("a draw without a colon", ATTIKA, "actions:\n  - draw 2"),
    ("a build without a colon", ATTIKA, "actions:\n  - build tower 7ne"),
    ("a draw beside its word", ATTIKA, "actions: draw 2"),
    ("the end of a turn in the middle", ATTIKA, "actions:\n  - draw 2\n  - end\n  - store"),
    ("a message among the actions", ATTIKA, "actions:\n  - draw: 2\n  - say: hello"),
    ("a message below an action of Attika", ATTIKA, "actions:\n  - draw: 2\n    say: hello"),
    ("a building as an action", ATTIKA, "actions:\n  - tower: 4s"),
    ("a building as an action, with at", ATTIKA, "actions:\n  - tower: at 4s"),
    ("a building as an action, in German", ATTIKA, "actions:\n  - Turm: 4s pay hill 1"),
    ("a misspelt building of two words as an action", ATTIKA, "actions:\n  - silver mien: 4s"),
    ("a building as an action, in brackets", ATTIKA, "actions: [tower: 4s]"),
    ("a draw and a store in a line", ATTIKA, "actions:\n  - draw: 2 then store"),
    (
        "a gap in an order",
        ATTIKA,
        "actions:\n  - draw: {stack: 2, then: [{if: tower, build: tower at 7 ne}, {else: draw 1}]}",
    ),
    (
        "an order without a colon",
        ATTIKA,
        "actions:\n  - draw:\n      stack: 2\n      then:\n        - if tower build 7ne",
    ),
)


@pytest.mark.parametrize(("name", "schema", "text"), LINES, ids=[name for name, _, _ in LINES])
def test_what_a_hint_offers_is_accepted_as_a_whole(name: str, schema: str, text: str) -> None:
    found = problems(START + text, schema)
    assert found
    assert all(each.fix for each in found), [str(each.hint) for each in found]
    done = applied(START + text, found)
    assert untrue(done, schema) == []
    assert problems(done.text, schema) == ()


@pytest.mark.parametrize("case", [*SYNTAX, *SHAPE], ids=lambda case: case.name)
def test_no_hint_at_a_bad_text_causes_the_next_refusal(case: tuple[str, bytes]) -> None:
    try:
        text = case[1].decode()
    except UnicodeDecodeError:
        return
    found = problems(text, MOVE)
    assert untrue(applied(text, found), MOVE) == []


TEXTS = [case for case in catalogue() if "turn" in case.values[0] or "move" in case.values[0]]


@pytest.mark.parametrize("case", TEXTS)
def test_no_hint_of_the_catalogue_causes_the_next_refusal(case: dict[str, str]) -> None:
    schema = ATTIKA if case["title"] == "attika" else MOVE
    text = case.get("move") or START + case["turn"]
    assert untrue(applied(text, problems(text, schema)), schema) == []


EATEN = "actions:\n  city: F14\n  road: G15 n-s\n  road: F13 n-s\n"
WHOLE = "actions:\n  - city: F14\n  - road: G15 n-s\n  - road: F13 n-s\n"


@pytest.mark.parametrize(
    "text",
    [
        EATEN,
        EATEN.replace("  ", ""),
        WHOLE.replace("- ", "\u2022 "),
        WHOLE.replace("- ", "* "),
        WHOLE.replace("- ", "\u2013 "),
        "actions: {city: F14, road: G15 n-s}\n",
    ],
)
def test_a_list_whose_dashes_were_lost_is_offered_whole(text: str) -> None:
    found = problems(START + text, MOVE)
    assert "Keep one" not in "".join(str(each.hint) for each in found)
    done = applied(START + text, found)
    meant = WHOLE if "F13" in text else WHOLE.replace("  - road: F13 n-s\n", "")
    assert data(done.text, MOVE) == data(START + meant, MOVE)


def test_two_spaces_are_no_road_and_none_is_offered() -> None:
    (problem,) = problems(START + "actions:\n  - road: D4, D3\n", MOVE)
    assert problem.fix is None
    assert "Write `D4 D3`" not in str(problem.hint)
    assert "as in `D4 n-s`" in str(problem.hint)


@pytest.mark.parametrize("word", ["market: {build: E1}", "say: hello"])
def test_what_stands_below_an_action_is_moved_and_the_action_stays(word: str) -> None:
    text = START + f"actions:\n  - city: D4\n    {word}\n"
    done = applied(text, problems(text, MOVE))
    assert data(done.text, MOVE) == data(START + f"actions:\n  - city: D4\n{word}\n", MOVE)


@pytest.mark.parametrize("word", ["market: {build: E1}", "say: hello"])
def test_a_line_of_the_list_that_begins_with_another_word_is_described(word: str) -> None:
    (problem,) = problems(START + f"actions:\n  - {word}\n    city: D4\n", MOVE)
    assert problem.fix is None
    assert str(problem.hint) == f"Take it out of the list, and write `{word}` below the list, like `actions:`."


def test_whether_a_market_is_built_or_sold_is_asked() -> None:
    (problem,) = problems(START + "market: E3\n", MOVE)
    assert str(problem.hint) == "Write `market: {build: E3}` to build one there, or `market: {sell: E3}` to sell it."


@pytest.mark.parametrize(
    ("written", "offered"),
    [
        ("tower: 4s", "- build: tower at 4s"),
        ("Tower: at 4s", "- build: tower at 4s"),
        ("Turm: 4s", "- build: tower at 4s"),
        ("tour: 4s pay hill 1", "- build: tower at 4s pay hill 1"),
        ("harbor: 3", "- build: harbour at 3"),
        ("miniera d'argento: 3", "- build: silver mine at 3"),
    ],
)
def test_a_building_in_place_of_an_action_gets_the_whole_line(written: str, offered: str) -> None:
    (found,) = problems(f"{START}actions:\n  - {written}\n", ATTIKA)
    assert str(found.hint) == f"Write `{offered}` in place of this line."


@pytest.mark.parametrize(
    ("written", "near"), [("stor: tower", "store"), ("storage: tower", "store"), ("bild: 4", "build")]
)
def test_a_misspelt_action_is_still_an_action(written: str, near: str) -> None:
    (found,) = problems(f"{START}actions:\n  - {written}\n", ATTIKA)
    assert str(found.hint) == f"Did you mean `{near}`?"
