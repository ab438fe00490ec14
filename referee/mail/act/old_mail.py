"""The e-mail that a mail quotes without marks: what is typed below it is its writer's, though nothing shows that."""

from collections.abc import Sequence
from typing import NamedTuple

from referee.mail.act.answered_letter import AnsweredLetter
from referee.mail.read import mail_text
from referee.mail.read.beside_words import loose_fence


class OldMail(NamedTuple):
    """The quoted lines of a mail that are not those of our e-mail.

    own      below the quoted mail, and so the writer's
    unknown  of a mail that is not ours, and has no marks
    others   what a mail has in which nothing else is written
    """

    own: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    others: tuple[str, ...] = ()


def old_mail(letter: AnsweredLetter, cited: Sequence[str], addresses: Sequence[str]) -> OldMail:
    """What the quoted lines of a mail have besides our e-mail."""
    lines, heads = [mail_text.bare_line(line).strip() for line in cited], set(mail_text.head_lines(cited, addresses))
    marked = {number for number, line in enumerate(cited) if mail_text.MARKED.match(line)}
    ours = last_line(letter, lines)
    end = max([ours, *marked])
    until = min((number for number in heads if number > end), default=len(lines))
    if ours < 0 and heads and not marked:
        end = until = -1
    written = [number for number, line in enumerate(lines) if line]
    if heads and set(written) <= heads and is_of_program(letter, lines):
        return OldMail()
    unmarked = [number for number in written if number not in marked]
    own = [number for number in unmarked if end < number < until]
    unknown = [number for number in unmarked if number >= until or (ours < 0 and number <= end and number not in heads)]
    others = own + unknown if ours >= 0 else written
    return OldMail(*(tuple(lines[number] for number in each) for each in (own, unknown, others)))


def between_quotes(letter: AnsweredLetter, lines: Sequence[str], own: Sequence[bool]) -> list[str]:
    """Lines directly between two quoted ones that are not of our e-mail: a program may have taken their marks away."""
    marked = mail_text.MARKED.match
    typed = [at for at in range(1, len(lines) - 1) if own[at] and lines[at].strip()]
    between = [at for at in typed if marked(lines[at - 1]) and marked(lines[at + 1])]
    return [lines[at] for at in between if not letter.has_words(mail_text.bare_line(lines[at - 1]), "")]


def is_of_program(letter: AnsweredLetter, lines: Sequence[str]) -> bool:
    """Whether a head of a mail without any words is what a program left of our e-mail."""
    return any(f"[{letter.letter.game}]" in line for line in lines) or not any(map(mail_text.is_field, lines))


def last_line(letter: AnsweredLetter, lines: Sequence[str]) -> int:
    """The number of the last line that is one of our e-mail; -1: none is."""
    found, above, is_ours = -1, "", False
    for number, line in enumerate(lines):
        if line:
            is_ours = bool(loose_fence(line)) or letter.has_words(line, above if is_ours else "")
            found, above = (number, line) if is_ours else (found, line)
    return found
