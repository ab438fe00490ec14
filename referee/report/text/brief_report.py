"""A position in a few lines: what happened, the score, whose turn it is; and the board where there is room."""

from collections.abc import Sequence

from referee.report.text.text_board import board_lines
from referee.report.text.text_tables import table_lines, width, wrapped_lines
from referee.report.wording import game_heading, player_scores, safe_text
from referee.show.view import ReportTable, View, drawable
from referee.words import Phrase, say, term

LINES = 10
"""A brief report has no more lines on a usual terminal."""
COLUMNS, NARROW = 80, 40
"""How wide a report is that goes to no terminal; and no terminal is taken for narrower: words would be cut."""
BETWEEN = "   "


def brief_report(view: View, due: Phrase | None = None, columns: int = COLUMNS) -> str:
    """Where a game is: which it is and how far it has come, what happened, the score, and who is next until when."""
    room = max(NARROW, columns)
    progress = "" if view.asked is None or view.progress is None else f" {safe_text(view.progress)}"
    head = wrapped_lines(f"{game_heading(view)}.{progress}", room)
    happened = [line.says for line in view.digest or view.story.lines]
    return "\n".join([*head, *brief_lines(view, due, happened, room, LINES - len(head))]) + "\n"


def brief_lines(view: View, due: Phrase | None, happened: Sequence[Phrase], columns: int, most: int) -> list[str]:
    """What happened, the score, and who is next until when, in at most so many lines, if the scores need no more."""
    room = max(NARROW, columns)
    below = [*score_lines(view, room), *wrapped_lines(next_sentence(view, due), room)]
    return [*story_lines(happened, room, max(1, most - len(below))), *below]


def story_lines(happened: Sequence[Phrase], room: int, most: int) -> list[str]:
    """The end of the story in so many lines, and how much is left out before it."""
    left = [[f"  {line}" for line in wrapped_lines(safe_text(says), room - 2)] for says in happened]
    if sum(map(len, left)) <= most:
        return [text for lines in left for text in lines]
    shown: list[str] = []
    while len(shown) + len(left[-1]) < most:
        shown = [*left.pop(), *shown]
    words = "… {number} more before this" if shown else "… what happened is in the full report"
    return [f"  {safe_text(say(words, number=len(left)))}", *shown]


def score_lines(view: View, room: int) -> list[str]:
    """The players with their scores, in as few lines as they need."""
    lines: list[str] = []
    for shown in player_scores(view):
        if lines and width(lines[-1]) + len(BETWEEN) + width(shown) <= room:
            lines[-1] += BETWEEN + shown
        else:
            lines.append(shown)
    return lines


def next_sentence(view: View, due: Phrase | None) -> str:
    """Who is to move, and until when; where nobody is, what became of the game."""
    if view.asked is None:
        return safe_text(view.headline)
    player = next((seat.player for seat in view.seats if seat.id == view.asked.seat), view.asked.seat)
    facts = {"player": player, "seat": term(view.asked.seat)}
    if due is None:
        return safe_text(say("Next: {player} ({seat}).", **facts))
    return safe_text(say("Next: {player} ({seat}), {due}.", due=due, **facts))


def closing_page(view: View) -> str:
    """How a game ended, on a screen or two: the last table of who stands where, the board, and the score."""
    initials = {seat.id: safe_text(seat.initial) for seat in view.seats}
    standing = [each for each in view.sections if isinstance(each, ReportTable) and each.in_posts][-1:]
    parts = [[game_heading(view)]]
    parts += [[safe_text(table.heading), *table_lines(table, initials)] for table in standing]
    if shown := drawable(view.board):
        parts.append(board_lines(shown, initials))
    parts.append([*score_lines(view, COLUMNS), *wrapped_lines(next_sentence(view, None), COLUMNS)])
    return "\n\n".join("\n".join(part) for part in parts) + "\n"
