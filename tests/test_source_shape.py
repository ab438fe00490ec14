"""The shape check: texts become what the schema says, jsonschema finds the same, and refusals can be understood."""

import copy
import json
import re
from typing import Any

import jsonschema
import pytest
from bad_yaml import SHAPE, START, Bad
from hypothesis import given, settings
from hypothesis import strategies as st
from schema_parts import parts

from referee import reading
from referee.reading import explain, schemas, shape
from referee.reading.faults import faults_of_misfit
from referee.reading.keywords import with_types

MOVE, ATTIKA = "magna-grecia.move", "attika.move"
WHOLE_MOVE = {
    "game": "spring-cup",
    "after": 40,
    "head": "4b1f09c2a7d3",
    "seat": "red",
    "actions": [
        {"road": {"at": "D4", "exits": "n-s"}},
        {"road": {"at": "D4", "from": "D3", "to": "D5"}},
        {"road": "D4 nw-se"},
        {"road": "d4 from D3 to D5"},
        {"city": "D6"},
        {"city": {"at": "D6"}},
        {"resupply": {"road": 3, "city": 2}},
        {"oracle": "AA12"},
    ],
    "market": {"build": "G7", "sell": "D6"},
    "say": "no: 010",
}
HEADER = {
    "format": "referee-log/1",
    "game": "spring-cup",
    "title": "magna-grecia",
    "edition": 1,
    "components": {"name": "magna-grecia/2026", "content": "ab" * 32},
    "tiles": {"name": "attika-ours/2026", "sha256": "ab" * 32},
    "board": {"own": {"name": "mine", "provenance": "own", "map": " v.\n.V.\n", "names": {"B1": "Kroton"}}},
    "options": {"rounds": "12", "mixed_roads": "forbid"},
    "seats": {"yellow": "Anna", "red": "Bruno"},
    "commitment": "8a" * 32,
    "prev": "0" * 64,
}
ENTRY = {
    "entry": 41,
    "prev": "4b" * 32,
    "at": "2026-11-20T19:00:00Z",
    "kind": "move",
    "seat": "red",
    "actions": [{"road": {"at": "D4", "exits": "n-s"}}],
    "market": {"build": "G7"},
    "shown": {"deck/3": "red-low"},
    "state": "77" * 32,
}
ATTIKA_MOVE = {
    "game": "spring-cup",
    "after": 40,
    "seat": "athens",
    "actions": [
        {"draw": "1"},
        {"draw": {"stack": "2", "then": [{"if": {"left": {"2": 1}}, "build": "7"}, {"else": "store"}]}},
        {"build": {"building": "tower", "at": "7ne", "pay": {"hill": 1}}},
        {"tile": {"from": 7, "walk": ["ne", "ne", "se"], "turn": 2}},
        {"cards": 2},
    ],
    "end": True,
}
GOOD: tuple[tuple[str, Any], ...] = (
    (MOVE, WHOLE_MOVE),
    ("move", WHOLE_MOVE),
    (ATTIKA, ATTIKA_MOVE),
    ("log", HEADER),
    ("log", ENTRY),
    ("board", HEADER["board"]["own"]),  # type: ignore[index]
)


def checked(text: str, schema: str = MOVE) -> Any:
    return reading.typed_data(reading.read_source(text.encode(), "move.yaml"), schema)


@pytest.mark.parametrize(("name", "value"), [good for good in GOOD if good[0] != "move"])
def test_written_and_read_again_it_is_the_same(name: str, value: dict[str, Any]) -> None:
    assert checked(reading.dump(value), name) == value


def test_only_where_a_number_is_wanted_a_text_becomes_one() -> None:
    move = checked("game: 12\nafter: 7\nseat: red\nsay: 007\nhead: 123456789012")
    assert move == {"game": "12", "after": 7, "seat": "red", "say": "007", "head": "123456789012"}


