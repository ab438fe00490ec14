"""The scripts of pages and of tests, checked by Biome and by TypeScript, which read the types in their comments."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
MODULES = ROOT / "tests/node/node_modules"
SCRIPTS = sorted((ROOT / "templates/scripts").glob("*.js"))


def complaints(folder: Path, program: str, *arguments: str) -> str:
    """The complaints of a program from the npm registry about the scripts of a folder; "" when all is right."""
    path = next(iter(MODULES.glob("@biomejs/cli-*/biome" if program == "biome" else f".bin/{program}")), None)
    if not shutil.which("node") or not path:
        pytest.skip("needs Node and its tools, which are pinned for Linux: npm ci --prefix tests/node")
    command = [str(path), *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", check=False)
    return done.stdout + done.stderr if done.returncode else ""


def test_biome_finds_nothing() -> None:
    assert complaints(ROOT, "biome", "check", "--error-on-warnings") == ""


def test_typescript_finds_nothing() -> None:
    assert complaints(ROOT, "tsc", "--project", ".") == ""


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """The scripts with their settings, in a folder of their own."""
    for name in ("biome.json", "tsconfig.json", "templates/scripts"):
        to = tmp_path / name
        to.parent.mkdir(exist_ok=True)
        (shutil.copytree if (ROOT / name).is_dir() else shutil.copy)(ROOT / name, to)
    return tmp_path


@pytest.mark.parametrize(
    ("line", "program", "says"),
    [
        ("let unused = 1;", "biome", "unused"),
        ("stepOf('one');", "tsc", "not assignable to parameter of type 'number'"),
        ("stepOf(1).choise;", "tsc", "choise"),
        ("const anything = (one) => one;", "tsc", "implicitly has an 'any' type"),
    ],
)
def test_the_mistake_is_found(copied: Path, line: str, program: str, says: str) -> None:
    module = copied / "templates/scripts/menu.js"
    module.write_text(f"{module.read_text(encoding='utf-8')}\n{line}\n", encoding="utf-8")
    arguments = {"biome": ("check", "--error-on-warnings"), "tsc": ("--project", ".")}[program]
    assert says in complaints(copied, program, *arguments)
