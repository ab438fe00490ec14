"""One game of an archive: verified, summed up, and made into pages by an engine; its files are written here.

Games as a book, one file to read, to print or to post, are made of the same record.
"""

import os
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from referee import HEAD, LEAST_HEAD, reading
from referee.app.archive import archive_files as files
from referee.app.archive import game_summary
from referee.app.archive.archive_record import search_lines, sheet, words_file
from referee.app.archive.game_summary import summary_fields
from referee.app.archive.manifest import GameTrouble, Kept
from referee.app.errors import Misplaced, Refused
from referee.app.game_access import (
    TROUBLES,
    Game,
    Table,
    book_at_start,
    committed_secret,
    folder_of,
    game_of,
    refusing_unknown_data,
)
from referee.app.look import replays, report_files
from referee.app.look.game_views import end_of_game
from referee.app.look.library import rule_links
from referee.app.notes import read_notes
from referee.app.notes import read_notes as noted
from referee.app.notes.judge_lines import JudgedLine, Variation, lines_in_full
from referee.app.notes.note_places import note_place, place_words
from referee.app.notes.read_notes import NotesFile
from referee.app.verify.sent_logs import Palette, SentLog, log_bytes, sent_log
from referee.report.book import book_html
from referee.report.book.book_html import Book, html
from referee.report.book.record import Record
from referee.report.pictures import preview, raster
from referee.report.pictures.preview import sparkline, thumbnail
from referee.rules import replay
from referee.rules.replay import Moment
from referee.settings import Settings
from referee.show.film import FilmEnd
from referee.show.notes import Notes, text_in
from referee.show.view import Board, drawable
from referee.store import chain, disk, log
from referee.store.stores import is_missing, read_document
from referee.words import Phrase, language, say, word_list


class ArchiveJob(NamedTuple):
    """A game to be made, as it is sent: its log, its notes, and what the manifest of the archive has of it.

    notes_trouble  why there are no notes, if something is there
    url            the address of the site, "" if nobody knows it
    asks           whether its pages lead to the page on which readers ask the referee
    rules          the folder with the pages about the rules of each title, "" for none
    """

    id: str
    sent: SentLog
    notes: bytes
    notes_trouble: Phrase | None
    before: Kept
    url: str
    palette: Palette
    asks: bool = False
    rules: str = ""


class Made(NamedTuple):
    """The result of building a game.

    pages    its files, until they are written
    exposed  the file in place of its notes is the private part of a game
    """

    id: str
    kept: Kept
    exposed: bool = False
    pages: Mapping[str, bytes] | None = None


class ArchivePlace(NamedTuple):
    """Where a game is, the archive, and what its manifest has of the game. `check`: compare, write nothing.

    The settings name no private part: work on a game may be sent elsewhere.
    """

    settings: Settings
    id: str
    folder: str
    archive: str
    before: Kept
    check: bool = False
    url: str = ""
    asks: bool = False
    rules: str = ""


def game_job(place: ArchivePlace, now: str) -> ArchiveJob | Made:
    """A game as it is sent; or what becomes of one that cannot be read, or was rewritten."""
    folder, notes = place.folder, bytes_in(place.folder, noted.NAME)
    trouble = None if notes else notes_warning(os.path.join(folder, noted.NAME))
    table = Table(place.settings, now)
    try:
        raw = log_bytes(folder)
    except log.Unreadable as error:
        return unread_game(place, error.says)
    if (refused := rewrite_refusal(place, raw, notes)) is not None:
        return refused
    sent = sent_log(table, folder, raw)
    assert sent is not None  # no private part is known here
    sent = sent._replace(beside=sent.beside._replace(expected=place.id))
    palette, rules = place.settings.palette, place.rules or place.settings.rule_pages
    return ArchiveJob(place.id, sent, notes, trouble, place.before, place.url, palette, place.asks, rules)


class Verified(NamedTuple):
    """A game that is right, with its notes, if they can be read.

    says  what anybody who has the log alone can find about its moves and its chance
    """

    settings: Settings
    game: Game
    says: Phrase
    noted: "Understood"


def make(job: ArchiveJob) -> Made:
    """Verify a game and make its pages."""
    found = verified_game(job)
    return found if isinstance(found, Made) else good(job, found)