def test_true_and_false_become_booleans_where_they_are_wanted() -> None:
    part = {"type": "object", "additionalProperties": {"type": "boolean"}}
    value = {"a": "true", "b": "false", "c": "yes", "d": "True"}
    assert with_types(value, part, shape.validator(part)) == {"a": True, "b": False, "c": "yes", "d": "True"}
    wrong = shape.misfits_of_part(value, part, part)
    assert [(each.keyword, each.at) for each in wrong] == [("type", ("c",)), ("type", ("d",))]


RARE: list[tuple[dict[str, Any], Any, Any, list[str]]] = [
    ({"type": "array", "uniqueItems": True, "items": {"type": "integer"}}, ["1", "2"], [1, 2], []),
    ({"type": "array", "uniqueItems": True, "items": {"type": "integer"}}, ["1", "1"], [1, 1], ["uniqueItems"]),
    ({"prefixItems": [{"type": "integer"}], "items": {"type": "string"}}, ["1", "1"], [1, "1"], []),
    ({"patternProperties": {"^n": {"type": "integer"}}, "additionalProperties": False}, {"n1": "1"}, {"n1": 1}, []),
    (
        {"patternProperties": {"^n": {}}, "additionalProperties": False},
        {"m": "1"},
        {"m": "1"},
        ["additionalProperties"],
    ),
    ({"type": "integer", "exclusiveMaximum": 3, "multipleOf": 2}, "3", 3, ["exclusiveMaximum", "multipleOf"]),
    ({"type": "number"}, "-1.5", -1.5, []),
    ({"type": ["number", "null"]}, "null", None, []),
    ({"allOf": [{"minimum": 3}, {"type": "integer"}]}, "2", 2, ["minimum"]),
    ({"enum": [1, "2"]}, "1", "1", []),
    ({"enum": [1, "2"]}, "2", "2", []),
    ({"enum": [1, "2"]}, "3", "3", ["enum"]),
    ({"oneOf": [{"type": "boolean"}, {"type": "integer"}]}, "7", 7, []),
    ({"not": {"type": "integer"}}, "7", "7", ["not"]),
    ({"dependentRequired": {"a": ["b"]}}, {"a": "1"}, {"a": "1"}, ["dependentRequired"]),
    ({"properties": {"a": False}}, {"a": "1"}, {"a": "1"}, ["None"]),
]
"""A schema with keywords that our own ones have not; a value; what it becomes; and the keywords that it breaks."""


@pytest.mark.parametrize(("part", "value", "becomes", "broken"), RARE)
def test_every_keyword_of_the_standard_may_be_used(
    part: dict[str, Any], value: Any, becomes: Any, broken: list[str]
) -> None:
    root = {"$schema": "https://json-schema.org/draft/2020-12/schema", **part, "$defs": {"part": part}}
    judge = shape.validator(root)
    fitted, wrong = with_types(value, part, judge), shape.misfits_of(judge.iter_errors(value))
    assert [each.keyword for each in shape.misfits_of_part(value, part, root)] == broken
    assert (fitted, [each.keyword for each in wrong]) == (becomes, broken)
    assert [str(found.says) != "" for each in wrong for found in faults_of_misfit(each, root)] == [True] * len(broken)


def test_a_move_may_be_short() -> None:
    assert checked("game: a\nhead: 4b1f09c2a7d3\nseat: red") == {"game": "a", "head": "4b1f09c2a7d3", "seat": "red"}
    assert checked("game: a\nafter: 0\nseat: red\nactions: []")["actions"] == []


def test_a_key_like_the_missing_one_hides_it_only_if_it_is_reported() -> None:
    with pytest.raises(reading.BadInput, match="`seat` is missing"):
        checked("game: a\nafter: 0\nat: red", "move")
    with pytest.raises(reading.BadInput, match="Did you mean `seat`") as caught:
        checked("game: a\nafter: 0\nsaet: red")
    assert "missing" not in str(caught.value)


def test_the_envelope_does_not_look_into_actions() -> None:
    move = checked(reading.dump({**WHOLE_MOVE, "actions": [{"draw": "3"}]}), "move")
    assert move == {**WHOLE_MOVE, "actions": [{"draw": "3"}]}


