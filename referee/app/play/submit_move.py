"""Judge and record moves, and turns that their players have missed, as the rules say; and close games.

A move is recorded before anything about it is shown.
"""

from collections.abc import Callable, Sequence
from functools import partial

from referee.app.ahead import order_state
from referee.app.ahead.order_state import revealed_orders
from referee.app.consent.proposal_words import lapsed_words
from referee.app.errors import Illegal, Misplaced, Missing, Refused, Unreported
from referee.app.game_access import Game, Table, book_at_start, committed_secret, open_game, refuse_stranger
from referee.app.look.game_views import unusual_options
from referee.app.play.entries import Dealer, append_entry, held_game
from referee.app.play.known_deal import dated_table
from referee.app.play.overrule_move import (
    leniently,
    needless_warning,
    refuse_unknown_rules,
    tried_overruling,
    way_to_overrule,
)
from referee.app.play.read_move import (
    ANYBODY,
    MoveSender,
    Written,
    admit_move,
    broken_rules,
    game_of,
    read_move,
    refusal_of,
    refuse_check,
    refuse_idle,
    refuse_other,
    unread_warnings,
)
from referee.app.play.record_move import (
    MISSED,
    MOVE,
    NOT_OVERRULED,
    STOOD_IN,
    EntryKind,
    Overruling,
    Submitted,
    append_move,
    reason_fields,
    recorded_before,
    recorded_now,
    rehearse_entry,
    report_recorded,
    write_report,
)
from referee.app.play.refusal import look, moves_phrase, stale
from referee.app.verify.verify_log import replay_log
from referee.reading import Draft, Source
from referee.rules.entry_shapes import last_at_position, turning
from referee.rules.line import closing_fields, fork_of
from referee.rules.planner import suggest_move
from referee.rules.replay import CLOSED, all_secrets
from referee.rules.rulebook import Fate, NoBranch
from referee.rules.ruling import AnyAccepted, Rejected, Veiled, judge, refuse_chance
from referee.store.documents import Data, Entry, Move, is_kind
from referee.words import Phrase, say


def submit(
    table: Table,
    raw: bytes,
    name: str,
    sender: MoveSender = ANYBODY,
    overruling: Overruling = NOT_OVERRULED,
    day: str = "",
) -> Submitted:
    """Judge a move, part by part, and record it: all parts at once, before any of them is shown.

    `overruling`: the moderator lets it pass against these rules, and no others.
    Raises `Stop`, `log.Trouble`; then nothing was recorded. A `Flawed` names everything that is wrong with the move.
    `day`: when it was played, in a game with a known deal.
    """
    draft = read_move(table, raw, name)
    refuse_check(raw)
    id = game_of(table, draft, sender)
    with held_game(table, id) as held:
        table = dated_table(table, held.game, day) if day else table
        held.game, done = submit_in(table, held.game, draft, sender, overruling)
    return done if done.before else write_report(table, held.game, done)


def submit_in(
    table: Table, game: Game, draft: Draft, sender: MoveSender, overruling: Overruling = NOT_OVERRULED
) -> tuple[Game, Submitted]:
    """The same in a game that is open, without the reports. The caller commits it."""
    refuse_unknown_rules(game.book, overruling)
    game = order_state.with_seals(table, game)
    last, written = game.log.last, admit_move(table, leniently(game, overruling), draft, sender)
    left, before = written.todo.left, written.todo.before
    if left is None:
        return game, repeated_move(game, written, before)
    overlooked = unread_warnings(game, written.source, written.number, written.move["seat"])
    try:
        game, stopped = carried_out(table, game, written.source, MOVE, left, whole=not before, overruling=overruling)
    except Refused as refused:
        if not before:
            raise in_full(game, written, sender, refused, overruling) from refused
        return game, repeated_move(game, written, before, refused)
    done = recorded_now(game, written.move["seat"], game.log.last - last, stopped)
    lapsed = lapsed_words(game, range(last + 1, game.log.last + 1))
    return game, done._replace(unread=(*overlooked, *needless_warning(overruling, done.overruled), *lapsed))


