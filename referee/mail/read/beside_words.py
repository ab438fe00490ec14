"""The words of a mail around its block: whose they are, and whether they may change what the block says.

A block is not the whole mail. A greeting, thanks or a name changes nothing. Any other word that was not read may: it
may ask, deny, or mean another day. Then the player is asked.
"""

import re
from collections.abc import Callable, Container, Sequence
from functools import cache
from itertools import groupby, takewhile
from typing import NamedTuple

from referee.mail.read.generous_text import head_in, is_blank
from referee.mail.read.languages import language, language_codes, program_words, read_codes, read_words, words_of_all
from referee.mail.read.line_words import SMILES, any_of, tidy_line
from referee.mail.read.mail_text import LISTED
from referee.mail.read.move_blocks import BEGIN, END, MODELINE, Fence, fence
from referee.mail.read.sentence_words import BREAK, IDLE, Vocabulary, Word, known_words, tokens_of
from referee.words import plain_letters

LOOSE = re.compile(r"[\s\W_]{0,40}\b(BEGIN|END)[\s_-]{1,3}(MOVE|CHECK)\b[\s\W_]{0,40}", re.IGNORECASE | re.ASCII)
BARE = re.compile(r"\W{2,40}(BEGIN|END)\W{2,40}", re.IGNORECASE | re.ASCII)
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

    Comments and lines of a move right above belong to it.
    """
    starts = [n for n, line in enumerate(lines) if BLOCK_START.match(tidy_line(line)) and not is_of_others(line)]
    if not starts or any(found.begins for line in lines if (found := loose_fence(line))):
        return lines
    start, end = starts[0], starts[0] + block_length(lines[starts[0] :], is_move)
    while start and lines[start - 1].strip() and (lines[start - 1].startswith("#") or is_move(lines[start - 1])):
        start -= 1
    return [*lines[:start], BEGIN, *lines[start:end], END, *lines[end:]]


BLOCK_START = re.compile(r"(?i)\s*(?:reply: *[a-z2-7]{16}|game: *\S+|after: *[0-9]+|actions? *:)\s*$")
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


@cache  # each line of a mail takes 1 ms longer without it
def footer() -> tuple[re.Pattern[str], frozenset[str]]:
    """What programs put below a mail: the name of one is a few words, and in no doubt; its words in small letters.

    Both are in plain letters.
    """
    word = (
        rf"(?!{any_of(words_of_all('doubts', language_codes()))}\b)[^\s,;:?!.]{{1,40}}(?:\.[^\s,;:?!.]{{1,20}}){{0,3}}"
    )
    name = rf"\s*(?:{word}(?:\s+{word}){{0,9}})?\s*"
    shapes = [name.join(map(re.escape, map(plain_letters, each.split("…")))) for each in program_words("footers")]
    known = [plain_letters(each) for key in ("footers", "devices") for each in program_words(key)]
    small = frozenset(word for each in known for word in re.findall(r"[^\W_]+", each))
    return re.compile(rf"(?:{'|'.join(shapes)})(?:<?https?://\S+)?[.]?|_{{5,}}|-- ?"), small


def without_disclaimer(lines: Sequence[str]) -> list[str]:
    """The lines, as many, with those blank that firms put below every mail: paragraphs with some of their words."""
    found = list[str]()
    for is_written, run in groupby(lines, lambda each: bool(each.strip())):
        paragraph = list(run)
        plain = plain_letters(" ".join(paragraph))
        start = len(paragraph)
        if is_written and is_disclaimer(plain):
            start = next((n for n, each in enumerate(paragraph) if disclaiming().search(plain_letters(each))), 0)
        found += [*paragraph[:start], *[""] * (len(paragraph) - start)]
    return found


@cache  # each line of a mail takes 1 ms longer without it
def disclaiming() -> re.Pattern[str]:
    """The words of disclaimers, in plain letters."""
    words = "|".join(re.escape(plain_letters(each)).replace(r"\*", "") for each in program_words("disclaimers"))
    return re.compile(rf"\b(?:{words})")


def is_disclaimer(plain: str) -> bool:
    """Whether a paragraph calls something confidential, in the terms of firms, and at their length."""
    secrets = [
        plain_letters(language(code).table("programs")["disclaimers"][0].rstrip("*")) for code in language_codes()
    ]
    terms = {each[0] for each in disclaiming().finditer(plain)}
    return len(terms) >= LEGAL_TERMS and not terms.isdisjoint(secrets) and plain.count(" ") >= LEGAL_BLANKS


LEGAL_TERMS, LEGAL_BLANKS = 3, 13


def is_footer(line: str) -> bool:
    """Whether a line is what a program puts below a mail, such as `Sent from my phone`; no rule above it."""
    return bool(set(line) - set("-_ ")) and is_of_program(line)


def is_of_program(line: str) -> bool:
    """Whether a line is what programs put below a mail, or a rule: names have capitals, and other words are few."""
    shapes, small = footer()
    if not shapes.fullmatch(plain_letters(tidy_line(line)).strip(" *_")):
        return False
    words = re.findall(r"[^\W_]{2,}|[0-9]", re.sub(r"https?://\S+", "", line))
    return all(each.lower() != each or each.isdigit() or plain_letters(each) in small for each in words)


@cache  # each line of a mail takes 1 ms longer without it
def courtesies(code: str) -> Vocabulary:
    """The words and phrases that people write around anything: greetings, thanks, good-byes."""
    greetings = {tuple(tokens_of(each)): Word(BEFORE_NAME, each) for each in language(code).plain("before_name")}
    return {**greetings, **{tuple(tokens_of(each)): Word(IDLE, each) for each in language(code).plain("courtesy")}}


BEFORE_NAME = "before name"


def is_courtesy(line: str, names: Container[str] = ()) -> bool:
    """Whether a line is a greeting, a good-bye or a name, or what a program puts below a mail; nothing else.

    `names` are the words of names in plain letters. All of a line is in one language.
    """
    plain = re.sub(SMILES, "", plain_letters(tidy_line(line))).strip(" *_")
    if is_of_program(line):
        return True
    return set(plain).isdisjoint("?/") and any(is_courtesy_in(code, plain, names) for code in language_codes())


def is_courtesy_in(code: str, plain: str, names: Container[str]) -> bool:
    found = [each for each in known_words(tokens_of(plain), courtesies(code)) if each.kind != BREAK]
    named = [each.text in names for each in found]
    if plain.endswith(":") and found and all(named):  # whose move follows
        return False
    following = zip(found, named, [*named, False][1:], strict=True)
    return all(
        each.kind == IDLE or is_name or (each.kind == BEFORE_NAME and is_before)
        for each, is_name, is_before in following
    )


SIGNED = re.compile(r"\W*([^\W\d_]+) [^\W\d_]{2,}[.,!]?\s*")


def is_signed(line: str, own: Container[str]) -> bool:
    """Whether the last line of a mail is its writer's whole name, `Milon Katsaros`, of which `own` has the first."""
    found = SIGNED.fullmatch(line)
    return bool(found) and line.strip(" -*_").istitle() and plain_letters(found[1] if found else "") in own


