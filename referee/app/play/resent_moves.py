"""What a move answers, and what of it is recorded already: the same move sent twice is harmless."""

from functools import partial
from typing import NamedTuple

from referee import LEAST_HEAD
from referee.app.errors import Illegal
from referee.app.game_access import Game, Table, book_after, committed_secret
from referee.reading import Problem, Source, problem_at
from referee.rules.asides import ASIDES, last_at_position
from referee.rules.entry_shapes import own_fields
from referee.rules.replay import Fates, scalars_as_text, state_of, telling
from referee.rules.rulebook import AnyRulebook, NoBranch
from referee.rules.ruling import Accepted, AnyAccepted, Rejected, judge, refuse_chance, to_its_end
from referee.store import log
from referee.store.chance import Untold
from referee.store.documents import Data, Entry, Move
from referee.words import Phrase, say


class AnsweredEntry(NamedTuple):
    """The number of the entry that a move answers, and what is wrong with the fields that say so."""

    number: int
    problems: tuple[Problem, ...] = ()


def answered_entry(game: Game, source: Source, move: Move) -> AnsweredEntry:
    """The entry that a move answers: the one with its head, else the one of its number, else the last."""
    last, problems = game.log.last, list[Problem]()
    by_head = log.find_head(game.log, move["head"]) if "head" in move else None
    if "head" in move and by_head is None:
        problems.append(problem_at(source, ("head",), no_head(game, move["head"]), other_copy()))
    number: int = by_head if by_head is not None else move.get("after", last)
    after = move.get("after", number)
    if after > last:
        says = say("Entry {after} does not exist; the last entry is {last}.", after=after, last=last)
        problems.append(problem_at(source, ("after",), says, other_copy()))
    elif after != number:
        facts = {"after": after, "head": move["head"], "number": number}
        says = say("After entry {after}, but the head {head} is that of entry {number}.", **facts)
        hint = say("Take both from the same report, or leave one of them out.")
        problems.append(problem_at(source, ("after",), says, hint))
    return AnsweredEntry(min(number, last), tuple(problems))


def no_head(game: Game, head: str) -> Phrase:
    return say("No entry of {game} has a hash that begins with {head}.", game=game.id, head=head)


def other_copy() -> Phrase:
    return say(
        "Take `after` and `head` from the last report. If that is where they are from, this log has lost its end: "
        "tell the moderator."
    )


class Unrecorded(NamedTuple):
    """What of a move is not recorded yet, and the last entry that is a part of it (0: none is).

    problems  that something else is recorded where the move should be
    command   what to do about that on the command line
    """

    left: Data | None
    before: int
    problems: tuple[Problem, ...] = ()
    command: Phrase | None = None


def unrecorded_part(table: Table, game: Game, source: Source, move: Move, number: int) -> Unrecorded:
    """What is left of a move that answers entry `number`. Raises Illegal for orders that are refused as a whole.

    What it says to the others goes with the first entry that is still to come, unless one before has it.

    What stands beside the moves is passed over: it changed nothing that a move answers. A move that answers an older
    entry is fine if it is recorded already, or was cut off between two parts.
    """
    documents, left, before = game.log.documents, move, 0
    number = last_at_position(documents, number)
    fates = telling(game.book, game.log, lambda: committed_secret(table, game.header))
    said = move.get("say")
    rest: Data | None = left
    while rest is not None and number < game.log.last:
        ruling = same(game, number, rest, fates)
        if ruling is None:
            refuse_foreseen(game, number, source, rest, fates)
            late = stale_problem(game, source, left, number, before)
            return Unrecorded(rest, before, (late,), look(game, left["seat"]))
        before, rest = number + 1, ruling.rest
        said = None if documents[before].get("say") == said else said
        number = last_at_position(documents, before)
    return Unrecorded(rest if rest is None or not before or not said else {**rest, "say": said}, before)


