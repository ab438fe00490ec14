"""Answers about the days on which a player is away: entered, ended, or listed."""

from collections.abc import Iterator

from referee.app.mail.heard_mail import Hearing, MailAnswer, recorded_answer
from referee.app.time import absences
from referee.app.time.absences import Used, listing
from referee.mail.read.requests import TO_CANCEL, TO_LIST, Wishes
from referee.words import Phrase, say


def away(hearing: Hearing, wish: Wishes) -> MailAnswer:
    """An absence that is entered, ended or listed. Raises Stop."""
    sender, table = hearing.sender, hearing.table
    if wish.absence == TO_LIST:
        return MailAnswer(tuple(listed_absences(hearing)), subject=say("Your absences"))
    if wish.absent:
        first, last = wish.absent
        done = hearing.note("absent", absences.absence_entry(table, hearing.game, sender.seat, first, last))
        own = say("You are away from {first} to {last}: entry {entry}.", first=first, last=last, entry=done.entry)
    else:
        coming = wish.absence == TO_CANCEL
        done = hearing.note("absent", absences.ending(table, hearing.game, sender.seat, coming=coming))
        own = say("You are back, and no later absence is planned: entry {entry}.", entry=done.entry)
        if not coming:
            own = say("You are back: entry {entry}.", entry=done.entry)
    return recorded_answer(sender, done, own, days_used(listing(hearing.game.log.documents, sender.seat).used))


def listed_absences(hearing: Hearing) -> Iterator[Phrase]:
    found = listing(hearing.game.log.documents, hearing.sender.seat)
    for each in found.absences:
        if each.end > each.start:
            facts = {"first": each.first, "last": each.last}
            yield (
                say("Away from {first} to {last}; ended early.", **facts)
                if each.ended
                else say("Away from {first} to {last}.", **facts)
            )
    yield days_used(found.used)


def days_used(used: Used) -> Phrase:
    return say("You use {days} of {most} days of absence in this game.", **used._asdict())
