"""What can be decoded fits the published schema of logs, and what fits can be decoded."""

import copy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee import reading
from referee.rules.entry_shapes import is_decoded
from referee.store import chain

LOGS = [*sorted(Path("games").glob("*/log.yaml")), *sorted(Path("tests/editions").glob("**/log.yaml"))]
DOCUMENTS: list[Any] = [each for path in LOGS for each in chain.parse(path.read_bytes()).documents]
KINDS: dict[str, list[Any]] = {}
for document in DOCUMENTS:
    KINDS.setdefault(document.get("kind", "header"), []).append(document)
FIELDS = sorted({field for each in DOCUMENTS for field in each if field not in ("market", "end", "board")})
VALUES: list[Any] = [
    *(
        "",
        "x",
        "1",
        "0",
        "-3",
        "007",
        "1000000",
        "deal",
        "move",
        "a" * 64,
        "none",
        "2026-11-20",
        "2026-11-20T19:00:00Z",
    ),
    *("x" * 81, "x" * 201, "x" * 1001, "a\nb", "a\n", "known", "sealed", "yes", "draw", "moderator", "red"),
    *([], ["x"], ["1"], ["red"], [{}], [{"city": "D4"}], {}, {"x": "y"}, {"own": {}}, {"red": "Anna"}, {"deck/3": "x"}),
    {"allowance": "72h", "grace": "0h", "weekends": "skip", "zone": "Europe/Rome", "missed": "pass"},
    {"name": "x", "content": "a" * 64},
]


def test_documents_of_games_can_be_decoded() -> None:
    assert len(KINDS) > 10
    assert [each for each in DOCUMENTS if not is_decoded(each)] == []


@pytest.mark.parametrize("kind", KINDS)
def test_types_and_schema_agree(kind: str) -> None:
    @settings(max_examples=100, deadline=None)
    @given(st.data())
    def change(data: st.DataObject) -> None:
        document = copy.deepcopy(data.draw(st.sampled_from(KINDS[kind])))
        for _ in range(data.draw(st.integers(1, 2))):
            changed, field = document, data.draw(st.sampled_from([*document, *FIELDS, "strange"]))
            inside = document.get(field)
            if isinstance(inside, dict) and inside and data.draw(st.booleans()):
                changed, field = inside, data.draw(st.sampled_from([*inside, "strange"]))
            if data.draw(st.booleans()):
                changed.pop(field, None)
            else:
                changed[field] = copy.deepcopy(data.draw(st.sampled_from(VALUES)))
        if not isinstance(document.get("board"), dict) or "own" not in document["board"]:  # it is asked by its title
            assert bool(is_decoded(document)) == (not reading.fit(document, "log")[1])

    change()