def in_full(game: Game, written: Written, sender: MoveSender, refused: Refused, overruling: Overruling) -> Refused:
    """A refusal by the rules with everything else that is known to be wrong; any other refusal unchanged.

    It tells the moderator how to let the move pass, if that is possible.
    """
    if not isinstance(refused, Illegal):
        return refused
    lenient = leniently(game, overruling)
    found = broken_rules(lenient, written, sender)
    accept = partial(accepted_move, game, written.source, written.todo.left or {}, refuse_chance)
    way = way_to_overrule(game.book, refused, accept, overruling.rules) if sender is ANYBODY else None
    if not found:
        refused.command = way
        return refused
    return refusal_of(written.draft, found, game.book, way)


def carried_out(
    table: Table,
    game: Game,
    text: Source,
    kind: EntryKind,
    move: Data,
    *,
    whole: bool = True,
    overruling: Overruling = NOT_OVERRULED,
) -> tuple[Game, Exception | None]:
    """The game with a move as its next entries, and why the rest of it is not among them.

    A part that reveals something is an entry of its own, which stays whatever becomes of the rest.
    Raises what stops the first part. `whole`: it is not what an order left over.
    """
    left: Data | None = move
    first = game.log.last
    while left is not None:
        fate = Dealer(table, game)
        try:
            ruling = accepted_move(game, text, left, fate, overruling.rules, whole=whole and left is move)
            overruled = tried_overruling(table, game, left, ruling, fate, overruling, is_first=left is move)
            game = append_move(table, game, kind, left, ruling, fate, overruled)
        except Exception as stop:
            if game.log.last == first:
                raise
            return game, stop
        left = ruling.rest
    return order_state.with_seals(table, game), None


def rehearse(
    table: Table,
    raw: bytes,
    name: str,
    sender: MoveSender = ANYBODY,
    overruling: Overruling = NOT_OVERRULED,
    *,
    with_view: bool = True,
) -> Submitted:
    """The answer of `submit`, without leaving a trace; without a view where nobody wants to see one.

    Hidden things stay hidden: in that case it returns a verdict and no view.
    """
    draft = read_move(table, raw, name)
    game = open_game(table, game_of(table, draft, sender))
    return rehearse_in(table, game, draft, sender, overruling, with_view=with_view)


def rehearse_in(
    table: Table,
    game: Game,
    draft: Draft,
    sender: MoveSender,
    overruling: Overruling = NOT_OVERRULED,
    *,
    with_view: bool = True,
) -> Submitted:
    """The same in a game that is open."""
    refuse_unknown_rules(game.book, overruling)
    written = admit_move(table, leniently(game, overruling), draft, sender)
    left, before = written.todo.left, written.todo.before
    if left is None:
        return repeated_move(game, written, before)
    seat = written.move["seat"]
    overlooked = unread_warnings(game, written.source, written.number, seat)
    try:
        ruling, overruled = tried_move(table, game, written.source, left, overruling, whole=not before)
    except Refused as refused:
        if not before:
            raise in_full(game, written, sender, refused, overruling) from refused
        return repeated_move(game, written, before, refused)
    after = rehearse_entry(table, game, left, ruling, overruled) if ruling else None
    done = Submitted(game.id, seat, None, "", False, None, unread=overlooked, overruled=overruling.rules)
    if after is None or (ruling and ruling.rest is not None):  # the move has more than can be known
        return done._replace(move=moves_phrase(game.book.id, [left]))
    if with_view:
        view = game.book.show().view(game.header, [*game.line, after], "")
        done = done._replace(view=view._replace(options=tuple(unusual_options(game))))
    return done._replace(move=moves_phrase(game.book.id, [after.entry]))


def tried_move(
    table: Table, game: Game, text: Source, move: Data, named: Overruling, *, whole: bool
) -> tuple[AnyAccepted | None, Overruling]:
    """The ruling on a move, or on its first part, and what it breaks; None if it would show something.

    Raises Refused.
    """
    try:
        ruling = accepted_move(game, text, move, refuse_chance, named.rules, whole=whole)
    except Veiled:
        return None, named
    return ruling, tried_overruling(table, game, move, ruling, refuse_chance, named, is_first=True)


