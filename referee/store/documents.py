"""The types of a log's documents, how a game ended, and what a newer version wrote.

For the fields see `docs/reference/log-format.md`.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, NamedTuple, NotRequired, Required, TypeAlias, TypedDict, TypeGuard, cast, final

from referee import __version__
from referee.exit_codes import REFUSED
from referee.store.disk import Unreadable
from referee.words import Phrase, say

Data = Mapping[str, object]
"""Plain data that belongs to a title, or that nobody has checked yet: a move, a board of the players' own."""

Number: TypeAlias = Annotated[str | int, "[1-9][0-9]{0,14}"]
"""A number of an entry or an edition. Beside a type is what its text in a log looks like, or how many there are."""
NumberOrNone: TypeAlias = Annotated[str | int, "[1-9][0-9]{0,14}|none"]
Return: TypeAlias = Annotated[str | int, "[1-9][0-9]{0,5}"]
Hash: TypeAlias = Annotated[str, "[0-9a-f]{64}"]
Time: TypeAlias = Annotated[str, "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z"]
Day: TypeAlias = Annotated[str, "2[0-9]{3}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"]
DayOrTime: TypeAlias = Annotated[
    str, "2[0-9]{3}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])|[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z"
]
GameId: TypeAlias = Annotated[str, "[a-z0-9][a-z0-9-]{0,39}"]
Seat: TypeAlias = Annotated[str, "[a-z][a-z0-9-]{0,19}"]
Seats: TypeAlias = Annotated[Sequence[Seat], range(1, 21)]
Person: TypeAlias = Annotated[str, "(?s).{1,40}"]
Name: TypeAlias = Annotated[str, "(?s).{1,80}"]
Term: TypeAlias = Annotated[str, "[a-z][a-z0-9_]{0,39}"]
Reason: TypeAlias = Annotated[str, "(?s).{1,200}"]
Message: TypeAlias = Annotated[str, "(?s).{0,1000}"]
Pieces: TypeAlias = Mapping[Annotated[str, "[a-z][a-z0-9/-]*/[0-9]+"], str]
"""Place of a pile → what is there."""


class Named(TypedDict):
    """A shipped thing by its name and the hash of its content."""

    name: Name
    content: Hash


class NamedByBytes(TypedDict):
    """The same in older logs, by the hash of the bytes of its file."""

    name: Name
    sha256: Hash


class Own(TypedDict):
    """One of the players' own, written out."""

    own: Data


Thing: TypeAlias = Annotated[Data, Named | NamedByBytes | Own]


class Clock(TypedDict, total=False):
    """How time is counted; empty if it is not.

    allowance, grace  `72h` or `3d`
    weekends          `count` or `skip`
    zone              `Europe/Rome`
    missed            `pass`, `suggest` or `wait`
    absence           days for which each player may be away: `60d`
    """

    allowance: Annotated[str, "[1-9][0-9]{0,3}[hd]"]
    grace: Annotated[str, "(0|[1-9][0-9]{0,3})[hd]"]
    weekends: Annotated[str, "count|skip"]
    zone: Annotated[str, "[A-Za-z][A-Za-z0-9_+/-]{0,63}"]
    missed: Annotated[str, "pass|suggest|wait"]
    absence: Annotated[str, "(0|[1-9][0-9]{0,2})d"]


Counted: TypeAlias = Annotated[Clock, ("allowance", "grace", "weekends", "zone", "missed")]
"""A clock in a log: these fields it has."""


class Fork(TypedDict, total=False):
    """What the header of a fork says of the game that it continues.

    game, entry, head  the parent, and the entry of it from whose position the fork continues, with its hash
    entries            how many of its own entries are copies of the parent's
    at                 when it was made: no turn of it began earlier
    places             the promise of inherited items that are hidden, if there are any
    """

    game: Required[GameId]
    entry: Required[Number]
    head: Required[Hash]
    entries: Required[Number]
    at: Required[Time]
    places: Hash


@final
class Header(TypedDict):
    """Document 0. Components, board, tiles and layout are the title's own, see `SetUp.furnish`."""

    format: Annotated[str, "referee-log/1"]
    game: GameId
    title: GameId
    edition: Number
    reader: NotRequired[Name]
    components: NotRequired[Thing]
    board: NotRequired[Thing]
    tiles: NotRequired[Thing]
    layout: NotRequired[Thing]
    options: NotRequired[Mapping[Term, Annotated[str, "(?s).{0,80}"]]]
    seats: Annotated[Mapping[Seat, Person], range(1, 21)]
    nonces: NotRequired[Annotated[str, "none|wait"]]
    chance: NotRequired[Annotated[str, "practice|known"]]
    orders: NotRequired[Annotated[str, "sealed"]]
    clock: NotRequired[Counted]
    fork: NotRequired[Fork]
    commitment: NotRequired[Hash]
    prev: Hash


class Overrule(TypedDict):
    """What the moderator let pass in a move: the numbers of the rules that it breaks, and why."""

    rules: Annotated[Sequence[Annotated[str, "(?s).{1,20}"]], range(1, 41)]
    why: Reason


Numbers: TypeAlias = Sequence[str] | Sequence[int]
Away = TypedDict(
    "Away",
    {"seat": Seat, "from": Day, "to": Day, "ends": Annotated[Numbers, range(1, 101), Sequence[Number]]},
    total=False,
)
"""`absent`: the first and the last day, or the numbers of the entries whose absences end."""


