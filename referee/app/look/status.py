"""All games at once: whose turn it is, since when, due when, and what needs the moderator; the urgent first."""

import os
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from referee.app.consent.proposal_words import proposal_sentence
from referee.app.consent.proposals import gets_letters
from referee.app.editions import game_editions
from referee.app.errors import NotYours, Refused
from referee.app.game_access import TROUBLES, Game, Table, committed_secret, folder_of, game_ids, lost_ids, open_game
from referee.app.kept_answers import ALWAYS, Summaries
from referee.app.look.listed_games import ClosedGame, closed_game, fix, seats_behind
from referee.app.play.seats import substitutes
from referee.app.post.due_reports import is_reminder_unsent, news
from referee.app.post.spool import Post, spool_status
from referee.app.time.absences import SeatAbsences, Used, listing
from referee.app.time.counted_time import BEGINNING, DAY, local, terms_of, time, times_of, zone_of
from referee.app.time.deadlines import Deadline, OpenTurn, away, deadline, short_date_words, stopping_entry, turn_of
from referee.app.time.last_looks import is_overdue, read_beats
from referee.app.time.tick import next_change, now_of
from referee.mail.transport import mail_progress
from referee.mail.transport.mail_progress import is_daily
from referee.rules.entry_shapes import BadEntry, silent_seats
from referee.rules.line import closing_secrets
from referee.rules.proposals import open_proposal
from referee.rules.replay import CLOSED, WAITING
from referee.settings import Settings
from referee.show.endings import ending_words
from referee.show.sentences import edition_of_game, forked_from, is_practice
from referee.show.view import ForkedFrom
from referee.store import disk, log, private
from referee.store.chance import is_known_deal
from referee.store.documents import Documents, planner_seats
from referee.titles import BrokenTitle, UnknownTitle
from referee.words import Phrase, say, verbatim_word, word_list

if TYPE_CHECKING:
    from referee.app.post.moderator_notes import Unanswered


STATES = ("broken", "overdue", "late", "over", "still", "timed", "untimed", "undealt", "closed")


class GameStanding(NamedTuple):
    """One game. Times are in its own zone; what there is not is "".

    state  `broken`, `overdue`, `late`, `over`, `still`, `timed`, `untimed`, `undealt` or `closed`
    order  its sort key among those of the same state: the time of the next deadline
    seat   who is to move; `player`, its name
    practice  anyone can know its shuffle
    known_deal, fork  whether its deal was entered by hand, and the game that it continues
    edition  under which it is played, or for a closed game under which it began; None if it cannot be read
    behind seats whose last letter does not tell of the last entry that concerns them
    agreed a newer edition to which every seat consents: the moderator lets it take over
    missed seat → how many turns in a row it has missed, where these are many
    lost_secret  whether the moderator's files are here, and the secret that it still needs is not
    refused seat → why the mail server takes no e-mail to its address
    """

    game: str
    title: str
    state: str
    order: str
    seat: str = ""
    player: str = ""
    since: str = ""
    due: str = ""
    entry: int = 0
    kind: str = ""
    at: str = ""
    behind: tuple[str, ...] = ()
    away: Mapping[str, str] = {}
    days_away: Mapping[str, Used] = {}
    missed: Mapping[str, int] = {}
    refused: Mapping[str, str] = {}
    notes: tuple[Phrase, ...] = ()
    practice: bool = False
    agreed: int | None = None
    edition: int | None = None
    known_deal: bool = False
    fork: ForkedFrom | None = None
    lost_secret: bool = False


def plain_standing(found: GameStanding) -> dict[str, object]:
    """The same as JSON can hold it, with texts in the language that is spoken now."""
    return {**found._asdict(), "notes": [str(each) for each in found.notes]}


def standing_from(plain: Mapping[str, Any]) -> GameStanding:
    """The standing of which this is the plain data."""
    return GameStanding(
        **{
            **plain,
            "behind": tuple(plain["behind"]),
            "days_away": {seat: Used(*each) for seat, each in plain["days_away"].items()},
            "notes": tuple([say("{note}", note=each) for each in plain["notes"]]),
            "fork": ForkedFrom(*plain["fork"]) if plain["fork"] else None,
        }
    )