def repeated_move(game: Game, written: Written, number: int, stopped: Exception | None = None) -> Submitted:
    """A move whose last recorded part is entry `number`."""
    before, seat = last_at_position(game.log.documents, written.number), written.move["seat"]
    first = min(each.number for each in game.line if before < each.number <= number and is_kind(each.entry, "move"))
    done = recorded_before(game, seat, number, stopped, entries=number - first + 1)
    further = [look(game, seat)] if game.mover == seat and not stopped else []
    return done._replace(warnings=(*other_words(game.log.entry(first), written.move), *further))


def other_words(entry: Entry, move: Move) -> tuple[Phrase, ...]:
    """A warning where a move that is recorded comes again and says something else to the others."""
    said = str(move.get("say") or "")
    if not said or said == entry.get("say"):
        return ()
    return (
        say(
            "The message to the others differs from the one in entry {entry}, so it is not recorded.",
            entry=entry["entry"],
        ),
    )


def accepted_move(
    game: Game, text: Source, move: Data, fate: Fate, overrules: Sequence[str] = (), *, whole: bool = True
) -> AnyAccepted:
    """The accepted move, or its first part. Raises Illegal, or Refused when the game is not in play."""
    refuse_idle(game)
    try:
        ruling = judge(game.book.play, game.position, move, fate, whole=whole, overrules=overrules)
    except NoBranch as none:
        raise Misplaced(text, none.at, none.says, say("An order may end with a branch `else`.")) from none
    if isinstance(ruling, Rejected):
        raise Illegal(game.book, text, ruling.violations)
    refuse_nothing(text, ruling)
    return ruling


def refuse_nothing(text: Source, ruling: AnyAccepted) -> None:
    """Refuse a move without any effect: no replay could read it. Raises Misplaced."""
    if not ruling.events:
        says = say("This changes nothing in the game, so there is nothing to record.")
        raise Misplaced(text, (), says, say("Leave it out, or write an action that is possible now."))


def close(table: Table, id: str, *, abandon: bool = False, why: str = "") -> Submitted:
    """Publish the secret in a last entry, so that everybody can check the chance of the game. Raises Refused."""
    reason = reason_fields(why)
    with held_game(table, id) as held:
        game = held.game
        if game.phase == CLOSED:
            return reported_again(table, game)
        refuse_unfinished(game, abandon)
        refuse_open_parent(table, game)
        secrets = all_secrets(committed_secret(table, game.header))
        replay_log(book_at_start(game.log), game.log, secrets)  # everybody can check a closed game
        revealed = closing_fields(game.log.documents, secrets, game.book.set_up.veil(game.header))
        sealed = revealed_orders(table, game)
        fields = {**revealed, **({"orders": sealed} if sealed else {}), **reason}
        held.game = append_entry(table, game, "close", fields, {}, game.position)
    return report_recorded(table, held.game, "")


def reported_again(table: Table, game: Game) -> Submitted:
    """A game that is closed already, with its notes and pages, which a failure may have kept from being written."""
    done = recorded_before(game, "", game.log.last)
    try:
        return write_report(table, game, done)
    except Unreported as error:
        return done._replace(warnings=(error.says,))


def refuse_unfinished(game: Game, abandon: bool) -> None:
    if not game.is_over and not abandon:
        hint = say("To end a game that will not be finished: referee end close {game} --abandon", game=game.id)
        raise Refused(
            say("{game} is not over, and closing it reveals everything that is still hidden.", game=game.id), hint
        )


def refuse_open_parent(table: Table, game: Game) -> None:
    """Closing a fork reveals hands that it inherited: the closing entry of its parent must be seen. Raises Refused."""
    found = fork_of(game.log.header)
    if not found or "places" not in found:
        return
    facts = {"game": game.id, "parent": found["game"], "entry": found["entry"], "games": table.settings.games}
    try:
        parent = open_game(table, found["game"])
    except Missing:
        parent = None
    if parent is None or found["head"] not in parent.log.heads:
        words = "Closing {game} would reveal what players held in {parent} at entry {entry}, and {parent} isn't here."
        hint = say("Put its folder back into {games}. {game} can be closed once {parent} is closed.", **facts)
        raise Refused(say(words, **facts), hint)
    if parent.phase != CLOSED:
        words = "Closing {game} would reveal what players held in {parent} at entry {entry}, and {parent} isn't closed."
        raise Refused(say(words, **facts), say("Close that game first: referee end close {parent}", **facts))


