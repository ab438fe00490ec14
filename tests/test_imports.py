"""The import contracts: each contract of pyproject.toml notices the import that it forbids, and forgets no module."""

import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tools"))

import figures  # noqa: E402

CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
PLANTED = {
    "Every room knows those below it, and none above": ("rules.replay", "referee.app.game_access"),
    "What mails do is above the use cases": (
        "app.play.refusal",
        "referee.mail.act.digest",
    ),
    "A title neither judges nor stores nor replays": (
        "titles.attika.rules.cases",
        "referee.rules.ruling",
    ),
    "In a title rules and data know nothing of the other rooms": (
        "titles.attika.rules.cases",
        "referee.titles.attika.show.mats",
    ),
    "No title knows another": ("titles.attika.rules.cases", "referee.titles.magna_grecia.rules.roads"),
    "A report is made from a view alone": ("report.text.text_tables", "referee.rules.rulebook"),
    "E-mails are made from views and settings, and know no rules": ("mail.read.mail_text", "referee.rules.replay"),
    "Typer only in the command line": ("app.play.refusal", "typer"),
    "Jinja only in reports and letters": ("app.play.refusal", "jinja2"),
    "YAML and jsonschema only in the reader": ("app.play.refusal", "yaml"),
    "The clock only at the desk, chance only from the seed": ("testkit.case_play", "time"),
    "Only letters talk to other machines and start programs": ("app.play.refusal", "socket"),
    "The library of PostgreSQL only where its store is": ("app.play.refusal", "psycopg"),
    "Files are written by the store, the use cases and the mail": ("testkit.case_play", "referee.store.disk"),
}
"""For each contract a module and what it must not import."""


def lint_with(imports: Iterable[tuple[str, str]], copy: Path) -> "subprocess.CompletedProcess[str]":
    """What the linter says when imports were planted in a copy: each a module, and what it imports."""
    shutil.copytree(ROOT / "referee", copy / "referee", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", copy)
    for module, imported in imports:
        place = copy / module.replace(".", "/")
        path = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
        path.write_text(f"{path.read_text()}\nimport {imported}\n")
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]
    return subprocess.run(command, cwd=copy, capture_output=True, text=True, env={"PYTHONPATH": str(copy)})


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What the linter says of each contract when every forbidden import was planted in a copy."""
    planted = [(f"referee.{module}", forbidden) for module, forbidden in PLANTED.values()]
    ran = lint_with(planted, tmp_path_factory.mktemp("planted"))
    assert ran.returncode == 1, ran.stderr
    told = ran.stdout.partition("Broken contracts")[2]
    parts = re.split(r"^(.+)\n-+\n", told, flags=re.MULTILINE)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


def test_imports_by_strings_keep_the_contracts_too(tmp_path: Path) -> None:
    trees = figures.modules(ROOT / "referee")
    found = [(name, each) for name, tree in trees.items() for each in figures.imported_by_string(name, tree, trees)]
    assert found
    ran = lint_with(found, tmp_path)
    assert ran.returncode == 0, ran.stdout


def test_every_contract_is_tried() -> None:
    assert [each["name"] for each in CONTRACTS] == list(PLANTED)


@pytest.mark.parametrize("contract", PLANTED)
def test_a_forbidden_import_is_noticed(contract: str, broken: dict[str, str]) -> None:
    module, forbidden = PLANTED[contract]
    assert f"referee.{module} -> {forbidden} " in broken[contract]


KNOWN = {
    "A report is made from a view alone": (
        "forbidden_modules",
        {"api", "app", "cli", "mail", "mail_settings", "report", "settings", "testkit", "titles"}
        | {"exit_codes", "words"}
        | {"rules.hexes", "show.view", "show.film", "show.menu", "show.notes", "show.turns"},
        ("rules", "show"),
    ),
    "Files are written by the store, the use cases and the mail": ("source_modules", {"app", "mail", "store"}, ()),
}
"""For contracts that list rooms: the list, the rooms and modules rightly not in it, and rooms listed by module."""


@pytest.mark.parametrize("contract", KNOWN)
def test_a_contract_forgets_no_module(contract: str) -> None:
    listed, others, opened = KNOWN[contract]
    root = ROOT / "referee"
    parts = {part for path in root.iterdir() if (part := part_of(path)) not in opened}
    parts |= {f"{room}.{part_of(path)}" for room in opened for path in (root / room).iterdir() if part_of(path)}
    (named,) = [each[listed] for each in CONTRACTS if each["name"] == contract]
    assert {f"referee.{part}" for part in parts - others - {""}} == set(named)


def part_of(path: Path) -> str:
    """The name of a room or module; "" for anything else."""
    is_part = (path.is_dir() or path.suffix == ".py") and not path.name.startswith("__")
    return path.stem if is_part else ""


PRESENT = re.compile(r"\b(?:datetime|date)\.(?:now|utcnow|today)\b|\bfrom datetime import .*\bas\b")
"""What reads the clock; `time` is not imported below the use cases at all."""


def clock_reads(text: str) -> list[str]:
    return PRESENT.findall(text)


def test_the_clock_is_read_by_use_cases_only() -> None:
    files = [
        path
        for path in (ROOT / "referee").rglob("*.py")
        if path.relative_to(ROOT / "referee").parts[0] not in ("app", "mail")
    ]
    assert {str(path): found for path in files if (found := clock_reads(path.read_text(encoding="utf-8")))} == {}


@pytest.mark.parametrize("text", ["at = datetime.now(UTC)", "datetime.datetime.utcnow()", "if day < date.today():"])
def test_a_read_of_the_clock_is_noticed(text: str) -> None:
    assert clock_reads(text)
    assert not clock_reads("from datetime import date\n\nday = date.fromisoformat(text)")


OPENS = re.compile(
    r"\bopen\(|\b(?:os\.)?(?:listdir|scandir|walk|mkdir|makedirs|rename|unlink|rmtree)\(|\bos\.(?:replace|remove)\("
)
READERS = {"store.disk", "reading.plain_files", "store.log", "store.private", "show.data_files", "words"}
READERS |= {
    "reading.schemas",
    "mail.read.languages",
    "mail.transport.passwords",
    "mail.transport.inboxes",
}
READERS |= {"mail.read.identity", "mail.transport.mail_progress", "store.stores", "store.migrations.__init__"}
READERS |= {"mail.transport.passwords", "store.database", "store.sessions"}
"""Modules that read or write files, besides the use cases and the command line; a report reads templates.

The parts of an e-mail are walked through, too, and pictures in memory are opened. A database has methods and SQL of
these names.
"""


def test_files_are_touched_where_it_is_said() -> None:
    touching = set()
    for path in (ROOT / "referee").rglob("*.py"):
        module = ".".join(path.relative_to(ROOT / "referee").with_suffix("").parts)
        code = re.sub(r'"""(?:.|\n)*?"""|#.*|content\.walk\(|Image\.open\(BytesIO', "", path.read_text())
        if OPENS.search(code) and not module.startswith(("app.", "cli.", "testkit.")):
            touching.add(module)
    assert touching <= READERS | {"report.html.templates"}
    assert touching >= {"store.disk", "reading.plain_files"}
