"""What an e-mail about a game is about: its subject, and what it says first. Call all of it inside `speaking`."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from referee.app.consent.proposal_words import lapsed_words, question_words, turn_continues, turn_deeds
from referee.app.game_access import Game
from referee.app.look.game_views import lawful, written_parts
from referee.app.time.counted_time import BEGINNING, absences, terms_of, time, times_of, zone_of
from referee.app.time.deadlines import length_words, short_date_words, short_deadline, turn_of, turn_time
from referee.mail.write.addresses import Appointment, Letter
from referee.reading.schemas import move_parts
from referee.rules import entry_shapes
from referee.rules.entry_shapes import REWRITES, takes_orders
from referee.rules.line import counted_line
from referee.rules.proposals import Proposal, open_proposal
from referee.rules.replay import CLOSED, PLAYING, WAITING, Moment
from referee.rules.rewrites import way_of
from referee.show.clock_sentences import day_phrase, more_hours
from referee.show.endings import ending_words
from referee.show.sentences import header_after, of_every_title
from referee.show.view import Line, View, title_phrase
from referee.store.documents import Entry, is_kind
from referee.words import AND, Phrase, say, term, word_list


def letter_about(
    game: Game, view: View, reader: tuple[str, str, str, str], kind: str, subject: Phrase, opening: tuple[Phrase, ...]
) -> Letter:
    """An e-mail after the last entry of a game, to a `reader`: seat, name, address and language."""
    whose = (game.id, str(view.full_title), *reader, game.log.last, game.log.head)
    return Letter(*whose, str(game.log.documents[-1].get("at", view.at)), kind, subject, opening)


REMINDERS = ("reminded", "overdue")
TURNS = ("deal", "move", "missed")
PROPOSALS = ("proposal", "answer")


class LetterNews(NamedTuple):
    """What a letter is about: the entries that its reader does not know yet, oldest first; () for private words."""

    game: Game
    seat: str
    entries: tuple[Entry, ...] = ()

    @property
    def last(self) -> Entry:
        return self.entries[-1] if self.entries else {"kind": "whisper", "at": ""}

    @property
    def is_reminder(self) -> bool:
        return self.last.get("event") in REMINDERS

    @property
    def mover(self) -> str | None:
        """The seat to move; None also before the deal and after the closing."""
        return self.game.mover if self.game.phase == PLAYING else None

    @property
    def proposal(self) -> Proposal | None:
        """The open proposal."""
        return open_proposal(self.game.log.documents)

    @property
    def missed_entry(self) -> Entry | None:
        """The turn of this seat that was missed, if that is news."""
        found = [each for each in self.entries if each.get("kind") == "missed" and each["seat"] == self.seat]
        return found[-1] if found else None

    @property
    def is_end(self) -> bool:
        """Whether the game is over, closed or not."""
        return self.game.phase == CLOSED or self.game.is_over


def subject_of(news: LetterNews) -> Phrase:
    """The subject of an e-mail: of what players wrote it has at most their names."""
    if news.is_reminder:
        return reminder_subject(news.game)
    if news.last.get("kind") in ("talk", "whisper"):
        return say("A message for you")
    if news.proposal and news.seat in news.proposal.missing:
        return asking_subject(news.game, news.proposal)
    if news.last.get("kind") in PROPOSALS:
        return say("A proposal") if news.proposal else say("The game continues: a proposal was not accepted")
    if news.game.phase == CLOSED:
        return say("The game is closed")
    if news.game.phase == WAITING:
        return say("An invitation: please answer yes or no")
    if news.mover is None:
        return end_subject(news.game)
    if news.mover == news.seat:
        return own_turn_subject(news)
    if news.missed_entry:
        return say("You missed your turn")
    return say("{player} ({seat}) moves now", player=news.game.players[news.mover], seat=term(news.mover))


def end_subject(game: Game) -> Phrase:
    """The names of the winners."""
    ended = game.ending or game.outcome
    names = [game.players[each] for each in ended.winners] if ended else []
    if len(names) == 1:
        return say("{player} has won", player=names[0])
    return say("{players} share the win", players=word_list(names, AND)) if names else say("The game is over")


def asking_subject(game: Game, found: Proposal) -> Phrase:
    """Who asks."""
    player = game.players.get(found.seat)
    return say("{player} asks you: yes or no?", player=player) if player else say("The moderator asks you: yes or no?")


def own_turn_subject(news: LetterNews) -> Phrase:
    due = short_deadline(news.game)
    if due is None:
        return say("Your turn")
    if all(each.get("kind") not in TURNS for each in news.entries) and news.last.get("event") == "extended":
        return say("You have more time – {due}", due=due)
    return say("Your turn – {due}", due=due)


def reminder_subject(game: Game) -> Phrase:
    """One of three: half of the time is over, all of it, or the grace, too."""
    found = turn_time(game)
    if found and found.stage == "over":
        return say("Your time is up: the moderator decides")
    if found and found.final:
        return say(
            "Your time is up: you have until {date}", date=short_date_words(found.final, found.zone, found.since)
        )
    return say("Reminder: your turn – {due}", due=short_deadline(game) or "")


def openings(news: LetterNews) -> Iterator[Phrase]:
    """What there is to say of the reader's time, and of the end, before anything else."""
    if news.is_reminder:
        yield from reminder_openings(news)
    elif news.missed_entry:
        yield missed_opening(news.missed_entry)
    yield from absence_openings(news)
    yield from repair_openings(news)
    yield from clock_openings(news)
    yield from lapsed_words(news.game, [int(each["entry"]) for each in news.entries if "entry" in each])
    yield from proposal_openings(news)
    if news.is_end:
        yield from end_openings(news)


