"""`referee verify` of many logs: in several processes, in a cluster, and only those that changed.

What was found right before on this machine is remembered. A log is known by its bytes, and only to the program that
judged it, in the language in which it said so. The file is trusted as much as the program: it saves time and proves
nothing.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from hashlib import sha256
from typing import NamedTuple

from platformdirs import user_cache_dir

from referee.app.errors import Refused, Unwritable
from referee.app.game_access import Table
from referee.app.kept_answers import KeptAnswers, NotOurs, open_database
from referee.app.many.batches import Known, program_hash
from referee.app.many.engines import EngineRequest, results
from referee.app.verify.sent_logs import SentLog, is_fork, log_bytes, refuse_head_of_many, sent_log, targets
from referee.app.verify.verify_log import LogVerdict, held_against_schemas, verdict_on_log
from referee.store import disk
from referee.words import language, say

AT_ONCE = 1000
"""Verdicts that are written together."""


def log_mark(raw: bytes) -> str:
    """The SHA-256 by which a log is known."""
    return sha256(raw).hexdigest()


@contextmanager
def open_manifest(path: str, *, many: bool) -> Iterator[KeptAnswers | None]:
    """The manifest of this path, or the usual one for many logs; None for few, and where the usual one can't be made.

    The usual one is ours alone: a damaged one is made again. What is new is written at the end, also if that comes
    early. Raises Refused, Unwritable.
    """
    place = path or (os.path.join(user_cache_dir("referee", appauthor=False), "verified.sqlite") if many else "")
    base = (opened_base(path) if path else usual_base(place)) if place else None
    if base is None:
        yield None
        return
    with closing(base), database_errors(place):
        kept = KeptAnswers(base, f"verdict in {language()}", program_hash())
        try:
            yield kept
        finally:
            if kept.fresh:
                kept.write()


def opened_base(path: str) -> sqlite3.Connection:
    """The table at a path, made if there is none. Raises Refused for another file, Unwritable."""
    try:
        disk.make_folder(os.path.dirname(path) or os.curdir)
        with database_errors(path):
            return open_database(path)
    except OSError as error:
        raise unwritable(path, disk.reason_text(error)) from error


def usual_base(path: str) -> sqlite3.Connection | None:
    """The same of the file that is ours alone; None if it cannot be made."""
    try:
        return opened_base(path)
    except Unwritable:
        return None
    except Refused:
        disk.forget_file(path)
    with suppress(Unwritable, Refused):
        return opened_base(path)
    return None


@contextmanager
def database_errors(path: str) -> Iterator[None]:
    """Raises Refused for a file that is no manifest, Unwritable for one that cannot be written."""
    try:
        yield
    except sqlite3.OperationalError as error:
        raise unwritable(path, error) from error
    except (sqlite3.DatabaseError, NotOurs) as error:
        raise foreign(path) from error


def unwritable(path: str, why: object) -> Unwritable:
    words = "The manifest {path} couldn't be used: {why}. Name another file: --manifest FILE"
    return Unwritable(say(words, path=path, why=why))


def foreign(path: str) -> Refused:
    return Refused(
        say("{path} isn't a manifest of verified logs, or it is damaged.", path=path),
        say("If it is one, delete it: the next run makes it again. Or name another file: --manifest FILE"),
    )


FEW = 60
"""Fewer logs than this are verified in one process: it takes no longer than to begin others."""
MANY = 200
"""From so many logs on, what was found right is remembered, even if no manifest is named."""
ENDED = say(
    "A process that verified games was stopped from outside, perhaps because memory ran out. "
    "Run the command again, or use fewer --jobs."
)


class VerifyRequest(NamedTuple):
    """The request: games as `referee verify` takes them, a head, the engine, and the manifest ("": the usual one).

    all_again  whether logs are judged that have not changed since they were found right
    schemas    whether all that is right is held against the published schemas, too
    """

    games: tuple[str, ...] = ()
    head: str | None = None
    engine: EngineRequest = EngineRequest()
    manifest: str = ""
    all_again: bool = False
    schemas: bool = False


class JudgedLog(NamedTuple):
    """A verdict, and the mark by which it may be kept ("": it may not)."""

    verdict: LogVerdict
    mark: str = ""


class VerifyRun:
    """One run: `verdicts` gives the verdict on one log after the other; `unchanged` counts those that were known."""

    def __init__(self, table: Table, request: VerifyRequest) -> None:
        """Raises Missing, Usage, `log.BadWord`."""
        self.table = table._replace(now=table.time())
        self.request = request
        self.folders = targets(table, list(request.games))
        refuse_head_of_many(self.folders, request.head)
        self.manifest: KeptAnswers | None = None
        self.unchanged = 0

    def verdicts(self) -> Iterator[LogVerdict]:
        """Raises Refused, Unwritable, Misconfigured, `log.Busy`."""
        with open_manifest(self.request.manifest, many=len(self.folders) >= MANY) as self.manifest:
            things = map(self.thing, self.folders)
            for found in results(judge_log, things, len(self.folders), self.request.engine, ENDED, FEW):
                if self.manifest and found.mark:
                    self.manifest.keep(found.mark, found.mark, facts_of(found.verdict))
                    if len(self.manifest.fresh) >= AT_ONCE:
                        self.manifest.write()
                yield held_against_schemas(found.verdict) if self.request.schemas else found.verdict

    def thing(self, folder: str) -> SentLog | Known[JudgedLog]:
        """A log to be judged by an engine, or the verdict on it."""
        try:
            raw = log_bytes(folder)
        except disk.Unreadable:
            return self.judged_here(folder)
        sent = sent_log(self.table, folder, raw)
        if sent is None or self.request.head is not None:
            return self.judged_here(folder)
        if verdict := self.verdict_before(sent):
            self.unchanged += 1
            return Known(JudgedLog(verdict))
        return sent

    def judged_here(self, folder: str) -> Known[JudgedLog]:
        """The verdict on a log that cannot be read, has a secret of ours or is the only one."""
        return Known(JudgedLog(verdict_on_log(self.table, folder, self.request.head)))

    def verdict_before(self, sent: SentLog) -> LogVerdict | None:
        """The verdict of an earlier run on the same bytes, if it holds for this folder, too."""
        if self.manifest is None or self.request.all_again:
            return None
        mark = log_mark(sent.raw)
        found = self.manifest.find(mark, mark)
        verdict = verdict_again(sent.folder, *found) if found else None
        return verdict if verdict and sent.beside.expected in ("", verdict.game) else None


def judge_log(sent: SentLog) -> JudgedLog:
    """The verdict on a log that was sent.

    Kept is only what follows from its bytes alone: no remark, which may depend on the day, and no fork.
    """
    verdict = sent.verdict(sent.table())
    keeps = verdict.good and not verdict.notes and not is_fork(sent.raw)
    return JudgedLog(verdict, log_mark(sent.raw) if keeps else "")


def facts_of(verdict: LogVerdict) -> tuple[object, ...]:
    """What is kept of the verdict on a log that is right: texts as they were printed."""
    texts, editions = (str(verdict.says), str(verdict.chance or "")), (verdict.edition or 0, verdict.current or 0)
    return verdict.game, verdict.entries, verdict.head, *texts, *editions


def verdict_again(
    folder: str, game: str, entries: int, head: str, says: str, chance: str, edition: int, current: int
) -> LogVerdict:
    """The verdict of which these facts were kept."""
    texts = say("{text}", text=says), say("{text}", text=chance)
    verdict = LogVerdict(folder, game, True, entries, head, None, texts[0], chance=texts[1])
    return verdict._replace(edition=edition, current=current)
