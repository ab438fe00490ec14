"""What people write instead of YAML: recognised by the line alone, and reported with the correct line."""

import re
from collections.abc import Callable
from typing import NamedTuple

from referee.reading.caret import Fix, Problem
from referee.reading.fixes import (
    dashed_fix,
    dashless_block,
    head_of_actions,
    indentation,
    is_said,
    offered_lines,
)
from referee.reading.schemas import move_words
from referee.words import Phrase, say, word_list


class Slip(NamedTuple):
    """A line with a slip in it; the group `wrong` of the pattern marks the place of the caret, all groups are facts.

    write    what to write in place of all that the pattern found behind the indentation
    is_such  whether it is a slip with this `word`
    """

    pattern: re.Pattern[str]
    says: Phrase
    hint: Phrase
    write: str
    is_such: Callable[[str], bool]


def slip(
    pattern: str, says: Phrase, hint: Phrase, write: str = "", is_such: Callable[[str], bool] = lambda word: True
) -> Slip:
    return Slip(re.compile(pattern), says, hint, write, is_such)


LISTING = r"(?: +|(?=[^A-Za-z]*(?:[a-z]|[A-Z]\w*:)|[^A-Za-z]*?[^\WA-Za-z]:))"
"""The text before the sign that begins a line of a list; at the very left, a dash and a name are a signature."""

SLIPS = (
    slip(
        r"(?P<wrong>--)$",
        say("This line isn't part of the file. It may be the start of a signature."),
        say("Leave out greetings and signatures: only the move belongs in the file."),
    ),
    slip(
        LISTING + r"(?P<wrong>-)(?P<rest>[A-Za-z].*)",
        say("There is no space after the dash."),
        say("Write `- {rest}`."),
        "- {rest}",
    ),
    slip(
        LISTING + r"(?P<wrong>[*+\u2022\u00b7\u25cf\u25aa\u2010-\u2015\u2212]|[0-9]+[.)]) *(?P<rest>[A-Za-z].*)",
        say("Begin each line of a list with a plain dash and a space, not with `{wrong}`."),
        say("Write `- {rest}`."),
        "- {rest}",
    ),
    slip(
        r" *(?P<dash>- +)?(?P<word>[A-Za-z]\w*)(?P<wrong>:)(?P<rest>[^\s:/].*)",
        say("There is no space after the colon."),
        say("Write `{dash}{word}: {rest}`."),
        "{dash}{word}: {rest}",
    ),
    slip(
        r" *(?P<dash>- +)?(?P<word>\w+): +(?P<rest>[a-z]+(?P<wrong>:) +\w+(?:, *[a-z]+: +\w+)*)$",
        say("Put what comes after the first colon in braces."),
        say("Write `{dash}{word}: {{{rest}}}`."),
        "{dash}{word}: {{{rest}}}",
        lambda word: word in move_words().braces,
    ),
    slip(
        r" *(?P<dash>- +)(?P<word>\w+): +(?P<begun>[^\s:#'\"{[][^:#'\"{[]*[^\s:#'\"{[])(?P<wrong>:) +(?P<rest>[^:]+)",
        say("This line has two colons, but an action needs only one."),
        say("Write `- {word}: {begun} {rest}`."),
        "{dash}{word}: {begun} {rest}",
    ),
    slip(
        r"(?P<wrong>(?P<word>\w+))\b[ =.!]*(?:(?:true|yes|turn)[.!]*)?$",
        say("This line needs a colon and `true` after `{word}`."),
        say("Write `{word}: true`."),
        "{word}: true",
        lambda word: word in move_words().marks,
    ),
    slip(
        r".*[{,] *(?P<word>[A-Za-z]\w*)(?P<wrong>:)(?P<rest>[^\s:/,}]+)",
        say("There is no space after the colon."),
        say("Write `{word}: {rest}`."),
        "{word}: {rest}",
    ),
    slip(
        r"(?P<wrong>[^\W\d](?:[^:# ]* [^:#]*:$|(?:[^:# ]| (?![^\s:#]))* [^\s:#][^:#]*: ))",
        say("This line isn't part of the file."),
        say("Leave out greetings and signatures: only the move belongs in the file."),
    ),
)


def slip_in_line(line: str, number: int) -> Problem | None:
    """The slip in a line, if there is one that is known."""
    for each in SLIPS:
        found = each.pattern.match(line.rstrip())
        if found and each.is_such(found.groupdict().get("word") or ""):
            facts = {name: text or "" for name, text in found.groupdict().items()}
            if each.pattern.pattern.startswith(LISTING):
                facts["rest"] = with_colon(facts["rest"])
            says, hint = (Phrase(text.template, facts) for text in (each.says, each.hint))
            fix = slip_fix(found, number, each.write.format_map(facts)) if each.write else None
            return Problem(says, number, found.start("wrong") + 1, hint, fix)
    return None


