"""What the YAML parser or the decoder says, in words for people who know neither."""

import re
from itertools import islice

from referee.reading.caret import FORBIDDEN, SHOWN, BadInput, Fix, Problem
from referee.reading.slips import at_odds, slips_alike
from referee.words import Phrase, say

CURLY = "[\u2018-\u201f\u00ab\u00bb]"

SENTENCES: tuple[tuple[str, Phrase, Phrase], ...] = (
    (
        "mapping values are not allowed",
        say("There shouldn't be a colon and a space here."),
        say(
            "Check that the line is indented like the lines around it. If it is text with a colon "
            'in it, put it in quotes: say: "so: yes".'
        ),
    ),
    (
        "could not find expected ':'",
        say("This line has no colon, or the line before it isn't finished."),
        say("Write `key: value`, and put longer text in quotes."),
    ),
    (
        "found character that cannot start",
        say("A value can't begin with this character."),
        say('Put the value in quotes: "…".'),
    ),
    (
        "mapping keys are not allowed",
        say("A value can't begin with this character."),
        say('Put the value in quotes: "…".'),
    ),
    (
        "',' or ']'",
        say("A list that starts with `[` isn't closed, or a comma is missing."),
        say("Close it with `]`."),
    ),
    (
        "',' or '}'",
        say("A group that starts with `{{` isn't closed, or a comma is missing."),
        say("Close it with `}}`."),
    ),
    ("unexpected end of stream", say("A quote is opened but never closed."), say("Add the closing quote.")),
    (
        "document indicator",
        say("A quote is still open at this line of dashes or dots."),
        say("Close it."),
    ),
    (
        "expected key",
        say("This line doesn't fit the lines before it."),
        say(
            "Lines that belong together begin in the same column. Check for a space too many, a "
            "space too few, or an open quote."
        ),
    ),
    (
        "expected '-' indicator",
        say("This line doesn't fit the list before it."),
        say(
            "Begin each line of the list with `- `, all in the same column. A line that isn't part of the list begins "
            "further left, like the word above the list."
        ),
    ),
    (
        "expected <block end>",
        say("This line doesn't fit the lines before it."),
        say("Lines that belong together begin in the same column."),
    ),
    (
        "block sequence entries are not allowed",
        say("There shouldn't be a `- ` here."),
        say("Begin each line of a list with `- `, below the line that ends with the colon."),
    ),
    (
        "block mapping entries",
        say("A line such as `key: value` can't begin here."),
        say("Put it on its own line."),
    ),
    (
        "unknown escape character",
        say("In double quotes a backslash has a special meaning, and this one isn't known."),
        say("Use single quotes, or write the backslash twice."),
    ),
    (
        "node content",
        say("A value can't begin with this character."),
        say('Put the value in quotes: "…", or delete the extra bracket or comma.'),
    ),
    (
        "comment or line break",
        say("After `|` or `>` the text begins on the next line."),
        say("Put the text on the lines below, two spaces further in than this line."),
    ),
    (
        "hexdecimal",
        say("In double quotes a backslash has a special meaning, and this one isn't complete."),
        say("Use single quotes, or write the backslash twice."),
    ),
    (
        "escape",
        say("In double quotes a backslash has a special meaning, and this one isn't possible."),
        say("Use single quotes, or write the backslash twice."),
    ),
    ("tag", say("Values that begin with `!` (a tag) can't be used here."), say("Put it in quotes if it is text.")),
    (
        "alphabetic or numeric",
        say("A value can't begin with `&` or `*`."),
        say("Put it in quotes if it is text."),
    ),
    ("directive", say("A line that begins with `%` has no meaning here."), say("Leave it out.")),
    ("incompatible YAML", say("A line that begins with `%` has no meaning here."), say("Leave it out.")),
    (
        "<document start>",
        say("This line doesn't fit what comes before it."),
        say(
            "Lines that belong together begin in the same column. This line is further left than the first one, or it "
            "comes after a line of `...`, which ends the text."
        ),
    ),
    (
        "indentation",
        say("The text below `|` or `>` isn't indented correctly."),
        say("Indent each of its lines by two spaces more than the line with the colon."),
    ),
)


def cut_off(text: str) -> Problem:
    """The parser waits for a value and the text is over."""
    lines = text.rstrip().split("\n")
    says = say("The text ends here, but a value or a closing bracket is missing.")
    return Problem(says, len(lines), len(lines[-1]), say("Write what is missing, or delete the opening bracket."))


COPIED = (
    (
        ">",
        r"(?m)^> ?",
        say("This line begins with `>`, like a quoted e-mail."),
        say("Delete the `> ` at the start of every line."),
    ),
    (
        "```",
        r"(?m)^```.*(\n|\Z)",
        say("The line of ``` isn't part of the text."),
        say("Leave out the lines of ```."),
    ),
)
"""Text copied along from a mail or a web page: how it begins, and what of it to leave out everywhere."""


