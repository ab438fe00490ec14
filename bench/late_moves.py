"""Sample games as before a late, full turn, and the file of that turn: `late_moves.py FOLDER GAME …`."""

import sys
from collections.abc import Mapping
from pathlib import Path

from referee import reading
from referee.store import chain, private

GAMES = Path(__file__).resolve().parent.parent / "games"
ENTRIES = {"mezzogiorno-4": 44, "quadrilateral-4": 192}
"""Of the turns: two roads, a city and a market; a building and two cards."""


def write_game(folder: Path, game: str) -> None:
    log, entry = chain.parse((GAMES / game / "log.yaml").read_bytes()), ENTRIES[game]
    (folder / "games" / game).mkdir(parents=True)
    (folder / "games" / game / "log.yaml").write_bytes(b"".join(chain.raw_documents(log.raw)[:entry]))
    secret = next(each["secret"] for each in log.entries if each["kind"] == "close")
    private.create(str(folder / "private"), game, secret=bytes.fromhex(secret))
    played: Mapping[str, object] = log.entry(entry)
    fields = {key: played[key] for key in ("seat", "actions", "market") if key in played}
    (folder / f"{game}.yaml").write_text(reading.dump({"game": game, "after": entry - 1, **fields}), "utf-8")


if __name__ == "__main__":
    for each in sys.argv[2:]:
        write_game(Path(sys.argv[1]), each)
