"""The form of a move in an e-mail, read generously: bullets, long dashes, spoken words, lines without a colon.

Pure: lines in, a move in the notation of files out, or nothing. Every word of a line must be accounted for; what is
left over is never guessed.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from referee.mail.read.languages import read_codes
from referee.mail.read.line_words import line_words, tidy_line, with_english_directions
from referee.mail.read.move_blocks import MovePiece, MoveText, part_line
from referee.mail.read.sentence_parts import SentenceReader
from referee.reading.spoken_words import SpokenWords
from referee.words import plain_letters

SIGNS = re.compile(
    r"^\s*(?:(?:-+(?=\s|[^\W\d_]+\s*[:=])|[*+\u2022\u00b7\u25cf\u25aa\u25e6\u2023\u2043]+|\(?[0-9]{1,2}[.)]|[a-z]\))\s*)+(?=\S)"
)
"""What people put before the lines of a list: a dash has a blank behind it, or a name and a colon."""
HEAD_ALONE = re.compile(r"(?i)(game|after|head|seat) +([\w-]+)$")
NOTHING_BESIDE = re.compile(r"^[a-z' ,.!]{3,60}$")
GAP = re.compile(r"\b([A-Za-z])[ -]([0-9]{1,2})\b")

BLANK = re.compile(r"[\s\-*_=.,:;!()>~+\u2022\u00b7\u2010-\u2015\u2026]*")


def head_in(line: str) -> tuple[str, str] | None:
    """The name in files of a line above the actions, such as `game: cup`, and what it says; None for any other."""
    words = line_words(read_codes()[0])
    found = words.heads.match(line)
    return (words.head_of[plain_letters(found[1])], found[2]) if found else None


def is_blank(line: str) -> bool:
    """Whether a line is empty, or only a rule or a bullet."""
    return bool(BLANK.fullmatch(line))


def read_move_lines(lines: Sequence[str], sentences: SentenceReader) -> MoveText:
    """What these lines say of a move of a title. A line that cannot be read alone may go on in the next one."""
    found = list(joined_lines(joined_fields([tidy_line(each) for each in lines], sentences.words)))
    reader, at = LineReader(sentences), 0
    while at < len(found):
        alone, both = LineReader(sentences), LineReader(sentences)
        alone.take(found[at])
        after = found[at + 1].strip() if at + 1 < len(found) else ""
        if alone.unread and after:
            both.take(f"{found[at]} {after}")
        is_broken = bool(both.parts) and not both.unread
        reader.take(f"{found[at]} {after}" if is_broken else found[at])
        at += 1 + is_broken
    return reader.finish()


def joined_fields(lines: Iterable[str], words: SpokenWords) -> Iterator[str]:
    """The lines; the fields below an action that has no value in its own line are one with it."""
    found = list(lines)
    while found:
        line = found.pop(0)
        name = OPEN_ACTION.fullmatch(line)
        inner = list[str]()
        while name and plain_letters(name[1]) in words.actions and found and (field := FIELD.fullmatch(found[0])):
            inner.append(f"{field[1]}: {field[2]}")
            found.pop(0)
        yield f"{line} {{{', '.join(inner)}}}" if inner else line


OPEN_ACTION = re.compile(r"\s*-?\s*([^\W\d_]+)\s*[:=]\s*")
FIELD = re.compile(r"\s+([^\W\d_]+)\s*[:=]\s*([0-9]+)\s*")


def joined_lines(lines: Iterable[str]) -> Iterator[str]:
    """The lines; those between brackets are one."""
    held = ""
    for line in lines:
        held = f"{held} {line.strip()}" if held else line
        deep = sum((each in "[{") - (each in "]}") for each in held)
        if deep <= 0 or len(held) > 500:
            yield held
            held = ""
    if held:
        yield held


class LineReader:
    """Reads the lines of a move one after the other."""

    def __init__(self, sentences: SentenceReader) -> None:
        self.sentences, self.words, self.fits = sentences, sentences.words, sentences.fits
        self.around = line_words(sentences.language)
        self.parts: list[MovePiece] = []
        self.drafted: list[MovePiece] = []
        self.heads: dict[str, str] = {}
        self.changes: list[tuple[str, str]] = []
        self.unread: list[str] = []
        self.comments: list[str] = []
        self.passes = False
        self.is_list_empty = self.says_none = False

    def finish(self) -> MoveText:
        heads, changes, unread = dict(self.heads), tuple(self.changes), tuple(self.unread)
        lists_nothing = self.is_list_empty and not (self.parts or self.unread or self.comments)
        passes = self.passes or (self.says_none and (lists_nothing or any(each.is_action for each in self.parts)))
        facts = tuple(self.comments), passes, lists_nothing, tuple(self.drafted)
        return MoveText(tuple(self.parts), heads, changes, unread, *facts)

    def take(self, line: str) -> None:
        bare = line.strip()
        if is_blank(bare):
            return
        if bare.startswith("#"):
            self.comments.append(bare)
        elif found := self.around.heads.match(SIGNS.sub("", line)) or HEAD_ALONE.match(bare):
            self.heads[self.around.head_of[plain_letters(found[1])]] = found[2]
        elif (found := self.around.listed.match(SIGNS.sub("", line))) and (not found[1] or ":" in line or "=" in line):
            self.take_list(found[1], line)
        else:
            self.take_words(line, line)

    def take_list(self, rest: str, line: str) -> None:
        """Take what follows `actions:` in its line."""
        if plain_letters(rest).strip("[]{}() .!") in {*self.around.none, *self.words.nothing} and self.words.nothing:
            self.is_list_empty, self.says_none = True, self.says_none or rest[:1].isalpha()
        elif rest:
            self.take_words(rest, line)

    def take_words(self, text: str, line: str) -> None:
        said = line.strip().removeprefix("- ").strip()
        found = self.parts_in(SIGNS.sub("", text))
        if found is None:
            self.unread.append(line.strip())
            self.drafted += self.raw_parts(with_english_directions(line, self.sentences.language))
            return
        for each in found:
            if each.is_action and any(part.name in self.words.marks for part in self.parts):
                self.passes = True  # what ends the turn is above it
            if each.name not in self.words.marks or each not in self.parts:
                self.parts.append(each)
                self.drafted.append(each)
        shown = ", ".join(map(part_line, found)) or "pass"
        if said not in (shown, shown.translate(BRACES)):
            self.changes.append((line.strip(), shown))

    def raw_parts(self, line: str) -> list[MovePiece]:
        """The name and the value of a line of the notation, as they are written; none for any other line."""
        found = NOTATION.fullmatch(SIGNS.sub("", line).strip())
        name = plain_letters(found["name"]) if found else ""
        is_loose = bool(found) and ":" not in line and "=" not in line
        others = WORDS.findall(found["value"]) if found and is_loose else []
        if not found or not self.words.is_known(name) or any(map(self.words.is_known, others)):
            return []
        if is_loose and name in self.words.everyday:
            return []
        is_action = name in self.words.actions and name not in self.words.fields
        known = self.words.actions[name] if is_action else self.words.fields.get(name, "")
        return [MovePiece(known, found["value"], is_action)] if known else []

    def parts_in(self, text: str) -> list[MovePiece] | None:
        """The parts of a move in a text, [] for a pass; None where not all of it is one."""
        spaced = self.sentences.with_blanks(self.around.endings.sub("", text))
        plain = with_english_directions(spaced, self.sentences.language)
        joined = GAP.sub(r"\1\2", plain)
        found = self.sentences.parts(plain) or (self.sentences.parts(joined) if joined != plain else None)
        found = found or self.either(plain)
        found = self.exact_part(text) if found is None else found
        if found is None and self.is_pass(text):
            self.passes = True
            return []
        return found

    def exact_part(self, text: str) -> list[MovePiece] | None:
        """The part that a line is as a file has it, but for blanks and commas."""
        for each in self.raw_parts(text):
            joined = GAP.sub(r"\1\2", each.value)
            for form in (each.value, joined, re.sub(r"\s*,\s*", " ", joined)):
                value = self.fits(each.name, form)
                if value is not None and self.keeps_words(form, value):
                    return [each._replace(value=value)]
        return None

    def keeps_words(self, form: str, value: str) -> bool:
        """Whether all words of a text are in its value, but for names of places, in whose place their labels are."""
        names = {word for each in self.fits.names() for word in WORDS.findall(plain_letters(each))}
        return {*WORDS.findall(plain_letters(form))} <= {*WORDS.findall(plain_letters(value)), *names}

    def either(self, text: str) -> list[MovePiece] | None:
        """The part for which two values are named: `stone: C3 or C4`."""
        first, *others = self.around.either.split(text)
        found = self.sentences.parts(first) if others else None
        if not found or len(found) != 1:
            return None
        name, values = found[0].name, list[str]()
        for each in others:
            other = self.sentences.parts(each) or self.sentences.parts(f"{name} {each}") or []
            values += [part.value for part in other if part.name == name]
        if len(values) != len(others):
            return None
        return [found[0]._replace(choices=(*found[0].choices, *values), is_either=True)]

    def is_pass(self, text: str) -> bool:
        """Whether a text says that nothing is done."""
        if self.sentences.has_other_accent(text):
            return False
        opened = self.around.endings.sub("", text)
        found = self.around.openings.match(opened)
        if found and self.sentences.articles.isdisjoint(plain_letters(found[0]).split()):  # `un passo` is a step
            opened = opened[found.end() :]
        said = {plain_letters(each).strip() for each in (text, opened, self.around.turn.sub("", opened))}
        return not said.isdisjoint(self.words.nothing) or any(map(self.is_nothing, said))

    def is_nothing(self, text: str) -> bool:
        """Whether a text says in any order that nothing is done: `skip me this time`."""
        if "?" in text or not NOTHING_BESIDE.search(plain := plain_letters(text)):
            return False
        last = plain.strip(" ,.!").rpartition(" ")[2]
        if last in self.sentences.prepositions and not any(each.endswith(last) for each in self.words.nothing):
            return False  # `pass it on`
        beside = self.around.beside.pattern
        if any(re.fullmatch(rf"{beside}*\b{re.escape(each)}\b{beside}*", plain) for each in self.words.nothing):
            return True
        return " ".join(re.sub(rf"\b{beside}+", " ", plain).split()) in self.words.nothing


WORDS = re.compile("\\w+|[\u2100-\U0010ffff]")
"""Words, and pictures."""
BRACES = {ord(each): None for each in "{}"}
NOTATION = re.compile(r"(?P<name>[^\W\d_]+)(?:\s*[:=]\s*|\s+(?=\S+(?: \S+){0,4}$))(?P<value>[^?#]{1,80})")
"""A line of a move as files have it, or without its colon."""
