"""A new game from a position of another: it copies the entries that count, and shuffles again what is unseen."""

import re
from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple

from referee import reading
from referee.app.errors import Refused, Usage, nearest_hint
from referee.app.game_access import Game, Table, book_after, open_game
from referee.app.play.begin_game import GameStart, begin
from referee.app.play.new_game import clock_of, kept_of, pairs, refuse_name
from referee.app.play.record_move import Submitted
from referee.rules.line import copied_entries, counted_line, fork_of
from referee.rules.replay import CLOSED, Moment, state_of
from referee.rules.rulebook import hides
from referee.show.sentences import is_practice, players
from referee.store import chain, chance, log, private
from referee.store.chance import PRACTICE_SECRET, places_seal
from referee.store.documents import Data, Entry
from referee.words import Phrase, say

OWN_TO_EACH = ("game", "seats", "nonces", "orders", "chance", "clock", "fork", "commitment", "prev")
"""The fields of a header that a fork does not take over from its parent's."""


class ForkRequest(NamedTuple):
    """The words of the command.

    at              the entry after which the new game continues; None: the last
    players         `red=Eva`, for the seats that somebody else plays from now on
    with_addresses  whether the e-mail addresses and languages of the parent are copied, for seats with the same player
    """

    parent: str
    id: str
    at: int | None = None
    players: Sequence[str] = ()
    clock: Sequence[str] | None = None
    addresses: Sequence[str] | None = None
    languages: Sequence[str] | None = None
    with_addresses: bool = False


class Copied(NamedTuple):
    """What a fork takes over: the entries that count, and the game after each of them."""

    entries: list[Entry]
    moments: list[Moment]

    @property
    def hidden_places(self) -> dict[str, str]:
        """Place → item of all that was asked and is shown by none of the entries."""
        shown = {where for each in self.entries for where in each.get("shown") or {}}
        return {where: item for each in self.moments for where, item in each.asked.items() if where not in shown}


def fork(table: Table, request: ForkRequest, *, dry_run: bool = False) -> Submitted:
    """Begin the new game. The parent is only read. Raises Missing, Refused, Usage, NotYours, `log.Taken`."""
    log.check_id(request.id)
    game = open_game(table, request.parent)
    number = (forked_before(table, request) or game.log.last) if request.at is None else request.at
    refuse_no_position(game, number)
    seats = seats_of_fork(game, number, request.players)
    start = fork_start(table, game, number, seats, request)
    secret = PRACTICE_SECRET if is_practice(game.header) else None
    done = begin(table, start, secret=secret, dry_run=dry_run)
    return done._replace(warnings=(*done.warnings, *open_hands(game, number, seats)))


def forked_before(table: Table, request: ForkRequest) -> int:
    """Where a game of this name, if there is one, continues the same parent; 0: it does not."""
    try:
        found = fork_of(log.read_log(table.folder(request.id)).header)
    except log.Trouble:
        return 0
    return int(found["entry"]) if found and found["game"] == request.parent else 0


def fork_start(table: Table, game: Game, number: int, seats: Mapping[str, str], request: ForkRequest) -> GameStart:
    """The new game, from its header to the last of its copied entries."""
    copied = copied_from(game, number)
    header = fork_header(game, request, seats, len(copied.entries), number)
    kept = reached_seats(table, game, seats, request)
    documents = partial(fork_documents, game, header, copied)
    return GameStart(request.id, header, documents, *kept, places=copied.hidden_places)


def copied_from(game: Game, number: int) -> Copied:
    entries = copied_entries(game.log.documents, number)
    line = {each.number: each for each in counted_line(game.moments[: number + 1])}
    return Copied(entries, [line[int(each["entry"])] for each in entries])


def refuse_no_position(game: Game, number: int) -> None:
    """Raises Refused if the parent has no such entry, or is not dealt there."""
    facts = {"game": game.id, "at": number, "last": game.log.last}
    if not 0 <= number <= game.log.last:
        raise Refused(say("{game} has no entry {at}. The last one is {last}.", **facts))
    if not any(each["kind"] == "deal" for each in game.log.entries[:number]):
        words = "{game} isn't dealt at entry {at}, so there is no position to continue from."
        raise Refused(say(words, **facts), say("To start a game of the same kind: referee new"))


