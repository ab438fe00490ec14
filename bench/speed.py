"""Speed: a submitted turn 48 against `python -c pass`, and the replay of whole games against python-chess's PGN reader.

`python bench speed [ROUNDS]`. Every figure is a ratio of what ran in the same round; a missed target ends with exit
code 1. python-chess is installed into a folder of its own, since it is only compared with.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import venv
from statistics import median

from rounds import ENVIRONMENT, Case, Cost, ratio, rounds, table

from referee import chain, private, source

HERE = os.path.dirname(os.path.abspath(__file__))
GAMES = os.path.join(os.path.dirname(HERE), "games")
GAME = "mezzogiorno-4"
TURN = 48
PEER = os.path.join(HERE, ".peer")
PYTHON = sys.executable
REFEREE = os.path.join(os.path.dirname(PYTHON), "referee")

SUBMIT_AT_MOST = 20
"""times `python -c pass`: process start to exit, log on disk for good and HTML written"""
REPLAY_AT_LEAST = 0.25
"""atomic actions a second, as a part of the plies a second of python-chess"""
MIB_AT_MOST = 50
"""memory of a submit"""


def stage(folder: str) -> tuple[str, str]:
    """A folder in which turn 48 of the sample game is due: the log before it, and the file of the move."""
    with open(os.path.join(GAMES, GAME, "log.yaml"), "rb") as file:
        whole = chain.parse(file.read())
    turn = TURN + 1  # entry 1 is the deal
    before = b"".join(chain.pieces(whole.raw)[:turn])
    log = os.path.join(folder, "games", GAME, "log.yaml")
    os.makedirs(os.path.dirname(log))
    write(log, before)
    secret = next(entry["secret"] for entry in whole.entries if entry["kind"] == "close")
    private.create(os.path.join(folder, "private"), GAME, secret=bytes.fromhex(secret))
    entry = whole.documents[turn]
    move = {
        "game": GAME,
        "after": turn - 1,
        **{key: entry[key] for key in ("seat", "actions", "market") if key in entry},
    }
    path = os.path.join(folder, "move.yaml")
    write(path, source.dump(move).encode())
    return log, path


def write(path: str, raw: bytes) -> None:
    with open(path, "wb") as file:
        file.write(raw)


def submit_costs(folder: str, times: int) -> tuple[list[Case], list[list[Cost]]]:
    """What commands cost, the floor first; the log is put back before each run."""
    log, move = stage(folder)
    with open(log, "rb") as file:
        before = file.read()
    wrong = os.path.join(folder, "wrong.yaml")
    write(wrong, f"game: {GAME}\nafter: {TURN}\nseat: nobody\n".encode())
    cases = [
        Case("`python -c pass` (the floor)", [PYTHON, "-c", "pass"], folder, lambda: None),
        Case("`import typer, yaml, jinja2`", [PYTHON, "-c", "import typer, yaml, jinja2"], folder, lambda: None),
        Case("`referee submit`, turn 48", [REFEREE, "submit", move], folder, lambda: write(log, before)),
        Case("`referee check`, the same move", [REFEREE, "check", move], folder, lambda: write(log, before)),
        Case("`referee submit`, refused", [REFEREE, "submit", wrong], folder, lambda: write(log, before), 65),
        Case("`referee show`, text", [REFEREE, "show", GAME], folder, lambda: None),
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
    """What a script of this folder prints: so many a second."""
    command = [python, os.path.join(HERE, script), *arguments]
    return float(subprocess.run(command, check=True, capture_output=True, text=True, env=ENVIRONMENT).stdout)


def replay_rates(times: int) -> list[tuple[float, float]]:
    """In each round atomic actions a second and plies a second."""
    logs = [os.path.join(GAMES, each, "log.yaml") for each in sorted(os.listdir(GAMES))]
    logs = [path for path in logs if os.path.exists(path)]
    other = peer()
    return [(rate(PYTHON, "replay_logs.py", "20", *logs), rate(other, "peer_chess.py", "20")) for _ in range(times)]


def main(times: int = 15) -> int:
    folder = tempfile.mkdtemp()
    try:
        cases, costs = submit_costs(folder, times)
    finally:
        shutil.rmtree(folder)
    print("\n".join(table(cases, costs)))
    rates = replay_rates(max(times // 2, 3))
    ours, theirs = (median(column) for column in zip(*rates, strict=True))
    replayed = median(mine / other for mine, other in rates)
    print(
        f"\nreplay: {ours:,.0f} atomic actions a second; python-chess: {theirs:,.0f} plies a second; "
        f"ratio {replayed:.3f}"
    )
    submitted, memory = ratio(costs[2], costs[0]), max(cost.kib for cost in costs[2]) / 1024
    met = (submitted <= SUBMIT_AT_MOST, replayed >= REPLAY_AT_LEAST, memory <= MIB_AT_MOST)
    print(
        f"submit {submitted:.1f}× of {SUBMIT_AT_MOST}× allowed, replay {replayed:.3f} of {REPLAY_AT_LEAST} wanted, "
        f"memory {memory:.0f} of {MIB_AT_MOST} MiB: {'all met' if all(met) else 'NOT MET'}"
    )
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main(*(int(each) for each in sys.argv[1:])))
