"""The body of a letter: text that is complete alone, HTML, and the board as a picture."""

from functools import cache
from typing import TYPE_CHECKING
from urllib.parse import quote

from markupsafe import Markup, escape

from referee.mail.read.fence import around, fenced_block
from referee.mail.read.requests import means_something
from referee.mail.write.addresses import Names
from referee.mail.write.letter import Letter
from referee.report import wording as report_wording
from referee.report.html.composer import Reply
from referee.report.html.html_report import table_facts
from referee.report.html.templates import page
from referee.report.pictures import raster
from referee.report.pictures.palette import Palette, paints, toned_drawing
from referee.report.pictures.svg import inside
from referee.report.text import text_report
from referee.report.text.text_report import chart_table
from referee.report.text.text_tables import WIDTH, hanging, wrapped_lines
from referee.report.wording import MAY, OVER, safe_text
from referee.show.view import Asked, Chart, Line, Lines, Section, View
from referee.words import Phrase, language, say, term

PICTURE_WIDTH = 800
"""Pixels: twice those of a phone's column of text."""


def png(drawing: str) -> bytes:
    """The picture of a drawing as a letter has it."""
    return raster.png(drawing, PICTURE_WIDTH, raster.LETTER)


HELLO = say("Hello {player},")
WHOSE = say("Whose turn it is")
HOW = say("How to answer")
MOVE = say("Your move, ready to be edited")
ANSWER = say("Write the answer")
ATTACHED = say("Attached: the whole report, which a browser shows, and the log of the game.")
LARGER = say("The tables are in the attached report: they are too long for this place.")
STEPS = (
    say(
        "Answer this letter and leave in it only the lines from BEGIN MOVE to END MOVE, without signs such as > before "
        "them; delete the rest."
    ),
    say("Keep the lines down to `seat:` as they are, and write your actions below them."),
    say(
        "A paragraph above BEGIN MOVE that begins with `say:` goes to all, one with `say to SEAT:` to one; with CHECK "
        "in place of MOVE after BEGIN you only learn whether the move may be played."
    ),
)


def greeting(letter: Letter) -> Phrase:
    return HELLO._replace(facts={"player": letter.player}) if letter.player else say("Hello,")


def board_description(letter: Letter) -> Phrase:
    """What the picture shows, for who does not see it; without a word of any player."""
    facts = {"title": letter.title_name, "game": letter.game, "entry": letter.entry}
    if letter.view is None or letter.view.asked is None:
        return say("The board of {title}, game {game}, after entry {entry}.", **facts)
    mover = term(letter.view.asked.seat)
    return say("The board of {title}, game {game}, after entry {entry}; {seat} is to move.", seat=mover, **facts)


def is_asked(letter: Letter) -> bool:
    """Whether the letter asks its reader for a move."""
    return letter.view is not None and letter.view.asked is not None and letter.view.asked.seat == letter.seat


Part = list[str]
MARK = ">"
"""Stands before a line that would do something if it came back: what follows it is never read."""


def text_body(letter: Letter, tag: str) -> str:
    """Headline, whose turn, what happened, the move block, the board, and the rest."""
    parts = [*(harmless(part) for part in opening(letter)), *map(lines_of, letter.readings)]
    if letter.view is not None:
        parts += view_parts(letter, letter.view, tag)
    parts.append(closing(letter))
    return "\n".join("\n".join(part) + "\n" for part in parts if part)


def opening(letter: Letter) -> list[Part]:
    """The greeting, why this is written, and a refusal line by line as it stands."""
    paragraphs = (greeting(letter), *letter.opening)
    return [*(wrapped_lines(safe_text(each), WIDTH - len(MARK)) for each in paragraphs), verbatim(letter.quoted)]


def verbatim(quoted: str) -> Part:
    """Preformatted lines; what does not print is shown as such."""
    return [
        "".join(each if each.isprintable() else "\N{REPLACEMENT CHARACTER}" for each in line)
        for line in lines_of(quoted)
    ]


def harmless(part: Part) -> Part:
    """Lines that would do something if they came back: what a player says may be broken so that one begins with `say:`.

    Some mail programs send the old letter back without a sign before its lines.
    """
    return [f"{MARK}{line.lstrip()}" if means_something(line) else line for line in part]


def lines_of(quoted: str) -> Part:
    return quoted.rstrip("\n").split("\n") if quoted.strip() else []


def view_parts(letter: Letter, view: View, tag: str) -> list[Part]:
    """The report; of its lines those of the block alone mean something when they come back."""
    initials = {seat.id: safe_text(seat.initial) for seat in view.seats}
    above = [text_report.headline_part(view), turn_part(view, initials), text_report.lines_part(view.story, initials)]
    block: Part = []
    if view.asked and is_asked(letter):
        above += instructions(view.asked, initials)
        block = fenced_block(view.asked.block, tag).rstrip("\n").split("\n")
    below = [
        *text_report.board_parts(view.board, initials),
        *(text_report.section_part(each, initials) for each in view.sections),
    ]
    below += [*text_report.words_parts(view.board), [*text_report.sources_part(view), *text_report.position_part(view)]]
    return [*map(harmless, above), block, *map(harmless, below)]


def turn_part(view: View, initials: text_report.Initials) -> Part:
    if view.asked is None:
        return wrapped_lines(safe_text(OVER), WIDTH)
    return text_report.heading(WHOSE) + text_report.sentences((Line(view.asked.says, (), view.asked.seat),), initials)


def instructions(asked: Asked, initials: text_report.Initials) -> list[Part]:
    """What may be done, and how to say it."""
    may = (
        text_report.heading(asked.may.heading or MAY)
        + text_report.sentences(asked.may.lines, initials)
        + text_report.note(asked.may.note)
    )
    steps = [line for number, step in enumerate(STEPS, 1) for line in hanging(f"{number}. ", safe_text(step))]
    return [may, [*text_report.heading(HOW), *steps]]


def closing(letter: Letter) -> Part:
    """Below the line from which mail programs take a text for a signature."""
    return ["-- ", *wrapped_lines(safe_text(ATTACHED), WIDTH)] if letter.log else []


if TYPE_CHECKING:
    from css_inline import CSSInliner

LARGEST = 80 * 1024
"""Bytes of the page: from about 100 KB on Gmail cuts."""
LINK = 1800
"""Letters of a link that mail programs take."""


def html_body(letter: Letter, named: Names, picture_id: str, palette: Palette) -> tuple[str, bytes]:
    """The page, and the picture that it shows as `cid:` and this id; no bytes in a game without a board."""
    view = letter.view
    assert view is not None
    painted = paints(view.seats, palette)
    board = inside(view, painted)
    block = fenced_block(view.asked.block, named.tag) if view.asked and is_asked(letter) else ""
    facts = {
        "letter": letter,
        "view": view,
        "language": language(),
        "paints": painted,
        "words": report_wording,
        "greeting": greeting(letter),
        "quoted": Markup(escape("\n".join(verbatim(letter.quoted)))),
        "block": Markup(escape(block.rstrip("\n"))),
        "how": HOW,
        "steps": STEPS,
        "answer": ANSWER,
        "mailto": mailto(letter, named, block),
        "alt": safe_text(board_description(letter)),
        "picture": picture_id if board else "",
        "larger": LARGER,
        "attached": ATTACHED,
    }
    inlined = inliner().inline(page("letter.html", tables=[facts_of(each) for each in view.sections], **facts))
    if len(inlined.encode()) > LARGEST:
        inlined = inliner().inline(page("letter.html", tables=None, **facts))
    return inlined, png(toned_drawing(board, palette)) if board else b""


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
