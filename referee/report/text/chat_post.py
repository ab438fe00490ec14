"""A report for chats such as Discord: messages of at most 2,000 characters, hidden things as spoilers.

Words of people are escaped, so that they show as they are: they make no headings, no links and no code, and the sign
that would call everybody is a full-width one.
"""

from collections.abc import Iterator
from typing import NamedTuple

from referee.report.text import passages
from referee.report.text.passages import BLOCK, PROSE, Passage
from referee.report.wording import safe_text
from referee.show.view import View

LIMIT = 2000
"""Characters of a message, counted as UTF-16 does; letters beyond the first plane are two."""
LINE = 300
"""Letters of a line: escaped and marked it is never longer than half a message."""
WORDS = {ord(sign): f"\\{sign}" for sign in "\\`*_~|#>[]"} | {ord("<"): "\uff1c", ord("@"): "\uff20"}
COLUMNS = {ord("`"): "'"}
SECRET = COLUMNS | {ord("|"): "\u00a6"}
"""Within a spoiler two strokes would end it."""
FENCE, VEIL = "```", "||"


class MessagePiece(NamedTuple):
    """Lines that stay in one message, between an opening and a closing line ("": none)."""

    head: tuple[str, ...]
    opening: str
    lines: tuple[str, ...]
    closing: str

    def text(self) -> str:
        return "\n".join([*self.head, *filter(None, [self.opening]), *self.lines, *filter(None, [self.closing])])


def chat_text(view: View, public: View) -> str:
    """All messages, each after a line to cut at where there are several."""
    messages = parts(view, public)
    if len(messages) == 1:
        return messages[0] + "\n"
    return "".join(f"--- {number}/{len(messages)} ---\n{each}\n" for number, each in enumerate(messages, 1))


def parts(view: View, public: View) -> list[str]:
    """The messages. All that is not in a spoiler is made from the public view."""
    found = [piece for each in passages.passages(public) for piece in message_pieces(each, False)]
    own = passages.hidden_passages(view, public)
    if own:
        found.append(MessagePiece((bold(safe_text(passages.reader(view))),), "", (), ""))
    return messages_of(found + [piece for each in own for piece in message_pieces(each, True)])


def messages_of(found: list[MessagePiece]) -> list[str]:
    """As many pieces in each message as fit it."""
    messages = [""]
    for text in (piece.text() for piece in found):
        longer = f"{messages[-1]}\n\n{text}".lstrip("\n")
        if size(longer) <= LIMIT:
            messages[-1] = longer
        else:
            messages.append(text)
    return messages


def size(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def message_pieces(each: Passage, secret: bool) -> Iterator[MessagePiece]:
    """A passage, in several pieces where it is longer than a message: each opens and closes what it needs."""
    *long, heading = cuts(each.heading) or [""]
    yield from (MessagePiece((bold(part),), "", (), "") for part in long)
    opening, closing = marks(each, secret)
    piece = MessagePiece((bold(heading),), opening, (), closing)
    for line in (
        shown for raw in each.lines for shown in (chat_line(part, each, secret) for part in cuts(raw) or [""])
    ):
        longer = piece._replace(lines=(*piece.lines, line))
        if size(longer.text()) > LIMIT:
            yield piece
            longer = MessagePiece((), opening, (line,), closing)
        piece = longer
    yield piece


def marks(each: Passage, secret: bool) -> tuple[str, str]:
    """The lines around the lines of a passage."""
    if each.kind == PROSE:
        return "", ""
    veil = VEIL if secret else ""
    return veil + FENCE + ("yaml" if each.kind == BLOCK else ""), FENCE + veil


def cuts(line: str) -> list[str]:
    """A line in parts that are not too long; most are one."""
    return [line[start : start + LINE] for start in range(0, len(line), LINE)]


def chat_line(line: str, each: Passage, secret: bool) -> str:
    """A line as it is typed into the chat."""
    if each.kind == PROSE:
        shown = line.translate(WORDS)
        return f"{VEIL}{shown}{VEIL}" if secret else shown
    if each.kind == BLOCK:
        return line.replace(FENCE, "'''")
    return line.translate(SECRET if secret else COLUMNS)


def bold(heading: str) -> str:
    return f"**{heading.translate(WORDS)}**"
