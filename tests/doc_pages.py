"""The pages of the documentation as something that can be run: their blocks, their commands and what these answer.

Three forms of blocks hold commands. In an ```sh block, which can be pasted, every line is a command; a ```text block
right below it is what all of them answer, and without one they may answer anything. A ```shell or ```powershell block
needs what a machine of tests lacks, and is not run. In a ```console block a line that begins with `$ ` is a command, `>
` continues it, and what follows is its answer. In answers `…` means any text: in a line for any text, as a line of its
own for any lines.

A block below a paragraph that ends with "save … as `move.yaml`:" is a file, and is saved before the next command.
"""

import io
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from referee import cli

ROOT = Path(__file__).parent.parent
ABOVE = [ROOT / f"{name}.md" for name in ("README", "CONTRIBUTING", "SECURITY", "CODE_OF_CONDUCT")]
PAGES = [*ABOVE, *sorted((ROOT / "docs").rglob("*.md"))]
CHECKOUT = (
    "CONTRIBUTING.md", "docs/architecture.md", "docs/reference/log-format.md", "docs/reference/conformance.md",
    "docs/reference/conformance-attika.md", "docs/reference/json.md", "docs/reference/magna-grecia.md",
    "docs/reference/export.md",
)  # fmt: skip
"""Pages whose commands are run in a checkout."""

ENVIRONMENT = {"REFEREE_NOW": "2026-11-20T19:00:00Z", "REFEREE_CONFIG": "", "NO_COLOR": "1", "COLUMNS": "80"}


class Block(NamedTuple):
    """A block of code: what language it says it is in, its lines, and where these are (from 0, end excluded)."""

    language: str
    lines: tuple[str, ...]
    start: int
    end: int

    @property
    def text(self) -> str:
        return "".join(f"{line}\n" for line in self.lines)


class Step(NamedTuple):
    """Commands of a page, the lines that it shows as their answer, and where these are (from 0, end excluded)."""

    commands: tuple[str, ...]
    shown: tuple[str, ...]
    start: int
    end: int


def blocks(text: str) -> Iterator[Block]:
    """The blocks of a page in order."""
    lines, start = text.split("\n"), None
    for number, line in enumerate(lines):
        if start is None and line.startswith("```"):
            start = number
        elif start is not None and line == "```":
            yield Block(lines[start][3:], tuple(lines[start + 1 : number]), start + 1, number)
            start = None


def steps(text: str) -> Iterator[Step]:
    """The commands of a page in order, with their answers; to save a file is a command, too."""
    for block, below in pairwise([*blocks(text), None]):
        assert block
        if name := saved_as(text, block):
            yield Step((f"cat > {name} <<'SAVED'\n{block.text}SAVED",), (), block.end, block.end)
        elif block.language == "console":
            yield from dialogue(block)
        elif block.language == "sh" and below and is_answer(block, below):
            yield Step(tuple(commands(block.lines)), below.lines, below.start, below.end)
        elif block.language == "sh":
            yield Step(tuple(commands(block.lines)), ("…",), block.end, block.end)


def saved_as(text: str, block: Block) -> str:
    """The name under which the reader is asked to save a block; empty for every other block."""
    above = "\n".join(text.split("\n")[: block.start - 1]).rstrip().rpartition("\n\n")[2]
    found = re.search(r"\b[Ss]ave\b[^`]*(?:`[^`]*`[^`]*)*\bas `([^`\s]+)`:$", " ".join(above.split()))
    return found[1] if found else ""


def is_answer(block: Block, below: Block) -> bool:
    """Whether a block is what the commands of the block above it answer: nothing but an empty line is between."""
    return below.language == "text" and below.start - block.end == 3


def commands(lines: tuple[str, ...]) -> Iterator[str]:
    """The commands of a block that can be pasted, each with its here-document."""
    rest = list(lines)
    while rest:
        command = [rest.pop(0)]
        if document := re.search(r"<<'(\w+)'", command[0]):
            last = rest.index(document[1])
            command += rest[: last + 1]
            rest = rest[last + 1 :]
        yield "\n".join(command)


def dialogue(block: Block) -> Iterator[Step]:
    """The commands of a block that has prompts."""
    starts = [number for number, line in enumerate(block.lines) if line.startswith("$ ")]
    for start, end in pairwise([*starts, len(block.lines)]):
        answer = start + 1
        while answer < end and block.lines[answer].startswith("> "):
            answer += 1
        command = "\n".join(line[2:] for line in block.lines[start:answer])
        yield Step((command,), block.lines[answer:end], block.start + answer, block.start + end)


def fits(shown: tuple[str, ...], answer: str) -> bool:
    """Whether a command answered what its page shows."""
    pattern = "".join(r"(?:.*\n)*?" if line == "…" else wild(line) + r"\n" for line in shown)
    return re.fullmatch(pattern, answer) is not None


def wild(line: str) -> str:
    return ".*".join(re.escape(part) for part in line.split("…"))


class Shell:
    """Runs the commands of one page in a folder.

    practice  whether practice games are practice games; if not, their cards come from real chance
    apart     whether each command is a process of its own, as in a terminal
    """

    def __init__(self, folder: Path, page: Path, practice: bool = True, apart: bool = False) -> None:
        self.code = 0
        self.practice, self.apart = practice, apart
        self.folder = folder / page.stem
        self.folder.mkdir()
        if page.relative_to(ROOT).as_posix() in CHECKOUT:
            furnish(self.folder)

    def answer(self, step: Step) -> str:
        """What the commands of a step say one after the other."""
        return "".join([self.run(command) for command in step.commands])

    def run(self, command: str) -> str:
        """What the command says, on stdout and stderr together."""
        if command == "echo $?":
            return f"{self.code}\n"
        if command.startswith("cd "):
            os.chdir(command.removeprefix("cd "))
            return ""
        if not self.practice:
            command = command.replace(" --practice", "")
        if self.apart:
            return self.outside(command)
        words = shlex.split(command) if re.fullmatch(r"referee [^|;&<$`\n]*", command) else []
        target = words[-1] if words[-2:-1] == [">"] else ""
        if words and ">" not in (words[:-2] if target else words):
            return self.inside(words[1:-2] if target else words[1:], target)
        return self.outside(command)

    def inside(self, arguments: list[str], target: str) -> str:
        """One command of the referee in this process, which is faster."""
        said, result = io.StringIO(), io.StringIO()
        with redirect_stderr(said), redirect_stdout(result if target else said):
            self.code = cli.code(arguments)
        if target:
            Path(target).write_text(result.getvalue(), encoding="utf-8")
        return said.getvalue()

    def outside(self, command: str) -> str:
        """The command, or a whole block, as a shell runs it."""
        path = os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"]])
        done = subprocess.run(
            ["bash", "-c", command],
            env={**os.environ, "PATH": path},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        self.code = done.returncode
        return done.stdout.decode()


def furnish(folder: Path) -> None:
    """A checkout's files for reading; the games are copies."""
    for name in ("referee", "schemas", "templates", "tests", "docs", "tools"):
        (folder / name).symlink_to(ROOT / name)
    shutil.copytree(ROOT / "games", folder / "games")
