"""What an answer offers can be taken by one word: `yes 4f2k`, or `yes`, `1` or `2` in reply to just that answer.

An offer is the exact block or line. Whoever takes it is read as if they had typed that in place of the word. The last
offer of each seat is kept in its game's private part; losing it costs only a question.
"""

from typing import NamedTuple

from referee.app.consent.proposal_words import question_words
from referee.app.post.game_facts import name_now
from referee.mail.act.admission import move_for_now, sender_now
from referee.mail.act.answer_older import answer_older
from referee.mail.act.answer_proposals import asked_proposal
from referee.mail.act.answer_requests import collected_answer
from referee.mail.act.corrections import CHANGED, TAKING_BACK, correction_answer
from referee.mail.act.generous_moves import known_names
from referee.mail.act.heard_mail import (
    NOTHING,
    OLDER,
    SEND_ONE,
    SEND_PART,
    STILL_OPEN,
    Hearing,
    MailAnswer,
    Offer,
    kept_offer,
)
from referee.mail.act.letter_words import YES_OR_NO, asking_subject
from referee.mail.read.mail_parts import Mail
from referee.mail.read.requests import wishes
from referee.mail.read.short_answers import NO, YES, ShortMail, short_mail
from referee.rules.entry_shapes import turning
from referee.rules.proposals import Proposal
from referee.words import OR, Phrase, say, word_list


def with_codes(hearing: Hearing, done: MailAnswer) -> MailAnswer:
    """An answer that says by which word each of its blocks and lines is taken."""
    blocks = tuple(move_for_now(hearing, each.encode()).decode() for each in (*done.readings, done.draft))
    done = done._replace(readings=blocks[:-1], draft=blocks[-1])
    texts = (*done.readings, *done.lines)
    if not texts or done.offer or hearing.sender.signer:
        return done
    sender, documents = sender_now(hearing), hearing.game.log.documents
    choices = {hearing.offer_code(sender.entry, each): each for each in texts}
    player = hearing.game.players[sender.seat]
    done = done._replace(offer=Offer(sender.entry, turning(documents), choices, player))
    if not done.readings:
        ways = [say("Or reply `yes {code}`.", code=code) for code in choices]
        return done._replace(opening=(*done.opening, *ways[:1])) if len(ways) == 1 else with_numbers(done, choices)
    said = done.opening[:-1] if done.opening[-1:] in ((SEND_ONE,), (SEND_PART,)) else done.opening
    if len(choices) > 1:
        return with_numbers(done._replace(opening=said), choices)
    how = PART if done.opening[-1:] == (SEND_PART,) else ONE
    return done._replace(opening=(*said, say(how, code=next(iter(choices)))))


ONE = "To play it, reply `yes {code}`. Or reply with this block, as you want it, and nothing else:"
PART = "I can read only a part of it. If it is all that you mean, reply `yes {code}`, or send this block alone:"
SEVERAL = (
    "Reply {numbers}, or with one of these blocks, and nothing else. The `yes` with its code works from any e-mail."
)


def with_numbers(done: MailAnswer, choices: dict[str, str]) -> MailAnswer:
    """An answer whose offers have numbers."""
    numbers = word_list([f"`{number}`" for number in range(1, len(choices) + 1)], OR)
    blocks = [f"{number} – yes {code}\n{each}" for number, (code, each) in enumerate(choices.items(), 1)]
    return done._replace(opening=(*done.opening, say(SEVERAL, numbers=numbers)), readings=tuple(blocks))


class TakenOffer(NamedTuple):
    """The mail as if what it takes had been typed; or the answer, where that is known already."""

    mail: Mail | None = None
    answer: MailAnswer | None = None