def seats_of_fork(game: Game, number: int, changed: Sequence[str]) -> dict[str, str]:
    """Seat → player: who played there, and those whom the command names. Raises Usage."""
    before = players(game.header, [each.entry for each in game.moments[: number + 1]])
    named = pairs(changed, say("--player needs SEAT=NAME, for example {seat}=Anna.", seat=next(iter(before))), before)
    for seat, name in named.items():
        if seat not in before:
            raise Usage(say("There is no seat {seat} in {game}.", seat=seat, game=game.id), nearest_hint(seat, before))
        refuse_name(seat, name)
    return {**before, **named}


def fork_header(game: Game, request: ForkRequest, seats: Mapping[str, str], copies: int, number: int) -> Data:
    """The header without what depends on the secret, and on the time."""
    raw = {key: value for key, value in game.log.header.items() if key not in OWN_TO_EACH}
    clock = clock_of(request.clock)
    return {
        "format": chain.FORMAT,
        "game": request.id,
        **{key: value for key, value in raw.items() if key != "format"},
        "edition": int(game.log.header["edition"]),
        "seats": dict(seats),
        "nonces": "none",
        **({"chance": chance.PRACTICE} if is_practice(game.header) else {}),
        **({"clock": dict(clock)} if clock else {}),
        "fork": {"game": game.id, "entry": number, "head": game.log.heads[number], "entries": copies},
    }


def reached_seats(
    table: Table, game: Game, seats: Mapping[str, str], request: ForkRequest
) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """Addresses and languages: those of the command, and if asked for the parent's, where the player is the same."""
    addresses = kept_of("addresses", seats, request.addresses)
    languages = kept_of("languages", seats, request.languages)
    if not request.with_addresses:
        return addresses, languages
    kept, same = private.read_private_part(table.settings.private, game.id), game.players
    stay = [seat for seat in seats if seats[seat] == same[seat]]
    old = ({seat: each[seat] for seat in stay if seat in each} for each in (kept.addresses, kept.languages))
    return next(old) | addresses, next(old) | languages


def fork_documents(game: Game, header: Data, copied: Copied, table: Table, secret: bytes) -> bytes:
    """The bytes of the new log: its header, and the copied entries, sealed again."""
    id, hidden_places = str(header["game"]), copied.hidden_places
    promise = {"places": places_seal(id, secret, hidden_places)} if hidden_places else {}
    whole = {**header, "fork": {**fork_fields(header), "at": table.time(), **promise}}
    promised = {**whole, "commitment": chance.commitment(id, secret), "prev": chain.NOTHING_BEFORE}
    found = chain.parse(chain.document(promised))
    for number, (entry, moment) in enumerate(zip(copied.entries, copied.moments, strict=True), 1):
        state = state_of(book_after(game.log, int(entry["entry"])), moment.position)
        found = chain.log_with_document(found, copied_document(game, entry, number, found.head, state))
    return found.raw


def fork_fields(header: Data) -> Mapping[str, object]:
    found = header["fork"]
    return found if isinstance(found, Mapping) else {}


def copied_document(game: Game, entry: Entry, number: int, prev: str, state: str) -> bytes:
    """An entry of the parent as entry `number` of the fork, in the very bytes if it is as the parent recorded it."""
    own = int(entry["entry"])
    if entry != game.log.documents[own]:
        return chain.document({**entry, "entry": number, "prev": prev, "state": state})
    raw = chain.raw_documents(game.log.raw)[own].decode()
    for field, text in (("entry", str(number)), ("prev", log_text(prev)), ("state", log_text(state))):
        raw = re.sub(rf"(?m)^{field}: .*$", f"{field}: {text}", raw, count=1)
    return raw.encode()


def log_text(digits: str) -> str:
    """A hash as the log writes it."""
    return reading.dump({"hash": digits}).partition(": ")[2].rstrip("\n")


def open_hands(game: Game, number: int, seats: Mapping[str, str]) -> tuple[Phrase, ...]:
    """A warning where somebody gets to see what a player of the parent still hides."""
    if game.phase == CLOSED or not hides(game.book, game.header):
        return ()
    words = "{name} can see in the new game what {player} ({seat}) holds in {parent}, which isn't closed."
    old = game.players
    return tuple(
        say(words, name=name, player=old[seat], seat=seat, parent=game.id)
        for seat, name in seats.items()
        if name != old[seat]
    )
