"""Refusals of moves that were read generously: they show what the player wrote, and not the block made of it."""

from collections import Counter
from collections.abc import Mapping, Sequence

from referee.app.errors import Flawed, Stop
from referee.mail.act.generous_moves import MoveReader
from referee.mail.act.heard_mail import MailAnswer
from referee.mail.read.generous_text import head_in
from referee.mail.read.line_words import tidy_line
from referee.mail.read.move_blocks import MovePiece, MoveText, part_line
from referee.reading import BadInput, Problem
from referee.reading.caret import WORD
from referee.words import Phrase, say


def with_own_lines(done: MailAnswer, block: str, text: MoveText, own: Sequence[str] = ()) -> MailAnswer:
    """An answer whose refusals quote the lines from which a block was made: of a mail, or a block (`own`)."""
    return done._replace(refused=tuple(in_own_lines(each, block, text, own) for each in done.refused))


def in_own_lines(error: Exception, block: str, text: MoveText, own: Sequence[str]) -> Exception:
    """The refusal of a block, with its places in the lines that were written; at their beginning for those above."""
    if not isinstance(error, Flawed | BadInput):
        return error
    made = block.rstrip().split("\n")
    parts = [*(each for each in text.parts if each.is_action), *(each for each in text.parts if not each.is_action)]
    written = {number: own_line(each, text) for number, each in enumerate(parts, len(made) - len(parts) + 1)}
    if own:
        lines = list(own)
        places = places_in(own, {**head_lines(made[: len(made) - len(parts)], own), **written})
    else:
        lines, places = lines_of_parts(written, Counter([line for line, _ in text.changes]))
        lines = lines or [line for line, _ in text.changes]  # a pass has no parts
    problems = tuple(
        problem_in(each, made[each.line - 1], lines, places[each.line])
        if each.line in places
        else each._replace(line=1, column=1, fix=None)
        for each in error.problems
    )
    if isinstance(error, Flawed):
        return Flawed(error.name, lines, problems, error.book, error.command)
    return BadInput(error.name, lines, problems)


def lines_of_parts(written: Mapping[int, str], changed: Mapping[str, int]) -> tuple[list[str], dict[int, int]]:
    """The lines from which parts were read, and where that of each part is.

    From a line that is not as a file has it several parts may have been read; `changed`: how often it was written. Any
    other line has one part.
    """
    lines, places = list[str](), dict[int, int]()
    alike, seen, last = Counter(written.values()), Counter[str](), dict[str, int]()
    for number, line in written.items():
        times = changed.get(line, alike[line])
        if seen[line] * times // alike[line] == lines.count(line):
            last[line] = len(lines)
            lines.append(line)
        places[number] = last[line]
        seen[line] += 1
    return lines, places


def places_in(own: Sequence[str], written: Mapping[int, str]) -> dict[int, int]:
    """Where lines are among those of a block: of several that are alike, each has its own."""
    found: dict[int, int] = {}
    for number, line in written.items():
        alike = [at for at, each in enumerate(own) if is_beginning(tidy_line(each).strip(), line)]
        if alike:
            found[number] = next((at for at in alike if at not in found.values()), alike[0])
    return found


def is_beginning(mine: str, line: str) -> bool:
    """Whether a line of a block is what was read: with a remark behind it, or as the first of several."""
    mine, line = mine.removeprefix("- "), line.removeprefix("- ")
    return bool(mine and line) and (mine.startswith(line) or line.startswith(mine))


def head_lines(made: Sequence[str], own: Sequence[str]) -> dict[int, str]:
    """The lines above the actions, under the numbers that they have in the block that was made."""
    named = {found[0]: each.strip() for each in own if (found := head_in(tidy_line(each)))}
    names = {number: each.partition(":")[0] for number, each in enumerate(made, 1)}
    return {number: named[name] for number, name in names.items() if name in named}


def own_line(part: MovePiece, text: MoveText) -> str:
    """The line from which a part was read."""
    line = part_line(part)
    return next((written for written, read in text.changes if line in read), line)


def problem_in(problem: Problem, line: str, own: Sequence[str], number: int) -> Problem:
    """A problem at the same word of another line, or else at its beginning."""
    word = WORD.match(line, problem.column - 1)
    column = own[number].casefold().find(word[0].casefold()) if word else -1
    if column < 0:
        column = len(own[number]) - len(own[number].lstrip(" -\t"))
    return problem._replace(line=number + 1, column=column + 1, fix=None)


def clearer_refusal(strict: MailAnswer, generous: MailAnswer) -> MailAnswer:
    """The answer to a block as it was meant; as it was written if its lines are not what is refused, or just these."""
    if not all(isinstance(each, Flawed | BadInput) for each in strict.refused):
        return strict
    return strict if generous.refused and problem_words(strict) <= problem_words(generous) else generous


def problem_words(answer: MailAnswer) -> set[str]:
    """What the refusals of an answer say."""
    return {str(each.says) for error in answer.refused for each in getattr(error, "problems", ())}


def refused_readings(moves: MoveReader, blocks: Sequence[str]) -> tuple[Phrase, ...]:
    """What lines may mean where the judge accepts none of it: each reading, and why it is refused."""
    lines = [each.rstrip().split("\n") for each in blocks]
    found: list[Phrase] = [NONE_LEGAL]
    for block, mine in zip(blocks, lines, strict=True):
        own = [line.strip().removeprefix("- ") for line in mine if not all(line in each for each in lines)]
        found.append(say("`{line}`: {why}", line=", ".join(own), why=first_reason(moves.refusal(block))))
    return tuple(found)


def first_reason(error: Stop | BadInput | None) -> Phrase | str:
    """The first thing that is wrong with a move."""
    if isinstance(error, Flawed | BadInput):
        return error.problems[0].says
    return error.says if error else ""


NONE_LEGAL = say("I can read your move in more than one way, and none of these is possible now:")
