"""Games in which nothing is to be done now: those that were looked at before are not replayed for that."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from referee.app.game_access import Game, Table, is_game
from referee.app.kept_answers import ALWAYS
from referee.app.look.summaries import Summaries
from referee.app.time.counted_time import BEGINNING, clock_of, time, times_of, utc_text
from referee.app.time.deadlines import stopping_entry, turn_of
from referee.app.time.last_looks import Beats, missing_since
from referee.app.time.next_change import next_change
from referee.store.documents import Entry

CLOSED = "closed"
"""What is kept of a closed game; of another one, since when its clock has been running, "" if it is not."""


class IdleGames:
    """What is known of games in which nothing was to be done; only where all games are looked at."""

    def __init__(self, table: Table, *, all_games: bool) -> None:
        self.table = table
        self.summaries = Summaries(table, "idle") if all_games else None
        self.known: dict[str, Any] = {}

    def without_closed(self, ids: Iterable[str]) -> list[str]:
        """The games that are not known to be closed."""
        if self.summaries:
            self.known = {id: self.summaries.find(id) for id in ids}
        return [id for id, kept in self.known.items() if kept != [CLOSED]]

    def is_idle(self, id: str, beats: list[str]) -> bool:
        """Whether nothing is to be done in a game: as was found out before, and nor was the referee away since."""
        kept = self.known.get(id)
        if not kept:
            return False
        now = time(self.table.time(), BEGINNING)
        return not kept[0] or missing_since(beats, time(kept[0], BEGINNING), now) is None

    def keep_closed(self, id: str) -> None:
        if self.summaries:
            self.summaries.keep(id, [CLOSED], ALWAYS)

    def keep(self, game: Game) -> None:
        """Keep that nothing is to be done in a game, until that can change."""
        if self.summaries:
            since = running_since(game)
            self.summaries.keep(game.id, [utc_text(since) if since else ""], next_change(self.table, game))

    def save(self) -> None:
        if self.summaries:
            self.summaries.save()

    def beats_needed(self, beats: Beats) -> Mapping[str, list[str]]:
        """The last looks at games that are here and not known to be closed: nobody asks for the others."""
        return {id: each for id, each in beats.items() if self.known.get(id) != [CLOSED] and is_game(self.table, id)}


def running_since(game: Game) -> datetime | None:
    """Since when the time of the open turn has been running without a gap that is recorded; None if none runs."""
    turn, documents = turn_of(game), game.log.documents
    if turn is None or not clock_of(documents) or stopping_entry(documents):
        return None
    since = times_of(documents)[turn.after]
    return max([since, *[time(each["until"], since) for each in documents[1:] if is_gap(each)]])


def is_gap(entry: Entry) -> bool:
    return entry["kind"] == "clock" and "since" in entry
