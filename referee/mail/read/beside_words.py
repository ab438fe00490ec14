"""The words of a mail around its block: whose they are, and whether they may change what the block says.

A block is not the whole mail. What is a greeting, a signature or small talk changes nothing; what names another place,
takes something back or only asks, does. Where that is not sure, the player is asked.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from referee.mail.read.generous_text import HEAD
from referee.mail.read.mail_text import LISTED
from referee.mail.read.move_fences import BEGIN, END, Fence, fence
from referee.mail.read.natural_requests import NUMBER
from referee.mail.read.natural_requests import plain as plain_words
from referee.mail.read.plain_lines import tidy_line
from referee.mail.read.spoken_days import Phrasing
from referee.patterns import late_pattern
from referee.records import NamedTuple
from referee.words import plain_letters

LOOSE = late_pattern(r"[\s\W_]{0,40}\b(BEGIN|END)[\s_-]{1,3}(MOVE|CHECK)\b[\s\W_]{0,40}", re.IGNORECASE | re.ASCII)
BARE = late_pattern(r"\W{2,40}(BEGIN|END)\W{2,40}", re.IGNORECASE | re.ASCII)
"""A line that begins or ends a block, whatever a phone made of its dashes."""


class Blocked(NamedTuple):
    """A block of a mail: its lines, and whether only the verdict is asked for."""

    lines: tuple[str, ...]
    check: bool = False

    @property
    def text_lines(self) -> tuple[str, ...]:
        """Its lines without blank ones, blanks and the tag, to be compared with the block of the e-mail."""
        found = (" ".join(tidy_line(each).split()) for each in self.lines)
        return tuple(each for each in found if each and not each.lower().startswith("reply:"))


class MailWords(NamedTuple):
    """What a mail has: the blocks, and its writer's words above and below them."""

    blocks: tuple[Blocked, ...]
    above: tuple[str, ...]
    below: tuple[str, ...] = ()


def loose_fence(line: str) -> Fence | None:
    """What a line is, if it begins or ends a block."""
    plain = line.replace(LISTED, "")
    found = LOOSE.fullmatch(plain)
    if bare := BARE.fullmatch(plain):
        return Fence(bare[1].upper() == "BEGIN", False)
    return fence(plain) or (Fence(found[1].upper() == "BEGIN", found[2].upper() == "CHECK") if found else None)


def written_parts(lines: Sequence[str], is_move: Callable[[str], bool]) -> MailWords:
    """The blocks and the words of a mail. A block without END ends where no line is one of a move any more."""
    blocks: list[Blocked] = []
    outside: tuple[list[str], list[str]] = ([], [])
    at = 0
    while at < len(lines):
        found = loose_fence(lines[at])
        at += 1
        if found and found.begins:
            length = block_length(lines[at:], is_move)
            blocks.append(Blocked(tuple(lines[at : at + length]), found.check))
            at += length
        elif found is None:
            outside[bool(blocks)].append(lines[at - 1])
    return MailWords(tuple(blocks), tuple(outside[0]), tuple(outside[1]))


def fenced_lines(
    lines: Sequence[str], is_move: Callable[[str], bool], is_of_others: Callable[[str], bool]
) -> Sequence[str]:
    """The lines, with a fence around a block that has none: from its first line, such as `game: cup`, on.

    Comments right above belong to it.
    """
    starts = [n for n, line in enumerate(lines) if BLOCK_START.match(tidy_line(line)) and not is_of_others(line)]
    if not starts or any(found.begins for line in lines if (found := loose_fence(line))):
        return lines
    start, end = starts[0], starts[0] + block_length(lines[starts[0] :], is_move)
    while start and lines[start - 1].startswith("#"):
        start -= 1
    return [*lines[:start], BEGIN, *lines[start:end], END, *lines[end:]]


BLOCK_START = late_pattern(r"(?i)\s*(?:reply: *[a-z2-7]{16}|game: *\S+|after: *[0-9]+|actions? *:)\s*$")
"""With such a line begins a block, also without BEGIN."""


def block_length(lines: Sequence[str], is_move: Callable[[str], bool]) -> int:
    """How many lines belong to a block that begins here."""
    for number, line in enumerate(lines):
        found = loose_fence(line)
        if found:
            return number
    written = [number for number, line in enumerate(lines) if line.strip()]
    end, is_open = 0, False
    for at, number in enumerate(written):
        line, below = lines[number], lines[written[at + 1]] if at + 1 < len(written) else ""
        goes_on = is_open or (line[:1].isspace() and number == end)
        is_open = not is_open and begins_field(line, below, is_move)
        if at and not (goes_on or is_open or is_move(line)):
            break
        end = number + 1
    return end


