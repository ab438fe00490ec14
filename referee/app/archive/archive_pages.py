"""The pages of an archive besides those of its games, and the games as their lists show them, from the manifest."""

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC
from functools import partial
from itertools import groupby
from typing import NamedTuple

from referee import shipped_folder, titles
from referee.app.archive import statistics
from referee.app.archive.archive_files import BOARD, COURSE, SCHEMA, WORDS, hex_digest
from referee.app.archive.archive_record import STATUS, all_words, result
from referee.app.archive.game_summary import ABANDONED, CLOSED, OVER, RUNNING, Summary, summary_of_fields
from referee.app.archive.manifest import Kept, Look
from referee.app.archive.statistics import Had, player_page, players, players_table
from referee.app.look import report_files
from referee.app.look.library import AnyDataFiles, rule_links
from referee.app.time.counted_time import BEGINNING, time
from referee.app.verify.verdict_words import fault_text
from referee.report.site import site_pages
from referee.report.site.game_lists import (
    GameBlock,
    GameList,
    Listed,
    Player,
    block_files,
    block_of,
    index,
    page_block,
    page_links,
    page_numbers,
    player_page_name,
    word_index,
)
from referee.report.site.site_pages import Item
from referee.settings import Settings
from referee.show.data_files import ENDING, RELEASED
from referee.show.sentences import seats_of
from referee.show.view import Word
from referee.store import disk
from referee.words import Phrase, language, number_and_noun, say, word_list

BAD = "bad"
Found = tuple[str, Kept, Summary | None]


def newest(found: Sequence[Found]) -> list[Found]:
    """The game with the newest entry first; those that are not right at the top."""
    by_name = sorted(found, key=lambda each: each[0])
    by_time = sorted(by_name, key=lambda each: each[2].last if each[2] else "", reverse=True)
    return sorted(by_time, key=lambda each: each[1].trouble is None)


def row(id: str, kept: Kept, brief: Summary | None) -> Listed:
    """A game of the list; of one that was never right only its name is known."""
    status = BAD if kept.trouble else brief.status if brief else RUNNING
    return Listed(
        id=id,
        title=str(brief.full_title) if brief else "",
        title_name=brief.name if brief else "",
        players=tuple(ranked_players(brief)) if brief else (),
        result=result(brief) if brief else "",
        way=brief.way if brief else "",
        manner=brief.manner if brief else "",
        began=brief.began if brief else "",
        last=brief.last if brief else "",
        entries=brief.entries if brief else None,
        status=status,
        says=say("error") if kept.trouble else STATUS[status],
        made=brief is not None,
        has_notes="notes.yaml" in kept.files,
        has_board=BOARD in kept.files,
        has_course=COURSE in kept.files,
        name=brief.words if brief and brief.words else id,
        tag=tag(brief) if brief else "",
        quote=brief.quote if brief else "",
        trouble=trouble(kept),
        number=kept.number,
    )


def tag(brief: Summary) -> Word:
    """What is said on the picture of a game: who annotated it, or how far it is."""
    if brief.notes and brief.noted_by:
        return say("annotated by {by}", by=brief.noted_by)
    if brief.notes:
        notes = number_and_noun(brief.notes, say("note"), say("notes"))
        return say("annotated, {notes}", notes=notes)
    return "" if brief.status in (CLOSED, OVER) else STATUS[brief.status]


def trouble(kept: Kept) -> Word:
    if not kept.trouble:
        return ""
    if kept.trouble["entry"] is None:
        return str(kept.trouble["says"])
    return fault_text(kept.trouble["entry"], kept.trouble["says"])


def ranked_players(brief: Summary) -> Iterator[Player]:
    seats = seats_of({each.seat: each.player for each in brief.sitters}, seats_in(brief.title))
    for each, seat in zip(brief.sitters, seats, strict=True):
        yield Player(seat, each.score, each.seat in brief.winners, each.planned, each.past)


def seats_in(title: str) -> tuple[str, ...]:
    """All seats of a title; none if the title is no longer installed."""
    try:
        return titles.book(title).seats
    except (titles.UnknownTitle, titles.BrokenTitle):
        return ()


NEWEST = 100
"""Items of the feed."""


class ArchivePart(NamedTuple):
    """Some of the pages: `state` is a digest of all that they follow from; `make` gives them, and what others need of
    them."""

    name: str
    state: str
    make: Callable[[], tuple[dict[str, bytes], object]]


def with_numbers(games: Mapping[str, Kept]) -> dict[str, Kept]:
    """The games with their numbers: new ones come after all others, in the order in which they began."""
    last = max([each.number for each in games.values()], default=0)
    fresh = [(str((each.summary or {}).get("began", "")), id) for id, each in games.items() if not each.number]
    numbers = {id: last + at for at, (_, id) in enumerate(sorted(fresh, key=lambda new: (not new[0], *new)), 1)}
    return {id: each._replace(number=each.number or numbers[id]) for id, each in games.items()}


