"""Logs for the stand-alone verifier: it runs as for a user who has only a log and Python."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from referee.store import chance
from referee.store.chain import FORMAT, NOTHING_BEFORE, document
from referee.titles.attika.data import tiles
from referee.titles.attika.rules import setup

ROOT = Path(__file__).parent.parent
VERIFIER = ROOT / "tools" / "verify.py"
GREECE = ROOT / "referee" / "titles" / "magna_grecia" / "data"
ATTIKA = ROOT / "referee" / "titles" / "attika" / "data"
CITIES = ("athens", "corinth", "sparta", "thebes")
SECRET = bytes(range(32))
STATE = "5a" * 32


class Verdict(NamedTuple):
    code: int
    said: str
    wrong: str


def verdict(folder: Path, *arguments: str | Path) -> Verdict:
    """What the verifier says in an empty folder, without site packages and without the checkout."""
    alone, empty = folder / "alone", folder / "empty"
    alone.mkdir(exist_ok=True)
    empty.mkdir(exist_ok=True)
    shutil.copy(VERIFIER, alone)
    command = [sys.executable, "-I", "-S", str(alone / "verify.py"), *map(str, arguments)]
    done = subprocess.run(command, cwd=empty, capture_output=True, encoding="utf-8", env={"PATH": os.environ["PATH"]})
    return Verdict(done.returncode, done.stdout, done.stderr)


def parts(raw: bytes) -> list[bytes]:
    """The documents of a log."""
    return [b"---\n" + part for part in re.split(rb"^---\n", raw, flags=re.MULTILINE)[1:]]


def chained(entries: Iterable[Mapping[str, Any]]) -> bytes:
    """A log of these documents: numbers, seals and states are put in."""
    found: list[bytes] = []
    for number, fields in enumerate(entries):
        if number:
            found.append(document({"entry": number, "prev": sha256(found[-1]).hexdigest(), **fields, "state": STATE}))
        else:
            found.append(document({"format": FORMAT, **fields, "prev": NOTHING_BEFORE}))
    return b"".join(found)


class AttikaGame:
    """A game of Attika as it would be recorded, without its rules: what chance shows is taken from the piles."""

    def __init__(self, players: int = 2, nonces: Mapping[str, str] | None = None, **own: Any) -> None:
        seats = dict.fromkeys(CITIES[players - 1 :: -1], "somebody")
        options = {"hands": "open", "group_link": "any_own", "first_player": "drawn"}
        self.header: dict[str, Any] = {
            "game": "agora-1",
            "title": "attika",
            "edition": 1,
            **tiles.furnish({"seats": seats, "options": options}),
            **{what: {"own": each} for what, each in own.items()},
            "options": options,
            "seats": seats,
            "nonces": "wait" if nonces else "none",
            "commitment": chance.commitment("agora-1", SECRET),
        }
        self.seed = chance.final_seed("agora-1", SECRET, {seat: (nonces or {}).get(seat, "none") for seat in seats})
        self.entries: list[dict[str, Any]] = [
            {"kind": "nonce", "seat": seat, "nonce": nonce} for seat, nonce in (nonces or {}).items()
        ]

    def pile(self, name: str) -> list[str]:
        return setup.piles(self.header)[name](chance.Chance(self.seed))

    def shows(self, *places: str) -> dict[str, str]:
        """The items at places such as `tiles/0`."""
        split = [place.rpartition("/") for place in places]
        return {f"{pile}/{index}": self.pile(pile)[int(index)] for pile, _, index in split}

    def reshuffled(self, number: int, **paid: int) -> list[str]:
        """The cards that were paid, in the order of the shuffle with this number."""
        cards = [each for each in ("water", "forest", "hill", "mountain") for _ in range(paid.get(each, 0))]
        return chance.Chance(self.seed).shuffled_items(f"deck/landscape/{number}", cards)

    def deal(self, *places: str) -> None:
        self.entries.append({"kind": "deal", "shown": self.shows(*places)})

    def move(self, *actions: dict[str, Any], shown: Mapping[str, str] | None = None) -> None:
        seat = next(iter(self.header["seats"]))
        entry = {"kind": "move", "seat": seat, "actions": list(actions)}
        self.entries.append(entry | ({"shown": dict(shown)} if shown else {}))

    def raw(self, close: bool = True) -> bytes:
        closing = [{"kind": "close", "secret": SECRET.hex()}] if close else []
        return chained([self.header, *self.entries, *closing])
