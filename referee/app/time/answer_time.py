"""Until when a proposal waits for answers, and by when a move is due where none is open: in words, for every reader."""

from datetime import datetime
from zoneinfo import ZoneInfo

from referee.app.consent.proposal_words import proposal_words
from referee.app.game_access import Game
from referee.app.time.counted_time import BEGINNING, clock_of, time, zone_of
from referee.app.time.deadline_words import date_words, deadline_sentence, short_date_words, short_deadline
from referee.rules.proposals import Proposal, open_proposal
from referee.words import AND, Phrase, say, word_list


def time_sentence(game: Game, reader: str, now: datetime | None = None) -> Phrase | None:
    """The players who must answer the open proposal, and by when. Without one: `deadline_sentence`. Raises Refused."""
    found = open_proposal(game.log.documents)
    if found is None:
        return deadline_sentence(game, reader, now)
    words = proposal_sentence(game, found, reader, zone_of(game.log.documents))
    if clock_of(game.log.documents):
        return say("{proposal} The clock is stopped until then.", proposal=words)
    return words


def short_time(game: Game, now: datetime | None = None) -> Phrase | None:
    """The same in a few words: `a proposal waits for Anna until Wed 25 Nov, 07:40`. Raises Refused."""
    found = open_proposal(game.log.documents)
    if found is None:
        return short_deadline(game, now)
    date = short_date_words(end_of(found), zone_of(game.log.documents))
    return say("a proposal waits for {players} until {date}", players=missing_players(game, found), date=date)


def end_of(found: Proposal) -> datetime:
    return time(found.entry["until"], BEGINNING)


def missing_players(game: Game, found: Proposal) -> Phrase:
    """The players who still have to answer."""
    return word_list([game.players[seat] for seat in found.missing], AND)


def proposal_sentence(game: Game, found: Proposal, reader: str, zone: ZoneInfo) -> Phrase:
    """What is proposed, and who has to answer until when; the reader who has to reads how."""
    date = date_words(end_of(found), zone)
    if reader in found.missing:
        words = "A proposal waits for your answer, `yes` or `no`, until {date}. No answer counts as a no."
        return say(words, date=date)
    words = "{proposal} {players} can still answer, until {date}."
    return say(words, proposal=proposal_words(game, found), players=missing_players(game, found), date=date)
