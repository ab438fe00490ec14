"""Games under two editions of their titles, side by side: `referee dev diff`. Each is a job for an engine."""

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from referee.app.editions.findings import (
    ComparedLog,
    GameFinding,
    bad_finding,
    finding_of,
    no_such_edition,
    untold_finding,
)
from referee.app.editions.game_editions import (
    FAULTS,
    SAME,
    GameCourse,
    course,
    ended_turns,
    failing,
    has_changed_edition,
    log_under,
    newer,
    sort_game,
)
from referee.app.errors import Usage
from referee.app.game_access import Game, Table, book_of
from referee.app.look import replays, report_files
from referee.app.many.batches import Known
from referee.app.many.engines import EngineRequest, results
from referee.app.verify import sent_logs, verify_log
from referee.app.verify.sent_logs import Palette, SentLog, log_bytes, sent_log
from referee.rules.line import counted_moments
from referee.rules.replay import CLOSED, Moment, fate_of
from referee.rules.rulebook import AnyRulebook, Fate
from referee.show.sentences import is_practice
from referee.store import log
from referee.store.chain import Log
from referee.store.chance import SECRET_BYTES, Chance, Piles, Secrets, Untold, pile_place
from referee.words import say

PROBES = tuple(bytes([number]) * SECRET_BYTES for number in range(32))
"""Two piles that are in the same order under all of these seeds are one and the same pile, made by the same shuffle."""


class KnownChance:
    """What is known of the chance of a game: everything with the secret, without it what the public log shows.

    Without the secret, what the log shows at a place holds under another edition only if the pile is the same there.
    """

    def __init__(self, own: AnyRulebook, log: Log, secret: bytes | Secrets | None) -> None:
        self.log, self.secret = log, secret
        self.shown: dict[str, str] = {}
        self.piles: Piles = {}
        self.made: dict[str, tuple[str, ...]] = {}
        if secret is None:
            self.shown = {at: item for each in log.entries for at, item in (each.get("shown") or {}).items()}
            self.piles = own.set_up.piles(own.header_with_options(log.header))
            if not has_changed_edition(log):  # if not, nobody can know here what its piles were made of
                course(own, log, self.watch)

    def watch(self, pile: str, index: int, items: Sequence[str] = ()) -> str:
        """Replay the game as it was played, and note the items that made up each pile."""
        if items:
            self.made[pile] = tuple(items)
        return self.item(pile, index)

    def item(self, pile: str, index: int) -> str:
        """The item that the log shows. Raises Untold."""
        where = pile_place(pile, index)
        if where not in self.shown:
            raise Untold(where)
        return self.shown[where]

    def fate(self, book: AnyRulebook) -> Fate:
        """All chance of the game under the edition of `book`; where it is not known it raises Untold."""
        under = log_under(self.log, book.edition.number)
        if self.secret is not None:
            return fate_of(book, under, self.secret, played=self.log)
        piles, alike = book.set_up.piles(book.header_with_options(under.header)), dict[str, bool]()

        def answer(pile: str, index: int, items: Sequence[str] = ()) -> str:
            if pile not in piles and self.made.get(pile) != tuple(items):
                raise Untold(pile_place(pile, index))
            if pile in piles and not alike.setdefault(pile, is_same(pile, self.piles, piles)):
                raise Untold(pile_place(pile, index))
            return self.item(pile, index)

        return answer


def is_same(pile: str, some: Piles, others: Piles) -> bool:
    """Whether a pile is made of the same items by the same shuffle in both."""
    return pile in some and all(some[pile](Chance(seed)) == others[pile](Chance(seed)) for seed in PROBES)


class ComparisonRequest(NamedTuple):
    """The request: games as `referee verify` takes them, two editions, the engine.

    html     the file of the page that shows the outcome; "": there is none
    archive  the address or folder of an archive whose replay pages are linked; "": pages are written next to `html`
    """

    games: tuple[str, ...]
    editions: tuple[int, ...]
    engine: EngineRequest = EngineRequest()
    html: str = ""
    archive: str = ""


class Pages(NamedTuple):
    """The file for the replay page of a game, the archive that has one ("": there is none), and the colours of it."""

    file: str = ""
    archive: str = ""
    palette: Palette = ()


class ComparisonJob(NamedTuple):
    """A log to be compared."""

    sent: SentLog
    editions: tuple[int, ...]
    pages: Pages


class ComparedGame(NamedTuple):
    """The finding about a game, and its replay page, where one is to be written."""

    finding: GameFinding
    html: str = ""


class Run:
    """One run: `steps` compares one game after the other; `findings` has all that were compared so far."""

    def __init__(self, table: Table, wish: ComparisonRequest) -> None:
        """Raises Missing, Usage."""
        refuse_no_pair(wish.editions)
        folders = sent_logs.targets(table, list(wish.games))
        self.table, self.wish, self.findings = table._replace(now=table.time()), wish, list[GameFinding]()
        self.jobs = list(zip(folders, page_files(wish, folders), strict=True))

    def steps(self) -> Iterator[GameFinding]:
        """Raises Unwritable, Misconfigured, `log.Busy`."""
        things = (self.thing(*each) for each in self.jobs)
        done = results(compare, things, len(self.jobs), self.wish.engine, ENDED)
        for (finding, html), (_, file) in zip(done, self.jobs, strict=True):
            if html:
                report_files.make_folder(os.path.dirname(file), 0o777)
                report_files.write_output_file(file, html)
            self.findings.append(finding)
            yield finding

    def thing(self, folder: str, file: str) -> ComparisonJob | Known[ComparedGame]:
        """A game to be compared by an engine, or the finding about one that cannot be read or has a secret of ours."""
        pages = Pages(file, self.wish.archive, self.table.settings.palette)
        sent = None
        with suppress(log.Unreadable):
            sent = sent_log(self.table, folder, log_bytes(folder))
        if sent is not None:
            return ComparisonJob(sent, self.wish.editions, pages)
        found, moments = None, list[Moment]()
        with suppress(log.Trouble):
            found = log.read_log(folder)
        verdict = verify_log.verdict_on_log(self.table, folder, keep=moments.append, parsed=found and (lambda: found))
        return Known(compared_game(self.table, folder, found, verdict, moments, self.wish.editions, pages))

    @property
    def is_complete(self) -> bool:
        """Whether every game could be compared."""
        return all(each.is_compared for each in self.findings)

    @property
    def is_private(self) -> bool:
        """Whether the findings may reveal hidden information of a running game."""
        return any(each.private for each in self.findings)


