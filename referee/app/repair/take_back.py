"""Going back: a player takes a move back, or the moderator returns the game to an earlier position.

What may be undone freely, who must agree, and what nobody can undo follows from who has moved and who has learned
something since.
"""

import os
from collections.abc import Sequence
from typing import NamedTuple, cast

from referee.app.consent.proposals import propose
from referee.app.errors import Refused
from referee.app.game_access import Game, Table, open_game, refuse_stranger
from referee.app.play.entries import append_entry
from referee.app.play.read_move import refuse_unopened
from referee.app.play.record_move import Submitted, record_command, refuse_reason
from referee.app.repair.go_back import goal_of, is_open_to_all, turn_numbers, undone_turns, way
from referee.rules.entry_shapes import MODERATOR, RETURNING, TURNS, turning
from referee.rules.horizon import Horizon, horizon, lessons
from referee.rules.knowledge import EVERYBODY, Lesson
from referee.rules.line import copied_count, copied_entries, fork_of, place_after, promising_entries
from referee.rules.proposals import Proposal
from referee.rules.rewrites import UNDO, WayBack, shuffled_since
from referee.show.sentences import header_after, is_practice
from referee.store import chance, private
from referee.store.documents import Aside, is_kind, people
from referee.words import Phrase, say, word_list

MOST = 3
"""So many moves may a player take back without asking anybody, before somebody else moves."""


class UndoRequest(NamedTuple):
    """A wish to go back: whose it is, and how far.

    back    the entry to whose position the game returns; None: to where the last turn began
    seat    its player wants it; "": the moderator
    ask     the moderator leaves it to the players
    reseal  whatever was drawn since is shuffled again, with all that nobody has seen
    """

    back: int | None = None
    seat: str = ""
    why: str = ""
    ask: bool = False
    reseal: bool = False


class Undo(NamedTuple):
    """What going back means.

    undone  the numbers of the turns that no longer count
    again   the numbers of the turns that were taken back before, and count again
    asks    the seats that must agree first
    horizon  how far back the game could go without anybody knowing more than they did then
    """

    back: int
    undone: tuple[int, ...]
    asks: tuple[str, ...]
    horizon: Horizon
    again: tuple[int, ...] = ()


class TakenBack(NamedTuple):
    """The result of a request to go back; `done`: what was recorded, None in a dry run."""

    game: str
    undo: Undo
    done: Submitted | None


def take_back(table: Table, id: str, request: UndoRequest, *, dry_run: bool = False) -> TakenBack:
    """Go back, or ask those who must agree. Twice does no harm. Raises Refused, Usage."""
    if request.why:
        refuse_reason(request.why)
    if dry_run:
        return TakenBack(id, undo_of(open_game(table, id), request), None)
    undo: Undo | None = None

    def add_undo(table: Table, game: Game) -> Game | int:
        nonlocal undo
        if before := undone_before(game, request):
            number, back = before
            undo = Undo(back, (), (), horizon_of(game))
            return number
        undo = undo_of(game, request)
        return go_back_or_ask(table, game, request, undo)

    done = record_command(table, id, add_undo)
    assert undo
    return TakenBack(id, undo._replace(undone=(), again=()) if done.before else undo, done)


def proposal_fields(request: UndoRequest, undo: Undo) -> Aside:
    """The fields of the question to those who must agree."""
    who = {"seat": request.seat} if request.seat else {"by": MODERATOR}
    reason = {"why": request.why} if request.why else {}
    return cast(Aside, {**who, "what": UNDO, "back": undo.back, "asks": list(undo.asks), **reason})


def undone_before(game: Game, request: UndoRequest) -> tuple[int, int] | None:
    """The undo that a request asks for, where it is the last thing that happened: its entry, and where it went back to.

    To take the last turn back is asked for once, as long as nobody has moved: whoever says it again has seen no answer.
    """
    number = turning(game.log.documents)
    entry = game.moments[number].entry
    if not is_kind(entry, "undo"):
        return None
    back = int(entry["back"])
    is_same = entry.get("seat", "") == request.seat if request.back is None else back == request.back
    return (number, back) if is_same else None


def further_hint(game: Game, seat: str) -> tuple[Phrase, ...]:
    """How to go back further than the last undo did; nothing where that would be refused."""
    try:
        back = undo_of(game, UndoRequest(seat=seat)).back
    except Refused:
        return ()
    by = f" --seat {seat}" if seat else ""
    return (say("To go back further: referee undo {game} --to {back}{by}", game=game.id, back=back, by=by),)