def taken_offer(hearing: Hearing, mail: Mail) -> TakenOffer:
    """What a mail takes of an offer to its seat; nothing for any other mail. Raises NotYours."""
    sender = hearing.sender
    found = short_mail(mail, hearing.addresses, known_names(hearing, mail)[0])
    if not found or not found.short.is_sure or found.short.other or found.short.given not in ("", YES, NO):
        return TakenOffer()
    offer, choice = kept_offer(hearing.table.settings.private, sender.game, sender.seat), found.short.choice
    settings, player = hearing.table.settings, hearing.game.players[sender.seat]
    if offer and name_now(settings, sender.game, sender.seat, offer.player) != player:
        offer = None
    if offer is None or (len(choice) > 1 and choice not in offer.choices):
        return TakenOffer(answer=unknown_code(hearing, offer, choice)) if len(choice) > 1 else TakenOffer()
    is_declined = found.short.given == NO and choice in offer.choices
    text = "" if is_declined else offer.choices.get(choice) or bare_choice(offer, found, mail)
    if text is None:
        return TakenOffer()
    if not choice and (asked := asked_proposal(hearing, found.short.given)):
        return TakenOffer(answer=which_answer(hearing, offer, asked))
    if text and not choice and not found.short.is_firm:
        return TakenOffer(answer=MailAnswer((*ways_to_take(offer), NOTHING)))
    hearing.sender = sender._replace(entry=offer.entry)
    if not text:
        return TakenOffer(answer=MailAnswer((DECLINED, NOTHING), subject=say("Nothing was recorded")))
    if text.startswith(TAKING_BACK):
        block = text.removeprefix(TAKING_BACK)
        return TakenOffer(answer=collected_answer(correction_answer(hearing, offer, each) for each in [block]))
    typed = found.with_lines(text.rstrip("\n").split("\n"))
    if turning(hearing.game.log.documents[: sender.since + 1]) == offer.turn:
        return TakenOffer(typed)
    done = answer_older(hearing, wishes(typed, hearing.addresses))
    return TakenOffer(answer=MailAnswer((CHANGED, NOTHING), is_older=True) if OLDER in done.opening else done)


def unknown_code(hearing: Hearing, offer: Offer | None, code: str) -> MailAnswer:
    """What may be meant by a code that is in no offer: the proposal that is open, the last offer, or else the turn."""
    says = say(UNKNOWN, code=code)
    if asked := asked_proposal(hearing, YES):
        question = question_words(hearing.game, asked, hearing.sender.seat)
        return MailAnswer((says, STILL_OPEN, *question, YES_OR_NO), subject=asking_subject(hearing.game, asked))
    texts = list(offer.choices.values()) if offer and turning(hearing.game.log.documents) == offer.turn else []
    blocks, lines = [[each for each in texts if ("\n" in each) is is_block] for is_block in (True, False)]
    if not texts or any(each.startswith(TAKING_BACK) for each in texts):
        return MailAnswer((says, NOTHING), is_older=True)
    alone = [say("Reply with this line alone: `{line}`", line=each) for each in lines]
    opening = (says, STILL_OPEN, say("This is what I offered you last:"), *alone, *([SEND_ONE] if blocks else []))
    return MailAnswer(opening, readings=tuple(blocks), lines=tuple(lines))


def which_answer(hearing: Hearing, offer: Offer, asked: Proposal) -> MailAnswer:
    """A bare yes or no may be about an offer or a proposal: in reply to this answer it is about the proposal."""
    question = question_words(hearing.game, asked, hearing.sender.seat)
    return MailAnswer(
        (WHICH, *ways_to_take(offer), FOR_PROPOSAL, *question, NOTHING), subject=asking_subject(hearing.game, asked)
    )


def ways_to_take(offer: Offer) -> list[Phrase]:
    return [say("To take what I offered, reply `yes {code}`.", code=code) for code in offer.choices]


WHICH = say("Two questions are open. Which one do you answer?")
FOR_PROPOSAL = say("To answer the proposal, reply `yes` or `no` to this e-mail:")


def bare_choice(offer: Offer, found: ShortMail, mail: Mail) -> str | None:
    """What a bare word takes in reply to just the e-mail that made the offer; "" for nothing of it; None: unknown."""
    answers = mail.first("in-reply-to").split() or mail.first("references").split()[-1:]
    if not (offer.message in answers if answers else offer.is_last):
        return None
    texts, given, choice = list(offer.choices.values()), found.short.given, found.short.choice
    if given == NO:
        return "" if not choice else None
    if choice:
        return texts[int(choice) - 1] if 0 < int(choice) <= len(texts) else None
    return texts[0] if len(texts) == 1 else None


UNKNOWN = "I don't know the code `{code}`."
DECLINED = say("All right.")
