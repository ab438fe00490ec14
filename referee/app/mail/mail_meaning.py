"""What a mail means as a whole: its block, the words around it, or words alone. What has two meanings is asked back.

A block is not the whole mail. Nothing is recorded where words around it may change it; nothing is ever guessed.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from functools import partial

from referee.app.mail import letter_words
from referee.app.mail.answered_letter import AnsweredLetter
from referee.app.mail.asked_back import TWO_BLOCKS, TWO_MEANINGS, Question, asking_answer, refusing_answer
from referee.app.mail.generous_moves import READINGS, MoveReader, said_of_changes, with_say
from referee.app.mail.heard_mail import NOTHING, UNSENT, Hearing, MailAnswer
from referee.app.mail.ordered_mail import is_ordering
from referee.app.mail.own_lines import clearer_refusal, refused_readings, with_own_lines
from referee.app.play.unread_lines import unread_warnings
from referee.mail.read import mail_text, request_words, requests
from referee.mail.read.beside_words import (
    COMMON,
    CURLY,
    Blocked,
    MailWords,
    changes_move,
    clauses,
    fenced_lines,
    is_block_alone,
    is_courtesy,
    joined_sentences,
    names_more,
    sentences,
    talk_apart,
    without_courtesy,
    words_of,
    written_parts,
)
from referee.mail.read.mail_parts import HTML, TEXT, Mail
from referee.mail.read.move_fences import untagged_block
from referee.mail.read.move_pieces import MoveText
from referee.mail.read.natural_requests import Requests, absence_line, is_request, natural_requests, plain, talk_line
from referee.mail.read.plain_lines import with_english_directions
from referee.mail.read.request_words import ABSENT, LONGEST_REST, is_addressed_to_moderator, what_is_left
from referee.mail.read.requests import Block, Unclear, Wishes
from referee.patterns import late_pattern
from referee.reading import Source
from referee.reading.spoken_words import TooManyValues
from referee.reading.texts import ATTACHED, MOVE_BLOCK
from referee.store.private import Private
from referee.words import ENGLISH, Phrase, say

Act = Callable[[Hearing, Wishes], MailAnswer]
"""Does what a mail asks for."""


def answer_mail(
    hearing: Hearing, kept: Private, wish: Wishes, mail: Mail, addresses: Sequence[str], act: Act
) -> MailAnswer:
    """Do what a mail asks for, read generously. Signed moves are read strictly."""
    if not wish.block and sum(len(part.raw) for part in mail.parts if part.kind == TEXT) > LONGEST:
        return act(hearing, wish)
    try:
        lines = requests.lines_of(mail)
    except Unclear:
        return act(hearing, wish)
    if wish.block and hearing.sender.signer and not wish.unclear:
        return act(hearing, wish)
    if is_ordering(lines):
        return act(hearing, wish)
    mine = [line for line, is_own in zip(lines, mail_text.own(lines, addresses), strict=True) if is_own]
    struck = struck_words(mail)
    if wish.block and not wish.unclear and not struck and is_block_alone(mine):
        done = act(hearing, wish)
        if not done.refused or done.entry is not None:
            return done
    try:
        if len(mine) > MOST_LINES * 10:
            raise TooManyValues
        return MailReader(hearing, kept, wish, struck, act).answer([RUN.sub(BLANKS, line) for line in mine])
    except TooManyValues:
        return act(hearing, wish._replace(block=None, unclear=wish.unclear or TOO_LONG) if wish.block else wish)


LONGEST = 100_000
"""Bytes of a text: a longer one without a block is read strictly, since no person wrote it."""
MOST_WORDS, MOST_LINES = 8_000, 400
"""Characters and lines that a player wrote; no mail about a turn is longer. The e-mail may be repeated besides."""
BLANKS = " " * 20
RUN = late_pattern(rf"[ \t\u00a0]{{{len(BLANKS)},}}")
TOO_LONG = say("Your e-mail is too long for me to be sure what you mean. Send your move alone, without other words.")


def struck_words(mail: Mail) -> list[str]:
    """What is struck out in the page of a mail."""
    pages = [part.text for part in mail.parts if part.kind == HTML and part.text.strip()]
    try:
        return [each for page in pages[:1] for each in mail_text.struck_texts(page)]
    except mail_text.Overgrown:
        return []


class MailReader:
    """One mail that is read generously."""

    def __init__(self, hearing: Hearing, kept: Private, wish: Wishes, struck: Sequence[str], act: Act) -> None:
        self.hearing, self.wish, self.struck, self.do = hearing, wish, struck, act
        self.letter = AnsweredLetter(hearing, kept)
        self.moves = MoveReader(hearing, kept.languages.get(hearing.sender.seat, ENGLISH))
        self.today = date.fromisoformat(hearing.table.time()[:10])
        self.asked = Requests()

    def answer(self, mine: Sequence[str]) -> MailAnswer:
        own = self.letter.own_lines(fenced_lines(mine, self.moves.is_move_line, self.letter.has_words_of_others))
        said = [each for each in (*own.lines, *own.doubtful) if each]
        if len(said) > MOST_LINES or sum(map(len, said)) > MOST_WORDS:
            raise TooManyValues
        written = written_parts(own.lines, self.moves.is_move_line)
        edited = tuple(each for each in written.blocks if not self.letter.is_offered(each.text_lines))
        offered = len(written.blocks) - len(edited)
        if self.wish.block and self.wish.block.name == ATTACHED:
            return self.answer_attached(self.wish.block, written, own.doubtful)
        if any(each.check for each in edited) and len(edited) == 1:
            return self.act(edited[0], Requests(), check=True)
        asked, prose = self.requests_beside(written)
        if edited:
            return self.answer_block(edited, [*prose, *sentences(own.doubtful)], asked)
        if offered and not own.is_quoted:
            return self.answer_untouched(written.blocks[0], prose, asked)
        return self.answer_words(prose, asked, bool(offered))

    def requests_beside(self, written: MailWords) -> tuple[Requests, list[str]]:
        """What the words around ask for, and the sentences that ask for nothing."""
        lines = [each for line in (*written.above, "", *written.below) for each in talk_apart(line, self.is_part)]
        wishes, rest = self.wish_lines(lines, alone=not written.blocks)
        rest = [each for each in rest if not self.is_setting(each)]
        said = [each for each in sentences(without_courtesy(rest, self.has_meaning)) if not self.is_quotation(each)]
        found = natural_requests(said, self.moves.seats, self.today)
        self.asked = Requests((*wishes, *found.lines), found.left)
        return self.asked, [part for each in found.left for part in clauses(each, self.is_part, self.is_about_move)]

    def has_meaning(self, line: str) -> bool:
        """Whether a line that looks like a greeting says more: `Thanks, I pass`, `Dear moderator`."""
        words = self.moves.words
        return is_request(line, self.today) or any(
            each in {*words.fields, *words.actions, *words.nothing} for each in words_of(line) - COMMON - words.chatter
        )

    def is_quotation(self, sentence: str) -> bool:
        """Whether a sentence is somebody else's: another player said it, or it is in quotes."""
        return self.letter.has_words_of_others(sentence) or bool(QUOTATION.fullmatch(sentence))

    def is_setting(self, line: str) -> bool:
        """Whether a line is a word with a value that no move has: no sentence, and nothing that could be done."""
        found = re.fullmatch(r"\s*([a-z_]+): *(?:\{.*\}|\S+)\s*", line)
        return (
            bool(found)
            and not self.moves.is_move_line(line)
            and not self.moves.words.is_known(found[1] if found else "")
        )

    def wish_lines(self, lines: Sequence[str], *, alone: bool) -> tuple[tuple[str, ...], list[str]]:
        """The paragraphs that are wishes already, such as `say: …`, and all other lines.

        Words to somebody may have several paragraphs in a mail that has no block (`alone`).
        """
        found, rest, is_open, is_below = list[str](), list[str](), False, False
        for line in lines:
            talk = talk_line(line, self.moves.seats)
            if talk or requests.means_something(line):
                found.append(talk or readable_absence(line.strip(), self.today))
                is_open, is_below = found[-1].lower().startswith("say"), False
            elif is_open and not line.strip():
                is_open, is_below = alone, True
            elif is_open and (not is_below or self.goes_on(found[-1], line)):
                found[-1] += ("\n" if is_below else " ") + line.strip()
                is_below = False
            else:
                rest.append(line)
                is_open = False
        return tuple(found), rest

    def goes_on(self, words: str, line: str) -> bool:
        """Whether a new paragraph belongs to the words above it: it asks for nothing, and no move begins there."""
        if is_courtesy(line) or is_request(line, self.today) or len(words) + len(line) > LONGEST_REST:
            return False
        if is_addressed_to_moderator(words):
            return not self.is_part(line)
        return not any(self.is_part(each) or self.is_about_move(each) for each in sentences([line]))

    def answer_block(self, edited: Sequence[Blocked], prose: Sequence[str], asked: Requests) -> MailAnswer:
        texts = [self.moves.read(each.lines) for each in edited]
        if len({each.text_lines for each in edited}) > 1:
            return self.ask(Question(TWO_BLOCKS, self.blocks_of(texts)))
        block, text = edited[0], texts[0]
        if self.struck:
            return self.ask(
                Question(say("Some words in your e-mail are struck out: {words}.", words=", ".join(self.struck)[:100]))
            )
        unread = self.unread(block)
        if unread:
            return self.ask(Question(unread, self.blocks_of([text, self.uncommented_text(block)])))
        doubt = self.doubt([*prose, *self.remarks(block)], block.lines)
        if not doubt and asked.kinds & ALONE:
            doubt = asked.lines[0]
        if doubt:
            return self.ask(
                Question(say("Next to your move you also write: {words}", words=doubt[:200]), self.blocks_of([text]))
            )
        return self.act(block, asked)

    def answer_attached(self, block: Block, written: MailWords, doubtful: Sequence[str]) -> MailAnswer:
        """A file is read exactly, but the words of its mail may change it as they may change a block."""
        asked, prose = self.requests_beside(written)
        lines = block.raw.decode("utf-8", "replace").split("\n")
        said = [*prose, *sentences(doubtful)]
        doubt = self.doubt(said, lines) if said else ""
        if not doubt and asked.kinds & ALONE:
            doubt = asked.lines[0]
        if doubt or self.struck:
            words = say("Next to your move you also write: {words}", words=(doubt or ", ".join(self.struck))[:200])
            return self.ask(Question(words, self.blocks_of([self.moves.read(lines)])))
        return self.act_on(block, asked)

    def doubt(self, prose: Iterable[str], lines: Iterable[str]) -> str:
        """The first sentence that may change what lines say; "" for none."""
        facts = self.moves.facts(lines)
        language = self.moves.sentences.language
        return next((each for each in prose if changes_move(with_english_directions(each, language), facts)), "")

    def remarks(self, block: Blocked) -> list[str]:
        """What its writer says behind `#` in a block, besides what the e-mail says there."""
        found = [line.partition("#")[2] for line in block.lines if re.match(r"\s*#|.*\s#", line) and "say:" not in line]
        return [each.strip() for each in found if each.strip() and not self.letter.has_remark(each)]

    def act(self, block: Blocked, asked: Requests, *, check: bool = False) -> MailAnswer:
        """Record a block, or check it: unchanged, or as its writer meant it."""
        strict = self.strict_block(block, check)
        done = self.act_on(strict, asked)
        text = self.moves.read(self.without_greetings(block.lines))
        text = text._replace(passes=text.passes or text.lists_nothing)
        if not done.refused or done.entry is not None or not text.is_read:
            return done
        own = strict.raw.decode("utf-8", "replace").rstrip().split("\n")
        return clearer_refusal(done, self.record(text, asked, strict, own))

    def without_greetings(self, lines: Sequence[str]) -> list[str]:
        """The lines of a block without those that only greet."""
        return [
            re.sub(r"\s#(?!\d).*", "", each) for each in lines if not is_courtesy(each) or self.moves.is_move_line(each)
        ]

    def record(self, text: MoveText, asked: Requests, strict: Block, own: Sequence[str] = ()) -> MailAnswer:
        found = self.moves.readings(text)
        if not found.only and not found.accepted:
            return self.with_messages(refusing_answer(refused_readings(self.moves, found.every)))
        if not found.only:
            return self.ask(Question(TWO_MEANINGS, self.moves.fenced_blocks(found.accepted)))
        raw = with_say(found.only, text)
        done = with_own_lines(self.act_on(strict._replace(raw=raw.encode()), asked), found.only, text, own)
        if done.entry is None and (done.refused or not strict.check):
            return done
        return done._replace(opening=(*done.opening, *said_of_changes(text, text.parts)))

    def strict_block(self, block: Blocked, check: bool) -> Block:
        """The block as it was sent."""
        if self.wish.block and not self.wish.unclear and not any(map(CURLY.match, block.lines)):
            return self.wish.block._replace(check=check)
        lines = [CURLY.sub(r'\1"\2"', each).rstrip(" ") for each in block.lines]
        raw, tag = untagged_block("\n".join([*lines, ""]))
        return Block(raw.encode(), MOVE_BLOCK, check, tag, (raw.encode(),))

    def act_on(self, block: Block | None, asked: Requests) -> MailAnswer:
        """Do what was read."""
        try:
            wish = wish_of_lines(asked.lines)
        except Unclear as unclear:
            return MailAnswer((unclear.says, NOTHING))
        if block is None and asked.kinds & REASONED:
            words = [wish.to_moderator, *what_is_left(asked.left)]
            wish = wish._replace(to_moderator=request_words.words_for_moderator("\n\n".join(filter(None, words))))
        wish = wish._replace(block=block)
        if wish.idle:
            return self.do(self.hearing, Wishes(unclear=self.wish.unclear or self.wish.free or NO_MOVE))
        return self.do(self.hearing, wish)

    def answer_untouched(self, block: Blocked, prose: Sequence[str], asked: Requests) -> MailAnswer:
        if asked.kinds - WITH_MOVE:
            return self.act_on(None, asked)
        said = self.moves.read([each for each in prose if self.is_part(each)])
        others = [each for each in prose if not self.is_part(each)]
        doubt = self.doubt(others, block.lines)
        if said.passes and not said.parts and not doubt:
            return self.record(said, asked, self.strict_block(block, False))
        if said.parts or said.passes or doubt or self.struck:
            words = " ".join(prose)[:200]
            readings = self.blocks_of([said] if said.parts and not doubt else [])
            return self.ask(
                Question(say("You sent the block back unchanged, but you also write: {words}", words=words), readings)
            )
        return self.act(block, asked)

    def answer_words(self, prose: Sequence[str], asked: Requests, is_offered: bool) -> MailAnswer:
        prose = joined_sentences(prose, self.is_part, self.moves.is_sentence)
        parts = [each for each in prose if self.is_part(each)]
        others = [each for each in prose if not self.is_part(each)]
        text = self.moves.read(parts)
        if asked.lines and not (text.parts or text.passes):
            return self.act_on(None, asked)
        if not parts:
            return self.nothing_read(others, asked)
        doubt = self.doubt(others, parts) or next(filter(partial(names_more, self.moves.facts(parts)), others), "")
        if doubt or self.struck or asked.kinds - WITH_MOVE or not text.is_read:
            words = say("I don't understand this: {words}", words=" ".join(prose)[:200])
            return self.ask(Question(words, self.blocks_of([text] if text.is_read else []), is_part=bool(doubt)))
        return self.record(text, asked, Block(b"", MOVE_BLOCK))

    def nothing_read(self, others: Sequence[str], asked: Requests) -> MailAnswer:
        """A mail without a move: words about one are asked back, all others are answered as they always are."""
        about = next((each for each in others if self.is_about_move(each)), "")
        if about:
            asked_back = self.ask(
                Question(say("You write about a move, but I can't read it: {words}", words=about[:200]))
            )
            lines = letter_words.lines_hint(self.hearing.game, self.hearing.sender.seat)
            how = self.wish.unclear or lines or self.wish.free or asked_back.opening[-1]
            return asked_back._replace(opening=(*asked_back.opening[:-1], how))
        if others and self.wish.free:
            return self.do(self.hearing, self.wish)
        return self.act_on(None, asked)

    def is_part(self, sentence: str) -> bool:
        """Whether a sentence is a move, or a part of one, and nothing else."""
        found = self.moves.read([sentence])
        return found.is_read and not found.comments

    def is_about_move(self, sentence: str) -> bool:
        """Whether a sentence names something that moves are made of."""
        words, spoken = words_of(sentence), self.moves.words
        names = self.moves.vocabulary | {*spoken.fields, *spoken.actions} - COMMON
        return bool(words & (names - spoken.chatter)) or (len(words) < 9 and any(each[-1:].isdigit() for each in words))

    def unread(self, block: Blocked) -> Phrase | None:
        """The question about lines of a move behind `#` that the e-mail did not have there."""
        source = Source("", "\n".join(block.lines), None, {}, {})
        found = unread_warnings(self.hearing.game, source, self.hearing.sender.entry, self.hearing.sender.seat)
        return found[0] if found else None

    def uncommented_text(self, block: Blocked) -> MoveText:
        """The block with the lines behind `#`, as far as they are a move."""
        lines = [each.strip().lstrip("# ") if each.strip().startswith("#") else each for each in block.lines]
        return self.moves.read([each for each in lines if self.moves.is_move_line(each)])

    def blocks_of(self, texts: Iterable[MoveText]) -> tuple[str, ...]:
        """Readings as blocks that can be sent: those that the judge accepts."""
        found = [each for text in texts if text.is_read for each in self.moves.readings(text).every]
        accepted = [each for each in dict.fromkeys(found) if self.moves.is_accepted(each)]
        return self.moves.fenced_blocks(accepted[:READINGS])

    def ask(self, question: Question) -> MailAnswer:
        """Nothing is recorded; the answer says why, and offers what may be meant."""
        return self.with_messages(asking_answer(question))

    def with_messages(self, asked: MailAnswer) -> MailAnswer:
        """What is asked back, and what becomes of the messages beside it: those to the moderator are passed on."""
        try:
            wish = wish_of_lines(self.asked.lines)
        except Unclear:
            return asked
        if wish.said:
            *why, how = asked.opening
            asked = asked._replace(opening=(*why, UNSENT, how))
        if not wish.to_moderator:
            return asked
        told = self.do(self.hearing, Wishes(to_moderator=wish.to_moderator))
        return told._replace(opening=(*told.opening, *asked.opening), subject=None, readings=asked.readings)


QUOTATION = late_pattern(r"[\"\u201c\u201d\u201e\u00ab][^\"\u201c\u201d\u201e\u00ab\u00bb]*[\"\u201c\u201d\u00bb][.!]?")
ALONE = frozenset(["resign", "concede", "offer", "abandon", "ask", "help", "status", "show", "rules", "stop", "back"])
"""Requests that are not made beside a move."""
REASONED = frozenset(["say", "ask"])
"""Requests beside which the moderator gets what else a mail without a move says."""
WITH_MOVE = frozenset(["say", "absent", "edition", "nonce"])
NO_MOVE = say("There is no move in your e-mail. Edit the block below and send it back.")


def readable_absence(line: str, today: date) -> str:
    """A line as it is; for `away 20.12. - 27.12.`, the line with the years."""
    found = ABSENT.fullmatch(line) and ":" not in line and absence_line(plain(line), today)
    return found or line


def wish_of_lines(lines: Sequence[str]) -> Wishes:
    """What canonical lines ask for. Raises Unclear."""
    return requests.asides([(2 * number, line) for number, line in enumerate(lines)])
