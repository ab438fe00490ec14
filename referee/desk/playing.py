"""What is recorded in a game: moves, and the end, when the secret is told.

A move is recorded before anything about it is told.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

from referee import log, source
from referee.asides import ASIDES, standing
from referee.chance import Untold
from referee.desk.answers import Illegal, Misplaced, Missing, Refused
from referee.desk.entries import append_entry
from referee.desk.move_files import read_move, refuse_check
from referee.desk.recording import (
    MOVE,
    Kind,
    Submitted,
    recorded,
    recorded_before,
    recorded_now,
    rehearse_entry,
    told,
    write_report,
)
from referee.desk.spoken import understood
from referee.desk.table import Dealer, Game, Table, committed_secret, folder_of, open_game
from referee.desk.unread import unread
from referee.misfit import own_fields
from referee.replay import CLOSED, WAITING, Fates, state_of, telling, worded
from referee.rulebook import Fate, NoBranch
from referee.ruling import Accepted, Rejected, Veiled, judge, to_its_end, veiled
from referee.source import Source
from referee.words import Phrase, say, untranslated


class Written(NamedTuple):
    """A move as it was read: the text, and what it says."""

    source: Source
    move: Mapping[str, Any]


Admit = Callable[[Game, Written], None]
"""Raises Refused for a move that whoever sent it may not make, before anything is said of it."""


def from_anybody(game: Game, written: Written) -> None:
    """What the moderator submits may be anybody's move."""


def submit(table: Table, raw: bytes, name: str, admit: Admit = from_anybody) -> Submitted:
    """Judge a move and record it, part by part: what shows something new is recorded before it is shown.

    Raises `Stop`, `source.BadInput`, `log.Trouble`; then nothing was recorded.
    """
    text = read_move(table, raw, name)
    refuse_check(raw)
    id = game_of(table, text)
    with log.locked(folder_of(table, id), table.settings.wait):
        game, done = submit_in(table, open_game(table, id), text, admit)
    return done if done.before else write_report(table, game, done)


def submit_in(table: Table, game: Game, text: Source, admit: Admit) -> tuple[Game, Submitted]:
    """The same in a game that is open, without the reports. The caller holds its lock."""
    last, written = game.log.last, move_in(game, text)
    admit(game, written)
    left, before = unrecorded(table, game, written)
    if left is None:
        return game, repeated(game, written, before)
    overlooked = unread(game, text, answered(game, written), written.move["seat"])
    try:
        game, stopped = carried_out(table, game, written.source, MOVE, left, whole=not before)
    except Refused as refused:
        if not before:
            raise
        return game, repeated(game, written, before, refused)
    done = recorded_now(game, written.move["seat"], game.log.last - last, stopped)
    return game, done._replace(unread=overlooked)


def carried_out(
    table: Table, game: Game, text: Source, kind: Kind, move: Mapping[str, Any], *, whole: bool = True
) -> tuple[Game, Exception | None]:
    """The game with a move as its next entries, and why the rest of it is not among them.

    A part that shows something is an entry of its own: on disk before it is told, and before the rest is judged.
    Raises what stops the first part; then nothing was recorded. `whole`: it is not what an order left over.
    """
    left: Mapping[str, Any] | None = move
    first = game.log.last
    while left is not None:
        fate = Dealer(table, game)
        try:
            ruling = judged(game, text, left, fate, whole=whole and left is move)
            game = recorded(table, game, kind, left, ruling, fate)
        except Exception as stop:
            if game.log.last == first:
                raise
            return game, stop
        left = ruling.rest
    return game, None


def rehearse(table: Table, raw: bytes, name: str, admit: Admit = from_anybody) -> Submitted:
    """What `submit` would say, without a trace. What is hidden stays hidden: then there is a verdict and no view."""
    text = read_move(table, raw, name)
    return rehearse_in(table, open_game(table, game_of(table, text)), text, admit)


def rehearse_in(table: Table, game: Game, text: Source, admit: Admit) -> Submitted:
    """The same in a game that is open."""
    written = move_in(game, text)
    admit(game, written)
    left, before = unrecorded(table, game, written)
    if left is None:
        return repeated(game, written, before)
    seat = written.move["seat"]
    overlooked = unread(game, text, answered(game, written), seat)
    try:
        ruling: Accepted | None = judged(game, written.source, left, veiled, whole=not before)
    except Veiled:
        ruling = None
    except Refused as refused:
        if not before:
            raise
        return repeated(game, written, before, refused)
    after = rehearse_entry(table, game, left, ruling) if ruling else None
    if after is None or (ruling and ruling.rest is not None):  # what can be known is less than the move
        return Submitted(game.id, seat, None, "", False, None, move=understood([left]), unread=overlooked)
    view = game.book.view(game.header, [*game.moments, after], "")
    return Submitted(game.id, seat, None, "", False, view, move=understood([after.entry]), unread=overlooked)


