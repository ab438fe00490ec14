"""A view as posts for forums (BBCode) and chats (Markdown): what everybody may read, and hidden parts apart from it."""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from referee.report.text import text_report
from referee.report.text.text_report import next_sentence
from referee.report.text.text_tables import WIDTH, chart_table, table_lines, wrapped_lines
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
    game_heading,
    position_sentence,
    safe_text,
    sources,
    with_colon,
)
from referee.show.view import Asked, Board, Chart, Line, Lines, Section, View, drawable
from referee.words import SEMICOLON, Phrase, say, term, word_list

PROSE, CODE, BLOCK = "prose", "code", "block"
"""Sentences, a line each; lines in columns; lines that are copied character by character."""


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
        *(section_passage(section, initials) for section in view.sections),
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
    """The part of the passage that the known one does not contain."""
    if known is None:
        yield own
    elif own.kind == PROSE and (lines := tuple(line for line in own.lines if line not in known.lines)):
        yield own._replace(lines=lines)
    elif own.kind != PROSE and own.lines != known.lines:
        yield own


def reader(view: View) -> Phrase:
    """The heading above the passages that are not for everybody."""
    return say("Only for {who}", who=READERS.get(view.seat) or term(view.seat))


def title(view: View) -> Passage:
    names = [f"{safe_text(seat.initial)} {safe_text(term(seat.id))} {safe_text(seat.player)}" for seat in view.seats]
    seats = f"{with_colon(SEATS)} {word_list(names, SEMICOLON)}"
    lines = safe_text(view.headline), seats, safe_text(position_sentence(view))
    return Passage("title", game_heading(view), PROSE, lines)


def sentences(lines: Lines, initials: dict[str, str]) -> tuple[str, ...]:
    """Each sentence with the initial of its seat, rules in round brackets; then the note."""
    told = [f"{initials.get(line.seat, '-')} {safe_text(line.says)}{rules_in_brackets(line)}" for line in lines.lines]
    return (*told, *([safe_text(lines.note)] if lines.note is not None else []))


def rules_in_brackets(line: Line) -> str:
    return f" ({', '.join(safe_text(number) for number in line.rules)})" if line.rules else ""


def asked_passages(found: Asked | None, initials: dict[str, str]) -> Iterator[Passage]:
    """Whose turn it is, the options, and the move block."""
    if found is None:
        yield Passage("asked", safe_text(ASKED), PROSE, (safe_text(OVER),))
        return
    yield Passage("asked", safe_text(ASKED), PROSE, (f"{initials.get(found.seat, '-')} {safe_text(found.says)}",))
    yield Passage("may", safe_text(found.may.heading or MAY), PROSE, sentences(found.may, initials))
    yield Passage("block", safe_text(MOVE), BLOCK, tuple(found.block.rstrip("\n").split("\n")))


def section_passage(section: Section, initials: dict[str, str]) -> Passage:
    """Lists are sentences, tables and charts are in columns."""
    if isinstance(section, Lines):
        return Passage(section.id, safe_text(section.heading), PROSE, sentences(section, initials), is_brief=False)
    table = chart_table(section) if isinstance(section, Chart) else section
    lines = (*table_lines(table, initials), *text_report.note(table.note))
    return Passage(section.id, safe_text(table.heading), CODE, lines, is_brief=table.in_posts)


LIMIT = 2000
"""Characters of a message, counted as in UTF-16; characters beyond the first plane are two."""
LINE = 300
"""Letters of a line: escaped and marked it is never longer than half a message."""
CHAT_SIGNS = {ord(sign): f"\\{sign}" for sign in "\\`*_~|#>[]"} | {ord("<"): "\uff1c", ord("@"): "\uff20"}
CHAT_COLUMN_SIGNS = {ord("`"): "'"}
SECRET_SIGNS = CHAT_COLUMN_SIGNS | {ord("|"): "\u00a6"}
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
    found = [piece for each in passages(public) for piece in message_pieces(each, False)]
    own = hidden_passages(view, public)
    if own:
        found.append(MessagePiece((chat_heading(safe_text(reader(view))),), "", (), ""))
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
    yield from (MessagePiece((chat_heading(part),), "", (), "") for part in long)
    opening, closing = marks(each, secret)
    piece = MessagePiece((chat_heading(heading),), opening, (), closing)
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
        shown = line.translate(CHAT_SIGNS)
        return f"{VEIL}{shown}{VEIL}" if secret else shown
    if each.kind == BLOCK:
        return line.replace(FENCE, "'''")
    return line.translate(SECRET_SIGNS if secret else CHAT_COLUMN_SIGNS)


def chat_heading(heading: str) -> str:
    return f"**{heading.translate(CHAT_SIGNS)}**"


FORUM_SIGNS = str.maketrans("[]<", "\uff3b\uff3d\uff1c")
FORUM_COLUMN_SIGNS = str.maketrans("[]<", "()\u2039")
"""In columns a sign keeps its width."""
FORUM_BOARD_SIGNS = str.maketrans("[]<", "==\u2039")
"""`[B]` would make the rest of the post bold: a tile on open land shows as `=B=`."""
BOLD = len("[b][/b]")


