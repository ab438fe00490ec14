"""Logs of Stones, written move by move under any edition."""

from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from referee import titles
from referee.rules.folds import deal_result
from referee.rules.replay import fate_of
from referee.rules.rulebook import AnyRulebook
from referee.rules.ruling import Accepted, judge
from referee.store import chain, chance
from referee.testkit.playouts import EntryFate, log_with_entry

SECRET = bytes(range(32))
NORTH, SOUTH = "north", "south"
Turn = tuple[str, str, list[dict[str, str]]]
"""The kind of the entry, the seat, its actions."""


def take(seat: str, *stones: int) -> Turn:
    """A whole turn that takes so many stones, then so many more."""
    return "move", seat, [*({"take": str(each)} for each in stones), {"end": "turn"}]


def draw(seat: str) -> Turn:
    """The first part of a turn."""
    return "move", seat, [{"draw": "top"}]


def end(seat: str) -> Turn:
    """The last part of a turn."""
    return "move", seat, [{"end": "turn"}]


def miss(seat: str) -> Turn:
    return "missed", seat, []


def played(book: AnyRulebook, turns: list[Turn], *, closed: bool = True, options: Mapping[str, str] = {}) -> chain.Log:
    """The log of these turns under the edition of `book`: the deal is entry 1, the first turn entry 2."""
    header = {
        "format": chain.FORMAT,
        "game": "game",
        "title": book.id,
        "edition": str(book.edition.number),
        "options": dict(options),
        "seats": {NORTH: "Ann", SOUTH: "Bo"},
        "nonces": "none",
        "commitment": chance.commitment("game", SECRET),
        "prev": chain.NOTHING_BEFORE,
    }
    log = chain.parse(chain.document(header))
    drawn = fate_of(book, log, SECRET)
    fate = EntryFate(drawn)
    position, _ = deal_result(book, book.set_up.begin(book.header_with_options(log.header)), fate)
    log = log_with_entry(book, log, "deal", {}, fate, position)
    for kind, seat, actions in turns:
        fate, move = EntryFate(drawn), {"seat": seat, "actions": actions}
        ruling = judge(
            book.play, position, move if kind == "move" else {"seat": seat, **book.play.missed(position)}, fate
        )
        assert isinstance(ruling, Accepted), ruling
        fields = {"seat": seat, **book.play.record(position, move, ruling.events)}
        position = ruling.position
        log = log_with_entry(book, log, kind, fields, fate, position)
    return log_with_entry(book, log, "close", {"secret": SECRET.hex()}, EntryFate(drawn), position) if closed else log


def install(book: AnyRulebook, monkeypatch: pytest.MonkeyPatch) -> None:
    """The title as if its package were installed."""
    entry = SimpleNamespace(name=book.id, value="stones:book", load=lambda: book)
    monkeypatch.setattr(titles, "entry_points", lambda: {book.id: entry})


def write(folder: Path, log: chain.Log) -> str:
    """The folder of the game of a log."""
    folder.mkdir(parents=True)
    (folder / "log.yaml").write_bytes(log.raw)
    return str(folder)


def finding(log: chain.Log, folder: Path, editions: tuple[int, int] = (1, 2)) -> Any:
    """What `referee dev diff` finds about the game of a log."""
    from referee.app.editions.compare_games import ComparisonRequest, Run
    from referee.app.game_access import Table
    from referee.app.many.engines import EngineRequest
    from referee.settings import Settings

    settings = Settings(str(folder / "games"), str(folder / "private"), str(folder / "reports"))
    request = ComparisonRequest((write(folder / "logs" / "game", log),), editions, EngineRequest(1))
    return next(Run(Table(settings), request).steps())
