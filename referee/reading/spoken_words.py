"""What people call the words of a title's moves: `Stein` is `stone`, `north` is `n`; one language at a time.

A title says so in files beside the schema of its moves. Files keep to the words of the schema; e-mails need not.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from itertools import chain
from typing import NamedTuple

from referee.reading.caret import BadInput
from referee.reading.faults import Names, ascii_text, by_name
from referee.reading.schemas import (
    ADDRESS,
    FORMS,
    MOVE_SCHEMA,
    OtherWords,
    Schema,
    other_words,
    properties_of,
    resolved_part,
    schema,
    spellings,
    words_of_values,
)
from referee.reading.shape import misfits_of_part
from referee.reading.yaml_reader import parse_text
from referee.words import ENGLISH, plain_letters


class SpokenWords(NamedTuple):
    """The words of a title's moves; what people may write is in plain letters.

    fields   what people write → the field beside the actions: `house`, `end`
    actions  what people write → the action
    inner    what people write → the field inside braces: `build`, of which field
    values   what people write → a word of a value: `n`, `tower`
    marks    the fields whose only value is `true`
    nothing  what people write for a move in which nothing is done; none where the title has no such move
    everyday words that people also write about other things, and which mean nothing beside a move
    chatter  those that mean nothing in a mail without a move
    over     what people write when something is over: alone it ends no turn in which nothing was done
    accented  the words of all these that are written with an accent
    """

    fields: Mapping[str, str]
    actions: Mapping[str, str]
    inner: Mapping[str, str]
    values: Mapping[str, str]
    marks: frozenset[str]
    nothing: frozenset[str]
    everyday: frozenset[str] = frozenset()
    chatter: frozenset[str] = frozenset()
    over: frozenset[str] = frozenset()
    accented: frozenset[str] = frozenset()

    def is_known(self, word: str) -> bool:
        """Whether something of a move is called so."""
        plain = plain_letters(word)
        return plain in self.fields or plain in self.actions or plain in self.inner


@cache  # a mail takes 24 ms longer without it
def spoken_words(title: str, language: str = ENGLISH) -> SpokenWords:
    """The words of a title's moves in a language. Raises KeyError if the title has no schema."""
    root = schema(title + MOVE_SCHEMA)
    fields = {name: part for name, part in properties_of(root).items() if name not in ADDRESS}
    lists = [part for part in fields.values() if FORMS.get(str(part.get("type"))) == "list"]
    braces = {name: part for name, part in fields.items() if part.get("type") == "object"}
    items = [each for part in lists for each in inside(resolved_part(part["items"], root), root)]
    alone = {name for name, part in fields.items() if part not in lists}
    marks = frozenset(name for name, part in fields.items() if part.get("type") == "boolean")
    words = other_words(root, language)
    return SpokenWords(
        {word: name for word, name in names_in([root], words) if name in alone},
        dict(names_in(items, words)),
        dict(names_in(braces.values(), words)),
        dict(words_of_values(root, language)),
        marks,
        frozenset(map(plain_letters, words.nothing)),
        frozenset(map(plain_letters, words.everyday.get("always", ()))),
        frozenset(map(plain_letters, words.everyday.get("alone", ()))),
        frozenset(map(plain_letters, words.everyday.get("over", ()))),
        words_with_accents([*words.nothing, *chain(*words.names.values(), *words.values.values())]),
    )


def words_with_accents(texts: Iterable[str]) -> frozenset[str]:
    """The words of texts that are written with an accent, in plain letters."""
    words = (word for each in texts for word in re.findall(r"[^\W\d_]+", each) if not word.isascii())
    return frozenset(map(plain_letters, words))


def inside(part: Schema, root: Schema) -> Iterator[Schema]:
    """A part and its alternatives."""
    yield part
    for each in part.get("anyOf", ()):
        yield resolved_part(each, root)


def names_in(parts: Iterable[Schema], words: OtherWords) -> Iterator[tuple[str, str]]:
    """What people write for each field of some parts, and the field."""
    for name in (name for part in parts for name in part.get("properties", ())):
        yield from ((each, name) for word in (name, *words.names.get(name, ())) for each in spellings(word))


def near_word(word: str, known: Sequence[str], share: float) -> str:
    """The known word that a word is most like; "" for none."""
    return next(iter(get_close_matches(word, known, 1, share)), "")


LONGEST_VALUE = 200
"""Characters of a value; none that a person writes is longer."""
MOST_VALUES = 300
"""So many values are tried in one mail."""


class TooManyValues(Exception):
    """There is more in a text that may be a move than any person writes."""


@cache  # a mail takes 20 ms longer without it
def meant_values(title: str) -> frozenset[str]:
    """The words of which values of a title's moves are made."""
    return frozenset(meant for _, meant in words_of_values(schema(title + MOVE_SCHEMA)))


