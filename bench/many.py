"""Many games: `referee verify` of 100, 1,000 and 10,000, and once more without a change.

    python bench many [JOBS] [NUMBER …]

The games are 50 finished ones of both titles (bench/archive.py plays them once), each told again with another message
before its last entry: so no two logs are alike, and each is verified whole. Printed are seconds on the wall and of all
processors, milliseconds of a processor a game, and the largest memory of the first process and of any other. Ends with
1 when 10,000 games miss a target.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from time import perf_counter
from typing import NamedTuple, cast

import archive as played
from rounds import ENVIRONMENT

from referee.store import chain
from referee.store.documents import Entry

MODELS = 50
NUMBERS = (100, 1_000, 10_000)
LONGEST, AGAIN = 40.0, 1.0
"""Seconds for 10,000 games on two processors that do nothing else, and for 10,000 unchanged ones."""
GROWTH = 1.25
"""The memory of 10,000 games, as a multiple of that of 1,000, at most."""
MIB = 1024


class Cost(NamedTuple):
    """Seconds on the wall and of all processors; KiB of the first process and of the largest of the others."""

    wall: float
    processor: float
    first: int
    others: int


Model = tuple[chain.Log, dict[str, object]]
"""A game without its last entry, and that entry."""


def models() -> list[Model]:
    return [model(os.path.join(played.GAMES, id, "log.yaml")) for id in played.ids(MODELS)]


def model(path: str) -> Model:
    with open(path, "rb") as file:
        raw = file.read()
    return chain.parse(raw[: raw.rfind(b"\n---\n") + 1]), dict(chain.parse(raw).documents[-1])


def told_again(before: chain.Log, closing: dict[str, object], number: int) -> bytes:
    """A finished game with one more message before its last entry: the bytes of another log that is right."""
    message = {
        "entry": before.last + 1,
        "prev": before.head,
        "at": before.entries[-1]["at"],
        "kind": "talk",
        "seat": next(iter(before.header["seats"])),
        "say": f"Thank you for game {number}!",
        "state": closing["state"],
    }
    longer = chain.log_with_document(before, chain.document(cast(Entry, message)))
    last = {**closing, "entry": longer.last + 1, "prev": longer.head}
    return chain.log_with_document(longer, chain.document(cast(Entry, last))).raw


def write_games(folder: str, number: int, known: list[Model]) -> Iterator[str]:
    """Write so many games into a folder; yields the folder of each."""
    for each in range(number):
        place = os.path.join(folder, f"game-{each:05}")
        os.makedirs(place)
        with open(os.path.join(place, "log.yaml"), "wb") as file:
            file.write(told_again(*known[each % len(known)], each))
        yield place


MEASURED = """
import json, os, resource, sys
from referee import cli
code = cli.code(sys.argv[1:])
usage = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
sys.stderr.write(json.dumps([[each.ru_utime + each.ru_stime, each.ru_maxrss] for each in usage]))
sys.exit(code)
"""


def measure(*words: str) -> Cost:
    """Run a command once. Stops the benchmark if it fails."""
    begun = perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, *words], env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    wall = perf_counter() - begun
    if done.returncode:
        sys.exit(f"referee {' '.join(words)}: {done.returncode}\n{done.stderr.decode()}")
    (first, own), (others, largest) = json.loads(done.stderr.splitlines()[-1])
    return Cost(wall, first + others, own, largest)


def line(name: str, number: int, cost: Cost) -> str:
    each = 1000 * cost.processor / number
    memory = f"{cost.first / MIB:.0f} | {cost.others / MIB:.0f}"
    return f"| {name} | {number:,} | {cost.wall:.2f} | {cost.processor:.2f} | {each:.2f} | {memory} |"


def main(jobs: int = 2, *numbers: int) -> int:
    known, costs = models(), dict[int, tuple[Cost, Cost]]()
    print("| | games | s | s of processors | ms a game | MiB | MiB, others |\n|---|---:|---:|---:|---:|---:|---:|")
    for number in numbers or NUMBERS:
        folder = tempfile.mkdtemp(dir=os.environ.get("TMPDIR"))
        try:
            for _ in write_games(os.path.join(folder, "games"), number, known):
                pass
            words = ["verify", f"{folder}/games", "--jobs", str(jobs), "--manifest", f"{folder}/known.sqlite"]
            costs[number] = measure(*words), measure(*words)
        finally:
            shutil.rmtree(folder)
        print(line("verify", number, costs[number][0]))
        print(line("unchanged", number, costs[number][1]), flush=True)
    return 0 if all(is_met(*each) for each in costs.items()) and is_flat(costs) else 1


def is_met(number: int, costs: tuple[Cost, Cost]) -> bool:
    """By time of the processors: what else the machine does makes no difference then."""
    first, again = costs
    part = number / NUMBERS[-1]
    return number < NUMBERS[-1] or (first.processor / 2 <= LONGEST * part and again.processor <= AGAIN * part)


def is_flat(costs: dict[int, tuple[Cost, Cost]]) -> bool:
    pairs = [costs[each][0] for each in NUMBERS[1:] if each in costs]
    return len(pairs) < 2 or max(pairs[1].first / pairs[0].first, pairs[1].others / pairs[0].others) <= GROWTH


if __name__ == "__main__":
    sys.exit(main(*(int(each) for each in sys.argv[1:])))
