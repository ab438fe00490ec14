"""The parts of a move in a sentence: `I'll put a house on Kroton and run two stones, L8 ne-nw and M9 n-sw`.

Pure. The sentence is cut into segments, each of which is an action or a field with its value. Every word belongs to
one. Where a sentence can be cut in two ways that are not the same, it is not read.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import dropwhile, groupby, islice
from typing import NamedTuple
from unicodedata import normalize

from referee.mail.read.languages import language as language_of
from referee.mail.read.move_blocks import MovePiece
from referee.mail.read.sentence_words import (
    APART,
    BREAK,
    COUNT,
    FIELD,
    FOLLOWS,
    IDLE,
    INNER,
    INVERTED,
    NAME,
    ONE,
    PUT,
    TAKE,
    VALUE,
    Vocabulary,
    Word,
    is_optional,
    known_words,
    tokens_of,
    vocabulary_of,
    word_alone,
    words_asked_about,
    words_of_sentence,
)
from referee.reading.faults import Names
from referee.reading.spoken_words import ValueReader, spoken_words
from referee.words import ENGLISH, plain_letters

SEGMENT = 14
"""Words of one part of a move."""


class Segment(NamedTuple):
    """A part of a sentence: a part of a move, or the words above a list (`three stones:`).

    name   the action to which bare values after it belong
    announced  how many parts are to follow; 0 where no number is said
    """

    piece: MovePiece | None
    name: str = ""
    announced: int = 0


Cut = tuple[Segment, ...]


BESIDE_THING = ("articles", "prepositions", "connectives", "openings", "endings", "this_turn")
"""The lists of words that may be around the name of a thing that is put on the board."""


BESIDE_END = ("beside_pass", "this_turn", "courtesy")
"""The lists of words that may be beside the one that ends a turn."""


class SentenceReader:
    """Reads sentences about the moves of a title."""

    def __init__(self, title: str, fits: ValueReader, language: str = ENGLISH) -> None:
        self.title, self.fits, self.language = title, fits, language
        self.words = words = spoken_words(title, language)
        self.known: Vocabulary = {}
        self.unaccented = frozenset[str]()
        own = language_of(language)
        self.articles, self.prepositions = frozenset(own.plain("articles")), frozenset(own.plain("prepositions"))
        timing = {*own.plain("until"), *(said for said, meant in words.values.items() if meant == "at")}
        self.labelled = frozenset(each for each in words.actions.values() if fits.labels(each))
        self.origins, self.places = self.prepositions - timing, self.prepositions | timing
        self.counted, self.firsts = frozenset(own.plain("counted")), frozenset(own.plain("first"))
        self.aside = frozenset([*own.plain("aside"), *language_of(ENGLISH).plain("aside")])
        self.beside_end = frozenset(word for each in BESIDE_END for word in own.plain(each))
        self.labels = frozenset(label for each in self.labelled for label in fits.labels(each))
        openings = {*own.plain("prepositions"), *own.plain("openings")} - self.articles
        self.leading = openings - {*own.plain("endings"), *own.plain("courtesy")}
        self.counting = frozenset(each for each in words.actions.values() if fits.counts(each))
        self.subjects, self.greetings = own.plain("subjects"), own.plain("courtesy")
        self.small = frozenset(word for each in BESIDE_THING for word in own.plain(each))
        names = [each for each in {**words.fields, **words.actions} if len(each) > 2 and each.isalpha()]
        joined = "|".join(sorted(names, key=len, reverse=True))
        self.joined_name = re.compile(rf"(?i)\b((?:{joined})(?=[a-z][0-9])|(?:{joined})(?=[0-9]))")

    @property
    def vocabulary(self) -> Vocabulary:
        """What may be said of the moves of the title."""
        self.known = self.known or vocabulary_of(self.title, self.language, tuple(self.fits.names().items()))
        return self.known

    def with_blanks(self, line: str) -> str:
        """A line with a blank between the name of an action and a space of the board: `StoneM8` is `Stone M8`."""
        return self.joined_name.sub(r"\1 ", line)

    def strange_words(self, text: str) -> list[str]:
        """The words of a text that mean nothing in a move and are no small words either."""
        found = known_words(tokens_of(text), self.vocabulary)
        asked = [each[0] for each in INVERTED.finditer(text)]
        return [*asked, *(each.text for each in found if not each.kind and any(map(str.isalnum, each.text)))]

    def known_text(self, text: str) -> str:
        """A text without its strange words, and without its question mark: what its writer asks about."""
        found = known_words(tokens_of(text.replace("?", " ")), self.vocabulary)
        return " ".join(each.plain or each.text for each in found if each.kind)

    def parts(self, text: str) -> list[MovePiece] | None:
        """The parts of a move in a sentence; None where not all of it is one, or where it has two meanings."""
        found = words_of_sentence(text, self.vocabulary, self.is_verb)
        if not found or self.has_other_accent(text):
            return None
        every = [each for each in known_words(tokens_of(text), self.vocabulary) if each.plain or each.kind == BREAK]
        known = [each for each in every if each.plain]
        pieces = None if self.is_inverted(known) else self.only_parts(found)
        if not pieces or self.is_left_open(every) or self.is_reordered(every):
            return None
        if any(self.is_misread(each, every) for each in pieces):
            return None
        is_end = len(pieces) == 1 and pieces[0].name in self.words.marks
        if is_end and any(map(self.is_rest_taken, known)):
            known = [each for each in known if each.kind != TAKE and each.plain not in self.articles]
        return None if is_end and not all(map(self.is_beside_end, known)) else pieces

    def has_other_accent(self, text: str) -> bool:
        """Whether a word is a known one only without its accent: `passò` is no `passo`."""
        words = [each for each in re.findall(r"[^\W\d_]+", normalize("NFC", text)) if not each.isascii()]
        if words and not self.unaccented:
            said = [*self.words.nothing, *(" ".join(each) for each, at in self.vocabulary.items() if not at.is_place)]
            accented = self.words.accented | language_of(self.language).accented_words
            self.unaccented = frozenset(word for each in said for word in each.split()) - accented
        return any(plain_letters(each) in self.unaccented for each in words)

    def is_rest_taken(self, word: Word | None) -> bool:
        """Whether words for the end of a turn name what is taken for its rest: `the rest in cards`."""
        taken = {said for said, name in self.words.actions.items() if name in self.counting}
        return word is not None and word.kind == FIELD and not taken.isdisjoint(word.plain.split())

    def is_beside_end(self, word: Word) -> bool:
        """Whether a word may be beside the one that ends a turn: `I pass on this turn`, but `pass it`, `first pass`."""
        return word.kind in (FIELD, BREAK) or word.plain in self.beside_end

    def parts_asked_about(self, text: str) -> list[MovePiece]:
        """The parts of a move that a sentence names, whatever else it says; [] where they have two meanings."""
        return self.only_parts(words_asked_about(text, self.vocabulary)) or []

    def says_over(self, text: str) -> bool:
        """Whether a text says that something is over, in words that are no name in the notation: `done`."""
        return any(each.plain in self.words.over for each in known_words(tokens_of(text), self.vocabulary))

    def is_place(self, word: str) -> bool:
        """Whether a word is a space of the board."""
        return (self.vocabulary.get((word,)) or word_alone(word)).is_place

    def runs(self, text: str) -> list[str]:
        """The words of a text that mean something in a move, from one to the next that does not."""
        found = known_words(tokens_of(text), self.vocabulary)
        apart = groupby(found, lambda each: bool(each.kind) or not any(map(str.isalnum, each.text)))
        return [" ".join(each.plain or each.text for each in run) for is_known, run in apart if is_known]

    def only_parts(self, found: Sequence[Word]) -> list[MovePiece] | None:
        """The parts of a move that words are; None where not all of them are one, or where they have two meanings."""
        if not any(each.kind not in (BREAK, ONE, PUT, TAKE) for each in found):
            return None
        cutter = Cutter(self, [*self.without_taking(found)])
        cuts = cutter.cuts(0, "")
        if cutter.is_vague:
            return None
        made = {tuple(each.piece for each in cut if each.piece) for cut in cuts if is_whole(cut)}
        least = min((sum(len(each.choices) for each in pieces) for pieces in made), default=0)
        clear = [pieces for pieces in made if sum(len(each.choices) for each in pieces) == least]
        return list(clear[0]) if len(clear) == 1 and clear[0] else None

    def without_taking(self, found: Sequence[Word]) -> Iterator[Word]:
        """The words without a verb beside what it takes: `3 cards` of `draw 3 cards`, where 3 is the label of no stack;
        `the rest in cards` of `I take the rest in cards`.
        """
        for at, each in enumerate(found):
            after = at_place(found, at + 1)
            is_last = after is None or after.kind == BREAK
            beside = found[max(0, at - 2) : at] if is_last else found[at + 1 : at + 3]
            is_counted_thing = [word.kind for word in beside] == [COUNT, NAME] and beside[1].text in self.counting
            is_drawn = is_counted_thing and each.kind == NAME and each.text in self.labelled
            if not is_drawn and not (each.kind == TAKE and self.is_rest_taken(after)):
                yield each

    def is_misread(self, piece: MovePiece, known: Sequence[Word]) -> bool:
        """Whether a number or a place in a part means something else: a time, a price, how often, a direction."""
        if piece.name in self.counting:
            return has_loose_number(known, piece.name) or self.is_not_taken(piece, known)
        if piece.name not in self.labelled and self.is_taken(piece, known):
            return True
        return self.is_beside_place(piece, known) or self.has_other_number(piece, known)

    def is_left_open(self, known: Sequence[Word]) -> bool:
        """Whether something is missing: behind the last word, or the place or number behind a preposition.

        `a house on M8 I want to`, `to build a house`, `from today`.
        """
        words = [each for each in known if each.plain]
        last, before = (words[-1], at_place(words, len(words) - 2)) if words else (None, None)
        if last is None or last.kind == BREAK or last.text in (FOLLOWS, "at"):
            return True
        is_behind_value = before is not None and before.kind in (VALUE, COUNT)
        if last.kind == ONE or last.plain in self.articles:  # but `draw one`, `garde-la`
            if is_behind_value:
                return True
        elif last.plain in self.leading:
            return True
        words = [each for each in known if each.plain not in self.articles]
        pairs = [(before, word) for before, word, _ in neighbours(words) if before]
        return any(before.plain in self.prepositions and not self.is_where(before, word) for before, word in pairs)

    def is_where(self, before: Word, word: Word) -> bool:
        """Whether a word may stand behind a preposition: a place, a direction, a number, or where something is kept."""
        if word.kind == NAME:
            is_kept = before.plain not in self.origins and self.fits(word.text, "") is not None  # `in storage`
            return word.text in self.counting or is_kept
        if word.plain in self.prepositions:  # `from stack 1`
            return True
        is_value = word.kind == VALUE and not is_optional(word)
        return word.kind == COUNT or (is_value and (not word.is_thing or word.text in self.labels))

    def is_not_taken(self, piece: MovePiece, known: Sequence[Word]) -> bool:
        """Whether counted things are put, paid or only named: `I play 2 cards`, `on M8 (2 cards)`, `my cards: 2`."""
        if self.is_put(piece, known):
            return True
        numbers, is_placed = re.findall("[0-9]+", piece.value), False
        is_taken = any(each.kind == TAKE for each in known)
        for at, word in enumerate(known):
            before = at_place(known, at - 1)
            is_article = before is not None and before.plain in self.articles and not is_taken
            if word.text == piece.name:
                return is_article
            if word.kind == COUNT and word.text in numbers:
                behind = next((each for each in reversed(known[:at]) if each.plain not in self.articles), None)
                is_apart = is_placed and behind is not None and behind.kind == BREAK and behind.text in "(:/"
                if is_apart or is_article or (behind is not None and behind.plain in self.prepositions):
                    return True
            is_placed |= word.is_place or word.kind == COUNT
        return False

    def is_put(self, piece: MovePiece, known: Sequence[Word]) -> bool:
        """Whether counted things are put somewhere, in a clause that names no place: `I take 2 stones and build 1`."""
        names = {piece.name, *self.fits.inner_words(piece.name)}
        for is_break, words in groupby(known, lambda each: each.kind == BREAK):
            clause = [] if is_break else [*words]
            kinds = {each.kind for each in clause}
            is_named = any(each.text in names for each in clause) and not any(each.is_place for each in clause)
            if is_named and TAKE not in kinds and not {PUT, INNER}.isdisjoint(kinds):
                return True
        return False

    def is_taken(self, piece: MovePiece, known: Sequence[Word]) -> bool:
        """Whether what would be put at a place is taken there: `I take the house at M8`, but `take a house to M8`."""
        for is_break, words in groupby(known, lambda each: each.kind == BREAK):
            clause = [] if is_break else [*words]
            kinds = {each.kind for each in clause}
            is_there = any(each.is_place and each.text.lower() in piece.value.lower() for each in clause)
            if is_there and TAKE in kinds and PUT not in kinds:
                return True
        return False

    def is_beside_place(self, piece: MovePiece, known: Sequence[Word]) -> bool:
        """Whether something is done beside the only place that is named: `a house by M8`."""
        words = [each for each in known if each.plain not in self.articles]
        places = {each.text for each in words if each.is_place and each.text.lower() in piece.value.lower()}
        found = (self.is_aside(before) for before, word, _ in neighbours(words) if word.text in places)
        return len(places) == 1 and "-" not in piece.value and all(found)

    def is_aside(self, before: Word | None) -> bool:
        """Whether what follows a word is none of what is done."""
        return before is not None and before.plain.rpartition(" ")[2] in self.aside

    def has_other_number(self, piece: MovePiece, known: Sequence[Word]) -> bool:
        """Whether a number in a part is none of it: `I draw on the 2`, `draw 2 tiles`, `build 1 house`."""
        numbers, is_placed = re.findall("[0-9]+", piece.value), False
        for before, word, after in neighbours(known):
            if word.kind == COUNT and word.plain in numbers:
                if self.is_other_number(piece.name, before, after, is_placed):
                    return True
                is_placed = True
            is_placed |= word.is_place
        return False

    def is_other_number(self, name: str, before: Word | None, after: Word | None, is_placed: bool) -> bool:
        """Whether a number between these words is none of an action; `is_placed`: its place is named before."""
        if name in self.labelled and after and (after.kind == NAME or after.plain in self.counted):
            return True
        if is_counted(after):
            return not (is_placed or name in self.labelled or (before and is_optional(before)))
        if before is None or not before.plain or (before.kind not in (IDLE, ONE) and not is_optional(before)):
            return False
        small = before.plain.split()[-1]
        return small not in (self.origins if name in self.labelled else (self.places | self.articles) - self.aside)

    def is_reordered(self, known: Sequence[Word]) -> bool:
        """Whether something is to come before what is written before it: `a house on M8, first a stone`."""
        breaks = [at for at, each in enumerate(known) if each.kind == BREAK]
        firsts = [at for at, each in enumerate(known) if each.plain in self.firsts]
        starts = [max((one for one in breaks if one < at), default=0) for at in firsts]
        return any(each.is_place or each.kind == COUNT for start in starts for each in known[:start])

    def is_verb(self, word: Word) -> bool:
        """Whether a word may say what is done: no name of a thing, and no small word around one."""
        if word.kind == IDLE:
            return not self.small.issuperset(word.plain.split())
        return word.kind in (PUT, TAKE) or (word.kind == INNER and self.is_small(word))

    def is_inverted(self, known: Sequence[Word]) -> bool:
        """Whether a verb and who does it are the first words, as in questions: `Baue ich …`."""
        if len(known) < 2 or known[1].plain not in self.subjects:
            return False
        return known[0].kind != BREAK and known[0].plain not in self.greetings

    def segment(self, said: Sequence[Word], before: str) -> Segment | None:
        """What a run of words means; `before` is the action to which bare values belong."""
        kinds = [each.kind for each in said]
        if BREAK in kinds and APART in [each.plain for each in said]:
            return None
        if BREAK in kinds and kinds.count(NAME) > 1 and not {VALUE, COUNT}.isdisjoint(kinds) and is_begun_again(said):
            return None
        said = [each for each in said if each.kind != BREAK] if BREAK in kinds else said
        names = list(dict.fromkeys([each.text for each in said if each.kind == NAME])) if NAME in kinds else []
        fields = list(dict.fromkeys([each.text for each in said if each.kind == FIELD])) if FIELD in kinds else []
        inner = [each for each in said if each.kind == INNER]
        if len(fields) > 1 or (fields and names):
            return None
        if names:
            return self.action(said, names) if all(self.is_small(each) for each in inner) else None
        return self.field(said, fields, inner) if fields or inner else self.bare(said, before)

    def is_small(self, word: Word) -> bool:
        """Whether a word of a field in braces means nothing beside an action: `build a stone`."""
        return word.plain in self.words.everyday

    def action(self, said: Sequence[Word], names: Sequence[str]) -> Segment | None:
        rest = [each for each in said if each.kind not in (INNER, PUT, TAKE)]
        if is_optional(rest[0]) and rest[-1].kind == NAME and all(map(is_optional, rest[:-1])):
            rest = rest[-1:]  # `in storage`
        if any(each.kind == COUNT and not each.plain.isdigit() for each in rest):  # `two draws` is no `draw 2`
            names = [each for each in names if each not in self.labelled]
        found = {
            MovePiece(name, value, True)
            for name in names
            if all(each == name or each in self.fits.inner_words(name) for each in names)
            for value in self.values(name, [each for each in rest if (each.kind, each.text) != (NAME, name)])
        }
        if not found and {TAKE, COUNT} <= {each.kind for each in said}:
            found = {MovePiece(name, value, True) for name in self.takers(names) for value in self.values(name, rest)}
        counts = [each for each in rest if each.kind in (COUNT, ONE)]
        if not found and len(names) == 1 and len(counts) < 2 and all(each.kind in (COUNT, ONE, NAME) for each in rest):
            return Segment(None, names[0], int(counts[0].text) if counts else 0)
        piece = only(found)
        return Segment(piece, piece.name) if piece else None

    def takers(self, names: Sequence[str]) -> list[str]:
        """The actions whose values are made of the names of others: `take 5 stones and 2 houses`."""
        return [each for each in dict.fromkeys(self.words.actions.values()) if self.fits.inner_words(each) >= {*names}]

    def field(self, said: Sequence[Word], fields: Sequence[str], inner: Sequence[Word]) -> Segment | None:
        """A field whose only value is true, or one in braces: `house D5`, `sell the house in D5`."""
        if fields and fields[0] in self.words.marks:
            return Segment(MovePiece(fields[0], "true", False)) if len(said) == len([*fields]) else None
        if not fields and all(self.is_small(each) for each in inner):
            return None
        names = fields or self.fits.braces
        keys = dict.fromkeys(each.text for each in inner) or dict.fromkeys(self.words.inner.values())
        small = (FIELD, INNER, PUT, TAKE, ONE)
        rest = " ".join(each.text for each in said if each.kind not in small and not is_optional(each))
        made = {(name, key): self.fits(name, f"{{{key}: {rest}}}") for name in names for key in keys}
        values = [(name, value) for (name, _), value in made.items() if value]
        if not values or len({name for name, _ in values}) > 1 or (inner and len(keys) > 1):
            return None
        return Segment(MovePiece(values[0][0], values[0][1], False, tuple(value for _, value in values[1:])))

    def bare(self, said: Sequence[Word], before: str) -> Segment | None:
        """Values without a name: of the action before them, or of the only action that has such values."""
        rest = [each for each in said if each.kind not in (PUT, TAKE)]
        is_put = any(each.kind == PUT for each in said) and any(each.is_place or each.kind == COUNT for each in rest)
        is_put = is_put and any(each.kind == VALUE and not is_optional(each) for each in rest)
        names = [before] if before else dict.fromkeys(self.words.actions.values()) if is_put else []
        found = {MovePiece(name, value, True) for name in names if rest for value in self.values(name, rest)}
        piece = only(found)
        return Segment(piece, piece.name) if piece else None

    def values(self, name: str, rest: Sequence[Word]) -> Iterator[str]:
        """The values of an action that words can be, with small words or without."""
        uncounted = [each for each in rest if each.kind != ONE]
        ways = [uncounted, *([self.counted_words(name, rest)] if len(uncounted) < len(rest) else [])]
        for counted in ways:
            whole = [*dropwhile(is_optional, counted)]
            short = [each for each in counted if not is_optional(each)]
            tried = [" ".join(each.text for each in some) for some in (whole, short) if some or not rest]
            yield from [value for each in tried if (value := self.fits(name, each)) is not None][:1]

    def counted_words(self, name: str, rest: Sequence[Word]) -> list[Word]:
        """The words without each `one` that counts nothing: `draw one`, `build a house`, but `on 7, pay one stone`."""
        if name in self.counting:
            return [*rest]
        place = next((at for at, each in enumerate(rest) if each.is_place or each.kind == COUNT), len(rest))
        return [each for at, each in enumerate(rest) if each.kind != ONE or (at > place and name not in self.labelled)]


def sentence_reader(title: str, language: str, places: Names) -> SentenceReader:
    """What reads sentences about the moves of a title; `places` has the names of places."""
    own = language_of(language)
    joints = ("to", "and", *own.words("connectives"), *own.words("through"))
    return SentenceReader(title, ValueReader(title, places, joints), language)


MOST_CUTS = 32
"""Ways to cut the same words that are looked at."""


class Cutter:
    """Cuts a sentence into the fewest segments.

    is_vague  whether some of its words can be cut in more ways than anybody could be asked about
    """

    def __init__(self, reader: SentenceReader, words: Sequence[Word]) -> None:
        self.reader, self.words, self.is_vague = reader, words, False
        self.done: dict[tuple[int, str], tuple[Cut, ...]] = {}

    def cuts(self, at: int, before: str) -> tuple[Cut, ...]:
        """The shortest ways to cut the words from a place on."""
        while at < len(self.words) and self.words[at].kind == BREAK:
            at += 1
        if at == len(self.words):
            return ((),)
        if (at, before) not in self.done:
            self.done[at, before] = self.shortest(at, before)
        return self.done[at, before]

    def shortest(self, at: int, before: str) -> tuple[Cut, ...]:
        found: list[Cut] = []
        for end in self.ends(at):
            segment = self.reader.segment(self.words[at:end], before)
            if segment:
                found += [
                    (segment, *rest) for rest in self.cuts(end, segment.name or ("" if segment.piece else before))
                ]
        least = min(map(len, found), default=0)
        shortest = dict.fromkeys(each for each in found if len(each) == least)
        self.is_vague |= len(shortest) > MOST_CUTS
        return tuple(islice(shortest, MOST_CUTS))

    def ends(self, at: int) -> Iterator[int]:
        """Where a segment may end: before a break, a name, a count, or at the end; before the end not in `at`."""
        for end in range(at + 1, min(at + SEGMENT, len(self.words)) + 1):
            if end == len(self.words) or (self.words[end].kind != VALUE and not is_optional(self.words[end - 1])):
                yield end


def is_whole(cut: Cut) -> bool:
    """Whether as many parts follow as were announced."""
    for number, each in enumerate(cut):
        parts = [other.piece for other in cut[number:] if other.piece and other.piece.name == each.name]
        if not each.piece and each.name and (not parts or (each.announced and each.announced != len(parts))):
            return False
    return True


def neighbours(words: Sequence[Word]) -> Iterator[tuple[Word | None, Word, Word | None]]:
    """Each word between the one before and the one after it."""
    return zip([None, *words], words, [*words[1:], None], strict=False)


def has_loose_number(known: Sequence[Word], name: str) -> bool:
    """Whether one of several numbers says not of what: `2 stones plus 1`, `3 2`."""
    words = [each for each in known if each.text != name and (each.kind in (COUNT, BREAK) or is_counted(each))]
    words = [each for each in words if each.text != ":"]
    numbers = [at for at, each in enumerate(words) if each.kind == COUNT]
    taken, loose = set[int](), 0
    for at in numbers:
        own = next((each for each in (at - 1, at + 1) if is_counted(at_place(words, each)) and each not in taken), -1)
        taken.add(own)
        loose += own < 0
    return len(numbers) > 1 and loose > 0


def at_place(words: Sequence[Word], at: int) -> Word | None:
    return words[at] if 0 <= at < len(words) else None


def is_begun_again(said: Sequence[Word]) -> bool:
    """Whether an action is named again behind its values: `put stone at 1, put house`."""
    clauses = [[*words] for is_break, words in groupby(said, lambda each: each.kind == BREAK) if not is_break]
    named = [[each.text for each in words if each.kind == NAME] for words in clauses]
    valued = [any(each.kind in (VALUE, COUNT) for each in words) for words in clauses]
    return any(
        has_values and not set(names).isdisjoint(behind)
        for at, (names, has_values) in enumerate(zip(named, valued, strict=True))
        for behind in named[at + 1 :]
    )


def is_counted(word: Word | None) -> bool:
    """Whether a number beside this word says how many: `2 stones`, `stones: 2`."""
    return word is not None and (word.kind in (NAME, INNER, FIELD) or (word.kind == VALUE and word.is_thing))


def only(found: Iterable[MovePiece]) -> MovePiece | None:
    """The one of them; None for none or several."""
    every = list(found)
    return every[0] if len(every) == 1 else None
