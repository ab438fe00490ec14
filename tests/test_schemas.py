"""The published schemas: other programs read the same files by them, and find in them what our own reader accepts."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml
from schema_parts import parts

from referee import source
from referee.source import shape

ROOT = Path(__file__).parent.parent
CASES = sorted((ROOT / "tests/conformance").glob("*/*.yaml"))
WRITTEN_BY_US = ("log", "private", "attika.state", "magna-grecia.state")
"""What the program writes: it quotes every text that could be read as something else."""
SIGNS = ("a map", "the seven signs of a tile")
"""Texts that are drawings: a number is none."""
NUMBERS = ("0", "1", "7", "10", "42", "99", "100", "1984", "-1", "1.5")
BOOLEANS = ("true", "false", "yes", "no", "on", "off")
"""Texts that YAML reads as numbers or booleans where nobody quotes them."""


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
        ours = list(scalars(source.read_file(str(path)).data))
        theirs = [as_written(each) for each in scalars(yaml.safe_load(path.read_bytes()))]
        wrong += [f"{path.name}: {mine} is {other}" for mine, other in zip(ours, theirs, strict=True) if mine != other]
    assert wrong == []


@pytest.mark.parametrize("name", [name for name in source.schema_names() if name not in WRITTEN_BY_US])
def test_what_is_accepted_as_text_is_accepted_as_yaml_reads_it(name: str) -> None:
    """Our reader takes every scalar as text. For all others `draw: 1` has a number: the schemas must allow both."""
    root = source.schema(name)
    wrong = []
    for part in parts(root, without=["propertyNames"]):  # what stands before a colon is a text for all of them
        if "string" in part.get("type", ()) and part.get("title") not in SIGNS:
            texts = (*NUMBERS, *(() if "pattern" in part else BOOLEANS), *map(str, part.get("enum", ())))
            wrong += [(each, part.get("title")) for each in texts if differs(part, root, each)]
    assert not wrong, wrong


def differs(part: dict[str, Any], root: dict[str, Any], text: str) -> bool:
    """Whether a part of a schema accepts a text for us, and refuses it for a program that reads YAML as usual."""
    misfits: list[str] = []
    shape.made(part, root, {})(text, misfits)
    return not misfits and not jsonschema.Draft202012Validator(part).is_valid(as_yaml_reads(text))


def as_yaml_reads(text: str) -> Any:
    """The value of a text that nobody quotes; one that must be quoted stays what it is."""
    plain = f"- {text}\n"
    try:
        return yaml.safe_load(plain)[0] if source.plain(plain.encode()) == [text] else text
    except (source.BadInput, yaml.YAMLError):
        return text
