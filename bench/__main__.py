"""What the program costs, in one table: `python bench [--tests]`, or `make bench`. Ends with 1 when a limit is missed.

`python bench mails [NUMBER]` measures how well so many random mails are read, by default MAILS. `python bench mutants
[NUMBER]` says how many of so many faults in the rules the tests notice, by default MUTANTS. `python bench archives
[NUMBER]` measures an archive of so many games, by default ARCHIVED.

Costs are processor time, the system's and that of other processes included, as multiples of `python -c pass` in the
same run: the least of ROUNDS runs in turn (A B C … A B C …), so that a slow moment of the machine slows all of them.
This process stays small, because Linux counts its pages in those of a process that it starts.
"""

import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import venv
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
PYTHON = sys.executable
REFEREE = str(Path(PYTHON).with_name("referee"))
PEER = HERE / ".peer"
PEER_VERSION = "chess==1.11.2"
ENVIRONMENT = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "REFEREE"))}
"""As on a user's machine: bytecode is written and kept, nothing is unbuffered."""
ROUNDS, FEW = 9, 2
"""Runs of a command, and of what takes longer."""
GAMES, PAGES = 5_000, 300
"""Games that are verified together, and games in an archive."""
MAILS = 2_000
"""Random mails that are read."""
ARCHIVED = 100_000
"""Games in a very large archive."""
MUTANTS = 300
"""Faults that are planted in the rules."""
LATE = ("mezzogiorno-4", "quadrilateral-4")
"""Sample games of Magna Grecia and of Attika in which a late, full turn is submitted."""


class Figure(NamedTuple):
    """A row of the table. `limit` is the most that is allowed; of a replay, the least."""

    name: str
    found: float
    limit: float
    unit: str = "×"
    is_least: bool = False

    def is_met(self) -> bool:
        return self.found >= self.limit if self.is_least else self.found <= self.limit

    def line(self) -> str:
        few = ".3g" if self.found < 10 else ".1f"
        word = "at least" if self.is_least else "at most"
        unit = f" {self.unit}"
        missed = "" if self.is_met() else " **missed**"
        return f"| {self.name} | {self.found:{few}}{unit}{missed} | {word} {self.limit:g}{unit} |"


class Cost(NamedTuple):
    milliseconds: float
    mebibytes: float


class Case(NamedTuple):
    """A command, where it runs, what is done before each run, and what it reads."""

    command: Sequence[str]
    folder: Path = HERE
    ready: Callable[[], object] = lambda: None
    given: str = os.devnull


FLOOR = Case([PYTHON, "-c", "pass"])


def cost(case: Case) -> Cost:
    """Run a command once. Stops the benchmark if it fails."""
    case.ready()
    with open(case.given, "rb") as given, open(os.devnull, "wb") as nowhere, tempfile.TemporaryFile() as errors:
        with subprocess.Popen(
            case.command, cwd=case.folder, env=ENVIRONMENT, stdin=given, stdout=nowhere, stderr=errors
        ) as process:
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        errors.seek(0)
        if process.returncode:
            sys.exit(f"{' '.join(case.command)}: {process.returncode}\n{errors.read().decode()[-2000:]}")
    return Cost(1000 * (used.ru_utime + used.ru_stime), used.ru_maxrss / 1024)


def least(cases: Sequence[Case], times: int) -> list[Cost]:
    """For each case the least time and the least memory of some runs in turn; the first run of each does not count."""
    for case in cases:
        cost(case)
    columns = zip(*[[cost(case) for case in cases] for _ in range(times)], strict=True)
    return [Cost(*map(min, zip(*column, strict=True))) for column in columns]


def multiples(cases: Sequence[Case], times: int) -> list[float]:
    """For each case its cost as a multiple of the floor's."""
    floor, *costs = least([FLOOR, *cases], times)
    return [each.milliseconds / floor.milliseconds for each in costs]


def prepare(script: str, *arguments: object) -> None:
    """Run a script of this folder, which writes what is measured."""
    subprocess.run([PYTHON, str(HERE / script), *map(str, arguments)], check=True, env=ENVIRONMENT)


def commands(folder: Path) -> Iterator[Figure]:
    """Everyday commands; a log is put back before each run."""
    prepare("late_moves.py", folder, *LATE)
    logs = {id: folder / "games" / id / "log.yaml" for id in LATE}
    kept = {id: path.read_bytes() for id, path in logs.items()}

    def command(id: str, *words: str) -> Case:
        return Case([REFEREE, *words], folder, lambda: logs[id].write_bytes(kept[id]))

    first, other = LATE
    cases = {
        ("`submit`, Magna Grecia", 20): command(first, "submit", f"{first}.yaml"),
        ("`submit`, Attika", 22): command(other, "submit", f"{other}.yaml"),
        ("`check`", 17): command(first, "check", f"{first}.yaml"),
        ("`show`", 17): command(first, "show", first),
        ("`--help`", 12): Case([REFEREE, "--help"], folder),
    }
    floor, *costs = least([FLOOR, *cases.values()], ROUNDS)
    for (name, limit), found in zip(cases, costs, strict=True):
        yield Figure(name, found.milliseconds / floor.milliseconds, limit)
    yield Figure("memory of a `submit`", max(found.mebibytes for found in costs[:2]), 42, "MiB")


