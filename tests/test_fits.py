"""The quick answer whether data fits a schema is that of the engine which says what does not fit."""

import random
from pathlib import Path
from typing import Any

import pytest

from referee.reading.fits import is_yes, table_of
from referee.reading.schemas import schema, schema_names
from referee.reading.shape import check_of_part, part_at_pointer
from referee.store import chain

GAMES = Path(__file__).parent.parent / "games"
WORDS = (
    "",
    "store",
    "nothing",
    "tower at 7ne",
    "7",
    "07",
    "-1",
    "-0",
    "100",
    "true",
    "E10 n-s",
    "e4",
    "n",
    "x\n",
    "é",
    "deck/6",
)
KEYS = (
    "draw",
    "build",
    "stack",
    "then",
    "else",
    "if",
    "at",
    "exits",
    "from",
    "to",
    "road",
    "city",
    "cards",
    "rules",
    "why",
)


def some_value(by: random.Random, depth: int = 3) -> Any:
    """Data with texts alone, often nearly right."""
    kind = by.randrange(4) if depth else 0
    if kind == 1:
        return [some_value(by, depth - 1) for _ in range(by.randrange(3))]
    if kind == 2:
        return {by.choice(KEYS): some_value(by, depth - 1) for _ in range(by.randrange(3))}
    return by.choice(WORDS)


def changed(value: Any, by: random.Random) -> Any:
    """The value with another one somewhere in it, or another word, or as it is."""
    if isinstance(value, dict) and value and by.random() < 0.8:
        key = by.choice(list(value))
        return {
            (by.choice(KEYS) if each == key and by.random() < 0.3 else each): (
                changed(found, by) if each == key else found
            )
            for each, found in value.items()
        }
    if isinstance(value, list) and value and by.random() < 0.8:
        at = by.randrange(len(value))
        return [*value[:at], changed(value[at], by), *value[at + 1 :]]
    if isinstance(value, str) and value and by.random() < 0.6:
        at = by.randrange(len(value))
        return value[:at] + by.choice(("", "x", "9", " ", "\n")) + value[at + 1 :]
    return some_value(by) if by.random() < 0.7 else value


def values_in_logs() -> list[tuple[str, Any]]:
    """Each field of each entry of the sample games, with its value."""
    logs = [chain.parse(path.read_bytes()) for path in sorted(GAMES.glob("*/log.yaml"))]
    return [pair for log in logs for entry in log.entries for pair in entry.items()]


SCHEMAS = [("log", "#/$defs/entry"), *[(name, "#") for name in schema_names() if name.endswith(".move")]]


@pytest.mark.parametrize(("name", "pointer"), SCHEMAS)
def test_the_quick_answer_is_that_of_the_engine(name: str, pointer: str) -> None:
    by, root = random.Random(name), schema(name)
    parts = part_at_pointer(root, pointer)["properties"]
    tables = {field: table_of(part, root) for field, part in parts.items()}
    checks = {field: check_of_part(part, root, {}) for field, part in parts.items()}
    found = [(field, value) for field, value in values_in_logs() if field in parts]
    trials = [(field, changed(value, by)) for field, value in found for _ in range(6)]
    trials += [(field, some_value(by)) for field in parts for _ in range(300)]
    given = set[bool]()
    for field, value in found + trials:
        misfits: list[Any] = []
        checks[field](value, misfits)
        given.add(not misfits)
        fits = type(value) in tables[field] and is_yes(tables[field][type(value)], value)
        assert fits is not bool(misfits), (field, value, misfits)
    assert given == {True, False}
