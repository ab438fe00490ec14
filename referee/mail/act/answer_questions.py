"""Answers to what a player asks by a word or two, `help`, `list` or `show 12`; and what of a mail is for the moderator.

Nothing of this is recorded in a game. What only the moderator can do becomes a note, and waits for the moderator.
"""

from collections.abc import Callable, Iterable, Iterator

from referee.app.consent.proposal_words import short_time, time_sentence
from referee.app.errors import Refused
from referee.app.game_access import Game, Table
from referee.app.look import library
from referee.app.look.game_views import turn_lines
from referee.app.post.moderator_notes import FREE, WORDS
from referee.app.time import deadlines
from referee.app.time.counted_time import BEGINNING, clock_of, time, zone_of
from referee.app.time.deadlines import date_words
from referee.mail.act import answer_ends
from referee.mail.act.answer_undo import undo_answer, undo_hint
from referee.mail.act.heard_mail import Hearing, MailAnswer
from referee.mail.act.letter_words import WANT_TO_PLAY
from referee.mail.act.ordered_mail import orders_answer
from referee.mail.act.plain_senders import OwnSeat, own_seats
from referee.mail.act.table.daily_letters import choose_letters, letter_choice_answer
from referee.mail.act.table.new_address import address_answer
from referee.mail.act.table.new_games import is_inviting, missing_seats, rematch_answer, who_is_missing
from referee.mail.act.table.poke import poke_answer
from referee.mail.act.table.talk_after import is_after_end, publish_answer
from referee.mail.read.request_words import (
    ADDRESS,
    AGAIN,
    HELP,
    HISTORY,
    LIST,
    MAIL,
    ORDERS,
    POKE,
    PUBLISH,
    REMATCH,
    RULES,
    SHOW,
    START,
    STATUS,
    STOP,
    TIME,
    UNDO,
)
from referee.mail.read.requests import Wishes
from referee.rules.entry_shapes import takes_orders
from referee.rules.replay import CLOSED, PLAYING, WAITING
from referee.show.clock_sentences import time_asked
from referee.show.endings import ending_words, plain_victory
from referee.show.view import Line
from referee.store.private import NO_LETTERS
from referee.words import Phrase, say, term

MOST = 60
"""So many games are listed: those that wait for their player come first, and finished ones last."""


def list_answer(hearing: Hearing, about: str) -> MailAnswer:
    """Whose turn it is in each game of the player, until when, and how the finished ones ended."""
    address = hearing.kept.addresses.get(hearing.sender.seat, "")
    found = own_seats(hearing.table, address, opened=hearing.game)
    lines = [line_of_seat(hearing.table, each) for each in found[:MOST]]
    more = [say("More games that are not shown: {number}.", number=len(found) - MOST)] if len(found) > MOST else []
    return MailAnswer((YOURS, *lines, *more, HOW_TO_MOVE), subject=say("Your games"))


YOURS = say("These are your games:")
HOW_TO_MOVE = say(
    "To move, answer the last e-mail of that game. Did you lose it? Answer any e-mail of it with `again`."
)


def line_of_seat(table: Table, own: OwnSeat) -> Phrase:
    game = own.game
    if game is None:
        return say("{game}: it can't be read at the moment. The moderator will see that.", game=own.id)
    facts = {"game": game.id, "title": game.book.name, "seat": term(own.seat)}
    return say("{game} – {title} ({seat}): {state}", **facts, state=state_words(table, game, own.seat))


def state_words(table: Table, game: Game, seat: str) -> Phrase:
    """Whose turn it is and until when, or how the game ended."""
    if game.is_over or game.phase == CLOSED:
        return result_words(game)
    if game.phase == WAITING:
        return say("not dealt yet.")
    until = short_time(game, deadlines.moment(table.time()))
    facts = {"player": game.players[game.mover or seat], "until": until or ""}
    if game.mover == seat:
        return say("your turn, {until}.", **facts) if until else say("your turn.")
    return say("{player}'s turn, {until}.", **facts) if until else say("{player}'s turn.", **facts)


