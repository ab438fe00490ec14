"""Programs that know nothing of ours accept what we write and show: cases, the pages' examples, printed moves."""

import pytest
from standard_yaml import unfit
from yaml_blocks import Block, composed_moves, everything, of_cases, of_pages

PARTS = ("harbour: ", "T1: ", "HX-2.3: ", "HX-2.5: ", "deck: ", "deck: ")
"""How blocks begin that show a part of a file, or a known deal, which is not written for a program."""


PART = 3
"""One of so many is looked at in every run, all by another program with `make proofs`."""


@pytest.fixture(scope="module", params=[(everything, 700), (composed_moves, 150)], ids=["written", "composed"])
def blocks(request: pytest.FixtureRequest) -> list[Block]:
    """Blocks that are written and shown, then blocks that pages compose: more than so many."""
    source, least = request.param
    found = list(source())
    assert len(found) > least
    return found


def test_every_block_of_the_pages_is_known() -> None:
    unknown = [each for each in of_pages() if not each.schema]
    assert [each.label for each in unknown if not each.text.startswith(PARTS)] == []
    assert len(unknown) == len(PARTS)


def test_every_case_names_its_schema() -> None:
    assert {each.schema for each in of_cases()} == {"conformance"}


def test_it_fits_the_published_schemas_as_plain_yaml(blocks: list[Block]) -> None:
    wrong = {each.label: found for each in blocks[::PART] if (found := unfit(each.schema, each.text))}
    assert wrong == {}


MOVE = "game: cup\nafter: 1\nseat: athens\nactions:\n  - draw: 1\n  - build: 7\n"


@pytest.mark.parametrize(("old", "new"), [("draw: ", "drwa: "), (": 1", ": 4.5"), (": 1\n", ": 4\n"), (": 7", ": 777")])
def test_what_does_not_fit_is_noticed(old: str, new: str) -> None:
    """The schemas are not so lenient that they accept anything."""
    assert unfit("attika.move", MOVE) == []
    assert unfit("attika.move", MOVE[:30] + MOVE[30:].replace(old, new)) != []