class ValueReader:
    """Values of a title's moves as people write them → as files have them; `names` are those of places.

    `joints` are words between two directions or two numbers: `n to s`, `stone 2 and house 1`.
    """

    def __init__(self, title: str, names: Names, joints: Sequence[str] = ("to", "and")) -> None:
        self.joints = "|".join(map(re.escape, joints))
        self.root, self.names = schema(title + MOVE_SCHEMA), cache(names)
        self.any_name: re.Pattern[str] | None = None
        self.done: dict[tuple[str, str], str | None] = {}
        fields = {name: part for name, part in properties_of(self.root).items() if name not in ADDRESS}
        items = [resolved_part(part["items"], self.root) for part in fields.values() if "items" in part]
        self.parts: dict[str, list[Schema]] = {name: [part] for name, part in fields.items() if "items" not in part}
        self.braces = tuple(name for name, part in fields.items() if part.get("type") == "object")
        for each in (each for item in items for each in inside(item, self.root)):
            for name, part in each.get("properties", {}).items():
                self.parts.setdefault(name, []).append(part)
        self.known = meant_values(title)
        self.meant = {each for each in self.known if len(each) < 3} - {"at", "to"}
        self.alone = frozenset(each["pattern"].strip("^$") for item in items for each in inside(item, self.root)
                               if re.fullmatch(r"\^\w+\$", str(each.get("pattern"))))  # fmt: skip

    def __call__(self, name: str, text: str) -> str | None:
        """The value of a field or an action, "" for an action that stands alone; None where it is none."""
        if not text:
            return "" if name in self.alone else None
        if len(text) > LONGEST_VALUE:
            return None
        if (name, text) not in self.done:
            if len(self.done) >= MOST_VALUES:
                raise TooManyValues
            self.done[name, text] = self.value(name, text)
        return self.done[name, text]

    def value(self, name: str, text: str) -> str | None:
        """The same, without looking it up."""
        for part in self.parts.get(name, ()):
            for each in self.forms(text, part):
                if not self.has_misfits(each, part) and self.facts(each) == self.facts(self.text_with_labels(text)):
                    return each
        return None

    def inner_words(self, name: str) -> frozenset[str]:
        """The words of which the values of an action are made, such as `stone` and `house` of `take`."""
        every = [resolved_part(part, self.root) for part in self.parts.get(name, ())]
        return frozenset(str(word) for each in every for word in (*each.get("properties", ()), *each.get("enum", ())))

    def labels(self, name: str) -> tuple[str, ...]:
        """The few values of an action of which some are numbers that count nothing, such as those of stacks."""
        every = (
            each for part in self.parts.get(name, ()) for each in inside(resolved_part(part, self.root), self.root)
        )
        found = [value for each in every for value in resolved_part(each, self.root).get("enum", ())]
        return tuple(dict.fromkeys(map(str, found))) if any(str(each).isdigit() for each in found) else ()

    def counts(self, name: str) -> bool:
        """Whether the values of an action are numbers of things: `take: 2`, `take: {stone: 2}`."""
        every = [resolved_part(each, self.root) for each in self.parts.get(name, ())]
        inner = [part for each in every for part in each.get("properties", {}).values()]
        return any(each.get("type") == "integer" for each in (*every, *inner))

    def count_behind_word(self, found: re.Match[str]) -> str:
        """`2 wood` is `wood 2`, where that is a word of a value."""
        return f"{found[2]} {found[1]}" if found[2] in self.known else found[0]

    def joined_words(self, text: str) -> str:
        """`n to s` is `n-s`, where these are words of a value."""
        words = "|".join(sorted(self.meant, key=len, reverse=True)) or "(?!)"
        return re.sub(rf"(?i)\b({words})\W*(?:{self.joints}|->|>|/|&)\W*({words})\b", r"\1-\2", text)

    def facts(self, text: str) -> list[str]:
        """The numbers and directions of a text: none may get lost, and none is read that nobody wrote."""
        return sorted(
            each for each in re.findall(r"[a-z]+|[0-9]+", text.lower()) if each.isdigit() or each in self.meant
        )

    def text_with_labels(self, text: str) -> str:
        """The text with what the names of places in it stand for."""
        if self.any_name is None:
            written = sorted(map(re.escape, self.names()), key=len, reverse=True)
            self.any_name = re.compile(rf"(?i)\b(?:{'|'.join(written) or '(?!)'})\b")
        plain = unicodedata.normalize("NFC", text).replace("\u2019", "'")
        return (by_name(text, self.names)[0] if self.any_name.search(plain) else "") or text

    def forms(self, text: str, part: Schema) -> Iterator[str]:
        """The text, and what the slips of the schema say that it should be."""
        plain = re.sub(r"[()]", " ", text).strip()
        number = rf"\b([0-9]{{1,2}}) +([a-z]+?)s?\b(?:,| (?:{self.joints})\b)?"
        counted = re.sub(number, self.count_behind_word, plain.lower())
        for each in dict.fromkeys(
            [
                text,
                text.lower(),
                self.text_with_labels(text),
                ascii_text(text),
                plain,
                self.joined_words(plain),
                counted,
            ]
        ):
            yield each
            yield from (again for slip in slips_in(part, self.root) if (again := rewritten_text(each, slip)))

    def has_misfits(self, text: str, part: Schema) -> bool:
        """Whether a text is no value of a part of the schema."""
        try:
            data = parse_text(f"value: {text}", "").data["value"]
        except (BadInput, LookupError, TypeError):
            return True
        return bool(misfits_of_part(data, resolved_part(part, self.root), self.root))


def slips_in(part: Schema, root: Schema) -> Iterator[Mapping[str, str]]:
    """The slips that a part of a schema and its alternatives know."""
    for each in inside(resolved_part(part, root), root):
        for one in inside(each, root):
            yield from one.get("x-slips", ())


def rewritten_text(text: str, slip: Mapping[str, str]) -> str:
    """The text as a slip says that it should be, in one line and in the same place; "" where it says no such thing."""
    found = re.fullmatch(slip["match"], text) if "write" in slip and "place" not in slip else None
    if not found or "\n" in slip["write"]:
        return ""
    facts = {name: each or "" for name, each in found.groupdict().items()}
    return slip["write"].format_map({name: each.lower() if slip.get("small") else each for name, each in facts.items()})
