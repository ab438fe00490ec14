"""The line-by-line reader agrees with the strict reader; any other form is left to that one."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from referee import reading
from referee.store import chain

LOGS = sorted(Path("games").glob("*/log.yaml"))
WORDS = st.from_regex(r"[a-z][a-z0-9_/-]{0,8}", fullmatch=True)
TEXTS = st.text("aZ09 :#'\"-?!&*|>%@`{}[],.~=<\\/_", max_size=12)
DATA = st.recursive(
    TEXTS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=4), max_leaves=12
)
BITS = """a:| b:|  c:|    d:|- |  - |    - | |x|y z|'q'|''|'|"|[]|{}|~|#|...|: |:| #|&a|*a|!t|>|?|%|é|<<|0x1"""
PIECES = st.sampled_from([*BITS.split("|"), "|", "\n", "\n  ", "\n---\n", "\t", "\r"])


def same(raw: bytes) -> bool:
    """Whether it is read line by line; then the strict reader reads the same, in the same order."""
    read = reading.plainly(raw)
    assert read is None or list(reading.document(raw).items()) == list(read.items())
    return read is not None


@pytest.mark.parametrize("log", LOGS, ids=lambda path: path.parent.name)
def test_entries_of_logs_are_read_line_by_line(log: Path) -> None:
    parts = chain.raw_documents(log.read_bytes())
    assert sum(same(part) for part in parts) >= len(parts) * 9 // 10
    assert same(parts[0]), "the header, with its comment for editors"


@pytest.mark.parametrize(
    "comment", ["# a comment\n", "# yaml-language-server: x\x00\n", "# yaml-language-server: x\n\n"]
)
def test_of_comments_only_the_line_for_editors_is_read_past(comment: str) -> None:
    assert not same(f"---\n{comment}a: b\n".encode())
    assert not same(b"---\n# yaml-language-server: x\n")
    assert same(b"---\n# yaml-language-server: $schema=x.json\na: b\n")


@given(st.dictionaries(WORDS, DATA, min_size=1, max_size=4))
def test_written_data_are_read_unchanged(value: dict[str, Any]) -> None:
    same(b"---\n" + reading.dump(value).encode())


@given(st.lists(PIECES, max_size=14))
@example(["a:", " ", "x", "\n  ", "c:", " ", "x"])
@example(["a:", " ", "''", "\n", "a:", " ", "x"])
@example(["a:", "\n", "- ", "x"])
def test_of_anything_else_the_same_is_read_or_nothing(pieces: list[str]) -> None:
    same(b"---\n" + "".join(pieces).encode() + b"\n")


@given(st.data())
def test_of_a_changed_entry_the_same_is_read_or_nothing(data: st.DataObject) -> None:
    part = data.draw(st.sampled_from(chain.raw_documents(LOGS[0].read_bytes())[1:]))
    at = data.draw(st.integers(4, len(part) - 1))
    put = data.draw(
        st.sampled_from([b"", b" ", b":", b": ", b"\n", b"'", b"- ", b" #", b"\x00", b"\xc3\xa9", b"\t", b"\x85"])
    )
    changed = part[:at] + put + part[at + data.draw(st.integers(0, 2)) :]
    same(changed)


@given(st.data())
def test_of_an_entry_with_repeated_lines_the_same_is_read_or_nothing(data: st.DataObject) -> None:
    part = data.draw(st.sampled_from(chain.raw_documents(LOGS[0].read_bytes())[1:]))
    lines = part.splitlines(keepends=True)
    more = data.draw(st.lists(st.sampled_from(lines), min_size=1, max_size=3))
    at = data.draw(st.integers(1, len(lines)))
    same(b"".join([*lines[:at], *more, *lines[at:]]))


OTHERS = [
    "a: b: c",
    "a: b #c",
    "a: b\n  c",
    "a:\n   b: c",
    "a: b\na: c",
    "a: &x b",
    "a: 'it''s'",
    'a: "x"',
    "a:",
    "- a",
]
OTHERS += [
    "a",
    "a: b\n...",
    "a: |\n  b",
    "a: b\r",
    "a:\tb",
    "a: é",
    "a:\n- b",
    "A: b",
    "a: -1",
    "a: [b]",
    "a: b:",
    "? a: b",
]


@pytest.mark.parametrize("text", [*OTHERS, "a: x" * 2_000])
def test_any_other_form_is_left_to_the_strict_reader(text: str) -> None:
    assert reading.plainly(f"---\n{text}\n".encode()) is None


BETWEEN = ["say: a: b", "say: 'x'", "market:", "  build: C3", "state: ab", "kind: move", "seat: red", "actions: []"]
BETWEEN += ["shown:", "  deck/0: low", "---", "x: '''", "say: é"]
MOVES = [
    "actions:",
    "  - road: C3 n-s",
    "  - draw: '2'",
    "  - end",
    "  - resupply:",
    "      road: 3",
    "      city: '2'",
]
MOVES += [
    "      city: 2",
    "  build: C3",
    "  at:",
    "    road: 4",
    "market:",
    "shown:",
    "  deck/0: low",
    "say: well done",
]


@given(st.lists(st.sampled_from(BETWEEN), max_size=5))
def test_an_entry_with_any_lines_between_is_read_as_by_the_strict_reader_or_left_to_it(lines: list[str]) -> None:
    head = f"---\nentry: 7\nprev: {'0' * 64}\nat: '2026-11-24T12:00:00Z'\nkind: move\n"
    same("".join([head, *(f"{line}\n" for line in lines), f"state: '{'1' * 64}'\n"]).encode())


@given(st.lists(st.sampled_from(MOVES), max_size=8))
@example(["actions:", "  - road: C3 n-s", "  build: C3"])
@example(["shown:", "  at:", "      road: 3"])
@example(["actions:", "  - road: C3 n-s", "  - end"])
def test_a_move_of_any_lines_is_read_as_by_the_strict_reader_or_left_to_it(lines: list[str]) -> None:
    head = f"---\nentry: 7\nprev: {'0' * 64}\nat: '2026-11-24T12:00:00Z'\nkind: move\n"
    same("".join([head, *(f"{line}\n" for line in lines), f"state: '{'1' * 64}'\n"]).encode())