def go_back_or_ask(table: Table, game: Game, request: UndoRequest, undo: Undo) -> Game | int:
    """The game after going back, or with the question to those who must agree, or the number of the same question."""
    if not undo.asks:
        return append_undo(table, game, undo.back, request)
    return propose(table, game, proposal_fields(request, undo))


def append_undo(table: Table, game: Game, back: int, request: UndoRequest, proposal: int = 0) -> Game:
    """The game after going back."""
    position = way(game, back).position
    fields: dict[str, object] = {"back": back}
    fields |= {"seat": request.seat} if request.seat else {"by": MODERATOR}
    fields |= {"why": request.why} if request.why else {}
    fields |= {"proposal": proposal} if proposal else {}
    fields |= {"commitment": promise_new_secret(table, game)} if request.reseal else {}
    return append_entry(table, game, "undo", fields, {}, position)


def undo_as_agreed(table: Table, game: Game, found: Proposal) -> Game:
    """The game after going back as everybody who was asked agreed."""
    back = int(str(found.own["back"]))
    request = UndoRequest(seat=found.seat, why=str(found.own.get("why", "")))
    return append_undo(table, game, back, request, found.number)


def undo_of(game: Game, request: UndoRequest) -> Undo:
    """What a request means. Raises Refused where the game can't go back so far, Usage."""
    refuse_unopened(game)
    refuse_stranger(game, request.seat)
    refuse_end_of_others(game, request)
    back = goal_of(game, request.back, request.seat)
    back = sealed_goal(game, back) if request.reseal else back
    found = way(game, back)
    numbers = [each.number for each in found.left]
    learned = [] if is_open_to_all(game) else [each for each in lessons_of(game) if each.entry in numbers]
    refuse_reseal(game, request, found)
    if not request.reseal:
        refuse_copied_shuffle(game, found)
        refuse_shown(game, request, back, found, learned)
    asks = asked_seats(game, request, found, learned)
    refuse_end_of_others(game, request, asks)
    return Undo(back, turn_numbers(found.left), asks, horizon_of(game), turn_numbers(found.again))


def sealed_goal(game: Game, back: int) -> int:
    """The same position by the number of its turn, where other turns counted when entry `back` was recorded.

    A new secret keeps what was seen by the turns that counted then.
    """
    then = [int(each["entry"]) for each in copied_entries(game.log.documents, back) if is_kind(each, *TURNS)]
    goal = way(game, back)
    line = [*game.line[: place_after(game.line, goal.after)], *goal.again]
    now = [each.number for each in line if is_kind(each.entry, *TURNS)]
    return back if then == now else [each.number for each in line if is_kind(each.entry, "deal", *TURNS)][-1]


def refuse_end_of_others(game: Game, request: UndoRequest, asks: Sequence[str] = ()) -> None:
    """Raises Refused where a game that is over would have to ask somebody: then there are no proposals."""
    ending = game.ending
    own = ending and not ending.agreed and ending.seat == request.seat
    if ending and (request.ask or asks or (request.seat and not own)):
        words = "{game} is over, so nobody can be asked. Only the moderator can take the end back."
        raise Refused(say(words, game=game.id))


def refuse_copied_shuffle(game: Game, found: WayBack) -> None:
    """Raises Refused where a fork would take back a shuffle of its parent.

    What its parent drew from that pile stays there, though the pile might then be made of other items.
    """
    fork, copied = fork_of(game.log.header), copied_count(game.log.header)
    shuffled = [each.number for each in found.left if each.made and each.number <= copied]
    if fork and shuffled:
        words = "Entry {entry} is a copy from {parent} and drew from a new shuffle. {game} can't go back past it."
        hint = say("To continue from before it: referee fork {parent} --at N", parent=fork["game"])
        raise Refused(say(words, entry=shuffled[0], parent=fork["game"], game=game.id), hint)


def horizon_of(game: Game) -> Horizon:
    """How far back the game could go without anybody knowing more than they did then: an open one to its deal."""
    line = game.line
    if is_open_to_all(game):
        line = line[: 1 + next((at for at, each in enumerate(line) if is_kind(each.entry, "deal")), 0)]
    return horizon(game.book, header_after(game.header, game.line), line)


def lessons_of(game: Game) -> list[Lesson]:
    """What the entries that count have taught."""
    return lessons(game.book, header_after(game.header, game.line), game.line)


