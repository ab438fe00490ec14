"""What is asked of a header, a deal or a close field by field is what the whole schema of logs asks."""

import copy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee import reading
from referee.rules.entry_fits import is_fit
from referee.store import chain

LOGS = [*sorted(Path("games").glob("*/log.yaml")), *sorted(Path("tests/editions").glob("**/log.yaml"))]
DOCUMENTS: list[Any] = [
    each
    for path in LOGS
    for each in chain.parse(path.read_bytes()).documents
    if "format" in each or each["kind"] in ("deal", "close")
]
VALUES: list[Any] = ["", "x", "1", "0", "-3", "deal", "move", "a" * 64, "none", [], ["x"], {}, {"x": "y"}, {"own": {}}]


@pytest.mark.parametrize("number", range(len(DOCUMENTS)))
def test_documents_of_games_fit(number: int) -> None:
    assert is_fit(DOCUMENTS[number])


@given(st.data())
def test_what_fits_field_by_field_fits_the_whole_schema(data: st.DataObject) -> None:
    document = copy.deepcopy(data.draw(st.sampled_from(DOCUMENTS)))
    fields = [*document, *data.draw(st.sampled_from(DOCUMENTS)), "by", "strange"]
    for _ in range(data.draw(st.integers(1, 2))):
        changed = document
        field = data.draw(st.sampled_from(fields))
        inside = document.get(field)
        if isinstance(inside, dict) and inside and data.draw(st.booleans()):
            changed, field = inside, data.draw(st.sampled_from([*inside, "strange"]))
        if data.draw(st.booleans()):
            changed.pop(field, None)
        else:
            changed[field] = data.draw(st.sampled_from(VALUES))
    if is_fit(document):
        assert not reading.fit(document, "log")[1]
