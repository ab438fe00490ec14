"""Act when time has passed, called by cron or a timer; and note when the referee last looked at each game.

Games in which nothing is to be done now, and that were looked at before, are not replayed for that.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date, datetime
from typing import Any, NamedTuple

from referee.app.ahead import order_state, play_orders
from referee.app.consent import answers, proposal_words, proposals
from referee.app.consent.answers import planned_seat
from referee.app.consent.proposal_words import end_of
from referee.app.consent.proposals import half_of
from referee.app.errors import Stop, Unreported
from referee.app.game_access import TROUBLES, Game, Table, folder_of, game_ids, is_game, lost_ids, open_game
from referee.app.kept_answers import ALWAYS, Summaries
from referee.app.look.listed_games import closed_game, trouble_kind
from referee.app.play import record_move, seats, submit_move
from referee.app.play.entries import held_game
from referee.app.play.seats import substitutes
from referee.app.post.due_reports import is_reminder_unsent
from referee.app.time.counted_time import (
    BEGINNING,
    DAY,
    absences,
    clock_of,
    local,
    midnight,
    terms_of,
    time,
    times_of,
    utc_text,
    zone_of,
)
from referee.app.time.deadlines import OpenTurn, deadline, is_event, stopping_entry, turn_of
from referee.app.time.last_looks import Beats, mail_folder, missing_since, read_beats, write_beats
from referee.rules.entry_shapes import takes_orders, turning
from referee.rules.line import closing_secrets
from referee.rules.proposals import agreed_proposal, open_proposal
from referee.settings import WHEN_OVER, Settings
from referee.store import disk, log
from referee.store.documents import Aside, Documents, Entry, unsealed_entry
from referee.store.stores import recording, store_of
from referee.words import Phrase, say

CLOSED = "closed"
"""What is kept of a closed game; of another one, since when its clock has been running, "" if it is not."""


class IdleGames:
    """What is known of games in which nothing was to be done; only where all games are looked at."""

    def __init__(self, table: Table, *, all_games: bool) -> None:
        self.table = table
        self.summaries = Summaries(table, "idle") if all_games else None
        self.known: dict[str, Any] = {}

    def without_closed(self, ids: Iterable[str]) -> list[str]:
        """The games that are not known to be closed."""
        if self.summaries:
            self.known = {id: self.summaries.find(id) for id in ids}
        return [id for id, kept in self.known.items() if kept != [CLOSED]]

    def is_idle(self, id: str, beats: list[str]) -> bool:
        """Whether nothing is to be done in a game: as was found out before, and nor was the referee away since."""
        kept = self.known.get(id)
        if not kept:
            return False
        now = time(self.table.time(), BEGINNING)
        return not kept[0] or missing_since(beats, time(kept[0], BEGINNING), now) is None

    def keep_closed(self, id: str) -> None:
        if self.summaries:
            self.summaries.keep(id, [CLOSED], ALWAYS)

    def keep(self, game: Game) -> None:
        """Keep that nothing is to be done in a game, until that can change."""
        if self.summaries:
            since = running_since(game)
            self.summaries.keep(game.id, [utc_text(since) if since else ""], next_change(self.table, game))

    def save(self) -> None:
        if self.summaries:
            self.summaries.save()

    def beats_needed(self, beats: Beats) -> Mapping[str, list[str]]:
        """The last looks at games that are here and not known to be closed: nobody asks for the others."""
        return {id: each for id, each in beats.items() if self.known.get(id) != [CLOSED] and is_game(self.table, id)}


def running_since(game: Game) -> datetime | None:
    """Since when the time of the open turn has been running without a gap that is recorded; None if none runs."""
    turn, documents = turn_of(game), game.log.documents
    if turn is None or not clock_of(documents) or stopping_entry(documents):
        return None
    since = times_of(documents)[turn.after]
    return max([since, *[time(each["until"], since) for each in documents[1:] if is_gap(each)]])


def is_gap(entry: Entry) -> bool:
    return entry["kind"] == "clock" and "since" in entry


@contextmanager
def exclusive_look(settings: Settings) -> Iterator[None]:
    """Be the only one who looks after the games. Raises `log.Busy`, NotRecorded."""
    place = mail_folder(settings)
    with recording(place, "created"):
        for each in (settings.private, place):
            store_of(each).make_folder(each)
    with log.game_lock(place, settings.wait):
        yield


TROUBLE = ("trouble", "unreadable")
"""The kinds of trouble with a game: it may pass by itself, or its log can't be read until somebody puts that right."""
NOT_RUNNING = "The referee did not run."


