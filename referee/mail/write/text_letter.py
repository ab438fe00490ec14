"""The text of a letter: complete by itself, at most 72 columns wide, what its reader needs first at the top."""

from referee.mail.read.fence import fenced_block
from referee.mail.read.requests import means_something
from referee.mail.write import letter_words
from referee.mail.write.letter import Letter
from referee.report.text import text_report
from referee.report.text.columns import WIDTH, hanging, wrapped_lines
from referee.report.wording import MAY, OVER, safe_text
from referee.show.view import Asked, Line, View

Part = list[str]
MARK = ">"
"""Stands before a line that would do something if it came back: what follows it is never read."""


def body(letter: Letter, tag: str) -> str:
    """Headline, whose turn, what happened, the move block, the board, and the rest."""
    parts = [harmless(part) for part in opening(letter)]
    if letter.view is not None:
        parts += view_parts(letter, letter.view, tag)
    parts.append(closing(letter))
    return "\n".join("\n".join(part) + "\n" for part in parts if part)


def opening(letter: Letter) -> list[Part]:
    """The greeting, why this is written, and a refusal line by line as it stands."""
    paragraphs = (letter_words.greeting(letter), *letter.opening)
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
    if view.asked and letter_words.is_asked(letter):
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
    return text_report.heading(letter_words.WHOSE) + text_report.sentences(
        (Line(view.asked.says, (), view.asked.seat),), initials
    )


def instructions(asked: Asked, initials: text_report.Initials) -> list[Part]:
    """What may be done, and how to say it."""
    may = (
        text_report.heading(asked.may.heading or MAY)
        + text_report.sentences(asked.may.lines, initials)
        + text_report.note(asked.may.note)
    )
    steps = [
        line for number, step in enumerate(letter_words.STEPS, 1) for line in hanging(f"{number}. ", safe_text(step))
    ]
    return [may, [*text_report.heading(letter_words.HOW), *steps]]


def closing(letter: Letter) -> Part:
    """Below the line from which mail programs take a text for a signature."""
    return ["-- ", *wrapped_lines(safe_text(letter_words.ATTACHED), WIDTH)] if letter.log else []