def forum_text(view: View, public: View) -> str:
    """Lines of at most 72 columns, but for the move block. All but the spoiler is made from the public view.

    It has the brief passages; who wants more asks for a report. Without a board it has all: tables show the position
    then.
    """
    known = passages(public)
    whole = "board" not in [each.id for each in known]
    told = [forum_passage(each) for each in known if whole or each.is_brief]
    return "\n\n".join(told + spoiler(view, public)) + "\n"


def spoiler(view: View, public: View) -> list[str]:
    """The passages that the public view has not at all, such as a hand, and what happened to the seat alone."""
    known = {each.id for each in passages(public)}
    own = [each for each in hidden_passages(view, public) if each.id in ("story", "block") or each.id not in known]
    return (
        [*forum_heading(safe_text(reader(view))), "\n\n".join(["[o]", *map(forum_passage, own), "[/o]"])] if own else []
    )


def forum_passage(each: Passage) -> str:
    return "\n".join([*forum_heading(each.heading), *body(each)])


def forum_heading(heading: str) -> list[str]:
    return [f"[b]{line}[/b]" for line in wrapped_lines(heading.translate(FORUM_SIGNS), WIDTH - BOLD)]


def body(each: Passage) -> list[str]:
    if each.kind == PROSE:
        return [part for line in each.lines for part in wrapped_lines(line.translate(FORUM_SIGNS), WIDTH)]
    if each.kind == BLOCK:
        return ["[c]", *map(untagged_line, each.lines), "[/c]"]
    signs = FORUM_BOARD_SIGNS if each.id == "board" else FORUM_COLUMN_SIGNS
    return ["[c]", *(line.translate(signs) for line in each.lines), "[/c]"]


def untagged_line(line: str) -> str:
    """A line of a move, the same to the referee and no tag to a forum: a blank is added where one would begin."""
    return re.sub(r"<(?=\S)|\[(?=[^\s{])", lambda found: found[0] + " ", line)


MOST = 1000
"""Characters of the message, half of what Discord allows: a moderator has room for a word of their own."""
STORY = 4
"""Lines of what happened."""
SENTENCE, SCORES, TURN = 110, 180, 200
"""Characters of a headline, of all scores, and of a turn. Escaped, they are at most twice as long."""
BETWEEN_SCORES = " · "


class Signs(NamedTuple):
    """How a kind of message writes: its text without tags of its own, and bold print."""

    escapes: Mapping[int, int | str]
    bold: tuple[str, str]


CHAT, FORUM = Signs(CHAT_SIGNS, ("**", "**")), Signs(FORUM_SIGNS, ("[b]", "[/b]"))


def brief_chat_text(view: View, due: Phrase | None = None) -> str:
    """The message in Markdown."""
    return brief_post(view, due, CHAT)


def brief_forum_text(view: View, due: Phrase | None = None) -> str:
    """The message in BBCode."""
    return brief_post(view, due, FORUM)


def brief_post(view: View, due: Phrase | None, signs: Signs) -> str:
    """Which game it is, who is next until when, the scores, and as much of the last turns as there is room for."""

    def post_words(text: str, most: int) -> str:
        return cut_text(text, most).translate(signs.escapes)

    opening, closing = signs.bold
    lines = [
        f"{opening}{post_words(headline(view), SENTENCE)}{closing}",
        post_words(next_sentence(view, due), SENTENCE),
    ]
    lines += filter(None, [post_words(scores_in_a_line(view), SCORES)])
    happened = [f"- {post_words(safe_text(line.says), TURN)}" for line in view.digest or view.story.lines]
    return "\n".join([*lines, *fitting_lines(happened, MOST - size("\n".join(lines)))]) + "\n"


def headline(view: View) -> str:
    """Which game it is, and how far it has come unless it is over."""
    progress = "" if view.asked is None or view.progress is None else f" – {safe_text(view.progress)}"
    return f"{game_heading(view)}{progress}".rstrip(".")


def scores_in_a_line(view: View) -> str:
    names = {seat.id: safe_text(seat.player) for seat in view.seats}
    return BETWEEN_SCORES.join(f"{names.get(each.seat, each.seat)} {safe_text(each.says)}" for each in view.scores)


def fitting_lines(happened: list[str], room: int) -> list[str]:
    """The first lines, as many as there is room for; the last one says how many are left out."""
    for shown in range(min(STORY, len(happened)), 0, -1):
        left = len(happened) - shown
        lines = [*happened[: shown - 1], more_line(left + 1)] if left else happened
        if size("\n".join(lines)) < room - 1:
            return lines
    return []


def more_line(number: int) -> str:
    return f"- {safe_text(say('… and {number} more', number=number))}"


def cut_text(text: str, most: int) -> str:
    """The text on one line, cut where it has more characters than that."""
    line = " ".join(text.split())
    return line if size(line) <= most else line.encode("utf-16-le")[: 2 * most - 2].decode("utf-16-le", "ignore") + "…"