@pytest.mark.parametrize("case", SHAPE, ids=[case.name for case in SHAPE])
def test_bad_shape(case: Bad) -> None:
    with pytest.raises(reading.BadInput) as caught:
        reading.typed_data(reading.read_source(case.raw, "move.yaml"), MOVE)
    told = str(caught.value)
    assert [word for word in case.told if word not in told] == []
    assert caught.value.problems[0][1:3] == (case.line, case.column), told


def says(problem: reading.Problem) -> str:
    return str(problem.hint or "")


def refused(text: str, schema: str) -> tuple[reading.Problem, ...]:
    try:
        checked(text, schema)
    except reading.BadInput as error:
        return error.problems
    return ()


def test_passing_is_mentioned_where_it_is_refused() -> None:
    for text in ("actions: pass", "actions:\n  - pass", "actions:\n  - pass: true"):
        (problem,) = refused(START.decode() + text, MOVE)
        assert says(problem) == "Leave out `actions:` and its list. A move without actions is a pass."


@pytest.mark.parametrize("branch", ["{if: road}", "{if: road, build: 1, draw: 2}"])
def test_one_action_or_a_list_follows_if(branch: str) -> None:
    (problem,) = refused(START.decode() + f"actions: [{{draw: {{stack: 2, then: [{branch}]}}}}]", ATTIKA)
    assert "`do: [build: 7ne, draw: 2]`" in says(problem)
    good = branch.replace("build: 1, draw: 2", "do: [build: 7ne, draw: 2]").replace("road}", "road, build: 7ne}")
    assert refused(START.decode() + f"actions: [{{draw: {{stack: 2, then: [{good}]}}}}]", ATTIKA) == ()


def test_each_mistake_is_reported_once_and_in_the_order_of_the_text() -> None:
    text = (
        START.decode().replace("40", "040")
        + "actions:\n  - road: {at: 4D, exit: n-s}\n  - citty: D6\nmarket: {buy: G7}\n"
    )
    with pytest.raises(reading.BadInput) as caught:
        checked(text)
    assert str(caught.value) == (
        "move.yaml:2:8: This should be a whole number, not `040`.\n    2 | after: "
        "040\n      |        ^^^\n        Write 40: digits only, without leading zeros or a "
        "sign.\nmove.yaml:5:16: `4D` is not a space of the board.\n    5 |   - road: {at: 4D, "
        "exit: n-s}\n      |                ^^\n        A space of the board: the letter of "
        "its column, then the number of its row.\nmove.yaml:5:20: There is no `exit` here.\n    5 |   - "
        "road: {at: 4D, exit: n-s}\n      |                    ^^^^\n        Did you mean "
        "`exits`?\nmove.yaml:6:5: There is no `citty` here.\n    6 |   - citty: D6\n      "
        "|     ^^^^^\n        Did you mean `city`?\nmove.yaml:7:10: There is no `buy` "
        "here.\n    7 | market: {buy: G7}\n      |          ^^^\n        You can write one of "
        "these here: build, sell."
    )


def test_a_number_in_another_script_is_never_a_number() -> None:
    digits = [chr(code) for code in range(128, 0x110000) if chr(code).isdigit() or chr(code).isdecimal()]
    assert len(digits) > 700
    for digit in digits:
        assert shape.fit({"game": "a", "seat": "red", "after": digit}, MOVE)[1][0].keyword == "type"


SCRAPS = st.sampled_from(
    [
        "",
        "D4",
        "n-s",
        "red",
        "0",
        "7",
        "07",
        "-1",
        "100",
        "ab" * 32,
        "true",
        "D4 n-s",
        "deck/3",
        "x" * 1_001,
        "move",
        "close",
    ]
)
VALUES = st.recursive(
    SCRAPS,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(["at", "exits", "road", "own"]), inner),
)
WORDS = ["at", "exits", "from", "to", "road", "city", "after", "head", "own", "names", "kind", "format", "zzz"]


