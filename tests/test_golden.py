"""Reports of the sample games: three whole ones text for text, and what only other moments show sentence by sentence.

A change of a single word or number of a report is seen here. When it is meant: `REFEREE_GOLDEN=write make test
TESTS=tests/test_golden.py`, and read the difference before committing it.

The three were chosen by measurement: together they speak 278 of the 328 templates that the reports of sixteen moments
(the deal, each quarter of four games, their ends) speak. `SENTENCES` has the other fifty.
"""

import os
from functools import cache
from pathlib import Path

import pytest

from referee import titles
from referee.report.text import text_report
from referee.rules.replay import Moment, replay
from referee.show.view import MODERATOR
from referee.store import log

ROOT = Path(__file__).parent.parent
STORED = Path(__file__).parent / "golden"
WHOLE = [("mezzogiorno-4", 12, "yellow"), ("bruttium-2", 18, "yellow"), ("rhombus-2", 29, "athens")]
"""The game, the entry after which it is shown, the reader: four players in play, a final scoring, a hand."""

SENTENCES = {
    ("bruttium-2", 1, ""): (
        "Entry 1: the deal. The oracles are on D2 Nerulum, F3 Pandosia,",
        "sell one (none of your unsold markets is active).",
    ),
    ("bruttium-2", 4, "yellow"): ("Milon (red) moves now. You (yellow) have already moved this round.",),
    ("bruttium-2", 9, "red"): ("Theano (yellow) moves now. You (red) move after yellow.",),
    ("mezzogiorno-4", 37, "brown"): (
        "Chiara builds a road at K7, n-se.",
        "no: has [MG-8.4] (red) active) only 3 points brown has 3 points.",
    ),
    ("mezzogiorno-4", 50, "red"): ("Entry 49: Dario (red) passed.", "Inactive, removed C3, D11 F14 B5 L7"),
    ("rhombus-2", 1, ""): (
        "Entry 1: the deal.",
        "Lysander moves first. Order of play: Lysander - Aspasia.",
        "The tiles T2, T4, T20, T19 are placed as 1 to 4, as in the layout rhombus-2.",
        "Aspasia is dealt 5 cards.",
        "Aspasia starts with quarry (main), ship (1), oracle (2), mill (3) on the storage board.",
        "as seen by everybody.",
        "Lysander (sparta) moves now.",
        "Draw (2) or build (3), but not both.",
    ),
    ("rhombus-2", 59, "sparta"): (
        "Return amphorae for a draw, a build or a card each (available: 1).",
        "hill 1 any 1 too few cards",
    ),
    ("rhombus-2", 88, "*"): (
        "as seen by the moderator.",
        "Build or store the stadium, which was drawn.",
        "stadium, next to the gymnasium: on 3s.",
        "tower 5ne, 5s free nothing",
    ),
    ("rhombus-2", 118, ""): (
        "Lysander draws from stack 3: road (draw 2 of 2; 1 left there).",
        "Lysander builds the road on 2sw",
        ", for free, next to the fortress.",
        "Lysander completed and connected the group defence and gets an amphora (13 amphorae left).",
        "Lysander has connected the shrines s1 and s2 and wins.",
        "sparta 18 of 30 s1 and s2 are connected",
    ),
    ("quadrilateral-4", 284, "thebes"): (
        "Part 1 of 2 of the board, from left to right:",
        "The game is over: Chiara (sparta) wins.",
        "Anna builds the statue on 10n (build 2 of 3): cost forest 1 mountain 1, symbols give forest 1; paid",
        "(1 of its symbols by two cards each)",
        "Bruno gives up the whole turn for 3 cards.",
        "Bruno returns an amphora for a card.",
        "Chiara has built all buildings and wins.",
        "thebes 25 of 30 no way on the board as it is",
        "city 9 of 10 9 of 10 10 of 10, apart rewarded",
    ),
}
"""The game, the entry, the reader (`*`: the moderator) → what the report says, its line ends aside."""


@cache
def moments(game: str) -> tuple[log.Log, list[Moment]]:
    read = log.read_log(str(ROOT / "games" / game))
    return read, replay(titles.book(read.header["title"]).under(read.header), read)


def report(game: str, entry: int, reader: str) -> str:
    read, positions = moments(game)
    book = titles.book(read.header["title"]).under(read.header)
    return text_report.report(book.show().view(read.header, positions[: entry + 1], reader)) + "\n"


@pytest.mark.parametrize(("game", "entry", "reader"), WHOLE)
def test_a_whole_report_is_the_stored_one(game: str, entry: int, reader: str) -> None:
    path, now = STORED / f"{game}-{entry}-{reader}.txt", report(game, entry, reader)
    if os.environ.get("REFEREE_GOLDEN") == "write":
        path.write_text(now, encoding="utf-8")
    assert now == path.read_text(encoding="utf-8")


def test_no_report_is_stored_that_no_test_reads() -> None:
    assert {f"{game}-{entry}-{reader}.txt" for game, entry, reader in WHOLE} == {each.name for each in STORED.iterdir()}


@pytest.mark.parametrize(("game", "entry", "reader"), SENTENCES)
def test_a_report_of_another_moment_says_what_it_has_to_say(game: str, entry: int, reader: str) -> None:
    assert reader in ("", MODERATOR) or reader in moments(game)[0].header["seats"]
    said = " ".join(report(game, entry, reader).split())
    assert [each for each in SENTENCES[game, entry, reader] if each not in said] == []