class Act(NamedTuple):
    """An action in a game, or in a dry run the action that would follow.

    game    "": it is the trouble of the whole run
    did     `ordered`, `handed back`, `unanswered`, `carried out`, `played`, `gap`, `reminded`, `overdue`, `missed`,
            `stood in`, `unsent`, `closed`, `unreadable`, or `trouble`
    entry   the number of the entry that says so; None: there is none
    """

    game: str
    did: str
    seat: str
    entry: int | None
    says: Phrase


def tick(table: Table, names: Sequence[str] = (), *, dry_run: bool = False) -> list[Act]:
    """Look after these games, or all. A game that makes trouble does not keep the others waiting."""
    for name in names:
        folder_of(table, name)
    if dry_run:
        return look_after_games(table, names, dry_run)
    with exclusive_look(table.settings):
        return look_after_games(table, names, dry_run)


def all_ids(table: Table) -> list[str]:
    """Every game, those that are lost last: they are trouble that somebody should hear of."""
    ids = game_ids(table)
    return [*ids, *lost_ids(table, ids)]


def look_after_games(table: Table, names: Sequence[str], dry_run: bool) -> list[Act]:
    """The actions done; the time of the last look moves on only if all went well, so that no gap is forgotten."""
    idle, done = IdleGames(table, all_games=not names), list[Act]()
    beats = read_beats(table.settings)
    for id in names or idle.without_closed(all_ids(table)):
        acts = act_in_game(table, id, beats.get(id, []), idle, dry_run)
        if not any(act.did in TROUBLE for act in acts):
            beats[id] = [*beats.get(id, []), table.time()]
        done += acts
    idle.save()
    if not dry_run:
        try:
            write_beats(table.settings, idle.beats_needed(beats))
        except disk.Trouble as error:  # a look that is not noted is a gap in which no clock runs out
            done.append(trouble("", error))
    return done


def act_in_game(table: Table, id: str, beats: list[str], idle: IdleGames, dry_run: bool) -> Sequence[Act]:
    if idle.is_idle(id, beats):
        return ()
    try:
        return looked_after(table, id, beats, idle, dry_run)
    except TROUBLES as error:
        return [trouble(id, error)]
    except Exception as bug:  # the other games are looked after
        words = "This caused an error in referee: {kind}: {why}"
        return [Act(id, trouble_kind(bug), "", None, say(words, kind=type(bug).__name__, why=str(bug)[:200]))]


def trouble(id: str, error: Exception) -> Act:
    return Act(id, trouble_kind(error), "", None, say("{why}", why=error))


def looked_after(table: Table, id: str, beats: list[str], idle: IdleGames, dry_run: bool) -> Sequence[Act]:
    """What was done in a game: all of its entries in one step. What is refused does not undo what came before."""
    if closed_game(table, id):
        idle.keep_closed(id)
        return ()
    game = open_game(table, id)
    if closing_secrets(game.log.documents):
        return ()
    if dry_run:
        return list(acts_due(table, game, beats, dry_run))
    acts = list[Act]()
    with held_game(table, id, game) as held:
        before = held.game.log.last
        try:
            for act in acts_due(table._replace(held=held), held.game, beats, dry_run):
                acts.append(act)
        except Stop as error:
            acts.append(trouble(id, error))
    if not acts:
        idle.keep(held.game)
    elif held.game.log.last > before:
        try:
            record_move.report_recorded(table, held.game, "", held.game.log.last - before)
        except Unreported as error:
            acts.append(trouble(id, error))
    return acts