class Aside(Away, total=False):
    """The content of an entry that is not a move.

    talk     seat, say
    absent   seat, and `from` and `to`, or `ends`; why
    player   seat, player, until, by, why, proposal
    clock    event; seat, due, hours, since, until, why, clock
    consent  seat, edition, by, why
    proposal seat or by, what, asks, until, and what only this kind of proposal has: winners
    answer   seat, proposal, answer, by
    end      how, seat, winners, proposal, by
    ruling   by, policy or option, value, was, why
    orders   seals
    """

    say: Message
    player: Person
    until: DayOrTime
    event: Annotated[str, "reminded|overdue|extended|stopped|resumed|changed"]
    due: Time
    hours: Annotated[str | int, "[1-9][0-9]{0,3}"]
    since: Time
    why: Reason
    clock: Counted
    edition: NumberOrNone
    by: Annotated[str, "referee|moderator"]
    what: Annotated[str, "draw|abandon|concede|undo|ruling"]
    asks: Seats
    winners: Seats
    proposal: Number
    answer: Annotated[str, "yes|no|withdrawn"]
    how: Annotated[str, "concede|draw|abandon"]
    subject: Term
    policy: Term
    option: Term
    value: Name
    was: Name
    seals: Annotated[Mapping[Seat, Hash], range(1, 21)]


class SealedOrders(TypedDict):
    """Orders behind the seals of a seat from entry `entry` on; `made`: the entries that they made."""

    entry: Number
    seat: Seat
    text: Annotated[str, "(?s).{0,20000}"]
    made: NotRequired[Annotated[Numbers, Sequence[Number]]]


@final
class Entry(Aside, total=False):
    """Document 1, 2, 3 …: what those besides the moves say, and besides:

    deal           shown
    move, missed   seat, shown, say, by; actions and all that is not named here are the title's own
    move           overrule
    nonce          seat, nonce
    edition        edition, reader, why
    undo           back; seat or by; why
    correct        corrects, seat, by, why, shown, say; and the title's own, as those of a move
    end            as `Aside`: it changes no position, but the game is over
    close          secret; secrets and places, where there are more than one; orders, where some were sealed

    `entry`, `prev` and `state` are in all that are recorded.
    """

    kind: Required[str]
    at: Required[Time]
    entry: Number
    prev: Hash
    shown: Pieces
    overrule: Overrule
    actions: Annotated[Sequence[object], range(201), Sequence[Annotated[Data, range(1, 2)]]]
    nonce: Annotated[str, "[0-9a-f]{32}|none"]
    reader: Name
    secret: Hash
    back: Return
    corrects: Return
    secrets: Annotated[Sequence[Hash], range(1, 1001)]
    places: Annotated[Pieces, range(1, 100_000)]
    commitment: Hash
    orders: Sequence[SealedOrders]
    state: Hash


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


FORMAT = re.compile(r"(?P<kind>referee-[a-z]+)/(?P<number>[1-9][0-9]{0,5})")
READER = re.compile(r"referee (?P<version>[0-9]+(\.[0-9]+)*)")


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


CONCEDE, DRAW, ABANDON = "concede", "draw", "abandon"
"""How a game ends by agreement."""
REFEREE = "referee"
"""The value of `by` in an entry of kind `player`: the referee plays the seat, because its player has resigned."""

Fields = Mapping[str, Any]


class Ending(NamedTuple):
    """The end of a game by agreement.

    winners  those to whom the others conceded; all seats after a draw; nobody where the game was abandoned
    seat     who conceded, or proposed it; "" for the moderator
    agreed   whether all players agreed to it
    """

    how: str
    winners: tuple[str, ...]
    seat: str
    agreed: bool


def ending_of(documents: Sequence[Fields]) -> Ending | None:
    """How a game ended by agreement, by its documents, header first; None if it did not."""
    for each in reversed(documents[1:]):
        if each.get("kind") in ("move", "undo"):  # after the end there are none; an undo takes it back
            return None
        if each.get("kind") == "end":
            return ending_by(documents[0]["seats"], each)
    return None


def ending_by(seats: Iterable[str], entry: Fields) -> Ending:
    """The end that an entry of kind `end` records, in a game with these seats."""
    winners = tuple(seats) if entry["how"] == DRAW else tuple(entry.get("winners", ()))
    return Ending(entry["how"], winners, entry.get("seat", ""), "proposal" in entry)


def planner_seats(documents: Sequence[Fields]) -> tuple[str, ...]:
    """The seats that the referee plays after these documents, because their players resigned; in their order."""
    last = {each["seat"]: each.get("by") for each in documents[1:] if each.get("kind") == "player"}
    return tuple(seat for seat in documents[0]["seats"] if last.get(seat) == REFEREE)


def people(documents: Sequence[Fields]) -> tuple[str, ...]:
    """The seats that people play."""
    planned = planner_seats(documents)
    return tuple(seat for seat in documents[0]["seats"] if seat not in planned)


def rivals(documents: Sequence[Fields], seat: str) -> tuple[str, ...]:
    """To whom a seat concedes: the others that people play; where there are none, all others."""
    others = tuple(each for each in people(documents) if each != seat)
    return others or tuple(each for each in documents[0]["seats"] if each != seat)