def result_words(game: Game) -> Phrase:
    """How a game ended, in a sentence."""
    if game.ending:
        return ending_words(game.ending, game.players)
    outcome = game.outcome if game.is_over else None
    if outcome is None or not outcome.winners:
        return say("The game is over.")
    return plain_victory(outcome.winners, outcome.counts, outcome.unit, game.players)


def questions(hearing: Hearing, wish: Wishes) -> Iterator[MailAnswer]:
    """What becomes of each request of a mail, and of words to the moderator. Raises Stop."""
    asks_time = any(each.kind == TIME for each in wish.asked) and bool(clock_of(hearing.game.log.documents))
    for each in wish.asked:
        if each.kind == TIME:
            yield time_answer(hearing, each.about, wish.to_moderator)
        else:
            yield ANSWERS[each.kind](hearing, each.about)
    if wish.to_moderator and not asks_time:
        yield words_to_moderator(hearing, wish)
    if wish.withheld:
        words = (
            "Your e-mail has a move as well. It was not recorded, since you asked for something else. To move, send "
            "the move in an e-mail of its own."
        )
        yield MailAnswer((say(words),))


def help_answer(hearing: Hearing, about: str) -> MailAnswer:
    """What a player may write."""
    rule = next(iter(rules_of(hearing.game)), "")
    ahead = [ORDERS_LINE] if takes_orders(hearing.game.header) else []
    lines = [*HELP_LINES, *ahead, *([say(RULE_LINE, rule=rule, chapter=rule.partition(".")[0])] if rule else [])]
    return MailAnswer((HELP_HEADLINE, *lines, *moderator_lines(hearing)), subject=say("What you can write"))


HELP_HEADLINE = say(
    "To move, answer the last e-mail that asked you to. Edit the block in it, or use the button. You can also answer "
    "any e-mail of this game with one of these lines:"
)
HELP_LINES = (
    say("`status` – you learn whose turn it is, and until when."),
    say("`show` – you get the board and your cards as they are now; `show 12` – as they were after entry 12."),
    say("`why` and an action – you learn whether that is legal now, and by which rule. Nothing is recorded."),
    say("`history` – you get all turns so far, in one line each."),
    say("`undo` – you take your last turn back. If others have moved since, they are asked."),
    say("`ask for 2 days`, `ask for time until 2026-12-24` – the moderator is asked to give you more time."),
    say("`absent: 2026-12-24 to 2027-01-02` – you are away, and your clock stops; `absent: list` – your absences."),
    say("`back` – you are back; `absent: none` – you cancel your absences."),
    say("`say: Good luck!` – everybody reads it; `say to Anna: Hello!` – only Anna reads it."),
    say("`say to moderator: …` – only the moderator reads it."),
    say("`note: …` – you keep a note for yourself. Nobody else reads it while the game runs."),
    say("`offer a draw` – you propose a draw; `abandon game` – that the game ends without a winner. All must agree."),
    say("`concede` – you give the game up. `resign` – you stop, and the referee plays your seat."),
    say("`withdraw` – you take back what you proposed, as long as not all have answered."),
    say("`stop mail` – you get no e-mails; `start mail` – you get them again."),
    say("`mail: daily` – you get one e-mail a day over all your games; `mail: own` – only what concerns you."),
    say("`list` – you see all your games; `again` – you get my last e-mail once more."),
    say("`poke` – I remind the player to move, if more than half of the time is over."),
    say("`rematch` – after the end you offer to play again. `publish: yes` – your words after the end are published."),
)
ORDERS_LINE = say("`orders` – you see what you ordered ahead; `orders: none` – you cancel it.")
RULE_LINE = "`rules {rule}` – you get a rule; `rules {chapter}` – a chapter of the rules."


def moderator_lines(hearing: Hearing) -> tuple[Phrase, ...]:
    mail = hearing.table.settings.mail
    return (say("The moderator is {moderator}.", moderator=mail.moderator),) if mail and mail.moderator else ()


def status_answer(hearing: Hearing, about: str) -> MailAnswer:
    """The game as it is now: the e-mail itself says below whose turn it is, and with a clock until when."""
    return MailAnswer(tuple(turn_words(hearing)), subject=NOW, shows=True)


NOW = say("The game as it is now")