def acts_due(table: Table, game: Game, beats: list[str], dry_run: bool) -> Iterator[Act]:
    """What is done in a game now, or in a dry run what would be."""
    for due in (handed_back, proposals_due, play_orders_ahead, planned_turns):
        yield from due(table, game, dry_run)
        game = table.held.game if table.held else game
    turn = turn_of(game)
    if turn is None and is_to_close(table, game):
        yield close_finished_game(table, game, dry_run)
    if turn is None or not clock_of(game.log.documents) or stopping_entry(game.log.documents):
        return
    fields = gap(table, game, beats)
    documents = game.log.documents
    if fields:
        entry = None
        if not dry_run:
            entry = record_move.record_aside_entry(table, game.id, "clock", lambda game: fields, game).entry
        yield Act(game.id, "gap", "", entry, told_gap(game, fields))
        documents = (*documents, unsealed_entry("clock", table.time(), fields))
    did = step(documents, turn, now_of(table))
    if did in MISSES and is_reminder_unsent(table.settings, game, turn):
        yield Act(game.id, "unsent", turn.seat, None, unsent_reminder(game, turn.seat))
    elif did:
        yield act_on_turn(table, game, documents, turn, did, dry_run)


def is_to_close(table: Table, game: Game) -> bool:
    """Whether the game is over, not only waiting for its deal, and the settings want it closed then."""
    return table.settings.close == WHEN_OVER and game.is_over


def close_finished_game(table: Table, game: Game, dry_run: bool) -> Act:
    """Close a game that is over: everybody can check then how it was shuffled."""
    entry = None if dry_run else submit_move.close(table, game.id).entry
    return Act(game.id, "closed", "", entry, say("{game} was over and is closed now.", game=game.id))


def play_orders_ahead(table: Table, game: Game, dry_run: bool) -> Iterator[Act]:
    """Play the orders that are due, unless that is done where mail is read."""
    if not takes_orders(game.header):
        return
    if play_orders.is_mail_fetched(table.settings):
        return
    if dry_run:
        due = play_orders.due_turn(table, game)
        yield from [Act(game.id, "ordered", due.turn.seat, None, orders_due(game, due.turn.seat))] if due else []
        return
    ordered = play_orders.play_in_game(table, game.id, game)
    if ordered and ordered.done:
        yield Act(game.id, "ordered", ordered.seat, ordered.done.entry, orders_played(game, ordered.seat))
    elif ordered:
        yield Act(game.id, "ordered", ordered.seat, None, orders_failed(game, ordered.seat))


def orders_due(game: Game, seat: str) -> Phrase:
    return say("The orders of {player} ({seat}) are due.", player=game.players[seat], seat=seat)


def orders_played(game: Game, seat: str) -> Phrase:
    return say("The orders of {player} ({seat}) were played.", player=game.players[seat], seat=seat)


def orders_failed(game: Game, seat: str) -> Phrase:
    words = "The orders of {player} ({seat}) could not be played. Only their player gets to know why."
    return say(words, player=game.players[seat], seat=seat)


def handed_back(table: Table, game: Game, dry_run: bool) -> Iterator[Act]:
    for seat, each in seats.over(table, game).items():
        entry = None if dry_run else seats.hand_back(table, game.id, seat)
        words = "{owner} plays {seat} again, after {name}."
        says = say(words, owner=each.owner, seat=seat, name=each.name)
        yield Act(game.id, "handed back", seat, entry, says)


