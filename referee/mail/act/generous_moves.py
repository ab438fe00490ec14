"""Moves in e-mails that are read generously: what lines may mean, tried by the judge, and complete blocks to send."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice, product
from typing import NamedTuple

from referee.app.consent.proposal_words import deeds_told
from referee.app.errors import Stop
from referee.mail.act.admission import Admission, move_for_now, refusal_of_move, rehearse_mailed, sender_now
from referee.mail.act.answer_undo import undo_offer
from referee.mail.act.heard_mail import Hearing
from referee.mail.read import languages
from referee.mail.read.beside_words import small_words, words_of
from referee.mail.read.generous_text import read_move_lines
from referee.mail.read.line_words import any_of, line_words, tidy_line, with_english_directions
from referee.mail.read.mail_parts import Mail
from referee.mail.read.move_blocks import MovePiece, MoveText, move_block, part_line
from referee.mail.read.natural_requests import is_about
from referee.mail.read.request_words import LONGEST_REST
from referee.mail.read.sentence_parts import SentenceReader, sentence_reader
from referee.mail.read.sentence_words import (
    BREAK,
    FIELD,
    INNER,
    NAME,
    PUT,
    TAKE,
    is_optional,
    tokens_of,
    words_asked_about,
)
from referee.reading import BadInput
from referee.reading.schemas import move_parts, spellings
from referee.reading.spoken_words import near_word, spoken_words
from referee.report.text.posts import cut_text
from referee.words import Phrase, names_of, plain_letters, say

READINGS = 4
"""So many readings of one mail are tried."""
CHANGES = 3
"""So many lines are repeated as they were read."""


FROM_TO = re.compile(r"(?i)(?<![\w-])(?<![a-z]\d )(?<![a-z]\d\d )([a-z]\d{1,2}) (?:[^\W\d_]{1,6}|->?) ([a-z]\d{1,2})\b")
MOST_BETWEEN = 8
"""So many spaces are tried between two."""


def split_label(label: str) -> tuple[int, int]:
    """The column of a space as the number of its letter, and the row."""
    return ord(label[0].upper()), int(label[1:])


TALKATIVE = 4
"""Words that mean nothing in a move: with so many of them a sentence is no try at one."""
MOST_RUNS = 4
"""So many runs of words that mean something in a move are looked at."""
MOST_LEFT = 8
"""So many words at the end of a text are left away."""


WORD = re.compile(r"[^\W\d_]{3,}")


class Readings(NamedTuple):
    """The readings of a text as blocks, without fence.

    accepted   those that the judge accepts
    every      all of them
    is_either  whether their writer named all of them
    """

    accepted: tuple[str, ...] = ()
    every: tuple[str, ...] = ()
    is_either: bool = False

    @property
    def only(self) -> str:
        """The one meaning; "" where there is none, or more than one. A reading that is refused may be one, too.

        What is left open means what it usually means, its first meaning, if that alone is legal.
        """
        if self.is_either:
            return ""
        if len(self.every) == 1:
            return self.every[0]
        return self.every[0] if self.accepted == self.every[:1] else ""


class MoveReader:
    """Reads moves for whoever sent a mail: the game and the seat are known already."""

    def __init__(self, hearing: Hearing, language: str = "") -> None:
        self.hearing, self.language = hearing, language or hearing.language
        self.words = spoken_words(hearing.game.book.id, self.language)
        self.seats = self.seat_names()
        self.texts: dict[tuple[str, ...], MoveText] = {}
        self.readers: dict[str, SentenceReader] = {}

    def reader(self, code: str) -> SentenceReader:
        """What reads sentences in a language."""
        if code not in self.readers:
            book = self.hearing.game.book
            places = partial(book.show().places, self.hearing.game.position)
            self.readers[code] = sentence_reader(book.id, code, places)
        return self.readers[code]

    @property
    def sentences(self) -> SentenceReader:
        """What reads sentences in the language of the letter."""
        return self.reader(self.language)

    def seat_names(self) -> Mapping[str, str]:
        """What the players and seats are called, in plain letters → the seats. A name that two share is nobody's."""
        players = self.hearing.game.players
        names = [*((plain_letters(name), seat) for seat, name in players.items())]
        names += [(spelt, seat) for seat, name in players.items() for spelt in spellings(name)[1:]]
        names += [(each.split()[0], seat) for each, seat in names if " " in each]
        known = {name: seat for name, seat in names if sum(each == name for each, _ in names) == 1}
        return {**known, **names_of(players)}

    def read(self, lines: Sequence[str]) -> MoveText:
        """What lines say of a move. Raises TooManyValues."""
        key = tuple(lines)
        if key not in self.texts:
            self.texts[key], *others = self.meanings(key)
            if others:
                self.texts[key] = MoveText(unread=key)
        return self.texts[key]

    def meanings(self, lines: Sequence[str]) -> list[MoveText]:
        """What lines say in the language of the letter; where it does not read them, in each other that does."""
        own = read_move_lines(lines, self.sentences)
        if own.is_read or not own.unread:
            return [own]
        whole = " ".join(lines)
        reads = [(code, read_move_lines(lines, self.reader(code))) for code in self.other_languages(whole)]
        found = [text for code, text in reads if text.is_read and not self.has_only_article(whole, code)]
        return list({(each.parts, each.passes): each for each in found}.values()) or [own]

    def other_languages(self, text: str) -> list[str]:
        """The languages in which a text may be written, too: none if its own knows each word, as `fine` in English."""
        said = languages.WORD.findall(plain_letters(text))
        is_own = languages.every_word(self.language).issuperset(said)
        is_own = is_own or not self.sentences.strange_words(tidy_line(text))
        return [code for code in languages.language_codes() if code != self.language and not is_own]

    def has_only_article(self, text: str, code: str) -> bool:
        """Whether nothing but an article makes a text one of another language: `un house`."""
        return self.reader(code).articles.issuperset(self.sentences.strange_words(tidy_line(text)) or [""])

    def is_move_line(self, line: str) -> bool:
        """Whether a line alone is a part of a move, or one of the lines above it."""
        found = self.read([line])
        return bool(found.is_read or found.heads or found.comments) or not (found.unread or found.parts)

    def guesses(self, text: str) -> list[MoveText]:
        """What a text, or a part of it, may mean without the words that mean nothing in a move.

        Numbers may be words, and words misspelt. It is a question, never an answer. It is read in another language only
        if none of its words is strange there.
        """
        codes = (self.language, *self.other_languages(text))
        known = (each for each in codes if not self.reader(each).strange_words(tidy_line(text)))
        code = next(known, self.language)
        return (self if code == self.language else MoveReader(self.hearing, code)).own_guesses(text)

    def own_guesses(self, text: str) -> list[MoveText]:
        """The same in the language of the reader."""
        found = self.read([text.replace("?", "")])
        if (found.passes and not found.parts) or self.says_nothing(text):
            return [MoveText(passes=True)]
        spelt = self.sentences.with_blanks(tidy_line(text))
        said = with_english_directions(self.with_digits(spelt), self.language)
        readings = self.guesses_in(said)
        if (corrected := WORD.sub(self.near_word, said)) != said and (better := self.guesses_in(corrected)):
            readings = max(readings, better, key=lambda found: max((len(each.parts) for each in found), default=0))
        return [*readings, *self.with_labels(readings, spelt)][:READINGS]

    def says_nothing(self, text: str) -> bool:
        """Whether a text may mean that nothing is done: `nothing this time`, `may I pass?`, `pass if it is my turn`."""
        own, said = line_words(self.language), plain_letters(tidy_line(text)).strip()
        if any(map(str.isdigit, said)) or not self.words.nothing:
            return False
        refused, left = languages.language(self.language).plain("no"), own.beside.sub("", said)
        is_none = left in own.none - {"", *refused} and left != said.strip(" .!")
        is_short = "?" in text or len(self.sentences.strange_words(said)) < TALKATIVE
        is_named = not words_of(said).isdisjoint(self.words.nothing) and not is_about("tell", text)  # `pass it on`
        return is_none or (is_short and is_named)

    def with_labels(self, readings: Sequence[MoveText], text: str) -> list[MoveText]:
        """What a text may mean besides: a number in letters may count: `draw two`; and an action may lack its value."""
        parts = readings[0].parts if len(readings) == 1 else ()
        if not parts:
            said = words_asked_about(text, self.sentences.vocabulary)
            names = {each.text for each in said if each.kind not in (BREAK, PUT, TAKE) and not is_optional(each)}
            values = [(name, label) for name in names for label in self.sentences.fits.labels(name)]
            return [MoveText((MovePiece(*each, True),)) for each in values] if len(names) == 1 else []
        labels = self.sentences.fits.labels(parts[-1].name)
        if not labels or self.with_digits(text) == text or parts[-1].value == labels[0]:
            return []
        return [MoveText((*parts[:-1], parts[-1]._replace(value=labels[0])), unread=(text,))]

    def guesses_in(self, said: str) -> list[MoveText]:
        """What a text may mean whose numbers and words are spelt as moves have them."""
        if placed := self.with_spaces_between(said):
            return placed
        ways = [self.named_parts(each) for each in line_words(self.language).either.split(said)]
        if len(ways) > 1 and all(len(each) == 1 for each in ways):
            return [MoveText(tuple(parts)) for parts in ways]
        if chosen := self.choices(self.sentences.runs(said)):
            return chosen
        between = line_words(self.language).between
        if every := self.known_parts(said):
            return [MoveText(tuple(every)), *self.each_alone(every, said)]
        for each in reversed([*between.finditer(said)]):
            if top := self.known_parts(said[: each.start()]):
                return [MoveText(tuple(top), unread=tuple(filter(self.is_about_move, [said[each.end() :]])))]
        pieces = [(each, self.known_parts(each)) for each in between.split(said)]
        left = [each for each, parts in pieces if not parts and self.is_about_move(each)]
        every = [part for _, parts in pieces for part in parts]
        if every:
            return [MoveText(tuple(every), unread=tuple(left))]
        return self.with_one_place(said) or self.with_few_words(said) or self.named_texts(said)

    def each_alone(self, parts: Sequence[MovePiece], text: str) -> list[MoveText]:
        """Each of the parts of a text, where strange words stand between them: they may choose."""
        if not 1 < len(parts) < READINGS:
            return []
        runs = [each for each in self.sentences.runs(text)[:MOST_RUNS] if self.sentences.parts_asked_about(each)]
        return [MoveText((each,)) for each in parts] if len(runs) > 1 else []

    def with_few_words(self, text: str) -> list[MoveText]:
        """The beginning of a text, where only its last words are no part of a move: `stone M8 with a house`."""
        words = text.split()
        for length in range(len(words) - 1, max(0, len(words) - MOST_LEFT), -1):
            if top := self.known_parts(" ".join(words[:length])):
                return [MoveText(tuple(top), unread=(" ".join(words[length:]),))]
        return []

    def named_texts(self, text: str) -> list[MoveText]:
        """A text with the name of each action before it, where that makes an action: `3` in place of `draw 3`.

        Where it has other words, too, though not many, what is legal may be meant.
        """
        strange = len(self.sentences.strange_words(text))
        is_placing = any(each.kind in (PUT, INNER) for each in words_asked_about(text, self.sentences.vocabulary))
        if not any(map(str.isdigit, text)) or strange >= TALKATIVE or is_placing:
            return []
        found = [tuple(self.sentences.parts_asked_about(each)) for each in self.with_each_name([text])]
        named = [
            each for each in dict.fromkeys(found) if each and (not strange or self.is_accepted(self.block(each, {})))
        ]
        return [*map(MoveText, named)][:READINGS]

    def with_one_place(self, text: str) -> list[MoveText]:
        """A text with each of the few spaces that it names, without the others."""
        words = tokens_of(text)
        places = [at for at, each in enumerate(words) if self.sentences.is_place(each)]
        if not 2 <= len(places) <= READINGS:
            return []
        tried = [" ".join(each for at, each in enumerate(words) if at == kept or at not in places) for kept in places]
        found = [self.sentences.parts_asked_about(each) for each in (*tried, *self.with_each_name(tried))]
        return [MoveText(each, unread=(text,)) for each in dict.fromkeys(map(tuple, found)) if each]

    def named_parts(self, text: str) -> list[MovePiece]:
        """The parts that a text names, or may name with the name of an action before it."""
        tried = map(self.sentences.parts_asked_about, (text, *self.with_each_name([text])))
        return next(filter(None, tried), [])

    def with_each_name(self, said: Iterable[str]) -> list[str]:
        """Words with the name of each action before them."""
        of_all = dict.fromkeys((*self.words.actions.values(), *self.words.inner.values()))
        return [f"{name} {each}" for name in of_all for each in said]

    def with_spaces_between(self, text: str) -> list[MoveText]:
        """A text that goes from one space to another without the one between them, with each that the judge accepts."""
        ends = FROM_TO.search(text)
        if not ends or ends[1] == ends[2]:
            return []
        columns, rows = zip(*(split_label(each) for each in ends.groups()), strict=True)
        across = {sum(columns) // 2, (sum(columns) + 1) // 2}
        labels = [f"{chr(each)}{row}" for each in across for row in range(min(rows) - 1, max(rows) + 2)]
        tried = [f"{text[: ends.start()]}{each} from {ends[1]} to {ends[2]}{text[ends.end() :]}" for each in labels]
        found = [tuple(self.known_parts(each)) for each in tried[:MOST_BETWEEN] if each]
        texts = [MoveText(each) for each in dict.fromkeys(found) if each]
        return [each for each in texts if self.is_accepted(self.block(each.parts, {}))]

    def choices(self, runs: Sequence[str]) -> list[MoveText]:
        """Each thing that runs of words name, where other words stand between them: `stone M8, otherwise E1`.

        A place alone is where each thing may be, unless only one is named.
        """
        said = [each for each in runs if any(map(self.sentences.is_place, tokens_of(each)))][:MOST_RUNS]
        named = [self.sentences.parts_asked_about(each) for each in said]
        names = {part.name for parts in named for part in parts}
        if len(names) > 1 or any(len(each) > 1 for each in named) or (names and len(said) < 2):
            return []
        tried = [f"{name} {each}" for name in names for each in said] if names else self.with_each_name(said)
        tried += [each for other in said[1:] for each in self.with_place(said[0], other)]
        found = [tuple(self.sentences.parts_asked_about(each)) for each in (*said, *tried)]
        both = [MoveText(tuple(part for parts in named for part in parts))] if names and all(named) else []
        fit = [each for each in dict.fromkeys(found) if each and names in (set(), {part.name for part in each})]
        return [*map(MoveText, fit), *both]

    def with_place(self, said: str, other: str) -> list[str]:
        """Words with the place of others, where each names one; with the name of each action before them."""
        old, new = ([each for each in tokens_of(words) if self.sentences.is_place(each)] for words in (said, other))
        if len(old) != 1 or len(new) != 1:
            return []
        changed = re.sub(rf"\b{re.escape(old[0])}\b", new[0], said)
        return [changed, *self.with_each_name([changed])]

    def is_about_move(self, sentence: str) -> bool:
        """Whether a sentence names something that moves are made of."""
        said = words_of(sentence)
        names = self.vocabulary | {*self.words.fields, *self.words.actions} - small_words()
        is_numbered = len(said) < 9 and any(each[-1:].isdigit() for each in said)
        return is_numbered or bool(said & (names - self.words.chatter))

    def known_parts(self, text: str) -> list[MovePiece]:
        """The parts of a move in the words of a text that mean something in one; or in those below a heading."""
        tried = (text, text.rpartition(": ")[2])
        known = [self.sentences.known_text(each) for each in tried]
        reads = (self.sentences.parts, self.sentences.parts_asked_about)
        return next(filter(None, (read(each) for read in reads for each in known)), [])

    def with_digits(self, text: str) -> str:
        """A text with digits for words, alone or in a space: `K seven`. The word for one is mostly an article."""
        numbers = languages.language(self.language).numbers_in_table("numbers")

        def digits_of(found: re.Match[str]) -> str:
            number = numbers[plain_letters(found[2])]
            return f"{found[1]}{number}" if found[1] else found[0] if number == 1 else str(number)

        return re.sub(rf"(?i)(?:(?<!')\b([a-z]) (?=\w))?\b({any_of(numbers)})\b", digits_of, text)

    def near_word(self, found: re.Match[str]) -> str:
        """A word of moves in place of one that is spelt much like it."""
        plain, known = plain_letters(found[0]), self.sentences.vocabulary
        things = [" ".join(each) for each, word in known.items() if word.kind and word.text not in self.words.marks]
        if (plain,) in known or plain in languages.every_word(self.language):
            return found[0]
        short = [each for each in things if len(plain) > 4 or known[tuple(each.split())].kind in (NAME, FIELD)]
        alike = [each for each in short if each[0] == plain[0]]  # nobody misses the first letter
        return near_word(plain, alike, 0.8 if len(plain) > 4 else 0.75) or found[0]

    def is_sentence(self, text: str) -> bool:
        """Whether each word of a text has a meaning in a move."""
        return bool(self.sentences.parts(with_english_directions(tidy_line(text), self.language)))

    @property
    def vocabulary(self) -> frozenset[str]:
        """The words of moves that mean something in a letter."""
        words = self.words
        every = {*words.fields, *words.actions, *words.inner, *(each for each in words.values if len(each) > 3)}
        own = {*words.values.values()}
        return frozenset(each for each in {*every, *own} if len(each) > 2) - words.everyday - small_words()

    def readings(self, text: MoveText) -> Readings:
        """What lines may mean: each reading as a complete block."""
        every = [self.block(each.parts, each.heads) for each in self.variants(text)]
        accepted = tuple(each for each in every if self.is_accepted(each)) if len(every) > 1 else ()
        return Readings(accepted, tuple(every), any(each.is_either for each in text.parts))

    def variants(self, text: MoveText) -> list[MoveText]:
        """A text with each of the values that its parts may have."""
        choices = [(each.value, *each.choices) for each in text.parts]
        parts = [
            tuple(part._replace(value=value, choices=()) for part, value in zip(text.parts, values, strict=True))
            for values in islice(product(*choices), READINGS)
        ]
        return [text._replace(parts=each) for each in parts]

    def as_taken(self, text: MoveText, block: str) -> MoveText:
        """A text whose lines say which of their meanings is in a block, for the receipt."""
        taken = next((each for each in self.variants(text) if self.block(each.parts, each.heads) == block), text)
        changes = list[tuple[str, str]]()
        for written, read in text.changes:
            for old, new in zip(text.parts, taken.parts, strict=True):
                read = read.replace(part_line(old), part_line(new))
            changes.append((written, read))
        return text._replace(changes=tuple(changes))

    def block(self, parts: Sequence[MovePiece], heads: Mapping[str, str]) -> str:
        """A complete move without its fence. What the mail proves need not be written."""
        listed = next((each.name for each in move_parts(self.hearing.game.book.id) if each.form == "list"), "actions")
        return move_block(self.heads(heads), listed, parts)

    def heads(self, written: Mapping[str, str]) -> dict[str, str]:
        """The lines above the actions: the game and the seat of the mail, unless another was named."""
        sender = self.hearing.sender
        game, seat = written.get("game", "").strip("\"'"), written.get("seat", "").strip("\"'")
        found = {"game": sender.game if is_alike(game, sender.game) else game}
        turn = {name: written[name].strip(".") for name in ("after", "head") if written.get(name)}
        found |= turn or {"after": str(sender.entry)}
        found["seat"] = sender.seat if not seat else self.seats.get(plain_letters(seat), seat)
        return found

    def is_accepted(self, block: str) -> bool:
        """Whether the judge accepts a move, as far as that can be known before it is made."""
        return self.refusal(block) is None

    def refusal(self, block: str) -> Stop | BadInput | None:
        """Why a move would be refused; None if it would not, as far as that can be known before it is made."""
        hearing = self.hearing
        raw, admit = move_for_now(hearing, block.encode()), Admission(sender_now(hearing))
        return refusal_of_move(hearing, hearing.game, raw, admit)

    def story_of(self, block: str) -> Phrase | None:
        """What the turn would be after a legal move, with its price; None where nobody can know that yet."""
        hearing = self.hearing
        raw, admit = move_for_now(hearing, block.encode()), Admission(sender_now(hearing))
        view = rehearse_mailed(hearing, hearing.game, raw, admit, with_view=True).view
        return deeds_told(view) if view else None


def known_names(hearing: Hearing, mail: Mail) -> tuple[frozenset[str], frozenset[str]]:
    """The words of the names that a mail may have around a move, in plain letters; and of its writer's own.

    The writer's initials are among the former, unless they mean "and" or "or" in another language.
    """
    players = hearing.game.players
    own = words_in_names([mail.first("from"), players.get(hearing.sender.seat, "")])
    every = words_in_names([*players.values(), *players, *names_of(players), hearing.moderator_name])
    return own | every | {word[0] for word in own if word[0] not in "eou"}, own


def words_in_names(names: Iterable[str]) -> frozenset[str]:
    return frozenset(word for each in names for word in tokens_of(each) if len(word) > 2)


def words_in_moderators_name(hearing: Hearing) -> frozenset[str]:
    """The words of the moderator's name that are in no player's."""
    return words_in_names([hearing.moderator_name]) - words_in_names(hearing.game.players.values())


def is_alike(written: str, right: str) -> bool:
    """Whether the name of a game is the right one, but for capitals, blanks and dashes."""
    return "".join(filter(str.isalnum, written.casefold())) in ("", "".join(filter(str.isalnum, right)))


def said_of_changes(text: MoveText, hearing: Hearing) -> Iterator[Phrase]:
    """What of the lines was read otherwise than it was written, and what to do if it can't be taken back."""
    for written, read in text.changes[:CHANGES]:
        yield say("I read `{written}` as `{read}`.", written=cut_text(written, LONGEST_REST), read=read)
    if text.changes and not undo_offer(hearing):
        yield say("If that isn't what you meant, write to the moderator at once.")


def lines_of_parts(parts: Sequence[MovePiece]) -> str:
    return ", ".join(map(part_line, parts))


def with_say(block: str, text: MoveText) -> str:
    """A block with the words to the others that were written in it."""
    said = text.heads.get("say", "").strip().strip("\"'\u201c\u201d\u201e")
    return block + f'say: "{said.translate({34: 39, 92: 47})}"\n' if said else block
