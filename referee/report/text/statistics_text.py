"""Statistics as text, for a terminal."""

from collections.abc import Iterator, Sequence

from referee.report.site.site_pages import Cell, Chapter, Figures, PageLink, Share
from referee.report.text.text_report import heading
from referee.report.text.text_tables import hanging, table_lines
from referee.report.wording import safe_text
from referee.show.view import ReportTable, Row, Word


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
