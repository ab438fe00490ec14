"""`referee verify` of many logs: in several processes, in a cluster, and only those that changed."""

from collections.abc import Iterator
from typing import NamedTuple

from referee.app.game_access import Table
from referee.app.many.batches import Known
from referee.app.many.engines import EngineRequest, results
from referee.app.verify.log_folders import refuse_head_of_many, targets
from referee.app.verify.manifest import KnownVerdict, VerifyManifest, log_mark, open_manifest
from referee.app.verify.sent_logs import SentLog, is_fork, log_bytes, sent_log
from referee.app.verify.verify_log import LogVerdict, held_against_schemas, verdict_beside, verdict_on_log
from referee.store import disk
from referee.words import say

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
        self.manifest: VerifyManifest | None = None
        self.unchanged = 0

    def verdicts(self) -> Iterator[LogVerdict]:
        """Raises Refused, Unwritable, Misconfigured, `log.Busy`."""
        with open_manifest(self.request.manifest, many=len(self.folders) >= MANY) as self.manifest:
            things = map(self.thing, self.folders)
            for found in results(judge_log, things, len(self.folders), self.request.engine, ENDED, FEW):
                if self.manifest and found.mark:
                    self.manifest.keep(found.mark, known_verdict(found.verdict))
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
        found = self.manifest.verdict(log_mark(sent.raw))
        if found is None or sent.beside.expected not in ("", found.game):
            return None
        return verdict_again(sent.folder, found)


def judge_log(sent: SentLog) -> JudgedLog:
    """The verdict on a log that was sent.

    Kept is only what follows from its bytes alone: no remark, which may depend on the day, and no fork.
    """
    verdict = verdict_beside(sent.table(), sent.folder, None, sent.parse, sent.beside)
    keeps = verdict.good and not verdict.notes and not is_fork(sent.raw)
    return JudgedLog(verdict, log_mark(sent.raw) if keeps else "")


def known_verdict(verdict: LogVerdict) -> KnownVerdict:
    texts, editions = (str(verdict.says), str(verdict.chance or "")), (verdict.edition or 0, verdict.current or 0)
    return KnownVerdict(verdict.game, verdict.entries, verdict.head, *texts, *editions)


def verdict_again(folder: str, known: KnownVerdict) -> LogVerdict:
    says, chance = say("{text}", text=known.says), say("{text}", text=known.chance)
    verdict = LogVerdict(folder, known.game, True, known.entries, known.head, None, says, chance=chance)
    return verdict._replace(edition=known.edition, current=known.current)
