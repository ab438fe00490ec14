"""Answers about the days on which a player is away: entered, ended, or listed."""

from collections.abc import Iterator

from referee.app.time import absences
from referee.app.time.absences import Used, listing
from referee.mail.act.heard_mail import Hearing, MailAnswer, recorded_answer
from referee.mail.read.requests import TO_CANCEL, TO_LIST, Wishes
from referee.show.day_words import day_phrase
from referee.words import Phrase, say


def away(hearing: Hearing, wish: Wishes) -> MailAnswer:
    """An absence that is entered, ended or listed. Raises Stop."""
    sender, table = hearing.sender, hearing.table
    if wish.absence == TO_LIST:
        return MailAnswer(tuple(listed_absences(hearing)), subject=say("Your absences"))
    if wish.absent:
        first, last = wish.absent
        done = hearing.note("absent", absences.absence_entry(table, hearing.game, sender.seat, first, last))
        own = away_words(first, last, table.time())
    else:
        coming = wish.absence == TO_CANCEL
        done = hearing.note("absent", absences.ending(table, hearing.game, sender.seat, coming=coming))
        own = say("You are back, and no later absence is planned.") if coming else say("You are back.")
    return recorded_answer(sender, done, own, days_used(listing(hearing.game.log.documents, sender.seat).used))


def away_words(first: str, last: str, now: str) -> Phrase:
    facts = {"first": day_phrase(first, now), "last": day_phrase(last, now)}
    if first == last:
        return say("You are away on {first}.", **facts)
    return say("You are away from {first} to {last}.", **facts)


def listed_absences(hearing: Hearing) -> Iterator[Phrase]:
    found = listing(hearing.game.log.documents, hearing.sender.seat)
    for each in found.absences:
        if each.end > each.start:
            words = away_words(each.first, each.last, hearing.table.time())
            yield say("{absence} It ended early.", absence=words) if each.ended else words
    yield days_used(found.used)


def days_used(used: Used) -> Phrase:
    return say("So far {days} of your {most} days of absence in this game are used.", **used._asdict())
