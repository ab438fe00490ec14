"""The answer to a mail that is read generously: what of it is its writer's, and where it is read exactly."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from referee.app.errors import Flawed
from referee.app.play.refusal import refusal_text
from referee.mail.act.answered_letter import AnsweredLetter, OldMail, between_quotes, old_mail
from referee.mail.act.heard_mail import Hearing, MailAnswer
from referee.mail.act.mail_meaning import MOST_LINES, Act, MailReader, quotation
from referee.mail.act.ordered_mail import is_ordering
from referee.mail.read import mail_text, requests
from referee.mail.read.beside_words import (
    above_signature,
    clauses,
    is_block_alone,
    is_courtesy,
    is_footer,
    is_head,
    is_signed,
    loose_fence,
    sentences,
    without_armour,
    words_of,
)
from referee.mail.read.contact_lines import without_contacts
from referee.mail.read.mail_parts import HTML, TEXT, Mail
from referee.mail.read.move_blocks import MODELINE
from referee.mail.read.natural_requests import named_saying, talk_line
from referee.mail.read.request_words import saying, words_noted
from referee.mail.read.requests import EMPTY, Unclear, Wishes, is_loose_absence, means_something
from referee.reading.spoken_words import TooManyValues
from referee.words import Phrase, say


def with_unused_words(done: MailAnswer, mine: Sequence[str], reader: MailReader, acted: Sequence[Wishes]) -> MailAnswer:
    """The answer, which also quotes what of the writer's own lines is not in it, nor in what was acted on."""
    texts = [*answer_texts(done), *(text for wish in acted for text in acted_texts(wish, done))]
    found, is_read = words_of("\n".join(texts)), done.entry is not None

    def is_told(text: str) -> bool:
        return words_of(said_in(text, reader.moves.seats)) <= found or is_used(text, reader, is_read)

    typed = [each for each in typed_lines(mine, reader) if not is_told(each)]
    left = [each for each in typed if not (is_read and all(map(is_told, sentences([each]))))]
    if any(not words_of(each) <= found for each in reader.old.unknown):
        unknown = say("I did not use: {words}", words=quotation(reader.old.unknown))
        done = done._replace(opening=(*done.opening, unknown), secret=(*done.secret, unknown))
    if not left:
        return done
    words, wishes = " / ".join(dict.fromkeys(left)), (reader.wish, *acted)
    is_to_one = any(said.to or said.everybody for wish in wishes for said in wish.said)
    is_secret = is_to_one or any(said_in(each, reader.moves.seats) != each for each in left)
    if done.entry is not None:
        says = say("I did not use: {words}", words=words)
        return done._replace(opening=(*done.opening, says), secret=(*done.secret, *([says] * is_secret)))
    says = say("You write: {words}", words=words)
    return done._replace(opening=(says, *done.opening), secret=(*done.secret, *([says] * is_secret)))


def said_in(line: str, seats: Mapping[str, str]) -> str:
    """The message in a line such as `say to Anna: Hello!` or `Tell Anna hello!`; any other line as it is."""
    if named := named_saying().fullmatch(line):
        return named["text"]
    if noted := words_noted(line):
        return noted[1]
    found = saying().match(talk_line(line, seats) or line)
    return found[2] if found else line


def typed_lines(mine: Sequence[str], reader: MailReader) -> Iterator[str]:
    """The lines that are the writer's own: no courtesy, no name, nothing of the e-mail that is answered."""
    own = reader.letter.own_lines(without_armour(mine))
    for line in (*above_signature(own.lines), *own.doubtful, *reader.old.own):
        said = line.strip()
        is_remark = said.startswith("#") and reader.letter.has_remark(line)
        is_form = loose_fence(line) or is_head(line) or LISTED.fullmatch(said) or said.startswith(MODELINE) or is_remark
        if said and not (is_form or is_courtesy(said, reader.names) or is_signed(said, reader.own_names)):
            unread = reader.unread_words([said])
            parts = [part for each in unread for part in clauses(each, reader.is_part, reader.moves.is_about_move)]
            is_move = any(map(reader.is_part, parts))
            kept = [each for each in parts if not (is_move and is_courtesy(each, reader.names))]
            yield from [said] if " ".join(kept) == said else kept


LISTED = re.compile(r"(?i)actions?\s*:?\s*(\[\])?")
"""The line above the actions of a block."""


def is_used(line: str, reader: MailReader, is_read: bool) -> bool:
    """Whether a line is a documented one, or a part of a move that is recorded or offered, and leaves nothing open."""
    if line.lower().startswith("say") or words_noted(line) or is_loose_absence(line):
        return False
    found = reader.moves.read([line])
    is_played = is_read and reader.is_part(line) and not any(each.is_either for each in found.parts)
    return means_something(line) or is_played


