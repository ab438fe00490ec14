"""Random games of every title, checked by the verifier that shares no line with the referee."""

from pathlib import Path

import pytest
from verifying import ROOT, verdict

from referee import titles
from referee.store import chain
from referee.testkit.playouts import Playout, header_of, playout

SEEDS = range(40)
FOLDERS = {"magna-grecia": "magna_grecia", "attika": "attika"}


@pytest.fixture(autouse=True)
def both_titles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(titles.OURS, "attika", "referee.titles.attika")


def closed(game: Playout) -> bytes:
    """The log of a game with its closing entry."""
    log = game.log
    fields = {"entry": log.last + 1, "prev": log.head, "at": "2026-11-20T19:00:00Z", "kind": "close"}
    last = chain.document({**fields, "secret": game.secret.hex(), "state": log.entries[-1]["state"]})
    return log.raw + last


def said(game: Playout, folder: Path) -> str:
    """What the verifier says of a game; everything is right."""
    path = folder / "log.yaml"
    path.write_bytes(closed(game))
    code, told, wrong = verdict(folder, path, ROOT / "referee" / "titles" / FOLDERS[game.book.id])
    assert (code, wrong) == (0, "")
    return told


@pytest.mark.parametrize("title", FOLDERS)
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_random_games_are_verified(title: str, seed: int, tmp_path: Path) -> None:
    assert "all items that were shown follow from the seed: " in said(playout(title, seed), tmp_path)


def test_a_deck_that_was_shuffled_again_is_followed_from_the_payments(tmp_path: Path) -> None:
    book = titles.book("attika")
    seeds = [seed for seed in SEEDS if header_of(book, seed)["options"]["hands"] == "open"]
    again = (game for game in (playout("attika", seed) for seed in seeds) if b"deck/landscape/1/" in game.log.raw)
    assert "deck/landscape/0 60, deck/landscape/1 " in said(next(again), tmp_path)