def game_of(table: Table, text: Source) -> str:
    """The game that a move file names. Raises `source.BadInput` when the file does not say it, Missing."""
    id = text.data.get("game") if isinstance(text.data, dict) else None
    if not isinstance(id, str):
        source.check(text, "move")
    try:
        folder_of(table, str(id))
    except Missing:
        source.check(text, "move")
        raise
    return str(id)


def move_in(game: Game, text: Source) -> Written:
    """The move, checked against the schema of its title. Raises `source.BadInput` with all problems, Misplaced."""
    refuse_player(game, text)
    return Written(text, source.check(text, f"{game.book.id}.move", lambda: game.book.places(game.position)))


def refuse_player(game: Game, text: Source) -> None:
    """A player's name where the seat should be."""
    seats, written = game.players, text.data.get("seat")
    if not isinstance(written, str) or written.lower() in seats:
        return
    for seat, player in seats.items():
        if player.casefold() == written.casefold():
            says = say("{player} is the name of a player; here should be the seat.", player=player)
            hint = say("{player} plays {seat}: write `seat: {seat}`.", player=player, seat=untranslated(seat))
            raise Misplaced(text, ("seat",), says, hint)


def answered(game: Game, written: Written) -> int:
    """The number of the entry that a move answers. Raises Misplaced when there is no such entry, or it names two."""
    move, last = written.move, game.log.last
    by_head = log.find_head(game.log, move["head"]) if "head" in move else None
    if "head" in move and by_head is None:
        raise Misplaced(written.source, ("head",), no_head(game, move["head"]), other_copy())
    number: int = by_head if by_head is not None else move["after"]
    if number > last:
        raise Misplaced(
            written.source,
            ("after",),
            say("Entry {after} does not exist; the last entry is {last}.", after=number, last=last),
            other_copy(),
        )
    if move.get("after", number) != number:
        says = say(
            "After entry {after}, but the head {head} is that of entry {number}.",
            after=move["after"],
            head=move["head"],
            number=number,
        )
        raise Misplaced(
            written.source, ("after",), says, say("Take both from the same report, or leave one of them out.")
        )
    return number


def no_head(game: Game, head: str) -> Phrase:
    return say("No entry of {game} has a hash that begins with {head}.", game=game.id, head=head)


def other_copy() -> Phrase:
    return say(
        "Take `after` and `head` from the last report. If that is where they are from, this log has lost its end: "
        "tell the moderator."
    )


def unrecorded(table: Table, game: Game, written: Written) -> tuple[Mapping[str, Any] | None, int]:
    """What of a move is not recorded yet, and the number of the last entry that is a part of it (0: none is).

    What it says to the others goes with the first entry that is still to come, unless one before has it.

    What stands beside the moves is passed over: it changed nothing that a move answers. A move that answers an older
    entry is fine if it is recorded already, or was cut off between two parts. Raises Misplaced when something else is
    recorded there.
    """
    documents, left, before = game.log.documents, dict(written.move), 0
    number = standing(documents, answered(game, written))
    fates = telling(game.book, game.log, lambda: committed_secret(table, game.header))
    said = left.get("say")
    rest: Mapping[str, Any] | None = left
    while rest is not None and number < game.log.last:
        ruling = same(game, number, rest, fates)
        if ruling is None:
            refuse_foreseen(game, number, written, rest, fates)
            at = ("after",) if "after" in written.move else ("head",)
            says = stale(game, number, left["seat"], before)
            raise Misplaced(written.source, at, says, again(game, left["seat"]), look(game, left["seat"]))
        before, rest = number + 1, ruling.rest
        said = None if documents[before].get("say") == said else said
        number = standing(documents, before)
    return rest if rest is None or not before or not said else {**rest, "say": said}, before


def same(game: Game, number: int, move: Mapping[str, Any], fates: Fates) -> Accepted | None:
    """The ruling on a move, or on a part of it, after entry `number`, if the entry that follows there records it.

    Who sent a part of a turn may send more of it: the part goes as far as the entry, and the rest is what is left. With
    orders that were not there before the part ends earlier than the entry: then what follows is a part of it, too.
    """
    entry, position = game.log.documents[number + 1], game.moments[number].position
    if entry["kind"] != "move" or entry["seat"] != move["seat"]:
        return None
    until = partial(leads_to, game, entry) if game.book.begun(game.moments[number + 1].position) else to_its_end
    found = Accepted(position, ())
    left: Mapping[str, Any] | None = move
    while left is not None:
        try:
            ruling = judge(game.book, found.position, left, fates(entry), whole=False, until=until)
        except (Untold, NoBranch):
            return None
        if isinstance(ruling, Rejected):
            return None
        found = ruling._replace(events=found.events + ruling.events, passed=found.passed + ruling.passed)
        if own_fields(entry) == worded(game.book.record(position, move, found.events)):
            return found
        left = found.rest if ruling.events else None
    return None


