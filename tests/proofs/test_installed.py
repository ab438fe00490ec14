"""The wheel, installed alone, works from an empty folder: nothing of the checkout is needed."""

import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import venv
from pathlib import Path

import pytest
import test_wheel
from test_wheel import ROOT


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return test_wheel.built("wheel", ROOT, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return test_wheel.built("sdist", ROOT, tmp_path_factory.mktemp("sdist"))


@pytest.fixture
def unpacked(sdist: Path, tmp_path: Path) -> Path:
    """The source distribution, unpacked: it has nothing that is built."""
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    (sources,) = tmp_path.iterdir()
    assert list(sources.rglob("*.po"))
    assert not list(sources.rglob("*.mo"))
    assert not (sources / "templates" / "code").exists()
    return sources


@pytest.fixture(scope="module")
def installed(wheel: Path) -> Path:
    """The `referee` of a fresh environment that holds the wheel, and sees our own for its dependencies alone."""
    folder = wheel.parent / "venv"
    venv.create(folder, with_pip=False, symlinks=os.name != "nt")
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--no-deps", "--no-index", "--quiet"]
    subprocess.run([*pip, str(wheel)], check=True, capture_output=True)
    (inside,) = folder.glob("lib/python*/site-packages") if os.name != "nt" else [folder / "Lib" / "site-packages"]
    (inside / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return python.parent / "referee"


def referee(installed: Path, folder: Path, *words: str, stdin: bytes = b"") -> bytes:
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "REFEREE"))}
    environment["REFEREE_CONFIG"] = "none.toml"
    done = subprocess.run([str(installed), *words], cwd=folder, env=environment, input=stdin, capture_output=True)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


def test_an_installed_wheel_plays_in_an_empty_folder(installed: Path, tmp_path: Path) -> None:
    where = "import referee, sys; print(referee.__file__)"
    program = installed.parent / "python"
    found = subprocess.run([program, "-I", "-c", where], cwd=tmp_path, check=True, capture_output=True).stdout.decode()
    assert str(installed.parent.parent) in found
    assert b"magna-grecia" in referee(installed, tmp_path, "titles")
    assert b"json-schema.org" in referee(installed, tmp_path, "schema", "move")
    seats = ("--player", "red=Bruno", "--player", "yellow=Anna")
    assert b"Entry 1: the deal." in referee(installed, tmp_path, "new", "magna-grecia", "--id", "cup", *seats)
    move = referee(installed, tmp_path, "suggest", "cup")
    assert re.search(
        rb"\nNext: (Anna|Bruno) \((yellow|red)\)\.\n", referee(installed, tmp_path, "submit", "-", stdin=move)
    )
    assert (tmp_path / "reports" / "cup" / "2.html").is_file()
    assert b"All 2 entries are correct" in referee(installed, tmp_path, "verify")
    assert b"MG-7.2" in referee(installed, tmp_path, "rules", "magna-grecia", "MG-7.2")
    assert b"Games made: 1" in referee(installed, tmp_path, "archive", "site")
    assert {"verify.py", "log-format.md"} <= {path.name for path in (tmp_path / "site" / "verify.d").iterdir()}


LANGUAGES = {"en": "how many rounds", "de": "wie viele Runden", "fr": "combien de manches", "it": "quante manche"}
"""Words in the output of `referee title` in each language."""


COMPILE_NONE = "import jinja2; jinja2.Environment.compile = None; "
"""Run first, so that a template that was not compiled when the program was built cannot be filled in."""


@pytest.mark.parametrize("command", ["submit move.yaml", "show cup --format html", "send"])
def test_an_installed_wheel_compiles_no_template(installed: Path, tmp_path: Path, command: str) -> None:
    (tmp_path / "none.toml").write_text('[mail]\nfrom = "referee@example.org"\n')
    seats = ("--player", "red=Bruno", "--player", "yellow=Anna")
    addresses = ("--address", "red=b@example.org", "--address", "yellow=a@example.org")
    referee(installed, tmp_path, "new", "magna-grecia", "--id", "cup", *seats, *addresses)
    (tmp_path / "move.yaml").write_bytes(referee(installed, tmp_path, "suggest", "cup"))
    run = f"{COMPILE_NONE}from referee import cli; print(cli.code({command.split()!r}))"
    done = subprocess.run(
        [str(installed.parent / "python"), "-I", "-c", run],
        cwd=tmp_path,
        check=True,
        capture_output=True,
        text=True,
        env={"REFEREE_CONFIG": "none.toml"},
    )
    assert done.stdout.splitlines()[-1] == "0", done.stdout + done.stderr