def slip_fix(found: re.Match[str], number: int, text: str) -> Fix:
    """Write `text` in place of a pattern's match, from its first group on."""
    first = min(found.start(name) for name, part in found.groupdict().items() if part)
    return Fix((number, first + 1), (number, found.end() + 1), text)


def slips_alike(lines: list[str], found: Problem) -> tuple[Problem, ...]:
    """A slip, and with it all lines next to it with slips that can be fixed: who has a bullet for a dash has many."""
    if not found.fix:
        return (found,)
    column = indentation(lines[found.line - 1])
    beside = [(number, line) for number, line in enumerate(lines, 1) if indentation(line) == column]
    slips = [slip for number, line in beside if (slip := slip_in_line(line, number))]
    return tuple([each for each in slips if each.fix]) if found in slips else (found,)


def with_colon(rest: str) -> str:
    """The text after a dash as an action: `draw 2` and `draw:2` are `draw: 2`; a single word is unchanged."""
    word, colon, value = re.sub(r"^(\w+)[\s:=]+(?=\S)", r"\1: ", rest).partition(": ")
    return f"{word}{colon}{in_braces(word, value)}"


def in_braces(word: str, value: str) -> str:
    """A value that is always a mapping, as the schema says how to write it; other values stay."""
    for each in move_words().braces.get(word, {}).get("x-slips", ()):
        found = re.fullmatch(each["match"], value)
        if found and "write" in each:
            return str(each["write"].format_map(found.groupdict("")))
    return value


PROSE = re.compile(r"[^\W\d][^:]*$")
LISTED = re.compile(r" *- +\w+:")


def dashless(lines: list[str]) -> Problem | None:
    """A list below `actions:` whose lines have no dashes: some mail programs eat them."""
    block = dashless_block(lines)
    if not block:
        return None
    first, last = block
    fix = dashed_fix(lines, first, last)
    column = indentation(lines[first - 1])
    shown = word_list([f"`{line}`" for line in offered_lines(fix) if line.startswith("- ")], " ")
    says = say("The lines below `actions:` are a list, but they have no dashes.")
    return Problem(says, first, column + 1, say("Write each line with a dash: {lines}.", lines=shown), fix)


def at_odds(lines: list[str], number: int) -> Problem | None:
    """Why a text is no YAML, as far as the line where the parser stopped, the one before it and the first one say."""
    before = next((each for each in range(number - 1, 0, -1) if is_said(lines[each - 1])), number)
    first = next((each for each, line in enumerate(lines, 1) if is_said(line)), number)
    for each in (number, before, first):
        found = slip_in_line(lines[each - 1], each) if each <= len(lines) else None
        if found:
            return found
    return (
        colonless_item(lines, number, before)
        or colonless(lines, number, before)
        or outside(lines, number)
        or headless(lines, number, before)
        or greeting(lines, number, first)
    )


BARE = re.compile(r" *- +(?P<word>[a-z]+) +(?P<rest>[^:]+)$")


def colonless_item(lines: list[str], number: int, before: int) -> Problem | None:
    """A line of a list without its colon, above one that belongs to it: `- if tower`."""
    above, below = lines[before - 1].rstrip(), "".join(lines[number - 1 : number])
    found = BARE.match(above)
    if not found or before == number or indentation(below) <= indentation(above) or ":" not in below:
        return None
    facts, column = found.groupdict(), found.end("word") + 1
    fix = Fix((before, found.start("word") + 1), (before, len(above) + 1), f"{found['word']}: {found['rest']}")
    hint = say("Write `- {word}: {rest}`.", **facts)
    return Problem(say("There is no colon after `{word}`.", word=found["word"]), before, column, hint, fix)


ALONE = re.compile(r" *(?P<dash>- +)?(?P<word>[a-z][a-z_]*) *[-;,.=]?$")


def colonless(lines: list[str], number: int, before: int) -> Problem | None:
    """A word alone on its line, without its colon, above a list or a value that belongs to it: `actions`."""
    above = max((each for each in range(1, before) if is_said(lines[each - 1])), default=before)
    for each in (number, before, above):
        found = ALONE.match("".join(lines[each - 1 : each]).rstrip())
        if found and begins_below(found, next(filter(is_said, lines[each:]), "")):
            says, hint = (Phrase(words.template, {"word": found["word"]}) for words in COLONLESS)
            column = found.end("word") + 1
            return Problem(says, each, column, hint, Fix((each, column), (each, found.end() + 1), ":"))
    return None


COLONLESS = (say("There is no colon after `{word}`."), say("Write `{word}:`."))


