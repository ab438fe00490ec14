"""The line at the start of a file that names its schema points to one, and the file fits it."""

import json
import re
from pathlib import Path
from typing import Any

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
    for part in chain.raw_documents(raw) if name.endswith("/log") else [raw]:
        assert reading.fit(reading.document(part), schema)[1] == []


def test_a_new_game_brings_the_schemas_that_are_missing_and_changes_none() -> None:
    names = {path.name.removesuffix(".schema.json") for path in Path("schemas").iterdir()}
    assert names == set(library.schemas_of_files())
    Path("schemas/log.schema.json").write_text("{}")
    Path("schemas/board.schema.json").unlink()
    begin("cop")
    assert Path("schemas/log.schema.json").read_text() == "{}"
    assert Path("schemas/board.schema.json").exists()


def test_all_schemas_are_written_again() -> None:
    Path("schemas/log.schema.json").write_text("{}")
    ran = run("schema", "--all", "schemas")
    assert (ran.code, ran.out) == (0, f"{len(library.schemas())} schemas written to schemas.\n")
    assert json.loads(Path("schemas/log.schema.json").read_text()) == library.schema("log")


def test_a_game_begins_where_no_schemas_can_be_written() -> None:
    for path in Path("schemas").iterdir():
        path.unlink()
    Path("schemas").rmdir()
    Path("schemas").write_text("")
    ran = run("new", "magna-grecia", "--id", "cop", "--player", "yellow=A", "--player", "red=B")
    assert ran.code == 0
    assert "Editors won't know the keys of a move: schemas couldn't be created: File exists." in ran.err
    assert run("schema", "--all", "schemas").code == 73


SETTINGS = Path(".vscode/settings.json")
MAPPING = {"./schemas/log.schema.json": "**/games/*/log.yaml", "./schemas/notes.schema.json": "**/games/*/notes.yaml"}


def test_a_new_game_brings_the_settings_by_which_an_editor_checks_every_entry() -> None:
    assert json.loads(SETTINGS.read_text()) == {"yaml.schemas": MAPPING}
    assert all(Path(path).is_file() for path in MAPPING)


def test_games_in_another_folder_have_settings_of_their_own(tmp_path: Path) -> None:
    new = ("new", "magna-grecia", "--id", "cop", "--player", "yellow=A", "--player", "red=B")
    assert run("--games", "other/club", *new).code == 0
    mapping = json.loads((Path("other") / SETTINGS).read_text())["yaml.schemas"]
    assert mapping["./schemas/log.schema.json"] == "**/club/*/log.yaml"


def test_a_new_game_leaves_settings_unchanged_and_says_what_to_do() -> None:
    SETTINGS.write_text('{"editor.tabSize": 2}')
    ran = run("new", "magna-grecia", "--id", "cop", "--player", "yellow=A", "--player", "red=B")
    assert (ran.code, SETTINGS.read_text()) == (0, '{"editor.tabSize": 2}')
    assert "To have VS Code check every entry of a log: referee schema --vscode" in ran.err
    assert run("schema", "--vscode").out == f"Written: {SETTINGS}\n"
    ran = run("new", "magna-grecia", "--id", "cap", "--player", "yellow=A", "--player", "red=B")
    assert "VS Code" not in ran.err


@pytest.mark.parametrize(
    ("before", "settings"),
    [
        ("{}", {}),
        ("{ }\n", {}),
        ('{"a": 1}', {"a": 1}),
        ('{\n\t"a": {"b": "}"},\n\t"yaml.schemas": {}\n}\n', {"a": {"b": "}"}, "yaml.schemas": {}}),
        ('{"yaml.schemas": {"x.json": "*.x"}, "a": 1}', {"a": 1, "yaml.schemas": {"x.json": "*.x"}}),
        ('{\r\n  "a": 1\r\n}\r\n', {"a": 1}),
        (
            '{"yaml.schemas": {"./schemas/log.schema.json": ["mine.yaml"]}}',
            {"yaml.schemas": {"./schemas/log.schema.json": ["mine.yaml"]}},
        ),
    ],
)
def test_settings_get_the_missing_parts_and_keep_every_character(before: str, settings: dict[str, Any]) -> None:
    SETTINGS.write_bytes(before.encode())
    assert run("schema", "--vscode").code == 0
    after = SETTINGS.read_bytes().decode()
    known = settings.get("yaml.schemas", {})
    assert json.loads(after) == {**settings, "yaml.schemas": {**MAPPING, **known}}
    assert is_part(before, after)
    assert ("\n" in after.replace("\r\n", "")) is ("\r\n" not in before)
    assert run("schema", "--vscode").out == f"{SETTINGS} already has it.\n"
    assert SETTINGS.read_bytes().decode() == after


def is_part(short: str, long: str) -> bool:
    """Whether a text is another one without some of its characters."""
    left = iter(long)
    return all(each in left for each in short)


def test_comments_in_settings_are_kept() -> None:
    SETTINGS.write_text('// mine {\n{ /* and */ "a": 1, // mine\n}\n')
    assert run("schema", "--vscode").code == 0
    after = SETTINGS.read_text()
    assert after.startswith('// mine {\n{\n  "yaml.schemas": {\n    "./schemas/log.schema.json": ')
    assert after.endswith('\n  }, /* and */ "a": 1, // mine\n}\n')


@pytest.mark.parametrize("text", ["[]", "", "{", '{"yaml.schemas": []}', '{"yaml.schemas": {}, // mine\n}', "\xff"])
def test_settings_that_cannot_be_changed_for_certain_stay_and_the_lines_are_shown(text: str) -> None:
    raw = text.encode("latin-1")
    SETTINGS.write_bytes(raw)
    ran = run("schema", "--vscode")
    assert (ran.code, SETTINGS.read_bytes()) == (65, raw)
    assert '"./schemas/log.schema.json": "**/games/*/log.yaml",' in ran.out