def above_signature(lines: Sequence[str]) -> list[str]:
    """The lines above that behind which a signature follows."""
    return list(takewhile(lambda line: not re.fullmatch(r"--\s*|_{5,}", line.strip()), lines))


ARMOUR = re.compile(
    r"-----BEGIN (SSH|PGP) SIGNATURE-----\n.*?-----END \1 SIGNATURE-----"
    r"|-----BEGIN PGP SIGNED MESSAGE-----\n(?:[^\s:]+: [^\n]*\n)*",
    re.DOTALL,
)
"""What programs that sign mails put around the text."""


def without_armour(lines: Sequence[str]) -> list[str]:
    """The lines, as many, with those of signatures blank."""
    text = "\n".join(lines)
    return ARMOUR.sub(lambda found: "\n" * found[0].count("\n"), text).split("\n")


def sentence_end(codes: Sequence[str]) -> re.Pattern[str]:
    """Where a sentence ends: not behind the number of a day, `3. Mai`, nor at a dash before a place, `M8 - M9`."""
    months = [word for code in codes for word in language(code).names_in_table("months")]
    beside = [word for code in codes for key in ("through", "until", "or") for word in language(code).words(key)]
    day = rf"(?<=\d\.)\s+(?:{any_of([*months, *beside])}\b|\d{{1,2}}\.)"
    return re.compile(rf"(?i)(?!{day})(?<=[.!?…])\s+(?=\S)|(?<=[a-z)])\s*[;]\s+|\s+[-–—]\s+(?![a-z]{{0,2}}\d)|\n")


