"""Golden reports: what the sample games look like after some entries, text for text.

A change of a single word or number of a report is seen here. When it is meant: `REFEREE_GOLDEN=write make test
TESTS=tests/test_golden.py`, and read the difference before committing it.
"""

import os
from pathlib import Path

import pytest

from referee import log, titles
from referee.replay import replay
from referee.report import text
from referee.rulebook import hides
from referee.view import MODERATOR

ROOT = Path(__file__).parent.parent
NAMES = {MODERATOR: "moderator"}
STORED = Path(__file__).parent / "golden"
PARTS = {"quadrilateral-4": (4,)}
"""The quarters after which a long game is shown; every other one after all."""
GAMES = [folder.name for folder in sorted((ROOT / "games").iterdir()) if folder.is_dir()]
SHOWN = [(game, part) for game in GAMES for part in PARTS.get(game, range(5))]


@pytest.mark.parametrize(("game", "part"), SHOWN)
def test_report_is_the_stored_one(game: str, part: int) -> None:
    """After the deal, a quarter, a half and three quarters of the game, and at its end; for each reader in turn."""
    read = log.read(str(ROOT / "games" / game))
    book = titles.book(read.header["title"]).under(read.header)
    number = max(1, read.last * part // 4)
    readers = ["", *read.header["seats"], *([MODERATOR] if hides(book, read.header) else [])]
    reader = readers[part % len(readers)]
    report = text.report(book.view(read.header, replay(book, read, upto=number), reader)) + "\n"
    path = STORED / f"{'-'.join(each for each in (game, str(number), NAMES.get(reader, reader)) if each)}.txt"
    if os.environ.get("REFEREE_GOLDEN") == "write":
        path.parent.mkdir(exist_ok=True)
        path.write_text(report, encoding="utf-8")
    assert report == path.read_text(encoding="utf-8")