def make_by_private_part(job: ArchiveJob, table: Table) -> Made:
    """The same by the private part that is here, which is sent nowhere: the pages show what everybody may see."""
    found = verified_game(job)
    return found if isinstance(found, Made) else good(job, found._replace(game=with_all_moments(found.game, table)))


def with_all_moments(game: Game, table: Table) -> Game:
    """A sealed game up to its end; as it was if the private part that is here is not the one of its log."""
    book, found = book_at_start(game.log), game.log
    try:
        with refusing_unknown_data(found.header):
            moments = replay.replay(book, found, secret=lambda: committed_secret(table, found.header))
    except TROUBLES:
        return game
    return game_of(game.id, game.folder, found, moments)


def verified_game(job: ArchiveJob) -> Verified | Made:
    """A game as everybody may see it; or what becomes of one that is wrong."""
    sent = job.sent
    table, moments = sent.table(job.palette), list[Moment]()
    try:
        found = sent.parse()
    except log.Trouble as error:
        return bad(job, sent.raw, job.notes, getattr(error, "entry", None), error.says)
    verdict = sent.verdict(table, moments.append, found)
    if not verdict.good:
        return bad(job, sent.raw, job.notes, verdict.entry, verdict.says)
    game = game_of(job.id, sent.folder, found, moments)
    says = verdict.says if is_sealed(game) else verdict.chance or verdict.says
    return Verified(table.settings, game, says, understood_notes(game, job.notes, job.notes_trouble))


def bytes_in(folder: str, name: str) -> bytes:
    """The bytes of a game's log or notes; empty if there are none."""
    try:
        return read_document(os.path.join(folder, name))
    except disk.Unreadable:
        return b""


def sources_hash(raw: bytes, notes: bytes) -> str:
    """Log and notes as one hash."""
    return files.hex_digest(f"{files.hex_digest(raw)} {files.hex_digest(notes)}".encode())


def rewrite_refusal(job: ArchivePlace, raw: bytes, notes: bytes) -> Made | None:
    """An archive is a witness: a log that does not begin with what was archived is refused, and its pages stay."""
    before = job.before
    digest, size = before.log
    if not size or files.hex_digest(raw[:size]) == digest:
        return None
    entry, says = difference(raw, bytes_in(os.path.join(job.archive, job.id), files.LOG), before)
    return bad(
        job,
        raw,
        notes,
        entry,
        say("{why} The archive keeps its pages up to entry {entries}.", why=says, **entry_count_fields(before)),
    )


def entry_count_fields(before: Kept) -> dict[str, object]:
    return {"entries": (before.summary or {})["entries"]}


def difference(raw: bytes, copy: bytes, before: Kept) -> tuple[int | None, Phrase]:
    """From which entry on a log is another one than the copy in the archive, if that is what it was."""
    ends = b"\n" + chain.START
    if files.hex_digest(copy) != before.log[0]:
        return None, say("The log doesn't begin with what was archived.")
    if copy.startswith(raw):
        first = raw.count(ends) + copy[max(0, len(raw) - 1) :].startswith(ends)
        return max(1, first), say("The end of the log is missing.")
    same = next(at for at, (one, other) in enumerate(zip(raw, copy, strict=False)) if one != other)
    return raw[:same].count(ends), say("The log was rewritten: it differs from what was archived.")


def bad(job: ArchiveJob | ArchivePlace, raw: bytes, notes: bytes, entry: int | None, says: Phrase) -> Made:
    """A bad game gets no new pages; the pages from before it went bad stay."""
    return Made(
        job.id, job.before._replace(seen=sources_hash(raw, notes), trouble=trouble(job, entry, says), gone=False)
    )


def unread_game(job: ArchivePlace, says: Phrase) -> Made:
    """Nothing is known of a log that cannot be read: it is tried again by every run."""
    return Made(job.id, job.before._replace(seen="", trouble=trouble(job, None, says), gone=False))


HASH = re.compile(rf"\b([0-9a-f]{{{LEAST_HEAD}}})[0-9a-f]{{{HEAD - LEAST_HEAD}}}\b")
"""A hash in full; its first digits name it in reports."""


def trouble(job: ArchiveJob | ArchivePlace, entry: int | None, says: Phrase) -> GameTrouble:
    """What the manifest and the list say of it: everybody may read them, so they leave out local paths."""
    folder = job.folder if isinstance(job, ArchivePlace) else job.sent.folder
    return {"entry": entry, "says": HASH.sub(r"\1", str(says).replace(folder, job.id))}


