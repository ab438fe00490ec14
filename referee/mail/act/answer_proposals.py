"""A mail that answers a proposal: `yes`, `no` or `withdraw` as its first line. Where nothing is open, it says nothing.

In other mails these words stay what they are: a direction of the compass, a part of a sentence.
"""

from collections.abc import Callable, Container, Iterator
from typing import NamedTuple

from referee.app.consent import answers, proposal_words, proposals
from referee.app.consent.proposal_words import missing_players
from referee.app.game_access import Game
from referee.app.play.record_move import recorded_before, recorded_now
from referee.mail.act.answer_ends import draw_answer, ended_words
from referee.mail.act.answer_requests import answer, collected_answer, joined_answer
from referee.mail.act.answered_letter import AnsweredLetter
from referee.mail.act.generous_moves import MoveReader, known_names
from referee.mail.act.heard_mail import NOTHING, STILL_OPEN, Hearing, MailAnswer, is_used_up, recorded_answer
from referee.mail.act.letter_words import YES_OR_NO, asking_subject, rewrite_words
from referee.mail.act.table import new_games
from referee.mail.read.beside_words import fenced_lines, is_courtesy, written_parts
from referee.mail.read.mail_parts import FILE, Mail
from referee.mail.read.requests import Wishes, wishes
from referee.mail.read.short_answers import DRAW, ShortAnswer, ShortMail, short_mail
from referee.reading.spoken_words import TooManyValues, spoken_words
from referee.rules.proposals import NO, OPEN, WITHDRAWN, YES, Proposal, last_proposal, proposal_at
from referee.store.documents import Aside, documents_before
from referee.words import Phrase, say

Next = Callable[[Mail, Wishes], MailAnswer]
"""Does what the rest of a mail asks for."""


def answer_proposal(hearing: Hearing, mail: Mail, wish: Wishes, go_on: Next) -> MailAnswer:
    """Do what a mail asks for, and first what it answers to a proposal that its player was asked about.

    Raises what is not the player's fault.
    """
    names, _ = known_names(hearing, mail)
    found = short_mail(mail, hearing.addresses, names)
    if found is None or found.short.choice or hearing.sender.entry > hearing.game.log.last:
        return go_on(mail, wish)
    given = found.short.given
    if given in (YES, NO) and found.short.is_sure and new_games.is_inviting(hearing.game):
        return collected_answer(new_games.invitation_answer(hearing, each) for each in [given])
    if given in (YES, NO) and found.short.is_sure and new_games.is_offered(hearing.table, hearing.game):
        return collected_answer(new_games.answer_offer(hearing, each) for each in [given])
    asked = asked_proposal(hearing, given)
    if given != DRAW and asked is None:
        return go_on(mail, wish)
    known = asked and proposals.answered_before(hearing.game, asked.number, hearing.sender.seat, given)
    if is_used_up(hearing.game, hearing.sender) and not known:
        return go_on(mail, wish)
    rest = rest_of(hearing, found, names)
    if asked is None:
        is_draw = found.short == ShortAnswer(DRAW) and not rest.has_more and not names_action(hearing, DRAW)
        return collected_answer(iter([draw_answer(hearing, "")])) if is_draw else go_on(mail, wish)
    if given == DRAW:  # it may agree to a draw, offer one, or draw something
        is_move = names_action(hearing, DRAW) and found.short != ShortAnswer(DRAW)
        return go_on(mail, wish) if is_move else asked_again(hearing, asked, found.short.other or DRAW)
    if given == YES and rest.has_move:
        return MailAnswer((YES_AND_MOVE, NOTHING))
    further = wishes(found.rest, hearing.addresses)
    if not found.short.is_sure or (given == YES and rest.has_more and (further.free or further.idle)):
        words = " ".join([*([found.short.other] if found.short.other else []), *rest.words])
        return asked_again(hearing, asked, words)
    done = collected_answer(recording_answers(hearing, asked, given))
    if found.short.other:
        unused = say("I did not use: {words}", words=found.short.other[:200])
        done = done._replace(opening=(*done.opening, unused))
    if not rest.has_more or done.refused:
        return done
    return joined_answer([done, go_on(found.rest, further)])


def asked_again(hearing: Hearing, asked: Proposal, words: str) -> MailAnswer:
    """The question once more: nobody knows whether these words are a yes or a no."""
    doubt = say("Is this a yes or a no? You write: {words}", words=words[:200])
    question = proposal_words.question_words(hearing.game, asked, hearing.sender.seat)
    return MailAnswer((doubt, STILL_OPEN, *question, YES_OR_NO), subject=asking_subject(hearing.game, asked))