def copy_problem(written: str, line: int, text: str) -> Problem | None:
    """Reports text that was copied along, if this line is part of it."""
    for sign, surplus, says, hint in COPIED:
        if written.startswith(sign):
            fix = Fix((1, 1), (text.count("\n") + 2, 1), re.sub(surplus, "", text), own=len(text))
            return Problem(says, line, 1, hint, fix)
    return None


NAMES = {"\r": say("a carriage return"), "\x00": say("a zero byte"), "\ufeff": say("a byte order mark")}


def syntax_problems(error: Exception, text: str) -> tuple[Problem, ...]:
    """A syntax error as a problem, or as several where the same slip is in several lines."""
    lines = text.split("\n")
    line, _ = position(error, text)
    slip = copy_problem("".join(lines[line - 1 : line]), line, text) or at_odds(lines, line)
    return slips_alike(lines, slip) if slip else (parser_problem(error, text),)


def parser_problem(error: Exception, text: str) -> Problem:
    """A syntax error that no slip explains; the parser's own words are shown if we have no better ones."""
    line, column = position(error, text)
    found = " ".join(str(getattr(error, part, "") or "") for part in ("problem", "context")) or str(error)
    written = "".join(text.split("\n")[line - 1 : line])
    if line > text.count("\n") + 1 or (not written and not text.split("\n", line)[-1].strip()):
        return cut_off(text)
    curly = re.search(CURLY, written)
    for fragment, says, hint in SENTENCES:
        if fragment in found:
            return Problem(says, line, column, STRAIGHT if curly else hint)
    return Problem(
        say("This isn't valid YAML: {reason}.", reason=found.strip()), line, column, STRAIGHT if curly else None
    )


STRAIGHT = say("The line has curly quotes. Use straight ones instead: \" or '.")


def position(error: Exception, text: str) -> tuple[int, int]:
    """Line and column, from 1, where the parser stopped; if it missed an end, the place of the beginning."""
    stopped, began = getattr(error, "problem_mark", None), getattr(error, "context_mark", None)
    context = str(getattr(error, "context", ""))
    waited = stopped and (not text[stopped.index :].strip() or "simple key" in context)
    unclosed = began and stopped and "flow" in context and began.line < stopped.line
    mark = began if began and (waited or unclosed) else stopped or began
    return (mark.line + 1, mark.column + 1) if mark else (1, 1)


def bad_characters(lines: list[str]) -> tuple[Problem, ...]:
    """The control and invisible characters of the lines, one more of them than are written out."""
    all_found = ((each, line) for line, text in enumerate(lines, 1) for each in re.finditer(FORBIDDEN, text))
    found = list(islice(all_found, SHOWN + 1))
    if sum(each[0] < "\t" for each, _ in found) >= NO_TEXT:
        return (no_text(*found[0]),)
    return tuple(bad_character(each, line, each.start() + 1) for each, line in found)


NO_TEXT = 4
"""With so many control characters it is a picture, a program or a document of some other program."""


def no_text(found: re.Match[str], line: int) -> Problem:
    what = NAMES.get(found[0], say("an invisible character"))
    says = say(
        "This isn't plain text: it contains {what} (U+{code}), and possibly more.",
        what=what,
        code=f"{ord(found[0]):04X}",
    )
    hint = say("Save it as plain text in UTF-8. Documents and pictures can't be read.")
    return Problem(says, line, found.start() + 1, hint)


def bad_character(found: re.Match[str], line: int, column: int) -> Problem:
    if found[0][0] == "\t":
        return Problem(say("There is a tab here."), line, column, say("Use spaces instead, two for each level."))
    what = NAMES.get(found[0], say("an invisible character"))
    says = say("There is {what} (U+{code}) here.", what=what, code=f"{ord(found[0]):04X}")
    return Problem(says, line, column, say("Delete it. It may have come with text you copied."))


def bad_bytes(raw: bytes, name: str, error: UnicodeDecodeError) -> BadInput:
    """The text is in another encoding than UTF-8, or no text at all."""
    before = raw[: error.start].decode("utf-8")
    line, column = before.count("\n") + 1, error.start and len(before) - before.rfind("\n")
    says = say("Byte {byte} here is not UTF-8 text.", byte=f"0x{raw[error.start]:02X}")
    if raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
        says = say("This file is written in UTF-16.")
    hint = say("Save the file as plain text in UTF-8 and send it again.")
    return BadInput(name, raw.decode("utf-8", "replace").split("\n"), (Problem(says, line, max(column, 1), hint),))