def good(job: ArchiveJob, found: Verified) -> Made:
    game, (remarks, warning, exposed) = found.game, found.noted
    lines = replays.visible_lines(game, remarks, False)
    refused = lines_refused(game, remarks, lines)
    made, brief = pages_and_summary(found, lines, job.url, job.asks, job.rules)
    made |= {files.LOG: game.log.raw, **({noted.NAME: job.notes} if may_copy_notes(game, remarks) else {})}
    marks = files.file_marks(made)
    kept = Kept(
        seen="" if exposed else sources_hash(job.sent.raw, job.notes),  # looked at again by every run, until it is gone
        files=marks,
        summary=summary_fields(brief),
        warning=" ".join([str(each).replace(game.folder, job.id) for each in (warning, *refused) if each]),
        faulty=len(refused) + (warning is not None),
    )
    return Made(job.id, kept, exposed, made)


def may_copy_notes(game: Game, found: NotesFile | None) -> bool:
    """Whether everybody may read the file of the notes: it is not refused, and none of its lines are withheld."""
    has_lines = found is not None and any(each.lines for each in found.notes.notes)
    return found is not None and not (has_lines and replays.withholds_lines(game))


class Understood(NamedTuple):
    """The notes of a game, or why they are left out; `exposed`: they are the private part of a game."""

    notes: NotesFile | None
    warning: Phrase | None = None
    exposed: bool = False


def understood_notes(game: Game, raw: bytes, trouble: Phrase | None) -> Understood:
    if not raw:
        return Understood(None, trouble)
    try:
        return Understood(
            noted.notes_in(game, reading.read_source(raw, os.path.join(game.folder, noted.NAME), noted.FILE))
        )
    except reading.BadInput as error:
        problem, note = error.problems[0], getattr(error, "__notes__", ())
        return Understood(None, left_out(problem.line, problem.says, note), isinstance(error, reading.BadPrivatePart))
    except Misplaced as error:
        return Understood(None, left_out(error.problems[0].line, error.says))


def notes_warning(path: str) -> Phrase | None:
    """Why there are no notes, where something is there and cannot be read."""
    try:
        read_document(path)
    except disk.Unreadable as error:
        return None if is_missing(path) else say("Its notes aren't shown: {why}", why=error.says)
    return None


def left_out(line: int, why: Phrase, place: Sequence[str] = ()) -> Phrase:
    """`place`: that it is in a note, and in which."""
    return say("Its notes aren't shown: line {line}: {why}", line=line, why=word_list([why, *place], " "))


def lines_refused(game: Game, found: NotesFile | None, lines: Sequence[tuple[JudgedLine, ...]]) -> list[Phrase]:
    """What is wrong with lines of the notes."""
    bad = [each for each in lines_in_full(lines) if each.refused] if found else []
    return [line_refused(game, found, each) for each in bad if found]


def line_refused(game: Game, found: NotesFile, variation: Variation) -> Phrase:
    place = place_words(game, note_place(found.source.data, variation.at))
    why = replays.refusal_line(variation.move, variation.refused)
    return say("In its notes, {place}, is refused: {why}", place=place, why=why)


def pages_and_summary(
    found: Verified, lines: Sequence[tuple[JudgedLine, ...]], url: str = "", asks: bool = False, rules: str = ""
) -> tuple[dict[str, bytes], game_summary.Summary]:
    """The pages of a game, and it in brief. Of a game whose moves cannot be judged here yet there is no board."""
    settings, game, notes = found.settings, found.game, found.noted.notes
    film, end = "", None
    site = f"{url.rstrip('/')}/{game.id}/" if url else ""
    if not is_sealed(game):
        preview = site and f"{site}{files.PREVIEW}"
        film, end = replays.page_of(settings, game, notes, lines_in_full(lines), preview, asks, rules)
    whole, brief = record_and_summary(found, end, lines, site and f"{site}record.html", rules)
    pictures = pictures_of_record(settings, whole, with_preview=bool(url))
    image = f"{site}{files.PREVIEW}" if files.PREVIEW in pictures else ""
    book = Book(whole.name, (whole,), archived=True, asks=asks)
    record = report_files.coloured_report(lambda seated, palette: html(book, [palette], image), settings, whole)
    pages = {"index.html": (film or record).encode(), "record.html": record.encode()}
    return pages | {files.WORDS: words_file(brief, search_lines(whole))} | pictures, brief


