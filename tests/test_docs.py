"""What the documentation says is true: its commands answer what it shows, and what it names exists."""

import json
import re
import shutil
import subprocess
import sys
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
import yaml
from cli_runs import run
from doc_pages import ENVIRONMENT, PAGES, ROOT, Shell, blocks, fits, steps
from PIL import ImageChops, ImageStat
from PIL.PngImagePlugin import PngImageFile

from referee import __version__, cli
from referee.cli import contents
from referee.mail_settings import INBOX, WORDS
from referee.settings import KNOWN, VARIABLES, settings
from referee.titles.magna_grecia.data import board

TEXTS = {page: page.read_text(encoding="utf-8") for page in PAGES}
ALL = "\n".join(TEXTS.values())
COMMANDS = [*contents.MODULES, *contents.ALIASES]
PLACES = [name for listed in contents.COMMANDS.values() for name in listed]
PLACES += [f"{name} {word}" for name, words in contents.BELOW.items() for word in words]

each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())


@each_page
def test_commands_answer_what_the_page_shows(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the chance of the page: cards of a practice game are shown, others are left out."""
    for name, value in ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    shell = Shell(tmp_path, page)
    monkeypatch.chdir(shell.folder)
    for step in steps(TEXTS[page]):
        answer = shell.answer(step)
        shown, typed = "\n".join(step.shown), "\n".join(step.commands)
        told = f"{page.name}, line {step.start}:\n{typed}\nanswers\n{answer}instead of\n{shown}"
        assert fits(step.shown, answer), told + "\n(make docs puts the answers in)"
        assert step.shown != ("…",) or shell.code == 0, told


def test_the_readme_is_short_and_a_game_comes_before_the_promises() -> None:
    text = TEXTS[ROOT / "README.md"]
    assert len(text.split()) <= 800
    assert text.index("referee submit move.yaml") < text.index("## Promises")


def test_the_citation_names_the_version_and_the_licence() -> None:
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert {"cff-version", "message", "title", "authors"} <= set(cited)
    assert cited["version"] == __version__
    assert f"{cited['license']} License" in (ROOT / "LICENSE").read_text(encoding="utf-8")


def test_a_block_below_the_word_save_is_a_file() -> None:
    named = "Change it and save it in `club` as\n`move.yaml`:\n\n```yaml\nseat: red\n```\n"
    assert [step.commands for step in steps(named)] == [("cat > move.yaml <<'SAVED'\nseat: red\nSAVED",)]
    assert not list(steps(named.replace("save it", "keep it")))
    assert not list(steps(named.replace("`:", "`.\n\nIt begins so:")))


def test_generated_pages_are_what_the_program_says() -> None:
    import reference_pages

    for path, text in reference_pages.pages().items():
        assert path.read_text(encoding="utf-8") == text, f"{path.name} is out of date: make docs"


@each_page
def test_no_entity_is_between_backticks(page: Path) -> None:
    assert re.findall("`[^`\n]*&(?:lt|gt|amp);[^`\n]*`", TEXTS[page]) == []


def test_a_setting_that_nobody_explained_is_noticed() -> None:
    import reference_pages

    with pytest.raises(KeyError, match="moon"):
        reference_pages.table_of({"moon": "full or new"}, {}, {})


def test_every_setting_and_every_variable_is_on_the_page() -> None:
    page = TEXTS[ROOT / "docs" / "reference" / "settings.md"]
    assert [name for name in VARIABLES if f"`REFEREE_{name}`" not in page] == []
    assert [name for name in {**KNOWN, **WORDS, **INBOX} if f"| `{name}` |" not in page] == []


def test_a_page_may_leave_out_what_varies() -> None:
    assert fits(("head …", "…", "end"), "head 123\nmore\nand more\nend\n")
    assert fits((), "")
    assert not fits((), "something\n")
    assert not fits(("head …",), "tail 123\n")
    assert not fits(("head", "…"), "tail\nmore\n")


@pytest.fixture
def begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """The game that the README begins."""
    for name, value in ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    shell = Shell(tmp_path, ROOT / "README.md")
    monkeypatch.chdir(shell.folder)
    shell.run("referee new magna-grecia --id spring-cup --practice --player yellow=Anna --player red=Bruno")
    return shell


def test_the_move_of_the_page_for_players_by_mail_may_be_played(begun: Shell) -> None:
    text = TEXTS[ROOT / "docs" / "players" / "by-mail.md"]
    (block,) = re.findall(r"^-----BEGIN MOVE-----\nreply: \w{16}\n(.*?)^-----END MOVE-----", text, re.M | re.DOTALL)
    Path("move.yaml").write_text(block, encoding="utf-8")
    assert begun.run("referee check move.yaml").startswith("This move of red is legal: city M8.")


@pytest.mark.parametrize("number", range(3))
def test_settings_of_mail_that_are_shown_mean_something(number: int, tmp_path: Path) -> None:
    """With files, with Gmail, and with Postfix."""
    saved = [each for step in steps(TEXTS[ROOT / "docs" / "how-to" / "mail.md"]) for each in step.commands]
    command = [each for each in saved if each.startswith("cat > referee.toml")][number]
    (tmp_path / "referee.toml").write_text("\n".join(command.split("\n")[1:-1]), encoding="utf-8")
    assert settings({}, {"REFEREE_CONFIG": str(tmp_path / "referee.toml")}).mail is not None


def test_the_order_of_the_page_for_players_of_attika_may_be_played(begun: Shell) -> None:
    begun.run("referee new attika --id temple-cup --practice --player athens=Anna --player sparta=Bruno")
    text = TEXTS[ROOT / "docs" / "players" / "attika.md"]
    (order,) = re.findall(r"^```yaml\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    Path("order.yaml").write_text(order, encoding="utf-8")
    assert begun.run("referee submit order.yaml").startswith("Recorded as entries 2 to 5 of temple-cup")


@pytest.mark.parametrize("number", [0, 1])
def test_the_orders_of_the_page_of_attika_may_be_played(number: int, begun: Shell) -> None:
    begun.run("referee new attika --id temple-cup --practice --player athens=Anna --player sparta=Bruno")
    text = TEXTS[ROOT / "docs" / "reference" / "attika.md"].partition("### Orders")[2]
    orders = re.findall(r"^```yaml\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    Path("order.yaml").write_text(f"game: temple-cup\nafter: 1\nseat: sparta\n{orders[number]}", encoding="utf-8")
    assert begun.run("referee check order.yaml").startswith("This move of sparta is legal: draw ")
    assert begun.run("referee submit order.yaml").startswith("Recorded as entries 2 to 5 of temple-cup")


def test_several_actions_behind_if_and_else_are_written_as_the_page_for_players_of_attika_says(begun: Shell) -> None:
    begun.run("referee new attika --id temple-cup --practice --player athens=Anna --player sparta=Bruno")
    branches = re.findall(
        r"`(\{(?:if|else): [^`]*\})`", TEXTS[ROOT / "docs" / "players" / "attika.md"].replace("\n", " ")
    )
    assert [branch[1:3] for branch in branches] == ["if", "el"]
    order = f"actions: [draw: {{stack: 1, then: [{', '.join(branches)}]}}, store]\n"
    Path("order.yaml").write_text(f"game: temple-cup\nafter: 1\nseat: sparta\n{order}", encoding="utf-8")
    assert begun.run("referee submit order.yaml").startswith("Recorded as entries 2 to 5 of temple-cup")


def untouched(begun: Shell, game: str, seat: str) -> str:
    """What becomes of the block of a report that is sent back unchanged."""
    block = json.loads(begun.run(f"referee show {game} --seat {seat} --json"))["asked"]["block"]
    Path("move.yaml").write_text(block, encoding="utf-8")
    return begun.run("referee submit move.yaml")


def test_a_block_that_is_sent_back_untouched_does_what_the_pages_for_players_say(begun: Shell) -> None:
    pages = {name: " ".join(TEXTS[ROOT / "docs" / "players" / name].split()) for name in ("by-mail.md", "attika.md")}
    assert "back untouched, you pass in Magna Grecia. In Attika this is refused, or does" in pages["by-mail.md"]
    assert "A block that you send back untouched does nothing and is refused" in pages["attika.md"]
    begun.run("referee new attika --id temple-cup --practice --player athens=Anna --player sparta=Bruno")
    assert "(red) played a pass." in untouched(begun, "spring-cup", "red")
    assert "AT-3.4: This move does nothing" in untouched(begun, "temple-cup", "sparta")
    Path("draw.yaml").write_text("game: temple-cup\nafter: 1\nseat: sparta\nactions: [draw: 1]\n", encoding="utf-8")
    begun.run("referee submit draw.yaml")
    assert "(sparta) played store " in untouched(begun, "temple-cup", "sparta")


def test_an_order_that_stopped_ends_as_the_table_of_exit_codes_says(begun: Shell) -> None:
    assert "an order that stopped in the middle" in " ".join(TEXTS[ROOT / "docs" / "reference" / "errors.md"].split())
    begun.run("referee new attika --id temple-cup --practice --player athens=Anna --player sparta=Bruno")
    order = "game: temple-cup\nafter: 1\nseat: sparta\nactions: [draw: 1, store: oracle]\n"
    Path("order.yaml").write_text(order, encoding="utf-8")
    told = begun.run("referee submit --json order.yaml")
    assert '"accepted": true' in told
    assert "AT-3.2: You drew " in told
    assert begun.code == 0


def test_the_refusal_of_the_players_page_is_that_of_the_tutorial() -> None:
    blocks = re.findall(
        r"^```(\w*)\n(.*?)^```", TEXTS[ROOT / "docs" / "players" / "magna-grecia.md"], re.MULTILINE | re.DOTALL
    )
    (refusal,) = (text for language, text in blocks if not language)
    for_the_moderator = re.compile(r"^To let it pass all the same: .*\n", re.MULTILINE)
    assert refusal in for_the_moderator.sub("", TEXTS[ROOT / "docs" / "tutorial.md"])


def test_pictures_are_those_that_the_program_draws() -> None:
    import make

    for path, drawn in make.pictures().items():
        assert path.read_text(encoding="utf-8") == drawn, f"{path.name} is out of date: make docs"


def test_images_look_as_the_program_draws_them() -> None:
    """The bytes may differ between versions of the libraries that draw and pack them; the look may not."""
    import make

    for path, drawn in make.images().items():
        kept, made = (PngImageFile(file).convert("RGB") for file in (path.open("rb"), BytesIO(drawn)))
        assert kept.size == made.size
        assert max(ImageStat.Stat(ImageChops.difference(kept, made)).mean) < 1, f"{path.name} is out of date: make docs"


def anchors(text: str) -> set[str]:
    """The anchors of a page's headings, as forges make them."""
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@each_page
def test_links_have_targets(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)|src=\"([^\"]+)\"", TEXTS[page]):
        path, _, anchor = "".join(target).partition("#")
        assert not path.startswith("http"), "a page must be complete without the network"
        there = (page.parent / path).resolve() if path else page
        assert there.exists(), f"{page.name} links to {path}"
        assert not anchor or anchor in anchors(there.read_text(encoding="utf-8")), f"{page.name}: {path}#{anchor}"


