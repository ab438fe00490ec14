"""Observers of a game: by e-mail they get what everybody may see, and nothing of any seat.

Their addresses are in the private part of the game, each with a language. The entry up to which an
observer has been informed is marked as for a seat, under a name that no seat has.
"""

from collections.abc import Iterator, Mapping

from referee.app.errors import Missing, Usage
from referee.app.game_access import Game, Table, folder_of, open_game
from referee.app.play.people_limits import refuse_contact
from referee.app.post.due_reports import concerning
from referee.mail.act.letter_words import letter_about
from referee.mail.transport import mail_progress
from referee.mail.transport.mail_progress import Mark
from referee.mail.write.addresses import Letter
from referee.rules.replay import WAITING
from referee.show.view import View
from referee.store import log, private
from referee.store.private import Private
from referee.words import ENGLISH, Phrase, say, speaking

MOST = 50
"""So many observers may a game have."""


def list_observers(table: Table, id: str) -> Mapping[str, str]:
    """Address → language of those who watch a game. Raises Missing, disk.Trouble."""
    folder_of(table, id)
    return private.read_private_part(table.settings.private, id).observers


def add_observer(table: Table, id: str, address: str, language: str) -> bool:
    """Let somebody watch a game: whether that is new. Raises Usage, Missing, disk.Trouble."""
    refuse_contact("addresses", address)
    refuse_contact("languages", language)
    with log.game_lock(folder_of(table, id), table.settings.wait):
        open_game(table, id)
        kept = private.read_private_part(table.settings.private, id)
        if address.lower() in [each.lower() for each in kept.addresses.values()]:
            raise Usage(say("{address} is the address of a player, who gets e-mails anyway.", address=address))
        if len(kept.observers) >= MOST and address not in kept.observers:
            raise Usage(say("A game may have {most} observers.", most=MOST))
        after = with_observers(table, id, {**kept.observers, address: language})
    return after.observers != kept.observers


def remove_observer(table: Table, id: str, address: str) -> None:
    """Let somebody no longer watch a game. Raises Missing where they do not, disk.Trouble."""
    with log.game_lock(folder_of(table, id), table.settings.wait):
        kept = private.read_private_part(table.settings.private, id)
        if address not in kept.observers:
            raise Missing(say("{address} does not watch {game}.", address=address, game=id))
        with_observers(table, id, {each: kept.observers[each] for each in kept.observers if each != address})


def with_observers(table: Table, id: str, observers: Mapping[str, str]) -> Private:
    return private.change(table.settings.private, id, lambda kept: kept._replace(observers=observers))


def observer_name(address: str) -> str:
    """The name of an observer in places where a seat is named: no seat has such a name."""
    return f"observer-{mail_progress.address_digest(address)[:8]}"


def due_to_observers(table: Table, game: Game, kept: Private, subject: Phrase) -> Iterator[tuple[Letter, Mark]]:
    """The e-mails due to observers, and the entry up to which each informs them."""
    moderator = table.settings.mail.moderator_address if table.settings.mail else ""
    for address, language in kept.observers.items():
        name = observer_name(address)
        mark = mail_progress.mark(table.settings.private, game.id, name, address)
        if observer_news(game, mark):
            with speaking(language):
                letter = observer_letter(game, name, address, language, subject, is_first=mark == mail_progress.NEVER)
            yield letter._replace(reply_to=moderator), Mark(game.log.last, game.log.head)


def observer_news(game: Game, mark: Mark) -> list[int]:
    """The numbers of the public entries, which bring an e-mail to an observer."""
    if game.phase == WAITING:
        return [game.log.last] if mark == mail_progress.NEVER else []
    return list(concerning(game, "", True, mark.entry)) or [game.log.last] * (mark == mail_progress.NEVER)


def observer_letter(game: Game, name: str, address: str, language: str, subject: Phrase, *, is_first: bool) -> Letter:
    """The public report. It has no seat's view and no block; an answer to it is for the moderator."""
    view: View = game.book.show().view(game.header, game.line, "")
    opening = (say("You watch this game: you see what everybody may see."),) if is_first else ()
    letter = letter_about(game, view, (name, "", address, language or ENGLISH), "report", subject, opening)
    return letter._replace(view=view, log=game.log.raw)
