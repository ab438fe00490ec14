"""Standard tools of JavaScript: ajv in strict mode, and yaml-language-server, by which VS Code checks YAML."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from cli_runs import begin, play, run, suggestion
from yaml_blocks import composed_moves, everything

from referee.app.look import library

TESTS = Path(__file__).parent.parent


NODE = TESTS / "node"
SOURCES = sorted((TESTS.parent / "schemas").glob("*.schema.json"))


def node(script: str, **given: Any) -> Any:
    """The answer of a script of `tests/node`."""
    program = shutil.which("node")
    if not program or not (NODE / "node_modules").is_dir():
        pytest.skip("needs Node and its tools: npm ci --prefix tests/node")
    done = subprocess.run(
        [program, str(NODE / script)], input=json.dumps(given), capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def published() -> dict[str, Any]:
    return {name: library.schema(name) for name in library.schemas() if name != "dialect"}


def test_ajv_accepts_every_published_schema_and_all_that_is_written_for_it() -> None:
    blocks = [(each.schema, each.label, each.text) for each in (*everything(), *composed_moves())]
    assert len(blocks) > 650
    assert node("ajv.mjs", schemas=published(), documents=blocks) == []


def test_ajv_notices_what_does_not_fit() -> None:
    move = "game: cup\nafter: 1\nseat: athens\nactions:\n  - draw: 7\n"
    (complaint,) = node("ajv.mjs", schemas=published(), documents=[("attika.move", "a move", move)])
    assert complaint.startswith("a move: ")


def test_ajv_accepts_our_own_schemas_with_the_vocabulary_of_their_dialect() -> None:
    sources = {path.name: json.loads(path.read_text(encoding="utf-8")) for path in SOURCES}
    assert node("ajv.mjs", dialect=library.schema("dialect"), sources=sources) == []


@pytest.mark.parametrize("part", [{"x-slips": [{"mtach": "a"}]}, {"x-other": 1}, {"$ref": "nowhere.schema.json"}])
def test_ajv_notices_keywords_outside_that_dialect(part: dict[str, Any]) -> None:
    sources = {"my.schema.json": {"$defs": {"deep": {"anyOf": [part]}}, "$ref": "#/$defs/deep"}}
    assert node("ajv.mjs", dialect=library.schema("dialect"), sources=sources)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the schemas and a game of a few entries."""
    monkeypatch.chdir(tmp_path)
    begin()
    play(3)
    assert run("schema", "--all", "schemas").code == 0
    return tmp_path


def underlined(folder: Path, *files: str) -> list[list[tuple[int, str]]]:
    """The lines that an editor underlines in the files of this folder, and why."""
    paths = [str(folder / each) for each in files]
    found = node("language_server.mjs", folder=str(folder), files=paths)
    return [[(line, says) for line, says in found[path]] for path in paths]


NOTES = "# yaml-language-server: $schema=../../schemas/notes.schema.json\n"


def test_logs_moves_notes_and_boards_are_checked_as_they_are_written(folder: Path) -> None:
    (folder / "move.yaml").write_bytes(suggestion())
    (folder / "wrong.yaml").write_bytes(suggestion().replace(b"actions:", b"acts:"))
    (folder / "board.yaml").write_text(run("boards", "print", "bruttium").out)
    (folder / "games/cup/notes.yaml").write_text(
        f"{NOTES}format: referee-notes/1\ngame: cup\nentries: {{2: {{glyph: '='}}}}\n"
    )
    files = ("games/cup/log.yaml", "move.yaml", "wrong.yaml", "board.yaml", "games/cup/notes.yaml")
    log, right, wrong, board, notes = underlined(folder, *files)
    assert (log, right, board) == ([], [], [])
    assert any("acts" in says for _, says in wrong)
    assert any(line == 4 for line, _ in notes)


def test_an_editor_accepts_all_that_we_write_and_show(tmp_path: Path, thorough: bool) -> None:
    """Cases and composed moves (every tenth, or all), examples of pages, boxes: none has a line underlined."""
    library_folder = tmp_path / "schemas"
    assert run("schema", "--all", str(library_folder)).code == 0
    files = []
    for number, each in enumerate([*everything(), *composed_moves()]):
        is_one_of_many = each.schema == "conformance" or each.label.startswith("composed")
        if number % 10 and is_one_of_many and not thorough:
            continue
        text = re.sub(r"^# yaml-language-server:.*\n", "", each.text)
        (tmp_path / f"{number}.yaml").write_text(
            f"# yaml-language-server: $schema=schemas/{each.schema}.schema.json\n{text}", encoding="utf-8"
        )
        files.append(f"{number}.yaml")
    found = dict(zip(files, underlined(tmp_path, *files), strict=True))
    assert {name: says for name, says in found.items() if says} == {}


def test_the_log_in_an_archive_names_a_schema_that_is_there(folder: Path, tmp_path: Path) -> None:
    """The archive alone is enough: there is nothing else where it is opened."""
    assert run("archive", "site").code == 0
    alone = tmp_path / "elsewhere/deep/site"
    shutil.copytree("site", alone)
    log = alone / "cup/log/log.yaml"
    assert underlined(alone, "cup/log/log.yaml") == [[]]
    log.write_text(log.read_text().replace("title: ", "titel: ", 1))
    (found,) = underlined(alone, "cup/log/log.yaml")
    assert any("titel" in says for _, says in found)
