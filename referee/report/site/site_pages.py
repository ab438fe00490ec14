"""Pages of an archive about many games: statistics, also as text, players, the feed, and questions to the referee."""

from collections.abc import Iterator, Mapping, Sequence
from json import dumps
from types import SimpleNamespace
from typing import NamedTuple

from referee.report import wording
from referee.report.html.templates import bundle, embedded_json, page, policy_digest, raw, script_of
from referee.report.pictures.palette import Palette
from referee.report.site.game_lists import COLUMNS, OWN, Listed, chips_of
from referee.report.text.text_report import heading
from referee.report.text.text_tables import hanging, table_lines
from referee.report.wording import RuleLinks, safe_text
from referee.show.view import ReportTable, Row, Word
from referee.words import Phrase, language, say


class Share(NamedTuple):
    """A cell with a bar: so many thousandths (None: no bar); `says` is the text next to it."""

    thousandths: int | None
    says: Word


class PageLink(NamedTuple):
    """A cell that is a link to a page."""

    page: str
    says: Word


Cell = Word | Share | PageLink


class Figures(NamedTuple):
    """A table of statistics; `note` says how far it can be trusted."""

    heading: Phrase
    columns: tuple[Phrase, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: Phrase | None = None


class Chapter(NamedTuple):
    """The statistics of a title."""

    id: str
    title: str
    summary: Phrase
    figures: tuple[Figures, ...]


class Item(NamedTuple):
    """An item of the feed: `at` in the form of RFC 822, `guid` the same for ever."""

    title: Word
    link: str
    says: Word
    at: str
    guid: str


class Feed(NamedTuple):
    """The feed; `link` and `own` are the addresses of the archive and of the feed itself."""

    title: Word
    link: str
    own: str
    says: Word
    language: str
    items: tuple[Item, ...]


def statistics(chapters: Sequence[Chapter], heading: Word, headline: Phrase) -> str:
    """The page of statistics: tables with bars, no script."""
    style = raw("report.css") + raw("archive.css")
    return page(
        "archive_statistics.html",
        chapters=chapters,
        heading=heading,
        headline=headline,
        own=SimpleNamespace(**OWN),
        style=style,
        digest=policy_digest(style),
        words=wording,
        **CELLS,
    )


class PlayerPage(NamedTuple):
    """A player: the newest games, of how many in all, and tables of results."""

    name: str
    summary: Phrase
    games: Sequence[Listed]
    more: bool
    figures: tuple[Figures, ...]


def player_page(found: PlayerPage, heading: Word, palette: Palette = None) -> str:
    """The page of a player, in the folder `players.d`."""
    style = raw("report.css") + raw("archive.css")
    return page(
        "archive_player.html",
        player=found,
        heading=heading,
        chips=chips_of(found.games, palette),
        columns=COLUMNS,
        own=SimpleNamespace(**OWN),
        own_words=SimpleNamespace(**PLAYER),
        style=style,
        digest=policy_digest(style),
        words=wording,
        **CELLS,
    )


PLAYER = {"games": say("Games"), "more": say("These are the newest ones."), "none": say("There are no players yet.")}


def players(table: Figures, heading: Word) -> str:
    """The list of all players."""
    style = raw("report.css") + raw("archive.css")
    return page(
        "archive_players.html",
        table=table,
        heading=heading,
        own=SimpleNamespace(**OWN),
        own_words=SimpleNamespace(**PLAYER),
        style=style,
        digest=policy_digest(style),
        words=wording,
        **CELLS,
    )


def is_number(cell: object) -> bool:
    """Whether a cell is aligned right: a number, one with tenths, or none."""
    return not isinstance(cell, Share | PageLink) and not str(cell).strip("0123456789.,–")


SHORT = 12
"""Letters of a name that is never broken."""


def is_short(cell: object) -> bool:
    return len(str(cell)) <= SHORT


CELLS = {
    "is_share": lambda cell: isinstance(cell, Share),
    "is_link": lambda cell: isinstance(cell, PageLink),
    "is_number": is_number,
    "is_short": is_short,
}
"""What templates ask about the cell of a table."""


def feed(found: Feed) -> str:
    """RSS 2.0."""
    return page("feed.xml", feed=found)


def statistics_text(chapters: Sequence[Chapter]) -> str:
    """At most 72 columns wide."""
    return "\n\n".join(["\n".join(chapter_lines(each)) for each in chapters])


def chapter_lines(chapter: Chapter) -> Iterator[str]:
    yield from heading(chapter.title, "=")
    yield from hanging("", safe_text(chapter.summary))
    for figures in chapter.figures:
        yield ""
        yield from figures_lines(figures)


def figures_lines(figures: Figures) -> Iterator[str]:
    yield from heading(figures.heading)
    yield from table_lines(plain_table(figures), {})
    if figures.note:
        yield from hanging("", safe_text(figures.note))


def plain_table(figures: Figures) -> ReportTable:
    rows = tuple([Row(tuple(map(cell_word, row))) for row in figures.rows])
    return ReportTable("", figures.heading, figures.columns, rows)


def cell_word(cell: Cell) -> Word:
    """A cell without its bar or its link."""
    return cell.says if isinstance(cell, Share | PageLink) else cell


MEGABYTE = 1_000_000

READER = {
    "title": wording.ASKING,
    "archive": wording.ARCHIVE,
    "about": say(
        "Check a game, ask why a move is or isn't legal, and try out other moves. The referee itself runs in this "
        "page. Nothing you write leaves your computer."
    ),
    "script": say("You need JavaScript to ask the referee."),
    "disk": say(
        "This page was opened from a disk, where browsers don't let a page run programs. Run this command in the "
        "folder of the archive, then open http://localhost:8000 in your browser."
    ),
    "nothing": say("Open a game of the archive, and follow its link to this page."),
    "start": say("Load it and check the game"),
    "offline": say("This page now works without a network."),
    "position": say("Position"),
    "instead": say("In place of"),
    "why": say("Is this legal?"),
    "action": say("One action, as the record writes it"),
    "ask": say("Why?"),
    "list": say("List all legal actions"),
    "line": say("Try another line"),
    "move": say("A whole move, its actions with commas between them"),
    "play": say("Play it"),
    "suggest": say("Let the planner move"),
    "back": say("Take back"),
    "notes": say("Your notes"),
    "note": say("A note holds your text and the line above. Send the saved file to whoever looks after the archive."),
    "text": say("Text"),
    "by": say("Your name"),
    "keep": say("Add the note"),
    "save": say("Save the notes"),
}
"""The words of the page."""

SCRIPT = {
    "loading": say("Loading. This takes some seconds."),
    "failed": say("That didn't work. Reload the page to try again."),
    "end": say("after the last entry"),
    "legal": say("Legal: {says}", says="{says}"),
    "kept": say("Notes: {number}. To keep them, save them to a file.", number="{number}"),
}
"""What the script fills in itself: its gaps are `{name}`."""


def reader_page(folder: str, size: int, rules: Mapping[str, RuleLinks]) -> str:
    """The page; all that it loads is in a folder beside it, and has so many bytes.

    rules  where the numbers of the rules of a title lead
    """
    style = raw("report.css") + raw("archive.css") + raw("reader.css")
    return page(
        "archive_reader.html",
        own=SimpleNamespace(**READER),
        size=download_words(size),
        facts=embedded_json(
            {
                "texts": {name: safe_text(words) for name, words in SCRIPT.items()},
                "folder": folder,
                "rules": {title: [each.folder, " ".join(each.numbers)] for title, each in rules.items()},
                "language": language(),
            }
        ),
        style=style,
        style_digest=policy_digest(style),
        script=script_of("reader"),
        words=wording,
    )


def download_words(size: int) -> Phrase:
    number = -(-size // MEGABYTE)
    words = "It loads {size} MB from this site, once. After that this page works without a network, too."
    return say(words, size=number)


def worker_script() -> str:
    """The script of the worker in which the referee runs."""
    return bundle("reader_worker", script_text)


def offline_script(version: str, names: Sequence[str]) -> str:
    """The script that keeps files of these names for use without a network; another version replaces it."""
    text = bundle("offline", script_text)
    return text.replace("{version}", version).replace('["{names}"]', dumps(names))


def script_text(name: str) -> str:
    return raw(f"scripts/{name}.js")
