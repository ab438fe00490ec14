"""What a mail asks for besides a move: words to all or to single seats, absences, an edition, a nonce."""

import re
from collections.abc import Iterable, Iterator
from hashlib import sha256

from referee.app.editions import adopt_edition
from referee.app.game_access import Game
from referee.app.mail import private_words
from referee.app.mail.heard_mail import NOTHING, Hearing, MailAnswer, recorded_answer
from referee.app.play import deal_game, messages
from referee.app.time import enter_absence
from referee.app.time.absences import Used, listing
from referee.mail.read.requests import SAYINGS, TO_CANCEL, TO_LIST, Said, Wishes
from referee.rules.consents import NONE, seats_without_consent
from referee.store.documents import Aside
from referee.words import Phrase, say, term, word_list


def to_all(said: Iterable[Said]) -> str:
    """The words of a mail to all, as one text."""
    return "\n".join(each.text for each in said if not each.to)


def asides(hearing: Hearing, wish: Wishes) -> Iterator[MailAnswer]:
    """What else is asked for: words to others, days of absence, an edition, a nonce. Raises Stop."""
    yield from pass_on(hearing, wish)
    if wish.absent or wish.absence:
        yield away(hearing, wish)
    if wish.edition:
        yield consent(hearing, wish.edition)
    if wish.nonce:
        yield record_nonce(hearing, wish.nonce)


def old_asides(hearing: Hearing, wish: Wishes) -> Iterator[MailAnswer]:
    """The same of a mail whose tag is used up: nothing of it is done. What a copy of it did is not mentioned again."""
    if wish._replace(block=None).idle or all(is_said(hearing, wish, each) for each in wish.said or (None,)):
        return
    yield MailAnswer((USED_UP,) if wish.block else (USED_UP, NOTHING))


USED_UP = say(
    "You have moved since you got the e-mail that you answered, and it is good for one turn only. The rest of your "
    "mail was not done: write it in answer to the last e-mail that you got."
)


def is_said(hearing: Hearing, wish: Wishes, said: Said | None) -> bool:
    """Whether these words of the mail were passed on before, with a move or without; `said` is None: there are none."""
    if said is None:
        return False
    if said.to:
        facts = said.to, hearing.sender.seat, said.text, hearing.sender.entry
        return private_words.is_kept(hearing.table.settings, hearing.sender.game, *facts)
    text = to_all(wish.said)
    return is_said_with_move(hearing, text) or isinstance(talk_of(hearing, text), int)


def pass_on(hearing: Hearing, wish: Wishes) -> Iterator[MailAnswer]:
    """Words to all, in one entry, and to single seats; what the mail has too many of is left out. Raises Refused."""
    text, sender = to_all(wish.said), hearing.sender
    if text and not is_said_with_move(hearing, text):
        fields = talk_of(hearing, text)
        if not isinstance(fields, int):
            room(hearing).refuse_full()
        yield recorded_answer(sender, hearing.note("talk", fields), say("All will read: {text}", text=text))
    for said in (each for each in wish.said if each.to):
        if not is_said(hearing, wish, said):
            room(hearing).refuse_full()
            private_words.store_words(
                hearing.table.settings, sender.game, said.to, sender.seat, said.text, sender.entry
            )
        yield MailAnswer((say("{seat} will read this in the next letter: {text}", seat=said.to, text=said.text),))
    if wish.said and (left := room(hearing).announcement()):
        yield MailAnswer(left)
    if wish.surplus:
        yield MailAnswer((too_many(wish.surplus),))


def too_many(surplus: int) -> Phrase:
    words = (
        "Your mail says more than {most} things to all, or more than {most} to single players. Only the first of them "
        "are passed on: {surplus} were left out. Put what you have to say into one paragraph."
    )
    return say(words, most=SAYINGS, surplus=surplus)


def room(hearing: Hearing) -> messages.Room:
    return messages.room(hearing.table.settings, hearing.game, hearing.sender.seat)


def talk_of(hearing: Hearing, text: str) -> Aside | int:
    """The entry of words to all; or the number of the one that has them already."""
    return messages.talk_entry(hearing.game, hearing.sender.seat, text, hearing.sender.entry)


def is_said_with_move(hearing: Hearing, text: str) -> bool:
    """Whether a move since the letter that is answered says all of this already."""
    since = hearing.game.log.entries_after(hearing.sender.entry)
    own = [each for each in since if each["kind"] == "move" and each["seat"] == hearing.sender.seat]
    return any(set(text.split("\n")) <= set(str(each.get("say", "")).split("\n")) for each in own)


def away(hearing: Hearing, wish: Wishes) -> MailAnswer:
    """An absence that is entered, ended or listed. Raises Stop."""
    sender, table = hearing.sender, hearing.table
    if wish.absence == TO_LIST:
        return MailAnswer(tuple(listed_absences(hearing)))
    if wish.absent:
        first, last = wish.absent
        done = hearing.note("absent", enter_absence.absence_entry(table, hearing.game, sender.seat, first, last))
        own = say("You are away from {first} to {last}: entry {entry}.", first=first, last=last, entry=done.entry)
    else:
        coming = wish.absence == TO_CANCEL
        done = hearing.note("absent", enter_absence.ending(table, hearing.game, sender.seat, coming=coming))
        own = say("You are back, and nothing is entered for later: entry {entry}.", entry=done.entry)
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


def consent(hearing: Hearing, edition: str) -> MailAnswer:
    """A player agrees that the game goes on under a newer edition, or no longer agrees. Raises Stop."""
    seat = hearing.sender.seat
    fields = adopt_edition.consent(hearing.game, seat, edition)
    if not isinstance(fields, int):
        adopt_edition.refuse_too_many(hearing.game, seat)
    done = hearing.note("consent", fields)
    if edition == NONE:
        words = "You no longer agree to another edition: entry {entry}. The game goes on as before."
        return recorded_answer(hearing.sender, done, say(words, entry=done.entry))
    own = say("You agree to play on under edition {edition}: entry {entry}.", edition=edition, entry=done.entry)
    return recorded_answer(hearing.sender, done, own, still_missing(hearing.game, int(edition)))


def still_missing(game: Game, edition: int) -> Phrase:
    """Who has still to agree to an edition, or who does the rest."""
    if edition == game.book.edition.number:
        return say("This edition holds already.")
    if missing := seats_without_consent(game.log.documents, edition):
        names = [say("{player} ({seat})", player=game.players[seat], seat=term(seat)) for seat in missing]
        return say("These players have not agreed yet: {names}.", names=word_list(names))
    return say("All players agree. The moderator does the rest, and you get an e-mail when the edition takes over.")


def record_nonce(hearing: Hearing, words: str) -> MailAnswer:
    """A nonce: 32 hexadecimal digits as they are; any other words as the beginning of their SHA-256. Raises Stop."""
    words = words.strip()
    digits = words.lower()
    if not re.fullmatch("[0-9a-f]{32}", digits):
        digits = sha256(f"referee/nonce/1\n{words}".encode()).hexdigest()[:32]
    done = hearing.take(deal_game.enter_nonce(hearing.table, hearing.game, hearing.sender.seat, digits))
    says = say("Your nonce is {digits}, made of: {words}", digits=digits, words=words)
    own = says if digits != words.lower() else say("Your nonce is {digits}.", digits=digits)
    return recorded_answer(hearing.sender, done, own)
