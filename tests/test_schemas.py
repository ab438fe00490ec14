"""The published schemas: other programs read the same files by them, and find in them what our own reader accepts."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import answers
import jsonschema
import pytest
import yaml
from cli_runs import begin, run
from jsonschema_specifications import REGISTRY
from schema_parts import parts

from referee import GAME_ID, HEAD, LEAST_HEAD, MOVE_HEAD, cli, reading
from referee.app.look import library
from referee.cli import contents
from referee.reading import shape
from referee.reading.schemas import BASE, answer_names
from referee.store import chain

ROOT = Path(__file__).parent.parent
CASES = sorted((ROOT / "tests/conformance").glob("*/*.yaml"))
SOURCES = [*sorted((ROOT / "schemas").glob("*.schema.json")), *sorted((ROOT / "examples").rglob("*.schema.json"))]
WRITTEN_BY_US = ("log", "private", "attika.state", "magna-grecia.state")
"""What the program writes: it quotes every text that could be read as something else."""
SIGNS = ("a map", "the seven signs of a tile")
"""Texts that are drawings: a number is none."""
NUMBERS = ("0", "1", "7", "10", "42", "99", "100", "1984", "-1", "1.5")
BOOLEANS = ("true", "false", "yes", "no", "on", "off")
"""Texts that YAML reads as numbers or booleans where nobody quotes them."""

VOCABULARIES = ("core", "applicator", "validation", "meta-data", "unevaluated", "content", "format-annotation")
STANDARD = {
    keyword
    for each in VOCABULARIES
    for keyword in REGISTRY.contents(f"https://json-schema.org/draft/2020-12/meta/{each}")["properties"]
}
"""The keywords of JSON Schema, draft 2020-12."""


def scalars(value: Any) -> Iterator[Any]:
    """Every word before a colon and every scalar, in order."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield key
            yield from scalars(each)
    elif isinstance(value, list):
        for each in value:
            yield from scalars(each)
    else:
        yield value


