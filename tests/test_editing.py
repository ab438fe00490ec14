"""The line at the start of a file that names its schema points to one, and the file fits it."""

import json
import re
from pathlib import Path

import pytest
from cli_runs import begin, run, suggestion

from referee import reading
from referee.app.look import library
from referee.store import chain


@pytest.fixture(autouse=True)
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    begin()


def edited(name: str) -> Path:
    """A file as the program writes it, in the folder where its reader has it."""
    if name == "move":
        Path("move.yaml").write_bytes(suggestion())
    elif name == "board":
        Path("board.yaml").write_text(run("boards", "print", "bruttium").out)
    elif name.startswith("components"):
        Path(f"{name}.yaml").write_text(run("components", name.removeprefix("components-")).out)
    return Path(f"{name}.yaml")


@pytest.mark.parametrize(
    "name",
    ["games/cup/log", "private/cup", "move", "board", "components-magna-grecia", "components-attika"],
)
def test_a_file_names_a_schema_that_exists_and_that_it_fits(name: str) -> None:
    assert run("schema", "--all", "schemas").code == 0
    path = edited(name)
    text = path.read_text()
    named = re.findall(r"^# yaml-language-server: \$schema=(.*)$", text, re.MULTILINE)
    assert len(named) == 1
    schema = (path.parent / named[0]).name.removesuffix(".schema.json")
    assert json.loads((path.parent / named[0]).read_text()) == library.schema(schema)
    raw = text.encode()
    for part in chain.raw_documents(raw) if name.endswith("/log") else [raw]:
        assert reading.fit(reading.document(part), schema)[1] == []


@pytest.mark.parametrize("name", ["move", "board", "components-magna-grecia"])
def test_no_line_names_a_schema_that_is_not_there(name: str) -> None:
    assert "yaml-language-server" not in edited(name).read_text()
    assert "yaml-language-server" not in run("show", "cup").out


def test_all_schemas_are_written_again() -> None:
    Path("schemas").mkdir()
    Path("schemas/log.schema.json").write_text("{}")
    ran = run("schema", "--all", "schemas")
    assert (ran.code, ran.out) == (0, f"{len(library.schemas())} schemas written to schemas.\n")
    assert json.loads(Path("schemas/log.schema.json").read_text()) == library.schema("log")


def test_schemas_are_not_written_over_a_file() -> None:
    Path("taken").write_text("")
    ran = run("schema", "--all", "taken")
    assert (ran.code, Path("taken").read_text()) == (73, "")
    assert "taken couldn't be created: File exists." in ran.err


def test_a_new_game_leaves_the_folder_to_its_owner() -> None:
    assert sorted(path.name for path in Path().iterdir()) == ["games", "private", "reports"]
