"""Who may import whom: each contract of pyproject.toml notices the import that it forbids, and forgets no module."""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
PLANTED = {
    "Command line, contract, desk: each asks those below it and nobody asks back": ("replay", "referee.desk.table"),
    "A title knows the rulebook's tools and nothing else of the program": ("titles.attika.costs", "referee.ruling"),
    "No title knows another": ("titles.attika.costs", "referee.titles.magna_grecia.roads"),
    "A report is made from a view alone": ("report.columns", "referee.rulebook"),
    "Letters are made from views and settings, and know no rules": ("post.fence", "referee.desk.table"),
    "Typer only in the command line": ("desk.spoken", "typer"),
    "Jinja only in reports and letters": ("desk.spoken", "jinja2"),
    "YAML and JSON Schema only in the reader": ("desk.spoken", "yaml"),
    "The clock only at the desk, chance only from the seed": ("agreement", "time"),
    "Only letters talk to other machines and start programs": ("desk.spoken", "socket"),
    "Files are written by the log, the private part, the desk and the post": ("agreement", "referee.disk"),
}
"""For each contract a module and what it must not import."""


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What the linter says of each contract when every forbidden import was planted in a copy."""
    copy = tmp_path_factory.mktemp("planted")
    shutil.copytree(ROOT / "referee", copy / "referee", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", copy)
    for module, forbidden in PLANTED.values():
        path = copy / "referee" / (module.replace(".", "/") + ".py")
        path.write_text(f"{path.read_text()}\nimport {forbidden}\n")
    program = Path(sys.executable).with_name("lint-imports")
    ran = subprocess.run(
        [program, "--no-cache"], cwd=copy, capture_output=True, text=True, env={"PYTHONPATH": str(copy)}
    )
    assert ran.returncode == 1, ran.stderr
    told = ran.stdout.partition("Broken contracts")[2]
    parts = re.split(r"^(.+)\n-+\n", told, flags=re.MULTILINE)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


def test_every_contract_is_tried() -> None:
    assert [each["name"] for each in CONTRACTS] == list(PLANTED)


@pytest.mark.parametrize("contract", PLANTED)
def test_a_forbidden_import_is_noticed(contract: str, broken: dict[str, str]) -> None:
    module, forbidden = PLANTED[contract]
    assert f"referee.{module} -> {forbidden} " in broken[contract]


KNOWN = {
    "A report is made from a view alone": (
        "forbidden_modules",
        {"film", "hexes", "languages", "menu", "report", "view", "words"},
    ),
    "A title knows the rulebook's tools and nothing else of the program": (
        "forbidden_modules",
        {"chance", "editions", "film", "furniture", "hexes", "languages", "menu", "plain_files", "records"}
        | {"rulebook", "source"}
        | {"telling", "titles", "view", "words"},
    ),
    "Files are written by the log, the private part, the desk and the post": (
        "source_modules",
        {"disk", "log", "post", "private"},
    ),
}
"""For contracts that list modules of ours: the list, and the modules that are rightly not in it."""


@pytest.mark.parametrize("contract", KNOWN)
def test_a_contract_forgets_no_module(contract: str) -> None:
    listed, others = KNOWN[contract]
    modules = [path for path in (ROOT / "referee").iterdir() if path.is_dir() or path.suffix == ".py"]
    parts = {path.stem for path in modules if not path.name.startswith("__")}
    (named,) = [each[listed] for each in CONTRACTS if each["name"] == contract]
    assert {f"referee.{part}" for part in parts - others} == set(named)


OPENS = re.compile(r"\bopen\(|\b(?:os\.)?(?:listdir|scandir|walk|mkdir|makedirs|replace|rename|unlink|rmtree|remove)\(")
READERS = {"disk", "plain_files", "log", "private", "furniture", "conformance", "languages"}
READERS |= {"source.schemas", "post.access", "post.inboxes", "post.maildir", "post.signatures", "post.underway"}
"""Modules that read or write files, besides the desk and the command line; a report keeps compiled templates."""


def test_files_are_touched_where_it_is_said() -> None:
    touching = set()
    for path in (ROOT / "referee").rglob("*.py"):
        module = ".".join(path.relative_to(ROOT / "referee").with_suffix("").parts)
        code = re.sub(r'"""(?:.|\n)*?"""|#.*|\.(?:replace|remove)\(', "", path.read_text())
        if OPENS.search(code) and not module.startswith(("desk.", "cli.", "contract.")):
            touching.add(module)
    assert touching <= READERS | {"report.compiled"}
    assert touching >= {"disk", "plain_files"}
