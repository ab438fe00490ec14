"""The status on a terminal: a line for each game, and below what needs the moderator."""

from datetime import datetime

from referee.app.look.game_standing import GameStanding
from referee.app.look.status import Status
from referee.app.look.status_overview import (
    WORDS,
    due_words,
    is_late,
    notes_on_games,
    status_sentence,
    time_from_now,
    whose_turn,
)
from referee.app.time.counted_time import BEGINNING, time
from referee.report.text.text_tables import hanging
from referee.report.wording import safe_text
from referee.words import Phrase, say

GAP = "   "
"""Between two columns."""


def status_text(found: Status) -> str:
    """A line for each game: its name, who is to move, until when, and how long that is from now."""
    now = time(found.at, BEGINNING)
    notes, others = notes_on_games(found)
    rows = [[safe_text(each) for each in columns(game, now)] for game in found.games]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [GAP.join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    lines.append(str(status_sentence(found)))
    for line in notes.lines:
        lines += hanging("- ", safe_text(line.says))
    lines += [f"{others.heading}:"] if others.lines else []
    for line in others.lines:
        lines += hanging("- ", safe_text(line.says))
    return "\n".join(lines) + "\n"


def columns(each: GameStanding, now: datetime) -> tuple[Phrase | str, ...]:
    """The cells of a game's line. What is not known is empty."""
    whose = whose_turn(each)
    if not each.seat or not each.due:
        return each.game, whose, WORDS.get(each.state, "") if each.seat else "", ""
    words = (
        say("was due {time}", time=due_words(each.due))
        if is_late(each)
        else say("due {time}", time=due_words(each.due))
    )
    return each.game, whose, words, time_from_now(each, now)
