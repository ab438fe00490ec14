"""`poke`: a player reminds the one to move, who reads by whom.

Humanely: not before half of the time for the turn is over (without a clock: three days), and once a day in a game.
"""

from datetime import datetime, timedelta

from referee.app.errors import Refused
from referee.app.game_access import Game
from referee.app.post import due_reports
from referee.app.post.game_facts import facts_under, keep_facts
from referee.app.time.counted_time import BEGINNING, DAY, time, times_of, zone_of
from referee.app.time.deadlines import deadline, short_date_words, turn_of
from referee.mail.act.heard_mail import Hearing, MailAnswer
from referee.rules.proposals import open_proposal
from referee.store.private import NO_LETTERS
from referee.words import ENGLISH, Phrase, say, speaking

WITHOUT_CLOCK = timedelta(days=3)
"""So long a turn is left alone in a game without a clock."""
POKES = "pokes"


def poke_answer(hearing: Hearing, about: str) -> MailAnswer:
    """Remind the player to move. Raises Refused where there is nobody to remind, or not yet."""
    game, seat, table = hearing.game, hearing.sender.seat, hearing.table
    mover = mover_to_remind(game, seat)
    player, now = game.players[mover], time(table.time(), BEGINNING)
    with facts_under(table.settings, game.id, POKES) as known:
        is_same = (known.get("by"), known.get("entry")) == (seat, hearing.sender.entry)
        last = str(known["at"]) if known else ""
        is_old = not last or now - time(last, BEGINNING) >= DAY
    if not is_same or is_old:
        refuse_soon(game, player, now, last)
        remind_mover(hearing, mover)
        keep_facts(table.settings, game.id, POKES, {"at": table.time(), "by": seat, "entry": hearing.sender.entry})
    return MailAnswer((say("I reminded {player}, and said that it comes from you.", player=player),), subject=POKED)


POKED = say("Reminded")


def mover_to_remind(game: Game, seat: str) -> str:
    """Raises Refused."""
    turn = turn_of(game)
    if turn is None:
        raise Refused(say("Nobody is to move in this game now."))
    if open_proposal(game.log.documents):
        raise Refused(say("A proposal is open. The players who still have to answer get a reminder by themselves."))
    if turn.seat == seat:
        raise Refused(say("It is your own turn."))
    return turn.seat


def refuse_soon(game: Game, player: str, now: datetime, last: str) -> None:
    """Raises Refused before half of the time is over, and within a day of the last reminder that a player sent."""
    turn = turn_of(game)
    assert turn is not None
    found = deadline(game.log.documents, turn)
    first = found.half if found else times_of(game.log.documents)[turn.after] + WITHOUT_CLOCK
    if first is None:
        raise Refused(say("The clock is stopped, so {player} need not move now.", player=player))
    again = time(last, BEGINNING) + DAY if last else first
    if now < max(first, again):
        words = "{player} was reminded less than a day ago." if first < again else "{player} still has plenty of time."
        date = short_date_words(max(first, again), zone_of(game.log.documents))
        hint = say("You can remind {player} from {date} on.", player=player, date=date)
        raise Refused(say(words, player=player), hint)


def remind_mover(hearing: Hearing, mover: str) -> None:
    """Keep the reminder for the next e-mail to the player to move. Raises Refused where no e-mail goes there."""
    game, settings, kept = hearing.game, hearing.table.settings, hearing.kept
    if mover not in kept.addresses or kept.letters.get(mover) == NO_LETTERS:
        words = "I can't send {player} a reminder. Write to the moderator: `say to moderator: …`"
        raise Refused(say(words, player=game.players[mover]))
    with speaking(kept.languages.get(mover, ENGLISH)):
        text = str(reminder_words(game.players[hearing.sender.seat]))
    facts = mover, due_reports.FROM_REFEREE, text, game.log.last, game.players[mover]
    due_reports.store_words(settings, game.id, *facts)


def reminder_words(player: str) -> Phrase:
    return say("{player} is waiting for your move, and asked me to remind you. Have fun!", player=player)
