"""The answer to a mail that is read generously: what of it is its writer's, and where it is read exactly."""

import re
from collections.abc import Sequence

from referee.mail.act.heard_mail import Hearing, MailAnswer
from referee.mail.act.mail_meaning import MOST_LINES, Act, MailReader
from referee.mail.act.ordered_mail import is_ordering
from referee.mail.act.unused_words import with_unused_words
from referee.mail.read import mail_text, requests
from referee.mail.read.beside_words import is_block_alone, is_footer, loose_fence
from referee.mail.read.contact_lines import without_contacts
from referee.mail.read.mail_parts import HTML, TEXT, Mail
from referee.mail.read.requests import Unclear, Wishes
from referee.reading.spoken_words import TooManyValues
from referee.store.private import Private
from referee.words import say


def answer_mail(
    hearing: Hearing, kept: Private, wish: Wishes, mail: Mail, addresses: Sequence[str], act: Act
) -> MailAnswer:
    """Do what a mail asks for, read generously. Signed moves are read exactly, but for words beside them."""
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

    own = zip(lines, mail_text.own(lines, addresses), strict=True)
    mine = [line for line, is_own in own if is_own and not is_footer(line)]
    struck = struck_words(mail)
    if wish.block and not wish.unclear and not struck and is_block_alone(mine):
        done = act(hearing, wish)
        if not done.refused or done.entry is not None:
            return done
    try:
        if len(mine) > MOST_LINES * 10:
            raise TooManyValues
        reader = MailReader(hearing, kept, wish, struck, mail, do)
        mine = [RUN.sub(BLANKS, line) for line in mine]
        said = mine
        if wish.block or any(loose_fence(each) or reader.is_part(each) for each in mine):
            said, _ = without_contacts(mine, reader.is_part, reader.own_names)
        done = reader.answer(said)
        return with_unused_words(done, said if done.entry is None else mine, reader, acted)
    except TooManyValues:
        return act(hearing, wish._replace(block=None, unclear=wish.unclear or TOO_LONG) if wish.block else wish)


LONGEST = 100_000
"""Bytes of a text: a longer one without a block is read strictly, since no person wrote it."""
BLANKS = " " * 20
RUN = re.compile(rf"[ \t\u00a0]{{{len(BLANKS)},}}")
TOO_LONG = say("Your e-mail is too long for me to be sure what you mean. Send your move alone, without other words.")


def struck_words(mail: Mail) -> list[str]:
    """What is struck out in the page of a mail."""
    pages = [part.text for part in mail.parts if part.kind == HTML and part.text.strip()]
    try:
        return [each for page in pages[:1] for each in mail_text.struck_texts(page)]
    except mail_text.Overgrown:
        return []