def answer_asked(hearing: Hearing, wish: Wishes) -> MailAnswer:
    """Do what a mail asks for; where it has mere words, and its e-mail asked for a yes or no, ask again."""
    asked = asked_proposal(hearing, YES) if wish.free else None
    return asked_again(hearing, asked, wish.to_moderator) if asked else answer(hearing, wish)


YES_AND_MOVE = say(
    "You agree to a proposal and send a move as well. A move would end the proposal. Send only one of them: `yes` "
    "alone, or your move alone."
)


def names_action(hearing: Hearing, word: str) -> bool:
    """Whether moves of the title have a field or an action of this name."""
    words = spoken_words(hearing.game.book.id)
    return word in {*words.fields, *words.actions}


def asked_proposal(hearing: Hearing, given: str) -> Proposal | None:
    """The proposal that a mail can answer: the e-mail that it answers asked this seat about it, or showed its own."""
    game, seat, entry = hearing.game, hearing.sender.seat, hearing.sender.entry
    if entry > game.log.last:
        return None
    found = last_proposal(documents_before(game.log.documents, entry + 1))
    if found is None or found.state != OPEN:
        return None
    is_meant = found.seat == seat if given == WITHDRAWN else seat in found.missing
    return proposal_at(game.log.documents, found.number) if is_meant else None


class Rest(NamedTuple):
    """Whether a mail says more than its answer to a proposal, whether that is a move, and the words of it.

    The e-mail that it answers may be repeated below, with its block: that says nothing.
    """

    has_more: bool
    has_move: bool
    words: tuple[str, ...] = ()


def rest_of(hearing: Hearing, found: ShortMail, names: Container[str]) -> Rest:
    letter, moves = AnsweredLetter(hearing), MoveReader(hearing)
    has_file = any(part.kind == FILE for part in found.rest.parts)
    try:
        own = letter.own_lines(fenced_lines(list(found.lines), moves.is_move_line, letter.has_words_of_others))
        written = written_parts(own.lines, moves.is_move_line)
        edited = any(not letter.is_offered(each.text_lines) for each in written.blocks)
        beside = [each for each in (*written.above, *written.below) if each.strip() and not is_courtesy(each, names)]
        has_move = has_file or edited or any(moves.read([each]).is_read for each in beside)
    except TooManyValues:
        return Rest(True, True)
    return Rest(has_file or edited or bool(beside), has_move, tuple(beside))


def recording_answers(hearing: Hearing, found: Proposal, given: str) -> Iterator[MailAnswer]:
    """Record an answer, and what everybody agreed to; or explain what ended the proposal meanwhile. Raises Stop."""
    game, seat = hearing.game, hearing.sender.seat
    if before := proposals.answered_before(game, found.number, seat, given):
        hearing.game = answers.carry_out(hearing.table, game)
        done = recorded_before(hearing.game, seat, before)
        yield recorded_answer(hearing.sender, done, ANSWERED[given])
        return
    if found.ended:
        yield MailAnswer((say("The proposal is no longer open."), proposals.became_words(found), NOTHING))
        return
    proposals.refuse_unasked(game, found.number, seat, given)
    fields: Aside = {"seat": seat, "proposal": found.number, "answer": given}
    last = game.log.last
    hearing.game = answers.append_answer(hearing.table, game, fields)
    done = recorded_now(hearing.game, seat, hearing.game.log.last - last)
    yield recorded_answer(hearing.sender, done, ANSWERED[given], *what_follows(hearing, found))


ANSWERED = {
    YES: say("You agree to the proposal."),
    NO: say("You don't agree to the proposal. The game continues."),
    WITHDRAWN: say("You took your proposal back. The game continues."),
}


def what_follows(hearing: Hearing, found: Proposal) -> list[Phrase]:
    """Who still has to answer, or how the game ended."""
    now = proposal_at(hearing.game.log.documents, found.number)
    if now.state == OPEN:
        return [say("Still to answer: {players}.", players=missing_players(hearing.game, now))]
    return ended_words(hearing.game) or repair_words(hearing.game, hearing.sender.seat)


def repair_words(game: Game, reader: str) -> list[Phrase]:
    """What the last entry changed of those before it, if it did."""
    return list(rewrite_words(game, game.log.last, reader)) if game.moments[-1].rewrite else []
