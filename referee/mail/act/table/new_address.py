"""`address: new@example.org`: another address for a seat, confirmed from both sides.

The wish comes from the old address, which the answer tells how to stop it. An e-mail to the new one asks there; only a
`yes` from there changes anything. The e-mails to the old address are void then: their tags hold for it alone.

private/<game>/address.json   seat → the new address, the old one, when it was asked for, and whether it is confirmed
"""

from collections.abc import Iterator
from typing import NamedTuple

from referee.app.errors import Refused
from referee.app.game_access import Game, Table
from referee.app.play.people_limits import contact_problem
from referee.app.post import moderator_notes
from referee.app.post.game_facts import facts_under, keep_facts
from referee.app.time.counted_time import BEGINNING, DAY, time
from referee.mail.act.heard_mail import Hearing, MailAnswer
from referee.mail.act.letter_words import letter_about
from referee.mail.read import identity
from referee.mail.read.mail_parts import Mail
from referee.mail.read.request_words import ADDRESS
from referee.mail.transport import mail_progress
from referee.mail.transport.mail_progress import DailyReader, is_daily, keep_reader
from referee.mail.write.addresses import Letter, holder
from referee.settings import Settings
from referee.show.view import View
from referee.store import private
from referee.store.private import Private, is_address
from referee.words import ENGLISH, say, speaking

NEW, OLD = ".new", ".old"
"""After the name of a seat: the address that its player wants, and the one that they had. No seat is called so."""
STOP = "stop"


class OtherAddress(NamedTuple):
    """Another address for a seat."""

    new: str
    old: str
    at: str
    confirmed: bool = False


def wanted_addresses(settings: Settings, game: str) -> dict[str, OtherAddress]:
    with facts_under(settings, game, ADDRESS) as facts:
        return {
            seat: OtherAddress(str(new), str(old), str(at), *map(bool, confirmed))
            for seat, (new, old, at, *confirmed) in facts.items()
        }


def keep_wanted(settings: Settings, game: str, seat: str, wanted: OtherAddress | None) -> None:
    """Raises NotRecorded."""
    others = {each: list(one) for each, one in wanted_addresses(settings, game).items() if each != seat}
    keep_facts(settings, game, ADDRESS, {**others, seat: list(wanted)} if wanted else others)


def address_answer(hearing: Hearing, about: str) -> MailAnswer:
    """A player wants another address, or no longer. The answer never says which addresses are known. Raises Refused."""
    settings, sender = hearing.table.settings, hearing.sender
    old = hearing.kept.addresses[sender.seat]
    before = wanted_addresses(settings, sender.game).get(sender.seat)
    if about in (STOP, old.lower()):
        keep_wanted(settings, sender.game, sender.seat, None)
        return MailAnswer((say("Your address stays as it is."),), subject=SUBJECT)
    if not is_address(about):
        raise Refused(contact_problem("addresses", about))
    is_fresh = before is not None and time(hearing.table.time(), BEGINNING) - time(before.at, BEGINNING) < DAY
    if not (is_fresh and before and before.new == about):
        if is_fresh:
            raise Refused(say("You can name one new address a day. Try again tomorrow."))
        keep_wanted(settings, sender.game, sender.seat, OtherAddress(about, old, hearing.table.time()))
        mail_progress.forget_mark(settings.private, sender.game, sender.seat + NEW)
    words = say("I wrote to {address}. When somebody answers `yes` from there, the e-mails of {game} go there.",
                address=about, game=sender.game)  # fmt: skip
    return MailAnswer((words, UNTIL_THEN), subject=SUBJECT)


SUBJECT = say("Your address")
CONFIRMED = say("Thank you. The e-mails of this game go to this address from now on.")
UNTIL_THEN = say(
    "Until then nothing changes. If this is a mistake, reply with `address: stop`. For other games, answer one of "
    "their e-mails in the same way."
)


class Confirming(NamedTuple):
    """A mail that answers the question at a new address."""

    game: str
    seat: str
    entry: int
    wanted: OtherAddress


def answered_question(table: Table, mail: Mail, separator: str) -> Confirming | None:
    """The question that a mail answers, by its tag; None for all other mails."""
    for token in identity.tokens(mail, separator):
        wanted = {} if not private.is_kept(table.settings.private, token.game) else wanted_addresses(
            table.settings, token.game)  # fmt: skip
        if not wanted:
            continue
        key = private.read_private_part(table.settings.private, token.game).reply_key
        name = holder(key, token, {seat + NEW: each.new for seat, each in wanted.items()})
        if name:
            seat = name.removesuffix(NEW)
            return Confirming(token.game, seat, token.entry, wanted[seat])
    return None


def confirm_address(table: Table, game: Game, found: Confirming) -> Private | None:
    """Change the address, and let the moderator know; None where the seat has another player or address meanwhile.

    The game's lock is held. Raises disk.Trouble.
    """
    settings, wanted = table.settings, found.wanted
    kept = private.read_private_part(settings.private, found.game)
    if kept.addresses.get(found.seat) not in (wanted.old, wanted.new):
        return None

    def with_address(whole: Private) -> Private:
        return whole._replace(addresses={**whole.addresses, found.seat: wanted.new})

    after = private.change(settings.private, found.game, with_address)
    if is_daily(settings, wanted.old):
        keep_reader(settings, DailyReader(wanted.new, table.time()))
    keep_wanted(settings, found.game, found.seat, wanted._replace(confirmed=True))
    whose = found.game, found.seat, found.entry
    note = moderator_notes.new_note(table.time(), whose, game.players[found.seat], ADDRESS, "", wanted.at)
    moderator_notes.store_note(table, note)
    return after


def address_letters(table: Table, game: Game, kept: Private) -> Iterator[Letter]:
    """The question to a new address, and the news to the old one that e-mails go elsewhere; each once."""
    for seat, each in wanted_addresses(table.settings, game.id).items():
        is_old = each.confirmed
        if kept.addresses.get(seat) != (each.new if is_old else each.old) or seat not in game.players:
            continue
        name, to = (seat + OLD, each.old) if is_old else (seat + NEW, each.new)
        if mail_progress.mark(table.settings.private, game.id, name, to) == mail_progress.NEVER:
            with speaking(kept.languages.get(seat, ENGLISH)):
                yield address_letter(table, game, kept, seat, name, to)


def address_letter(table: Table, game: Game, kept: Private, seat: str, name: str, to: str) -> Letter:
    is_old = name.endswith(OLD)
    view: View = game.book.show().view(game.header, game.line, "")
    mail = table.settings.mail
    player = "" if not is_old else game.players[seat]
    facts = {"player": game.players[seat], "title": game.book.name, "game": game.id}
    opening = say(WHY[is_old], **facts), say(THEN[is_old])
    subject = say("Your e-mails go to another address") if is_old else say("Is this your address? Please answer yes")
    letter = letter_about(
        game, view, (name, player, to, kept.languages.get(seat, ENGLISH)), "question", subject, opening
    )
    return letter._replace(reply_to=mail.moderator_address if is_old and mail else "")


WHY = {
    False: "{player}, who plays {title} here ({game}), wants to get the e-mails of this game at this address.",
    True: "The e-mails of {game} go to another address now: an e-mail from here asked, one from there agreed.",
}
THEN = {
    False: "Is that you? Then reply to this e-mail with `yes`. If not, do nothing: no more e-mails come here.",
    True: "This address can no longer move, and the e-mails that it has are void. If that was not you, answer this "
    "e-mail: the moderator reads it.",
}
"""What an e-mail about another address says: to the new one (False), and to the old one (True)."""
