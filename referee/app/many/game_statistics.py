"""The statistics of an archive without an archive: `referee archive stats`."""

import os
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from referee.app.archive.game_summary import Summary, summary
from referee.app.game_access import Table, game_of, second_log
from referee.app.look.game_views import end_of_game
from referee.app.many.batches import Known
from referee.app.many.engines import EngineRequest, results
from referee.app.verify.sent_logs import SentLog, game_named, log_bytes, sent_log, targets
from referee.rules.replay import Moment
from referee.store import disk
from referee.words import Phrase, say

FEW = 40
"""Fewer games than this are summed up in one process."""
ENDED = say(
    "A process that summed up games was stopped from outside, perhaps because memory ran out. "
    "Run the command again, or use fewer --jobs."
)


class GameSummary(NamedTuple):
    """A game in brief; or why its log is faulty."""

    folder: str
    summary: Summary | None
    says: Phrase | None = None
    game: str = ""


class StatisticsRun:
    """One run: `steps` sums up one game after the other."""

    def __init__(self, table: Table, games: Sequence[str], engine: EngineRequest) -> None:
        """Raises Missing."""
        public = table.settings._replace(private=os.devnull)
        self.table, self.engine = Table(public, table.time()), engine
        found = targets(table, list(games))
        self.folders = sorted(found, key=lambda each: game_named(each) not in ("", os.path.basename(each)))

    def steps(self) -> Iterator[GameSummary]:
        """Raises Misconfigured, `log.Busy`."""
        first = dict[str, str]()
        for each in results(game_summary, map(self.thing, self.folders), len(self.folders), self.engine, ENDED, FEW):
            before = first.setdefault(each.game, each.folder) if each.game else each.folder
            is_first = before == each.folder
            yield each if is_first else GameSummary(each.folder, None, second_log(each.folder, each.game, before))

    def thing(self, folder: str) -> SentLog | Known[GameSummary]:
        try:
            sent = sent_log(self.table, folder, log_bytes(folder))
        except disk.Unreadable as error:
            return Known(GameSummary(folder, None, error.says))
        assert sent is not None  # no private part is known here
        return sent


def game_summary(sent: SentLog) -> GameSummary:
    """Verify a log and sum it up, from what everybody may see."""
    moments: list[Moment] = []
    verdict = sent.verdict(sent.table(), moments.append)
    if not verdict.good:
        return GameSummary(sent.folder, None, verdict.says)
    game = game_of(verdict.game, sent.folder, sent.parse(), moments)
    sealed = len(moments) <= game.log.last
    chance = str(verdict.says if sealed else verdict.chance or verdict.says)
    end = None if sealed else end_of_game(game, len(game.line) - 1)
    return GameSummary(sent.folder, summary(game.book, game.log, end, game.line, chance), game=verdict.game)
