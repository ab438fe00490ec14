"""What `status`, `remind` and `send --dry-run` take a game, closed or running, by the number of games.

`python bench status [ROUNDS]`. Each command runs once, which keeps what it finds out about each game, and then ROUNDS
times: the slope of these is the figure. Processor time. Running games are Magna Grecia after 12 and 48 entries, under
many names, and games of both titles that planning players play (kept in bench/.games for the next time; they take a
minute). Of a full game of each title a look is measured in one process. Ends with 1 when a target is missed.
"""

import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import cache
from hashlib import sha256
from statistics import median
from time import process_time, sleep
from typing import Any, NamedTuple

from archive import GAMES, log_of
from rounds import ENVIRONMENT, Case, run

from referee import titles
from referee.app.game_access import Table
from referee.app.look import status as standings
from referee.app.look.summaries import Summaries
from referee.settings import Settings
from referee.store import chain, chance, private

HERE = os.path.dirname(os.path.abspath(__file__))
SAMPLES = os.path.join(os.path.dirname(HERE), "games")
PYTHON = sys.executable
REFEREE = os.path.join(os.path.dirname(PYTHON), "referee")
FULL = ("mezzogiorno-4", "quadrilateral-4")
FRESH = 2.1
"""Seconds until the files of a closed game are old enough to be trusted."""
TOML = b'[mail]\nfrom = "Referee <referee@example.org>"\n'
FEWEST, SPREAD = 20, 41
"""Entries of a running game: 20 to 60."""
TITLES = ("magna-grecia", "attika")
FINISHED = ("bruttium-2", "mezzogiorno-4")
"""The sample games that the closed games are made of: 18 and 50 entries. Hidden hands do not survive another name."""
CLOCK = {"allowance": "9d", "grace": "24h", "weekends": "count", "zone": "Europe/Rome", "missed": "wait"}
NOW = "2026-11-21T12:30:00Z"
"""Half an hour after the entries of the running games: nothing is due, and the referee was not away."""
ENVIRONMENT["REFEREE_NOW"] = NOW


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


@cache
def sample(name: str) -> chain.Log:
    return chain.parse(read(os.path.join(SAMPLES, name, "log.yaml")))


def renamed(found: chain.Log, id: str) -> tuple[chain.Log, bytes]:
    """A closed sample game under another name, sealed again; and its secret."""
    told = bytes.fromhex(found.entries[-1]["secret"])
    first = {**found.header, "game": id, "commitment": chance.commitment(id, told), "clock": CLOCK}
    parts = [chain.document(first)]
    for old, part in zip(found.heads, chain.raw_documents(found.raw)[1:], strict=False):
        parts.append(part.replace(old.encode(), sha256(parts[-1]).hexdigest().encode()))
    return chain.parse(b"".join(parts)), told


def place(folder: str, log: chain.Log, secret: bytes, *, is_sent: bool) -> None:
    """A game by e-mail: its log, its private part, and the marks of what was sent if everything is."""
    id, seats = log.header["game"], log.header["seats"]
    games, sent = os.path.join(folder, "games", id), os.path.join(folder, "private", id, "sent")
    os.makedirs(games)
    os.makedirs(sent)
    write(os.path.join(games, "log.yaml"), log.raw)
    kept = private.Private(secret, secret, {seat: f"{seat}@example.org" for seat in seats}, {})
    write(os.path.join(folder, "private", f"{id}.yaml"), private.content(id, kept))
    for seat in seats if is_sent else ():
        write(os.path.join(sent, seat), f"{log.last} {log.head}\n".encode())


class Kind(NamedTuple):
    """Games of one kind: how they are put into a folder, in which numbers, and how long one may take at most."""

    name: str
    sizes: Sequence[int]
    put: Callable[[str, int], None]
    milliseconds: float


