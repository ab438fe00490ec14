"""The archive: 1,000 games made into a site, against `referee verify` of the same; then once more without a change.

`python bench archive [GAMES]`. The games are played by the planning players, two each: one half is Magna Grecia on the
small board in eight rounds (18 entries), the other Attika (140). They are kept in bench/.games for the next time; the
first thousand take five minutes. After the whole site each half is measured alone. Ends with 1 when the whole site
misses a target.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from time import perf_counter
from typing import Any, NamedTuple

from referee.rules.ruling import suggest_move

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "tests", "contract"))

from rounds import ENVIRONMENT  # noqa: E402

from referee import titles  # noqa: E402
from referee.contract.playouts import EntryFate, fates, log_with_entry  # noqa: E402
from referee.rules.folds import deal_result  # noqa: E402
from referee.rules.ruling import Accepted, judge  # noqa: E402
from referee.store import chain, chance  # noqa: E402

GAMES = os.path.join(HERE, ".games")
REFEREE = os.path.join(os.path.dirname(sys.executable), "referee")
FASTEST, LONGEST = 40, 2
"""Games a second at least with two processes, and seconds at most when nothing changed."""
JOBS = 2
PLAYERS = ("Anna", "Bruno", "Chiara", "Dario", "Elena", "Fabio", "Gaia", "Hugo")
TITLES: dict[str, tuple[str | None, dict[str, str]]] = {
    "magna-grecia": ("bruttium", {"rounds": "8"}),
    "attika": (None, {}),
}


def header(title: str, number: int) -> dict[str, Any]:
    """The header of game `number`: two of the players, the seats in turn."""
    book, (board, chosen) = titles.book(title), TITLES[title]
    options = {each.name: chosen.get(each.name, each.values[0]) for each in book.options}
    seats = [
        seat for seat in book.seats if seat in (book.seats[number % 4], book.seats[(number + 1 + number // 4 % 3) % 4])
    ]
    names = PLAYERS[number % 8], PLAYERS[(number + 1 + number % 7) % 8]
    fields: dict[str, Any] = {"seats": dict(zip(seats, names, strict=True)), "options": options}
    id = f"{title}-{number:04}"
    return {
        "format": chain.FORMAT,
        "game": id,
        "title": title,
        "edition": book.edition.number,
        **fields,
        **book.furnished_fields({**fields, "board": board}),
        "nonces": "none",
        "commitment": chance.commitment(id, number.to_bytes(32, "big")),
        "prev": chain.NOTHING_BEFORE,
    }


def play(number: int) -> None:
    """Play game `number` to its end and close it, unless it is kept already."""
    title = list(TITLES)[number % len(TITLES)]
    head = header(title, number)
    path = os.path.join(GAMES, head["game"], "log.yaml")
    if os.path.exists(path):
        return
    raw = log_of(head, number)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path + ".new", "wb") as file:
        file.write(raw)
    os.replace(path + ".new", path)


def log_of(head: dict[str, Any], number: int) -> bytes:
    """The log of a whole game of the planning player against itself."""
    book, secret = titles.book(head["title"]), number.to_bytes(32, "big")
    untouched = fates(book, head, secret)
    fate = EntryFate(untouched())
    position, _ = deal_result(book, book.set_up.begin(head), fate)
    log = log_with_entry(book, chain.parse(chain.document(head)), "deal", {}, fate, position)
    left: Mapping[str, Any] | None = None
    while book.play.to_move(position):
        move, fate = left or suggest_move(book, position, number), EntryFate(untouched())
        ruling = judge(book.play, position, move, fate)
        if not isinstance(ruling, Accepted):  # what was revealed makes the rest of an order impossible
            left = None
            continue
        fields = {"seat": move["seat"], **book.play.record(position, move, ruling.events)}
        position, left = ruling.position, ruling.rest
        log = log_with_entry(book, log, "move", fields, fate, position)
    return log_with_entry(book, log, "close", {"secret": secret.hex()}, EntryFate(untouched()), position).raw


def ids(number: int) -> list[str]:
    """The names of so many games, after those are played that are not kept."""
    with ProcessPoolExecutor(JOBS) as pool:
        list(pool.map(play, range(number), chunksize=5))
    return [f"{list(TITLES)[each % len(TITLES)]}-{each:04}" for each in range(number)]


class Took(NamedTuple):
    """Seconds on the wall, and of all processors together."""

    wall: float
    cpu: float


def took(*words: str) -> Took:
    """The time that a command takes. Stops the benchmark if it fails."""
    begun, before = perf_counter(), os.times()
    done = subprocess.run([REFEREE, *words], env=ENVIRONMENT, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"referee {' '.join(words)}: {done.returncode}\n{done.stderr}")
    after = os.times()
    cpu = after.children_user - before.children_user + after.children_system - before.children_system
    return Took(perf_counter() - begun, cpu)


def main(number: int = 1000) -> int:
    every = ids(number)
    met = measured("all", every)
    for title in TITLES:
        measured(title, [id for id in every if id.startswith(title)])
    print("all met" if met else "NOT MET")
    return 0 if met else 1


def measured(name: str, games: list[str]) -> bool:
    """Whether the archive of these games is built quickly enough; prints the measurements."""
    folder, site, number = tempfile.mkdtemp(), tempfile.mkdtemp(), len(games)
    words = ["archive", site, "--games", folder, "--jobs", str(JOBS), "--url", "https://example.org/"]
    try:
        for id in games:
            shutil.copytree(os.path.join(GAMES, id), os.path.join(folder, id))
        verified, made, again = took("verify", folder), took(*words), took(*words)
        size = sum(os.path.getsize(os.path.join(at, name)) for at, _, names in os.walk(site) for name in names)
    finally:
        shutil.rmtree(folder)
        shutil.rmtree(site)
    print(f"{name}: {number} games, {size / 1024 / number:.0f} KiB of pages for each")
    print(f"  `referee verify`, one process: {told(verified)}, {number / verified.wall:.1f} games a second")
    print(f"  `referee archive`, {JOBS} processes: {told(made)}, {number / made.wall:.1f} a second ({FASTEST} wanted)")
    each = made.cpu / number
    print(
        f"  {each * 1000:.0f} ms of a processor for a game: {JOBS / each:.1f} a second on {JOBS} that do nothing else"
    )
    print(f"  of the processors the archive takes {made.cpu / verified.cpu:.2f} times as much as to verify")
    print(f"  once more, nothing changed: {told(again)} (at most {LONGEST} s)")
    return number / made.wall >= FASTEST and again.wall <= LONGEST


def told(cost: Took) -> str:
    return f"{cost.wall:.2f} s, {cost.cpu:.2f} s of processors"


if __name__ == "__main__":
    sys.exit(main(*(int(each) for each in sys.argv[1:])))