def sentences(lines: Sequence[str]) -> list[str]:
    """The sentences of lines; a line that a program broke goes on in the next one."""
    text = ""
    for line in without_list_numbers(lines):
        goes_on = text and (text[-1].isalnum() or text[-1] == ",") and len(text.rpartition("\n")[2]) >= 55
        text += (" " if goes_on else "\n") + line.strip() if text else line.strip()
    return [each.strip() for each in sentence_end(read_codes()).split(text) if not is_blank(each)]


def without_list_numbers(lines: Sequence[str]) -> list[str]:
    """The lines; without their numbers, if they are a list from 1 on."""
    ends = sentence_end(read_codes())
    marked = [line for line in lines if ends.split(line, maxsplit=1)[0].strip(" (.)").isdigit() or ")" in line[:4]]
    found = [each for line in marked if (each := LIST_NUMBER.match(line))]
    numbers = [each[1] for each in found]
    is_list = bool(numbers) and numbers == [str(each) for each in range(1, len(numbers) + 1)]
    return [LIST_NUMBER.sub("", line) if is_list else line for line in lines]


LIST_NUMBER = re.compile(r"\s*\(?([0-9]{1,2})[.)]\s+")


def clauses(sentence: str, is_part: Callable[[str], bool], is_about_move: Callable[[str], bool]) -> list[str]:
    """A sentence; or its first clause and the rest, where only one of them is about a move: `I pass, it is late`."""
    first, comma, rest = sentence.partition(",")
    if comma and not is_part(sentence) and is_part(first) != is_part(rest):
        other = rest if is_part(first) else first
        return [sentence] if is_about_move(other) else [first, rest.strip()]
    return [sentence]


def talk_apart(line: str, is_part: Callable[[str], bool]) -> list[str]:
    """A line; or a move and the words to the others behind it: `take 5 stones and say: Good luck!`."""
    found = talk_behind().match(line)
    return [found[1], found[2]] if found and is_part(found[1]) else [line]


def talk_behind() -> re.Pattern[str]:
    joints, talk = (any_of(word for key in keys for word in words_of_all(key, language_codes()))
                    for keys in (("connectives",), ("say", "tell")))  # fmt: skip
    return re.compile(rf"(?i)(.*\S)[,;]?\s{joints}\s+({talk}\b[^:]{{0,25}}:.*)")


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
        ends = range(min(len(found), at + MOST_JOINED), at + 1, -1) if left >= 0 else ()
        tried = ((end, ", ".join([found[at].rstrip(" .!:;,"), *found[at + 1 : end]])) for end in ends)
        is_broken = not (is_part(found[at]) or is_part(found[at + 1]))  # maybe a program broke its line
        for end, joined in (*tried, *([(at + 2, f"{found[at]} {found[at + 1]}")] if is_broken else [])):
            if is_whole(joined):
                found[at:end] = [joined]
                break
    return found


def words_of(text: str) -> set[str]:
    """The words of a text in plain letters, numbers and places among them."""
    plain = plain_letters(tidy_line(text))
    joined = re.sub(r"\b([0-9]{1,2}) (n[ew]?|s[ew]?)\b", r"\1\2", plain)
    return set(re.findall(r"[^\W_]+", joined))


def is_head(line: str) -> bool:
    """Whether a line is one of those above the actions: `game: cup`."""
    return head_in(line) is not None


def is_block_alone(mine: Sequence[str]) -> bool:
    """Whether a mail is a block in which something is done, and nothing else."""
    written = written_parts(mine, lambda line: True)
    lines = [each for block in written.blocks for each in block.lines if each.strip() and not each.startswith(MODELINE)]
    said = any(not is_head(each) for each in lines)
    words = any(each.strip() for each in (*written.above, *written.below))
    is_plain = not any("#" in each or CURLY.match(each) for each in lines)
    return len(written.blocks) == 1 and said and not words and is_plain


CURLY = re.compile('^(\\s*(?i:say)\\s*:\\s*)[\u201c\u201d\u201e\u00ab]([^"\\\\]*)[\u201c\u201d\u00bb]\\s*$')
"""Words to the others in curly quotes."""


def small_words() -> frozenset[str]:
    """Small words of every text, whatever they mean in moves. Those of one title are in its vocabulary."""
    return frozenset([*read_words("articles"), *read_words("prepositions"), "true"])
