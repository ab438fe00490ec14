"""A view as passages, for posts in forums and chats: what everybody may read, and apart from it what one seat may."""

from collections.abc import Iterator
from typing import NamedTuple

from referee.report.text import text_report
from referee.report.text.text_tables import table_lines
from referee.report.wording import (
    ASKED,
    BOARD,
    IN_WORDS,
    MAY,
    MOVE,
    OVER,
    READERS,
    SEATS,
    SOURCES,
    position_sentence,
    safe_text,
    sources,
)
from referee.show.view import Asked, Board, Chart, Line, Lines, Section, View, drawable
from referee.words import Phrase, say, term

PROSE, CODE, BLOCK = "prose", "code", "block"
"""Sentences, a line each; lines in columns; lines that are copied letter by letter."""


class Passage(NamedTuple):
    """A part of a post; `id` is the one of its section, `kind` what its lines are.

    is_brief  whether posts that are shorter than a report have it, too
    """

    id: str
    heading: str
    kind: str
    lines: tuple[str, ...]
    is_brief: bool = True


def passages(view: View) -> list[Passage]:
    """The whole view, in the order of the text report."""
    initials = {seat.id: safe_text(seat.initial) for seat in view.seats}
    found = [
        title(view),
        Passage("story", safe_text(view.story.heading), PROSE, sentences(view.story, initials)),
        *board(view.board, initials),
        *asked_passages(view.asked, initials),
        *(passage(section, initials) for section in view.sections),
        *words_passage(view.board),
        Passage("sources", safe_text(SOURCES), PROSE, tuple(f"- {safe_text(word)}" for word in sources(view))),
    ]
    return [each for each in found if each.lines]


def board(board: Board | None, initials: dict[str, str]) -> Iterator[Passage]:
    if shown := drawable(board):
        heading = safe_text(say("{board}: {name}", board=BOARD, name=shown.name))
        yield Passage("board", heading, CODE, tuple(text_report.board_with_legend(shown, initials)))


def words_passage(board: Board | None) -> Iterator[Passage]:
    if shown := drawable(board):
        yield Passage("words", safe_text(IN_WORDS), CODE, tuple(text_report.words_lines(shown)), is_brief=False)


def hidden_passages(view: View, public: View) -> list[Passage]:
    """What the view holds and the public one does not; of sentences only those. Where both stand is no secret."""
    known = {each.id: each for each in passages(public)}
    return [each for own in passages(view) if own.id != "title" for each in more(own, known.get(own.id))]


def more(own: Passage, known: Passage | None) -> Iterator[Passage]:
    """The passage as far as the one that is known does not tell it."""
    if known is None:
        yield own
    elif own.kind == PROSE and (lines := tuple(line for line in own.lines if line not in known.lines)):
        yield own._replace(lines=lines)
    elif own.kind != PROSE and own.lines != known.lines:
        yield own


def reader(view: View) -> Phrase:
    """What stands above the passages that are not for everybody."""
    return say("What only {who} may see", who=READERS.get(view.seat) or term(view.seat))


def title(view: View) -> Passage:
    seats = "; ".join(
        f"{safe_text(seat.initial)} {safe_text(term(seat.id))} {safe_text(seat.player)}" for seat in view.seats
    )
    lines = safe_text(view.headline), f"{safe_text(SEATS)}: {seats}", safe_text(position_sentence(view))
    return Passage("title", f"{safe_text(view.full_title)}: {safe_text(view.game)}", PROSE, lines)


def sentences(lines: Lines, initials: dict[str, str]) -> tuple[str, ...]:
    """Each with the initial of whose it is, rules in round brackets; then the note."""
    told = [f"{initials.get(line.seat, '-')} {safe_text(line.says)}{rules_in_brackets(line)}" for line in lines.lines]
    return (*told, *([safe_text(lines.note)] if lines.note is not None else []))


def rules_in_brackets(line: Line) -> str:
    return f" ({', '.join(safe_text(number) for number in line.rules)})" if line.rules else ""


def asked_passages(found: Asked | None, initials: dict[str, str]) -> Iterator[Passage]:
    """Whose turn it is, what may be done, and the move block."""
    if found is None:
        yield Passage("asked", safe_text(ASKED), PROSE, (safe_text(OVER),))
        return
    yield Passage("asked", safe_text(ASKED), PROSE, (f"{initials.get(found.seat, '-')} {safe_text(found.says)}",))
    yield Passage("may", safe_text(found.may.heading or MAY), PROSE, sentences(found.may, initials))
    yield Passage("block", safe_text(MOVE), BLOCK, tuple(found.block.rstrip("\n").split("\n")))


def passage(section: Section, initials: dict[str, str]) -> Passage:
    """Lists are sentences, tables and charts stand in columns."""
    if isinstance(section, Lines):
        return Passage(section.id, safe_text(section.heading), PROSE, sentences(section, initials), is_brief=False)
    table = text_report.chart_table(section) if isinstance(section, Chart) else section
    lines = (*table_lines(table, initials), *text_report.note(table.note))
    return Passage(section.id, safe_text(table.heading), CODE, lines, is_brief=table.in_posts)
