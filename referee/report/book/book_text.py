"""Games as prose for chats and forums: Markdown or BBCode, made from the same records as the page."""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from referee.report.book.book_html import OWN, Book, gain_of, player, sentence
from referee.report.book.record import Record, RecordEntry, RecordTurn
from referee.report.text.posts import CHAT_SIGNS, FORUM_SIGNS
from referee.report.wording import paragraphs, safe_text
from referee.show.view import Word
from referee.words import keyword_term


class Style(NamedTuple):
    """How a form writes what pages show in other ways; each function takes text that is escaped already.

    signs    letters that would be read as marks, and what is written instead
    heading  of a level, 1 the largest
    inside   a line of play, so deep inside others
    """

    signs: Mapping[int, str | int]
    heading: Callable[[int, str], str]
    bold: Callable[[str], str]
    inside: Callable[[int, str], str]


def quote(depth: int, text: str) -> str:
    return "\n".join([f"{'> ' * (depth + 1)}{line}".rstrip() for line in text.split("\n")])


STYLES = {
    "markdown": Style(CHAT_SIGNS, lambda level, text: f"{'#' * level} {text}", lambda text: f"**{text}**", quote),
    "bbcode": Style(
        FORUM_SIGNS,
        lambda level, text: f"[size={22 - 4 * level}][b]{text}[/b][/size]",
        lambda text: f"[b]{text}[/b]",
        lambda depth, text: f"{'[q]' * (depth + 1)}{text}{'[/q]' * (depth + 1)}",
    ),
}


def text(book: Book, form: str) -> str:
    """The whole file."""
    style = STYLES[form]
    several = len(book.records) > 1
    parts = [style.heading(1, escaped_text(book.heading, style))] if several else []
    for each in book.records:
        parts += game_parts(each, style, 2 if several else 1)
    return "\n\n".join(parts) + "\n"


def escaped_text(word: Word, style: Style) -> str:
    return safe_text(word).translate(style.signs)


def game_parts(record: Record, style: Style, level: int) -> Iterator[str]:
    yield style.heading(level, escaped_text(record.name, style))
    yield escaped_text(f"{record.title}, {record.game}. {str(record.result).removesuffix('.')}.", style)
    rows = [
        f"{each.seat.player} ({keyword_term(each.seat.id)}){'' if each.score is None else f': {each.score}'}"
        for each in record.standings
    ]
    yield "\n".join([f"{place}. {escaped_text(row, style)}" for place, row in enumerate(rows, 1)])
    if record.victory:
        yield escaped_text(" ".join(map(str, record.victory)), style)
    if record.about:
        yield paragraphs(record.about).translate(style.signs)
    for turn in record.turns:
        yield from turn_parts(record, turn, style, level + 1)
    for entry in () if record.turns else record.entries:
        yield escaped_text(f"{entry.number}. {entry.does}", style)
        yield from note_parts(entry, style)
    yield style.heading(level + 1, escaped_text(OWN["cite"], style))
    yield escaped_text(f"{record.citation.says} {OWN['head']}: {record.citation.head}", style)


def turn_parts(record: Record, each: RecordTurn, style: Style, level: int) -> Iterator[str]:
    """The chapter that begins, the turn, what was said with it, and the notes."""
    for entry in each.entries:
        if entry.chapter:
            yield style.heading(level, escaped_text(entry.chapter, style))
    done, *more = each.turn.lines
    told = escaped_text(sentence(done), style)
    who = f"{each.number}. {player(each.turn.seat, record)}" if each.turn.seat else ""
    signs = dict.fromkeys([entry.glyph for entry in each.entries if entry.glyph])
    if begins := " ".join(filter(None, [who, *signs])):
        told = f"{style.bold(escaped_text(begins, style))} {told}"
    if gain := gain_of(each, record):
        told += f" {style.bold(gain)}"
    yield "\n".join([told, *[escaped_text(line.says, style) for line in more]])
    for entry in each.entries:
        yield from note_parts(entry, style)


def note_parts(entry: RecordEntry, style: Style) -> Iterator[str]:
    for comment in entry.comments:
        yield paragraphs(comment).translate(style.signs)
    for line in entry.instead:
        yield style.inside(line.depth, paragraphs(line.says).translate(style.signs))
