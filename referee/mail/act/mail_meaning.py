"""What a mail means as a whole: its block, the words around it, or words alone. What has two meanings is asked back.

A block is not the whole mail. Nothing is recorded where words around it may change it; nothing is ever guessed.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from itertools import groupby

from referee.app.play.read_move import unread_warnings
from referee.mail.act import letter_words
from referee.mail.act.answer_questions import mover_in
from referee.mail.act.answer_requests import REFUSED
from referee.mail.act.answered_letter import AnsweredLetter, OldMail
from referee.mail.act.generous_moves import (
    READINGS,
    TALKATIVE,
    MoveReader,
    known_names,
    lines_of_parts,
    said_of_changes,
    with_say,
    words_in_moderators_name,
)
from referee.mail.act.heard_mail import (
    NOTHING,
    STILL_OPEN,
    TWO_BLOCKS,
    TWO_MEANINGS,
    UNSENT,
    Hearing,
    MailAnswer,
    Question,
    asking_answer,
    refusing_answer,
)
from referee.mail.act.own_lines import clearer_refusal, refused_readings, with_own_lines
from referee.mail.read import mail_text, request_words, requests
from referee.mail.read.beside_words import (
    CURLY,
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
from referee.mail.read.generous_text import head_in
from referee.mail.read.languages import read_words
from referee.mail.read.line_words import line_words
from referee.mail.read.mail_parts import Mail
from referee.mail.read.move_blocks import MODELINE, MoveText, fenced_blocks, untagged_block
from referee.mail.read.natural_requests import (
    Requests,
    absence_line,
    begins_with_doubt,
    is_about,
    is_plain_talk,
    is_request,
    named_saying,
    natural_requests,
    talk_line,
)
from referee.mail.read.request_words import (
    LONGEST_REST,
    LOOKING,
    UNDO,
    calls_somebody,
    is_addressed_to_moderator,
    is_to_moderator,
    request_in,
    saying,
    what_is_left,
    words_noted,
)
from referee.mail.read.requests import Block, Unclear, Wishes, enters, is_loose_absence, wish_of_lines
from referee.mail.read.short_answers import begins_doubt
from referee.reading import Source
from referee.reading.spoken_words import TooManyValues
from referee.reading.yaml_reader import ATTACHED, MOVE_BLOCK
from referee.report.text.posts import cut_text
from referee.words import Phrase, plain_letters, say

Act = Callable[[Hearing, Wishes], MailAnswer]
"""Does what a mail asks for."""


PROPOSALS = {
    "absent": say("Do you want to be away on these days?"),
    "back": say("Are you back?"),
    "stop mail": say("Do you want no more e-mails of this game?"),
    "offer a draw": say("Do you want to propose a draw?"),
    "abandon game": say("Do you want to propose that the game ends without a winner?"),
    "undo": say("Do you want to take your last turn back?"),
}
"""The lines that enter something, and which nobody is taken to mean by other words; and what is asked."""


def question_about(line: str) -> Phrase:
    """What is asked about a line before it does anything."""
    return PROPOSALS.get(line.partition(":")[0]) or say("Do you want to send this message?")


HESITATION = re.compile("(?:\\.\\.|\u2026)\\W*$|[:;]-?[(/]|[\U0001f615\U0001f61e\U0001f914\U0001f937]")
"""Three dots at the end of a sentence, or a doubtful face."""
POSTSCRIPT = re.compile(r"(?i)p\.?\s?s\b")
HEAD = re.compile(r"@?([^:,!.]*?)(\s?[:,!.]|\s[-\u2013])(?=\s|$)")
"""The first words of a paragraph, up to the first sign."""
CALL = 5
"""A call to somebody has no more words."""
MOST_WORDS, MOST_LINES = 8_000, 400
"""Characters and lines that a player wrote; no mail about a turn is longer. The e-mail may be repeated besides."""


class MailReader:
    """One mail that is read generously."""

    def __init__(
        self, hearing: Hearing, wish: Wishes, struck: Sequence[str], mail: Mail, act: Act, old: OldMail
    ) -> None:
        self.hearing, self.wish, self.struck, self.do, self.old = hearing, wish, struck, act, old
        self.letter, self.moves = AnsweredLetter(hearing), MoveReader(hearing)
        self.today = date.fromisoformat(hearing.table.time()[:10])
        self.names, self.own_names = known_names(hearing, mail)
        self.asked, self.proposed, self.asking = Requests(), tuple[str, ...](), tuple[str, ...]()
        self.unsure, self.subject = list[str](), requests.own_subject(mail)
        self.called = self.names | words_in_moderators_name(hearing)

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
        self.unsure += self.unread_words([*own.doubtful, *self.old.own, *other_choices(own.lines)])
        doubtful = [*prose, *self.unsure]
        if self.struck and any(enters(each) or each.startswith("say") for each in asked.lines):
            return self.ask(Question(self.struck_words()))
        if file:
            return self.answer_attached(file, doubtful, asked)
        if edited:
            return self.answer_block(edited, doubtful, asked)
        if offered and not own.is_quoted:
            return self.answer_untouched(written.blocks[0], doubtful, asked)
        return self.answer_words(prose, asked)

    def requests_beside(self, written: MailWords, *, is_beside: bool) -> tuple[Requests, list[str]]:
        """What the words around ask for, and the sentences that ask for nothing.

        Beside a move (`is_beside`, or one in these words) only a documented line and words to others do.
        """
        lines = [each for line in (*written.above, "", *written.below) for each in talk_apart(line, self.is_part)]
        above = above_signature(lines)
        if "[" not in self.subject and self.is_doubt(self.subject, is_right_below=True):  # not of a forwarded letter
            self.unsure.append(self.subject)
        written_below = [each for each in lines[len(above) + 1 :] if each.strip()]
        ends = [*[each for each in above if each.strip()][1:][-1:], *written_below[:1]]
        named = filter(self.is_other_name, dict.fromkeys([*above, *ends]))
        self.unsure += [each.strip() for each in named if each in ends or each.strip()[-1] not in ",!"]
        heads = [
            each for each in above[:1] if mail_text.is_field(each) or mail_text.is_field(each.replace(" ", ": ", 1))
        ]
        signed = [each.strip() for each in (*heads, *ends) if self.is_signed_by_other(each)]
        self.unsure += [each for each in signed if each not in self.unsure]
        below, right_below = self.unread_words(written_below), self.unread_words(written_below[:1])
        is_all = bool(below) and not (written.blocks or self.unread_words(above))  # no signature stands below nothing
        self.unsure += [each for each in below if is_all or self.is_part(each)
                        or (each in below[:1] and self.is_doubt(each, is_right_below=each in right_below))]  # fmt: skip
        lines = [each for each in above if not each.startswith(MODELINE)]
        while lines and (not lines[-1].strip() or is_signed(lines[-1], self.own_names)):
            lines.pop()
        wishes, rest = self.wish_lines(lines, alone=not (written.blocks or any(map(self.is_part, lines))))
        self.unsure += filter(self.is_doubtful_message, wishes)
        said = self.unread_words(rest)
        apart = self.clauses_of(said)
        if is_beside or any(map(self.is_part, joined_sentences(apart, self.is_part, self.moves.is_sentence))):
            talk = {each: talk_line(each, self.moves.seats) if self.is_plain_talk(each) else "" for each in apart}
            found = Requests(tuple(filter(None, talk.values())), tuple(each for each in apart if not talk[each]))
        elif self.names_moderator(said):
            self.asking = (*said, *below)
            found = Requests((f"say to moderator: {' '.join(self.asking)}",))
        else:
            orders = [each for each in said if self.is_order(each)]
            found = natural_requests([each for each in said if each not in orders], self.moves.seats, self.today)
            if not LOOKING.isdisjoint(found.lines):
                orders = [each for each in said if each in orders or self.tells_turn(each)]
                found = natural_requests([each for each in said if each not in orders], self.moves.seats, self.today)
            found = found._replace(left=(*found.left, *orders))
            vague = [talk_line(each, self.moves.seats) for each in said if not self.is_plain_talk(each, found.left)]
            self.proposed = tuple(each for each in found.lines if each in vague or each.partition(":")[0] in PROPOSALS)
            found = found._replace(lines=tuple(each for each in found.lines if each not in self.proposed))
            self.asking = tuple(each for each in said if not talk_line(each, self.moves.seats))
        self.asked = Requests((*wishes, *found.lines), found.left)
        return self.asked, self.clauses_of(found.left)

    def is_plain_talk(self, sentence: str, beside: Sequence[str] = ()) -> bool:
        """Whether words to somebody are sent at once: words beside them may take them back, if there is no colon."""
        is_line = saying().match(sentence) or named_saying().fullmatch(sentence)
        return is_plain_talk(sentence, self.moves.seats) and bool(is_line or not beside)

    def clauses_of(self, said: Sequence[str]) -> list[str]:
        """The clauses of sentences in which parts of a move are; without courtesy: `Hi, pass`, `my turn: pass`."""
        bare = [rest.strip() if is_courtesy(head) and self.is_part(rest) else each
                for each in said for head, _, rest in [each.partition(":")]]  # fmt: skip
        apart = [clauses(each, self.is_part, self.moves.is_about_move) for each in bare]
        return [part for parts in apart for part in parts if len(parts) == 1 or not self.is_greeting(part)]

    def is_greeting(self, clause: str) -> bool:
        """Whether a clause only greets: `Hello Sam`, but not the name of another player alone."""
        return is_courtesy(clause, self.called) and not self.is_other_name(clause)

    def is_doubt(self, sentence: str, *, is_right_below: bool) -> bool:
        """Whether a subject or the first sentence of a signature asks, sets a condition, denies, or is a postscript."""
        is_denial = is_right_below and is_about("not_own", sentence)
        return is_denial or bool(POSTSCRIPT.match(sentence)) or begins_doubt(sentence)

    def names_moderator(self, said: Sequence[str]) -> bool:
        """Whether words have the name of the moderator, which is no player's."""
        return not words_in_moderators_name(self.hearing).isdisjoint(word for each in said for word in words_of(each))

    def unread_words(self, lines: Sequence[str]) -> list[str]:
        """The sentences of lines that are no courtesy, and not what another player said."""
        said = [each for each in sentences(lines) if not self.letter.has_words_of_others(each)]
        alone = {each.strip() for each in lines}
        return [each for each in said if self.is_part(each) or not is_courtesy(each, self.names)
                or talk_line(each, self.moves.seats)
                or (each not in alone and self.is_other_name(each))]  # fmt: skip

    def is_other_name(self, sentence: str) -> bool:
        """Whether a sentence is the name of another player and nothing else."""
        words = words_of(sentence)
        return any(len(each) > 1 for each in words) and words <= self.names - self.own_names

    def is_signed_by_other(self, line: str) -> bool:
        """Whether a line says that another player wrote this: `From: Marta`, `Best wishes, Marta`."""
        words, others = words_of(line), {each for each in self.names - self.own_names if len(each) > 1}
        is_alone = is_courtesy(line, self.names) or mail_text.is_field(line)
        return is_alone and bool(words & others) and not words & self.own_names

    def wish_lines(self, lines: Sequence[str], *, alone: bool) -> tuple[tuple[str, ...], list[str]]:
        """The paragraphs that are wishes already, such as `say: …`, and all other lines.

        Words to somebody may have several paragraphs in a mail that has no block (`alone`).
        """
        found, rest, is_open, is_below = list[str](), list[str](), False, False
        for line in lines:
            talk = self.whole_talk_line(line)
            plain = polite_question(line, self.moves.language)
            is_loose = is_loose_absence(line) and (":" not in line or absence_line(line, self.today))
            is_wish = bool(talk or plain) or (requests.means_something(line) and not is_loose)
            if is_open and self.calls_moderator(line):
                found.append(f"say to moderator: {line.strip()}")
                is_below = False
            elif is_wish and not (is_open and not is_below and not talk and enters(line)):
                found.append(talk or plain or line.strip())
                is_open, is_below = found[-1].lower().startswith("say") or bool(words_noted(found[-1])), False
            elif is_open and not line.strip():
                is_open, is_below = alone, True
            elif (
                is_open and not is_below and (is_wish or self.is_part(line))
            ):  # nobody knows whether it is said or done
                self.unsure.append(found.pop())
                rest.append(line)
                is_open = False
            elif is_open and (not is_below or self.goes_on(found[-1], line)):
                found[-1] += ("\n" if is_below else " ") + line.strip()
                is_below = False
            else:
                rest.append(line)
                is_open = False
        return tuple(found), rest

    def calls_moderator(self, line: str) -> bool:
        """Whether a line begins with a call to the moderator, such as `Dear Sam,` or `To the moderator:`."""
        head, sign, _ = line.strip().partition(":" if ":" in line else ",")
        is_called = self.names_moderator([head]) or any(map(is_to_moderator, words_of(head)))
        return bool(sign) and is_called and len(words_of(head)) <= CALL

    def whole_talk_line(self, line: str) -> str:
        """A line that is words to somebody, as it is documented; "" where other words of it are a move."""
        talk = talk_line(line, self.moves.seats)
        if not talk:
            return ""
        is_line = saying().match(line) or (named_saying().fullmatch(line) and self.is_plain_talk(line))
        is_plain = self.is_plain_talk(line) and not any(map(self.is_part, sentences([line])))
        return talk if is_line or is_plain else ""

    def goes_on(self, words: str, line: str) -> bool:
        """Whether a new paragraph belongs to the words above it: it asks for nothing, and no move begins there."""
        if is_courtesy(line, self.names) or is_request(line, self.today) or len(words) + len(line) > LONGEST_REST:
            return False
        if self.has_heading(line):
            return False
        if is_addressed_to_moderator(words):
            return not self.is_part(line)
        return not any(self.is_part(each) or self.moves.is_about_move(each) for each in sentences([line]))

    def is_doubtful_message(self, line: str) -> bool:
        """Whether a message beside a move may take it back or set it a condition: `say to moderator: only if …`."""
        text = line.partition(":")[2]
        said = map(plain_letters, re.split(r"[^\w']+", text))
        is_asking = "?" in text or any(each in read_words("doubts") for each in said)
        is_to_moderator = is_addressed_to_moderator(line) or self.names_moderator([line.partition(":")[0]])
        return begins_with_doubt(text) or (is_to_moderator and is_asking)

    def has_heading(self, line: str) -> bool:
        """Whether a paragraph begins with a call or a heading: `Dear Marta, …`, `@Marta …`, `private: …`."""
        head = HEAD.match(line.strip())
        if head and head[2] != "." and len(called := words_of(head[1])) <= CALL:
            is_called = head[2].endswith(":") or not self.called.isdisjoint(called)
        else:
            is_called = False
        return is_called or calls_somebody(line, self.called - self.own_names)

    def answer_block(self, edited: Sequence[Blocked], prose: Sequence[str], asked: Requests) -> MailAnswer:
        texts = [self.moves.read(each.lines) for each in edited]
        if len({each.text_lines for each in edited}) > 1:
            return self.ask(Question(TWO_BLOCKS, self.blocks_of(texts)))
        block, text = edited[0], texts[0]
        if self.struck:
            return self.ask(Question(self.struck_words()))
        unread = self.unread(block)
        if unread:
            return self.ask(Question(unread, self.blocks_of([text, self.uncommented_text(block)])))
        doubt = next(iter([*prose, *self.remarks(block), *self.other_requests(asked)]), "")
        if doubt:
            words = say("Next to your move you also write: {words}", words=quotation([doubt]))
            text = self.moves.read(self.without_greetings(block.lines))
            whole = self.blocks_of([text])
            some = self.blocks_of([MoveText(text.parts)]) if text.parts and not whole else ()
            return self.ask(Question(words, whole or some, is_part=bool(some)))
        return self.act(block, asked)

    def struck_words(self) -> Phrase:
        return say("Some words in your e-mail are struck out: {words}.", words=", ".join(self.struck)[:100])

    def answer_attached(self, block: Block, prose: Sequence[str], asked: Requests) -> MailAnswer:
        """A file is read exactly, but the words of its mail may change it as they may change a block."""
        doubt = next(iter([*prose, *self.struck, *self.other_requests(asked)]), "")
        if doubt:
            words = say("Next to your move you also write: {words}", words=quotation([doubt]))
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
        lines = [line for line in block.lines if re.match(r"\s*#|.*\s#", line) and not line.startswith(MODELINE)]
        found = [line.partition("#")[2] for line in lines]
        return self.unread_words([each.strip() for each in found if not self.letter.has_remark(each)])

    def act(self, block: Blocked, asked: Requests, *, check: bool = False) -> MailAnswer:
        """Record a block, or check it: unchanged, or as its writer meant it."""
        strict = self.strict_block(block, check)
        done = self.with_draft(self.act_on(strict, asked), strict)
        text = self.moves.read(self.without_greetings(block.lines))
        text = text._replace(passes=text.passes or text.lists_nothing)
        if not done.refused or done.entry is not None or not text.is_read or self.hearing.sender.signer:
            return done
        own = strict.raw.decode("utf-8", "replace").rstrip().split("\n")
        return clearer_refusal(done, self.with_draft(self.record(text, asked, strict, own), strict))

    def with_draft(self, done: MailAnswer, block: Block) -> MailAnswer:
        """An answer that refuses a block and gives it back as it was written, to be corrected, as this seat's now."""
        if not done.refused or done.entry is not None:
            return done
        lines = [each for each in block.raw.decode("utf-8", "replace").split("\n") if not each.startswith(MODELINE)]
        heads = [f"{name}: {value}" for name, value in self.moves.heads({}).items()]
        body = [each for each in lines if (head_in(each) or ("say",))[0] == "say"]
        return done._replace(draft="\n".join([*heads, *body]).strip("\n") + "\n")

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
            return self.ask(Question(TWO_MEANINGS, fenced_blocks(found.accepted)))
        text = self.moves.as_taken(text, found.only)
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
        if block is None and asked.left:
            words = [wish.to_moderator, *what_is_left(asked.left)]
            wish = wish._replace(to_moderator=request_words.words_for_moderator("\n\n".join(filter(None, words))))
        wish = wish._replace(block=block)
        if wish.idle and self.wish.asked:  # in the subject
            return self.do(self.hearing, self.wish)
        if wish.idle:
            why = self.wish.unclear or self.wish.free or NO_MOVE
            is_mover = mover_in(self.hearing.game) == self.hearing.sender.seat
            is_about_move = why in (requests.NO_MOVE, NO_MOVE)
            return self.do(self.hearing, Wishes(unclear=None if is_about_move and not is_mover else why))
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
            for each in (question_about(line), say("Reply with this line alone: `{line}`", line=line))
        ]
        done = MailAnswer((STILL_OPEN, *asking), lines=self.proposed)
        if not asked.lines:
            return done
        told = self.act_on(None, asked)
        return told._replace(opening=(*told.opening, *done.opening), subject=None, lines=done.lines)

    def act_alone(self, asked: Requests, prose: Sequence[str]) -> MailAnswer:
        """Do what lines ask for. What they enter waits while other words beside them may mean something else."""
        entering = [each for each in asked.lines if enters(each)]
        if not (entering and prose):
            return self.act_on(None, asked)
        words = say("Next to `{line}` you also write: {words}", line=entering[0], words=quotation(prose))
        alone = say("Reply with this line alone: `{line}`", line=entering[0])
        return MailAnswer((words, STILL_OPEN, alone), lines=(entering[0],))

    def answer_words(self, prose: Sequence[str], asked: Requests) -> MailAnswer:
        prose = joined_sentences(prose, self.is_part, self.moves.is_sentence)
        parts = [each for each in prose if self.is_part(each)]
        others = [*(each for each in prose if not self.is_part(each)), *self.unsure]
        text = self.moves.read(parts)
        if self.proposed:
            return self.with_offer(self.propose(asked))
        if asked.lines and not (text.parts or text.passes):
            return self.with_offer(self.act_alone(asked, [*prose, *self.unsure]))
        requested = self.other_requests(asked)
        is_clear = not (self.struck or requested)
        draft = self.moves.read(prose).draft if others and is_clear else MoveText()
        if draft.parts and not (len(prose) == 1 and self.moves.guesses(prose[0])):
            return self.judge([draft])
        if not parts or (self.is_only_end(text) and any(map(self.moves.is_about_move, others))):
            return self.nothing_read(others, asked)  # an end alone would throw away what could not be read
        if others or not is_clear or not text.is_read:
            said = quotation([*others, *requested] or prose)
            beside = say("Next to your move you also write: {words}", words=said)
            words = self.struck_words() if self.struck else beside
            readings = self.blocks_of([*self.alternatives(prose), *self.moves.meanings(parts), *self.either_end(text)])
            if text.is_read and not readings:
                return self.judge([text], quotation(prose))
            return self.ask(Question(words, readings, is_part=bool(others) and len(readings) == 1))
        if self.is_over_early(text, parts):
            return self.judge([text], quotation(prose))
        return self.record(text, asked, Block(b"", MOVE_BLOCK))

    def is_over_early(self, text: MoveText, said: Sequence[str]) -> bool:
        """Whether a turn in which nothing was done would end by `done` or `basta`, which people say of other things."""
        game = self.hearing.game
        is_early = self.is_only_end(text) and not game.book.play.is_turn_begun(game.position)
        return is_early and any(self.moves.sentences.says_over(each) for each in said)

    def is_only_end(self, text: MoveText) -> bool:
        """Whether a move does nothing but end its turn."""
        return bool(text.parts) and all(each.name in self.moves.words.marks for each in text.parts)

    def with_offer(self, done: MailAnswer) -> MailAnswer:
        """An answer to sentences that ask for something, and which offers the move that they name, too."""
        for each in self.asking:
            pieces = filter(self.is_part, line_words(self.moves.language).between.split(each))
            plain = [self.moves.read([piece]) for piece in pieces]
            is_move = self.moves.is_about_move(each) or self.moves.says_nothing(each)
            guesses = [*plain, *(self.moves.guesses(each) if is_move else [])]
            if question := self.legal_question(guesses, quotation([each])):
                opening = (*done.opening, *asking_answer(question).opening)
                return done._replace(opening=opening, readings=question.readings, subject=None)
        return done

    def either_end(self, text: MoveText) -> list[MoveText]:
        """What words mean that say that nothing more is done, and a move as well: the move, or only its end."""
        ends = tuple(each for each in text.parts if each.name in self.moves.words.marks)
        both = (text._replace(passes=False), text._replace(parts=ends, passes=not ends))
        return [*both] if text.passes and text.parts else []

    def alternatives(self, prose: Sequence[str]) -> list[MoveText]:
        """What words may mean that have others between the parts of a move: what is above an `or`, or what is below.

        What is below may be in place of all that is above, or of its last line.
        """
        runs = [list(run) for is_read, run in groupby(prose, self.is_part) if is_read]
        if len(runs) == 2:
            runs.insert(1, [*runs[0][:-1], *runs[1]])
        return [self.moves.read(run) for run in runs]

    def nothing_read(self, others: Sequence[str], asked: Requests) -> MailAnswer:
        """A mail without a move: words about one are judged, all others are answered as they always are."""
        about = [each for each in dict.fromkeys(others) if self.moves.is_about_move(each)][:READINGS]
        guessed = [self.moves.guesses(each) for each in (about if len(others) > 1 else others)]
        together = tuple(part for each in guessed if each for part in each[0].parts)
        guesses = [MoveText(together)] if all(guessed) and len(guessed) > 1 else []
        guesses += [guess for each in guessed for guess in each]
        is_whole = not any(guess.unread for guess in guesses)
        if guesses and (is_whole or self.legal_question(guesses)):
            return self.judge(guesses, quotation(others))
        if about and not (self.wish.free and self.is_talk(about[0])):
            words = say("You write about a move, but I can't read it: {words}", words=quotation(others))
            asked_back = self.ask(Question(words))
            lines = letter_words.lines_hint(self.hearing.game, self.hearing.sender.seat)
            how = self.wish.unclear or lines or self.wish.free or asked_back.opening[-1]
            return asked_back._replace(opening=(*asked_back.opening[:-1], how))
        if others and self.wish.free:
            return self.do(self.hearing, self.wish)
        return self.act_on(None, asked)

    def is_talk(self, sentence: str) -> bool:
        """Whether a sentence that names something of a move is rather meant for a person than for the referee."""
        return "?" in sentence or len(self.moves.sentences.strange_words(sentence)) >= TALKATIVE

    def judge(self, texts: Sequence[MoveText], words: str = "") -> MailAnswer:
        """What the judge says of moves that are not played: those that are legal now, or why the first one is not.

        `words` are quoted, where it is not clear that they are a move.
        """
        if question := self.legal_question(texts, words):
            return self.ask(question)
        first = self.moves.variants(texts[0])[0]
        block = self.moves.block(first.parts, first.heads)
        why, said = self.moves.refusal(block), lines_of_parts(first.parts) or "pass"
        opening = (say(ILLEGAL, words=words, move=said), STILL_OPEN) if words else (NOTHING, REFUSED)
        done = MailAnswer(opening, (why,) if why else (), draft=block)
        return self.with_messages(with_own_lines(done, block, first))

    def legal_question(self, texts: Sequence[MoveText], words: str = "") -> Question | None:
        """What is asked back about moves that may be meant: those that are legal now; None where none is."""
        every = list(dict.fromkeys((each.parts, each.unread) for text in texts for each in self.moves.variants(text)))
        read = [(parts, unread, self.moves.block(parts, {})) for parts, unread in every[:READINGS]]
        legal = [each for each in read if self.moves.is_accepted(each[2])]
        said = " / ".join(lines_of_parts(parts) or "pass" for parts, _, _ in legal)
        blocks = fenced_blocks(block for _, _, block in legal)
        is_part = len(legal) == 1 and bool(legal[0][1])
        if not legal:
            return None
        told = self.moves.story_of(legal[0][2]) if len(legal) == 1 else None
        why = say(TOLD, words=words, move=said, done=told) if told else say(LEGAL, words=words, move=said)
        return Question(why, blocks, is_part)

    def is_part(self, sentence: str) -> bool:
        """Whether a sentence is a move, or a part of one, and nothing else."""
        found = self.moves.read([sentence])
        return found.is_read and not found.comments and not HESITATION.search(sentence)

    def is_order(self, sentence: str) -> bool:
        """Whether a sentence begins as a move does, and asks nothing: `Build the capital when Chiara has moved`."""
        first = plain_letters(sentence.strip().split(" ")[0].lower())
        return "?" not in sentence and first in self.moves.words.actions

    def tells_turn(self, sentence: str) -> bool:
        """Whether only a part of a sentence would want to see the game: `Ship on 1s, then I end my turn`."""
        wishes = natural_requests([sentence], self.moves.seats, self.today).lines
        is_told = bool(wishes) and {*wishes} <= LOOKING and not ("?" in sentence or is_about("asking", sentence))
        return is_told and any(re.search("[0-9]", each.value) for each in self.moves.known_parts(sentence))

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
        return fenced_blocks(accepted[:READINGS])

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


