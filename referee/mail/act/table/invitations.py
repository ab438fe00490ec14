"""The answer to an invitation, `yes` or `no`, while a game waits for its players: it is dealt when all have said yes.

A `yes` is recorded as the nonce `yes`. A nonce of their own, for a share in the shuffle, says yes, too.
"""

from hashlib import sha256

from referee.app.errors import Refused
from referee.app.game_access import Game
from referee.app.play import deal_game
from referee.app.post.moderator_notes import DECLINED
from referee.mail.act.heard_mail import Hearing, MailAnswer, recorded_answer
from referee.rules.entry_shapes import first_nonces, silent_seats
from referee.rules.proposals import NO
from referee.rules.replay import WAITING
from referee.words import AND, Phrase, say, word_list

NONCE = sha256(b"referee/nonce/1\nyes").hexdigest()[:32]
"""The nonce of the word `yes`: anybody can know it."""


def is_inviting(game: Game) -> bool:
    """Whether a game waits for the answers of its players."""
    return game.phase == WAITING and game.log.header.get("nonces") == "wait"


def missing_seats(game: Game) -> list[str]:
    """The seats that have not said yes."""
    return silent_seats(game.log.documents)


def invitation_answer(hearing: Hearing, given: str) -> MailAnswer:
    """A player takes their seat, or declines, which the moderator learns. Raises Stop."""
    game, seat, subject = hearing.game, hearing.sender.seat, say("The invitation")
    is_in = seat not in missing_seats(game)
    if given == NO and is_in:
        raise Refused(say("You have already said yes. Write to the moderator: `say to moderator: …`"))
    if given == NO:
        hearing.add_note(DECLINED)
        words = "You don't play this game. If you change your mind, reply with `yes` as long as it hasn't begun."
        return MailAnswer((say(words),), subject=subject)
    if is_in:
        return MailAnswer((IN, who_is_missing(game)), subject=subject)
    nonce = first_nonces(game.log.documents).get(seat, NONCE)  # who takes a seat over cannot change the deal
    done = hearing.take(deal_game.enter_nonce(hearing.table, game, seat, nonce))
    return recorded_answer(hearing.sender, done, IN, who_is_missing(hearing.game))


IN = say("You are in.")


def who_is_missing(game: Game) -> Phrase:
    if game.phase != WAITING:
        return say("All have said yes: the game begins.")
    names = word_list([game.players[each] for each in missing_seats(game)], AND)
    return say("The game begins when these have said yes, too: {players}.", players=names)
