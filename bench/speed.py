"""Speed: everyday commands against `python -c pass`, and whole games replayed against python-chess's PGN reader.

`python bench speed [ROUNDS]`. Every figure is a ratio of what ran in the same round; a missed target ends with exit
code 1. python-chess is installed into a folder of its own, since it is only compared with.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import venv
from collections.abc import Mapping
from statistics import median
from typing import NamedTuple

from replay_logs import calls_an_action, read_logs
from rounds import ENVIRONMENT, Case, Cost, ratio, rounds, table

from referee import reading
from referee.store import chain, private

HERE = os.path.dirname(os.path.abspath(__file__))
GAMES = os.path.join(os.path.dirname(HERE), "games")
LATE = {"mezzogiorno-4": 44, "quadrilateral-4": 192}
"""Games in which a late, full turn is submitted: two roads, a city and a market; a building and cards. Its entry."""
GAME, OTHER = LATE
TITLES = ("magna-grecia", "attika")
PEER = os.path.join(HERE, ".peer")
PYTHON = sys.executable
REFEREE = os.path.join(os.path.dirname(PYTHON), "referee")

AT_MOST = {
    f"submit {GAME}": 8.0,
    f"submit {OTHER}": 10.0,
    f"check {GAME}": 6.5,
    f"show {GAME}": 8.0,
    "--help": 6.0,
}
"""processor time, as a multiple of that of `python -c pass`: process start to exit; of a submit the log is safely on
disk and its pages are written"""
REPLAY_AT_LEAST = {"magna-grecia": 0.45, "attika": 0.40}
"""title → atomic actions a second, as a part of the plies a second of python-chess"""
MIB_AT_MOST = 20.0
"""memory of a submit. No process counts less than the benchmark that starts it: see `bench/rounds.py`"""


class Stage(NamedTuple):
    """A game in which a move is due: its log, the bytes of the log, the file of the move, and its entry."""

    log: str
    before: bytes
    move: str
    entry: int

    def put_back(self) -> None:
        write(self.log, self.before)


def stage(folder: str, game: str, entry: int) -> Stage:
    """A sample game as before an entry, in a folder with the other files that it needs."""
    with open(os.path.join(GAMES, game, "log.yaml"), "rb") as file:
        whole = chain.parse(file.read())
    log = os.path.join(folder, "games", game, "log.yaml")
    os.makedirs(os.path.dirname(log))
    secret = next(each["secret"] for each in whole.entries if each["kind"] == "close")
    private.create(os.path.join(folder, "private"), game, secret=bytes.fromhex(secret))
    played: Mapping[str, object] = whole.entry(entry)
    fields = {key: played[key] for key in ("seat", "actions", "market") if key in played}
    path = os.path.join(folder, f"{game}.yaml")
    write(path, reading.dump({"game": game, "after": entry - 1, **fields}).encode())
    return Stage(log, b"".join(chain.raw_documents(whole.raw)[:entry]), path, entry)


def write(path: str, raw: bytes) -> None:
    with open(path, "wb") as file:
        file.write(raw)


def command_costs(folder: str, times: int) -> tuple[list[Case], list[list[Cost]]]:
    """What commands cost, the floor first; the log is put back before each run."""
    stages = {game: stage(folder, game, entry) for game, entry in LATE.items()}
    first = stages[GAME]
    wrong = os.path.join(folder, "wrong.yaml")
    write(wrong, f"game: {GAME}\nafter: {first.entry - 1}\nseat: nobody\n".encode())
    cases = [
        Case("`python -c pass` (the floor)", [PYTHON, "-c", "pass"], folder, lambda: None),
        Case("`import typer, yaml, jinja2`", [PYTHON, "-c", "import typer, yaml, jinja2"], folder, lambda: None),
        *[Case(f"submit {game}", [REFEREE, "submit", due.move], folder, due.put_back) for game, due in stages.items()],
        Case(f"check {GAME}", [REFEREE, "check", first.move], folder, first.put_back),
        Case("submit, refused", [REFEREE, "submit", wrong], folder, first.put_back, 65),
        Case(f"show {GAME}", [REFEREE, "show", GAME], folder, first.put_back),
        Case("status", [REFEREE, "status"], folder, first.put_back),
        Case("--help", [REFEREE, "--help"], folder, lambda: None),
    ]
    return cases, rounds(cases, times)


def peer() -> str:
    """The Python of an environment that has python-chess, made at the first call."""
    python = os.path.join(PEER, "bin", "python")
    if not os.path.exists(python):
        venv.create(PEER, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "-q", "chess==1.11.2"], check=True, env=os.environ)
    return python


def rate(python: str, script: str, *arguments: str) -> float:
    """The number that a script of this folder prints: so many a second."""
    command = [python, os.path.join(HERE, script), *arguments]
    return float(subprocess.run(command, check=True, capture_output=True, text=True, env=ENVIRONMENT).stdout)


def replay_rates(times: int) -> list[tuple[float, ...]]:
    """In each round atomic actions a second of the games of each title, and plies a second."""
    logs = [logs_of(title) for title in TITLES]
    other = peer()
    return [
        (*[rate(PYTHON, "replay_logs.py", "20", *each) for each in logs], rate(other, "peer_chess.py", "20", "20"))
        for _ in range(times)
    ]


def logs_of(title: str) -> list[str]:
    """The logs of the shipped games of a title."""
    paths = [os.path.join(GAMES, each, "log.yaml") for each in sorted(os.listdir(GAMES))]
    found = []
    for path in paths:
        with open(path, "rb") as file:
            if f"title: {title}\n".encode() in file.read(2048):
                found.append(path)
    return found


def main(times: int = 15) -> int:
    folder = tempfile.mkdtemp()
    try:
        cases, costs = command_costs(folder, times)
    finally:
        shutil.rmtree(folder)
    print("\n".join(table(cases, costs)), "\n")
    met = [is_lean(case, cost, costs[0]) for case, cost in zip(cases, costs, strict=True) if case.name in AT_MOST]
    met += replayed(replay_rates(max(times // 2, 3)))
    print("all met" if all(met) else "NOT MET")
    return 0 if all(met) else 1


def is_lean(case: Case, costs: list[Cost], floor: list[Cost]) -> bool:
    """Whether a command is quick enough, and a submit small enough; prints the measurements."""
    times, memory = ratio(costs, floor), max(cost.kib for cost in costs) / 1024
    small = f", {memory:.1f} of {MIB_AT_MOST:.0f} MiB" if case.name.startswith("submit") else ""
    print(f"{case.name}: {times:.1f}× of {AT_MOST[case.name]:.1f}× allowed{small}")
    return times <= AT_MOST[case.name] and (not small or memory <= MIB_AT_MOST)


def replayed(rates: list[tuple[float, ...]]) -> list[bool]:
    """For each title whether its games are replayed quickly enough."""
    plies = median(each[-1] for each in rates)
    met = []
    for at, title in enumerate(TITLES):
        part = median(each[at] / each[-1] for each in rates)
        actions = median(each[at] for each in rates)
        print(
            f"{title}: {actions:,.0f} atomic actions a second, {part:.3f} of {plies:,.0f} plies "
            f"({REPLAY_AT_LEAST[title]} wanted), {calls_an_action(read_logs(logs_of(title))):.0f} calls an action"
        )
        met.append(part >= REPLAY_AT_LEAST[title])
    return met


if __name__ == "__main__":
    sys.exit(main(*(int(each) for each in sys.argv[1:])))
