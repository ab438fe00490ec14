"""Answers to what a player asks by a word or two, `help` or `show 12`; and what of a mail goes to the moderator.

Nothing of this is recorded in a game. What only the moderator can do becomes a note, and waits for the moderator.
"""

from collections.abc import Callable, Iterable, Iterator

from referee.app.errors import Refused
from referee.app.game_access import Game
from referee.app.look import library
from referee.app.mail import answer_ends
from referee.app.mail.answer_undo import undo_answer
from referee.app.mail.heard_mail import Hearing, MailAnswer
from referee.app.mail.moderator_notes import FREE, WORDS
from referee.app.mail.noted_words import add_note, moderator_name
from referee.app.mail.ordered_mail import orders_answer
from referee.app.time import deadline_words
from referee.app.time.answer_time import time_sentence
from referee.app.time.counted_time import clock_of
from referee.mail.read.request_words import HELP, ORDERS, RULES, SHOW, START, STATUS, STOP, TIME, UNDO
from referee.mail.read.requests import Wishes
from referee.rules.entry_shapes import takes_orders
from referee.rules.replay import PLAYING, WAITING
from referee.show.clock_sentences import more_hours
from referee.show.endings import ending_words
from referee.store import private
from referee.store.private import NO_LETTERS, Private
from referee.words import Phrase, say, term


def questions(hearing: Hearing, wish: Wishes) -> Iterator[MailAnswer]:
    """What becomes of each request of a mail, and of words to the moderator. Raises Stop."""
    for each in wish.asked:
        yield ANSWERS[each.kind](hearing, each.about)
    if wish.to_moderator:
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
    say("`undo` – you take your last turn back. If others have moved since, they are asked."),
    say("`ask for 2 days` – the moderator is asked to give you more time."),
    say("`absent: 2026-12-24 to 2027-01-02` – you are away, and your clock stops; `absent: list` – your absences."),
    say("`back` – you are back; `absent: none` – you cancel your absences."),
    say("`say: Good luck!` – everybody reads it; `say to Anna: Hello!` – only Anna reads it."),
    say("`say to moderator: …` – only the moderator reads it."),
    say("`offer a draw` – you propose a draw; `abandon game` – that the game ends without a winner. All must agree."),
    say("`concede` – you give the game up. `resign` – you stop, and the referee plays your seat."),
    say("`withdraw` – you take back what you proposed, as long as not all have answered."),
    say("`stop mail` – you get no e-mails; `start mail` – you get them again."),
)
ORDERS_LINE = say("`orders` – you see what you ordered ahead; `orders: none` – you cancel it.")
RULE_LINE = "`rules {rule}` – you get a rule; `rules {chapter}` – a chapter of the rules."


def moderator_lines(hearing: Hearing) -> tuple[Phrase, ...]:
    mail = hearing.table.settings.mail
    return (say("The moderator is {moderator}.", moderator=mail.moderator),) if mail and mail.moderator else ()


def status_answer(hearing: Hearing, about: str) -> MailAnswer:
    """The game as it is now: the e-mail itself says below whose turn it is, and with a clock until when."""
    return MailAnswer(tuple(turn_words(hearing)), subject=say("The game as it is now"), shows=True)


def turn_words(hearing: Hearing) -> Iterator[Phrase]:
    game, seat = hearing.game, hearing.sender.seat
    if mover_in(game) is None:
        yield say("The game waits for its deal.") if game.phase == WAITING else say("The game is over.")
        if game.ending:
            yield ending_words(game.ending, game.players)
        return
    yield say("This is the game as it is now.")
    now = deadline_words.moment(hearing.table.time())
    if not time_sentence(game, seat, now) and not clock_of(game.log.documents):
        yield say("This game has no clock: a turn may take as long as it takes.")


def mover_in(game: Game) -> str | None:
    return game.mover if game.phase == PLAYING else None


def show_answer(hearing: Hearing, about: str) -> MailAnswer:
    """The game as it is now, or as it was after an entry. Raises Refused."""
    last = hearing.game.log.last
    if not about or int(about) == last:
        return MailAnswer((say("This is the game as it is now."),), subject=say("The game as it is now"), shows=True)
    if int(about) > last:
        words = "There is no entry {entry} yet; the last one is {last}."
        raise Refused(say(words, entry=about, last=last), say("Write `show {last}`, or `show`.", last=last))
    words = "This is the game as it was after entry {entry}. The last entry is {last}."
    subject = say("The game after entry {entry}", entry=about)
    return MailAnswer((say(words, entry=about, last=last),), subject=subject, at=int(about), shows=True)


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


def time_answer(hearing: Hearing, hours: str) -> MailAnswer:
    """A player asks for more time: the moderator decides."""
    subject = say("You ask for more time")
    if not clock_of(hearing.game.log.documents):
        return MailAnswer((say("This game has no clock: take your time."),), subject=subject)
    add_note(hearing, TIME, about=hours)
    name = moderator_name(hearing)
    own = say(TIME_PASSED_ON[bool(name)], name=name, time=more_hours(int(hours)))
    return MailAnswer((own, say("Until you hear more, your deadline stays as it is.")), subject=subject)


def stop_answer(hearing: Hearing, about: str) -> MailAnswer:
    """A player wants no e-mails: what is due is kept. The moderator hears of it."""
    choose_letters(hearing, NO_LETTERS)
    add_note(hearing, STOP)
    words = (
        "You get no more e-mails of this game, except answers to yours. They are kept for you: to get them, write "
        "`start mail`. The clock is still running, and the moderator has been informed."
    )
    return MailAnswer((say(words),), subject=say("No more e-mails"))


def start_answer(hearing: Hearing, about: str) -> MailAnswer:
    choose_letters(hearing, "")
    return MailAnswer((say("You get e-mails of this game again."),), subject=say("E-mails again"))


def choose_letters(hearing: Hearing, which: str) -> None:
    """Which e-mails a seat gets; "": the usual ones. Its game's lock is held. Raises disk.Trouble."""
    seat = hearing.sender.seat

    def with_choice(kept: Private) -> Private:
        others = {each: value for each, value in kept.letters.items() if each != seat}
        return kept._replace(letters={**others, seat: which} if which else others)

    private.change(hearing.table.settings.private, hearing.sender.game, with_choice)


def words_to_moderator(hearing: Hearing, wish: Wishes) -> MailAnswer:
    """That words are passed on; and how to move, where the mail says nothing else."""
    add_note(hearing, words_kind(wish), wish.to_moderator)
    name = moderator_name(hearing)
    words = [say(WORDS_PASSED_ON[bool(name)], name=name)]
    if mover_in(hearing.game) == hearing.sender.seat and not wish.block:
        words.append(say("Your turn is still open."))
    words += [wish.free, say("To see what else you can write, write `help`.")] if wish.free else []
    return MailAnswer(tuple(words), subject=say("Passed on to the moderator"))


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
    RULES: rules_answer,
    TIME: time_answer,
    STOP: stop_answer,
    START: start_answer,
    **answer_ends.ANSWERS,
    UNDO: undo_answer,
    ORDERS: orders_answer,
}
"""For each kind of request what answers it."""
