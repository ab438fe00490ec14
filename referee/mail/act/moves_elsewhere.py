"""Moves of a mail where none is read: in its subject, in the block of the e-mail that it quotes, in attached files.

They are never played, since nobody knows whether they are meant. The answer names each place, and offers its move.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from referee.app.play.entries import TURNS
from referee.mail.act.answered_letter import AnsweredLetter
from referee.mail.act.generous_moves import MoveReader
from referee.mail.act.heard_mail import (
    NOTHING,
    SEND_AGAIN,
    SEND_ONE,
    SEND_PART,
    STILL_OPEN,
    UNSENT,
    Hearing,
    MailAnswer,
)
from referee.mail.act.own_lines import first_reason
from referee.mail.read import mail_text, requests
from referee.mail.read.beside_words import fenced_lines, written_parts
from referee.mail.read.mail_parts import FILE, NOTE, OTHER, Mail, Part
from referee.mail.read.move_blocks import MoveText, fenced_blocks
from referee.mail.read.requests import EMPTY, NO_MOVE, Unclear, Wishes
from referee.mail.write.addresses import reply_tag
from referee.reading.spoken_words import TooManyValues
from referee.words import AND, Phrase, say, word_list

Go = Callable[[Mail, Wishes], MailAnswer]
"""Does what a mail asks for in its text, or in the one file that is read exactly."""


class Elsewhere(NamedTuple):
    """What a mail has besides its text.

    place       where there is a move that is not read; None: nowhere
    readings    these moves, and that of the text, as blocks that can be sent; `reasons`: why others are impossible now
    ignored     the names of the attached files of which nothing is used
    is_disputed whether the places say different things
    is_repeated whether the files only repeat the text
    has_own     whether the text has a move
    """

    place: Phrase | None = None
    readings: tuple[str, ...] = ()
    reasons: tuple[Phrase, ...] = ()
    ignored: tuple[str, ...] = ()
    is_disputed: bool = False
    is_repeated: bool = False
    has_own: bool = False


def answer_everywhere(hearing: Hearing, mail: Mail, wish: Wishes, go: Go) -> MailAnswer:
    """Do what a mail asks for, and offer what it has where nothing is read."""
    try:
        found = PlaceReader(hearing).elsewhere(mail)
    except (Unclear, TooManyValues):
        return go(mail, wish)
    if found.is_repeated or found.is_disputed:
        mail = mail._replace(parts=tuple(each for each in mail.parts if each.kind not in (FILE, NOTE)))
        wish = requests.wishes(mail, hearing.addresses)
    if found.is_disputed and found.has_own:
        words = "" if wish.free else wish.to_moderator
        done = go(mail._replace(parts=()), Wishes(to_moderator=words)) if words else MailAnswer(())
        done = done._replace(opening=(*done.opening, *([UNSENT] if wish.said else [])))
    else:
        if found.place and wish.unclear in (EMPTY, NO_MOVE):
            wish = wish._replace(unclear=found.place)
        done = go(mail, wish._replace(free=wish.free and (found.place or wish.free)))
    return with_offers(done, found, hearing)


def with_offers(done: MailAnswer, found: Elsewhere, hearing: Hearing) -> MailAnswer:
    """An answer with the moves that a mail has elsewhere, unless it has made one itself, and the files that it left."""
    since = hearing.game.log.entries_after(hearing.sender.since)
    if any(each["kind"] in TURNS and each.get("seat") == hearing.sender.seat for each in since):
        found = found._replace(place=None)
    left = [say("I did not use the attached file {name}.", name=each) for each in found.ignored]
    if not found.place:
        return done._replace(opening=(*done.opening, *left))
    said = [each for each in done.opening if each not in (SEND_ONE, SEND_AGAIN, SEND_PART, STILL_OPEN, NOTHING)]
    said += [each for each in (found.place, *found.reasons, *left) if each not in said]
    readings = tuple(dict.fromkeys([*done.readings, *found.readings]))
    how = [STILL_OPEN] if done.entry is None else []
    how.append(SEND_ONE if readings else SEND_AGAIN)
    return done._replace(opening=(*said, *how), readings=readings, subject=None)


class PlaceReader:
    """Reads what may be a move, as its writer meant it."""

    def __init__(self, hearing: Hearing) -> None:
        self.hearing = hearing

    def elsewhere(self, mail: Mail) -> Elsewhere:
        """What a mail has besides its text. Raises Unclear, TooManyValues."""
        mine, cited = mail_text.own_and_others(requests.lines_of(mail), self.hearing.addresses)
        quoted = list(map(mail_text.bare_line, cited))
        attached = [each for each in mail.parts if each.kind in (NOTE, FILE, OTHER) and self.is_of_player(each)]
        subject = requests.own_subject(mail)
        if not attached and not subject and not any(self.tag in line for line in quoted):
            return Elsewhere()
        self.letter, self.moves = AnsweredLetter(self.hearing), MoveReader(self.hearing)
        own = list(self.moves_in(mine, is_mail=True))
        files = [(each, list(self.moves_in(lines_of_file(each)))) for each in attached]
        with_move = [each for each, found in files if found]
        if not own and [each.kind for each in with_move] == [FILE]:  # it is read exactly
            return Elsewhere(ignored=tuple(each.name for each, found in files if not found))
        above = list(self.moves_in([subject], is_mail=True)) if subject and not with_move else []
        below = above
        if not (own or above or with_move):
            below = [*self.moves_in(quoted, is_quoted=True), *self.typed_below(cited)]
        every = [block for move in [*own, *below] for block in self.moves.readings(move).every]
        every += [block for _, found in files for move in found for block in self.moves.readings(move).every]
        found = self.difference(own, below, with_move, list(dict.fromkeys(every)), attached)
        return found._replace(place=SUBJECT[found.is_disputed]) if above and found.place else found

    def difference(
        self,
        own: Sequence[MoveText],
        below: Sequence[MoveText],
        files: Sequence[Part],
        blocks: Sequence[str],
        attached: Sequence[Part],
    ) -> Elsewhere:
        """What the places of a mail say, held against its own move."""
        ignored = tuple(each.name for each in attached if each not in files)
        if not (below or files) or (own and len(blocks) == 1):
            return Elsewhere(ignored=ignored, is_repeated=bool(own and files))
        refusals = {each: self.moves.refusal(each) for each in blocks}
        where = word_list([say("{name}", name=each.name) for each in files], AND) if files else None
        is_disputed = bool(files or own) and len(blocks) > 1
        place = say("There is more than one move in your e-mail. One of them is attached: {files}.", files=where or "")
        if not is_disputed:
            place = say("Your move is in an attached file, where nothing is read: {files}.", files=where or "")
        return Elsewhere(
            place if files else IN_QUOTE,
            fenced_blocks(each for each in blocks if not refusals[each]),
            tuple(say("{why}", why=first_reason(each)) for each in refusals.values() if each),
            ignored,
            is_disputed,
            has_own=bool(own),
        )

    @property
    def tag(self) -> str:
        """The tag of the e-mail that is answered: its block has it."""
        sender, kept = self.hearing.sender, self.hearing.kept
        return reply_tag(kept.reply_key, sender.game, sender.seat, sender.entry, kept.addresses[sender.seat])

    def is_of_player(self, part: Part) -> bool:
        """Whether a player attached a file: it did not come with our e-mail."""
        return requests.is_move(part) if part.kind == FILE else not part.name.startswith(self.hearing.sender.game)

    def moves_in(self, lines: Sequence[str], *, is_mail: bool = False, is_quoted: bool = False) -> Iterator[MoveText]:
        """The moves in lines: blocks that are not as the e-mail had them, or else lines that are a move."""
        is_move = self.moves.is_move_line
        blocks = written_parts(fenced_lines(lines, is_move, lambda line: False), is_move).blocks
        texts = [each.lines for each in blocks if not is_quoted or any(self.tag in line for line in each.lines)]
        if not blocks:
            texts = [tuple(line for line in lines if not is_mail or self.moves.read([line]).is_read)]
        for each in texts:
            found = self.moves.read([line for line in each if is_move(line)])._replace(unread=())
            if found.is_read and found.parts != self.moves.read(self.letter.block).parts:
                yield found

    def typed_below(self, cited: Sequence[str]) -> Iterator[MoveText]:
        """The move that was typed below an old e-mail, if that has no signs of quotation."""
        added = self.letter.own_lines([each for each in cited if not mail_text.CITED.match(each)]).doubtful
        found = self.moves.read([each for each in added if self.moves.read([each]).is_read])
        if found.is_read and found.parts:
            yield found


def lines_of_file(part: Part) -> list[str]:
    """The lines of an attached text; none of a file that is no text."""
    return requests.normal(part.text or part.raw.decode("utf-8", "replace")).split("\n") if part.kind != OTHER else []


SUBJECT = {
    False: say("Your move is in the subject of the e-mail, where nothing is read."),
    True: say("There is more than one move in your e-mail. One of them is in the subject."),
}
"""Where a move is, and whether the text has another one."""
IN_QUOTE = say("Your move is in the quoted part of the e-mail, where nothing is read.")
