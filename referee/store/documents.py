"""The types of a log's documents, and what a newer version wrote; for the fields see `docs/reference/log-format.md`."""

from collections.abc import Mapping, Sequence
from typing import NotRequired, Required, TypedDict, TypeGuard, cast, final

from referee import __version__
from referee.exit_codes import REFUSED
from referee.patterns import late_pattern
from referee.store.disk import Unreadable
from referee.words import Phrase, say

Data = Mapping[str, object]
"""Plain data that belongs to a title, or that nobody has checked yet: a move, a board of the players' own."""


class Clock(TypedDict, total=False):
    """How time is counted; empty if it is not.

    allowance, grace  `72h` or `3d`
    weekends          `count` or `skip`
    zone              `Europe/Rome`
    missed            `pass`, `suggest` or `wait`
    absence           days for which each player may be away: `60d`
    """

    allowance: str
    grace: str
    weekends: str
    zone: str
    missed: str
    absence: str


class Fork(TypedDict, total=False):
    """What the header of a fork says of the game that it continues.

    game, entry, head  the parent, and the entry of it from whose position the fork continues, with its hash
    entries            how many of its own entries are copies of the parent's
    at                 when it was made: no turn of it began earlier
    places             the promise of inherited items that are hidden, if there are any
    """

    game: Required[str]
    entry: Required[str | int]
    head: Required[str]
    entries: Required[str | int]
    at: Required[str]
    places: str


@final
class Header(TypedDict):
    """Document 0. Components, board, tiles and layout are the title's own, see `SetUp.furnish`."""

    format: str
    game: str
    title: str
    edition: str | int
    reader: NotRequired[str]
    components: NotRequired[Data]
    board: NotRequired[Data]
    tiles: NotRequired[Data]
    layout: NotRequired[Data]
    options: NotRequired[Mapping[str, str]]
    seats: Mapping[str, str]
    nonces: NotRequired[str]
    chance: NotRequired[str]
    orders: NotRequired[str]
    clock: NotRequired[Clock]
    fork: NotRequired[Fork]
    commitment: NotRequired[str]
    prev: str


class Overrule(TypedDict):
    """What the moderator let pass in a move: the numbers of the rules that it breaks, and why."""

    rules: Sequence[str]
    why: str


Away = TypedDict("Away", {"seat": str, "from": str, "to": str, "ends": Sequence[str] | Sequence[int]}, total=False)
"""`absent`: the first and the last day, or the numbers of the entries whose absences end."""


class Aside(Away, total=False):
    """The content of an entry that is not a move.

    talk     seat, say
    absent   seat, and `from` and `to`, or `ends`
    player   seat, player, until, by
    clock    event; seat, due, hours, since, until, why, clock
    consent  seat, edition, by
    proposal seat or by, what, asks, until, and what only this kind of proposal has: winners
    answer   seat, proposal, answer, by
    end      how, seat, winners, proposal, by
    ruling   by, policy or option, value, was, why
    orders   seals
    """

    say: str
    player: str
    until: str
    event: str
    due: str
    hours: str | int
    since: str
    why: str
    clock: Clock
    edition: str | int
    by: str
    what: str
    asks: Sequence[str]
    winners: Sequence[str]
    proposal: str | int
    answer: str
    how: str
    subject: str
    policy: str
    option: str
    value: str
    was: str
    seals: Mapping[str, str]


class SealedOrders(TypedDict):
    """Orders behind the seals of a seat from entry `entry` on; `made`: the entries that they made."""

    entry: str | int
    seat: str
    text: str
    made: NotRequired[Sequence[str] | Sequence[int]]


