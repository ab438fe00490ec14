"""What checks of schemas cost: the referee's own engine against three libraries, on the entries of a shipped game.

`python bench schemas [ROUNDS]`. Each engine checks data that fits; the libraries get numbers and booleans as such,
which the referee's own engine makes of texts itself. The libraries are installed into a folder of their own.
"""

import json
import os
import subprocess
import sys
import venv
from statistics import median
from time import perf_counter

from rounds import ENVIRONMENT

from referee import reading
from referee.store import chain

HERE = os.path.dirname(os.path.abspath(__file__))
LOG = os.path.join(os.path.dirname(HERE), "games", "quadrilateral-4", "log.yaml")
MOVE = {"game": "cup", "after": "12", "seat": "athens", "actions": [{"draw": "main"}, {"build": "tower at 7ne"}]}
OWN = ("shape", "faults", "explain", "nearest_words")
"""The modules of the engine, with those that explain."""
PEER = os.path.join(HERE, ".peer-schemas")
MAKERS = {
    "jsonschema": "jsonschema.Draft202012Validator(schema).is_valid",
    "fastjsonschema": "fastjsonschema.compile(schema)",
    "jsonschema_rs": "jsonschema_rs.Draft202012Validator(schema).is_valid",
}
VERSIONS = ("jsonschema==4.26.0", "fastjsonschema==2.22.3", "jsonschema-rs==0.60.3")
WORKER = """
import json, sys
from time import perf_counter
jobs = json.load(sys.stdin)
start = perf_counter()
import {engine}
imported, made, checked = perf_counter() - start, [], []
for schema, values in jobs:
    start = perf_counter()
    check = {maker}
    made.append(perf_counter() - start)
    start = perf_counter()
    for value in values:
        assert check(value) is not False
    checked.append(perf_counter() - start)
print(json.dumps([imported, *made, *checked]))
"""
OWN_WORKER = """
import json, sys
from time import perf_counter
from referee.reading import schemas, shape
made, checked = [], []
for name, values in json.load(sys.stdin):
    schemas.schema(name)
    start = perf_counter()
    shape.checks(name)
    made.append(perf_counter() - start)
    start = perf_counter()
    for value in values:
        assert not shape.fit(value, name)[1]
    checked.append(perf_counter() - start)
print(json.dumps([*made, *checked]))
"""
HEADS = ("import", "made: log", "made: move", "1,000 entries", "a move")


def jobs() -> list[tuple[str, list[object]]]:
    """The name of each schema, and texts as they are read that fit it: 1,000 entries, and one move."""
    with open(LOG, "rb") as file:
        entries = [reading.document(part) for part in chain.raw_documents(file.read())[1:]]
    return [("log", (entries * 4)[:1000]), ("attika.move", [MOVE])]


def own_seconds(jobs: list[tuple[str, list[object]]]) -> list[float]:
    """What the referee's own engine takes, in a process of its own."""
    command = [sys.executable, "-X", "importtime", "-c", OWN_WORKER]
    ran = subprocess.run(command, input=json.dumps(jobs), capture_output=True, text=True, check=True, env=ENVIRONMENT)
    lines = [line.removeprefix("import time:").split("|") for line in ran.stderr.splitlines()]
    own = [int(self) for self, _, name in lines if name.strip() in [f"referee.reading.{each}" for each in OWN]]
    return [sum(own) / 1e6, *json.loads(ran.stdout)]


def library_seconds(engine: str, jobs: list[tuple[str, list[object]]]) -> list[float]:
    """The time of a library for the same, in a process of its own."""
    typed = [(reading.schema(name), [reading.fit(value, name)[0] for value in values]) for name, values in jobs]
    program = WORKER.format(engine=engine, maker=MAKERS[engine])
    command = [peer(), "-c", program]
    ran = subprocess.run(command, input=json.dumps(typed), capture_output=True, text=True, check=True, env=ENVIRONMENT)
    found: list[float] = json.loads(ran.stdout)
    return found


def peer() -> str:
    """The Python that has the libraries."""
    python = os.path.join(PEER, "bin", "python")
    if not os.path.exists(python):
        venv.create(PEER, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "-q", *VERSIONS], check=True, env=os.environ)
    return python


def main(rounds: int = 5) -> int:
    work, start = jobs(), perf_counter()
    peer()
    costs = {"own engine": [own_seconds(work) for _ in range(rounds)]}
    costs |= {engine: [library_seconds(engine, work) for _ in range(rounds)] for engine in MAKERS}
    print("| ms | " + " | ".join(HEADS) + " |\n|---|" + "---:|" * len(HEADS))
    for engine, found in costs.items():
        print(
            f"| {engine} | " + " | ".join(f"{median(column) * 1000:.2f}" for column in zip(*found, strict=True)) + " |"
        )
    print(f"{rounds} rounds, {perf_counter() - start:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main(*(int(each) for each in sys.argv[1:])))
