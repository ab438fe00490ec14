"""How a judged move becomes an entry of a log, what is reported afterwards, and which other entries are recorded."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from types import MappingProxyType
from typing import NamedTuple

from referee.app.consent.proposal_words import short_time
from referee.app.errors import Refused, Stop, Unreported, entry_range
from referee.app.game_access import Game, Table, game_after, refuse_stranger
from referee.app.look import report_files
from referee.app.look.game_views import has_clock, view_for_reader
from referee.app.play.entries import Dealer, append_entry, entry_bytes, held_game
from referee.app.play.refusal import moves_phrase
from referee.app.time.deadlines import moment
from referee.reading import BadInput
from referee.rules.entry_shapes import (
    ANY_TIME,
    ASIDES,
    SEALS,
    TURNS,
    BadEntry,
    overruled_rules,
    refuse_aside,
    refuse_misfits,
    refuse_wrong_ends,
)
from referee.rules.replay import CLOSED, PLAYING, Moment, refuse_unlinked
from referee.rules.rulebook import hides
from referee.rules.ruling import AnyAccepted
from referee.show.sentences import header_after, of_every_title
from referee.show.view import View
from referee.store import disk, log
from referee.store.chain import log_with_document
from referee.store.documents import REFEREE, Aside, Data, entry_at
from referee.words import Phrase, prints, say


class Submitted(NamedTuple):
    """The result of a move.

    entry     the number of its last entry in the log; None in a dry run
    before    whether it had been recorded before
    view      the position as everybody may see it; None in a dry run of a move that would show something hidden
    page      the path of the report that was written, or ""
    own       seat → the path of a report that it alone may see: of who has moved and who is to move
    warnings  what else the moderator should know
    entries   how many entries it is
    move      what was understood: the actions in a line, or a pass; None when nothing was played
    stopped   why what follows was not done, after these entries were recorded; None when nothing is left
    unread    what its player should know: lines of the move that were not read, a proposal that it ended
    now       the game as it is now; None where nothing was recorded
    beside    what was recorded that is no part of play, in sentences
    overruled the numbers of the rules that it breaks, and that the moderator let it break
    """

    game: str
    seat: str
    entry: int | None
    head: str
    before: bool
    view: View | None
    page: str = ""
    warnings: tuple[Phrase, ...] = ()
    entries: int = 1
    stopped: Exception | None = None
    own: Mapping[str, str] = MappingProxyType({})
    move: Phrase | None = None
    unread: tuple[Phrase, ...] = ()
    now: Game | None = None
    beside: tuple[Phrase, ...] = ()
    overruled: tuple[str, ...] = ()

    @property
    def entries_phrase(self) -> Phrase:
        return entry_range(self.entry or 0, self.entries)


class EntryKind(NamedTuple):
    """How a judged move is recorded: its kind, and who made it if that was not the seat's player."""

    name: str
    by: str = ""


class Overruling(NamedTuple):
    """The numbers of the rules against which a move may pass, and why; of other moves there are none."""

    rules: tuple[str, ...] = ()
    why: str = ""


NOT_OVERRULED = Overruling()

MOVE, MISSED, STOOD_IN = EntryKind("move"), EntryKind("missed"), EntryKind("missed", REFEREE)


def append_move(
    table: Table,
    game: Game,
    kind: EntryKind,
    move: Data,
    ruling: AnyAccepted,
    fate: Dealer,
    overruled: Overruling = NOT_OVERRULED,
) -> Game:
    """The game with a judged move as one more entry."""
    fields = move_fields(game, move, ruling, overruled)
    fields |= {"by": kind.by} if kind.by else {}
    return append_entry(table, game, kind.name, fields, fate.shown_items, ruling.position)


def rehearse_entry(
    table: Table, game: Game, move: Data, ruling: AnyAccepted, overruled: Overruling = NOT_OVERRULED
) -> Moment:
    """The moment that would result from a judged move which reveals nothing.

    Raises Unreplayable, as recording it would.
    """
    after = append_entry(table, game, MOVE.name, move_fields(game, move, ruling, overruled), {}, ruling.position)
    return replace(after.moments[-1], head=NOT_RECORDED)


NOT_RECORDED = "not recorded"
"""The head in the view of a rehearsal, which has none."""


def move_fields(
    game: Game, move: Data, ruling: AnyAccepted, overruled: Overruling = NOT_OVERRULED
) -> dict[str, object]:
    """The fields of a move in an entry: the canonical notation, what was let pass, and the player's message."""
    fields = {"seat": move["seat"], **game.book.play.record(game.position, move, ruling.events)}
    fields |= {"overrule": {"rules": list(overruled.rules), "why": overruled.why}} if overruled.rules else {}
    return {**fields, "say": move["say"]} if move.get("say") else fields


def report_recorded(
    table: Table, game: Game, seat: str, entries: int = 1, stopped: Exception | None = None
) -> Submitted:
    """The result of recording, with its report written to its place. Raises Unreported for whatever goes wrong here."""
    return write_report(table, game, recorded_now(game, seat, entries, stopped))


