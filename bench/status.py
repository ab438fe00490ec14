"""`status` and `remind` with 10,000 closed and 200 running games, against reading the bytes of all their logs once.

`python bench status [CLOSED] [RUNNING] [ROUNDS]`. The running games are played by the planning players, half of them
Magna Grecia and half Attika, four players each, and stop after 20 to 60 entries. They are kept in bench/.games for the
next time; the first 200 take two minutes. The closed games are two of the sample games under other names, sealed again.
All have a clock, and addresses to which everything was sent. Ends with 1 when a target is missed.
"""

import os
import shutil
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from hashlib import sha256
from statistics import median
from typing import Any

from archive import GAMES, JOBS, log_of
from rounds import ENVIRONMENT, Case, Cost, rounds, table

from referee import titles
from referee.store import chain, chance, private

HERE = os.path.dirname(os.path.abspath(__file__))
SAMPLES = os.path.join(os.path.dirname(HERE), "games")
PYTHON = sys.executable
REFEREE = os.path.join(os.path.dirname(PYTHON), "referee")
SECONDS_AT_MOST = 3
FEWEST, SPREAD = 20, 41
"""Entries of a running game: 20 to 60."""
TITLES = ("magna-grecia", "attika")
FINISHED = ("bruttium-2", "mezzogiorno-4")
"""The sample games that the closed games are made of: 18 and 50 entries. Hidden hands do not survive another name."""
CLOCK = {"allowance": "9d", "grace": "24h", "weekends": "count", "zone": "Europe/Rome", "missed": "wait"}
NOW = "2026-11-21T12:30:00Z"
"""Half an hour after the entries of the running games: nothing is due, and the referee was not away."""
ENVIRONMENT["REFEREE_NOW"] = NOW

READ_ALL = """
import os, sys
for game in os.listdir("games"):
    with open(os.path.join("games", game, "log.yaml"), "rb") as file:
        file.read()
"""


def header(number: int) -> dict[str, Any]:
    """The header of running game `number`."""
    title = TITLES[number % 2]
    book, id = titles.book(title), f"running-{number:03}"
    options = {each.name: each.values[0] for each in book.options}
    fields: dict[str, Any] = {"seats": dict(zip(book.seats, ("Anna", "Bruno", "Chiara", "Dario"), strict=True))}
    fields["options"] = options
    return {
        "format": chain.FORMAT,
        "game": id,
        "title": title,
        "edition": book.edition.number,
        **fields,
        **book.furnished_fields({**fields, "board": None}),
        "nonces": "none",
        "clock": CLOCK,
        "commitment": chance.commitment(id, secret(number)),
        "prev": chain.NOTHING_BEFORE,
    }


def secret(number: int) -> bytes:
    return number.to_bytes(32, "big")


def play(number: int) -> None:
    """Play running game `number`, unless it is kept already."""
    path = kept(number)
    if os.path.exists(path):
        return
    parts = chain.raw_documents(log_of(header(number), number))
    os.makedirs(os.path.dirname(path), exist_ok=True)
    write(path, b"".join(parts[: min(FEWEST + 1 + number % SPREAD, len(parts) - 2)]))


def kept(number: int) -> str:
    return os.path.join(GAMES, f"running-{number:03}", "log.yaml")


def read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def write(path: str, raw: bytes) -> None:
    with open(path, "wb") as file:
        file.write(raw)


def begin(folder: str, number: int) -> None:
    """Put running game `number` into the folder."""
    place(folder, chain.parse(read(kept(number))), secret(number))


def finish(folder: str, sample: chain.Log, id: str) -> None:
    """Put a sample game into the folder as a closed game of another name, sealed again."""
    told = bytes.fromhex(sample.entries[-1]["secret"])
    first = {**sample.header, "game": id, "commitment": chance.commitment(id, told), "clock": CLOCK}
    parts = [chain.document(first)]
    for old, part in zip(sample.heads, chain.raw_documents(sample.raw)[1:], strict=False):
        parts.append(part.replace(old.encode(), sha256(parts[-1]).hexdigest().encode()))
    place(folder, chain.parse(b"".join(parts)), told)


def place(folder: str, log: chain.Log, secret: bytes) -> None:
    """A game by e-mail, all of whose e-mails are sent: its log, its private part and the marks of what was sent."""
    id, seats = log.header["game"], log.header["seats"]
    games, sent = os.path.join(folder, "games", id), os.path.join(folder, "private", id, "sent")
    os.makedirs(games)
    os.makedirs(sent)
    write(os.path.join(games, "log.yaml"), log.raw)
    kept = private.Private(secret, secret, {seat: f"{seat}@example.org" for seat in seats}, {})
    write(os.path.join(folder, "private", f"{id}.yaml"), private.content(id, kept))
    for seat in seats:
        write(os.path.join(sent, seat), f"{log.last} {log.head}\n".encode())


def furnish(folder: str, closed: int, running: int) -> None:
    with ProcessPoolExecutor(JOBS) as pool:
        list(pool.map(play, range(running), chunksize=5))
    for number in range(running):
        begin(folder, number)
    samples = [chain.parse(read(os.path.join(SAMPLES, each, "log.yaml"))) for each in FINISHED]
    for number in range(closed):
        finish(folder, samples[number % len(samples)], f"closed-{number:05}")


def main(closed: int = 10_000, running: int = 200, times: int = 5) -> int:
    folder = tempfile.mkdtemp()
    try:
        furnish(folder, closed, running)
        cases = [
            Case("`python -c pass` (the floor)", [PYTHON, "-c", "pass"], folder, lambda: None),
            Case("the bytes of all logs, read once", [PYTHON, "-c", READ_ALL], folder, lambda: None),
            Case("`referee status`", [REFEREE, "status"], folder, lambda: None),
            Case("`referee status --json`", [REFEREE, "status", "--json"], folder, lambda: None),
            Case("`referee remind`, nothing is due", [REFEREE, "remind"], folder, lambda: None),
        ]
        costs = rounds(cases, times)
    finally:
        shutil.rmtree(folder)
    print(f"{closed} closed games, {running} running")
    print("\n".join(table(cases, costs)), "\n")
    met = [quick(case, cost, costs[1]) for case, cost in zip(cases, costs, strict=True) if "referee" in case.name]
    print("all met" if all(met) else "NOT MET")
    return 0 if all(met) else 1


def quick(case: Case, costs: list[Cost], reading: list[Cost]) -> bool:
    """Whether a command takes little enough processor time; prints the measurements."""
    spent, wall = median(cost.processor for cost in costs), median(cost.seconds for cost in costs)
    times = median(cost.processor / least.processor for cost, least in zip(costs, reading, strict=True))
    print(f"{case.name}: {spent:.2f} s of a processor ({SECONDS_AT_MOST} allowed), {wall:.2f} s on the wall;")
    print(f"  {times:.1f} times what it takes to read all logs")
    return spent <= SECONDS_AT_MOST


if __name__ == "__main__":
    sys.exit(main(*(int(each) for each in sys.argv[1:])))