def test_an_installed_wheel_speaks_all_languages(installed: Path, tmp_path: Path) -> None:
    for language, words in LANGUAGES.items():
        assert words in referee(installed, tmp_path, "--language", language, "titles").decode()


def test_a_wheel_of_the_source_distribution_is_that_of_the_checkout(
    wheel: Path, unpacked: Path, tmp_path: Path
) -> None:
    assert test_wheel.built("wheel", unpacked, tmp_path / "dist").read_bytes() == wheel.read_bytes()


def test_an_editable_install_builds_its_catalogues(unpacked: Path, tmp_path: Path) -> None:
    """Before, and in a checkout in which nothing was built, it uses English and says so in one line."""
    before = {language: titles_of(unpacked, language) for language in LANGUAGES}
    assert {out for out, _ in before.values()} == {before["en"][0]}
    assert [len(error.splitlines()) for _, error in before.values()] == [0, 1, 1, 1]
    test_wheel.built("editable", unpacked, tmp_path / "dist")
    for language, words in LANGUAGES.items():
        out, error = titles_of(unpacked, language)
        assert words in out
        assert error == ""


def test_an_editable_install_builds_the_code_of_templates(unpacked: Path, tmp_path: Path) -> None:
    """Before, Jinja compiles them each time; the page is the same."""
    page = page_of(unpacked)
    assert page_of(unpacked, COMPILE_NONE) == ""
    test_wheel.built("editable", unpacked, tmp_path / "dist")
    assert page_of(unpacked, COMPILE_NONE) == page


def page_of(sources: Path, first: str = "") -> str:
    """The page of a game; "" if it can't be made once `first` was run."""
    show = f"{first}from referee import cli; cli.code(['show', 'bruttium-2', '--format', 'html'])"
    environment = {**os.environ, "PYTHONPATH": str(sources), "REFEREE_CONFIG": ""}
    done = subprocess.run([sys.executable, "-c", show], cwd=sources, env=environment, capture_output=True, text=True)
    return done.stdout


def titles_of(sources: Path, language: str) -> tuple[str, str]:
    """What sources say of their titles, and what they say besides."""
    command = [sys.executable, "-m", "referee", "--language", language, "titles"]
    environment = {**os.environ, "PYTHONPATH": str(sources), "REFEREE_CONFIG": ""}
    done = subprocess.run(command, cwd=sources, env=environment, check=True, capture_output=True, text=True)
    return done.stdout, done.stderr


def test_an_installed_wheel_checks_its_titles(installed: Path, tmp_path: Path) -> None:
    cases = len(list((ROOT / "tests" / "conformance").rglob("*.yaml")))
    assert f"{cases} of {cases} cases pass.".encode() in referee(installed, tmp_path, "conformance")
    assert b"2 of 2 games keep every promise." in referee(installed, tmp_path, "contract", "attika", "--games", "2")


def test_an_installed_wheel_runs_as_a_module(installed: Path, tmp_path: Path) -> None:
    command = [str(installed.parent / "python"), "-I", "-m", "referee", "--version"]
    assert subprocess.run(command, cwd=tmp_path, check=True, capture_output=True).stdout.startswith(b"referee ")


TITLE = """
from referee.rules.rulebook import Breach, rule
from referee.words import say


class Step:
    pass


@rule("XX-1.1", Step)
def is_never_broken(position: object, step: Step) -> Breach | None:
    reveal_type(say("Nothing."))
    return None
"""


def test_mypy_reads_the_types_of_an_installed_wheel(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "title.py").write_text(TITLE, encoding="utf-8")
    checker = [sys.executable, "-m", "mypy", "--strict", "--python-executable", str(installed.parent / "python")]
    done = subprocess.run([*checker, "title.py"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    assert "Phrase" in done.stdout
