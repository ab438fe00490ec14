"""The form under `state:` is what any JSON library writes with sorted keys, no spaces, and ASCII alone."""

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as some

from referee.store.chain import canonical

VALUES = some.recursive(
    some.text() | some.integers() | some.booleans(),
    lambda inner: some.lists(inner) | some.dictionaries(some.text(), inner),
)


@settings(max_examples=40)
@given(VALUES)
def test_it_is_what_a_library_writes(value: Any) -> None:
    assert canonical(value) == json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