def many_games(folder: Path) -> Iterator[Figure]:
    """What a game costs among many."""
    prepare("many_games.py", folder / "many", GAMES)
    prepare("many_games.py", folder / "few", PAGES)
    kept, site = folder / "known.sqlite", folder / "site"
    verify = [REFEREE, "verify", str(folder / "many"), "--jobs", "2", "--manifest", str(kept)]
    archive = [REFEREE, "archive", str(site), "--games", str(folder / "few"), "--jobs", "2"]
    cases = [
        Case(verify, folder, lambda: kept.unlink(missing_ok=True)),
        Case(verify, folder),
        Case(archive, folder, lambda: shutil.rmtree(site, ignore_errors=True)),
    ]
    new, unchanged, pages = multiples(cases, FEW)
    yield Figure("a game of a bulk `verify`", new / GAMES, 0.6)
    yield Figure("an unchanged one", unchanged / GAMES, 0.015)
    yield Figure("a game of an `archive`", pages / PAGES, 2.5)


def mails(folder: Path) -> Iterator[Figure]:
    """What a mail costs: one in plain words in a process of its own, and moves in a process that stays."""
    prepare("mailed_moves.py", "prepare", folder)
    work = folder / "work"

    def fresh(start: str) -> None:
        shutil.rmtree(work, ignore_errors=True)
        shutil.copytree(folder / start, work)

    one = Case([REFEREE, "receive", "-"], folder / "plain", lambda: fresh("plain"), str(folder / "plain.eml"))
    (process,) = multiples([one._replace(folder=work)], ROUNDS)
    yield Figure("a mail as a process", process, 60)
    for title in ("magna-grecia", "attika"):
        times = []
        for _ in range(FEW):
            fresh(title)
            serve = [PYTHON, str(HERE / "mailed_moves.py"), "serve", str(folder / f"{title}.mails")]
            done = subprocess.run(serve, cwd=work, env=ENVIRONMENT, check=True, capture_output=True, text=True)
            times.append(float(done.stdout.split()[-1]))
        floor = least([FLOOR], ROUNDS)[0].milliseconds
        yield Figure(f"a mail in `serve-mail`, {title}", min(times) / floor, 35)


def replay() -> Iterator[Figure]:
    """Atomic actions a second of the sample games, as a part of the plies a second that python-chess reads from PGN."""
    scripts = {
        ("Magna Grecia", 0.40): [PYTHON, "replay_logs.py", "magna-grecia"],
        ("Attika", 0.35): [PYTHON, "replay_logs.py", "attika"],
        ("python-chess", 1): [str(peer()), "peer_chess.py"],
    }
    found = [[rate(command) for command in scripts.values()] for _ in range(FEW)]
    *ours, plies = map(max, zip(*found, strict=True))
    for (title, limit), actions in zip(scripts, ours, strict=False):
        yield Figure(
            f"replay, {title}: {actions:,.0f} actions a second", actions / plies, limit, "of python-chess", True
        )


def rate(command: Sequence[str]) -> float:
    """The number that a script of this folder prints."""
    return float(subprocess.run(command, cwd=HERE, check=True, capture_output=True, env=ENVIRONMENT).stdout)


def peer() -> Path:
    """The Python of an environment that has python-chess, made at the first call: it is only compared with."""
    python = PEER / "bin" / "python"
    if not python.exists():
        venv.create(PEER, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "-q", PEER_VERSION], check=True)
    return python


def tests() -> Iterator[Figure]:
    """On the wall, since that is what somebody waits for."""
    began = monotonic()
    subprocess.run(["make", "test"], cwd=HERE.parent, check=True, stdout=subprocess.DEVNULL)
    yield Figure("`make test`", (monotonic() - began) / 60, 5, "min")


def measured_by(script: str, number: int) -> int:
    """The table of a script of this folder that prints its figures as JSON; 1 if a limit is missed."""
    command = [PYTHON, str(HERE / script), str(number)]
    done = subprocess.run(command, cwd=HERE, check=True, stdout=subprocess.PIPE, env=ENVIRONMENT)
    found = [Figure(*row) for row in json.loads(done.stdout)]
    print("\n".join(["| | found | limit |", "|---|---:|---:|", *(each.line() for each in found)]))
    return 0 if all(each.is_met() for each in found) else 1


def figures(with_tests: bool) -> Iterator[Figure]:
    for part in (commands, many_games, mails):
        with tempfile.TemporaryDirectory() as folder:
            yield from part(Path(folder))
    yield from replay()
    if with_tests:
        yield from tests()


def main(with_tests: bool) -> int:
    floor = least([FLOOR], ROUNDS)[0].milliseconds
    print(f"{datetime.now(UTC):%Y-%m-%d}, Python {platform.python_version()}, {os.cpu_count()} cores", end="; ")
    print(f"× is `python -c pass`, {floor:.1f} ms.\n\n| | found | limit |\n|---|---:|---:|", flush=True)
    met = []
    for each in figures(with_tests):
        print(each.line(), flush=True)
        met.append(each.is_met())
    return 0 if all(met) else 1


SAMPLES = {"mails": MAILS, "mutants": MUTANTS, "archives": ARCHIVED}
"""The scripts that are run for themselves → with how much, unless somebody says."""

if __name__ == "__main__":
    first, *rest = [*sys.argv[1:], ""]
    if first in SAMPLES:
        sys.exit(measured_by(f"{first}.py", int(rest[0] or SAMPLES[first])))
    sys.exit(main(first == "--tests"))
