"""Writing: written data are read back unchanged, by our reader and by any other."""

from typing import Any

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from referee import reading
from referee.reading.caret import clean

TEXT = st.text(st.characters(exclude_categories=["Cs", "Cc", "Cn"]) | st.just("\n"), max_size=40).filter(clean)
KEYS = TEXT.filter(lambda key: key and key != "<<" and "\n" not in key)
DATA = st.recursive(
    TEXT | st.integers(-(10**15), 10**15) | st.booleans(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)


def typed(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: typed(each) for key, each in value.items()}
    if isinstance(value, list):
        return [typed(each) for each in value]
    return str(value).lower() if isinstance(value, bool) else str(value)


@given(DATA)
@example({"say": " a\n  b\n\n", "map": "\n .v\n", "x": "- a", "y": "#", "z": "a: b"})
@example("…\n")
@example(["no", "010", "12:30", "2026-11-20", "~", "null", "1e3", "=", "<<", "!x", "&x", "*x", "%x", "@x", "`x"])
def test_written_data_are_read_back(value: Any) -> None:
    written = reading.dump([value])
    assert reading.plain_data(written.encode()) == [typed(value)]
    assert yaml.safe_load(written) == [value]


@given(DATA)
def test_written_data_are_read_like_a_move(value: Any) -> None:
    """There an unbreakable space is a space."""
    written = reading.dump({"say": value}).replace("\u00a0", " ")
    try:
        expected = reading.plain_data(written.encode())
    except reading.BadInput:  # a text of nothing but unbreakable spaces is gone
        with pytest.raises(reading.BadInput):
            reading.read_source(written.encode(), "x")
    else:
        assert reading.read_source(written.encode(), "x").data == expected


def test_a_move_is_written_as_people_write_it() -> None:
    move = {
        "after": 40,
        "actions": [{"road": {"at": "D4", "exits": "n-s"}}, {"city": "D6"}],
        "map": " v\n.\n",
        "say": "no",
    }
    assert reading.dump(move) == (
        "after: 40\nactions:\n  - road:\n      at: D4\n      exits: n-s\n  - city: D6\nmap: |2\n   v\n  .\nsay: 'no'\n"
    )


FORMS = [
    ("road D4 n-s", "road D4 n-s"),
    ("Zoë 😀", "Zoë 😀"),
    ("a\U0010ffff", "a\U0010ffff"),
    ("it's", "it's"),
    ("12", "'12'"),
    ("", "''"),
    ("'a': b", "'''a'': b'"),
    ("x " * 120, "'" + "x " * 120 + "'"),
    ("a\nb", "|-\n  a\n  b"),
    ("a\n\n b\n", "|\n  a\n\n   b"),
    ("\na\n\n", "|2+\n\n  a\n"),
    (" a\n", "|2\n   a"),
    ("\n", "|2+\n"),
    ("a \n\U0001f600", '"a \\n\U0001f600"'),
    ('"\\\u00a0', '"\\"\\\\\u00a0"'),
    ("a\n\U0010ffff", '"a\\n\U0010ffff"'),
]


@pytest.mark.parametrize(("text", "written"), FORMS, ids=repr)
def test_each_text_has_one_form(text: str, written: str) -> None:
    """The table in docs/reference/log-format.md. PyYAML alone would write some of them with escapes or on two lines."""
    assert reading.dump({"say": text}) == f"say: {written}\n"


def test_a_key_has_the_form_of_a_text_on_the_line_of_its_value() -> None:
    long = "k" * 200
    assert reading.dump({long: 1, "no": [], "a b\u00a0": {}}) == f"{long}: 1\n'no': []\n\"a b\u00a0\": {{}}\n"


def test_the_same_thing_twice_is_written_twice() -> None:
    same = ["a"]
    assert reading.dump([same, same]) == "- - a\n- - a\n"


def test_what_could_not_be_read_is_not_written() -> None:
    deep: Any = "x"
    for _ in range(9):
        deep = [deep]
    for bad in (
        "\x00",
        "a\tb",
        "\u202e",
        {"\x1b": 1},
        1.5,
        None,
        b"",
        {1, 2},
        deep,
        "x" * 4_097,
        {1: 2},
        {"": 1},
        {"<<": 1},
        {"a\nb": 1},
        {"x" * 201: 1},
    ):
        with pytest.raises(ValueError, match=r"."):
            reading.dump([bad])


@pytest.mark.parametrize("nothing", [{}, [], "a", 1])
def test_a_document_is_a_mapping_or_a_list_with_something_in_it(nothing: Any) -> None:
    with pytest.raises(ValueError, match="is no document"):
        reading.dump(nothing)
