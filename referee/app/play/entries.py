"""The one door into a log, for every entry of every kind: a judged move, what is said beside the moves, a new game."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import NamedTuple

from referee.app.errors import Refused, Stop, Unreplayable
from referee.app.game_access import (
    Game,
    HeldGame,
    Table,
    book_at_start,
    committed_secret,
    current_game,
    folder_of,
    game_of,
    is_time,
    open_game,
)
from referee.app.play.people_limits import refuse_words, said_before
from referee.app.post import due_reports
from referee.app.repair.go_back import refuse_changed_draws
from referee.rules.entry_shapes import refuse_unlike_published, refuse_unlike_schemas, turning
from referee.rules.replay import BadEntry, Moment, fate_of, judge_last, replay, state_of
from referee.rules.rulings import book_after_entry
from referee.settings import Misconfigured, Settings
from referee.store import chance, disk, log, private
from referee.store.chain import MOST_ENTRIES, log_with_document
from referee.store.chance import Secrets
from referee.store.documents import Aside, Data, people, planner_seats
from referee.words import AND, Phrase, names_of, plain_letters, say, term, verbatim_word, word_list


def append_entry(table: Table, game: Game, kind: str, fields: Data, shown: Mapping[str, str], position: object) -> Game:
    """The game with one more entry, which results in `position`; `commit` puts it on disk.

    Every entry of every kind gets into a log here, and none that a replay would refuse. Raises Unreplayable, Refused.
    """
    new = entry_bytes(table, game, kind, fields, shown, position)
    moment = read_back(table, game, new)
    longer = game_of(game.id, game.folder, log_with_document(game.log, new), [*game.moments, moment])
    return longer._replace(seen=game.seen or game.log)


def commit(table: Table, game: Game) -> Game:
    """The game with all that was added to it on disk, at once, when this returns; a rehearsal writes nothing.

    What was recorded before is on disk for good then, too: an earlier command may have left that open. The caller holds
    the lock. Raises `log.NotRecorded`, `log.Unconfirmed`.
    """
    if table.rehearses:
        return game
    if game.seen is None:
        log.confirm(game.folder)
        return game
    log.append(game.folder, game.seen, game.log.raw[len(game.seen.raw) :])
    return game._replace(seen=None)


@contextmanager
def held_game(table: Table, id: str, seen: Game | None = None) -> Iterator[HeldGame]:
    """A game for one command, which alone holds its lock. All that it adds is on disk at once when the block ends.

    After an error nothing is. `seen`: the game as it was opened before. Raises as `open_game`, and as `commit`.
    """
    if table.held and table.held.game.id == id:
        yield table.held
        return
    with log.game_lock(folder_of(table, id), table.settings.wait):
        held = HeldGame(current_game(table, id, seen))
        yield held
        held.game = commit(table, held.game)


def read_back(table: Table, game: Game, new: bytes) -> Moment:
    """The moment that results when the bytes of the next entry are read and judged as in every replay.

    Raises Unreplayable, or Refused when the log has no room for them.
    """
    with reading_back(game.id):
        longer = log_with_document(game.log, new)
        refuse_unlike_schemas(game.book, game.header, longer.last, longer.entry(longer.last))
        secret = partial(committed_secret, table, game.header)
        moment = judge_last(game.book, longer, game.line, game.phase, secret, game.moments)
    entry = longer.entry(longer.last)
    refuse_full(game, entry["kind"], len(longer.raw), longer.last)
    if moment.rewrite:
        refuse_changed_draws(game, int(entry.get("corrects") or moment.rewrite.after), moment.rewrite)
    return moment


def refuse_full(game: Game, kind: str, size: int, number: int) -> None:
    """Messages of players may fill an eighth of the largest readable log, and four fifths of its entries.

    The last 64th, and the last entry, are for the end of the game, so that every game can be closed. Raises Refused.
    """
    largest, most = disk.LARGEST, MOST_ENTRIES
    if kind == "talk" and (size > largest // 8 or number > most * 4 // 5):
        hint = say("Moves are still recorded. Please write to the others yourself.")
        raise Refused(say("The log of {game} has no room for more messages.", game=game.id), hint)
    if kind != "close" and (size > largest - largest // 64 or number >= most):
        hint = say("The moderator can still close the game.")
        raise Refused(say("The log of {game} is full: nothing more can be recorded in it.", game=game.id), hint)


def create_game(table: Table, id: str, first: bytes, secrets: Secrets) -> Game:
    """The game that begins with these documents, which are read back first; it is on disk when this returns.

    Raises Unreplayable, `log.Taken`, `log.NotRecorded`, `log.Unconfirmed`.
    """
    game = read_game(id, first, secrets)
    found = log.create(table.settings.games, id, first)
    return game._replace(folder=found.folder, log=found)


def read_game(id: str, first: bytes, secrets: Secrets) -> Game:
    """A game from the bytes of its header and entries, which are nowhere on disk yet. Raises Unreplayable."""
    with reading_back(id):
        found = log.parse(first)
        book = book_at_start(found)
        refuse_unlike_published(book, found.documents)
        return game_of(id, "", found, replay(book, found, secret=lambda: secrets))


@contextmanager
def reading_back(id: str) -> Iterator[None]:
    """Whatever goes wrong while something is read back would go wrong in every replay. Raises Unreplayable for it."""
    try:
        yield
    except (Stop, log.Unreadable):  # such as a secret that is not here: no fault of the entry
        raise
    except (BadEntry, log.Damage) as error:
        raise Unreplayable(id, error.says) from error
    except Exception as error:
        fault = say("{kind}: {why}", kind=type(error).__name__, why=error)
        raise Unreplayable(id, fault) from error


def entry_bytes(table: Table, game: Game, kind: str, fields: Data, shown: Mapping[str, str], position: object) -> bytes:
    """The exact bytes of the entry that comes next."""
    entry: dict[str, object] = {
        "entry": game.log.last + 1,
        "prev": game.log.head,
        "at": entry_time(table, game),
        "kind": kind,
        **fields,
    }
    if shown:
        entry["shown"] = dict(shown)
    book = book_after_entry(game.book, entry)
    return log.document({**entry, "state": state_of(book, position)})


def entry_time(table: Table, game: Game) -> str:
    """The time now; the time of the last entry if the clock is behind it. Raises Misconfigured if it is far from any.

    So times never run backwards, whatever the clocks of the machines on which a game is played.
    """
    now, last = table.time(), str(game.log.documents[-1].get("at", ""))
    if not "1970" <= now < "3000":
        raise Misconfigured(say("The clock of this machine shows {now}. Set it, then try again.", now=now))
    return last if now < last and is_time(last) else now


MOST = 20
"""So many messages may come from a seat between two of its turns."""
NEAR = 3
"""With so few left their number is announced."""
TURNS = ("move", "missed")


class Room(NamedTuple):
    """How many messages a seat has sent since its last turn."""

    used: int

    @property
    def messages_left(self) -> int:
        return max(MOST - self.used, 0)

    def refuse_full(self) -> None:
        """Raises Refused."""
        if not self.messages_left:
            words = "You have sent {most} messages since your last turn. No more are passed on until your next turn."
            raise Refused(say(words, most=MOST))

    def announcement(self) -> tuple[Phrase, ...]:
        """A warning to add after a message; empty while there is plenty left."""
        if self.messages_left > NEAR:
            return ()
        if not self.messages_left:
            return (say("This was your last message until your next turn: you have sent {most}.", most=MOST),)
        return (say("Messages you can still send before your next turn: {left}.", left=self.messages_left),)


def room(settings: Settings, game: Game, seat: str) -> Room:
    """How much a seat may still say. Raises `disk.Unreadable`."""
    since = last_turn(game, seat)
    entries = [each for each in game.log.entries_after(since) if each["kind"] == "talk" and each["seat"] == seat]
    return Room(len(entries) + due_reports.number(settings, game.id, seat, since))


def is_player(game: Game, sender: str, name: str) -> bool:
    """Whether another player is called so, in whole or in part."""
    players = [player for seat, player in game.players.items() if seat != sender]
    return any(spellings(name) & player_names(each) for each in players)


def addressee(game: Game, sender: str, name: str) -> str:
    """The seat that is meant by a seat or by a player's name, or a part of it. Raises Refused.

    A seat as files write it is nobody else. Any other name that fits two is asked back: words to one player alone must
    not reach another who happens to be called like a seat.
    """
    others = [seat for seat in game.header["seats"] if seat != sender]
    if name in others:
        return name
    seats, spelt = names_of(game.header["seats"]), spellings(name)
    found = {seat for seat in others if spelt & player_names(game.players[seat])}
    found |= {seats[each] for each in spelt if each in seats and (found or seats[each] != sender)}
    if len(found) == 1:
        return found.pop()
    if found:
        known = word_list(
            [
                say("`{seat}` ({player})", seat=verbatim_word(seat), player=game.players[seat])
                for seat in others
                if seat in found
            ]
        )
        words = "{name} can mean more than one player in this game. Write the seat: {known}."
        raise Refused(say(words, name=name, known=known))
    if not sender:
        known = word_list(
            [say("{player} ({seat})", player=game.players[seat], seat=term(seat)) for seat in others], AND
        )
        words = "There is no player called {name} in {game}. Its players are {known}."
        raise Refused(say(words, name=name, known=known, game=game.id))
    known = word_list([written_name(game, seat) for seat in others])
    words = "There is no other player called {name} in this game. After `say to` you can write: {known}."
    raise Refused(say(words, name=name, known=known))


def person_named(game: Game, sender: str, name: str) -> str:
    """The same, of a seat that a person plays. Raises Refused."""
    seat = addressee(game, sender, name)
    if seat in planner_seats(game.log.documents):
        raise Refused(say("The referee plays {seat}, so nobody would read this.", seat=seat))
    return seat


def refuse_word_for_all(game: Game, sender: str, name: str) -> None:
    """Raises Refused if another player is called by this word for everybody: words to one alone reach no others."""
    spelt = spellings(name)
    for seat, player in game.players.items():
        if seat != sender and spelt & player_names(player):
            words = (
                "{name} can mean everybody or {player}. Write `say:` for everybody, or `say to {seat}:` for {player}."
            )
            raise Refused(say(words, name=name, player=player, seat=verbatim_word(seat)))


def written_name(game: Game, seat: str) -> Phrase:
    """How to write to a player: by name, or by the seat if the name is a word for everybody."""
    from referee.mail.read.request_words import is_to_all  # only here: submit needs no e-mails

    if is_to_all(game.players[seat]):
        return say("`{seat}` ({player})", seat=verbatim_word(seat), player=game.players[seat])
    return say("`{player}` ({seat})", player=game.players[seat], seat=term(seat))


def say_as_moderator(table: Table, id: str, text: str, name: str = "") -> list[str]:
    """Keep words of the moderator for the next e-mail to everybody, or to one player: the seats that get them.

    They are in no log, as no words to one alone are. Said twice before an entry follows, they are kept once. Raises
    Refused, Missing, disk.Trouble.
    """
    with log.game_lock(folder_of(table, id), table.settings.wait):
        game = open_game(table, id)
        seats = [person_named(game, "", name)] if name else list(people(game.log.documents))
        source = due_reports.FROM_MODERATOR if name else due_reports.FROM_MODERATOR_TO_ALL
        for seat in seats:
            due_reports.store_words(table.settings, id, seat, source, text, game.log.last, game.players[seat])
    return seats


def seats_without_address(table: Table, id: str, seats: Sequence[str]) -> list[str]:
    """Those of the seats to which no e-mail can be sent. Raises disk.Trouble."""
    addresses = private.read_private_part(table.settings.private, id).addresses
    return [seat for seat in seats if seat not in addresses]


def player_names(player: str) -> set[str]:
    """What a player may be called: the whole name and each part of it, however it is spelt."""
    return {each for part in (player, *player.split()) for each in spellings(part)}


UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe", "æ": "ae"})


def spellings(name: str) -> set[str]:
    """A name in plain letters, with umlauts as one letter and as two: `jurgen` and `juergen`."""
    words = " ".join(name.casefold().split())
    return {plain_letters(words), plain_letters(words.translate(UMLAUTS))}


def last_turn(game: Game, seat: str) -> int:
    """The number of the last turn of a seat; 0: it has not had one."""
    numbered = enumerate(game.log.entries, 1)
    return max((n for n, each in numbered if each["kind"] in TURNS and each["seat"] == seat), default=0)


def talk_entry(game: Game, seat: str, text: str, after: int | None = None) -> Aside | int:
    """The fields for a message to all; or the number of the entry that has it since entry `after`, or this turn.

    Raises Refused.
    """
    refuse_words(text)
    fields: Aside = {"seat": seat, "say": text}
    since = turning(game.log.documents) if after is None else after
    return said_before(game, "talk", fields, since) or fields


# Chance of a game in play: what nobody has drawn yet.


class Dealer:
    """The fate of a game in play (a `rulebook.Fate`). The secret is read when chance is first asked, not before."""

    def __init__(self, table: Table, game: Game) -> None:
        self.table = table
        self.game = game
        self.drawn: chance.Drawn | None = None

    def __call__(self, pile: str, index: int, items: Sequence[str] = ()) -> str:
        if self.drawn is None:
            secret = committed_secret(self.table, self.game.header)
            self.drawn = fate_of(self.game.book, self.game.log, secret)
        try:
            return self.drawn(pile, index, items)
        except chance.Unentered as needed:
            raise missing_place(self.game.id, needed.place) from needed

    @property
    def shown_items(self) -> dict[str, str]:
        return self.drawn.shown if self.drawn else {}


def missing_place(id: str, place: str) -> Refused:
    """The refusal of what needs a place of a known deal that nobody has entered yet."""
    says = say("The known deal of {game} doesn't say yet what was at {place}.", game=id, place=place)
    return Refused(says, say("Add it: referee deal known {game} {place}=ITEM", game=id, place=place))
