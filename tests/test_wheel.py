"""The wheel holds what the program reads, and nothing else; `make proofs` installs it."""

import re
import subprocess
import sys
import tarfile
from pathlib import Path
from zipfile import ZipFile

import pytest
from jinja2 import ModuleLoader

from referee.report.html.templates import KINDS

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel as hatchling builds it, without any network, where a stored game was verified before."""
    (ROOT / "games" / "bruttium-2" / ".lock").touch()
    return built("wheel", ROOT, tmp_path_factory.mktemp("wheel"))


def built(kind: str, sources: Path, folder: Path) -> Path:
    """What hatchling builds of sources: the `wheel`, `editable` or `sdist` in a folder."""
    build = f"import os; os.chdir({str(sources)!r}); from hatchling.build import *; build_{kind}({str(folder)!r})"
    subprocess.run([sys.executable, "-c", build], check=True, capture_output=True)
    (file,) = folder.glob("referee-*")
    return file


def test_the_wheel_holds_what_the_program_reads(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        names = archive.namelist()
    for wanted in (
        "schemas/move.schema.json",
        "schemas/components.schema.json",
        "schemas/log.schema.json",
        "titles/magna_grecia/law.yaml",
        "cli/moves.py",
        "cases/attika/01-1-two-players.yaml",
        "testkit/promises.py",
        "py.typed",
    ):
        assert f"referee/{wanted}" in names
    for folder in ("templates", "games", "titles/magna_grecia/data/boards"):
        assert any(name.startswith(f"referee/{folder}/") for name in names), folder
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert any(name.endswith(".data/data/share/man/man1/referee.1") for name in names)
    strangers = ("tests/", "docs/", "bench/", "tools/")
    assert not [name for name in names if name.startswith(strangers) or "__pycache__" in name]
    assert not [name for name in names if name.endswith((".lock", ".po", ".pot"))]


def test_the_wheel_has_the_code_of_every_template(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        shipped = [name.partition("/templates/code/")[2] for name in archive.namelist() if "/templates/code/" in name]
    templates = [path.name for path in (ROOT / "templates").iterdir() if path.name.endswith(KINDS)]
    assert len(templates) > 20
    assert sorted(shipped) == sorted(map(ModuleLoader.get_module_filename, templates))


def test_the_source_distribution_has_what_builds_the_code_and_not_the_code(tmp_path: Path) -> None:
    with tarfile.open(built("sdist", ROOT, tmp_path)) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    templates = [path for path in (ROOT / "templates").iterdir() if path.name.endswith(KINDS)]
    assert {f"templates/{path.name}" for path in templates} < names
    assert {"tools/build_hook.py", "tools/build_templates.py"} < names
    assert not [name for name in names if name.startswith("templates/code/")]


def test_the_text_for_a_package_index_has_no_broken_picture_or_link(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        (metadata,) = [archive.read(name).decode() for name in archive.namelist() if name.endswith("METADATA")]
    description = metadata.partition("\n\n")[2]
    assert "# referee" in description
    assert "## " in description
    assert not re.findall(r"<img|!\[|\]\((?!https?:)", description)
