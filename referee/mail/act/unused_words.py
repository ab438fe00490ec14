"""What its writer typed in a mail, and the answer neither used nor repeats: it is quoted, so that no word vanishes."""

import re
from collections.abc import Iterator, Sequence

from referee.app.errors import Flawed
from referee.app.play.refusal import refusal_text
from referee.mail.act.entering_lines import is_loose_absence
from referee.mail.act.heard_mail import MailAnswer
from referee.mail.act.mail_meaning import MailReader
from referee.mail.read.beside_words import (
    MODELINE,
    above_signature,
    is_courtesy,
    is_head,
    is_signed,
    loose_fence,
    sentences,
    words_of,
)
from referee.mail.read.natural_requests import named_saying
from referee.mail.read.request_words import saying
from referee.mail.read.requests import Wishes, means_something
from referee.words import Phrase, say


def with_unused_words(done: MailAnswer, mine: Sequence[str], reader: MailReader, acted: Sequence[Wishes]) -> MailAnswer:
    """The answer, which also quotes what of the writer's own lines is not in it, nor in what was acted on."""
    texts = [*answer_texts(done), *(text for wish in acted for text in acted_texts(wish, done))]
    found, is_read = words_of("\n".join(texts)), done.entry is not None
    typed = [each for each in typed_lines(mine, reader) if not words_of(said_in(each)) <= found]
    left = [each for each in typed if not is_used(each, reader, is_read)]
    if not left:
        return done
    words, wishes = " / ".join(dict.fromkeys(left)), (reader.wish, *acted)
    is_to_one = any(said.to or said.everybody for wish in wishes for said in wish.said)
    is_secret = is_to_one or any(said_in(each) != each for each in left)
    if done.entry is not None:
        says = say("I did not use: {words}", words=words)
        return done._replace(opening=(*done.opening, says), secret=(*done.secret, *([says] * is_secret)))
    says = say("You write: {words}", words=words)
    return done._replace(opening=(says, *done.opening), secret=(*done.secret, *([says] * is_secret)))


def said_in(line: str) -> str:
    """The message in a line such as `say to Anna: Hello!`; any other line as it is."""
    if named := named_saying().fullmatch(line):
        return named["text"]
    found = saying().match(line)
    return found[2] if found else line


def typed_lines(mine: Sequence[str], reader: MailReader) -> Iterator[str]:
    """The lines that are the writer's own: no courtesy, no name, nothing of the e-mail that is answered."""
    own = reader.letter.own_lines(mine)
    for line in (*above_signature(own.lines), *own.doubtful):
        said = line.strip()
        is_remark = said.startswith("#") and reader.letter.has_remark(line)
        is_form = loose_fence(line) or is_head(line) or LISTED.fullmatch(said) or MODELINE.match(said) or is_remark
        if said and not (is_form or is_courtesy(said, reader.names) or is_signed(said, reader.own_names)):
            apart = sentences([said])
            yield from reader.unread_words([said]) if any(map(reader.is_part, apart)) else [said]


LISTED = re.compile(r"(?i)actions?\s*:?\s*(\[\])?")
"""The line above the actions of a block."""


def is_used(line: str, reader: MailReader, is_read: bool) -> bool:
    """Whether a line is a documented one, or a part of a move that is recorded or offered, and leaves nothing open."""
    if line.lower().startswith("say") or is_loose_absence(line):
        return False
    found = reader.moves.read([line])
    is_played = is_read and reader.is_part(line) and not any(each.is_either for each in found.parts)
    return means_something(line) or is_played


def acted_texts(wish: Wishes, done: MailAnswer) -> Iterator[str]:
    """What a mail asked for, and was done: messages that went to somebody, a move that was recorded."""
    yield wish.to_moderator
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
