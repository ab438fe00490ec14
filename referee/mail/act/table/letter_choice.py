"""Which e-mails a player gets: by game every one, only what concerns them, or none; or one a day over all games."""

from referee.mail.act.heard_mail import Hearing, MailAnswer
from referee.mail.transport.daily_readers import DailyReader, forget_reader, is_daily, keep_reader
from referee.store import private
from referee.store.private import EVERY, NO_LETTERS, OWN, Private
from referee.words import say

DAILY = "daily"


def mail_answer(hearing: Hearing, which: str) -> MailAnswer:
    """Choose which e-mails come: one a day is for all games of a player. Raises disk.Trouble."""
    settings, sender = hearing.table.settings, hearing.sender
    address = hearing.kept.addresses[sender.seat]
    if which == DAILY:
        if not is_daily(settings, address):
            keep_reader(settings, DailyReader(address, hearing.table.time()))
    else:
        forget_reader(settings, address)
        choose_letters(hearing, "" if which == EVERY else which)
    return MailAnswer((CHOSEN[which],), subject=say("Which e-mails you get"))


CHOSEN = {
    DAILY: say(
        "You get one e-mail a day, with everything from all your games here. I still answer your own e-mails at once. "
        "The clocks run as before. For single e-mails again, reply with `mail: every`."
    ),
    EVERY: say("You get an e-mail whenever a turn of this game ends."),
    OWN: say("You get e-mails of this game only when it is your turn, or when something concerns you."),
    NO_LETTERS: say(
        "You get no e-mails of this game, except answers to yours. They are kept for you: to get them, reply with "
        "`mail: every`. The clock is still running."
    ),
}
"""What the answer says to each choice."""


def choose_letters(hearing: Hearing, which: str) -> None:
    """Which e-mails of its game a seat gets; "": the usual ones. The game's lock is held. Raises disk.Trouble."""
    seat = hearing.sender.seat

    def with_choice(kept: Private) -> Private:
        others = {each: value for each, value in kept.letters.items() if each != seat}
        return kept._replace(letters={**others, seat: which} if which else others)

    private.change(hearing.table.settings.private, hearing.sender.game, with_choice)
