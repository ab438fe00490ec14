"""Every block of YAML on a page is read by the reader that it is for: nothing that is printed there is refused."""

import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from cli_runs import play, run
from doc_pages import PAGES, ROOT, Block, blocks, saved_as

from referee import reading

FENCES = {"", "console", "json", "powershell", "python", "sh", "shell", "sql", "text", "toml", "yaml", "{toctree}"}
BLOCKS = [(page, block) for page in PAGES for block in blocks(page.read_text(encoding="utf-8"))]
YAML = [
    (page, block)
    for page, block in BLOCKS
    if block.language == "yaml" and not saved_as(page.read_text(encoding="utf-8"), block)
]
"""Without the files that a reader saves: the commands of their pages read them."""
HEX = ROOT / "examples" / "plugin-hex"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CONFIG", "none.toml")
    monkeypatch.setenv("REFEREE_NOW", "2026-11-20T19:00:00Z")


def begin() -> None:
    """The games of the pages."""
    for title, id, *seats in (
        ("magna-grecia", "spring-cup", "yellow=Anna", "red=Bruno"),
        ("attika", "temple-cup", "athens=Anna", "sparta=Bruno"),
    ):
        players = [word for seat in seats for word in ("--player", seat)]
        assert run("new", title, "--id", id, "--practice", *players).code == 0


def read_move(page: Path, text: str) -> None:
    """A whole move: it is read, and judged in the game of its page."""
    begin()
    Path("move.yaml").write_text(text, encoding="utf-8")
    ran = run("check", "move.yaml")
    assert ran.code == 0, ran.err


def read_actions(page: Path, text: str) -> None:
    """The actions of a move, which belong to some position: they have the shape of moves of the page's title."""
    whole = f"game: some-game\nafter: 1\nseat: some-seat\n{text}"
    title = "attika" if "attika" in page.name else "magna-grecia"
    reading.typed_data(reading.read_source(whole.encode(), page.name), f"{title}.move")


def read_notes(page: Path, text: str) -> None:
    """Notes of a game: the page with its variations can be made."""
    begin()
    play(1, "spring-cup")
    Path("games/spring-cup/notes.yaml").write_text(text, encoding="utf-8")
    ran = run("replay", "spring-cup", "--out", "page.html")
    assert ran.code == 0, ran.err


def read_case(page: Path, text: str) -> None:
    """A case: it is right; one of the example title is among its cases, which a test of it runs."""
    if "title: hex" in text:
        cases = [path.read_text(encoding="utf-8") for path in HEX.glob("referee_hex/cases/*.yaml")]
        assert any(text in case for case in cases)
        return
    Path("case.yaml").write_text(text, encoding="utf-8")
    ran = run("conformance", "case.yaml")
    assert ran.code == 0, ran.out + ran.err


def read_furniture(page: Path, text: str) -> None:
    """A board or a layout, as players bring it."""
    Path("own.yaml").write_text(text, encoding="utf-8")
    ran = run("boards", "check", "own.yaml")
    assert ran.code == 0, ran.out + ran.err


def read_line(*command: str) -> Callable[[Path, str], None]:
    """A line of a file that a command prints: the file with this line is good."""

    def reader(page: Path, text: str) -> None:
        printed, key = run(*command).out, re.escape(text.partition(":")[0])
        changed, number = re.subn(rf"(?m)^( *){key}: .*\n", lambda line: line[1] + text, printed)
        assert number == 1, f"{command} prints no such line"
        read_furniture(page, changed)

    return reader


def read_law(page: Path, text: str) -> None:
    """Laws of the example title, as they are in its file."""
    law = yaml.safe_load((HEX / "referee_hex" / "law.yaml").read_text(encoding="utf-8"))
    assert yaml.safe_load(text).items() <= law.items()


READERS: dict[str, Callable[[Path, str], None]] = {
    r"format: referee-notes/[12]\n": read_notes,
    r"game: ": read_move,
    r"actions:\n": read_actions,
    r"case: ": read_case,
    r"name: [^\n]*\nprovenance: ": read_furniture,
    r"T[0-9]+: ": read_line("boards", "print", "attika-ours/2026"),
    r"[a-z-]+: \{name: ": read_line("components", "attika"),
    r"HX-[0-9.]+: \{law: ": read_law,
}
"""How a block begins, but for the comment that names its schema, and what reads it."""


def readers(text: str) -> list[Callable[[Path, str], None]]:
    begins = re.sub(r"^(#.*\n)+", "", text)
    return [reader for begin, reader in READERS.items() if re.match(begin, begins)]


@pytest.mark.parametrize(("page", "block"), YAML, ids=[f"{page.name}-{block.start}" for page, block in YAML])
def test_a_block_of_yaml_is_read_by_what_it_is_for(page: Path, block: Block) -> None:
    found = readers(block.text)
    assert len(found) == 1, f"{page.name}, line {block.start}: no test knows what this block is:\n{block.text}"
    found[0](page, block.text)


def test_every_reader_has_a_block() -> None:
    assert {reader for _, block in YAML for reader in readers(block.text)} == {*READERS.values()}


def test_a_block_that_is_nothing_known_fails() -> None:
    assert readers("colour: red\n") == []
    assert readers("") == []


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("actions:\n  - raod: D4 n-s\n", "raod"),
        ("format: referee-notes/1\ngame: spring-cup\nentries:\n  '2': {says: a, b.}\n", "b."),
        ("game: spring-cup\nafter: 1\nseat: red\nactions:\n  - city: K8\n", "MG-6.1"),
        ("case: Nothing\nrule: MG-1.1\ntitle: magna-grecia\nseat: red\nmove: {}\nexpect: {}\n", "expect"),
        ("T1: .M.WX..\n", "X"),
    ],
)
def test_a_block_that_would_be_refused_fails(text: str, why: str) -> None:
    (reader,) = readers(text)
    with pytest.raises((AssertionError, reading.BadInput), match=re.escape(why)):
        reader(ROOT / "docs" / "reference" / "magna-grecia.md", text)


def test_settings_are_toml() -> None:
    for _, block in BLOCKS:
        if block.language == "toml":
            assert tomllib.loads(block.text)


def test_a_block_says_what_it_is_in_one_of_few_words() -> None:
    assert {block.language for _, block in BLOCKS} <= FENCES


PASTED = [page for page in PAGES if page.name in ("README.md", "tutorial.md") or page.parent.name == "how-to"]
"""Pages whose blocks can be pasted one after the other."""


@pytest.mark.parametrize("page", PASTED, ids=lambda page: page.name)
def test_commands_to_paste_have_no_prompts_and_run_on_every_system(page: Path) -> None:
    own = [block for where, block in BLOCKS if where == page]
    assert "console" not in [block.language for block in own]
    assert not [
        line for block in own if block.language == "sh" for line in block.lines if line.startswith(("$ ", "> "))
    ]
    assert "sed -i" not in page.read_text(encoding="utf-8"), "macOS has another one"


@pytest.mark.parametrize("name", ["README.md", "tutorial.md"])
def test_a_first_game_needs_no_shell_of_unix(name: str) -> None:
    """PowerShell has `mkdir`, `cd`, pipes and programs; here-documents, `&&`, `<` and `sed` it has not."""
    (page,) = (page for page in PAGES if page.name == name)
    lines = [line for where, block in BLOCKS if where == page and block.language == "sh" for line in block.lines]
    assert lines
    assert [line for line in lines if not re.fullmatch(r"(mkdir|cd) \w+|referee [^<>&;$'*]*", line)] == []
