"""A mail that answers a proposal: `yes`, `no` or `withdraw` as its first line. Where nothing is open, it says nothing.

In other mails these words stay what they are: a direction of the compass, a part of a sentence.
"""

from collections.abc import Callable, Container, Iterator, Sequence
from typing import NamedTuple

from referee.app.consent import answers, proposals
from referee.app.game_access import Game
from referee.app.mail.answer_ends import draw_answer, ended_words
from referee.app.mail.answer_requests import collected_answer, joined_answer
from referee.app.mail.answered_letter import AnsweredLetter
from referee.app.mail.generous_moves import MoveReader, known_names
from referee.app.mail.heard_mail import NOTHING, Hearing, MailAnswer, is_used_up, recorded_answer
from referee.app.play.record_move import recorded_before, recorded_now
from referee.app.time.answer_time import missing_players
from referee.mail.read import mail_text
from referee.mail.read.beside_words import fenced_lines, is_courtesy, written_parts
from referee.mail.read.mail_parts import FILE, HTML, TEXT, Mail, Part
from referee.mail.read.request_words import SIGNATURE_BELOW, folded_line
from referee.mail.read.requests import Unclear, Wishes, lines_of, wishes
from referee.reading.spoken_words import TooManyValues, spoken_words
from referee.rules.proposals import NO, OPEN, WITHDRAWN, YES, Proposal, last_proposal, proposal_at
from referee.show.sentences import header_after, of_every_title
from referee.store.documents import Aside, documents_before
from referee.store.private import Private
from referee.words import ENGLISH, Phrase, say

OFFER = "draw"
"""The line that proposes a draw, where it is no action of the title."""
GIVEN = {
    **dict.fromkeys(("yes", "yes please", "yes of course", "yes why not", "yes i agree", "i agree", "agreed"), YES),
    **dict.fromkeys(("ok", "okay", "yes ok", "ok yes", "fine", "fine by me", "fine with me", "sure"), YES),
    **dict.fromkeys(("ja", "ja gern", "ja gerne", "ja bitte", "ja klar", "einverstanden", "ja einverstanden"), YES),
    **dict.fromkeys(("oui", "oui d'accord", "oui bien sur", "d'accord", "si", "si certo", "si va bene"), YES),
    **dict.fromkeys(("d'accordo", "si d'accordo"), YES),
    **dict.fromkeys(("no", "no thanks", "no thank you", "no i don't agree", "i don't agree", "i disagree"), NO),
    **dict.fromkeys(("nein", "nein danke", "nicht einverstanden", "non", "non merci", "no grazie"), NO),
    OFFER: OFFER,
    **dict.fromkeys(("withdraw", "withdrawn", "zuruckziehen", "retirer", "ritirare"), WITHDRAWN),
}
"""What the first line of an answer may be, in plain letters."""

Next = Callable[[Mail, Wishes], MailAnswer]
"""Does what the rest of a mail asks for."""


class Answered(NamedTuple):
    """The answer to a proposal at the beginning of a mail, the mail without it, and its writer's own lines of that."""

    given: str
    rest: Mail
    lines: tuple[str, ...]


def answer_proposal(
    hearing: Hearing, kept: Private, mail: Mail, wish: Wishes, addresses: Sequence[str], go_on: Next
) -> MailAnswer:
    """Do what a mail asks for, and first what it answers to a proposal that its player was asked about.

    Raises what is not the player's fault.
    """
    names, _ = known_names(hearing, mail)
    found = answer_in(mail, addresses, names)
    if found is None or hearing.sender.entry > hearing.game.log.last:
        return go_on(mail, wish)
    asked = asked_proposal(hearing, found.given)
    if found.given != OFFER and asked is None:
        return go_on(mail, wish)
    known = asked and proposals.answered_before(hearing.game, asked.number, hearing.sender.seat, found.given)
    if is_used_up(hearing.game, hearing.sender) and not known:
        return go_on(mail, wish)
    rest = rest_of(hearing, kept, found, names)
    if asked is None:
        is_draw = not rest.has_more and not names_action(hearing, OFFER)
        return collected_answer(iter([draw_answer(hearing, "")])) if is_draw else go_on(mail, wish)
    if found.given == YES and rest.has_move:
        return MailAnswer((YES_AND_MOVE, NOTHING))
    done = collected_answer(recording_answers(hearing, asked, found.given))
    if not rest.has_more or done.refused:
        return done
    return joined_answer([done, go_on(found.rest, wishes(found.rest, addresses))])


YES_AND_MOVE = say(
    "You agree to a proposal and send a move as well. A move would end the proposal. Send only one of them: `yes` "
    "alone, or your move alone."
)


def names_action(hearing: Hearing, word: str) -> bool:
    """Whether moves of the title have a field or an action of this name."""
    words = spoken_words(hearing.game.book.id)
    return word in {*words.fields, *words.actions}


def answer_in(mail: Mail, addresses: Sequence[str], names: Container[str]) -> Answered | None:
    """The answer in the first line of a mail that is no greeting; None if that says something else."""
    try:
        lines = lines_of(mail)
    except Unclear:
        return None
    if not any(map(given_in, lines)):
        return None
    own = [number for number, is_own in enumerate(mail_text.own(lines, addresses)) if is_own]
    below = [n for n in own if SIGNATURE_BELOW.fullmatch(lines[n])]
    said = [n for n in own if (not below or n < below[0]) and lines[n].strip()]
    first = next((n for n in said if given_in(lines[n]) or not is_courtesy(lines[n], names)), None)
    if first is None or not (given := given_in(lines[first])):
        return None
    rest = "\n".join([line for number, line in enumerate(lines) if number != first])
    files = [part for part in mail.parts if part.kind not in (TEXT, HTML)]
    parts = (Part(TEXT, "", rest.encode(), rest, "utf-8", True), *files)
    return Answered(given, mail._replace(parts=parts), tuple([lines[n] for n in said if n > first]))


def given_in(line: str) -> str:
    """The answer that a line is; "" for any other."""
    return GIVEN.get(folded_line(line).replace(",", ""), "") if len(line) <= LONGEST and "?" not in line else ""


LONGEST = 60
"""Characters of a line that can be an answer."""


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
    """Whether a mail says more than its answer to a proposal, and whether that is a move.

    The e-mail that it answers may be repeated below, with its block: that says nothing.
    """

    has_more: bool
    has_move: bool


def rest_of(hearing: Hearing, kept: Private, found: Answered, names: Container[str]) -> Rest:
    letter = AnsweredLetter(hearing, kept)
    moves = MoveReader(hearing, kept.languages.get(hearing.sender.seat, ENGLISH))
    has_file = any(part.kind == FILE for part in found.rest.parts)
    try:
        own = letter.own_lines(fenced_lines(list(found.lines), moves.is_move_line, letter.has_words_of_others))
        written = written_parts(own.lines, moves.is_move_line)
        edited = any(not letter.is_offered(each.text_lines) for each in written.blocks)
        beside = [each for each in (*written.above, *written.below) if each.strip() and not is_courtesy(each, names)]
        has_move = has_file or edited or any(moves.read([each]).is_read for each in beside)
    except TooManyValues:
        return Rest(True, True)
    return Rest(has_file or edited or bool(beside), has_move)


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
    return ended_words(hearing.game) or repair_words(hearing.game)


def repair_words(game: Game) -> list[Phrase]:
    """What the last entry changed of those before it, if it did."""
    moment = game.moments[-1]
    told = of_every_title(header_after(game.header, game.moments[:-1]), moment) if moment.rewrite else None
    return [told.says] if told else []