@pytest.mark.parametrize("command", PLACES)
def test_every_command_is_explained(command: str) -> None:
    assert re.search(rf"referee {command}\b", ALL)


def code(text: str) -> str:
    """Text in code: inline, and blocks that show commands."""
    shown = [block.text for block in blocks(text) if block.language in ("", "console", "sh", "shell")]
    prose = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    return "\n".join([*shown, *re.findall(r"`([^`\n]+)`", prose)])


@each_page
def test_commands_that_are_named_exist(page: Path) -> None:
    named = set(re.findall(r"^(?:\$ )?referee ([a-z]+(?:-[a-z]+)*)", code(TEXTS[page]), re.MULTILINE))
    assert named <= set(COMMANDS)


@cache
def help_of(command: str) -> str:
    """What a command says of itself, and its options that `docs/reference/settings.md` has, asked once."""
    ran, group = run(*command.split(), "--help"), cli.whole_program()
    found = group.get_command(None, command)
    rare = [name for each in found.params if each.hidden for name in each.opts] if found else []
    return ran.out + ran.err + run("help", "options").out + "\n".join(rare)


@each_page
def test_flags_that_are_named_exist(page: Path) -> None:
    for command, rest in re.findall(r"^(?:\$ )?referee ([a-z][a-z-]*)([^|>\n]*)", code(TEXTS[page]), re.MULTILINE):
        known = help_of(command)
        first = rest.split()[0] if rest.split() else ""
        if re.search(rf"^  (?:{command} )?{re.escape(first)}  ", known, re.MULTILINE):
            known += help_of(f"{command} {first}")
        assert [flag for flag in re.findall(r"(?<=\s)--[a-z-]+", rest) if flag not in known] == []


