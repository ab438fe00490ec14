"""Programs that know nothing of ours accept what we write and show: cases, the pages' examples, printed moves."""

import subprocess
import sys
from itertools import groupby
from pathlib import Path

import pytest
from standard_yaml import unfit
from yaml_blocks import Block, composed_moves, everything, of_cases, of_pages

from referee.app.look import editor_files

PARTS = ("harbour: ", "T1: ", "HX-2.3: ", "HX-2.5: ")
"""How blocks begin that show a part of a file."""


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


def test_all_fits_the_published_schemas_as_plain_yaml(blocks: list[Block]) -> None:
    wrong = {each.label: found for each in blocks if (found := unfit(each.schema, each.text))}
    assert wrong == {}


MOVE = "game: cup\nafter: 1\nseat: athens\nactions:\n  - draw: 1\n  - build: 7\n"


@pytest.mark.parametrize(("old", "new"), [("draw: ", "drwa: "), (": 1", ": 4.5"), (": 1\n", ": 4\n"), (": 7", ": 777")])
def test_what_does_not_fit_is_noticed(old: str, new: str) -> None:
    """The schemas are not so lenient that they accept anything."""
    assert unfit("attika.move", MOVE) == []
    assert unfit("attika.move", MOVE[:30] + MOVE[30:].replace(old, new)) != []


def test_check_jsonschema_accepts_all(blocks: list[Block], tmp_path: Path) -> None:
    """The program of that name, from PyPI, and the schemas as they are published; it needs no network."""
    editor_files.write_schemas(str(tmp_path / "schemas"))
    shown = sorted((each for each in blocks if each.schema != "conformance"), key=lambda each: each.schema)
    for schema, group in groupby(shown, lambda each: each.schema):
        for number, each in enumerate(group):
            (tmp_path / f"{schema}-{number}.yaml").write_text(each.text, encoding="utf-8")
        files = sorted(map(str, tmp_path.glob(f"{schema}-*.yaml")))
        check_jsonschema(str(tmp_path / f"schemas/{schema}.schema.json"), files)


def test_check_jsonschema_accepts_the_cases_where_they_are() -> None:
    """Against the file that their first line names."""
    root = Path(__file__).parent
    check_jsonschema(
        str(root.parent / "schemas/conformance.schema.json"), sorted(map(str, root.glob("conformance/*/*.yaml")))
    )


def check_jsonschema(schema: str, files: list[str]) -> None:
    program = [sys.executable, "-m", "check_jsonschema", "--schemafile", schema, *files]
    done = subprocess.run(program, capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode, done.stdout) == (0, "ok -- validation done\n"), done.stdout + done.stderr
