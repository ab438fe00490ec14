"""The e-mail that a mail answers: its block, and its lines, which some mail programs send back without a sign.

Its words are not the player's. Another player may have put words into it that ask to pass or to resign. What is typed
below an e-mail that is quoted without marks is its writer's, though nothing shows that.
"""

import re
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

from referee.app.look.library import published_rules
from referee.mail.act.heard_mail import Hearing
from referee.mail.read import mail_text
from referee.mail.read.beside_words import loose_fence
from referee.mail.read.line_words import tidy_line
from referee.mail.write import letter_bodies, letter_html
from referee.mail.write.addresses import Letter, Names
from referee.rules.line import counted_line
from referee.words import plain_letters, say, speaking


class OwnLines(NamedTuple):
    """The lines of a mail that are its writer's.

    doubtful   lines between or below those of the e-mail, which may be anybody's
    is_quoted  whether the mail repeats the e-mail without a sign before its lines
    """

    lines: tuple[str, ...]
    doubtful: tuple[str, ...] = ()
    is_quoted: bool = False


REPEATED = 3
"""With fewer of its lines the e-mail is not repeated: a player writes some of them, too, such as `seat: red`."""


class AnsweredLetter:
    """What the e-mail after an entry says to a seat."""

    def __init__(self, hearing: Hearing) -> None:
        game, sender, mail = hearing.game, hearing.sender, hearing.table.settings.mail
        self.hearing = hearing
        with speaking(hearing.language):
            view = game.book.show().view(game.header, counted_line(game.moments[: sender.entry + 1]), sender.seat)
            letter = Letter(
                game.id, str(view.full_title), sender.seat, game.players[sender.seat], "", "", sender.entry, "", "",
                "report", say("Your turn"), view=view, log=b"log",
                rules=published_rules(hearing.table.settings, view.title), moderator=mail.moderator if mail else "",
            )  # fmt: skip
            text = letter_bodies.text_body(letter, "")
        self.letter = letter
        is_asked = view.asked is not None and view.asked.seat == sender.seat
        self.block = folded_lines(view.asked.block.split("\n")) if view.asked and is_asked else ()
        self.lines = frozenset(folded_text(line) for line in text.split("\n"))
        self.text = folded_text(text)
        self.foreign = tuple(
            re.sub(r"^\W+|\W+$", "", folded_text(line))
            for each in words_of_others(hearing)
            for line in (*each.split("\n"), each)
        )

    def own_lines(self, lines: Sequence[str]) -> OwnLines:
        """What of the lines of a mail is its writer's."""
        mine, doubtful, inside, is_quoted = list[str](), list[str](), False, False
        is_repeated = sum(map(self.has_line, lines)) >= REPEATED
        for line in lines:
            found = loose_fence(line)
            if found or inside:
                mine.append(line)
                inside = found.begins if found else inside
                continue
            is_quoted = is_quoted or self.has_line(line)
            if self.has_words_of_others(line) or self.has_line(line) or (is_quoted and folded_text(line) in self.text):
                mine.append("")
            elif not (is_quoted and is_repeated):
                mine.append(line)
            elif line.strip():
                doubtful.append(line)
        return OwnLines(tuple(mine), tuple(doubtful), is_quoted)

    @cached_property  # each quoted line takes 100 ms longer without it
    def words(self) -> str:
        """The words of the e-mail, and those that it has as a receipt, for a first reader, and as a page."""
        others = (
            self.letter._replace(kind="receipt", has_board=True),
            self.letter._replace(is_final=True, replay="replay"),
        )
        with speaking(self.hearing.language):
            texts = [letter_bodies.text_body(each, "") for each in (self.letter, *others)]
            page = letter_html.html_body(self.letter, Names("", "", "", "", "", ""), "", None)
        return " ".join(map(word_line, [*texts, *mail_text.page_lines(page)]))

    def has_words(self, line: str, above: str) -> bool:
        """Whether the words of a line are those of the e-mail, in whatever lines it has them; few only behind others.

        A link alone leads to a rule.
        """
        words, before = word_line(line).split(), word_line(above).split()[-FEW:]
        known = words if len(words) > FEW else [*before, *words]
        is_link = bool(RULE_LINK.fullmatch(line.strip()))
        return is_link or (len(known) > FEW and f" {' '.join(known)} " in f" {self.words} ")

    def has_line(self, line: str) -> bool:
        """Whether a line is one of the e-mail; one word alone may be anybody's."""
        words = folded_text(line)
        if words.startswith("#") or loose_fence(line):
            return False
        return (len(words) > 8 and " " in words and words in self.lines) or (len(words) > 30 and words in self.text)

    def has_words_of_others(self, line: str) -> bool:
        """Whether another player has said this: a line of it, or a part that can't be chance."""
        words = re.sub(r"^\W+|\W+$", "", folded_text(line))
        return bool(words) and any(words == each or (len(words) > 8 and words in each) for each in self.foreign)

    def has_remark(self, text: str) -> bool:
        """Whether a remark of a block is one of the e-mail, or a part of its move."""
        words = folded_text(text).strip("# -")
        return any(words == folded_text(each).strip("# -") for each in self.block)

    def is_offered(self, said: Sequence[str]) -> bool:
        """Whether this is the block of the e-mail as it was."""
        return bool(self.block) and tuple(map(plain_letters, said)) == tuple(map(plain_letters, self.block))


FEW = 3
"""So many words may be in the e-mail by chance."""
RULE_LINK = re.compile(r"\S+: <?https?://\S+")


def word_line(text: str) -> str:
    """The words of a text in plain letters, with single blanks between them; no link."""
    return " ".join(re.findall(r"[^\W_]+", plain_letters(tidy_line(re.sub(r"<?(?:https?://|mailto:)\S*", " ", text)))))


def folded_text(text: str) -> str:
    """A text in one line with single blanks, without signs of quotation."""
    return " ".join(
        tidy_line(re.sub(rf"(?m)^[\s>{mail_text.ASSUMED}]+", "", text).replace("\n", " ")).casefold().split()
    )


def folded_lines(lines: Iterable[str]) -> tuple[str, ...]:
    found = (" ".join(tidy_line(line).split()) for line in lines)
    return tuple(each for each in found if each and not each.startswith("# yaml-language-server"))


def words_of_others(hearing: Hearing) -> list[str]:
    """What the other players said to all, with a move or without."""
    seat = hearing.sender.seat
    return [str(each["say"]) for each in hearing.game.log.documents[1:] if each.get("say") and each.get("seat") != seat]


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
