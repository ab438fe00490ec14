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

ROOT = Path(__file__).parent.parent
STORED = Path(__file__).parent / "golden"
SHOWN = [(folder.name, part) for folder in sorted((ROOT / "games").iterdir()) if folder.is_dir() for part in range(5)]


@pytest.mark.parametrize(("game", "part"), SHOWN)
def test_report_is_the_stored_one(game: str, part: int) -> None:
    """After the deal, a quarter, a half and three quarters of the game, and at its end; for each seat in turn."""
    read = log.read(str(ROOT / "games" / game))
    book = titles.book(read.header["title"])
    number = max(1, read.last * part // 4)
    seats = list(read.header["seats"])
    seat = ["", *seats][part % (len(seats) + 1)]
    report = text.report(book.view(read.header, replay(book, read, upto=number), seat)) + "\n"
    path = STORED / f"{game}-{number}{'-' + seat if seat else ''}.txt"
    if os.environ.get("REFEREE_GOLDEN") == "write":
        path.parent.mkdir(exist_ok=True)
        path.write_text(report, encoding="utf-8")
    assert report == path.read_text(encoding="utf-8")
