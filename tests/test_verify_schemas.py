"""`referee verify --schemas`: a log is held against the schemas that are published, too."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from cli_runs import begin, play, run

from referee.reading import schemas, shape
from referee.store import log


@pytest.fixture
def cup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game of three entries."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")
    begin()
    play(2)
    return Path("games/cup/log.yaml")


def stricter(name: str, field: str, part: dict[str, Any]) -> Any:
    """`schemas.schema`, but a field of entries must fit a part, too."""
    usual = schemas.schema(name)
    entry = usual["$defs"]["entry"]
    fields = {**entry["properties"], field: {"allOf": [entry["properties"][field], part]}}
    changed = {**usual, "$defs": {**usual["$defs"], "entry": {**entry, "properties": fields}}}
    return lambda wanted: changed if wanted == name else usual_schema(wanted)


usual_schema = schemas.schema


def test_a_right_log_fits(cup: Path) -> None:
    assert "Header and entries fit the published schemas." in run("verify", "cup", "--schemas").out
    assert "schemas" not in run("verify", "cup").out


def test_an_entry_that_does_not_fit_is_named_with_its_place(cup: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        shape, "schema", stricter("log", "actions", {"items": {"properties": {"city": {"minLength": 9}}}})
    )
    ran = run("verify", "cup", "--schemas")
    (answer,) = json.loads(run("verify", "cup", "--schemas", "--json").out)["logs"]
    assert run("verify", "cup").code == 0
    first = next(n for n, each in enumerate(log.read_log("games/cup").documents) if "city" in str(each.get("actions")))
    assert (ran.code, answer["good"], answer["entry"]) == (65, False, first)
    assert f"entry {first} is wrong. It doesn't have the form of a log:" in ran.out + ran.err
    assert "The place: actions/0/city." in answer["says"]


WITHOUT = """
import sys
sys.modules["jsonschema"] = None
from referee.cli import code
sys.exit(code(sys.argv[1:]))
"""


def without_jsonschema(*words: str) -> "subprocess.CompletedProcess[str]":
    """A command where jsonschema cannot be imported, as in a browser."""
    return subprocess.run([sys.executable, "-c", WITHOUT, *words], capture_output=True, text=True)


@pytest.mark.parametrize("words", [("verify", "cup"), ("show", "cup"), ("log", "cup"), ("replay", "cup"), ("status",)])
def test_logs_are_judged_and_shown_without_jsonschema(cup: Path, words: tuple[str, ...]) -> None:
    ran = without_jsonschema(*words)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_without_jsonschema_a_bad_entry_is_refused_in_fewer_words(cup: Path) -> None:
    """Its seal is right; that it is none of the known kinds of entries is said without a reason."""
    before, _, rest = cup.read_bytes().rpartition(b"\nat: ")
    cup.write_bytes(before + b"\nat: yesterday\n" + rest.partition(b"\n")[2])
    ran = without_jsonschema("verify", "cup")
    assert (ran.returncode, "is wrong. It doesn't have the form of a log." in ran.stdout) == (65, True), ran
    assert "It doesn't have the form of a log: `yesterday`" in run("verify", "cup").out