BROKEN, OVERDUE, LATE, OVER, STILL, TIMED, UNTIMED, UNDEALT, SHUT = range(9)
"""How urgently a game needs the moderator, the most urgent first."""


class Status(NamedTuple):
    """All games, the e-mails that wait, and the games that are late only because nobody looks at their clocks."""

    at: str
    games: tuple[GameStanding, ...]
    post: Post
    unwatched: tuple[str, ...]
    unanswered: "tuple[Unanswered, ...]" = ()


def status(table: Table, names: Sequence[str] = ()) -> Status:
    """These games, or all; also those that are lost or cannot be read. Raises Missing for a name of none."""
    for name in names:
        folder_of(table, name)
    found = [standing_of_game(table, id) for id in dict.fromkeys(names)] if names else standings(table)
    ranked = sorted(found, key=lambda each: (STATES.index(each.state), each.order, each.game))
    unwatched = tuple(unwatched_games(table, ranked))
    return Status(table.time(), tuple(ranked), spool_status(table), unwatched, unanswered_lately(table))


def unanswered_lately(table: Table) -> "tuple[Unanswered, ...]":
    """The mails of the last week that nobody answered."""
    from referee.app.post.moderator_notes import all_unanswered  # it reads mails, and most lists of games need none

    since = time(table.time(), BEGINNING) - 7 * DAY
    return tuple([each for each in all_unanswered(table.settings) if time(each.at, BEGINNING) > since])


def unwatched_games(table: Table, games: Sequence[GameStanding]) -> Iterator[str]:
    """The late games at whose clock the referee has not looked for too long: their time since then does not count."""
    late = [each.game for each in games if each.state in (STATES[OVERDUE], STATES[LATE])]
    beats, now = read_beats(table.settings) if late else {}, now_of(table)
    return (id for id in late if is_overdue(beats.get(id, []), now))


def standings(table: Table) -> list[GameStanding]:
    """All games; those that have not changed since somebody looked are not replayed."""
    summaries, ids = Summaries(table, "status"), game_ids(table)
    found = [known_standing(table, id, summaries) for id in (*ids, *lost_ids(table, ids))]
    summaries.save()
    return found


def known_standing(table: Table, id: str, summaries: Summaries) -> GameStanding:
    """The standing that is kept, or else that of the game, which is kept then."""
    if plain := summaries.find(id):
        return standing_from(plain)
    return standing_of_game(table, id, summaries)


def standing_of_game(table: Table, id: str, summaries: Summaries | None = None) -> GameStanding:
    try:
        if closed := closed_game(table, id):
            found, until = closed_standing(table, closed), ALWAYS
        else:
            game = judged_game(table, id)
            found, until = current_standing(table, game), next_change(table, game)
    except TROUBLES as error:
        return GameStanding(id, "", STATES[BROKEN], "", notes=(say("{why}", why=error), *ways_out(table, id, error)))
    if summaries:
        summaries.keep(id, plain_standing(found), until)
    return found


def ways_out(table: Table, id: str, error: Exception) -> Iterator[Phrase]:
    """What helps with a game that cannot be read."""
    if isinstance(error, log.Damage | BadEntry):
        yield fix(table, id, error)
    if isinstance(error, NotYours):
        yield say(PUT_BACK, path=private.path_of(table.settings.private, id), game=id)
    is_gone = isinstance(error, UnknownTitle) and not isinstance(error, BrokenTitle)
    if is_gone or isinstance(error, log.Damage | BadEntry | NotYours):
        yield say("To put it away as it is: referee end discard {game}", game=id)


def judged_game(table: Table, id: str) -> Game:
    """A game whose whole log is read. Raises as `open_game`, and BadEntry for a closing entry with a wrong secret."""
    game = open_game(table, id)
    closing_secrets(game.log.documents)
    return game


