"""The basis of every use case: the settings, the clock, and a game read from its folder and replayed."""

import os
import re
import stat
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from time import gmtime, strftime
from typing import Any, NamedTuple, cast

from referee import GAME_ID, __version__, titles
from referee.app.errors import Missing, NotYours, Refused, Stop, Usage, nearest_hint
from referee.reading import BadInput
from referee.rules import replay
from referee.rules.entry_shapes import BadEntry
from referee.rules.line import counted_line, promised_places
from referee.rules.replay import Moment
from referee.rules.rulebook import AnyRulebook, Outcome
from referee.rules.rulings import book_in_force
from referee.settings import Misconfigured, Settings
from referee.show.data_files import UnknownContent
from referee.show.endings import WAYS
from referee.show.sentences import players
from referee.store import chance, documents, log, private
from referee.store.addresses import is_in_database
from referee.store.chain import log_up_to
from referee.store.chance import is_known_deal
from referee.store.documents import Data, Ending, Header, documents_before, ending_of
from referee.store.stores import database_of, store_of
from referee.words import AND, Phrase, plain_letters, say, word_list

TROUBLES = (log.Trouble, Stop, BadEntry, BadInput, titles.UnknownTitle)
"""What can be wrong with a game, or with what is asked of it, and is no fault of the program."""


class Table(NamedTuple):
    """Where games, private parts and reports are; `now` replaces the clock unless it is empty.

    rehearses  whether entries are judged and shown as if they were recorded, and nothing is written
    held       the game of a longer command, of which whatever is done to it is a part
    """

    settings: Settings
    now: str = ""
    rehearses: bool = False
    held: "HeldGame | None" = None

    def time(self) -> str:
        """The time that is written into an entry: UTC, to the second."""
        return self.now or strftime("%Y-%m-%dT%H:%M:%SZ", gmtime())

    def folder(self, game: str) -> str:
        return os.path.join(self.settings.games, game)


class Game(NamedTuple):
    """A game in its present state: its log, its title under the present edition, and every moment from the
    header on.

    The place of a moment is the number of its entry; see `line` for those that count. `seen` is the log as it is on
    disk, where the last entries of `log` are not there yet.
    """

    id: str
    folder: str
    log: log.Log
    book: AnyRulebook
    moments: list[Moment]
    seen: log.Log | None = None

    @property
    def header(self) -> Header:
        return cast(Header, self.book.header_with_options(self.log.header))

    @property
    def line(self) -> list[Moment]:
        """The moments that count: of a game in which nothing was undone or corrected, all."""
        return counted_line(self.moments)

    @property
    def position(self) -> Any:
        return self.moments[-1].position

    @property
    def players(self) -> dict[str, str]:
        """Seat → the name of who plays it now."""
        return players(self.header, self.log.entries)

    def players_at(self, entry: int) -> dict[str, str]:
        """Seat → the name of who played it after an entry."""
        return players(self.header, self.log.entries[:entry])

    @property
    def phase(self) -> str:
        return replay.phase_of(self.log)

    @property
    def ending(self) -> Ending | None:
        """How the game ended by agreement; None if it did not."""
        return ending_of(self.log.documents)

    @property
    def mover(self) -> str | None:
        """The seat that is asked for a move; None when the game is over, by its rules or by agreement.

        Before the deal and after an early closing it says nothing: see `phase`.
        """
        return None if self.ending else self.book.play.to_move(self.position)

    @property
    def is_over(self) -> bool:
        """Whether the game has come to its end, by its rules or by agreement, closed or not."""
        return self.phase != replay.WAITING and self.mover is None

    @property
    def outcome(self) -> Outcome | None:
        """The winners and their reason, by the rules or by agreement; None while the game has none."""
        return outcome_of(self.book, self.log, self.position)


class HeldGame:
    """A game whose lock a command holds, as the command has left it so far."""

    def __init__(self, game: Game) -> None:
        self.game = game


