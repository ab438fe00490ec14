"""The answer to a mail whose e-mail is used up (`is_used_up`): it changes nothing, and gets the newest e-mail again."""

from collections.abc import Iterator

from referee.app.ahead import written_orders
from referee.app.errors import NotYours, Stop, Unreplayable
from referee.app.play import submit_move
from referee.app.play.entries import TURNS
from referee.app.play.read_move import read_move
from referee.app.play.refusal import moves_phrase
from referee.app.time.counted_time import BEGINNING, time, zone_of
from referee.app.time.deadlines import short_date_words
from referee.mail.act.admission import Admission
from referee.mail.act.answer_questions import questions, words_kind
from referee.mail.act.answer_requests import (
    away,
    collected_answer,
    handle_block,
    is_said,
    move_answer,
    nonce_in,
    to_its_seat,
)
from referee.mail.act.answer_undo import BACK, is_undone, undo_answer, undo_hint
from referee.mail.act.heard_mail import NOTHING, OLDER, Hearing, MailAnswer
from referee.mail.read.request_words import LOOKING, ORDERS, UNDO, Request
from referee.mail.read.requests import TO_LIST, Block, Wishes
from referee.reading import BadInput
from referee.store.documents import is_kind
from referee.words import Phrase, say


def answer_older(hearing: Hearing, wish: Wishes) -> MailAnswer:
    """What becomes of such a mail: nothing of it changes anything.

    What only asks to know something is answered, and what an earlier copy of the mail did is recognised.
    """
    return collected_answer(older_answers(hearing, wish))._replace(is_older=True)


def with_reason(hearing: Hearing, done: MailAnswer) -> MailAnswer:
    """An answer that its e-mail is used up, with what became of the turn: the player's own move, or a missed turn."""
    game, sender = hearing.game, hearing.sender
    counted = [each.number for each in game.line if is_kind(each.entry, *TURNS)]
    turns = [game.log.entry(number) for number in counted if sender.entry < number <= sender.since]
    own = [each for each in turns if each["seat"] == sender.seat]
    if OLDER not in done.opening or not own:
        return done
    last, moves = own[-1], moves_phrase(game.book.id, own[-1:])
    day = short_date_words(time(str(last["at"]), BEGINNING), zone_of(game.log.documents))
    why = say(LATE, day=day, moves=moves) if last["kind"] == "missed" else say(MOVED, moves=moves)
    how = list(undo_hint(hearing))
    left = [each for each in done.opening if each not in (OLDER, NOTHING)]
    return done._replace(opening=(*left, OLDER, why, *how, NOTHING), refused=())


LATE = "You were too late: on {day} the referee played for you: {moves}."
MOVED = "You have already moved: {moves}."


def moved_words(moves: Phrase) -> tuple[Phrase, ...]:
    """That a player has moved, and nobody since."""
    return say(MOVED, moves=moves), BACK[True]


def older_answers(hearing: Hearing, wish: Wishes) -> Iterator[MailAnswer]:
    """Raises Stop."""
    try:
        known = older_move(hearing, wish.block) if wish.block else None
    except (NotYours, Unreplayable):
        raise
    except (Stop, BadInput) as refused:
        yield MailAnswer((OLDER, NOTHING), (refused,))
        return
    yield from [known] if known else []
    reading = [each for each in wish.asked if is_question(each)]
    yield from questions(hearing, Wishes(asked=tuple(reading), withheld=bool(reading) and wish.withheld))
    if wish.absence == TO_LIST:
        yield away(hearing, Wishes(absence=TO_LIST))
    if is_undone(hearing) and UNDO in [each.kind for each in wish.asked]:
        yield undo_answer(hearing, "")
    left = new_wishes(hearing, wish)
    if left.idle and not wish.idle and (known or not wish.block):
        return
    yield MailAnswer((OLDER,) if known else (OLDER, NOTHING))


def older_move(hearing: Hearing, block: Block) -> MailAnswer | None:
    """The verdict on a block, or that its move is recorded already; None for any other. Raises Stop, BadInput."""
    if block.check:
        return handle_block(hearing, block, ())
    draft = read_move(hearing.table, block.raw, block.name)
    if nonce_in(draft.source) or written_orders.is_orders(draft.source):
        return None
    done = submit_move.rehearse_in(hearing.table, hearing.game, draft, Admission(hearing.sender))
    return move_answer(hearing, done) if done.before else None


def is_question(asked: Request) -> bool:
    """Whether a request only asks to know something."""
    return asked.kind in LOOKING or asked == Request(ORDERS)


def new_wishes(hearing: Hearing, wish: Wishes) -> Wishes:
    """What a mail wants to change besides a move, without what an earlier copy of it did."""
    said = [to_its_seat(hearing, each) for each in wish.said]
    undone = [UNDO] if is_undone(hearing) else []
    asked = [each for each in wish.asked if not is_question(each) and each.kind not in undone]
    return wish._replace(
        block=None,
        said=tuple([each for each in said if not is_said(hearing, wish._replace(said=tuple(said)), each)]),
        asked=tuple(asked),
        absence="" if wish.absence == TO_LIST else wish.absence,
        to_moderator="" if hearing.is_noted(words_kind(wish), wish.to_moderator) else wish.to_moderator,
    )
