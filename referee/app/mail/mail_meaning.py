"""What a mail means as a whole: its block, the words around it, or words alone. What has two meanings is asked back.

A block is not the whole mail. Nothing is recorded where words around it may change it; nothing is ever guessed.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from itertools import groupby

from referee.app.mail import letter_words
from referee.app.mail.answered_letter import AnsweredLetter
from referee.app.mail.asked_back import (
    STILL_OPEN,
    TWO_BLOCKS,
    TWO_MEANINGS,
    Question,
    asking_answer,
    refusing_answer,
)
from referee.app.mail.entering_lines import PROPOSALS, PROPOSED, enters, is_loose_absence, wish_of_lines
from referee.app.mail.generous_moves import READINGS, MoveReader, known_names, said_of_changes, with_say
from referee.app.mail.heard_mail import NOTHING, UNSENT, Hearing, MailAnswer
from referee.app.mail.own_lines import clearer_refusal, refused_readings, with_own_lines
from referee.app.play.unread_lines import unread_warnings
from referee.mail.read import request_words, requests
from referee.mail.read.beside_words import (
    COMMON,
    CURLY,
    MODELINE,
    Blocked,
    MailWords,
    above_signature,
    clauses,
    fenced_lines,
    is_courtesy,
    is_signed,
    joined_sentences,
    sentences,
    talk_apart,
    without_armour,
    words_of,
    written_parts,
)
from referee.mail.read.mail_parts import Mail
from referee.mail.read.move_fences import untagged_block
from referee.mail.read.move_pieces import MoveText
from referee.mail.read.natural_requests import Requests, is_request, natural_requests, talk_line
from referee.mail.read.request_words import (
    LONGEST_REST,
    UNDO,
    is_addressed_to_moderator,
    what_is_left,
)
from referee.mail.read.requests import Block, Unclear, Wishes
from referee.reading import Source
from referee.reading.spoken_words import TooManyValues
from referee.reading.texts import ATTACHED, MOVE_BLOCK
from referee.store.private import Private
from referee.words import ENGLISH, Phrase, say

Act = Callable[[Hearing, Wishes], MailAnswer]
"""Does what a mail asks for."""


MOST_WORDS, MOST_LINES = 8_000, 400
"""Characters and lines that a player wrote; no mail about a turn is longer. The e-mail may be repeated besides."""


class MailReader:
    """One mail that is read generously."""

    def __init__(
        self, hearing: Hearing, kept: Private, wish: Wishes, struck: Sequence[str], mail: Mail, act: Act
    ) -> None:
        self.hearing, self.wish, self.struck, self.do = hearing, wish, struck, act
        self.letter = AnsweredLetter(hearing, kept)
        self.moves = MoveReader(hearing, kept.languages.get(hearing.sender.seat, ENGLISH))
        self.today = date.fromisoformat(hearing.table.time()[:10])
        self.names, self.own_names = known_names(hearing, mail)
        self.asked, self.proposed = Requests(), tuple[str, ...]()

    def answer(self, mine: Sequence[str]) -> MailAnswer:
        own = self.letter.own_lines(
            fenced_lines(without_armour(mine), self.moves.is_move_line, self.letter.has_words_of_others)
        )
        said = [each for each in (*own.lines, *own.doubtful) if each]
        if len(said) > MOST_LINES or sum(map(len, said)) > MOST_WORDS:
            raise TooManyValues
        written = written_parts(own.lines, self.moves.is_move_line)
        edited = tuple(each for each in written.blocks if not self.letter.is_offered(each.text_lines))
        offered = len(written.blocks) - len(edited)
        file = self.wish.block if self.wish.block and self.wish.block.name == ATTACHED else None
        if file is None and any(each.check for each in edited) and len(edited) == 1:
            return self.act(edited[0], Requests(), check=True)
        asked, prose = self.requests_beside(written, is_beside=bool(edited or file))
        if file:
            return self.answer_attached(file, [*prose, *self.unread_words(own.doubtful)], asked)
        if edited:
            return self.answer_block(edited, [*prose, *self.unread_words(own.doubtful)], asked)
        if offered and not own.is_quoted:
            return self.answer_untouched(written.blocks[0], prose, asked)
        return self.answer_words(prose, asked)

    def requests_beside(self, written: MailWords, *, is_beside: bool) -> tuple[Requests, list[str]]:
        """What the words around ask for, and the sentences that ask for nothing.

        Beside a move (`is_beside`, or one in these words) only a documented line and words to others do.
        """
        lines = [each for line in (*written.above, "", *written.below) for each in talk_apart(line, self.is_part)]
        lines = [each for each in above_signature(lines) if not MODELINE.match(each)]
        while lines and (not lines[-1].strip() or is_signed(lines[-1], self.own_names)):
            lines.pop()
        wishes, rest = self.wish_lines(lines, alone=not (written.blocks or any(map(self.is_part, lines))))
        said = self.unread_words([each for each in rest if not self.is_setting(each)])
        apart = [part for each in said for part in clauses(each, self.is_part, self.is_about_move)]
        if is_beside or any(map(self.is_part, joined_sentences(apart, self.is_part, self.moves.is_sentence))):
            talk = {each: talk_line(each, self.moves.seats) for each in apart}
            found = Requests(tuple(filter(None, talk.values())), tuple(each for each in apart if not talk[each]))
        else:
            found = natural_requests(said, self.moves.seats, self.today)
            self.proposed = tuple(each for each in found.lines if re.match(PROPOSED, each))
            found = found._replace(lines=tuple(each for each in found.lines if each not in self.proposed))
        self.asked = Requests((*wishes, *found.lines), found.left)
        return self.asked, [part for each in found.left for part in clauses(each, self.is_part, self.is_about_move)]

    def unread_words(self, lines: Sequence[str]) -> list[str]:
        """The sentences of lines that are no courtesy, and not what another player said."""
        said = (each for each in sentences(lines) if not self.letter.has_words_of_others(each))
        return [each for each in said if self.is_part(each) or not is_courtesy(each, self.names)]

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
            if talk or (requests.means_something(line) and not is_loose_absence(line)):
                found.append(talk or line.strip())
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
        if is_courtesy(line, self.names) or is_request(line, self.today) or len(words) + len(line) > LONGEST_REST:
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
        doubt = next(iter([*prose, *self.remarks(block), *self.other_requests(asked)]), "")
        if doubt:
            return self.ask(
                Question(say("Next to your move you also write: {words}", words=doubt[:200]), self.blocks_of([text]))
            )
        return self.act(block, asked)

    def answer_attached(self, block: Block, prose: Sequence[str], asked: Requests) -> MailAnswer:
        """A file is read exactly, but the words of its mail may change it as they may change a block."""
        doubt = next(iter([*prose, *self.struck, *self.other_requests(asked)]), "")
        if doubt:
            words = say("Next to your move you also write: {words}", words=doubt[:200])
            lines = block.raw.decode("utf-8", "replace").split("\n")
            return self.ask(Question(words, self.blocks_of([self.moves.read(lines)])))
        return self.act_on(block, asked)

    def other_requests(self, asked: Requests) -> tuple[str, ...]:
        """The lines that ask for something else than a move, if one does. A move beside `undo` has its own answer."""
        try:
            wish = wish_of_lines(asked.lines)
        except Unclear:
            return ()
        return asked.lines if wish.absence or any(each.kind != UNDO for each in wish.asked) else ()

    def remarks(self, block: Blocked) -> list[str]:
        """What its writer says behind `#` in a block, besides what the e-mail says there."""
        lines = [line for line in block.lines if re.match(r"\s*#|.*\s#", line) and not MODELINE.match(line)]
        found = [line.partition("#")[2] for line in lines]
        return self.unread_words([each.strip() for each in found if not self.letter.has_remark(each)])

    def act(self, block: Blocked, asked: Requests, *, check: bool = False) -> MailAnswer:
        """Record a block, or check it: unchanged, or as its writer meant it."""
        strict = self.strict_block(block, check)
        done = self.act_on(strict, asked)
        text = self.moves.read(self.without_greetings(block.lines))
        text = text._replace(passes=text.passes or text.lists_nothing)
        if not done.refused or done.entry is not None or not text.is_read or self.hearing.sender.signer:
            return done
        own = strict.raw.decode("utf-8", "replace").rstrip().split("\n")
        return clearer_refusal(done, self.record(text, asked, strict, own))

    def without_greetings(self, lines: Sequence[str]) -> list[str]:
        """The lines of a block without those that only greet."""
        return [
            re.sub(r"\s#(?!\d).*", "", each)
            for each in lines
            if self.moves.is_move_line(each) or not is_courtesy(each, self.names)
        ]

    def record(self, text: MoveText, asked: Requests, strict: Block, own: Sequence[str] = ()) -> MailAnswer:
        found = self.moves.readings(text)
        if not found.only and not found.accepted:
            return self.with_messages(refusing_answer(refused_readings(self.moves, found.every)))
        if not found.only:
            return self.ask(Question(TWO_MEANINGS, self.moves.fenced_blocks(found.accepted)))
        raw = with_say(found.only, text)
        read = strict._replace(raw=raw.encode(), signed=(), signature=b"")
        done = with_own_lines(self.act_on(read, asked), found.only, text, own)
        if done.entry is None and (done.refused or not strict.check):
            return done
        return done._replace(opening=(*done.opening, *said_of_changes(text, self.hearing)))

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
        if self.proposed:
            return self.propose(asked)
        if self.other_requests(asked):
            return self.act_alone(asked, prose)
        said = self.moves.read([each for each in prose if self.is_part(each)])
        doubt = any(not self.is_part(each) for each in prose)
        if said.passes and not said.parts and not doubt:
            return self.record(said, asked, self.strict_block(block, False))
        if said.parts or said.passes or doubt or self.struck:
            words = " ".join(prose)[:200]
            readings = self.blocks_of([said if said.parts else MoveText(passes=True)])
            return self.ask(
                Question(say("You sent the block back unchanged, but you also write: {words}", words=words), readings)
            )
        return self.act(block, asked)

    def propose(self, asked: Requests) -> MailAnswer:
        """Nothing is entered that was not written in its own line: the answer asks, with the line that enters it."""
        asking = [
            each
            for line in self.proposed
            for each in (PROPOSALS[line.partition(":")[0]], say("Reply with this line alone: `{line}`", line=line))
        ]
        done = MailAnswer((STILL_OPEN, *asking))
        if not asked.lines:
            return done
        told = self.act_on(None, asked)
        return told._replace(opening=(*told.opening, *done.opening), subject=None)

    def act_alone(self, asked: Requests, prose: Sequence[str]) -> MailAnswer:
        """Do what lines ask for. What they enter waits while other words beside them may mean something else."""
        entering = [each for each in asked.lines if enters(each)]
        if not (entering and prose):
            return self.act_on(None, asked)
        words = say("Next to `{line}` you also write: {words}", line=entering[0], words=" ".join(prose)[:200])
        return MailAnswer((words, STILL_OPEN, say("Reply with this line alone: `{line}`", line=entering[0])))

    def answer_words(self, prose: Sequence[str], asked: Requests) -> MailAnswer:
        prose = joined_sentences(prose, self.is_part, self.moves.is_sentence)
        parts = [each for each in prose if self.is_part(each)]
        others = [each for each in prose if not self.is_part(each)]
        text = self.moves.read(parts)
        if self.proposed:
            return self.propose(asked)
        if asked.lines and not (text.parts or text.passes):
            return self.act_alone(asked, prose)
        if not parts:
            return self.nothing_read(others, asked)
        if others or self.struck or self.other_requests(asked) or not text.is_read:
            words = say("I don't understand this: {words}", words=" ".join(prose)[:200])
            readings = self.blocks_of([*map(self.moves.read, self.runs(prose)), text])
            return self.ask(Question(words, readings, is_part=bool(others) and len(readings) == 1))
        return self.record(text, asked, Block(b"", MOVE_BLOCK))

    def runs(self, prose: Sequence[str]) -> list[list[str]]:
        """The parts of a move between words that were not read: what stands on either side of an `or`."""
        return [list(run) for is_read, run in groupby(prose, self.is_part) if is_read]

    def nothing_read(self, others: Sequence[str], asked: Requests) -> MailAnswer:
        """A mail without a move: words about one are asked back, all others are answered as they always are."""
        about = next((each for each in others if self.is_about_move(each)), "")
        if about:
            readings = self.blocks_of([self.moves.guess(about)])
            if readings:
                return self.ask(Question(say("Is this your move? You write: {words}", words=about[:200]), readings))
            words = say("You write about a move, but I can't read it: {words}", words=about[:200])
            asked_back = self.ask(Question(words))
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


REASONED = frozenset(["say", "ask"])
"""Requests beside which the moderator gets what else a mail without a move says."""
NO_MOVE = say("There is no move in your e-mail. Edit the block below and send it back.")
