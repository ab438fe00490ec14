"""What becomes of a mail that takes a move back: done at once, asked of those who must agree, or refused."""

from collections.abc import Iterator
from contextlib import suppress

from referee.app.errors import Refused, Stop
from referee.app.game_access import Game
from referee.app.play.record_move import recorded_before, recorded_now
from referee.app.repair.take_back import MOST, UndoRequest, append_undo, proposal_fields, undo_of
from referee.mail.act.answer_ends import proposal_answer
from referee.mail.act.heard_mail import Hearing, MailAnswer, recorded_answer
from referee.mail.act.letter_words import undo_words
from referee.rules.entry_shapes import TURNS
from referee.rules.line import counted_entries
from referee.words import Phrase, say


def undo_answer(hearing: Hearing, about: str) -> MailAnswer:
    """A player takes a move back, or asks whether the game may go back to entry `about`. Raises Stop."""
    game, seat = hearing.game, hearing.sender.seat
    if before := taken_back_before(hearing):
        return recorded_answer(hearing.sender, recorded_before(game, seat, before), DONE)
    request = UndoRequest(int(about) if about else None, seat)
    undo = undo_of(game, request)
    if undo.asks:
        return proposal_answer(hearing, proposal_fields(request, undo))
    refuse_often(game, seat)
    hearing.game = append_undo(hearing.table, game, undo.back, request)
    done = recorded_now(hearing.game, seat)
    again = [AGAIN] if hearing.game.mover == seat else []
    return recorded_answer(hearing.sender, done, *undo_words(hearing.game, hearing.game.log.last, seat), *again)


def undo_offer(hearing: Hearing) -> list[Phrase]:
    """What `undo` would do after a move of the sender; nothing where it would be refused."""
    with suppress(Stop):
        undo = undo_of(hearing.game, UndoRequest(seat=hearing.sender.seat))
        return [UNDO_OFFERS[bool(undo.asks), len(undo.undone) > 1]]
    return []


def undo_hint(hearing: Hearing) -> Iterator[Phrase]:
    """How the sender takes the last move back, if that is possible."""
    with suppress(Stop):
        yield BACK[not undo_of(hearing.game, UndoRequest(seat=hearing.sender.seat)).asks]


UNDO_OFFERS = {
    (False, False): say("Not what you meant? Reply `undo`."),
    (False, True): say("Not what you meant? Reply `undo`: your whole turn is taken back."),
    (True, False): say("Not what you meant? Reply `undo`: it is taken back if the others agree."),
    (True, True): say("Not what you meant? Reply `undo`: your whole turn is taken back if the others agree."),
}
"""By whether others must agree, and whether it is more than the last part of a turn."""


BACK = {
    True: say("Nobody has moved since. To take it back, reply `undo`."),
    False: say("If the others agree, it can be taken back: reply `undo`."),
}
"""Whether nobody has moved since."""


WITH_A_MOVE = say(
    "You take a move back and send a move as well. Send `undo` alone first: then you get a new block for your move."
)
DONE = say("You have already taken your move back.")
AGAIN = say("It is your turn again. Your new block is below.")


def taken_back_before(hearing: Hearing) -> int:
    """The undo of this player since the e-mail that a mail answers: an earlier copy of the mail made it; 0: none."""
    since = range(hearing.sender.entry + 1, hearing.game.log.last + 1)
    entries = [(number, hearing.game.log.entry(number)) for number in since]
    own = [n for n, each in entries if each["kind"] == "undo" and each.get("seat") == hearing.sender.seat]
    return own[-1] if own else 0


def is_undone(hearing: Hearing) -> bool:
    """Whether this player has taken a move back since the e-mail that a mail answers, and not moved again."""
    game, undone = hearing.game, taken_back_before(hearing)
    again = [each for each in game.log.entries_after(undone) if each["kind"] in TURNS]
    return undone > 0 and all(each["seat"] != hearing.sender.seat for each in again)


def refuse_often(game: Game, seat: str) -> None:
    """Raises Refused if a player has taken too much back since somebody else moved."""
    others = [int(each["entry"]) for each in counted_entries(game.log.documents) if each["kind"] in TURNS]
    last = max([each for each in others if game.log.entry(each).get("seat") != seat], default=0)
    own = [each for each in game.log.entries_after(last) if each["kind"] == "undo" and each.get("seat") == seat]
    if len(own) >= MOST:
        words = "You have taken back {most} moves in this turn. Please ask the moderator."
        raise Refused(say(words, most=MOST))
