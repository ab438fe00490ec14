"""The form of a move in an e-mail, read generously: bullets, long dashes, spoken words, lines without a colon.

Pure: lines in, a move in the notation of files out, or nothing. Every word of a line must be accounted for; what is
left over is never guessed.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from referee.mail.read.move_pieces import MovePiece, MoveText, part_line
from referee.mail.read.plain_lines import tidy_line, with_english_directions
from referee.mail.read.sentence_parts import SentenceReader
from referee.mail.read.spoken_days import Phrasing
from referee.reading.spoken_words import SpokenWords, near_word, spoken_values
from referee.words import plain_letters

QUOTED = "\u201c\u201d\u201e\u00ab\u00bb\u2039\u203a\"'` "
OR = re.compile(r"(?i)\s*(?:\b(?:or|oder|ou|oppure|o)\b|/|\?)\s+(?:else )?")
SIGNS = re.compile(r"^\s*(?:(?:[-*+\u2022\u00b7\u25cf\u25aa\u25e6\u2023\u2043]+|\(?[0-9]{1,2}[.)]|[a-z]\))\s*)+(?=\S)")
"""What people put before the lines of a list."""
HEADS = {
    "game": "game spiel partie jeu partita gioco",
    "after": "after nach après apres dopo",
    "head": "head",
    "seat": "seat platz sitz place siège siege posto",
    "say": "say sag sage sagt dis dites dire di dici",
    "reply": "reply antwort réponse reponse risposta",
}
"""The lines above the actions, and what people call them."""
HEAD_OF = {word: name for name, words in HEADS.items() for word in words.split()}
HEAD_ALONE = re.compile(r"(?i)(game|after|head|seat) +([\w-]+)$")
HEAD = re.compile(rf"(?i)\s*({'|'.join(HEAD_OF)})\s*[:=]\s*(.*?)\s*$")
LIST = re.compile(
    r"(?i)\s*(?:my\s+|meine\s+|mes\s+|le\s+mie\s+)?(actions?|aktion(?:en)?|azion[ei]|moves?|z[uü]ge?|coups?|mosse"
    r"|mossa)"
    r"\s*(?::|=|$)\s*(.*)$"
)
"""The line above the actions."""
FILLERS = Phrasing("fillers")
ENDINGS = Phrasing("endings")
NOW = Phrasing("now")
"""What people add to the word for passing."""
NOTHING_BESIDE = re.compile(r"^[a-z' ,.!]{3,60}$")
BESIDE = Phrasing("beside").pattern
"""Small words beside those for passing."""
ARTICLES = Phrasing("articles")
GAP = re.compile(r"\b([A-Za-z]{1,2}) ([0-9]{1,2})\b")
PLACED = Phrasing("placed")
BETWEEN = Phrasing("between")

BLANK = re.compile(r"[\s\-*_=.,:;!()>~+\u2022\u00b7\u2010-\u2015\u2026]*")


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
        self.parts: list[MovePiece] = []
        self.heads: dict[str, str] = {}
        self.changes: list[tuple[str, str]] = []
        self.unread: list[str] = []
        self.comments: list[str] = []
        self.passes = False
        self.open = ""
        self.is_list_empty = False

    def finish(self) -> MoveText:
        if self.open:
            self.unread.append(self.open)
        heads, changes, unread = dict(self.heads), tuple(self.changes), tuple(self.unread)
        lists_nothing = self.is_list_empty and not (self.parts or self.unread or self.comments)
        return MoveText(tuple(self.parts), heads, changes, unread, tuple(self.comments), self.passes, lists_nothing)

    def take(self, line: str) -> None:
        bare = line.strip()
        if is_blank(bare):
            return
        if bare.startswith("#"):
            self.comments.append(bare)
        elif found := HEAD.match(SIGNS.sub("", line)) or HEAD_ALONE.match(bare):
            self.heads[HEAD_OF[found[1].lower()]] = found[2]
        elif (found := LIST.match(SIGNS.sub("", line))) and (not found[2] or ":" in line or "=" in line):
            self.take_list(found[2], line)
        else:
            self.take_words(line, line)

    def take_list(self, rest: str, line: str) -> None:
        """Take what follows `actions:` in its line."""
        if plain_letters(rest).strip("[]{}() .!") in {*NONE, *self.words.nothing} and self.words.nothing:
            self.is_list_empty = True
        elif rest:
            self.take_words(rest, line)

    def take_words(self, text: str, line: str) -> None:
        above, said = self.open, line.strip().removeprefix("- ").strip()
        found = self.parts_in(with_english_directions(SIGNS.sub("", text), self.sentences.language))
        if found and "?" in text and not any(each.is_either for each in found):
            found = None
        if found is None and self.open:
            return
        if found is None:
            self.unread.append(line.strip())
            return
        for each in found:
            self.parts += [] if each.name in self.words.marks and each in self.parts else [each]
        shown = ", ".join(map(part_line, found)) or "pass"
        if shown not in (said, f"{above}: {{{said}}}"):
            self.changes.append((line.strip(), shown))

    def parts_in(self, text: str) -> list[MovePiece] | None:
        """The parts of a move in a text; None where not all of it is one."""
        text = ENDINGS.sub("", text)
        whole = None if self.open else self.sentences.parts(text)
        whole = self.part_in(text) if whole is None else whole
        if whole is not None:
            return whole
        pieces = [each for each in BETWEEN.split(text) if each.strip()]
        if not 1 < len(pieces) <= 12:
            return None
        return self.parts_in_pieces(pieces)

    def parts_in_pieces(self, pieces: Sequence[str]) -> list[MovePiece] | None:
        """The parts in clauses; a clause that names none belongs to the action before it: `stone D4, D5`."""
        found: list[MovePiece] = []
        for each in pieces:
            part = self.part_in(each)
            if part is None and found and found[-1].is_action:
                value = self.value_of(found[-1].name, each)
                part = None if value is None else [MovePiece(found[-1].name, value, True)]
            if part is None:
                return None
            found += part
        return found

    def part_in(self, text: str) -> list[MovePiece] | None:
        """The one part of a move that a text is; [] for words that say that nothing is done."""
        text = ENDINGS.sub("", text)
        for words in dict.fromkeys(
            [text.strip(), FILLERS.sub("", text).strip(), NOW.sub("", FILLERS.sub("", text)).strip()]
        ):
            if plain_letters(words) in self.words.nothing or self.is_nothing(words):
                self.passes = True
                return []
            words = re.sub(r"^\{(.*)\}$", r"\1", words)
            part = self.opened_part(words) or self.part_in_braces(words) or self.part_by_name(words)
            if part:
                return [part]
        return None

    def is_nothing(self, text: str) -> bool:
        """Whether a text says in any order that nothing is done: `skip me this time`."""
        if "?" in text or not NOTHING_BESIDE.search(plain := plain_letters(text)):
            return False
        if any(re.fullmatch(rf"{BESIDE}{re.escape(each)}{BESIDE}", plain) for each in self.words.nothing):
            return True
        return " ".join(re.sub(f"{BESIDE}(?![a-z'])", " ", plain).split()) in self.words.nothing

    def opened_part(self, text: str) -> MovePiece | None:
        """The rest of a field in braces that was begun in the line above."""
        if not self.open:
            return None
        field, self.open = self.open, ""
        return self.part_in_braces(f"{field} {text}")

    def part_in_braces(self, text: str) -> MovePiece | None:
        """A field in braces: `house: {build: C3}`, `build house C3`, `sell the house in C3`."""
        plain = re.sub(r"[{}:=,]", " ", text)
        tokens = [each for each in plain.split() if not SMALL.fullmatch(plain_letters(each))]
        said = [plain_letters(each) for each in tokens]
        field = next((self.words.fields[each] for each in said if each in self.words.fields), "")
        if not field or field in self.words.marks:
            return None
        inner = [self.words.inner[each] for each in said if each in self.words.inner]
        rest = " ".join(
            t for t, s in zip(tokens, said, strict=True) if s not in {**self.words.fields, **self.words.inner}
        )
        if not rest and not inner:
            self.open = field
            return None
        choices = list(dict.fromkeys(inner or self.words.inner.values()))
        made = [value for each in choices if (value := self.fits(field, f"{{{each}: {rest}}}"))]
        if len(dict.fromkeys(inner)) > 1:
            return None
        if not made:
            return self.either_place(field, choices, rest)
        return MovePiece(field, made[0], False, tuple(made[1:]))

    def either_place(self, field: str, choices: Sequence[str], rest: str) -> MovePiece | None:
        """A field in braces for which two places are named: `house E9 or F11`."""
        words = [each.strip(",.;!?") for each in rest.split()]
        made = [value for one in choices for each in words if (value := self.fits(field, f"{{{one}: {each}}}"))]
        return (
            MovePiece(field, made[0], False, tuple(made[1:4]), True)
            if len(made) > len(choices) and OR.search(rest)
            else None
        )

    def part_by_name(self, text: str) -> MovePiece | None:
        """A part that begins with its name: `stone: C3`, `draw 1`, `Stein auf C3`, `end`."""
        for length in range(min(4, len(text.split())), 0, -1):
            found = re.match(rf"((?:[^\s:=]+\s+){{{length - 1}}}[^\s:=]+)\s*[:=-]*>?\s*(.*)$", text)
            part = self.part_named(found[1], found[2]) if found else None
            if part:
                return part
        return None

    def part_named(self, word: str, rest: str) -> MovePiece | None:
        plain = plain_letters(word)
        names = {**self.words.fields, **self.words.actions}
        if plain not in names and len(plain) > 3 and rest and plain.isalpha():
            plain = near_word(plain, tuple(each for each in names if len(each) > 3), 0.75)
        if plain not in names:
            return None
        name, is_action = names[plain], plain not in self.words.fields
        if name in self.words.marks:
            return MovePiece(name, "true", False) if plain_letters(rest).strip(QUOTED) in AGREED else None
        value = self.value_of(name, rest)
        return self.either(name, rest, is_action) if value is None else MovePiece(name, value, is_action)

    def either(self, name: str, text: str, is_action: bool) -> MovePiece | None:
        """A part for which two values are named: `stone: C3 or C4`."""
        found = [self.beginning(name, each) for each in OR.split(text)]
        values = [each for each in found if each is not None]
        if not 1 < len(found) == len(values) <= 4:
            return None
        return MovePiece(name, values[0], is_action, tuple(values[1:]), True)

    def beginning(self, name: str, text: str) -> str | None:
        """The value with which a text begins."""
        words = text.split()
        values = (
            self.value_of(name, " ".join(words[:length]).strip(",.;!?")) for length in range(min(6, len(words)), 0, -1)
        )
        return next((each for each in values if each is not None), None)

    def value_of(self, name: str, text: str) -> str | None:
        """A value as a file has it; None where it is none."""
        text = text.strip().strip(QUOTED)
        if self.names_others(name, text):
            return None
        mapped = LEADING.sub("", spoken_values(text, self.words.values))
        named = spoken_values(text, {**self.words.values, **self.words.actions})
        forms = [mapped, PLACED.sub("", mapped), text, PLACED.sub("", text), named, re.sub(r"[{}]", " ", named)]
        forms += [GAP.sub(r"\1\2", mapped), re.sub(r"\s*,\s*", " ", mapped), ARTICLES.sub("", mapped)]
        for each in dict.fromkeys(forms):
            value = self.fits(name, each.strip())
            if value is not None:
                return None if self.loses_words(text, value) else value
        return None

    def loses_words(self, text: str, value: str) -> bool:
        """Whether words of a text are not in its value: `D4 n-s unless Bruno builds`."""
        said = plain_letters(value).split()
        meant = spoken_values(GAP.sub(r"\1\2", text), self.words.values)
        return self.sentences.denies(text) or any(each not in said for each in self.sentences.strange_words(meant))

    def names_others(self, name: str, text: str) -> bool:
        """Whether a value of an action has the name of another that is no part of it: then it is more than one."""
        known = {**self.words.fields, **self.words.actions}
        said = {known[each] for each in plain_letters(text).split() if each in known}
        return "{" not in text and "[" not in text and not said <= {name, *self.fits.inner_words(name)}


LEADING = Phrasing("leading")
NONE = (
    "",
    "none",
    "nothing",
    "no",
    "keine",
    "keiner",
    "nichts",
    "rien",
    "aucun",
    "aucune",
    "niente",
    "nessuna",
    "nessuno",
)
"""What stands behind `actions:` where nothing is done."""
SMALL = re.compile(
    r"a|an|the|in|at|on|my|to|der|die|das|den|dem|einen|ein|eine|mein|meinen|im|auf|bei|"
    r"un|une|le|la|les|l|mon|ma|au|en|sur|il|lo|mio|nel|nella|ad|di|de"
)
AGREED = frozenset(["", "true", "yes", "ja", "oui", "turn", "my turn", "zug", "ok", "x", "1", "vero", "vrai", "please"])
