"""Moves in e-mails that are read generously: what lines may mean, tried by the judge, and complete blocks to send."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, product
from typing import NamedTuple

from referee.app.errors import Flawed, Stop
from referee.app.mail.answer_requests import Admission
from referee.app.mail.heard_mail import Hearing
from referee.app.play import submit_move
from referee.app.play.read_move import read_move
from referee.app.repair.take_back import UndoRequest, undo_of
from referee.mail.read.beside_words import COMMON
from referee.mail.read.generous_text import read_move_lines
from referee.mail.read.mail_parts import Mail
from referee.mail.read.move_fences import BEGIN, END
from referee.mail.read.move_pieces import MovePiece, MoveText, move_block, part_line
from referee.mail.read.plain_lines import tidy_line, with_english_directions
from referee.mail.read.sentence_parts import SentenceReader
from referee.mail.read.sentence_words import tokens_of
from referee.reading import BadInput
from referee.reading.move_parts import move_parts
from referee.reading.spoken_words import ValueReader, spoken_words
from referee.reading.texts import MOVE_BLOCK
from referee.reading.value_words import spellings
from referee.words import Phrase, names_of, plain_letters, say

READINGS = 4
"""So many readings of one mail are tried."""
CHANGES = 3
"""So many lines are repeated as they were read."""


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
        """The one meaning; "" where there is none, or more than one. A reading that is refused may be one, too."""
        if self.is_either:
            return ""
        if len(self.every) == 1:
            return self.every[0]
        return self.accepted[0] if len(self.accepted) == 1 else ""


class MoveReader:
    """Reads moves for whoever sent a mail: the game and the seat are known already."""

    def __init__(self, hearing: Hearing, language: str) -> None:
        self.hearing, self.language = hearing, language
        game = hearing.game
        self.words = spoken_words(game.book.id)
        self.seats = self.seat_names()
        self.texts: dict[tuple[str, ...], MoveText] = {}
        values = ValueReader(game.book.id, lambda: game.book.show().places(game.position))
        self.sentences = SentenceReader(self.words, values, language)

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
            self.texts[key] = read_move_lines(lines, self.sentences)
        return self.texts[key]

    def is_move_line(self, line: str) -> bool:
        """Whether a line alone is a part of a move, or one of the lines above it."""
        found = self.read([line])
        return bool(found.is_read or found.heads or found.comments) or not (found.unread or found.parts)

    def guess(self, text: str) -> MoveText:
        """What a text may mean without the words that mean nothing in a move: a question, never an answer."""
        parts = self.sentences.parts(self.sentences.known_text(with_english_directions(tidy_line(text), self.language)))
        return MoveText(tuple(parts or ()))

    def is_sentence(self, text: str) -> bool:
        """Whether each word of a text has a meaning in a move."""
        return bool(self.sentences.parts(with_english_directions(tidy_line(text), self.language)))

    @property
    def vocabulary(self) -> frozenset[str]:
        """The words of moves that mean something in a letter."""
        words = self.words
        every = {*words.fields, *words.actions, *words.inner, *(each for each in words.values if len(each) > 3)}
        own = {*words.values.values()}
        return frozenset(each for each in {*every, *own} if len(each) > 2) - words.everyday - COMMON

    def readings(self, text: MoveText) -> Readings:
        """What lines may mean: each reading as a complete block."""
        choices = [(each.value, *each.choices) for each in text.parts]
        every = [
            self.block([part._replace(value=value) for part, value in zip(text.parts, values, strict=True)], text.heads)
            for values in islice(product(*choices), READINGS)
        ]
        accepted = tuple(each for each in every if self.is_accepted(each)) if len(every) > 1 else ()
        return Readings(accepted, tuple(every), any(each.is_either for each in text.parts))

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

    def fenced_blocks(self, blocks: Iterable[str]) -> tuple[str, ...]:
        """Blocks as they are sent."""
        return tuple(f"{BEGIN}\n{each.rstrip()}\n{END}\n" for each in blocks)

    def is_accepted(self, block: str) -> bool:
        """Whether the judge accepts a move, as far as that can be known before it is made."""
        return self.reason(block) is None

    def reason(self, block: str) -> Phrase | None:
        """Why a move would be refused; None if it would not."""
        try:
            self.rehearse(block)
        except (Flawed, BadInput) as error:
            return error.problems[0].says
        except Stop as error:
            return error.says
        return None

    def rehearse(self, block: str) -> None:
        """Raises Stop, BadInput for a move that would be refused."""
        hearing = self.hearing
        draft = read_move(hearing.table, block.encode(), MOVE_BLOCK)
        submit_move.rehearse_in(hearing.table, hearing.game, draft, Admission(hearing.sender))


def known_names(hearing: Hearing, mail: Mail) -> tuple[frozenset[str], frozenset[str]]:
    """The words of the names that a mail may have around a move, in plain letters; and of its writer's own.

    The writer's initials are among the former, unless they mean "and" or "or" in another language.
    """
    players = hearing.game.players
    own = words_in_names([mail.first("from"), players.get(hearing.sender.seat, "")])
    every = words_in_names([*players.values(), *players, *names_of(players)])
    return own | every | {word[0] for word in own if word[0] not in "eou"}, own


def words_in_names(names: Iterable[str]) -> frozenset[str]:
    return frozenset(word for each in names for word in tokens_of(each) if len(word) > 2)


def is_alike(written: str, right: str) -> bool:
    """Whether the name of a game is the right one, but for capitals, blanks and dashes."""
    return "".join(filter(str.isalnum, written.casefold())) in ("", "".join(filter(str.isalnum, right)))


def said_of_changes(text: MoveText, hearing: Hearing) -> Iterator[Phrase]:
    """What of the lines was read otherwise than it was written, and how to take the move back."""
    for written, read in text.changes[:CHANGES]:
        yield say("I read `{written}` as `{read}`.", written=written[:60], read=read)
    if text.changes and can_undo(hearing):
        yield say("If that isn't what you meant, reply with the line `undo`.")
    elif text.changes:
        yield say("If that isn't what you meant, write to the moderator at once.")


def can_undo(hearing: Hearing) -> bool:
    """Whether the sender may take the last move back, alone or if the others agree."""
    try:
        undo_of(hearing.game, UndoRequest(seat=hearing.sender.seat))
    except Stop:
        return False
    return True


def lines_of_parts(parts: Sequence[MovePiece]) -> str:
    return ", ".join(map(part_line, parts))


def with_say(block: str, text: MoveText) -> str:
    """A block with the words to the others that were written in it."""
    said = text.heads.get("say", "").strip().strip("\"'\u201c\u201d\u201e")
    return block + f'say: "{said.translate({34: 39, 92: 47})}"\n' if said else block
