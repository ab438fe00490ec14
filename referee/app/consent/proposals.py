"""Proposals are made, answered and withdrawn, and those who have not answered are reminded once."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import cast

from referee.app.consent.proposal_words import proposal_words
from referee.app.errors import Refused
from referee.app.game_access import Game, Table
from referee.app.play import record_move
from referee.app.play.entries import last_turn
from referee.app.play.read_move import refuse_idle
from referee.app.post import due_reports
from referee.app.time.counted_time import BEGINNING, terms_of, time, utc_text, zone_of
from referee.app.time.deadlines import TurnClock, date_words
from referee.rules.entry_shapes import MODERATOR
from referee.rules.proposals import WITHDRAWN, Proposal, open_proposal, proposal_at
from referee.store import private
from referee.store.documents import Aside, people
from referee.store.private import NO_LETTERS, Private
from referee.words import ENGLISH, Phrase, say, speaking, word_list

USUAL = timedelta(hours=72)
"""So long a proposal waits for answers in a game without a clock."""
MOST = 3
"""So many proposals of a kind may come from a seat by mail between two of its turns."""


def propose(table: Table, game: Game, fields: Aside) -> Game | int:
    """The game with a proposal; or the number of its entry, if just this proposal is open already.

    fields: `what`, its own fields, `asks`, and `seat`, `by` or both. The caller holds the lock. Raises Refused.
    """
    refuse_over(game)
    if found := open_proposal(game.log.documents):
        if is_same(found, fields):
            return found.number
        raise Refused(already_open(game, found))
    if not fields["asks"]:
        raise Refused(say("There is nobody who could agree or refuse."))
    whole = cast(Aside, {**fields, "until": answers_until(table, game)})
    return record_move.append_aside(table, game, "proposal", whole)


def refuse_over(game: Game) -> None:
    """Raises Refused for a game in which nobody is to move."""
    refuse_idle(game)
    if game.mover is None:
        raise Refused(say("{game} is already over.", game=game.id))


def is_same(found: Proposal, fields: Aside) -> bool:
    """Whether a proposal is the one that these fields would make, whoever enters it."""
    own = {key: value for key, value in fields.items() if key not in ("seat", "by", "what", "asks")}
    same = {key: list(value) if isinstance(value, tuple) else value for key, value in own.items()}
    return (found.what, found.seat, found.own) == (fields["what"], fields.get("seat", ""), same)


def already_open(game: Game, found: Proposal) -> Phrase:
    words = "There can be only one proposal at a time, and one is open: {proposal} {missing} still has to answer."
    if len(found.missing) > 1:
        words = "There can be only one proposal at a time, and one is open: {proposal} {missing} still have to answer."
    missing = word_list([game.players[seat] for seat in found.missing])
    return say(words, proposal=proposal_words(game, found), missing=missing)


def answers_until(table: Table, game: Game) -> str:
    """Until when a proposal of now waits for answers: as long as a turn may take, weekends counted as in a turn."""
    now, terms = time(table.time(), BEGINNING), terms_of(game.log.documents)
    end = TurnClock((), terms).after(now, terms.allowance) if terms else now + USUAL
    return utc_text(cast(datetime, end))


def others(game: Game, seat: str) -> list[str]:
    """The seats that people play, besides this one."""
    return [each for each in people(game.log.documents) if each != seat]


def answered_before(game: Game, number: int, seat: str, answer: str) -> int:
    """The number of the entry with which a seat answered proposal `number` just so; 0: there is none."""
    facts, own = (str(number), answer, seat), 0
    for n, each in enumerate(game.log.entries, 1):
        if each["kind"] == "answer" and answer_facts(dict(each)) == facts:
            own = n
        elif each["kind"] == "player" and (str(each.get("proposal")), each["seat"]) == (str(number), seat):
            own = 0  # that was somebody else's answer
    return own


def answer_facts(entry: dict[str, object]) -> tuple[str, str, str]:
    return str(entry["proposal"]), str(entry["answer"]), str(entry.get("seat", ""))


def refuse_unasked(game: Game, number: int, seat: str, answer: str) -> None:
    """Raises Refused, in plain words, where a seat cannot answer proposal `number`."""
    found = proposal_at(game.log.documents, number)
    if found.ended:
        raise Refused(say("The proposal is no longer open, so nobody can answer it."), became_words(found))
    if answer == WITHDRAWN:
        if seat != found.seat:
            raise Refused(say("Only the one who made a proposal can withdraw it."))
    elif not seat:
        raise Refused(say("The moderator answers no proposal. One of their own they can withdraw."))
    elif seat not in found.asks:
        raise Refused(say("{seat} isn't asked: {asks} must answer.", seat=seat, asks=word_list(found.asks)))
    elif seat in found.answers:
        raise Refused(say("{seat} has already answered: {answer}.", seat=seat, answer=found.answers[seat]))


def became_words(found: Proposal) -> Phrase:
    """What became of a proposal that has ended."""
    return say(BECAME[found.state])


BECAME = {
    "agreed": "Everybody agreed to it.",
    "refused": "Somebody did not agree.",
    "withdrawn": "It was withdrawn.",
    "lapsed": "The game continued before everybody had answered.",
}


def entered_answer(found: Proposal, seat: str, given: str, by: str = MODERATOR) -> Aside:
    """The fields of an answer that somebody else enters for a seat."""
    fields: Aside = {"proposal": found.number, "answer": given, "by": by}
    return {"seat": seat, **fields} if seat else fields


def refuse_too_many(game: Game, seat: str, what: str) -> None:
    """Raises Refused if a player has proposed the same thing too often since their last turn."""
    since = game.log.entries_after(last_turn(game, seat))
    own = [each for each in since if each["kind"] == "proposal" and (each.get("seat"), each["what"]) == (seat, what)]
    if len([each for each in own if "by" not in each]) >= MOST:
        words = "You have proposed this {most} times since your last turn. Propose it again after your next turn."
        raise Refused(say(words, most=MOST))


def overdue_answer(game: Game, now: datetime) -> Proposal | None:
    """The open proposal whose time for answers is over."""
    found = open_proposal(game.log.documents)
    return found if found and time(found.entry["until"], BEGINNING) <= now else None


def seats_to_remind(table: Table, game: Game, found: Proposal, now: datetime) -> Iterator[tuple[str, str]]:
    """The seats that get a reminder of an open proposal now, and its text in their language."""
    if now < half_of(found) or not private.is_kept(table.settings.private, game.id):
        return
    kept = private.read_private_part(table.settings.private, game.id)
    for seat in found.missing:
        text = reminder_text(game, found, kept.languages.get(seat, ENGLISH))
        if gets_letters(kept, seat) and not is_reminded(table, game, seat, text, found.number):
            yield seat, text


def half_of(found: Proposal) -> datetime:
    """When half of the time for answers is over."""
    begin, end = (time(found.entry[key], BEGINNING) for key in ("at", "until"))
    return begin + (end - begin) / 2


def gets_letters(kept: Private, seat: str) -> bool:
    return seat in kept.addresses and kept.letters.get(seat) != NO_LETTERS


def reminder_text(game: Game, found: Proposal, language: str) -> str:
    date = date_words(time(found.entry["until"], BEGINNING), zone_of(game.log.documents))
    words = "Please answer the proposal, with `yes` or `no`, until {date}. No answer counts as a no."
    with speaking(language):
        return str(say(words, date=date))


def is_reminded(table: Table, game: Game, seat: str, text: str, entry: int) -> bool:
    """Whether the reminder of the proposal of an entry waits for the next e-mail to a seat, or was delivered."""
    return due_reports.is_kept(table.settings, game.id, seat, due_reports.FROM_REFEREE, text, entry)


def remind_seat(table: Table, game: Game, seat: str, text: str, entry: int) -> None:
    """Keep a reminder for the next e-mail to a seat. Raises Refused, NotRecorded."""
    facts = seat, due_reports.FROM_REFEREE, text, entry, game.players[seat]
    due_reports.store_words(table.settings, game.id, *facts)
