"""Titles in packages of their own, both of `examples`, installed and found by their entry points; the page about it."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import jsonschema
import pytest
import yaml
from doc_pages import ROOT, steps

EXAMPLE = ROOT / "examples" / "plugin-hex"
NIM = ROOT / "examples" / "plugin-nim" / "referee_nim"
PAGE = (ROOT / "docs" / "how-to" / "write-a-title.md").read_text(encoding="utf-8")
CODE = {path: path.read_text(encoding="utf-8") for path in sorted(EXAMPLE.glob("referee_hex/*.py"))}
LAW = yaml.safe_load((EXAMPLE / "referee_hex" / "law.yaml").read_text(encoding="utf-8"))
SERVER = """
import io, json, os, sys, tempfile
from contextlib import chdir, redirect_stderr, redirect_stdout
from referee.cli import code, main
aside, unseen = tempfile.TemporaryDirectory(), io.StringIO()
with aside as folder, chdir(folder), redirect_stdout(unseen), redirect_stderr(unseen):
    code("new magna-grecia --id first --player red=A --player yellow=B".split())
    code(["titles"])
for line in sys.stdin:
    folder, words, typed = json.loads(line)
    read, write = os.pipe()
    child = os.fork()
    if not child:
        os.chdir(folder)
        os.dup2(write, 1), os.dup2(write, 2)
        sys.stdin = io.TextIOWrapper(io.BytesIO(typed.encode()))
        main(words)
    os.close(write)
    with open(read, encoding="utf-8") as said:
        told = said.read()
    print(json.dumps([os.waitstatus_to_exitcode(os.wait()[1]), told]), flush=True)
"""
"""A process that has begun a game elsewhere, and does each command in a copy of itself: to import takes longest."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which pip has built and installed the examples, without any network."""
    folder = tmp_path_factory.mktemp("site")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--no-build-isolation"]
    subprocess.run([*pip, "--target", str(folder), str(EXAMPLE), str(NIM.parent)], check=True, capture_output=True)
    return folder


class Player:
    """Runs the command line, each command as a process of its own, in a folder.

    Each answer is stdout and stderr together.
    """

    def __init__(self, server: "subprocess.Popen[str]", folder: Path) -> None:
        self.server, self.folder = server, folder

    def __call__(self, *words: str, stdin: str = "", code: int = 0) -> str:
        assert self.server.stdin
        assert self.server.stdout
        print(json.dumps([str(self.folder), words, stdin]), file=self.server.stdin, flush=True)
        ended, told = json.loads(self.server.stdout.readline())
        assert ended == code, told
        return str(told)

    def put(self, seat: str, after: int, at: str, code: int = 0) -> str:
        move = f"game: cup\nafter: {after}\nseat: {seat}\nactions:\n  - stone: {at}\n"
        return self("submit", "-", stdin=move, code=code)


