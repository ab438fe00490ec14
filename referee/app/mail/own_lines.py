"""Refusals of moves that were read generously: they show what the player wrote, and not the block made of it."""

from collections.abc import Sequence

from referee.app.errors import Flawed
from referee.app.mail.generous_moves import MoveReader
from referee.app.mail.heard_mail import MailAnswer
from referee.mail.read.move_pieces import MovePiece, MoveText, part_line
from referee.reading import BadInput, Problem
from referee.reading.caret import WORD
from referee.words import Phrase, say


def with_own_lines(done: MailAnswer, block: str, text: MoveText) -> MailAnswer:
    """An answer whose refusals quote the lines of a mail from which a block was made."""
    return done._replace(refused=tuple(in_own_lines(each, block, text) for each in done.refused))


def in_own_lines(error: Exception, block: str, text: MoveText) -> Exception:
    """The refusal of a block, with its places in the lines that were written; at their beginning for those above."""
    if not isinstance(error, Flawed | BadInput):
        return error
    made = block.rstrip().split("\n")
    parts = [*(each for each in text.parts if each.is_action), *(each for each in text.parts if not each.is_action)]
    written = {number: own_line(each, text) for number, each in enumerate(parts, len(made) - len(parts) + 1)}
    own = list(dict.fromkeys(written.values())) or [line for line, _ in text.changes]  # a pass has no parts
    problems = tuple(
        problem_in(each, made[each.line - 1], own, own.index(written[each.line]))
        if each.line in written
        else each._replace(line=1, column=1, fix=None)
        for each in error.problems
    )
    if isinstance(error, Flawed):
        return Flawed(error.name, own, problems, error.book, error.command)
    return BadInput(error.name, own, problems)


def own_line(part: MovePiece, text: MoveText) -> str:
    """The line from which a part was read."""
    line = part_line(part)
    return next((written for written, read in text.changes if line in read), line)


def problem_in(problem: Problem, line: str, own: Sequence[str], number: int) -> Problem:
    """A problem at the same word of another line, or else at its beginning."""
    word = WORD.match(line, problem.column - 1)
    column = own[number].casefold().find(word[0].casefold()) if word else 0
    return problem._replace(line=number + 1, column=max(0, column) + 1, fix=None)


def refused_readings(moves: MoveReader, blocks: Sequence[str]) -> tuple[Phrase, ...]:
    """What lines may mean where the judge accepts none of it: each reading, and why it is refused."""
    lines = [each.rstrip().split("\n") for each in blocks]
    found: list[Phrase] = [NONE_LEGAL]
    for block, mine in zip(blocks, lines, strict=True):
        own = [line.strip().removeprefix("- ") for line in mine if not all(line in each for each in lines)]
        found.append(say("`{line}`: {why}", line=", ".join(own), why=moves.reason(block) or ""))
    return tuple(found)


NONE_LEGAL = say("I can read your move in more than one way, and none of these is possible now:")