def proposals_due(table: Table, game: Game, dry_run: bool) -> Iterator[Act]:
    """A proposal that was not answered in time is refused; one that everybody agreed to is carried out."""
    if found := proposals.overdue_answer(game, now_of(table)):
        entry = None if dry_run else answers.lapse(table, game.id, found.number).entry
        words = "The time for answers is over, which counts as a no: {proposal} The game continues."
        yield Act(game.id, "unanswered", "", entry, say(words, proposal=proposal_words.proposal_words(game, found)))
    elif agreed := agreed_proposal(game.log.documents):
        entry = None if dry_run else answers.complete(table, game.id).entry
        words = "Everybody had agreed: {proposal}"
        yield Act(game.id, "carried out", "", entry, say(words, proposal=proposal_words.proposal_words(game, agreed)))
    else:
        yield from answers_reminded(table, game, dry_run)


def answers_reminded(table: Table, game: Game, dry_run: bool) -> Iterator[Act]:
    """Those who have not answered a proposal are reminded once, in their next e-mail."""
    found = open_proposal(game.log.documents)
    if found is None:
        return
    for seat, text in proposals.seats_to_remind(table, game, found, now_of(table)):
        if not dry_run:
            proposals.remind_seat(table, game, seat, text, found.number)
        words = "{player} ({seat}) gets a reminder to answer the proposal."
        yield Act(game.id, "reminded", seat, None, say(words, player=game.players[seat], seat=seat))


def planned_turns(table: Table, game: Game, dry_run: bool) -> Iterator[Act]:
    """The turns of players who resigned, which the referee plays at once; no more in a row than there are seats."""
    for _ in game.header["seats"]:
        seat = planned_seat(game)
        if not seat or stopping_entry(game.log.documents):
            return
        entry = None
        if not dry_run:
            entry = submit_move.record_missed_turn(
                table, game.id, seat, turning(game.log.documents), submit_move.planned_move, game
            ).entry
            game = table.held.game if table.held else game
        yield Act(game.id, "played", seat, entry, say("The referee played for {seat}.", seat=seat))
        if dry_run:
            return


def now_of(table: Table) -> datetime:
    return time(table.time(), BEGINNING)


def gap(table: Table, game: Game, beats: list[str]) -> Aside | None:
    """The entry for the time of this turn in which the referee did not look; it begins where the last gap ended."""
    now, since = now_of(table), running_since(game)
    first = missing_since(beats, since, now) if since else None
    return {"event": "stopped", "since": utc_text(first), "until": utc_text(now), "why": NOT_RUNNING} if first else None


def told_gap(game: Game, fields: Aside) -> Phrase:
    zone = zone_of(game.log.documents)
    first, last = (local(time(each, BEGINNING), zone) for each in (fields["since"], fields["until"]))
    return say("The clock was stopped from {first} to {last}, because referee didn't run.", first=first, last=last)


MISSES = ("missed", "stood in")
"""The steps by which a player loses a turn."""


def unsent_reminder(game: Game, seat: str) -> Phrase:
    words = (
        "{player} ({seat}) has not been sent the reminder yet, so the turn is not recorded as missed. "
        "To send it: referee send {game}"
    )
    return say(words, player=game.players[seat], seat=seat, game=game.id)


def step(documents: Documents, turn: OpenTurn, now: datetime) -> str:
    """What to do about a turn now: `reminded`, `overdue`, `missed`, `stood in` or nothing."""
    found, terms = deadline(documents, turn), terms_of(documents)
    if found is None or terms is None or found.due is None or found.half is None:
        return ""
    if now < found.due:
        return "reminded" if now >= found.half and not is_told(documents, turn, "reminded", found.half) else ""
    if found.reminder is None:
        return "reminded"
    if found.final is None or now < found.final:
        return ""
    if terms.missed == "wait":
        return "" if is_told(documents, turn, "overdue", found.final) else "overdue"
    return {"pass": "missed", "suggest": "stood in"}[terms.missed]


def is_told(documents: Documents, turn: OpenTurn, event: str, since: datetime) -> bool:
    """Whether there is such an event of this turn at that time or later."""
    own = list(zip(documents[1:], times_of(documents)[1:], strict=True))[turn.after :]
    return any(at >= since for each, at in own if is_event(each, event, turn.seat))