def begins_below(alone: re.Match[str], line: str) -> bool:
    """Whether a line belongs to a word above it; a further action of the same list does not."""
    deeper, listed = indentation(line) - indentation(alone[0]), line.lstrip().startswith("- ")
    if alone["dash"]:
        return deeper > 0 and not (listed and ":" in line)
    return deeper > 0 or (deeper == 0 and listed)


BLOCK = re.compile(r"( *)\w+: *(?P<sign>[|>])[-+]? *$")


def outside(lines: list[str], number: int) -> Problem | None:
    """A line of a block of text, such as a map, that begins further left than the first one of the block."""
    line = "".join(lines[number - 1 : number])
    for each in range(number - 1, 0, -1):
        above = lines[each - 1]
        opens = BLOCK.match(above)
        if opens and indentation(line) > len(opens[1]):
            facts = {"sign": opens["sign"], "wide": len(opens[1]) + 2}
            says = say(
                "This line starts further left than the first line below `{sign}`, so it isn't part of the text.",
                **facts,
            )
            hint = say(
                (
                    "Write `{sign}2` in place of `{sign}`. Then each line starts after {wide} spaces, and "
                    "any further spaces are part of the text."
                ),
                **facts,
            )
            return Problem(says, number, indentation(line) + 1, hint)
        if above.strip() and indentation(above) <= indentation(line):
            return None
    return None


def headless(lines: list[str], number: int, before: int) -> Problem | None:
    """A list below a line that is finished already: its word is missing, or a bracket is too much."""
    above = lines[before - 1].rstrip()
    if not LISTED.match("".join(lines[number - 1 : number])) or LISTED.match(above) or above.endswith(":"):
        return None
    if before == number or above.startswith(" ") or head_of_actions(lines[:number]):
        return None
    if OPENED.match(above):
        return opened_list(above, before)
    says, hint = (
        say("A list begins here, but no line above it says what it lists."),
        say("Put a line `actions:` above it."),
    )
    return Problem(says, number, lines[number - 1].index("-") + 1, hint, Fix((number, 1), (number, 1), "actions:\n"))


OPENED = re.compile(r"\w+: *[\[{]$")


def opened_list(line: str, number: int) -> Problem:
    """A line such as `actions: [` above lines with dashes."""
    sign, at = line[-1], len(line)
    says = say("`{sign}` begins something that isn't closed.", sign=sign)
    hint = say("Delete `{sign}`: a list whose lines begin with `-` needs no brackets.", sign=sign)
    return Problem(says, number, at, hint, Fix((number, at), (number, at + 1), ""))


HEADED = re.compile(r"(?P<word>\w+) +(?P<rest>[^:]+)$")


def colonless_field(line: str, number: int) -> Problem | None:
    """A line such as `game cup`, without its colon."""
    found = HEADED.match(line.rstrip())
    if line.strip() == "actions":
        says, hint = (Phrase(words.template, {"word": "actions"}) for words in COLONLESS)
        return Problem(says, number, len("actions") + 1, hint, Fix((number, 1), (number, len(line) + 1), "actions:"))
    if not found or found["word"] not in move_words().heads:
        return None
    says, hint = (Phrase(words.template, found.groupdict()) for words in (COLONLESS[0], say("Write `{word}: {rest}`.")))
    fix = Fix((number, 1), (number, len(line) + 1), f"{found['word']}: {found['rest']}")
    return Problem(says, number, found.end("word") + 1, hint, fix)


def greeting(lines: list[str], number: int, first: int) -> Problem | None:
    """Plain words at the beginning of a line, where `word: value` should be. Those above all others are left out."""
    for each in (number, first):
        line = "".join(lines[each - 1 : each])
        if PROSE.match(line) and (each > first or number > first):
            says = say("This line has no colon, or the line before it isn't finished.")
            if each == first:
                leave = say("Leave out greetings and signatures: only the move belongs in the file.")
                return colonless_field(line, each) or Problem(says, each, 1, leave, Fix((each, 1), (each + 1, 1), ""))
            hint = say("Write `key: value`, and put longer text in quotes. Leave out greetings and signatures.")
            return colonless_field(line, each) or Problem(says, each, 1, hint)
    return None


LOST = re.compile(r"\S\s+(#.*)")


def lost_words(text: str, line: int, column: int) -> Problem | None:
    """Words of an unquoted message that YAML takes for a remark: `say: I'm #1`. Where the message begins is known."""
    lines = text.split("\n")
    rest = lines[line - 1][column - 1 :]
    if rest[:1] in ("'", '"', "|", ">"):
        return None
    for number, each in enumerate([" " * (column - 1) + rest, *lines[line:]], line):
        if number > line and not each.startswith(" "):
            return None
        found = LOST.search(each)
        if found:
            says = say("Everything after `#` would be a comment, which is not read.")
            hint = say('Put the whole message in quotes: say: "…". Put a comment on its own line.')
            return Problem(says, number, found.start(1) + 1, hint)
    return None