def closed_standing(table: Table, game: ClosedGame) -> GameStanding:
    """A closed game; its time is in the zone of its header."""
    at, behind = time(game.at, BEGINNING), seats_behind(table.settings, game)
    return GameStanding(
        game.id,
        game.book.name,
        STATES[SHUT],
        at.isoformat(),
        entry=game.entry,
        kind="close",
        at=local(at, zone_of((game.header,))),
        behind=behind,
        notes=tuple(unsent(game.id, behind)),
        practice=is_practice(game.header),
        known_deal=is_known_deal(game.header),
        fork=forked_from(game.header),
        edition=edition_of_game(game.header),
    )


def current_standing(table: Table, game: Game) -> GameStanding:
    """A game that can be read."""
    documents, now = game.log.documents, now_of(table)
    zone, turn, last = zone_of(documents), turn_of(game), documents[-1]
    found = deadline(documents, turn) if turn else None
    state = STATES[urgency(game, documents, turn, now)]
    since = local(times_of(documents)[turn.after], zone) if turn else ""
    due = local(found.due, zone) if found and found.due else ""
    order = (found.due if found and found.due else time(str(last.get("at")), BEGINNING)).isoformat()
    gone = away(documents, now) if game.phase != CLOSED else {}
    leave = {} if game.phase == CLOSED else {seat: listing(documents, seat) for seat in game.header["seats"]}
    behind = letters_behind(table.settings, game)
    missed, refused = missed_in_a_row(game), refused_addresses(table.settings, game)
    lost = tuple(lost_secret(table, game))
    notes = (
        *lost,
        *unsent_reminder(table.settings, game, turn, state, behind),
        *people_notes(game, missed, refused),
    )
    return GameStanding(
        game.id,
        game.book.name,
        state,
        order,
        seat=turn.seat if turn else "",
        player=game.players[turn.seat] if turn else "",
        since=since,
        due=due,
        entry=game.log.last,
        kind=str(last.get("kind", "header")),
        at=local(times_of(documents)[-1], zone) if game.log.last else "",
        behind=behind,
        away=gone,
        days_away={seat: each.used for seat, each in leave.items() if each.used.days},
        missed=missed,
        refused=refused,
        notes=(
            *notes,
            *grace_notes(game, turn, found, state),
            *other_notes(game, state, behind, gone, leave, now),
            *unasked_notes(table.settings, game),
        ),
        practice=is_practice(game.header),
        known_deal=is_known_deal(game.header),
        fork=forked_from(game.header),
        agreed=game_editions.agreed_edition(game),
        edition=game.book.edition.number,
        lost_secret=bool(lost),
    )


def urgency(game: Game, documents: Documents, turn: OpenTurn | None, now: datetime) -> int:
    if game.phase == CLOSED:
        return SHUT
    if turn is None:
        return UNDEALT if game.phase == WAITING else OVER
    if stopping_entry(documents):
        return STILL
    found = deadline(documents, turn)
    if found is None:
        return UNTIMED
    if found.due is None or now < found.due:
        return TIMED
    return OVERDUE if found.final and now >= found.final else LATE


def other_notes(
    game: Game,
    state: str,
    behind: Sequence[str],
    gone: Mapping[str, str],
    leave: Mapping[str, SeatAbsences],
    now: datetime,
) -> Iterator[Phrase]:
    """What may be good to know of a game."""
    yield from remarks(game, state, behind, gone)
    yield from plans(game, leave, now)
    yield from game_editions.remarks(game)


def unasked_notes(settings: Settings, game: Game) -> Iterator[Phrase]:
    """Who must answer the open proposal and gets no e-mail about it."""
    found = open_proposal(game.log.documents)
    if found is None or settings.mail is None or not private.is_kept(settings.private, game.id):
        return
    kept = private.read_private_part(settings.private, game.id)
    for seat in found.missing:
        if not gets_letters(kept, seat):
            words = (
                "No e-mail about the proposal goes to {player} ({seat}). To enter their answer: "
                "referee say {game} {seat} yes"
            )
            yield say(words, player=game.players[seat], seat=seat, game=game.id)