Choice = Callable[[Game], Data]
"""The game → the move that is made for the seat."""


def planned_move(game: Game) -> Data:
    """The move that the title's planning player would make."""
    move: Data = suggest_move(game.book, game.position, 0)
    return move


def record_missed_turn(
    table: Table, id: str, seat: str, after: int | None = None, instead: Choice | None = None, seen: Game | None = None
) -> Submitted:
    """Record that the seat to move missed its deadline: the turn that answers entry `after`, or the one now.

    `instead` makes a move for it where a pass is not wanted. To do so twice does no harm: without `after`, a seat whose
    missed turn is the last entry has not missed another. `seen`: the game as it was opened before.
    """
    with held_game(table, id, seen) as held:
        game = order_state.with_seals(table, held.game)
        refuse_stranger(game, seat)
        last, turn = game.log.last, turning(game.log.documents)
        if before := missed_before(game, seat, turn - 1 if after is None else after):
            done = recorded_before(game, seat, before[-1], entries=len(before))
            return done._replace(warnings=missed_again(game, seat))
        refuse_missing(game, seat, turn if after is None else after)
        held.game, stopped = stood_in(table, game, seat, instead) if instead else append_missed_move(table, game, seat)
    return report_recorded(table, held.game, seat, held.game.log.last - last, stopped)


def append_missed_move(table: Table, game: Game, seat: str) -> tuple[Game, Exception | None]:
    """The game with the rules' replacement for a missed turn, and the reason if not all of it is recorded."""
    move = {"seat": seat, **game.book.play.missed(game.position)}
    return carried_out(table, game, Source("missed", "", move, {}, {}), MISSED, move)


def stood_in(table: Table, game: Game, seat: str, instead: Choice) -> tuple[Game, Exception | None]:
    """The game with the turn played for the seat to its end, and why not all of it is recorded."""
    first = game.log.last
    while True:
        move = {**instead(game), "seat": seat}
        try:
            game, stopped = carried_out(table, game, Source("suggestion", "", move, {}, {}), STOOD_IN, move)
        except Exception as stop:
            if game.log.last == first:
                raise
            return game, stop
        if stopped or game.mover != seat or not game.book.play.is_turn_begun(game.position):
            return game, stopped


def missed_before(game: Game, seat: str, after: int) -> range:
    """The numbers of the entries that answer this one, if they are a missed turn of the seat; else none."""
    first = number = last_at_position(game.log.documents, after) + 1 if after >= 0 else 0
    while 0 < number <= game.log.last and is_missed(game.log.entry(number), seat):
        number += 1
        if not game.book.play.is_turn_begun(game.moments[number - 1].position):
            break
    return range(first, number)


def is_missed(entry: Entry, seat: str) -> bool:
    return (entry["kind"], entry.get("seat")) == ("missed", seat)


def missed_again(game: Game, seat: str) -> tuple[Phrase, ...]:
    """A hint where the seat that missed a turn is to move again."""
    if game.phase == CLOSED or game.mover != seat:
        return ()
    words = "If {seat} missed the next turn, too: referee time missed {game} {seat} --after {last}"
    return (say(words, seat=seat, game=game.id, last=game.log.last),)


def moved_meanwhile(game: Game, after: int, seat: str) -> Refused:
    return Refused(stale(game, after, seat))


def refuse_missing(game: Game, seat: str, after: int) -> None:
    """It must be the turn of the seat, and after this entry. Raises Refused."""
    refuse_idle(game)
    mover, last = game.mover, game.log.last
    if mover is None:
        raise Refused(say("{game} is over, so it is nobody's turn.", game=game.id))
    if not 0 <= after <= last:
        raise Refused(say("There is no entry {after}. The last entry is {last}.", after=after, last=last))
    if after < turning(game.log.documents):
        raise Refused(stale(game, after, seat))
    refuse_other(seat, mover)