def begins_field(line: str, below: str, is_move: Callable[[str], bool]) -> bool:
    """Whether a line with a name and a colon is one of a move only together with the next one."""
    is_heading = line.rstrip().endswith(":") and not is_move(line)
    return is_heading and bool(below.strip()) and is_move(f"{line.strip()} {below.strip()}")


GREETING = Phrasing("greeting")
CLOSING = Phrasing("closing")
FOOTER = Phrasing("footer")
NAME = late_pattern(r"(?:(?:mrs?|ms|dr|frau|herr)\.? )?[^\W\d_][\w.'-]{0,14}(?: [^\W\d_][\w.'-]{0,15}){0,3}[.,!]?")
SMILE = late_pattern(r"[\s\W\d]*(?:[:;=]-?[)(dpo]|xd|lol|haha|gg|wp|hf)?[\s\W]*")

DOUBTS = Phrasing("doubts")
"""Words by which people take something back, ask, or put something off; in plain letters."""
HARMLESS = Phrasing("harmless")
"""Beginnings of small talk in which such words mean nothing."""
LABEL = late_pattern(r"\b(?:[a-z]{1,2}[0-9]{1,2}|[0-9]{1,2} ?(?:n[ew]?|s[ew]?))\b")
"""What looks like a place of a board: `d4`, `7ne`."""


def is_courtesy(line: str) -> bool:
    """Whether a line is a greeting, a good-bye, or what a program puts below a mail."""
    plain = plain_letters(tidy_line(line)).strip(" *_")
    whole = (SMILE, GREETING, CLOSING, FOOTER)
    return not LABEL.search(plain) and any(each.fullmatch(plain) for each in whole)


def is_name(plain: str) -> bool:
    """Whether a line can be the name below a mail; places of a board are none."""
    return bool(NAME.fullmatch(plain)) and not any(each.isdigit() for each in plain)


def without_courtesy(lines: Iterable[str], has_meaning: Callable[[str], bool]) -> list[str]:
    """The lines that say something: without greetings, good-byes, names below and signatures."""
    found: list[str] = []
    closed = False
    for line in lines:
        plain = plain_letters(tidy_line(line)).strip()
        if re.fullmatch(r"--\s*|_{5,}", line.strip()):
            break
        is_title = closed and " | " in plain and not has_meaning(line)
        if not plain or is_title or FOOTER.fullmatch(plain) or (is_courtesy(line) and not has_meaning(line)):
            closed = closed or bool(plain and not GREETING.fullmatch(plain))
        elif not (closed and is_name(plain) and not has_meaning(line)):
            found.append(line.strip())
    last = found[-1] if len(found) > 1 else ""
    if last[:1].isupper() and len(last) < 25 and is_name(plain_letters(last)) and not has_meaning(last):
        found.pop()
    return found


ORDINAL = r"(?<=\d\.)\s+(?:bis|und|zum|oder|jan|feb|mar|mär|apr|mai|jun|jul|aug|sep|okt|nov|dez|\d{1,2}\.)"
SENTENCE = late_pattern(rf"(?i)(?!{ORDINAL})(?<=[.!?…])\s+(?=\S)" r"|(?<=[a-z)])\s*[;]\s+|\s+[-–—]\s+|\n")


def sentences(lines: Sequence[str]) -> list[str]:
    """The sentences of lines; a line that a program broke goes on in the next one."""
    text = ""
    for line in without_list_numbers(lines):
        goes_on = text and (text[-1].isalnum() or text[-1] == ",") and len(text.rpartition("\n")[2]) >= 55
        text += (" " if goes_on else "\n") + line.strip() if text else line.strip()
    return [each.strip() for each in SENTENCE.split(text) if each and re.search(r"\w", each)]


def without_list_numbers(lines: Sequence[str]) -> list[str]:
    """The lines; without their numbers, if they are a list from 1 on."""
    numbers = [found[1] for line in lines if (found := LIST_NUMBER.match(line))]
    is_list = len(numbers) > 1 and numbers == [str(each) for each in range(1, len(numbers) + 1)]
    return [LIST_NUMBER.sub("", line) if is_list else line for line in lines]


LIST_NUMBER = late_pattern(r"\s*\(?([0-9]{1,2})[.)]\s+")