def other_choices(lines: Sequence[str]) -> list[str]:
    """The lines that are marked as in place of others: `+ …` beside `- …`, `b) …` below `a) …`."""
    marked = [(found[1].lower(), line) for line in lines if (found := CHOICE.match(line))]
    first = marked[0][0] if marked else ""
    return [line for mark, line in marked if mark != first]


CHOICE = re.compile(r"(?i)\s*([-+]|[a-d](?=[).]))[).]?\s")


def polite_question(line: str, language: str) -> str:
    """A documented line that asks for something to read, without the courtesy behind it; "" for any other line."""
    bare = line_words(language).endings.sub("", line).strip()
    asked = request_in(bare) if bare != line.strip() else None
    return bare if asked and asked.kind in LOOKING else ""


def quotation(said: Sequence[str]) -> str:
    """What somebody wrote, as it is quoted back: all of it, unless it is as long as no question about a move."""
    return cut_text(" ".join(said), LONGEST_REST)


LEGAL = 'You write: "{words}" This would be legal now: {move}.'
TOLD = 'You write: "{words}" This would be legal now: {move}. Your turn would then be: {done}.'
ILLEGAL = 'You write: "{words}" This is not possible now: {move}.'
NO_MOVE = say("There is no move in your e-mail. Edit the block below and send it back.")
