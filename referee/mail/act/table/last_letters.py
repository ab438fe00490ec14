"""The last e-mail to a player whose seat somebody else has now. Then only a digest of their address stays."""

from collections.abc import Iterable, Iterator
from contextlib import suppress

from referee.app.game_access import Game, Table
from referee.app.post.game_facts import LeftPlayer, left_players
from referee.mail.act.letter_words import letter_about
from referee.mail.transport.mail_progress import address_digest
from referee.mail.write.addresses import Letter
from referee.settings import Settings
from referee.show.clock_sentences import day_phrase
from referee.show.view import View
from referee.store import disk, private
from referee.store.private import Private
from referee.words import say, speaking, term

LEFT = ".left"
"""After the name of a seat: who played it before. No seat is called so."""


def last_letters(table: Table, game: Game, kept: Private) -> Iterator[tuple[LeftPlayer, Letter]]:
    """The e-mails that are due to who left, unless they are back."""
    for each in left_players(table.settings, game.id):
        if each.address and kept.addresses.get(each.seat) != each.address:
            yield each, last_letter(table, game, each)


def last_letter(table: Table, game: Game, left: LeftPlayer) -> Letter:
    view: View = game.book.show().view(game.header, game.line, "")
    mail = table.settings.mail
    reader = left.seat + LEFT, left.player, left.address, left.language
    with speaking(left.language):
        facts: dict[str, object] = {"player": left.by, "seat": term(left.seat)}
        if left.until:
            facts["day"] = day_phrase(left.until, str(game.log.documents[-1].get("at", view.at)))
        opening = say(WHY[bool(left.by), bool(left.until)], **facts)
        letter = letter_about(game, view, reader, "question", SUBJECT, (opening,))
    return letter._replace(mark=left.digest, reply_to=mail.moderator_address if mail else "")


SUBJECT = say("Somebody else plays for you now")
WHY = {
    (True, False): "{player} plays {seat} in your place from now on. You need not do anything more, and you get no "
    "more e-mails of this game. Thank you for playing!",
    (True, True): "{player} plays {seat} in your place until {day}. Until then you need not do anything, and you get "
    "no e-mails of this game.",
    (False, False): "The referee plays your seat from now on, and you get no more e-mails of this game. Thank you for "
    "playing!",
}
"""By whether a person plays now, and whether for a time only."""


def games_left(settings: Settings, names: Iterable[str], address: str) -> Iterator[str]:
    """Which of these are games that a player with this address left for good, and in which nobody has it now."""
    for id in names:
        if not private.is_kept(settings.private, id):
            continue
        with suppress(disk.Trouble):
            past = [each.digest for each in left_players(settings, id) if not each.until]
            now = private.read_private_part(settings.private, id).addresses.values()
            if address_digest(address) in past and address not in [each.lower() for each in now]:
                yield id