@final
class Entry(Aside, total=False):
    """Document 1, 2, 3 …: what those besides the moves say, and besides:

    deal           shown
    move, missed   seat, shown, say, by; actions and all that is not named here are the title's own
    move           overrule
    nonce          seat, nonce
    edition        edition, reader
    undo           back; seat or by; why
    correct        corrects, seat, by, why, shown, say; and the title's own, as those of a move
    close          secret; secrets and places, where there are more than one
    close          secret
    end            as `Aside`: it changes no position, but the game is over
    close          secret; orders, where some were sealed

    `entry`, `prev` and `state` are in all that are recorded.
    """

    kind: Required[str]
    at: Required[str]
    entry: str | int
    prev: str
    shown: Mapping[str, str]
    overrule: Overrule
    actions: Sequence[object]
    nonce: str
    reader: str
    secret: str
    back: str | int
    corrects: str | int
    secrets: Sequence[str]
    places: Mapping[str, str]
    commitment: str
    orders: Sequence[SealedOrders]
    state: str


class Move(TypedDict, total=False):
    """A move as its player sends it: the game, the entry that it answers by number and by head, the seat, a message.

    The title has fields of its own, such as `actions`.
    """

    game: str
    after: int
    head: str
    seat: Required[str]
    say: str
    actions: Sequence[object]


Document = Header | Entry
Documents = tuple[Header, *tuple[Entry, ...]]
"""A log's documents: the header, then the entries; the place of each is its number."""


def actions_of(move: Data) -> Sequence[object]:
    """The actions of a move or an entry, each a word or a mapping; none if it has no list of them."""
    found = move.get("actions")
    return found if isinstance(found, list | tuple) else ()


def is_kind(document: Document, *kinds: str) -> TypeGuard[Entry]:
    """Whether a document is an entry of one of these kinds."""
    return document.get("kind") in kinds


def entry_at(documents: Documents, number: int) -> Entry:
    """Entry 1, 2, 3 …"""
    return documents[number]  # type: ignore[return-value]  # a cast is a call, and this is asked for every entry


def entries_after(documents: Documents, number: int) -> tuple[Entry, ...]:
    """The entries after entry `number`; 0: all."""
    return cast(tuple[Entry, ...], documents[number + 1 :])


def unsealed_entry(kind: str, at: str, fields: Aside) -> Entry:
    """An entry that is recorded nowhere yet: the log with it shows what would follow."""
    return cast(Entry, {"kind": kind, "at": at, **fields})


def documents_before(documents: Documents, number: int) -> Documents:
    """The documents before entry `number`."""
    return documents[0], *documents[1:][: number - 1]


FORMAT = late_pattern(r"(?P<kind>referee-[a-z]+)/(?P<number>[1-9][0-9]{0,5})")
READER = late_pattern(r"referee (?P<version>[0-9]+(\.[0-9]+)*)")


THE_LOG, THE_ARCHIVE, THE_NOTES = say("The log"), say("The archive"), say("This file of notes")
"""What may be newer, as the start of a sentence; a private part is named by its path."""


class NewerFormat(Unreadable):
    """A file was written by a newer version of the program: nothing says that it is damaged."""

    code = REFUSED


def is_newer(found: object, ours: str) -> bool:
    """Whether a format is a later one of the same kind: `referee-log/2` is later than `referee-log/1`."""
    if found == ours:
        return False
    theirs, mine = FORMAT.fullmatch(str(found)), FORMAT.fullmatch(ours)
    return bool(theirs and mine and theirs["kind"] == mine["kind"] and int(theirs["number"]) > int(mine["number"]))


def newer_format(what: Phrase | str, found: object, ours: str, reader: object = None) -> Phrase:
    """That a file has a later format, and which program reads it. what: the file, as a sentence begins with it."""
    words = "{what} has the format {found}, but referee {version} reads {ours}. {remedy}"
    return say(words, what=what, found=found, version=__version__, ours=ours, remedy=remedy(reader))


def remedy(reader: object) -> Phrase:
    """Which program reads it: the one that the file names, if that is none that is here."""
    if isinstance(reader, str) and reader.isprintable() and not is_here(reader):
        return say("It is not damaged. Read it with {reader} or a newer version.", reader=reader)
    return say("It is not damaged. Install a newer version.")


def is_here(reader: str) -> bool:
    """Whether a program that a file names is this version of referee or an older one."""
    named = READER.fullmatch(reader)
    return bool(named and numbers(named["version"]) <= numbers(__version__))


def numbers(version: str) -> list[int]:
    return [int(each) for each in version.split(".")]