def refuse_foreseen(game: Game, number: int, written: Written, move: Mapping[str, Any], fates: Fates) -> None:
    """Raise Illegal when entry `number` + 1 records a part of the move, but the whole breaks rules about its orders."""
    position = game.moments[number].position
    parts = game.book.rest(position, move, 1, position)  # all of it, without what is asked of the move as a whole
    if parts is None or same(game, number, parts, fates) is None:
        return
    ruling = judge(game.book, position, move, veiled)
    if isinstance(ruling, Rejected):
        raise Illegal(game.book, written.source, ruling.violations)


def leads_to(game: Game, entry: Mapping[str, Any], position: Any) -> bool:
    """Whether an entry ends in this position."""
    return bool(entry["state"] == state_of(game.book, position))


def repeated(game: Game, written: Written, number: int, stopped: Exception | None = None) -> Submitted:
    """A move whose last recorded part is entry `number`."""
    before = standing(game.log.documents, answered(game, written))
    done = recorded_before(game, written.move["seat"], number, stopped, entries=number - before)
    return done._replace(warnings=other_words(game.log.documents[before + 1], written.move))


def other_words(entry: Mapping[str, Any], move: Mapping[str, Any]) -> tuple[Phrase, ...]:
    """A warning where a move that is recorded comes again and says something else to the others."""
    said = str(move.get("say") or "")
    if not said or said == entry.get("say"):
        return ()
    return (say("What it says to the others differs from entry {entry}, and is not recorded.", entry=entry["entry"]),)


def stale(game: Game, number: int, seat: str, part: int = 0) -> Phrase:
    """What was recorded since the entry that a move answers, or since entry `part`, the last that is a part of it."""
    since = [entry for entry in game.log.documents[number + 1 :] if entry["kind"] not in ASIDES]
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
    if game.book.to_move(game.position) != seat:
        return say("It is not the turn of {seat} now.", seat=seat)
    return say("Look at the last report, and move on what it shows.")


def look(game: Game, seat: str) -> Phrase:
    """The same on the command line: an e-mail is answered with the block of the last one."""
    if game.book.to_move(game.position) != seat:
        return say("Look at the game: referee show {game}", game=game.id)
    return say(
        "Look at the game as it is now (referee show {game}); to move on it, write `after: {last}` and `head: {head}`.",
        game=game.id,
        last=game.log.last,
        head=game.log.head[:12],
    )


def judged(game: Game, text: Source, move: Mapping[str, Any], fate: Fate, *, whole: bool = True) -> Accepted:
    """The accepted move, or its first part. Raises Illegal, or Refused when the game is not in play."""
    refuse_idle(game)
    try:
        ruling = judge(game.book, game.position, move, fate, whole=whole)
    except NoBranch as none:
        raise Misplaced(text, none.at, none.says, say("An order may end with a branch `else`.")) from none
    if isinstance(ruling, Rejected):
        raise Illegal(game.book, text, ruling.violations)
    refuse_nothing(text, ruling)
    return ruling


def refuse_nothing(text: Source, ruling: Accepted) -> None:
    """What makes nothing happen is never recorded: no replay could make anything of it. Raises Misplaced."""
    if not ruling.events:
        says = say("This changes nothing in the game, so there is nothing to record.")
        raise Misplaced(text, (), says, say("Leave it out, or write an action that is possible now."))


def refuse_idle(game: Game) -> None:
    if game.phase == WAITING:
        deal = say("To deal without them: referee deal {game}", game=game.id)
        hint = say("It waits for the nonces of its players.")
        raise Refused(say("{game} is not dealt yet.", game=game.id), hint, deal)
    if game.phase == CLOSED:
        raise Refused(say("{game} is closed: nothing can be recorded any more.", game=game.id))


def refuse_other(seat: str, mover: str) -> None:
    if seat != mover:
        raise Refused(say("{seat} is not to move; {mover} is.", seat=seat, mover=mover))


def close(table: Table, id: str, *, abandon: bool = False) -> Submitted:
    """Tell the secret in a last entry, so that everybody can check the chance of the game."""
    with log.locked(folder_of(table, id), table.settings.wait):
        game = open_game(table, id)
        if game.phase == CLOSED:
            return recorded_before(game, "", game.log.last)
        refuse_unfinished(game, abandon)
        from referee.desk.verifying import replayed

        secret = committed_secret(table, game.header)
        replayed(game.book, game.log, secret)  # what is closed can be checked by everybody
        game = append_entry(table, game, "close", {"secret": secret.hex()}, {}, game.position)
    return told(table, game, "")


def refuse_unfinished(game: Game, abandon: bool) -> None:
    over = game.phase != WAITING and game.book.to_move(game.position) is None
    if not over and not abandon:
        hint = say("If it will not be finished, end it with: referee close {game} --abandon", game=game.id)
        raise Refused(
            say("{game} is not over, and closing it tells the secret of what is still hidden.", game=game.id), hint
        )