def table(settings: Settings, environment: Mapping[str, str]) -> Table:
    """The table; `REFEREE_NOW` stops the clock for tests and demonstrations. Raises Misconfigured."""
    now = environment.get("REFEREE_NOW", "")
    if now and not is_time(now):
        raise Misconfigured(say("REFEREE_NOW must be a time such as 2026-11-20T19:00:00Z, not {now}.", now=repr(now)))
    return Table(settings, now)


def is_time(text: str) -> bool:
    """Whether this is a time as entries have it, on a day that there is, in the years 1970 to 2999."""
    if not re.fullmatch(r"(19[7-9]|2[0-9]{2})[0-9]-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3])(:[0-5][0-9]){2}Z", text):
        return False
    try:
        return bool(datetime.fromisoformat(text))
    except ValueError:
        return False


def folder_of(table: Table, id: str) -> str:
    """The folder of a game that exists. Raises Missing, `log.Unreadable`."""
    folder = table.folder(id)
    if not re.fullmatch(GAME_ID, id) or not is_folder(folder, table.settings.games):
        raise missing_game(table, id)
    return folder


def missing_game(table: Table, id: str) -> Missing:
    """That there is no such game, or that a folder with a log has a name that no game can have."""
    known = game_ids(table)
    if id in known and (why := bad_name_reason(id)):
        return Missing(why)
    where = os.path.join(table.settings.games, "")
    hint = LOST if is_lost(table, id) else nearest_hint(id, known)
    return Missing(say("There is no game {id} in {games}.", id=id or "''", games=where), hint)


def bad_name_reason(id: str) -> Phrase | None:
    """Why a folder has a name that no game can have: as a path it could point anywhere."""
    try:
        log.check_id(id)
    except log.BadWord as error:
        return error.says
    return None


LOST = say(
    "Its private part is here, so the folder was lost or moved. Restore a copy of it. If "
    "you no longer need the game, move its private part away, too."
)


def is_lost(table: Table, id: str) -> bool:
    """Whether a game has a private part and no folder; one whose beginning was interrupted never was a game."""
    if not private.is_kept(table.settings.private, id) or store_of(table.folder(id)).has(table.folder(id)):
        return False
    try:
        return not private.read_private_part(table.settings.private, id).begins
    except log.Unreadable:
        return True


def lost_ids(table: Table, known: Iterable[str] = ()) -> list[str]:
    """The games that are lost, by name. Of `known` ones nobody needs to be asked whether they are."""
    found = {*known}
    return [id for id in private.ids(table.settings.private) if id not in found and is_lost(table, id)]