def stale_problem(game: Game, source: Source, move: Move, number: int, before: int) -> Problem:
    at = ("after",) if "after" in move else ("head",)
    return problem_at(source, at, stale(game, number, move["seat"], before), again(game, move["seat"]))


def same(game: Game, number: int, move: Data, fates: Fates) -> AnyAccepted | None:
    """The ruling on a move, or on a part of it, after entry `number`, if the entry that follows there records it.

    Who sent a part of a turn may send more of it: the part goes as far as the entry, and the rest is what is left. With
    orders that were not there before the part ends earlier than the entry: then what follows is a part of it, too.
    """
    entry, position = game.log.entry(number + 1), game.moments[number].position
    book = book_after(game.log, number)
    if entry["kind"] != "move" or entry["seat"] != move["seat"]:
        return None
    until = partial(leads_to, book, entry) if book.play.is_turn_begun(game.moments[number + 1].position) else to_its_end
    found: AnyAccepted = Accepted(position, ())
    left: Data | None = move
    while left is not None:
        try:
            ruling = judge(book.play, found.position, left, fates(entry), whole=False, until=until)
        except (Untold, NoBranch):
            return None
        if isinstance(ruling, Rejected):
            return None
        found = ruling._replace(events=found.events + ruling.events, passed=found.passed + ruling.passed)
        if own_fields(entry) == scalars_as_text(book.play.record(position, move, found.events)):
            return found
        left = found.rest if ruling.events else None
    return None


def refuse_foreseen(game: Game, number: int, source: Source, move: Data, fates: Fates) -> None:
    """Raise Illegal when entry `number` + 1 records a part of the move, but the whole breaks rules about its orders."""
    position = game.moments[number].position
    parts = game.book.play.rest(position, move, 1, position)  # all of it, without what is asked of the move as a whole
    if parts is None or same(game, number, parts, fates) is None:
        return
    ruling = judge(game.book.play, position, move, refuse_chance)
    if isinstance(ruling, Rejected):
        raise Illegal(game.book, source, ruling.violations)


def leads_to(book: AnyRulebook, entry: Entry, position: object) -> bool:
    """Whether an entry ends in this position."""
    return bool(entry["state"] == state_of(book, position))


def stale(game: Game, number: int, seat: str, part: int = 0) -> Phrase:
    """What was recorded since the entry that a move answers, or since entry `part`, the last that is a part of it."""
    since = [entry for entry in game.log.entries_after(number) if entry["kind"] not in ASIDES]
    own = [entry["entry"] for entry in since if entry["kind"] == "move" and entry["seat"] == seat]
    if own:
        return say("{seat} has moved already: that is entry {entry}, and it is another move.", seat=seat, entry=own[0])
    listed = [f"{entry['entry']} ({entry.get('seat', '')} {entry['kind']})".replace("( ", "(") for entry in since]
    if len(listed) > LISTED:
        listed[1:-1] = ["…"]
    facts = {"number": part or number, "listed": ", ".join(listed)}
    if part:
        return say("This is recorded up to entry {number}, but more was recorded since: {listed}.", **facts)
    return say("This answers entry {number}, but more was recorded since: {listed}.", **facts)


LISTED = 5
"""Of more entries than this only the first and the last are named."""


def again(game: Game, seat: str) -> Phrase:
    """What to do about a move on an older entry."""
    if game.book.play.to_move(game.position) != seat:
        return say("It is not the turn of {seat} now.", seat=seat)
    return say("Look at the last report, and move on what it shows.")


def look(game: Game, seat: str) -> Phrase:
    """The same on the command line: an e-mail is answered with the block of the last one."""
    if game.book.play.to_move(game.position) != seat:
        return say("Look at the game: referee show {game}", game=game.id)
    return say(
        "Look at the game as it is now (referee show {game}); to move on it, write `after: {last}` and `head: {head}`.",
        game=game.id,
        last=game.log.last,
        head=game.log.head[:LEAST_HEAD],
    )
