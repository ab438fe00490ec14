"""The line at the beginning of a file that names its schema leads to one, and the file fits it."""

import json
import re
from pathlib import Path

import pytest
from cli_runs import begin, run, suggestion

from referee import chain, source
from referee.desk import library


@pytest.fixture(autouse=True)
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    begin()


def edited(name: str) -> Path:
    """A file as the program writes it, in the folder where its reader has it."""
    if name == "block":
        shown = run("show", "cup").out
        found = re.search(r"^# yaml-language-server.*?^# say:", shown, re.MULTILINE | re.DOTALL)
        assert found
        Path("block.yaml").write_text(found[0])
    elif name == "move":
        Path("move.yaml").write_bytes(suggestion())
    elif name == "board":
        Path("board.yaml").write_text(run("boards", "print", "bruttium").out)
    elif name.startswith("components"):
        Path(f"{name}.yaml").write_text(run("components", name.removeprefix("components-")).out)
    return Path(f"{name}.yaml")


@pytest.mark.parametrize(
    "name",
    ["games/cup/log", "private/cup", "block", "move", "board", "components-magna-grecia", "components-attika"],
)
def test_a_file_names_a_schema_that_exists_and_that_it_fits(name: str) -> None:
    path = edited(name)
    text = path.read_text()
    named = re.findall(r"^# yaml-language-server: \$schema=(.*)$", text, re.MULTILINE)
    assert len(named) == 1
    schema = (path.parent / named[0]).name.removesuffix(".schema.json")
    assert json.loads((path.parent / named[0]).read_text()) == library.schema(schema)
    raw = text.encode()
    for part in chain.pieces(raw) if name.endswith("/log") else [raw]:
        assert source.fit(source.document(part), schema)[1] == []


def test_a_new_game_brings_the_schemas_that_are_missing_and_changes_none() -> None:
    names = {path.name.removesuffix(".schema.json") for path in Path("schemas").iterdir()}
    assert names == set(library.schemas_of_files())
    Path("schemas/log.schema.json").write_text("{}")
    Path("schemas/board.schema.json").unlink()
    begin("cop")
    assert Path("schemas/log.schema.json").read_text() == "{}"
    assert Path("schemas/board.schema.json").exists()


def test_all_schemas_are_written_anew() -> None:
    Path("schemas/log.schema.json").write_text("{}")
    ran = run("schema", "--all", "schemas")
    assert (ran.code, ran.out) == (0, f"{len(library.schemas())} schemas are in schemas.\n")
    assert json.loads(Path("schemas/log.schema.json").read_text()) == library.schema("log")


def test_a_game_begins_where_no_schemas_can_be_written() -> None:
    for path in Path("schemas").iterdir():
        path.unlink()
    Path("schemas").rmdir()
    Path("schemas").write_text("")
    ran = run("new", "magna-grecia", "--id", "cop", "--player", "yellow=A", "--player", "red=B")
    assert ran.code == 0
    assert "Editors will not know the words of a move: schemas could not be made: File exists." in ran.err
    assert run("schema", "--all", "schemas").code == 73