def recorded_now(game: Game, seat: str, entries: int = 1, stopped: Exception | None = None) -> Submitted:
    """The result of recording, without a view and before any report is written. Raises Unreported.

    Seals that follow a turn are not counted: they are no part of what anybody asked for.
    """
    last = game.log.last
    if entries > 1 and game.log.entry(last)["kind"] == SEALS:
        last, entries = last - 1, entries - 1
    try:
        move = recent_moves(game, last, entries)
    except Exception as error:
        raise Unreported(game.id, last, error, entries) from error
    beside, overruled = recent_asides(game, last, entries), recent_overruled(game, last, entries)
    return Submitted(
        game.id, seat, last, game.log.head, False, None, entries=entries, stopped=stopped, move=move, beside=beside,
        overruled=overruled,
    )  # fmt: skip


def write_report(table: Table, game: Game, done: Submitted) -> Submitted:
    """The same with its report written to its place; in a rehearsal, with the view of everybody alone.

    A part of a longer step is not shown before that is over.

    Raises Unreported for whatever goes wrong here.
    """
    if table.rehearses:
        return done._replace(entry=None, head="", view=view_for_reader(game, ""), now=game)
    if table.held:  # nothing is shown before the whole step is on disk
        return done
    warnings = publish_notes(table, game) if game.phase == CLOSED else ()
    try:
        readers = "", *concerned_seats(game, done.seat)
        views = {reader: view_for_reader(game, reader) for reader in readers}
        replay = final_replay(table, game) if game.is_over else ""
        kept = {reader: report_files.save_report(table.settings, views[reader], replay) for reader in readers}
    except Exception as error:
        raise Unreported(game.id, game.log.last, error, done.entries) from error
    warnings += tuple([warning for _, warning in kept.values() if warning])
    own = {reader: path for reader, (path, _) in kept.items() if reader and path}
    return done._replace(view=views[""], page=kept[""][0], own=own, warnings=warnings, now=game)


def publish_notes(table: Table, game: Game) -> tuple[Phrase, ...]:
    """Publish the notebooks of those who agreed: a warning where that is not possible now."""
    from referee.app.notes.notebook import publish_notebook  # a game is closed once

    try:
        publish_notebook(table.settings, game)
    except (disk.Trouble, BadInput, Stop, ValueError, TypeError) as error:
        words = "The players' notes couldn't be published: {why} To try it again: referee end close {game}"
        return (say(words, why=error, game=game.id),)
    return ()


def final_replay(table: Table, game: Game) -> str:
    """The replay of a game that is over, as everybody may see it."""
    from referee.app.look import replays  # what makes pages is heavy, and this is needed once in a game

    return replays.plain_page(table.settings, game)


def recorded_before(
    game: Game, seat: str, entry: int, stopped: Exception | None = None, *, entries: int = 1
) -> Submitted:
    """Entries that were recorded before, up to entry `entry`, and are not recorded again."""
    view = view_for_reader(game, "")
    move = recent_moves(game, entry, entries)
    beside = recent_asides(game, entry, entries)
    return Submitted(
        game.id, seat, entry, game.log.heads[entry], True, view, entries=entries, stopped=stopped, move=move,
        beside=beside, now=game, overruled=recent_overruled(game, entry, entries),
    )  # fmt: skip


def recent_asides(game: Game, last: int, entries: int) -> tuple[Phrase, ...]:
    """What so many entries up to `last` say that is no part of play."""
    numbers = [n for n in range(last + 1 - entries, last + 1) if game.log.documents[n].get("kind") in (*ASIDES, "end")]
    found = [of_every_title(header_after(game.header, game.moments[:n]), game.moments[n]) for n in numbers]
    return tuple([line.says for line in found if line])


def recent_overruled(game: Game, last: int, entries: int) -> tuple[str, ...]:
    """The rules that were let pass in so many entries up to `last`, each once."""
    recent = [entry_at(game.log.documents, number) for number in range(last + 1 - entries, last + 1) if number]
    return tuple(dict.fromkeys([rule for each in recent for rule in overruled_rules(each)]))


def recent_moves(game: Game, last: int, entries: int) -> Phrase | None:
    """The players' moves in so many entries up to `last`."""
    done = [each for each in game.log.documents[last + 1 - entries : last + 1] if each.get("kind") not in ASIDES]
    return moves_phrase(game.book.id, done) if done and all(each.get("kind") == "move" for each in done) else None


def due_words(table: Table, game: Game) -> Phrase | None:
    """In a few words until when the player to move has time; None without a clock, and where its zone is unknown."""
    if not has_clock(game):
        return None
    try:
        return short_time(game, moment(table.time()))
    except Refused:
        return None