def spots(value: Any) -> list[tuple[Any, Any]]:
    """Every (container, key) below the value."""
    here = list(value.items()) if isinstance(value, dict) else list(enumerate(value)) if isinstance(value, list) else []
    return [(value, key) for key, _ in here] + [spot for _, below in here for spot in spots(below)]


def as_text(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: as_text(each) for key, each in value.items()}
    if isinstance(value, list):
        return [as_text(each) for each in value]
    return str(value).lower() if isinstance(value, bool) else str(value)


@settings(max_examples=400)
@given(st.data(), st.sampled_from(GOOD))
def test_jsonschema_finds_the_same_misfits(data: st.DataObject, good: tuple[str, dict[str, Any]]) -> None:
    """Correct documents, changed in up to three places: jsonschema names the same places and keywords, or none."""
    name, value = good[0], as_text(copy.deepcopy(good[1]))
    for _ in range(data.draw(st.integers(0, 3))):
        if found := spots(value):
            mutate(data, *data.draw(st.sampled_from(found)))
    fitted, misfits = reading.fit(value, name)
    errors = jsonschema.Draft202012Validator(reading.schema(name)).iter_errors(fitted)
    assert {(each.at, each.keyword) for each in misfits} == {
        (tuple(each.absolute_path), each.validator) for each in errors
    }
    if misfits:
        assert explain.problems(reading.Source("x", "", value, {}), fitted, misfits, name)


def mutate(data: st.DataObject, container: Any, key: Any) -> None:
    change = data.draw(st.sampled_from(["remove", "replace", "add"]))
    if change == "remove":
        del container[key]
    elif change == "replace":
        container[key] = data.draw(VALUES)
    elif isinstance(container, dict):
        container[data.draw(st.sampled_from(WORDS))] = data.draw(VALUES)
    else:
        container.append(data.draw(VALUES))


@given(VALUES)
def test_any_value_is_accepted_or_explained(value: Any) -> None:
    for name in reading.schema_names():
        fitted, misfits = reading.fit(value, name)
        told = explain.problems(reading.Source("x", "", value, {}), fitted, misfits, name)
        assert bool(told) == bool(misfits)


@pytest.mark.parametrize("name", reading.schema_names())
def test_a_schema_is_one_sound_document_that_explains_itself(name: str) -> None:
    schema = reading.schema(name)
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    for part in parts(schema):
        if "$ref" in part:
            assert schemas.part_at_pointer(schema, part["$ref"]), part
        if "pattern" in part or "enum" in part:
            assert part.get("title"), part
        if "pattern" in part:
            assert not {"\\d", "\\w", "\\s", "."} & {part["pattern"][i : i + 2] for i in range(len(part["pattern"]))}
            assert part["pattern"][0] + part["pattern"][-1] == "^$"
        for example in part.get("examples", ()):
            jsonschema.Draft202012Validator({**part, "$defs": schema.get("$defs", {})}).validate(example)


def test_the_slips_that_a_schema_knows_give_their_message() -> None:
    """Each fits some text; its message is filled from its groups, and `wrong` marks the place of the caret."""
    known = [each for name in reading.schema_names() for each in parts(reading.schema(name)) if "x-slips" in each]
    assert known
    for part in known:
        for slip in part["x-slips"]:
            groups = dict.fromkeys(re.compile(slip["match"]).groupindex, "x")
            assert "wrong" in groups or "pattern" not in part
            assert slip["says"].format_map(groups)
            assert ("write" in slip) != ("hint" in slip)
            assert slip.get("hint", "").format_map(groups) or slip["write"].format_map({**groups, "value": "x"})
            assert slip.get("place", "value") in ("value", "line", "below", "nowhere")


def test_an_unknown_schema_is_a_key_error() -> None:
    with pytest.raises(KeyError, match="nothing"):
        reading.schema("nothing")


def test_references_to_other_schemas_are_bundled() -> None:
    text = json.dumps(reading.schema("log"))
    assert "schema.json#" not in text
    assert '"$ref": "board.schema.json"' not in text
