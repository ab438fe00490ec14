"""An archive on which readers ask the referee: what it has besides, and that nothing else of it changes."""

import json
import re
import shutil
import zipfile
from pathlib import Path

import pytest
from archived import SITE, archived, text
from cli_runs import disk, run

from referee.app.browser.site_files import PYODIDE


@pytest.fixture
def pyodide(tmp_path: Path) -> str:
    """A folder that looks like the npm package."""
    folder = tmp_path / "package"
    folder.mkdir()
    (folder / "package.json").write_text(json.dumps({"name": "pyodide"}), encoding="utf-8")
    for name in PYODIDE:
        (folder / name).write_bytes(name.encode())
    return str(folder)


def tree() -> dict[str, bytes]:
    return {path.relative_to(SITE).as_posix(): path.read_bytes() for path in SITE.rglob("*") if path.is_file()}


ASKS = re.compile(rb' ?<a href="\.\./referee\.html#game=[a-z0-9-]+">Ask the referee</a> ?')


def test_each_page_of_a_game_leads_there_and_nothing_else_changes(pyodide: str) -> None:
    archived()
    before = tree()
    archived("--with-referee", pyodide)
    after = tree()
    assert after.keys() - before.keys() == {
        "referee.html", "offline.js", "referee.d/program.zip", "referee.d/worker.js",
        *[f"referee.d/{name}" for name in PYODIDE],
    }  # fmt: skip
    for name in before.keys() - {"archive.sqlite"}:
        is_game_page = name.endswith(("/index.html", "/record.html"))
        assert len(ASKS.findall(after[name])) == is_game_page, name
        assert ASKS.sub(b"", after[name]).replace(b" </nav>", b"</nav>") == before[name].replace(b" </nav>", b"</nav>")


def test_the_same_again_writes_nothing_and_all_is_kept_until_it_is_taken_away(pyodide: str) -> None:
    archived()
    before = disk("site")
    archived("--with-referee", pyodide)
    assert archived("--with-referee", pyodide) == "Games made: 0; unchanged: 2; faulty: 0.\n"
    assert archived("--with-referee", pyodide, "--check") == "site matches the games exactly.\n"
    shutil.rmtree(pyodide)
    assert archived() == "Games made: 0; unchanged: 2; faulty: 0.\n"
    assert archived("--check") == "site matches the games exactly.\n"
    archived("--with-referee", "")
    assert disk("site") == before


@pytest.mark.parametrize("option", ["--jobs=1", "--check"])
def test_a_package_that_was_changed_in_the_site_is_not_kept(pyodide: str, option: str) -> None:
    archived("--with-referee", pyodide)
    (SITE / "referee.d" / PYODIDE[2]).write_bytes(b"other")
    ran = run("archive", "site", option)
    assert ran.code == 65
    assert f"site/referee.d/{PYODIDE[2]} is missing or was changed." in ran.err
    assert "--with-referee FOLDER" in ran.err
    assert (SITE / "referee.d" / PYODIDE[2]).read_bytes() == b"other"
    archived("--with-referee", pyodide)
    assert archived("--check") == "site matches the games exactly.\n"


def test_the_page_may_load_from_its_own_site_alone(pyodide: str) -> None:
    archived("--with-referee", pyodide)
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', text("referee.html"))
    assert policy
    assert "default-src 'none'" in policy[1]
    assert "connect-src 'self'" in policy[1]
    assert "'unsafe-eval'" not in policy[1].replace("'wasm-unsafe-eval'", "")
    assert "wasm-unsafe-eval" not in text("index.html") + text("bruttium-2/index.html") + text("bruttium-2/record.html")


def test_the_program_has_the_licences_of_its_libraries_and_nothing_compiled(pyodide: str) -> None:
    archived("--with-referee", pyodide)
    with zipfile.ZipFile(SITE / "referee.d/program.zip") as packed:
        names = packed.namelist()
    assert {name.split("/")[1] for name in names if name.startswith("licences/")} == {
        "PyYAML", "jsonschema", "jsonschema-specifications", "referencing", "attrs", "Jinja2", "MarkupSafe",
    }  # fmt: skip
    assert not [name for name in names if name.endswith((".so", ".pyc")) or ".." in name]
    assert {"rpds.py", "referee/schemas/move.schema.json", "referee/templates/board.svg"} <= {*names}


@pytest.mark.parametrize("spoil", ["gone", "other", "lacks"])
def test_another_folder_is_refused_and_nothing_is_written(pyodide: str, spoil: str) -> None:
    folder = Path(pyodide)
    if spoil == "other":
        (folder / "package.json").write_text('{"name": "left-pad"}', encoding="utf-8")
    if spoil == "lacks":
        (folder / PYODIDE[0]).unlink()
    ran = run("archive", "site", "--with-referee", f"{pyodide}{'-gone' if spoil == 'gone' else ''}")
    assert ran.code in (2, 66)
    assert "isn't the npm package pyodide" in ran.err
    assert "npm pack pyodide" in ran.err
    assert not SITE.exists()