def concerned_seats(game: Game, seat: str) -> list[str]:
    """The seats that may see more than everybody: who has moved and who is to move; all at the deal."""
    if game.phase != PLAYING or not hides(game.book, game.header):
        return []
    mover = game.mover
    return list(dict.fromkeys(each for each in (seat, mover) if each)) if seat else list(game.header["seats"])


Words = Callable[[Game], Aside | int]
"""Takes the game; returns the fields of the entry, or the number of an entry that already has them."""


def record_aside_fields(table: Table, id: str, kind: str, fields: Aside) -> Submitted:
    """Record an entry that is not a move."""
    return record_aside_entry(table, id, kind, lambda game: fields)


def record_aside_entry(table: Table, id: str, kind: str, words: Words, seen: Game | None = None) -> Submitted:
    """Record what `words` returns for the game as read under the lock; `seen`: the game as it was opened before."""
    with held_game(table, id, seen) as held:
        fields = words(held.game)
        if isinstance(fields, int):
            return recorded_before(held.game, seat_at(held.game, fields), fields)
        held.game = append_aside(table, held.game, kind, fields)
    return report_recorded(table, held.game, str(fields.get("seat", "")))


Command = Callable[[Table, Game], Game | int]
"""What a command of the moderator adds to a game; or the number of the entry that says so already."""


def record_command(table: Table, id: str, command: Command) -> Submitted:
    """Do a command in one step, unless it was done before: then say as which entries.

    Raises what `command` raises; then nothing was recorded.
    """
    table = table._replace(now=table.time())
    with held_game(table, id) as held:
        game = held.game
        if before := repeated_entries(table, game, command):
            return recorded_before(game, seat_at(game, before[-1]), before[-1], entries=len(before))
        found = command(table, game)
        if isinstance(found, int):
            return recorded_before(game, seat_at(game, found), found)
        held.game = found
    return report_recorded(table, found, seat_at(found, found.log.last), found.log.last - game.log.last)


def seat_at(game: Game, number: int) -> str:
    """The seat that an entry is about; "" if it is about none."""
    return str(game.log.documents[number].get("seat", ""))


def repeated_entries(table: Table, game: Game, command: Command) -> range:
    """The entries that just this command made, if nothing has changed in the game since: else none.

    It is known by the head that it saw: the command, done once more after that entry and at that time, gives the very
    same heads.
    """
    kinds = [each["kind"] for each in game.log.entries]
    last = max([n for n, kind in enumerate(kinds, 1) if kind not in WITHOUT_EFFECT], default=0)
    turn = max([n for n, kind in enumerate(kinds, 1) if kind in UNREPEATED], default=0)
    for first in range(turn + 1, last + 1):
        entry = game.log.entry(first)
        if entry["kind"] in WITHOUT_EFFECT:
            continue
        with suppress(Stop, BadEntry, log.Trouble):
            again = command(table._replace(now=entry["at"], rehearses=True), game_after(game, first - 1))
            if not isinstance(again, int) and again.log.heads == game.log.heads[: last + 1]:
                return range(first, last + 1)
    return range(0)


WITHOUT_EFFECT = (*ANY_TIME, SEALS, "close")
"""Entries that may come between a command and its repetition."""
UNREPEATED = (*TURNS, "nonce", "deal")
"""Entries that no such command makes: what is before them was another turn."""


def append_aside(table: Table, game: Game, kind: str, fields: Aside) -> Game:
    """The game with one more entry that is not a move. Raises Refused, Usage."""
    refuse_closed(game)
    refuse_stranger(game, str(fields.get("seat", "")))
    number = game.log.last + 1
    longer = log_with_document(game.log, entry_bytes(table, game, kind, fields, {}, game.position))
    try:
        refuse_misfits(number, longer.entry(number))
        refuse_aside(game.header, number, longer.entry(number))
        refuse_wrong_ends(longer.documents, number)
        refuse_unlinked(longer.documents, number, kind)
    except BadEntry as bad:
        raise Refused(bad.says) from bad
    return append_entry(table, game, kind, fields, {}, game.position)


def refuse_closed(game: Game) -> None:
    if game.phase == CLOSED:
        raise Refused(say("{game} is closed. Nothing more can be recorded.", game=game.id))


WHY = 200
"""Letters of the longest reason."""


def refuse_reason(why: str) -> None:
    """Raises Refused for a reason that no entry can hold."""
    if not why.strip():
        raise Refused(say("Say why, because everybody will read it."), say("Add --why TEXT."))
    if len(why) > WHY or not prints(why):
        raise Refused(say("The reason must be one line of at most {most} characters.", most=WHY))


def reason_fields(why: str) -> Aside:
    """The field of an entry for a reason, where one is given. Raises Refused."""
    if not why:
        return {}
    refuse_reason(why)
    return {"why": why}


def with_reason(fields: Aside | int, reason: Aside) -> Aside | int:
    """The fields of an entry with its reason; or the number of the entry that has them already."""
    return fields if isinstance(fields, int) else {**fields, **reason}
