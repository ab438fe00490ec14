"""The text of a letter: complete by itself, at most 72 columns wide, what its reader needs first at the top."""

from referee.post import wording
from referee.post.fence import fenced
from referee.post.letter import Letter
from referee.report import text
from referee.report.columns import WIDTH, hanging, wrapped
from referee.report.wording import MAY, OVER, said
from referee.view import Asked, Line, View

Part = list[str]


def body(letter: Letter, tag: str) -> str:
    """Headline, whose turn, what happened, the move block, the board, and the rest."""
    parts = [*opening(letter)]
    if letter.view is not None:
        parts += shown(letter, letter.view, tag)
    parts.append(closing(letter))
    return "\n".join("\n".join(part) + "\n" for part in parts if part)


def opening(letter: Letter) -> list[Part]:
    """The greeting, why this is written, and a refusal line by line as it stands."""
    paragraphs = (wording.greeting(letter), *letter.opening)
    return [*(wrapped(said(each), WIDTH) for each in paragraphs), verbatim(letter.quoted)]


def verbatim(quoted: str) -> Part:
    """Preformatted lines; what does not print is shown as such."""
    return [
        "".join(each if each.isprintable() else "\N{REPLACEMENT CHARACTER}" for each in line)
        for line in lines_of(quoted)
    ]


def lines_of(quoted: str) -> Part:
    return quoted.rstrip("\n").split("\n") if quoted.strip() else []


def shown(letter: Letter, view: View, tag: str) -> list[Part]:
    initials = {seat.id: said(seat.initial) for seat in view.seats}
    parts = [text.headline_part(view), whose(view, initials), text.lines_part(view.story, initials)]
    if view.asked and wording.is_asked(letter):
        parts += answerable(view.asked, tag, initials)
    parts.append(text.board_part(view.board, initials))
    parts += [text.section_part(section, initials) for section in view.sections]
    return [*parts, text.words_part(view.board), [*text.sources_part(view), *text.position_part(view)]]


def whose(view: View, initials: text.Initials) -> Part:
    if view.asked is None:
        return wrapped(said(OVER), WIDTH)
    return text.heading(wording.WHOSE) + text.sentences((Line(view.asked.says, (), view.asked.seat),), initials)


def answerable(asked: Asked, tag: str, initials: text.Initials) -> list[Part]:
    """What may be done, how to say it, and the block to say it in."""
    may = text.heading(asked.may.heading or MAY) + text.sentences(asked.may.lines, initials) + text.note(asked.may.note)
    steps = [line for number, step in enumerate(wording.STEPS, 1) for line in hanging(f"{number}. ", said(step))]
    block = fenced(asked.block, tag).rstrip("\n").split("\n")
    return [may, [*text.heading(wording.HOW), *steps], block]


def closing(letter: Letter) -> Part:
    """Below the line from which mail programs take a text for a signature."""
    return ["-- ", *wrapped(said(wording.ATTACHED), WIDTH)] if letter.log else []
