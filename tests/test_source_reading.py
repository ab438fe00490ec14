"""The strict reader: how values are read, what is refused, and where the caret points."""

import time

import pytest
from bad_yaml import SYNTAX, Bad
from hypothesis import example, given
from hypothesis import strategies as st
from yaml import CSafeLoader, SafeLoader

from referee import reading
from referee.reading import yaml_reader
from referee.reading.caret import Problem

MOVE = b"""game: spring-cup
after: 40
actions:
  - road: {at: D4, exits: n-s}
  - city: D6
"""


def refused(raw: bytes) -> reading.BadInput:
    with pytest.raises(reading.BadInput) as caught:
        reading.read_source(raw, "move.yaml")
    return caught.value


def test_every_scalar_stays_as_typed() -> None:
    text = "a: no\nb: 010\nc: 12:30\nd: 2026-11-20\ne: 1e3\nf: ~\ng:\nh: 0x1F\ni: 'yes'\nj: null\nk: 5_0\n"
    typed = ["no", "010", "12:30", "2026-11-20", "1e3", "~", "", "0x1F", "yes", "null", "5_0"]
    assert list(reading.read_source(text.encode(), "x").data.values()) == typed


def test_marks_give_the_place_of_each_value_and_each_key() -> None:
    read = reading.read_source(MOVE, "move.yaml")
    assert read.marks == {
        (): (1, 1),
        ("game",): (1, 7),
        ("after",): (2, 8),
        ("actions",): (4, 3),
        ("actions", 0): (4, 5),
        ("actions", 0, "road"): (4, 11),
        ("actions", 0, "road", "at"): (4, 16),
        ("actions", 0, "road", "exits"): (4, 27),
        ("actions", 1): (5, 5),
        ("actions", 1, "city"): (5, 11),
    }
    assert read.keys[("actions", 0, "road", "exits")] == (4, 20)


def test_windows_lines_a_byte_order_mark_and_unbreakable_spaces_change_nothing() -> None:
    disguised = b"\xef\xbb\xbf" + MOVE.replace(b"\n", b"\r\n").replace(b"  - ", b"\xc2\xa0\xc2\xa0-\xc2\xa0")
    assert reading.read_source(disguised, "move.yaml") == reading.read_source(MOVE, "move.yaml")


def test_one_document_may_be_between_dashes_and_dots() -> None:
    assert reading.read_source(b"---\na: 1\n...\n", "x").data == {"a": "1"}


def test_text_of_several_lines_and_of_any_script_is_read() -> None:
    text = "say: |\n  Καλημέρα,\n  שלום, 👩‍👩‍👧 – “naïve” 日本\n"
    assert reading.read_source(text.encode(), "x").data == {"say": "Καλημέρα,\nשלום, 👩‍👩‍👧 – “naïve” 日本\n"}


@pytest.mark.parametrize("case", SYNTAX, ids=[case.name for case in SYNTAX])
def test_bad_text(case: Bad) -> None:
    began = time.perf_counter()
    error = refused(case.raw)
    told = str(error)
    assert time.perf_counter() - began < 0.5
    assert [word for word in case.told if word not in told] == []
    assert error.problems[0][1:3] == (case.line, case.column), told
    assert f"move.yaml:{case.line}:{case.column}: " in told


@pytest.mark.parametrize("case", SYNTAX, ids=[case.name for case in SYNTAX])
def test_bad_text_without_the_c_library(case: Bad, monkeypatch: pytest.MonkeyPatch) -> None:
    """The parser in Python, which is used if libyaml is missing, stops elsewhere but refuses the same."""
    monkeypatch.setattr(yaml_reader, "Parser", SafeLoader)
    assert refused(case.raw).problems


def test_the_c_library_is_used() -> None:
    assert vars(yaml_reader)["Parser"] is CSafeLoader


def test_all_problems_are_reported_at_once() -> None:
    error = refused(b"a: &x 1\nb: *x\na: !!int 3\n<<: 4\nc: [1, 2\n")
    assert [(each.line, each.column) for each in error.problems] == [(1, 4), (2, 4), (3, 1), (3, 4), (4, 1), (5, 4)]


def test_only_the_first_of_very_many_problems_are_reported() -> None:
    told = str(refused(b"a: 1\n" * 31))
    assert told.count("twice") == 20
    assert told.endswith("… and more like these.")


def test_limits_are_the_last_values_that_pass() -> None:
    assert reading.read_source(b"a: " + b"x" * 4_096, "x").data == {"a": "x" * 4_096}
    assert reading.read_source(b"#" * 65_532 + b"\na: ", "x").data == {"a": ""}
    assert reading.read_source(b"[" * 8 + b"]" * 8, "x").data == [[[[[[[[]]]]]]]]
    assert len(reading.read_source(b"[" + b"b," * 3_999 + b"]", "x").data) == 3_999


def test_a_longer_file_may_be_allowed() -> None:
    raw = b"".join(b"word%d: value of some length\n" % n for n in range(4_000))
    assert len(reading.read_source(raw, "case.yaml", limit=1_048_576).data) == 4_000
    assert "65536" in str(refused(raw))


def test_documents_and_own_files_are_as_strict() -> None:
    for read in (reading.document, reading.plain_data):
        for raw in (b"a: &x 1", b"a: 1\na: 2", b"[" * 30_000, b"a: [", b"\xff", b"a: \x00", b""):
            with pytest.raises(reading.BadInput):
                read(raw)
        with pytest.raises(reading.BadInput, match="second document"):
            read(b"a: 1\n---\nb: 2\n")
    with pytest.raises(reading.BadInput, match="too many values"):
        reading.document(b"---\na: [" + b"b, " * 4_000 + b"]\n")


def test_unbreakable_spaces_are_kept_in_our_own_files() -> None:
    assert reading.plain_data("a: 10\u00a0km".encode()) == {"a": "10\u00a0km"}


def refused_or_read(raw: bytes) -> None:
    """Nothing but a source or a refusal that points somewhere may come of it."""
    try:
        problems: tuple[Problem, ...] = ()
        told = str(reading.read_source(raw, "fuzz").name)
    except reading.BadInput as error:
        problems, told = error.problems, str(error)
    assert told == "fuzz" or problems
    assert told.startswith("fuzz")
    assert all(line >= 1 and column >= 1 for _, line, column, *_ in problems)


@given(st.binary(max_size=300))
@example(b"\xef\xbb\xbf\xff")
def test_any_bytes_are_read_or_refused(raw: bytes) -> None:
    refused_or_read(raw)


@given(st.text(alphabet="ab:-[]{},&*!|>'\"%@`#?<\\ \n\t~0é", max_size=60))
def test_any_punctuation_is_read_or_refused(text: str) -> None:
    refused_or_read(text.encode())


@given(st.data())
def test_a_mutated_move_is_read_or_refused(data: st.DataObject) -> None:
    raw = bytearray(MOVE)
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(raw) - 1))
        raw[at : at + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
    refused_or_read(bytes(raw))