def test_the_table_of_boards_is_right() -> None:
    rows = re.findall(
        r"^\| `(\w+)` \| [^|]* \| (\d+) \| (\d+) \| (\d+) \|$",
        TEXTS[ROOT / "docs" / "how-to" / "boards.md"],
        re.MULTILINE,
    )
    assert {name: tuple(map(int, counts)) for name, *counts in rows} == {
        name: counted(name) for name in board.BOARDS.names()
    }


def counted(name: str) -> tuple[int, int, int]:
    """Spaces, villages, green-bordered villages of a shipped board."""
    ground = board.BOARDS.load(name)[0].ground
    return len(ground), sum(each in "vV" for each in ground), sum(each == "V" for each in ground)


@each_page
def test_make_targets_that_are_named_exist(page: Path) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    assert set(re.findall(r"^(?:\$ )?make ([a-z-]+)", code(TEXTS[page]), re.MULTILINE)) <= targets


@cache
def rules_and_chapters() -> set[str]:
    laws = [yaml.safe_load(path.read_text(encoding="utf-8")) for path in ROOT.glob("referee/titles/*/law.yaml")]
    return {number for law in laws for each in law for number in (each, each.partition(".")[0])}


@each_page
def test_rules_that_are_named_exist(page: Path) -> None:
    assert set(re.findall(r"\b(?:MG|AT)-[0-9]+(?:\.[0-9]+)?", TEXTS[page])) <= rules_and_chapters()