def is_sealed(game: Game) -> bool:
    """Whether its moves cannot be judged before its secret is published."""
    return len(game.moments) <= game.log.last


def record_and_summary(
    found: Verified, end: FilmEnd | None, lines: Sequence[tuple[JudgedLine, ...]], address: str = "", rules: str = ""
) -> tuple[Record, game_summary.Summary]:
    game, notes = found.game, found.noted.notes
    brief = game_summary.summary(game.book, game.log, end, game.line, str(found.says))
    whole = sheet(game, end, brief, notes.notes if notes else None, lines, address, rule_links(rules, game.book))
    brief = brief._replace(words=str(whole.name))
    if notes:
        said = quotation(notes.notes)
        brief = brief._replace(notes=len(notes.notes.notes), noted_by=read_notes.names(notes.notes), quote=said)
    return whole, brief


QUOTED = 220
"""Letters of a quotation, at most."""
SENTENCE = re.compile(r"(?<=[.!?])\s+")


def quotation(notes: Notes) -> str:
    """The first sentences of the first excellent move's note, or of what is said of the whole game."""
    excellent = [text_in(each.text, language()) for each in notes.notes if each.sign == "!!"]
    text = " ".join(next(filter(None, [*excellent, text_in(notes.summary, language())]), "").split())
    found = ""
    for sentence in SENTENCE.split(text):
        if len(found) + len(sentence) > QUOTED:
            break
        found = f"{found} {sentence}".strip()
    return found


def pictures_of_record(settings: Settings, record: Record, *, with_preview: bool) -> dict[str, bytes]:
    """The last board as a small picture, and the picture of a link to the record; none of a game without a board."""
    if not (board := drawable(record.board)):
        return {}
    small = report_files.coloured_report(
        lambda seated, palette: thumbnail(board, seated.seats, palette), settings, record
    )
    found = {files.BOARD: small.encode()}
    if scores := course_of(record):
        drawn = report_files.coloured_report(
            lambda seated, palette: sparkline(scores, seated.seats, palette), settings, record
        )
        found[files.COURSE] = drawn.encode()
    return found | ({files.PREVIEW: preview_png(settings, record, board)} if with_preview else {})


def course_of(record: Record) -> list[tuple[int, ...]]:
    """The scores after each turn; none of a game that counts nothing, or has hardly begun."""
    found = [each.turn.scores for each in record.turns if each.turn.scores]
    return found if len(found) > 1 else []


def preview_png(settings: Settings, record: Record, board: Board) -> bytes:
    ended = {each.seat.id: each for each in record.standings}
    scores, winners = [ended[seat.id].score for seat in record.seats], [ended[seat.id].won for seat in record.seats]
    facts = preview.PreviewFacts(record.title, record.game, record.result, record.seats, scores, winners, board)
    return raster.png(report_files.coloured_report(preview.preview_drawing, settings, facts), preview.WIDTH)


def write_made(job: ArchivePlace, found: Made) -> tuple[str, ...]:
    """Write the files of a game that are missing, and remove those that are no longer built: which were, or would be.

    Raises Unwritable.
    """
    if found.pages is None:
        return ()
    made, marks = found.pages, found.kept.files
    folder = os.path.join(job.archive, job.id)
    there = files.is_same if job.check else files.is_there
    same = [name for name in made if job.check or job.before.files.get(name) == marks[name]]
    same = [name for name in same if there(folder, name, marks[name])]
    left = [name for name in job.before.files if name not in made]
    if not job.check:
        for name in [name for name in made if name not in same]:
            files.put(folder, name, made[name])
        files.take_away(job.archive, [f"{job.id}/{name}" for name in left])
    return (*(name for name in made if name not in same), *left)


BOOK_FORMS = {".html": "html", ".htm": "html", ".md": "markdown", ".bbcode": "bbcode", ".txt": "bbcode"}
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
    lines = replays.visible_lines(game, found.noted.notes, False)
    wrong = [say("{game}: {why}", game=id, why=each) for each in lines_refused(game, found.noted.notes, lines)]
    record, _ = record_and_summary(found, end, lines, rules=table.settings.rule_pages)
    command = f"referee verify {id} --head {record.citation.head[:LEAST_HEAD]}"  # no archive's files are beside a book
    return record._replace(citation=record.citation._replace(command=command)), wrong