def refuse_shown(game: Game, request: UndoRequest, back: int, found: WayBack, learned: list[Lesson]) -> None:
    """Raises Refused if chance showed something since that somebody knows now, or the piles were shuffled again."""
    drawn = [each.number for each in found.left if each.asked]
    shown = [each for each in learned if each.entry in drawn]
    if not shown and (other := shuffled_since(game.line, found)):
        words = "The piles were shuffled again since entry {entry}, and it drew something."
        raise Refused(say(words, entry=other), None, reseal_command(game, back))
    if not shown:
        return
    last = shown[-1].entry
    told = word_list([each.says for each in shown if each.entry == last], " ")
    words = "{told} That can't be forgotten, so the game can't go back to before entry {last}."
    hint = say("You can go back as far as entry {last}: --to {last}", last=last)
    if request.seat:
        hint = say("You can go back as far as entry {last}. Reply with `undo to {last}`.", last=last)
    raise Refused(
        say(words, told=told, last=last), hint if undone_turns(game, last) else None, reseal_command(game, back)
    )


def reseal_command(game: Game, back: int) -> Phrase:
    words = "To go back all the same and shuffle again what was drawn since: referee undo {game} --to {back} --reseal"
    return say(words, game=game.id, back=back)


def refuse_reseal(game: Game, request: UndoRequest, found: WayBack) -> None:
    """Raises Refused where nothing is to be shuffled again, and for a player."""
    if not request.reseal:
        return
    if request.seat:
        raise Refused(say("Only the moderator can shuffle the piles again."))
    if is_open_to_all(game):
        raise Refused(say("Everybody may know the shuffle of this game, so it can't be made secret again."))
    if not any(each.asked for each in (*found.left, *found.again)):
        raise Refused(say("Nothing was drawn since, so there is nothing to shuffle again. Leave out --reseal."))


def asked_seats(game: Game, request: UndoRequest, found: WayBack, learned: list[Lesson]) -> tuple[str, ...]:
    """The seats that must agree: who moved since and who learned something, as far as people play them.

    The moderator decides alone, unless the players are to be asked.
    """
    if not request.seat and not request.ask:
        return ()
    concerned = [each.entry.get("seat") for each in (*found.left, *found.again) if is_kind(each.entry, *RETURNING)]
    concerned += [reader for each in learned for reader in each.readers if reader != EVERYBODY]
    return tuple([seat for seat in people(game.log.documents) if seat in concerned and seat != request.seat])


def undo_sentence(undo: Undo) -> Phrase:
    """What no longer counts, or who must agree first."""
    facts = {"undone": word_list(undo.undone), "back": undo.back, "asks": word_list(undo.asks)}
    if undo.asks:
        return say("To go back to entry {back} needs the consent of {asks}.", **facts)
    if undo.again:
        return again_sentence(undo)
    if not undo.undone:
        return say("The game is where it was after entry {back}.", **facts)
    if len(undo.undone) == 1:
        return say("Entry {undone} no longer counts. The game is where it was after entry {back}.", **facts)
    return say("Entries {undone} no longer count. The game is where it was after entry {back}.", **facts)


def again_sentence(undo: Undo) -> Phrase:
    """What counts again, and what no longer does."""
    facts = {"again": word_list(undo.again), "back": undo.back}
    words = "Entries {again} count again. The game is where it was after entry {back}."
    if len(undo.again) == 1:
        words = "Entry {again} counts again. The game is where it was after entry {back}."
    if not undo.undone:
        return say(words, **facts)
    left = say(GONE[len(undo.undone) > 1], undone=word_list(undo.undone))
    return say("{left} {again}", left=left, again=say(words, **facts))


GONE = {False: "Entry {undone} no longer counts.", True: "Entries {undone} no longer count."}
"""Whether there are several."""


def promise_new_secret(table: Table, game: Game) -> str:
    """The `commitment` for an entry that shuffles the rest of the piles again; its secret is on disk when this returns.

    A secret that no entry promises was never used: the same command was interrupted, and takes it. The caller holds the
    game's lock. Raises `disk.Unreadable`, `disk.NotRecorded`, `disk.Unconfirmed`.
    """
    promised = [str(each["commitment"]) for _, each in promising_entries(game.log.documents)]
    kept = private.read_private_part(table.settings.private, game.id)
    if left := next((each for each in kept.secrets if each not in promised), ""):
        return left
    practice = is_practice(game.header)
    secret = chance.practice_secret(len(promised) + 1) if practice else os.urandom(chance.SECRET_BYTES)
    promise = chance.commitment(game.id, secret)
    if not table.rehearses:
        secrets = {**kept.secrets, promise: secret.hex()}
        private.change(table.settings.private, game.id, lambda kept: kept._replace(secrets=secrets))
    return promise