def clauses(sentence: str, is_part: Callable[[str], bool], is_about_move: Callable[[str], bool]) -> list[str]:
    """A sentence; or its first clause and the rest, where only one of them is about a move: `I pass, it is late`."""
    first, comma, rest = sentence.partition(",")
    if comma and not is_part(sentence) and is_part(first) != is_part(rest):
        other = rest if is_part(first) else first
        return [sentence] if is_about_move(other) else [first, rest.strip()]
    return [sentence]


def talk_apart(line: str, is_part: Callable[[str], bool]) -> list[str]:
    """A line; or a move and the words to the others behind it: `take 5 stones and say: Good luck!`."""
    found = TALK_BEHIND.match(line)
    return [found[1], found[2]] if found and is_part(found[1]) else [line]


TALK_BEHIND = late_pattern(r"(?i)(.*\S)[,;]?\s(?:and|und|et|e)\s+((?:say|tell|sag[et]?|dis|dites|di'?)\b[^:]{0,25}:.*)")
MOST_JOINED, MOST_TRIALS = 10, 1000
"""So many sentences are tried as one, and so often in an e-mail."""


def joined_sentences(
    prose: Sequence[str], is_part: Callable[[str], bool], is_whole: Callable[[str], bool]
) -> list[str]:
    """The sentences; those that are a part of a move only together are one: `Stones:`, `D4 n-s`."""
    found, left = list(prose), MOST_TRIALS
    for at in range(len(found) - 2, -1, -1):
        if is_courtesy(found[at]) or (is_part(found[at]) and is_part(found[at + 1])):
            continue
        left -= MOST_JOINED
        for end in range(min(len(found), at + MOST_JOINED), at + 1, -1) if left >= 0 else ():
            joined = ", ".join([found[at].rstrip(" .!:;,"), *found[at + 1 : end]])
            if is_whole(joined):
                found[at:end] = [joined]
                break
    return found


class MoveFacts(NamedTuple):
    """What a block does, for words beside it: its places and numbers, its words, and what else people may say of moves.

    said   the words of the block, in plain letters
    known  words of moves of the title that mean something beside a block
    names  what people write for an action or a field → its name
    pairs  the names of the block's parts, each with the words of its value
    counts how many of its parts have one name
    passes whether it says that nothing is done, or nothing more
    """

    said: frozenset[str]
    known: frozenset[str]
    names: Mapping[str, str]
    pairs: Mapping[str, frozenset[str]]
    counts: frozenset[int] = frozenset()
    passes: bool = False


def words_of(text: str) -> set[str]:
    """The words of a text in plain letters, numbers and places among them."""
    plain = plain_letters(tidy_line(text))
    joined = re.sub(r"\b([0-9]{1,2}) (n[ew]?|s[ew]?)\b", r"\1\2", plain)
    return set(re.findall(r"[^\W_]+", joined))


def changes_move(sentence: str, facts: MoveFacts) -> bool:
    """Whether a sentence beside a block may change what the block says."""
    if ONLY_THAT.fullmatch(plain_words(sentence)):
        return False
    sentence = without_absent_parts(sentence, facts)
    plain, words = plain_words(sentence), words_of(sentence)
    about = (words & facts.known) | set(LABEL.findall(plain)) | changed_forms(words, facts)
    about |= {each for each in words if re.fullmatch(r"[a-z]{1,2}[0-9]{1,2}|[0-9]{1,2}[ns][ew]?", each)}
    numbers = {each for each in words if each.isdigit() and len(each) < 3}
    spelt = {str(NUMBER[each]) for each in words if NUMBER.get(each, 0) > 1} if about else set()
    if not spelt <= facts.said | {str(each) for each in facts.counts}:
        return True
    if not {each.replace(" ", "") for each in about | numbers} <= facts.said or is_elsewhere(plain, facts):
        return True
    rest = HARMLESS.sub(" ", plain)
    if PUT_OFF.search(rest) or not set(JOINED.findall(plain)) <= facts.said:
        return True
    if (PASSING.search(plain) and not facts.passes) or ("?" in rest and not PLEASANT.search(rest)):
        return True
    return (bool(DOUBTS.search(rest)) and (bool(about) or is_serious(rest))) or bool(about and LIMITS.search(rest))


def names_more(facts: MoveFacts, sentence: str) -> bool:
    """Whether a sentence names an action that is not in the move and does not deny it, or speaks of more to come."""
    plain = plain_words(sentence)
    if ONLY_THAT.fullmatch(plain):
        return False
    if REMAINDER.search(plain):
        return True
    names = {facts.names.get(each, "") for each in words_of(without_absent_parts(sentence, facts)) - COMMON}
    return not names <= {"", *facts.pairs}