class ArchiveSite:
    """All pages but those of the games, in parts.

    `by`: what makes them; `words`: game → its file of words; `rules`: the folder with the pages about the rules.
    """

    def __init__(
        self,
        settings: Settings,
        games: Mapping[str, Kept],
        look: Look,
        by: str,
        words: Callable[[str], bytes],
        rules: str = "",
    ) -> None:
        found = [(id, kept, summary_of_fields(kept.summary) if kept.summary else None) for id, kept in games.items()]
        self.look, self.words, self.by, self.rules = look, words, by, rules
        self.briefs = [brief for _, _, brief in found if brief]
        self.heading = look.heading or say("Game archive")
        self.rows = [row(*each) for each in newest(found)]
        self.counted = countable(found)
        self.palette = (settings.palette if isinstance(settings.palette, str) else dict(settings.palette)) or None
        self.marks = {id: game_mark(kept) for id, kept in games.items()}

    def state(self, rows: Iterable[Listed], *facts: object) -> str:
        """A digest of these games, and of what all pages have in common."""
        known = (self.by, *self.look, facts, [(each.id, self.marks[each.id]) for each in rows])
        return hex_digest(json.dumps(known).encode())

    def blocks(self) -> Iterator[ArchivePart]:
        """The lists of games and the index of their words, in blocks: only those with a changed game change."""
        rows, pages = sorted(self.rows, key=lambda each: each.number), page_numbers(self.rows)
        for number, group in groupby(rows, lambda each: block_of(each.number)):
            games = tuple(group)
            block = GameBlock(
                number, games, {each: page_links(each, pages) for each in pages if page_block(each) == number}
            )
            state = self.state(games, list(block.pages.items()))
            yield ArchivePart(f"list {number}", state, partial(self.block_files, block))

    def block_files(self, block: GameBlock) -> tuple[dict[str, bytes], object]:
        index = word_index(all_words([self.words(each.id) for each in block.games]), len(block.games))
        made, told = block_files(block, index, self.heading, self.palette)
        return utf8_pages(made), told

    def others(self, blocks: Sequence[object]) -> Iterator[ArchivePart]:
        """`blocks`: what the page of the lists needs of each."""
        yield ArchivePart("index", self.state(self.rows, blocks), lambda: (utf8_pages(self.about_all(blocks)), None))
        for name, rows, own in players(self.rows, [each for each in self.counted if each.winners]):
            yield ArchivePart(player_page_name(name), self.state(rows), partial(self.page_of_player, name, rows, own))
        yield ArchivePart("proofs", self.state((), self.titles), lambda: (dict(proofs(self.titles)), None))

    @property
    def titles(self) -> list[str]:
        return sorted({each.title for each in self.briefs})

    def about_all(self, blocks: Sequence[object]) -> Iterator[tuple[str, str]]:
        pages = page_numbers(self.rows)
        headline = games_headline(self.rows)
        found = GameList(self.rows, self.heading, headline, blocks, page_links(0, pages), list(self.rule_indexes()))
        yield "index.html", index(found, self.palette, self.look.url)
        headline = statistics_headline(self.rows)
        yield "statistics.html", site_pages.statistics(statistics.chapters(self.counted), self.heading, headline)
        won = [each for each in self.counted if each.winners]
        yield "players.html", site_pages.players(players_table(self.rows, won), self.heading)
        if self.look.url:
            yield "feed.xml", site_pages.feed(feed(self.briefs, self.look, self.heading))

    def rule_indexes(self) -> Iterator[tuple[str, str]]:
        """The page that leads to the rules of each title, and its link."""
        for title in self.titles:
            book = titles.book(title)
            if address := rule_links(self.rules, book).first_page:
                yield address, str(say("Rules: {title}", title=book.name))

    def page_of_player(self, name: str, rows: Sequence[Listed], own: Sequence[Had]) -> tuple[dict[str, bytes], object]:
        page = site_pages.player_page(player_page(name, rows, own), self.heading, self.palette)
        return {player_page_name(name): page.encode()}, None


def game_mark(kept: Kept) -> str:
    """A digest of what lists and statistics show of a game."""
    shown = [kept.summary, kept.trouble, "notes.yaml" in kept.files, BOARD in kept.files, COURSE in kept.files]
    return hex_digest(json.dumps([*shown, kept.files.get(WORDS), kept.number], sort_keys=True).encode())


def utf8_pages(pages: Iterable[tuple[str, str]]) -> dict[str, bytes]:
    return {name: text.encode() for name, text in pages}


