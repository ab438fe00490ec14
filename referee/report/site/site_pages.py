"""Pages of an archive about many games: statistics, also as text, players, and the feed."""

from collections.abc import Iterator, Sequence
from types import SimpleNamespace
from typing import NamedTuple

from referee.report import wording
from referee.report.html.templates import page, policy_digest, raw
from referee.report.pictures.palette import Palette
from referee.report.site.game_lists import COLUMNS, OWN, Listed, chips_of
from referee.report.text.text_report import heading
from referee.report.text.text_tables import hanging, table_lines
from referee.report.wording import safe_text
from referee.show.view import ReportTable, Row, Word
from referee.words import Phrase, say


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