def is_folder(path: str, above: str) -> bool:
    """Whether there is such a folder. Raises `log.Unreadable` if its parent folder may not be entered."""
    if database := database_of(path):
        return database.has_folder(path)
    try:
        return stat.S_ISDIR(os.stat(path).st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as error:
        raise unreadable_folder(above, error) from error


def unreadable_folder(path: str, error: OSError) -> log.Unreadable:
    return log.Unreadable(say("{path} can't be read: {why}.", path=path, why=error.strerror))


def game_ids(table: Table) -> list[str]:
    """The games of the folder, by name; none if there is no folder. Raises `log.Unreadable`."""
    folder = table.settings.games
    try:
        names = store_of(folder).names(folder)
        if not is_in_database(folder):
            os.stat(os.path.join(folder, os.curdir))  # some folders may be listed, but not entered
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        raise unreadable_folder(folder, error) from error
    return [name for name in names if not name.startswith(".") and is_game(table, name)]


def is_game(table: Table, name: str) -> bool:
    """Whether a folder holds a game, also if its log is lost or is no file: such a game is listed, too.

    A hidden folder holds none: a `new` that was stopped may have left it.
    """
    folder = table.folder(name)
    store = store_of(folder)
    if store.has(os.path.join(folder, log.NAME)) or store.has(os.path.join(folder, log.LOCK)):
        return True
    return store.has_folder(folder) and private.is_kept(table.settings.private, name)


def open_game(table: Table, id: str, *, upto: int | None = None) -> Game:
    """Read and replay a game; the secret is needed only for what is veiled.

    Raises Missing, Refused, and what `log.read` and `replay` raise.
    """
    folder = folder_of(table, id)
    found = log.read_log(folder, upto)
    refuse_other_log(folder, id, found)
    book = book_at_start(found)
    with refusing_unknown_data(found.header):
        moments = replay.replay(book, found, upto=upto, secret=lambda: committed_secret(table, found.header))
    return game_of(id, folder, found, moments)


def game_of(id: str, folder: str, found: log.Log, moments: list[Moment]) -> Game:
    """The game of a log after these moments of it, with the rulebook that holds then."""
    return Game(id, folder, found, book_after(found, moments[-1].number), moments)


def game_after(game: Game, number: int) -> Game:
    """The game as it was after entry `number`."""
    return game_of(game.id, game.folder, log_up_to(game.log, number), game.moments[: number + 1])


def current_game(table: Table, id: str, seen: Game | None) -> Game:
    """The game as it is now: `seen`, opened before, if its log still has the same bytes. Raises as `open_game`."""
    return seen if seen and log.is_unchanged(seen.folder, seen.log) else open_game(table, id)


def refuse_stranger(game: Game, seat: str) -> None:
    """Raises Usage for a seat that the game has not; "" is none."""
    seats = game.header["seats"]
    if seat and seat not in seats:
        says = say(
            "There is no seat {seat} in {game}. Its seats are {seats}.", seat=seat, game=game.id, seats=", ".join(seats)
        )
        own = [each for each, player in seats.items() if plain_letters(player) == plain_letters(seat)]
        raise Usage(says, nearest_hint(own[0] if own else seat, seats))


class UnknownEdition(Refused):
    """The log follows an edition that this program does not know: nothing says that it is damaged, if it is newer."""


def book_of(header: Data) -> AnyRulebook:
    """The rulebook that the header names, under its edition. Raises UnknownEdition, Refused, `titles.UnknownTitle`."""
    book = title_of(header)
    try:
        return book.under(header)
    except LookupError:
        says, hint = unknown_edition(book, header)
        raise (UnknownEdition if is_newer_edition(book, header) else Refused)(says, hint) from None


def title_of(header: Data) -> AnyRulebook:
    """The rulebook that the header names. Raises `titles.UnknownTitle`, which names the package that has the title."""
    try:
        return titles.book(str(header.get("title")))
    except titles.BrokenTitle:
        raise
    except titles.UnknownTitle as unknown:
        reader = header.get("reader")
        if not isinstance(reader, str) or reader.startswith("referee "):
            raise
        words = "{why} {reader} or a newer version can read this log. Install it next to referee."
        raise titles.UnknownTitle(say(words, why=unknown.says, reader=reader)) from None


def is_newer_edition(book: AnyRulebook, header: Data) -> bool:
    number = str(header["edition"])
    return number.isdecimal() and int(number) > book.editions[-1].number


def book_at_start(found: log.Log) -> AnyRulebook:
    """The title of a log under the edition of its header. Raises Refused, also for an edition that an entry names.

    A value that is no number is not refused here: a replay reports it.
    """
    book = book_of(found.header)
    for number, entry in enumerate(found.documents):
        if entry.get("kind") == "edition" and str(entry.get("edition")).isdecimal():
            refuse_unknown_edition({**entry, "title": book.id}, number)
    return book


def refuse_unknown_edition(entry: Data, number: int) -> None:
    """Raises Refused if entry `number`, with the log's title, names an edition that is unknown here."""
    try:
        book_of(entry)
    except Refused as refused:
        says = say("From entry {entry} on: {says}", entry=number, says=refused.says)
        raise type(refused)(says, refused.hint) from None


def book_after(found: log.Log, number: int) -> AnyRulebook:
    """The title of a log with known editions only, as it judges after entry `number`."""
    return book_in_force(titles.book(str(found.header.get("title"))), documents_before(found.documents, number + 1))


def unknown_edition(book: AnyRulebook, header: Data) -> tuple[Phrase, Phrase]:
    """That this program does not know the edition of a log, and which one reads it."""
    known, theirs = [each.number for each in book.editions], str(header["edition"])
    facts = {"title": book.name, "theirs": theirs, "known": word_list(known, AND), "version": __version__}
    words = "The log uses edition {theirs} of {title}, but referee {version} only knows edition {known}."
    if len(known) > 1:
        words = "The log uses edition {theirs} of {title}, but referee {version} only knows editions {known}."
    says = say(words, **facts)
    if is_newer_edition(book, header):
        return says, documents.remedy(header.get("reader"))
    return says, say("That edition never existed. Compare the log with a copy.")


class UnknownData(Refused):
    """A log needs a data file that this program does not have; the log itself may be right."""


@contextmanager
def refusing_unknown_data(header: Data) -> Iterator[None]:
    """Raises UnknownData if a game with this header needs a data file that is not here."""
    try:
        yield
    except UnknownContent as error:
        words = "The log needs the data file {name} with the hash {hash}, but referee {version} doesn't have it."
        facts = {"name": error.name, "version": __version__}
        says = say(words, hash=error.hash, **facts)
        if error.ours:
            words = "{says} In referee {version} the file {name} has the hash {ours}."
            says = say(words, says=says, ours=error.ours, **facts)
        program = str(header.get("reader") or "referee").partition(" ")[0]
        words = "The log is not damaged. Read it with the version of {program} that started the game, or a newer one."
        raise UnknownData(says, say(words, program=program)) from None


def outcome_of(book: AnyRulebook, found: log.Log, position: object) -> Outcome | None:
    """The outcome of a game at its last position; None while there is none. An end by agreement has no scores."""
    if ending := ending_of(found.documents):
        return Outcome(ending.winners, {}, say(""), WAYS[ending.how])
    return book.play.outcome(position)


def secrets_of(table: Table, id: str) -> chance.Secrets:
    """The secrets of a game, and the known places. Raises NotYours if they are not kept."""
    try:
        kept = private.read_private_part(table.settings.private, id)
        later = {promise: bytes.fromhex(digits) for promise, digits in kept.secrets.items()}
        return chance.Secrets(kept.secret, later, kept.places)
    except log.Unreadable as error:
        hint = say("Only the moderator, who keeps this file, can see and record what is hidden.")
        raise NotYours(error.says, hint) from error


def committed_secret(table: Table, header: Header) -> chance.Secrets:
    """The secrets of a game, if they are what its header promised. Raises NotYours, Refused."""
    id = str(header["game"])
    secrets = secrets_of(table, id)
    if not is_known_deal(header) and chance.commitment(id, secrets.first) != header.get("commitment"):
        raise Refused(say("The secret stored for {id} isn't the one its log commits to.", id=id))
    seal = promised_places(header)
    if seal and chance.places_seal(id, secrets.first, secrets.places) != seal:
        raise Refused(say("The inherited places stored for {id} aren't those its log commits to.", id=id))
    return secrets


# The one rule on names of folders: among our games a folder has the name of its game. Pages and private parts are
# found by that name. Elsewhere a folder may have any, and the log says which game it is.


def expected_game(settings: Settings, folder: str) -> str:
    """The game that a folder must hold, because it is among our games; "" where it may have any name."""
    place = os.path.abspath(folder)
    return os.path.basename(place) if os.path.dirname(place) == os.path.abspath(settings.games) else ""


def refuse_other_log(folder: str, id: str, found: log.Log) -> None:
    """Raises Refused when the folder of a game holds the log of another."""
    other = found.header.get("game")
    if other != id:
        words = (
            "The log in {folder} belongs to the game {other}. Rename the folder to {other}, or move a copy elsewhere."
        )
        raise Refused(say(words, folder=folder, other=other))


def second_log(folder: str, game: str, first: str) -> Phrase:
    """Why one of two folders with the same game is left out of everything that is about all games."""
    words = (
        "The log in {folder} belongs to the game {game}, and so does the one in {first}. Move one of them elsewhere."
    )
    return say(words, folder=folder, game=game, first=first)
