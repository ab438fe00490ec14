"""The one door into a log: every entry of every kind, and every new game, is written here and nowhere else.

What is to be written is read back first, from its exact bytes, and judged as every later replay will judge it. So no
log can come to hold an entry that makes it unreadable, whatever fault a title or the program may have.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial

from referee.app.errors import Refused, Stop, Unreplayable
from referee.app.game_access import Game, Table, book_at_start, committed_secret, game_of
from referee.rules.replay import BadEntry, Moment, judge_last, replay, state_of
from referee.store import disk, log
from referee.store.chain import log_with_document
from referee.store.documents import Data
from referee.words import say


def append_entry(table: Table, game: Game, kind: str, fields: Data, shown: Mapping[str, str], position: object) -> Game:
    """The game with one more entry, which leads to `position` and is on disk when this returns.

    Every entry of every kind gets into a log here, and none that a replay would refuse. The caller holds the lock.
    Raises Unreplayable, Refused, `log.NotRecorded`, `log.Unconfirmed`.
    """
    new = entry_bytes(table, game, kind, fields, shown, position)
    moment = read_back(table, game, new)
    done = log.append(game.folder, game.log, new)
    return game_of(game.id, game.folder, done.log, [*game.moments, moment])


def read_back(table: Table, game: Game, new: bytes) -> Moment:
    """The moment to which the bytes of the next entry lead when they are read and judged as every replay will.

    Raises Unreplayable, or Refused when the log has no room for them.
    """
    with reading_back(game.id):
        longer = log_with_document(game.log, new)
        secret = partial(committed_secret, table, game.header)
        moment = judge_last(game.book, longer, game.position, game.phase, secret)
    refuse_full(game, longer.entry(longer.last)["kind"], len(longer.raw))
    return moment


def refuse_full(game: Game, kind: str, size: int) -> None:
    """What players say to each other may fill an eighth of the largest log that can be read.

    The last 64th is for the end of the game, so that every game can be closed. Raises Refused.
    """
    largest = disk.LARGEST
    if kind == "talk" and size > largest // 8:
        hint = say("Moves are still recorded. Write to the others yourself.")
        raise Refused(say("The log of {game} has no room for more messages.", game=game.id), hint)
    if kind != "close" and size > largest - largest // 64:
        hint = say("The moderator can still close the game.")
        raise Refused(say("The log of {game} is full: nothing more can be recorded in it.", game=game.id), hint)


def create_game(table: Table, id: str, first: bytes, secret: bytes) -> Game:
    """The game that begins with these documents, which are read back first; it is on disk when this returns.

    Raises Unreplayable, `log.Taken`, `log.NotRecorded`, `log.Unconfirmed`.
    """
    game = read_game(id, first, secret)
    done = log.create(table.settings.games, id, first)
    return game._replace(folder=done.log.folder, log=done.log)


def read_game(id: str, first: bytes, secret: bytes) -> Game:
    """A game from the bytes of its header and entries, which are nowhere on disk yet. Raises Unreplayable."""
    with reading_back(id):
        found = log.parse(first)
        return game_of(id, "", found, replay(book_at_start(found), found, secret=lambda: secret))


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
        "at": table.time(),
        "kind": kind,
        **fields,
    }
    if shown:
        entry["shown"] = dict(shown)
    book = game.book.under(fields) if kind == "edition" else game.book
    return log.document({**entry, "state": state_of(book, position)})
