"""The e-mails that ask players whether their game may continue under a newer edition of its title."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from hashlib import sha256

from referee.app.editions.change_rules import refuse_other_edition
from referee.app.editions.game_editions import Difference, policy_differences
from referee.app.errors import Refused
from referee.app.game_access import Game, Table, open_game
from referee.mail.act.send_reports import (
    DUE,
    SENT,
    WAITS,
    Carrier,
    Posted,
    letter_bytes,
    letter_to_seat,
    posted_letter,
)
from referee.mail.transport.outgoing import Undelivered
from referee.mail.write.addresses import Letter
from referee.rules.entry_shapes import seats_without_consent
from referee.store import private
from referee.store.private import Private
from referee.words import ENGLISH, Phrase, say, speaking, word_list


def ask_consent(table: Table, id: str, edition: int, *, dry_run: bool = False) -> list[Posted]:
    """Ask each seat that has an address and has not consented yet. Raises Refused, Misconfigured."""
    game = open_game(table, id)
    refuse_other_edition(game, edition)
    mail = table.settings.needed_mail()
    kept = private.read_private_part(table.settings.private, id)
    missing = seats_without_consent(game.log.documents, edition)
    letters = [question(game, kept, seat, edition) for seat in missing if seat in kept.addresses]
    if missing and not letters:
        words = "None of {seats} has an address in {game}. Set one, or enter what you know with --consent SEAT."
        raise Refused(say(words, seats=word_list(missing), game=id))
    if dry_run:
        return [posted_letter(each, DUE) for each in letters]
    with ExitStack() as stack:
        return [*deliver_mails(table, letters, kept, Carrier(mail, stack))]


def deliver_mails(table: Table, letters: Sequence[Letter], kept: Private, carrier: Carrier) -> Iterator[Posted]:
    for each in letters:
        try:
            carrier(letter_bytes(table, each, carrier.mail, kept.reply_key), each.to)
        except Undelivered as error:
            yield posted_letter(each, WAITS, say("{why}", why=error))
        else:
            yield posted_letter(each, SENT)


def question(game: Game, kept: Private, seat: str, edition: int) -> Letter:
    """The e-mail in the language of its reader."""
    mark = sha256(f"edition {edition}".encode()).hexdigest()[:16]
    with speaking(kept.languages.get(seat, ENGLISH)):
        subject = say("May the game continue under new rules?")
        opening = tuple(paragraphs(game, edition))
        return letter_to_seat(game, kept, seat, kind="question", subject=subject, opening=opening, mark=mark)


def paragraphs(game: Game, edition: int) -> Iterator[Phrase]:
    """The question, what would change, and how to answer."""
    current, newer = game.book.edition, game.book.under({"edition": edition}).edition
    facts = {"title": game.book.name, "current": current.number, "edition": edition}
    yield say(
        "The moderator asks you: may this game continue under edition {edition} of the rules "
        "of {title}? It now uses edition {current}. Moves that were played stay as they are.",
        **facts,
    )
    for each in policy_differences(game.book, current, newer):
        yield change(each)
    yield say(
        "If you agree, reply to this e-mail with the line `edition: {edition}`. The new edition "
        "only takes effect when all players agree. If you don't agree, you don't need to do "
        "anything.",
        **facts,
    )


def change(difference: Difference) -> Phrase:
    """What a newer edition changes, in the current language."""
    facts = {"rules": word_list(difference.rules), "before": difference.before, "after": difference.after}
    return say("This would change ({rules}). Now: {before} Then: {after}", **facts)
