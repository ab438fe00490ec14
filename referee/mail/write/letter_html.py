"""An e-mail as HTML: what its text says, with the board as a picture."""

from collections.abc import Callable
from typing import NamedTuple

from markupsafe import Markup, escape

from referee.mail.read.move_blocks import fenced_block
from referee.mail.write.addresses import PICTURE, Letter, Names
from referee.mail.write.letter_bodies import (
    HOW,
    attached_line,
    board_description,
    greeting,
    how_to_answer,
    is_asked,
    mailto,
    moderator_line,
    news_of,
    short_tables,
    shows_board,
    turn_words,
    verbatim,
)
from referee.report import wording
from referee.report.html.html_report import DrawnTable, drawn_table
from referee.report.html.templates import whole_page, with_code
from referee.report.pictures.last_turns import EmailBoard, drawn_board, email_picture
from referee.report.pictures.palette import Palette, paints
from referee.report.text.text_tables import chart_table
from referee.report.wording import player_scores, safe_text
from referee.show.view import Chart, Lines, Section, View, Word
from referee.words import Phrase, language, say

ANSWER = say("Write the answer")
LARGER = say("The tables are in the attached report, because they are too long for this e-mail.")


def page_headline(letter: Letter, view: View) -> Phrase:
    """The largest line of the page: whose turn it is, or what became of the game."""
    return view.asked.says if view.asked and not letter.is_long else view.headline


def page_turn(letter: Letter, view: View) -> Phrase | None:
    """What the page says of the turn below its headline: until when it is, and not again whose."""
    if view.asked is None:
        return None
    return turn_words(letter, view) if letter.is_long else letter.deadline or view.deadline


class ScoreCell(NamedTuple):
    """A player in the table of scores; `parts`: what the total is made of, `alert`: what is not to be overlooked."""

    seat: str
    player: str
    total: Word
    parts: str
    alert: Phrase | None
    moves: bool


def score_cells(view: View) -> list[ScoreCell]:
    """The players as an e-mail shows them side by side; none where the title does not say how they stand."""
    names = {seat.id: seat.player for seat in view.seats}
    mover = view.asked.seat if view.asked else ""
    return [
        ScoreCell(
            each.seat,
            names.get(each.seat, each.seat),
            each.total,
            ", ".join([safe_text(amount.says) for amount in (*each.parts, *each.supply)]),
            each.alert,
            each.seat == mover,
        )
        for each in view.standing
    ]


LARGEST = 80 * 1024
"""Bytes of the page: from about 100 KB on Gmail cuts."""
SAME = {"words": wording, "typed": with_code, "how": HOW, "answer": ANSWER, "larger": LARGER}
"""Facts that are the same for all pages."""


DrawBoard = Callable[[View, EmailBoard], bytes]
"""What makes the picture of the board of a view."""


def draw_board(_: View, board: EmailBoard) -> bytes:
    return email_picture(board)


def board_picture(letter: Letter, palette: Palette, draw: DrawBoard) -> bytes:
    """The board as GIF or PNG; no bytes in a game without one, or in an e-mail that shows none."""
    view = letter.view
    assert view is not None
    if PICTURE in letter.lacks or not (letter.is_long or shows_board(letter)):
        return b""
    board = drawn_board(view, palette)
    return draw(view, board) if board else b""


def html_body(letter: Letter, named: Names, picture_id: str, palette: Palette) -> str:
    """The page; it shows the picture with this id, if there is one, as `cid:`."""
    view = letter.view
    assert view is not None
    block = fenced_block(view.asked.block, named.tag) if view.asked and is_asked(letter) else ""
    facts = {
        **SAME,
        "letter": letter,
        "view": view,
        "language": language(),
        "paints": paints(view.seats, palette),
        "greeting": greeting(letter),
        "quoted": letter.rules.with_links(escape("\n".join(verbatim(letter.quoted)))),
        "block": Markup(escape(block.rstrip("\n"))),
        "steps": [with_code(each) for each in how_to_answer(letter)],
        "welcome": [with_code(each) for each in letter.welcome],
        "headline": page_headline(letter, view),
        "whose": page_turn(letter, view),
        "scores": ", ".join(player_scores(view)),
        "cells": score_cells(view),
        "news": news_of(letter, view),
        "sources": list(wording.sources(view)) if letter.is_long else [],
        "mailto": mailto(letter, named, block),
        "alt": safe_text(board_description(letter)),
        "picture": picture_id,
        "attached": attached_line(letter),
        "moderator": [with_code(each) for each in moderator_line(letter)],
    }
    sections = view.sections if letter.is_long else short_tables(letter, view)
    whole = whole_page("letter.html", tables=[section_of_letter(each) for each in sections], **facts)
    if len(whole.encode()) > LARGEST:
        whole = whole_page("letter.html", tables=None, **facts)
    return whole


class SectionOfLetter(NamedTuple):
    """A list of sentences, or a table."""

    lines: Lines | None
    table: DrawnTable | None


def section_of_letter(section: Section) -> SectionOfLetter:
    """A chart is reported as its table."""
    if isinstance(section, Lines):
        return SectionOfLetter(section, None)
    table = chart_table(section) if isinstance(section, Chart) else section
    return SectionOfLetter(None, drawn_table(table.heading, "", table))