ENDED = say(
    "A process that compared games was stopped from outside, perhaps because memory ran "
    "out. Run the command again, or use fewer --jobs."
)


def refuse_no_pair(editions: Sequence[int]) -> None:
    """Raises Usage unless there are two different editions."""
    if len(editions) != 2 or editions[0] == editions[1]:
        raise Usage(say("Give two different editions, for example: referee dev diff games --edition 1 --edition 2"))


def page_files(wish: ComparisonRequest, folders: Sequence[str]) -> list[str]:
    """For each log the file that its replay page would have: no two have the same."""
    if not wish.html or wish.archive:
        return [""] * len(folders)
    folder, names = f"{os.path.splitext(wish.html)[0]}-games", dict[str, None]()
    for number, each in enumerate(folders, 1):
        name = os.path.basename(os.path.abspath(each))
        names.setdefault(name if is_plain(name) and name not in names else f"log {number}")
    return [os.path.join(folder, f"{name}.html".replace(" ", "_")) for name in names]


def is_plain(name: str) -> bool:
    """Whether a name can be part of an address unchanged."""
    return name.isascii() and name.replace("-", "").isalnum()


def compare(job: ComparisonJob) -> ComparedGame:
    """The finding about a log that was sent. Raises Misconfigured."""
    sent, found, moments = job.sent, None, list[Moment]()
    with suppress(log.Damage):
        found = sent.parse()
    table = sent.table(job.pages.palette)
    verdict = sent.verdict(table, moments.append, found)
    return compared_game(table, sent.folder, found, verdict, moments, job.editions, job.pages)


def compared_game(
    table: Table,
    folder: str,
    found: Log | None,
    verdict: verify_log.LogVerdict,
    moments: list[Moment],
    editions: tuple[int, ...],
    pages: Pages,
) -> ComparedGame:
    """The finding about a log, with its replay page where it differs. Raises Misconfigured."""
    where = ComparedLog(folder, os.path.basename(os.path.abspath(folder)))
    if found:
        header = found.header
        where = ComparedLog(folder, str(header.get("game", where.game)), str(header.get("title", "")), found.last)
    if not found or not verdict.good:
        return ComparedGame(bad_finding(where, verdict.entry, verdict.says, verdict.violations))
    game = Game(where.game, folder, found, book_of(found.header), moments)
    where = where._replace(edition=game.book.edition.number)
    if len(moments) < len(found.documents):
        return ComparedGame(untold_finding(where, len(moments), SEALED))
    return under_both(table, editions, pages, game, where)


SEALED = say("The game is still running and has hidden hands. Comparing it needs its private part, which is not here.")


def under_both(table: Table, editions: tuple[int, ...], pages: Pages, game: Game, where: ComparedLog) -> ComparedGame:
    """The finding about a game whose log is right."""
    books = [book_under(game.book, number) for number in editions]
    for number, book in zip(editions, books, strict=True):
        if book is None:
            return ComparedGame(untold_finding(where, None, no_such_edition(game.book, number)))
    secret = verify_log.secret_behind(table, game.log).secret
    known = KnownChance(game.book, game.log, secret)
    first, second = [course_under(game, book, known) for book in books if book]
    try:
        contrast = sort_game(first, second)
    except FAULTS as fault:  # the newer edition cannot show or count a position of the older one
        return ComparedGame(untold_finding(where, None, failing(newer(first, second), fault)))
    finding = finding_of(where, contrast, editions, is_private(game, secret))
    return with_page(table, pages, game, finding)


def with_page(table: Table, pages: Pages, game: Game, finding: GameFinding) -> ComparedGame:
    """The finding with a link to its entry, and the replay page if one is requested."""
    if finding.kind == SAME or finding.entry is None or not (pages.archive or pages.file):
        return ComparedGame(finding)
    if pages.archive:
        page, html = f"{pages.archive.rstrip('/')}/{finding.game}/index.html", ""
    else:
        folder, name = os.path.split(pages.file)
        page, html = f"{os.path.basename(folder)}/{name}", replays.plain_page(table.settings, game) + "\n"
    return ComparedGame(finding._replace(page=f"{page}#entry={finding.entry}"), html)


def book_under(book: AnyRulebook, edition: int) -> AnyRulebook | None:
    try:
        return book.under({"edition": edition})
    except LookupError:
        return None


def course_under(game: Game, book: AnyRulebook, known: KnownChance) -> GameCourse:
    """The course of a game under an edition: judgements are reused if it was played under it from its start."""
    if book.edition.number == game.book.edition.number and not has_changed_edition(game.log):
        return GameCourse(book, tuple(counted_moments(game.moments)))
    return course(book, game.log, known.fate(book), ended_turns(game.book, game.line))


def is_private(game: Game, secret: object) -> bool:
    """Whether the private part of a running game was needed: then the findings may reveal hidden information."""
    return secret is not None and game.phase != CLOSED and not is_practice(game.header)