def turn_words(hearing: Hearing) -> Iterator[Phrase]:
    game, seat = hearing.game, hearing.sender.seat
    if mover_in(game) is None:
        yield say("The game waits for its deal.") if game.phase == WAITING else say("The game is over.")
        yield from [who_is_missing(game)] if is_inviting(game) else []
        if game.ending:
            yield ending_words(game.ending, game.players)
        return
    yield say("This is the game as it is now.")
    now = deadlines.moment(hearing.table.time())
    if not time_sentence(game, seat, now) and not clock_of(game.log.documents):
        yield say("This game has no clock: a turn may take as long as it takes.")


def mover_in(game: Game) -> str | None:
    return game.mover if game.phase == PLAYING else None


def show_answer(hearing: Hearing, about: str) -> MailAnswer:
    """The game as it is now, or as it was after an entry. Raises Refused."""
    last = hearing.game.log.last
    if not about or int(about) == last:
        is_waiting = is_inviting(hearing.game)
        now = tuple(turn_words(hearing)) if is_waiting else (say("This is the game as it is now."),)
        return MailAnswer(now, subject=NOW, shows=True)
    if int(about) > last:
        words = "There is no entry {entry} yet; the last one is {last}."
        raise Refused(say(words, entry=about, last=last), say("Write `show {last}`, or `show`.", last=last))
    subject = say("The game after entry {entry}", entry=about)
    return MailAnswer((past_words(hearing.game, int(about)),), subject=subject, at=int(about), shows=True)


def past_words(game: Game, entry: int) -> Phrase:
    """Which position is shown. The header has no time."""
    last, at = game.log.last, game.moments[entry].entry.get("at")
    if at is None:
        return say("This is the game as it was before its first entry. The last entry is {last}.", last=last)
    date = date_words(time(str(at), BEGINNING), zone_of(game.log.documents))
    words = "This is the game as it was on {date}, after entry {entry}. The last entry is {last}."
    return say(words, date=date, entry=entry, last=last)


MOST_TURNS = 100
"""So many lines are in one answer, the newest ones: its page stays small enough for Gmail."""


def history_answer(hearing: Hearing, about: str) -> MailAnswer:
    """The turns so far, in one line each."""
    lines = list(turn_lines(hearing.game))
    if (cut := len(lines) - MOST_TURNS) > 0:
        lines[:cut] = [Line(say("Earlier lines that are left out: {number}.", number=cut))]
    if not lines:
        return MailAnswer((say("Nobody has moved yet."),), subject=HISTORY_SUBJECT, shows=True)
    words = say("These are the turns so far. To see the game after one of them, reply with `show` and its number.")
    return MailAnswer((words,), subject=HISTORY_SUBJECT, shows=True, history=tuple(lines))


HISTORY_SUBJECT = say("The turns so far")
MOST_RULES = 30
"""So many rules are in one answer: more than any chapter has."""


def rules_of(game: Game) -> dict[str, str]:
    """The rules of a game by number, under the edition that holds."""
    return {number: each.law for number, each in library.laws(game.book).items()}


def rules_answer(hearing: Hearing, about: str) -> MailAnswer:
    """A rule, or a chapter of the rules. Raises Refused."""
    known = rules_of(hearing.game)
    chapters = list(dict.fromkeys(number.partition(".")[0] for number in known))
    if not chapters:
        raise Refused(say("The rules of this game have no numbers here. Ask the moderator."))
    wanted = about if "-" in about else f"{chapters[0].partition('-')[0]}-{about}"
    found = [number for number in known if wanted in (number, number.partition(".")[0])]
    facts = {"first": chapters[0], "last": chapters[-1], "rule": next(iter(known))}
    how = say("Write `rules {first}` for a chapter, from {first} to {last}, or `rules {rule}` for one rule.", **facts)
    if not about:
        return MailAnswer((how,), subject=say("The rules"))
    if not found:
        raise Refused(say("There is no rule {number}.", number=wanted), how)
    lines = [say("{number}: {law}", number=number, law=term(known[number])) for number in found[:MOST_RULES]]
    return MailAnswer(tuple(lines), subject=say("The rules: {number}", number=wanted))