def games_headline(rows: Sequence[Listed]) -> Phrase:
    running, bad = sum(each.status == RUNNING for each in rows), sum(bool(each.trouble) for each in rows)
    facts = {"games": len(rows), "running": running, "bad": bad}
    if bad:
        return say("Games: {games}; in progress: {running}; with an error: {bad}", **facts)
    if running:
        return say("Games: {games}; in progress: {running}", **facts)
    return number_and_noun(len(rows), say("game"), say("games"))


def countable(found: Sequence[Found]) -> list[Summary]:
    """The games that are right: nobody knows what became of the others since their pages were made.

    Practice games do not count: their players could know every card to come. Nor do games with a known deal, of which
    nothing is proved, and forks, whose first moves are those of another game.
    """
    right = [brief for _, kept, brief in found if brief and not kept.trouble]
    return [brief for brief in right if brief.counts]


def statistics_headline(rows: Sequence[Listed]) -> Phrase:
    words = games_headline(rows)
    left_out = any(each.trouble for each in rows)
    return word_list([words, say("Games with an error don't count here.")], ". ") if left_out else words


# The feed


def feed(briefs: Sequence[Summary], look: Look, heading: Word) -> site_pages.Feed:
    """The games that began, ended and were closed before their end, the newest first."""
    address = look.url.rstrip("/") + "/"
    items = sorted(feed_events(briefs, address), key=lambda pair: (pair[0], pair[1].guid), reverse=True)
    return site_pages.Feed(
        title=heading,
        link=address,
        own=f"{address}feed.xml",
        says=say("New games and finished games"),
        language=language(),
        items=tuple([item for _, item in items[:NEWEST]]),
    )


def feed_events(briefs: Sequence[Summary], address: str) -> Iterator[tuple[str, Item]]:
    for each in briefs:
        who = word_list([sitter.everybody[0] for sitter in each.sitters], ", ")
        facts = {"game": each.id, "title": each.full_title, "players": who}
        link = f"{address}{each.id}/index.html"
        if each.began:
            words = say("{game} starts: {title}, with {players}", **facts)
            yield each.began, item(words, link, beginning(each), each.began, f"{each.birth}:begun")
        if each.status in (CLOSED, ABANDONED):
            words = say("{game} was closed before its end", game=each.id)
            if each.status == CLOSED:
                words = say("{game} is over: {result}", game=each.id, result=result(each))
            told = say("{title}, with {players}. {headline}", headline=each.headline, **facts)
            yield each.last, item(words, link, told, each.last, f"{each.birth}:closed")


def beginning(brief: Summary) -> Phrase:
    """Where a game is played and who sits where: the same as long as the game lasts."""
    sitters = [say("{player} ({seat})", player=each.everybody[0], seat=each.seat) for each in brief.sitters]
    seats = word_list(sitters, ", ")
    table = say("At the table: {seats}", seats=seats)
    return word_list([say("Board: {board}.", board=brief.board), table], " ") if brief.board else table


def item(title: Word, link: str, says: Word, at: str, guid: str) -> Item:
    return Item(title, link, says, rfc_822(at), f"urn:referee:{guid}")


DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def rfc_822(at: str) -> str:
    """`Fri, 20 Nov 2026 19:00:00 +0000`, in no language but that of the standard."""
    when = time(at, BEGINNING).astimezone(UTC)
    return f"{DAYS[when.weekday()]}, {when.day:02} {MONTHS[when.month - 1]} {when:%Y %H:%M:%S} +0000"


# What is needed to check a log without this program

VERIFIER = (("tools", "verify.py"), ("docs/reference", "log-format.md"))


def proofs(used: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    """The schema that logs name, the verifier, the page that it follows, and the data files of the titles in use, which
    headers name by the hash of their content."""
    yield SCHEMA, report_files.schema_text("log").encode()
    for folder, name in VERIFIER:
        path = os.path.join(shipped_folder(folder), name)
        if os.path.isfile(path):
            yield f"verify.d/{name}", disk.read_plain_file(path)
    for title in used:
        yield from data_files(title, titles.book(title).set_up.data_files)


def data_files(title: str, kinds: Iterable[AnyDataFiles]) -> Iterator[tuple[str, bytes]]:
    """All data files of a title, and the list that names them by the hashes in older headers."""
    for files in kinds:
        for name, path in sorted(files.paths().items()):
            yield (
                f"verify.d/{title}-{name.replace('/', '-')}-{files.load(name)[2][:8]}{ENDING}",
                disk.read_plain_file(path),
            )
    for path in sorted({os.path.join(os.path.dirname(files.folder), RELEASED) for files in kinds}):
        if os.path.isfile(path):
            yield f"verify.d/{title}-{RELEASED}", disk.read_plain_file(path)
