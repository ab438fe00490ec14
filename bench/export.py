"""An export of 100,000 entries, stage by stage, in seconds of a processor; and against a plain insert of its rows.

`python bench export [GAMES] [ROUNDS]`. The games are those of `bench archive`, kept in bench/.games for the next time:
half Magna Grecia (18 entries each), half Attika (140 or so). All figures are for 100,000 entries of them, medians of
the rounds; a ratio is the median of the ratios within a round. In this process, one core:

read     the logs are read, and every seal is checked
shapes   every entry is held against the schemas, as `--no-replay` does in place of judging it
judge    every entry is judged, as `verify` does: the results and scores rest on it
unjudged the rows are made from logs that nobody judged, as `--no-replay` does
rows     the rows are made from logs that were read and judged; of it `scores` is what the charts take
write    the rows are written into an SQLite file
insert   the same rows, inserted by sqlite3 into tables without keys: what a script of a few lines would take
parquet  the rows are written as Parquet (where pyarrow is installed)

Ends with 1 if rows and write take more than three seconds, or all of `--no-replay`, from reading to writing.
"""

import gc
import os
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from statistics import median
from time import process_time
from typing import NamedTuple, TypeVar

from archive import GAMES, ids

from referee.app.errors import Missing
from referee.app.export import game_rows, sqlite_file
from referee.app.export.parquet_files import ParquetFiles
from referee.app.export.sqlite_file import SqliteFile
from referee.app.export.tables import TABLES, Row, columns
from referee.app.game_access import Game, Table, book_at_start, game_of
from referee.app.verify import verify_log
from referee.rules.replay import Moment
from referee.settings import Settings
from referee.store import log
from referee.words import ENGLISH, speaking

ENTRIES, TARGET = 100_000, 3.0
TABLE = Table(Settings(games=GAMES, private=os.devnull))
T = TypeVar("T")


class Made(NamedTuple):
    """A stage that was measured: seconds of a processor."""

    name: str
    seconds: float


def measured(name: str, work: Callable[[], T], into: list[Made]) -> T:
    begun = process_time()
    done = work()
    into.append(Made(name, process_time() - begun))
    return done


def one_round(games: list[str], folder: str) -> list[Made]:
    """Every stage once."""
    found = list[Made]()
    logs = measured("read", lambda: [log.read_log(os.path.join(GAMES, each)) for each in games], found)
    measured("shapes", lambda: check_shapes(logs), found)
    judged = measured("judge", lambda: [judged_game(each) for each in logs], found)
    with speaking(ENGLISH):
        unjudged = [unjudged_game(each) for each in logs]
        measured("unjudged", lambda: [game_rows.rows_of_game(each, is_judged=False) for each in unjudged], found)
        rows = measured("rows", lambda: [game_rows.rows_of_game(each, is_judged=True) for each in judged], found)
        measured("scores", lambda: [list(game_rows.score_rows(each)) for each in judged], found)
    measured("write", lambda: write(SqliteFile(os.path.join(folder, "games.sqlite")), rows), found)
    measured("insert", lambda: plain_insert(os.path.join(folder, "plain.sqlite"), rows), found)
    with suppress(Missing):
        measured("parquet", lambda: write(ParquetFiles(os.path.join(folder, "games.parquet")), rows), found)
    return found


def check_shapes(logs: list[log.Log]) -> None:
    for each in logs:
        game_rows.refuse_misshapen(book_at_start(each), each)


def judged_game(found: log.Log) -> Game:
    moments: list[Moment] = []
    verdict = verify_log.verdict_on_log(TABLE, found.folder, None, found, moments.append)
    if not verdict.good:
        sys.exit(str(verdict.says))
    return game_of(found.header["game"], found.folder, found, moments)


def unjudged_game(found: log.Log) -> Game:
    first = Moment(0, found.header, None, (), found.heads[0])
    return Game(found.header["game"], found.folder, found, book_at_start(found), [first])


def write(file: SqliteFile | ParquetFiles, rows: list[dict[str, list[Row]]]) -> None:
    for each in rows:
        file.add(each)
    file.finish()


def plain_insert(path: str, rows: list[dict[str, list[Row]]]) -> None:
    """What somebody would write who has the rows and no wishes."""
    Path(path).unlink(missing_ok=True)
    database = sqlite3.connect(path)
    for table in TABLES:
        database.execute(f"CREATE TABLE {table} ({', '.join(each.name for each in columns(table))})")
        insert = sqlite_file.insert_statement(table)
        database.executemany(insert, [row for each in rows for row in each[table]])
    database.commit()
    database.close()


def report(rounds: list[dict[str, float]], entries: int) -> Iterator[str]:
    """The stages as a table, what they are together, and the ratios to a plain insert; last, whether it is enough."""

    def together(*names: str) -> float:
        return median(sum(one[name] for name in names) for one in rounds) * ENTRIES / entries

    def ratio(*names: str) -> float:
        return median(sum(one[name] for name in names) / one["insert"] for one in rounds)

    yield from [f"| {name} | {together(name):.2f} |" for name in rounds[0]]
    made, whole = together("rows", "write"), together("read", "shapes", "unjudged", "write")
    yield f"rows and write: {made:.2f} s (at most {TARGET})"
    yield f"all of --no-replay: {whole:.2f} s (at most {TARGET})"
    yield f"all of it, judged: {together('read', 'judge', 'rows', 'write'):.2f} s"
    yield f"times a plain insert: write {ratio('write'):.2f}, rows and write {ratio('rows', 'write'):.2f}"
    yield "met" if max(made, whole) <= TARGET else "NOT MET"


def main(number: int = 200, times: int = 5) -> int:
    gc.disable()  # as in a command: docs/decisions/0042-no-collector-in-a-command.md
    games = ids(number)
    entries = sum(log.read_log(os.path.join(GAMES, each)).last for each in games)
    print(f"{number} games, {entries} entries; seconds of a processor for {ENTRIES} entries, median of {times} rounds")
    with tempfile.TemporaryDirectory() as folder:
        rounds = [{each.name: each.seconds for each in one_round(games, folder)} for _ in range(times)]
    lines = list(report(rounds, entries))
    print("\n".join(lines))
    return 0 if lines[-1] == "met" else 1


if __name__ == "__main__":
    sys.exit(main(*(int(each) for each in sys.argv[1:])))