WORDS_PASSED_ON = {
    True: "I passed your words on to {name}, who moderates this game.",
    False: "I kept your words for the moderator, who gets no e-mail about them here, but sees them in a list.",
}
"""Whether a moderator is named to whom e-mails go: what its player is answered."""
TIME_PASSED_ON = {
    True: "I asked {name}, who moderates this game, to give you {time}.",
    False: "The moderator will see that you ask for {time}, but gets no e-mail about it here.",
}


def time_answer(hearing: Hearing, about: str, words: str = "") -> MailAnswer:
    """A player asks for more time, with these words: the moderator decides."""
    subject = say("You ask for more time")
    if not clock_of(hearing.game.log.documents):
        return MailAnswer((say("This game has no clock: take your time."),), subject=subject)
    hearing.add_note(TIME, words, about)
    name = hearing.moderator_name
    own = say(TIME_PASSED_ON[bool(name)], name=name, time=time_asked(about))
    return MailAnswer((own, say("Until you hear more, your deadline stays as it is.")), subject=subject)


def stop_answer(hearing: Hearing, about: str) -> MailAnswer:
    """A player wants no e-mails: what is due is kept. The moderator hears of it."""
    choose_letters(hearing, NO_LETTERS)
    hearing.add_note(STOP)
    words = (
        "You get no more e-mails of this game, except answers to yours. They are kept for you: to get them, write "
        "`start mail`. The clock is still running, and the moderator has been informed."
    )
    return MailAnswer((say(words),), subject=say("No more e-mails"))


def start_answer(hearing: Hearing, about: str) -> MailAnswer:
    choose_letters(hearing, "")
    return MailAnswer((say("You get e-mails of this game again."),), subject=say("E-mails again"))


def again_answer(hearing: Hearing, about: str) -> MailAnswer:
    """The last e-mail once more, whole, as the game is now."""
    words = say("Here is my last e-mail once more, with the game as it is now.")
    return MailAnswer((words,), subject=say("Once more"), shows=True, is_older=True)


def words_to_moderator(hearing: Hearing, wish: Wishes) -> MailAnswer:
    """That words are passed on; and how to move, where the mail says nothing else."""
    hearing.add_note(words_kind(wish), wish.to_moderator)
    name = hearing.moderator_name
    words = [say(WORDS_PASSED_ON[bool(name)], name=name)]
    if mover_in(hearing.game) == hearing.sender.seat and not wish.block:
        words.append(say("Your turn is still open."))
    if wish.free:
        words += [*how_to_go_on(hearing, wish.free), say("To see what else you can write, write `help`.")]
    return MailAnswer(tuple(words), subject=say("Passed on to the moderator"))


def how_to_go_on(hearing: Hearing, says: Phrase) -> Iterator[Phrase]:
    """What a player may do whose mail has no move, of which `says` speaks."""
    if is_after_end(hearing.game):
        yield AFTER_END
    elif is_inviting(hearing.game) and hearing.sender.seat in missing_seats(hearing.game):
        yield WANT_TO_PLAY
    elif mover_in(hearing.game) == hearing.sender.seat:
        yield says
    else:
        yield from undo_hint(hearing)


AFTER_END = say("The game is over. To say something to the other players, begin it with `say:`.")


def words_kind(wish: Wishes) -> str:
    return FREE if wish.free else WORDS


def joined_subject(done: Iterable[MailAnswer]) -> Phrase | None:
    """What the answer to several wishes is about; None where that is no single thing."""
    subjects = [each.subject for each in done]
    return subjects[0] if subjects and all(subjects) else None


ANSWERS: dict[str, Callable[[Hearing, str], MailAnswer]] = {
    HELP: help_answer,
    STATUS: status_answer,
    SHOW: show_answer,
    HISTORY: history_answer,
    RULES: rules_answer,
    TIME: time_answer,
    STOP: stop_answer,
    START: start_answer,
    **answer_ends.ANSWERS,
    UNDO: undo_answer,
    ORDERS: orders_answer,
    LIST: list_answer,
    POKE: poke_answer,
    AGAIN: again_answer,
    MAIL: letter_choice_answer,
    REMATCH: rematch_answer,
    PUBLISH: publish_answer,
    ADDRESS: address_answer,
}
"""For each kind of request what answers it."""
