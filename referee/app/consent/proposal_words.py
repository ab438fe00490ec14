"""A proposal in words, what would go with it, and until when it waits; and what was done in a turn."""

from collections.abc import Container, Sequence
from dataclasses import replace
from datetime import datetime
from typing import cast
from zoneinfo import ZoneInfo

from referee.app.game_access import Game
from referee.app.play.refusal import moves_phrase
from referee.app.repair.go_back import way
from referee.app.time.counted_time import BEGINNING, clock_of, time, zone_of
from referee.app.time.deadlines import date_words, deadline_sentence, short_date_words, short_deadline
from referee.rules.entry_shapes import TURNS
from referee.rules.line import counted_line
from referee.rules.proposals import LAPSED, Proposal, open_proposal, proposals
from referee.rules.replay import Moment
from referee.rules.rewrites import UNDO
from referee.show.endings import who_proposes
from referee.show.view import View
from referee.store.documents import Entry, is_kind
from referee.words import AND, SEMICOLON, Phrase, say, word_list


def proposal_words(game: Game, found: Proposal) -> Phrase:
    """`Bruno proposes a draw: everybody shares the victory.`"""
    return who_proposes(proposal_facts(game, found))


def proposal_facts(game: Game, found: Proposal) -> dict[str, object]:
    """What sentences about a proposal need."""
    own = undone_moves(game, found).get(found.seat)
    facts = {**found.entry, "player": game.players.get(found.seat, ""), "players": game.players}
    return {**facts, "undone": own} if own else facts


def undone_moves(game: Game, found: Proposal) -> dict[str, Phrase]:
    """Seat → its moves that would no longer count; none for a proposal that does not go back."""
    if found.what != UNDO or found.ended:
        return {}
    line, left = game.line, [each.number for each in way(game, int(str(found.own["back"]))).left]
    undone: dict[str, list[Phrase]] = {}
    for at, each in enumerate(line):
        if each.number in left and is_kind(each.entry, *TURNS) and not turn_continues(line, at):
            done = turn_deeds(game, line[: at + 1]) or moves_phrase(game.book.id, [each.entry])
            undone.setdefault(str(each.entry["seat"]), []).append(done)
    return {seat: word_list(moves, SEMICOLON) for seat, moves in undone.items()}


def question_words(game: Game, found: Proposal, seat: str) -> list[Phrase]:
    """What a seat is asked: what is proposed, and what else would go. No player knows the numbers of entries."""
    says = [proposal_words(game, found)]
    for each, moves in undone_moves(game, found).items():
        if each == seat:
            says.append(say("Your move would go, too: {moves}.", moves=moves))
        elif each != found.seat:
            says.append(say("{player}'s move would go, too: {moves}.", player=game.players[each], moves=moves))
    return says


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


def lapsed_words(game: Game, numbers: Container[int]) -> list[Phrase]:
    """Which proposals ended since the game continued with one of these entries."""
    words = "The game has continued, so this proposal is no longer open: {proposal}"
    found = [each for each in proposals(game.log.documents) if each.state == LAPSED and each.ended in numbers]
    ends = [each for each in found if not is_kind(game.log.entry(each.ended), "end")]
    return [say(words, proposal=proposal_words(game, each)) for each in ends]


def done_words(game: Game, number: int, entries: int = 0) -> Phrase | None:
    """`stones L8, K8; house L9`: all of the turn up to an entry, or only of so many entries; None where a title says
    nothing, or not yet.
    """
    line = counted_line(game.moments[: number + 1])
    if entries:
        line = [each if each.number > number - entries else as_aside(each) for each in line]
    return turn_deeds(game, line)


def as_aside(moment: Moment) -> Moment:
    """Turn a part of a turn into a message: the part that follows is then told alone."""
    is_turn = is_kind(moment.entry, *TURNS)
    return replace(moment, entry=cast(Entry, {**moment.entry, "kind": "talk"})) if is_turn else moment


def turn_deeds(game: Game, line: Sequence[Moment]) -> Phrase | None:
    return deeds_told(game.book.show().view(game.header, line, ""))


def deeds_told(view: View) -> Phrase | None:
    """All of the last turn that a view tells of; None where a title says nothing, or not yet."""
    found = [done for each in view.digest if isinstance(done := each.says.facts.get("done"), Phrase)]
    return (found[-1] if str(found[-1]) else say("a pass")) if found else None


def turn_continues(line: Sequence[Moment], at: int) -> bool:
    """Whether the turn of a moment goes on with the next."""
    seat, following = line[at].entry.get("seat"), line[at + 1 : at + 2]
    return any(is_kind(each.entry, *TURNS) and each.entry["seat"] == seat for each in following)
