"""How many entries a second do files and PostgreSQL record, by one writer and by many, and what does a command cost?

    python bench stores [ENTRIES] [ROUNDS]

A private server runs on this machine, with fsync; its data is on the same disk as the files. In every round
each store is measured in turn. Entries are recorded as `submit` records them, without judging a move: lock, read the
log, append, free. So the figures say what the stores cost, and not what the rules cost.
"""

import os
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter

from rounds import ENVIRONMENT, Case, rounds

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "proofs")]

from children import ended, started  # noqa: E402
from database_games import begin, submit  # noqa: E402
from database_servers import running_cluster  # noqa: E402

WRITERS = (1, 2, 8)
REFEREE = os.path.join(os.path.dirname(sys.executable), "referee")
PLAYERS = ("--player", "yellow=Anna", "--player", "red=Bruno")


def recorded(games: str, names: list[str], entries: int) -> int:
    for number in range(entries):
        submit(games, names[number % len(names)], f"{os.getpid()} {number}")
    return 0


def rate(games: str, writers: int, entries: int, of_one: bool) -> float:
    """Entries a second by so many writers, each in games of its own, or all `of_one` game."""
    names = [["one"] if of_one else [f"g{writer}-{number}" for number in range(4)] for writer in range(writers)]
    begin(games, sorted({name for each in names for name in each}))
    each = entries // writers
    began = perf_counter()
    children = [started(partial(recorded, games, mine, each)) for mine in names]
    assert [ended(child) for child in children] == [0] * writers
    return each * writers / (perf_counter() - began)


def print_rates(new_store: dict[str, Callable[[], str]], entries: int, times: int) -> None:
    print("| writers | games of their own: files | PostgreSQL | × files | one game: files | PostgreSQL | × files |")
    print("|---:|---:|---:|---:|---:|---:|---:|")
    for writers in WRITERS:
        line = []
        for of_one in (False, True):
            found = [
                [rate(place(), writers, entries // (2 if of_one else 1), of_one) for place in new_store.values()]
                for _ in range(times)
            ]
            files, database = (median(column) for column in zip(*found, strict=True))
            line += [f"{files:.0f}", f"{database:.0f}", f"{median(b / a for a, b in found):.2f}"]
        print(f"| {writers} | {' | '.join(line)} |")


def print_commands(folder: Path, address: str, times: int) -> None:
    """What one command costs: processor time of its process, and wall time, as ratios to the same on files."""
    cases = [*commands_on(folder / "files", []), *commands_on(folder / "database", ["--store", address])]
    columns = rounds(cases, times)
    half = len(cases) // 2
    print("\n| command | files: processor ms | PostgreSQL | × files | wall × files |\n|---|---:|---:|---:|---:|")
    for case, files, database in zip(cases[:half], columns[:half], columns[half:], strict=True):
        milliseconds = [1000 * median(cost.processor for cost in column) for column in (files, database)]
        ratio = median(b.processor / a.processor for a, b in zip(files, database, strict=True))
        wall = median(b.seconds / a.seconds for a, b in zip(files, database, strict=True))
        print(f"| `{case.name}` | {milliseconds[0]:.0f} | {milliseconds[1]:.0f} | {ratio:.2f} | {wall:.2f} |")


def commands_on(place: Path, store: list[str]) -> list[Case]:
    """Commands on one new game that only look."""
    place.mkdir()
    begun = Case("new", [REFEREE, *store, "new", "magna-grecia", "--id", "cup", *PLAYERS], str(place), lambda: None)
    rounds([begun], 0)
    looks = (["status"], ["show", "cup"], ["verify"])
    return [Case(each[0], [REFEREE, *store, *each], str(place), lambda: None) for each in looks]


def main() -> None:
    entries, times = (int(sys.argv[n]) if len(sys.argv) > n else usual for n, usual in ((1, 800), (2, 5)))
    ENVIRONMENT["REFEREE_CONFIG"] = os.devnull
    with tempfile.TemporaryDirectory() as here, running_cluster() as cluster:
        made = iter(range(10_000))

        def in_files() -> str:
            return str(Path(here) / f"games-{next(made)}")

        def in_database() -> str:
            return f"{cluster.address()}/games-{next(made)}"

        print_rates({"files": in_files, "PostgreSQL": in_database}, entries, times)
        print_commands(Path(here), cluster.address("other"), times)


if __name__ == "__main__":
    main()
