"""A position as one short message for a chat or a forum, from what everybody may see."""

from collections.abc import Mapping
from typing import NamedTuple

from referee.report.text.brief_report import next_sentence
from referee.report.text.posts import CHAT_SIGNS, FORUM_SIGNS, size
from referee.report.wording import game_heading, safe_text
from referee.show.view import View
from referee.words import Phrase, say

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
