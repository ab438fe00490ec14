"""A post for BoardGameGeek and forums like it: the public position, and what one seat alone may see as a spoiler.

There a `<` with anything but a blank after it deletes the rest of a post without a word, and square brackets make
tags. So neither stands anywhere but in tags of our own; words show full-width ones, which read the same.
"""

import re

from referee.report.text import passages
from referee.report.text.columns import WIDTH, wrapped_lines
from referee.report.text.passages import BLOCK, PROSE, Passage
from referee.report.wording import safe_text
from referee.show.view import View

WORDS = str.maketrans("[]<", "\uff3b\uff3d\uff1c")
COLUMNS = str.maketrans("[]<", "()\u2039")
"""In columns a sign keeps its width."""
BOARD = str.maketrans("[]<", "==\u2039")
"""`[B]` would make the rest of the post bold: a tile on open land shows as `=B=`."""
BOLD = len("[b][/b]")


def forum_text(view: View, public: View) -> str:
    """Lines of at most 72 columns, but for the move block. All but the spoiler is made from the public view.

    It has the brief passages; who wants more asks for a report. Without a board it has all: tables show the position
    then.
    """
    known = passages.passages(public)
    whole = "board" not in [each.id for each in known]
    told = [passage(each) for each in known if whole or each.is_brief]
    return "\n\n".join(told + spoiler(view, public)) + "\n"


def spoiler(view: View, public: View) -> list[str]:
    """The passages that the public view has not at all, such as a hand, and what happened to the seat alone."""
    known = {each.id for each in passages.passages(public)}
    own = [
        each for each in passages.hidden_passages(view, public) if each.id in ("story", "block") or each.id not in known
    ]
    return [*bold(safe_text(passages.reader(view))), "\n\n".join(["[o]", *map(passage, own), "[/o]"])] if own else []


def passage(each: Passage) -> str:
    return "\n".join([*bold(each.heading), *body(each)])


def bold(heading: str) -> list[str]:
    return [f"[b]{line}[/b]" for line in wrapped_lines(heading.translate(WORDS), WIDTH - BOLD)]


def body(each: Passage) -> list[str]:
    if each.kind == PROSE:
        return [part for line in each.lines for part in wrapped_lines(line.translate(WORDS), WIDTH)]
    if each.kind == BLOCK:
        return ["[c]", *map(untagged_line, each.lines), "[/c]"]
    signs = BOARD if each.id == "board" else COLUMNS
    return ["[c]", *(line.translate(signs) for line in each.lines), "[/c]"]


def untagged_line(line: str) -> str:
    """A line of a move, the same to the referee and no tag to a forum: a blank stands where one would begin."""
    return re.sub(r"<(?=\S)|\[(?=[^\s{])", lambda found: found[0] + " ", line)