def unsent_reminder(
    settings: Settings, game: Game, turn: OpenTurn | None, state: str, behind: Sequence[str]
) -> Iterator[Phrase]:
    """What to do if a turn is over whose player could not read that yet."""
    if turn and state == STATES[OVERDUE] and turn.seat in behind and is_reminder_unsent(settings, game, turn):
        words = (
            "{player} ({seat}) has not been sent the reminder of this turn, so it is not recorded as missed. "
            "To send it: referee send {game}"
        )
        yield say(words, player=game.players[turn.seat], seat=turn.seat, game=game.id)


def lost_secret(table: Table, game: Game) -> Iterator[Phrase]:
    """What to do where the moderator's files are here, but not the secret that this game still needs."""
    is_needed = game.phase != CLOSED and not (is_practice(game.header) or is_known_deal(game.header))
    if is_needed and os.path.isdir(table.settings.private):
        try:
            committed_secret(table, game.header)
        except (NotYours, Refused) as stop:
            path = private.path_of(table.settings.private, game.id)
            yield say("{why} {help}", why=stop.says, help=say(PUT_BACK, path=path, game=game.id))


PUT_BACK = "Put a copy of {path} back: without its secret nothing can be drawn or closed in {game}."


def people_notes(game: Game, missed: Mapping[str, int], refused: Mapping[str, str]) -> Iterator[Phrase]:
    """Who has missed turns in a row, whom no e-mail reaches, and what the moderator can do."""
    for seat, number in missed.items():
        words = (
            "{player} ({seat}) has missed {number} turns in a row. For another player: referee player {game} {seat} "
            "--name NAME --address ADDRESS. To let the referee play on: referee end resign {game} {seat}. "
            "For longer turns: referee time {game} allowance=5d. To end the game: referee end abandon {game}"
        )
        facts = {"player": game.players[seat], "seat": seat, "game": game.id}
        yield say(words, number=number, **facts)
        if seat == game.mover:
            yield say("For more time in this turn of {player}: referee time extend {game} {seat} 24h", **facts)
    for seat, why in refused.items():
        words = (
            "E-mails to {player} ({seat}) can't be delivered. {why}. To change the address: "
            "referee player {game} {seat} --address ADDRESS"
        )
        yield say(words, player=game.players[seat], seat=seat, why=why.rstrip("."), game=game.id)


def grace_notes(game: Game, turn: OpenTurn | None, found: Deadline | None, state: str) -> Iterator[Phrase]:
    """What follows a turn whose time is over: the reminder, then the grace, then what the clock says."""
    if turn is None or found is None or state != STATES[LATE]:
        return
    terms = terms_of(game.log.documents)
    facts = {"player": game.players[turn.seat], "seat": turn.seat, "game": game.id}
    if found.final is None or terms is None:
        words = "{player} ({seat}) is late. The grace begins with the reminder, which is recorded by: referee remind"
        yield say(words, **facts)
        return
    final = short_date_words(found.final, zone_of(game.log.documents))
    yield say(AFTER_GRACE[terms.missed], final=final, **facts)


AFTER_GRACE = {
    "wait": "The grace of {player} ({seat}) lasts until {final}. After that the turn waits for you to decide.",
    "pass": (
        "The grace of {player} ({seat}) lasts until {final}. After that the turn is passed. "
        "For more time: referee time extend {game} {seat} 24h"
    ),
    "suggest": (
        "The grace of {player} ({seat}) lasts until {final}. After that the planning player moves. "
        "For more time: referee time extend {game} {seat} 24h"
    ),
}
"""What happens to a missed turn → what is said of it while the grace runs."""


