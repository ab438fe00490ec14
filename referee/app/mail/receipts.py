"""The one letter that answers a mail: what became of it, and the game as it is now with a fresh block.

It goes to the registered address of a seat, never to where a mail says that it comes from.
"""

from collections.abc import Sequence
from typing import NamedTuple

from referee.app.errors import Flawed
from referee.app.game_access import Game, Table, game_of
from referee.app.mail.heard_mail import MailAnswer
from referee.app.mail.send_reports import letter_to_seat, to_compose
from referee.app.play import refusal
from referee.mail.write.letter import Letter
from referee.rules.replay import PLAYING
from referee.show.view import View
from referee.store.private import Private
from referee.words import AND, ENGLISH, Phrase, say, speaking, word_list


class Due(NamedTuple):
    """A receipt that is to be delivered, and the entry up to which it tells its reader everything; 0: nothing new."""

    letter: Letter
    key: bytes
    told: int


def receipt(table: Table, game: Game, seat: str, kept: Private, answer: MailAnswer, mark: str, answers: str) -> Due:
    """The receipt for a mail: `mark` tells it from others, `answers` is the Message-ID of the mail."""
    with speaking(kept.languages.get(seat, ENGLISH)):
        quoted, words = "\n".join(map(quoted_refusal, answer.refused)), subject(game, seat, answer)
        letter = letter_to_seat(
            game,
            kept,
            seat,
            kind="receipt",
            subject=words,
            opening=answer.opening,
            quoted=quoted,
            now=table.time(),
        )
    letter = letter._replace(answers=answers, mark=mark, readings=answer.readings)
    if answer.at is not None:
        letter = letter._replace(view=past_view(game, kept, seat, answer.at))
    if answer.entry is None:
        return Due(letter._replace(log=b""), kept.reply_key, 0)
    return Due(to_compose(table, game, letter), kept.reply_key, game.log.last)


def subject(game: Game, seat: str, answer: MailAnswer) -> Phrase:
    """What became of the mail, and whether its sender has more to do in the same turn."""
    if answer.entry is None:
        return (None if answer.refused else answer.subject) or say("Nothing was recorded")
    entries = word_list(answer.entered, AND)
    if (
        game.phase == PLAYING
        and game.book.play.to_move(game.position) == seat
        and game.book.play.is_turn_begun(game.position)
    ):
        return say("Recorded as {entries}: your turn goes on", entries=entries)
    return say("Recorded as {entries}", entries=entries)


def past_view(game: Game, kept: Private, seat: str, number: int) -> View:
    """The game as a seat may see it after an earlier entry; it asks nobody for a move."""
    before = game_of(game.id, game.folder, game.log, game.moments[: number + 1])
    with speaking(kept.languages.get(seat, ENGLISH)):
        view: View = before.book.show().view(before.header, before.moments, seat)
    return view._replace(asked=view.asked and view.asked._replace(seat=""))


COLLECTED = say("Answers to your e-mails")


def collective_receipt(game: Game, seat: str, kept: Private, opening: Sequence[Phrase], quoted: str, mark: str) -> Due:
    """One receipt for several mails whose answers had to wait."""
    with speaking(kept.languages.get(seat, ENGLISH)):
        letter = letter_to_seat(
            game, kept, seat, kind="receipt", subject=COLLECTED, opening=tuple(opening), quoted=quoted
        )
    return Due(letter._replace(log=b"", mark=mark), kept.reply_key, 0)


def notice(
    table: Table, id: str, seat: str, kept: Private, opening: Sequence[Phrase], mark: str, subject: Phrase | None = None
) -> Due:
    """An answer that shows nothing of any game, and for which none is opened."""
    words = subject or say("Nothing was recorded")
    to, language = kept.addresses[seat], kept.languages.get(seat, ENGLISH)
    facts = (id, "", seat, "", to, language, 0, mark, table.time(), "receipt", words, tuple(opening))
    return Due(Letter(*facts, mark=mark), kept.reply_key, 0)


def quoted_refusal(error: Exception) -> str:
    """A refusal line by line, as `submit` prints it."""
    return refusal.refusal_text(error) if isinstance(error, Flawed) else str(error)