@each_page
def test_files_that_are_named_exist(page: Path) -> None:
    named = re.findall(r"`((?:referee|tests|docs|schemas|templates|bench|tools|requirements)/[\w./*-]*)`", TEXTS[page])
    assert [path for path in named if not list(ROOT.glob(path.rstrip("/")))] == []


def test_the_exercise_for_contributors_can_be_done() -> None:
    """The line to change, the case to remove and the function to fix are there."""
    page = TEXTS[ROOT / "CONTRIBUTING.md"]
    (line,) = re.findall(r"grep -rn '([^']*)' referee/titles/magna_grecia$", page, re.MULTILINE)
    (case,) = re.findall(r"^git rm (\S*)$", page, re.MULTILINE)
    (function,) = re.findall(r"In `(\w+)`, change", page)
    (module,) = [path for path in ROOT.glob("referee/titles/magna_grecia/**/*.py") if line in path.read_text("utf-8")]
    assert f"def {function}(" in module.read_text("utf-8").split(line)[0].rpartition("@rule")[2]
    assert "rule: MG-8.4" in (ROOT / case).read_text("utf-8")


def test_the_exercise_for_contributors_answers_what_the_page_shows(tmp_path: Path) -> None:
    """With the fault put into a copy of the program, and without."""
    page = TEXTS[ROOT / "CONTRIBUTING.md"]
    shutil.copytree(ROOT / "referee", tmp_path / "referee", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("schemas", "templates", "locale"):
        (tmp_path / name).symlink_to(ROOT / name)
    (right, wrong) = re.search(r"grep -rn '(.*)' referee.*?Change this line to `(.*?)`", page, re.DOTALL).groups()  # type: ignore[union-attr]
    (module,) = [path for path in tmp_path.glob("referee/titles/magna_grecia/**/*.py") if right in path.read_text()]
    module.write_text(module.read_text(encoding="utf-8").replace(right, wrong), encoding="utf-8")
    (case,) = [block for block in blocks(page) if block.language == "yaml"]
    (step,) = [block for block in blocks(page) if block.language == "shell" and "conformance tests/" in block.text]
    (shown,) = [block for block in blocks(page) if block.language == "text"]
    name = step.text.split()[-1]
    (tmp_path / name).parent.mkdir(parents=True)
    (tmp_path / name).write_text(case.text, encoding="utf-8")

    def answered(folder: Path) -> str:
        command = [sys.executable, "-m", "referee", *step.text.split()[1:-1], str(tmp_path / name)]
        ran = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", check=False)
        return (ran.stdout + ran.stderr).replace(f"{tmp_path}/", "")

    assert answered(tmp_path) == shown.text
    assert f"`{answered(ROOT).strip()}`" in page


def test_the_page_of_answers_names_every_format() -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "referee" / "cli").glob("*.py"))
    printed = {
        *re.findall(r'(?:out_json|out_json_line|json_text)\(\s*"(referee-[a-z-]+/[0-9]+)"', sources),
        "referee-view/1",
    }
    named = set(
        re.findall(r"^`(referee-[a-z-]+/[0-9]+)`", TEXTS[ROOT / "docs" / "reference" / "answers.md"], re.MULTILINE)
    )
    assert named == printed
