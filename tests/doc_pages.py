"""The pages of the documentation as something that can be run: console blocks, line by line.

In a ```console block a line that begins with `$ ` is a command, `> ` continues it, and what follows is its output.
There `…` stands for whatever may be there: in a line for any text, as a line of its own for any lines.
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
from pathlib import Path
from typing import NamedTuple

from referee import cli

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
CHECKOUT = ("log-format.md", "conformance.md", "conformance-attika.md", "architecture.md", "json.md", "magna-grecia.md")
"""Pages whose commands are meant to be run in a checkout."""

ENVIRONMENT = {"REFEREE_NOW": "2026-11-20T19:00:00Z", "REFEREE_CONFIG": "", "NO_COLOR": "1", "COLUMNS": "80"}
PROGRAM = """#!{python}
import os
os.urandom = lambda size: bytes(range(size))
from referee.cli import main
main()
"""


class Step(NamedTuple):
    """A command of a page, the lines that the page shows below it, and where these are (lines from 0, end excluded)."""

    command: str
    shown: tuple[str, ...]
    start: int
    end: int


def steps(text: str) -> Iterator[Step]:
    """The commands of a page in order."""
    lines = text.split("\n")
    inside = False
    for number, line in enumerate(lines):
        inside = line == "```console" or (inside and line != "```")
        if inside and line.startswith("$ "):
            yield step_at(lines, number)


def step_at(lines: list[str], number: int) -> Step:
    start = number + 1
    while lines[start].startswith("> "):
        start += 1
    end = start
    while lines[end] != "```" and not lines[end].startswith("$ "):
        end += 1
    command = "\n".join(line[2:] for line in lines[number:start])
    return Step(command, tuple(lines[start:end]), start, end)


def fits(shown: tuple[str, ...], answer: str) -> bool:
    """Whether a command answered what its page shows."""
    pattern = "".join(r"(?:.*\n)*?" if line == "…" else wild(line) + r"\n" for line in shown)
    return re.fullmatch(pattern, answer) is not None


def wild(line: str) -> str:
    return ".*".join(re.escape(part) for part in line.split("…"))


class Shell:
    """Runs the commands of one page in a folder; secrets are always the same, and the clock stands still."""

    def __init__(self, folder: Path, page: Path) -> None:
        self.code = 0
        self.programs = folder / "programs"
        self.folder = folder / page.stem
        self.folder.mkdir()
        if page.name in CHECKOUT:
            furnish(self.folder)
        install(self.programs)

    def run(self, command: str) -> str:
        """What the command says, on stdout and stderr together."""
        if command == "echo $?":
            return f"{self.code}\n"
        words = shlex.split(command) if re.fullmatch(r"referee [^|;&<$`\n]*", command) else []
        target = words[-1] if words[-2:-1] == [">"] else ""
        if words and ">" not in (words[:-2] if target else words):
            return self.inside(words[1:-2] if target else words[1:], target)
        return self.outside(command)

    def inside(self, arguments: list[str], target: str) -> str:
        """One command of the referee in this process, which is faster."""
        said, result = io.StringIO(), io.StringIO()
        with redirect_stderr(said), redirect_stdout(result if target else said):
            cli.load(arguments)
            self.code = cli.code(arguments)
        if target:
            Path(target).write_text(result.getvalue(), encoding="utf-8")
        return said.getvalue()

    def outside(self, command: str) -> str:
        path = os.pathsep.join([str(self.programs), os.path.dirname(sys.executable), os.environ["PATH"]])
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=self.folder,
            env={**os.environ, "PATH": path},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        self.code = done.returncode
        return done.stdout.decode()


def furnish(folder: Path) -> None:
    """What a checkout has, to be read; the games are copies."""
    for name in ("referee", "schemas", "templates", "tests", "docs", "tools"):
        (folder / name).symlink_to(ROOT / name)
    shutil.copytree(ROOT / "games", folder / "games")


def install(programs: Path) -> None:
    """A program `referee` whose secrets are always the same."""
    programs.mkdir()
    program = programs / "referee"
    program.write_text(PROGRAM.format(python=sys.executable), encoding="utf-8")
    program.chmod(0o755)
