"""`referee diff` over 10,000 games: how long two processes take, and how long for each game.

`python bench diff [GAMES] [DIFFERENT]`. DIFFERENT games (400) are played by the planning players as for the archive: of
two players each, one half Magna Grecia on the small board, 18 entries, and one half Attika, about 140 entries. They are
kept in bench/.games for the next time. Each is linked under several names until there are GAMES (10,000) logs. All are
of the edition that `bench archive` plays, and closed. Ends with 1 when the target is missed.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from time import perf_counter

from archive import GAMES, JOBS, REFEREE, Took, ids
from rounds import ENVIRONMENT

SECONDS_AT_MOST = 90
EDITIONS = ("--edition", "1", "--edition", "2")


def furnish(folder: str, games: int, different: int) -> list[int]:
    """Put so many logs into the folder: the number of entries of each."""
    sources = [os.path.join(GAMES, id, "log.yaml") for id in ids(different)]
    lengths = [entries(path) for path in sources]
    for number in range(games):
        place = os.path.join(folder, f"game-{number:05}")
        os.mkdir(place)
        os.link(sources[number % different], os.path.join(place, "log.yaml"))
    return [lengths[number % different] for number in range(games)]


def entries(path: str) -> int:
    with open(path, "rb") as file:
        return file.read().count(b"\nentry: ")


def compared(folder: str) -> tuple[Took, Counter[str]]:
    """What comparing all games takes, and how many there are of each kind."""
    begun, before = perf_counter(), os.times()
    words = [REFEREE, "diff", folder, *EDITIONS, "--jobs", str(JOBS), "--json"]
    done = subprocess.run(words, env=ENVIRONMENT, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(words)}: {done.returncode}\n{done.stdout[:1000]}{done.stderr}")
    wall, after = perf_counter() - begun, os.times()
    cpu = after.children_user - before.children_user + after.children_system - before.children_system
    return Took(wall, cpu), Counter(json.loads(done.stdout)["counts"])


def main(games: int = 10_000, different: int = 400) -> int:
    folder = tempfile.mkdtemp(dir=os.path.dirname(GAMES))  # links do not leave a disk
    try:
        lengths = furnish(folder, games, different)
        took, kinds = compared(folder)
    finally:
        shutil.rmtree(folder)
    print("\n".join(report(games, different, lengths, took, kinds)))
    return 0 if took.wall <= SECONDS_AT_MOST else 1


def report(games: int, different: int, lengths: list[int], took: Took, kinds: Counter[str]) -> Iterator[str]:
    yield f"{games} logs ({different} different games, {sum(lengths) / games:.0f} entries on average)"
    yield f"  {', '.join(f'{kind} {number}' for kind, number in kinds.items() if number)}"
    yield f"  {took.wall:.1f} s with {JOBS} processes ({SECONDS_AT_MOST} allowed), {games / took.wall:.0f} a second"
    yield f"  {took.cpu:.1f} s of processors, {took.cpu / games * 1000:.1f} ms for a game:"
    yield f"  {took.cpu / JOBS:.0f} s on {JOBS} that do nothing else"
    yield "all met" if took.wall <= SECONDS_AT_MOST else "NOT MET"


if __name__ == "__main__":
    sys.exit(main(*(int(each) for each in sys.argv[1:])))