def without_absent_parts(sentence: str, facts: MoveFacts) -> str:
    """The sentence without words such as `no house`, where the block has no house either."""
    return ABSENT_PART.sub(lambda found: "" if is_absent(plain_letters(found[1]), facts) else found[0], sentence)


def is_absent(word: str, facts: MoveFacts) -> bool:
    """Whether a word names a kind of action that the block does not have."""
    names = {stem(each): name for each, name in facts.names.items()}
    name = facts.names.get(word) or names.get(stem(word), "")
    return bool(name) and name not in facts.pairs and word not in facts.said


ABSENT_PART = Phrasing("absent_part")
REMAINDER = Phrasing("remainder")
"""Words for a part of a move that is not named, such as `the third one`."""
ONLY_THAT = Phrasing("only_that")
"""Sentences that say that nothing follows: `That's all for today.`"""


def changed_forms(words: Iterable[str], facts: MoveFacts) -> set[str]:
    """The words that are other forms of words of moves, such as `storing`; as the block has them, if it does."""
    known = {stem(each): each for each in (*facts.known, *facts.names)}
    said = {stem(each): each for each in facts.said}
    found = {stem(each) for each in words if len(each) > 4 and each not in facts.known and each not in facts.names}
    return {said.get(each, known[each]) for each in found if each in known}


def stem(word: str) -> str:
    """A word without its ending; the whole word where it is short."""
    return STEM_END.sub("", word) if len(word) > 4 else word.removesuffix("e")


STEM_END = late_pattern(
    r"(?<=\w{3})(?:ings?|ed|es|e?ns?|er|ez|ons|ant|ando|endo|iamo|are|ere|ire|ato|ata|ati|ite|st|s|e|t|n|o|i|a)$"
)
"""How words end in four languages."""
PASSING = Phrasing("passing")
LIMITS = Phrasing("limits")
"""Words that may take a part of a move away where they stand beside its name."""
PLEASANT = Phrasing("pleasant")
"""Questions among friends, and those of people who are not sure of the form."""


def is_elsewhere(plain: str, facts: MoveFacts) -> bool:
    """Whether a sentence names an action with a place where the block has another: `stone on F15`."""
    for found in re.finditer(
        r"([^\W\d_]+)\W+(?:[^\W\d_]+\W+){0,2}?([a-z]{1,2}[0-9]{1,2}|[0-9]{1,2}[ns][ew]?)\b", plain
    ):
        name = facts.names.get(found[1])
        if name and found[2] not in facts.pairs.get(name, ()):
            return True
    return False


WEAK = Phrasing("weak")
"""Words that put something in doubt only where they are about a part of a move."""
PUT_OFF = Phrasing("put_off")
"""Words by which a move is put off, or only tried."""
JOINED = late_pattern(r"\b[ns][ew]?-[ns][ew]?\b")


def is_serious(plain: str) -> bool:
    """Whether a doubt is about the move, though no place or action is named."""
    return bool(DOUBTS.search(WEAK.sub(" ", plain)))


def is_head(line: str) -> bool:
    """Whether a line is one of those above the actions: `game: cup`."""
    return bool(HEAD.match(line))


def is_block_alone(mine: Sequence[str]) -> bool:
    """Whether a mail is a block in which something is done, and nothing else."""
    written = written_parts(mine, lambda line: True)
    lines = [each for block in written.blocks for each in block.lines if each.strip() and not MODELINE.match(each)]
    said = any(not is_head(each) for each in lines)
    words = any(each.strip() for each in (*written.above, *written.below))
    is_plain = not any("#" in each or CURLY.match(each) for each in lines)
    return len(written.blocks) == 1 and said and not words and is_plain


MODELINE = late_pattern("# yaml-language-server:")
CURLY = late_pattern('^(\\s*(?i:say)\\s*:\\s*)[\u201c\u201d\u201e\u00ab]([^"\\\\]*)[\u201c\u201d\u00bb]\\s*$')
"""Words to the others in curly quotes."""
COMMON = frozenset(
    ["in", "on", "at", "a", "an", "to", "from", "way", "bis", "zu", "da", "de", "von", "aus", "al", "vers", "nach"]
) | {"via", "stop", "pass", "true", "good"}
"""Small words of every text, whatever they mean in moves. Those of one title are in its schema."""
