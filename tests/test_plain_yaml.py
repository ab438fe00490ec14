"""YAML without a YAML parser: moves and shipped files. PyYAML reads the same, or it is left to PyYAML."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from referee import reading
from referee.reading import yaml_reader
from referee.reading.line_reader import Unlike, data_of
from referee.reading.plain_moves import plain_source
from referee.reading.shipped_data import file_lines
from referee.reading.texts import FILE, decoded_text
from referee.store import chain

ROOT = Path(__file__).parent.parent
LOGS = sorted(ROOT.glob("games/*/log.yaml"))
SHIPPED = sorted(ROOT.glob("referee/titles/*/data/**/*.yaml"))
FOR_MOVES = ("game", "after", "seat", "actions", "market", "say", "overrule")

WORDS = st.from_regex(r"[a-z][a-z0-9_/-]{0,6}", fullmatch=True) | st.sampled_from(["yes", "no", "Null", "y", "2", "~"])
TRICKY = ["yes", "No", "on", "null", "0x1f", "0b11", "017", "08", "1_000", "1e3", "1.5", ".5", "12:30", "2026-11-20"]
TRICKY += ["2026-11-20T19:00:00Z", "0" * 64, "a" * 64, "0b" + "1" * 62, "1e" * 32, "road D4 n-s", "...", "---", "- a"]
TEXTS = st.text("aZ09 :#'\"-?!&*|>%@`{}[],.~=<\\/_é\n", max_size=12) | st.sampled_from(TRICKY)
DATA = st.recursive(
    TEXTS | st.integers(-(10**6), 10**6) | st.booleans(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=12,
)
BITS = """a:|b:| b:|  c:|    d:|A b:|- |  - |    - | |  |x|y z|q  z|'q'|''|'|"|[]|{}|[a, b]|[a,b|]|{a: b}|{a: {b: c}}|
|{a: [b, 1], c: d}|, |~|#|  # note|# note|...|: |:|&a|*a|!t|>|?|%|é|<<|0x1|-1|.x|..F|a, b:"""
PIECES = st.sampled_from(
    [*BITS.split("|"), "|", "|2", "|1", "\n", "\n", "\n  ", "\n    ", "\n---\n", "\t", "\r", "\n\n"]
)


GROUPS = ("a", "b2", "-1", "a b", ": ", ":", ", ", "[", "]", "{", "}", "[]", "{}", "{a: b}", "x: ", "y: ")


def same_move(text: str) -> bool:
    """Whether a move is read without PyYAML; then the data and all their places are those of PyYAML."""
    plain = plain_source(text, "move.yaml")
    if plain is not None:
        assert yaml_reader.parse_text(text, "move.yaml") == plain
    return plain is not None


def same_file(raw: bytes) -> bool:
    """Whether a shipped file is read without PyYAML; then PyYAML reads the same."""
    try:
        found = data_of(file_lines(raw))
    except Unlike:
        return False
    assert yaml_reader.parsed_data(decoded_text(raw, "x", FILE), "x") == found
    return True


@pytest.mark.parametrize("log", LOGS, ids=lambda path: path.parent.name)
def test_moves_of_the_sample_games(log: Path) -> None:
    """Written again; words to the others may have signs that are for PyYAML."""
    entries = chain.parse(log.read_bytes()).entries
    moves = [{key: entry[key] for key in FOR_MOVES if key in entry} for entry in map(dict, entries)]
    assert sum(same_move(reading.dump(each)) for each in moves if each) >= sum(map(bool, moves)) * 8 // 10


@pytest.mark.parametrize("file", SHIPPED, ids=lambda path: str(path.relative_to(ROOT)))
def test_shipped_files_are_read_without_pyyaml(file: Path) -> None:
    assert same_file(file.read_bytes())


PRINTED = """# yaml-language-server: $schema=schemas/magna-grecia.move.schema.json
game: spring-cup
after: 7

# Your roads: 4. A road is laid like this:
# - road: D4 n-s
actions:
  # the first
  - road: D4 n-s
  - resupply:
      road: 1
      city: 2
  - [a
market: {}
"""


def test_the_places_are_those_of_pyyaml() -> None:
    text = PRINTED.replace("  - [a\n", "").replace("{}", "[]")
    assert same_move(text)
    source = plain_source(text, "move.yaml")
    assert source
    assert source.marks["actions", 1, "resupply", "city"] == (12, 13)
    assert source.keys["actions", 0, "road"] == (9, 5)


@pytest.mark.parametrize(
    "text", [PRINTED, "", "# nothing", "a", "a: b # c", "say: it's #1", "a: ö", "a: b\ta", "a: {}"]
)
def test_other_moves_are_left_to_pyyaml(text: str) -> None:
    assert not same_move(text)


def test_a_key_or_text_longer_than_pyyaml_takes_is_left_to_it() -> None:
    assert not same_move("a" * 1_100 + ": b")
    assert not same_move("a: " + "b" * 5_000)


@settings(max_examples=400)
@given(st.lists(PIECES, max_size=14))
@example(["a:", "\n  ", "- ", "x", "\n  ", "- ", "b:", " ", "y"])
@example(["a:", " ", "|2", "\n  ", "  x", "\n  ", "y"])
@example(["a:", " ", "{a: [b, 1], c: d}", "  # note"])
def test_of_any_text_the_same_is_read_or_nothing(pieces: list[str]) -> None:
    text = "".join(pieces)
    same_move(text)
    same_file(text.encode() + b"\n")


@settings(max_examples=400)
@given(st.text("ab2 :,[]{}-'\"#._/+&*!", max_size=12) | st.lists(st.sampled_from(GROUPS)).map("".join))
@example("a: b, a: c")
@example("a:b, c : d, -1: -a")
@example("[a, 'b, c']], [d")
@example("NaN, -Infinity, true, 1.50, \\u0041")
def test_what_is_in_brackets_is_read_alike_or_not_at_all(text: str) -> None:
    for written in (f"[{text}]", f"{{{text}}}"):
        compared(f"a: {written}\n".encode())


@given(DATA)
@example({"say": "no", "at": "2026-11-20T19:00:00Z", "hash": "0" * 63 + "a", "actions": [], "more": [{"a": 1}, "b"]})
def test_written_data_are_read_alike(value: Any) -> None:
    try:
        text = reading.dump(value)
    except ValueError:
        return
    same_move(text)
    same_file(text.encode())


def test_changed_files_are_read_alike_or_not_at_all() -> None:
    """Each shipped file with each of its lines left out, doubled, or indented."""
    for file in SHIPPED:
        lines = file.read_text(encoding="utf-8").split("\n")
        for at in range(0, len(lines) - 1, 3):
            for changed in ([], [lines[at], lines[at]], ["  " + lines[at]], [lines[at] + " # x"], [lines[at][:-1]]):
                compared(("\n".join([*lines[:at], *changed, *lines[at + 1 :]])).encode())


def compared(raw: bytes) -> None:
    """Raises AssertionError where it is read here, and not by PyYAML or not alike."""
    try:
        expected = yaml_reader.parsed_data(decoded_text(raw, "x", FILE), "x")
    except reading.BadInput:
        expected = None
    try:
        assert data_of(file_lines(raw)) == expected
    except Unlike:
        return