def absence_openings(news: LetterNews) -> Iterator[Phrase]:
    """The absences that ended since the reader has the seat: nobody else's days stop their clock."""
    game, documents = news.game, news.game.log.documents
    taken = [int(each["entry"]) for each in news.entries if is_kind(each, "player") and each["seat"] == news.seat]
    if not taken:
        return
    found = absences(documents, times_of(documents), news.seat, zone_of(documents))
    still = [(each.first, each.last) for each in found if not each.ended]
    for each in found:
        if each.ended and each.end == times_of(documents)[taken[0]] and (each.first, each.last) not in still:
            words = "{player} was away from {first} to {last}. For you this doesn't count."
            first, last = [day_phrase(day, str(news.last["at"])) for day in (each.first, each.last)]
            yield say(words, player=game.players_at(taken[0] - 1)[news.seat], first=first, last=last)


def repair_openings(news: LetterNews) -> Iterator[Phrase]:
    """What was taken back or corrected since the last letter."""
    for entry in news.entries:
        if is_kind(entry, *REWRITES):
            yield from rewrite_words(news.game, int(entry["entry"]), news.seat)


def undone_words(game: Game, reader: str, after: int) -> Iterator[Phrase]:
    """What others said to all with a move after an entry that no longer counts: nothing else of an e-mail has it."""
    still = [each.entry.get("say") for each in game.line]
    for number in range(after + 1, game.log.last + 1):
        entry = game.log.entry(number)
        if is_kind(entry, "move", "correct") and entry["seat"] != reader and entry.get("say", "") not in ("", *still):
            yield say('{player} wrote: "{text}"', player=game.players_at(number)[entry["seat"]], text=entry["say"])


def rewrite_words(game: Game, number: int, reader: str) -> Iterator[Phrase]:
    """What an entry took back or corrected."""
    if is_kind(game.log.entry(number), "undo"):
        yield from undo_words(game, number, reader)
        return
    told = of_every_title(header_after(game.header, game.moments[:number]), game.moments[number])
    yield from (told.says,) if told else ()


def undo_words(game: Game, number: int, reader: str) -> Iterator[Phrase]:
    """What the undo that an entry is took back, turn by turn, and why."""
    entry, past = game.log.entry(number), game.moments[:number]
    asker = str(entry.get("seat", ""))
    if not asker:
        yield IS_GONE["moderator"]
    before = counted_line(past)
    found = way_of(before, int(str(entry["back"])), past)
    after = counted_line(game.moments[: number + 1])
    yield from turn_sentences(game, before, found.left, IS_GONE, (asker, reader))
    yield from turn_sentences(game, after, found.again, dict.fromkeys(IS_GONE, AGAIN), (asker, reader))
    if any(is_kind(each.entry, "end") for each in found.left):
        yield say("The game is not over: it continues.")
    if entry.get("why"):
        yield say("Reason: {why}", why=entry["why"])


def turn_sentences(
    game: Game, line: Sequence[Moment], some: Sequence[Moment], words: Mapping[str, Phrase], people: tuple[str, str]
) -> Iterator[Phrase]:
    """A sentence on each turn of a line that is among some moments; `people`: who asked, and the reader."""
    asker, reader = people
    numbers = [each.number for each in some]
    for at, each in enumerate(line):
        if each.number in numbers and is_kind(each.entry, *entry_shapes.TURNS) and not turn_continues(line, at):
            seat = str(each.entry.get("seat"))
            role = ("own" if seat == asker else "reader") if seat == reader else "asker" if seat == asker else "other"
            done = turn_deeds(game, line[: at + 1]) or say("the last move")
            yield words[role]._replace(facts={"player": game.players[seat], "done": done})