def acted_texts(wish: Wishes, done: MailAnswer) -> Iterator[str]:
    """What a mail asked for, and was done: messages that went to somebody, a move that was recorded."""
    yield from (wish.to_moderator, *wish.noted)
    if not done.refused:  # what was sent all the same is in the answer
        yield from (each.text for each in wish.said)
    if wish.block and (done.entry is not None or wish.is_check):
        yield wish.block.raw.decode("utf-8", "replace")


def answer_texts(done: MailAnswer) -> Iterator[str]:
    """What an answer says besides the program's own words."""
    for each in done.opening:
        yield from facts_of(each)
    yield from (refusal_text(each) if isinstance(each, Flawed) else str(each) for each in done.refused)
    yield from (*done.readings, done.draft)


def facts_of(phrase: object) -> Iterator[str]:
    """The facts of a sentence, those of sentences in it, too."""
    if not isinstance(phrase, Phrase):
        yield str(phrase)
        return
    for fact in phrase.facts.values():
        for each in fact if isinstance(fact, list) else (fact,):
            yield from facts_of(each)


def answer_mail(
    hearing: Hearing, wish: Wishes, mail: Mail, act: Act, instead: Callable[[], MailAnswer] | None = None
) -> MailAnswer:
    """Do what a mail asks for, read generously. Signed moves are read exactly, but for words beside them.

    instead  what is answered whatever was read, of which nothing was done: the words are quoted all the same
    """
    if not wish.block and sum(len(part.raw) for part in mail.parts if part.kind == TEXT) > LONGEST:
        return act(hearing, wish)
    try:
        lines = requests.lines_of(mail)
    except Unclear:
        return act(hearing, wish)
    if is_ordering(lines):
        return act(hearing, wish)
    acted = list[Wishes]()

    def do(hearing: Hearing, wish: Wishes) -> MailAnswer:
        acted.append(wish)
        return act(hearing, wish)

    written = mail_text.own(lines, hearing.addresses)
    mine = [line for line, is_own in zip(lines, written, strict=True) if is_own]
    cited = [line for line, is_own in zip(lines, written, strict=True) if not is_own]
    mine = [line for line in mine if not is_footer(line)]
    struck, old = [*struck_words(mail), *struck_letters("\n".join(mine))], OldMail()
    if wish.unclear == EMPTY or any(each.strip() and not mail_text.MARKED.match(each) for each in cited):
        old = old_mail(AnsweredLetter(hearing), cited, hearing.addresses)
    if doubtful := between_quotes(AnsweredLetter(hearing), lines, written):
        mine = [each for each in mine if each not in doubtful]
        old = old._replace(own=(*old.own, *doubtful))
    if wish.unclear == EMPTY and old.others:
        wish = wish._replace(unclear=say(ONLY_QUOTED, words=quotation(old.others)))
    if wish.block and not wish.unclear and not (struck or old.own or old.unknown) and is_block_alone(mine):
        done = act(hearing, wish)
        if not done.refused or done.entry is not None:
            return done
    try:
        if len(mine) > MOST_LINES * 10:
            raise TooManyValues
        reader = MailReader(hearing, wish, struck, mail, do, old)
        mine = [RUN.sub(BLANKS, line) for line in mine]
        said = mine
        if wish.block or any(loose_fence(each) or reader.is_part(each) for each in mine):
            said, _ = without_contacts(mine, reader.is_part, reader.own_names)
        done = reader.answer(said)
        if instead:
            done, acted = instead(), []
            said = [*said, *(each.text for each in wish.said), wish.to_moderator]  # messages that were not sent
        return with_unused_words(done, said if done.entry is None else mine, reader, acted)
    except TooManyValues:
        return act(hearing, wish._replace(block=None, unclear=wish.unclear or TOO_LONG) if wish.block else wish)


LONGEST = 100_000
"""Bytes of a text: a longer one without a block is read strictly, since no person wrote it."""
ONLY_QUOTED = "Your e-mail has only quoted words, which I do not use: {words}"
BLANKS = " " * 20
RUN = re.compile(rf"[ \t\u00a0]{{{len(BLANKS)},}}")
TOO_LONG = say("Your e-mail is too long for me to be sure what you mean. Send your move alone, without other words.")


def struck_letters(text: str) -> list[str]:
    """What is struck out by signs over its letters."""
    return [re.sub(STROKES, "", each[0]).strip() for each in re.finditer(rf"(?:[^\s]{STROKES}+\s*)+", text)]


STROKES = "[\u0335-\u0338]"


def struck_words(mail: Mail) -> list[str]:
    """What is struck out in the page of a mail."""
    pages = [part.text for part in mail.parts if part.kind == HTML and part.text.strip()]
    try:
        return [each for page in pages[:1] for each in mail_text.struck_texts(page)]
    except mail_text.Overgrown:
        return []