def remarks(game: Game, state: str, behind: Sequence[str], gone: Mapping[str, str]) -> Iterator[Phrase]:
    """What the moderator should know or do, in sentences."""
    facts = {"game": game.id}
    if state == STATES[OVERDUE]:
        mover = verbatim_word(game.mover or "")
        words = (
            "Deadline and grace are over; decide: referee time missed {game} {seat}, "
            "or referee time extend {game} {seat} 24h"
        )
        yield say(words, seat=mover, **facts)
    if game.ending:
        yield ending_words(game.ending, game.players)
    if found := open_proposal(game.log.documents):
        yield proposal_sentence(game, found, "", zone_of(game.log.documents))
    for seat in planner_seats(game.log.documents):
        yield say("The referee plays {seat}, whose player resigned.", seat=seat)
    if state == STATES[OVER]:
        yield say("The game is over. To publish its secret: referee end close {game}", **facts)
    if state == STATES[UNDEALT]:
        missing = silent_seats(game.log.documents)
        names = word_list([say("{player} ({seat})", player=game.players[seat], seat=seat) for seat in missing])
        yield say(
            "These have not said yes: {players}. To ask again: referee send {game} --again SEAT", players=names, **facts
        )
        yield say("To deal without them: referee deal {game}", **facts)
    if still := stopping_entry(game.log.documents):
        yield say("The clock is stopped: {why}", why=still.get("why", ""))
    if gaps := [each for each in game.log.entries if each.get("event") == "stopped" and "since" in each]:
        zone = zone_of(game.log.documents)
        first, last = (local(time(gaps[-1][each], BEGINNING), zone) for each in ("since", "until"))
        yield say("Last time referee didn't run: {first} to {last}.", first=first, last=last)
    for seat, day in gone.items():
        yield say("{player} ({seat}) is away until {day}.", player=game.players[seat], seat=seat, day=day)
    for seat, each in substitutes(game).items():
        yield say("{name} plays {seat} until {day}, then {owner} again.", seat=seat, day=each.until, **each._asdict())
    yield from unsent(game.id, behind)


def unsent(id: str, seats: Sequence[str]) -> Iterator[Phrase]:
    """What to do if seats have not been informed of everything."""
    if seats:
        yield say("E-mails are waiting for {seats}: referee send {game}", seats=", ".join(seats), game=id)


def plans(game: Game, leave: Mapping[str, SeatAbsences], now: datetime) -> Iterator[Phrase]:
    """Planned absences, and who has hardly a day of absence left."""
    for seat, found in leave.items():
        who = {"player": game.players[seat], "seat": seat}
        for each in found.absences:
            if now < each.start < each.end:
                days = {"first": each.first, "last": each.last}
                yield say("{player} ({seat}) will be away from {first} to {last}.", **who, **days)
        if found.used.is_nearly_all:
            words = (
                "{player} ({seat}) has used {days} of {most} days of absence. For more: referee time {game} absence=90d"
            )
            yield say(words, **who, **found.used._asdict(), game=game.id)


def refused_addresses(settings: Settings, game: Game) -> dict[str, str]:
    """Seat → why the mail server refuses for good the address that the seat has now."""
    try:
        addresses = private.read_private_part(settings.private, game.id).addresses
    except disk.Trouble:
        return {}
    found = {seat: mail_progress.refusal(settings.private, game.id, seat, addresses[seat]) for seat in addresses}
    return {seat: why for seat, why in found.items() if why and seat in game.header["seats"]}


def letters_behind(settings: Settings, game: Game) -> tuple[str, ...]:
    """The seats with an address that have not been informed of an entry that concerns them."""
    try:
        kept = private.read_private_part(settings.private, game.id)
    except disk.Trouble:
        return ()
    reached = [seat for seat in game.header["seats"] if seat in kept.addresses]
    seats = [seat for seat in reached if not is_daily(settings, kept.addresses[seat])]
    marks = {seat: mail_progress.mark(settings.private, game.id, seat, kept.addresses[seat]) for seat in seats}
    return tuple(seat for seat, mark in marks.items() if news(game, kept, seat, mark))


MANY = 2
"""From so many turns in a row on the moderator hears of it."""


def missed_in_a_row(game: Game) -> dict[str, int]:
    """Seat → how many turns it has missed since it moved or got another player, where these are many; in play only."""
    if game.mover is None or game.phase == CLOSED:
        return {}
    found = dict.fromkeys(game.header["seats"], 0)
    for moment in game.line:
        kind, seat = moment.entry.get("kind"), str(moment.entry.get("seat", ""))
        if kind in ("move", "player"):
            found[seat] = 0
        elif kind == "missed" and game.book.play.to_move(moment.position) != seat:  # a turn may be missed in parts
            found[seat] += 1
    resigned = planner_seats(game.log.documents)
    return {seat: number for seat, number in found.items() if number >= MANY and seat not in resigned}