IS_GONE = {
    "moderator": say("The moderator went back."),
    "own": say("You took back: {done}."),
    "asker": say("{player} took back: {done}."),
    "reader": say("Your move no longer counts: {done}."),
    "other": say("The move of {player} no longer counts: {done}."),
}
AGAIN = say("The move of {player} counts again: {done}.")
"""What is said of each turn to who reads it: of the asker's own, the reader's, and those of others."""


def proposal_openings(news: LetterNews) -> Iterator[Phrase]:
    """The question to a reader who has to answer a proposal."""
    found, game = news.proposal, news.game
    if found is None or news.seat not in found.missing:
        return
    yield from question_words(game, found, news.seat)
    yield YES_OR_NO


YES_OR_NO = say("Do you agree? Reply with yes or no.")


def reminder_openings(news: LetterNews) -> Iterator[Phrase]:
    """How much is left at half time; what comes after the deadline is said with whose turn it is."""
    found, at = turn_time(news.game), time(str(news.last["at"]), BEGINNING)
    if found and found.due and found.stage == "open" and at < found.due:
        yield say("This is a reminder: half of your time is over. {length} left.", length=length_words(found.due - at))


def missed_opening(entry: Entry) -> Phrase:
    if "by" in entry:
        return say(
            "Your time ran out, and so the referee played this turn for you. You will get an e-mail when it is your "
            "turn again."
        )
    return say(
        "You passed this turn because your time ran out. The game continues. You will get an e-mail when it is your "
        "turn again."
    )


def clock_openings(news: LetterNews) -> Iterator[Phrase]:
    """What changed about the clock of the reader's turn."""
    if news.mover != news.seat:
        return
    for entry in news.entries:
        if entry.get("kind") == "clock" and "since" in entry:
            yield gap_words(news.game, entry)
        elif entry.get("kind") == "clock" and entry.get("event") in CLOCK:
            yield clock_words(entry)


def gap_words(game: Game, entry: Entry) -> Phrase:
    zone = zone_of(game.log.documents)
    first, last = [short_date_words(time(entry[each], BEGINNING), zone) for each in ("since", "until")]
    words = "The referee did not run from {first} to {last}. You get this time back."
    return say(words, first=first, last=last)


def clock_words(entry: Entry) -> Phrase:
    """What the moderator did to the clock; where no reason is given, without one."""
    why, event = entry.get("why", ""), str(entry["event"])
    said = say(CLOCK[event], time=more_hours(int(entry.get("hours", 0))), why=why)
    return say("{told} Reason: {why}", told=said, why=why) if why and event in ("resumed", "changed") else said


CLOCK = {
    "extended": "You have {time} for this turn. Reason: {why}",
    "stopped": "The moderator stopped the clock. Reason: {why}",
    "resumed": "The clock runs again.",
    "changed": "The moderator changed how much time there is for a turn.",
}


def end_openings(news: LetterNews) -> Iterator[Phrase]:
    if ending := news.game.ending:
        yield ending_words(ending, news.game.players)
    outcome = news.game.outcome
    if outcome and news.seat in outcome.winners and len(outcome.winners) == 1:
        yield say("You have won. Congratulations!")
    elif outcome and news.seat in outcome.winners:
        yield say("You have won, together with others. Congratulations!")
    if news.game.phase == CLOSED:
        yield say("The game is closed. The log is attached, so that anybody can check how the game was shuffled.")
    else:
        yield say("The game is over. Thank you for playing!")


INVITED = "You are invited to play {title} with {others}, as {seat}."
WANT_TO_PLAY = say(
    "Do you want to play? Reply with the line `yes` or the line `no`. The game begins when all have said yes."
)
INVITATION = (
    say("To read the rules, reply with `rules`."),
    WANT_TO_PLAY,
    say("If you want a share in the shuffle, reply with `nonce:` and any words. That says yes, too."),
)
HOW_TO_REPLY = say(
    "Reply to it with your move: click it together on the attached page, or edit the block in the e-mail. You can't "
    "break anything: a move that breaks a rule comes back with an explanation."
)