def as_written(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def test_a_case_means_the_same_to_every_reader_of_yaml() -> None:
    """YAML 1.1 takes `on` for true, for instance: then a program in another language finds another word than ours."""
    wrong = []
    for path in CASES:
        ours = list(scalars(reading.read_file(str(path)).data))
        theirs = [as_written(each) for each in scalars(yaml.safe_load(path.read_bytes()))]
        wrong += [f"{path.name}: {mine} is {other}" for mine, other in zip(ours, theirs, strict=True) if mine != other]
    assert wrong == []


@pytest.mark.parametrize("name", [name for name in reading.schema_names() if name not in WRITTEN_BY_US])
def test_values_accepted_as_text_are_accepted_as_yaml_reads_them(name: str) -> None:
    """Our reader takes every scalar as text. For all others `draw: 1` has a number: the schemas must allow both."""
    root = reading.schema(name)
    wrong = []
    for part in parts(root):  # also before a colon: yaml-language-server takes `2: 1` for a number there
        if "string" in part.get("type", ()) and part.get("title") not in SIGNS:
            texts = (*NUMBERS, *(() if "pattern" in part else BOOLEANS), *map(str, part.get("enum", ())))
            wrong += [(each, part.get("title")) for each in texts if differs(part, root, each)]
    assert not wrong, wrong


def differs(part: dict[str, Any], root: dict[str, Any], text: str) -> bool:
    """Whether a part of a schema accepts a text for us, and refuses it for a program that reads YAML as usual."""
    misfits = shape.misfits_of_part(text, part, root)
    return not misfits and not jsonschema.Draft202012Validator(part).is_valid(as_yaml_reads(text))


def as_yaml_reads(text: str) -> Any:
    """The value of a text that nobody quotes; one that must be quoted stays what it is."""
    plain = f"- {text}\n"
    try:
        return yaml.safe_load(plain)[0] if reading.plain_data(plain.encode()) == [text] else text
    except (reading.BadInput, yaml.YAMLError):
        return text


def commands(group: Any = None, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every command and group of commands below `referee`, and how it is called."""
    names = () if group else contents.MODULES
    group = group or cli.whole_program()
    for name in names or (group.list_commands(None) if hasattr(group, "list_commands") else ()):
        command = group.get_command(None, name)
        yield (*path, name), command
        yield from commands(command, (*path, name))


def test_every_command_with_json_has_a_schema_of_its_answers() -> None:
    able = {
        answers.schema_of(" ".join(["referee", *path]))
        for path, each in commands()
        if "json" in {one.name for one in each.params}
    }
    assert able == set(answer_names()) - {"answers"}


@pytest.mark.parametrize("name", answer_names())
def test_the_page_names_every_format_of_an_answer(name: str) -> None:
    """And the schema's own parts say what they are."""
    page = (ROOT / "docs/reference/answers.md").read_text(encoding="utf-8")
    found = [part["const"] for part in parts(reading.schema(name)) if str(part.get("const", "")).startswith("referee-")]
    assert found
    assert [each for each in found if f"`{each}`" not in page] == []


MAY_LACK = {"answer.schema": {"written"}}
"""Fields that an answer need not have."""


@pytest.mark.parametrize("path", sorted((ROOT / "schemas/answers").glob("*.json")), ids=lambda path: path.stem)
def test_an_answer_may_have_new_fields_and_lacks_none(path: Path) -> None:
    for part in parts(json.loads(path.read_text(encoding="utf-8"))):
        if "properties" in part:
            lacking = set(part["properties"]) - set(part["required"])
            assert "additionalProperties" not in part
            assert lacking <= MAY_LACK.get(path.name.removesuffix(".schema.json"), set()), part


@pytest.mark.parametrize("name", library.schemas())
def test_a_published_schema_is_self_contained(name: str) -> None:
    """It is named by an absolute URI under one base, points to nothing outside, and has standard keywords alone."""
    schema = library.schema(name)
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["$id"] == f"{BASE}{name}.schema.json"
    found = parts(schema)
    outside = [each["$ref"] for each in found if "$ref" in each and not each["$ref"].startswith("#/")]
    assert outside == (["https://json-schema.org/draft/2020-12/schema"] if name == "dialect" else [])
    assert {key for each in found for key in each} <= STANDARD


def test_a_published_schema_says_what_ours_says() -> None:
    """Without our keywords it accepts the same."""
    for path in CASES[::20]:
        data = reading.fit(reading.read_file(str(path)).data, "conformance")[0]
        assert jsonschema.Draft202012Validator(library.schema("conformance")).is_valid(data)


@pytest.mark.parametrize(("title", "schema"), [("attika", "attika.components"), ("magna-grecia", "components")])
def test_components_as_json_fit_their_schema(title: str, schema: str) -> None:
    box = json.loads(run("components", title, "--json").out)["components"]
    jsonschema.Draft202012Validator(library.schema(schema)).validate(box)


def test_moves_in_answers_fit_the_schema_of_moves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    begin()
    judge = jsonschema.Draft202012Validator(library.schema("magna-grecia.move"))
    judge.validate(json.loads(run("suggest", "cup", "--json").out)["move"])
    for each in json.loads(run("legal", "cup", "--json").out)["actions"]:
        judge.validate({"game": "cup", "after": 1, **each["move"]})


def dialect() -> Any:
    """The validator of schemas as titles write them."""
    return jsonschema.Draft202012Validator(library.schema("dialect"))


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name.removesuffix(".schema.json"))
def test_the_schemas_of_files_are_written_in_our_dialect(path: Path) -> None:
    dialect().validate(json.loads(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    "part",
    [
        {"x-slips": [{"mtach": "pass", "says": "No.", "hint": "Write nothing."}]},
        {"x-slips": [{"match": "pass", "says": "No."}]},
        {"x-slips": []},
        {"uniqueItem": True},
        {"type": "text"},
    ],
)
def test_a_mistake_deep_in_a_schema_is_none_of_our_dialect(part: dict[str, Any]) -> None:
    assert not dialect().is_valid({"$defs": {"action": {"anyOf": [{"properties": {"road": part}}]}}})


def test_our_dialect_has_all_keywords_of_the_standard() -> None:
    dialect: dict[str, Any] = library.schema("dialect")
    known = set(dialect["propertyNames"]["enum"])
    assert {each for each in known if not each.startswith("x-") and each != "defaultSnippets"} == STANDARD


@pytest.mark.parametrize("name", [name for name in reading.schema_names() if name not in WRITTEN_BY_US])
def test_no_key_is_a_number_that_only_a_list_of_names_allows(name: str) -> None:
    """yaml-language-server does not find the number 2 in `properties`; `propertyNames` may allow both."""
    closed = [part for part in parts(reading.schema(name)) if part.get("additionalProperties") is False]
    assert [key for part in closed for key in part.get("properties", ()) if key.isdigit()] == []


def test_names_of_games_and_heads_are_written_as_the_program_reads_them() -> None:
    parts = json.loads((ROOT / "schemas" / "move.schema.json").read_text(encoding="utf-8"))["$defs"]
    assert parts["game"]["pattern"] == f"^{GAME_ID}$"
    assert parts["head"]["pattern"] == f"^{chain.GIVEN_HEAD}$"
    with pytest.raises(chain.BadWord, match=f"A head has {LEAST_HEAD} to {HEAD} of the digits"):
        chain.check_head("0" * (LEAST_HEAD - 1))
    assert LEAST_HEAD < MOVE_HEAD < HEAD
