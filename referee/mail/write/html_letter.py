"""The HTML of a letter: tables, every style in its element, the board as a picture of the letter; nothing is loaded."""

from functools import cache
from typing import TYPE_CHECKING
from urllib.parse import quote

from markupsafe import Markup, escape

from referee.mail.read.fence import around, fenced_block
from referee.mail.write import board_picture, letter_words
from referee.mail.write.addresses import Names
from referee.mail.write.letter import Letter
from referee.mail.write.text_letter import verbatim
from referee.report import wording as report_wording
from referee.report.html.composer import Reply
from referee.report.html.html_report import table_facts
from referee.report.html.templates import page
from referee.report.pictures.palette import Palette, paints, toned_drawing
from referee.report.pictures.svg import inside
from referee.report.text.text_report import chart_table
from referee.report.wording import safe_text
from referee.show.view import Chart, Lines, Section
from referee.words import language

if TYPE_CHECKING:
    from css_inline import CSSInliner

LARGEST = 80 * 1024
"""Bytes of the page: from about 100 KB on Gmail cuts."""
LINK = 1800
"""Letters of a link that mail programs take."""


def body(letter: Letter, named: Names, picture_id: str, palette: Palette) -> tuple[str, bytes]:
    """The page, and the picture that it shows as `cid:` and this id; no bytes in a game without a board."""
    view = letter.view
    assert view is not None
    painted = paints(view.seats, palette)
    board = inside(view, painted)
    block = fenced_block(view.asked.block, named.tag) if view.asked and letter_words.is_asked(letter) else ""
    facts = {
        "letter": letter,
        "view": view,
        "language": language(),
        "paints": painted,
        "words": report_wording,
        "greeting": letter_words.greeting(letter),
        "quoted": Markup(escape("\n".join(verbatim(letter.quoted)))),
        "block": Markup(escape(block.rstrip("\n"))),
        "how": letter_words.HOW,
        "steps": letter_words.STEPS,
        "answer": letter_words.ANSWER,
        "mailto": mailto(letter, named, block),
        "alt": safe_text(letter_words.board_description(letter)),
        "picture": picture_id if board else "",
        "larger": letter_words.LARGER,
        "attached": letter_words.ATTACHED,
    }
    inlined = inliner().inline(page("letter.html", tables=[facts_of(each) for each in view.sections], **facts))
    if len(inlined.encode()) > LARGEST:
        inlined = inliner().inline(page("letter.html", tables=None, **facts))
    return inlined, board_picture.png(toned_drawing(board, palette)) if board else b""


@cache  # `bench letters` takes 6 % longer without it
def inliner() -> "CSSInliner":
    from css_inline import CSSInliner

    return CSSInliner(load_remote_stylesheets=False, minify_css=True)


def facts_of(section: Section) -> dict[str, object]:
    """A list, or a table; a chart is told as its table."""
    if isinstance(section, Lines):
        return {"lines": section}
    return table_facts(chart_table(section) if isinstance(section, Chart) else section)


def reply(letter: Letter, named: Names) -> Reply:
    """Where the answer to a letter goes, and what stands around the move in it."""
    return Reply(named.reply, f"Re: [{letter.game}] {letter.entry}", *around(named.tag))


def mailto(letter: Letter, named: Names, block: str) -> str:
    """A link that begins the answer with the block alone; "" where it would be too long."""
    if not block:
        return ""
    to = reply(letter, named)
    lines = block.rstrip("\n").replace("\n", "\r\n") + "\r\n"
    link = f"mailto:{quote(to.to, safe='@+')}?subject={quote(to.subject)}&body={quote(lines)}"
    return link if len(link) <= LINK else ""