@contextmanager
def served(site: Path) -> Iterator["subprocess.Popen[str]"]:
    """A server that finds the packages of a folder."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("REFEREE")}
    with subprocess.Popen(
        [sys.executable, "-c", SERVER],
        env={**kept, "PYTHONPATH": str(site), "REFEREE_CONFIG": "none.toml"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as server:
        yield server
        server.communicate()


@pytest.fixture(scope="module")
def server(site: Path) -> Iterator["subprocess.Popen[str]"]:
    with served(site) as process:
        yield process


@pytest.fixture
def referee(server: "subprocess.Popen[str]", tmp_path: Path) -> Player:
    return Player(server, tmp_path)


def test_a_whole_game_is_played_from_the_command_line(referee: Player) -> None:
    assert "hex: Hex, edition 2, 2 players: red, yellow" in referee("titles")
    referee("new", "hex", "--id", "cup", "--player", "red=Ann", "--player", "yellow=Bo", "--option", "size=5")
    suggested = referee("suggest", "cup")
    assert "This move of red is legal: stone" in referee("check", "-", stdin=suggested)
    referee.put("red", 1, "a1")
    refused = referee.put("yellow", 2, "A1", code=65)
    assert f"```\n{refused}```" in PAGE
    assert "stdin:5:12: `12` is not a hex." in referee.put("yellow", 2, "12", code=65)
    assert referee("legal", "cup").startswith("stone: stone B1, stone C1, ")
    referee("missed", "cup", "yellow")
    for after, (seat, at) in enumerate(
        zip(["red", "yellow"] * 3, ["A2", "B2", "A3", "B3", "A4", "B4"], strict=True), 3
    ):
        referee.put(seat, after, at)
    ended = referee.put("red", 9, "A5")
    assert "Ann (red) has won." in ended
    assert "HX-2.1: The game is over: red has won." in referee.put("yellow", 10, "B5", code=65)
    assert_public(referee)
    referee("close", "cup")
    assert "All 11 entries are correct" in referee("verify", "cup")
    page = referee("show", "cup", "--format", "html")
    assert "<svg" in page
    assert "red has joined its two sides." in referee("show", "cup", "--at", "10")


def test_yellow_takes_over_the_first_stone(referee: Player) -> None:
    referee("new", "hex", "--id", "cup", "--player", "red=Ann", "--player", "yellow=Bo", "--option", "size=5")
    referee.put("red", 1, "c2")
    assert "Take over the first stone: swap C2. [HX-2.5]" in referee("show", "cup")
    assert "swap C2" in referee("legal", "cup")
    assert "This action of yellow is legal: swap c2" in referee("why", "cup", "swap c2")
    move = "game: cup\nafter: 2\nseat: yellow\nactions:\n  - swap: c2\n"
    assert "Bo (yellow) played swap C2." in referee("submit", "-", stdin=move)
    assert "yellow takes over the stone on C2, mirrored. [HX-2.5]" in referee("show", "cup")
    state = {"stones": ["yellow B3"], "mover": "red", "winner": ""}
    assert json.loads(referee("show", "cup", "--format", "state")) == state
    assert "HX-2.5" in referee("why", "cup", "swap b3", code=65)
    assert "under edition 2" in referee("verify", "cup")


def test_the_page_shows_how_rules_of_an_edition_are_marked(referee: Player) -> None:
    told = referee("rules", "hex", "HX-2.5", "--edition", "1").splitlines()
    page = PAGES["change-a-title.md"].splitlines()
    assert [line for line in told if line not in page and not line.startswith("HX-2.5* ")] == []


def test_games_of_its_first_edition_stay_right_and_go_on(referee: Player) -> None:
    shutil.copytree(EXAMPLE / "editions", referee.folder / "games")
    assert referee("verify").count("entries are correct under edition 1 (edition 2 is current)") == 2
    move = "game: edition-1-running\nafter: 3\nseat: red\nactions:\n  - stone: A1\n"
    referee("submit", "-", stdin=move)
    assert "entries are correct under edition 1" in referee("verify", "edition-1-running")


FROZEN = {
    "edition-1-ended": "2135d7cc55176966ed9e8e21d649ec1df953b96e69dbb592419f31a1f4dce09b",
    "edition-1-running": "825af9530b6af72a2d1a92dbed0022bf8cfbd75861b0a4b848afa4ad96d8bbc0",
}
"""Logs of editions that are never changed: name → SHA-256."""


def test_logs_of_its_first_edition_are_never_changed() -> None:
    logs = {path.parent.name: path.read_bytes() for path in EXAMPLE.glob("editions/*/log.yaml")}
    assert {name: hashlib.sha256(raw).hexdigest() for name, raw in logs.items()} == FROZEN


def assert_public(referee: Player) -> None:
    """The state that the log's hashes cover has the shape that the title's schema says."""
    schema = json.loads(referee("schema", "hex.state"))
    stones = [f"red A{row}" for row in range(1, 6)] + [f"yellow B{row}" for row in range(1, 5)]
    state = {"stones": stones, "mover": "", "winner": "red"}
    jsonschema.Draft202012Validator(schema).validate(state)
    assert json.loads(referee("show", "cup", "--format", "state")) == state


def test_its_schemas_are_found_and_complete(referee: Player) -> None:
    names = ("hex.case", "hex.move", "hex.state")
    assert set(names) < set(referee("schema").split())
    for name in names:
        text = referee("schema", name)
        jsonschema.Draft202012Validator.check_schema(json.loads(text))
        assert "schema.json#" not in text, "a reference leads out of the document"
    assert "There is no schema hex.moves" in referee("schema", "hex.moves", code=66)


def test_random_games_of_it_keep_every_promise(referee: Player) -> None:
    assert "1 of 1 games keep every promise." in referee("contract", "hex", "--games", "1")


def test_its_cases_are_right_and_a_wrong_one_is_reported(referee: Player) -> None:
    cases = EXAMPLE / "referee_hex" / "cases"
    files = sorted(cases.glob("*.yaml"))
    assert f"{len(files)} of {len(files)} cases pass." in referee("conformance", str(cases))
    assert {each for file in files for each in re.findall("HX-[0-9.]+", file.read_text(encoding="utf-8"))} <= LAW.keys()
    wrong = files[0].read_text(encoding="utf-8").replace("red C2", "red 2C")
    (referee.folder / "wrong.yaml").write_text(wrong, encoding="utf-8")
    assert "`red 2C` is not a seat and a hex" in referee("conformance", "wrong.yaml", code=65)


def test_rules_that_the_code_cites_are_in_the_law() -> None:
    cited = {number for text in CODE.values() for number in re.findall(r"HX-[0-9]+\.[0-9]+", text)}
    assert cited == LAW.keys()


def test_the_commands_of_its_page_work(referee: Player) -> None:
    words = [step.commands[0].split() for step in steps((EXAMPLE / "README.md").read_text(encoding="utf-8"))]
    assert [each[0] for each in words] == ["pip", "referee", "referee", "referee"]
    for command, *rest in words[1:]:
        assert command == "referee"
        referee(*[str(EXAMPLE / each) if each.endswith(("cases", "editions")) else each for each in rest])


def test_the_rules_of_veiled_nim_are_in_its_law() -> None:
    code = [path.read_text(encoding="utf-8") for path in sorted(NIM.glob("*.py"))]
    law = yaml.safe_load((NIM / "law.yaml").read_text(encoding="utf-8"))
    assert {number for text in code for number in re.findall(r"VN-[0-9]+\.[0-9]+", text)} <= law.keys()


def test_veiled_nim_keeps_every_promise_and_its_cases_are_right(referee: Player) -> None:
    assert "1 of 1 games keep every promise." in referee("contract", "nim", "--games", "1")
    files = sorted((NIM / "cases").glob("*.yaml"))
    assert f"{len(files)} of {len(files)} cases pass." in referee("conformance", str(NIM / "cases"))
    ruled = {each for file in files for each in re.findall("VN-[0-9.]+", file.read_text(encoding="utf-8"))}
    assert {number for path in NIM.glob("*.py") for number in RULED.findall(path.read_text(encoding="utf-8"))} <= ruled


PLANTED = {
    "what_is_hidden_changes_nothing_told": ("view.py", "is_known = owner in .*", "is_known = True"),
    "another_process_plays_the_same_game": (
        "table.py",
        r"sorted\(position.used\)",
        "list({*position.used, *SEATS, *'abcdefgh'})",
    ),
}
"""Promise → the file of Veiled Nim, what is replaced in it, and by what, to break the promise."""


@pytest.mark.parametrize("promise", PLANTED)
def test_a_fault_that_is_planted_in_veiled_nim_is_found(promise: str, site: Path, tmp_path: Path) -> None:
    shutil.copytree(site, tmp_path / "site")
    name, before, after = PLANTED[promise]
    file = tmp_path / "site" / "referee_nim" / name
    text, number = re.subn(before, after, file.read_text(encoding="utf-8"))
    assert number == 1
    file.write_text(text, encoding="utf-8")
    with served(tmp_path / "site") as process:
        said = Player(process, tmp_path)("contract", "nim", "--games", "1", code=65)
    assert f"seed 0: {promise} is broken." in said


RULED = re.compile(r'@rule\("(.*?)"')


def test_a_wrong_token_is_refused_with_the_rule_and_a_game_of_veiled_nim_is_verified(referee: Player) -> None:
    words = [step.commands[0].split() for step in steps((NIM.parent / "README.md").read_text(encoding="utf-8"))]
    assert [each[0] for each in words] == ["pip", "referee", "referee"]
    for _, *rest in words[1:]:
        referee(*[str(NIM / "cases") if each.endswith("cases") else each for each in rest])
    suggested = referee("suggest", "first")
    assert "This move of north is legal: " in referee("check", "-", stdin=suggested)
    wrong = "game: first\nafter: 1\nseat: north\nactions: [token: 9]\n"
    assert "VN-2.4 says: A seat that uses its token takes as many" in referee("submit", "-", stdin=wrong, code=65)
    seats = ["north", "south"] * 2 + ["north"]
    for after, seat in enumerate(seats, 1):
        told = referee("submit", "-", stdin=f"game: first\nafter: {after}\nseat: {seat}\nactions: [take: 3]\n")
    assert "Ann (north) has won." in told
    referee("close", "first")
    assert "All 7 entries are correct" in referee("verify", "first")


FILES = [*CODE, *(path for end in ("toml", "yaml", "json") for path in sorted(EXAMPLE.rglob(f"*.{end}")))]
PAGES = {
    name: (ROOT / "docs" / "how-to" / name).read_text(encoding="utf-8")
    for name in ("write-a-title.md", "change-a-title.md")
}
QUOTES = [
    quote
    for page in PAGES.values()
    for quote in re.findall(r"^```(?:python|toml|yaml|json)\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
]


def test_the_pages_quote_the_example() -> None:
    """Each block of code is in a file of the example, line by line; `…` leaves lines out."""
    assert len(QUOTES) >= 16
    files = [path.read_text(encoding="utf-8") for path in FILES]
    for quote in QUOTES:
        pattern = "".join(
            r"(?:.*\n)*?" if line.strip() == "…" else re.escape(line) + "\n" for line in quote.splitlines()
        )
        assert any(re.search(pattern, f"\n{text}") for text in files), quote


def test_the_page_names_every_function_of_a_title() -> None:
    from referee.rules.rulebook import Compose, Play, Prove, Rulebook, SetUp, Show

    for record in (Rulebook, SetUp, Play, Show, Compose, Prove):
        assert [name for name in record._fields if f"`{name}`" not in PAGE] == []


PUT_A1 = "game: cup\nafter: 1\nseat: {}\nactions: [stone: A1]\n"


def test_a_law_that_cannot_be_read_is_named(site: Path, tmp_path: Path) -> None:
    other = tmp_path / "site"
    shutil.copytree(site, other)
    law = other / "referee_hex" / "law.yaml"
    lines = law.read_text(encoding="utf-8").splitlines()
    law.write_text("\n".join([*lines, "x: ["]), encoding="utf-8")
    place = f"referee_hex/law.yaml:{len(lines) + 1}:"
    with served(other) as process:
        referee = Player(process, tmp_path)
        referee("new", "hex", "--id", "cup", "--player", "red=Ann", "--player", "yellow=Bo")
        for json in ((), ("--json",)):
            said = referee("submit", "-", *json, stdin=PUT_A1.format("yellow"), code=65)
            assert "It is red's turn" in said
            assert "Nothing was recorded." in said
            assert "Traceback" not in said
            assert json or place in said
        assert place in referee("rules", "hex", code=78)
        said = referee("contract", "hex", "--games", "2", code=65)
        assert "hex, seed 0, 1: law_and_schemas_are_there is broken." in said
        assert said.count(place) == 1
        law.write_text("HX-2.1: Whoever is to move.\n", encoding="utf-8")
        assert "referee_hex/law.yaml: HX-2.1 needs `law:` and `source:`" in referee("rules", "hex", code=78)


def test_a_schema_that_is_no_json_is_named(site: Path, tmp_path: Path) -> None:
    other = tmp_path / "site"
    shutil.copytree(site, other)
    (other / "referee_hex" / "schemas" / "hex.move.schema.json").write_text('{"title":', encoding="utf-8")
    with served(other) as process:
        referee = Player(process, tmp_path)
        wrong = "hex.move.schema.json can't be read: Expecting value: line 1"
        assert wrong in referee("titles")
        assert wrong in referee("contract", "hex", "--games", "1", code=65)


def test_a_schema_that_is_none_is_named(site: Path, tmp_path: Path) -> None:
    other = tmp_path / "site"
    shutil.copytree(site, other)
    schema = other / "referee_hex" / "schemas" / "hex.move.schema.json"
    content = json.loads(schema.read_text(encoding="utf-8"))
    content["properties"]["actions"]["uniqueItems"] = "yes"
    schema.write_text(json.dumps(content), encoding="utf-8")
    with served(other) as process:
        referee = Player(process, tmp_path)
        referee("new", "hex", "--id", "cup", "--player", "red=Ann", "--player", "yellow=Bo")
        said = referee("submit", "-", stdin="game: cup\nafter: 1\nseat: red\nactions: []\n", code=78)
        wrong = "hex.move.schema.json is not a valid schema. At #/properties/actions/uniqueItems: 'yes' is not of type"
        assert wrong in said
        assert "hex can't be loaded" in referee("titles")
