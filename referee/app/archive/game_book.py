"""Games as a book: one file to read, to print or to post."""

import os
from collections.abc import Sequence
from typing import NamedTuple

from referee import LEAST_HEAD
from referee.app.archive.archive_game import (
    ArchivePlace,
    Made,
    game_job,
    is_sealed,
    line_refused,
    record_and_summary,
    verified_game,
)
from referee.app.archive.manifest import Kept
from referee.app.errors import Refused
from referee.app.game_access import Table, folder_of
from referee.app.look import replay_page, report_files
from referee.app.look.game_views import end_of_game
from referee.app.notes.judge_lines import lines_in_full
from referee.report.book import book_html
from referee.report.book.book_html import Book
from referee.report.book.record import Record
from referee.words import Phrase, say

FORMS = {".html": "html", ".htm": "html", ".md": "markdown", ".bbcode": "bbcode", ".txt": "bbcode"}
"""How the name of a file ends → what it is."""


class WrittenBook(NamedTuple):
    """The text of a file, and what is wrong with lines of the notes that are in it."""

    text: str
    refused: tuple[Phrase, ...]


def book(table: Table, ids: Sequence[str], heading: str, form: str) -> WrittenBook:
    """A file with these games. Raises Missing, and Refused for a game or notes that are not right."""
    settings = table.settings._replace(private=os.devnull)
    told = [record_of(Table(settings, table.time()), id) for id in ids]
    records, refused = tuple([record for record, _ in told]), tuple([each for _, wrong in told for each in wrong])
    found = Book(heading or (records[0].name if len(records) == 1 else say("Game archive")), records)
    if form != "html":
        return WrittenBook(book_html.text(found, form), refused)
    return WrittenBook(book_html.html(found, [report_files.palette(settings, each) for each in records]), refused)


def record_of(table: Table, id: str) -> tuple[Record, list[Phrase]]:
    """A game as everybody may read it, verified; and what is wrong with lines of its notes."""
    job = game_job(ArchivePlace(table.settings, id, folder_of(table, id), "", Kept({})), table.time())
    found = job if isinstance(job, Made) else verified_game(job)
    if isinstance(found, Made):
        assert found.kept.trouble
        raise Refused(say("{game}: {why}", game=id, why=found.kept.trouble["says"]))
    if found.noted.warning:
        raise Refused(say("{game}: {why}", game=found.game.id, why=found.noted.warning), say("No book was written."))
    game = found.game
    end = None if is_sealed(game) else end_of_game(game)
    lines = replay_page.visible_lines(game, found.noted.notes, False)
    wrong = [say("{game}: {why}", game=id, why=line_refused(each)) for each in lines_in_full(lines) if each.refused]
    record, _ = record_and_summary(found, end, lines, rules=table.settings.rule_pages)
    command = f"referee verify {id} --head {record.citation.head[:LEAST_HEAD]}"  # no archive's files are beside a book
    return record._replace(citation=record.citation._replace(command=command)), wrong