def put_running(entries: int) -> Callable[[str, int], None]:
    """A game of Magna Grecia after so many entries, under another name; nobody was sent anything."""

    def put(folder: str, number: int) -> None:
        found, told = renamed(sample("mezzogiorno-4"), f"running-{number:05}")
        place(folder, chain.parse(b"".join(chain.raw_documents(found.raw)[: entries + 1])), told, is_sent=False)

    return put


def put_closed(folder: str, number: int) -> None:
    place(folder, *renamed(sample(FINISHED[number % len(FINISHED)]), f"closed-{number:05}"), is_sent=True)


def put_planned(folder: str, number: int) -> None:
    """A game that planning players have played, half of them Attika."""
    play(number)
    place(folder, chain.parse(read(kept(number))), secret(number), is_sent=False)


KINDS = (
    Kind("closed", (10, 1000, 4000), put_closed, 0.05),
    Kind("running, 12 entries", (10, 1000, 4000), put_running(12), 1),
    Kind("running, 48 entries, a full board", (10, 250, 1000), put_running(48), 1),
    Kind("running, both titles, 20 to 60 entries", (10, 60), put_planned, 1),
)
COMMANDS = (["status"], ["remind"], ["send", "--dry-run"])


def measure(kind: Kind, times: int) -> bool:
    """Print what each command takes a game of this kind; whether that is little enough."""
    spent: dict[tuple[str, int], tuple[float, float]] = {}
    for size in kind.sizes:
        with tempfile.TemporaryDirectory() as folder:
            write(os.path.join(folder, "referee.toml"), TOML)
            for number in range(size):
                kind.put(folder, number)
            sleep(FRESH)
            for words in COMMANDS:
                case = Case(" ".join(words), [REFEREE, *words], folder, lambda: None)
                first = run(case).processor
                spent[case.name, size] = first, median(run(case).processor for _ in range(times))
    met = [slope(kind, " ".join(words), spent) for words in COMMANDS]
    return all(met)


def slope(kind: Kind, command: str, spent: dict[tuple[str, int], tuple[float, float]]) -> bool:
    fewer, more = kind.sizes[-2:]
    first, later = (1000 * (spent[command, more][n] - spent[command, fewer][n]) / (more - fewer) for n in (0, 1))
    seconds = ", ".join(f"{spent[command, size][1]:.2f}" for size in kind.sizes)
    print(f"| {kind.name} | `{command}` | {seconds} | {later:.3f} | {kind.milliseconds} | {first:.2f} |", flush=True)
    return later <= kind.milliseconds


def measure_full_game(name: str) -> bool:
    """Print what a look at a full game takes in one process, kept and replayed; whether that is little enough."""
    found = sample(name)
    cut = chain.parse(b"".join(chain.raw_documents(found.raw)[:-1]))
    with tempfile.TemporaryDirectory() as folder:
        place(folder, cut, bytes.fromhex(found.entries[-1]["secret"]), is_sent=False)
        table = Table(Settings(os.path.join(folder, "games"), os.path.join(folder, "private")), NOW)
        replayed = least_time(lambda: standings.judged_game(table, name), 5)
        standings.standings(table)
        look = least_time(lambda: standings.known_standing(table, name, Summaries(table, "status")), 50)
    print(f"{name}, {cut.last} entries: {look:.2f} ms, with reading the summaries; replayed {replayed:.1f} ms")
    return look <= 1


def least_time(deed: Callable[[], object], times: int) -> float:
    """Milliseconds of the processor, at best."""
    found = []
    for _ in range(times):
        begun = process_time()
        deed()
        found.append(1000 * (process_time() - begun))
    return min(found)


def main(times: int = 5) -> int:
    print("| games | command | seconds of a processor, by number of games | ms a game | at most | ms the first time |")
    print("|---|---|---|---:|---:|---:|")
    met = [*(measure(kind, times) for kind in KINDS), *map(measure_full_game, FULL)]
    print("all met" if all(met) else "NOT MET")
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main(*(int(each) for each in sys.argv[1:])))