def act_on_turn(table: Table, game: Game, documents: Documents, turn: OpenTurn, did: str, dry_run: bool) -> Act:
    """Do it, unless somebody has moved meanwhile; then report that."""
    found = deadline(documents, turn)
    assert found is not None
    assert found.due is not None
    facts = {"player": game.players[turn.seat], "seat": turn.seat, "due": local(found.due, zone_of(documents))}
    entry = None
    if not dry_run and did in MISSES:
        instead = submit_move.planned_move if did == "stood in" else None
        entry = submit_move.record_missed_turn(table, game.id, turn.seat, turn.now, instead, game).entry
    elif not dry_run:
        fields: Aside = {"event": did, "seat": turn.seat, "due": utc_text(found.due)}
        entry = record_move.record_aside_entry(
            table, game.id, "clock", lambda game: still(game, turn, fields), game
        ).entry
    if did == "reminded":
        return Act(game.id, did, turn.seat, entry, reminder_words(documents, turn, now_of(table), facts))
    return Act(game.id, did, turn.seat, entry, WORDS[did](facts))


def reminder_words(documents: Documents, turn: OpenTurn, now: datetime, facts: Mapping[str, str]) -> Phrase:
    """What is said of a reminder that is recorded now: at half of the time, or when all of it is over."""
    reminder = unsealed_entry("clock", utc_text(now), {"event": "reminded", "seat": turn.seat, "due": ""})
    found = deadline((*documents, reminder), turn)
    if found is None or found.reminder is None or found.final is None:
        return say("{player} ({seat}) gets a reminder: half of the time is over. The turn is due at {due}.", **facts)
    words = "{player} ({seat}) gets a reminder: the turn was due at {due}. The grace lasts until {final}."
    return say(words, final=local(found.final, zone_of(documents)), **facts)


def still(game: Game, turn: OpenTurn, fields: Aside) -> Aside:
    """The fields, if it is still this turn. Raises Refused."""
    if turn_of(game) != turn:
        raise submit_move.moved_meanwhile(game, turn.now, turn.seat)
    return fields


WORDS = {
    "overdue": lambda facts: say("{player} ({seat}) has not moved. The turn was due at {due}. Please decide.", **facts),
    "missed": lambda facts: say("{player} ({seat}) missed the turn, which was due at {due}.", **facts),
    "stood in": lambda facts: say(
        "The planning player moved for {player} ({seat}). The turn was due at {due}.", **facts
    ),
}


def next_change(table: Table, game: Game) -> str:
    """The first moment after now at which anything that hangs on the time changes; ALWAYS if there is none.

    As entries have times: to the second that has begun, so never too late.
    """
    now = time(table.time(), BEGINNING)
    return min((utc_text(each) for each in changes(table, game) if each > now), default=ALWAYS)


def changes(table: Table, game: Game) -> Iterator[datetime]:
    """All moments at which something about a game changes by itself, past and future."""
    yield from turn_changes(table, game)
    documents, zone = game.log.documents, zone_of(game.log.documents)
    times = times_of(documents)
    for seat in game.header["seats"]:
        for each in absences(documents, times, seat, zone):
            yield from (each.start, each.end)
    for found in substitutes(game).values():
        yield midnight(date.fromisoformat(found.until) + DAY, zone)
    if proposal := open_proposal(documents):
        yield from (half_of(proposal), end_of(proposal))


def turn_changes(table: Table, game: Game) -> Iterator[datetime]:
    """When half of the time of the open turn is over, all of it, and its grace; and when an ordered turn is played."""
    turn = turn_of(game)
    if turn is None:
        return
    if found := deadline(game.log.documents, turn):
        yield from (each for each in (found.half, found.due, found.final) if each)
    if takes_orders(game.header) and order_state.has_orders(table.settings, game.id):
        yield play_orders.moment_due(table, game, turn)
