"""The promises of the page about compatibility: what may grow without a new number, and what may not."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from doc_pages import ROOT
from spoiling import sealed

from referee import exit_codes, reading
from referee.app.archive import manifest
from referee.app.export import tables
from referee.app.game_access import Table
from referee.app.notes import read_notes
from referee.app.verify.verify_log import verdict_on_log
from referee.reading.schemas import answer_names, public_schema
from referee.rules import law
from referee.rules.rulebook import Compose, Play, Prove, Rulebook, SetUp, Show
from referee.settings import Settings
from referee.store import chain, private

PAGE = (ROOT / "docs" / "reference" / "compatibility.md").read_text(encoding="utf-8")
PARTS = chain.raw_documents((ROOT / "games" / "bruttium-2" / "log.yaml").read_bytes())


def parts(schema: Any) -> Iterator[dict[str, Any]]:
    """Every mapping in a schema."""
    if isinstance(schema, dict):
        yield schema
    for each in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        yield from parts(each)


@pytest.mark.parametrize("name", [name for name in answer_names() if name != "answers"])
def test_an_answer_may_gain_fields_anywhere(name: str) -> None:
    closed = [part for part in parts(public_schema(name)) if part.get("additionalProperties") is False]
    assert closed == []
    assert not [
        part for part in parts(public_schema(name)) if "unevaluatedProperties" in part or "maxProperties" in part
    ]


def test_a_program_that_checks_answers_takes_one_of_a_later_version() -> None:
    answer = {"format": "referee-board-check/1", "good": True, "findings": [], "kind": "board", "later": {"new": 1}}
    jsonschema.Draft202012Validator(public_schema("answer.boards.check")).validate(answer)


@pytest.mark.parametrize("place", range(len(PARTS)), ids=lambda place: f"entry {place}")
def test_a_log_gains_no_field_without_a_new_number(place: int, tmp_path: Path) -> None:
    changed = [*PARTS]
    changed[place] = re.sub(rb"\n((?:prev|state): .*\n)\Z", rb"\nlater: x\n\1", changed[place])
    (tmp_path / "log.yaml").write_bytes(b"".join(sealed(changed)))
    found = verdict_on_log(Table(Settings()), str(tmp_path), None)
    assert (found.good, found.entry) == (False, place)


def test_a_log_gains_no_kind_of_entry_without_a_new_number(tmp_path: Path) -> None:
    changed = [each.replace(b"kind: move", b"kind: later") for each in PARTS]
    (tmp_path / "log.yaml").write_bytes(b"".join(sealed(changed)))
    assert not verdict_on_log(Table(Settings()), str(tmp_path), None).good


@pytest.mark.parametrize("schema", ["notes", "magna-grecia.move", "attika.move", "board", "private"])
def test_a_key_that_a_person_may_have_misspelt_is_never_passed_over(schema: str) -> None:
    assert reading.schema(schema)["additionalProperties"] is False


def test_the_formats_on_the_page_are_those_that_are_written() -> None:
    for format in (chain.FORMAT, private.FORMAT, read_notes.FORMAT, manifest.FORMAT, tables.FORMAT):
        assert f"`format: {format}`" in PAGE


EXIT_CODES = {
    "DONE": 0, "BUG": 1, "USAGE": 2, "REFUSED": 65, "MISSING": 66, "MAIL": 69, "UNREPLAYABLE": 70, "UNWRITABLE": 73,
    "UNCONFIRMED": 74, "BUSY": 75, "FORBIDDEN": 77, "MISCONFIGURED": 78,
}  # fmt: skip


def test_no_exit_code_changes_its_meaning() -> None:
    assert {name: getattr(exit_codes, name) for name in EXIT_CODES} == EXIT_CODES


NEEDED = {
    Rulebook: {
        "id", "name", "editions", "edition", "folder", "seats", "players", "options", "set_up", "play", "show",
    },
    SetUp: {"furnish", "begin", "piles", "deal"},
    Play: {
        "law", "steps", "happens", "reactions", "evolve", "to_move", "record", "missed", "candidates", "action",
    },
    Show: {"view"},
    Compose: set(),
    Prove: set(),
}  # fmt: skip
"""The fields that a title must give. A title of today must load with every later version: this list only shrinks."""


def test_a_title_of_today_has_all_that_a_later_version_asks_for() -> None:
    record: Any
    for record, needed in NEEDED.items():
        assert {name for name in record._fields if name not in record._field_defaults} <= needed, record
    assert {*law.Edition._fields} - {*law.Edition._field_defaults} == {"number", "reader", "public"}
    assert law.Policy._fields == ("name", "rules", "values", "why")


def test_the_published_schemas_have_the_number_of_the_page() -> None:
    (address,) = re.findall(r"`(https://referee\.example/schema/[0-9]+/)`", PAGE)
    assert str(public_schema("log")["$id"]).startswith(address)


@pytest.mark.parametrize("title", ["hex", "nim"])
def test_the_version_of_the_example_is_that_which_its_newest_edition_names(title: str) -> None:
    package = ROOT / "examples" / f"plugin-{title}"
    (version,) = re.findall(r'^version = "([0-9]+\.[0-9]+)\.', (package / "pyproject.toml").read_text(), re.MULTILINE)
    readers = re.findall(
        rf'"referee-{title} ([0-9.]+)"', Path(package / f"referee_{title}" / "__init__.py").read_text()
    )
    assert readers[-1] == version
