"""Side by side, on the same machine in the same rounds: python-chess, catanatron, boardgame.io, and the referee.

`python bench peers [ROUNDS]` prints a table in Markdown. Each peer is installed into a folder of its own at the first
run, python-chess and catanatron by pip, boardgame.io by npm, and runs in a process of its own.
"""

import json
import os
import platform
import re
import subprocess
import sys
import tempfile
import venv
from datetime import UTC, datetime
from statistics import median
from typing import Any, NamedTuple

from rounds import ENVIRONMENT
from speed import HERE, logs_of, peer

CATANATRON, BOARDGAME = "catanatron==3.2.1", "boardgame.io@0.50.2"
CATAN, NPM, HEX = (os.path.join(HERE, folder) for folder in (".peer-catanatron", ".peer-boardgame", ".peer-hex"))
PLUGIN = os.path.join(os.path.dirname(HERE), "examples", "plugin-hex")
PASSES = "10"
HEX_GAMES = 40

LOGS = "bytes of logs read, hash chain, form, rules, notation and the hash of the position after every entry checked"


class Contender(NamedTuple):
    """A program, how it is called, what it counts, and what it does with each of them."""

    name: str
    command: list[str]
    unit: str
    does: str
    path: dict[str, str]


def contenders(folder: str) -> list[Contender]:
    """All of them, installed; `folder` gets what they read."""
    games = write_hex_games(folder)
    hexes = sorted(os.path.join(folder, each) for each in os.listdir(folder) if each.endswith(".yaml"))
    chess, catan = [peer(), script("peer_chess.py"), PASSES, "20"], [catan_python(), script("peer_catanatron.py")]
    ours = [sys.executable, script("replay_logs.py"), PASSES]
    board = ["node", script("peer_boardgame.cjs"), PASSES, games]
    with_hex = {"PYTHONPATH": HEX}
    return [
        Contender("python-chess 1.11.2", chess, "plies", "PGN read, each move checked; board changed in place", {}),
        Contender("catanatron 3.2.1", [*catan, "3", "10"], "actions", CATAN_DOES, {}),
        Contender("boardgame.io 0.50.2, Hex", board, "moves", BOARD_DOES, {"NODE_PATH": node_modules()}),
        Contender("referee, Hex", [*ours, *hexes], "moves", LOGS, with_hex),
        Contender("referee, Magna Grecia", [*ours, *logs_of("magna-grecia")], "actions", LOGS, {}),
        Contender("referee, Attika", [*ours, *logs_of("attika")], "actions", LOGS, {}),
    ]


CATAN_DOES = "random games simulated, each action looked up among the legal ones; state changed in place; no log"
BOARD_DOES = "moves by the local client, checked by the same rules; immutable state; no hashes; compiled by V8"


def script(name: str) -> str:
    return os.path.join(HERE, name)


def catan_python() -> str:
    """The Python of an environment that has catanatron, made at the first call."""
    python = os.path.join(CATAN, "bin", "python")
    if not os.path.exists(python):
        venv.create(CATAN, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "-q", CATANATRON], check=True)
    return python


def node_modules() -> str:
    """The folder of boardgame.io, made at the first call."""
    if not os.path.exists(os.path.join(NPM, "node_modules", "boardgame.io")):
        quiet = ["--no-audit", "--no-fund", "--loglevel", "error"]
        subprocess.run(["npm", "install", "--prefix", NPM, *quiet, BOARDGAME], check=True)
    return os.path.join(NPM, "node_modules")


def plugin_folder() -> str:
    """A folder in which the example title is installed, so that the referee finds it, made at the first call."""
    if not os.path.exists(HEX):
        pip = [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-deps"]
        subprocess.run([*pip, "--no-build-isolation", "--target", HEX, PLUGIN], check=True)
    return HEX


def write_hex_games(folder: str) -> str:
    """Write seeded random games of Hex: their logs, and the same moves as JSON, whose path is the result."""
    sys.path.insert(0, plugin_folder())
    from referee.contract.playouts import playout

    games = []
    for seed in range(HEX_GAMES):
        log = playout("hex", seed).log
        with open(os.path.join(folder, f"{seed:02}.yaml"), "wb") as file:
            file.write(log.raw)
        options: Any = log.header.get("options") or {}
        games.append(
            {"size": int(options["size"]), "moves": [moved(each) for each in log.entries if "actions" in each]}
        )
    path = os.path.join(folder, "games.json")
    with open(path, "w", encoding="ascii") as out:
        json.dump(games, out)
    return path


def moved(entry: Any) -> tuple[str, int, int]:
    """The kind of a move of Hex, and its column and row from 0."""
    ((kind, at),) = entry["actions"][0].items()
    found = re.fullmatch("([A-Z])([0-9]+)", at)
    if not found:
        sys.exit(f"no hex of a board with at most 26 columns: {at}")
    return kind, ord(found[1]) - ord("A"), int(found[2]) - 1


def rate(each: Contender) -> float:
    """The number that it prints: so many a second."""
    done = subprocess.run(each.command, check=True, capture_output=True, text=True, env={**ENVIRONMENT, **each.path})
    return float(done.stdout)


def machine() -> str:
    """Date, processor and versions, as the table is introduced."""
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        model = re.search(r"model name\s*: (.*)", file.read())
    node = subprocess.run(["node", "--version"], check=True, capture_output=True, text=True).stdout.strip()
    cores, name = os.cpu_count(), model[1] if model else platform.machine()
    return f"{datetime.now(UTC):%Y-%m-%d}, {cores} cores ({name}), Python {platform.python_version()}, Node {node}"


def main(times: int = 5) -> int:
    with tempfile.TemporaryDirectory() as folder:
        every = contenders(folder)
        measured = [[rate(each) for each in every] for _ in range(times)]
    columns = list(zip(*measured, strict=True))
    print(f"{machine()}; median of {times} rounds, in time of the processor:\n")
    print("| | a second | × python-chess | what it does |\n|---|---:|---:|---|")
    for each, column in zip(every, columns, strict=True):
        part = median([one / chess for one, chess in zip(column, columns[0], strict=True)])
        print(f"| {each.name} | {median(column):,.0f} {each.unit} | {part:.3f} | {each.does} |")
    return 0


if __name__ == "__main__":
    sys.exit(main(*(int(each) for each in sys.argv[1:])))
