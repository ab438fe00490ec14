"""A text with problems is read as far as possible, and everything that is wrong with it is reported at once."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee import reading

MOVE = b"""game: cup
after: 5
seat: yellow
actions:
  - city: E1
  - road: D4 n-s
  - resupply: {road: 3, city: 2}
market: {build: E3}
say: Nice.
"""
SCHEMA = "magna-grecia.move"


def read(raw: bytes) -> tuple[object, reading.Draft]:
    draft = reading.read_draft(raw, "move.yaml")
    return reading.check_form(draft, SCHEMA), draft


def test_a_right_text_is_what_it_says() -> None:
    value, draft = read(MOVE)
    assert value == reading.typed_data(reading.read_source(MOVE, "move.yaml"), SCHEMA)
    assert not draft.problems
    assert draft.is_as_written


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        (b"seat: yellow", b"seat yellow"),
        (b"after: 5", b"after:5"),
        (b"  - city: E1", b"  -city: E1"),
        (b"  - city: E1", b"   - city: E1"),
        (b"  - road: D4 n-s", b"\t- road: D4 n-s"),
        (b"  - road: D4 n-s", b"  - raod: D4 n-s"),
        (b"  - road: D4 n-s", b"  - road D4 n-s"),
        (b"  - road: D4 n-s", b"  - road: D4, n-s"),
        (b"{road: 3, city: 2}", b"{road:3, city: 2}"),
        (b"{road: 3, city: 2}", b"{raod: 3, city: 2}"),
        (b"resupply: {road: 3, city: 2}", b"resupply: 3 2"),
        (b"market:", b"markt:"),
        (b"{build: E3}", b"{biuld: E3}"),
        (b"market: {build: E3}", b"market: build: E3"),
    ],
)
def test_what_a_hint_says_is_read_as_if_it_were_done(right: bytes, wrong: bytes) -> None:
    value, draft = read(MOVE.replace(right, wrong))
    assert value == read(MOVE)[0]
    assert len(draft.problems) == 1
    assert draft.problems[0].certain
    assert draft.is_complete


def test_all_slips_are_found_at_once() -> None:
    raw = MOVE.replace(b"seat:", b"seat").replace(b"- road: D4", b"- raod: D4").replace(b"{build", b"{biuld")
    value, draft = read(raw.replace(b"- city", b"-city"))
    assert value == read(MOVE)[0]
    assert [each.line for each in draft.problems] == [3, 5, 6, 8]


def test_a_line_that_nobody_can_fix_is_left_out() -> None:
    value, draft = read(MOVE.replace(b"road: D4 n-s", b"road: [E1, E2]"))
    assert [list(each) for each in value["actions"]] == [["city"], ["resupply"]]  # type: ignore[index]
    assert [each.line for each in draft.problems] == [6]
    assert not draft.is_complete


def test_consequences_of_a_left_out_line_are_not_reported() -> None:
    value, draft = read(b"game: cup\nafter: 5\nseat: yellow\nactions:\n  - road: [E1, E2]\n")
    assert value == {"game": "cup", "after": 5, "seat": "yellow"}
    assert len(draft.problems) == 1


def test_problems_next_to_a_misspelt_word_are_fixed_with_it() -> None:
    value, draft = read(MOVE.replace(b"road: D4 n-s", b"raod: D4 n s"))
    assert value == read(MOVE)[0]
    assert [(each.line, str(each.hint)) for each in draft.problems] == [(6, "Write `- road: D4 n-s`.")]


def test_lines_keep_their_numbers_if_a_hint_adds_or_removes_some() -> None:
    """A greeting above the move is left out, and the list gets its first line; the last line is still line 10."""
    raw = b"Hello,\n" + MOVE.replace(b"actions:\n", b"").replace(b"say:", b"sya:")
    value, draft = read(raw)
    assert value == read(MOVE)[0]
    assert [each.line for each in draft.problems] == [1, 5, 9]


def drafted_or_refused(raw: bytes) -> None:
    try:
        _, draft = read(raw)
        problems, lines = draft.problems, draft.lines
    except reading.BadInput as bad:
        problems, lines = list(bad.problems), bad.lines
        assert problems
    assert all(1 <= each.line <= len(lines) and each.column >= 1 for each in problems)


def test_a_document_that_only_begins_is_refused_in_its_only_line() -> None:
    drafted_or_refused(b"---")


@given(st.binary(max_size=300))
def test_any_bytes_are_drafted_or_refused(raw: bytes) -> None:
    drafted_or_refused(raw)


@given(st.text(alphabet="ab:-[]{},&*!|>'\"%@`#?<\\ \n\t~0é", max_size=60))
def test_any_punctuation_is_drafted_or_refused(text: str) -> None:
    drafted_or_refused(text.encode())


@given(st.data())
def test_a_mutated_move_is_drafted_or_refused(data: st.DataObject) -> None:
    raw = bytearray(MOVE)
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(raw) - 1))
        raw[at : at + data.draw(st.integers(0, 3))] = data.draw(st.text(" :-{}[]\n,aE1", max_size=3)).encode()
    drafted_or_refused(bytes(raw))


@given(st.data())
def test_whatever_can_be_read_alone_is_drafted_alike(data: st.DataObject) -> None:
    raw = bytearray(MOVE)
    at = data.draw(st.integers(0, len(raw) - 1))
    raw[at : at + data.draw(st.integers(0, 3))] = data.draw(st.text(" :-{}[]\n,aE1", max_size=3)).encode()
    try:
        alone = reading.typed_data(reading.read_source(bytes(raw), "move.yaml"), SCHEMA)
    except reading.BadInput:
        with pytest.raises(reading.BadInput):
            refuse_problems(bytes(raw))
    else:
        value, draft = read(bytes(raw))
        assert value == alone
        assert not draft.problems


def refuse_problems(raw: bytes) -> None:
    draft = read(raw)[1]
    if draft.problems:
        raise draft.bad_input()