def welcome_paragraphs(game: Game, seat: str, moderator: str, view: View) -> Iterator[Phrase]:
    """The first e-mail of a game to a player, on one screen."""
    others = people_list([name for each, name in game.players.items() if each != seat])
    title = title_phrase(view.title_name, False, view.known_deal)
    words = INVITED if game.phase == WAITING else "Welcome! You play {title} with {others}, as {seat}."
    welcome = say(words, title=title, others=others, seat=term(seat))
    if view.fork:
        welcome = say("{welcome} This game continues a position of {game}.", welcome=welcome, game=view.fork.game)
    yield say("{welcome} This is a practice game.", welcome=welcome) if view.practice else welcome
    if moderator:
        yield say("{moderator} moderates this game and invited you.", moderator=moderator)
    if view.board:
        yield say("How it works: when it is your turn you get an e-mail with the board. {how}", how=HOW_TO_REPLY)
    else:
        yield say("How it works: when it is your turn you get an e-mail. {how}", how=HOW_TO_REPLY)
    yield time_paragraph(game)
    if game.phase == WAITING:
        yield from INVITATION
    if takes_orders(game.header):
        yield say(
            "You may order your next turns ahead: see the page attached to a turn. To see what you ordered, reply with "
            "`orders`."
        )
    if rule := rule_named(view):
        words = "To read a rule, reply with its number, such as `rules {rule}`. For help, reply with `help`."
        yield say(words, rule=rule)


def move_lines(view: View, entered: Sequence[Phrase]) -> tuple[Line, ...]:
    """What these entries brought, such as `entries 6 to 8`: the end of the story, without the lines that name them."""
    numbers = [each.facts.get("first", each.facts.get("entry")) for each in entered]
    first = min([number for number in numbers if isinstance(number, int)], default=0)
    lines, opened = list[Line](), False
    for line in view.story.lines:
        number = line.says.facts.get("entry") if isinstance(line.says, Phrase) else None
        opened = opened or (isinstance(number, int) and number >= first)
        if opened and number is None:
            lines.append(line._replace(rules=()))
    return tuple(lines)


def people_list(names: Sequence[str]) -> Phrase:
    """`Bruno, Clara and Dario`."""
    return word_list([word_list(names[:-1]), names[-1]], AND) if len(names) > 1 else word_list(names)


def time_paragraph(game: Game) -> Phrase:
    terms = terms_of(game.log.documents)
    if terms is None:
        return say("There is no time limit: move when you like.")
    return say("You have {length} for each turn.", length=length_words(terms.allowance))


def rule_named(view: View) -> str:
    """The number of a rule that matters now; "" where a title names none."""
    lines = (*(view.asked.may.lines if view.asked else ()), *view.story.lines)
    return next((rule for line in lines for rule in line.rules), "")


def legal_lines(game: Game, seat: str) -> list[str]:
    """Two lines of a list that the seat could write now, of two kinds if there are; none where it is not to move."""
    if game.phase != PLAYING or game.mover != seat:
        return []
    lists = [part for part, form in move_parts(game.book.id) if form == "list"]
    found: dict[str, list[tuple[str, str]]] = {}
    for single in islice(lawful(game), 400):
        parts = list(written_parts(game.book.id, single.move))
        if len(parts) == 1 and parts[0][0] in lists:
            found.setdefault(single.kind, []).append(parts[0])
    return first_lines(list(found.values()))


def first_lines(kinds: Sequence[Sequence[tuple[str, str]]]) -> list[str]:
    """The first line of each kind, two in all, below the same word."""
    if not kinds:
        return []
    part = kinds[0][0][0]
    lines = [line for each in kinds for name, line in each[:1] if name == part]
    lines += [line for each in kinds for name, line in each[1:2] if name == part]
    return [line.replace('"', "") for line in sorted(lines, key=lambda line: "{" in line)[:2]]


def lines_hint(game: Game, seat: str) -> Phrase | None:
    """How to write a move without its block, with lines that are legal now; None where the seat is not to move."""
    lines = legal_lines(game, seat)
    if not lines:
        return None
    words = (
        "Write each action on a line of its own, above the quoted text, where nothing is read. For example: {lines}. "
        "Begin a message to the others with `say:`."
    )
    return say(words, lines=word_list([f"`{line}`" for line in lines]))


def appointment_of(game: Game, seat: str) -> Appointment | None:
    """When the seat should have moved, for its calendar; None where it has no deadline. Raises Refused."""
    found, turn = turn_time(game), turn_of(game)
    if found is None or turn is None or found.seat != seat or found.end is None:
        return None
    return Appointment(turn.after, found.since, found.end)
