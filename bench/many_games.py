"""Many finished games of both titles, no two of them alike: `many_games.py FOLDER NUMBER`.

Planning players play three hundred of them, two each: Magna Grecia on the small board in eight rounds (18 entries),
and Attika (140). They are kept in `bench/.games`. All get another message before the last entry.
"""

import sys
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, cast

from referee import titles
from referee.rules.folds import deal_result
from referee.rules.planner import suggest_move
from referee.rules.ruling import Accepted, judge
from referee.store import chain, chance
from referee.store.documents import Entry
from referee.testkit.playouts import EntryFate, fates, log_with_entry

KEPT = Path(__file__).resolve().parent / ".games"
MODELS = 300
PLAYERS = ("Anna", "Bruno", "Chiara", "Dario", "Elena", "Fabio", "Gaia", "Hugo")
TITLES: dict[str, tuple[str | None, dict[str, str]]] = {
    "magna-grecia": ("bruttium", {"rounds": "8"}),
    "attika": (None, {}),
}


def header(title: str, number: int) -> dict[str, Any]:
    """The header of game `number`: two of the players, the seats in turn."""
    book, (board, chosen) = titles.book(title), TITLES[title]
    chosen_seats = (book.seats[number % 4], book.seats[(number + 1 + number // 4 % 3) % 4])
    seats = [seat for seat in book.seats if seat in chosen_seats]
    names = PLAYERS[number % 8], PLAYERS[(number + 1 + number % 7) % 8]
    options = {each.name: chosen.get(each.name, each.values[0]) for each in book.options}
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


def played(number: int) -> bytes:
    """The log of a whole game of the planning player against itself; it is played once."""
    title = list(TITLES)[number % len(TITLES)]
    path = KEPT / f"{title}-{number:04}.yaml"
    if not path.exists():
        KEPT.mkdir(exist_ok=True)
        path.write_bytes(log_of(header(title, number), number))
    return path.read_bytes()


def log_of(head: dict[str, Any], number: int) -> bytes:
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


def with_message(raw: bytes, number: int) -> bytes:
    """A finished game with one more message before its last entry: the bytes of another log that is right."""
    before = chain.parse(raw[: raw.rfind(b"\n---\n") + 1])
    closing = dict(chain.parse(raw).documents[-1])
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


def main(folder: Path, number: int) -> None:
    with ProcessPoolExecutor(2) as pool:
        known = list(pool.map(played, range(MODELS)))
    for each in range(number):
        place = folder / f"game-{each:05}"
        place.mkdir(parents=True)
        (place / "log.yaml").write_bytes(with_message(known[each % MODELS], each))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
